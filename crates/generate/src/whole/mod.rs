//! Random whole programs, as text: modules with functions, recursion, arrays, strings and globals, and a `main` that calls them.
//!
//! A module is a structure and the functions that work on it, as people write them: a list, a tree, a hash table, a vector, a stack in an
//! array, a deque, a ring, rows, a name, entries with names. Structures live in globals or in variables of `main` whose addresses are handed on. The items of lists,
//! stacks and tables are of one type, so that `main` moves them from one to another. Functions follow lists and trees by loops or by calling
//! themselves, hand functions to others, and call other modules. Careless programs have a few mistakes.

mod lists;
mod numbers;
mod structures;
mod texts;

use crate::random::Random;
use crate::text::Text;

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

/// The program of a seed.
pub fn whole(seed: u64) -> String {
    let mut random = Random::new(seed);
    let careless = random.percent(50);
    let mut text = Text::new(random, careless);
    text.chance = 7;
    for line in [
        "#include <stdio.h>",
        "#include <stdlib.h>",
        "#include <string.h>",
        "extern int __VERIFIER_nondet_int(void);",
        "struct item { struct item *next; int key; };",
        "static int count;",
    ] {
        text.line(0, line);
    }
    lists::items(&mut text);
    let wanted = text.random.within(1, 3);
    let modules: Vec<Module> = (0..wanted).map(|at| module(&mut text, at)).collect();
    main(&mut text, &modules);
    text.finish()
}

type Write = fn(&mut Text, usize) -> Module;

/// Every kind of module; the first three are the most frequent.
const KINDS: [Write; 10] = [
    lists::list,
    structures::table,
    structures::tree,
    structures::stack,
    structures::deque,
    numbers::vector,
    numbers::ring,
    numbers::rows,
    texts::name,
    texts::entries,
];

fn module(text: &mut Text, at: usize) -> Module {
    let among = if text.random.percent(45) { 3 } else { KINDS.len() };
    let write = KINDS[text.random.below(among)];
    write(text, at)
}

fn main(text: &mut Text, modules: &[Module]) {
    text.line(0, "int main(void) {");
    text.say("int k = 0;");
    text.say("struct item *e = NULL;");
    for local in modules.iter().flat_map(|module| &module.locals) {
        text.say(local);
    }
    let looped = text.random.percent(60);
    if looped {
        text.open("while (__VERIFIER_nondet_int() & 3)");
    }
    for _ in 0..text.random.within(2, 5) {
        statement(text, modules);
    }
    if looped {
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
