struct node {
    struct node *next
    int value;
};

int main(void) {
    return 0;
}
