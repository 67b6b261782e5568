long next(int x) { return x; }
int make(void) { return 0; }
struct node { int a; };
struct node copy(struct node x) { return x; }
