// A list of lists of the same struct. The inner ones are forgotten.
#include <stdlib.h>

struct node {
    struct node *next;
    struct node *inner;
};

static struct node *row(int length) {
    struct node *head = NULL;
    while (length-- > 0) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            exit(1);
        node->next = head;
        head = node;
    }
    return head;
}

int main(void) {
    struct node *rows = NULL;
    while (rand() % 4) {
        struct node *node = malloc(sizeof *node);
        if (!node)
            exit(1);
        node->inner = row(1 + rand() % 5); //~ FP[leak]
        node->next = rows;
        rows = node;
    }
    while (rows) {
        struct node *next = rows->next;
        free(rows); //~ error[leak]
        rows = next;
    }
    return 0;
}
