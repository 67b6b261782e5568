// A member that is `const` and `volatile` is not written.
//@ confirmed
struct port {
    const volatile int status;
    int sent;
};

int main(void) {
    struct port p = {1, 0};
    *(int *)&p.status = 2; //~ error[out-of-bounds]
    return 0;
}
