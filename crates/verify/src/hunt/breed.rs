//! Runs bred from runs: for errors that need a sequence of inputs which fit each other.
//!
//! To lose a node of a tree it takes several that lie right, and then a command that speaks of one of them. No single deviation leads there, but each step on
//! the way does something new: a first node, one to its left, one that is found. So runs that did something new are kept, and others are bred from them, as
//! fuzzers do by coverage (AFL, Zalewski 2013). What is new is an edge between blocks that was never taken, or never as often in one run, up to factors of two.
//! Runs that came to where an analysis has an alarm are parents more often (as in directed fuzzing: `AFLGo`, Böhme et al., CCS 2017).
//!
//! Inputs are changed in units that mean something: a number, or a word of a text with the blank behind it, and *rounds*, which begin where the
//! same question is asked again: the turns of the loop that reads commands. Rounds are repeated with other numbers, left out, or put behind
//! those of another run. Numbers are those that the run has already and their neighbours, small ones, and constants of the program: keys that are
//! equal, just below and just above others are what structures are made of.
//!
//! Allocations succeed here: what comes of one that fails the hunt by deviations sees.
//!
//! Invariant: bounded by numbers of runs and statements, and always the same for a program.

use std::collections::{BTreeMap, BTreeSet};

use interp::{Ask, Asked, Inputs, Interpreter, RunResult};
use ir::{BlockId, FunctionId, Span};
use model::Finding;

use super::{DEFAULTS, Hunter, START_STEPS, behaviour};
use crate::dice::Dice;
use crate::typed::texts;

/// The most runs.
const RUNS: usize = 4_000;
/// The most statements of all of them, beginnings included.
const STEPS: u64 = 6_000_000;
/// What each function and each global variable of the program adds to the beginning of a run, in statements.
const PART_STEPS: u64 = 30;
/// The most statements of one.
const RUN_STEPS: u64 = 5_000;
/// The most units of a run that are changed or copied.
const LONGEST: usize = 60;
/// The most changes from a parent to its child.
const CHANGES: usize = 3;

/// A number, or a word of a text, with the question it answers.
#[derive(Clone, Debug)]
struct Unit {
    span: Span,
    ask: Ask,
    answers: Vec<i128>,
}

/// A run that did something new.
struct Kept {
    units: Vec<Unit>,
    /// Whether it came to where an error may be.
    near: bool,
}

/// Whether a byte ends a word.
fn is_blank(answer: i128) -> bool {
    u8::try_from(answer).map_or(true, |byte| byte.is_ascii_whitespace())
}

/// The answers of a run in units.
fn units(asked: &[Asked], inputs: &[i128]) -> Vec<Unit> {
    let mut units: Vec<Unit> = Vec::new();
    for (asked, answer) in asked.iter().zip(inputs) {
        let goes_on = |last: &&mut Unit| {
            let ended = last.answers.last().is_none_or(|answer| is_blank(*answer));
            (last.ask, asked.ask) == (Ask::Byte, Ask::Byte) && last.span == asked.span && !ended
        };
        match units.last_mut().filter(goes_on) {
            Some(last) => last.answers.push(*answer),
            None => units.push(Unit { span: asked.span, ask: asked.ask, answers: vec![*answer] }),
        }
    }
    units.truncate(LONGEST);
    units
}

impl Unit {
    /// The number it is, if it is one.
    fn number(&self) -> Option<i128> {
        match self.ask {
            Ask::Byte => {
                let bytes = self.answers.iter().filter(|answer| !is_blank(**answer));
                let text: String = bytes.map(|answer| char::from(*answer as u8)).collect();
                text.parse().ok()
            }
            Ask::Integer { .. } | Ask::Below(_) => self.answers.first().copied(),
            Ask::Truth | Ask::Allocation | Ask::Place | Ask::Pointer | Ask::Uninitialized => None,
        }
    }

    /// Makes another number of it.
    fn set(&mut self, number: i128) {
        match self.ask {
            Ask::Byte => {
                let blank = self.answers.last().copied().filter(|last| *last >= 0 && is_blank(*last));
                self.answers = number.to_string().bytes().map(i128::from).collect();
                self.answers.push(blank.unwrap_or(i128::from(b'\n')));
            }
            Ask::Below(most) => self.answers = vec![number.rem_euclid(i128::from(most) + 1)],
            _ => self.answers = vec![number],
        }
    }
}

/// What makes children of parents.
struct Breeder<'a> {
    constants: &'a [i128],
    dice: Dice,
}

impl Breeder<'_> {
    /// A child of one of the runs.
    fn child(&mut self, pool: &[Kept]) -> Vec<Unit> {
        let mut units = self.parent(pool).units.clone();
        for _ in 0..=self.dice.below(CHANGES) {
            match self.dice.below(8) {
                0 | 1 => {
                    let at = self.dice.below(units.len());
                    self.change(&mut units, at);
                }
                2..=4 => self.repeat(&mut units),
                5 => {
                    if let Some((from, to)) = self.round(&units) {
                        units.drain(from..to);
                    }
                }
                6 => self.exchange(&mut units),
                _ => {
                    let other = self.parent(pool);
                    let at = self.dice.below(units.len());
                    let span = units.get(at).map(|unit| unit.span);
                    let there: Vec<usize> = (0..other.units.len())
                        .filter(|place| Some(other.units[*place].span) == span)
                        .collect();
                    if !there.is_empty() {
                        let from = there[self.dice.below(there.len())];
                        units.truncate(at);
                        units.extend_from_slice(&other.units[from..]);
                    }
                }
            }
        }
        units.truncate(LONGEST);
        units
    }

    /// A run to breed from: every other time one that is near to an error, if there is one; what was found last has been tried least.
    fn parent<'k>(&mut self, pool: &'k [Kept]) -> &'k Kept {
        let near: Vec<&Kept> = pool.iter().filter(|kept| kept.near).collect();
        let among: Vec<&Kept> =
            if near.is_empty() || self.dice.below(2) == 0 { pool.iter().collect() } else { near };
        let back = self.dice.below(among.len()).min(self.dice.below(among.len()));
        among[among.len() - 1 - back]
    }

    /// From where a question is asked to where it is asked again, or to the end.
    fn round(&mut self, units: &[Unit]) -> Option<(usize, usize)> {
        let from = self.dice.below(units.len());
        let span = units.get(from)?.span;
        let next = (from + 1..units.len()).find(|at| units[*at].span == span);
        Some((from, next.unwrap_or(units.len())))
    }

    /// Repeats a round somewhere, mostly with another number in it.
    fn repeat(&mut self, units: &mut Vec<Unit>) {
        let Some((from, to)) = self.round(units) else { return };
        let copy = units[from..to].to_vec();
        let places: Vec<usize> =
            (0..units.len()).filter(|place| units[*place].span == units[from].span).chain([to]).collect();
        let place = places[self.dice.below(places.len())];
        let length = copy.len();
        units.splice(place..place, copy);
        if self.dice.below(4) != 0 {
            let at = place + self.dice.below(length);
            self.change(units, at);
        }
    }

    /// Exchanges two answers to the same question.
    fn exchange(&mut self, units: &mut [Unit]) {
        let one = self.dice.below(units.len());
        let same: Vec<usize> = (0..units.len()).filter(|at| units[*at].span == units[one].span).collect();
        if let Some(other) = same.get(self.dice.below(same.len())) {
            units.swap(one, *other);
        }
    }

    /// Answers a question differently.
    fn change(&mut self, units: &mut [Unit], at: usize) {
        let Some(ask) = units.get(at).map(|unit| unit.ask) else { return };
        match ask {
            Ask::Truth | Ask::Place => {
                units[at].answers = vec![i128::from(units[at].answers.first() == Some(&0))];
            }
            Ask::Allocation | Ask::Pointer => {}
            Ask::Byte | Ask::Integer { .. } | Ask::Below(_) | Ask::Uninitialized => {
                let numbers: Vec<i128> = units.iter().filter_map(Unit::number).collect();
                let known = |dice: &mut Dice| numbers.get(dice.below(numbers.len())).copied().unwrap_or(0);
                let dice = &mut self.dice;
                let number = match dice.below(10) {
                    0..=2 => known(dice),
                    3 | 4 => known(dice).saturating_add(1),
                    5 => known(dice).saturating_sub(1),
                    6 => known(dice).midpoint(known(dice)),
                    7 if !self.constants.is_empty() => self.constants[dice.below(self.constants.len())],
                    8 => dice.below(10) as i128,
                    _ => dice.below(100) as i128,
                };
                units[at].set(number);
            }
        }
    }
}

impl Hunter<'_> {
    /// The first error that is found by breeding runs; these are the places where one may be.
    pub(super) fn breed(&mut self, near: &[Span]) -> Option<Finding> {
        let near = self.blocks_of(near);
        let mut seen: BTreeSet<(FunctionId, BlockId, BlockId, u32)> = BTreeSet::new();
        let mut behaviours = BTreeSet::new();
        let mut pool: Vec<Kept> = Vec::new();
        let constants = self.values.constants.clone();
        let mut breeder = Breeder { constants: &constants, dice: Dice::new(0) };
        let typed = texts(self.program, &constants);
        let mut first: Vec<Inputs> =
            typed.into_iter().map(|text| Inputs::Typed { text, others: Vec::new() }).collect();
        let tails = DEFAULTS.iter().rev();
        first.extend(tails.map(|then| Inputs::Repeated { list: Vec::new(), then: then.to_vec() }));
        let mut left = STEPS;
        // A run begins with all functions and variables of the program.
        let parts = (self.program.functions.len() + self.program.globals.len()) as u64;
        let start = START_STEPS + PART_STEPS * parts;
        for _ in 0..RUNS {
            let inputs = match first.pop() {
                Some(inputs) => inputs,
                None if pool.is_empty() => return None,
                None => {
                    let list = breeder.child(&pool).into_iter().flat_map(|unit| unit.answers).collect();
                    // Most loops that read commands end with zeros.
                    let tail = breeder.dice.below(4 * DEFAULTS.len());
                    Inputs::Repeated {
                        list,
                        then: DEFAULTS.get(tail).map_or(Vec::new(), |then| then.to_vec()),
                    }
                }
            };
            let run = self.run(inputs, false, RUN_STEPS.min(left));
            left = left.saturating_sub(run.steps + start);
            if let Some(finding) = self.errors(&run).first().and_then(|finding| self.minimized(&run, finding))
            {
                return Some(finding);
            }
            if left == 0 {
                return None;
            }
            if run.inputs.is_empty() || !behaviours.insert(behaviour(&run)) {
                continue;
            }
            let (edges, is_near) = self.edges(&run, &near);
            left = left.saturating_sub(run.steps + start);
            let before = seen.len();
            seen.extend(
                edges.into_iter().map(|((function, from, to), times)| (function, from, to, times.ilog2())),
            );
            if seen.len() > before {
                pool.push(Kept { units: units(&run.asked, &run.inputs), near: is_near });
            }
        }
        None
    }

    /// The blocks with something in one of these lines.
    fn blocks_of(&self, spans: &[Span]) -> BTreeSet<(FunctionId, BlockId)> {
        let lines: BTreeSet<_> = spans.iter().map(|span| (span.file, span.line)).collect();
        let mut found = BTreeSet::new();
        for (id, function) in self.program.defined() {
            for (block, code) in function.body.iter().flat_map(|body| body.blocks.enumerate()) {
                if code.stmts.iter().any(|stmt| lines.contains(&(stmt.span.file, stmt.span.line))) {
                    found.insert((id, block));
                }
            }
        }
        found
    }

    /// How often a run took each step from block to block, and whether it came to one of these.
    fn edges(
        &self,
        run: &RunResult,
        near: &BTreeSet<(FunctionId, BlockId)>,
    ) -> (BTreeMap<(FunctionId, BlockId, BlockId), u32>, bool) {
        let options = self.run_options(Inputs::List(run.inputs.clone()), false, run.steps);
        let mut machine = Interpreter::new(self.program, &options);
        let mut edges = BTreeMap::new();
        let (mut last, mut is_near) = (None, false);
        while let Some((function, block, _)) = machine.location() {
            if last != Some((function, block)) {
                // A step into another function or back is one from its first block, or from where it was.
                let from = last.filter(|(before, _)| *before == function).map_or(block, |(_, before)| before);
                *edges.entry((function, from, block)).or_insert(0) += 1;
                is_near |= near.contains(&(function, block));
                last = Some((function, block));
            }
            if !machine.step() {
                break;
            }
        }
        (edges, is_near)
    }
}
