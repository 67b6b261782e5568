//! Definitions agree with the C predicates they were read from.
//!
//! Small random heaps are checked twice: by running the predicate, where each object may be read once, and by
//! looking for a derivation with the rules, which own disjoint objects. Both must say the same. This is the
//! net under the translation: a rule that asks too little or too much is found here.

mod support;

use support::heaps::{Heap, Random, number, pointer};
use support::subject::Subject;

/// Compares on many heaps, on some of which it holds and on some not.
fn compare(text: &str, call: &str, definition: &str, arguments: impl Fn(&Heap) -> Vec<i128>) {
    let subject = Subject::new(text, call, definition);
    assert!(subject.id.is_some(), "{definition}: {:#?}", subject.definitions.unreadable);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let (mut held, mut failed) = (0, 0);
    for _ in 0..400 {
        let heap = random.heap();
        let ran = subject.runs(&heap);
        let proved = subject.holds(&heap, &arguments(&heap));
        assert_eq!(ran, proved, "{} on {:?} with {:?}", subject.text(), heap.nodes, heap.arguments);
        *(if ran { &mut held } else { &mut failed }) += 1;
    }
    assert!(held > 15 && failed > 15, "{definition} held {held} times of {}", held + failed);
}

/// A checker of one structure.
fn structure(text: &str) {
    let name = text.split("bool ").last().and_then(|rest| rest.split('(').next()).expect("a name");
    compare(text, &format!("{name}(p)"), name, |heap| vec![pointer(heap, 0)]);
}

/// A checker with one more pointer, or one number.
fn with_pointer(text: &str) {
    let name = text.split("bool ").last().and_then(|rest| rest.split('(').next()).expect("a name");
    compare(text, &format!("{name}(p, q)"), name, |heap| vec![pointer(heap, 0), pointer(heap, 1)]);
}

fn with_number(text: &str) {
    let name = text.split("bool ").last().and_then(|rest| rest.split('(').next()).expect("a name");
    compare(text, &format!("{name}(p, k)"), name, |heap| vec![pointer(heap, 0), number(heap, 3)]);
}

#[test]
fn lists() {
    structure("bool list(struct N *l) { return l == 0 || list(l->a); }");
    structure(
        "int list(struct N *l) { if (!l) return 1; return list(l->a); }\nbool l2(struct N *l) { return list(l); }",
    );
    structure("bool even(struct N *l) { return !l || (l->a && even(l->a->a)); }");
    structure(
        "bool odd(struct N *); bool even(struct N *l) { return !l || odd(l->a); } bool odd(struct N *l) { return l && even(l->a); }",
    );
    structure("bool last(struct N *l) { return l && (l->a ? last(l->a) : l->x > 0); }");
    with_pointer("bool dll(struct N *l, struct N *b) { return l == 0 || (l->b == b && dll(l->a, l)); }");
    with_pointer(
        "bool dll(struct N *l, struct N *b) { if (!l) return true; struct N *next = l->a; return dll(next, l) && l->b == b; }",
    );
}

#[test]
fn circles() {
    let to = "bool to(struct N *x, struct N *h) { return x == h || (x != 0 && to(x->a, h)); }";
    with_pointer(to);
    structure(&format!("{to} bool circ(struct N *h) {{ return h == 0 || to(h->a, h); }}"));
}

#[test]
fn trees() {
    structure("bool tree(struct N *t) { return t == 0 || (tree(t->a) && tree(t->b)); }");
    with_pointer(
        "bool ptree(struct N *t, struct N *up) { return !t || (t->c == up && ptree(t->a, t) && ptree(t->b, t)); }",
    );
    let bst = "bool bst(struct N *t, int lo, int hi) { return t == 0 || (lo <= t->x && t->x <= hi && bst(t->a, lo, t->x) && bst(t->b, t->x, hi)); }";
    let args = |heap: &Heap| vec![pointer(heap, 0), number(heap, 4), number(heap, 4) + 5];
    compare(bst, "bst(p, m, m + 5)", "bst", args);
    with_number(
        "bool height(struct N *t, int n) { return t ? height(t->a, n - 1) && height(t->b, n - 1) : n >= 0 && n <= 2; }",
    );
}

#[test]
fn several_levels() {
    let skip =
        "bool skip0(struct N *x, struct N *e) { return x == e || (x != 0 && x->b == 0 && skip0(x->a, e)); }
        bool skip1(struct N *l) { return l == 0 || (skip0(l->a, l->b) && skip1(l->b)); }";
    structure(skip);
    let lol = "bool list(struct N *l) { return l == 0 || list(l->a); }
        bool lol(struct N *o) { return o == 0 || (list(o->b) && lol(o->a)); }";
    structure(lol);
}

#[test]
fn numbers() {
    with_number(
        "bool sorted(struct N *l, int m) { return l == 0 || (m - 5 <= l->x && sorted(l->a, l->x + 5)); }",
    );
    with_number("bool len(struct N *l, int n) { return l == 0 ? n == 0 : len(l->a, n - 1); }");
    let count = "bool count(struct N *l, size_t n) { return l == 0 ? n == 0 : n > 0 && count(l->a, n - 1); }";
    with_number(count);
    with_number(
        "bool step(struct N *l, int n) { return !l || (2 * l->x + 1 < 3 * n + 20 && step(l->a, n + 2 * l->x)); }",
    );
    structure("bool flag(struct N *l) { return !l || (l->y ? l->x > 0 : l->b == 0) && flag(l->a); }");
    structure(
        "bool cases(struct N *l) { if (!l) return 1; switch (l->x) { case 0: return 0; case 1: case 2: return cases(l->a); default: return l->y < 1 && cases(l->a); } }",
    );
}

#[test]
fn loops() {
    structure(
        "bool up(struct N *l) { int last = -9; while (l) { if (l->x < last) return false; last = l->x; l = l->a; } return true; }",
    );
    structure(
        "bool back(struct N *l) { struct N *p = 0; for (; l; l = l->a) { if (l->b != p) return false; p = l; } return true; }",
    );
    with_number("bool counts(struct N *l, int n) { while (l) { n--; l = l->a; } return n == 0; }");
    with_pointer(
        "bool until(struct N *l, struct N *e) { while (l != e) { if (!l) return false; l = l->a; } return true; }",
    );
    structure(
        "bool ring(struct N *h) { if (!h) return true; struct N *l = h->a; while (l && l != h) l = l->a; return l == h; }",
    );
}

#[test]
fn choices_and_functions() {
    let all = "bool all(struct N *l, bool (*ok)(int)) { return !l || (ok(l->x) && all(l->a, ok)); }
        bool positive(int n) { return n >= 0; }
        bool positives(struct N *l) { return all(l, positive); }";
    structure(all);
    structure(
        "int data(struct N *l) { return l->x; } struct N *next(struct N *l) { return l->a; }
        bool list(struct N *l) { return !l || (data(l) != 1 && list(next(l))); }",
    );
    let either = "bool list(struct N *l) { return l == 0 || list(l->a); } bool tree(struct N *t) { return t == 0 || (tree(t->a) && tree(t->b)); }
        bool either(struct N *l) { return l && ((l->x > 2 && list(l->a)) || (l->y && tree(l->b))); }";
    structure(either);
}
