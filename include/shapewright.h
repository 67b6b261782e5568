/* Shapewright's annotations.

   For Shapewright they are statements about the program:

     sw_requires(c);   first in a function's body: c holds whenever the function is called
     sw_ensures(c);    there too: c holds whenever it returns; in c, sw_result is what it returns
                       and sw_old(e) is the value e had when it was called
     sw_assert(c);     c holds here
     sw_assume(c);     only executions in which c holds here matter
     sw_invariant(struct node, list);
                       outside of functions: list holds of every struct node * that functions without
                       a contract of their own are given, return or find in global variables; further
                       arguments of the checker may follow
     sw_segment(list(a), list(b))
                       in a condition: the part of the structure at a that ends where the one at b begins
     sw_block(p, n)    in a checker: behind the struct that ends at p are n bytes more that belong to it, whatever they
                       hold: `sw_block(h + 1, h->size - sizeof *h)`. All structs of a contract that have such a
                       block are parts of one object (an array, or memory from malloc) of at most 2^39 bytes
     sw_len(x)         in a condition: the number of cells of the list that starts at x and ends with
                       a null pointer, along the first member that points to its own struct

   Sets and bags (multisets) of values are for conditions only. A checker may have parameters and variables of
   type sw_set and sw_bag; `sw_set E = sw_any();` before the clauses of a contract is one set for all of them:

     sw_empty(E)              nothing is in E
     sw_in(x, E)              x is in E
     sw_split(E, x, &F)       E is F and x besides; F, a variable, becomes the rest
     sw_with(E, F, x)         the same for an F that is known
     sw_divide(E, &A, &B)     E is A and B together, which have nothing in common; they become the parts
     sw_sum(E, A, B)          the same for A and B that are known
     sw_union(E, A, B)        E is all that is in A, in B or in both
     sw_subset(A, E)          all of A is in E
     sw_same(A, B)            A is B

   A C compiler is told to ignore them; where SHAPEWRIGHT_RUNTIME is defined, sw_requires and sw_assert
   are checked when the program runs, and one that does not hold ends it. A condition that needs the
   length of a list or a part of a structure is not checked then: no C expression finds it. Of sets all is taken
   to hold then, and so is that there are the bytes of a block; the rest of the condition is checked. */
#ifndef SHAPEWRIGHT_H
#define SHAPEWRIGHT_H

#include <stdbool.h>

#if defined(__GNUC__)
#define SW_UNUSED_ __attribute__((unused))
#else
#define SW_UNUSED_
#endif

typedef struct __sw_set *sw_set SW_UNUSED_;
typedef struct __sw_bag *sw_bag SW_UNUSED_;

#if defined(__SHAPEWRIGHT__)

void sw_requires(_Bool condition);
void sw_ensures(_Bool condition);
void sw_assert(_Bool condition);
void sw_assume(_Bool condition);
_Bool sw_segment(_Bool from, _Bool to);
_Bool sw_block(const volatile void *begin, __SIZE_TYPE__ size);
__SIZE_TYPE__ sw_len(const volatile void *list);
void __sw_old(void);
#define sw_invariant(type, checker, ...) \
    static _Bool __sw_invariant_##checker(type *sw_it) { return checker(sw_it, ##__VA_ARGS__); } struct __sw_invariant

void *sw_any(void);
_Bool sw_empty(const void *set);
_Bool __sw_in(const void *set, ...);
_Bool __sw_with(const void *whole, const void *part, ...);
_Bool __sw_bag_with(const void *whole, const void *part, ...);
_Bool __sw_sum(const void *whole, const void *a, const void *b);
_Bool __sw_bag_sum(const void *whole, const void *a, const void *b);
_Bool sw_union(const void *whole, const void *a, const void *b);
_Bool sw_subset(const void *part, const void *whole);
_Bool sw_same(const void *a, const void *b);
#define sw_in(element, set) __sw_in(set, element)
#define sw_with(whole, part, element) \
    _Generic((whole), sw_bag: __sw_bag_with, default: __sw_with)(whole, part, element)
#define sw_sum(whole, a, b) _Generic((whole), sw_bag: __sw_bag_sum, default: __sw_sum)(whole, a, b)
#define sw_split(whole, element, rest) (*(rest) = sw_any(), sw_with(whole, *(rest), element))
#define sw_divide(whole, a, b) (*(a) = sw_any(), *(b) = sw_any(), sw_sum(whole, *(a), *(b)))

#else

#define sw_block(begin, size) ((void)(begin), (void)(size), 1)
#define sw_any() ((void *)0)
#define sw_empty(set) ((void)(set), 1)
#define sw_in(element, set) ((void)(element), (void)(set), 1)
#define sw_with(whole, part, element) ((void)(whole), (void)(part), (void)(element), 1)
#define sw_split(whole, element, rest) (*(rest) = 0, sw_with(whole, *(rest), element))
#define sw_divide(whole, a, b) (*(a) = 0, *(b) = 0, sw_sum(whole, *(a), *(b)))
#define sw_sum(whole, a, b) ((void)(whole), (void)(a), (void)(b), 1)
#define sw_union(whole, a, b) sw_sum(whole, a, b)
#define sw_subset(part, whole) ((void)(part), (void)(whole), 1)
#define sw_same(a, b) ((void)(a), (void)(b), 1)

/* A condition may have commas outside of parentheses, in braces: it is all the arguments. */
#if defined(SHAPEWRIGHT_RUNTIME)

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

/* Whether the condition being checked asked for something that cannot be known. */
static int sw_unknown_ SW_UNUSED_;

static SW_UNUSED_ size_t sw_unknown_length_(const volatile void *list) {
    (void)list;
    sw_unknown_ = 1;
    return 0;
}

static SW_UNUSED_ void sw_fail_(const char *what, const char *file, int line, const char *function) {
    fprintf(stderr, "%s:%d: %s: `%s' does not hold.\n", file, line, function, what);
    abort();
}

#define SW_CHECK_(condition, what) \
    do { \
        const int sw_outer_ = sw_unknown_; \
        sw_unknown_ = 0; \
        if (!condition && !sw_unknown_) \
            sw_fail_(what, __FILE__, __LINE__, __func__); \
        sw_unknown_ = sw_outer_; \
    } while (0)

#define sw_len(list) sw_unknown_length_(list)
#define sw_segment(from, to) ((void)sizeof(from), (void)sizeof(to), sw_unknown_ = 1)
#define sw_requires(...) SW_CHECK_((__VA_ARGS__), "sw_requires(" #__VA_ARGS__ ")")
#define sw_assert(...) SW_CHECK_((__VA_ARGS__), "sw_assert(" #__VA_ARGS__ ")")

#else

#define sw_requires(...) ((void)0)
#define sw_assert(...) ((void)0)
/* A checker that nobody calls may ask for it. */
#define sw_len(list) ((void)(list), sizeof(char) - sizeof(char))
#define sw_segment(from, to) ((void)sizeof(from), (void)sizeof(to), 1)

#endif

#define sw_invariant(...) struct sw_invariant_
#define sw_ensures(...) ((void)0)
#define sw_assume(...) ((void)0)

#endif

#endif
