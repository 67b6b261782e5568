//! A program in the making, as text.

use std::fmt::Write;

use crate::random::Random;

/// Lines, and chance.
pub(crate) struct Text {
    pub(crate) random: Random,
    /// Whether mistakes are made now and then.
    careless: bool,
    pub(crate) lines: String,
    pub(crate) depth: usize,
}

impl Text {
    pub(crate) fn new(random: Random, careless: bool) -> Self {
        Self { random, careless, lines: String::new(), depth: 1 }
    }

    pub(crate) fn line(&mut self, depth: usize, what: &str) {
        let _ = writeln!(self.lines, "{:indent$}{what}", "", indent = 4 * depth);
    }

    pub(crate) fn say(&mut self, what: &str) {
        self.line(self.depth, what);
    }

    /// Whether a mistake is made here.
    pub(crate) fn slip(&mut self) -> bool {
        self.careless && self.random.percent(12)
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
