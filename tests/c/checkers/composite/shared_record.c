// All cells of a list share one record, which somebody else owns.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct config {
    int limit;
};

struct job {
    struct job *next;
    struct config *config;
    int work;
};

bool jobs(struct job *j, struct config *c) { return j == NULL || (j->config == c && jobs(j->next, c)); }
bool config(struct config *c) { return c != NULL && c->limit >= 0; }

struct job *add(struct job *j, struct config *c, int work) {
    sw_requires(jobs(j, c) && config(c));
    sw_ensures(jobs(sw_result, c) && config(c));
    struct job *n = malloc(sizeof *n);
    if (n == NULL)
        return j;
    n->work = work;
    n->config = c;
    n->next = j;
    return n;
}

int over_limit(struct job *j, struct config *c) {
    sw_requires(jobs(j, c) && config(c));
    sw_ensures(jobs(j, c) && config(c));
    int n = 0;
    for (; j != NULL; j = j->next)
        if (j->work > j->config->limit)
            n = 1;
    return n;
}

void destroy(struct job *j, struct config *c) {
    sw_requires(jobs(j, c) && config(c));
    while (j != NULL) {
        struct job *next = j->next;
        free(j);
        j = next;
    }
    free(c);
}

int main(void) {
    struct config *c = malloc(sizeof *c);
    if (c == NULL)
        return 0;
    c->limit = 3;
    struct job *j = add(NULL, c, 1);
    j = add(j, c, 5);
    int n = over_limit(j, c);
    destroy(j, c);
    return n > 1;
}
