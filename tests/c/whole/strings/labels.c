// What is printed to memory fits there: a number has at most so many digits, and a string is cut or was measured before.
//@ proved
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(int argc, char **argv) {
    char label[64], number[32], word[8];
    snprintf(label, sizeof label, "%s-%d", argv[0], argc);
    sprintf(number, "%d", __VERIFIER_nondet_int());
    if (strlen(argv[0]) < sizeof word) {
        sprintf(word, "%s", argv[0]);
        puts(word);
    }
    printf("%s %5zu %s\n", label, strlen(label), number);
    return 0;
}
