//! Proved programs of the corpus with something done wrong behind a guard, so that no run finds it: none of those that fail natively is proved.
//!
//! A mutant reads one input more, when `main` begins; for one value in very many its statement is left out, a pointer freed or set to null, a
//! bound moved by one, a condition taken to hold (`mutation`). Which mutants fail natively is found for many of a program at a time: all
//! changes are in one text, and the first input says which of them is made. Those that fail only with their change are then asked about
//! one by one.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use testkit::Rng;

use crate::corpus::{self, Case};
use crate::mutation::changes;
use crate::native::{Build, Ended};
use crate::tool::{Tool, Verdict};

const GUARD: &str = "static unsigned sw_mix(unsigned x) { x *= 2654435761u; x ^= x >> 15; x *= 2246822519u; x ^= x >> 13; x *= 3266489917u; return x ^ (x >> 16); } extern unsigned __VERIFIER_nondet_uint(void); static int sw_hidden;";
const BEGIN: &str = " sw_hidden = sw_mix(__VERIFIER_nondet_uint()) == 2542765023u;";

/// The same for a text with several changes.
const SELECTION: &str = "extern int __VERIFIER_nondet_int(void); static int sw_selected;";
const SELECT: &str = " sw_selected = __VERIFIER_nondet_int();";

/// Changes in one text.
const AT_ONCE: usize = 16;

/// How often the corpus is gone through at most.
const ROUNDS: u64 = 20;

/// Attempts to compile a text, each without the lines that the one before complained of.
const ATTEMPTS: usize = 6;

/// A change: the line, what is done there, and how the line reads then.
struct Change {
    line: usize,
    kind: &'static str,
    text: String,
}

/// A program cut where mutants begin.
struct Subject<'c> {
    lines: Vec<&'c str>,
    /// After the last inclusion, so that names of the guard hide nothing.
    includes: usize,
    main: usize,
}

impl<'c> Subject<'c> {
    fn of(case: &'c Case) -> Option<Self> {
        let lines: Vec<&str> = case.text.lines().collect();
        let main =
            lines.iter().position(|line| line.contains("int main(") && line.trim_end().ends_with('{'))?;
        let includes = lines.iter().rposition(|line| line.starts_with("#include")).map_or(0, |at| at + 1);
        Some(Self { lines, includes, main })
    }

    /// At most one change of a line, each kind as often as another.
    fn some_changes(&self, random: &mut Rng) -> Vec<Change> {
        let mut by_kind: BTreeMap<&str, Vec<Change>> = BTreeMap::new();
        for (line, text) in self.lines.iter().enumerate() {
            for (kind, text) in changes(text) {
                by_kind.entry(kind).or_default().push(Change { line, kind, text });
            }
        }
        let mut chosen: Vec<Change> = Vec::new();
        while chosen.len() < AT_ONCE && !by_kind.is_empty() {
            let at = random.below(by_kind.len() as u64) as usize;
            let Some((&kind, changes)) = by_kind.iter_mut().nth(at) else { break };
            let change = changes.swap_remove(random.below(changes.len() as u64) as usize);
            if changes.is_empty() {
                by_kind.remove(kind);
            }
            if !chosen.iter().any(|known| known.line == change.line) {
                chosen.push(change);
            }
        }
        chosen
    }

    /// The program with these changes, `guard` before it and `begin` at the beginning of `main`.
    fn text(&self, guard: &str, begin: &str, changed: &BTreeMap<usize, String>) -> String {
        let mut text = String::new();
        for (at, old) in self.lines.iter().enumerate() {
            if at == self.includes {
                text.push_str(guard);
                text.push('\n');
            }
            text.push_str(changed.get(&at).map_or(old, String::as_str));
            if at == self.main {
                text.push_str(begin);
            }
            text.push('\n');
        }
        text
    }

    /// The mutant with one change.
    fn mutant(&self, change: &Change) -> String {
        self.text(GUARD, BEGIN, &BTreeMap::from([(change.line, change.text.clone())]))
    }

    /// All changes in one text; the input says which is made, by its line.
    fn selectable(&self, changes: &[Change]) -> String {
        let selected = |change: &Change| {
            change.text.replace("sw_hidden", &format!("(sw_selected == {})", change.line + 1))
        };
        let changed = changes.iter().map(|change| (change.line, selected(change))).collect();
        self.text(SELECTION, SELECT, &changed)
    }

    /// The line of the program that a compiler's message about a text is about.
    fn line_of(&self, message: &str, file: &Path) -> Option<usize> {
        let place = message.strip_prefix(&format!("{}:", file.display()))?;
        let line: usize = place.split(':').next()?.parse().ok()?;
        let added = usize::from(line > self.includes);
        line.checked_sub(1 + added)
    }
}

/// What became of one mutant.
struct Outcome {
    kind: &'static str,
    line: usize,
    what: &'static str,
}

/// What is proved of the corpus: as it was written down, if it was.
fn proved_cases(tool: &Tool, list: &Path) -> anyhow::Result<Vec<Case>> {
    let cases = corpus::cases().into_iter().filter(|case| !case.wrong);
    let name = |case: &Case| case.file.display().to_string();
    if let Ok(known) = fs::read_to_string(list) {
        return Ok(cases.filter(|case| known.lines().any(|line| line == name(case))).collect());
    }
    let proved: Vec<Case> =
        cases.filter(|case| tool.check(&case.file, &case.args, &[]) == Verdict::Proved).collect();
    let names: Vec<String> = proved.iter().map(name).collect();
    fs::write(list, names.join("\n"))?;
    Ok(proved)
}

/// Makes mutants until so many of them failed natively; returns how many of those are proved. Several programs are worked on at a time.
pub fn campaign(tool: &Tool, builds: &[Build], out: &Path, wanted: u64, jobs: usize) -> anyhow::Result<u64> {
    let record = out.join("mutants.tsv");
    // A program's lines are written at once, after they are known.
    let known = fs::read_to_string(&record).unwrap_or_default();
    let proved = proved_cases(tool, &out.join("proved.txt"))?;
    anyhow::ensure!(!proved.is_empty(), "no program of the corpus is proved");
    eprintln!("{} programs of the corpus are proved", proved.len());
    let counts: Mutex<BTreeMap<String, u64>> = Mutex::default();
    let mut done = std::collections::BTreeSet::new();
    for line in known.lines() {
        let mut words = line.split('\t');
        let (Some(unit), Some(what)) = (words.next(), words.next()) else { continue };
        done.insert(unit.to_owned());
        *counts.lock().expect("nobody panics").entry(what.to_owned()).or_default() += 1;
    }
    let log = Mutex::new(fs::OpenOptions::new().create(true).append(true).open(&record)?);
    let next = AtomicU64::new(0);
    let failed = |counts: &BTreeMap<String, u64>| -> u64 {
        ["proved", "not proved"].iter().filter_map(|what| counts.get(*what)).sum()
    };
    let work = |worker: usize| -> anyhow::Result<()> {
        let room = out.join(format!("worker{worker}"));
        fs::create_dir_all(&room)?;
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            let enough = failed(&counts.lock().expect("nobody panics")) >= wanted;
            if enough || number >= ROUNDS * proved.len() as u64 {
                return Ok(());
            }
            if done.contains(&number.to_string()) {
                continue;
            }
            // Neighbours in the corpus are alike: the order is another one.
            let case = &proved[(number.wrapping_mul(7_919) % proved.len() as u64) as usize];
            let outcomes = of_program(tool, builds, &room, out, case, number)?;
            let name = case.file.strip_prefix(crate::native::root()).unwrap_or(&case.file).display();
            let mut lines = format!("{number}\tprogram\t{name}\n");
            let mut counts = counts.lock().expect("nobody panics");
            for Outcome { kind, line, what } in outcomes {
                let _ = writeln!(lines, "{number}\t{what}\t{name}\t{}\t{kind}", line + 1);
                *counts.entry(what.to_owned()).or_default() += 1;
            }
            *counts.entry("program".to_owned()).or_default() += 1;
            log.lock().expect("nobody panics").write_all(lines.as_bytes())?;
            if number.is_multiple_of(50) {
                eprintln!("{counts:?}");
            }
        }
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|worker| scope.spawn(move || work(worker))).collect();
        workers.into_iter().try_for_each(|worker| worker.join().expect("workers do not panic"))
    })?;
    let counts = counts.into_inner().expect("nobody panics");
    eprintln!("{} fail natively: {counts:?}", failed(&counts));
    Ok(counts.get("proved").copied().unwrap_or_default())
}

/// Some mutants of a program.
fn of_program(
    tool: &Tool,
    builds: &[Build],
    room: &Path,
    out: &Path,
    case: &Case,
    number: u64,
) -> anyhow::Result<Vec<Outcome>> {
    let Some(subject) = Subject::of(case) else { return Ok(Vec::new()) };
    let mut random = Rng::new(number.wrapping_mul(0x9e37));
    let mut changes = subject.some_changes(&mut random);
    let mut outcomes = Vec::new();
    let mut faults: BTreeMap<usize, String> = BTreeMap::new();
    for build in builds.iter().filter(|build| **build != Build::Clang) {
        let binary = room.join("mutants");
        if !compile(&subject, *build, room, &binary, case, &mut changes, &mut outcomes)? {
            return Ok(outcomes);
        }
        for inputs in corpus::streams() {
            let with = |selected: i64| [&[selected][..], &inputs].concat();
            // What fails without a change too says nothing.
            if corpus::run(&binary, &with(0)) != Ended::Well {
                continue;
            }
            for change in &changes {
                if faults.contains_key(&change.line) {
                    continue;
                }
                let inputs = with(change.line as i64 + 1);
                if let Ended::Fault(why) = corpus::run(&binary, &inputs) {
                    faults.insert(change.line, format!("{build:?}, {inputs:?}: {why}"));
                }
            }
        }
    }
    for change in &changes {
        let (kind, line) = (change.kind, change.line);
        let Some(why) = faults.get(&line) else {
            outcomes.push(Outcome { kind, line, what: "does not fail" });
            continue;
        };
        let file = room.join("mutant.c");
        let text = subject.mutant(change);
        fs::write(&file, &text)?;
        let is_proved = tool.check(&file, &case.args, &[]) == Verdict::Proved;
        outcomes.push(Outcome { kind, line, what: if is_proved { "proved" } else { "not proved" } });
        if is_proved {
            let dir = out.join("refuted");
            fs::create_dir_all(&dir)?;
            let (name, args) = (case.file.display(), case.args.join(" "));
            let told = format!("{text}// {name}: {kind}, line {}; {args}\n// {why}\n", line + 1);
            fs::write(dir.join(format!("{number}-{}.c", line + 1)), told)?;
        }
    }
    Ok(outcomes)
}

/// Compiles a program with all changes; those that are no C are left out. Whether that succeeds.
fn compile(
    subject: &Subject<'_>,
    build: Build,
    room: &Path,
    binary: &Path,
    case: &Case,
    changes: &mut Vec<Change>,
    outcomes: &mut Vec<Outcome>,
) -> anyhow::Result<bool> {
    let file = room.join("mutants.c");
    for _ in 0..ATTEMPTS {
        fs::write(&file, subject.selectable(changes))?;
        let Err(why) = corpus::compile(build, &file, binary, &case.shared) else { return Ok(true) };
        let why = why.to_string();
        let wrong: Vec<usize> = why
            .lines()
            .filter(|line| line.contains("error:"))
            .filter_map(|line| subject.line_of(line, &file))
            .collect();
        let before = changes.len();
        changes.retain(|change| {
            let right = !wrong.contains(&change.line);
            if !right {
                outcomes.push(Outcome { kind: change.kind, line: change.line, what: "not compiled" });
            }
            right
        });
        if changes.len() == before {
            break;
        }
    }
    outcomes.extend(changes.iter().map(|change| Outcome {
        kind: change.kind,
        line: change.line,
        what: "not compiled",
    }));
    Ok(false)
}
