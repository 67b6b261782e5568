//! Files of predicates with anything in them: each is understood, or refused with a place and a reason, and what is understood can be analyzed with.
//!
//! Files that mean something are cut, mixed and sprinkled with words of the language and others. `TEXTS=100000 SEED=0 cargo test --release -p shapewright-three-valued
//! --test predicate_files` makes a long run.

use std::time::Duration;

use budget::Budget;
use engine::{Engine, Entry, Limits};
use three_valued::{Declarations, Direction, Joining, Mistake, Options, ThreeValued};

const PROGRAM: &str = "struct node { struct node *next, *prev; int data; _Bool mark; };
    extern void *malloc(unsigned long);
    static struct node *sort(struct node *x) { return x; }
    int main(void) {
        struct node *x = 0, *y;
        while (y = malloc(sizeof *y), y) { y->next = x; y->prev = 0; y->data = 1; y->mark = 0; x = y; }
        x = sort(x);
        while (x) { x->mark = 1; x = x->next; }
        return 0;
    }
";

const FILES: &[&str] = &[
    include_str!("../../../tests/c/three-valued/sorts/sort.predicates"),
    include_str!("../../../tests/c/three-valued/marks/mark_and_sweep.predicates"),
    "predicate ordered(v) = all w: v->next = w implies v->data <= w->data;
     snapshot before(v) = reaches(x, v) at entry sort;
     check all v: reaches(result, v) implies ordered(v) at exit sort;
     check all v: reaches(result, v) iff before(v) at exit sort;",
    "predicate marked(v) = v->mark = 1; check x = null or not shared(x) at line 7;
     constraint all v, w: v->next = w and w->prev = v implies v->prev = w;",
    "predicate first(v) = not some w: w->next = v; # nothing before it
     check all v: cyclic(v) implies v->mark != 2 at line 8;",
];

const WORDS: &[&str] = &[
    "predicate ",
    "constraint ",
    "snapshot ",
    "check ",
    "all ",
    "some ",
    "not ",
    " and ",
    " or ",
    " implies ",
    " iff ",
    "reaches(",
    "shared(",
    "cyclic(",
    "v->next = w",
    "->data <= ",
    "->mark = 1",
    " at line 7",
    " at entry main;",
    " at exit sort;",
    "null",
    "true",
    "false",
    "result",
    "v",
    "w",
    "x",
    "(",
    ")",
    ";",
    ":",
    ",",
    "=",
    "!=",
    "<",
    ">=",
    "->",
    "#",
    "\n",
    "99999999999999999999",
    "-1",
    "ordered(v)",
    "é",
    "\u{0}",
    "\u{202e}",
    "\"",
    "/*",
    "\\",
];

/// Numbers at random, always the same for a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit.max(1)
    }

    /// A place between two characters.
    fn place(&mut self, text: &str) -> usize {
        let mut place = self.below(text.len() + 1);
        while !text.is_char_boundary(place) {
            place -= 1;
        }
        place
    }

    /// Makes something else of a text.
    fn mutate(&mut self, text: &mut String) {
        let (a, b) = (self.place(text), self.place(text));
        let (start, end) = (a.min(b), a.max(b).min(a.min(b) + 20));
        let end = (start..=end).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(start);
        match self.below(7) {
            0 => text.replace_range(start..end, ""),
            1 => text.extend_from_within(start..end),
            2 => text.truncate(start),
            3 => {
                let other = FILES[self.below(FILES.len())];
                let from = self.place(other);
                text.insert_str(start, &other[from..]);
            }
            4 => text.replace_range(start..end, WORDS[self.below(WORDS.len())]),
            5 => {
                let word = WORDS[self.below(WORDS.len())];
                text.insert_str(start, &word.repeat(1 + self.below(3) * self.below(400)));
            }
            _ => text.insert_str(start, WORDS[self.below(WORDS.len())]),
        }
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn load() -> ir::Program {
    let file = std::env::temp_dir().join(format!("shapewright-predicates-{}.c", std::process::id()));
    std::fs::write(&file, PROGRAM).expect("a temporary file");
    let command = cfront::Command { file: file.clone(), options: cfront::Options::default() };
    let program = cfront::load(&[command], &cfront::Budget::default()).expect("the program is C").program;
    std::fs::remove_file(file).expect("the file is there");
    program
}

/// A mistake has a place in the text and a reason.
fn is_told(text: &str, Mistake { line, column, message }: &Mistake) {
    assert!(*line >= 1 && *column >= 1 && !message.is_empty(), "refused without place or reason:\n{text}");
    assert!(*line as usize <= text.lines().count().max(1), "refused behind the end:\n{text}");
}

#[test]
fn every_text_is_understood_or_refused_with_a_reason() {
    let program = load();
    let entry = Entry { function: program.main().expect("there is a `main`"), program_start: true };
    let options = Options { malloc_may_fail: true, joining: Joining::Partial, direction: Direction::First };
    let (seed, texts) = (number("SEED", 0), number("TEXTS", 2_000));
    let (mut understood, mut refused) = (0, 0);
    for index in seed..seed + texts {
        let mut random = Random((index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut text = FILES[random.below(FILES.len())].to_owned();
        for _ in 0..random.below(5) {
            random.mutate(&mut text);
        }
        match Declarations::parse(&text).and_then(|declared| ThreeValued::with(&program, options, &declared))
        {
            Ok(domain) => {
                understood += 1;
                let limits = Limits { steps: 3_000, ..Limits::default() };
                let budget = Budget::at_most(Duration::from_secs(1));
                let _ = budget.enter(|| Engine::new(&program, &domain, limits).run(&entry));
            }
            Err(mistake) => {
                refused += 1;
                is_told(&text, &mistake);
            }
        }
    }
    assert!(understood > texts / 20 && refused > texts / 20, "{understood} understood, {refused} refused");
}
