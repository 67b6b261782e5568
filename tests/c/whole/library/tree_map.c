//@ proved
// A map ordered by key, as a binary search tree; functions call themselves.
#include <stdlib.h>

typedef struct Node {
    int key, value;
    struct Node *left, *right;
} Node;

static Node *insert(Node *t, int key, int value) {
    if (!t) {
        t = malloc(sizeof *t);
        if (!t)
            return NULL;
        t->key = key;
        t->value = value;
        t->left = t->right = NULL;
    } else if (key < t->key) {
        Node *left = insert(t->left, key, value);
        if (left)
            t->left = left;
    } else if (key > t->key) {
        Node *right = insert(t->right, key, value);
        if (right)
            t->right = right;
    } else {
        t->value = value;
    }
    return t;
}

static const Node *find(const Node *t, int key) {
    while (t && t->key != key)
        t = key < t->key ? t->left : t->right;
    return t;
}

static Node *take_least(Node *t, Node **least) {
    if (!t->left) {
        *least = t;
        return t->right;
    }
    t->left = take_least(t->left, least);
    return t;
}

static Node *erase(Node *t, int key) {
    if (!t)
        return NULL;
    if (key < t->key) {
        t->left = erase(t->left, key);
        return t;
    }
    if (key > t->key) {
        t->right = erase(t->right, key);
        return t;
    }
    Node *rest;
    if (!t->left) {
        rest = t->right;
    } else if (!t->right) {
        rest = t->left;
    } else {
        Node *least;
        Node *right = take_least(t->right, &least);
        least->left = t->left;
        least->right = right;
        rest = least;
    }
    free(t);
    return rest;
}

static void clear(Node *t) {
    if (t) {
        clear(t->left);
        clear(t->right);
        free(t);
    }
}

int main(void) {
    Node *map = NULL;
    int command;
    while ((command = rand() % 4) != 0) {
        int key = rand() % 32;
        if (command == 1) {
            Node *t = insert(map, key, command);
            if (t)
                map = t;
        } else if (command == 2) {
            map = erase(map, key);
        } else {
            const Node *t = find(map, key);
            if (t && t->value == 0)
                break;
        }
    }
    clear(map);
    return 0;
}
