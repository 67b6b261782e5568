// Reversal keeps what the list holds, each value as often as it was there; so does a tree that becomes a list.
//@ clean
#include <shapewright.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct list {
    int value;
    struct list *next;
};

struct tree {
    int value;
    struct tree *left, *right;
};

static bool holds(struct list *l, sw_bag values) {
    sw_bag rest;
    return l == NULL ? sw_empty(values) : sw_split(values, l->value, &rest) && holds(l->next, rest);
}

static bool tree_holds(struct tree *t, sw_bag values) {
    sw_bag below, left, right;
    if (t == NULL)
        return sw_empty(values);
    return sw_split(values, t->value, &below) && sw_divide(below, &left, &right) && tree_holds(t->left, left) &&
           tree_holds(t->right, right);
}

static struct list *reverse(struct list *l) {
    sw_bag values = sw_any();
    sw_requires(holds(l, values));
    sw_ensures(holds(sw_result, values));
    struct list *done = NULL;
    while (l != NULL) {
        struct list *next = l->next;
        l->next = done;
        done = l;
        l = next;
    }
    return done;
}

static struct list *push(struct list *l, int value) {
    sw_bag before = sw_any();
    sw_bag after = sw_any();
    sw_requires(holds(l, before));
    sw_ensures(holds(sw_result, after) && sw_with(after, before, value));
    struct list *first = malloc(sizeof *first);
    if (first == NULL)
        abort();
    first->value = value;
    first->next = l;
    return first;
}

static struct list *flatten(struct tree *t, struct list *behind) {
    sw_bag of_tree = sw_any();
    sw_bag of_list = sw_any();
    sw_bag together = sw_any();
    sw_requires(tree_holds(t, of_tree) && holds(behind, of_list) && sw_sum(together, of_tree, of_list));
    sw_ensures(holds(sw_result, together));
    if (t == NULL)
        return behind;
    behind = push(flatten(t->right, behind), t->value);
    behind = flatten(t->left, behind);
    free(t);
    return behind;
}

int main(void) {
    struct list *l = NULL;
    struct tree *t = NULL;
    for (int i = 0; i < 5; i++) {
        int value = __VERIFIER_nondet_int() & 3;
        struct tree *top = malloc(sizeof *top);
        if (top == NULL)
            abort();
        *top = (struct tree){value, i & 1 ? t : NULL, i & 1 ? NULL : t};
        t = top;
        l = push(l, -value);
    }
    l = flatten(t, reverse(l));
    while (l != NULL) {
        struct list *next = l->next;
        free(l);
        l = next;
    }
    return 0;
}
