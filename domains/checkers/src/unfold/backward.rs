//! Unfolding a structure at its end.
//!
//! Where a definition passes each element on to the next one (`dll(l->next, l)`), or a place in it (`cells(l->next, &l->next)`), the value
//! passed to what a segment lacks names the last element of the segment, if it has any. Reading through that value needs the segment to be
//! split there (dossier §3, "segment, backward").
//!
//! A complete structure has such an end too if one of its parameters names it: `chain(l, prev, last)` that ends where `prev` is `last`.
//! It is the segment up to its end and the rule that ends it.

use super::{Instance, Spine};
use crate::Checkers;
use crate::definition::{DefinitionId, Kind, Rule};
use crate::heap::{Args, Checker, Region, Segment, State, Sym, Term};

impl Checkers {
    /// The cases of the structure whose last element an address is, or is in, with that element at hand; none if there is no
    /// such structure.
    pub(crate) fn expose_last(&self, state: &State, last: Sym) -> Option<Vec<State>> {
        match self.segment_ending_with(state, last) {
            Some(segment) => Some(self.unfold_last(state, segment)),
            None => self.checker_ending_with(state, last).map(|checker| self.split_at_end(state, checker)),
        }
    }

    /// The segment whose last element this address is, or is in, if it has one.
    pub(crate) fn segment_ending_with(&self, state: &State, last: Sym) -> Option<Sym> {
        state.regions.iter().find_map(|(at, region)| match region {
            Region::Segment(segment) => segment
                .hole_args
                .iter()
                .enumerate()
                .any(|(index, arg)| {
                    arg.base == Some(last)
                        && self.passed_place(segment.definition, segment.hole, index).is_some()
                })
                .then_some(*at),
            _ => None,
        })
    }

    fn checker_ending_with(&self, state: &State, last: Sym) -> Option<Sym> {
        state.regions.iter().find_map(|(at, region)| match region {
            Region::Checker(checker) => {
                self.ends_of(checker).any(|arg| arg.base == Some(last)).then_some(*at)
            }
            _ => None,
        })
    }

    /// Whether a structure does not go on where a rule holds.
    fn ends(&self, id: DefinitionId, rule: &Rule) -> bool {
        !rule.calls.iter().any(|call| self.reaches(call.definition, id))
    }

    /// The cases of a complete structure as a segment and the rule that ends it. Every derivation has one: from each element on
    /// the way leads to another, until a rule holds that calls no checker of this kind.
    pub(crate) fn split_at_end(&self, state: &State, at: Sym) -> Vec<State> {
        let mut rest = state.clone();
        let Some(Region::Checker(checker)) = rest.open_region(at) else { return vec![rest] };
        let Checker { definition, args, marks } = checker;
        let mut cases = Vec::new();
        for hole in self.reachable(definition).into_iter().filter(|id| self.reaches(*id, definition)) {
            for rule in self.definitions[hole].rules.iter().filter(|rule| self.ends(definition, rule)) {
                let mut state = rest.clone();
                let end = state.fresh();
                let mut segment = Segment {
                    definition,
                    args: args.clone(),
                    to: Term::of(end),
                    hole: definition,
                    hole_args: args.clone(),
                    marks,
                };
                segment.hole_args = self.middle_args(&mut state, &segment, hole);
                segment.hole = hole;
                let hole_args = segment.hole_args.clone();
                self.forget_carried(&mut segment);
                state.add_region(at, Region::Segment(segment));
                let of = Instance { definition: Some(hole), root: Term::of(end), args: &hole_args, marks };
                cases.extend(self.instantiate(state, rule, of, Spine::None));
            }
        }
        cases
    }

    /// The symbol by which the arguments of a segment name its last element.
    pub(crate) fn last_of(&self, segment: &Segment) -> Option<Sym> {
        let mut args = segment.hole_args.iter().enumerate();
        args.find_map(|(index, arg)| {
            arg.base.filter(|_| self.passed_place(segment.definition, segment.hole, index).is_some())
        })
    }

    /// The cases of a segment with its last element at hand.
    pub(crate) fn unfold_last(&self, state: &State, at: Sym) -> Vec<State> {
        let mut cases = self.empty_segment(state.clone(), at);
        let mut rest = state.clone();
        let Some(Region::Segment(segment)) = rest.open_region(at) else { return cases };
        for middle in self.reachable(segment.definition) {
            for rule in &self.definitions[middle].rules {
                for (index, call) in rule.calls.iter().enumerate() {
                    if call.definition != segment.hole {
                        continue;
                    }
                    let mut state = rest.clone();
                    let last = state.fresh();
                    let args = self.middle_args(&mut state, &segment, middle);
                    let before = Segment {
                        to: Term::of(last),
                        hole: middle,
                        hole_args: args.clone(),
                        ..segment.clone()
                    };
                    state.add_region(at, Region::Segment(before));
                    let spine = Spine::Close { call: index, segment: &segment };
                    let of = Instance {
                        definition: Some(middle),
                        root: Term::of(last),
                        args: &args,
                        marks: segment.marks,
                    };
                    cases.extend(self.instantiate(state, rule, of, spine));
                }
            }
        }
        cases
    }

    /// The arguments of a checker somewhere within a segment: what never changes is known.
    pub(crate) fn middle_args(&self, state: &mut State, segment: &Segment, middle: DefinitionId) -> Args {
        let params = &self.definitions[middle].params;
        let constant = |index: usize| {
            if middle == segment.definition && params[index].kind == Kind::Constant {
                segment.args.get(index)
            } else if middle == segment.hole && params[index].kind == Kind::Constant {
                segment.hole_args.get(index)
            } else {
                None
            }
        };
        (0..params.len())
            .map(|index| match constant(index) {
                Some(arg) => *arg,
                None => Term::of(self.fresh_of(state, params[index].sort)),
            })
            .collect()
    }
}
