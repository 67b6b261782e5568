// A skip list node of full height sets only its lower links; the search branches on an unset one.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

enum { LEVELS = 3 };

struct node {
    int key;
    struct node *forward[LEVELS];
};

static struct node *make(int key) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(2);
    n->key = key;
    return n;
}

static struct node *insert_after(struct node *at, int key, int height) {
    struct node *n = make(key);
    for (int i = 0; i < height; i++) {
        n->forward[i] = NULL;
        at->forward[i] = n;
    }
    return n;
}

static int top_level(const struct node *n) {
    int i = LEVELS - 1;
    while (i > 0) {
        const struct node *up = n->forward[i];
        if (up) //~ error[uninitialized]
            break;
        i--;
    }
    return i;
}

int main(void) {
    struct node head = {0};
    unsigned pick = (unsigned)__VERIFIER_nondet_int() % 4;
    int height = pick == 0 ? 2 : LEVELS;
    struct node *first = insert_after(&head, 10, height);
    struct node *second = insert_after(first, 20, height);
    printf("height %d, head reaches level %d\n", height, top_level(&head));
    printf("first reaches level %d\n", top_level(first));
    free(second);
    free(first);
    return 0;
}
