// The name of the program may be longer than the array it is printed to.
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(int argc, char **argv) {
    char label[64], number[32], word[8];
    snprintf(label, sizeof label, "%s-%d", argv[0], argc);
    sprintf(number, "%d", __VERIFIER_nondet_int());
    if (strlen(argv[0]) < sizeof word) {
        sprintf(word, "<%s>", argv[0]); //~ error[out-of-bounds]
        puts(word);
    }
    printf("%s %5zu %s\n", label, strlen(label), number);
    return 0;
}
