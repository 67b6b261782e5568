//! Walks along structures that are shown to end, and those that are not: what does not end must never be shown to.

mod support;

use checkers::{Checkers, Options};
use engine::{Engine, Entry, Limits};
use support::load_text;

const LIST: &str = "
#include <shapewright.h>
#include <stddef.h>
struct node { struct node *next; int n; };
static bool list(struct node *l) { return l == NULL || list(l->next); }
static bool ring(struct node *l, struct node *end) { return l == end || ring(l->next, end); }
static struct node anchor;
int input(void);
";

const CHUNKS: &str = "
#include <shapewright.h>
#include <stddef.h>
struct chunk { size_t size; size_t used; };
enum { HDR = sizeof(struct chunk) };
#define NEXT(c) ((struct chunk *)((char *)(c) + (c)->size))
static bool chunks(struct chunk *c, struct chunk *end) {
    return c == end || (c->size >= HDR && sw_block(c + 1, c->size - HDR) && chunks(NEXT(c), end));
}
";

/// What is said of each loop of the function `f`: why it ends, or nothing.
fn endings(head: &str, body: &str) -> Vec<Option<String>> {
    let program = load_text(&format!("{head}\n{body}"));
    let domain = Checkers::new(&program, Options { malloc_may_fail: true });
    let function = program.function_named("f").expect("the program defines it");
    let entry = Entry { function, program_start: false };
    let mut analysis = Engine::new(&program, &domain, Limits::default()).run(&entry);
    assert!(analysis.lost().is_none(), "{body}: {:?}", analysis.lost());
    domain.endings(&mut analysis).into_iter().map(|ending| ending.measure).collect()
}

#[test]
fn walks_along_lists_end() {
    let ends = |body| assert!(endings(LIST, body).iter().all(Option::is_some), "{body}");
    ends(
        "int f(struct node *l) { sw_requires(list(l)); int n = 0; while (l) { n++; l = l->next; } return n; }",
    );
    ends(
        "struct node *f(struct node *l) { sw_requires(list(l)); struct node *before = NULL;
         for (struct node *p = l; p != NULL && p->n != 3; p = p->next) before = p; return before; }",
    );
    ends(
        "int f(void) { sw_requires(ring(anchor.next, &anchor)); int n = 0;
         for (struct node *p = anchor.next; p != &anchor; p = p->next) n++; return n; }",
    );
    ends(
        "struct node *f(void) { sw_requires(ring(anchor.next, &anchor)); struct node *q = &anchor;
         while (q->next != &anchor && q->next->n < 7) q = q->next; return q; }",
    );
}

#[test]
fn walks_by_address_end() {
    let body = "size_t f(struct chunk *c, struct chunk *end) { sw_requires(chunks(c, end)); size_t n = 0;
        while (c != end) { n++; c = NEXT(c); } return n; }";
    assert_eq!(endings(CHUNKS, body), [Some("bytes from `c` to `end`".to_owned())]);
}

#[test]
fn what_may_go_on_for_ever_is_not_shown_to_end() {
    let open = |body| assert!(endings(LIST, body).contains(&None), "{body}");
    // Round and round.
    open(
        "void f(void) { sw_requires(ring(anchor.next, &anchor)); struct node *p = &anchor; while (p->n != 3) p = p->next; }",
    );
    open("void f(struct node *l) { sw_requires(list(l)); while (l != NULL) { if (l->n) l = l->next; } }");
    open(
        "void f(struct node *l) { sw_requires(list(l)); struct node *p = l; while (p != NULL) { p = p->next; if (p != NULL && p->n) p = l; } }",
    );
    // The list is made longer, or into a ring, while it is walked along.
    open(
        "void f(struct node *l) { sw_requires(l != NULL && list(l->next)); sw_ensures(true); struct node *p = l; while (p != NULL) { p->n = 1; p = p->next; } }",
    );
    // The end is moved.
    open(
        "void f(void) { sw_requires(ring(anchor.next, &anchor)); struct node *end = &anchor, *p = anchor.next;
         while (p != end) { if (p->n) end = p; p = p->next; } }",
    );
    // The end is passed by.
    open(
        "void f(void) { sw_requires(ring(anchor.next, &anchor)); struct node *p = anchor.next; while (p->n != 3) { p = p->next; } }",
    );
}
