// A skip list whose tower heights come from the inputs.
//@ clean
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

#define LEVELS 4

struct tower {
    int key, height;
    struct tower *next[];
};

static struct tower *new_tower(int key, int height) {
    struct tower *t = malloc(sizeof *t + (size_t)height * sizeof t->next[0]);
    if (!t)
        exit(2);
    t->key = key;
    t->height = height;
    for (int i = 0; i < height; i++)
        t->next[i] = NULL;
    return t;
}

static struct tower *find(struct tower *t, int key, struct tower **before) {
    for (int i = LEVELS - 1; i >= 0; i--) {
        while (t->next[i] && t->next[i]->key < key)
            t = t->next[i];
        before[i] = t;
    }
    t = t->next[0];
    return t && t->key == key ? t : NULL;
}

static void insert(struct tower *head, int key) {
    struct tower *before[LEVELS];
    if (find(head, key, before))
        return;
    int height = 1;
    while (height < LEVELS && __VERIFIER_nondet_int() % 2)
        height++;
    struct tower *t = new_tower(key, height);
    for (int i = 0; i < height; i++) {
        t->next[i] = before[i]->next[i];
        before[i]->next[i] = t;
    }
}

int main(void) {
    struct tower *head = new_tower(0, LEVELS), *before[LEVELS];
    for (int i = 0; i < 7; i++)
        insert(head, (int)((unsigned)__VERIFIER_nondet_int() % 20));
    for (int level = LEVELS - 1; level >= 0; level--) {
        printf("%d:", level);
        for (struct tower *t = head->next[level]; t; t = t->next[level])
            printf(" %d", t->key);
        putchar('\n');
    }
    int found = find(head, 7, before) != NULL;
    while (head) {
        struct tower *next = head->next[0];
        free(head);
        head = next;
    }
    return found;
}
