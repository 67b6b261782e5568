// `_Bool` objects whose values are not used hold 0 or 1.
//@ proved
#include <stdbool.h>
#include <string.h>

struct setting {
    int number;
    bool flag;
};

int main(void) {
    struct setting setting;
    memset(&setting, 0, sizeof setting);
    setting.flag;
    bool flag;
    memset(&flag, 1, 1);
    (void)flag;
    return 0;
}
