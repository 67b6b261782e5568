// Designated initializers: arrays by enum, ranges, nested members, later ones override earlier ones.
//@ clean
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

enum op { NOP, LOAD, ADD, JUMP, OPS };

static const struct {
    const char *name;
    int cycles[2];
} info[OPS] = {
    [ADD] = {.name = "add", .cycles = {1, 2}},
    [JUMP] = {"jump", .cycles[1] = 4},
    [NOP].name = "nop",
    [LOAD] = {.cycles = {[1] = 9, [0] = 3}, .name = "load"},
};

static const unsigned char kind[128] = {
    ['0' ... '9'] = 1,
    ['a' ... 'z'] = 2,
    ['_'] = 2,
    [' '] = 3,
};

struct screen {
    struct {
        int x, y;
    } size, origin;
    char pixels[2][4];
};

int main(void) {
    struct screen s = {.size = {.y = 2, .x = 4}, .origin.y = -1, .pixels = {[1] = "xyz", [0][2] = 'o'}};
    int cost = 0;
    for (int i = 0; i < 5; i++) {
        unsigned x = (unsigned)__VERIFIER_nondet_int();
        enum op op = x % OPS;
        int slow = x / OPS & 1;
        printf("%s/%d ", info[op].name, info[op].cycles[slow]);
        cost += info[op].cycles[slow];
        s.pixels[slow][x / 16 % 4] ^= 1;
    }
    printf("cost %d\n", cost);
    int classes[4] = {0};
    for (const char *p = "a_b 42 z!"; *p; p++)
        classes[kind[(unsigned char)*p]]++;
    printf("%d %d %d %d\n", classes[0], classes[1], classes[2], classes[3]);
    unsigned sum = 0;
    for (const char *p = &s.pixels[0][0]; p < &s.pixels[0][0] + 4; p++)
        sum += (unsigned char)*p + (unsigned char)p[0];
    printf("%dx%d at %d,%d %u\n", s.size.x, s.size.y, s.origin.x, s.origin.y, sum);
    return 0;
}
