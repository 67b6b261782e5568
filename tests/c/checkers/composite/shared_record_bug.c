// The record is freed once for each cell.
//@ args: --domain checkers
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

void destroy(struct job *j, struct config *c) {
    sw_requires(jobs(j, c) && config(c));
    while (j != NULL) {
        struct job *next = j->next;
        free(j->config); //~ error[double-free]
        free(j);
        j = next;
    }
} //~ error[leak]
