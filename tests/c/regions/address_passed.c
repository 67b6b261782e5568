// What takes the address of a variable need not do what it does where it is given none.
#include <stdlib.h>
struct queue { char *first; };
static void put(struct queue *queue, char *what) {
    if (queue) queue->first = what;
}
int main(void) {
    struct queue queue = {NULL};
    char *p = malloc(4);
    if (p == NULL) return 0;
    put(&queue, p);
    p = NULL;
    free(queue.first); //~ safe[double-free]
    return 0; //~ safe[leak]
}
