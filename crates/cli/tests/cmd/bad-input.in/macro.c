#define NEXT(n) ((n)->next)

struct node {
    struct node *link;
};

int main(void) {
    struct node n = {0};
    return NEXT(&n) != 0;
}
