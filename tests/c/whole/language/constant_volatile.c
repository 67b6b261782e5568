// Reading an object that is `const` and `volatile` may give anything; what lies beside a member of that kind is written.
//@ proved
struct port {
    const volatile int status;
    int sent;
};

static const volatile int limit = 3;

static void send(struct port *p, int x) {
    p->sent = x;
}

int main(void) {
    int t[4] = {0};
    struct port p = {1, 0};
    const volatile int again[2] = {1, 2};
    int i = limit;
    send(&p, again[0]);
    if (i < 0 || i > 3)
        return p.status;
    return t[i];
}
