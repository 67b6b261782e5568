//! What a function is given when it runs by itself is what the inputs say, as the documentation has it.

mod models_support;

use std::sync::Arc;

use interp::{Exit, Inputs, Options, RunResult};
use model::Rule;
use models_support::program;
use shapewright_verify as verify;

/// Runs `f` with these inputs.
fn run(text: &str, inputs: &[i128]) -> RunResult {
    let program = program(text);
    let options = Options {
        inputs: Inputs::List(inputs.to_vec()),
        checkers: Arc::new(verify::predicates(&program)),
        max_steps: 100_000,
        ..Options::new(program.function_named("f").expect("there is `f`"))
    };
    interp::run(&program, &options)
}

/// `f` does nothing wrong with these inputs, and uses them all.
fn clean(text: &str, inputs: &[i128]) {
    let result = run(text, inputs);
    assert_eq!((&result.findings, &result.exit), (&Vec::new(), &Exit::Exited(0)), "{text}");
    assert_eq!(result.inputs, inputs);
}

/// `f` does these things wrong, each on its line.
fn wrong(text: &str, inputs: &[i128], expected: &[(Rule, u32)]) {
    let result = run(text, inputs);
    let found: Vec<(Rule, u32)> = result.findings.iter().map(|f| (f.rule, f.span.line)).collect();
    assert_eq!(found, expected, "{text}: {:?}", result.exit);
}

#[test]
fn numbers_and_pointers_in_order() {
    clean("void f(struct node *a, int n) { assert(a == NULL && n == 3); }", &[0, 3]);
    clean(
        "void f(struct node *a, struct node *b) {
            assert(a->next == b && a->data == 5 && b->next == a && b->data == 7);
        }",
        &[1, 1, 3, 5, 2, 7],
    );
    // Objects follow in the order in which they are found, not each behind its pointer.
    clean("void f(struct node *a, int n) { assert(n == 9 && a->next->data == 4); }", &[1, 9, 1, 0, 0, 4]);
}

#[test]
fn members_arrays_and_bits() {
    clean(
        "struct s { int a[2]; unsigned b : 3; unsigned c : 5; union { char d; struct node *e; } u; };
        void f(struct s s) { assert(s.a[0] == 1 && s.a[1] == -2 && s.b == 5 && s.c == 17 && s.u.e == NULL); }",
        &[1, -2, 5, 17, 0],
    );
    // A pointer to a member, and the struct around it.
    clean(
        "struct item { int value; struct node link; };
        void f(struct node *l) {
            struct item *i = (struct item *)((char *)l - offsetof(struct item, link));
            assert(i->value == 6 && l->next == NULL && l->data == 8);
        }",
        &[-2, 6, 0, 8],
    );
    // A pointer to a pointer that is there already.
    clean("void f(struct node *a, struct node **b) { assert(b == &a->next); }", &[1, 2, 0, 0]);
}

#[test]
fn globals_and_functions() {
    clean(
        "static struct node *head = NULL; static const int limit = 4; static int other = 9;
        void set(struct node *h, int n) { head = h; other = n; }
        void f(int n) { assert(n == 1 && head->data == 2 && limit == 4); }",
        &[1, 1, 0, 2],
    );
    clean(
        "int one(int n) { return n + 1; } int two(int n) { return n + 2; }
        void f(int (*g)(int)) { assert(g != NULL && g(1) == 3); }",
        &[2],
    );
    clean(
        "static struct node end; struct node *last(void) { return &end; } void f(struct node *l) { assert(l == &end); }",
        &[2, 0, 0],
    );
}

#[test]
fn what_is_gone_is_not_there() {
    wrong("int f(struct node *a) { return a->data; }", &[-1], &[(Rule::UseAfterFree, 1)]);
    wrong("void f(struct node *a) { free(a); }", &[-1], &[(Rule::DoubleFree, 1)]);
    clean("void f(struct node *a, struct node *b) { assert(a == b && a != NULL); }", &[-1, 2]);
}

#[test]
fn inputs_that_stand_for_nothing_are_null() {
    let result = run("void f(struct node *a, struct node *b) { assert(a == NULL && b == NULL); }", &[7, -99]);
    assert_eq!((result.findings.len(), result.inputs), (0, vec![0, 0]));
}

const LIST: &str = "bool list(struct node *l) { return l == NULL || list(l->next); }\n";

#[test]
fn a_function_is_not_run_where_it_must_not_be_called() {
    let text = format!(
        "{LIST}void f(struct node *a, struct node *b) {{ sw_requires(list(a) && list(b)); sw_ensures(list(a) && list(b)); }}"
    );
    let ends = |inputs: &[i128]| run(&text, inputs).exit;
    assert_eq!(ends(&[1, 1, 0, 0, 0, 0]), Exit::Exited(0));
    assert!(matches!(ends(&[1, 2, 0, 0]), Exit::Rejected { .. }), "they share a cell");
    assert!(matches!(ends(&[1, 0, 2, 0]), Exit::Rejected { .. }), "it runs in a circle");
    assert!(matches!(ends(&[-1, 0]), Exit::Rejected { .. }), "it is gone");
}

#[test]
fn what_is_owned_must_be_accounted_for() {
    let with =
        |clauses: &str, body: &str| format!("{LIST}struct node *f(struct node *l) {{ {clauses}\n{body}\n}}");
    let takes = "sw_requires(list(l));";
    let keeps = "sw_requires(list(l)); sw_ensures(list(l));";
    let gives = "sw_requires(list(l)); sw_ensures(list(sw_result));";
    let one = [1, 0, 5];
    clean(&with(takes, "free(l); return NULL;"), &one);
    clean(&with(keeps, "return NULL;"), &one);
    clean(&with(gives, "return l;"), &one);
    wrong(&with(takes, "return NULL;"), &one, &[(Rule::Leak, 3)]);
    wrong(&with(gives, "return NULL;"), &one, &[(Rule::Leak, 3)]);
    // The caller can still reach it, but does not know that it is his.
    wrong(&with(takes, "return l;"), &one, &[(Rule::Contract, 4)]);
    wrong(&with(keeps, "return malloc(1);"), &one, &[(Rule::Contract, 4)]);
    // What cannot be looked at does not hold.
    wrong(&with(gives, "free(l); return l;"), &one, &[(Rule::Contract, 2)]);
    // Without a contract nothing is the function's own.
    clean(&format!("{LIST}void f(struct node *l) {{ l = NULL; }}"), &one);
    // What globals lead to is everybody's.
    clean(&format!("static struct node *kept; {}", with(takes, "kept = l; return NULL;")), &[1, 0, 0, 5]);
}

#[test]
fn the_clauses_get_the_arguments_they_take() {
    // No clause speaks of the result, which is not the length.
    let text =
        "int f(struct node *l) { sw_requires(sw_len(l) >= 0); sw_ensures(sw_len(l) == sw_old(sw_len(l)));
        return 0; }";
    clean(text, &[1, 1, 0, 0, 0]);
    let result = run(&text.replace("return 0", "return 17"), &[1, 1, 0, 0, 0]);
    assert_eq!((result.findings.len(), result.exit), (0, Exit::Exited(17)));
}
