//! `shapewright check`.
//!
//! No analysis exists yet that could discharge a check, so every function is unknown, and that is
//! what the report says.

use model::{Coverage, FunctionReport, Report, Unsupported, Verdict};

use crate::args::{Check, Format};
use crate::exit::Exit;
use crate::inputs;
use crate::terminal::{Terminal, count};

pub(crate) fn check(task: &Check, terminal: &Terminal) -> anyhow::Result<Exit> {
    let Some(loaded) = inputs::load(&task.inputs, &task.limits, terminal)? else { return Ok(Exit::BadInput) };
    let program = &loaded.program;
    if let Some(entry) = &task.entry
        && program.function_named(entry).is_none_or(|id| program.functions[id].body.is_none())
    {
        anyhow::bail!("the program defines no function `{entry}`");
    }
    let report = assess(program, task.entry.as_deref());
    if report.coverage.functions == 0 {
        anyhow::bail!("nothing to analyze: the program defines no function");
    }
    let text = match task.format {
        Format::Json => report::json(&report, &program.sources, env!("CARGO_PKG_VERSION")),
        Format::Text => report::report(&report, &program.sources, terminal.out_style()),
    };
    match &task.output {
        Some(file) => {
            std::fs::write(file, text).map_err(|error| anyhow::anyhow!("{}: {error}", file.display()))?;
        }
        None => terminal.print(text),
    }
    terminal.say(format!(
        "{}: {} read, none analyzed: no analysis is available yet\n",
        terminal.err_style().verdict(report.verdict),
        count(report.coverage.functions as u64, "function")
    ));
    Ok(match report.verdict {
        Verdict::Proved => Exit::Clean,
        _ if report.findings.is_empty() => Exit::Unknown,
        _ => Exit::Finding,
    })
}

fn assess(program: &ir::Program, entry: Option<&str>) -> Report {
    let mut coverage = Coverage { files: user_files(program), ..Coverage::default() };
    let mut functions = Vec::new();
    for (id, function) in program.defined() {
        if entry.is_some_and(|entry| *function.name != *entry) {
            continue;
        }
        coverage.functions += 1;
        coverage.unknown += 1;
        // What stands in a clause of its contract stands in the function.
        let clauses = function.contract.iter().flat_map(ir::Contract::functions);
        let clauses = clauses.filter(|clause| program.owner(*clause) == id);
        let bodies = std::iter::once(id).chain(clauses).filter_map(|id| program.functions[id].body.as_ref());
        for stmt in bodies.flat_map(|body| body.blocks.iter().flat_map(|block| &block.stmts)) {
            if let ir::StmtKind::Unsupported { why } = &stmt.kind {
                let (function, why) = (function.name.clone(), why.clone());
                coverage.unsupported.push(Unsupported { function, span: stmt.span, why });
            }
        }
        functions.push(FunctionReport {
            name: function.name.clone(),
            span: function.span,
            verdict: Verdict::Unknown,
            domain: None,
            time_ms: 0.0,
            peak_disjuncts: 0,
            iterations: 0,
            reason: Some("no analysis is available yet".into()),
            facts: Vec::new(),
        });
    }
    Report {
        verdict: Verdict::Unknown,
        coverage,
        assumptions: Vec::new(),
        functions,
        findings: Vec::new(),
        replay: Vec::new(),
        run: None,
    }
}

/// How many files of the user have something in the program.
fn user_files(program: &ir::Program) -> usize {
    let spans = program.defined().map(|(_, function)| function.span);
    let files: std::collections::BTreeSet<_> = spans.map(|span| span.file).collect();
    files
        .into_iter()
        .filter(|file| program.sources.files.get(file.0 as usize).is_some_and(|f| !f.system))
        .count()
}
