//! How a report was made: by which version, and with which settings that nobody gave on the command line.

/// How a report was made.
#[derive(Clone, Copy, Debug)]
pub struct Made<'a> {
    /// Our version.
    pub version: &'a str,
    /// What a file said that makes a check weaker, in the order of the file.
    pub settings: &'a [Setting],
}

/// A setting of `shapewright.toml` that makes a check weaker: whoever reads an answer is to know of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The file that says so.
    pub file: String,
    /// Where in the file.
    pub line: usize,
    /// Where in the line.
    pub column: usize,
    /// The key.
    pub key: String,
    /// The value, as it may stand in the file.
    pub value: String,
    /// In words, what follows from it.
    pub effect: &'static str,
}

impl Setting {
    /// Where it stands, as all places are written.
    pub fn place(&self) -> String {
        format!("{}:{}:{}", ir::shown(&self.file), self.line, self.column)
    }

    /// What it says and what follows, in one line that is safe to print.
    pub fn told(&self) -> String {
        format!("`{} = {}`: {}", self.key, ir::shown(&self.value), self.effect)
    }
}
