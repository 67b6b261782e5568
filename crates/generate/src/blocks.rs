//! Random programs over raw memory: blocks in an array, with headers that say how large they are.
//!
//! Functions with contracts split, join, move and overwrite blocks of a free list, mostly with the tests that make it right. `main` makes one
//! block of the array, or asks `sbrk` for one, and calls them. The careless ones leave tests out, write beside what they should, or store
//! sizes that are wrong.

use crate::random::Random;

/// The program of a seed.
pub fn blocks(seed: u64) -> String {
    let mut random = Random::new(seed);
    let careless = random.percent(50);
    let units = random.percent(25);
    let mut text = Text { random, careless, units, lines: String::new(), depth: 1 };
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
    /// Whether sizes are counted in headers.
    units: bool,
    lines: String,
    depth: usize,
}

const VARIABLES: [&str; 4] = ["a", "b", "c", "t"];

impl Text {
    fn line(&mut self, depth: usize, text: &str) {
        self.lines += &"    ".repeat(depth);
        self.lines += text;
        self.lines.push('\n');
    }

    fn say(&mut self, text: &str) {
        self.line(self.depth, text);
    }

    fn prelude(&mut self) {
        let members = *self.random.pick(&[
            "struct hdr *next; size_t size;",
            "size_t size; struct hdr *next;",
            "struct hdr *next; size_t size; long mark, spare;",
        ]);
        self.line(0, "#include <shapewright.h>\n#include <stddef.h>\n#include <stdint.h>");
        self.line(0, "extern unsigned __VERIFIER_nondet_uint(void);\nextern void *sbrk(intptr_t);");
        self.line(0, &format!("struct hdr {{ {members} }};\nenum {{ HDR = sizeof(struct hdr) }};"));
        if self.units {
            self.line(
                0,
                "#define LEAST 1\n#define BODY(h) ((h->size - 1) * HDR)\n#define AFTER(h) ((h) + (h)->size)",
            );
            self.line(
                0,
                "#define SOUND(h) (h->size >= 1 && h->size < (size_t)1 << 36)\n#define AT(h, n) ((h) + (n))",
            );
        } else {
            self.line(0, "#define LEAST HDR\n#define BODY(h) (h->size - HDR)");
            self.line(0, "#define AFTER(h) ((struct hdr *)((char *)(h) + (h)->size))");
            self.line(
                0,
                "#define SOUND(h) (h->size >= HDR)\n#define AT(h, n) ((struct hdr *)((char *)(h) + (n)))",
            );
        }
        self.line(0, "static bool blocks(struct hdr *h) {");
        self.line(1, "return h == NULL || (SOUND(h) && sw_block(h + 1, BODY(h)) && blocks(h->next));");
        self.line(0, "}\nstatic bool block(struct hdr *h) { return SOUND(h) && sw_block(h + 1, BODY(h)); }");
        self.line(0, "static struct hdr *freelist;");
    }

    fn function(&mut self, number: usize) {
        let given = self.random.percent(50);
        let contract = self.random.percent(80);
        let parameter = if given { "struct hdr *t, " } else { "" };
        self.line(0, &format!("static void f{number}({parameter}size_t n) {{"));
        if contract {
            self.say("sw_requires(n < 100 && blocks(freelist));");
            if given {
                self.say("sw_requires(block(t));");
            }
            self.say("sw_ensures(blocks(freelist));");
        }
        self.say("struct hdr *a = freelist, *b = NULL, *c = freelist;");
        if !given {
            self.say("struct hdr *t = NULL;");
        }
        for _ in 0..2 + self.random.below(6) {
            self.statement();
        }
        // What was taken out, or given, is put back.
        if given || self.random.percent(70) {
            self.say("if (t != NULL) { t->next = freelist; freelist = t; }");
        }
        self.line(0, "}");
    }

    fn variable(&mut self) -> &'static str {
        VARIABLES[self.random.below(VARIABLES.len())]
    }

    /// A test, if it is not left out.
    fn guard(&mut self, test: &str) -> String {
        if self.careless && self.random.percent(25) { String::new() } else { format!("if ({test}) ") }
    }

    fn statement(&mut self) {
        let (x, y) = (self.variable(), self.variable());
        match self.random.below(12) {
            0 => {
                let more = *self.random.pick(&[
                    "c->size < n",
                    "c < t",
                    "c->next != NULL",
                    "c->next != NULL && c->next < t",
                    "AFTER(c) != c->next",
                ]);
                self.say(&format!("while (c != NULL && {more}) {{ b = c; c = c->next; }}"));
            }
            1 => {
                let guard =
                    self.guard(&format!("{x} != NULL && {x}->next != NULL && AFTER({x}) == {x}->next"));
                self.say(&format!("{guard}{{ {x}->size += {x}->next->size; {x}->next = {x}->next->next; }}"));
            }
            2 => {
                let guard =
                    self.guard(&format!("{x} != NULL && t == NULL && n >= LEAST && {x}->size >= n + LEAST"));
                self.say(&format!("{guard}{{ {x}->size -= n; t = AFTER({x}); t->size = n; }}"));
            }
            3 => {
                let guard =
                    self.guard(&format!("{x} != NULL && t == NULL && n >= LEAST && {x}->size >= n + LEAST"));
                self.say(&format!(
                    "{guard}{{ t = AT({x}, n); t->size = {x}->size - n; {x}->size = n; t->next = NULL; }}"
                ));
            }
            4 => {
                let guard = self.guard("t == NULL && c != NULL");
                self.say(&format!(
                    "{guard}{{ if (b == NULL) freelist = c->next; else b->next = c->next; t = c; a = b = c = NULL; }}"
                ));
            }
            5 => {
                let index = *self.random.pick(&["HDR", "n", "HDR + n", "8", "0"]);
                let guard =
                    self.guard(&format!("{x} != NULL && {index} >= HDR && {index} < HDR + BODY({x})"));
                self.say(&format!("{guard}((char *){x})[{index}] = 1;"));
            }
            6 => {
                let guard = self.guard(&format!("{x} != NULL && {x} == t && {x}->size > n && n >= LEAST"));
                self.say(&format!("{guard}{x}->size = n;"));
            }
            7 => self.say(&format!("if ({x} != NULL && {y} != NULL && AFTER({x}) == {y}) c = {y};")),
            8 => {
                let guard = self.guard(&format!("{x} != NULL && AFTER({x}) == t"));
                self.say(&format!("{guard}{{ {x}->size += t->size; t = NULL; }}"));
            }
            9 => {
                let guard = self.guard(&format!("{x} != NULL && {y} != NULL && {x} < {y}"));
                self.say(&format!("{guard}{{ n = (size_t)((char *){y} - (char *){x}) % 100; }}"));
            }
            10 => {
                let unit = *self.random.pick(&["7", "15", "31"]);
                self.say(&format!("n = (n + {unit}) & ~(size_t){unit};"));
            }
            _ => {
                let guard = self.guard(&format!("{x} != NULL"));
                self.say(&format!("{guard}c = {x}->next;"));
            }
        }
    }

    fn main(&mut self, functions: usize) {
        let system = self.random.percent(30);
        if !system {
            self.line(0, "static union { struct hdr first; char bytes[HDR * 24]; } arena;");
        }
        self.line(0, "int main(void) {");
        if system {
            self.say("struct hdr *first = sbrk(HDR * 24);\n    if (first == (struct hdr *)-1) return 1;");
        } else {
            self.say("struct hdr *first = &arena.first;");
        }
        self.say("first->next = NULL;");
        self.say(if self.units { "first->size = 24;" } else { "first->size = HDR * 24;" });
        self.say("freelist = first;");
        for _ in 0..=self.random.below(5) {
            let number = self.random.below(functions);
            let size = *self.random.pick(&["__VERIFIER_nondet_uint() % 90", "HDR", "40", "3"]);
            let given = self.lines.contains(&format!("f{number}(struct hdr *t"));
            if given {
                self.say("if (freelist != NULL && freelist->next != NULL) {");
                self.line(2, "struct hdr *t = freelist;\n        freelist = t->next;");
                self.line(2, &format!("f{number}(t, {size});\n    }}"));
            } else {
                self.say(&format!("f{number}({size});"));
            }
        }
        self.say("return 0;");
        self.line(0, "}");
    }
}
