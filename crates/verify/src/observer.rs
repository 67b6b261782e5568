//! Who wants to know how far a check has come.

use model::Verdict;

/// Is told of what goes on, by several threads at once.
pub trait Observer: Sync {
    /// Something has happened.
    fn notice(&self, event: Event<'_>);
}

/// What happens in the course of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Event<'a> {
    /// A part of the work begins that consists of so many functions.
    Begins {
        /// What is done with them, in one word that goes before "functions".
        what: &'static str,
        /// How many there are.
        functions: usize,
    },
    /// A function has its turn.
    Starts {
        /// Its name.
        function: &'a str,
    },
    /// It has had it.
    Ends {
        /// Its name.
        function: &'a str,
        /// What came out, if it was analyzed to be judged.
        verdict: Option<Verdict>,
    },
}

/// Whoever it is, or nobody.
#[derive(Clone, Copy, Default)]
pub(crate) struct Observed<'a>(pub(crate) Option<&'a dyn Observer>);

impl Observed<'_> {
    pub(crate) fn begins(self, what: &'static str, functions: usize) {
        self.notice(Event::Begins { what, functions });
    }

    /// Some work on a function.
    pub(crate) fn turn<R>(
        self,
        function: &str,
        verdict: impl FnOnce(&R) -> Option<Verdict>,
        work: impl FnOnce() -> R,
    ) -> R {
        self.notice(Event::Starts { function });
        let result = work();
        self.notice(Event::Ends { function, verdict: verdict(&result) });
        result
    }

    fn notice(self, event: Event<'_>) {
        if let Some(observer) = self.0 {
            observer.notice(event);
        }
    }
}
