//! The invariants of appendix A of "Shape Analysis for Unstructured Sharing": the random path, at the heads of both loops.
//!
//! The paper has at the head of the outer loop (figure 3, line 3; figure 10)
//!
//! ```text
//!   h = α, c = α′: α·nodes *=(E, F) α′·nodes * α′·nodes(E, F′) ∧ E = F ⊎ F′
//! ```
//!
//! and, in the inner loop, the node at `c` unfolded with its edges cut in two by the cursor. We find the same with one difference: where `c` is
//! not looked at again the node is folded, and only the edges behind the cursor are missing in it.

use std::path::Path;

use engine::{Engine, Entry, Limits, Point};
use shapewright_checkers::{Checkers, Options, SetChoice};

fn invariants(sets: SetChoice) -> Vec<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c/sets/path_random.c");
    let command = cfront::Command { file, options: cfront::Options::default() };
    let program = cfront::load(&[command], &cfront::Budget::default()).expect("the program is valid").program;
    let function = program.function_named("walk").expect("it is there");
    let domain = Checkers::new(&program, Options { malloc_may_fail: true }).with_sets(sets);
    let mut analysis =
        Engine::new(&program, &domain, Limits::default()).run(&Entry { function, program_start: false });
    assert!(analysis.lost().is_none() && analysis.checks().iter().next().is_none(), "it is proved");
    let mut found = Vec::new();
    for report in analysis.loops() {
        let head = Point { function, block: report.head, stmt: 0 };
        let line = head.span(&program).line;
        found.extend(
            report.states.iter().map(|state| format!("{line}: {}", domain.formula(&program, head, state))),
        );
    }
    found
}

#[test]
fn the_random_path_has_the_invariants_of_the_paper() {
    let expected = [
        "36: g = α, c = β: α·nodes *=(E, F) β·nodes * β·nodes(E, G) ∧ E = F ⊎ G",
        "36: g = α, c = 0: α·nodes(E, E) ∧ α ≠ 0",
        "38: g = α, s = β: α·nodes *=(E, F) γ·nodes * β·edges(E) * γ·nodes *=(E, G) β·edges \
         ∧ γ ≠ 0 ∧ α ≠ 0 ∧ E = F ⊎ G",
    ];
    assert_eq!(invariants(SetChoice::Linear), expected);
    // The other domains find the same at the head of the outer loop.
    for sets in [SetChoice::Lin, SetChoice::Bdd] {
        assert_eq!(invariants(sets)[0], expected[0], "{sets:?}");
    }
}
