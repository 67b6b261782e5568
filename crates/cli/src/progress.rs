//! A line on standard error that says what is going on, for work that takes longer than a moment.

use std::io::{IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Shown while it lives.
pub(crate) struct Progress {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Work that is done by then needs no progress.
const PATIENCE: Duration = Duration::from_secs(1);
const INTERVAL: Duration = Duration::from_millis(250);

impl Progress {
    /// Begins to show `what` with the time that has passed, if somebody is there to see it.
    pub(crate) fn start(what: String) -> Self {
        if !std::io::stderr().is_terminal() || std::env::var_os("CI").is_some() {
            return Self { stop: None, thread: None };
        }
        let (stop, stopped) = channel();
        let begin = Instant::now();
        let show = move || {
            let mut wait = PATIENCE;
            while stopped.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                wait = INTERVAL;
                let _ = write!(std::io::stderr(), "\r\x1b[K{what} … {} s", begin.elapsed().as_secs());
            }
            if wait == INTERVAL {
                let _ = write!(std::io::stderr(), "\r\x1b[K");
            }
        };
        let thread = std::thread::Builder::new().name("progress".into()).spawn(show).ok();
        Self { stop: Some(stop), thread }
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
