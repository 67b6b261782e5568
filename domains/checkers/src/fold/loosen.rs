//! Forgetting the order of cursors.
//!
//! Cursors on one structure can be in many orders: as many as permutations, and more where some are equal. Where that becomes too
//! much (dossier §5.6) the structure is folded from its begin as if they were not there, and of each of them it is only
//! kept that it points to a node of the structure.

use crate::Checkers;
use crate::fold::references::References;
use crate::fold::replace::Cursors;
use crate::heap::{Origin, Region, State, Sym};

impl Checkers {
    /// Folds structures over the pointers into them, except where it matters that one is just behind another; whether there were
    /// any.
    pub(crate) fn loosen(&self, state: &mut State, kept: &[(Sym, Sym)]) -> bool {
        let mut done = false;
        while let Some(next) = self.loosen_one(state, kept) {
            *state = next;
            done = true;
        }
        if done {
            state.tidy();
        }
        done
    }

    fn loosen_one(&self, state: &State, kept: &[(Sym, Sym)]) -> Option<State> {
        budget::charge(4);
        // From within a structure only where it has no begin, as what leads back refers to it.
        let is_heap = |region: &Region| region.block().is_none_or(|block| block.origin == Origin::Heap);
        let heap = || state.regions.iter().filter(|(_, region)| is_heap(region));
        let referred = referred_to(state);
        let is_begin = |at: Sym| !referred[at.0 as usize];
        let begun = heap().any(|(at, _)| is_begin(*at));
        heap().filter(|(at, _)| !begun || is_begin(**at)).find_map(|(at, region)| {
            let candidates = match region {
                Region::Block(block) => self.candidates(state, *at, block),
                Region::Segment(segment) => smallvec::smallvec![segment.definition],
                Region::Checker(_) => return None,
            };
            // Which set a node belongs to is not kept where parts are cut and joined.
            let candidates = candidates.into_iter().filter(|id| !self.has_parts(*id));
            candidates.into_iter().find_map(|definition| {
                let params = self.definitions[definition].params.len();
                let outcome = self.find_structure(state, *at, definition, &[], true, vec![None; params])?;
                if outcome.hole.is_some() || outcome.used.len() < 2 {
                    return None;
                }
                let (mut next, mut references) = (state.clone(), References::of(state));
                let cursors = Cursors::Loosened(kept);
                let folded =
                    self.replace_by_structure(&mut next, *at, definition, &outcome, &mut references, cursors);
                (folded && next.members.len() > state.members.len()).then_some(next)
            })
        })
    }
}

/// Which symbols heap memory refers to, and not only variables.
fn referred_to(state: &State) -> Vec<bool> {
    let mut referred = vec![false; state.next as usize];
    for (_, region) in &state.regions {
        if region.block().is_none_or(|block| block.origin == Origin::Heap) {
            region.terms(|term| {
                if let Some(base) = term.base {
                    referred[base.0 as usize] = true;
                }
            });
        }
    }
    referred
}
