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

const BLOCKS: &str = "
#include <shapewright.h>
#include <stddef.h>
#include <stdint.h>
extern void *sbrk(intptr_t bytes);
struct hdr { struct hdr *next; size_t size; };
enum { HDR = sizeof(struct hdr) };
static bool ring(struct hdr *h, struct hdr *end) {
    return h == end || (h->size >= HDR && sw_block(h + 1, h->size - HDR) && ring(h->next, end));
}
static bool blocks(struct hdr *h) { return h == NULL || (h->size >= HDR && sw_block(h + 1, h->size - HDR) && blocks(h->next)); }
static bool block(struct hdr *h) { return h->size >= HDR && sw_block(h + 1, h->size - HDR); }
static struct hdr base, *list;
void put(struct hdr *b) {
    sw_requires(block(b) && blocks(list));
    sw_ensures(blocks(list));
    b->next = list;
    list = b;
}
";

/// A search for the gap in a ring that a block belongs into, with a condition to go on and one to break.
fn gap(go_on: &str, stop: &str, step: &str) -> String {
    format!(
        "struct hdr *f(struct hdr *b) {{ sw_requires(block(b) && ring(base.next, &base)); sw_ensures(block(sw_old(b)) && ring(base.next, &base));
         struct hdr *q = &base; while ({go_on}) {{ if ({stop}) break; {step} }} return q; }}"
    )
}

#[test]
fn a_search_that_goes_up_on_both_sides_of_a_block_ends() {
    let (go_on, stop) = ("!(q < b && b < q->next)", "q >= q->next && (b > q || b < q->next)");
    let found = endings(BLOCKS, &gap(go_on, stop, "q = q->next;"));
    assert_eq!(found, [Some("addresses ahead of `q`, those above `b` before those below it".to_owned())]);
    let open = |go_on: &str, stop: &str, step: &str| {
        let body = gap(go_on, stop, step);
        assert_eq!(endings(BLOCKS, &body), [None], "{body}");
    };
    // Where the block is above or below all others there is no gap.
    open(go_on, "0", "q = q->next;");
    open(go_on, "q >= q->next && b > q", "q = q->next;");
    open(go_on, "q >= q->next && b < q->next", "q = q->next;");
    // The order is turned around on one side only.
    open(go_on, "q <= q->next && (b > q || b < q->next)", "q = q->next;");
    // It goes back.
    open(go_on, stop, "q = q->next; if (q->size == 64) q = &base;");
    // What it looks for changes.
    open(go_on, stop, "struct hdr *was = q; q = q->next; if (q->size == 64) b = was;");
    // What it looks for may be in the ring: then it is not passed by.
    let inside = "struct hdr *f(void) { sw_requires(ring(base.next, &base)); sw_ensures(ring(base.next, &base));
        struct hdr *q = &base, *b = base.next;
        while (!(q < b && b < q->next)) { if (q >= q->next && (b > q || b < q->next)) break; q = q->next; } return q; }";
    assert_eq!(endings(BLOCKS, inside), [None]);
}

/// A search for a block in a list that grows where there is none.
fn growing(grow: &str) -> String {
    format!(
        "static struct hdr *grow(void) {{ {grow} }}
         struct hdr *f(size_t n) {{ sw_requires(n <= 4096 && blocks(list)); sw_ensures(blocks(list));
         struct hdr *b = list;
         for (;;) {{ if (b == NULL) {{ if (grow() == NULL) return NULL; b = list; }} else {{ if (b->size >= n) return b; b = b->next; }} }} }}"
    )
}

#[test]
fn a_search_ends_where_the_system_gives_memory_in_every_round_that_begins_anew() {
    let take = "struct hdr *h = sbrk(4096); if (h == (struct hdr *)-1) return NULL; h->size = 4096; put(h); return h;";
    let found = endings(BLOCKS, &growing(take));
    assert_eq!(
        found,
        [Some("memory left to the system, then elements from `b` to the end of the list".to_owned())]
    );
    // It begins anew without.
    let without = take.replace("return NULL;", "return list;");
    assert_eq!(endings(BLOCKS, &growing(&without)), [None]);
    let never = "return list;";
    assert_eq!(endings(BLOCKS, &growing(never)), [None]);
}
