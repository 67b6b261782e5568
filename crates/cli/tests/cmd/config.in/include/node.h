struct node { struct node *next; int data; };
