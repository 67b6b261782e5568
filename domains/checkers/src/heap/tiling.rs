//! The tiling of an object: all its bytes as a row of runs, without gaps.
//!
//! An object keeps what differs from its rest: cells at constant offsets, and runs. To find, cut or replace bytes at an offset that is not
//! constant, everything is laid out in a row; afterwards it is put back. Neighbours in a row have one boundary in common, and a
//! piece may be empty.
//!
//! Laying out needs the order of cells and runs, which are proved from the state's facts; so does cutting. What cannot be
//! proved is answered by `None`, and the caller must know less.

use smallvec::SmallVec;

use super::region::{Block, Cell, Region, Rest};
use super::run::{Content, Element, Run, Slot};
use super::state::{State, difference};
use super::value::{Sym, Term, Value};

/// All bytes of an object in a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tiling {
    /// The pieces, each beginning where the one before ends.
    pub pieces: Vec<Run>,
}

impl Tiling {
    /// The bytes of an object, as far as the order of its parts is known.
    pub fn of(state: &State, block: &Block) -> Option<Self> {
        let mut parts = block.runs.clone();
        for cell in &block.cells {
            let run = cell.run();
            let place = parts.iter().position(|part| state.is_at_most(run.to, part.from));
            let place = place.unwrap_or(parts.len());
            if place > 0 && !state.is_at_most(parts[place - 1].to, run.from) {
                return None;
            }
            parts.insert(place, run);
        }
        let end = block.size.plus(block.start)?;
        let mut pieces: Vec<Run> = Vec::with_capacity(2 * parts.len() + 1);
        let mut at = Term::constant(block.start);
        let gap = |from: Term, to: Term| Run { from, to, each: Element::bytes(block.rest) };
        for part in parts {
            if !state.is_equal(at, part.from) {
                pieces.push(gap(at, part.from));
            }
            at = part.to;
            pieces.push(part);
        }
        if pieces.is_empty() || !state.is_equal(at, end) {
            pieces.push(gap(at, end));
        }
        Some(Self { pieces })
    }

    /// Whether all bytes of a range were written for sure.
    pub fn has_written(&self, state: &State, (from, to): (Term, Term)) -> bool {
        let apart = |piece: &Run| state.is_at_most(to, piece.from) || state.is_at_most(piece.to, from);
        self.pieces.iter().all(|piece| apart(piece) || piece.each.is_written())
    }

    /// Puts the bytes back into their object.
    pub fn put_back(self, block: &mut Block) {
        if let [whole] = self.pieces.as_slice()
            && let Some(rest) = whole.each.as_rest()
        {
            block.rest = rest;
        }
        let (mut cells, mut runs) = (SmallVec::new(), Vec::new());
        for piece in self.pieces {
            if piece.each.as_rest() == Some(block.rest) {
                continue;
            }
            match cells_of(&piece, block.rest) {
                Some(new) => cells.extend(new),
                None => runs.push(piece),
            }
        }
        (block.cells, block.runs) = (cells, runs);
    }

    /// *forget1* of seed 001: drops pieces that are empty for sure, `blk(E, E)`.
    fn forget1(&mut self, state: &State) {
        self.pieces.retain(|piece| !state.is_equal(piece.from, piece.to));
    }

    /// Drops what is empty, and makes one of neighbours that look alike.
    fn settle(&mut self, state: &State) {
        self.forget1(state);
        let mut settled: Vec<Run> = Vec::with_capacity(self.pieces.len());
        for piece in self.pieces.drain(..) {
            match settled.last_mut() {
                Some(last) if last.each == piece.each => last.to = piece.to,
                _ => settled.push(piece),
            }
        }
        self.pieces = settled;
    }

    /// Makes an offset a boundary. The place of the piece that begins there.
    pub fn cut(&mut self, state: &State, at: Term) -> Option<usize> {
        for (index, piece) in self.pieces.iter().enumerate() {
            if state.is_equal(piece.from, at) {
                return Some(index);
            }
            if !state.is_at_most(at, piece.to) {
                continue;
            }
            if state.is_equal(piece.to, at) {
                return Some(index + 1);
            }
            if !state.is_at_most(piece.from, at)
                || state.remainder(at, piece.from, piece.each.stride) != Some(0)
            {
                return None;
            }
            let mut behind = piece.clone();
            behind.from = at;
            self.pieces[index].to = at;
            self.pieces.insert(index + 1, behind);
            return Some(index + 1);
        }
        None
    }

    /// Makes a range a row of pieces of its own, and gives their places. Pieces that are empty for sure are none of them: the first one is where the
    /// bytes of the range begin.
    pub fn carve(&mut self, state: &State, from: Term, to: Term) -> Option<std::ops::Range<usize>> {
        let begin = self.cut(state, from)?;
        let mut end = self.cut(state, to)?;
        let mut index = begin;
        while index < end && end - begin > 1 {
            let piece = &self.pieces[index];
            if state.is_equal(piece.from, piece.to) {
                self.pieces.remove(index);
                end -= 1;
            } else {
                index += 1;
            }
        }
        (begin <= end).then_some(begin..end)
    }

    /// Puts one run in the place of a range.
    pub fn replace(&mut self, state: &State, run: Run) -> Option<()> {
        let range = self.carve(state, run.from, run.to)?;
        self.pieces.splice(range, [run]);
        Some(())
    }
}

impl State {
    /// What bytes of an object hold, at an offset that need not be constant, if that is a value.
    pub fn value_at(&self, block: &Block, from: Term, size: u8) -> Option<Value> {
        let tiling = Tiling::of(self, block)?;
        let to = from.plus(size.into())?;
        let inside = |piece: &&Run| self.is_at_most(piece.from, from) && self.is_at_most(to, piece.to);
        let piece = tiling.pieces.iter().find(inside)?;
        match piece.each.content(self.remainder(from, piece.from, piece.each.stride)?, size) {
            Content::Value(value) => Some(value),
            Content::Owned(_) => None,
        }
    }

    /// Brings the runs of all objects into their simplest form.
    pub fn settle_rows(&mut self) {
        let rows = |(at, region): (&Sym, &Region)| {
            region.block().is_some_and(|block| !block.runs.is_empty()).then_some(*at)
        };
        let blocks: Vec<Sym> = self.regions.iter().filter_map(rows).collect();
        for at in blocks {
            let Some(mut tiling) = self.block(at).and_then(|block| Tiling::of(self, block)) else { continue };
            tiling.settle(self);
            if let Some(block) = self.block_mut(at) {
                tiling.put_back(block);
            }
        }
    }

    /// Notes what separation says of the bounds of runs: each ends behind its begin, before the next and within the object.
    pub fn assume_rows_in_order(&mut self) {
        let mut ordered: Vec<(Term, Term)> = Vec::new();
        for (_, region) in &self.regions {
            let Some(block) = region.block().filter(|block| !block.runs.is_empty()) else { continue };
            let mut at = Term::constant(block.start);
            for run in &block.runs {
                ordered.extend([(at, run.from), (run.from, run.to)]);
                at = run.to;
            }
            ordered.extend(block.size.plus(block.start).map(|end| (at, end)));
        }
        for (low, high) in ordered {
            if low != high
                && let Some(form) = difference(high, low)
                && !self.pure.proves_ge(&form)
            {
                self.pure.guard_ge(&form);
            }
        }
    }
}

impl Element {
    /// What its bytes are, if there is no more to say than what a rest can.
    pub fn as_rest(&self) -> Option<Rest> {
        if self.is_text() {
            return None;
        }
        let mut all = if self.has_bare_bytes() { Some(self.rest) } else { None };
        for slot in &self.slots {
            let rest = match slot.content {
                Content::Value(Value::Any) => Rest::Any,
                Content::Value(Value::Uninit) => Rest::Uninit,
                Content::Value(Value::Unsure) => Rest::Unsure,
                Content::Value(Value::Known(Term::NULL)) => Rest::Zero,
                _ => return None,
            };
            if all.is_some_and(|all| all != rest) {
                return None;
            }
            all = Some(rest);
        }
        all
    }

    /// Puts a value into bytes of it. What overlapped them is not known any more.
    pub fn put(&mut self, offset: i64, size: u8, content: Content) {
        let new = Slot { offset, size, content };
        let cut = self.slots.iter().filter(|slot| slot.offset < new.end() && offset < slot.end());
        let cut: Vec<(i64, i64, bool)> =
            cut.map(|slot| (slot.offset, slot.end(), slot.content.is_written())).collect();
        self.slots.retain(|slot| slot.end() <= offset || new.end() <= slot.offset);
        for (from, to, written) in cut {
            let value = if written { Value::Any } else { Value::Unsure };
            for byte in (from..to).filter(|byte| *byte < offset || new.end() <= *byte) {
                self.slots.push(Slot { offset: byte, size: 1, content: Content::Value(value) });
            }
        }
        self.slots.push(new);
        self.slots.sort_unstable_by_key(|slot| slot.offset);
    }
}

impl Cell {
    /// It as a run.
    pub fn run(&self) -> Run {
        let each = Element::slot(self.size, Content::Value(self.value));
        Run { from: Term::constant(self.offset), to: Term::constant(self.end()), each }
    }
}

/// The cells a run is, in an object with this rest: it has one element, at a constant offset.
fn cells_of(run: &Run, rest: Rest) -> Option<SmallVec<[Cell; 2]>> {
    if run.from.base.is_some() || !run.is_single() || run.each.has_bare_bytes() && run.each.rest != rest {
        return None;
    }
    let cell = |slot: &Slot| match slot.content {
        Content::Value(value) => Some(Cell { offset: run.from.offset + slot.offset, size: slot.size, value }),
        Content::Owned(_) => None,
    };
    run.each.slots.iter().map(cell).collect()
}
