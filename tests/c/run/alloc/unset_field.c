// malloc leaves a flag unset that one constructor forgets; a later test of the flag is undefined.
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct file {
    int handle;
    int dirty;
    struct file *next;
};

static struct file *open_existing(int handle, struct file *next) {
    struct file *f = malloc(sizeof *f);
    if (!f)
        exit(2);
    f->handle = handle;
    f->dirty = 0;
    f->next = next;
    return f;
}

static struct file *create(int handle, struct file *next) {
    struct file *f = malloc(sizeof *f);
    if (!f)
        exit(2);
    f->handle = handle;
    f->next = next;
    return f;
}

static void close_all(struct file *f) {
    while (f) {
        struct file *next = f->next;
        printf("close %d\n", f->handle);
        if (f->dirty) //~ error[uninitialized]
            printf("flush\n");
        free(f);
        f = next;
    }
}

int main(void) {
    struct file *files = NULL;
    for (int h = 3; h < 6; h++)
        files = __VERIFIER_nondet_int() % 5 == 0 ? create(h, files) : open_existing(h, files);
    close_all(files);
    return 0;
}
