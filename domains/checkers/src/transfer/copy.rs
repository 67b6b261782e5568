//! Bytes that move with all they hold: copies, and structs that are passed to functions or given back.

use engine::{Checks, Cursor, Outcome};
use ir::{Operand, Overlap, Place};
use logic::Form;
use model::Rule;
use smallvec::SmallVec;

use super::access::{Access, Spot};
use super::lost;
use super::memory::{MANY, put_rest};
use crate::Checkers;
use crate::heap::state::difference;
use crate::heap::{Block, Cell, Origin, Region, Rest, Root, State, Sym, Term};

/// More bytes between members are not looked at one by one.
const HOLES: usize = 64;

impl Checkers {
    /// Copies bytes with all they hold.
    pub(super) fn copy(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        (to, from): (&Place, &Place),
        (size, overlap): (Operand, Overlap),
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let Some((size, bytes)) = self.byte_count(at, &mut state, size, out) else { return Ok(Vec::new()) };
        let mut states = Vec::new();
        for (state, source) in self.locate(at, state, from, &size, Access::Read, out)? {
            let Some((source, start)) = source.place() else {
                return lost(at, "it is not known what is copied here");
            };
            let mut state = state;
            let held = (state.hold(Term::of(source)), state.hold(start));
            for (mut state, target) in self.locate(at, state, to, &size, Access::Write, out)? {
                let start = state.release(held.1);
                let source = state.release(held.0);
                let Some((target, begin)) = target.place() else {
                    return lost(at, "it is not known where this copies to");
                };
                // The object may be known by another place in it now.
                let Some(from) = source.base else { continue };
                let Some(start) = start.plus(source.offset) else { continue };
                if overlap == Overlap::Exact
                    && !self.is_apart_or_same(&state, (from, start), (target, begin), &size)
                {
                    out.open(Rule::Undefined, "this may copy between ranges that overlap");
                    if self.surely_overlap(&state, (from, start), (target, begin), &size) {
                        continue;
                    }
                }
                let few = bytes.filter(|bytes| *bytes <= MANY);
                let fixed = start.base.is_none() && begin.base.is_none();
                let (whole, there) = (state.block(from), state.block(target));
                let plain =
                    [whole, there].iter().all(|block| block.is_some_and(|block| block.runs.is_empty()));
                if let Some(bytes) = few.filter(|_| fixed && plain) {
                    let Some(block) = whole else { continue };
                    let block = self.with_padding(block);
                    let Some(cells) = cells_within(&block, start.offset, bytes, begin.offset) else {
                        return lost(at, "a part of a value is copied here");
                    };
                    let rest = block.rest;
                    let Some(block) = state.block_mut(target) else { continue };
                    put_bytes(block, begin.offset, bytes, &cells, rest);
                } else if self.copy_range(&mut state, (from, start), (target, begin), &size).is_none() {
                    return lost(at, "it is not known which parts of the objects are copied here");
                }
                states.push(state);
            }
        }
        Ok(states)
    }

    /// Whether two ranges of so many bytes are apart for sure, or the same.
    fn is_apart_or_same(&self, state: &State, one: (Sym, Term), two: (Sym, Term), size: &Form) -> bool {
        if one.0 != two.0 {
            // Parts of one object are apart only if what is copied does not go beyond them, which was looked at.
            return true;
        }
        let Some(distance) = difference(one.1, two.1) else { return false };
        let at_least = |form: Option<Form>| {
            form.is_some_and(|form| {
                self.least(state, &form).is_some_and(|least| least >= 0) || state.pure.proves_ge(&form)
            })
        };
        state.pure.proves_eq(&distance)
            || at_least(distance.add_scaled(-1, size))
            || at_least(distance.negated().and_then(|back| back.add_scaled(-1, size)))
    }

    fn surely_overlap(&self, state: &State, one: (Sym, Term), two: (Sym, Term), size: &Form) -> bool {
        let known = |form: Form| form.as_constant().or_else(|| state.pure.constant(&form));
        match (difference(one.1, two.1).and_then(known), known(size.clone())) {
            (Some(distance), Some(size)) => one.0 == two.0 && distance != 0 && distance.abs() < size,
            _ => false,
        }
    }

    /// What lies between the members of a type holds nothing any more.
    pub(super) fn pad(
        &self,
        at: &Cursor<'_>,
        state: State,
        place: &Place,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let types = &at.program.types;
        let holes = types.padding(place.ty);
        let size = Form::constant(i128::from(place.size(types)));
        let mut states = Vec::new();
        for (mut state, spot) in self.locate(at, state, place, &size, Access::Write, out)? {
            let Spot::Bytes(base, offset) = spot else {
                return lost(at, "it is not known where a struct was put");
            };
            let Some(block) = state.block_mut(base) else { continue };
            let in_runs = !block.runs.is_empty();
            if holes.len() > HOLES && (in_runs || block.rest != Rest::Uninit || !block.cells.is_empty()) {
                return lost(at, "there are many bytes between members here");
            }
            let whole =
                block.start == offset && block.end() == offset.checked_add(place.size(types).cast_signed());
            if whole && !in_runs && block.rest.is_written() && types.members(place.ty).len() <= HOLES {
                // As if its members had been stored one by one.
                let rest = block.rest;
                for member in types.members(place.ty) {
                    let from = offset.saturating_add_unsigned(member.start);
                    let to = offset.saturating_add_unsigned(member.end);
                    let cells: Vec<(i64, i64)> =
                        block.cells.iter().map(|cell| (cell.offset.max(from), cell.end().min(to))).collect();
                    let mut begin = from;
                    for (cell, end) in cells.into_iter().filter(|(cell, end)| cell < end).chain([(to, to)]) {
                        put_rest(block, begin, cell, rest);
                        begin = end;
                    }
                }
                block.rest = Rest::Uninit;
            }
            for hole in holes.iter().take(HOLES) {
                let from = offset.saturating_add_unsigned(hole.start);
                let to = offset.saturating_add_unsigned(hole.end);
                if in_runs {
                    let range = (Term::constant(from), Term::constant(to));
                    if self.fill_range(&mut state, base, range, Rest::Uninit).is_none() {
                        return lost(at, "it is not known where a struct was put");
                    }
                    continue;
                }
                let Some(block) = state.block_mut(base) else { continue };
                block.blur(from, to);
                if block.rest != Rest::Uninit {
                    put_rest(block, from, to, Rest::Uninit);
                }
            }
            states.push(state);
        }
        Ok(states)
    }

    /// Copies a struct into an object of its own, in which it is passed to a function or given back. `None` if that is an error.
    pub(crate) fn copied(
        &self,
        at: &Cursor<'_>,
        state: State,
        place: &Place,
        out: &mut Checks,
    ) -> Outcome<Option<(State, Sym)>> {
        let bytes = place.size(&at.program.types).cast_signed();
        let size = Form::constant(i128::from(bytes));
        let mut found = self.locate(at, state, place, &size, Access::Read, out)?;
        let Some((mut state, spot)) = found.pop() else { return Ok(None) };
        let (Spot::Bytes(base, start), true) = (spot, found.is_empty()) else {
            return lost(at, "it is not known which struct is passed here");
        };
        let Some(source) = state.block(base) else { return Ok(None) };
        let source = self.with_padding(source);
        let Some(cells) = cells_within(&source, start, bytes, 0) else {
            return lost(at, "a part of a value is passed here");
        };
        let (size, rest) = (Term::constant(bytes), source.rest);
        let block = Block { cells, ..Block::new(size, Origin::Passing, rest) };
        let object = state.fresh();
        state.add_region(object, Region::Block(block));
        Ok(Some((state, object)))
    }

    /// Puts a struct that a function gave back into its place.
    pub(crate) fn receive(
        &self,
        at: &Cursor<'_>,
        state: State,
        place: &Place,
        result: Root,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let bytes = place.size(&at.program.types).cast_signed();
        let size = Form::constant(i128::from(bytes));
        let mut states = Vec::new();
        for (mut state, spot) in self.locate(at, state, place, &size, Access::Write, out)? {
            let Spot::Bytes(target, begin) = spot else {
                return lost(at, "it is not known where the result goes");
            };
            let from = state.release(result);
            let Some(source) = from.base.and_then(|base| state.block(base)) else {
                return lost(at, "it is not known what the function gave back");
            };
            let Some(cells) = cells_within(source, from.offset, bytes, begin) else {
                return lost(at, "the result has another type than the function's");
            };
            let rest = source.rest;
            let Some(block) = state.block_mut(target) else { continue };
            put_bytes(block, begin, bytes, &cells, rest);
            states.push(state);
        }
        Ok(states)
    }
}

/// The cells of a part of an object, moved so that the part begins elsewhere; `None` if one is cut, or there are runs.
fn cells_within(block: &Block, start: i64, bytes: i64, begin: i64) -> Option<SmallVec<[Cell; 4]>> {
    if !block.runs.is_empty() {
        return None;
    }
    let end = start.checked_add(bytes)?;
    let shared = block.cells.iter().filter(|cell| cell.end() > start && cell.offset < end);
    let moved = |cell: &Cell| {
        let whole = cell.offset >= start && cell.end() <= end;
        whole.then(|| Cell { offset: cell.offset - start + begin, ..*cell })
    };
    shared.map(moved).collect()
}

/// Replaces a part of an object by cells, with what a rest says between them.
fn put_bytes(block: &mut Block, begin: i64, bytes: i64, cells: &[Cell], rest: Rest) {
    let end = begin + bytes;
    block.blur(begin, end);
    if block.start == begin && block.end() == Some(end) {
        block.rest = rest;
    } else if rest != block.rest {
        let starts = std::iter::once(begin).chain(cells.iter().map(Cell::end));
        let ends = cells.iter().map(|cell| cell.offset).chain([end]);
        for (from, to) in starts.zip(ends) {
            put_rest(block, from, to, rest);
        }
    }
    for cell in cells {
        block.put(cell.offset, cell.size, cell.value);
    }
}
