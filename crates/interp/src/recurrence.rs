//! Recurrence in predicates: an assertion whose checker does not return fails.
//!
//! A plain `assert(list(x))` has the value that C gives it, so nothing is claimed and nothing ends the checker on a ring. But a checker
//! only reads: while it runs memory does not change, and what a call of it does depends on its registers alone. If one that
//! is under way comes to the same read with the same registers as it or a call around it did before, it does what was done then, again and
//! again.
//!
//! Functions with objects of their own are not compared: what is in these may differ.

use ir::{Asks, FunctionId, Stmt, StmtKind};
use rustc_hash::FxHashSet;

use crate::code::{Asserted, CallCode, Code};
use crate::machine::Interpreter;

/// Most reads that are remembered.
const MOST: usize = 1 << 22;

/// A read: the function, the operation, and what the registers held.
type Read = (FunctionId, usize, Vec<(u64, u64)>);

/// A predicate that an assertion calls.
#[derive(Debug)]
pub(crate) struct Watched {
    /// The number of calls around it.
    outside: usize,
    /// The operation of the assertion.
    by: u32,
    /// What the calls that are under way have read.
    seen: FxHashSet<Read>,
    /// The same for each call, innermost last, with its depth.
    calls: Vec<(usize, Vec<Read>)>,
    /// How many reads there are.
    reads: usize,
}

impl Interpreter<'_> {
    /// A call is about to begin: of what an assertion or an assumption asks?
    pub(crate) fn begin_asked(&mut self, call: &CallCode<'_>, target: &Code<'_>) {
        if !self.sessions.is_empty() {
            return;
        }
        let checks = self.options.checkers.functions.contains(&target.function);
        match call.asserted {
            _ if target.clause => self.begin_assertion(),
            Some(Asserted { asks: Asks::Assumption, .. }) if checks => self.begin_assertion(),
            Some(Asserted { asks: Asks::Assertion, by }) if checks && self.watched.is_none() => {
                let outside = self.calls.len();
                let (seen, calls) = (FxHashSet::default(), Vec::new());
                self.watched = Some(Watched { outside, by, seen, calls, reads: 0 });
            }
            _ => {}
        }
    }

    /// A call began: those as deep as it or deeper are over.
    pub(crate) fn watch_call(&mut self) {
        let depth = self.calls.len();
        if let Some(watched) = &mut self.watched {
            watched.over(depth);
        }
    }

    /// A call is over: is it the one that is watched?
    pub(crate) fn watch_return(&mut self) {
        let depth = self.calls.len();
        self.watched.take_if(|watched| depth <= watched.outside);
    }

    /// Looks at a statement that is about to run. Whether what is watched goes round, so that it must not.
    pub(crate) fn watch_statement(&mut self, stmt: &Stmt) -> bool {
        let depth = self.calls.len();
        let Some(watched) = &mut self.watched else { return false };
        let StmtKind::Load { .. } = stmt.kind else { return false };
        let Some(call) = self.calls.last() else { return false };
        if !call.code.slots.is_empty() || watched.reads >= MOST {
            return false;
        }
        let base = self.memory.frames.last().map_or(0, |frame| frame.registers as usize);
        let registers =
            self.memory.registers[base..].iter().map(|word| (word.bits, word.undefined)).collect();
        let read: Read = (call.code.function, call.pc, registers);
        watched.over(depth + 1);
        if !watched.seen.insert(read.clone()) {
            self.does_not_return();
            return true;
        }
        watched.reads += 1;
        match watched.calls.last_mut() {
            Some((known, reads)) if *known == depth => reads.push(read),
            _ => watched.calls.push((depth, vec![read])),
        }
        false
    }

    /// Whether the assertion that comes next fails as its predicate does not return.
    pub fn goes_round(&self) -> bool {
        self.goes_round
    }

    /// The predicate that is watched goes round: the assertion comes next, and fails.
    fn does_not_return(&mut self) {
        let Some(watched) = self.watched.take() else { return };
        let at = self.span();
        let name = self
            .calls
            .get(watched.outside)
            .map_or_else(String::new, |call| self.program.functions[call.code.function].name.to_string());
        while self.calls.len() > watched.outside {
            self.abandon_frame();
        }
        self.set_pc(watched.by as usize);
        self.unmet =
            Some(model::Step::new(at, format!("`{name}` does not return: it goes round in a circle here")));
        self.goes_round = true;
    }
}

impl Watched {
    /// Calls of this depth and deeper ones are over.
    fn over(&mut self, depth: usize) {
        while self.calls.last().is_some_and(|(known, _)| *known >= depth) {
            for read in self.calls.pop().map(|(_, reads)| reads).into_iter().flatten() {
                self.seen.remove(&read);
            }
        }
    }
}
