//@ proved
// Checks that brackets match, with a stack.
#include <stdio.h>
#include <stdlib.h>

struct item {
    char bracket;
    struct item *below;
};

struct item *top = NULL;

void push(char bracket) {
    struct item *item = malloc(sizeof(struct item));
    if (item == NULL) {
        printf("no memory\n");
        exit(1);
    }
    item->bracket = bracket;
    item->below = top;
    top = item;
}

char pop(void) {
    if (top == NULL)
        return 0;
    struct item *item = top;
    char bracket = item->bracket;
    top = item->below;
    free(item);
    return bracket;
}

int main(void) {
    int ok = 1;
    while (ok) {
        switch (rand() % 5) {
        case 0: push('('); continue;
        case 1: push('['); continue;
        case 2: ok = pop() == '('; continue;
        case 3: ok = pop() == '['; continue;
        }
        break;
    }
    if (top != NULL)
        ok = 0;
    while (top != NULL)
        pop();
    printf(ok ? "fine\n" : "wrong\n");
    return 0;
}
