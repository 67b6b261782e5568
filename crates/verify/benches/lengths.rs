//! What the analysis of list lengths costs: the programs of the paper's table, and how the cost grows
//! with the number of variables.
//!
//! Prints figures, asserts nothing, because time depends on the machine. Times are processor time of the
//! analysis alone; reading the C is left out. Run it with `cargo bench -p shapewright-verify` on an idle
//! machine; arguments select rows by a part of their name.

#![expect(clippy::print_stdout, reason = "printing is what a benchmark is for")]

use std::fmt::Write;
use std::path::{Path, PathBuf};

use engine::{Engine, Entry, Limits, Spent};
use ir::Program;
use lengths::{Lengths, Options};
use nix::time::{ClockId, clock_gettime};

/// The programs of the table, with the milliseconds published for them.
const TABLE: [(&str, f64); 7] = [
    ("create", 2.0),
    ("traverse", 3.0),
    ("reverse", 3.0),
    ("length_equal", 8.0),
    ("merge", 32.0),
    ("copy_and_delete", 76.0),
    ("dispatch", 227.0),
];

/// Numbers of pointer variables.
const VARIABLES: [usize; 6] = [2, 5, 10, 20, 30, 40];

/// A program with so many variables.
type Text = fn(usize) -> String;

/// Each row is measured for about this long.
const BUDGET_MS: f64 = 300.0;
/// At most so often.
const RUNS: usize = 500;

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|part| name.contains(part));
    table(&is_wanted);
    growth(&is_wanted);
}

/// The programs of the paper, with contracts in place of a harness.
fn table(is_wanted: &dyn Fn(&str) -> bool) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c/lengths/contracts");
    println!(
        "{:<18} {:>9} {:>10} {:>7} {:>7} {:>10} {:>7}",
        "program", "CPU ms", "published", "ratio", "steps", "disjuncts", "rounds"
    );
    for (name, published) in TABLE.into_iter().filter(|(name, _)| is_wanted(name)) {
        let program = load(corpus.join(format!("{name}.c")));
        let Measured { ms, spent, open, .. } = measure(&program);
        println!(
            "{name:<18} {ms:>9.3} {published:>10.1} {:>6.0}x {:>7} {:>10} {:>7}{}",
            published / ms,
            spent.steps,
            spent.peak_disjuncts,
            spent.iterations,
            if open { "  not proved" } else { "" }
        );
    }
}

/// Programs with more and more pointer variables.
fn growth(is_wanted: &dyn Fn(&str) -> bool) {
    println!();
    println!(
        "{:<18} {:>4} {:>9} {:>9} {:>8} {:>9} {:>7} {:>10} {:>7}",
        "growth", "vars", "CPU ms", "exponent", "vectors", "exponent", "steps", "disjuncts", "rounds"
    );
    let programs: [(&str, Text); 3] = [("walk", walk), ("aliases", aliases), ("mostly dead", mostly_dead)];
    let file = std::env::temp_dir().join(format!("shapewright-growth-{}.c", std::process::id()));
    for (name, text) in programs.into_iter().filter(|(name, _)| is_wanted(name)) {
        let mut before: Option<(usize, usize, f64)> = None;
        for count in VARIABLES {
            std::fs::write(&file, text(count)).expect("a temporary file");
            let Measured { ms, spent, open, vectors } = measure(&load(file.clone()));
            // The power of the number of variables, and of that of live vectors at all points, with which
            // the cost grew since the row before.
            let power = |now: usize, then: usize, less: f64| {
                format!("{:.2}", (ms / less).ln() / (now as f64 / then as f64).ln())
            };
            let by_variables = before.map_or(String::new(), |(then, _, less)| power(count, then, less));
            let by_vectors = before.map_or(String::new(), |(_, then, less)| power(vectors, then, less));
            println!(
                "{name:<18} {count:>4} {ms:>9.3} {by_variables:>9} {vectors:>8} {by_vectors:>9} {:>7} {:>10} {:>7}{}",
                spent.steps,
                spent.peak_disjuncts,
                spent.iterations,
                if open { "  not proved" } else { "" }
            );
            before = Some((count, vectors, ms));
        }
    }
    let _ = std::fs::remove_file(file);
}

struct Measured {
    /// The median of many runs.
    ms: f64,
    spent: Spent,
    /// Something is not proved.
    open: bool,
    /// The vectors in all states at all points.
    vectors: usize,
}

/// Analyzes the one function with a contract again and again.
fn measure(program: &Program) -> Measured {
    let function = program.defined().map(|(id, _)| id).find(|id| program.functions[*id].contract.is_some());
    let entry = Entry { function: function.expect("a contract"), program_start: false };
    let mut times = Vec::new();
    let mut total = 0.0;
    loop {
        let begin = processor_ms();
        let domain = Lengths::new(Options { malloc_may_fail: true });
        let analysis = Engine::new(program, &domain, Limits::default()).run(&entry);
        let ms = processor_ms() - begin;
        times.push(ms);
        total += ms;
        if times.len() >= RUNS || total > BUDGET_MS {
            let open = analysis.checks().iter().count() > 0 || analysis.lost().is_some();
            times.sort_by(f64::total_cmp);
            let at_points = analysis.points().values().flat_map(|point| &point.states);
            let vectors = at_points.map(|(_, state)| state.vectors()).sum();
            return Measured { ms: times[times.len() / 2], spent: analysis.spent(), open, vectors };
        }
    }
}

fn processor_ms() -> f64 {
    let time = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).expect("a clock");
    time.tv_sec() as f64 * 1e3 + time.tv_nsec() as f64 / 1e6
}

fn load(file: PathBuf) -> Program {
    let command = cfront::Command { file, options: cfront::Options::default() };
    match cfront::load(&[command], &cfront::Budget::default()) {
        Ok(loaded) => loaded.program,
        Err(error) => panic!("{error}"),
    }
}

const HEADER: &str = "#include <shapewright.h>\n#include <stdlib.h>\n\
    struct node { struct node *next; int data; };\n";

/// So many variables go along one list, each a cell behind the one before it.
fn walk(count: usize) -> String {
    let mut text = HEADER.to_owned();
    text += "void walk(struct node *p0) {\n sw_requires(sw_len(p0) >= 0);\n";
    text += " sw_ensures(sw_len(p0) == sw_old(sw_len(p0)));\n";
    for k in 1..count {
        let _ = writeln!(text, " struct node *p{k} = NULL;");
    }
    text += " struct node *head = p0;\n while (p0 != NULL) {\n";
    for k in (1..count).rev() {
        let _ = writeln!(text, "  p{k} = p{};", k - 1);
    }
    text += "  p0 = p0->next;\n }\n";
    // All of them are needed after the loop.
    for k in 1..count {
        let _ = writeln!(text, " if (p{k} != NULL) p{k}->data = {k};");
    }
    text += " if (head != NULL) head->data = 0;\n}\n";
    text
}

/// So many names for the cells of two lists, all of them needed to the end.
fn aliases(count: usize) -> String {
    let mut text = HEADER.to_owned();
    text += "void aliases(struct node *x, struct node *y) {\n";
    text += " sw_requires(sw_len(x) >= 1 && sw_len(y) >= 1);\n";
    text += " sw_ensures(sw_len(x) == sw_old(sw_len(x)));\n sw_ensures(sw_len(y) == sw_old(sw_len(y)));\n";
    for k in 0..count {
        let _ = writeln!(text, " struct node *p{k} = {};", if k % 2 == 0 { "x" } else { "y" });
    }
    text += " for (struct node *i = x; i != NULL; i = i->next) i->data = 1;\n";
    text += " for (struct node *i = y; i != NULL; i = i->next) i->data = 2;\n";
    for k in 0..count {
        let _ = writeln!(text, " p{k}->data = {k};");
    }
    text += "}\n";
    text
}

/// So many variables, each used for one walk along the list and never again.
fn mostly_dead(count: usize) -> String {
    let mut text = HEADER.to_owned();
    text += "void mostly_dead(struct node *x) {\n sw_requires(sw_len(x) >= 0);\n";
    text += " sw_ensures(sw_len(x) == sw_old(sw_len(x)));\n";
    for k in 0..count {
        let _ = writeln!(text, " struct node *p{k};");
    }
    for k in 0..count {
        let _ = writeln!(text, " for (p{k} = x; p{k} != NULL; p{k} = p{k}->next) p{k}->data = {k};");
    }
    text += "}\n";
    text
}
