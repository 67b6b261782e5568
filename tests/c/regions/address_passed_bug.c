// What takes the address of a variable does nothing where it is given none, and the block is nobody's.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct queue { char *first; };
static void put(struct queue *queue, char *what) {
    if (queue) queue->first = what;
}
int main(void) {
    struct queue queue = {NULL};
    char *p = malloc(4);
    if (p == NULL) return 0;
    put(__VERIFIER_nondet_int() ? &queue : NULL, p);
    p = NULL; //~ error[leak]
    free(queue.first);
    return 0;
}
