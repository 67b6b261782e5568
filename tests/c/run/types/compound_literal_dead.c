// Keeps the address of a compound literal beyond the block it lives in.
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

struct options {
    int width;
    int height;
    const char *title;
};

static const struct options fallback = {80, 25, "default"};

static void show(const struct options *o) {
    int area = o->width * o->height; //~ error[use-after-free]
    printf("%s: %d\n", o->title, area);
}

int main(void) {
    const struct options *chosen = &fallback;
    int n = __VERIFIER_nondet_int();
    show(chosen);
    if (n % 2 == 0) {
        chosen = &(struct options){.width = 10, .height = 4, .title = "small"};
        printf("chose %s\n", chosen->title);
    }
    show(chosen);
    return 0;
}
