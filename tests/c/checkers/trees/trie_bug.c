// A digit that was never seen has no node.
//@ args: --domain checkers
#include <shapewright.h>
#include <stdlib.h>

struct trie {
    struct trie *child[2];
    int count;
};

bool trie(struct trie *t) {
    return t == NULL || (t->count >= 0 && trie(t->child[0]) && trie(t->child[1]));
}

int lookup(struct trie *t, unsigned word) {
    sw_requires(trie(t));
    sw_ensures(trie(t));
    while (word != 0) {
        if (word & 1)
            t = t->child[1]; //~ error[null-deref]
        else
            t = t->child[0]; //~ error[null-deref]
        word >>= 1;
    }
    return 0;
}
