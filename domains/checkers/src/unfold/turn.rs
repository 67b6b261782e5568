//! Unfolding a segment where it changes its kind.
//!
//! The way of `level1(a) … level0(b, e)` leads along the upper level, turns at some node, and goes on along the lower level up to `e`, which is where the
//! upper level goes on. So behind what the segment lacks lies a part of the segment itself. Who comes to `e` needs the segment to be split at the node
//! where it turns: what leads there, the node with all that it owns, and the way on the lower level.

use super::{Instance, Spine};
use crate::Checkers;
use crate::heap::{Region, Segment, State, Sym, Term};

impl Checkers {
    /// The cases of a segment beside whose way a structure begins at an address, with that structure at hand; none if there is no such segment.
    pub(crate) fn expose_beside(&self, state: &State, at: Sym) -> Option<Vec<State>> {
        let begin = state.regions.iter().find_map(|(begin, region)| match region {
            Region::Segment(segment) => self.begins_beside(segment, at).then_some(*begin),
            _ => None,
        })?;
        Some(self.unfold_turn(state, begin))
    }

    /// Whether a segment of two kinds owns what begins at an address, as its hole says: `level0(b, e)` is called beside `level1(e)`.
    pub(crate) fn begins_beside(&self, segment: &Segment, at: Sym) -> bool {
        segment.definition != segment.hole
            && segment.hole_args.iter().enumerate().any(|(index, arg)| {
                *arg == Term::of(at) && self.is_root_beside(segment.definition, segment.hole, index)
            })
    }

    /// The cases of a segment by the last node on its way that is not of the kind of its hole.
    fn unfold_turn(&self, state: &State, begin: Sym) -> Vec<State> {
        let mut rest = state.clone();
        let Some(Region::Segment(segment)) = rest.open_region(begin) else { return vec![rest] };
        let mut cases = Vec::new();
        for kind in self.reachable(segment.definition).into_iter().filter(|kind| *kind != segment.hole) {
            for rule in &self.definitions[kind].rules {
                let calls = rule.calls.iter().enumerate();
                for (call, _) in calls.filter(|(_, call)| call.definition == segment.hole) {
                    let mut state = rest.clone();
                    let node = Term::of(state.fresh());
                    let args = self.middle_args(&mut state, &segment, kind);
                    let before = Segment { to: node, hole: kind, hole_args: args.clone(), ..segment.clone() };
                    state.add_region(begin, Region::Segment(before));
                    let of =
                        Instance { definition: Some(kind), root: node, args: &args, marks: segment.marks };
                    cases.extend(self.instantiate(state, rule, of, Spine::Turn { call, segment: &segment }));
                }
            }
        }
        cases
    }
}
