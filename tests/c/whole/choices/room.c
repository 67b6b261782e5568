// What is written to an array of a struct by its name stays in it.
//@ proved
#include <string.h>

struct person {
    char first[8];
    char last[8];
};

int main(void) {
    struct person p;
    strcpy(p.first, "Ada");
    strcat(p.first, "line");
    strncpy(p.last, "Lovelace", sizeof p.last);
    memset(&p, 0, sizeof p);
    memset(p.first, 0, sizeof p.first + sizeof p.last);
    return p.last[0];
}
