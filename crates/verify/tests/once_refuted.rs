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
