//! Random whole programs, as text: modules with functions, recursion, arrays, strings and globals, and a `main` that calls them.
//!
//! A module is a structure and the functions that work on it, as people write them: a list, a tree, a hash table, a vector, a stack in an
//! array, a deque, skip lists, a ring, rows, a name, entries with names; numbers, lines and words that somebody types; nodes with strings; handlers, tables of
//! functions and visitors; arrays that are sorted and searched by the library; files; arrays, tables and queues that grow. Structures live in globals or in variables of `main` whose addresses are handed on. The items of lists,
//! stacks and tables are of one type, so that `main` moves them from one to another. Functions follow lists and trees by loops or by calling
//! themselves, hand functions to others, and call other modules. Careless programs have a few mistakes.

mod growing;
mod handlers;
mod input;
mod lists;
mod numbers;
mod records;
mod skips;
mod sorting;
mod streams;
mod structures;
mod texts;

use crate::random::Random;
use crate::text::{Text, filled};

/// A structure with its functions, as `main` knows it.
pub(super) struct Module {
    /// Variables of `main`.
    pub(super) locals: Vec<String>,
    /// What `main` may do with it, each a statement.
    pub(super) uses: Vec<String>,
    /// An expression that takes an item out, or gives null.
    pub(super) take: Option<String>,
    /// A statement that puts the item `e`, which is not null, in, and owns it from then on.
    pub(super) put: Option<String>,
    /// What ends it.
    pub(super) clear: String,
}

impl Module {
    /// A module that has only what is done with it and how it ends, in which `@` is its number.
    fn of(at: usize, uses: &[&str], clear: &str) -> Self {
        Self {
            locals: Vec::new(),
            uses: uses.iter().map(|what| filled(what, at, &[])).collect(),
            take: None,
            put: None,
            clear: filled(clear, at, &[]),
        }
    }
}

/// The program of a seed. Its first line names its modules.
pub fn whole(seed: u64) -> String {
    let mut random = Random::new(seed);
    let careless = random.percent(50);
    let mut text = Text::new(random, careless);
    let wanted = text.random.within(1, 3);
    let kinds: Vec<Kind> = (0..wanted).map(|_| kind(&mut text)).collect();
    written(text, &kinds)
}

/// The program of a seed whose first module is of one of these kinds, most often its only one; a careful one has no mistakes.
///
/// # Panics
///
/// If there is no kind of one of these names, or none is named.
pub fn whole_of(seed: u64, names: &[&str], careful: bool) -> String {
    let mut random = Random::new(seed);
    let careless = !careful && random.percent(50);
    let mut text = Text::new(random, careless);
    let name = *text.random.pick(names);
    let named = LINKED.iter().chain(&DAILY).find(|kind| kind.name == name);
    let mut kinds = vec![*named.unwrap_or_else(|| panic!("no module is a {name}"))];
    if text.random.percent(20) {
        kinds.push(kind(&mut text));
    }
    written(text, &kinds)
}

fn written(mut text: Text, kinds: &[Kind]) -> String {
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
    text.line(0, &format!("// Modules: {}.", names.join(", ")));
    for line in [
        "#include <ctype.h>",
        "#include <errno.h>",
        "#include <stdio.h>",
        "#include <stdlib.h>",
        "#include <string.h>",
        "extern int __VERIFIER_nondet_int(void);",
        "struct item { struct item *next; int key; };",
        "static int count;",
    ] {
        text.line(0, line);
    }
    text.chance = 7;
    lists::items(&mut text);
    let mut modules = Vec::new();
    for (at, kind) in kinds.iter().enumerate() {
        text.chance = kind.chance;
        modules.push((kind.write)(&mut text, at));
    }
    text.chance = 7;
    main(&mut text, &modules);
    text.finish()
}

/// A kind of module.
#[derive(Clone, Copy)]
struct Kind {
    name: &'static str,
    write: fn(&mut Text, usize) -> Module,
    /// How many mistakes there are in a hundred places for one, in careless programs.
    chance: u32,
}

const fn linked(name: &'static str, write: fn(&mut Text, usize) -> Module) -> Kind {
    Kind { name, write, chance: 7 }
}

const fn daily(name: &'static str, write: fn(&mut Text, usize) -> Module) -> Kind {
    Kind { name, write, chance: 14 }
}

/// Structures of nodes and numbers; the first three are the most frequent.
const LINKED: [Kind; 11] = [
    linked("list", lists::list),
    linked("table", structures::table),
    linked("tree", structures::tree),
    linked("stack", structures::stack),
    linked("deque", structures::deque),
    linked("vector", numbers::vector),
    linked("ring", numbers::ring),
    linked("rows", numbers::rows),
    linked("name", texts::name),
    linked("entries", texts::entries),
    linked("skips", skips::skips),
];

/// What programs do with people, files and the library.
const DAILY: [Kind; 23] = [
    daily("tally", input::tally),
    daily("sized", input::sized),
    daily("commands", input::commands),
    daily("letters", input::letters),
    daily("numerals", input::numerals),
    daily("menu", input::menu),
    daily("people", records::people),
    daily("dictionary", records::dictionary),
    daily("labels", records::labels),
    daily("handlers", handlers::handlers),
    daily("operations", handlers::operations),
    daily("visitors", handlers::visitors),
    daily("shapes", handlers::shapes),
    daily("sorted", sorting::sorted),
    daily("index", sorting::index),
    daily("scores", sorting::scores),
    daily("files", streams::files),
    daily("log", streams::log),
    daily("loaded", streams::loaded),
    daily("strings", growing::strings),
    daily("matrix", growing::matrix),
    daily("hash", growing::hash),
    daily("queue", growing::queue),
];

fn kind(text: &mut Text) -> Kind {
    if text.random.percent(65) {
        return *text.random.pick(&DAILY);
    }
    let among = if text.random.percent(45) { 3 } else { LINKED.len() };
    LINKED[text.random.below(among)]
}

/// How often `main` goes round, if it does.
fn rounds(text: &mut Text) -> Option<&'static str> {
    let chosen = *text.random.pick(&[
        "while (__VERIFIER_nondet_int() & 3)",
        "for (int round = 0; round < 3; round++)",
        "while (scanf(\"%d\", &k) == 1 && k != 0)",
        "while ((k = getchar()) != EOF && k != 'q')",
        "while (__VERIFIER_nondet_int() & 3)",
    ]);
    text.random.percent(60).then_some(chosen)
}

fn main(text: &mut Text, modules: &[Module]) {
    text.line(0, "int main(void) {");
    text.say("int k = 0;");
    text.say("struct item *e = NULL;");
    for local in modules.iter().flat_map(|module| &module.locals) {
        text.say(local);
    }
    let rounds = rounds(text);
    if let Some(rounds) = rounds {
        text.open(rounds);
    }
    for _ in 0..text.random.within(2, 5) {
        statement(text, modules);
    }
    if rounds.is_some() {
        text.close();
    }
    for _ in 0..text.random.within(0, 3) {
        statement(text, modules);
    }
    let mut order: Vec<&Module> = modules.iter().collect();
    if text.random.percent(50) {
        order.reverse();
    }
    for module in order {
        if !text.slip() {
            text.say(&module.clear);
        }
    }
    text.say("return k + count == 12345;");
    text.line(0, "}");
}

/// Something with one module, or an item goes from one to another.
fn statement(text: &mut Text, modules: &[Module]) {
    let from = text.random.pick(modules);
    let to = text.random.pick(modules);
    if let (Some(take), Some(put)) = (&from.take, &to.put)
        && text.random.percent(30)
    {
        text.say(&format!("e = {take};"));
        let test = if text.slip() { "" } else { "if (e) " };
        text.say(&format!("{test}{put}"));
        return;
    }
    if let Some(put) = &to.put
        && text.random.percent(50)
    {
        text.say("e = make(__VERIFIER_nondet_int() & 7);");
        let test = if text.slip() { "" } else { "if (e) " };
        text.say(&format!("{test}{put}"));
        return;
    }
    let what = text.random.pick(&from.uses).clone();
    if text.random.percent(30) {
        text.say(&format!("if (__VERIFIER_nondet_int() & 1) {what}"));
    } else {
        text.say(&what);
    }
}
