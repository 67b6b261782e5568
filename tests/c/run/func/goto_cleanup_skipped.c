// An error path jumps past the label that would have freed the header.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct header {
    int version;
    int count;
};

static int read_header(struct header *h) {
    h->version = (int)((unsigned)__VERIFIER_nondet_int() % 3);
    h->count = (int)((unsigned)__VERIFIER_nondet_int() % 4);
    return h->version == 0 ? -1 : 0;
}

static int load(void) {
    int result = -1;
    int *body = NULL;
    struct header *h = malloc(sizeof *h);
    if (!h)
        goto out;
    if (read_header(h) < 0) {
        puts("bad header");
        goto out;
    }
    body = calloc((size_t)h->count + 1, sizeof *body);
    if (!body)
        goto free_header;
    for (int i = 0; i < h->count; i++)
        body[i + 1] = body[i] + h->version;
    result = body[h->count];
    free(body);
free_header:
    free(h);
    h = NULL;
out:
    return result; //~ error[leak]
}

int main(void) {
    int bad = 0;
    for (int i = 0; i < 2; i++) {
        int r = load();
        printf("loaded %d\n", r);
        bad += r < 0;
    }
    return bad;
}
