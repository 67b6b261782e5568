//! What a program says of itself: its checkers and contracts, read once for everybody who asks.
//!
//! Reading the definitions of a large program takes longer than analyzing one of its functions, and every entry needs them. They depend on
//! the program alone, so that it does not matter who asks first.

use std::cell::OnceCell;
use std::sync::{Arc, OnceLock};

use checkers::Checkers;
use checkers::definition::Definitions;
use engine::Asked;
use ir::{FunctionId, Program};

use crate::predicates::of_definitions;
use crate::trials::called;

/// The checkers and contracts of a program. May be shared between threads.
pub(crate) struct Specification<'p> {
    pub(crate) program: &'p Program,
    definitions: OnceLock<Definitions>,
    predicates: OnceLock<Arc<interp::Checkers>>,
    asked: OnceLock<Asked>,
}

impl<'p> Specification<'p> {
    pub(crate) fn new(program: &'p Program) -> Self {
        Self { program, definitions: OnceLock::new(), predicates: OnceLock::new(), asked: OnceLock::new() }
    }

    /// The checkers and clauses as inductive definitions.
    pub(crate) fn definitions(&self) -> &Definitions {
        self.definitions.get_or_init(|| Definitions::read(self.program))
    }

    /// The predicates that claim what they read, for concrete runs.
    pub(crate) fn predicates(&self) -> Arc<interp::Checkers> {
        self.predicates.get_or_init(|| Arc::new(of_definitions(self.definitions()))).clone()
    }

    /// Whether the contract of a function depends on a checker that is refused, so that nothing follows from it.
    pub(crate) fn means_nothing(&self, function: FunctionId) -> bool {
        let mut refused =
            self.definitions().problems.iter().filter(|problem| !problem.is_warning()).peekable();
        if refused.peek().is_none() {
            return false;
        }
        let contract = self.program.functions[function].contract.iter();
        let seen = called(self.program, contract.flat_map(ir::Contract::functions).collect());
        refused.any(|problem| seen.contains(&problem.function))
    }

    /// Whether a function, or one that it calls, asserts or assumes a condition that is refused, so that nothing was shown there.
    pub(crate) fn asserts_nothing(&self, function: FunctionId) -> bool {
        let problems = self.definitions().problems.iter().filter(|problem| !problem.is_warning());
        let refused: Vec<FunctionId> = problems.map(|problem| problem.function).collect();
        if refused.is_empty() {
            return false;
        }
        let mut clauses = self.program.assertion_clauses();
        let reached = called(self.program, vec![function]);
        clauses.retain(|clause| reached.contains(clause));
        // Nothing calls what makes the calls of an assumption.
        let assumes = |id: &FunctionId| {
            let made = &self.program.functions[*id];
            made.signature.ret == ir::Types::VOID
                && reached.contains(&self.program.owner(*id))
                && self.program.owner(*id) != *id
        };
        refused.iter().any(assumes) || called(self.program, clauses).iter().any(|id| refused.contains(id))
    }

    /// Whether the clauses of a function's contract claim all that they read, as far as they are understood.
    pub(crate) fn claims_what_it_reads(&self, function: FunctionId) -> bool {
        let Some(contract) = &self.program.functions[function].contract else { return true };
        let clauses = &self.definitions().clauses;
        contract.requires.iter().chain(&contract.ensures).all(|clause| {
            let known = clauses.iter().find(|known| known.function == clause.predicate);
            known.is_some_and(|known| known.rules.iter().all(|rule| rule.reads.iter().all(is_global)))
        })
    }

    /// Whether list lengths read the contract of a function without what it claims: they know of the lists that are counted, not
    /// of what a checker makes the function own, and would not miss it.
    pub(crate) fn is_beyond_lengths(&self, function: FunctionId) -> bool {
        let Some(contract) = &self.program.functions[function].contract else { return false };
        let checkers = &self.predicates().functions;
        let asked = self.asked.get_or_init(|| Asked::of(self.program));
        contract.functions().any(|clause| asked.is_decided(clause))
            || called(self.program, contract.functions().collect()).iter().any(|id| checkers.contains(id))
    }
}

/// Whether a clause reads a global variable by its name.
fn is_global(read: &checkers::definition::Read) -> bool {
    matches!(read.at.name, Some(checkers::definition::Name::Global(_)))
}

/// The domains of checkers that one thread uses for all its entries, made when they are first needed.
#[derive(Default)]
pub(crate) struct Domains {
    first: OnceCell<Checkers>,
    all: OnceCell<Vec<Checkers>>,
}

impl Domains {
    /// The one that is tried first.
    pub(crate) fn first(&self, make: impl FnOnce() -> Checkers) -> &Checkers {
        self.first.get_or_init(make)
    }

    /// All of them, the first among them.
    pub(crate) fn all(&self, make: impl FnOnce() -> Vec<Checkers>) -> &[Checkers] {
        self.all.get_or_init(make)
    }
}
