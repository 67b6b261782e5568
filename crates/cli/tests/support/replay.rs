//! Whether a finding's inputs show it again.

use std::sync::Arc;

use ir::Program;
use model::{Finding, Rule};

/// Whether a run with the inputs of a finding shows what it says; one without inputs says nothing of runs.
pub(crate) fn shows(program: &Program, finding: &Finding) -> bool {
    let Some(inputs) = &finding.inputs else { return true };
    let named = finding.replay.iter().find_map(|option| option.strip_prefix("--entry="));
    let Some(entry) = program.function_named(named.unwrap_or("main")) else { return false };
    let mut options = interp::Options::new(entry);
    options.inputs = interp::Inputs::List(inputs.clone());
    options.malloc_may_fail = finding.replay.iter().any(|option| option == "--malloc-may-fail");
    let words = finding.replay.iter().filter_map(|option| option.strip_prefix("--arg="));
    options.args = words.map(|word| word.as_bytes().to_vec()).collect();
    options.max_steps = 1_000_000;
    options.checkers = Arc::new(verify::predicates(program));
    let run = interp::run(program, &options);
    // A run may see a leak later than an analysis.
    let same = |seen: &Finding| {
        seen.rule == finding.rule && (seen.span.line == finding.span.line || seen.rule == Rule::Leak)
    };
    run.findings.iter().any(same)
}
