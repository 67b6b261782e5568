// A reversal that overwrites the link before it has saved the rest of the list.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    char letter;
};

static struct node *from_letters(const char *s) {
    struct node *first = NULL, **end = &first;
    for (; *s; s++) {
        *end = malloc(sizeof **end);
        if (!*end)
            exit(2);
        (*end)->letter = *s;
        (*end)->next = NULL;
        end = &(*end)->next;
    }
    return first;
}

static struct node *reverse(struct node *cur) {
    struct node *prev = NULL;
    while (cur) {
        cur->next = prev; //~ error[leak]
        prev = cur;
        cur = cur->next;
    }
    return prev;
}

int main(void) {
    static const char *const words[] = {"a", "list", "shape", "", "x", "of"};
    const char *word = words[(unsigned)__VERIFIER_nondet_int() % 6];
    printf("'%s' reversed: '", word);
    struct node *l = from_letters(word);
    l = reverse(l);
    while (l) {
        struct node *next = l->next;
        putchar(l->letter);
        free(l);
        l = next;
    }
    printf("'\n");
    return 0;
}
