// A list that a global and an argument name is given to a function that takes them for two.
#include <shapewright.h>
#include <stdlib.h>
struct node { struct node *next; int data; };
static struct node *g;
void f(struct node *p) {
    sw_requires(sw_len(g) >= 1 && sw_len(p) >= 1);
    sw_ensures(sw_len(g) >= 0);
    while (p) { struct node *n = p->next; free(p); p = n; }
    g->data = 1;   //~ error[use-after-free]
}
int main(void) {
    g = malloc(sizeof *g); if (!g) abort();
    g->next = NULL; g->data = 0;
    f(g); //~ error[contract]
    return 0;
}
