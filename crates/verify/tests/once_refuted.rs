//! Programs whose analysis was once refuted by a run, made small: it is not any more.

mod support;

use checkers::Checkers;
use shapewright_verify as verify;
use support::{load_text, load_text_with, refuted_loaded};

/// No run refutes the analysis of this program.
fn holds(text: &str) {
    let program = load_text(text);
    let domain = Checkers::new(&program, checkers::Options { malloc_may_fail: true });
    if let Some(why) = refuted_loaded(&program, &domain, 6) {
        panic!("{why}\n{text}");
    }
}

/// No run refutes what all engines together say of this program.
fn holds_together(text: &str) {
    let options = verify::Options { self_check: Some(6), jobs: Some(1), ..verify::Options::default() };
    let program = load_text_with(text, &[cfront::Model::Libc]);
    let (_, checked) = verify::check(&program, &options);
    if let Some(unsound) = checked.unwrap_or_default().unsound.first() {
        panic!("{}\n{text}", unsound.what);
    }
}

/// Reading what has no value is an error where it is used, not where it is passed on.
#[test]
fn an_argument_without_a_value() {
    holds(
        "#include <stdlib.h>
         struct node { struct node *next; };
         static struct node *f(int unused) { return NULL; }
         int main(void) { int i; struct node *q; q = f(i); return q != NULL; }",
    );
}

/// The same where the function is known by its contract only.
#[test]
fn an_argument_without_a_value_by_contract() {
    holds(
        "#include <shapewright.h>
         #include <stdlib.h>
         struct node { int data; };
         static struct node *f(struct node *unused) { sw_requires(1); return NULL; }
         static struct node *g(struct node *x) { x = f(x); return NULL; }
         int main(void) { struct node *a; a = g(a); return a != NULL; }",
    );
}

/// Padding is never written, in the second object of a rule as in the first.
#[test]
fn padding_of_a_second_object() {
    holds(
        "#include <shapewright.h>
         #include <stdlib.h>
         struct node { int data; struct node *prev, *next; };
         static bool pairs(struct node *x, struct node *up) {
             return x == NULL || (x->prev == up && pairs(x->next->next, x));
         }
         static struct node *f(struct node *x) {
             sw_requires(pairs(x, NULL));
             sw_ensures(pairs(sw_result, NULL));
             struct node *p = x;
             while (p != NULL) p = p->next;
             return x;
         }
         int main(void) {
             struct node *a = NULL;
             for (int i = 0; i < 2; i++) {
                 struct node *p = malloc(sizeof(struct node));
                 if (p == NULL) abort();
                 p->data = i;
                 p->prev = NULL;
                 p->next = a;
                 if (a != NULL) a->prev = p;
                 a = p;
             }
             a = f(a);
             return 0;
         }",
    );
}

/// What a checker reads must have been written, even if it does not look at it in the end.
#[test]
fn a_member_without_a_value_in_a_contract() {
    holds(
        "#include <shapewright.h>
         #include <stdlib.h>
         struct node { int data; struct node *next; };
         static bool sorted(struct node *x, int low) {
             return x == NULL || (low <= x->data && sorted(x->next, x->data));
         }
         static bool over(struct node *x, int low) {
             return x == NULL || (low <= 0 && over(x->next, x->data));
         }
         static int f(struct node *x) { sw_requires(over(x, 0)); return x == NULL ? 0 : x->data; }
         static int g(struct node *x) { sw_requires(sorted(x, 0)); return x == NULL ? 0 : x->data; }
         extern int __VERIFIER_nondet_int(void);
         int main(void) {
             struct node *a = malloc(sizeof(struct node));
             if (a == NULL) abort();
             a->next = NULL;
             int n = __VERIFIER_nondet_int() ? f(a) : g(a);
             free(a);
             return n;
         }",
    );
}

/// What a function is given may be a global that it does not know.
#[test]
fn a_global_lent_to_a_function() {
    holds(
        "#include <shapewright.h>
         #include <stdlib.h>
         struct node { struct node *next; };
         static struct node *all = NULL;
         static bool list(struct node *x) { return x == NULL || list(x->next); }
         static void f(struct node **x) { sw_requires(list(*x)); sw_ensures(list(*x)); }
         int main(void) { f(&all); return 0; }",
    );
}

/// A number is compared with the bounds of a structure as its type means it.
#[test]
fn a_negative_number_in_a_structure() {
    holds(
        "#include <shapewright.h>
         #include <stdlib.h>
         struct node { int data; struct node *next; };
         static bool sorted(struct node *x, int low) {
             return x == NULL || (low <= x->data && sorted(x->next, x->data));
         }
         static int f(struct node *x) {
             sw_requires(sorted(x, -9));
             return x != NULL && x->next != NULL ? x->next->data : 0;
         }
         static struct node *push(int data, struct node *next) {
             struct node *p = malloc(sizeof *p);
             if (p == NULL) abort();
             p->data = data;
             p->next = next;
             return p;
         }
         int main(void) { struct node *x = push(-2, push(-1, NULL)); return f(x) + x->data; }",
    );
}

/// A list that is empty leads back to nothing.
#[test]
fn the_cells_before_an_empty_list() {
    holds(
        "#include <stdlib.h>
         extern int __VERIFIER_nondet_int(void);
         struct chain { struct chain *prev, *next; };
         static struct chain *all = NULL;
         int main(void) {
             struct chain *q;
             while (__VERIFIER_nondet_int()) {
                 q = malloc(sizeof(struct chain));
                 q->next = all;
                 if (all) all->prev = q;
                 all = q;
             }
             q = all->next;
             all = q->next;
             return 0;
         }",
    );
}

/// Elements that all hold one pointer do not each own what is there.
#[test]
fn a_row_of_one_pointer() {
    holds(
        "#include <stdlib.h>
         extern int __VERIFIER_nondet_int(void);
         struct node { struct node *next; int data; };
         int main(void) {
             struct node **ends = calloc(2, sizeof *ends);
             if (ends == NULL) return 0;
             for (int k = 0; __VERIFIER_nondet_int(); k++) {
                 struct node *p = malloc(sizeof *p);
                 p->data = 0;
                 if (ends[0] == NULL) ends[0] = p;
                 else ends[1]->next = p;
                 ends[1] = p;
             }
             for (int i = 0; i < 2; i++)
                 if (ends[i] != NULL) ends[i]->data = i;
             return ends[0] != NULL && ends[0] != ends[1];
         }",
    );
}

/// What a constant leads to by its initializer is seen by every function that knows the constant: it was the caller's and the callee's at once.
#[test]
fn names_in_a_constant_table() {
    holds(
        "#include <string.h>
         struct op { const char *name; int (*call)(void); };
         static int one(void) { return 1; }
         static int two(void) { return 2; }
         static const struct op ops[] = { { \"one\", one }, { \"two\", two } };
         static const struct op *named(const char *name) {
             for (size_t i = 0; i < 2; i++)
                 if (strcmp(ops[i].name, name) == 0) return &ops[i];
             return NULL;
         }
         static int apply(const char *name) {
             const struct op *op = named(name);
             return op ? op->call() : 0;
         }
         int main(void) { int k = apply(\"one\"); return apply(\"two\") + k; }",
    );
}

/// The same where what it leads to changes.
#[test]
fn variables_in_a_constant_table() {
    holds(
        "struct cell { int *to; int n; };
         static int x, y;
         static const struct cell table[] = { { &x, 1 }, { &y, 2 } };
         static void set(int i) { *table[i].to = table[i].n; }
         static int get(int i) { return *table[i].to; }
         int main(void) { x = 0; set(0); set(1); return x + get(0) + get(1); }",
    );
}

/// A number of a wide type that is kept in fewer bytes may be negative.
#[test]
fn a_negative_number_in_fewer_bytes_than_its_type() {
    holds(
        "#include <stdio.h>
         #include <stdlib.h>
         static int ask(void) {
             char text[8];
             if (scanf(\"%7s\", text) != 1) return -1;
             char *end;
             long v = strtol(text, &end, 10);
             if (v < 0 || v >= 3) return -1;
             return (int)v;
         }
         int main(void) {
             int k = 0;
             while (scanf(\"%d\", &k) == 1 && k != 0) k = ask();
             return 0;
         }",
    );
}

/// A state in which something lies behind the end of an object is a state of no run, and no reason to look there.
#[test]
fn a_member_behind_the_end_of_a_variable() {
    holds_together(
        "#include <stdlib.h>
         struct item { struct item *next; int key; };
         static struct item *all;
         static void each(int (*what)(struct item *, void *), void *context) {
             for (struct item *l = all, *next; l; l = next) { next = l->next; if (!what(l, context)) return; }
         }
         static int largest(struct item *e, void *context) { struct item *to = context; to->key = e->key; return 1; }
         static int release(struct item *e, void *context) { (void)context; free(e); return 1; }
         int main(void) {
             struct item *e = malloc(sizeof *e);
             if (e) { e->key = 3; e->next = all; all = e; }
             { struct item *best = NULL; each(largest, &best); if (best) return 1; }
             each(release, NULL);
             return 0;
         }",
    );
}

/// What goes wrong in the library once a function that it called has returned, goes wrong where the library was called.
#[test]
fn a_comparison_that_frees_what_is_sorted() {
    holds_together(
        "#include <stdlib.h>
         static int *a;
         static int order(const void *x, const void *y) { (void)x; (void)y; free(a); a = NULL; return 0; }
         int main(void) {
             a = calloc(4, sizeof *a);
             if (!a) return 0;
             qsort(a, 4, sizeof *a, order);
             free(a);
             return 0;
         }",
    );
}

/// The same for a number that has no type, as it is one constant or another.
#[test]
fn one_of_two_constants_in_few_bytes() {
    holds(
        "#include <stdio.h>
         #include <stdlib.h>
         struct item { struct item *next; };
         static int count, used;
         static struct item *all;
         static int leave(void) { return used == 0 ? -1 : used; }
         int main(void) {
             int k = 0;
             while (scanf(\"%d\", &k) == 1 && k != 0) {
                 struct item *e = malloc(sizeof *e);
                 count++;
                 if (e) { e->next = all; all = e; }
                 k = leave();
             }
             return 0;
         }",
    );
}

/// A function that knows a variable by a pointer only writes to it without naming it: what the caller knew of the variable does not hold inside.
#[test]
fn a_variable_that_is_known_by_a_pointer() {
    let text = "#include <stdlib.h>
         extern int __VERIFIER_nondet_int(void);
         struct node { struct node *next, *jump; };
         static struct node a, b;
         static void set(struct node *h, struct node *n) {
             if (__VERIFIER_nondet_int()) h = h->jump;
             h->next = n;
         }
         int main(void) {
             struct node *t = calloc(1, sizeof *t);
             if (!t) return 0;
             a.next = t; a.jump = &b; b.next = t;
             struct node *n = calloc(1, sizeof *n);
             if (n) set(&a, n);
             if (a.next == t) free(t);
             return 0;
         }";
    let options = verify::Options {
        domain: verify::Domain::Regions,
        self_check: Some(20),
        jobs: Some(1),
        ..verify::Options::default()
    };
    let (_, checked) = verify::check(&load_text(text), &options);
    if let Some(unsound) = checked.unwrap_or_default().unsound.first() {
        panic!("{}\n{text}", unsound.what);
    }
}

/// Rows of which some were looked into are joined with rows that may be shorter: they have no such cells.
#[test]
fn rows_of_blocks_that_may_be_short() {
    holds_together(
        "#include <stdio.h>
         #include <stdlib.h>
         extern int __VERIFIER_nondet_int(void);
         static int **rows(int n, int w) {
             int **m = malloc(n * sizeof *m);
             if (m == NULL) return NULL;
             for (int i = 0; i < n; i++) {
                 m[i] = calloc(w, sizeof **m);
                 if (m[i] == NULL) { while (i > 0) free(m[--i]); free(m); return NULL; }
             }
             return m;
         }
         static int trace(int **m, int n, int w) {
             int sum = 0;
             for (int i = 0; i < n; i++)
                 for (int j = 0; j < w; j++) sum = (sum + m[i][j]) & 255;
             return sum;
         }
         int main(void) {
             int k = 0;
             int n = (__VERIFIER_nondet_int() & 3) + 1, w = (__VERIFIER_nondet_int() & 3) + 1;
             int **m = rows(n, w);
             while ((k = getchar()) != EOF && k != 'q') {
                 if (m && n > 1) m[n - 1][w - 1] = k;
                 if (m) k = trace(m, n, w);
                 if (__VERIFIER_nondet_int() & 1) if (m && n > 1) m[n - 1][w - 1] = k;
                 if (__VERIFIER_nondet_int() & 1) if (m && k >= 0 && k < n) m[k][0] = 1;
             }
             if (m) for (int i = 0; i < n; i++) free(m[i]);
             free(m);
             return 0;
         }",
    );
}
