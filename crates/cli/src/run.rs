//! `shapewright run`.

use std::sync::Arc;

use anyhow::bail;
use interp::{Budget, Inputs, LeakMode, Options, RunResult, Uninitialized};
use ir::{FunctionId, Program};
use model::{Coverage, Finding, Report, Rule, RunReport, Unsupported, Verdict};

use report::{Made, Setting};
use verify::Conventions;

use crate::args::{self, Format, Integers, Leak, Run};
use crate::bounds::Bounds;
use crate::check::tell;
use crate::exit::Exit;
use crate::inputs;
use crate::progress::Progress;
use crate::terminal::{Terminal, count};

/// A seed of its own when none is asked for: the same run every time.
const DEFAULT_SEED: u64 = 0;

pub(crate) fn run(
    task: &Run,
    settings: &[Setting],
    bounds: &Bounds,
    terminal: &Terminal,
) -> anyhow::Result<Exit> {
    let Some(loaded) = inputs::load(&task.inputs, bounds, None, terminal)? else {
        return Ok(Exit::BadInput);
    };
    let program = &loaded.program;
    let entry = entry(program, &task.entry)?;
    let progress = Progress::start(terminal.progress(), format!("running {}", task.entry));
    let checkers = Arc::new(verify::predicates(program));
    let models = (!program.mains().contains(&entry)).then(|| verify::Models::new(program, entry));
    let mut chosen: Option<(RunResult, Option<u64>)> = None;
    let mut tried = 0;
    for (seed, streams) in streams(task, models.as_ref()) {
        let left = || bounds.left();
        if tried > 0 && left().is_zero() {
            break;
        }
        let run = |inputs| {
            let options = Options {
                inputs,
                args: task.words.iter().map(|word| word.as_bytes().to_vec()).collect(),
                max_time: Some(left()),
                max_memory: bounds.memory(),
                checkers: checkers.clone(),
                ..conventions(task).run(entry, task.malloc_may_fail)
            };
            interp::run(program, &options)
        };
        let Some(result) = first_allowed(streams.into_iter().map(run)) else { continue };
        tried += 1;
        if let Some(seeds) = task.seeds {
            progress.count(usize::try_from(tried).unwrap_or(0), usize::try_from(seeds).unwrap_or(0));
        }
        let found = !result.findings.is_empty();
        if chosen.as_ref().is_none_or(|(known, _)| found || telling(&result) > telling(known)) {
            chosen = Some((result, seed));
        }
        if found {
            break;
        }
    }
    drop(progress);
    let Some((mut result, seed)) = chosen else { bail!("no run was made") };
    if result.findings.is_empty() {
        result.findings = verify::impure_conditions(program);
    }
    Ok(show(task, program, &Shown { result: &result, seed, tried, settings }, terminal))
}

/// The first run that is not rejected; if all are, the last.
fn first_allowed(runs: impl Iterator<Item = RunResult>) -> Option<RunResult> {
    let mut last = None;
    for run in runs {
        let allowed = !is_rejected(&run);
        last = Some(run);
        if allowed {
            break;
        }
    }
    last
}

fn is_rejected(result: &RunResult) -> bool {
    matches!(result.exit, interp::Exit::Rejected { .. })
}

/// Of runs without a finding, one that could not be completed says more than one that could, and one that did
/// not begin says nothing.
fn telling(result: &RunResult) -> u8 {
    if is_rejected(result) { 0 } else { 1 + u8::from(!completed(result)) }
}

fn completed(result: &RunResult) -> bool {
    !matches!(result.exit, interp::Exit::Unsupported { .. } | interp::Exit::Budget(_))
}

fn entry(program: &Program, name: &str) -> anyhow::Result<FunctionId> {
    match program.functions_meant(name).as_slice() {
        [] => bail!("nothing to run: the program defines no function `{name}`"),
        [one] => Ok(*one),
        several => {
            let labels: Vec<String> =
                several.iter().map(|id| format!("--entry {}", program.label(*id))).collect();
            bail!("several files define `{name}`; say which one: {}", labels.join(", "))
        }
    }
}

/// The seeds, each with inputs to try until a run is not rejected; without a seed, the inputs that were given.
type Streams<'m> = Box<dyn Iterator<Item = (Option<u64>, Box<dyn Iterator<Item = Inputs> + 'm>)> + 'm>;

fn streams<'m>(task: &Run, models: Option<&'m verify::Models<'_>>) -> Streams<'m> {
    let seeded = move |seed: u64| -> (Option<u64>, Box<dyn Iterator<Item = Inputs> + 'm>) {
        match models {
            Some(models) => (Some(seed), Box::new(models.attempts(seed))),
            None => (Some(seed), Box::new(std::iter::once(Inputs::Seed(seed)))),
        }
    };
    match (&task.input_list, task.seed, task.seeds) {
        (Some(Integers(list)), _, _) => {
            let given: Box<dyn Iterator<Item = Inputs>> =
                Box::new(std::iter::once(Inputs::List(list.clone())));
            Box::new(std::iter::once((None, given)))
        }
        (None, Some(seed), _) => Box::new(std::iter::once(seeded(seed))),
        (None, None, Some(count)) => Box::new((0..count).map(seeded)),
        (None, None, None) => Box::new(std::iter::once(seeded(DEFAULT_SEED))),
    }
}

/// What is shown of runs.
struct Shown<'a> {
    result: &'a RunResult,
    seed: Option<u64>,
    tried: u64,
    settings: &'a [Setting],
}

fn show(task: &Run, program: &Program, shown: &Shown<'_>, terminal: &Terminal) -> Exit {
    let &Shown { result, seed, tried, settings } = shown;
    let (exit_code, ended) = ending(result);
    let report = Report {
        verdict: if result.findings.is_empty() { Verdict::Unknown } else { Verdict::Violated },
        coverage: coverage(program, result),
        assumptions: Vec::new(),
        functions: Vec::new(),
        findings: result
            .findings
            .iter()
            .map(|finding| Finding { replay: replay(task), ..finding.clone() })
            .collect(),
        replay: Vec::new(),
        run: Some(RunReport {
            inputs: result.inputs.clone(),
            output: result.output.clone(),
            exit_code,
            ended: ended.clone(),
            steps: result.steps,
            seed,
            seeds_tried: tried,
        }),
        shapes: Vec::new(),
        suppressed: Vec::new(),
        ended: None,
    };
    match task.format {
        Format::Json => {
            let made = Made { version: env!("CARGO_PKG_VERSION"), settings };
            terminal.print(report::json(&report, &program.sources, &made));
        }
        Format::Text => {
            if task.seeds.is_none() {
                terminal.relay(&result.output, &result.errors, task.raw);
            }
            terminal.print(report::report(&report, &program.sources, terminal.out_style()));
            tell(settings, terminal);
            terminal.say_lines(&format!("{}\n", ir::shown(&summary(task, result, seed, tried, &ended))));
        }
    }
    match &result.exit {
        _ if !result.findings.is_empty() => Exit::Finding,
        interp::Exit::Unsupported { .. } => Exit::Unknown,
        interp::Exit::Rejected { .. } => Exit::BadInput,
        _ => Exit::Clean,
    }
}

/// The options of this run that another one needs to be the same.
fn replay(task: &Run) -> Vec<String> {
    let mut options = Vec::new();
    if task.entry != "main" {
        options.push(format!("--entry={}", task.entry));
    }
    options.extend(conventions(task).replay(task.malloc_may_fail));
    options.extend(task.words.iter().map(|word| format!("--arg={word}")));
    options
}

fn conventions(task: &Run) -> Conventions {
    Conventions {
        leak: leak_mode(task.leak),
        uninitialized: match task.uninitialized {
            args::Uninitialized::Error => Uninitialized::Error,
            args::Uninitialized::Input => Uninitialized::Input,
        },
        failures: task.failures.clone(),
        inner_bounds: !task.whole_objects,
        ..Conventions::default()
    }
}

/// Which blocks count as leaked.
pub(crate) fn leak_mode(leak: Leak) -> LeakMode {
    match leak {
        Leak::Lost => LeakMode::Lost,
        Leak::Exit => LeakMode::Exit,
        Leak::End => LeakMode::End,
    }
}

/// The last line: how the run ended, or what many runs came to.
fn summary(task: &Run, result: &RunResult, seed: Option<u64>, tried: u64, ended: &str) -> String {
    let Some(seed) = seed.filter(|_| task.seeds.is_some()) else { return ended.to_owned() };
    if !result.findings.is_empty() {
        return format!("seed {seed}: {ended}");
    }
    let tried = count(tried, "seed");
    if completed(result) {
        format!("{tried} tried: no error")
    } else {
        format!("{tried} tried; seed {seed}: {ended}")
    }
}

/// The status the program gave, and in words how the run ended.
fn ending(result: &RunResult) -> (Option<i32>, String) {
    let errors = match result.findings.len() {
        0 => "no error".to_owned(),
        errors => count(errors as u64, "error"),
    };
    match &result.exit {
        interp::Exit::Exited(code) => {
            (Some(*code), format!("the program ended with status {code}: {errors}"))
        }
        interp::Exit::Aborted => (None, format!("the program ended itself by a signal: {errors}")),
        interp::Exit::Finding => (None, "stopped at the error".into()),
        interp::Exit::Unsupported { why, .. } => (None, format!("stopped at what is not modelled: {why}")),
        interp::Exit::Budget(budget) => {
            let which = match budget {
                Budget::Steps => "steps",
                Budget::Time => "time",
                Budget::Memory => "memory",
                Budget::Calls => "nested calls",
            };
            (None, format!("stopped at the limit of {which}: {errors} until then"))
        }
        interp::Exit::Rejected { clause, .. } => {
            (None, format!("not run: with these inputs `{clause}`, which is required, does not hold"))
        }
        interp::Exit::AssumedAway => (None, format!("left what the program assumes: {errors}")),
        interp::Exit::Open { why, .. } => (None, format!("stopped at what is left open: {why}")),
        interp::Exit::Endless => (None, format!("the program goes on for ever: {errors}")),
    }
}

fn coverage(program: &Program, result: &RunResult) -> Coverage {
    let functions = program.defined().count();
    let mut coverage = Coverage { files: 1, functions, unknown: functions, ..Coverage::default() };
    if let interp::Exit::Unsupported { why, span } = &result.exit {
        let why = why.as_str().into();
        coverage.unsupported.push(Unsupported { function: "".into(), span: *span, why });
    }
    // A construct that is not modelled is not wrong; it is listed as coverage, not as a finding.
    debug_assert!(result.findings.iter().all(|finding| finding.rule != Rule::Unsupported));
    coverage
}
