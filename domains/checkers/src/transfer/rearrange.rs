//! Rearrangement (§6.1 of seed 001): what a pointer leads to is brought to light before it is accessed.
//!
//! Looked for in this order, which is that of the dossier's §3:
//!
//! - *switch*: an object at whose address, or a bounded distance from it, the pointer is proved to be. Where in a part the access is, and that it is inside, is for
//!   rule *blk*, which cuts the part there (`indexed`, `heap::tiling`);
//! - a footer right before the address (`parts::footers`);
//! - *mls1*, *mls2*: a structure that begins there is unfolded (`unfold`): one case for each rule, with and without a rest behind the first element. Cases that
//!   contradict what is known are none. *node* is what unfolding ends with: an object has its members at hand;
//! - the last element of a segment, which is unfolded backward, or a member of a structure that sets tell;
//! - *fault*: none of these.

use logic::Form;

use crate::Checkers;
use crate::heap::state::difference;
use crate::heap::{Region, State, Sym, Term};
use crate::parts::Before;

/// One step towards what a pointer leads to.
pub(super) enum Rearranged {
    /// An object, and how far the pointer is from its address.
    Exposed(Sym, Form),
    /// What must be told apart first.
    Cases(Vec<State>),
    /// Nothing is known to be there.
    Fault,
}

impl Checkers {
    /// The next step for an access through a pointer; none is taken that unfolds if there were too many already.
    pub(super) fn rearrange(&self, state: &State, pointer: Term, fuel: u32) -> Rearranged {
        let Some(base) = pointer.base else { return Rearranged::Fault };
        match self.before(state, pointer) {
            Some(Before::Part(at)) if let Some(inside) = difference(pointer, Term::of(at)) => {
                return Rearranged::Exposed(at, inside);
            }
            Some(Before::Cases(cases)) if fuel > 0 => return Rearranged::Cases(cases),
            _ => {}
        }
        if let Some((at, inside)) = self.switch(state, pointer, base) {
            return Rearranged::Exposed(at, inside);
        }
        if fuel == 0 {
            return Rearranged::Fault;
        }
        let begin = if state.region(base).is_some() {
            Some(base)
        } else {
            state.region_of(pointer).map(|(begin, _)| begin)
        };
        match begin {
            Some(begin) => Rearranged::Cases(self.mls(state, begin)),
            None => self.expose(state, base).map_or(Rearranged::Fault, Rearranged::Cases),
        }
    }

    /// *switch*: the object that a pointer is known to lead to by whatever name.
    fn switch(&self, state: &State, pointer: Term, base: Sym) -> Option<(Sym, Form)> {
        match state.region(base) {
            None | Some(Region::Block(_)) => state.object_of(pointer),
            Some(_) => None,
        }
    }

    /// *mls1* and *mls2*, and their like for every other structure.
    fn mls(&self, state: &State, begin: Sym) -> Vec<State> {
        self.unfold(state, begin)
    }
}
