//! C programs written line by line.

use std::fmt::Write;

use crate::random::Random;

/// A program so far, and how it goes on.
pub(crate) struct Text {
    pub(crate) random: Random,
    careless: bool,
    /// How many mistakes there are in a hundred places for one, if there are any.
    pub(crate) chance: u32,
    pub(crate) lines: String,
    pub(crate) depth: usize,
}

impl Text {
    /// Nothing yet. Who is careless makes mistakes.
    pub(crate) fn new(random: Random, careless: bool) -> Self {
        Self { random, careless, chance: 12, lines: String::new(), depth: 1 }
    }

    pub(crate) fn finish(self) -> String {
        self.lines
    }

    pub(crate) fn line(&mut self, depth: usize, what: &str) {
        let _ = writeln!(self.lines, "{:indent$}{what}", "", indent = 4 * depth);
    }

    /// Lines as they are.
    pub(crate) fn lines(&mut self, what: &str) {
        for line in what.lines() {
            self.line(0, line);
        }
    }

    /// One of two ways.
    pub(crate) fn either<'a>(&mut self, one: &'a str, other: &'a str) -> &'a str {
        if self.random.percent(50) { one } else { other }
    }

    /// One text, or another by mistake.
    pub(crate) fn or_slip<'a>(&mut self, right: &'a str, wrong: &'a str) -> &'a str {
        if self.slip() { wrong } else { right }
    }

    pub(crate) fn say(&mut self, what: &str) {
        self.line(self.depth, what);
    }

    /// Whether a mistake is made here.
    pub(crate) fn slip(&mut self) -> bool {
        self.careless && self.random.percent(self.chance)
    }

    pub(crate) fn open(&mut self, what: &str) {
        self.say(&format!("{what} {{"));
        self.depth += 1;
    }

    pub(crate) fn close(&mut self) {
        self.depth -= 1;
        self.say("}");
    }
}

/// A template with its parts in place: `$NAME` is a part, and `@` the number of the module.
pub(crate) fn filled(template: &str, at: usize, parts: &[(&str, &str)]) -> String {
    let put = |text: String, (name, part): &(&str, &str)| text.replace(&format!("${name}"), part);
    parts.iter().fold(template.to_owned(), put).replace('@', &at.to_string())
}
