// A binary min-heap in an array, used to sort.
//@ clean
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define MAX 16

static int heap[MAX + 1]; /* 1-based */
static int size;

static void swap(int *a, int *b) {
    int t = *a;
    *a = *b, *b = t;
}

static void insert(int v) {
    assert(size < MAX);
    int i = ++size;
    heap[i] = v;
    for (; i > 1 && heap[i] < heap[i / 2]; i /= 2)
        swap(&heap[i], &heap[i / 2]);
}

static int extract(void) {
    int min = heap[1];
    heap[1] = heap[size--];
    for (int i = 1, child; (child = 2 * i) <= size; i = child) {
        if (child < size && heap[child + 1] < heap[child])
            child++;
        if (heap[i] <= heap[child])
            break;
        swap(&heap[i], &heap[child]);
    }
    return min;
}

int main(void) {
    int n = (int)((unsigned)__VERIFIER_nondet_int() % (MAX + 1));
    for (int i = 0; i < n; i++)
        insert(__VERIFIER_nondet_int() % 500);
    int last = -1000;
    while (size > 0) {
        int v = extract();
        assert(last <= v);
        printf("%d ", last = v);
    }
    printf("/ %d\n", n);
    return 0;
}
