//! What an abstraction has to offer.
//!
//! A state denotes a set of concrete memories, γ(state). All methods take and give single states,
//! the *disjuncts*; the engine keeps sets of them.
//!
//! # Laws
//!
//! For a memory m in γ(s), and m' any memory the program can be in after the statement:
//! - `step`, `follow`, `leave`, `enter`, `resume` are *covering*: m' is in γ of one of the results,
//!   or the step is an error at that memory and the rule was opened, or the answer is [`Lost`].
//! - `forget` keeps m.
//! - `covers(l, s)` implies γ(s) ⊆ γ(l); it is reflexive.
//! - `widen(known, s)` answers [`Widened::Covered`] only if γ(s) ⊆ ⋃γ(known), and a replacement
//!   contains both γ(s) and what it replaces. At a loop head every sequence of arrivals ends in
//!   `Covered` from some point on.
//! - `merge(states)` gives states whose γ together contain the γ of all that were given.
//! - `admits(s, m)` answers whether m is in γ(s); it may say yes where it cannot tell, never no.
//!
//! [`check_covers_laws`](crate::check_covers_laws) and [`check_widening`](crate::check_widening) run these laws on states a domain's tests
//! supply; the transfer laws are what comparing with concrete runs tests.

use std::fmt::Debug;
use std::sync::Arc;

use ir::{Argument, Call, FunctionId, LiveAt, LocalId, Program, Span, Stmt, Terminator};
use model::{Drawing, Memory, Rule};

use crate::{Checks, Point};

/// A set of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RuleSet(u32);

impl RuleSet {
    /// Exactly these rules.
    pub fn of(rules: &[Rule]) -> Self {
        Self(rules.iter().fold(0, |set, rule| set | 1 << *rule as u32))
    }

    /// Whether a rule is among them.
    pub fn contains(self, rule: Rule) -> bool {
        self.0 >> rule as u32 & 1 == 1
    }
}

/// Where the analysis stands, and what it may look at.
#[derive(Clone, Copy)]
pub struct Cursor<'a> {
    /// The program.
    pub program: &'a Program,
    /// The statement under way.
    pub point: Point,
    /// The registers whose values are needed afterwards.
    pub live: LiveAt<'a>,
}

impl Cursor<'_> {
    /// What the user wrote here.
    pub fn span(&self) -> Span {
        self.point.span(self.program)
    }

    /// The function under analysis.
    pub fn body(&self) -> &ir::Body {
        self.program.functions[self.point.function]
            .body
            .as_ref()
            .expect("only functions with a body are analyzed")
    }
}

/// Where an analysis begins.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The function.
    pub function: FunctionId,
    /// Whether this is the start of the program: globals hold their initial values.
    pub program_start: bool,
}

/// The analysis cannot say anything from here on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lost {
    /// Where.
    pub span: Span,
    /// Why, in a C programmer's words.
    pub why: Arc<str>,
}

/// What a step gives: the states after it, or nothing is known any more.
pub type Outcome<T> = Result<T, Lost>;

/// Something a contract promises that is not kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unmet {
    /// `contract`, or `leak` for what nobody can reach.
    pub rule: Rule,
    /// The clause, or where the function ends.
    pub span: Span,
    /// What is not kept, in a C programmer's words.
    pub message: String,
}

/// One way out of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Its number among the terminator's successors.
    pub index: usize,
}

/// Where states meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Join {
    /// Ways through the program run together.
    Plain,
    /// The head of a loop, before this round of it (1 is the second time around).
    Loop {
        /// How often the loop was iterated so far.
        round: u32,
    },
    /// The entry or the exit of a function that calls itself.
    Recursion,
}

/// What becomes of a state that arrives where others are known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Widened<S> {
    /// It is described already.
    Covered,
    /// This one takes the place of the known one with that number.
    Replace(usize, S),
    /// It stands beside the known ones.
    Add(S),
}

/// An abstraction of memory.
pub trait ShapeDomain {
    /// A disjunct.
    type State: Clone + Debug;
    /// What a call leaves behind.
    type Frame: Clone + Debug;

    /// The name users know it by.
    fn name(&self) -> &'static str;

    /// The checks this domain can discharge.
    fn rules(&self) -> RuleSet;

    /// Whether what it knows after a call may come from a contract, so that it rests on the requires.
    fn goes_by_contracts(&self) -> bool {
        true
    }

    /// The states at the start.
    fn entry(&self, program: &Program, entry: &Entry) -> Outcome<Vec<Self::State>>;

    /// The states after a statement that is not a call of a function with a body.
    fn step(
        &self,
        at: &Cursor<'_>,
        stmt: &Stmt,
        before: Self::State,
        out: &mut Checks,
    ) -> Outcome<Vec<Self::State>>;

    /// The states that leave a block, each with its way.
    fn follow(
        &self,
        at: &Cursor<'_>,
        terminator: &Terminator,
        before: Self::State,
        out: &mut Checks,
    ) -> Outcome<Vec<(Edge, Self::State)>>;

    /// The states in which a function returns, with its own variables gone.
    fn leave(
        &self,
        at: &Cursor<'_>,
        value: Option<&Argument>,
        before: Self::State,
        out: &mut Checks,
    ) -> Outcome<Vec<Self::State>>;

    /// Lets go of registers nobody reads any more. Never loses a reference that counts.
    fn forget(
        &self,
        at: &Cursor<'_>,
        dead: &[LocalId],
        state: Self::State,
        out: &mut Checks,
    ) -> Outcome<Vec<Self::State>>;

    /// The functions a call may reach in this state; `None` if that is not known. If there are none, what is wrong with the call is said when it is taken as a step.
    fn callees(&self, at: &Cursor<'_>, call: &Call, before: &Self::State) -> Option<Vec<FunctionId>>;

    /// Whether the domain itself says what a call of a function with a body does, as for one without:
    /// then it is a step, and the callee is not entered.
    fn models(&self, at: &Cursor<'_>, call: &Call, callee: FunctionId, before: &Self::State) -> bool {
        let _ = (at, call, callee, before);
        false
    }

    /// What the callee sees of a state, and what stays behind.
    #[allow(clippy::type_complexity)]
    fn enter(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        callee: FunctionId,
        before: &Self::State,
        out: &mut Checks,
    ) -> Outcome<Vec<(Self::State, Self::Frame)>>;

    /// What a function that was called in one state and left in another leaves, in other words if those are better.
    fn settle(
        &self,
        program: &Program,
        function: FunctionId,
        entry: &Self::State,
        exit: Self::State,
    ) -> Vec<Self::State> {
        let _ = (program, function, entry);
        vec![exit]
    }

    /// The states after a call: what the callee left in, with what had stayed behind.
    fn resume(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        frame: &Self::Frame,
        exit: &Self::State,
        out: &mut Checks,
    ) -> Outcome<Vec<Self::State>>;

    /// What the contract of a function promises and a state in which it returns does not keep.
    fn ensure(&self, program: &Program, function: FunctionId, exit: &Self::State) -> Outcome<Vec<Unmet>>;

    /// Whether every memory of `smaller` is one of `larger`.
    fn covers(&self, larger: &Self::State, smaller: &Self::State) -> bool;

    /// What becomes of a state that arrives.
    fn widen(&self, known: &[&Self::State], arrived: Self::State, at: Join) -> Widened<Self::State>;

    /// Fewer states that cover all of these, by forgetting what tells them apart.
    fn merge(&self, states: Vec<Self::State>, at_most: usize) -> Vec<Self::State>;

    /// Whether a concrete memory, in which the innermost call is at this point, is described.
    fn admits(&self, program: &Program, point: Point, state: &Self::State, memory: &Memory) -> bool;

    /// The state for people.
    fn draw(&self, program: &Program, point: Point, state: &Self::State) -> Drawing;
}

/// Shorthand for the frame type of a domain.
pub type Frame<D> = <D as ShapeDomain>::Frame;
