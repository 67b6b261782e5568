//! The thread that checks files, one after the other.
//!
//! What editors wait for comes first: the diagnostics and verdicts. The shapes of all lines and the skeletons of contracts
//! follow. A check that was cancelled says nothing.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender};
use ir::{Program, Sources};

use crate::Settings;
use crate::answers::{Answers, Verdicts, shapes};
use crate::diagnostics::{ByFile, Collector};
use crate::skeleton::skeletons;

/// The analyses follow the nesting of calls and loops of the program on the native stack.
const STACK: usize = 512 << 20;

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
    /// What is wrong, and, if the file could be read, the verdicts.
    Checked { diagnostics: ByFile, verdicts: Option<Verdicts> },
    /// The rest; this is the last of a check.
    Explained(Option<Answers>),
}

/// Starts the thread. It ends when nobody can send it files any more.
pub(crate) fn start(settings: Settings, jobs: Receiver<Job>, out: Sender<Outcome>) -> std::io::Result<()> {
    let work = move || {
        for job in jobs {
            let done = catch_unwind(AssertUnwindSafe(|| check(&settings, &job, &out)));
            if done.is_err() {
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

fn check(settings: &Settings, job: &Job, out: &Sender<Outcome>) {
    if job.cancel.load(Ordering::Relaxed) {
        return;
    }
    let analysis = verify::Options { cancel: Some(job.cancel.clone()), ..settings.analysis.clone() };
    let limits = cfront::Budget::default();
    let budget = cfront::Budget {
        time: analysis.time.unwrap_or(limits.time).max(Duration::from_millis(1)),
        memory: analysis.memory.unwrap_or(limits.memory),
    };
    let command = settings.command(&job.file);
    let loaded = match cfront::load_with_models(&[command], &settings.models(), &budget) {
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
    let mut collector = Collector::new(&program.sources, &job.uri, &job.file);
    loaded.warnings.iter().for_each(|warning| collector.diagnostic(warning));
    let (mut report, _) = verify::check(program, &analysis);
    match verify::Allowed::read(program) {
        Ok(allowed) => drop(verify::triage(program, &mut report, &allowed, None, None)),
        Err(errors) => errors.iter().for_each(|error| collector.diagnostic(error)),
    }
    collector.report(&report);
    let text = main_text(program, &job.file);
    let verdicts = Some(Verdicts::new(program, &job.file, text.clone(), &report));
    send(job, out, News::Checked { diagnostics: collector.finish(), verdicts });
    if job.cancel.load(Ordering::Relaxed) {
        return;
    }
    let shapes = shapes(program, &job.file, &verify::shapes(program, &analysis, &report));
    let skeletons = skeletons(program, &analysis, &job.file);
    send(job, out, News::Explained(Some(Answers { text, shapes, skeletons })));
}

/// The text of the checked file as it was read.
fn main_text(program: &Program, file: &Path) -> Arc<str> {
    let read = program.sources.files.iter().find(|known| Path::new(&*known.path) == file);
    read.and_then(|read| read.text.clone()).unwrap_or_default()
}
