//! What `check` answers about a program of the corpus, got from the library, and whether it is as expected.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use model::{Status, Verdict};

use super::expect::{Difference, Expectations, Mark, Reported};
use super::replay;

/// How many runs the analysis is compared with.
const RUNS: u64 = 20;

/// More than any program needs: an answer that depends on the time would differ between machines.
const TIME: Duration = Duration::from_secs(120);

/// The analyses follow the nesting of calls and loops of the program on the native stack.
const STACK: usize = 256 << 20;

/// A finding.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) at: Reported,
    pub(crate) message: String,
    /// Whether a run exhibits it.
    pub(crate) confirmed: bool,
}

/// What the analysis says of a program, as far as its expectations are concerned.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    pub(crate) verdict: Verdict,
    /// Why the analysis lost its way, if it did.
    pub(crate) reason: Option<String>,
    pub(crate) found: Vec<Found>,
    /// The lines with marks where nothing is known any more.
    pub(crate) lost: BTreeSet<u32>,
    /// The states at the lines with a `shape` mark, in the order of the statements.
    pub(crate) shapes: BTreeMap<u32, Vec<String>>,
    /// The findings that runs with their inputs do not show.
    pub(crate) not_replayed: Vec<(u32, String)>,
    /// The run that refutes the analysis.
    pub(crate) refuted: Option<(u32, String)>,
}

/// Analyzes a program as its `//@ args` want it.
pub(crate) fn ask(file: &Path, expectations: &Expectations) -> Result<Answer, String> {
    // Programs in a directory that is called after a domain are asked of that domain, unless they say otherwise.
    let own = |name: &&str| file.components().any(|part| part.as_os_str() == *name);
    let own = ["lengths", "regions"].into_iter().filter(own).take(1);
    let domain = own.flat_map(|name| ["--domain".to_owned(), name.to_owned()]);
    let args: Vec<String> = domain.chain(expectations.args.iter().cloned()).collect();
    let (options, flags) = options(&args, file)?;
    let command = cfront::Command {
        file: file.to_owned(),
        options: cfront::Options::from_args(&flags, Path::new("")).options,
    };
    let loaded = cfront::load_with_models(&[command], &[cfront::Model::Libc], &cfront::Budget::default())
        .map_err(|refused| {
            let complaints: Vec<&str> = refused.diagnostics.iter().map(|d| &*d.message).collect();
            format!("refused: {}", complaints.join("; "))
        })?;
    // As the command line does: who is not asked need not understand.
    if options.domain == verify::Domain::ThreeValued {
        verify::understand(&loaded.program, &options).map_err(told)?;
    }
    std::thread::scope(|scope| {
        let work = || analyze(&loaded.program, &options, expectations);
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
        let joined = worker.map_err(|error| error.to_string())?.join();
        joined.map_err(|panic| {
            let said = panic.downcast_ref::<String>().map(String::as_str);
            let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default();
            format!("the analysis panics: {}", said.chars().take(200).collect::<String>())
        })
    })
}

/// What the analysis is told, and what the front end is.
fn options(args: &[String], file: &Path) -> Result<(verify::Options, Vec<String>), String> {
    let mut options =
        verify::Options { self_check: Some(RUNS), time: Some(TIME), ..verify::Options::default() };
    let mut flags = Vec::new();
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--entry" => options.entry = Some(args.next().ok_or("`--entry` of what?")?.clone()),
            "--malloc-never-fails" => options.malloc_may_fail = false,
            "--predicates" => {
                let beside = file.with_file_name(args.next().ok_or("`--predicates` from which file?")?);
                let text = std::fs::read_to_string(beside).map_err(|error| error.to_string())?;
                options.predicates = verify::Declarations::parse(&text).map_err(told)?.into();
            }
            // More runs than usual, for what few of them get to.
            long if long.starts_with("--self-check=") => {
                let runs = long["--self-check=".len()..].parse();
                options.self_check = Some(runs.map_err(|error| format!("{long}: {error}"))?);
            }
            "--domain" => {
                options.domain = match args.next().map(String::as_str) {
                    Some("auto") => verify::Domain::Auto,
                    Some("checkers") => verify::Domain::Checkers,
                    Some("lengths") => verify::Domain::Lengths,
                    Some("three-valued") => verify::Domain::ThreeValued,
                    Some("regions") => verify::Domain::Regions,
                    other => return Err(format!("unknown domain {other:?}")),
                }
            }
            // What comes after it is for the C compiler, as the rest is that has one dash.
            "--" => {}
            long if long.starts_with("--") => return Err(format!("`{long}` is not known here")),
            flag => flags.push(flag.to_owned()),
        }
    }
    Ok((options, flags))
}

fn told(verify::Mistake { line, column, message }: verify::Mistake) -> String {
    format!("{line}:{column}: {message}")
}

fn analyze(program: &ir::Program, options: &verify::Options, expectations: &Expectations) -> Answer {
    let (report, compared) = verify::check(program, options);
    let mut reasons: Vec<String> = Vec::new();
    // What rests on a contract that is not kept, or on a condition that was refused, says nothing of the analysis.
    let own = |reason: &String| !reason.starts_with("proved if ") && !reason.contains(" was refused, ");
    for reason in report.functions.iter().filter_map(|function| function.reason.clone()).filter(own) {
        if !reasons.contains(&reason) {
            reasons.push(reason);
        }
    }
    if report.functions.is_empty() {
        reasons.push("nothing to start from".into());
    }
    let (mut lost, mut shapes) = (BTreeSet::new(), BTreeMap::new());
    for (line, mark) in &expectations.marks {
        let shape = matches!(mark, Mark::Shape(_));
        if !shape && (reasons.is_empty() || lost.contains(line)) {
            continue;
        }
        let points = verify::states_at(program, options, *line);
        if points.iter().any(|point| point.lost.is_some()) || report.functions.is_empty() {
            lost.insert(*line);
        }
        if shape {
            shapes.insert(
                *line,
                points.into_iter().flat_map(|point| point.states).map(|state| shown(state.text)).collect(),
            );
        }
    }
    let found = report.findings.iter().map(|finding| Found {
        at: Reported { line: finding.span.line, rule: finding.rule.id().to_owned() },
        message: finding.message.clone(),
        confirmed: finding.status == Status::Confirmed,
    });
    let not_replayed = report
        .findings
        .iter()
        .filter(|finding| !replay::shows(program, finding))
        .map(|finding| (finding.span.line, format!("{} is not seen with the inputs it has", finding.rule)))
        .collect();
    let refuted = compared.and_then(|compared| compared.unsound.into_iter().next()).map(|unsound| {
        let line = unsound.point.span(program).line;
        (line, format!("the run with seed {} refutes the analysis: {}", unsound.seed, unsound.what))
    });
    Answer {
        verdict: report.verdict,
        reason: (!reasons.is_empty()).then(|| reasons.join("; ")),
        found: found.collect(),
        lost,
        shapes,
        not_replayed,
        refuted,
    }
}

/// A state as `show` prints it.
fn shown(state: String) -> String {
    if state.is_empty() { "nothing is held".into() } else { state }
}

impl Answer {
    /// What is not as expected, each as `line: what`.
    ///
    /// In a file that is known to be unknown an error may hide where nothing is known, what is safe need
    /// not be proved there, and findings that are not expected are no news. Everywhere else they count.
    pub(crate) fn complaints(&self, expected: &Expectations) -> Vec<String> {
        let mut complaints = Vec::new();
        if let Some((line, what)) = &self.refuted {
            complaints.push(format!("{line}: {what}"));
        }
        complaints.extend(self.not_replayed.iter().map(|(line, what)| format!("{line}: {what}")));
        complaints.extend(self.complain_of_verdict(expected));
        complaints.extend(self.complain_of_confirmation(expected));
        let unknown = expected.unknown.is_some();
        let reported: Vec<Reported> = self.found.iter().map(|found| found.at.clone()).collect();
        for complaint in expected.complaints(&reported) {
            let forgiven = match complaint.difference {
                Difference::Unexpected => {
                    let safe = Mark::Safe(known_rule(&complaint.rule));
                    unknown && !expected.marks.contains(&(complaint.line, safe))
                }
                Difference::Missing | Difference::FalseAlarmGone => {
                    unknown && self.lost.contains(&complaint.line)
                }
                Difference::NoLongerMissed => false,
            };
            if !forgiven {
                complaints.push(complaint.to_string());
            }
        }
        for (line, mark) in &expected.marks {
            match mark {
                Mark::Safe(rule) if !unknown && self.lost.contains(line) => {
                    complaints.push(format!("{line}: {rule} is not excluded: nothing is known here"));
                }
                Mark::Shape(shape) if !self.shapes[line].contains(shape) => {
                    let known = self.shapes[line].join("\n    ");
                    complaints.push(format!("{line}: expected the shape\n    {shape}\n  among\n    {known}"));
                }
                _ => {}
            }
        }
        complaints
    }

    /// Whether a run shows something; what is wrong with a checker is seen without one.
    pub(crate) fn is_confirmed(&self) -> bool {
        self.found.iter().any(|found| found.confirmed && found.at.rule != "bad-checker")
    }

    /// What a run shows is an error, and has to be expected as one.
    fn complain_of_confirmation(&self, expected: &Expectations) -> Vec<String> {
        let confirmed = self.found.iter().filter(|found| found.confirmed && found.at.rule != "bad-checker");
        let is_expected = |found: &Found| {
            let mut marks = expected.marks.iter().filter(|(line, _)| *line == found.at.line);
            marks.any(|(_, mark)| matches!(mark, Mark::Error(rule) if *rule == found.at.rule))
        };
        confirmed
            .filter(|found| !is_expected(found))
            .map(|found| {
                let (line, rule) = (found.at.line, &found.at.rule);
                format!("{line}: a run shows {rule}, which is not marked as an error")
            })
            .collect()
    }

    fn complain_of_verdict(&self, expected: &Expectations) -> Option<String> {
        let reason = self.reason.as_deref();
        match (&expected.unknown, reason) {
            (Some(why), Some(reason)) if why == reason => None,
            (Some(why), Some(reason)) => Some(format!(
                "1: unknown as expected, but not for the reason\n    {why}\n  but\n    {reason}"
            )),
            (Some(_), None) if self.verdict == Verdict::Proved => {
                Some("1: expected unknown and is proved: say `//@ proved`".into())
            }
            (Some(_), None) => Some("1: the analysis no longer loses its way: remove `//@ unknown`".into()),
            (None, Some(reason)) => Some(format!("1: nothing is known in places: {reason}")),
            (None, None) if expected.proved && self.verdict != Verdict::Proved => {
                Some(format!("1: expected proved and is {}", self.verdict.word()))
            }
            (None, None) if !expected.proved && self.verdict == Verdict::Proved => {
                Some("1: is proved: say `//@ proved`".into())
            }
            (None, None) => None,
        }
    }
}

fn known_rule(rule: &str) -> &'static str {
    super::expect::RULES.iter().find(|known| **known == rule).expect("findings are of known rules")
}
