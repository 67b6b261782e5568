//! Pointers into objects, at offsets that are not constant.
//!
//! `&a[i]` is a symbol of its own, of which the pure part knows that it is `a + 8·i`. It has no region; whoever looks for the memory it points to
//! looks for the object that it is a bounded distance away from. Only arithmetic on a pointer into an object makes such a fact: comparisons
//! that could make one by coincidence are not noted (`transfer::condition`).

use logic::Form;

use super::region::Origin;
use super::state::{State, difference};
use super::value::{Sym, Term};

impl State {
    /// The object a pointer was computed from, and how far it is from the object's address.
    pub fn object_of(&self, pointer: Term) -> Option<(Sym, Form)> {
        self.region_of(pointer).filter(|(at, _)| self.block(*at).is_some())
    }

    /// The region at whose begin is the object that a pointer was computed from, and how far the pointer is from there.
    pub fn region_of(&self, pointer: Term) -> Option<(Sym, Form)> {
        let base = pointer.base?;
        if self.region(base).is_some() {
            return Some((base, Form::constant(i128::from(pointer.offset))));
        }
        if self.is_dead(base) || self.range(base).is_some() {
            return None;
        }
        let mut near = self.regions.iter().filter_map(|(at, _)| {
            let distance = difference(pointer, Term::of(*at))?;
            let bounded = self.pure.minimum(&distance).is_some() && self.pure.maximum(&distance).is_some();
            bounded.then_some((*at, distance))
        });
        // Of parts of one object several may be near: the one that it is in, if that is known.
        let first = near.next()?;
        let is_part = self.block(first.0).is_some_and(|block| block.origin == Origin::Part);
        if !is_part || self.is_in_part(first.0, pointer) {
            return Some(first);
        }
        // A structure whose nodes lie side by side begins where a part ends.
        let begins = |at: Sym, distance: &Form| self.block(at).is_none() && self.pure.proves_eq(distance);
        Some(
            near.find(|(at, distance)| self.is_in_part(*at, pointer) || begins(*at, distance))
                .unwrap_or(first),
        )
    }

    /// The regions that pointers without a region of their own point into, among some symbols.
    pub fn objects_behind(&self, syms: impl Iterator<Item = Sym>) -> Vec<Sym> {
        let bare = syms.filter(|sym| self.region(*sym).is_none());
        bare.filter_map(|sym| self.region_of(Term::of(sym))).map(|(at, _)| at).collect()
    }
}
