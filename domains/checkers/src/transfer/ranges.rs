//! Ranges of bytes whose bounds are not constant: setting them, and moving them with all they hold.

use crate::Checkers;
use crate::heap::{Content, Element, Rest, Run, State, Sym, Term, Tiling};

impl Checkers {
    /// Sets a range of bytes. `None` if it is not known which parts of the object that are.
    pub(super) fn fill_range(
        &self,
        state: &mut State,
        base: Sym,
        (from, to): (Term, Term),
        rest: Rest,
    ) -> Option<()> {
        let mut tiling = Tiling::of(state, state.block(base)?)?;
        let range = tiling.carve(state, from, to)?;
        let old: Vec<Run> =
            tiling.pieces.splice(range, [Run { from, to, each: Element::bytes(rest) }]).collect();
        tiling.put_back(state.block_mut(base)?);
        self.spill(state, &old);
        Some(())
    }

    /// Runs are overwritten or gone: what they owned is memory that nothing refers to, which is reported as any other.
    pub(crate) fn spill(&self, state: &mut State, runs: &[Run]) {
        for run in runs {
            if !run.each.owns() || state.is_equal(run.from, run.to) {
                continue;
            }
            for slot in &run.each.slots {
                if let Content::Owned(owned) = &slot.content {
                    let sym = state.fresh();
                    state.add_region(sym, (*owned.region).clone());
                }
            }
        }
    }
}
