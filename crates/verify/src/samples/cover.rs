//! Inputs that lead a program to places where others do not come.
//!
//! A small search in the manner of fuzzing by coverage: a run that came to a block of the program no run had come to is remembered, and others are made
//! of it by answering one question differently. So the error paths of a program are seen, and what it leaves half made there.
//!
//! Invariant: bounded by numbers of runs and statements, and always the same for a program.

use std::collections::BTreeSet;

use interp::{Ask, Inputs, Interpreter};
use ir::{BlockId, FunctionId, Program};

use crate::Options;
use crate::dice::Dice;

/// The most runs.
const RUNS: usize = 240;
/// The most statements of a run.
const RUN_STEPS: u64 = 600;
/// The most statements of all of them.
const STEPS: u64 = 60_000;
/// So many answers of a run may be changed.
const POSITIONS: usize = 48;
/// What is answered instead, besides constants of the program.
const ANSWERS: [i128; 8] = [0, 1, 2, 3, 4, 5, -1, 100];
/// What comes behind the answers that are given.
const TAILS: [&[i128]; 3] = [&[], &[1], &[1, 0]];

/// A run that came to a new place, and what is made of it.
struct Known {
    given: Vec<i128>,
    asked: Vec<Ask>,
}

/// Inputs of runs each of which came to some block first.
pub(super) fn covering(
    program: &Program,
    options: &Options,
    main: FunctionId,
    constants: &[i128],
) -> Vec<Inputs> {
    let mut seen: BTreeSet<(FunctionId, BlockId)> = BTreeSet::new();
    let mut pool: Vec<Known> = Vec::new();
    let mut found = Vec::new();
    let mut dice = Dice::new(0);
    let mut left = STEPS;
    for run in 0..RUNS {
        let list = pool_choice(&pool, &mut dice, constants);
        let tail = TAILS[if run < TAILS.len() { run } else { dice.below(TAILS.len()) }];
        let inputs = Inputs::Repeated { list, then: tail.to_vec() };
        let settings = options.conventions.run(main, options.malloc_may_fail);
        let settings = interp::Options { inputs, max_steps: RUN_STEPS.min(left), ..settings };
        let mut machine = Interpreter::new(program, &settings);
        let mut new = false;
        while let Some((function, block, _)) = machine.location() {
            new |= seen.insert((function, block));
            if !machine.step() {
                break;
            }
        }
        left = left.saturating_sub(machine.steps());
        if new {
            let asked = machine.asked().iter().take(POSITIONS).map(|asked| asked.ask).collect();
            pool.push(Known { given: machine.inputs().to_vec(), asked });
            found.push(settings.inputs);
        }
        if left == 0 {
            break;
        }
    }
    found
}

/// The answers of a known run with one of them changed; what followed is kept, or left to the tail.
fn pool_choice(pool: &[Known], dice: &mut Dice, constants: &[i128]) -> Vec<i128> {
    let parents: Vec<&Known> = pool.iter().filter(|known| !known.asked.is_empty()).collect();
    // What was found last has been tried least.
    let Some(parent) =
        parents.len().checked_sub(1 + dice.below(parents.len()).min(dice.below(parents.len())))
    else {
        return Vec::new();
    };
    let (parent, mut given) = (parents[parent], parents[parent].given.clone());
    let at = dice.below(parent.asked.len());
    given[at] = match parent.asked[at] {
        Ask::Allocation | Ask::Truth | Ask::Place => i128::from(given[at] == 0),
        _ => match dice.below(8) {
            0..=1 if !constants.is_empty() => constants[dice.below(constants.len())],
            2 => 1 << dice.below(31),
            _ => ANSWERS[dice.below(ANSWERS.len())],
        },
    };
    if dice.below(2) == 0 {
        given.truncate(at + 1);
    }
    given
}
