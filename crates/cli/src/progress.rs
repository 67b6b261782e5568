//! What is going on, on standard error, for work that takes longer than a moment.
//!
//! On a terminal it is one line that is written again and again and is gone in the end: what is done, a bar, how much of it, with which
//! functions, for how long. Elsewhere nothing is written unless it is asked for; then it is whole lines, now and then.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use report::Style;
use verify::{Event, Observer};

use crate::args::When;

/// Work that is done by then needs no progress.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the line is written on a terminal, and elsewhere.
const REDRAW: Duration = Duration::from_millis(200);
const REPEAT: Duration = Duration::from_secs(5);
/// The longest bar.
const BAR: usize = 24;

/// Whether and how progress is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    /// Not at all.
    Silent,
    /// As a line that is written again.
    Line {
        style: Style,
        /// Before the first time.
        patience: Duration,
    },
    /// As lines one after the other.
    Lines,
}

impl Manner {
    /// The manner for standard error.
    pub(crate) fn of(when: When, style: Style) -> Self {
        let dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb" || term.is_empty());
        let terminal = std::io::stderr().is_terminal() && !dumb;
        let nobody = || std::env::var_os("CI").is_some_and(|ci| !ci.is_empty() && ci != "false");
        match when {
            When::Never => Self::Silent,
            When::Always if terminal => Self::Line { style, patience: Duration::ZERO },
            When::Always => Self::Lines,
            When::Auto if terminal && !nobody() => Self::Line { style, patience: PATIENCE },
            When::Auto => Self::Silent,
        }
    }
}

/// Shown while it lives.
pub(crate) struct Progress {
    state: Arc<Mutex<State>>,
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// How far it has come.
struct State {
    what: String,
    /// Functions that are done, and all of them; 0 if it is not about functions.
    done: usize,
    all: usize,
    /// What has its turn now, the oldest first.
    active: Vec<String>,
    begin: Instant,
}

impl Progress {
    /// Begins to show `what`, if somebody is there to see it.
    pub(crate) fn start(manner: Manner, what: impl Into<String>) -> Self {
        let begin = Instant::now();
        let state =
            State { what: ir::shown(&what.into()).into_owned(), done: 0, all: 0, active: Vec::new(), begin };
        let state = Arc::new(Mutex::new(state));
        if manner == Manner::Silent {
            return Self { state, stop: None, thread: None };
        }
        let (stop, stopped) = channel();
        let shown = state.clone();
        let show = move || {
            let (mut wait, interval) = match manner {
                Manner::Line { patience, .. } => (patience, REDRAW),
                Manner::Lines | Manner::Silent => (PATIENCE, REPEAT),
            };
            let mut written = false;
            while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                (wait, written) = (interval, true);
                let state = lock(&shown);
                let _ = match manner {
                    Manner::Line { style, .. } => {
                        let line = state.line(width(), style);
                        drop(state);
                        write!(std::io::stderr(), "\r\x1b[K{line}")
                    }
                    Manner::Lines | Manner::Silent => {
                        let line = state.line(usize::MAX, Style::Plain);
                        drop(state);
                        writeln!(std::io::stderr(), "{line}")
                    }
                };
            }
            if written && matches!(manner, Manner::Line { .. }) {
                let _ = write!(std::io::stderr(), "\r\x1b[K");
            }
        };
        let thread = std::thread::Builder::new().name("progress".into()).spawn(show).ok();
        Self { state, stop: Some(stop), thread }
    }

    /// How much there is to do, and how much of it is done.
    pub(crate) fn count(&self, done: usize, all: usize) {
        let mut state = lock(&self.state);
        (state.done, state.all) = (done, all);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Observer for Progress {
    fn notice(&self, event: Event<'_>) {
        let mut state = lock(&self.state);
        match event {
            Event::Begins { what, functions } => {
                what.clone_into(&mut state.what);
                (state.done, state.all) = (0, functions);
                state.active.clear();
            }
            Event::Starts { function } => state.active.push(ir::shown(function).into_owned()),
            Event::Ends { function, .. } => {
                state.done += 1;
                let function = ir::shown(function);
                if let Some(at) = state.active.iter().position(|name| **name == *function) {
                    state.active.remove(at);
                }
            }
        }
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The columns of the terminal.
fn width() -> usize {
    let size = terminal_size::terminal_size_of(std::io::stderr());
    size.map_or(80, |(terminal_size::Width(columns), _)| usize::from(columns))
}

impl State {
    /// The line, in so many columns: what does not fit is left out, names first, then the bar.
    fn line(&self, width: usize, style: Style) -> String {
        let seconds = self.begin.elapsed().as_secs();
        let time = match seconds {
            0..60 => format!("{seconds} s"),
            _ => format!("{} min {:02} s", seconds / 60, seconds % 60),
        };
        let mut line = self.what.clone();
        let mut bar = String::new();
        if self.all > 0 {
            let _ = write!(line, " {}/{}", self.done, self.all);
            let filled = BAR * self.done.min(self.all) / self.all;
            bar = format!(" [{}{}]", "#".repeat(filled), "-".repeat(BAR - filled));
        }
        let mut names = String::new();
        for name in &self.active {
            let _ = write!(names, "{}{name}", if names.is_empty() { ": " } else { ", " });
        }
        // A terminal that is full to the last column may go on in the next line.
        let room = width.saturating_sub(1);
        let columns = |text: &str| text.chars().count();
        let fixed = columns(&line) + columns(&time) + 3;
        let bar = if fixed + columns(&bar) + 8 <= room { bar } else { String::new() };
        let names = shortened(&names, room.saturating_sub(fixed + columns(&bar)));
        let (dim, plain) = match style {
            Style::Coloured => ("\x1b[36m", "\x1b[0m"),
            Style::Plain => ("", ""),
        };
        let bar = if bar.is_empty() { bar } else { format!("{dim}{bar}{plain}") };
        let whole = format!("{line}{bar}{names} … {time}");
        // Colours take no room.
        let extra = if bar.is_empty() { 0 } else { dim.len() + plain.len() };
        if columns(&whole) - extra.min(columns(&whole)) > room { shortened(&line, room) } else { whole }
    }
}

/// A text in so many columns, if something of it is left.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    match most {
        0..4 => String::new(),
        _ => text.chars().take(most - 1).chain(['…']).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(names: &[&str]) -> State {
        let active = names.iter().map(|name| (*name).to_owned()).collect();
        State { what: "analyzing".into(), done: 3, all: 12, active, begin: Instant::now() }
    }

    #[test]
    fn a_line_fits_its_terminal() {
        let state = state(&["insert_in_order", "delete_all_of_a_kind"]);
        for (width, line) in [
            (200, "analyzing 3/12 [######------------------]: insert_in_order, delete_all_of_a_kind … 0 s"),
            (72, "analyzing 3/12 [######------------------]: insert_in_order, dele… … 0 s"),
            (40, "analyzing 3/12: insert_in_order,… … 0 s"),
            (24, "analyzing 3/12 … 0 s"),
            (12, "analyzing …"),
        ] {
            let fits: String = state.line(width, Style::Plain);
            assert!(fits.chars().count() < width, "{width}: {fits}");
            assert_eq!(fits, line, "{width}");
        }
    }

    #[test]
    fn colours_are_in_the_bar_only_and_take_no_room() {
        let state = state(&["insert"]);
        let plain = |text: &str| text.replace("\x1b[36m", "").replace("\x1b[0m", "");
        for width in 0..100 {
            let coloured = state.line(width, Style::Coloured);
            assert_eq!(plain(&coloured), state.line(width, Style::Plain), "{width}");
            assert_eq!(coloured.contains('\x1b'), coloured.contains('['), "{width}");
        }
    }

    #[test]
    fn what_ends_is_counted_and_no_longer_named() {
        let progress = Progress::start(Manner::Silent, "reading");
        let line = || lock(&progress.state).line(200, Style::Plain);
        assert_eq!(line(), "reading … 0 s");
        progress.notice(Event::Begins { what: "analyzing", functions: 2 });
        progress.notice(Event::Starts { function: "f" });
        progress.notice(Event::Starts { function: "g" });
        progress.notice(Event::Ends { function: "f", verdict: None });
        assert_eq!(line(), "analyzing 1/2 [############------------]: g … 0 s");
    }
}
