// The digits of a number take as much room as its type says.
//@ proved
#include <stdio.h>
#include <stdlib.h>

struct label {
    char text[12];
    struct label *next;
};

extern int __VERIFIER_nondet_int(void);

int main(void) {
    struct label *labels = NULL;
    while (__VERIFIER_nondet_int() > 0) {
        struct label *label = malloc(sizeof *label);
        if (label == NULL)
            break;
        sprintf(label->text, "%d", __VERIFIER_nondet_int());
        label->next = labels;
        labels = label;
    }
    char small[5], hex[9];
    sprintf(small, "%hhd", __VERIFIER_nondet_int());
    sprintf(hex, "%x", (unsigned)__VERIFIER_nondet_int());
    while (labels != NULL) {
        struct label *next = labels->next;
        puts(labels->text);
        free(labels);
        labels = next;
    }
    return small[0] + hex[0];
}
