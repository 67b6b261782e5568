// A queue made of two linked stacks; the invariant claimed about their sizes is wrong.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct plate {
    int n;
    struct plate *below;
};

struct pile {
    struct plate *top;
    int height;
};

static void move(struct pile *from, struct pile *to) {
    struct plate *p = from->top;
    from->top = p->below;
    p->below = to->top;
    to->top = p;
    from->height--, to->height++;
}

int main(void) {
    struct plate plates[9];
    struct pile in = {0}, out = {0}, shelf = {0};
    for (int i = 0; i < 9; i++) {
        plates[i] = (struct plate){i, shelf.top};
        shelf.top = &plates[i];
        shelf.height++;
    }
    for (int turn = 0; turn < 9; turn++) {
        int x = __VERIFIER_nondet_int();
        if (x % 3 != 0) {
            move(&shelf, &in);
        } else {
            if (!out.top)
                while (in.top)
                    move(&in, &out);
            if (out.top) {
                printf("take %d\n", out.top->n);
                move(&out, &shelf);
            }
        }
        printf("in %d out %d\n", in.height, out.height);
        assert(in.height >= out.height || in.height == 0); //~ error[assert-fail]
    }
    return 0;
}
