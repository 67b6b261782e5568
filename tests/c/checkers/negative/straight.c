// Some hundred operations on a list, without a loop.
//@ proved
#include <shapewright.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int data;
};

bool list(struct node *l) { return l == NULL || list(l->next); }

struct node *many(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *c;
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 0;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 1;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 3;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 5;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 6;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 8;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 10;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 11;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 13;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 15;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 16;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 18;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 20;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 21;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 23;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 25;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 26;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 28;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 30;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 31;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 33;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 35;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 36;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 38;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 40;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 41;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 43;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 45;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 46;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 48;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 50;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 51;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 53;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 55;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 56;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 58;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 60;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 61;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 63;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 65;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 66;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 68;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 70;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 71;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 73;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 75;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 76;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 78;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 80;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 81;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 83;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 85;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 86;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 88;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 90;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 91;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 93;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 95;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 96;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 98;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 100;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 101;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 103;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 105;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 106;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 108;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 110;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 111;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 113;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 115;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 116;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 118;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    c = malloc(sizeof *c);
    if (c == NULL)
        return l;
    c->data = 120;
    c->next = l;
    l = c;
    if (l->next != NULL)
        l->next->data = 121;
    c = l->next;
    l->next = NULL;
    if (c != NULL) {
        l->next = c->next;
        c->next = l;
        l = c;
    }
    c = l;
    if (c->next != NULL)
        c = c->next;
    c->data += 123;
    c = l->next;
    if (c != NULL) {
        l->next = c->next;
        free(c);
    }
    return l;
}
