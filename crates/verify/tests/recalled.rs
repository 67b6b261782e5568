//! Random edits of random whole programs: a check that takes summaries of functions from earlier checks says what one says that knows nothing.
//!
//! Every program is checked as it is, and then after each of a few edits, as somebody would make them who saves every now and then: a statement is left out,
//! repeated, added or put elsewhere, a number is another one, or what was done is undone. All checks of a program share what they keep.
//! `PROGRAMS=500 MILLISECONDS=5000 SEED=0 cargo test --release -p shapewright-verify --test recalled` makes the long run.

mod support;

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use model::Report;
use shapewright_verify::{Domain, Kept, Options, Session};
use support::number;

/// Edits of each program.
const EDITS: usize = 4;

/// How often an edit is tried: many give no valid program.
const TRIES: usize = 12;

/// Numbers that look random (splitmix64, Steele et al., OOPSLA 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % end.max(1) as u64) as usize
    }
}

fn load(text: &str) -> Option<ir::Program> {
    let directory = std::env::temp_dir().join(format!("shapewright-recalled-{}", std::process::id()));
    std::fs::create_dir_all(&directory).ok()?;
    let file = directory.join("program.c");
    std::fs::write(&file, text).ok()?;
    let command = cfront::Command { file, options: cfront::Options::default() };
    let models = [cfront::Model::Libc];
    cfront::load_with_models(&[command], &models, &cfront::Budget::default())
        .ok()
        .map(|loaded| loaded.program)
}

/// Another text, valid or not.
fn edited(text: &str, random: &mut Random) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let is_stmt = |line: &String| {
        line.starts_with([' ', '\t'])
            && line.ends_with(';')
            && !["struct ", "int ", "char ", "return", "FILE "]
                .iter()
                .any(|word| line.trim_start().starts_with(word))
    };
    let stmts: Vec<usize> = (0..lines.len()).filter(|at| is_stmt(&lines[*at])).collect();
    if stmts.is_empty() {
        return text.to_owned();
    }
    let at = stmts[random.below(stmts.len())];
    match random.below(5) {
        0 => _ = lines.remove(at),
        1 => lines.insert(at, lines[at].clone()),
        2 => lines.insert(at, "count += 0;".to_owned()),
        3 => {
            let next = (at + 1).min(lines.len() - 1);
            lines.swap(at, next);
        }
        _ => {
            let digits: Vec<usize> =
                lines[at].match_indices(|c: char| c.is_ascii_digit()).map(|found| found.0).collect();
            if !digits.is_empty() {
                let digit = digits[random.below(digits.len())];
                let other = random.below(4).to_string();
                lines[at].replace_range(digit..=digit, &other);
            }
        }
    }
    lines.join("\n") + "\n"
}

/// What is compared of a report.
fn told(report: &Report) -> String {
    let mut text = format!("{:?}\n", report.verdict);
    for function in &report.functions {
        let _ = writeln!(text, "{} {:?} {:?}", function.name, function.verdict, function.reason);
    }
    for finding in &report.findings {
        let (rule, status, message) = (&finding.rule, &finding.status, &finding.message);
        let _ = writeln!(text, "{}: {rule:?} {status:?} {message}", finding.span.line);
    }
    text
}

#[test]
fn what_was_known_before_changes_no_answer() {
    let first = number("SEED", 0);
    // A check that takes longer is cut off, and its answer may be any: it is not compared.
    let longest = Duration::from_millis(number("MILLISECONDS", 250));
    let (mut differ, mut compared, mut recalled, mut cut) = (0, 0, 0, 0);
    for seed in first..first + number("PROGRAMS", 6) {
        // Runs and other domains decide many programs before anybody asks for summaries.
        let domain = if seed % 3 == 0 { Domain::Auto } else { Domain::Checkers };
        let options = Options { domain, jobs: Some(1), time: Some(longest), ..Options::default() };
        let (kept, mut random) = (Kept::default(), Random(seed));
        let mut texts = vec![generate::whole(seed)];
        for edit in 0..=EDITS {
            let text = texts[texts.len() - 1].clone();
            let Some(program) = load(&text) else { panic!("{seed}: only valid programs are kept\n{text}") };
            let check = |session: Session<'_>| {
                let begin = Instant::now();
                (session.check().0, begin.elapsed() >= longest)
            };
            let session = Session::new(&program, &options);
            let ((report, late), (alone, alone_late)) = (check(session.keeping(&kept)), check(session));
            recalled += kept.recalled();
            if late || alone_late {
                cut += 1;
            } else {
                compared += 1;
                let (with, without) = (told(&report), told(&alone));
                if with != without {
                    differ += 1;
                    let before = &texts[texts.len().saturating_sub(2)];
                    eprintln!(
                        "program {seed} after edit {edit} ({domain:?}): {with}and alone: {without}before:\n{before}\nnow:\n{text}"
                    );
                }
            }
            if texts.len() > 1 && random.below(5) == 0 {
                texts.pop();
                continue;
            }
            let others = (0..TRIES).map(|_| edited(&text, &mut random));
            let other = others.filter(|other| *other != text).find(|other| load(other).is_some());
            texts.extend(other);
        }
    }
    eprintln!("{compared} compared, {recalled} summaries recalled, {cut} cut off");
    assert_eq!(differ, 0, "so many answers depend on what was known before");
    assert!(
        recalled > compared,
        "{recalled} summaries were recalled in {compared} checks: this tests little"
    );
}
