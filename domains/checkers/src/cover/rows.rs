//! *points-to* for objects with runs.
//!
//! The left object is laid out in a row. Each cell and each run of the goal claims its bytes there, which must be what it says; what nothing claims is
//! left to the goal's rest. Where a run of the goal ends is often what a fact determines, as `8·i`; if nothing does it ends where the left
//! looks different.

use super::branch::Branch;
use super::goal::{Goal, Why};
use super::search::Search;
use crate::definition;
use crate::heap::lub::admits_null;
use crate::heap::{Block, Content, Element, Layout, Marks, Owned, Region, Rest, Run, Term, Tiling, Value};

impl Search<'_> {
    /// The bytes of an object of the left are what a goal says; `shift` is how far the left object's address is from the goal's.
    pub(super) fn rows(
        &mut self,
        branch: &mut Branch,
        goal: &Block,
        there: &Block,
        shift: i64,
    ) -> Result<(), Why> {
        if !self.discharge(branch) {
            return Err(Why::Fact);
        }
        let mut tiling = Tiling::of(self.left, there).ok_or(Why::Nothing)?;
        for cell in &goal.cells {
            let from = Term::constant(cell.offset.checked_add(shift).ok_or(Why::Nothing)?);
            let to = from.plus(i64::from(cell.size)).ok_or(Why::Nothing)?;
            let each = Element::slot(cell.size, Content::Value(cell.value));
            self.claim_rows(branch, &mut tiling, goal.rest, (from, to), &each)?;
        }
        if let Some(layout) = goal.runs.iter().find_map(|run| Layout::of(&run.each)) {
            tiling.assemble(self.left, &layout);
        }
        for run in &goal.runs {
            let bounds = run.from.plus(shift).zip(run.to.plus(shift));
            let (from, to) = bounds.ok_or(Why::Nothing)?;
            if let Some(begin) = branch.meaning(from) {
                self.claim_rows(branch, &mut tiling, goal.rest, (begin, to), &run.each)?;
                continue;
            }
            // It begins where something else does.
            let begins: Vec<Term> = tiling.pieces.iter().map(|piece| piece.from).collect();
            let found = begins.into_iter().find_map(|begin| {
                let (mut next, mut rows) = (branch.clone(), tiling.clone());
                let agrees = self.unify(&mut next, from, begin)
                    && self.discharge(&mut next)
                    && self.claim_rows(&mut next, &mut rows, goal.rest, (begin, to), &run.each).is_ok();
                agrees.then_some((next, rows))
            });
            (*branch, tiling) = found.ok_or(Why::Value)?;
        }
        let rest = Element::bytes(goal.rest);
        let from = tiling.pieces.first().map_or(Term::NULL, |piece| piece.from);
        for piece in &tiling.pieces {
            self.fits(branch, &rest, from, piece)?;
        }
        Ok(())
    }

    /// The rows of an object that a rule owns. What else there is in it must own nothing.
    pub(super) fn rows_of_rule(
        &mut self,
        branch: &mut Branch,
        object: &definition::Object,
        there: &Block,
        shift: i64,
        marks: Marks,
    ) -> Result<(), Why> {
        if object.rows.is_empty() {
            let owns = there.runs.iter().any(|run| run.each.owns());
            return if owns { Err(Why::Nothing) } else { Ok(()) };
        }
        if !self.discharge(branch) {
            return Err(Why::Fact);
        }
        let mut tiling = Tiling::of(self.left, there).ok_or(Why::Nothing)?;
        for row in &object.rows {
            let Run { from, to, each } = Run::of_row(row, marks);
            let (from, to) = from.plus(shift).zip(to.plus(shift)).ok_or(Why::Nothing)?;
            self.claim_rows(branch, &mut tiling, Rest::Any, (from, to), &each)?;
        }
        let owns = tiling.pieces.iter().any(|piece| piece.each.owns());
        if owns { Err(Why::Nothing) } else { Ok(()) }
    }

    /// Bytes of the left, up to what a term over variables stands for, are rows of an element. If it stands for nothing yet they go as far as
    /// they can.
    fn claim_rows(
        &mut self,
        branch: &mut Branch,
        tiling: &mut Tiling,
        rest: Rest,
        (from, to): (Term, Term),
        each: &Element,
    ) -> Result<(), Why> {
        let begin = tiling.cut(self.left, from).ok_or(Why::Nothing)?;
        let reached =
            |tiling: &Tiling, end: usize| if end == begin { from } else { tiling.pieces[end - 1].to };
        let end = if let Some(to) = branch.meaning(to) {
            let end = tiling.cut(self.left, to).filter(|end| begin <= *end).ok_or(Why::Nothing)?;
            for piece in &tiling.pieces[begin..end] {
                self.fits(branch, each, from, piece)?;
            }
            end
        } else {
            let ends = (begin..=tiling.pieces.len()).rev();
            let found = ends.into_iter().find_map(|end| {
                let mut next = branch.clone();
                let mut pieces = tiling.pieces[begin..end].iter();
                let agrees = pieces.all(|piece| self.fits(&mut next, each, from, piece).is_ok())
                    && self.unify(&mut next, to, reached(tiling, end))
                    && self.discharge(&mut next);
                agrees.then_some((next, end))
            });
            let (next, end) = found.ok_or(Why::Nothing)?;
            *branch = next;
            end
        };
        let reached = reached(tiling, end);
        // What was claimed is nobody else's matter.
        let claimed = Run { from, to: reached, each: Element::bytes(rest) };
        tiling.pieces.splice(begin..end, [claimed]);
        Ok(())
    }

    /// A piece of the left is a row of an element of the goal, whose rows begin at `from`.
    fn fits(&mut self, branch: &mut Branch, each: &Element, from: Term, piece: &Run) -> Result<(), Why> {
        let there = &piece.each;
        if self.left.is_equal(piece.from, piece.to) {
            return Ok(());
        }
        if each.is_bytes() {
            let plain = |content: &Content| match content {
                Content::Value(value) => says(each.rest, *value),
                Content::Owned(_) => false,
            };
            let slots = there.slots.iter().all(|slot| plain(&slot.content));
            let bare = !there.has_bare_bytes() || each.rest.join(there.rest) == each.rest;
            return if slots && bare { Ok(()) } else { Err(Why::Unwritten) };
        }
        let whole = |at: Term| self.left.remainder(at, from, each.stride) == Some(0);
        if !whole(piece.from) || !whole(piece.to) {
            return Err(Why::Nothing);
        }
        if each.has_bare_bytes() && each.rest.join(there.rest) != each.rest {
            return Err(Why::Unwritten);
        }
        if there.is_bytes() {
            let there = Content::Value(there.rest.value());
            return each.slots.iter().try_for_each(|slot| self.holds_content(branch, &slot.content, &there));
        }
        if each.stride != there.stride || each.slots.len() != there.slots.len() {
            return Err(Why::Nothing);
        }
        for (goal, there) in each.slots.iter().zip(&there.slots) {
            if (goal.offset, goal.size) != (there.offset, there.size) {
                return Err(Why::Nothing);
            }
            self.holds_content(branch, &goal.content, &there.content)?;
        }
        Ok(())
    }

    fn holds_content(&mut self, branch: &mut Branch, goal: &Content, there: &Content) -> Result<(), Why> {
        match (goal, there) {
            (Content::Value(Value::Known(value)), Content::Value(Value::Known(found))) => {
                if self.unify(branch, *value, *found) { Ok(()) } else { Err(Why::Value) }
            }
            (Content::Value(Value::Any), Content::Value(Value::Any | Value::Known(_)))
            | (Content::Value(Value::Uninit), Content::Value(Value::Uninit))
            | (Content::Value(Value::Unsure), Content::Value(_)) => Ok(()),
            (Content::Owned(owned), Content::Value(Value::Known(found))) => {
                let null = *found == Term::NULL;
                if null && owned.or_null {
                    return Ok(());
                }
                let somewhere = found.base.is_some_and(|base| self.available(branch, base).is_some());
                if !(somewhere || null && admits_null(&self.domain.definitions, &owned.region)) {
                    return Err(Why::Nothing);
                }
                let at = branch.import(*found);
                branch.goals.push(Goal::new(at, (*owned.region).clone()));
                Ok(())
            }
            (Content::Owned(goal), Content::Owned(there)) => self.owns_as(branch, goal, there),
            _ => Err(Why::Value),
        }
    }

    /// Whatever the left owns in each slot is what the goal owns.
    fn owns_as(&mut self, branch: &mut Branch, goal: &Owned, there: &Owned) -> Result<(), Why> {
        if there.or_null && !goal.or_null {
            return Err(Why::Nothing);
        }
        match (&*goal.region, &*there.region) {
            (Region::Checker(goal), Region::Checker(there)) if goal.definition == there.definition => {
                let same = self.same_args(branch, goal.definition, &goal.args, &there.args)
                    && self.marked(branch, goal.marks, there.marks);
                if same { Ok(()) } else { Err(Why::Value) }
            }
            // What a value is that has no name differs from slot to slot: no name stands for all of them.
            (Region::Block(goal), Region::Block(there)) if !is_named_alike(goal, there) => Err(Why::Value),
            (Region::Block(goal), Region::Block(there)) => self.points_to(branch, goal, there, 0),
            (Region::Checker(checker), Region::Block(_)) => {
                let there = self.domain.owned_as(self.left, there, checker.definition).ok_or(Why::Nothing)?;
                self.owns_as(branch, goal, &there)
            }
            _ => Err(Why::Nothing),
        }
    }
}

/// Whether each value that has a name in one block has one in the other.
fn is_named_alike(goal: &Block, there: &Block) -> bool {
    goal.cells.iter().filter(|cell| matches!(cell.value, Value::Known(_))).all(|cell| {
        let found = there.cell(cell.offset - goal.start + there.start, cell.size);
        found.map_or(there.rest == Rest::Zero, |found| matches!(found.value, Value::Known(_)))
    })
}

/// Whether a rest says of bytes what a value is.
fn says(rest: Rest, value: Value) -> bool {
    matches!(
        (rest, value),
        (Rest::Unsure, _)
            | (Rest::Any, Value::Any | Value::Known(_))
            | (Rest::Uninit, Value::Uninit)
            | (Rest::Zero, Value::Known(Term::NULL))
    )
}
