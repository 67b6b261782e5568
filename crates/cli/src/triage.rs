//! The options of `check` that say which findings are shown, and what they need: files, and `git`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use anyhow::{Context, bail};
use clap::Args;
use ir::Program;
use model::{Report, Suppressed, SuppressedBy};
use store::Store;
use verify::{Allowed, Baseline, Changes, LeftOut};

use crate::terminal::{Terminal, count};

/// Which findings are shown.
#[derive(Args, Debug)]
pub(crate) struct Triage {
    /// Leave out the findings that are listed in this file
    #[arg(long, value_name = "FILE", help_heading = "Which findings are shown")]
    baseline: Option<PathBuf>,
    /// Write the findings to this file, as a baseline
    #[arg(long, value_name = "FILE", help_heading = "Which findings are shown")]
    write_baseline: Option<PathBuf>,
    /// Show what rests on a guess, too: of libraries and large programs by `--domain regions`
    #[arg(long, help_heading = "Which findings are shown")]
    guesses: bool,
    /// Show findings in functions that were changed since this revision (git) only
    #[arg(long, value_name = "REV", help_heading = "Which findings are shown")]
    changed_since: Option<String>,
}

/// Where what is known is kept between runs.
#[derive(Args, Debug)]
pub(crate) struct Cache {
    /// Keep what is known of functions here between runs [default: the user's cache directory]
    #[arg(long, value_name = "DIR", conflicts_with = "no_cache")]
    cache: Option<PathBuf>,
    /// Keep nothing between runs, and use nothing that was kept
    #[arg(long)]
    no_cache: bool,
}

impl Cache {
    /// The store, if there is to be one. One that others could have a hand in is not used, and neither is one that cannot be; the
    /// answer is the same without.
    pub(crate) fn open(&self, terminal: &Terminal) -> Option<Arc<Store>> {
        match Store::open(&self.directory()?, &version::SOURCES) {
            Ok(store) => Some(Arc::new(store)),
            Err(refused) => {
                // That there is no room in the user's own directory is nothing to be told of each time.
                if refused.is_unsafe() || self.cache.is_some() {
                    let why = refused.to_string();
                    terminal.say(format!("note: nothing is kept between runs: {}\n", ir::shown(&why)));
                }
                None
            }
        }
    }

    /// The directory, if there is to be one.
    fn directory(&self) -> Option<PathBuf> {
        let of_user = || {
            let set =
                |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
            let base = set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")))?;
            Some(base.join("shapewright"))
        };
        if self.no_cache { None } else { self.cache.clone().or_else(of_user) }
    }
}

impl Triage {
    /// Leaves out of a report what need not be shown, and says how much that is. `false` if a comment was refused, which has
    /// then been said.
    pub(crate) fn apply(
        &self,
        program: &Program,
        report: &mut Report,
        terminal: &Terminal,
    ) -> anyhow::Result<bool> {
        let allowed = match Allowed::read(program) {
            Ok(allowed) => allowed,
            Err(errors) => {
                terminal.say(report::diagnostics(&errors, &program.sources, terminal.err_style()));
                return Ok(false);
            }
        };
        let guessed = self.guesses(report);
        let baseline = self.baseline.as_deref().map(read_baseline).transpose()?;
        let changes = self.changed_since.as_deref().map(|since| changes(program, since)).transpose()?;
        if let Some(file) = &self.write_baseline {
            // What comments allow needs no place in it.
            let mut all = report.clone();
            verify::triage(program, &mut all, &allowed, None, None);
            let text = Baseline::of(program, &all.findings).text();
            crate::written::write(file, &text)?;
        }
        let left_out = verify::triage(program, report, &allowed, baseline.as_ref(), changes.as_ref());
        let LeftOut { allowed, known, unchanged } = left_out;
        for (number, why) in [
            (allowed, "allowed by comments"),
            (known, "in the baseline"),
            (unchanged, "not in what was changed"),
            (guessed, "guesses (`--guesses` shows them)"),
        ] {
            if number > 0 {
                terminal.say(format!("{} not shown: {why}\n", count(number as u64, "finding")));
            }
        }
        Ok(true)
    }
}

impl Triage {
    /// Makes findings of guesses if that was asked for. How many are left out otherwise.
    fn guesses(&self, report: &mut Report) -> usize {
        let is_guess = |known: &Suppressed| known.by == SuppressedBy::Guess;
        if !self.guesses {
            return report.suppressed.iter().filter(|known| is_guess(known)).count();
        }
        let (guesses, others) = std::mem::take(&mut report.suppressed).into_iter().partition(is_guess);
        report.suppressed = others;
        let guesses: Vec<Suppressed> = guesses;
        report.findings.extend(guesses.into_iter().map(|known| known.finding));
        0
    }
}

fn read_baseline(file: &Path) -> anyhow::Result<Baseline> {
    let text = cfront::read_regular_text(file).with_context(|| file.display().to_string())?;
    Baseline::read(&text).map_err(|why| anyhow::anyhow!("{}: {why}", file.display()))
}

/// What git says was changed since a revision, in the repositories that the files of the program are in.
fn changes(program: &Program, since: &str) -> anyhow::Result<Changes> {
    if since.is_empty() || since.starts_with('-') {
        bail!("`{since}` is not a revision");
    }
    let file = program.defined().map(|(_, function)| program.sources.path(function.span.file)).next();
    let directory = file.and_then(|file| Path::new(file).parent()).unwrap_or(Path::new(""));
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let root = PathBuf::from(git(directory, &["rev-parse", "--show-toplevel"])?.trim_end());
    // The repository's configuration may name programs: git is to start none of them.
    let plain = [
        "-c",
        "core.fsmonitor=false",
        "-c",
        "core.quotePath=false",
        "diff",
        "--unified=0",
        "--no-color",
        "--no-ext-diff",
        "--no-textconv",
    ];
    let with_prefixes = ["--no-renames", "--src-prefix=a/", "--dst-prefix=b/", since, "--"];
    let arguments: Vec<&str> = plain.into_iter().chain(with_prefixes).collect();
    let diff = git(&root, &arguments)?;
    let mut changes = Changes::read(&diff, &root).map_err(anyhow::Error::msg)?;
    let new = git(
        &root,
        &[
            "-c",
            "core.fsmonitor=false",
            "-c",
            "core.quotePath=false",
            "ls-files",
            "--others",
            "--exclude-standard",
        ],
    )?;
    new.lines().for_each(|file| changes.add_file(root.join(file)));
    Ok(changes)
}

fn git(directory: &Path, arguments: &[&str]) -> anyhow::Result<String> {
    let output = Command::new("git").arg("-C").arg(directory).args(arguments).output();
    let output = output.context("git cannot be started, which --changed-since needs")?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("git: {}", said.trim().lines().collect::<Vec<_>>().join("; "));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
