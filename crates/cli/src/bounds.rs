//! The bounds of a command: `--budget` and `--max-memory` hold for all of it, whatever it is doing.
//!
//! Everything a command does asks its budget (`budget`), and ends in good order when that is over. A watchdog is there for what
//! does not ask: it gives the command its last words, that is what is known so far, and ends the process. Either the
//! command itself speaks or the watchdog does, never both.

use std::process;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use budget::{Budget, Over, Watch};

use crate::args::Limits;
use crate::exit::Exit;
use crate::terminal::Terminal;

/// How long a command that has begun to speak may go on after the watchdog came.
const TO_FINISH: Duration = Duration::from_millis(250);

/// Says what is known so far. What the caller is told.
type Words = Box<dyn FnOnce(Over) -> Exit + Send>;

/// Who speaks.
enum Speech {
    /// Nobody does yet. These are the last words if the watchdog does.
    Open(Words),
    /// The command itself.
    Command,
    /// The watchdog, which ends the process.
    Watchdog,
}

/// A command's bounds, for as long as it runs.
pub(crate) struct Bounds {
    budget: Budget,
    speech: Arc<Mutex<Speech>>,
    _watch: Watch,
}

/// The budget of a command was over before it had an answer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ended(pub(crate) Over);

impl std::fmt::Display for Ended {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(words(self.0))
    }
}

impl std::error::Error for Ended {}

/// Why a command without an answer ended.
fn words(over: Over) -> &'static str {
    match over {
        Over::Time => "the time is used up (--budget)",
        Over::Memory => "the memory is used up (--max-memory)",
        Over::Interrupted => "interrupted",
        Over::Share => "the share of the budget is used up",
    }
}

impl Bounds {
    /// From now on they hold.
    pub(crate) fn begin(limits: &Limits, terminal: &'static Terminal) -> Self {
        let budget = Budget::new(Some(limits.budget), Some(memory_or_half(limits.max_memory)), None);
        let say = move |over| {
            terminal.error(words(over));
            Exit::Unknown
        };
        let speech = Arc::new(Mutex::new(Speech::Open(Box::new(say))));
        let last = speech.clone();
        let watch = budget::watch(&budget, move |over| end(&last, over, terminal));
        Self { budget, speech, _watch: watch }
    }

    /// What the command may use up.
    pub(crate) fn budget(&self) -> &Budget {
        &self.budget
    }

    /// The time that is left.
    pub(crate) fn left(&self) -> Duration {
        self.budget.left().unwrap_or(Duration::MAX)
    }

    /// The most memory, in bytes.
    pub(crate) fn memory(&self) -> u64 {
        self.budget.memory().unwrap_or(u64::MAX)
    }

    /// What is to be said if the watchdog has to end the command.
    pub(crate) fn leave_last_words(&self, say: impl FnOnce(Over) -> Exit + Send + 'static) {
        let mut speech = self.speech.lock().unwrap_or_else(PoisonError::into_inner);
        if let Speech::Open(words) = &mut *speech {
            *words = Box::new(say);
        }
    }

    /// The command begins to say its answer: nobody else does from now on. Where the watchdog was first, the process ends here.
    pub(crate) fn speak(&self) {
        let mut speech = self.speech.lock().unwrap_or_else(PoisonError::into_inner);
        if let Speech::Watchdog = *speech {
            drop(speech);
            loop {
                std::thread::park();
            }
        }
        *speech = Speech::Command;
    }
}

/// Ends the process with what is known.
fn end(speech: &Mutex<Speech>, over: Over, terminal: &Terminal) {
    let before =
        std::mem::replace(&mut *speech.lock().unwrap_or_else(PoisonError::into_inner), Speech::Watchdog);
    terminal.clear_progress();
    let exit = match before {
        Speech::Open(say) => say(over),
        Speech::Command | Speech::Watchdog => {
            std::thread::sleep(TO_FINISH);
            terminal.error(words(over));
            Exit::Unknown
        }
    };
    process::exit(exit.code().into());
}

/// The memory asked for, or half of what this machine, or the container around this process, has.
pub(crate) fn memory_or_half(asked: Option<u64>) -> u64 {
    /// Where the system does not tell.
    const USUAL: u64 = 4 << 30;
    asked.or_else(|| budget::memory_of_machine().map(|all| all / 2)).unwrap_or(USUAL)
}
