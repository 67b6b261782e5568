// How large the object is that `q` leads to, the compiler may know or not.
//@ confirmed
int main(void) {
    int x = 0, *p = 0;
    char buffer[8], *q = buffer;
    if (__builtin_object_size(q, 0) == (__SIZE_TYPE__)-1)
        p = &x;
    return *p; //~ error[null-deref]
}
