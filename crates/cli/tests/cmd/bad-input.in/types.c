struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node n = {0};
    n.key = 1;
    return undeclared + n;
}
