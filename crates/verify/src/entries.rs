//! Which functions are analyzed on their own.

use engine::Entry;
use ir::Program;

use crate::{Domain, Options};

/// The entries of a program, in program order: every function with a contract, and `main`, each if there are several.
pub(crate) fn entries(program: &Program, options: &Options) -> Vec<Entry> {
    let mains = program.mains();
    // Regions know nothing of contracts.
    let takes_contracts = options.domain != Domain::Regions;
    let entry = |function| Entry { function, program_start: mains.contains(&function) };
    match &options.entry {
        Some(name) => program.functions_meant(name).into_iter().map(entry).collect(),
        None => program
            .defined()
            .map(|(id, _)| id)
            .filter(|id| mains.contains(id) || takes_contracts && program.functions[*id].contract.is_some())
            .map(entry)
            .collect(),
    }
}
