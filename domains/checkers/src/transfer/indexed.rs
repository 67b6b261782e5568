//! Reading and writing at an offset that is not constant, or in an object that has runs.
//!
//! The bytes of the object are laid out in a row (`Tiling`), and the piece the access is in is found. Where several are possible the state is split,
//! if which one it is matters: pointers, and bytes that may not have been written. Numbers are read and written weakly
//! instead: what was there, or something. An element that is looked at more closely is cut out of its row; if it owns memory,
//! that gets a place of its own (*focus*, dossier on whole programs §3.2). Joins put it back (`fold::rows`).

use engine::{Cursor, Outcome};
use ir::Place;
use logic::Form;

use super::lost;
use crate::Checkers;
use crate::heap::{Content, Element, Layout, Rest, Run, State, Sym, Term, Tiling, Value};

/// An access may be in so many pieces before it is given up to say which.
const PIECES: usize = 8;

/// Bytes of an object that an access is about.
#[derive(Clone, Copy)]
pub(super) struct Bytes {
    pub(super) base: Sym,
    pub(super) offset: Term,
    pub(super) size: u8,
}

/// The pieces an access may be in.
enum Found {
    /// It is in this one, so far from the begin of one of its elements.
    In(Tiling, usize, i64),
    /// It is in one of these, or across them.
    Among(Tiling, Vec<usize>),
    /// Nothing is known of the order of the pieces.
    Somewhere,
}

impl Checkers {
    /// A term for an offset in an object: so far from one of the object's boundaries, if it is a constant distance away.
    pub(super) fn offset_term(&self, state: &mut State, base: Sym, offset: &Form) -> Term {
        if crate::cover::as_term(offset).is_none()
            && let Some(block) = state.block(base)
        {
            let bounds = block.runs.iter().flat_map(|run| [run.from, run.to]);
            let near = |bound: Term| {
                let distance = state.pure.constant(&offset.add_scaled(-1, &bound.form())?)?;
                bound.plus(i64::try_from(distance).ok()?)
            };
            if let Some(term) = bounds.into_iter().find_map(near) {
                return term;
            }
        }
        self.named(state, offset)
    }

    /// What bytes hold, in each case of where they are.
    pub(super) fn load_at(
        &self,
        at: &Cursor<'_>,
        state: State,
        bytes: Bytes,
        place: &Place,
    ) -> Vec<(State, Value)> {
        let pointer = at.program.types.is_pointer(place.ty);
        let matters = |state: &State, pieces: &[&Run]| {
            pointer
                || !pieces.iter().all(|piece| piece.each.is_written())
                || pieces.iter().any(|piece| piece.ends_string(state))
        };
        let mut found = Vec::new();
        for (state, place_in) in self.cases(state, bytes, matters) {
            match place_in {
                Found::In(tiling, index, inside) => {
                    let piece = &tiling.pieces[index];
                    match piece.each.content(inside, bytes.size) {
                        Content::Owned(_) => {
                            for (state, each, inside) in self.focus(state, bytes, tiling, index, inside) {
                                let Content::Value(value) = each.content(inside, bytes.size) else {
                                    continue;
                                };
                                found.push((state, value));
                            }
                        }
                        Content::Value(value) => {
                            let text = piece.each.is_text() && bytes.size == 1;
                            let (mut state, value) =
                                self.name_at(at, state, (bytes, place), (tiling, index, inside), value);
                            // No byte within a string is zero.
                            let possible =
                                value.term().is_none_or(|term| !text || state.guard_ne(term, Term::NULL));
                            if possible {
                                found.push((state, value));
                            }
                        }
                    }
                }
                Found::Among(tiling, among) => {
                    let written = among.iter().all(|index| tiling.pieces[*index].each.is_written());
                    found.push((state, if written { Value::Any } else { Value::Unsure }));
                }
                Found::Somewhere => found.push((state, Value::Unsure)),
            }
        }
        found
    }

    /// A value without a name gets one. If it is in an element of its own it keeps it; a struct is made one, as its members are looked at
    /// again and belong together.
    fn name_at(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        (bytes, place): (Bytes, &Place),
        (mut tiling, index, inside): (Tiling, usize, i64),
        value: Value,
    ) -> (State, Value) {
        let nameless = match value {
            Value::Any => true,
            Value::Uninit | Value::Unsure => self.free_uninitialized,
            Value::Known(_) => return (state, value),
        };
        if !nameless {
            return (state, value);
        }
        let named = self.any_of_type(at.program, &mut state, place.ty);
        let mut index = index;
        if let Some(layout) = Layout::of(&tiling.pieces[index].each)
            && let Some(from) = bytes.offset.plus(-inside)
            && let Some(range) = from.plus(layout.stride).and_then(|to| tiling.carve(&state, from, to))
        {
            index = range.start;
        }
        let piece = &mut tiling.pieces[index];
        if place.bits.is_none() && named != Value::Any && piece.is_single() && !piece.each.is_bytes() {
            piece.each.put(inside, bytes.size, Content::Value(named));
            if let Some(block) = state.block_mut(bytes.base) {
                tiling.put_back(block);
            }
        }
        (state, named)
    }

    /// Puts a value into bytes, in each case of where they are.
    pub(super) fn store_at(
        &self,
        at: &Cursor<'_>,
        state: State,
        bytes: Bytes,
        place: &Place,
        value: Value,
    ) -> Outcome<Vec<State>> {
        let written = matches!(value, Value::Known(_) | Value::Any);
        let pointer = at.program.types.is_pointer(place.ty);
        let zero = place.bits.is_none() && value == Value::Known(Term::NULL);
        let matters = |state: &State, pieces: &[&Run]| {
            let plain = pieces.iter().all(|piece| piece.each.is_written() && !piece.each.owns());
            // A string must not lose its end; another end does no harm.
            let text = pieces.iter().any(|piece| piece.each.is_text())
                && pieces.iter().any(|piece| piece.ends_string(state));
            pointer || !plain || !written || text && !zero
        };
        let mut states = Vec::new();
        for (mut state, place_in) in self.cases(state, bytes, matters) {
            let value = if place.bits.is_some() { Value::Any } else { value };
            match place_in {
                Found::In(mut tiling, index, inside) => {
                    let piece = &tiling.pieces[index];
                    let there = piece.each.content(inside, bytes.size);
                    // One more number among others, or what is there anyway.
                    let same = matches!(value, Value::Known(_)) && there == Content::Value(value);
                    let another = !pointer
                        && written
                        && !piece.is_single()
                        && there == Content::Value(Value::Any)
                        && !piece.each.is_text()
                        && !ends_string(&state, bytes, value);
                    if same || another {
                        states.push(state);
                        continue;
                    }
                    if piece.each.is_bytes() {
                        let value = if place.bits.is_some() && !piece.each.is_written() {
                            Value::Unsure
                        } else {
                            value
                        };
                        // All of the element must be bytes: its other members keep what they hold.
                        let within = |run: &Run| {
                            state.is_at_most(piece.from, run.from) && state.is_at_most(run.to, piece.to)
                        };
                        let as_member = self.new_element(at, place, bytes, piece.each.rest, value);
                        let as_member = as_member.filter(within);
                        let mut whole = tiling.clone();
                        if as_member.and_then(|run| whole.replace(&state, run)).is_some() {
                            tiling = whole;
                        } else {
                            let Some(to) = bytes.offset.plus(i64::from(bytes.size)) else {
                                return lost(at, "the offset is too large");
                            };
                            let each = Element::slot(bytes.size, Content::Value(value));
                            if tiling.replace(&state, Run { from: bytes.offset, to, each }).is_none() {
                                return lost(at, "it is not known which part of the object is written here");
                            }
                        }
                        if let Some(block) = state.block_mut(bytes.base) {
                            tiling.put_back(block);
                        }
                        states.push(state);
                        continue;
                    }
                    for (mut state, mut each, inside) in self.focus(state, bytes, tiling, index, inside) {
                        let old = each.content(inside, bytes.size).is_written();
                        let value = if place.bits.is_some() && !old { Value::Unsure } else { value };
                        each.put(inside, bytes.size, Content::Value(value));
                        let from = bytes.offset.plus(-inside);
                        let run = from.and_then(|from| Some(Run { from, to: from.plus(each.stride)?, each }));
                        if run.and_then(|run| self.put_run(&mut state, bytes.base, run)).is_none() {
                            return lost(at, "it is not known which part of the object is written here");
                        }
                        states.push(state);
                    }
                }
                Found::Among(mut tiling, among) => {
                    for index in among {
                        let each = &mut tiling.pieces[index].each;
                        if each.owns() {
                            return lost(
                                at,
                                "it is not known which of several owned pointers is overwritten here",
                            );
                        }
                        let is_zero = each.content(0, 1) == Content::Value(value) && each.is_bytes();
                        if !(zero && is_zero) {
                            each.blur(written);
                        }
                    }
                    if let Some(block) = state.block_mut(bytes.base) {
                        tiling.put_back(block);
                    }
                    states.push(state);
                }
                Found::Somewhere => {
                    return lost(at, "it is not known which part of the object is written here");
                }
            }
        }
        Ok(states)
    }

    /// The element of an array of structs that a value is written to, in bytes of which nothing else is known.
    fn new_element(
        &self,
        at: &Cursor<'_>,
        place: &Place,
        bytes: Bytes,
        rest: Rest,
        value: Value,
    ) -> Option<Run> {
        let (layout, inside) = self.records.around(&at.program.types, place)?;
        if !layout.members.contains(&(inside, bytes.size)) {
            return None;
        }
        let mut each = layout.element(rest);
        each.put(inside, bytes.size, Content::Value(value));
        let from = bytes.offset.plus(-inside)?;
        Some(Run { from, to: from.plus(layout.stride)?, each })
    }

    /// Puts a run in the place of bytes of an object.
    fn put_run(&self, state: &mut State, base: Sym, run: Run) -> Option<()> {
        let mut tiling = Tiling::of(state, &self.with_padding(state.block(base)?))?;
        tiling.replace(state, run)?;
        tiling.put_back(state.block_mut(base)?);
        Some(())
    }

    /// Where an access is. If which piece it is matters, and there are few, each is a case of its own.
    fn cases(
        &self,
        state: State,
        bytes: Bytes,
        matters: impl Fn(&State, &[&Run]) -> bool,
    ) -> Vec<(State, Found)> {
        let mut found = Vec::new();
        let mut todo = vec![(state, usize::MAX)];
        while let Some((state, before)) = todo.pop() {
            let tiling =
                state.block(bytes.base).and_then(|block| Tiling::of(&state, &self.with_padding(block)));
            let (Some(tiling), Some(end)) = (tiling, bytes.offset.plus(i64::from(bytes.size))) else {
                found.push((state, Found::Somewhere));
                continue;
            };
            let apart = |piece: &Run| {
                state.is_at_most(end, piece.from)
                    || state.is_at_most(piece.to, bytes.offset)
                    || state.is_equal(piece.from, piece.to)
            };
            let among: Vec<usize> =
                (0..tiling.pieces.len()).filter(|index| !apart(&tiling.pieces[*index])).collect();
            if let [index] = among.as_slice() {
                let piece = &tiling.pieces[*index];
                match state.remainder(bytes.offset, piece.from, piece.each.stride) {
                    Some(inside)
                        if piece.each.is_bytes() || inside + i64::from(bytes.size) <= piece.each.stride =>
                    {
                        found.push((state, Found::In(tiling, *index, inside)));
                    }
                    _ => found.push((state, Found::Among(tiling, among))),
                }
                continue;
            }
            let pieces: Vec<&Run> = among.iter().map(|index| &tiling.pieces[*index]).collect();
            if among.is_empty() {
                continue;
            }
            // A case that what is known of numbers is too weak to tell from the others is none.
            if among.len() > PIECES || among.len() >= before || !matters(&state, &pieces) {
                found.push((state, Found::Among(tiling, among)));
                continue;
            }
            // Before or behind the boundary in the middle.
            let boundary = pieces[pieces.len() / 2].from;
            let aligned = state.remainder(bytes.offset, boundary, i64::from(bytes.size)) == Some(0);
            if !aligned {
                found.push((state, Found::Among(tiling, among)));
                continue;
            }
            let sides = [(boundary, end), (bytes.offset, boundary)];
            for (larger, smaller) in sides {
                let mut case = state.clone();
                let form = crate::heap::state::difference(larger, smaller);
                if form.is_none_or(|form| case.pure.guard_ge(&form)) {
                    todo.push((case, among.len()));
                }
            }
        }
        found.reverse();
        found
    }

    /// Cuts the element an access is in out of its row. What it owns gets a place of its own, in each case of whether there is
    /// something. The element, and where in it the access is.
    fn focus(
        &self,
        state: State,
        bytes: Bytes,
        mut tiling: Tiling,
        index: usize,
        inside: i64,
    ) -> Vec<(State, Element, i64)> {
        let stride = tiling.pieces[index].each.stride;
        let bounds = bytes.offset.plus(-inside).and_then(|from| Some((from, from.plus(stride)?)));
        let Some((from, to)) = bounds else { return Vec::new() };
        let Some(range) = tiling.carve(&state, from, to) else { return Vec::new() };
        let piece = range.start;
        let mut cases = vec![(state, tiling.pieces[piece].each.clone())];
        for slot in 0..tiling.pieces[piece].each.slots.len() {
            let mut next = Vec::new();
            for (mut state, mut each) in cases {
                let Content::Owned(owned) = each.slots[slot].content.clone() else {
                    next.push((state, each));
                    continue;
                };
                if owned.or_null {
                    let mut each = each.clone();
                    each.slots[slot].content = Content::Value(Value::Known(Term::NULL));
                    next.push((state.clone(), each));
                }
                let sym = state.fresh();
                state.add_region(sym, (*owned.region).clone());
                each.slots[slot].content = Content::Value(Value::of(sym));
                next.push((state, each));
            }
            cases = next;
        }
        let mut found = Vec::new();
        for (mut state, each) in cases {
            let mut tiling = tiling.clone();
            tiling.pieces[piece].each = each.clone();
            if let Some(block) = state.block_mut(bytes.base) {
                tiling.put_back(block);
            }
            found.push((state, each, inside));
        }
        found
    }
}

/// Whether a value is one that ends a string.
fn ends_string(state: &State, bytes: Bytes, value: Value) -> bool {
    bytes.size == 1 && value.term().is_some_and(|term| state.is_equal(term, Term::NULL))
}
