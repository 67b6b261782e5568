//! What the memory of a program looks like in runs, for definitions to be learned from.
//!
//! The program is run a few times with small answers to what it asks, most of them different from zero, so that its loops go round a
//! few times and end. The memory is looked at where loops begin and where functions are entered and left: there structures are whole. Of each such
//! place the samples with the most objects are kept, as they say most.
//!
//! Invariant: bounded by numbers of runs and statements, never by time, so that the answer is always the same.

mod cover;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use checkers::definition::Definitions;
use checkers::{Checkers, Sample};
use engine::Point;
use interp::{Inputs, Interpreter};
use ir::{BlockId, Body, FunctionId, Liveness, Program, Terminator};

use crate::Options;
use crate::command_line::command_lines;
use crate::dice::Dice;
use crate::hunt::Values;
use crate::typed::texts;

/// The most runs.
const RUNS: u64 = 24;
/// The most statements of a run.
const RUN_STEPS: u64 = 1_500;
/// The most statements of all of them.
const STEPS: u64 = 20_000;
/// The most runs that are made because they come to places of their own.
const COVERING: usize = 40;
/// What is answered over and over in the first runs.
const PATTERNS: [&[i128]; 7] =
    [&[1, 1, 1, 0], &[1], &[], &[1, 0], &[0, 1], &[3, 1, 2, 0], &[1, 1, 1, 1, 1, 0, 0]];
/// What is answered at random in the others, one after the other, besides the constants of the program: loops go round often, or end soon.
const ANSWERS: [[i128; 8]; 3] =
    [[0, 1, 1, 2, 1, 3, 5, 0], [0, 1, 0, 2, 1, 0, 4, 0], [1, 0, 1, 1, 1, 2, 1, 3]];
/// What is answered over and over besides what is typed: yes, or now this and now that.
const OTHERS: [&[i128]; 2] = [&[1], &[1, 0, 0, 1, 2, 0, 3]];
/// So many answers are drawn.
const DRAWN: usize = 64;
/// So many samples are kept of each place.
const PER_PLACE: usize = 12;
/// Samples with more blocks than this are not kept.
const BLOCKS: usize = 40;

/// Samples of the memory of one program, made when they are needed first.
#[derive(Default)]
pub(crate) struct Samples(OnceLock<Vec<Sample>>);

impl Samples {
    pub(crate) fn get(&self, program: &Program, options: &Options) -> &[Sample] {
        let all = || program.mains().into_iter().flat_map(|main| samples(program, options, main)).collect();
        self.0.get_or_init(|| budget::in_common(all))
    }
}

/// The checkers of a program, and those that are learned from what its memory looks like in runs.
pub fn learned(program: &Program, options: &Options) -> Definitions {
    let samples = Samples::default();
    let of_domain = checkers::Options { malloc_may_fail: options.malloc_may_fail };
    let written = Definitions::read(program);
    Checkers::learned_first(program, &written, of_domain, samples.get(program, options)).definitions().clone()
}

fn samples(program: &Program, options: &Options, main: FunctionId) -> Vec<Sample> {
    let mut collector = Collector {
        program,
        heads: program.functions.iter().map(|function| function.body.as_ref().map(loop_heads)).collect(),
        liveness: BTreeMap::new(),
        found: BTreeMap::new(),
    };
    let constants = Values::of(program).constants;
    let lines = command_lines(program, main);
    let mut left = STEPS;
    for run in 0..RUNS {
        // Allocations fail now and then in every third run at random, if they may.
        let fails = options.malloc_may_fail && run % 3 == 0;
        let inputs = match PATTERNS.get(run as usize) {
            Some(then) => Inputs::Repeated { list: Vec::new(), then: then.to_vec() },
            None if fails => Inputs::List(drawn(run, &constants)),
            None => Inputs::Repeated { list: drawn(run, &constants), then: Vec::new() },
        };
        let max_steps = RUN_STEPS.min(left);
        let args = lines[run as usize % lines.len()].clone();
        let run = interp::Options { inputs, args, max_steps, ..options.conventions.run(main, fails) };
        left = left.saturating_sub(collector.run(&run));
        if left == 0 {
            break;
        }
    }
    let typed = texts(program, &constants);
    for (text, others) in typed.iter().flat_map(|text| OTHERS.map(|others| (text.clone(), others.to_vec()))) {
        let inputs = Inputs::Typed { text, others };
        collector.run(&interp::Options {
            inputs,
            max_steps: RUN_STEPS,
            ..options.conventions.run(main, false)
        });
    }
    for inputs in cover::covering(program, options, main, &constants).into_iter().take(COVERING) {
        let run = options.conventions.run(main, options.malloc_may_fail);
        collector.run(&interp::Options { inputs, max_steps: RUN_STEPS, ..run });
    }
    collector.found.into_values().flat_map(BTreeMap::into_values).collect()
}

/// Small answers at random, always the same for a seed.
fn drawn(seed: u64, constants: &[i128]) -> Vec<i128> {
    let mut dice = Dice::new(seed);
    let answers = ANSWERS[seed as usize % ANSWERS.len()];
    // A constant of the program is drawn about every eighth time.
    let mut draw = |_| match constants.len() {
        some @ 1.. if dice.below(8) == 0 => constants[dice.below(some)],
        _ => answers[dice.below(answers.len())],
    };
    (0..DRAWN).map(&mut draw).collect()
}

struct Collector<'p> {
    program: &'p Program,
    /// For each function the blocks at which its loops begin.
    heads: Vec<Option<BTreeSet<BlockId>>>,
    liveness: BTreeMap<FunctionId, Liveness>,
    /// For each place the samples, by the number of their blocks and what these are.
    found: BTreeMap<Point, BTreeMap<(usize, u64), Sample>>,
}

impl Collector<'_> {
    /// Runs the program and looks at its memory. How many statements that took.
    fn run(&mut self, options: &interp::Options) -> u64 {
        let mut machine = Interpreter::new(self.program, options);
        let mut visits: BTreeMap<Point, u32> = BTreeMap::new();
        while let Some((function, block, stmt)) = machine.location() {
            if self.is_place(function, block, stmt) {
                let point = Point { function, block, stmt: stmt as u32 };
                let visits = visits.entry(point).or_default();
                *visits += 1;
                if is_looked_at(*visits) {
                    self.keep(point, machine.memory());
                }
            }
            if !machine.step() {
                break;
            }
        }
        machine.steps()
    }

    /// Whether a loop begins there, or a function begins or ends.
    fn is_place(&self, function: FunctionId, block: BlockId, stmt: usize) -> bool {
        let Some(body) = &*self.program.functions[function].body else { return false };
        let begins = || {
            let heads = self.heads.get(function.0 as usize).and_then(Option::as_ref);
            block == Body::ENTRY || heads.is_some_and(|heads| heads.contains(&block))
        };
        let code = &body.blocks[block];
        stmt == 0 && begins() || stmt == code.stmts.len() && matches!(code.terminator, Terminator::Return(_))
    }

    fn keep(&mut self, point: Point, memory: &model::Memory) {
        let Some(sample) = Sample::of(self.program, memory, &mut self.liveness) else { return };
        let known = self.found.entry(point).or_default();
        if sample.blocks() <= BLOCKS {
            known.entry((sample.blocks(), sample.outline())).or_insert(sample);
        }
        if known.len() > PER_PLACE {
            known.pop_first();
        }
    }
}

/// Whether the memory is looked at on this visit of a place: ever more rarely.
fn is_looked_at(visit: u32) -> bool {
    visit.is_power_of_two() || (visit.is_multiple_of(3) && (visit / 3).is_power_of_two())
}

/// The blocks that are reached again from themselves by going back in a walk in depth.
fn loop_heads(body: &Body) -> BTreeSet<BlockId> {
    let mut heads = BTreeSet::new();
    let (mut seen, mut active) = (BTreeSet::new(), BTreeSet::new());
    let mut stack = vec![(Body::ENTRY, false)];
    while let Some((block, left)) = stack.pop() {
        if left {
            active.remove(&block);
            continue;
        }
        if !seen.insert(block) {
            continue;
        }
        active.insert(block);
        stack.push((block, true));
        for next in body.blocks[block].terminator.successors() {
            if active.contains(&next) {
                heads.insert(next);
            } else if !seen.contains(&next) {
                stack.push((next, false));
            }
        }
    }
    heads
}
