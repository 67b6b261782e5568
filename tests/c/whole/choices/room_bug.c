// A name runs over into the next member.
#include <string.h>

struct person {
    char first[8];
    char last[8];
};

int main(void) {
    struct person p;
    strcpy(p.first, "Ada");
    strcat(p.first, " Augusta"); //~ error[out-of-bounds]
    return p.first[0];
}
