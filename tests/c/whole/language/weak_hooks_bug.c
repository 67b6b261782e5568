// The hook is called, whether there is one or not.
extern void tracer(int) __attribute__((weak));
extern int limit __attribute__((weak));

int main(int argc, char **argv) {
    if (argc > 1) return limit; //~ error[null-deref]
    tracer(argc); //~ error[null-deref]
    return 0;
}
