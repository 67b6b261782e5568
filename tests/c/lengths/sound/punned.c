// Bytes read as another type than they were written as.
#include <stdlib.h>
#include <assert.h>
struct node { struct node *next; int data; };
union u { struct node *p; unsigned long n; int i[2]; };
int main(void) {
    struct node *a = malloc(sizeof *a); if (!a) abort();
    a->next = NULL; a->data = 1;
    union u u; u.p = a;
    u.i[0] = 0;
    if (rand()) assert(u.p == a); //~ error[assert-fail] //~ FP[uninitialized]
    float f = 1.0f;
    int bits = *(int *)&f;
    if (rand()) assert(bits == 1); //~ error[assert-fail]
    int k = 5; char *c = (char *)&k; c[0] = 9;
    if (rand()) assert(k == 5); //~ error[assert-fail] //~ FP[uninitialized]
    free(a);
    return 0;
}
