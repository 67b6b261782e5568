//! Concrete runs of a whole program: they decide the programs that leave nothing open, and find most errors of the others.
//!
//! [`decide`](decide::decide) comes first. Then the *hunt*: answer 0 to everything the program asks, then deviate in as few places
//! as possible. A run tells what it asked for; its children are the runs that answer the same up to some place, differently
//! there, and by default afterwards. They are tried in the order of what their deviations cost together: numbers
//! like 1 and −1 are cheap, constants of the program and rarer answers are dearer, and so is the n-th time the same question
//! is asked. A run that did just what its parent did, with another number, has no children of its own.
//!
//! Most errors show with one deviation or none, so few runs go far. Where that finds nothing, runs are *bred* from each other (`breed`).
//!
//! Invariant: bounded by numbers of runs and statements, never by time, so that the answer is always the same.

mod answer;
mod breed;
mod decide;
mod minimize;
mod values;

#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::rc::Rc;
use std::sync::Arc;

use engine::Entry;
use interp::{Asked, Inputs, RunResult};
use ir::{Program, Span};
use model::{Finding, Rule};

pub(crate) use answer::{by_runs, finds, search};
use decide::{Decision, decide};

use crate::command_line::command_lines;
use crate::predicates::predicates;
use crate::trials::errors;
use crate::typed::texts;
use crate::{Goal, Options};
pub(crate) use values::Values;

/// How much is tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Effort {
    runs: usize,
    /// Statements of all runs together.
    steps: u64,
    /// Statements of a run after the first.
    run_steps: u64,
}

impl Effort {
    /// Before anything else: finds what is easy to find.
    pub(crate) const QUICK: Self = Self { runs: 60, steps: 400_000, run_steps: 20_000 };
    /// When nothing else helped.
    pub(crate) const THOROUGH: Self = Self { runs: 500, steps: 2_000_000, run_steps: 40_000 };
}

/// What a run costs before its first statement, in statements.
const START_STEPS: u64 = 500;
/// Answers of a run after this one are not changed.
const POSITIONS: usize = 400;
/// What comes after the answers of a run: zeros, or else something that some loops end with.
const DEFAULTS: [&[i128]; 6] = [&[], &[1], &[0, 1], &[1, 0], &[-1], &[2]];

/// Where among them everything that is read has come to its end.
const ENDED: usize = 4;

/// What it costs at most to answer everything in the same way.
const DEFAULT_COST: u32 = 4;

/// Looks for errors of a whole program. Each comes with inputs that show it.
pub(crate) fn hunt(program: &Program, options: &Options, entry: &Entry, effort: Effort) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    // What was found before the budget was over stays found.
    let _ = budget::phase(|| hunt_by_lines(program, options, entry, effort, &mut findings));
    findings
}

fn hunt_by_lines(
    program: &Program,
    options: &Options,
    entry: &Entry,
    effort: Effort,
    findings: &mut Vec<Finding>,
) {
    let checkers = Arc::new(predicates(program));
    for line in command_lines(program, entry.function) {
        // Competitions know of no command line.
        if !line.is_empty() && options.conventions.goal != Goal::Everything
            || options.first_error && !findings.is_empty()
        {
            break;
        }
        // What a program does without words is what most of it does.
        let share = if line.is_empty() { 1 } else { 4 };
        let effort = Effort { runs: effort.runs / share, steps: effort.steps / share as u64, ..effort };
        let (checkers, values) = (checkers.clone(), Values::of(program));
        let hunter = Hunter { program, options, entry, checkers, values, line, left: effort };
        hunter.hunt(effort, &mut |finding| {
            let same = |known: &Finding| (known.rule, known.span) == (finding.rule, finding.span);
            if !findings.iter().any(same) {
                findings.push(finding);
            }
        });
    }
}

/// An error of a whole program that takes a sequence of inputs which fit each other, with those that show it. These are the places where one may be.
pub(crate) fn breed(program: &Program, options: &Options, entry: &Entry, near: &[Span]) -> Option<Finding> {
    let options = &Options { malloc_may_fail: false, ..options.clone() };
    let (checkers, values) = (Arc::new(predicates(program)), Values::of(program));
    let (line, left) = (Vec::new(), Effort::THOROUGH);
    budget::phase(|| Hunter { program, options, entry, checkers, values, line, left }.breed(near))
        .ok()
        .flatten()
}

/// A run to be made.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Next {
    /// What its deviations cost, and when it was thought of.
    order: (u32, usize),
    /// The answers of its parent, up to the deviation.
    given: Rc<[i128]>,
    upto: usize,
    /// What is answered instead; nothing for a first run.
    deviation: Option<i128>,
    default: usize,
    /// What its parent did.
    parent: u64,
}

impl Next {
    fn inputs(&self, defaults: &[Vec<i128>]) -> Inputs {
        let mut list = self.given[..self.upto].to_vec();
        list.extend(self.deviation);
        Inputs::Repeated { list, then: defaults[self.default].clone() }
    }
}

struct Hunter<'a> {
    program: &'a Program,
    options: &'a Options,
    entry: &'a Entry,
    checkers: Arc<interp::Checkers>,
    values: Values,
    /// The words of the command line.
    line: Vec<Vec<u8>>,
    left: Effort,
}

impl Hunter<'_> {
    /// Tells of every error as soon as it is found.
    fn hunt(mut self, effort: Effort, tell: &mut dyn FnMut(Finding)) {
        let mut any = false;
        let mut known: BTreeSet<(Rule, u32, u32)> = BTreeSet::new();
        let mut behaviours = BTreeSet::new();
        let constants = self.values.constants.iter().map(|constant| vec![*constant]);
        let defaults: Vec<Vec<i128>> = DEFAULTS.iter().map(|then| then.to_vec()).chain(constants).collect();
        let mut thought = defaults.len();
        let mut queue: BinaryHeap<Reverse<Next>> = (0..thought)
            .map(|default| {
                let order = (u32::try_from(default).unwrap_or(u32::MAX).min(DEFAULT_COST), default);
                Reverse(Next { order, given: Rc::default(), upto: 0, deviation: None, default, parent: 0 })
            })
            .collect();
        let typed = texts(self.program, &self.values.constants);
        for (cost, text) in (1..).zip(typed) {
            let inputs = Inputs::Typed { text, others: Vec::new() };
            let run = self.run(inputs, self.options.malloc_may_fail, effort.run_steps);
            let given: Rc<[i128]> = run.inputs.into();
            let (order, upto) = ((cost.min(DEFAULT_COST), thought), given.len());
            queue.push(Reverse(Next { order, given, upto, deviation: None, default: ENDED, parent: 0 }));
            thought += 1;
        }
        // What is done by default may take long without being in vain.
        let mut limit = effort.steps / 2;
        while let Some(Reverse(next)) = queue.pop() {
            if self.left.runs == 0 || self.left.steps == 0 {
                break;
            }
            self.left.runs -= 1;
            let run =
                self.run(next.inputs(&defaults), self.options.malloc_may_fail, limit.min(self.left.steps));
            limit = effort.run_steps;
            self.left.steps = self.left.steps.saturating_sub(run.steps + START_STEPS);
            for finding in self.errors(&run) {
                if known.insert((finding.rule, finding.span.file.0, finding.span.line))
                    && let Some(minimized) = self.minimized(&run, finding)
                {
                    any = true;
                    tell(minimized);
                }
            }
            if self.options.first_error && any {
                break;
            }
            let behaviour = behaviour(&run);
            if behaviour != next.parent && behaviours.insert((behaviour, next.default)) {
                thought = self.deviate(&next, &run, behaviour, thought, &mut queue);
            }
        }
    }

    /// The errors of a run that count.
    fn errors<'r>(&'r self, run: &'r RunResult) -> Vec<&'r Finding> {
        let conventions = &self.options.conventions;
        match conventions.goal {
            Goal::Everything => errors(self.program, self.entry.function, run).collect(),
            _ => conventions.error(run).into_iter().collect(),
        }
    }

    /// A run of the program.
    fn run(&self, inputs: Inputs, malloc_may_fail: bool, max_steps: u64) -> RunResult {
        interp::run(self.program, &self.run_options(inputs, malloc_may_fail, max_steps))
    }

    fn run_options(&self, inputs: Inputs, malloc_may_fail: bool, max_steps: u64) -> interp::Options {
        interp::Options {
            inputs,
            args: self.line.clone(),
            max_steps,
            max_memory: MEMORY,
            checkers: self.checkers.clone(),
            ..self.options.conventions.run(self.entry.function, malloc_may_fail)
        }
    }

    /// Adds the runs that answer something differently. How many runs were thought of by then.
    fn deviate(
        &self,
        from: &Next,
        run: &RunResult,
        parent: u64,
        mut thought: usize,
        queue: &mut BinaryHeap<Reverse<Next>>,
    ) -> usize {
        let given: Rc<[i128]> = run.inputs.iter().take(POSITIONS).copied().collect();
        let start = if from.deviation.is_some() { from.upto + 1 } else { 0 };
        let mut times: BTreeMap<Span, u32> = BTreeMap::new();
        for (upto, (asked, answer)) in run.asked.iter().zip(given.iter()).enumerate() {
            let times = times.entry(asked.span).or_default();
            *times += 1;
            if upto < start {
                continue;
            }
            for (cost, value) in self.values.instead_of(asked.ask, *answer) {
                let order = (from.order.0 + cost + times.ilog2(), thought);
                let (given, deviation) = (given.clone(), Some(value));
                queue.push(Reverse(Next { order, given, upto, deviation, default: from.default, parent }));
                thought += 1;
            }
        }
        thought
    }
}

/// Most memory of a run, in bytes.
const MEMORY: u64 = 256 << 20;

/// What a run did, but for the values: where it asked, how long it took.
fn behaviour(run: &RunResult) -> u64 {
    let mix = |hash: u64, value: u64| (hash ^ value).wrapping_mul(0x0100_0000_01b3).rotate_left(17);
    let place = |asked: &Asked| u64::from(asked.span.line) << 32 | u64::from(asked.span.column);
    run.asked.iter().map(place).fold(mix(0xcbf2_9ce4_8422_2325, run.steps), mix)
}
