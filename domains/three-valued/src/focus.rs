//! Focus: making what a statement is about to look at definite.
//!
//! Where a field of a single cell is followed it must be known where it leads. The state is split into cases which together
//! describe the same memories: the field is unset or dangles, is null, leads to an individual that then is a single cell, or leads to one
//! cell out of a summary, which is *materialized* as an individual of its own while the rest stays behind. Then what the cell reaches
//! is decided in the same way. Cases that cannot be are dropped by coerce at once.

use crate::ThreeValued;
use crate::kleene::{Column, Kleene, members};
use crate::state::State;
use crate::structure::Unary;
use crate::vocabulary::Pointer;

/// Where a field leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    Null,
    Cell(usize),
    Unset,
    Dangling,
}

/// What cannot be gone on with, in a C programmer's words.
pub(crate) type Attempt<T> = Result<T, &'static str>;

pub(crate) const NO_ROOM: &str = "there are too many kinds of cells for the analysis to keep apart";

/// More cases of one statement than this are not looked into.
pub(crate) const CASES: usize = 64;

/// Structures with more individuals are not split further: what tells so many apart is seldom worth it.
const INDIVIDUALS: usize = 20;

impl ThreeValued {
    /// The cases of where a field of a single cell leads.
    pub(crate) fn focus(
        &self,
        mut state: State,
        cell: usize,
        unset: Unary,
        pointer: Pointer,
    ) -> Attempt<Vec<(State, Target)>> {
        budget::charge(4);
        let mut cases = Vec::new();
        // What follows in all cases need not be found out in each.
        if !self.coerce(&mut state, false, true) {
            return Ok(cases);
        }
        for (predicate, target) in [(unset, Target::Unset), (pointer.dangling, Target::Dangling)] {
            let [holds, fails] = self.decide(state, predicate, cell);
            cases.extend(holds.map(|state| (state, target)));
            match fails {
                Some(rest) => state = rest,
                None => return Ok(cases),
            }
        }
        let row = state.structure.row(pointer.field, cell);
        let certain = row.is != 0;
        let targets = if certain { row.is } else { row.may };
        if !certain {
            let mut null = state.clone();
            *null.structure.row_mut(pointer.field, cell) = Column::FALSE;
            if self.coerce(&mut null, false, true) {
                cases.push((null, Target::Null));
            }
        }
        for target in members(targets) {
            if !certain && state.structure.is_summary(target) {
                let mut split = state.clone();
                let one = materialize(&mut split, target)?;
                self.lead_to(split, cell, pointer, (one, true), &mut cases)?;
            }
            self.lead_to(state.clone(), cell, pointer, (target, false), &mut cases)?;
        }
        if cases.len() > CASES { Err(NO_ROOM) } else { Ok(cases) }
    }

    /// The case in which the field leads to an individual, which is a single cell.
    fn lead_to(
        &self,
        mut state: State,
        cell: usize,
        pointer: Pointer,
        (target, split): (usize, bool),
        cases: &mut Vec<(State, Target)>,
    ) -> Attempt<()> {
        *state.structure.row_mut(pointer.field, cell) = Column::exactly(1 << target);
        state.structure.summary &= !(1 << target);
        if self.coerce(&mut state, split, true) {
            // Where a field leads anywhere, what lies behind is not worth its cases.
            let astray = self.vocabulary.is_astray(pointer.field);
            let decided = if astray { vec![state] } else { self.focus_reach(state, target)? };
            cases.extend(decided.into_iter().map(|state| (state, Target::Cell(target))));
        }
        Ok(())
    }

    /// The cases of a unary predicate of a single cell: that it holds, and that it does not.
    pub(crate) fn decide(&self, state: State, predicate: Unary, cell: usize) -> [Option<State>; 2] {
        match state.structure.unary(predicate).get(cell) {
            Kleene::True => [Some(state), None],
            Kleene::False => [None, Some(state)],
            Kleene::Unknown => [Kleene::True, Kleene::False].map(|value| {
                let mut state = state.clone();
                state.structure.unary_mut(predicate).set(cell, value);
                self.coerce(&mut state, false, true).then_some(state)
            }),
        }
    }

    /// The cases of what a single cell reaches.
    pub(crate) fn focus_reach(&self, state: State, cell: usize) -> Attempt<Vec<State>> {
        self.focus_reaches(state, cell, true)
    }

    /// The same, where it may be that not all cells can be reached any more.
    pub(crate) fn focus_reaches(&self, state: State, cell: usize, reach_all: bool) -> Attempt<Vec<State>> {
        let t = self.vocabulary.path;
        let (mut pending, mut decided) = (vec![state], Vec::new());
        while let Some(state) = pending.pop() {
            let Some(open) = members(state.structure.row(t, cell).unknown()).next() else {
                decided.push(state);
                continue;
            };
            if decided.len() + pending.len() > CASES {
                return Err(NO_ROOM);
            }
            let mut consider = |mut state: State, split: bool, values: &[(usize, Kleene)]| {
                for (individual, value) in values {
                    state.structure.set_pair(t, cell, *individual, *value);
                }
                if self.coerce(&mut state, split, reach_all) {
                    pending.push(state);
                }
            };
            if state.structure.is_summary(open) {
                // Some of its cells are reached and some are not.
                let mut split = state.clone();
                let rest = materialize(&mut split, open)?;
                consider(split, true, &[(open, Kleene::True), (rest, Kleene::False)]);
            }
            consider(state.clone(), false, &[(open, Kleene::False)]);
            consider(state, false, &[(open, Kleene::True)]);
        }
        Ok(decided)
    }
}

/// Splits an individual in two.
fn materialize(state: &mut State, individual: usize) -> Attempt<usize> {
    let room = state.structure.size() < INDIVIDUALS;
    let copy = room.then(|| state.duplicate(individual)).flatten().ok_or(NO_ROOM)?;
    // But for the two being different nothing follows that did not before.
    state.sharp.0 = state.sharp.0.is_some().then(|| state.structure.clone());
    Ok(copy)
}
