//! Which functions are analyzed on their own.

use engine::Entry;
use ir::Program;

use crate::{Domain, Options};

/// The entries of a program, in program order: every function with a contract, and `main`.
pub(crate) fn entries(program: &Program, options: &Options) -> Vec<Entry> {
    let main = program.main();
    // Regions know nothing of contracts.
    let takes_contracts = options.domain != Domain::Regions;
    let entry = |function| Entry { function, program_start: Some(function) == main };
    match &options.entry {
        Some(name) => program
            .function_named(name)
            .filter(|id| program.functions[*id].body.is_some())
            .map(entry)
            .into_iter()
            .collect(),
        None => program
            .defined()
            .map(|(id, _)| id)
            .filter(|id| Some(*id) == main || takes_contracts && program.functions[*id].contract.is_some())
            .map(entry)
            .collect(),
    }
}
