// A literal of wide characters may be the end of another one.
#include <stddef.h>

int main(void) {
    const wchar_t *all = L"unlock", *part = L"lock";
    int *count = NULL, zero = 0;
    if (all + 2 != part)
        count = &zero;
    return *count; //~ error[null-deref]
}
