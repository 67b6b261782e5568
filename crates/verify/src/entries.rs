//! Which functions are analyzed on their own.

use engine::Entry;
use ir::Program;

use crate::Options;

/// The entries of a program, in program order.
pub(crate) fn entries(program: &Program, options: &Options) -> Vec<Entry> {
    let main = program.main();
    match &options.entry {
        Some(name) => program
            .function_named(name)
            .filter(|id| program.functions[*id].body.is_some())
            .map(|function| Entry { function, program_start: Some(function) == main })
            .into_iter()
            .collect(),
        None => main.map(|function| Entry { function, program_start: true }).into_iter().collect(),
    }
}
