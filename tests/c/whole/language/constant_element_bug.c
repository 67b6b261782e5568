// A compound literal of `const` type, and an element of an array of it, in a function.
//@ confirmed
int main(void) {
    const int values[3] = {1, 2, 3};
    int *p = (int *)values, *q = (int *)&(const int){4};
    if (*q == 3)
        *p = 5;
    *q = 6; //~ error[out-of-bounds]
    return values[0];
}
