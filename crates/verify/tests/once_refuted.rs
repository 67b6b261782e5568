//! Programs whose analysis was once refuted by a run, made small: it is not any more.

mod support;

use checkers::Checkers;
use support::{load_text, refuted_loaded};

/// No run refutes the analysis of this program.
fn holds(text: &str) {
    let program = load_text(text);
    let domain = Checkers::new(&program, checkers::Options { malloc_may_fail: true });
    if let Some(why) = refuted_loaded(&program, &domain, 6) {
        panic!("{why}\n{text}");
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
