// What is constant can be read, and what follows is reached.
#include <assert.h>
#include <stdlib.h>

static const int table[3] = {4, 5, 6};
static const struct {
    int first;
    const char *text;
} entry = {7, "text"};

int main(void) {
    assert(entry.first == 7); //~ safe[assert-fail] //~ safe[use-after-free]
    assert(table[1] == 5); //~ safe[assert-fail] //~ safe[use-after-free]
    char c = entry.text[0]; //~ safe[null-deref] //~ safe[use-after-free]
    int *p = NULL;
    return *p + c; //~ error[null-deref]
}
