// The same in a member.
//@ confirmed
#include <stdbool.h>
#include <string.h>

struct setting {
    int number;
    bool flag;
};

int main(void) {
    struct setting setting;
    memset(&setting, 2, sizeof setting);
    setting.flag; //~ error[undefined]
    return 0;
}
