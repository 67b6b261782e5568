// Nothing is said of a program that a flag changes in a way that is not modelled: no proof, and no error.
//@ args: -fopenmp
//@ unknown: `-fopenmp` changes the meaning of the program and is not modelled
int main(void) {
    int *nothing = 0;
    return *nothing;
}
