//! *points-to*: an object of the left is what a goal asks for.

use logic::{Fact, Form};

use super::branch::{Branch, Step};
use super::goal::{Goal, Why};
use super::search::Search;
use crate::definition;
use crate::heap::{Block, Marks, Origin, Region, Rest, Sym, Term, Tiling, Value};

impl Search<'_> {
    /// An object a rule owns, at a place over variables.
    pub(super) fn object(
        &mut self,
        branch: &mut Branch,
        object: &definition::Object,
        at: Term,
        term: &impl Fn(definition::Term) -> Option<Term>,
        marks: Marks,
    ) -> Result<(), Why> {
        let place = branch.meaning(at).ok_or(Why::Nothing)?;
        let base = place.base.ok_or(Why::Nothing)?;
        let (_, region) = self.available(branch, base).ok_or(Why::Nothing)?;
        let Region::Block(there) = region else { return Err(Why::Summary(base)) };
        let whole = object.body.is_none();
        let any_size = !whole || object.is_of_any_size();
        if there.start != place.offset
            || !any_size && there.size != Term::constant(object.size.cast_signed())
            || object.text.is_some() && !self.left.holds_text(there)
            || !object.texts.iter().all(|(offset, size)| {
                let from = place.offset + offset;
                self.left.holds_text_within(there, from, from.saturating_add_unsigned(*size))
            })
            || whole == (there.origin == Origin::Part)
        {
            return Err(Why::Nothing);
        }
        self.rows_of_rule(branch, object, there, place.offset, marks)?;
        match there.origin {
            Origin::Heap | Origin::Part => {}
            Origin::Code(_) => return Err(Why::Nothing),
            // What was a string of the command line is one again.
            Origin::Foreign if self.domain.is_argument(there) => {
                if marks.heap && !self.lenient {
                    return Err(Why::NotHeap);
                }
                branch.marks.heap = false;
            }
            // Whoever is given the structure may write to it.
            Origin::Fixed(..) => return Err(Why::NotHeap),
            // A variable is never taken into a structure for good: its scope may end.
            _ if marks.heap && !self.lent.contains(&base) || self.lenient => return Err(Why::NotHeap),
            _ => branch.marks.heap = false,
        }
        for cell in &object.cells {
            let value = term(cell.value).ok_or(Why::Value)?;
            let found = self.contents(branch, there, place.offset + cell.offset, cell.size);
            let found = found.ok_or(Why::Unwritten)?;
            if !self.unify(branch, value, found) {
                return Err(Why::Value);
            }
        }
        if !whole {
            let sum = object.extent().and_then(|extent| form_over(&extent, term)).ok_or(Why::Value)?;
            let size = branch.import(there.size).form();
            branch.facts.push(Fact::Eq(sum.add_scaled(-1, &size).ok_or(Why::Value)?));
            if !self.discharge(branch) {
                return Err(Why::Value);
            }
            self.footer(branch, object, there, term)?;
        }
        let written = !whole
            || object.rest.iter().all(|(offset, size)| {
                let from = place.offset + offset;
                self.is_written(there, from, from.saturating_add_unsigned(*size))
            });
        if !written {
            if marks.written && !self.lenient {
                return Err(Why::Unwritten);
            }
            branch.marks.written = false;
        }
        branch.take(base, marks.set);
        Ok(())
    }

    /// The last bytes of a node hold what its rule says.
    fn footer(
        &mut self,
        branch: &mut Branch,
        object: &definition::Object,
        there: &Block,
        term: &impl Fn(definition::Term) -> Option<Term>,
    ) -> Result<(), Why> {
        let Some(footer) = &object.footer else { return Ok(()) };
        let end = there.size.plus(there.start).ok_or(Why::Value)?;
        for cell in &footer.cells {
            let value = term(cell.value).ok_or(Why::Value)?;
            let from = end.plus(cell.offset - footer.size.cast_signed()).ok_or(Why::Value)?;
            let found = match self.left.value_at(there, from, cell.size) {
                Some(Value::Known(found)) => found,
                Some(Value::Any) => branch.anything(),
                Some(Value::Uninit | Value::Unsure) if self.domain.free_uninitialized => branch.anything(),
                _ => return Err(Why::Unwritten),
            };
            if !self.unify(branch, value, found) {
                return Err(Why::Value);
            }
        }
        Ok(())
    }

    /// Finds an object of a state.
    pub(super) fn block_goal(
        &mut self,
        mut branch: Branch,
        goal: &Goal,
        block: &Block,
        at: Term,
        left: Option<(Sym, &Region)>,
    ) -> Step {
        match left {
            Some((base, Region::Block(there))) => {
                if let Err(why) = self.points_to(&mut branch, block, there, at.offset) {
                    self.fail(&branch, Some(goal), why);
                    return Step::Fail;
                }
                branch.take(base, block.set);
                Step::One(branch)
            }
            Some(_) => {
                self.fail(&branch, Some(goal), Why::Summary(at.base.expect("there is a region")));
                Step::Fail
            }
            None => {
                self.fail(&branch, Some(goal), Why::Nothing);
                Step::Fail
            }
        }
    }

    /// An object of a state, as a goal; `shift` is how far the left block's address is from the goal's.
    pub(super) fn points_to(
        &mut self,
        branch: &mut Branch,
        goal: &Block,
        there: &Block,
        shift: i64,
    ) -> Result<(), Why> {
        if goal.start.checked_add(shift) != Some(there.start) || !self.unify(branch, goal.size, there.size) {
            return Err(Why::Nothing);
        }
        if !may_serve(goal, there) {
            return Err(if goal.origin == Origin::Foreign { Why::Nothing } else { Why::NotHeap });
        }
        if !goal.runs.is_empty() || !there.runs.is_empty() {
            return self.rows(branch, goal, there, shift);
        }
        for cell in &goal.cells {
            let offset = cell.offset.checked_add(shift).ok_or(Why::Value)?;
            // That there is a cell says that the object is so large.
            if there.cell(offset, cell.size).is_none() && !self.left.has_bytes(there, offset, cell.size) {
                return Err(Why::Nothing);
            }
            match cell.value {
                Value::Known(value) => {
                    let found = self.contents(branch, there, offset, cell.size).ok_or(Why::Unwritten)?;
                    if !self.unify(branch, value, found) {
                        return Err(Why::Value);
                    }
                }
                Value::Any if is_written(there, offset, offset + i64::from(cell.size)) => {}
                Value::Any => return Err(Why::Unwritten),
                Value::Unsure => {}
                Value::Uninit => {
                    let exact = there.cell(offset, cell.size).is_some_and(|cell| cell.value == Value::Uninit);
                    let plain = there.rest == Rest::Uninit && is_bare(there, offset, cell.size);
                    if !exact && !plain {
                        return Err(Why::Value);
                    }
                }
            }
        }
        // The bytes the goal has no cell for.
        let named = |offset: i64, size: u8| {
            goal.cells.iter().any(|cell| cell.offset.checked_add(shift) == Some(offset) && cell.size == size)
        };
        let fits = |value: Value| {
            matches!(
                (goal.rest, value),
                (Rest::Unsure, _)
                    | (Rest::Any, Value::Any | Value::Known(_))
                    | (Rest::Uninit, Value::Uninit)
                    | (Rest::Zero, Value::Known(Term::NULL))
            )
        };
        let others = there.cells.iter().filter(|cell| !named(cell.offset, cell.size));
        if !others.map(|cell| cell.value).all(fits) {
            return Err(Why::Unwritten);
        }
        if goal.rest.join(there.rest) != goal.rest && !is_covered(goal, shift, there) {
            return Err(Why::Unwritten);
        }
        Ok(())
    }

    /// What bytes of a left object hold, as a term; a value without a name gets one.
    pub(super) fn contents(&self, branch: &mut Branch, block: &Block, offset: i64, size: u8) -> Option<Term> {
        let unwritten = self.domain.free_uninitialized;
        let written = match block.cell(offset, size) {
            Some(cell) => match cell.value {
                Value::Known(term) => return Some(term),
                Value::Any => true,
                Value::Unsure | Value::Uninit => false,
            },
            None if !block.runs.is_empty() => match self.in_rows(block, offset, size)? {
                Value::Known(term) => return Some(term),
                Value::Any => true,
                Value::Unsure | Value::Uninit => false,
            },
            None if is_bare(block, offset, size) => match block.rest {
                Rest::Zero => return Some(Term::NULL),
                rest => rest.is_written(),
            },
            None => is_written(block, offset, offset + i64::from(size)),
        };
        (written || unwritten).then(|| branch.anything())
    }
}

impl Search<'_> {
    /// What bytes of an object with runs hold, if that is a value.
    fn in_rows(&self, block: &Block, offset: i64, size: u8) -> Option<Value> {
        self.left.value_at(block, Term::constant(offset), size)
    }
}

impl Search<'_> {
    /// Whether all these bytes of a left object were written for sure.
    fn is_written(&self, block: &Block, from: i64, to: i64) -> bool {
        let range = (Term::constant(from), Term::constant(to));
        is_written(block, from, to)
            || !block.runs.is_empty()
                && Tiling::of(self.left, block).is_some_and(|tiling| tiling.has_written(self.left, range))
    }
}

/// A sum of a rule's names as one of the terms they stand for.
fn form_over(sum: &definition::Form, term: &impl Fn(definition::Term) -> Option<Term>) -> Option<Form> {
    let start = Form::constant(sum.constant);
    sum.terms.iter().try_fold(start, |sum, (name, factor)| {
        sum.add_scaled(*factor, &term(definition::Term::of(*name))?.form())
    })
}

/// Whether an object comes from where one that serves for a goal may come from.
pub(super) fn may_serve(goal: &Block, there: &Block) -> bool {
    goal.origin == there.origin
        || goal.origin == Origin::Foreign
            && !matches!(there.origin, Origin::Code(_) | Origin::Part | Origin::Fixed(..))
}

/// Whether no cell overlaps these bytes.
fn is_bare(block: &Block, offset: i64, size: u8) -> bool {
    block.cells.iter().all(|cell| cell.end() <= offset || offset + i64::from(size) <= cell.offset)
}

/// Whether all these bytes were written for sure.
pub(crate) fn is_written(block: &Block, from: i64, to: i64) -> bool {
    let mut at = from;
    for cell in block.cells.iter().filter(|cell| cell.end() > from && cell.offset < to) {
        if cell.offset > at && !(block.rest.is_written() && block.runs.is_empty()) {
            return false;
        }
        if matches!(cell.value, Value::Uninit | Value::Unsure) {
            return false;
        }
        at = cell.end();
    }
    at >= to || block.rest.is_written() && block.runs.iter().all(|run| run.each.is_written())
}

/// Whether the goal's cells leave no byte of the object to its rest.
fn is_covered(goal: &Block, shift: i64, there: &Block) -> bool {
    let Some(end) = there.end() else { return false };
    let mut at = there.start;
    for cell in &goal.cells {
        if cell.offset.saturating_add(shift) > at {
            return false;
        }
        at = cell.end().saturating_add(shift);
    }
    at >= end
}
