//! The two streams, and whether they carry colours.

use std::io::{self, IsTerminal, Write};

use report::Style;

use crate::args::When;
use crate::progress::Manner;

/// A number of things, in words: `1 seed`, `2 seeds`.
pub(crate) fn count(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Standard output and standard error.
pub(crate) struct Terminal {
    out: Style,
    err: Style,
    progress: Manner,
}

#[expect(clippy::unused_self, reason = "whoever prints has been given the terminal to print on")]
impl Terminal {
    /// Decides about colours: the flag, then `NO_COLOR`, then `CLICOLOR_FORCE`, then whether it is a
    /// terminal.
    pub(crate) fn new(color: When, progress: When) -> Self {
        let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let style = |is_terminal: bool| {
            let coloured = match color {
                When::Always => true,
                When::Never => false,
                When::Auto if set("NO_COLOR") => false,
                When::Auto
                    if std::env::var_os("CLICOLOR_FORCE").is_some_and(|v| !v.is_empty() && v != "0") =>
                {
                    true
                }
                When::Auto => is_terminal && !dumb,
            };
            if coloured { Style::Coloured } else { Style::Plain }
        };
        let (out, err) = (style(io::stdout().is_terminal()), style(io::stderr().is_terminal()));
        Self { out, err, progress: Manner::of(progress, err) }
    }

    /// How progress is shown.
    pub(crate) fn progress(&self) -> Manner {
        self.progress
    }

    /// How text for standard output is to be styled.
    pub(crate) fn out_style(&self) -> Style {
        self.out
    }

    /// How text for standard error is to be styled.
    pub(crate) fn err_style(&self) -> Style {
        self.err
    }

    /// Makes room in the line where progress may stand.
    pub(crate) fn clear_progress(&self) {
        if let Manner::Line { .. } = self.progress {
            self.say("\r\x1b[K");
        }
    }

    /// Writes to standard output. Nobody reading any more is no error of ours.
    pub(crate) fn print(&self, bytes: impl AsRef<[u8]>) {
        let mut out = io::stdout().lock();
        let _ = out.write_all(bytes.as_ref()).and_then(|()| out.flush());
    }

    /// Writes lines in which nothing acts but their ends to standard output.
    pub(crate) fn print_lines(&self, text: &str) {
        self.print(&*ir::shown_lines(text));
    }

    /// Writes to standard error.
    pub(crate) fn say(&self, bytes: impl AsRef<[u8]>) {
        let _ = io::stderr().lock().write_all(bytes.as_ref());
    }

    /// Writes lines in which nothing acts but their ends to standard error. A name with a line end in it is to be shown before.
    pub(crate) fn say_lines(&self, text: &str) {
        self.say(&*ir::shown_lines(text));
    }

    /// One line that is worth knowing.
    pub(crate) fn note(&self, text: &str) {
        self.say(format!("note: {}\n", ir::shown(text)));
    }

    /// What a program wrote, to standard output and error. On a terminal what may act is escaped, unless it is wanted raw; a pipe or a
    /// file gets it as it is.
    pub(crate) fn relay(&self, out: &[u8], err: &[u8], raw: bool) {
        let safe = |bytes: &[u8], is_terminal: bool| {
            if raw || !is_terminal {
                return bytes.to_vec();
            }
            ir::shown_lines(&String::from_utf8_lossy(bytes)).into_owned().into_bytes()
        };
        self.print(safe(out, io::stdout().is_terminal()));
        self.say(safe(err, io::stderr().is_terminal()));
    }

    /// One line about what went wrong.
    pub(crate) fn error(&self, message: &str) {
        let word = match self.err {
            Style::Plain => "error:",
            Style::Coloured => "\x1b[1;31merror:\x1b[0m",
        };
        self.say(format!("{word} {}\n", ir::shown(message)));
    }
}
