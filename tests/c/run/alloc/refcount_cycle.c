// Two reference-counted objects hold each other; dropping the outside references frees neither.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct widget {
    int refs;
    const char *name;
    struct widget *peer;
};

static struct widget *widget(const char *name) {
    struct widget *w = malloc(sizeof *w);
    if (!w)
        exit(2);
    w->refs = 1;
    w->name = name;
    w->peer = NULL;
    return w;
}

static void connect(struct widget *from, struct widget *to) {
    to->refs++;
    from->peer = to;
}

static void release(struct widget **slot) {
    struct widget *w = *slot;
    *slot = NULL;
    if (--w->refs > 0) {
        printf("%s still has %d\n", w->name, w->refs);
        w = NULL; //~ error[leak]
        return;
    }
    printf("%s is freed\n", w->name);
    if (w->peer)
        release(&w->peer);
    free(w);
}

static void scene(int mutual) {
    struct widget *window = widget("window"), *button = widget("button");
    connect(button, window);
    if (mutual)
        connect(window, button);
    release(&window);
    release(&button);
}

int main(void) {
    for (int i = 0; i < 2; i++) {
        int mutual = __VERIFIER_nondet_int() % 2 != 0;
        printf("scene %d, %s\n", i, mutual ? "mutual" : "one way");
        scene(mutual);
    }
    puts("end");
    return 0;
}
