// Objects with a table of functions: shapes, a counting decorator, and destruction through the base.
//@ clean
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct shape;

struct shape_ops {
    const char *name;
    long (*area)(const struct shape *);
    void (*destroy)(struct shape *);
};

struct shape {
    const struct shape_ops *ops;
};

struct rect {
    struct shape base;
    long w, h;
};

struct scaled {
    struct shape base;
    struct shape *inner;
    int factor;
};

static long rect_area(const struct shape *s) {
    const struct rect *r = (const struct rect *)s;
    return r->w * r->h;
}

static void plain_destroy(struct shape *s) { free(s); }

static long scaled_area(const struct shape *s) {
    const struct scaled *c = (const struct scaled *)s;
    return c->factor * c->factor * c->inner->ops->area(c->inner);
}

static void scaled_destroy(struct shape *s) {
    struct scaled *c = (struct scaled *)s;
    c->inner->ops->destroy(c->inner);
    free(c);
}

static const struct shape_ops rect_ops = {"rect", rect_area, plain_destroy};
static const struct shape_ops scaled_ops = {.name = "scaled", .destroy = scaled_destroy, .area = scaled_area};

static void *new_shape(size_t size, const struct shape_ops *ops) {
    struct shape *s = malloc(size);
    if (!s)
        exit(2);
    s->ops = ops;
    return s;
}

int main(void) {
    long total = 0;
    for (int i = 0; i < 4; i++) {
        unsigned x = (unsigned)__VERIFIER_nondet_int();
        struct rect *r = new_shape(sizeof *r, &rect_ops);
        r->w = x % 10;
        r->h = x / 10 % 10;
        struct shape *s = &r->base;
        for (unsigned wraps = x / 100 % 3; wraps > 0; wraps--) {
            struct scaled *c = new_shape(sizeof *c, &scaled_ops);
            c->inner = s;
            c->factor = 2;
            s = &c->base;
        }
        printf("%s of area %ld\n", s->ops->name, s->ops->area(s));
        total += s->ops->area(s);
        s->ops->destroy(s);
    }
    printf("total %ld\n", total);
    return 0;
}
