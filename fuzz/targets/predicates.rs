//! Any text as a file of predicates for a small program.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use three_valued::{Declarations, Direction, Joining, Mistake, Options, ThreeValued};

const PROGRAM: &str = "struct node { struct node *next, *prev; int data; _Bool mark; };\n\
    int main(void) { struct node *x = 0; while (x) { x = x->next; } return 0; }\n";

static LOADED: LazyLock<ir::Program> = LazyLock::new(|| {
    let file = std::env::temp_dir().join(format!("shapewright-fuzz-{}.c", std::process::id()));
    std::fs::write(&file, PROGRAM).expect("a temporary file");
    let command = cfront::Command { file, options: cfront::Options::default() };
    cfront::load(&[command], &cfront::Budget::default()).expect("the program is C").program
});

fuzz_target!(|text: &str| {
    let told = |Mistake { line, column, message }: Mistake| {
        assert!(line >= 1 && column >= 1 && !message.is_empty(), "refused without place or reason");
        assert!(line as usize <= text.lines().count().max(1), "refused after the end");
    };
    let options = Options { malloc_may_fail: true, joining: Joining::Partial, direction: Direction::First };
    match Declarations::parse(text) {
        Ok(declared) => {
            let _ = ThreeValued::with(&LOADED, options, &declared).map_err(told);
        }
        Err(mistake) => told(mistake),
    }
});
