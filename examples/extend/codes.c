/* Counts the codes that a board sends, in a list with an entry for each kind. */
#include <stdlib.h>

int next_code(void);

struct kind {
    struct kind *next;
    int code;
    int count;
};

static void release(struct kind *list) {
    while (list != NULL) {
        struct kind *next = list->next;
        free(list);
        list = next;
    }
}

int main(void) {
    struct kind *list = NULL;
    int counts[4] = {0};
    for (int code = next_code(); code >= 0; code = next_code())
        counts[code]++;
    for (int code = 0; code < 4; code++) {
        struct kind *kind = malloc(sizeof *kind);
        if (kind == NULL)
            break;
        kind->code = code;
        kind->count = counts[code];
        kind->next = list;
        list = kind;
    }
    release(list);
    return 0;
}
