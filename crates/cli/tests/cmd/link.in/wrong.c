struct node;

long sum(struct node *list);

int main(void) {
    return sum(0) != 0;
}
