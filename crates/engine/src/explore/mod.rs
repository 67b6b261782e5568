//! Exact exploration: every way through the program on its own, with nothing joined and nothing widened.
//!
//! The same transfer function as the fixpoint's, but a state is dropped only if one that was explored at the same place is
//! the same up to the names of its symbols, or has the same heap and weaker facts ([`Exact`]). Where that leaves
//! finitely many states the worklist runs empty, and then what was explored covers every execution: each check that was not
//! opened holds. Bounded counters, flags and short lists are decided in this way without a single invariant.
//!
//! Calls are tabulated, not inlined: a *context* is a function with one entry state; it is explored once, and each of its exits is
//! given to all who called it, now or later. The stack of calls is thus data, and recursion needs no stack of ours.
//!
//! The order is best first: states on whose way fewer decisions were open come first, the latest of them first. Errors are
//! thus found on ways with few decisions, and the result depends on nothing but the program, the bounds and the targets (`targets`): checks that
//! another analysis left open, to which states that are near to them are led first.
//!
//! What is explored is the canonical state itself, not the one that arrived: if bringing it into canonical form forgot
//! something, the explored state is the larger one, and comparing later arrivals with it stays sound.
//!
//! A cut (too many states, no time) or a lost state ends all claims: then nothing is proved and what was opened are only
//! places worth a look.

mod inputs;
mod run;
mod seen;
mod targets;
mod work;

use ir::LocalId;

use crate::{Analysis, Check, Engine, Entry, ShapeDomain};

use run::Exploration;

/// A domain whose states can be compared by name-free forms.
pub trait Exact: ShapeDomain {
    /// A state with at least the same memories, in which nothing depends on how its symbols came about.
    fn canonical(&self, state: Self::State) -> Self::State;

    /// Equal for canonical states that may be [`implied`](Self::implied) by each other.
    fn fingerprint(&self, state: &Self::State) -> u64;

    /// Whether every memory of `arrived` is one of `known`, both canonical. Quick, and may say no.
    fn implied(&self, known: &Self::State, arrived: &Self::State) -> bool;

    /// How large a state is, in objects that the program made: where they become ever more there is no end.
    fn objects(&self, state: &Self::State) -> usize;

    /// Remembers a value that was just given to a register as the input with this number.
    fn mark_input(&self, state: &mut Self::State, register: LocalId, number: u32);

    /// Values of so many marked inputs with which a run may get to this state, the likeliest first.
    fn solve_inputs(&self, state: &Self::State, count: u32) -> Vec<Vec<i128>>;
}

/// How far an exploration goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Most states, counted where blocks begin, calls come back, and a statement leaves several.
    pub states: u64,
    /// Most states after one was lost, when nothing can be proved any more.
    pub states_when_lost: u64,
    /// Most objects of one state that the program made.
    pub objects: usize,
    /// Whether states are dropped that were explored before. Without it only programs without loops come to an end; it is
    /// there to be compared with.
    pub merge: bool,
    /// Whether the states before each statement are kept, to be compared with runs.
    pub keep_states: bool,
}

impl Default for Bounds {
    fn default() -> Self {
        Self { states: 20_000, states_when_lost: 2_000, objects: 64, merge: true, keep_states: false }
    }
}

impl<'a, D: Exact> Engine<'a, D> {
    /// Explores a program from its entry.
    pub fn explore(self, entry: &Entry, bounds: Bounds) -> Analysis<'a, D> {
        self.explore_towards(entry, bounds, &[])
    }

    /// The same with the states first that are near to these checks: what an analysis of the same program could not discharge.
    pub fn explore_towards(self, entry: &Entry, bounds: Bounds, targets: &[Check]) -> Analysis<'a, D> {
        Exploration::new(self, bounds, targets).run(entry)
    }
}
