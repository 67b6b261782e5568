//! Random programs over chunks that keep flags in the lowest bits of their sizes.
//!
//! Functions with contracts walk along the chunks of an array by masked sizes, set, clear, turn and test flags, split chunks at rounded
//! sizes and merge neighbours, mostly with the tests that make it right. The careless ones leave tests out, forget to mask or to round, or add
//! flags where they should set them.

use crate::random::Random;

/// The program of a seed.
pub fn flags(seed: u64) -> String {
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
        let unit = *self.random.pick(&[2, 4, 8, 16]);
        let members = *self.random.pick(&[
            "size_t head; size_t spare;",
            "size_t spare; size_t head;",
            "size_t head;",
            "unsigned head; unsigned spare;",
        ]);
        // How many flags there are.
        let most = *self.random.pick(&[1, 1, unit - 1]);
        self.say("#include <shapewright.h>\n#include <stddef.h>");
        self.say("extern unsigned __VERIFIER_nondet_uint(void);");
        self.say(&format!(
            "struct chunk {{ {members} }};\nenum {{ HDR = sizeof(struct chunk), UNIT = {unit} }};"
        ));
        self.say("#define LOW ((size_t)UNIT - 1)\n#define SIZE(h) ((h)->head & ~LOW)");
        self.say("#define ROUND(n) (((n) + LOW) & ~LOW)");
        self.say("#define NEXT(h) ((struct chunk *)((char *)(h) + SIZE(h)))");
        self.say("static bool chunks(struct chunk *h, struct chunk *end) {");
        self.say(&format!(
            "    return h == end || ((h->head & LOW) <= {most} && SIZE(h) >= HDR && SIZE(h) <= 4096 && sw_block(h + 1, SIZE(h) - HDR) \
             && chunks(NEXT(h), end));\n}}"
        ));
        self.say("static struct chunk *first, *last;");
    }

    fn function(&mut self, number: usize) {
        self.say(&format!("static void f{number}(size_t n) {{"));
        if self.random.percent(80) {
            self.say("    sw_requires(n < 100 && chunks(first, last));");
            self.say("    sw_ensures(chunks(first, last));");
        }
        self.say("    struct chunk *end = last, *a = first, *c = first, *d = end;");
        for _ in 0..2 + self.random.below(5) {
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
        let slip = self.careless && self.random.percent(25);
        let statement = match self.random.below(10) {
            0 | 1 => {
                let more = *self.random.pick(&[
                    " && (c->head & 1)",
                    " && SIZE(c) < n",
                    "",
                    " && (c->head & LOW) == 0",
                ]);
                let trail = *self.random.pick(&["d = c; ", ""]);
                format!("while (c != end{more}) {{ {trail}c = NEXT(c); }}")
            }
            2 => {
                let guard = self
                    .guard(&format!("{x} != end && NEXT({x}) != end && SIZE({x}) + SIZE(NEXT({x})) <= 4096"));
                let more = if slip { format!("NEXT({x})->head") } else { format!("SIZE(NEXT({x}))") };
                format!("{guard}{x}->head += {more};")
            }
            3 => {
                let size = if slip { "n" } else { "ROUND(n + HDR)" };
                let guard =
                    self.guard(&format!("{x} != end && {size} >= HDR && SIZE({x}) >= {size} + ROUND(HDR)"));
                format!(
                    "{guard}{{ size_t m = {size}, old = SIZE({x}) - m; {x}->head = m | ({x}->head & 1); d = NEXT({x}); d->head = old; }}"
                )
            }
            4 => {
                let guard = self.guard(&format!("{x} != end"));
                let how = if slip { "+= 1" } else { self.random.pick(&["|= 1", "&= ~(size_t)1", "&= ~LOW"]) };
                format!("{guard}{x}->head {how};")
            }
            5 => {
                let guard = self.guard(&format!("{x} != end && ({x}->head & LOW) <= 1"));
                format!("{guard}{x}->head ^= 1;")
            }
            6 => {
                let guard = self.guard(&format!("{x} != end"));
                format!("{guard}d = NEXT({x});")
            }
            7 => format!("if ({x} < {y}) c = {y};"),
            8 => format!("if ({x} == {y} && {x} != end) n = ({x}->head | LOW) % 100;"),
            _ => "n = (n & ~(size_t)3) | (n & 1);".to_owned(),
        };
        self.say(&format!("    {statement}"));
    }

    fn main(&mut self, functions: usize) {
        self.say("static union { struct chunk first; char bytes[384]; } arena;");
        self.say("int main(void) {");
        self.say("    first = &arena.first;\n    last = (struct chunk *)(arena.bytes + 384);");
        let flag = *self.random.pick(&["", " | 1"]);
        self.say(&format!("    first->head = 384{flag};"));
        self.say("    struct chunk *end = last, *a = first, *c = first, *d = end;\n    size_t n = HDR;");
        for _ in 0..2 + self.random.below(4) {
            let number = self.random.below(functions);
            let size = *self.random.pick(&["__VERIFIER_nondet_uint() % 90", "HDR", "40", "3"]);
            self.say(&format!("    f{number}({size});\n    n = {size};\n    c = a;\n    d = end;"));
            for _ in 0..self.random.below(4) {
                self.statement();
            }
        }
        self.say("    (void)n;\n    return 0;\n}");
    }
}
