// A callee keeps a pointer to a variable that is gone when it is used.
static int *kept;

static void keep(void) {
    int mine = 1;
    kept = &mine;
}

int main(void) {
    keep();
    return *kept; //~ error[use-after-free]
}
