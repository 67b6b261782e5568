//! Random C programs with strings, as text.
//!
//! Two blocks whose sizes come from the input, a local array and literals are filled, ended, measured, copied, joined, searched and walked along, by the library's
//! functions and by loops. Now and then a string is not ended or too long for where it goes.

use crate::random::Random;
use crate::text::Text;

/// The program of a seed.
pub fn strings(seed: u64) -> String {
    let mut random = Random::new(seed);
    let careless = random.percent(40);
    let mut text = Text::new(random, careless);
    for line in [
        "#include <stdio.h>",
        "#include <stdlib.h>",
        "#include <string.h>",
        "extern int __VERIFIER_nondet_int(void);",
        "extern char __VERIFIER_nondet_char(void);",
        "int main(void) {",
    ] {
        text.line(0, line);
    }
    text.say("int n = (__VERIFIER_nondet_int() & 7) + 1, i = 0;");
    text.say("size_t k = 0;");
    text.say("char local[8], *p = NULL;");
    text.say("char *s = malloc(n);");
    text.say("if (s == NULL) return 1;");
    text.say("char *t = malloc(2 * n);");
    text.say("if (t == NULL) { free(s); return 1; }");
    fill(&mut text);
    text.say("t[0] = 0;");
    text.say("strcpy(local, \"abc\");");
    let count = text.random.within(2, 7);
    for _ in 0..count {
        statement(&mut text);
    }
    text.say("free(s);");
    if !text.slip() {
        text.say("free(t);");
    }
    text.say("return k == 12345;");
    text.line(0, "}");
    text.finish()
}

/// What a string is to be filled with.
fn character(text: &mut Text) -> &'static str {
    const ALL: [&str; 4] = ["'a'", "__VERIFIER_nondet_char()", "__VERIFIER_nondet_char() | 1", "','"];
    ALL[text.random.below(ALL.len())]
}

fn string(text: &mut Text) -> &'static str {
    const ALL: [&str; 5] = ["s", "s", "t", "local", "\"a,b\""];
    ALL[text.random.below(ALL.len())]
}

fn fill(text: &mut Text) {
    let character = character(text);
    if text.random.percent(20) {
        text.say("memset(s, 'x', n);");
    } else {
        let last = *text.random.pick(&["n", "n - 1"]);
        text.say(&format!("for (i = 0; i < {last}; i++) s[i] = {character};"));
    }
    if !text.slip() {
        text.say("s[n - 1] = 0;");
    }
}

fn statement(text: &mut Text) {
    let one = string(text);
    match text.random.below(20) {
        0 => fill(text),
        1 => text.say(&format!("k = strlen({one});")),
        2 | 3 => text.say("strcpy(t, s);"),
        4 => {
            text.say("strcpy(t, s);");
            let more = if text.slip() { "t[n - 1] = 'x';" } else { "k = strlen(t);" };
            text.say(more);
            text.say("strcat(t, s);");
        }
        5 => {
            let with = *text.random.pick(&["'b'", "0", "__VERIFIER_nondet_char()"]);
            let place = *text.random.pick(&["s", "t", "local"]);
            let sought = *text.random.pick(&["','", "'a'", "0"]);
            text.say(&format!("p = strchr({place}, {sought});"));
            let test = if text.slip() { "" } else { "if (p) " };
            text.say(&format!("{test}*p = {with};"));
        }
        6 => {
            let place = *text.random.pick(&["s", "t", "local"]);
            let with = *text.random.pick(&["'y'", "*p | 32", "__VERIFIER_nondet_char()"]);
            text.say(&format!("for (p = {place}; *p; p++) *p = {with};"));
        }
        7 => text.say(&format!("for (i = 0; {one}[i]; i++) k += {one}[i] == 'a';")),
        8 => {
            text.say(&format!("p = strdup({one});"));
            let more = *text.random.pick(&["k = strlen(p);", "p[strlen(p)] = 'z';", "strcpy(p, \"\");"]);
            text.say(&format!("if (p) {{ {more} free(p); }}"));
        }
        9 => {
            let bound = if text.slip() { "<=" } else { "<" };
            let with = character(text);
            text.say(&format!("if (k {bound} (size_t)n) s[k] = {with};"));
        }
        10 => {
            let other = string(text);
            text.say(&format!("if (strcmp({one}, {other}) == 0) k++;"));
        }
        11 => {
            text.say("for (i = 0; (t[i] = s[i]); i++) {");
            text.say("}");
        }
        12 => text.say(&format!("k = strcspn({one}, \",\");")),
        13 => {
            let size = if text.slip() { "n + 1" } else { "n" };
            text.say(&format!("p = memchr(s, 'a', {size});"));
            text.say("if (p) k = p - s;");
        }
        14 => {
            let size = *text.random.pick(&["k", "n", "3"]);
            text.say(&format!(
                "if ({size} <= 2 * n) strncpy(t, {}, {size});",
                if one == "t" { "s" } else { one }
            ));
            if !text.slip() {
                text.say("t[2 * n - 1] = 0;");
                text.say("if (n < 4) t[0] = 0;");
            }
        }
        15 => {
            text.say("strcpy(t, s);");
            text.say("strncat(t, s, (size_t)n - 1);");
        }
        16 => {
            let other = string(text);
            let size = *text.random.pick(&["k", "n", "2"]);
            text.say(&format!("if (strncmp({one}, {other}, {size}) < 0) k = strnlen({one}, {size});"));
        }
        17 => {
            text.say(&format!("p = strndup({one}, k);"));
            text.say("if (p) { k = strlen(p); free(p); }");
        }
        18 => {
            text.say("if (fgets(local, 8, stdin) == NULL) strcpy(local, \"b,\");");
        }
        _ if text.depth < 3 => {
            text.open("while (__VERIFIER_nondet_int() & 1)");
            statement(text);
            text.close();
        }
        _ => text.say(&format!("k = strlen({one});")),
    }
}
