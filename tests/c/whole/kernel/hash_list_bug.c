//@ unknown: it is not known what is written to here
// Taking an element out does not tell the next one which link leads to it now.
#include <stdlib.h>

struct hnode {
    struct hnode *next, **pprev;
    unsigned key;
};

struct hhead {
    struct hnode *first;
};

static void hlist_add(struct hhead *h, struct hnode *n) {
    n->next = h->first;
    if (h->first)
        h->first->pprev = &n->next;
    h->first = n;
    n->pprev = &h->first;
}

static void hlist_del(struct hnode *n) {
    *n->pprev = n->next; //~ error[use-after-free] //~ FP[null-deref] //~ FP[out-of-bounds]
}

int main(void) {
    struct hhead head = {NULL};
    for (int n = rand() % 100; n > 0; n--) {
        struct hnode *node = malloc(sizeof *node);
        if (!node)
            break;
        node->key = (unsigned)rand();
        hlist_add(&head, node);
    }
    struct hnode *node = head.first;
    while (node) {
        struct hnode *next = node->next;
        if (node->key % 3 == 0) {
            hlist_del(node);
            free(node);
        }
        node = next;
    }
    while (head.first) {
        node = head.first;
        hlist_del(node);
        free(node);
    }
    return 0;
}
