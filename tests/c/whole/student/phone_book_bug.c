//@ confirmed
// The number that was there is forgotten when it changes. A phone book: a search tree whose nodes own a name and a number, read word by word.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct contact {
    char *name;
    char *phone;
    struct contact *left, *right;
};

static char *copy_of(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

static struct contact *new_contact(const char *name, const char *phone) {
    struct contact *made = malloc(sizeof *made);
    if (!made)
        return NULL;
    made->name = copy_of(name);
    made->phone = copy_of(phone);
    made->left = made->right = NULL;
    if (!made->name || !made->phone) {
        free(made->name);
        free(made->phone);
        free(made);
        return NULL;
    }
    return made;
}

static struct contact *add(struct contact *book, const char *name, const char *phone) {
    if (!book)
        return new_contact(name, phone);
    int order = strcmp(name, book->name);
    if (order < 0) {
        book->left = add(book->left, name, phone);
    } else if (order > 0) {
        book->right = add(book->right, name, phone);
    } else {
        char *changed = copy_of(phone);
        if (changed) {
            book->phone = changed; //~ error[leak]
        }
    }
    return book;
}

static const struct contact *find(const struct contact *book, const char *name) {
    while (book) {
        int order = strcmp(name, book->name);
        if (order == 0)
            return book;
        book = order < 0 ? book->left : book->right;
    }
    return NULL;
}

static void destroy(struct contact *book) {
    if (!book)
        return;
    destroy(book->left);
    destroy(book->right);
    free(book->name);
    free(book->phone);
    free(book);
}

int main(void) {
    struct contact *book = NULL;
    char name[40], phone[20];
    while (scanf("%39s %19s", name, phone) == 2)
        book = add(book, name, phone);
    const struct contact *found = find(book, "ada");
    if (found)
        printf("%s: %s\n", found->name, found->phone);
    destroy(book);
    return 0;
}
