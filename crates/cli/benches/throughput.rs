//! How fast C is read and run, and what a small program costs from start to end of the process.
//!
//! Prints figures beside the references they are measured against; asserts nothing, because time
//! depends on the machine. Run it with `cargo bench -p shapewright` on an idle one.

#![expect(clippy::print_stdout, reason = "printing is what a benchmark is for")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::time::{Duration, Instant};

use cfront::{Budget, Command, Loaded, Options};
use nix::sys::resource::{UsageWho, getrusage};

/// Published for a C front end on preprocessed text.
const REFERENCE_MB_PER_S: f64 = 15.6;
/// The limit set for a small program, process start included.
const REFERENCE_CPU_MS: f64 = 12.0;
/// The aim set for the interpreter.
const REFERENCE_STATEMENTS_PER_S: f64 = 30e6;

const TEXT_BYTES: usize = 5 << 20;
const REPETITIONS: usize = 5;
const PROCESSES: usize = 30;

fn main() {
    let dir = tempfile::tempdir().expect("a temporary directory");
    println!("{:<44} {:>12} {:>12} {:>8}", "", "measured", "reference", "ratio");
    front_end(dir.path());
    interpreter(dir.path());
    process();
}

fn line(what: &str, measured: f64, reference: f64, unit: &str) {
    println!(
        "{what:<44} {:>12} {:>12} {:>7.2}x",
        format!("{measured:.1} {unit}"),
        format!("{reference:.1} {unit}"),
        measured / reference
    );
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn load(file: PathBuf) -> Loaded {
    let command = Command { file, options: Options::default() };
    let budget = Budget { time: Duration::from_secs(600), ..Budget::default() };
    cfront::load(&[command], &budget).unwrap_or_else(|error| panic!("{error}"))
}

/// Text to linked program, everything included.
fn front_end(dir: &Path) {
    let body = ordinary_text(TEXT_BYTES);
    let declarations = "void *malloc(unsigned long);\nvoid free(void *);\nvoid abort(void);\n";
    let inputs = [
        ("read C with <stdlib.h>", "input.c", format!("#include <stdlib.h>\n{body}")),
        ("read preprocessed C", "input.i", declarations.to_owned() + &body.replace("NULL", "((void *)0)")),
    ];
    for (what, name, text) in inputs {
        let file = dir.join(name);
        std::fs::write(&file, &text).expect("a temporary file");
        let seconds = (0..REPETITIONS).map(|_| {
            let begin = Instant::now();
            let loaded = load(file.clone());
            let elapsed = begin.elapsed().as_secs_f64();
            assert!(loaded.program.functions.len() > 100);
            elapsed
        });
        let seconds = median(seconds.collect());
        line(what, text.len() as f64 / 1e6 / seconds, REFERENCE_MB_PER_S, "MB/s");
    }
}

/// Functions over lists and trees as people write them, again and again under other names.
fn ordinary_text(bytes: usize) -> String {
    let mut text = String::with_capacity(bytes + 4096);
    for n in 0.. {
        if text.len() >= bytes {
            break;
        }
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            r"
/* A list of numbers, number {n}. */
struct node{n} {{
    struct node{n} *next;
    int value;
}};

static struct node{n} *push{n}(struct node{n} *list, int value) {{
    struct node{n} *fresh = malloc(sizeof *fresh);
    if (fresh == NULL)
        abort();
    fresh->value = value;
    fresh->next = list;
    return fresh;
}}

struct node{n} *remove{n}(struct node{n} *list, int value) {{
    struct node{n} **link = &list;
    while (*link != NULL) {{
        struct node{n} *here = *link;
        if (here->value == value) {{
            *link = here->next; // unlinked, then released
            free(here);
        }} else {{
            link = &here->next;
        }}
    }}
    return push{n}(list, value + {n});
}}

struct tree{n} {{
    struct tree{n} *left, *right;
    unsigned long key;
    char name[16];
}};

struct tree{n} *insert{n}(struct tree{n} *tree, unsigned long key, const char *name) {{
    if (tree == NULL) {{
        tree = malloc(sizeof *tree);
        if (tree == NULL)
            return NULL;
        tree->left = tree->right = NULL;
        tree->key = key;
        for (int i = 0; i < 16 && (tree->name[i] = name[i]) != '\0'; i++)
            ;
    }} else if (key < tree->key) {{
        tree->left = insert{n}(tree->left, key, name);
    }} else if (key > tree->key) {{
        tree->right = insert{n}(tree->right, key, name);
    }}
    return tree;
}}

int depth{n}(const struct tree{n} *tree) {{
    if (tree == NULL)
        return 0;
    int left = depth{n}(tree->left), right = depth{n}(tree->right);
    return 1 + (left > right ? left : right);
}}
"
        );
    }
    text
}

/// Statements of the intermediate representation per second.
fn interpreter(dir: &Path) {
    for (name, text) in PROGRAMS {
        let file = dir.join("program.c");
        std::fs::write(&file, text).expect("a temporary file");
        let program = load(file).program;
        let entry = program.function_named("main").expect("main");
        let rates = (0..REPETITIONS).map(|_| {
            let begin = Instant::now();
            let result = interp::run(&program, &interp::Options::new(entry));
            assert_eq!(result.exit, interp::Exit::Exited(0), "{name}: {:?}", result.findings);
            result.steps as f64 / begin.elapsed().as_secs_f64()
        });
        let rate = median(rates.collect());
        line(&format!("run {name}"), rate / 1e6, REFERENCE_STATEMENTS_PER_S / 1e6, "M/s");
    }
}

const PROGRAMS: [(&str, &str); 4] = [
    (
        "nested arithmetic loops",
        r"
int main(void) {
    unsigned sum = 0;
    for (unsigned i = 0; i < 2000; i++)
        for (unsigned j = 0; j < 1000; j++)
            sum += (i * j) ^ (sum >> 3);
    return sum == 1;
}",
    ),
    (
        "list: build, walk, free",
        r"
#include <stdlib.h>
struct node { struct node *next; int value; };
int main(void) {
    for (int round = 0; round < 20; round++) {
        struct node *list = NULL;
        for (int i = 0; i < 10000; i++) {
            struct node *n = malloc(sizeof *n);
            n->next = list;
            n->value = i;
            list = n;
        }
        int sum = 0;
        for (int walk = 0; walk < 5; walk++)
            for (struct node *n = list; n != NULL; n = n->next)
                sum += n->value & 1;
        if (sum != 25000)
            return 1;
        while (list != NULL) {
            struct node *next = list->next;
            free(list);
            list = next;
        }
    }
    return 0;
}",
    ),
    (
        "array: insertion sort",
        r"
int main(void) {
    int numbers[1500];
    unsigned state = 1;
    for (int i = 0; i < 1500; i++) {
        state = state * 1103515245u + 12345u;
        numbers[i] = state >> 16 & 0x7fff;
    }
    for (int i = 1; i < 1500; i++) {
        int value = numbers[i], j = i;
        for (; j > 0 && numbers[j - 1] > value; j--)
            numbers[j] = numbers[j - 1];
        numbers[j] = value;
    }
    for (int i = 1; i < 1500; i++)
        if (numbers[i - 1] > numbers[i])
            return 1;
    return 0;
}",
    ),
    (
        "string: copy and count",
        r#"
int main(void) {
    const char *text = "the quick brown fox jumps over the lazy dog";
    char copy[64];
    int words = 0;
    for (int round = 0; round < 20000; round++) {
        char *to = copy;
        for (const char *from = text; (*to = *from) != '\0'; from++, to++)
            if (*from == ' ')
                words++;
    }
    return words != 160000;
}"#,
    ),
];

/// Processor time of the whole process, start and end included.
fn process() {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/list.c");
    for task in ["run", "check"] {
        let times = (0..PROCESSES).map(|_| {
            let before = children();
            let mut tool = Process::new(env!("CARGO_BIN_EXE_shapewright"));
            tool.args([task, program]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            let status = tool.status().expect("the tool runs");
            assert!(matches!(status.code(), Some(0 | 3)), "{status}");
            children() - before
        });
        line(
            &format!("{task} a program of 50 lines, processor time"),
            median(times.collect()),
            REFERENCE_CPU_MS,
            "ms",
        );
    }
}

/// Processor time of all children so far, in milliseconds.
fn children() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("resource usage");
    let ms = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 * 1e3 + time.tv_usec() as f64 / 1e3;
    ms(usage.user_time()) + ms(usage.system_time())
}
