//! Definitions that are learned from runs of small programs, one of each kind of structure.

use ir::Program;
use shapewright_verify::{Options, learned};

/// How the programs of this file begin.
const HEAD: &str = "
#include <shapewright.h>
#include <stddef.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
#define input __VERIFIER_nondet_int
";

fn program(name: &str, text: &str) -> Program {
    let file = std::env::temp_dir().join(format!("learned-{}-{name}.c", std::process::id()));
    std::fs::write(&file, text).expect("a file can be written");
    let command = cfront::Command { file: file.clone(), options: cfront::Options::default() };
    let loaded = cfront::load(&[command], &cfront::Budget::default());
    let _ = std::fs::remove_file(file);
    loaded.unwrap_or_else(|error| panic!("{error}")).program
}

/// What is learned from a program, and that the same is read from the C text of it.
fn check(name: &str, text: &str, expected: &str) {
    let first = program(name, &format!("{HEAD}{text}"));
    let mut definitions = learned(&first, &Options { malloc_may_fail: false, ..Options::default() });
    let ids: Vec<_> =
        (0..definitions.list.len()).map(|at| checkers::definition::DefinitionId(at as u32)).collect();
    let predicates: Option<Vec<String>> = ids.iter().map(|id| definitions.predicate(*id, &first)).collect();
    let names: Vec<String> = ids.iter().map(|id| definitions.identifier(*id)).collect();
    for (definition, name) in definitions.list.iter_mut().zip(&names) {
        definition.name = name.as_str().into();
    }
    let listing = |definitions: &checkers::definition::Definitions, program: &Program| -> Vec<String> {
        definitions
            .list
            .iter()
            .map(|definition| definitions.display(definition, program).to_string())
            .collect()
    };
    let shown = listing(&definitions, &first);
    let wanted: Vec<&str> = expected.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert!(shown == wanted, "{name}: found\n{}\nexpected\n{}", shown.join("\n"), wanted.join("\n"));
    let Some(predicates) = predicates else { return };
    // Declared before they are defined, as they call each other, and used, so that they are read.
    let heads: Vec<&str> = predicates
        .iter()
        .filter_map(|text| text.lines().nth(1)?.strip_prefix("bool ")?.strip_suffix(" {"))
        .collect();
    let declared: Vec<String> = heads.iter().map(|head| format!("bool {head};\n")).collect();
    let used: Vec<String> =
        heads.iter().map(|head| format!("void use_{head} {{ sw_requires({}); }}\n", called(head))).collect();
    let all = format!("{HEAD}{text}{}{}{}", declared.concat(), predicates.concat(), used.concat());
    let again = program(name, &all);
    let mut read = listing(&checkers::definition::Definitions::read(&again), &again);
    let mut shown = shown;
    read.sort();
    shown.sort();
    assert!(read == shown, "{name}: read back\n{}\nlearned\n{}", read.join("\n"), shown.join("\n"));
}

/// The call of a function with its own parameters: `f(struct node *x, struct node *end)` is `f(x, end)`.
fn called(head: &str) -> String {
    let (name, params) = head.split_once('(').expect("a function has parameters");
    let params = params.trim_end_matches(')').split(',');
    let args: Vec<&str> = params.filter_map(|param| param.rsplit([' ', '*']).next()).collect();
    format!("{name}({})", args.join(", "))
}

const FREE: &str = "while (list) { struct node *next = list->next; free(list); list = next; } return 0; }";

#[test]
fn a_list() {
    check(
        "list",
        &format!(
            "struct node {{ int data; struct node *next; }};
             int main(void) {{
                 struct node *list = NULL;
                 while (input()) {{ struct node *n = malloc(sizeof *n); n->data = input(); n->next = list; list = n; }}
                 {FREE}"
        ),
        "list_node_next(x) := x = null | x ↦ {data: _, next: a} * list_node_next(a)",
    );
}

#[test]
fn a_doubly_linked_list() {
    check(
        "doubly",
        &format!(
            "struct node {{ struct node *next, *prev; }};
             int main(void) {{
                 struct node *list = NULL;
                 while (input()) {{
                     struct node *n = malloc(sizeof *n);
                     n->next = list; n->prev = NULL;
                     if (list) list->prev = n;
                     list = n;
                 }}
                 {FREE}"
        ),
        "dll_node_next_node_prev(x, prev) := x = null | x ↦ {next: a, prev: prev} * dll_node_next_node_prev(a, x)",
    );
}

#[test]
fn links_inside_of_items() {
    check(
        "items",
        "struct link { struct link *next, *prev; };
         struct item { int value; struct link link; };
         int main(void) {
             struct link head = { &head, &head };
             while (input()) {
                 struct item *i = malloc(sizeof *i);
                 i->value = input();
                 i->link.next = head.next; i->link.prev = &head;
                 head.next->prev = &i->link; head.next = &i->link;
             }
             while (head.next != &head) {
                 struct link *l = head.next;
                 head.next = l->next; l->next->prev = &head;
                 free((char *)l - offsetof(struct item, link));
             }
             return 0;
         }",
        "circular_dll_item_link_next_item_link_prev(x, link_prev, end, last) := x = end ∧ link_prev = last | \
         x - 8 ↦ {value: _, link.next: a, link.prev: link_prev} * \
         circular_dll_item_link_next_item_link_prev(a, x, end, last) ∧ x ≠ end",
    );
}

#[test]
fn a_list_that_owns_lists_and_a_shared_record() {
    check(
        "nested",
        "struct inner { struct inner *next; };
         struct shared { int uses; };
         struct outer { struct inner *inner; struct outer *next; struct shared *common; };
         int main(void) {
             struct shared *common = malloc(sizeof *common);
             common->uses = 0;
             struct outer *list = NULL;
             while (input()) {
                 struct outer *o = malloc(sizeof *o);
                 o->next = list; o->inner = NULL; o->common = common; list = o;
                 while (input()) {
                     struct inner *i = malloc(sizeof *i);
                     i->next = o->inner; o->inner = i;
                 }
             }
             while (list) {
                 struct outer *next = list->next;
                 while (list->inner) { struct inner *n = list->inner->next; free(list->inner); list->inner = n; }
                 free(list); list = next;
             }
             free(common);
             return 0;
         }",
        "list_outer_next(x, common) := x = null | x ↦ {inner: a, next: b, common: common} * \
         list_inner_next(a) * list_outer_next(b, common)
         list_inner_next(x) := x = null | x ↦ {next: a} * list_inner_next(a)",
    );
}

#[test]
fn tags_that_follow_each_other() {
    check(
        "tags",
        "struct node { struct node *next; int tag; };
         int main(void) {
             struct node *list = NULL;
             int tag = 1;
             while (input()) {
                 struct node *n = malloc(sizeof *n);
                 n->tag = tag; n->next = list; list = n;
                 tag = tag == 1 ? 2 : 1;
             }
             while (list) {
                 struct node *next = list->next;
                 if (list->tag == 2) { free(next->tag == 1 ? list : NULL); } else free(list);
                 list = next;
             }
             return 0;
         }",
        "list_node_next(x) := x = null | x ↦ {next: a, tag: 1} * list_node_next_from_2(a) | \
         x ↦ {next: a, tag: 2} * list_node_next_from_1(a)
         list_node_next_from_2(x) := x = null | x ↦ {next: a, tag: 2} * list_node_next_from_1(a)
         list_node_next_from_1(x) := x ↦ {next: a, tag: 1} * list_node_next_from_2(a)",
    );
}

#[test]
fn a_node_that_owns_a_block_or_leads_to_itself() {
    check(
        "optional",
        &format!(
            "struct data {{ int x; }};
             struct node {{ struct node *next; struct data *data; struct data own; }};
             int main(void) {{
                 struct node *list = NULL;
                 while (input()) {{
                     struct node *n = malloc(sizeof *n);
                     if (input()) n->data = &n->own;
                     else {{ n->data = malloc(sizeof *n->data); n->data->x = 0; }}
                     n->own.x = 0; n->next = list; list = n;
                 }}
                 for (struct node *n = list; n; n = n->next) if (n->data != &n->own) free(n->data);
                 {FREE}"
        ),
        "list_node_next(x) := x = null | x ↦ {next: a, data: x + 16, own.x: _} * list_node_next(a) | \
         x ↦ {next: a, data: b, own.x: _} * list_node_next(a) * block_data(b) ∧ x + 16 ≠ b ∧ b ≠ null
         block_data(x) := x = null | x ↦ {x: _}
         list_node_next_2(x) := x = null | x ↦ {next: a, data: _, own.x: _} * list_node_next_2(a)",
    );
}

#[test]
fn a_tree_with_parents() {
    check(
        "tree",
        "struct node { struct node *left, *right, *parent; };
         static struct node *grow(struct node *parent, int depth) {
             struct node *n = malloc(sizeof *n);
             n->parent = parent; n->left = NULL; n->right = NULL;
             if (depth > 0 && input()) n->left = grow(n, depth - 1);
             if (depth > 0 && input()) n->right = grow(n, depth - 1);
             return n;
         }
         static void done(struct node *n) { if (n) { done(n->left); done(n->right); free(n); } }
         int main(void) { done(grow(NULL, 4)); return 0; }",
        "tree_node_left_node_right_node_parent(x, parent) := x = null | x ↦ {left: a, right: b, parent: parent} * \
         tree_node_left_node_right_node_parent(a, x) * tree_node_left_node_right_node_parent(b, x)",
    );
}

#[test]
fn an_address_of_the_link_that_leads_here() {
    check(
        "slots",
        &format!(
            "struct node {{ struct node *next, **back; }};
             int main(void) {{
                 struct node *list = NULL;
                 while (input()) {{
                     struct node *n = malloc(sizeof *n);
                     n->next = list; n->back = &list;
                     if (list) list->back = &n->next;
                     list = n;
                 }}
                 {FREE}"
        ),
        "dll_node_next_node_back(x, back) := x = null | x ↦ {next: a, back: back} * dll_node_next_node_back(a, x)",
    );
}

#[test]
fn rings_that_are_owned() {
    check(
        "rings",
        "struct bead { struct bead *next; };
         struct node { struct node *next; struct bead *ring; };
         int main(void) {
             struct node *list = NULL;
             while (input()) {
                 struct node *n = malloc(sizeof *n);
                 n->ring = malloc(sizeof *n->ring);
                 n->ring->next = n->ring; n->next = list; list = n;
                 while (input()) {
                     struct bead *b = malloc(sizeof *b);
                     b->next = n->ring->next; n->ring->next = b;
                 }
             }
             while (list) {
                 struct node *next = list->next;
                 while (list->ring->next != list->ring) {
                     struct bead *b = list->ring->next;
                     list->ring->next = b->next; free(b);
                 }
                 free(list->ring); free(list); list = next;
             }
             return 0;
         }",
        "list_node_next(x) := x = null | x ↦ {next: a, ring: b} * list_node_next(a) * ring_of_circular_list_bead_next(b)
         circular_list_bead_next(x, end) := x = end | x ↦ {next: a} * circular_list_bead_next(a, end) ∧ x ≠ end
         ring_of_circular_list_bead_next(x) := x = null | x ↦ {next: a} * circular_list_bead_next(a, x)",
    );
}

#[test]
fn levels_of_a_skip_list() {
    check(
        "levels",
        "struct node { struct node *high; int key; struct node *low; };
         int main(void) {
             struct node *head = calloc(1, sizeof *head);
             while (input()) {
                 struct node *up = head;
                 while (up->high && input()) up = up->high;
                 struct node *at = up;
                 while (at->low != up->high && input()) at = at->low;
                 struct node *n = calloc(1, sizeof *n);
                 n->key = input();
                 n->low = at->low;
                 at->low = n;
                 if (input()) { n->high = up->high; up->high = n; }
             }
             while (head) { struct node *low = head->low; free(head); head = low; }
             return 0;
         }",
        "skip_list_node_low_node_high(x) := x = null | x ↦ {high: a, key: _, low: b} * skip_list_node_low_node_high(a) * level_1_of_skip_list_node_low_node_high(b, a)
         level_1_of_skip_list_node_low_node_high(x, end) := x = end | x ↦ {high: null, key: _, low: a} * level_1_of_skip_list_node_low_node_high(a, end) ∧ x ≠ end",
    );
}

#[test]
fn levels_that_are_only_written_where_they_are_used() {
    check(
        "three_levels",
        "struct node { struct node *next, *jump, *leap; };
         int main(void) {
             struct node *first = malloc(sizeof *first), *last = malloc(sizeof *last);
             first->next = first->jump = first->leap = last;
             last->next = last->jump = last->leap = NULL;
             while (input()) {
                 struct node *c = first;
                 while (c->leap != last && input()) c = c->leap;
                 struct node *b = c;
                 while (b->jump != c->leap && input()) b = b->jump;
                 struct node *a = b;
                 while (a->next != b->jump && input()) a = a->next;
                 struct node *n = malloc(sizeof *n);
                 n->next = a->next;
                 a->next = n;
                 if (input()) {
                     n->jump = b->jump;
                     b->jump = n;
                     if (input()) { n->leap = c->leap; c->leap = n; }
                 }
             }
             while (first) { struct node *next = first->next; free(first); first = next; }
             return 0;
         }",
        "skip_list_node_next_node_jump_node_leap(x) := x = null | x ↦ {next: a, jump: b, leap: c} * level_1_of_skip_list_node_next_node_jump_node_leap(a, b) * level_2_of_skip_list_node_next_node_jump_node_leap(b, c) * skip_list_node_next_node_jump_node_leap(c)
         level_2_of_skip_list_node_next_node_jump_node_leap(x, end) := x = end | x ↦ {next: a, jump: b, leap: _} * level_1_of_skip_list_node_next_node_jump_node_leap(a, b) * level_2_of_skip_list_node_next_node_jump_node_leap(b, end) ∧ x ≠ end
         level_1_of_skip_list_node_next_node_jump_node_leap(x, end) := x = end | x ↦ {next: a, jump: _, leap: _} * level_1_of_skip_list_node_next_node_jump_node_leap(a, end) ∧ x ≠ end",
    );
}
