//! Cases of a state: what is not certain is split until it is.
//!
//! Where the paper keeps a set Γ⁰ of the vectors a variable may point to directly, the first of its chain is taken
//! here after the states have been split in which that is not certain. States in which vectors overlap without
//! one containing the other describe no heap (Definition 4) and are dropped.

use logic::Linear;

use crate::Lengths;
use crate::names::{FamilyId, RootId};
use crate::state::{Segment, State, Value};

impl Lengths {
    /// Splits a state until every segment that a test picks surely has cells or is gone.
    pub(crate) fn split(&self, state: State, pick: &dyn Fn(&State, &Segment) -> bool) -> Vec<State> {
        let open = state.segments.iter().position(|s| pick(&state, s) && !self.has_cells(&state, s));
        let Some(at) = open else {
            let mut state = state;
            self.decide(&mut state);
            return vec![state];
        };
        let mut split = Vec::new();
        let counter = self.counter(&state.segments[at]);
        let mut none = state.clone();
        if self.remove_empty(&mut none, at) && self.is_consistent(&none) {
            split.extend(self.split(none, pick));
        }
        let mut some = state;
        if some.numbers.meet_ge(&(Linear::from(counter) - Linear::constant(1))) && self.is_consistent(&some) {
            if self.has_cells(&some, &some.segments[at]) {
                split.extend(self.split(some, pick));
            } else {
                // The numbers are too large to say so. It has cells all the same: the other case is above.
                let (family, vrv) = (some.segments[at].family, some.segments[at].vrv.clone());
                let others =
                    |state: &State, s: &Segment| !(s.family == family && s.vrv == vrv) && pick(state, s);
                split.extend(self.split(some, &others));
            }
        }
        split
    }

    /// Whether the vectors that surely have cells can occur together, and every variable that points
    /// to a cell may have one.
    fn is_consistent(&self, state: &State) -> bool {
        let sure: Vec<&Segment> = state.segments.iter().filter(|s| self.has_cells(state, s)).collect();
        let laminar = sure.iter().enumerate().all(|(index, a)| {
            sure[..index].iter().all(|b| a.family != b.family || a.vrv.is_consistent_with(&b.vrv))
        });
        laminar
            && state.env.iter().all(|(root, value)| match value {
                Value::Cell(family, _) => state.chain(*family, *root).next().is_some(),
                _ => true,
            })
    }

    /// The cases in which it is certain to which segment the cell belongs that a variable points to.
    pub(crate) fn at_cell(&self, state: State, family: FamilyId, root: RootId) -> Vec<State> {
        let Some(head) = state.head(family, root) else { return Vec::new() };
        let overlaps =
            |segment: &Segment| segment.family == family && !segment.vrv.is_consistent_with(&head.vrv);
        let sure = self.has_cells(&state, head);
        if sure && !state.segments.iter().any(overlaps) {
            return vec![state];
        }
        let head = head.clone();
        let mut cases = Vec::new();
        let counter = self.counter(&head);
        if !sure {
            let mut none = state.clone();
            let at = none.segments.iter().position(|s| *s == head);
            if at.is_some_and(|at| self.remove_empty(&mut none, at)) && self.is_consistent(&none) {
                self.decide(&mut none);
                cases.extend(self.at_cell(none, family, root));
            }
        }
        let mut some = state;
        let possible = some.numbers.meet_ge(&(Linear::from(counter) - Linear::constant(1)));
        if possible && self.drop_inconsistent(&mut some, &head) && self.is_consistent(&some) {
            self.decide(&mut some);
            cases.push(some);
        }
        cases
    }

    /// Takes the segments out of a state that cannot be there beside one that has cells. Whether they
    /// can be gone.
    fn drop_inconsistent(&self, state: &mut State, sure: &Segment) -> bool {
        let impossible = |s: &Segment| s.family == sure.family && !s.vrv.is_consistent_with(&sure.vrv);
        while let Some(at) = state.segments.iter().position(impossible) {
            if !self.remove_empty(state, at) {
                return false;
            }
        }
        true
    }

    /// Takes a segment out of a state that has no cells. Whether that can be.
    fn remove_empty(&self, state: &mut State, at: usize) -> bool {
        let segment = state.segments.remove(at);
        let dims = self.numbers_of(&segment);
        // Without cells the sum is zero, and there is no first value.
        let possible = dims.iter().take(2).all(|dim| state.numbers.meet_eq(&Linear::from(*dim)));
        state.numbers.remove_all(&dims);
        possible
    }

    /// The cases in which it is certain to which segments a variable leads.
    pub(crate) fn along_chain(&self, state: State, family: FamilyId, root: RootId) -> Vec<State> {
        self.split(state, &|_, s| s.family == family && s.vrv.contains(root))
    }

    /// Whether two pointers into cells are equal, in a state that is certain about both.
    pub(crate) fn same_cell(&self, state: &State, family: FamilyId, a: RootId, b: RootId) -> bool {
        match (state.head(family, a), state.head(family, b)) {
            (Some(a), Some(b)) => a.vrv == b.vrv,
            _ => false,
        }
    }
}
