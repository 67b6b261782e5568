//! The predicates of a program: which are checkers, and which must be refused.

use checkers::definition::{Definitions, Problem};
use ir::Program;
use model::{Finding, Rule, Status, Step};

use crate::specification::Specification;

/// The predicates that claim what they read, for concrete runs.
pub fn predicates(program: &Program) -> interp::Checkers {
    of_definitions(&Definitions::read(program))
}

/// The same for definitions that were read before.
pub(crate) fn of_definitions(definitions: &Definitions) -> interp::Checkers {
    interp::Checkers {
        functions: definitions.checkers().collect(),
        clauses: definitions.clauses.iter().map(|clause| clause.function).collect(),
    }
}

/// The conditions of annotations that do more than read. No run is needed to see it, and none shows all that follows.
pub fn impure_conditions(program: &Program) -> Vec<Finding> {
    checkers::definition::impure(program).iter().map(|problem| finding(program, problem)).collect()
}

/// The checkers and contracts that mean nothing. No run is needed to see it.
pub(crate) fn refused(specification: &Specification<'_>) -> Vec<Finding> {
    let program = specification.program;
    let refused = specification.definitions().problems.iter().filter(|problem| !problem.is_warning());
    refused.map(|problem| finding(program, problem)).collect()
}

fn finding(program: &Program, problem: &Problem) -> Finding {
    let (span, message) = (problem.span, problem.message.clone());
    Finding {
        rule: Rule::BadChecker,
        status: Status::Confirmed,
        function: program.functions[program.owner(problem.function)].name.clone(),
        span,
        inputs: None,
        replay: Vec::new(),
        trace: vec![Step::new(span, message.clone())],
        message,
    }
}
