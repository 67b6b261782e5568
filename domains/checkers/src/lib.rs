//! Checkers: structural invariants proved from the C predicates that test them.
//!
//! The domain of "Shape Analysis with Structural Invariant Checkers" (SAS 2007), carried to C. A
//! state is a symbolic heap: objects with their bytes, complete checkers and partial ones, over
//! equalities, disequalities and linear constraints between the values. A checker is a C predicate; read as an inductive
//! definition it is unfolded where the program looks into a structure, and folded where loops meet.
//!
//! Reading order: [`definition`], [`heap`], `unfold`, `cover`, `fold`, `join`, `lattice`, `transfer`, `contract`,
//! `calls`; `admits` says what a state denotes, `draw` shows it.

// What the domain does is its method, whether or not it looks at the domain's tables.
#![allow(clippy::unused_self)]
// A step takes its state and gives the states after it.
#![allow(clippy::needless_pass_by_value)]

mod admits;
mod anchors;
mod arguments;
mod calls;
mod canonical;
mod claims;
mod contract;
mod cover;
pub mod definition;
mod draw;
mod effects;
mod endings;
mod exact;
mod fold;
mod formula;
mod habits;
pub mod heap;
mod join;
mod lattice;
mod leads;
mod learn;
mod learning;
mod names;
mod observers;
mod parts;
mod records;
mod start;
mod strides;
mod thresholds;
mod transfer;
mod unfold;
mod whereabouts;
mod wishes;

use engine::{
    Asked, Checks, Cursor, Edge, Entry, Join, Outcome, Point, RuleSet, ShapeDomain, Unmet, Widened,
};
use ir::{Argument, Call, FunctionId, GlobalId, Literals, LocalId, Program, Stmt, Terminator};
use model::{Drawing, Memory, Rule};
use rustc_hash::{FxHashMap, FxHashSet};

pub use calls::Frame;
pub use canonical::{Canonical, Folding};
pub use claims::Namable;
use definition::{DefinitionId, Definitions, Refinements, Tags};
use effects::AllEffects;
pub(crate) use effects::SBRK;
pub use endings::Ending;
use habits::Habits;
pub use heap::State;
use leads::Leads;
pub use learn::Sample;
use learn::{Detail, Shown};
use learning::Learning;
pub use logic::sets::{Choice as SetChoice, metered};
use records::Records;
use wishes::Wishes;

/// What the domain is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Whether `malloc` may return null.
    pub malloc_may_fail: bool,
}

/// What models call the number of the last error.
const ERRNO: &str = "__shapewright_errno";

/// The domain of checkers.
pub struct Checkers {
    pub(crate) options: Options,
    /// Whether states are only explored, never joined: then facts are kept that joins would have to forget.
    pub(crate) exact: bool,
    /// Whether what was never written holds some value, and reading it is no error.
    pub(crate) free_uninitialized: bool,
    pub(crate) definitions: Definitions,
    /// Which definitions each one's calls lead to, itself only if they lead back to it.
    reachable: Vec<Vec<DefinitionId>>,
    /// Whether something in a structure of a definition may not be evaluated as its rules say.
    denying: Vec<bool>,
    /// What each definition does with its parameters.
    habits: Vec<Habits>,
    /// To which of its arguments each definition leads.
    leads: Leads,
    /// Which definitions say more than others.
    pub(crate) refinements: Refinements,
    /// Which members of objects decide how structures go on.
    pub(crate) tags: Tags,
    /// What each function wants its structures to be.
    wishes: Wishes,
    /// Bounds that widening stops at.
    pub(crate) thresholds: Vec<i128>,
    /// How far behind the begin of new blocks links will lead to, by their sizes.
    pub(crate) anchors: FxHashMap<u64, i64>,
    /// By how many bytes arrays are stepped through.
    pub(crate) strides: Vec<i64>,
    /// How sets of values are reasoned about.
    pub(crate) set_choice: SetChoice,
    /// How states are made fewer at the heads of loops.
    pub(crate) folding: Folding,
    /// The structs it keeps in arrays.
    pub(crate) records: Records,
    /// How many bytes an object can have: differences of pointers into it are numbers.
    pub(crate) largest_object: i128,
    /// What each function and what it calls may do.
    effects: AllEffects,
    /// The calls that are decided.
    asked: Asked,
    /// The globals that never change.
    constants: FxHashSet<GlobalId>,
    /// The constants that may be one object with others.
    literals: Literals,
    /// What the strings of the command line are.
    arguments: Option<DefinitionId>,
    /// The number of the last error, which the library writes to whenever it likes.
    errno: Option<GlobalId>,
}

impl Checkers {
    /// What its states mean, as a text: the definitions without the places where they stand, and what else it was told.
    pub fn meaning(&self) -> String {
        let mut definitions = self.definitions.list.clone();
        for definition in &mut definitions {
            definition.span = ir::Span::NONE;
            for rule in &mut definition.rules {
                rule.span = ir::Span::NONE;
                rule.call_spans.clear();
            }
        }
        let told = (self.options, self.free_uninitialized, self.exact);
        format!("{definitions:?} {told:?}")
    }

    /// A domain for one program, of which nothing is known but its text.
    pub fn new(program: &Program, options: Options) -> Self {
        Self::with(
            program,
            options,
            learn::definitions(
                &Shown::of(program, &[], Detail::Plain),
                Definitions::read(program),
                Detail::Plain,
            ),
        )
    }

    /// Domains for one program with the checkers it has written, and definitions learned from what its memory looked like in runs: those that say most first. Where they fit
    /// the program they prove most. The last one goes by declarations alone: what runs show may be a small part of what there is.
    pub fn learned(
        program: &Program,
        written: &Definitions,
        options: Options,
        samples: &[Sample],
    ) -> Vec<Self> {
        Learning { program, written, options, samples }.all()
    }

    /// The first of these domains, which often is the only one that is needed.
    pub fn learned_first(
        program: &Program,
        written: &Definitions,
        options: Options,
        samples: &[Sample],
    ) -> Self {
        Learning { program, written, options, samples }.first()
    }

    fn with(program: &Program, options: Options, definitions: Definitions) -> Self {
        let reachable: Vec<_> =
            (0..definitions.list.len()).map(|index| closure(&definitions, index)).collect();
        let denies = |id: usize| definitions.list[id].rules.iter().any(|rule| rule.denies);
        let denying = (0..definitions.list.len())
            .map(|id| denies(id) || reachable[id].iter().any(|other| denies(other.0 as usize)))
            .collect();
        let ids = (0..definitions.list.len()).map(|index| DefinitionId(index as u32));
        let habits = ids.map(|id| Habits::of(&definitions, &reachable, id)).collect();
        let wishes = Wishes::of(program, &definitions);
        let refinements = Refinements::of(&definitions, &reachable);
        let leads = Leads::of(&definitions);
        let tags = Tags::of(&program.types, &definitions);
        let arguments = definitions.arguments;
        Self {
            options,
            exact: false,
            free_uninitialized: false,
            anchors: anchors::anchors(&definitions),
            definitions,
            reachable,
            denying,
            habits,
            leads,
            refinements,
            tags,
            wishes,
            thresholds: thresholds::thresholds(program),
            largest_object: (1 << (8 * u32::from(program.target.pointer_bytes) - 1)) - 1,
            strides: strides::strides(program),
            set_choice: SetChoice::default(),
            folding: Folding::default(),
            records: Records::of(program),
            effects: AllEffects::default(),
            asked: Asked::of(program),
            constants: program.globals.ids().filter(|id| transfer::is_constant(program, *id)).collect(),
            literals: Literals::of(program),
            arguments,
            errno: program.globals.ids().find(|id| &*program.globals[*id].name == ERRNO),
        }
    }

    /// For exploration: states are not joined.
    #[must_use]
    pub fn exactly(self) -> Self {
        Self { exact: true, ..self }
    }

    /// Takes memory that was never written for memory with any contents, as verification competitions do.
    #[must_use]
    pub fn with_free_uninitialized(self) -> Self {
        Self { free_uninitialized: true, ..self }
    }

    /// Reasons about sets of values in one of the three ways.
    #[must_use]
    pub fn with_sets(self, set_choice: SetChoice) -> Self {
        Self { set_choice, ..self }
    }

    /// The checkers of the program.
    pub fn definitions(&self) -> &Definitions {
        &self.definitions
    }

    /// The definitions that can occur in a structure of this one, itself among them.
    pub(crate) fn reachable(&self, from: DefinitionId) -> Vec<DefinitionId> {
        let mut all = vec![from];
        all.extend(self.reachable[from.0 as usize].iter().filter(|id| **id != from));
        all
    }

    /// Whether a structure of one definition can contain one of another, at its root or inside.
    pub(crate) fn reaches(&self, from: DefinitionId, to: DefinitionId) -> bool {
        from == to || self.reachable[from.0 as usize].contains(&to)
    }

    /// Whether a structure of a definition can contain another one.
    pub(crate) fn reaches_itself(&self, definition: DefinitionId) -> bool {
        self.reachable[definition.0 as usize].contains(&definition)
    }

    /// Whether where a structure of one definition goes on as itself, one of the other does so too.
    pub(crate) fn goes_on_as(&self, from: DefinitionId, to: DefinitionId) -> bool {
        let calls = |id: DefinitionId| self.definitions[id].rules.iter().flat_map(|rule| &rule.calls);
        calls(from).all(|call| call.definition == from || !self.reaches(call.definition, from))
            && calls(to)
                .all(|call| call.definition == to || self.refinements.get(from, call.definition).is_none())
    }

    /// Whether a structure that a definition describes lets its predicate be evaluated to the end: no rule leaves open what a checker
    /// reads that does not hold.
    pub(crate) fn is_evaluable(&self, definition: DefinitionId) -> bool {
        !self.denying[definition.0 as usize]
    }

    /// Whether a definition is usable and owns anything.
    pub(crate) fn owns_something(&self, definition: DefinitionId) -> bool {
        let definition = &self.definitions[definition];
        !definition.refused && definition.rules.iter().any(|rule| !rule.objects.is_empty())
    }

    /// The checker a function is.
    pub(crate) fn definition_of(&self, function: FunctionId) -> Option<DefinitionId> {
        let index = self.definitions.list.iter().position(|definition| {
            definition.function == Some(function) && !definition.refused && definition.whole
        })?;
        Some(DefinitionId(index as u32))
    }

    /// Whether a call of a function with a body is answered without entering it.
    fn answers(&self, at: &Cursor<'_>, call: &Call, callee: FunctionId, state: &State) -> bool {
        if self.asked.is_decided(callee) {
            return true;
        }
        if let Some(definition) = self.definition_of(callee) {
            return self.proves_checker(at, state, call, definition);
        }
        at.program.functions[callee].contract.is_some()
    }
}

fn closure(definitions: &Definitions, from: usize) -> Vec<DefinitionId> {
    let mut found: Vec<DefinitionId> = Vec::new();
    let mut todo = vec![from];
    while let Some(index) = todo.pop() {
        for rule in &definitions.list[index].rules {
            let ends = rule.segments.iter().flat_map(|(a, b)| [a, b]);
            for call in rule.calls.iter().chain(ends) {
                if !found.contains(&call.definition) {
                    found.push(call.definition);
                    todo.push(call.definition.0 as usize);
                }
            }
        }
    }
    found.sort_unstable();
    found
}

impl ShapeDomain for Checkers {
    type State = State;
    type Frame = Frame;

    fn name(&self) -> &'static str {
        "checkers"
    }

    fn rules(&self) -> RuleSet {
        let rules = [
            Rule::NullDeref,
            Rule::UseAfterFree,
            Rule::DoubleFree,
            Rule::InvalidFree,
            Rule::Leak,
            Rule::OutOfBounds,
            Rule::AssertFail,
            Rule::Undefined,
            Rule::Contract,
            Rule::Uninitialized,
        ];
        // Who takes what was never written for any value does not speak of that rule.
        RuleSet::of(if self.free_uninitialized { &rules[..rules.len() - 1] } else { &rules })
    }

    fn entry(&self, program: &Program, entry: &Entry) -> Outcome<Vec<State>> {
        self.start(program, entry)
    }

    fn step(&self, at: &Cursor<'_>, stmt: &Stmt, before: State, out: &mut Checks) -> Outcome<Vec<State>> {
        self.statement(at, stmt, before, out)
    }

    fn follow(
        &self,
        at: &Cursor<'_>,
        terminator: &Terminator,
        before: State,
        out: &mut Checks,
    ) -> Outcome<Vec<(Edge, State)>> {
        self.ways_out(at, terminator, before, out)
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
        state: State,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        Ok(self.let_go(at, dead, state, out))
    }

    fn callees(&self, at: &Cursor<'_>, call: &Call, before: &State) -> Option<Vec<FunctionId>> {
        self.called(at, call, before)
    }

    fn models(&self, at: &Cursor<'_>, call: &Call, callee: FunctionId, before: &State) -> bool {
        self.answers(at, call, callee, before)
    }

    fn enter(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        callee: FunctionId,
        before: &State,
        out: &mut Checks,
    ) -> Outcome<Vec<(State, Frame)>> {
        self.enter_function(at, call, callee, before, out)
    }

    fn resume(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        frame: &Frame,
        exit: &State,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        self.return_to(at, call, frame, exit, out)
    }

    fn settle(&self, program: &Program, function: FunctionId, entry: &State, exit: State) -> Vec<State> {
        self.seen_as_entered(program, function, entry, exit)
    }

    fn ensure(&self, program: &Program, function: FunctionId, exit: &State) -> Outcome<Vec<Unmet>> {
        self.check_ensures(program, function, exit)
    }

    fn covers(&self, larger: &State, smaller: &State) -> bool {
        if let Folding::Canonical(Canonical { widening: false, .. }) = self.folding {
            return larger == smaller;
        }
        // Every memory is covered by no knowledge at all, but what is known of a part of them is worth keeping: its errors are
        // found.
        (!larger.anything || smaller.anything) && self.is_covered(larger, smaller)
    }

    fn widen(&self, known: &[&State], arrived: State, at: Join) -> Widened<State> {
        self.arrive(known, arrived, at)
    }

    fn merge(&self, states: Vec<State>, _at_most: usize) -> Vec<State> {
        self.merge_states(states)
    }

    fn admits(&self, program: &Program, point: Point, state: &State, memory: &Memory) -> bool {
        self.is_described(program, point, state, memory)
    }

    fn draw(&self, program: &Program, point: Point, state: &State) -> Drawing {
        self.picture(program, point, state)
    }
}
