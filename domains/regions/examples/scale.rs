//! How cost grows with the size of a program: `cargo run --release -p shapewright-regions --example scale -- 1000 10000`.
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

/// Processor time of this thread so far, where the system tells: it does not depend on what else runs.
fn processor_time() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(told.split(' ').next().and_then(|text| text.parse().ok()).unwrap_or(0))
}

/// The least time that is measured.
const SHORTEST: Duration = Duration::from_millis(500);

fn main() {
    let mut last: Option<(f64, Duration)> = None;
    for lines in std::env::args().skip(1).filter_map(|text| text.parse::<usize>().ok()) {
        let text = family(lines);
        let lines = text.lines().count() as f64;
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
        // The system counts in steps of milliseconds: what is done in less is done again.
        let (mut rounds, mut parted, mut time) = (0, Duration::ZERO, Duration::ZERO);
        let (mut found, mut size) = (0, (0, 0));
        while rounds == 0 || time < SHORTEST {
            rounds += 1;
            let started = processor_time();
            let prepared = Prepared::new(&program);
            parted += processor_time().saturating_sub(started);
            let analysis = prepared.run(&entry, &limits);
            time += processor_time().saturating_sub(started);
            (found, size) = (analysis.occurrences().len(), analysis.size());
        }
        let (parted, time) = (parted / rounds, time / rounds);
        let speed = lines / time.as_secs_f64();
        let growth = last.map_or(String::new(), |(before, then)| {
            let exponent = (time.as_secs_f64() / then.as_secs_f64()).ln() / (lines / before).ln();
            format!(", exponent {exponent:.2}")
        });
        println!(
            "{lines} lines: regions {parted:?}, all {time:?}, {speed:.0} lines per second, {found} found, {size:?}{growth}"
        );
        last = Some((lines, time));
    }
}
