//! Statements that touch memory.

use engine::{Checks, Cursor, Outcome};
use ir::{AllocKind, LocalId, Operand, Place, TypeId, TypeKind};
use logic::Form;
use model::Rule;

use super::access::{Access, Spot};
use super::arithmetic::wrapped;
use super::indexed::Bytes;
use super::lost;
use super::streams::is_opened;
use crate::Checkers;
use crate::cover::is_written;
use crate::heap::{Block, Cell, Origin, Region, Rest, Root, State, Sym, Term, Value};

/// Copies and fills of more bytes than this keep no cells.
pub(super) const MANY: i64 = 4096;

/// How many bytes the value of a place takes up where that are not all of them.
fn held_by(at: &Cursor<'_>, place: &Place) -> Option<u64> {
    let types = &at.program.types;
    (place.bits.is_none() && types.is_float(place.ty)).then(|| types.value_size(place.ty))
}

impl Checkers {
    pub(super) fn load(
        &self,
        at: &Cursor<'_>,
        state: State,
        dst: LocalId,
        place: &Place,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let bytes = place.size(&at.program.types);
        let size = Form::constant(i128::from(bytes));
        let bytes = held_by(at, place).unwrap_or(bytes);
        let mut states = Vec::new();
        let mut read = Vec::new();
        for (mut state, spot) in self.locate(at, state, place, &size, Access::Read, out)? {
            let value = match spot {
                Spot::Bytes(base, offset) if bytes <= 16 && place.volatile => {
                    self.read(at, &mut state.clone(), (base, offset, bytes as u8), place)
                }
                Spot::Bytes(base, offset) if bytes <= 16 => {
                    self.read(at, &mut state, (base, offset, bytes as u8), place)
                }
                Spot::Bytes(base, offset) => {
                    let end = offset.saturating_add_unsigned(bytes);
                    self.unnamed(&state, base, |block| is_written(&self.with_padding(block), offset, end))
                }
                Spot::Within(base, offset) => {
                    let bytes = Bytes { base, offset, size: bytes as u8 };
                    match self.load_constant(at, &state, bytes, place) {
                        Some(cases) => read.extend(cases),
                        None => read.extend(self.load_at(at, state, bytes, place)),
                    }
                    continue;
                }
                Spot::Nowhere => Value::Unsure,
            };
            read.push((state, value));
        }
        for (mut state, value) in read {
            let value = match value {
                // A volatile object may hold anything, if it holds something.
                Value::Known(_) if place.volatile => Value::Any,
                value => value,
            };
            let value = match self.as_read(at, &state, value, place.ty) {
                Value::Any => self.any_of_type(at.program, &mut state, place.ty),
                value => value,
            };
            state.set_root(Root::Register(dst), value);
            // A pointer to the element before: it is taken out of its segment, so that it has a place of its own.
            let last = value.term().and_then(|term| term.base).filter(|base| state.region(*base).is_none());
            match last.and_then(|base| self.segment_ending_with(&state, base)) {
                Some(segment) => states.extend(self.unfold_last(&state, segment)),
                None => states.push(state),
            }
        }
        Ok(states)
    }

    /// What was stored as a number of one type and is read as one of another: the same bits may be another number. An address stays
    /// one.
    fn as_read(&self, at: &Cursor<'_>, state: &State, value: Value, ty: TypeId) -> Value {
        let types = &at.program.types;
        let (Some(term), Some((bits, signed))) = (value.term(), types.integer(ty)) else { return value };
        let form = term.form();
        if types.is_pointer(ty)
            || matches!(types.kind(ty), TypeKind::Bool)
            || self.fits(state, &form, bits, signed)
        {
            return value;
        }
        let is_number = term.base.is_none_or(|base| {
            let base = Term::of(base).form();
            state.pure.minimum(&base).is_some() && state.pure.maximum(&base).is_some()
        });
        if is_number || bits < 64 { wrapped(&form, bits, signed) } else { value }
    }

    fn unnamed(&self, state: &State, base: Sym, written: impl Fn(&Block) -> bool) -> Value {
        if state.block(base).is_some_and(written) { Value::Any } else { Value::Unsure }
    }

    /// What bytes of an object hold; a value without a name gets one.
    fn read(
        &self,
        at: &Cursor<'_>,
        state: &mut State,
        (base, offset, size): (Sym, i64, u8),
        place: &Place,
    ) -> Value {
        if let Some(value) = self.initial(at, state, base, offset, place) {
            return value;
        }
        let Some(block) = state.block(base) else { return Value::Unsure };
        let end = offset + i64::from(size);
        if place.bits.is_some() {
            // Which bits of a unit were written is not kept.
            return if is_written(block, offset, end) { Value::Any } else { Value::Unsure };
        }
        let overlaps = |cell: &&Cell| cell.offset < end && offset < cell.end();
        if block.rest == Rest::Any
            && block.origin.is_structural()
            && !block.cells.iter().any(|cell| overlaps(&cell))
            && (offset..end).any(|byte| self.is_padding(block, byte))
        {
            return Value::Unsure;
        }
        let value = match block.cells.iter().find(overlaps) {
            Some(cell) if cell.offset == offset && cell.size == size => cell.value,
            Some(_) if is_written(&self.with_padding(block), offset, end) => return Value::Any,
            Some(_) => return Value::Unsure,
            None => match block.rest {
                Rest::Zero => Value::Known(Term::NULL),
                Rest::Any | Rest::Text => Value::Any,
                Rest::Uninit => Value::Uninit,
                Rest::Unsure => Value::Unsure,
            },
        };
        let nameless = match value {
            Value::Any => true,
            Value::Uninit | Value::Unsure => self.free_uninitialized,
            Value::Known(_) => false,
        };
        if !nameless {
            return value;
        }
        let named = self.any_of_type(at.program, state, place.ty);
        if named != Value::Any
            && let Some(block) = state.block_mut(base)
        {
            block.put(offset, size, named);
        }
        named
    }

    pub(super) fn store(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        place: &Place,
        value: Operand,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let value = self.operand(at, &mut state, value);
        self.store_value(at, state, place, value, out)
    }

    /// Puts a value where a place is.
    pub(super) fn store_value(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        place: &Place,
        value: Value,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let bytes = place.size(&at.program.types);
        let size = Form::constant(i128::from(bytes));
        let bytes = held_by(at, place).unwrap_or(bytes);
        // The value follows when symbols are merged.
        let held = value.term().map(|term| state.hold(term));
        let mut states = Vec::new();
        for (mut state, spot) in self.locate(at, state, place, &size, Access::Write, out)? {
            let value = held.map_or(value, |held| Value::Known(state.release(held)));
            match spot {
                Spot::Bytes(base, offset) => {
                    let Some(block) = state.block_mut(base) else { continue };
                    let end = offset.saturating_add_unsigned(bytes);
                    if place.bits.is_some() {
                        let whole = is_written(block, offset, end);
                        block.put(offset, bytes as u8, if whole { Value::Any } else { Value::Unsure });
                    } else {
                        block.put(offset, bytes as u8, value);
                    }
                }
                Spot::Within(base, offset) => {
                    let bytes = Bytes { base, offset, size: bytes as u8 };
                    states.extend(self.store_at(at, state, bytes, place, value)?);
                    continue;
                }
                Spot::Nowhere => return lost(at, "it is not known what is written to here"),
            }
            states.push(state);
        }
        Ok(states)
    }

    pub(super) fn alloc(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        dst: LocalId,
        kind: AllocKind,
        (size, count): (Operand, Option<Operand>),
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let operands = [Some(size), count];
        if !operands.into_iter().flatten().all(|operand| self.is_usable(at, &state, operand, out)) {
            return Ok(Vec::new());
        }
        if kind == AllocKind::Alloca {
            return lost(at, "`alloca` is not modelled");
        }
        // A number that facts determine is one that definitions can name.
        let mut form = |operand: Operand| match self.operand(at, &mut state, operand) {
            Value::Known(term) => {
                let form = term.form();
                state.pure.constant(&form).map_or(form, Form::constant)
            }
            _ => Form::of(state.fresh().dim()),
        };
        let (size, count) = (form(size), count.map_or(Form::constant(1), &mut form));
        let bytes = match (size.as_constant(), count.as_constant()) {
            (Some(size), _) => {
                i64::try_from(size).ok().and_then(|size| Form::constant(0).add_scaled(size, &count))
            }
            (None, Some(count)) => {
                i64::try_from(count).ok().and_then(|count| Form::constant(0).add_scaled(count, &size))
            }
            (None, None) => None,
        };
        let Some(bytes) = bytes else {
            return lost(at, "the size of this block is a product of unknown numbers");
        };
        let bytes = self.named(&mut state, &bytes);
        let rest = if kind == AllocKind::Calloc { Rest::Zero } else { Rest::Uninit };
        let (mut states, made) = self.allocated(state, bytes, rest);
        for failed in &mut states {
            failed.set_root(Root::Register(dst), Value::Known(Term::NULL));
        }
        states.extend(made.map(|(mut state, sym)| {
            let begin = self.anchor(&mut state, sym);
            state.set_root(Root::Register(dst), Value::Known(begin));
            state
        }));
        Ok(states)
    }

    /// Lets a new block be known by the address that links will lead to; where it begins.
    fn anchor(&self, state: &mut State, sym: Sym) -> Term {
        let Some(block) = state.block_mut(sym) else { return Term::of(sym) };
        let size = block.size.base.is_none().then(|| block.size.offset.cast_unsigned());
        if let Some(anchor) = size.and_then(|size| self.anchors.get(&size).copied()) {
            block.shift(-anchor);
        }
        Term { base: Some(sym), offset: block.start }
    }

    pub(super) fn free(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        pointer: Operand,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        if !self.is_usable(at, &state, pointer, out) {
            return Ok(Vec::new());
        }
        let Value::Known(term) = self.operand(at, &mut state, pointer) else {
            return self.unknown_free(at, out);
        };
        let held = state.hold(term);
        let mut done = Vec::new();
        let mut todo = vec![(state, 8_u32)];
        while let Some((mut state, fuel)) = todo.pop() {
            let term = state.root(held).and_then(Value::term).unwrap_or(Term::NULL);
            let Some(base) = term.base else {
                state.take_root(held);
                if term.offset == 0 {
                    done.push(state);
                } else {
                    out.open(Rule::InvalidFree, "this is not the address of a heap block");
                }
                continue;
            };
            match state.region(base) {
                Some(Region::Block(block)) => {
                    let by_library = at.program.functions[at.point.function].role == ir::Role::Model;
                    if block.origin == Origin::Stream && by_library {
                        return lost(at, "a stream that is there when the program begins is closed");
                    } else if block.origin != Origin::Heap {
                        out.open(Rule::InvalidFree, "this is not a heap block");
                    } else if !by_library && is_opened(at, &state, term) {
                        out.open(Rule::InvalidFree, "this is a stream, which only `fclose` gives back");
                    } else if term.offset == block.start {
                        state.take_root(held);
                        self.end_object(&mut state, base);
                        done.push(state);
                    } else {
                        out.open(Rule::InvalidFree, "this is not the start of a heap block");
                    }
                }
                Some(_) if fuel > 0 => {
                    todo.extend(self.unfold(&state, base).into_iter().rev().map(|case| (case, fuel - 1)));
                }
                None if state.is_dead(base) => open_dead(&state, out),
                // A pointer into an object: the same one if it is where that begins.
                None if let Some((object, inside)) = state.object_of(term) => {
                    let begin = state.block(object).and_then(|block| inside.plus(-i128::from(block.start)));
                    if !begin.is_some_and(|begin| state.pure.proves_eq(&begin)) {
                        out.open(Rule::InvalidFree, "this may not be the start of a heap block");
                        return lost(at, "it is not known whether this is the start of a heap block");
                    }
                    let start = state.block(object).map_or(0, |block| block.start);
                    state.set_root(held, Value::Known(Term { base: Some(object), offset: start }));
                    todo.push((state, fuel.saturating_sub(1)));
                }
                None => match self.expose(&state, base).filter(|_| fuel > 0) {
                    Some(cases) => todo.extend(cases.into_iter().rev().map(|case| (case, fuel - 1))),
                    None => return self.unknown_free(at, out),
                },
                Some(_) => return self.unknown_free(at, out),
            }
        }
        Ok(done)
    }

    pub(super) fn unknown_free(&self, at: &Cursor<'_>, out: &mut Checks) -> Outcome<Vec<State>> {
        out.open(Rule::DoubleFree, "nothing is known of what is freed here");
        out.open(Rule::InvalidFree, "nothing is known of what is freed here");
        lost(at, "nothing is known of what is freed here")
    }

    /// Sets bytes.
    pub(super) fn fill(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        to: &Place,
        (byte, size): (Operand, Operand),
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        // Bytes set to a value that was never given are not set.
        let rest = match self.operand(at, &mut state, byte) {
            Value::Known(Term::NULL) => Rest::Zero,
            Value::Known(_) | Value::Any => Rest::Any,
            Value::Uninit => Rest::Uninit,
            Value::Unsure => Rest::Unsure,
        };
        let Some((size, bytes)) = self.byte_count(at, &mut state, size, out) else { return Ok(Vec::new()) };
        let mut states = Vec::new();
        for (mut state, spot) in self.locate(at, state, to, &size, Access::Write, out)? {
            match (spot, bytes) {
                (Spot::Bytes(base, offset), Some(bytes)) => {
                    let Some(block) = state.block_mut(base) else { continue };
                    let end = offset.saturating_add(bytes);
                    let whole = block.start == offset && block.end() == Some(end);
                    let few = whole || bytes <= MANY;
                    if few {
                        block.blur(offset, end);
                    }
                    if whole {
                        block.rest = rest;
                    } else if few && rest != block.rest {
                        put_rest(block, offset, end, rest);
                    } else if !few {
                        let range = (Term::constant(offset), Term::constant(end));
                        if self.fill_range(&mut state, base, range, rest).is_none() {
                            return lost(at, "it is not known which part of the object is set here");
                        }
                    }
                }
                (spot @ (Spot::Bytes(..) | Spot::Within(..)), _) => {
                    let (base, offset) = match spot {
                        Spot::Bytes(base, offset) => (base, Term::constant(offset)),
                        Spot::Within(base, offset) => (base, offset),
                        Spot::Nowhere => continue,
                    };
                    let to = bytes.and_then(|bytes| offset.plus(bytes));
                    let to =
                        to.or_else(|| Some(self.named(&mut state, &size.add_scaled(1, &offset.form())?)));
                    if to.and_then(|to| self.fill_range(&mut state, base, (offset, to), rest)).is_none() {
                        return lost(at, "it is not known which part of the object is set here");
                    }
                }
                (Spot::Nowhere, _) => return lost(at, "it is not known what is set here"),
            }
            states.push(state);
        }
        Ok(states)
    }

    pub(super) fn byte_count(
        &self,
        at: &Cursor<'_>,
        state: &mut State,
        size: Operand,
        out: &mut Checks,
    ) -> Option<(Form, Option<i64>)> {
        if !self.is_usable(at, state, size, out) {
            return None;
        }
        let form = match self.operand(at, state, size) {
            Value::Known(term) => term.form(),
            _ => Form::of(state.fresh().dim()),
        };
        let bytes = form.as_constant().or_else(|| state.pure.constant(&form));
        Some((form, bytes.and_then(|bytes| i64::try_from(bytes).ok())))
    }
}

/// Bytes that hold what a rest says, in an object whose own rest says something else.
pub(super) fn put_rest(block: &mut Block, from: i64, to: i64, rest: Rest) {
    let value = match rest {
        Rest::Zero => Value::Known(Term::NULL),
        Rest::Any | Rest::Text => Value::Any,
        Rest::Uninit => Value::Uninit,
        Rest::Unsure => Value::Unsure,
    };
    // Whole words where they fit: that is how they will be read.
    let mut at = from;
    while at < to {
        let word = [8_i64, 4, 2, 1].into_iter().find(|word| at % word == 0 && at + word <= to).unwrap_or(1);
        block.put(at, word as u8, value);
        at += word;
    }
}

/// What is freed is gone: a block of the heap that was freed before, or a variable, of which it is no longer known which.
pub(super) fn open_dead(state: &State, out: &mut Checks) {
    out.open(Rule::DoubleFree, "the block was freed before");
    if state.gone {
        out.open(Rule::InvalidFree, "this may have been a variable, which is gone");
    }
}
