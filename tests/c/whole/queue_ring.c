//@ proved
// A ring buffer of pointers that wraps, and what is left in it at the end.
#include <stdlib.h>

#define SIZE 4

struct queue {
    int *slots[SIZE];
    unsigned first, count;
};

static int put(struct queue *q, int value) {
    if (q->count == SIZE)
        return 0;
    int *box = malloc(sizeof *box);
    if (box == NULL)
        return 0;
    *box = value;
    q->slots[(q->first + q->count) % SIZE] = box;
    q->count++;
    return 1;
}

static int get(struct queue *q, int *value) {
    if (q->count == 0)
        return 0;
    int *box = q->slots[q->first];
    q->slots[q->first] = NULL;
    q->first = (q->first + 1) % SIZE;
    q->count--;
    *value = *box;
    free(box);
    return 1;
}

int main(void) {
    struct queue q = {{0}, 0, 0};
    int value = 0;
    for (int i = 0; i < 3; i++)
        put(&q, i);
    get(&q, &value);
    for (int i = 0; i < 3; i++)
        put(&q, 10 * i);
    while (get(&q, &value)) {
    }
    return value;
}
