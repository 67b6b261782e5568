// Blocks of a list reach to where the next one begins, and not further.
#include <shapewright.h>
#include <stddef.h>

struct hdr {
    struct hdr *next;
    size_t size;
};

static bool blocks(struct hdr *h) {
    return h == NULL || (h->size >= sizeof *h && sw_block(h + 1, h->size - sizeof *h) && blocks(h->next));
}

static size_t total(struct hdr *h) {
    sw_requires(blocks(h));
    size_t sum = 0;
    for (; h != NULL; h = h->next)
        sum += h->size;
    return sum;
}

static struct hdr memory[8];

int main(void) {
    memory[0].size = 4 * sizeof *memory;
    memory[0].next = &memory[4];
    memory[4].size = 4 * sizeof *memory;
    memory[4].next = NULL;
    if (total(memory) != sizeof memory)
        return 1;
    memory[0].size += 1;
    return total(memory) == 0; //~ error[contract]
}
