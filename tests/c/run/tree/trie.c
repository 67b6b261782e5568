// A trie over lower-case letters: insert, count, prefix search, free.
//@ clean
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct trie {
    struct trie *next[26];
    int words;
};

static struct trie *new_trie(void) {
    struct trie *t = calloc(1, sizeof *t);
    if (!t)
        abort();
    return t;
}

static void insert(struct trie *t, const char *word) {
    for (; *word; word++) {
        struct trie **slot = &t->next[*word - 'a'];
        if (!*slot)
            *slot = new_trie();
        t = *slot;
    }
    t->words++;
}

static const struct trie *find(const struct trie *t, const char *prefix) {
    while (t && *prefix)
        t = t->next[*prefix++ - 'a'];
    return t;
}

static int count(const struct trie *t) {
    if (!t)
        return 0;
    int n = t->words;
    for (int i = 0; i < 26; i++)
        n += count(t->next[i]);
    return n;
}

static void drop(struct trie *t) {
    for (int i = 0; i < 26; i++)
        if (t->next[i])
            drop(t->next[i]);
    free(t);
}

int main(void) {
    static const char *const words[] = {"tea", "ten", "to", "in", "inn", "a"};
    struct trie *root = new_trie();
    for (int i = 0; i < 5; i++) {
        const char *w = words[(unsigned)__VERIFIER_nondet_int() % 6];
        printf("+%s ", w);
        insert(root, w);
    }
    printf("| te* %d, in* %d, x* %d, all %d\n", count(find(root, "te")), count(find(root, "in")),
           count(find(root, "x")), count(root));
    drop(root);
    return 0;
}
