// A cleanup handler runs after the result of the function was taken, also if it is a struct.
//@ clean
#include <stdio.h>

struct pair {
    int first, second;
};

static void wipe(struct pair *p) {
    printf("wipe %d %d\n", p->first, p->second);
    p->first = p->second = -1;
}

static struct pair make(int n) {
    struct pair p __attribute__((cleanup(wipe))) = {n, n + 1};
    if (n > 5)
        return (struct pair){p.second, p.first};
    return p;
}

int main(void) {
    struct pair a = make(3), b = make(7);
    printf("%d %d %d %d\n", a.first, a.second, b.first, b.second);
    return 0;
}
