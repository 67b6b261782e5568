//! Running the analyses and putting their answers together.

use std::collections::BTreeMap;
use std::time::Instant;

use checkers::Checkers;
use engine::{Analysis, Engine, Entry, Limits, Point, ShapeDomain};
use ir::Program;
use lengths::Lengths;
use model::{Coverage, Finding, FunctionReport, Report, Unsupported, Verdict};

use crate::confirm::confirm;
use crate::entries::entries;
use crate::findings::findings;
use crate::oracle::{SelfCheck, compare};
use crate::predicates::refused;
use crate::{Domain, Options};

/// The states at a place, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatesAt {
    /// Where.
    pub point: Point,
    /// Each state in one line.
    pub states: Vec<String>,
    /// Why nothing is known there, if so.
    pub lost: Option<String>,
}

pub(crate) fn limits(options: &Options) -> Limits {
    Limits { time: options.time, cancel: options.cancel.clone(), ..Limits::default() }
}

pub(crate) fn domain(options: &Options) -> Lengths {
    Lengths::new(lengths::Options { malloc_may_fail: options.malloc_may_fail })
}

pub(crate) fn checkers(program: &Program, options: &Options) -> Checkers {
    Checkers::new(program, checkers::Options { malloc_may_fail: options.malloc_may_fail })
}

/// What one domain says of one entry.
struct Answer {
    report: FunctionReport,
    findings: Vec<Finding>,
    checked: Option<SelfCheck>,
}

/// Analyzes a program.
pub fn check(program: &Program, options: &Options) -> (Report, Option<SelfCheck>) {
    let mut functions = Vec::new();
    let mut all: Vec<Finding> = Vec::new();
    let mut coverage = Coverage { files: user_files(program), ..Coverage::default() };
    let mut checked: Option<SelfCheck> = None;
    let mut kept = true;
    for entry in &entries(program, options) {
        let mut answer = analyze(program, options, entry);
        if answer.report.verdict == Verdict::Proved
            && let Some(why) = relies_on(program, options, entry, &answer.report)
        {
            (answer.report.verdict, answer.report.reason) = (Verdict::Unknown, Some(why));
        }
        if let Some(of_entry) = answer.checked {
            checked.get_or_insert_with(SelfCheck::default).add(of_entry);
        }
        if answer.report.verdict != Verdict::Proved && confirm(program, options, entry, &mut answer.findings)
        {
            answer.report.verdict = Verdict::Violated;
        }
        kept &=
            program.functions[entry.function].contract.is_none() || answer.report.verdict == Verdict::Proved;
        functions.push(answer.report);
        all.extend(answer.findings);
    }
    all.extend(refused(program));
    // Where a contract is not known to be kept, what callers take from it may be wrong, and that is not their fault.
    if let Some(checked) = checked.as_mut().filter(|_| !kept) {
        checked.unsound.clear();
    }
    all.sort_by(|a, b| (a.span, a.rule, a.status, &a.message).cmp(&(b.span, b.rule, b.status, &b.message)));
    all.dedup_by(|a, b| (a.span, a.rule) == (b.span, b.rule));
    fill_coverage(program, options, &functions, &mut coverage);
    let verdict = overall(&functions, &all);
    let report = Report {
        verdict,
        coverage,
        assumptions: Vec::new(),
        functions,
        findings: all,
        replay: Vec::new(),
        run: None,
    };
    (report, checked)
}

/// What a proof rests on that nobody has shown, if so.
fn relies_on(program: &Program, options: &Options, entry: &Entry, report: &FunctionReport) -> Option<String> {
    if entry.program_start && !program.constructors.is_empty() {
        return Some("functions that run before `main` are not looked at".into());
    }
    // Where one function is asked for, the contracts it goes by are not shown by anybody else.
    options.entry.as_ref()?;
    if report.domain.as_deref() != Some("checkers") {
        return None;
    }
    let others = program.defined().filter(|(id, other)| *id != entry.function && other.contract.is_some());
    for (id, other) in others {
        let answer = analyze(program, options, &Entry { function: id, program_start: false });
        if answer.report.verdict != Verdict::Proved {
            return Some(format!("`{}` is not proved to keep its contract", other.name));
        }
    }
    None
}

/// Analyzes one entry with the domains asked for, until one proves it.
fn analyze(program: &Program, options: &Options, entry: &Entry) -> Answer {
    let lengths = || {
        let domain = domain(options);
        answer(program, options, entry, &domain, |analysis| domain.findings_of_lengths(analysis))
    };
    let by_checkers = || {
        let domain = checkers(program, options);
        answer(program, options, entry, &domain, |_| Vec::new())
    };
    match options.domain {
        Domain::Lengths => lengths(),
        Domain::Checkers => by_checkers(),
        Domain::Auto => {
            let first = lengths();
            if first.report.verdict == Verdict::Proved {
                return first;
            }
            let second = by_checkers();
            let checked = match (first.checked.clone(), second.checked.clone()) {
                (Some(mut first), Some(second)) => {
                    first.add(second);
                    Some(first)
                }
                (first, second) => first.or(second),
            };
            // The one that got further speaks: first who proves it, then who lost nothing, then who has fewer
            // objections.
            let rank = |answer: &Answer| {
                let report = &answer.report;
                (report.verdict != Verdict::Proved, report.reason.is_some(), answer.findings.len())
            };
            let better = if rank(&second) < rank(&first) { second } else { first };
            Answer { checked, ..better }
        }
    }
}

fn answer<'a, D: ShapeDomain>(
    program: &'a Program,
    options: &Options,
    entry: &Entry,
    domain: &'a D,
    facts: impl FnOnce(&mut Analysis<'a, D>) -> Vec<String>,
) -> Answer {
    let started = Instant::now();
    let mut analysis = Engine::new(program, domain, limits(options)).run(entry);
    let findings = findings(program, domain, &analysis);
    let facts = if analysis.lost().is_none() { facts(&mut analysis) } else { Vec::new() };
    let lost = first_lost(&analysis);
    let open = analysis.checks().iter().count();
    let verdict = if open == 0 && lost.is_none() { Verdict::Proved } else { Verdict::Unknown };
    let spent = analysis.spent();
    let function = &program.functions[entry.function];
    let report = FunctionReport {
        name: function.name.clone(),
        span: function.span,
        verdict,
        domain: Some(domain.name().into()),
        time_ms: started.elapsed().as_secs_f64() * 1000.0,
        peak_disjuncts: spent.peak_disjuncts,
        iterations: spent.iterations,
        reason: lost,
        facts,
    };
    let runs = options.self_check.filter(|_| entry.program_start);
    let checked = runs.map(|runs| compare(program, options, domain, &analysis, entry, runs));
    Answer { report, findings, checked }
}

fn overall(functions: &[FunctionReport], findings: &[Finding]) -> Verdict {
    if findings.iter().any(|finding| finding.status == model::Status::Confirmed) {
        Verdict::Violated
    } else if !functions.is_empty() && functions.iter().all(|function| function.verdict == Verdict::Proved) {
        Verdict::Proved
    } else {
        Verdict::Unknown
    }
}

/// Why some check could not be made, if so.
fn first_lost<D: ShapeDomain>(analysis: &engine::Analysis<'_, D>) -> Option<String> {
    analysis.lost().map(|lost| lost.why.to_string()).or_else(|| {
        analysis.checks().iter().find(|(_, open)| open.lost).map(|(_, open)| open.message.to_string())
    })
}

fn fill_coverage(program: &Program, options: &Options, reports: &[FunctionReport], coverage: &mut Coverage) {
    for (id, function) in program.defined() {
        if options.entry.as_deref().is_some_and(|entry| *function.name != *entry) {
            continue;
        }
        coverage.functions += 1;
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
    }
    coverage.proved = reports.iter().filter(|report| report.verdict == Verdict::Proved).count();
    let violated = reports.iter().filter(|report| report.verdict == Verdict::Violated).count();
    coverage.unknown = coverage.functions - coverage.proved - violated;
}

/// How many files of the user have something in the program.
fn user_files(program: &Program) -> usize {
    let spans = program.functions.iter().filter(|f| f.body.is_some()).map(|f| f.span);
    let files: std::collections::BTreeSet<_> = spans.map(|span| span.file).collect();
    files
        .into_iter()
        .filter(|file| program.sources.files.get(file.0 as usize).is_some_and(|f| !f.system))
        .count()
}

/// The states at the statements of a line, in every analysis that reaches them.
pub fn states_at(program: &Program, options: &Options, line: u32) -> Vec<StatesAt> {
    let mut found: BTreeMap<Point, StatesAt> = BTreeMap::new();
    for entry in entries(program, options) {
        if options.domain == Domain::Checkers {
            let domain = checkers(program, options);
            let analysis = Engine::new(program, &domain, limits(options)).run(&entry);
            collect_states(program, &domain, &analysis, line, &mut found);
        } else {
            let domain = domain(options);
            let analysis = Engine::new(program, &domain, limits(options)).run(&entry);
            collect_states(program, &domain, &analysis, line, &mut found);
        }
    }
    found.into_values().collect()
}

fn collect_states<D: ShapeDomain>(
    program: &Program,
    domain: &D,
    analysis: &engine::Analysis<'_, D>,
    line: u32,
    found: &mut BTreeMap<Point, StatesAt>,
) {
    for (point, states) in analysis.points() {
        if point.span(program).line != line {
            continue;
        }
        let at =
            found.entry(*point).or_insert_with(|| StatesAt { point: *point, states: Vec::new(), lost: None });
        for (_, state) in &states.states {
            let text = domain.draw(program, *point, state).text();
            if !at.states.contains(&text) {
                at.states.push(text);
            }
        }
        if let Some(lost) = &states.lost {
            at.lost = Some(lost.why.to_string());
        }
    }
}
