// A generic growing array of any element type, by element size and memcpy.
//@ clean
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct array {
    void *data;
    size_t count, capacity, element;
};

static void *array_push(struct array *a, const void *value) {
    if (a->count == a->capacity) {
        a->capacity = a->capacity ? a->capacity * 2 : 1;
        void *data = realloc(a->data, a->capacity * a->element);
        if (!data)
            exit(2);
        a->data = data;
    }
    void *slot = (char *)a->data + a->count++ * a->element;
    return memcpy(slot, value, a->element);
}

static void *array_at(const struct array *a, size_t i) {
    return i < a->count ? (char *)a->data + i * a->element : NULL;
}

struct pixel {
    unsigned char r, g, b;
};

int main(void) {
    struct array numbers = {.element = sizeof(long)}, pixels = {.element = sizeof(struct pixel)};
    unsigned n = (unsigned)__VERIFIER_nondet_int() % 10;
    for (unsigned i = 0; i < n; i++) {
        unsigned x = (unsigned)__VERIFIER_nondet_int();
        array_push(&numbers, &(long){(long)x % 1000 - 500});
        struct pixel p = {(unsigned char)x, (unsigned char)(x >> 8), (unsigned char)(x >> 16)};
        struct pixel *stored = array_push(&pixels, &p);
        stored->r ^= 0xff;
    }
    long sum = 0;
    for (size_t i = 0; i < numbers.count; i++) {
        struct pixel *p = array_at(&pixels, i);
        sum += *(long *)array_at(&numbers, i);
        printf("#%02x%02x%02x ", p->r, p->g, p->b);
    }
    printf("\nsum %ld, %zu/%zu, beyond: %s\n", sum, numbers.count, numbers.capacity,
           array_at(&pixels, n) ? "something" : "nothing");
    free(numbers.data);
    free(pixels.data);
    return 0;
}
