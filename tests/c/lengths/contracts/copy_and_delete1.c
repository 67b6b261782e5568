// Copies a list, then frees the list and its copy in step: the paper's figure 6, with its names.
//@ proved
//@ args: --malloc-never-fails
#include <shapewright.h>
#include <stdlib.h>

typedef struct list {
    struct list *next;
    int data;
} List;

void copy_and_delete1(List *xList) {
    sw_requires(sw_len(xList) >= 0);
    List *yList, *pList, *qList;
    yList = xList;
    qList = pList = NULL;
    while (yList != NULL) {
        yList = yList->next;
        qList = malloc(sizeof(List));
        qList->next = pList;
        pList = qList;
    }
    yList = xList;
    while (yList != NULL) {
        yList = yList->next;
        qList = qList->next; //~ safe[null-deref]
        free(xList); //~ safe[double-free]
        free(pList); //~ safe[double-free]
        xList = yList;
        pList = qList;
    }
} //~ safe[leak]
