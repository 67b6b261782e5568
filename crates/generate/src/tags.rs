//! Random programs over chunks with boundary tags: each says at both of its ends how large it is, so there is a way back to the one before it.
//!
//! Functions with contracts walk along the chunks of an array in both directions, split and merge them, mostly with the tests that make it right. The careless ones leave tests out,
//! forget footers or write them where they do not belong. Numbers have single bits turned, as the offsets of buddies have.

use crate::random::Random;

/// The program of a seed.
pub fn tags(seed: u64) -> String {
    let mut random = Random::new(seed);
    let careless = random.percent(50);
    let mut text = Text { random, careless, lines: String::new() };
    text.prelude();
    let functions = 1 + text.random.below(3);
    for number in 0..functions {
        text.function(number);
    }
    text.main(functions);
    text.lines
}

struct Text {
    random: Random,
    careless: bool,
    lines: String,
}

const VARIABLES: [&str; 3] = ["a", "c", "d"];

impl Text {
    fn say(&mut self, text: &str) {
        self.lines += text;
        self.lines.push('\n');
    }

    fn prelude(&mut self) {
        let members = *self.random.pick(&[
            "size_t size; size_t used;",
            "size_t used; size_t size;",
            "unsigned size; unsigned used;",
        ]);
        let foot =
            *self.random.pick(&["size_t size;", "size_t spare; size_t size;", "size_t size; long spare;"]);
        self.say("#include <shapewright.h>\n#include <stddef.h>\n#include <stdint.h>");
        self.say("extern unsigned __VERIFIER_nondet_uint(void);");
        self.say(&format!("struct chunk {{ {members} }};\nstruct foot {{ {foot} }};"));
        self.say("enum { HDR = sizeof(struct chunk), FOOT = sizeof(struct foot), LEAST = HDR + FOOT };");
        self.say("#define AFTER(h) ((struct chunk *)((char *)(h) + (h)->size))");
        let footer = *self.random.pick(&[
            "((struct foot *)((char *)(h) + (h)->size - FOOT))",
            "((struct foot *)((char *)(h) + (h)->size) - 1)",
            "((struct foot *)((char *)(h) + ((h)->size - FOOT)))",
        ]);
        self.say(&format!("#define FOOTER(h) {footer}\n#define BEFORE(h) ((struct foot *)(h) - 1)"));
        self.say("static bool chunks(struct chunk *h, struct chunk *end) {");
        self.say("    return h == end || (h->used <= 1 && h->size >= LEAST && h->size <= 4096 && sw_block(h + 1, h->size - LEAST)");
        self.say("        && FOOTER(h)->size == h->size && chunks(AFTER(h), end));\n}");
        self.say("static struct chunk *first, *last;");
    }

    fn function(&mut self, number: usize) {
        self.say(&format!("static void f{number}(size_t n) {{"));
        if self.random.percent(80) {
            self.say("    sw_requires(n < 100 && chunks(first, last));");
            self.say("    sw_ensures(chunks(first, last));");
        }
        self.say("    struct chunk *end = last, *a = first, *c = first, *d = end;");
        for _ in 0..2 + self.random.below(6) {
            self.statement();
        }
        self.say("}");
    }

    /// A test, if it is not left out.
    fn guard(&mut self, test: &str) -> String {
        if self.careless && self.random.percent(25) { String::new() } else { format!("if ({test}) ") }
    }

    /// A statement that may be forgotten.
    fn due(&mut self, statement: String) -> String {
        if self.careless && self.random.percent(20) { String::new() } else { statement }
    }

    fn statement(&mut self) {
        let x = VARIABLES[self.random.below(VARIABLES.len())];
        let y = VARIABLES[self.random.below(VARIABLES.len())];
        let statement = match self.random.below(11) {
            0 | 1 => {
                let more = *self.random.pick(&[
                    " && c->used",
                    " && c->size < n",
                    "",
                    " && AFTER(c) != end",
                    " && c != d",
                ]);
                let trail = *self.random.pick(&["d = c; ", ""]);
                format!("while (c != end{more}) {{ {trail}c = AFTER(c); }}")
            }
            2 | 3 => {
                let guard = self.guard(&format!(
                    "{x} != end && AFTER({x}) != end && {x}->size + AFTER({x})->size <= 4096"
                ));
                let footer = self.due(format!("FOOTER({x})->size = {x}->size; "));
                format!("{guard}{{ {x}->size += AFTER({x})->size; {footer}}}")
            }
            4 => {
                let guard = self.guard(&format!("{x} != end && n >= LEAST && {x}->size >= n + LEAST"));
                let (first, second) = (
                    self.due(format!("FOOTER({x})->size = n; ")),
                    self.due("FOOTER(d)->size = old; ".to_owned()),
                );
                format!(
                    "{guard}{{ size_t old = {x}->size - n; {x}->size = n; {first}d = AFTER({x}); d->size = old; d->used = 0; {second}}}"
                )
            }
            5 | 6 => {
                let guard = self.guard(&format!("{x} != first"));
                let target = *self.random.pick(&["d", "c"]);
                format!("{guard}{target} = (struct chunk *)((char *){x} - BEFORE({x})->size);")
            }
            7 => {
                let guard = self.guard(&format!("{x} != end"));
                let value = if self.careless { "n" } else { "1" };
                format!("{guard}{x}->used = {value};")
            }
            8 => {
                let bit = *self.random.pick(&["1", "8", "16", "64"]);
                format!("n = (n ^ {bit}) % 100;")
            }
            9 => {
                let guard = self.guard(&format!("{x} != end"));
                format!("{guard}d = AFTER({x});")
            }
            _ => format!("if ({x} == {y} && {x} != end) n = {x}->size % 100;"),
        };
        self.say(&format!("    {statement}"));
    }

    fn main(&mut self, functions: usize) {
        // The arena may be an array of the function, too.
        let local = self.random.percent(30);
        let arena = "union { struct chunk first; char bytes[384]; } arena;";
        if !local {
            self.say(&format!("static {arena}"));
        }
        self.say("int main(void) {");
        if local {
            self.say(&format!("    {arena}"));
        }
        self.say("    first = &arena.first;\n    last = (struct chunk *)(arena.bytes + 384);");
        self.say("    first->size = 384;\n    first->used = 0;\n    FOOTER(first)->size = 384;");
        self.say("    struct chunk *end = last, *a = first, *c = first, *d = end;\n    size_t n = LEAST;");
        for _ in 0..2 + self.random.below(4) {
            let number = self.random.below(functions);
            let size = *self.random.pick(&["__VERIFIER_nondet_uint() % 90", "LEAST", "40", "3"]);
            self.say(&format!("    f{number}({size});\n    n = {size};\n    c = a;\n    d = end;"));
            for _ in 0..self.random.below(4) {
                self.statement();
            }
        }
        self.say("    return 0;\n}");
    }
}
