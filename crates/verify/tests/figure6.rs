//! Figure 6 of the paper: the invariant at every place of `copy_and_delete1`, for a list of 9 cells as
//! there and for any list, in the paper's notation. The variables are pList, qList, xList, yList; pList is the
//! right-most bit. Counters that are not mentioned are zero.
//!
//! Two things are otherwise here. In the first loop's body qList is overwritten before it is read, and so in no vector:
//! what the paper calls t^0011 there is t^0001. And the paper has t^0100 ∈ [1, 9] at the head of the first loop and [1, 8] in it, next to
//! equations from which t^0100 = t^0011 follows, and t^0011 ∈ [0, 9]. On entry both are 0.

use std::path::PathBuf;

use engine::{Engine, Entry, Limits};
use lengths::{Lengths, Options, Spot};

const TEXT: &str = include_str!("../../../tests/c/lengths/contracts/copy_and_delete1.c");

/// Equations and bounds at each place, with so many cells on entry.
fn invariants(name: &str, requires: &str) -> Vec<(Spot, String)> {
    let file: PathBuf = std::env::temp_dir().join(format!("figure6-{}-{name}.c", std::process::id()));
    std::fs::write(&file, TEXT.replace("sw_len(xList) >= 0", requires)).expect("a temporary file");
    let command = cfront::Command { file: file.clone(), options: cfront::Options::default() };
    let loaded =
        cfront::load(&[command], &cfront::Budget::default()).unwrap_or_else(|error| panic!("{error}"));
    let _ = std::fs::remove_file(file);
    let program = loaded.program;
    let function = program.function_named("copy_and_delete1").expect("the function");
    let domain = Lengths::new(Options { malloc_may_fail: false });
    let entry = Entry { function, program_start: false };
    let mut analysis = Engine::new(&program, &domain, Limits::default()).run(&entry);
    assert_eq!(analysis.checks().iter().count(), 0, "no null dereference, no leak");
    let spots = [
        Spot::Before(15),
        Spot::Loop(17),
        Spot::Before(18),
        Spot::Before(23),
        Spot::Loop(24),
        Spot::Before(25),
        Spot::Exit,
    ];
    spots
        .into_iter()
        .map(|spot| {
            let known = domain.invariant_at(&mut analysis, spot).expect("the place is reached");
            assert!(spot == Spot::Exit || known.variables == ["pList", "qList", "xList", "yList"]);
            (spot, format!("{}; {}", known.equations.join(", "), known.bounds.join(", ")))
        })
        .collect()
}

fn check(found: &[(Spot, String)], expected: &[(Spot, &str)]) {
    let found: Vec<(Spot, &str)> = found.iter().map(|(spot, text)| (*spot, text.as_str())).collect();
    assert_eq!(found, expected);
}

#[test]
fn nine_cells_as_in_the_paper() {
    let expected = [
        (Spot::Before(15), "len(xList) = 9, t^0100 = 9; t^0100 ∈ [9, 9]"),
        (
            Spot::Loop(17),
            "len(xList) = 9, t^0100 = t^0011, t^1100 + t^0011 = 9; \
             t^0011 ∈ [0, 9], t^0100 ∈ [0, 9], t^1100 ∈ [0, 9]",
        ),
        (
            Spot::Before(18),
            "len(xList) = 9, t^0100 = t^0001, t^1100 + t^0001 = 9; \
             t^0001 ∈ [0, 8], t^0100 ∈ [0, 8], t^1100 ∈ [1, 9]",
        ),
        (Spot::Before(23), "len(xList) = 9, t^0100 = 9, t^0011 = 9; t^0011 ∈ [9, 9], t^0100 ∈ [9, 9]"),
        (
            Spot::Loop(24),
            "len(xList) = 9, freed + 2*t^0011 = 18, t^1100 = t^0011; t^0011 ∈ [0, 9], t^1100 ∈ [0, 9]",
        ),
        (
            Spot::Before(25),
            "len(xList) = 9, freed + 2*t^0011 = 18, t^1100 = t^0011; t^0011 ∈ [1, 9], t^1100 ∈ [1, 9]",
        ),
        (Spot::Exit, "len(xList) = 9, freed = 18; "),
    ];
    check(&invariants("nine", "sw_len(xList) == 9"), &expected);
}

#[test]
fn any_number_of_cells() {
    let expected = [
        (Spot::Before(15), "len(xList) = t^0100; t^0100 ∈ [0, ∞)"),
        (
            Spot::Loop(17),
            "len(xList) = t^1100 + t^0011, t^0100 = t^0011; \
             t^0011 ∈ [0, ∞), t^0100 ∈ [0, ∞), t^1100 ∈ [0, ∞)",
        ),
        (
            Spot::Before(18),
            "len(xList) = t^1100 + t^0001, t^0100 = t^0001; \
             t^0001 ∈ [0, ∞), t^0100 ∈ [0, ∞), t^1100 ∈ [1, ∞)",
        ),
        (Spot::Before(23), "len(xList) = t^0011, t^0100 = t^0011; t^0011 ∈ [0, ∞), t^0100 ∈ [0, ∞)"),
        (
            Spot::Loop(24),
            "2*len(xList) = freed + 2*t^0011, t^1100 = t^0011; t^0011 ∈ [0, ∞), t^1100 ∈ [0, ∞)",
        ),
        (
            Spot::Before(25),
            "2*len(xList) = freed + 2*t^0011, t^1100 = t^0011; t^0011 ∈ [1, ∞), t^1100 ∈ [1, ∞)",
        ),
        (Spot::Exit, "2*len(xList) = freed; "),
    ];
    check(&invariants("any", "sw_len(xList) >= 0"), &expected);
}
