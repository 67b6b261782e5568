//! List lengths: variable reachability vectors with counters.
//!
//! The domain of "Static Analysis of List-Manipulating Programs via Bit-Vectors and Numerical
//! Abstractions" (SAC 2013), carried to C. Cells of a list type are told apart only by which
//! variables reach them; how many there are of each kind is a number, and affine equalities and
//! intervals over these numbers are the whole heap: for lists without cycles that is an exact picture
//! of the shape.
//!
//! What the paper leaves open or gets wrong is done otherwise here: a pointer that dangles is not
//! null; cycles are cut; lengths of inputs are symbols; and states are kept apart by their support.
//!
//! Reading order: `vrv`, `names`, [`State`], `heap`, `cases`, `nullable` and `links` (the paper's Figure 3), `cycle`, `back` and `previous`,
//! `contents` and `sums` (its section 4.4), `objects`, `integers`, `operand`, `access`, `bytes`, `evaluate`,
//! `conditions`, `transfer`, `blocks`, `library`, `lattice`; for calls `calls` and `returns`; for contracts `contract`, `requires`
//! and `ensures`; `admits` for comparing with runs.

// What the domain does is its method, whether or not it looks at the domain's tables.
#![allow(clippy::unused_self)]
// The names of the theory: `p`, `q`, `a`, `b`, `f`, `g`.
#![allow(clippy::many_single_char_names)]
// A step takes its state and gives the states after it; the cases read best side by side.
#![allow(clippy::needless_pass_by_value, clippy::single_match_else)]

mod access;
mod admits;
mod admits_back;
mod admits_cells;
mod back;
mod blocks;
mod bytes;
mod calls;
mod cases;
mod conditions;
mod contents;
mod contract;
mod cycle;
mod draw;
mod ensures;
mod evaluate;
mod globals;
mod heap;
mod integers;
mod invariant;
mod lattice;
mod library;
mod links;
mod measure;
mod names;
mod nullable;
mod objects;
mod operand;
mod previous;
mod requires;
mod returns;
mod shared;
mod start;
mod state;
mod sums;
mod transfer;
mod vrv;

use std::cell::{Cell, OnceCell, RefCell};

use engine::{
    Asked, Checks, Cursor, Edge, Entry, Join, Outcome, Point, RuleSet, ShapeDomain, Unmet, Widened,
};
use ir::{Argument, Call, FunctionId, LocalId, Program, Stmt, Terminator};
use model::{Drawing, Memory, Rule};
use rustc_hash::FxHashMap;

pub use invariant::{Invariant, Spot};
pub use measure::Ending;
use names::{Names, RootId};
pub use state::State;

/// What the domain is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether `malloc` may return null.
    pub malloc_may_fail: bool,
}

/// The domain of list lengths.
pub struct Lengths {
    pub(crate) options: Options,
    pub(crate) names: Names,
    /// The variables of each function that are compared with each other.
    pub(crate) compared: RefCell<FxHashMap<FunctionId, Vec<(RootId, RootId)>>>,
    /// What variables are called.
    pub(crate) called: RefCell<FxHashMap<RootId, String>>,
    /// What the parameters of the function under contract are called.
    pub(crate) formals: RefCell<Vec<String>>,
    /// The calls that are decided.
    asked: OnceCell<Asked>,
    /// Whether clauses of a contract are being taken as given or looked into.
    pub(crate) mode: Cell<contract::Mode>,
}

impl Lengths {
    /// A domain for one analysis.
    pub fn new(options: Options) -> Self {
        Self {
            options,
            names: Names::default(),
            compared: RefCell::default(),
            called: RefCell::default(),
            formals: RefCell::default(),
            asked: OnceCell::new(),
            mode: Cell::new(contract::Mode::Ordinary),
        }
    }
}

impl Lengths {
    /// The calls that are decided: which structures checkers claim is not known here, so they may hold or not.
    pub(crate) fn asked(&self, program: &Program) -> &Asked {
        self.asked.get_or_init(|| Asked::of(program))
    }

    /// States after a statement, if they have all the cells there are.
    fn unless_adrift(&self, at: &Cursor<'_>, states: Vec<State>) -> Outcome<Vec<State>> {
        if states.iter().any(|state| state.adrift) {
            return self.lost(at, "only links back lead to some cells from here on, which is not followed");
        }
        Ok(states)
    }
}

impl ShapeDomain for Lengths {
    type State = State;
    type Frame = calls::Frame;

    fn name(&self) -> &'static str {
        "lengths"
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

    /// It goes into every function that is called.
    fn goes_by_contracts(&self) -> bool {
        false
    }

    fn entry(&self, program: &Program, entry: &Entry) -> Outcome<Vec<State>> {
        self.start(program, entry)
    }

    fn step(&self, at: &Cursor<'_>, stmt: &Stmt, before: State, out: &mut Checks) -> Outcome<Vec<State>> {
        let mut cases = self.resolve_for(at, stmt, before);
        if cases.len() == 1
            && let Some(state) = cases.pop()
        {
            return self.unless_adrift(at, self.statement(at, stmt, state, out)?);
        }
        let mut after = Vec::new();
        for state in cases {
            after.extend(self.statement(at, stmt, state, out)?);
        }
        self.unless_adrift(at, after)
    }

    fn follow(
        &self,
        at: &Cursor<'_>,
        terminator: &Terminator,
        before: State,
        out: &mut Checks,
    ) -> Outcome<Vec<(Edge, State)>> {
        let cases = self.resolve_for_branch(at, terminator, before);
        Ok(cases.into_iter().flat_map(|state| self.ways_out(at, terminator, state, out)).collect())
    }

    fn leave(
        &self,
        at: &Cursor<'_>,
        value: Option<&Argument>,
        before: State,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        self.return_from(at, value, before, out)
    }

    fn forget(
        &self,
        at: &Cursor<'_>,
        dead: &[LocalId],
        mut state: State,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        for local in dead {
            let root = self.register(at, *local);
            if at.body().locals[*local].is_temporary() {
                self.clear_reporting(&mut state, root, out);
            } else if !self.is_compared(root) && !self.is_last_reference(&state, root) {
                // Nothing becomes unreachable, so there is nothing to report.
                let lost = self.clear(&mut state, root);
                debug_assert!(!lost, "a reference that was not the last");
            }
        }
        Ok(vec![state])
    }

    fn callees(&self, at: &Cursor<'_>, call: &Call, before: &State) -> Option<Vec<FunctionId>> {
        self.called_functions(at, call, before)
    }

    fn models(&self, at: &Cursor<'_>, call: &Call, callee: FunctionId, before: &State) -> bool {
        let asked = self.asked(at.program);
        asked.is_decided(callee)
            && !asked.walked(callee).is_some_and(|links| self.leads_to_ends(at, before, call, links))
    }

    fn enter(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        callee: FunctionId,
        before: &State,
        out: &mut Checks,
    ) -> Outcome<Vec<(State, calls::Frame)>> {
        self.asked(at.program).open_endless(
            at.point,
            |links| self.leads_to_ends(at, before, call, links),
            out,
        );
        self.enter_function(at, call, callee, before, out)
    }

    fn resume(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        frame: &calls::Frame,
        exit: &State,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        self.unless_adrift(at, self.return_to(at, call, frame, exit, out)?)
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
        self.merge_supports(states)
    }

    fn admits(&self, program: &Program, point: Point, state: &State, memory: &Memory) -> bool {
        self.is_described(program, point, state, memory)
    }

    fn draw(&self, program: &Program, point: Point, state: &State) -> Drawing {
        self.picture(program, point, state)
    }
}
