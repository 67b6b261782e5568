//! A body that is lowered again gives the object that lowering the whole unit gives.

use std::cell::Cell;
use std::path::{Path, PathBuf};

use super::*;
use crate::files::{Files, Fleeting};
use crate::options::{Command, Options};
use crate::{lower, unit};

/// A file of its own for each test, gone when it is over; with how often a body was read without the others.
struct Place(PathBuf, Cell<usize>);

impl Place {
    fn new(name: &str) -> Self {
        let place = std::env::temp_dir().join(format!("again-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&place).expect("a temporary directory");
        Self(place, Cell::new(0))
    }

    fn command(&self, include: Option<&Path>) -> Command {
        let include_dirs = include.map(Path::to_path_buf).into_iter().collect();
        Command { file: self.0.join("unit.c"), options: Options { include_dirs, ..Options::default() } }
    }

    /// A unit with this text, if it is one.
    fn check(&self, text: &str, include: Option<&Path>) -> Option<(Unit, Sources)> {
        std::fs::write(self.0.join("unit.c"), text).expect("a temporary file");
        let mut sources = Sources::default();
        let unit = unit::check(&self.command(include), &Files::default(), &mut sources).ok()?;
        Some((unit, sources))
    }

    /// What lowering the whole gives.
    fn whole(&self, text: &str, include: Option<&Path>) -> Option<Object> {
        let (unit, sources) = self.check(text, include)?;
        lower::unit(unit, sources, &World::default(), Role::Ordinary, true).ok()
    }

    /// What a unit gives if it is taken from what it gave before, if it can be. Where it cannot, the unit must give the same as ever.
    fn again(&self, before: &Object, text: &str, include: Option<&Path>) -> Option<Object> {
        let whole = self.whole(text, include)?;
        self.alone(before, text, include, &whole);
        let (unit, sources) = self.check(text, include)?;
        match again(unit, &sources, before.clone(), &World::default(), text.as_bytes()) {
            Ok(object) => {
                assert_eq!(shown(&object), shown(&whole), "{text}");
                Some(object)
            }
            Err(unit) => {
                let object = lower::unit(*unit, sources, &World::default(), Role::Ordinary, true);
                assert_eq!(object.ok().map(|object| shown(&object)), Some(shown(&whole)), "{text}");
                None
            }
        }
    }
}

impl Place {
    /// Reads a unit without the bodies that have not changed, if it can be.
    fn alone(&self, before: &Object, text: &str, include: Option<&Path>, whole: &Object) {
        // `assert` speaks of its line.
        let fleeting = |text: &str| {
            let own = Fleeting::of(text);
            Fleeting { lines: own.lines || text.contains("assert"), ..own }
        };
        let old = before.sources.files.iter().find(|file| file.path == before.path);
        let old = old.and_then(|file| file.text.clone());
        let fleeting = fleeting(old.as_deref().unwrap_or_default());
        let seams = before.seams.as_ref().expect("it is to be kept");
        let Some(alone) = seams.alone(text.as_bytes(), fleeting).filter(|_| before.warnings.is_empty())
        else {
            return;
        };
        let mut sources = Sources::default();
        let bytes = Some(rucc_diag::SourceBytes::new(alone));
        let unit = unit::check_text(&self.command(include), &Files::default(), &mut sources, bytes);
        let Some(unit) = unit.ok().filter(|unit| unit.warnings.is_empty()) else { return };
        if let Ok(object) = again(unit, &sources, before.clone(), &World::default(), text.as_bytes()) {
            assert_eq!(shown(&object), shown(whole), "{text}");
            self.1.set(self.1.get() + 1);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// All of an object, line by line.
fn shown(object: &Object) -> String {
    format!("{object:#?}")
}

const TEXT: &str = r#"#include <stdlib.h>
#include <string.h>
struct node { struct node *next; int value; };
#define EACH(l, c) for (struct node *c = (l); c; c = c->next)
#define TWICE(x) ((x) + (x))
enum colour { RED, GREEN };
static int calls;
static struct node *tail(struct node *list);
static int sum(struct node *list)
{
    static int last;
    int total = 0;
    EACH(list, cell)
        total += TWICE(cell->value);
    last = total;
    return last;
}
char *name(int n)
{
    const char *names[] = {"zero", "one"};
    calls++;
    return strdup(n < 2 ? names[n] : "many");
}
#define LATER(x) TWICE(TWICE(x))
static struct node *tail(struct node *list) {
    while (list && list->next)
        list = list->next;
    return list;
}
int last(struct node *list)
{
    struct node *end = tail(list);
    int *copy = malloc(sizeof *copy);
    free(copy);
    return end ? LATER(end->value) : sum(list);
}
"#;

/// The text with one part replaced by another.
fn edited(from: &str, to: &str) -> String {
    assert_eq!(TEXT.matches(from).count(), 1, "{from}");
    TEXT.replace(from, to)
}

#[test]
fn edits_of_a_body_leave_the_rest() {
    let place = Place::new("bodies");
    let before = place.whole(TEXT, None).expect("a unit");
    for (from, to) in [
        ("int total = 0;", "int total = 0; { volatile int probe = 1; (void)probe; }"),
        ("int total = 0;", "int total = 0;\n    int more = 7;\n\n    total += more;"),
        ("    static int last;\n    int total = 0;\n", "    static int last; int total = 0;\n"),
        ("total += TWICE(cell->value);", "total += cell->value;"),
        ("total += TWICE(cell->value);", "total += TWICE(TWICE(cell->value) + TWICE(1));"),
        ("\"many\"", "\"lots\""),
        ("static int last;", "static int last = 4;"),
        ("    calls++;\n", ""),
        ("return list;\n}", "return list ? list : 0;\n}"),
        ("    return list;\n}", "#ifdef NEVER\n    abort();\n#endif\n    return list;\n}"),
        ("free(copy);", "if (copy)\n        *copy = TWICE(3);\n    free(copy);"),
        ("return end ?", "return end &&\n calls ?"),
        ("LATER(end->value)", "TWICE(end->value)"),
    ] {
        assert!(place.again(&before, &edited(from, to), None).is_some(), "{from} -> {to}");
    }
    assert_eq!(place.1.get(), 13);
}

#[test]
fn what_more_than_a_body_can_see_is_read_as_a_whole() {
    let place = Place::new("others");
    let before = place.whole(TEXT, None).expect("a unit");
    for (from, to) in [
        ("static int calls;", "static int calls = 1;"),
        ("#define TWICE(x) ((x) + (x))", "#define TWICE(x) (2 * (x))"),
        ("#define TWICE(x)", "\n#define TWICE(x)"),
        ("enum colour { RED, GREEN };", "enum colour { RED, GREEN, BLUE };"),
        ("static int sum(struct node *list)\n", "int sum(struct node *list)\n"),
        ("int total = 0;", "enum { RED = 4 }; int total = 0;"),
        ("int total = 0;", "typedef int number; number total = 0;"),
        ("int total = 0;", "extern int calls_elsewhere; int total = 0;"),
        ("int total = 0;", "int elsewhere(void); int total = 0;"),
        ("int total = 0;", "int total = undeclared();"),
        ("int total = 0;", "int total = sizeof undeclared();"),
        ("int total = 0;", "int total = 0;\n#define RED 7\n"),
        ("int total = 0;", "int total = 0;\n#pragma pack(1)\n"),
        ("int total = 0;", "int total = 0;\n#if 1\n"),
        ("int total = 0;", "int total = 0;\n#endif\n#if 1\n"),
        ("int total = 0;", "int total = 0; abort();"),
        ("int total = 0;", "int total = \"three\"[calls];"),
        ("\"many\"", "\"a few\""),
        ("int total = 0;", "struct { int a; } own = {0}; int total = own.a;"),
        (
            "int total = 0;",
            "int total = 0; } int other(void) { int total = 1; struct node *list = 0; static int last;",
        ),
        ("return list;\n}\n", "return list;\n} static int behind;\n"),
    ] {
        let text = edited(from, to);
        assert!(place.again(&before, &text, None).is_none(), "{from} -> {to}");
    }
}

#[test]
fn lines_and_counters_elsewhere_are_noticed() {
    let place = Place::new("lines");
    let text = |body: &str| {
        format!("int f(void) {{ {body} return 1; }}\nint g(void) {{ return __LINE__ + __COUNTER__; }}\n")
    };
    let before = place.whole(&text(""), None).expect("a unit");
    assert!(place.again(&before, &text("int a = 0; (void)a;"), None).is_some());
    assert!(place.again(&before, &text("int a = 0;\n (void)a;"), None).is_none());
    assert!(place.again(&before, &text("int a = __COUNTER__; (void)a;"), None).is_none());
    let text = |body: &str| {
        format!("int f(void) {{ {body} return 1; }}\nint g(void) {{ return __builtin_LINE(); }}\n")
    };
    let before = place.whole(&text(""), None).expect("a unit");
    assert!(place.again(&before, &text("int a = 0; (void)a;"), None).is_some());
    assert!(place.again(&before, &text("int a = 0;\n (void)a;"), None).is_none());
}

#[test]
fn macros_that_are_put_away_in_a_body_and_come_back_in_another_are_seen_as_they_were() {
    let place = Place::new("put_away");
    let text = |body: &str| {
        format!(
            "#define N 1\n#define AWAY _Pragma(\"push_macro(\\\"N\\\")\")\n#define BACK _Pragma(\"pop_macro(\\\"N\\\")\")\n\
             int f(void) {{ AWAY return N; }}\n#undef N\n#define N 2\nint g(void) {{ BACK return N; }}\n\
             int h(void) {{ {body} return N; }}\n"
        )
    };
    let before = place.whole(&text(""), None).expect("a unit");
    place.again(&before, &text("int a = N; (void)a;"), None);
    let seams = before.seams.as_ref().expect("it is to be kept");
    assert!(seams.alone(text("int a;").as_bytes(), Fleeting::of(&text(""))).is_none());
}

#[test]
fn macros_that_change_behind_a_body_are_seen_as_they_were() {
    let place = Place::new("macros");
    let text = |body: &str| {
        format!(
            "#define A(x) B(x)\n#define B(x) (x)\nint f(int n) {{ {body} return A(n); }}\n#undef B\n#define C(x) x\n\
             #define B(x) (C(x))\nint g(int n) {{ return A(n); }}\n"
        )
    };
    let before = place.whole(&text(""), None).expect("a unit");
    assert!(place.again(&before, &text("n++;"), None).is_some());
    assert!(place.again(&before, &text("n = A(A(n));"), None).is_some());
    assert!(place.again(&before, &text("n = A(\nA(n)); n++;"), None).is_some());
}

#[test]
fn a_file_that_includes_itself_is_read_as_a_whole() {
    let place = Place::new("itself");
    let text = |body: &str| {
        let file = place.0.join("unit.c");
        format!(
            "#ifndef INNER\n#define INNER\n#define F f\n#include \"{}\"\n#undef F\n#define F g\n#endif\nint F(int n) {{ {body} return n; }}\n",
            file.display()
        )
    };
    let before = place.whole(&text(""), None).expect("a unit");
    assert!(place.again(&before, &text("n++;"), None).is_none());
}

/// A small generator of numbers (splitmix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    /// Changes a text somewhere, as people and careless people do.
    fn edit(&mut self, text: &str) -> String {
        const STATEMENTS: [&str; 12] = [
            "{ volatile int probe = 1; (void)probe; }",
            "\n    ;\n",
            "static int kept; kept++;",
            "(void)\"text\";",
            "enum { INNER = 3 };",
            "extern int outer; (void)outer;",
            "goto out_of_here;",
            "if (0) { struct own { int x; } own = {1}; (void)own; }",
            "__builtin_trap();",
            "\n#define NEW_NAME 3\n",
            "/* a\n comment */",
            "(void)__LINE__;",
        ];
        let lines: Vec<&str> = text.lines().collect();
        let at = self.below(lines.len().max(1));
        let mut edited: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        match self.below(8) {
            0 => {
                edited.remove(at);
            }
            1 => edited.insert(at, lines[at].to_owned()),
            2 => edited[at] = lines[at].replacen(['0', '1', '2'], "5", 1),
            3 => edited[at] = format!("{} // remark", lines[at]),
            4 => edited.insert(at, String::new()),
            _ => {
                let statement = STATEMENTS[self.below(STATEMENTS.len())];
                let places: Vec<usize> = text.match_indices([';', '{']).map(|(at, _)| at + 1).collect();
                if places.is_empty() {
                    return text.to_owned();
                }
                let at = places[self.below(places.len())];
                return format!("{} {statement}{}", &text[..at], &text[at..]);
            }
        }
        edited.join("\n") + "\n"
    }
}

/// The C files below a directory, in the order of their names.
fn sources_below(directory: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            sources_below(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            found.push(path);
        }
    }
}

/// So many files of the corpus are edited, `EDITS` times each, from `SEED` on.
fn setting(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

#[test]
fn random_edits_of_the_corpus_give_what_the_whole_gives() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c");
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../include");
    let mut files = Vec::new();
    sources_below(&corpus, &mut files);
    let mut numbers = Numbers(setting("SEED", 1) as u64);
    let place = Place::new("random");
    let (mut tried, mut short) = (0, 0);
    for _ in 0..setting("FILES", 25) {
        let file = &files[numbers.below(files.len())];
        let directory = file.parent().unwrap_or(&corpus);
        let Ok(mut text) = std::fs::read_to_string(file) else { continue };
        let include = if text.contains("#include \"") { directory } else { &include };
        let Some(mut object) = place.whole(&text, Some(include)) else { continue };
        for _ in 0..setting("EDITS", 12) {
            let edited = numbers.edit(&text);
            let Some(whole) = place.whole(&edited, Some(include)) else { continue };
            tried += 1;
            // What was taken over is taken over again.
            object = match place.again(&object, &edited, Some(include)) {
                Some(again) => {
                    short += 1;
                    again
                }
                None => whole,
            };
            text = edited;
        }
    }
    let alone = place.1.get();
    assert!(
        short * 8 > tried && alone * 30 > tried,
        "{alone} and {short} of {tried} edits were read in part"
    );
}
