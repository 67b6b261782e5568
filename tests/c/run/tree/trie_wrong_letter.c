// A trie indexed by letter takes a digit for a letter and indexes outside its table.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct trie {
    struct trie *next[26];
    int end;
};

static struct trie *insert(struct trie *t, const char *word) {
    if (!t && !(t = calloc(1, sizeof *t)))
        exit(2);
    if (*word == '\0') {
        t->end = 1;
    } else {
        int i = tolower((unsigned char)*word) - 'a';
        t->next[i] = insert(t->next[i], word + 1); //~ error[out-of-bounds]
    }
    return t;
}

static int nodes(const struct trie *t) {
    int n = 1;
    for (int i = 0; i < 26; i++)
        if (t->next[i])
            n += nodes(t->next[i]);
    return n;
}

static void drop(struct trie *t) {
    if (!t)
        return;
    for (int i = 0; i < 26; i++)
        drop(t->next[i]);
    free(t);
}

int main(void) {
    static const char *const names[] = {"beta", "Beta", "gamma", "x86", "delta"};
    struct trie *t = NULL;
    for (int i = 0; i < 2; i++) {
        const char *name = names[(unsigned)__VERIFIER_nondet_int() % 5];
        printf("insert %s\n", name);
        t = insert(t, name);
        printf("%d nodes\n", nodes(t));
    }
    drop(t);
    return 0;
}
