struct node {
    struct node *next;
    int value;
};

struct node *push(struct node *list, int value);
int sum(const struct node *list);
