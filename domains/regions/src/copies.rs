//! Copies of whole objects, word by word where that is possible.

use ir::{Const, ConstValue, Operand, Place};
use smallvec::SmallVec;

use crate::code::{Access, Op, Source};
use crate::compile::Compiler;
use crate::configuration::Expression;
use crate::points::Target;

impl Compiler<'_> {
    /// A copy of a fixed number of bytes, word by word where that is possible.
    pub(crate) fn copy(&mut self, to: &Place, from: &Place, size: Operand, out: &mut dyn FnMut(Op)) {
        for place in [to, from] {
            if let Some(pointer) = Self::dereferenced(place) {
                out(Op::Touch { pointer });
            }
        }
        let moved: SmallVec<[_; 2]> =
            [to, from].iter().filter_map(|place| self.target(place)).map(|target| target.node).collect();
        if !moved.iter().any(|node| self.has_pointers(*node)) {
            return;
        }
        let nodes = self.lists.add_few(moved.iter().copied());
        // Whole objects are moved from place to place of one node: how many references there are is not known then.
        let (Some(offsets), Some(source), Some(goal)) =
            (self.words(from, size), self.target(from), self.target(to))
        else {
            return out(Op::Bulk { nodes, all: true });
        };
        if Self::root(to).map(|root| root.0) == Self::root(from).map(|root| root.0) || !to.is_fixed() {
            return out(Op::Bulk { nodes, all: true });
        }
        for distance in offsets {
            let (Some(read), Some(written)) =
                (self.part(from, source, distance), self.part(to, goal, distance))
            else {
                return out(Op::Bulk { nodes, all: true });
            };
            let dst = Self::COPIED;
            out(Op::Load { dst, at: self.lists.add(read) });
            out(Op::Store { at: self.lists.add(written), src: Some(dst).into() });
            out(Op::Drop { registers: self.lists.add_few([dst]) });
        }
        if moved.iter().any(|node| self.points.object(*node).marks.given) {
            out(Op::Bulk { nodes, all: false });
        }
    }

    /// The register that words are copied through.
    const COPIED: u32 = u32::MAX - 1;

    /// The distances at which pointers may lie in so many bytes from a place; `None` if that is not known.
    pub(crate) fn words(&self, place: &Place, size: Operand) -> Option<Vec<i64>> {
        let Operand::Const(Const { value: ConstValue::Int(size), .. }) = size else { return None };
        let target = self.target(place)?;
        let object = self.points.object(target.node);
        let fixed = place.is_fixed() && !object.folding.is_collapsed();
        let word = i64::from(self.program.target.pointer_bytes);
        let (start, end) = (target.offset, target.offset.checked_add(i64::try_from(size).ok()?)?);
        let inside = |offset: &i64| *offset < end && start < offset + word;
        let offsets = object.fields.iter().map(|field| field.0).filter(inside);
        let offsets: Vec<i64> = offsets.collect();
        let whole = offsets.iter().all(|offset| !object.folding.is_repeated(*offset));
        // A part of a pointer is not one.
        let cut = offsets.iter().any(|offset| *offset < start || offset + word > end);
        (fixed && whole && !cut).then(|| offsets.into_iter().map(|offset| offset - start).collect())
    }

    pub(crate) fn part(&mut self, place: &Place, target: Target, distance: i64) -> Option<Access> {
        let at = self.points.region(Target { offset: target.offset + distance, ..target });
        let (root, offset) = Self::root(place)?;
        let offset = i32::try_from(place.offset + offset + distance).ok()?;
        Some(self.access_at(at, None, Some(Expression { root, offset })))
    }

    pub(crate) fn fill(&mut self, to: &Place, size: Operand, out: &mut dyn FnMut(Op)) {
        if let Some(pointer) = Self::dereferenced(to) {
            out(Op::Touch { pointer });
        }
        let Some(target) = self.target(to) else { return };
        if !self.has_pointers(target.node) {
            return;
        }
        match self.words(to, size) {
            Some(offsets) => {
                for distance in offsets {
                    if let Some(at) = self.part(to, target, distance) {
                        out(Op::Store { at: self.lists.add(at), src: Source::NONE });
                    }
                }
                if self.points.object(target.node).marks.given {
                    out(Op::Bulk { nodes: self.lists.add_few([target.node]), all: false });
                }
            }
            None => out(Op::Bulk { nodes: self.lists.add_few([target.node]), all: true }),
        }
    }
}
