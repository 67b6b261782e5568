//! Unfolding: a structure is replaced by what its rules say.
//!
//! For every memory of a state there is a case that describes it (sections 3.1 and 4 of the paper,
//! dossier §3). The cases that contradict what is known are left out. Of multiword lists these are the rules *mls1*, where the list ends with its first node, and
//! *mls2*, where it goes on; of a node it is *node*: its members are cells of the object, its body what is left of it (§6.1 of seed 001).
//!
//! - `instantiate`: one rule, with its names bound to values;
//! - here: a complete checker, and a segment at its begin;
//! - `backward`: a segment at its end;
//! - `turn`: a segment where it changes its kind;
//! - `member`: a structure or a segment at any of its objects;
//! - `element`: the same where sets tell in which structures an object may be.

mod backward;
mod element;
mod instantiate;
mod member;
mod turn;

pub(crate) use instantiate::{Instance, Spine, two_terms};

use crate::Checkers;
use crate::heap::{Region, Segment, State, Sym, Term};

impl Checkers {
    /// The cases of a structure at an address; a state in which nothing is to be unfolded is its own
    /// only case.
    pub(crate) fn unfold(&self, state: &State, at: Sym) -> Vec<State> {
        match state.region(at) {
            Some(Region::Checker(_)) => self.unfold_checker(state, at),
            Some(Region::Segment(_)) => {
                let mut cases = self.empty_segment(state.clone(), at);
                cases.extend(self.step_segment(state, at));
                cases
            }
            _ => vec![state.clone()],
        }
    }

    /// The cases of a structure that has an object, where nothing else is known of the object's place, with the object at hand;
    /// none if there is no such structure.
    pub(crate) fn expose(&self, state: &State, at: Sym) -> Option<Vec<State>> {
        self.expose_last(state, at)
            .or_else(|| self.expose_beside(state, at))
            .or_else(|| self.expose_member(state, at))
            .or_else(|| self.expose_element(state, at))
    }

    fn unfold_checker(&self, state: &State, at: Sym) -> Vec<State> {
        let mut rest = state.clone();
        let Some(Region::Checker(checker)) = rest.open_region(at) else { return vec![rest] };
        let of = Instance {
            definition: Some(checker.definition),
            root: Term::of(at),
            args: &checker.args,
            marks: checker.marks,
        };
        let mut cases = Vec::new();
        for rule in &self.definitions[checker.definition].rules {
            cases.extend(self.instantiate(rest.clone(), rule, of, Spine::None));
        }
        cases
    }

    /// The cases of a segment in which it has at least one element, which is then at hand.
    fn step_segment(&self, state: &State, at: Sym) -> Vec<State> {
        let mut rest = state.clone();
        let Some(Region::Segment(segment)) = rest.open_region(at) else { return Vec::new() };
        let of = Instance {
            definition: Some(segment.definition),
            root: Term::of(at),
            args: &segment.args,
            marks: segment.marks,
        };
        let mut cases = Vec::new();
        for rule in &self.definitions[segment.definition].rules {
            for (index, call) in rule.calls.iter().enumerate() {
                if self.reaches(call.definition, segment.hole) {
                    let spine = Spine::Continue { call: index, segment: &segment, beside: None };
                    cases.extend(self.instantiate(rest.clone(), rule, of, spine));
                }
            }
        }
        cases
    }

    /// The case in which a segment has no element: its ends are one.
    pub(crate) fn empty_segment(&self, mut state: State, at: Sym) -> Vec<State> {
        let Some(Region::Segment(segment)) = state.open_region(at) else { return vec![state] };
        if segment.definition != segment.hole {
            return Vec::new();
        }
        let ends = std::iter::once((Term::of(at), segment.to));
        let pairs: Vec<_> =
            ends.chain(segment.args.iter().copied().zip(segment.hole_args.iter().copied())).collect();
        self.equate_all(state, &pairs)
    }

    /// The parts of a state in which all these pairs are equal.
    pub(crate) fn equate_all(&self, mut state: State, pairs: &[(Term, Term)]) -> Vec<State> {
        if let [(a, b)] = pairs {
            return self.equate(state, *a, *b);
        }
        let held: Vec<_> = pairs.iter().map(|(a, b)| (state.hold(*a), state.hold(*b))).collect();
        let mut states = vec![state];
        for (a, b) in held {
            let mut next = Vec::new();
            for mut state in states {
                let (b, a) = (state.release(b), state.release(a));
                next.extend(self.equate(state, a, b));
            }
            states = next;
        }
        states
    }

    /// Whether a segment must be empty because the element before its end would be null.
    pub(crate) fn has_no_last(&self, segment: &Segment) -> bool {
        let args = segment.hole_args.iter().enumerate();
        args.filter(|(_, arg)| **arg == Term::NULL)
            .any(|(index, _)| self.passes_root(segment.definition, segment.hole, index))
    }
}
