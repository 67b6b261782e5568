//! Three-valued logic: parametric shape analysis by canonical abstraction.
//!
//! The framework of Sagiv, Reps and Wilhelm, "Parametric Shape Analysis via 3-Valued Logic" (POPL 1999), carried to C. A
//! memory is a logical structure: its individuals are heap blocks, and predicates say which variables and fields point where.
//! Finitely many *three-valued* structures describe all that can arise, and every statement is a transformer of structures:
//! focus, coerce, update, coerce, blur.
//!
//! What is not modelled (links to the middle of blocks and to variables, most library functions) ends as lost, with place and reason. Numbers are kept where they are constants, to follow flags.
//!
//! Reading order: [`kleene`], [`structure`], [`formula`], [`embed`], [`difference`]; `vocabulary`, `constraints`, [`State`], `blur`; `coerce`, `focus`,
//! `reach`, `heap`; `operand`, `address`, `access`, `evaluate`, `transfer`, `library`, `start`, `calls`, `checker`, `claim`, `contract`; `lattice`, `memo`, `admits`, `draw`, `questions`.

#![expect(
    clippy::unused_self,
    reason = "what the domain does is its method, whether or not it looks at its tables"
)]
#![expect(clippy::many_single_char_names, reason = "the names of the theory: `f`, `b`, `t`, `c`, `v`, `w`")]

pub mod difference;
pub mod embed;
pub mod formula;
pub mod kleene;
pub mod structure;

mod access;
mod address;
mod admits;
mod asserted;
mod blur;
mod calls;
mod checker;
mod claim;
mod clauses;
mod coerce;
mod constraints;
mod contract;
mod copy;
mod data;
mod definitions;
mod demand;
mod draw;
mod evaluate;
mod fill;
mod focus;
mod heap;
mod lattice;
mod library;
mod memo;
mod operand;
mod predicates;
mod questions;
mod reach;
mod shared;
mod start;
mod state;
mod transfer;
mod trees;
mod vocabulary;

#[cfg(test)]
mod enumerate;

use std::cell::Cell;

use asserted::Asserted;
use checker::Checker;
use constraints::Clause;
use contract::Mode;
use engine::{Checks, Cursor, Edge, Entry, Join, Outcome, Point, RuleSet, ShapeDomain, Unmet, Widened};
use ir::{Argument, Call, FunctionId, LocalId, Program, Stmt, Terminator};
use memo::{Memo, Task};
use model::{Drawing, Memory, Rule};
use predicates::Asked;
use rustc_hash::FxHashMap;
use trees::TreePredicate;
use vocabulary::Vocabulary;

pub use lattice::Joining;
pub use predicates::{Declarations, Mistake};
pub use state::State;
pub use vocabulary::Direction;

/// What the domain is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether `malloc` may return null.
    pub malloc_may_fail: bool,
    /// How structures are joined.
    pub joining: Joining,
    /// Which fields are taken for links back.
    pub direction: Direction,
}

/// The domain of three-valued structures.
pub struct ThreeValued {
    options: Options,
    vocabulary: Vocabulary,
    clauses: Vec<Clause>,
    asked: Asked,
    trees: FxHashMap<FunctionId, TreePredicate>,
    asserted: Asserted,
    checkers: FxHashMap<FunctionId, Checker>,
    memo: Memo,
    /// How clauses are read at the moment.
    mode: Cell<Mode>,
}

impl ThreeValued {
    /// A domain for one program.
    pub fn new(program: &Program, options: Options) -> Self {
        Self::with(program, options, &Declarations::default())
            .expect("nothing is declared that could be wrong")
    }

    /// A domain for one program, with predicates that the user declares.
    pub fn with(program: &Program, options: Options, declared: &Declarations) -> Result<Self, Mistake> {
        let vocabulary = Vocabulary::of(program, options.direction, declared)?;
        let asked = Asked::new(program, &vocabulary, declared)?;
        let mut clauses = constraints::generate(&vocabulary);
        clauses.extend(asked.clauses.iter().cloned());
        let trees = trees::tree_predicates(program);
        let asserted = Asserted::of(program);
        Ok(Self {
            options,
            vocabulary,
            clauses,
            asked,
            trees,
            asserted,
            checkers: checker::checkers(program),
            memo: Memo::default(),
            mode: Cell::default(),
        })
    }

    /// The domains to be tried one after the other: they differ in which fields they take for links back.
    pub fn candidates(
        program: &Program,
        options: Options,
        declared: &Declarations,
    ) -> Result<Vec<Self>, Mistake> {
        let directions = [Direction::First, Direction::Last, Direction::All];
        let mut candidates: Vec<Self> = Vec::new();
        for direction in directions {
            let candidate = Self::with(program, Options { direction, ..options }, declared)?;
            let backs = |domain: &Self| -> Vec<bool> {
                domain.vocabulary.fields.iter().map(|field| field.back).collect()
            };
            if !candidates.iter().any(|known| backs(known) == backs(&candidate)) {
                candidates.push(candidate);
            }
        }
        Ok(candidates)
    }
}

impl ShapeDomain for ThreeValued {
    type State = State;
    type Frame = calls::Frame;

    fn name(&self) -> &'static str {
        "three-valued"
    }

    fn rules(&self) -> RuleSet {
        RuleSet::of(&[
            Rule::NullDeref,
            Rule::UseAfterFree,
            Rule::DoubleFree,
            Rule::InvalidFree,
            Rule::Leak,
            Rule::OutOfBounds,
            Rule::Uninitialized,
            Rule::AssertFail,
            Rule::Undefined,
            Rule::Contract,
        ])
    }

    fn entry(&self, program: &Program, entry: &Entry) -> Outcome<Vec<State>> {
        self.start(program, entry)
    }

    fn step(&self, at: &Cursor<'_>, stmt: &Stmt, before: State, out: &mut Checks) -> Outcome<Vec<State>> {
        self.memo.of((Task::Step, self.mode.get()), at.point, before, out, |before, out| {
            let before = self.ask(at, before, out);
            self.statement(at, stmt, before, out)
        })
    }

    fn follow(
        &self,
        at: &Cursor<'_>,
        terminator: &Terminator,
        before: State,
        out: &mut Checks,
    ) -> Outcome<Vec<(Edge, State)>> {
        let before = self.ask(at, before, out);
        Ok(self.ways_out(at, terminator, before, out))
    }

    fn leave(
        &self,
        at: &Cursor<'_>,
        value: Option<&Argument>,
        before: State,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let result = value.and_then(|value| match value {
            Argument::Value(operand) => Some(*operand),
            Argument::Object(_) => None,
        });
        self.memo.of((Task::Leave, self.mode.get()), at.point, before, out, |before, out| {
            let before = self.ask(at, before, out);
            let before = self.ask_at_exit(at, before, result, out);
            self.return_from(at, value, before, out)
        })
    }

    fn forget(
        &self,
        at: &Cursor<'_>,
        dead: &[LocalId],
        mut state: State,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let mut concerns_cells = false;
        for local in dead {
            let root = self.register(at, *local);
            let name = at.body().locals[*local].name.as_deref();
            if name.is_some_and(|name| self.asked.speaks_of(name)) {
                continue;
            }
            // A variable that is the last way to something keeps its value until its scope ends.
            if at.body().locals[*local].is_temporary() || self.is_spare(&state, root) {
                concerns_cells |= state.take(root).is_some_and(|value| value.individual().is_some());
            }
        }
        if !concerns_cells {
            return Ok(vec![state]);
        }
        self.memo.of((Task::Forget, self.mode.get()), at.point, state, out, |state, out| {
            self.finish(at, state, out)
        })
    }

    fn callees(&self, at: &Cursor<'_>, call: &Call, before: &State) -> Option<Vec<FunctionId>> {
        self.called_functions(at, call, before)
    }

    fn models(&self, at: &Cursor<'_>, call: &Call, _: FunctionId, before: &State) -> bool {
        self.is_claim(at, call, before) || self.is_tree_question(at, call, before)
    }

    fn enter(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        callee: FunctionId,
        before: &State,
        out: &mut Checks,
    ) -> Outcome<Vec<(State, calls::Frame)>> {
        let before = self.ask(at, before.clone(), out);
        self.or_lost(at, self.may_assert(at, call, callee, &before))?;
        self.check_requires(at, call, callee, &before, out);
        self.enter_function(at, call, callee, &before)
    }

    fn resume(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        frame: &calls::Frame,
        exit: &State,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        self.return_to(at, call, frame, exit, out)
    }

    fn ensure(&self, program: &Program, function: FunctionId, exit: &State) -> Outcome<Vec<Unmet>> {
        self.check_ensures(program, function, exit)
    }

    fn covers(&self, larger: &State, smaller: &State) -> bool {
        self.is_covered(larger, smaller)
    }

    fn widen(&self, known: &[&State], arrived: State, at: Join) -> Widened<State> {
        self.arrive(known, arrived, at)
    }

    fn merge(&self, states: Vec<State>, _at_most: usize) -> Vec<State> {
        self.merge_numbers(states)
    }

    fn admits(&self, program: &Program, point: Point, state: &State, memory: &Memory) -> bool {
        self.is_described(program, point, state, memory)
    }

    fn draw(&self, program: &Program, point: Point, state: &State) -> Drawing {
        self.picture(program, point, state)
    }
}
