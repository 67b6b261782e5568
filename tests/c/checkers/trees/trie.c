// A trie over the digits 0 and 1, with words counted at the nodes.
//@ args: --domain checkers
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct trie {
    struct trie *child[2];
    int count;
};

bool trie(struct trie *t) {
    return t == NULL || (t->count >= 0 && trie(t->child[0]) && trie(t->child[1]));
}

struct trie *create(void) {
    sw_ensures(trie(sw_result) && sw_result != NULL);
    struct trie *t = malloc(sizeof *t);
    if (t == NULL)
        abort();
    t->child[0] = NULL;
    t->child[1] = NULL;
    t->count = 0;
    return t;
}

void insert(struct trie *t, unsigned word) {
    sw_requires(trie(t) && t != NULL);
    sw_ensures(trie(t));
    while (word != 0) {
        struct trie **link = word & 1 ? &t->child[1] : &t->child[0];
        if (*link == NULL)
            *link = create();
        t = *link;
        word >>= 1;
    }
    t->count++;
}

int lookup(struct trie *t, unsigned word) {
    sw_requires(trie(t));
    sw_ensures(trie(t) && sw_result >= 0);
    while (t != NULL && word != 0) {
        t = t->child[word & 1];
        word >>= 1;
    }
    return t == NULL ? 0 : t->count;
}

void destroy(struct trie *t) {
    sw_requires(trie(t));
    if (t == NULL)
        return;
    destroy(t->child[0]);
    destroy(t->child[1]);
    free(t);
}

int main(void) {
    struct trie *t = create();
    insert(t, 5);
    insert(t, 6);
    int found = lookup(t, 5);
    destroy(t);
    return found - 1;
}
