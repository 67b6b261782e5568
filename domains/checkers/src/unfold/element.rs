//! Unfolding a structure at an object that is known to be an element of a set.
//!
//! *Non-local unfolding* (section 5.1 and theorem 2 of seed 003): nothing leads to a pointer, but its value is in a set, and all of that set is
//! the roots of structures and objects of the state. Then an object begins there: it is one of these objects, or one of these structures has
//! it, which is split there (`member`; that also knows of objects beside the way to the hole). If it cannot be shown that the
//! structures cover the set, nothing is known of the pointer, and whoever reads through it reports that.

use super::member::{DEPTH, Which};
use crate::Checkers;
use crate::definition::{Item, SetAtom};
use crate::heap::{Member, Region, SetSum, State, Sym, Term};

/// A region and the addresses of the objects that begin in it.
type Place = (Sym, SetSum);

impl Checkers {
    /// The cases of where an element of a set is, with the object at hand; none if that is not known.
    pub(super) fn expose_element(&self, state: &State, at: Sym) -> Option<Vec<State>> {
        let element = Item::Point(Term::of(at));
        state.sets.point(Term::of(at))?;
        if state.is_dead(at) {
            return None;
        }
        let mut places: Vec<Place> = Vec::new();
        for (begin, region) in &state.regions {
            match region {
                Region::Block(block) if block.start == 0 => {
                    places.push((*begin, vec![(Item::Point(Term::of(*begin)), 1)]));
                }
                Region::Block(_) => {}
                _ => {
                    let heads = self.heads_of(region).into_iter().map(|heads| (*begin, heads));
                    places.extend(heads.filter(|_| self.splits(region)));
                }
            }
        }
        let covers = |places: &[&Place]| {
            let items = places.iter().flat_map(|(_, items)| items.iter().copied()).chain([(element, -1)]);
            self.proves_sets(
                state,
                &SetAtom { items: items.collect(), constant: 0, equal: false, bag: false },
            )
        };
        let mut all: Vec<&Place> = places.iter().collect();
        if !covers(&all) {
            return None;
        }
        // Where it cannot be need not be looked at.
        for n in (0..all.len()).rev() {
            let place = all.remove(n);
            if !covers(&all) {
                all.insert(n, place);
            }
        }
        let mut state = state.clone();
        let set = state.fresh_set();
        for (begin, _) in &all {
            state.join_set(*begin, set);
        }
        state.set_member(at, Member { of: set, or: None });
        Some(self.split_at(&state, at, Which::Roots, DEPTH))
    }

    fn splits(&self, region: &Region) -> bool {
        match region {
            Region::Block(_) => true,
            Region::Checker(checker) => self.can_be_split(checker.definition),
            Region::Segment(segment) => self.can_be_split(segment.definition),
        }
    }
}
