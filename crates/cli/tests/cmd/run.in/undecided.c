extern int elsewhere(int *);

int main(void) {
    int known = 7;
    return elsewhere(&known);
}
