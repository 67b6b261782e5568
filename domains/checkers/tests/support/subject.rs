//! The same question asked of the C predicate and of the definition.

use std::sync::Arc;

use interp::{Checkers, Exit, Inputs, Options};
use ir::Program;
use shapewright_checkers::definition::{DefinitionId, Definitions};

use super::derive::Prover;
use super::heaps::{Heap, MAIN, TYPES};

/// A program that checks a heap, and the definitions read from it.
pub(crate) struct Subject {
    pub(crate) program: Program,
    pub(crate) definitions: Definitions,
    /// The definition of the checker, unless it is refused.
    pub(crate) id: Option<DefinitionId>,
    checkers: Arc<Checkers>,
}

impl Subject {
    /// The checker of this name, called so.
    pub(crate) fn new(text: &str, call: &str, name: &str) -> Self {
        let program = super::program(&format!("{TYPES}{text}{}", MAIN.replace("CALL", call)));
        let definitions = Definitions::read(&program);
        let id = definitions.list.iter().position(|known| *known.name == *name && !known.refused);
        let checkers = Checkers { functions: definitions.checkers().collect(), ..Checkers::default() };
        Self { program, definitions, id: id.map(|id| DefinitionId(id as u32)), checkers: Arc::new(checkers) }
    }

    /// Whether the predicate holds when it runs.
    pub(crate) fn runs(&self, heap: &Heap) -> bool {
        let options = Options {
            inputs: Inputs::List(heap.inputs()),
            max_steps: 1_000_000,
            checkers: self.checkers.clone(),
            ..Options::new(self.program.main().expect("there is one"))
        };
        let result = interp::run(&self.program, &options);
        let failures = result.findings.iter().all(|finding| finding.rule == model::Rule::AssertFail);
        match result.exit {
            Exit::Exited(0) if failures => true,
            Exit::Finding if failures => false,
            other => panic!("{other:?} {:?} on {:?}", result.findings, heap.nodes),
        }
    }

    /// Whether the definition holds of root and arguments.
    pub(crate) fn holds(&self, heap: &Heap, args: &[i128]) -> bool {
        let prover = Prover { definitions: &self.definitions, heap };
        self.id.is_some_and(|id| !prover.call(id, args[0], &args[1..], 0).is_empty())
    }

    /// The definition as text.
    pub(crate) fn text(&self) -> String {
        let list = self.definitions.list.iter();
        let lines: Vec<String> =
            list.map(|known| self.definitions.display(known, &self.program).to_string()).collect();
        lines.join("\n")
    }
}
