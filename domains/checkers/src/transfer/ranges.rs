//! Ranges of bytes whose bounds are not constant: setting them, and moving them with all they hold.

use logic::Form;

use crate::Checkers;
use crate::heap::state::difference;
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
        let mut tiling = Tiling::of(state, &self.with_padding(state.block(base)?))?;
        let range = tiling.carve(state, from, to)?;
        let old: Vec<Run> =
            tiling.pieces.splice(range, [Run { from, to, each: Element::bytes(rest) }]).collect();
        tiling.put_back(state.block_mut(base)?);
        self.spill(state, &old);
        Some(())
    }

    /// Copies a range of bytes from one object to another, or within one. `None` if it is not known which parts of the objects that are.
    ///
    /// What a row owns goes with the copy: an array is mostly copied to be replaced.
    pub(super) fn copy_range(
        &self,
        state: &mut State,
        (source, start): (Sym, Term),
        (target, begin): (Sym, Term),
        size: &Form,
    ) -> Option<()> {
        let end = |state: &mut State, from: Term| {
            let end = size.add_scaled(1, &from.form())?;
            Some(self.offset_term(state, source, &end))
        };
        let (stop, end) = (end(state, start)?, end(state, begin)?);
        let moved = self.taken_range(state, source, (start, stop), begin).unwrap_or_else(|| {
            let written = self.is_written_range(state, source, (start, stop));
            let rest = if written { Rest::Any } else { Rest::Unsure };
            vec![Run { from: begin, to: end, each: Element::bytes(rest) }]
        });
        let mut tiling = Tiling::of(state, &self.with_padding(state.block(target)?))?;
        let old = if let Some(range) = tiling.carve(state, begin, end) {
            tiling.pieces.splice(range, moved).collect()
        } else {
            blur_range(state, &mut tiling, (begin, end), &moved)?;
            Vec::new()
        };
        tiling.put_back(state.block_mut(target)?);
        self.spill(state, &old);
        Some(())
    }

    /// The pieces a range of an object is made of, as they are where they begin elsewhere. What they own they leave behind as pointers of which
    /// nothing is known. `None` if the range does not begin and end where pieces can be cut.
    fn taken_range(
        &self,
        state: &mut State,
        base: Sym,
        (from, to): (Term, Term),
        begin: Term,
    ) -> Option<Vec<Run>> {
        let mut tiling = Tiling::of(state, &self.with_padding(state.block(base)?))?;
        let range = tiling.carve(state, from, to)?;
        let mut moved = tiling.pieces[range.clone()].to_vec();
        for run in &mut moved {
            for bound in [&mut run.from, &mut run.to] {
                let form = bound.form().add_scaled(1, &difference(begin, from)?)?;
                *bound = self.named(state, &form);
            }
        }
        if moved.iter().any(|run| run.each.owns()) {
            tiling.pieces[range].iter_mut().for_each(|run| run.each.disown());
            tiling.put_back(state.block_mut(base)?);
        }
        Some(moved)
    }

    /// Whether all bytes of a range were written for sure.
    pub(super) fn is_written_range(&self, state: &State, base: Sym, range: (Term, Term)) -> bool {
        let Some(tiling) = state.block(base).and_then(|block| Tiling::of(state, &self.with_padding(block)))
        else {
            return false;
        };
        tiling.has_written(state, range)
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

/// The pieces of an object that a range may have bytes in common with.
fn overlapping(state: &State, tiling: &Tiling, (from, to): (Term, Term)) -> Vec<usize> {
    let apart = |piece: &Run| state.is_at_most(to, piece.from) || state.is_at_most(piece.to, from);
    (0..tiling.pieces.len()).filter(|index| !apart(&tiling.pieces[*index])).collect()
}

/// Something of these pieces was written somewhere in a range. `None` if memory would be owned by nobody.
fn blur_range(state: &State, tiling: &mut Tiling, range: (Term, Term), moved: &[Run]) -> Option<()> {
    let written = moved.iter().all(|run| run.each.is_written());
    let overlapping = overlapping(state, tiling, range);
    let owns = |run: &Run| run.each.owns();
    if moved.iter().any(owns) || overlapping.iter().any(|index| owns(&tiling.pieces[*index])) {
        return None;
    }
    for index in overlapping {
        tiling.pieces[index].each.blur(written);
    }
    Some(())
}
