// The operand of `sizeof` is evaluated if it is an array of variable length.
//@ unknown: an operand of `sizeof` of variable length, which C evaluates
int main(int argc, char **argv) {
    (void)argv;
    int n = argc + 1, m = 0;
    if (n < 1 || n > 4)
        return 0;
    int table[n][n];
    return (int)sizeof(table[m++]) + m;
}
