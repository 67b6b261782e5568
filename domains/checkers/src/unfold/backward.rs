//! Unfolding a segment at its end.
//!
//! Where a definition passes each element on to the next one (`dll(l->next, l)`), the value passed to what a segment
//! lacks is the last element of the segment, if it has any. Reading through that value needs the segment to be split there
//! (dossier §3, "segment, backward").

use super::{Instance, Spine};
use crate::Checkers;
use crate::definition::{DefinitionId, Kind, Name, Term as RuleTerm};
use crate::heap::{Args, Region, Segment, State, Sym, Term};

impl Checkers {
    /// The segment whose last element this address is, if it has one.
    pub(crate) fn segment_ending_with(&self, state: &State, last: Sym) -> Option<Sym> {
        state.regions.iter().find_map(|(at, region)| match region {
            Region::Segment(segment) => segment
                .hole_args
                .iter()
                .enumerate()
                .any(|(index, arg)| {
                    *arg == Term::of(last) && self.passes_root(segment.definition, segment.hole, index)
                })
                .then_some(*at),
            _ => None,
        })
    }

    /// The last element of a segment, if its arguments name it.
    pub(crate) fn last_of(&self, segment: &Segment) -> Option<Sym> {
        let mut args = segment.hole_args.iter().enumerate();
        args.find_map(|(index, arg)| {
            arg.base.filter(|_| arg.offset == 0 && self.passes_root(segment.definition, segment.hole, index))
        })
    }

    /// The cases of a segment with its last element at hand.
    pub(crate) fn unfold_last(&self, state: &State, at: Sym) -> Vec<State> {
        let mut cases = self.empty_segment(state.clone(), at);
        let mut rest = state.clone();
        let Some(Region::Segment(segment)) = rest.take_region(at) else { return cases };
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

    /// Whether every call of `hole`, wherever it is reached from `from`, passes the root of the caller as this argument,
    /// and the caller owns the object there.
    pub(crate) fn passes_root(&self, from: DefinitionId, hole: DefinitionId, arg: usize) -> bool {
        let mut called = false;
        for definition in self.reachable(from) {
            for rule in &self.definitions[definition].rules {
                for call in rule.calls.iter().filter(|call| call.definition == hole) {
                    called = true;
                    let owns = rule.objects.iter().any(|object| object.at.name == Some(Name::Root));
                    if !owns || call.args.get(arg) != Some(&RuleTerm::of(Name::Root)) {
                        return false;
                    }
                }
            }
        }
        called
    }
}
