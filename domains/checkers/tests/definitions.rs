//! Checkers as people write them, and the definitions they are.

mod support;

use support::check;

const LIST: &str =
    "struct L { struct L *n; int d; };\nbool list(struct L *l){ return l==0 || list(l->n); }\n";

fn on_lists(text: &str, expected: &str) {
    let text = format!("{}{text}", "struct L { struct L *n; int d; };\n");
    check(&text, expected);
}

#[test]
fn a_list() {
    check(
        &format!("{LIST}void f(struct L *x) {{ sw_requires(list(x)); }}"),
        "
        list(l) := l = null | l ↦ {n: a, d: _} * list(a)
        f.requires.0: list(x)
    ",
    );
}

#[test]
fn a_doubly_linked_list() {
    check(
        "struct D { struct D *n, *p; };
         bool dll(struct D *l, struct D *prev){ return l==0 || (l->p==prev && dll(l->n, l)); }
         void f(struct D *x) { sw_requires(dll(x, 0)); sw_ensures(dll(x, NULL)); }",
        "dll(l, prev) := l = null | l ↦ {n: a, p: prev} * dll(a, l)
         f.requires.0: dll(x, null)
         f.ensures.0: dll(x, null)",
    );
}

#[test]
fn a_circle() {
    on_lists(
        "bool to(struct L *x, struct L *h){ return x==h || (x!=0 && to(x->n,h)); }
         bool circ(struct L *h){ return h==0 || to(h->n,h); }
         void f(struct L *x) { sw_requires(circ(x)); }",
        "circ(h) := h = null | h ↦ {n: a, d: _} * to(a, h)
         to(x, h) := x = h | x ↦ {n: a, d: _} * to(a, h) ∧ x ≠ h
         f.requires.0: circ(x)",
    );
}

#[test]
fn trees() {
    check(
        "struct T { struct T *l,*r,*up; int k; };
         bool tree(struct T *t){ return t==0 || (tree(t->l) && tree(t->r)); }
         bool ptree(struct T *t, struct T *up){ return t==0 || (t->up==up && ptree(t->l,t) && ptree(t->r,t)); }
         bool bst(struct T *t,int lo,int hi){ return t==0 || (lo<=t->k && t->k<=hi && bst(t->l,lo,t->k) && bst(t->r,t->k,hi)); }
         void f(struct T *x) { sw_requires(tree(x)); }
         void g(struct T *x) { sw_requires(ptree(x, 0)); }
         void h(struct T *x) { sw_requires(bst(x, 0, 10)); }",
        "tree(t) := t = null | t ↦ {l: a, r: b, up: _, k: _} * tree(a) * tree(b)
         ptree(t, up) := t = null | t ↦ {l: a, r: b, up: up, k: _} * ptree(a, t) * ptree(b, t)
         bst(t, lo, hi) := t = null | t ↦ {l: a, r: b, up: _, k: c} * bst(a, lo, c) * bst(b, c, hi) ∧ c ≥ lo ∧ hi ≥ c
         f.requires.0: tree(x)
         g.requires.0: ptree(x, null)
         h.requires.0: bst(x, 0, 10)",
    );
}

#[test]
fn a_skip_list() {
    check(
        "struct S { struct S *s, *n; int d; };
         bool skip0(struct S *x, struct S *e){ return x==e || (x!=0 && x->s==0 && skip0(x->n, e)); }
         bool skip1(struct S *l){ return l==0 || (skip0(l->n, l->s) && skip1(l->s)); }
         void f(struct S *x) { sw_requires(skip1(x)); }",
        "skip1(l) := l = null | l ↦ {s: a, n: b, d: _} * skip0(b, a) * skip1(a)
         skip0(x, e) := x = e | x ↦ {s: null, n: a, d: _} * skip0(a, e) ∧ x ≠ e
         f.requires.0: skip1(x)",
    );
}

#[test]
fn lists_of_lists() {
    check(
        &format!(
            "{LIST}struct O {{ struct O *n; struct L *in; }};
         bool lol(struct O *o){{ return o==0 || (list(o->in) && lol(o->n)); }}
         void f(struct O *x) {{ sw_requires(lol(x)); }}"
        ),
        "lol(o) := o = null | o ↦ {n: a, in: b} * list(b) * lol(a)
         list(l) := l = null | l ↦ {n: a, d: _} * list(a)
         f.requires.0: lol(x)",
    );
}

#[test]
fn numbers() {
    on_lists(
        "bool sorted(struct L *l,int m){ return l==0 || (m<=l->d && sorted(l->n,l->d)); }
         bool len(struct L *l,int n){ return l==0 ? n==0 : len(l->n,n-1); }
         bool count(struct L *l,size_t n){ return l==0 ? n==0 : n > 0 && count(l->n,n-1); }
         void f(struct L *x, int n) { sw_requires(sorted(x, 3)); sw_ensures(len(x, n + 1)); sw_ensures(count(x, 3)); }",
        "sorted(l, m) := l = null | l ↦ {n: a, d: b} * sorted(a, b) ∧ b ≥ m
         len(l, n) := l = null ∧ n = 0 | l ↦ {n: a, d: _} * len(a, n - 1)
         count(l, n) := l = null ∧ n = 0 | l ↦ {n: a, d: _} * count(a, n - 1) ∧ n ≥ 1
         f.requires.0: sorted(x, 3)
         f.ensures.0: len(x, n + 1)
         f.ensures.1: count(x, 3)",
    );
}

#[test]
fn statements_instead_of_operators() {
    on_lists(
        "int list(struct L *l) {
             if (!l) return 1;
             int d = l->d;
             struct L *next;
             if (d > 3) next = l->n; else { if (d == 2) return 0; next = l->n; }
             if (!list(next)) return 0;
             return d != 1;
         }
         void f(struct L *x) { sw_requires(list(x)); }",
        "list(l) := l = null | l ↦ {n: a, d: b} * list(a) ∧ b ≥ 4 | \
         l ↦ {n: a, d: b} * list(a) ∧ 3 ≥ b ∧ b ≠ 2 ∧ b ≠ 1
         f.requires.0: list(x)",
    );
}

#[test]
fn either_of_two_structures() {
    check(
        &format!(
            "{LIST}bool even(struct L *l) {{ return !l || (l->n && even(l->n->n)); }}
         bool either(struct L *l) {{ return even(l) || list(l); }}
         void f(struct L *x) {{ sw_requires(either(x)); }}"
        ),
        "either(l) := even(l) | list(l)
         even(l) := l = null | l ↦ {n: a, d: _} * a ↦ {n: b, d: _} * even(b)
         list(l) := l = null | l ↦ {n: a, d: _} * list(a)
         f.requires.0: either(x)
         W2 4:37: two cases of `either` can hold at once (the other one ends in line 4): the analysis has to try both",
    );
}

#[test]
fn links_inside_of_objects() {
    check(
        "struct link { struct link *next; };
         struct item { int data; struct link link; int more[2]; unsigned a : 3, b : 9; };
         #define container_of(p, T, f) ((T *)((char *)(p) - offsetof(T, f)))
         bool ilist(struct link *l) { return !l || (container_of(l, struct item, link)->data > 0 && ilist(l->next)); }
         bool owner(struct item *i) { return i && i->more[1] == 4 && ilist(i->link.next); }
         void f(struct link *x) { sw_requires(ilist(x)); }
         void g(struct item *x) { sw_requires(owner(x)); }",
        "ilist(l) := l = null | l - 8 ↦ {data: a, link.next: b, more[0]: _, more[1]: _, b: _} * ilist(b) ∧ a ≥ 1
         owner(i) := i ↦ {data: _, link.next: a, more[0]: _, more[1]: 4, b: _} * ilist(a)
         f.requires.0: ilist(x)
         g.requires.0: owner(x)",
    );
}

#[test]
fn loops() {
    on_lists(
        "bool up(struct L *l) { int last = 0; while (l) { if (l->d < last) return false; last = l->d; l = l->n; } return true; }
         void f(struct L *x) { sw_requires(up(x)); }",
        "up(l) := up.loop(l, 0)
         up.loop(l, last) := l = null | l ↦ {n: a, d: b} * up.loop(a, b) ∧ b ≥ last
         f.requires.0: up(x)",
    );
}

#[test]
fn functions_as_parameters() {
    on_lists(
        "bool all(struct L *l, bool (*ok)(int)) { return !l || (ok(l->d) && all(l->n, ok)); }
         bool positive(int n) { return n > 0; }
         bool even(struct L *l, bool (*ok)(struct L *)) { return ok(l); }
         void f(struct L *x) { sw_requires(all(x, positive)); }",
        "all<positive>(l) := l = null | l ↦ {n: a, d: b} * all<positive>(a) ∧ b ≥ 1
         f.requires.0: all<positive>(x)",
    );
}

#[test]
fn clauses() {
    check(
        &format!(
            "{LIST}struct Q {{ struct L *head; int count; }}; struct Q global; struct L *first;
         int f(struct Q *q, int n) {{
             sw_requires(q->count == n && list(q->head));
             sw_ensures(q->count == sw_old(q->count) + 1);
             sw_ensures(list(first) || list(global.head));
             sw_ensures(sw_result == n);
             return 0;
         }}"
        ),
        "list(l) := l = null | l ↦ {n: a, d: _} * list(a)
         f.requires.0: q ↦ {head: a, count: n} * list(a)
         f.ensures.0: q + 8 reads a ∧ q ≠ null ∧ old.0 + 1 = a
         f.ensures.1: list(a) ∧ &first reads a | list(b) ∧ &first reads a ∧ &global reads b
         f.ensures.2: n = sw_result",
    );
}

#[test]
fn segments() {
    check(
        "struct D { struct D *n, *p; };
         bool dll(struct D *l, struct D *prev) { return l == 0 || (l->p == prev && dll(l->n, l)); }
         void f(struct D *x, struct D *y, struct D *z) {
             sw_requires(sw_segment(dll(x, 0), dll(y, z)) && y->p == z && dll(y->n, y));
         }",
        "dll(l, prev) := l = null | l ↦ {n: a, p: prev} * dll(a, l)
         f.requires.0: y ↦ {n: a, p: z} * dll(a, y) * segment(dll(x, null), dll(y, z))",
    );
}

#[test]
fn invariants() {
    check(
        "struct D { struct D *n, *p; };
         bool dll(struct D *l, struct D *prev) { return l == 0 || (l->p == prev && dll(l->n, l)); }
         sw_invariant(struct D, dll, NULL);
         static struct D *head;
         struct D *next(struct D *x) { return x ? x->n : head; }",
        "dll(l, prev) := l = null | l ↦ {n: a, p: prev} * dll(a, l)
         next.requires.0: dll(x, null)
         next.requires.1: dll(a, null) ∧ &head reads a
         next.ensures.0: dll(sw_result, null)
         next.ensures.1: dll(a, null) ∧ &head reads a",
    );
}

#[test]
fn tests_that_decide_nothing_are_gone() {
    check(
        "struct T { struct T *l, *r; int c; };
         bool rb(struct T *t, int parent, int h) {
             if (!t) return h == 0;
             if (t->c != 0 && t->c != 1) return false;
             if (parent == 0 && t->c == 0) return false;
             int next = t->c == 1 ? h - 1 : h;
             return rb(t->l, t->c, next) && rb(t->r, t->c, next);
         }
         void f(struct T *x) { sw_requires(rb(x, 0, 3)); }",
        "rb(t, parent, h) := t = null ∧ h = 0 | t ↦ {l: a, r: b, c: 1} * rb(a, 1, h - 1) * rb(b, 1, h - 1) | \
         t ↦ {l: a, r: b, c: 0} * rb(a, 0, h) * rb(b, 0, h) ∧ parent ≠ 0
         f.requires.0: rb(x, 0, 3)
         W6 2:35: `parent` changes from call to call in a way that is not understood (in line 7): less can be proved about it",
    );
}

#[test]
fn kinds_and_facts() {
    use shapewright_checkers::definition::{Definitions, Kind, Weakening};
    let program = support::program(
        "struct N { struct N *n, *p; struct N *up; int d; };
         bool to(struct N *x, struct N *e) { return x == e || (x && to(x->n, e)); }
         bool dll(struct N *x, struct N *prev) { return !x || (x->p == prev && dll(x->n, x)); }
         bool len(struct N *x, int n) { return x ? len(x->n, n - 1) : n == 0; }
         bool sorted(struct N *x, int m) { return !x || (m <= x->d && sorted(x->n, x->d)); }
         bool below(struct N *x, int m) { return !x || (x->d <= m && below(x->n, x->d)); }
         bool odd(struct N *x, struct N *e, int k);
         bool even(struct N *x, int k, struct N *e) { return x == e || (x && odd(x->n, e, k + 1)); }
         bool odd(struct N *x, struct N *e, int k) { return x && even(x->n, k, e) && x->d == k; }
         void f(struct N *a, struct N *b, struct N *c, struct N *d, struct N *e, struct N *f) {
             sw_requires(to(a, 0) && dll(b, 0) && len(c, 3) && sorted(d, 4) && below(e, 5) && even(f, 0, 0));
         }",
    );
    let definitions = Definitions::read(&program);
    let kinds = |name: &str| {
        let at = definitions.list.iter().position(|def| *def.name == *name).expect("it is there");
        let kinds: Vec<Kind> = definitions.list[at].params.iter().map(|param| param.kind).collect();
        (kinds, &definitions.facts[at])
    };
    assert_eq!(kinds("to").0, [Kind::Constant]);
    assert_eq!(kinds("dll").0, [Kind::Previous { field: Some(8) }]);
    assert_eq!(kinds("len").0, [Kind::Additive]);
    assert_eq!(kinds("sorted").0, [Kind::Lower]);
    assert_eq!(kinds("below").0, [Kind::Upper]);
    assert_eq!(kinds("even").0, [Kind::Additive, Kind::Constant]);
    assert_eq!(kinds("odd").0, [Kind::Constant, Kind::Additive]);

    let dll = kinds("dll").1;
    assert_eq!(dll.empty.len(), 1);
    assert_eq!(dll.empty[0].unmentioned, [0]);
    assert_eq!(dll.owned, Some((0, 32)));
    assert!(dll.null_is_empty);
    assert_eq!(dll.directions.len(), 1);
    assert_eq!((dll.directions[0].offset, dll.directions[0].recursive), (0, true));
    assert!(dll.guards.iter().all(Option::is_some));
    assert_eq!(kinds("sorted").1.weakenings, [Weakening::Down]);
    assert_eq!(kinds("to").1.empty[0].unmentioned, [] as [u32; 0]);
}

const GRAPH: &str = "struct E { struct E *n; struct N *to; };
     struct N { struct N *n; struct E *e; int id; };
     bool edges(struct E *e, sw_set all){ return e==0 || (sw_in(e->to, all) && edges(e->n, all)); }
     bool nodes(struct N *x, sw_set all, sw_set here){
         sw_set rest;
         return x==0 ? sw_empty(here) : sw_split(here, x, &rest) && edges(x->e, all) && nodes(x->n, all, rest);
     }
";

#[test]
fn a_graph() {
    check(
        &format!(
            "{GRAPH}void f(struct N *g, struct N *p) {{ sw_set all = sw_any(); sw_requires(nodes(g, all, all) && sw_in(p, all)); }}"
        ),
        "nodes(x, all, here) := x = null ∧ here = ∅ | x ↦ {n: a, e: b, id: _} * edges(b, all) * nodes(a, all, c) ∧ here = c ⊎ {x}
         edges(e, all) := e = null | e ↦ {n: a, to: b} * edges(a, all) ∧ b ∈ all
         f.requires.0: nodes(g, all, all) ∧ p ∈ all",
    );
}

#[test]
fn what_a_tree_holds() {
    check(
        "struct T { struct T *l,*r; int k; };
         bool holds(struct T *t, sw_bag all){
             sw_bag below, left, right;
             return t==0 ? sw_empty(all) : sw_split(all, t->k, &below) && sw_divide(below, &left, &right)
                 && holds(t->l, left) && holds(t->r, right);
         }
         void f(struct T *t) { sw_bag all = sw_any(); sw_requires(holds(t, all)); }",
        "holds(t, all) := t = null ∧ all = ∅ | t ↦ {l: a, r: b, k: c} * holds(a, d) * holds(b, e) ∧ all = f ⊎ {c} ∧ f = d ⊎ e
         f.requires.0: holds(t, all)",
    );
}

#[test]
fn nodes_with_bodies() {
    check(
        "struct H { struct H *n; size_t z; };
         bool mls(struct H *h, struct H *end){
             return h==end || (h->z >= sizeof *h && sw_block(h + 1, h->z - sizeof *h) && mls(h->n, end));
         }
         bool units(struct H *h){ return h->z > 0 && h->z < 1ul << 40 && sw_block(h + 1, (h->z - 1) * sizeof *h); }
         bool fixed(struct H *h){ return h->n == h && sw_block((char *)h + sizeof *h, 8); }
         void f(struct H *x) { sw_requires(mls(x, NULL)); }
         void g(struct H *x) { sw_requires(units(x)); }
         void i(struct H *x) { sw_requires(fixed(x)); }",
        "mls(h, end) := h = end | h ↦ {n: a, z: b, b - 16 bytes} * mls(a, end) ∧ h ≠ end ∧ b ≥ 16 ∧ 549755813888 ≥ b
         units(h) := h ↦ {n: _, z: a, 16·a - 16 bytes} ∧ a ≥ 1 ∧ 549755813888 ≥ 16·a
         fixed(h) := h ↦ {n: h, z: _, 8 bytes}
         f.requires.0: mls(x, null)
         g.requires.0: units(x)
         i.requires.0: fixed(x)",
    );
}

#[test]
fn nodes_with_footers() {
    check(
        "struct H { size_t z; size_t u; };
         struct F { size_t s; };
         bool tagged(struct H *h){
             return h->z >= 24 && sw_block(h + 1, h->z - 24) && ((struct F *)((char *)h + h->z - 8))->s == h->z;
         }
         bool row(struct H *h, struct H *end){
             return h==end || (h->z >= 24 && sw_block(h + 1, h->z - 24) && ((struct F *)((char *)h + (h->z - 8)))->s == h->z
                 && row((struct H *)((char *)h + h->z), end));
         }
         void f(struct H *x) { sw_requires(tagged(x)); }
         void g(struct H *x, struct H *y) { sw_requires(row(x, y)); }",
        "tagged(h) := h ↦ {z: a, u: _, a - 24 bytes, then {s: a}} ∧ a ≥ 24 ∧ 549755813896 ≥ a
         row(h, end) := h = end | h ↦ {z: a, u: _, a - 24 bytes, then {s: a}} * row(b, end) ∧ h ≠ end ∧ a ≥ 24 ∧ h + a = b ∧ 549755813896 ≥ a
         f.requires.0: tagged(x)
         g.requires.0: row(x, y)",
    );
}
