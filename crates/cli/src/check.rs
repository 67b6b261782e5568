//! `shapewright check`.

use std::fmt::Write as _;
use std::path::Path;

use ir::Sources;
use model::{Report, Status, Verdict};
use report::{Made, Setting};
use verify::{Known, Options, Session};

use crate::args::{Analysis, Check, Domain, FailOn, Folding, Limits, ReportFormat, Sets};
use crate::bounds::{Bounds, Ended, memory_or_half};
use crate::exit::Exit;
use crate::inputs;
use crate::predicates::declare;
use crate::progress::Progress;
use crate::run::leak_mode;
use crate::terminal::{Terminal, count};
use crate::written;

/// The analyses follow the nesting of calls and loops of the program on the native stack.
const STACK: usize = 512 << 20;

pub(crate) fn check(
    task: &'static Check,
    settings: &'static [Setting],
    bounds: &Bounds,
    terminal: &'static Terminal,
) -> anyhow::Result<Exit> {
    // Only answers of this domain are kept; for the others reading is the least of it.
    let is_kept = matches!(task.analysis.domain, Domain::Regions);
    let store = is_kept.then(|| task.cache.open(terminal)).flatten();
    let loaded = inputs::load(&task.inputs, bounds, store.as_ref(), terminal)?;
    let Some(loaded) = loaded else { return Ok(Exit::BadInput) };
    let program = &loaded.program;
    find_entry(program, task.entry.as_deref())?;
    if !program.functions.iter().any(|function| function.body.is_some()) {
        anyhow::bail!("nothing to analyze: the program defines no function");
    }
    let mut options = options(&task.analysis, task.entry.as_deref(), &task.limits);
    declare(&task.analysis, program, &mut options)?;
    options.conventions.leak = leak_mode(task.leak);
    options.self_check = task.runs_to_compare;
    options.jobs = task.jobs.map(usize::from);
    options.store = store;
    let made = Made { version: env!("CARGO_PKG_VERSION"), settings };
    // Whoever ends the command tells what is known by then.
    let options: &'static Options = Box::leak(Box::new(options));
    let known: &'static Known = Box::leak(Box::default());
    bounds.leave_last_words(move |over| {
        let mut report = Session::new(program, options).telling(known).so_far(over);
        report.replay = inputs::command("run", &task.inputs);
        let told = task
            .triage
            .apply(program, &mut report, terminal)
            .and_then(|fine| say(task, program, &mut report, &made, terminal).map(|()| fine));
        match told {
            Ok(true) => exit(task.fail_on, &report),
            Ok(false) => Exit::BadInput,
            Err(error) => {
                terminal.error(&format!("{error:#}"));
                Exit::BadInput
            }
        }
    });
    let progress = Progress::start(terminal.progress(), "analyzing");
    let session = Session::new(program, options).telling(known).observed_by(&progress);
    let (mut report, compared) = on_large_stack(|| session.check())?;
    drop(progress);
    report.replay = inputs::command("run", &task.inputs);
    if !task.triage.apply(program, &mut report, terminal)? {
        return Ok(Exit::BadInput);
    }
    if let Some(file) = &task.html {
        draw(program, options, &mut report, &made, file, terminal)?;
    }
    bounds.speak();
    say(task, program, &mut report, &made, terminal)?;
    if let Some(compared) = compared {
        terminal.say(format!(
            "compared with {}: {}\n",
            count(compared.runs, "run"),
            count(compared.memories, "memory state")
        ));
        if let Some(unsound) = compared.unsound.first() {
            let span = unsound.point.span(program);
            terminal.error(&format!(
                "internal error: the run with seed {} refutes the analysis at line {} after {}: {}",
                unsound.seed,
                span.line,
                count(unsound.steps, "statement"),
                unsound.what
            ));
            return Ok(Exit::OurBug);
        }
    }
    Ok(exit(task.fail_on, &report))
}

/// Writes the page with pictures.
fn draw(
    program: &ir::Program,
    options: &Options,
    report: &mut Report,
    made: &Made<'_>,
    file: &Path,
    terminal: &Terminal,
) -> anyhow::Result<()> {
    let progress = Progress::start(terminal.progress(), "drawing");
    report.shapes = on_large_stack(|| verify::shapes_observed(program, options, report, &progress))?;
    drop(progress);
    // The page has room for what happened in which order; elsewhere the steps stay as they are.
    let mut told = report.clone();
    verify::retell(program, options, &mut told);
    // What is sure comes first.
    told.findings.sort_by_key(|finding| finding.status);
    written::write(file, &report::html(&told, &program.sources, made))?;
    terminal.say(format!("the report with pictures is in {}\n", ir::shown_path(file)));
    Ok(())
}

/// Says what was found.
fn say(
    task: &Check,
    program: &ir::Program,
    report: &mut Report,
    made: &Made<'_>,
    terminal: &Terminal,
) -> anyhow::Result<()> {
    if task.format == ReportFormat::Text && !task.verbose {
        leave_out_states(report);
    }
    let sources = &program.sources;
    let text = match task.format {
        ReportFormat::Text => report::report(report, sources, terminal.out_style()),
        ReportFormat::Json => report::json(report, sources, made),
        ReportFormat::Jsonl => report::json_lines(report, sources, made),
        ReportFormat::Sarif => report::sarif(report, sources, made),
        ReportFormat::Github => report::github(report, sources, made),
    };
    match &task.output {
        Some(file) => written::write(file, &(head(task.format, report, made) + &text))?,
        None => terminal.print(text),
    }
    tell(made.settings, terminal);
    if let Some(ended) = &report.ended {
        terminal.say(format!("note: {ended}: this is what is known so far\n"));
    }
    summarize(report, &program.sources, terminal);
    Ok(())
}

/// What the caller is told, as far as it wants to be told.
fn exit(fail_on: FailOn, report: &Report) -> Exit {
    let confirmed = report.findings.iter().any(|finding| finding.status == Status::Confirmed);
    match fail_on {
        FailOn::Never => Exit::Clean,
        FailOn::Confirmed if !confirmed => Exit::Clean,
        FailOn::Confirmed => Exit::Finding,
        FailOn::Finding if report.findings.is_empty() => Exit::Clean,
        FailOn::Unknown if report.verdict == Verdict::Proved => Exit::Clean,
        FailOn::Unknown if report.findings.is_empty() => Exit::Unknown,
        FailOn::Finding | FailOn::Unknown => Exit::Finding,
    }
}

/// What a file begins with if its form does not say who wrote it.
fn head(format: ReportFormat, report: &Report, made: &Made<'_>) -> String {
    match format {
        ReportFormat::Text => {
            let notes: String = made.settings.iter().map(note).collect();
            written::text_head(made.version, report.verdict.word()) + &notes + "\n"
        }
        ReportFormat::Github => written::github_head(made.version),
        ReportFormat::Json | ReportFormat::Jsonl | ReportFormat::Sarif => String::new(),
    }
}

/// Says what a file sets that makes a check weaker.
pub(crate) fn tell(settings: &[Setting], terminal: &Terminal) {
    terminal.say(settings.iter().map(note).collect::<String>());
}

fn note(setting: &Setting) -> String {
    format!("{}: note: {}\n", setting.place(), setting.told())
}

/// Without the shapes along the way a finding is shorter.
fn leave_out_states(report: &mut Report) {
    let steps = report.findings.iter_mut().flat_map(|finding| &mut finding.trace);
    steps.for_each(|step| step.state = None);
}

/// An entry that is asked for must exist.
pub(crate) fn find_entry(program: &ir::Program, entry: Option<&str>) -> anyhow::Result<()> {
    if let Some(entry) = entry.filter(|entry| program.functions_meant(entry).is_empty()) {
        anyhow::bail!("the program defines no function `{entry}`");
    }
    Ok(())
}

/// What the analyses are told.
pub(crate) fn options(analysis: &Analysis, entry: Option<&str>, limits: &Limits) -> Options {
    Options {
        entry: entry.map(Into::into),
        domain: match analysis.domain {
            Domain::Auto => verify::Domain::Auto,
            Domain::Lengths => verify::Domain::Lengths,
            Domain::Checkers => verify::Domain::Checkers,
            Domain::ThreeValued => verify::Domain::ThreeValued,
            Domain::Regions => verify::Domain::Regions,
        },
        sets: match analysis.sets {
            Sets::Linear => verify::SetChoice::Linear,
            Sets::Lin => verify::SetChoice::Lin,
            Sets::Bdd => verify::SetChoice::Bdd,
        },
        folding: match analysis.folding {
            Folding::History => verify::Folding::History,
            Folding::Canonical => {
                verify::Folding::Canonical(verify::Canonical { words: analysis.simple, widening: true })
            }
        },
        malloc_may_fail: !analysis.malloc_never_fails,
        time: Some(limits.budget),
        memory: Some(memory_or_half(limits.max_memory)),
        ..Options::default()
    }
}

/// Runs something that may recurse deeply, on the budget of the command.
pub(crate) fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> anyhow::Result<T> {
    let budget = budget::current();
    let work = || budget.enter(|| budget::phase(work));
    let worked = std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        worker.join().map_err(|panic| std::panic::resume_unwind(panic))
    });
    let worked: std::io::Result<Result<T, budget::Over>> = worked;
    worked?.map_err(|over| Ended(over).into())
}

/// The most functions that are told one by one.
const MOST_NAMED: usize = 40;

fn summarize(report: &Report, sources: &Sources, terminal: &Terminal) {
    let style = terminal.err_style();
    let mut line = style.verdict(report.verdict);
    if report.functions.is_empty() {
        line.push_str(": nothing to start from: no `main`, and no function has a contract (name one with --entry, or see `shapewright explain contract`)");
    }
    if report.functions.len() > MOST_NAMED {
        for verdict in [Verdict::Proved, Verdict::Violated, Verdict::Unknown] {
            let number = report.functions.iter().filter(|function| function.verdict == verdict).count();
            if number > 0 {
                let _ = write!(line, ", {} {}", count(number as u64, "function"), verdict.word());
            }
        }
    }
    let is_shared = |name: &str| report.functions.iter().filter(|other| *other.name == *name).count() > 1;
    let named = report.functions.iter().filter(|_| report.functions.len() <= MOST_NAMED);
    for function in named {
        let of_file = if is_shared(&function.name) {
            format!(" of {}", ir::shown(sources.path(function.span.file)))
        } else {
            String::new()
        };
        let _ = write!(line, ", `{}`{of_file} {}", ir::shown(&function.name), function.verdict.word());
        if let Some(reason) = &function.reason {
            let place = function.reason_at.filter(ir::Span::is_known);
            let place =
                place.map(|at| format!("{}:{}:{}: ", ir::shown(sources.path(at.file)), at.line, at.column));
            let _ = write!(line, " ({}{})", place.unwrap_or_default(), ir::shown(reason));
        } else if function.facts.iter().any(|fact| fact == verify::IF_IT_RETURNS) {
            let _ = write!(line, " ({})", verify::IF_IT_RETURNS);
        }
    }
    terminal.say(format!("{line}\n"));
}
