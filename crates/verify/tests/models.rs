//! Models of what a function requires satisfy it.

mod models_support;

use std::sync::Arc;

use checkers::Checkers;
use engine::{Engine, Entry, Limits};
use interp::{Exit, Inputs, Options};
use models_support::program;
use shapewright_verify as verify;

/// Makes all models of what `f` requires: how many there are, and how many are rejected.
fn models(text: &str) -> (usize, usize) {
    let program = program(text);
    let function = program.function_named("f").expect("there is `f`");
    let checkers = Arc::new(verify::predicates(&program));
    let models = verify::Models::new(&program, function).all();
    let rejected = models.iter().filter(|list| {
        let inputs = Inputs::List((*list).clone());
        let options =
            Options { inputs, checkers: checkers.clone(), max_steps: 100_000, ..Options::new(function) };
        let result = interp::run(&program, &options);
        // The prefix says it all: nothing else is asked for before the function begins.
        assert_eq!(result.inputs, **list, "{text}");
        matches!(result.exit, Exit::Rejected { .. })
    });
    (models.len(), rejected.count())
}

/// There are so many models at least, and all are what they should be.
fn good(least: usize, text: &str) {
    let (made, rejected) = models(text);
    assert!(made >= least && rejected == 0, "{made} models of which {rejected} are none: {text}");
}

#[test]
fn lists() {
    let list = "bool list(struct node *l) { return l == 0 || list(l->next); }";
    good(30, &format!("{list} void f(struct node *l) {{ sw_requires(list(l)); }}"));
    good(
        30,
        &format!("{list} void f(struct node *a, struct node *b) {{ sw_requires(list(a) && list(b)); }}"),
    );
    good(
        30,
        &format!("{list} void f(struct node *a, struct node *b) {{ sw_requires(list(a) && b->next == 0); }}"),
    );
    good(30, &format!("{list} void f(struct node **l) {{ sw_requires(list(*l)); }}"));
    good(30, &format!("{list} struct node *head; void f(void) {{ sw_requires(list(head)); }}"));
    good(
        30,
        "struct node end; bool to_end(struct node *l) { return l == &end || (l && to_end(l->next)); }
        void f(struct node *l) { sw_requires(to_end(l)); }",
    );
}

#[test]
fn segments_and_rings() {
    let to = "bool to(struct node *x, struct node *h) { return x == h || (x != 0 && to(x->next, h)); }";
    good(30, &format!("{to} void f(struct node *a, struct node *b) {{ sw_requires(to(a, b)); }}"));
    good(
        30,
        &format!(
            "{to} bool ring(struct node *h) {{ return h == 0 || to(h->next, h); }} void f(struct node *h) {{ sw_requires(ring(h)); }}"
        ),
    );
    let list = "bool list(struct node *l) { return l == 0 || list(l->next); }";
    good(
        30,
        &format!(
            "{list} void f(struct node *a, struct node *b) {{ sw_requires(sw_segment(list(a), list(b)) && list(b)); }}"
        ),
    );
}

#[test]
fn numbers() {
    good(
        30,
        "bool sorted(struct node *l, int m) { return l == 0 || (m <= l->data && sorted(l->next, l->data)); }
        void f(struct node *l, int m) { sw_requires(sorted(l, m)); }",
    );
    good(
        20,
        "bool len(struct node *l, int n) { return l == 0 ? n == 0 : len(l->next, n - 1); }
        void f(struct node *l, int n, int k) { sw_requires(len(l, n) && 0 <= k && k <= n); }",
    );
    good(
        20,
        "bool flag(struct node *l) { return !l || ((l->data == 100 || l->data < -20) && flag(l->next)); }
        void f(struct node *l) { sw_requires(flag(l)); }",
    );
}

#[test]
fn trees_and_back_links() {
    let tree = "struct t { struct t *l, *r, *up; int k; };";
    good(60, &format!("{tree} bool tree(struct t *t, struct t *up) {{ return !t || (t->up == up && tree(t->l, t) && tree(t->r, t)); }}
        void f(struct t *t) {{ sw_requires(tree(t, 0)); }}"));
    good(60, &format!("{tree} bool bst(struct t *t, int lo, int hi) {{ return !t || (lo <= t->k && t->k <= hi && bst(t->l, lo, t->k) && bst(t->r, t->k, hi)); }}
        void f(struct t *t, int lo, int hi) {{ sw_requires(bst(t, lo, hi)); }}"));
}

#[test]
fn members_of_larger_objects() {
    good(
        20,
        "struct item { int value; struct node link; };
        bool items(struct node *l, struct node *head) {
            if (l == head) return true;
            struct item *i = (struct item *)((char *)l - __builtin_offsetof(struct item, link));
            return l && i->value > 2 && items(i->link.next, head);
        }
        void f(struct node *h) { sw_requires(h != 0 && items(h->next, h)); }",
    );
}

#[test]
fn what_nothing_satisfies_has_no_models() {
    let (made, rejected) = models(
        "bool endless(struct node *l) { return l && endless(l->next); }
        void f(struct node *l) { sw_requires(endless(l)); }",
    );
    assert_eq!(made, rejected);
}

#[test]
fn where_no_rules_are_read_some_models_satisfy_all_the_same() {
    let (made, rejected) =
        models("void f(struct node *a, struct node *b) { sw_requires(sw_len(a) > 1 && sw_len(b) > 0); }");
    assert!(made > 100 && made - rejected > 20, "{made} {rejected}");
}

#[test]
fn seeds_draw_models() {
    let program = program(
        "bool list(struct node *l) { return l == 0 || list(l->next); } void f(struct node *l) { sw_requires(list(l)); }",
    );
    let function = program.function_named("f").expect("there is `f`");
    let models = verify::Models::new(&program, function);
    let first = |seed| models.attempts(seed).next();
    assert_eq!(first(3), first(3));
    let drawn: std::collections::BTreeSet<String> =
        (0..50).map(|seed| format!("{:?}", first(seed))).collect();
    assert!(drawn.len() > 20, "{}", drawn.len());
}

/// An analysis that holds that memory never runs out is refuted by runs of the function on its models.
#[test]
fn a_wrong_analysis_of_a_function_is_noticed() {
    let program = program(
        "bool list(struct node *l) { return l == 0 || list(l->next); }
        struct node *f(struct node *l) {
            sw_requires(list(l));
            sw_ensures(list(sw_result));
            struct node *n = malloc(sizeof *n);
            n->next = l;
            n->data = 0;
            return n;
        }",
    );
    let entry = Entry { function: program.function_named("f").expect("there is `f`"), program_start: false };
    let refuted = |malloc_may_fail| {
        let domain = Checkers::new(&program, checkers::Options { malloc_may_fail });
        let analysis = Engine::new(&program, &domain, Limits::default()).run(&entry);
        let compared =
            verify::compare(&program, &verify::Options::default(), &domain, &analysis, &entry, 100);
        assert!(compared.runs > 30 && compared.memories > 100, "{compared:?}");
        !compared.unsound.is_empty()
    };
    assert!(refuted(false), "an allocation that fails is noticed");
    assert!(!refuted(true));
}
