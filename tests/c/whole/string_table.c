// Growing the table forgets the old one when there is no room for the new one.
#include <stdlib.h>
#include <string.h>

struct table {
    char **names;
    size_t count, room;
};

static int add(struct table *t, const char *name) {
    if (t->count == t->room) {
        size_t room = t->room ? 2 * t->room : 2;
        t->names = realloc(t->names, room * sizeof *t->names); //~ error[leak]
        if (t->names == NULL) {
            t->count = t->room = 0;
            return 0;
        }
        t->room = room;
    }
    char *copy = strdup(name);
    if (copy == NULL)
        return 0;
    t->names[t->count++] = copy;
    return 1;
}

int main(void) {
    struct table t = {NULL, 0, 0};
    add(&t, "one");
    add(&t, "two");
    add(&t, "three");
    for (size_t i = 0; i < t.count; i++)
        free(t.names[i]);
    free(t.names);
    return 0;
}
