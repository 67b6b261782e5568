//! Canonical folding: what arrives at the head of a loop is abstracted by itself, and there are finitely many results.
//!
//! The strategy of "Beyond Reachability: Shape Abstraction in the Presence of Pointer Arithmetic" (Calcagno, Distefano, O'Hearn, Yang; SAS 2006, §§4–6). Each
//! state goes through the three steps of the paper's abstraction, in its order:
//!
//! - node synthesis (`parts::synthesis`: *package*, *package2*, *swallow*), and *append* by folding (`fold`), which takes nodes into structures;
//! - *n*-simple form (`simple`): *substitution*, *merge*, *simplify*, *drop*, where what is dropped is projected away first, and *size*;
//! - *filter*: a state without memories is none.
//!
//! *forget* (`parts::forget`) is for what no variable leads to: memory that is not packaged is kept while one does.
//!
//! With widening, a state that a known one describes is dropped, and one that describes a known one takes its place (*rep*); the engine goes on with new states only,
//! which is the differential fixpoint. Without it a state is dropped only if it is known already, name by name.
//! States are never joined: so this has more of them than history-guided folding (`lattice`, `join`), and keeps apart what a join would blur. Where there are too many
//! they are joined after all.

mod simple;
mod substitution;

use engine::Widened;

use crate::Checkers;
use crate::exact::in_order;
use crate::heap::State;
use crate::lattice::{PARTS, heap_parts};

/// More states than this at the head of a loop are joined.
pub(crate) const MOST: usize = 600;

/// How states are made fewer at the heads of loops.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Folding {
    /// What arrives is joined with what was there before, guided by how they differ.
    #[default]
    History,
    /// What arrives is brought into one of finitely many forms.
    Canonical(Canonical),
}

/// Which forms these are, and when one is new.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Canonical {
    /// Constants of so many words are kept: the *n* of *n*-simple form.
    pub words: u32,
    /// Whether a form is new only if no known one describes it.
    pub widening: bool,
}

impl Default for Canonical {
    /// What the paper's programs need.
    fn default() -> Self {
        Self { words: 4, widening: true }
    }
}

impl Checkers {
    /// The same domain with another way to make states fewer.
    #[must_use]
    pub fn with_folding(self, folding: Folding) -> Self {
        Self { folding, ..self }
    }

    /// A state at the head of a loop where others are known.
    pub(crate) fn arrive_canonically(
        &self,
        known: &[&State],
        arrived: State,
        how: Canonical,
    ) -> Widened<State> {
        let Some(arrived) = self.abs(arrived, how.words) else { return Widened::Covered };
        if arrived.anything || heap_parts(&arrived) > PARTS {
            return Widened::Add(State::anything());
        }
        if how.widening {
            return self.rep(known, arrived);
        }
        let arrived = in_order(arrived);
        if known.contains(&&arrived) { Widened::Covered } else { Widened::Add(arrived) }
    }

    /// The paper's `Abs` (§4): the form of a state; nothing if it has no memories.
    fn abs(&self, mut state: State, words: u32) -> Option<State> {
        state.settle_rows();
        append(self, &mut state);
        self.make_simple(&mut state, words);
        filter(state)
    }

    /// *rep* (§5): of states of which one describes the other, the one that describes more.
    fn rep(&self, known: &[&State], arrived: State) -> Widened<State> {
        if known.iter().any(|state| self.is_covered(state, &arrived)) {
            return Widened::Covered;
        }
        match known.iter().position(|state| self.is_covered(&arrived, state)) {
            Some(index) => Widened::Replace(index, arrived),
            None => Widened::Add(arrived),
        }
    }
}

/// Node synthesis and *append* (§§4.1, 4.3): nodes that no variable refers to become structures, and structures in a row one. The side condition of the
/// latter is `State::is_visible_node`.
fn append(domain: &Checkers, state: &mut State) {
    domain.fold(state);
}

/// *filter* (§4.3): a state whose facts contradict each other has no memories.
fn filter(state: State) -> Option<State> {
    (!state.pure.is_unsat()).then_some(state)
}
