// Removing a key returns a pointer to the value inside the entry that was just freed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct setting {
    struct setting *next;
    char key[12];
    int value;
};

static struct setting *bucket[4];

static unsigned hash(const char *s) {
    unsigned h = 5381;
    while (*s)
        h = h * 33 + (unsigned char)*s++;
    return h % 4;
}

static void set(const char *key, int value) {
    struct setting *s = malloc(sizeof *s);
    if (!s)
        exit(2);
    snprintf(s->key, sizeof s->key, "%s", key);
    s->value = value;
    s->next = bucket[hash(key)];
    bucket[hash(key)] = s;
}

static int *take(const char *key) {
    for (struct setting **p = &bucket[hash(key)]; *p; p = &(*p)->next) {
        struct setting *s = *p;
        if (strcmp(s->key, key) == 0) {
            int *value = &s->value;
            *p = s->next;
            free(s);
            return value;
        }
    }
    return NULL;
}

int main(void) {
    static const char *const asked[] = {"tabs", "theme", "margin", "width"};
    set("tabs", 8);
    set("theme", 3);
    const char *key = asked[(unsigned)__VERIFIER_nondet_int() % 4];
    printf("take %s\n", key);
    int *value = take(key);
    if (value)
        printf("%s was %d\n", key, *value); //~ error[use-after-free]
    for (int i = 0; i < 4; i++)
        while (bucket[i])
            take(bucket[i]->key);
    return 0;
}
