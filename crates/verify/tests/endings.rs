//! Which loops along circular lists end: those that meet a variable again, not those that wait for the end.

use engine::{Engine, Entry, Limits};
use lengths::{Ending, Lengths, Options};

const RING: &str = "
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { struct node *next; int data; };
int main(void) {
    struct node *ring = malloc(sizeof *ring);
    if (ring == NULL) abort();
    ring->next = ring;
    for (int i = 0; i < 10; i++) {
        struct node *q = malloc(sizeof *q);
        if (q == NULL) abort();
        q->next = ring->next;
        ring->next = q;
    }
";

/// Why the loops of a program end that has a circular list and then does something with it.
fn endings(name: &str, rest: &str) -> Vec<Ending> {
    let file = std::env::temp_dir().join(format!("endings-{}-{name}.c", std::process::id()));
    std::fs::write(&file, format!("{RING}{rest}}}\n")).expect("a temporary file");
    let command = cfront::Command { file: file.clone(), options: cfront::Options::default() };
    let loaded =
        cfront::load(&[command], &cfront::Budget::default()).unwrap_or_else(|error| panic!("{error}"));
    let _ = std::fs::remove_file(file);
    let function = loaded.program.main().expect("there is a `main`");
    let domain = Lengths::new(Options { malloc_may_fail: true });
    let entry = Entry { function, program_start: true };
    let mut analysis = Engine::new(&loaded.program, &domain, Limits::default()).run(&entry);
    assert!(analysis.lost().is_none());
    domain.endings(&mut analysis)
}

fn last_ends(name: &str, rest: &str) -> bool {
    let endings = endings(name, rest);
    assert_eq!(endings.len(), 2);
    endings.last().is_some_and(|ending| ending.measure.is_some())
}

#[test]
fn once_around() {
    assert!(last_ends("do", "struct node *p = ring; do { p = p->next; } while (p != ring); return 0;"));
    assert!(last_ends("while", "struct node *p = ring->next; while (p != ring) p = p->next; return 0;"));
}

#[test]
fn around_for_ever() {
    assert!(!last_ends("null", "while (ring != NULL) ring = ring->next; return 0;"));
    assert!(!last_ends(
        "beside",
        "struct node *p = ring; while (p != NULL) p = p->next; return ring != NULL;"
    ));
    assert!(!last_ends(
        "ahead",
        "struct node *p = ring->next; while (ring != NULL) ring = ring->next; return p != NULL;"
    ));
    assert!(!last_ends(
        "both",
        "struct node *p = ring; while (p != NULL) { p = p->next; ring = ring->next; } return 0;"
    ));
}
