//! The options of `check` that say which findings are shown, and what they need: files, and `git`.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
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

/// A larger file is no list of findings.
const MOST_BASELINE: u64 = 32 << 20;

fn read_baseline(file: &Path) -> anyhow::Result<Baseline> {
    let text = cfront::read_text_at_most(file, MOST_BASELINE).with_context(|| file.display().to_string())?;
    Baseline::read(&text).map_err(|why| anyhow::anyhow!("{}: {why}", file.display()))
}

/// The lines of the program that are not in a revision of the repository that its files are in.
///
/// The revision's files are asked for as they are stored and compared here: a diff by git would have its filters run, and a repository's
/// own configuration may name any program as one.
fn changes(program: &Program, since: &str) -> anyhow::Result<Changes> {
    if since.is_empty() || since.starts_with('-') {
        bail!("`{since}` is not a revision");
    }
    let file = program.defined().map(|(_, function)| program.sources.path(function.span.file)).next();
    let directory = file.and_then(|file| Path::new(file).parent()).unwrap_or(Path::new(""));
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let root = git(directory, &["rev-parse", "--show-toplevel"], "")?;
    let root = PathBuf::from(String::from_utf8_lossy(&root).trim_end());
    let commit = git(&root, &["rev-parse", "--verify", &format!("{since}^{{commit}}")], "")?;
    let commit = String::from_utf8_lossy(&commit).trim().to_owned();
    let own = program.sources.files.iter().filter(|file| !file.system);
    let files: Vec<PathBuf> = own.filter_map(|file| Path::new(&*file.path).canonicalize().ok()).collect();
    let below = |file: &PathBuf| {
        let path = file.strip_prefix(&root).ok()?.to_str()?;
        (!path.contains('\n')).then(|| path.to_owned())
    };
    let asked: Vec<(PathBuf, String)> =
        files.into_iter().filter_map(|file| below(&file).map(|path| (file, path))).collect();
    let mut names = String::new();
    for (_, path) in &asked {
        names.extend([commit.as_str(), ":", path.as_str(), "\n"]);
    }
    let answers = git(&root, &["cat-file", "--batch"], &names)?;
    let mut answers = answers.as_slice();
    let mut changes = Changes::default();
    for (file, path) in asked {
        let old = next_object(&mut answers);
        match old.with_context(|| format!("git says of `{}` nothing that can be read", ir::shown(&path)))? {
            Some(old) => {
                let new = cfront::read_regular(&file).with_context(|| ir::shown_path(&file))?;
                changes.compare(file, &String::from_utf8_lossy(old), &String::from_utf8_lossy(&new));
            }
            None => changes.add_file(file),
        }
    }
    Ok(changes)
}

/// The next object of what `git cat-file --batch` says: none if it is missing there.
fn next_object<'a>(said: &mut &'a [u8]) -> anyhow::Result<Option<&'a [u8]>> {
    let end = said.iter().position(|byte| *byte == b'\n').context("the answer is too short")?;
    let line = std::str::from_utf8(&said[..end])?;
    *said = &said[end + 1..];
    if line.ends_with(" missing") {
        return Ok(None);
    }
    let size: usize = line.rsplit(' ').next().unwrap_or_default().parse()?;
    let object = said.get(..size).context("the answer is too short")?;
    *said = said.get(size + 1..).context("the answer is too short")?;
    Ok(Some(object))
}

/// What git answers. It is to start no other program: no monitor of files, no filter, and nothing that fetches what is not there.
fn git(directory: &Path, arguments: &[&str], input: &str) -> anyhow::Result<Vec<u8>> {
    let mut git = Command::new("git");
    git.args(["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-C"])
        .arg(directory)
        .args(arguments);
    git.env("GIT_NO_LAZY_FETCH", "1").env("GIT_ALLOW_PROTOCOL", "").env("GIT_OPTIONAL_LOCKS", "0");
    git.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = git.spawn().context("git cannot be started, which --changed-since needs")?;
    let mut stdin = child.stdin.take().context("git takes no input")?;
    let output = std::thread::scope(|scope| {
        // It answers while it is still asked.
        scope.spawn(move || stdin.write_all(input.as_bytes()));
        child.wait_with_output()
    })?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("git: {}", said.trim().lines().collect::<Vec<_>>().join("; "));
    }
    Ok(output.stdout)
}
