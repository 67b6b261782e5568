//! Analyses compared with concrete runs: at every statement the blocks that the function sees are described by
//! configurations, and what goes wrong in a run was found.

mod support;

use support::{Outcome, check, random_program};

/// So many random programs, unless the environment says otherwise.
const PROGRAMS: u64 = 150;

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[test]
fn random_programs_are_described() {
    let (programs, first) = (number("PROGRAMS", PROGRAMS), number("SEED", 0));
    let mut complete = 0;
    for seed in first..first + programs {
        let program = random_program(seed);
        match check(&program.to_c()) {
            Outcome::Agrees { lost: false, .. } => complete += 1,
            Outcome::Agrees { .. } => {}
            Outcome::Refuted(_) => {
                let refuted = |program: &generate::Program| match check(&program.to_c()) {
                    Outcome::Refuted(what) => Some(what),
                    Outcome::Agrees { .. } => None,
                };
                let small = generate::shrink(&program, |program| refuted(program).is_some());
                panic!("seed {seed}: {}\n{}", refuted(&small).unwrap_or_default(), small.to_c());
            }
        }
    }
    assert!(complete * 2 > programs, "{complete} of {programs} analyses lost nothing");
}

/// Functions that call each other see each other's variables: once an index out of bounds.
#[test]
fn variables_of_functions_that_call_each_other_are_told_apart() {
    if let Outcome::Refuted(what) = check(&random_program(49060).to_c()) {
        panic!("{what}");
    }
}
