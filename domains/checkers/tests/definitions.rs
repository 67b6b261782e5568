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
         f.requires.0: either(x)",
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
