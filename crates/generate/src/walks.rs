//! Random programs over chunks that lie side by side: the next one begins where one ends, and no link leads there.
//!
//! Functions with contracts walk along the chunks of an array, split and merge them, and write into them, mostly with the tests that make it
//! right. The careless ones leave tests out, or store sizes that are wrong. What was merged may still be pointed to.

use crate::random::Random;

/// The program of a seed.
pub fn walks(seed: u64) -> String {
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
            "size_t size; size_t used; long spare;",
        ]);
        self.say("#include <shapewright.h>\n#include <stddef.h>\n#include <stdint.h>");
        self.say("extern unsigned __VERIFIER_nondet_uint(void);");
        self.say(&format!("struct chunk {{ {members} }};\nenum {{ HDR = sizeof(struct chunk) }};"));
        // Sizes are those of bodies, or have headers in them.
        if self.random.below(3) == 0 {
            self.say("#define WHOLE 384 - HDR\n#define BODY(h) (h->size)");
            self.say("#define SOUND(h) (h->size <= 4096)");
            self.say("#define AFTER(h) ((struct chunk *)((char *)((h) + 1) + (h)->size))");
            self.say("#define MORE(h) ((h)->size + HDR)\n#define REST(h, n) ((h)->size - (n) - HDR)");
            self.say("#define ROOM(h, n) ((h)->size >= (n) + HDR)");
        } else {
            self.say("#define WHOLE 384\n#define BODY(h) (h->size - HDR)");
            self.say("#define SOUND(h) (h->size >= HDR && h->size <= 4096)");
            self.say("#define AFTER(h) ((struct chunk *)((char *)(h) + (h)->size))");
            self.say("#define MORE(h) ((h)->size)\n#define REST(h, n) ((h)->size - (n))");
            self.say("#define ROOM(h, n) ((n) >= HDR && (h)->size >= (n) + HDR)");
        }
        self.say("static bool chunks(struct chunk *h, struct chunk *end) {");
        let used = *self.random.pick(&["h->used <= 1", "h->used < 16"]);
        self.say(&format!(
            "    return h == end || ({used} && SOUND(h) && sw_block(h + 1, BODY(h)) && chunks(AFTER(h), end));\n}}"
        ));
        // Runs are compared inside of functions whose parameters lead to no variables.
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
                    " && AFTER(c) != end && AFTER(c)->used",
                    " && c != d",
                ]);
                let compare = *self.random.pick(&["!=", "<"]);
                let trail = *self.random.pick(&["d = c; ", ""]);
                format!("while (c {compare} end{more}) {{ {trail}c = AFTER(c); }}")
            }
            2 => {
                let guard = self.guard(&format!(
                    "{x} != end && AFTER({x}) != end && {x}->size + MORE(AFTER({x})) <= 4096"
                ));
                format!("{guard}{x}->size += MORE(AFTER({x}));")
            }
            3 => {
                let guard = self.guard(&format!("{x} != end && ROOM({x}, n)"));
                format!(
                    "{guard}{{ size_t old = REST({x}, n); {x}->size = n; d = AFTER({x}); d->size = old; d->used = 0; }}"
                )
            }
            4 => {
                let guard = self.guard(&format!("{x} != end"));
                let value = if self.careless { "n" } else { "1" };
                format!("{guard}{x}->used = {value};")
            }
            5 => {
                let index = *self.random.pick(&["HDR", "n", "HDR + n", "8"]);
                let guard = self.guard(&format!("{x} != end && {index} >= HDR && {index} < HDR + BODY({x})"));
                format!("{guard}((char *){x})[{index}] = 1;")
            }
            6 => {
                let guard = self.guard(&format!("{x} != end"));
                format!("{guard}d = AFTER({x});")
            }
            7 => format!("if ({x} < {y}) c = {y};"),
            8 => format!("if ({x} == {y} && {x} != end) n = {x}->size % 100;"),
            9 => {
                let guard = self.guard(&format!("{x} < {y} && {y} < end"));
                format!("{guard}n = (size_t)((char *){y} - (char *){x}) % 100;")
            }
            _ => "c = a;".to_owned(),
        };
        self.say(&format!("    {statement}"));
    }

    fn main(&mut self, functions: usize) {
        self.say("static union { struct chunk first; char bytes[384]; } arena;");
        self.say("int main(void) {");
        self.say("    first = &arena.first;\n    last = (struct chunk *)(arena.bytes + 384);");
        self.say("    first->size = WHOLE;\n    first->used = 0;");
        self.say("    struct chunk *end = last, *a = first, *c = first, *d = end;\n    size_t n = HDR;");
        for _ in 0..2 + self.random.below(4) {
            let number = self.random.below(functions);
            let size = *self.random.pick(&["__VERIFIER_nondet_uint() % 90", "HDR", "40", "3"]);
            self.say(&format!("    f{number}({size});\n    n = {size};\n    c = a;\n    d = end;"));
            // What a function has made is looked at here as well, where runs are compared with the analysis.
            for _ in 0..self.random.below(4) {
                self.statement();
            }
        }
        self.say("    return 0;\n}");
    }
}
