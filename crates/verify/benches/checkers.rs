//! How the cost of the analysis by checkers grows: with the number of cursors on one list, of lists, of loops inside each other,
//! and of statements in straight code.
//!
//! Prints figures, asserts nothing, because time depends on the machine. The last column is the power of the size with which
//! the cost grew since the row before: what grows exponentially has powers that grow. Run it with `cargo bench -p shapewright-verify
//! --bench checkers`; arguments select rows by a part of their name.

#![expect(clippy::print_stdout, reason = "printing is what a benchmark is for")]

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use checkers::{Checkers, Options};
use engine::{Engine, Entry, Limits, Spent};
use ir::Program;
use nix::time::{ClockId, clock_gettime};

/// A program of this size.
type Text = fn(usize) -> String;

const FAMILIES: [(&str, Text, &[usize]); 9] = [
    ("cursors, one after the other", lagging, &[1, 2, 4, 8, 16]),
    ("cursors, anywhere", anywhere, &[1, 2, 4, 8, 16]),
    ("cursors, used at once", side_by_side, &[1, 2, 4, 8, 16]),
    ("lists, walked along", lists, &[1, 2, 4, 8, 16]),
    ("lists, built in one loop", built, &[1, 2, 4, 8, 16]),
    ("loops in each other", nested, &[1, 2, 3, 4]),
    ("loops in each other, rewiring", nested_rewiring, &[1, 2, 3, 4]),
    ("statements on a few cells", straight, &[100, 1_000, 10_000]),
    ("statements on ever more cells", growing, &[100, 1_000, 10_000]),
];

/// Each row is measured for about this long, if it can be.
const BUDGET_MS: f64 = 200.0;
/// At most so often.
const RUNS: usize = 100;
/// Longer than this nobody waits.
const PATIENCE: Duration = Duration::from_secs(60);

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    println!(
        "{:<30} {:>6} {:>11} {:>8} {:>10} {:>7} {:>8}",
        "growth", "size", "CPU ms", "steps", "disjuncts", "rounds", "power"
    );
    let file = std::env::temp_dir().join(format!("shapewright-checkers-{}.c", std::process::id()));
    for (name, text, sizes) in FAMILIES {
        if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part.as_str())) {
            continue;
        }
        let mut before: Option<(usize, f64)> = None;
        for size in sizes {
            std::fs::write(&file, text(*size)).expect("a temporary file");
            let Measured { ms, spent, open, lost } = measure(&load(file.clone()));
            let power = before.map_or(String::new(), |(then, less)| {
                format!("{:.2}", (ms / less).ln() / (*size as f64 / then as f64).ln())
            });
            println!(
                "{name:<30} {size:>6} {ms:>11.3} {:>8} {:>10} {:>7} {power:>8}{}",
                spent.steps,
                spent.peak_disjuncts,
                spent.iterations,
                match lost {
                    Some(why) => format!("  lost: {why}"),
                    None if open => "  not proved".to_owned(),
                    None => String::new(),
                }
            );
            before = Some((*size, ms));
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
    /// Why nothing is known any more, if so.
    lost: Option<String>,
}

/// Analyzes the one function with a contract again and again.
fn measure(program: &Program) -> Measured {
    let function = program.defined().map(|(id, _)| id).find(|id| program.functions[*id].contract.is_some());
    let entry = Entry { function: function.expect("a contract"), program_start: false };
    let (mut times, mut total) = (Vec::new(), 0.0);
    loop {
        let begin = processor_ms();
        let domain = Checkers::new(program, Options { malloc_may_fail: true });
        let analyze = || Engine::new(program, &domain, Limits::default()).run(&entry);
        let analysis = budget::Budget::at_most(PATIENCE).enter(analyze);
        let ms = processor_ms() - begin;
        times.push(ms);
        total += ms;
        if times.len() >= RUNS || total > BUDGET_MS {
            times.sort_by(f64::total_cmp);
            let lost = analysis.lost().map(|lost| lost.why.to_string());
            let open = analysis.checks().iter().next().is_some();
            return Measured { ms: times[times.len() / 2], spent: analysis.spent(), open, lost };
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
    extern int __VERIFIER_nondet_int(void);\n\
    struct node { struct node *next; int data; };\n\
    bool list(struct node *x) { return x == NULL || list(x->next); }\n";

/// A function on a list `head` that keeps it.
fn on_a_list(body: &str) -> String {
    format!(
        "{HEADER}void f(struct node *head) {{\n sw_requires(list(head));\n sw_ensures(list(head));\n{body}}}\n"
    )
}

/// So many lines, each made of its number.
fn lines(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).fold(String::new(), |mut text, k| {
        let _ = writeln!(text, " {}", line(k));
        text
    })
}

/// So many cursors go along one list, each a cell behind the one before it.
fn lagging(count: usize) -> String {
    let mut body = lines(count, |k| format!("struct node *p{k} = NULL;"));
    body += " struct node *p = head;\n while (p != NULL) {\n";
    for k in (1..count).rev() {
        let _ = writeln!(body, "  p{k} = p{};", k - 1);
    }
    body += "  p0 = p;\n  p = p->next;\n }\n";
    body += &lines(count, |k| format!("if (p{k} != NULL) p{k}->data = {k};"));
    on_a_list(&body)
}

/// So many cursors stop somewhere on one list; their order is not known.
fn anywhere(count: usize) -> String {
    let mut body = lines(count, |k| {
        format!(
            "struct node *p{k} = head;\n while (p{k} != NULL && __VERIFIER_nondet_int()) p{k} = p{k}->next;"
        )
    });
    body += &lines(count, |k| format!("if (p{k} != NULL) p{k}->data = {k};"));
    on_a_list(&body)
}

/// So many cursors in one loop; the inputs say which goes on.
fn side_by_side(count: usize) -> String {
    let mut body = lines(count, |k| format!("struct node *p{k} = head;"));
    body += " while (__VERIFIER_nondet_int()) {\n";
    body += &lines(count, |k| format!(" if (p{k} != NULL && __VERIFIER_nondet_int()) p{k} = p{k}->next;"));
    body += " }\n";
    body += &lines(count, |k| format!("if (p{k} != NULL) p{k}->data = {k};"));
    on_a_list(&body)
}

/// So many lists, each walked along.
fn lists(count: usize) -> String {
    let params: Vec<String> = (0..count).map(|k| format!("struct node *a{k}")).collect();
    let mut text = format!("{HEADER}void f({}) {{\n", params.join(", "));
    text += &lines(count, |k| format!("sw_requires(list(a{k}));"));
    text += &lines(count, |k| format!("sw_ensures(list(a{k}));"));
    text += &lines(count, |k| format!("for (struct node *p = a{k}; p != NULL; p = p->next) p->data = {k};"));
    text + "}\n"
}

/// So many lists that grow in one loop; the inputs say which.
fn built(count: usize) -> String {
    let mut text = format!("{HEADER}void f(int n) {{\n sw_requires(n >= 0);\n");
    text += &lines(count, |k| format!("struct node *a{k} = NULL;"));
    text += " while (n-- > 0) {\n  struct node *p = malloc(sizeof *p);\n  if (p == NULL) break;\n";
    text += "  p->data = n;\n  switch (__VERIFIER_nondet_int()) {\n";
    text += &lines(count - 1, |k| format!(" case {k}: p->next = a{k}; a{k} = p; break;"));
    let last = count - 1;
    let _ = writeln!(text, "  default: p->next = a{last}; a{last} = p; break;\n  }}\n }}");
    text += &lines(count, |k| {
        format!("while (a{k} != NULL) {{ struct node *p = a{k}; a{k} = p->next; free(p); }}")
    });
    text + "}\n"
}

/// Loops along one list, so many in each other.
fn nested(depth: usize) -> String {
    let mut body = String::new();
    for k in 0..depth {
        let _ = writeln!(body, " for (struct node *p{k} = head; p{k} != NULL; p{k} = p{k}->next) {{");
    }
    body += &lines(depth, |k| format!(" p{k}->data = {k};"));
    body += &" }".repeat(depth);
    on_a_list(&(body + "\n"))
}

/// Loops in each other, each of which puts a cell behind its cursor or takes one out.
fn nested_rewiring(depth: usize) -> String {
    let mut body = String::new();
    for k in 0..depth {
        let _ = writeln!(body, " for (struct node *p{k} = head; p{k} != NULL; p{k} = p{k}->next) {{");
        let _ = writeln!(body, "  struct node *q{k} = malloc(sizeof *q{k});\n  if (q{k} == NULL) return;");
        let _ = writeln!(body, "  q{k}->data = {k}; q{k}->next = p{k}->next; p{k}->next = q{k};");
    }
    body += &" }".repeat(depth);
    on_a_list(&(body + "\n"))
}

/// So many statements that change three cells.
fn straight(count: usize) -> String {
    let mut body =
        " if (head == NULL || head->next == NULL || head->next->next == NULL) return;\n".to_owned();
    body += " struct node *p = head, *q;\n";
    body +=
        &lines(count / 4, |k| format!("q = p->next; p->data = {}; q->data = p->data; p = head;", k % 100));
    on_a_list(&body)
}

/// So many statements, every sixth of which makes a cell.
fn growing(count: usize) -> String {
    let mut text = format!("{HEADER}struct node *f(void) {{\n sw_ensures(list(sw_result));\n");
    text += " struct node *head = NULL, *p;\n";
    text += &lines(count / 6, |k| {
        format!("p = malloc(sizeof *p); if (p == NULL) return head; p->data = {k}; p->next = head; head = p;")
    });
    text + " return head;\n}\n"
}
