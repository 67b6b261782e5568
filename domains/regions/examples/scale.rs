//! How cost grows with the size of a program: `cargo run --release -p shapewright-regions --example scale -- 1000 10000`.
//!
//! Every size is measured in the same two ways, in processes of its own: the *first* analysis in a process that has just read the program, which is what
//! somebody sees who checks it, and the same analysis *again* in that process, on memory and caches that it has. The first is the mean of some processes
//! where it is short, and so is the other of some rounds.
//!
//! A program of the family has modules of about fifty lines: a structure that owns a name and a list, functions that
//! make, change and drop it, with ways out for errors. All use the same small library, and each calls the one before.

#![allow(clippy::print_stdout)]

use std::fmt::Write as _;
use std::time::Duration;

use engine::{Entry, Limits};
use shapewright_regions::Prepared;

const LIBRARY: &str = "
#include <stdlib.h>
#include <string.h>
struct node { struct node *next; void *data; };
static void *allocate(size_t n) {
    void *p = malloc(n);
    if (p == NULL) exit(1);
    return p;
}
static void release(void *p) { free(p); }
static struct node *push(struct node *list, void *data) {
    struct node *n = allocate(sizeof *n);
    n->data = data;
    n->next = list;
    return n;
}
static void *pop(struct node **list) {
    struct node *n = *list;
    if (n == NULL) return NULL;
    void *data = n->data;
    *list = n->next;
    release(n);
    return data;
}
";

const MODULE: &str = "
struct item_@ { int id; char *text; struct item_@ *parent; };
struct set_@ { char *name; struct node *items; int count; };
static struct item_@ *item_new_@(int id) {
    struct item_@ *i = malloc(sizeof *i);
    if (i == NULL) return NULL;
    i->id = id;
    i->parent = NULL;
    i->text = malloc(16);
    if (i->text == NULL) {
        free(i);
        return NULL;
    }
    i->text[0] = 0;
    return i;
}
static void item_free_@(struct item_@ *i) {
    if (i == NULL) return;
    free(i->text);
    free(i);
}
static int set_open_@(struct set_@ *s, const char *name) {
    s->name = strdup(name);
    if (s->name == NULL) return -1;
    s->items = NULL;
    s->count = 0;
    return 0;
}
static int set_add_@(struct set_@ *s, int id) {
    struct item_@ *i = item_new_@(id);
    if (i == NULL) return -1;
    if (s->count > 100) {
        item_free_@(i);
        return -1;
    }
    s->items = push(s->items, i);
    s->count++;
    return 0;
}
static void set_close_@(struct set_@ *s) {
    while (s->items != NULL) {
        struct item_@ *i = pop(&s->items);
        item_free_@(i);
    }
    free(s->name);
}
static int work_@(int n) {
    struct set_@ s;
    if (set_open_@(&s, \"set\") != 0) return -1;
    for (int k = 0; k < n; k++)
        if (set_add_@(&s, k) != 0) break;
    int result = work_%(n - 1) + s.count;
    set_close_@(&s);
    return result;
}
";

fn family(lines: usize) -> String {
    let per_module = MODULE.lines().count();
    let modules = (lines / per_module).max(1);
    let mut text = String::from(LIBRARY);
    text.push_str("static int work_0(int n) { return n; }\n");
    for number in 1..=modules {
        text.push_str(&MODULE.replace('@', &number.to_string()).replace('%', &(number - 1).to_string()));
    }
    let _ = writeln!(text, "int main(void) {{ return work_{modules}(3); }}");
    text
}

/// Processor time of this thread so far, where the system tells: it does not depend on what else runs. The system counts when a
/// thread waits for something, and else in steps of milliseconds only.
fn processor_time() -> Duration {
    std::thread::sleep(Duration::from_micros(1));
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(told.split(' ').next().and_then(|text| text.parse().ok()).unwrap_or(0))
}

/// The least time that is measured, all rounds together.
const SHORTEST: Duration = Duration::from_millis(500);

/// The most processes for one size.
const MOST_PROCESSES: u32 = 50;

/// What is told of an analysis by the process that does it: lines, nanoseconds of the first round, of all others, how many those are, and how much there
/// was to do.
#[derive(Default)]
struct Told {
    lines: u64,
    first: u64,
    others: u64,
    rounds: u64,
    found: u64,
    contexts: u64,
    configurations: u64,
}

/// Reads a program of a size and analyzes it, once and again.
fn one(lines: usize, again: bool) {
    let text = family(lines);
    let lines = text.lines().count();
    let file = std::env::temp_dir().join(format!("scale-{}.c", std::process::id()));
    std::fs::write(&file, text).expect("a temporary file");
    let command = cfront::Command { file: file.clone(), options: cfront::Options::default() };
    let budget = cfront::Budget { time: Duration::from_secs(600), ..cfront::Budget::default() };
    let loaded = cfront::load(&[command], &budget);
    let _ = std::fs::remove_file(file);
    let program = match loaded {
        Ok(loaded) => loaded.program,
        Err(error) => return println!("{error}"),
    };
    let entry = Entry { function: program.main().expect("there is a `main`"), program_start: true };
    let limits = Limits { steps: u64::MAX, ..Limits::default() };
    // Code is packed until somebody looks at it. That is a part of reading it, and only the first round would pay for it.
    let unpacked = program.functions.iter().filter(|function| function.body.as_ref().is_some()).count();
    assert!(unpacked > 0, "there is code");
    let round = || {
        let started = processor_time();
        let prepared = Prepared::new(&program);
        let analysis = prepared.run(&entry, &limits);
        let time = processor_time().saturating_sub(started);
        (time, analysis.occurrences().len(), analysis.size())
    };
    let (first, found, (contexts, configurations)) = round();
    let (mut others, mut rounds) = (Duration::ZERO, 0);
    while again && (rounds == 0 || others < SHORTEST) {
        rounds += 1;
        others += round().0;
    }
    let (first, others) = (first.as_nanos(), others.as_nanos());
    println!("{lines} {first} {others} {rounds} {found} {contexts} {configurations}");
}

/// Has a process do that, and sums up what it tells.
fn ask(size: usize, again: bool, sum: &mut Told) -> Option<()> {
    let mut command = std::process::Command::new(std::env::current_exe().ok()?);
    let done = command.arg("--one").arg(size.to_string()).arg(again.to_string()).output().ok()?;
    let text = String::from_utf8(done.stdout).ok()?;
    let numbers: Vec<u64> = text.split_whitespace().filter_map(|number| number.parse().ok()).collect();
    let [lines, first, others, rounds, found, contexts, configurations] = numbers[..] else {
        println!("{text}");
        return None;
    };
    (sum.first, sum.others, sum.rounds) = (sum.first + first, sum.others + others, sum.rounds + rounds);
    (sum.lines, sum.found) = (lines, found);
    (sum.contexts, sum.configurations) = (contexts, configurations);
    Some(())
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [how, size, again] = &args[..]
        && how == "--one"
    {
        return one(size.parse().unwrap_or(1000), again == "true");
    }
    let (mut start, mut last): (Option<[f64; 3]>, Option<[f64; 3]>) = (None, None);
    for size in args.iter().filter_map(|text| text.parse::<usize>().ok()) {
        let mut told = Told::default();
        let mut processes = 0;
        while processes == 0 || processes < MOST_PROCESSES && Duration::from_nanos(told.first) < SHORTEST {
            if ask(size, processes == 0, &mut told).is_none() {
                return;
            }
            processes += 1;
        }
        let Told { lines, found, contexts, configurations, .. } = told;
        let first = told.first as f64 / f64::from(processes) / 1e9;
        let again = told.others as f64 / told.rounds as f64 / 1e9;
        let now = [lines as f64, first, again];
        let exponents = |before: [f64; 3]| {
            let of = |which: usize| (now[which] / before[which]).ln() / (now[0] / before[0]).ln();
            format!("{:.2} and {:.2}", of(1), of(2))
        };
        let since = |name: &str, before: Option<[f64; 3]>| {
            before.map_or(String::new(), |before| format!(", exponents {name} {}", exponents(before)))
        };
        println!(
            "{lines} lines: first {:.2} ms ({:.0} lines per second), again {:.2} ms ({:.0}), {found} found, {contexts} contexts, {configurations} \
             configurations{}{}",
            first * 1e3,
            now[0] / first,
            again * 1e3,
            now[0] / again,
            since("of the step", last),
            since("from the first size", start.filter(|_| last != start)),
        );
        start = start.or(Some(now));
        last = Some(now);
    }
}
