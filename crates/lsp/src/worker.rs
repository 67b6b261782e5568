//! The thread that checks files, one after the other.
//!
//! What editors wait for comes first: the diagnostics and verdicts. The shapes of all lines and the skeletons of contracts
//! follow. Where something is found at once, it is told before it is known whether a run shows it, and before the rest. Functions that have not changed
//! since the last check are not analyzed again. A check that was cancelled says nothing.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use cfront::{LoadError, Loaded};
use crossbeam_channel::{Receiver, Sender};
use ir::{Program, Sources};
use model::Report;
use verify::Kept;

use crate::Settings;
use crate::answers::{Answers, Verdicts, shapes};
use crate::diagnostics::{ByFile, Collector};
use crate::project::Projects;
use crate::skeleton::skeletons;

/// The analyses follow the nesting of calls and loops of the program on the native stack.
const STACK: usize = 512 << 20;

/// Files of which answers are kept; with more the oldest habit is to begin anew.
const MOST_FILES: usize = 32;

/// A file to check.
pub(crate) struct Job {
    pub(crate) uri: String,
    pub(crate) file: PathBuf,
    /// Which check of this file.
    pub(crate) number: u64,
    /// Set if nobody wants to know any more.
    pub(crate) cancel: Arc<AtomicBool>,
}

/// What came out of a check.
pub(crate) struct Outcome {
    pub(crate) uri: String,
    pub(crate) number: u64,
    pub(crate) news: News,
}

pub(crate) enum News {
    /// What is wrong as far as it is known at once.
    Glimpsed(ByFile),
    /// What is wrong, and, if the file could be read, the verdicts.
    Checked { diagnostics: ByFile, verdicts: Option<Verdicts> },
    /// The shapes at all lines.
    Shaped(Answers),
    /// The rest; this is the last of a check.
    Explained(Option<Answers>),
}

/// What all checks go by.
#[derive(Default)]
pub(crate) struct Workshop {
    pub(crate) settings: Settings,
    pub(crate) projects: Projects,
}

/// Starts the thread. It ends when nobody can send it files any more.
pub(crate) fn start(
    workshop: Arc<Workshop>,
    jobs: Receiver<Job>,
    out: Sender<Outcome>,
) -> std::io::Result<()> {
    let work = move || {
        let mut kept: BTreeMap<PathBuf, Kept> = BTreeMap::new();
        for job in jobs {
            if kept.len() >= MOST_FILES {
                kept.clear();
            }
            let kept_of_file = kept.entry(job.file.clone()).or_default();
            let done = catch_unwind(AssertUnwindSafe(|| check(&workshop, &job, kept_of_file, &out)));
            if done.is_err() {
                kept.remove(&job.file);
                let sources = Sources::default();
                let mut collector = Collector::new(&sources, &job.uri, &job.file);
                collector.our_bug();
                let news = News::Checked { diagnostics: collector.finish(), verdicts: None };
                send(&job, &out, news);
                send(&job, &out, News::Explained(None));
            }
        }
    };
    std::thread::Builder::new().name("check".into()).stack_size(STACK).spawn(work).map(drop)
}

fn send(job: &Job, out: &Sender<Outcome>, news: News) {
    if !job.cancel.load(Ordering::Relaxed) {
        // If nobody listens the server is about to end.
        let _ = out.send(Outcome { uri: job.uri.clone(), number: job.number, news });
    }
}

/// The program that a file is part of, or else the file as a program.
fn load(workshop: &Workshop, file: &Path, analysis: &verify::Options) -> Result<Loaded, LoadError> {
    let Workshop { settings, projects } = workshop;
    let limits = cfront::Budget::default();
    let memory = analysis.memory.unwrap_or(limits.memory);
    let time = analysis.time.unwrap_or(limits.time).max(Duration::from_millis(1));
    let reading = projects.reading(settings, file);
    if let Some(program) = reading.program {
        // Files that do not go together are no programs; nor are those that take too long to read.
        let budget = cfront::Budget { time: time / 4, memory };
        let programs = cfront::Programs::Several;
        if let Ok(loaded) = cfront::load_kept(&program, &settings.models(), programs, None, &budget) {
            return Ok(loaded);
        }
    }
    cfront::load_with_models(&[reading.alone], &settings.models(), &cfront::Budget { time, memory })
}

fn check(workshop: &Workshop, job: &Job, kept: &Kept, out: &Sender<Outcome>) {
    if job.cancel.load(Ordering::Relaxed) {
        return;
    }
    let analysis = verify::Options { cancel: Some(job.cancel.clone()), ..workshop.settings.analysis.clone() };
    let loaded = match load(workshop, &job.file, &analysis) {
        Ok(loaded) => loaded,
        Err(refused) => {
            let mut collector = Collector::new(&refused.sources, &job.uri, &job.file);
            refused.diagnostics.iter().for_each(|diagnostic| collector.diagnostic(diagnostic));
            send(job, out, News::Checked { diagnostics: collector.finish(), verdicts: None });
            send(job, out, News::Explained(None));
            return;
        }
    };
    let program = &loaded.program;
    let allowed = verify::Allowed::read(program);
    let diagnostics = |report: &mut Report| {
        let mut collector = Collector::new(&program.sources, &job.uri, &job.file);
        loaded.warnings.iter().for_each(|warning| collector.diagnostic(warning));
        match &allowed {
            Ok(allowed) => drop(verify::triage(program, report, allowed, None, None)),
            Err(errors) => errors.iter().for_each(|error| collector.diagnostic(error)),
        }
        collector.report(report);
        collector.finish()
    };
    let session = verify::Session::new(program, &analysis).keeping(kept);
    let mut glimpse = session.first_look();
    let early = diagnostics(&mut glimpse);
    if !glimpse.findings.is_empty() {
        send(job, out, News::Glimpsed(early));
    }
    let (mut report, _) = session.check();
    let diagnostics = diagnostics(&mut report);
    let text = main_text(program, &job.file);
    let verdicts = Some(Verdicts::new(program, &job.file, text.clone(), &report));
    send(job, out, News::Checked { diagnostics, verdicts });
    if job.cancel.load(Ordering::Relaxed) {
        return;
    }
    let shapes = Arc::new(shapes(program, &job.file, &verify::shapes(program, &analysis, &report)));
    let shaped = Answers { text: text.clone(), shapes: shapes.clone(), skeletons: Vec::new() };
    send(job, out, News::Shaped(shaped));
    let skeletons = skeletons(program, &analysis, &job.file);
    send(job, out, News::Explained(Some(Answers { text, shapes, skeletons })));
}

/// The text of the checked file as it was read.
fn main_text(program: &Program, file: &Path) -> Arc<str> {
    let read = program.sources.files.iter().find(|known| Path::new(&*known.path) == file);
    read.and_then(|read| read.text.as_deref()).unwrap_or_default().into()
}
