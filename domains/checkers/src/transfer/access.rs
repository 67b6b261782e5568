//! Finding the bytes a place names.
//!
//! A place leads to an address; what lies there is brought to light by `rearrange`. What cannot be found is an error that may
//! happen: the checks it would break are opened.

use engine::{Checks, Cursor, Outcome};
use ir::{Base, Operand, Place, Step};
use logic::Form;
use model::Rule;

use super::lost;
use super::rearrange::Rearranged;
use super::streams::is_opened;
use crate::Checkers;
use crate::heap::{Origin, Root, State, Sym, Term, Value};

/// How often one access may unfold.
const FUEL: u32 = 8;

/// Where an access ends up.
pub(super) enum Spot {
    /// At these bytes of an object.
    Bytes(Sym, i64),
    /// At these bytes of an object that has runs, or at an offset that is not constant.
    Within(Sym, Term),
    /// Somewhere; it was reported.
    Nowhere,
}

impl Spot {
    /// The object and how far into it, if that is known.
    pub(super) fn place(&self) -> Option<(Sym, Term)> {
        match *self {
            Self::Bytes(base, offset) => Some((base, Term::constant(offset))),
            Self::Within(base, offset) => Some((base, offset)),
            Self::Nowhere => None,
        }
    }
}

/// What is to be done there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    Read,
    Write,
    /// Writing to a variable by its name, which is how one of `const` type gets its first value.
    Begin,
}

impl Checkers {
    /// The bytes of a place, in each case of what is unfolded on the way.
    pub(super) fn locate(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        place: &Place,
        size: &Form,
        access: Access,
        out: &mut Checks,
    ) -> Outcome<Vec<(State, Spot)>> {
        let base = match place.base {
            Base::Slot(slot) => match state.root(Root::Slot(slot)) {
                Some(value) => value,
                None => return lost(at, "a variable is used that is not in scope"),
            },
            Base::Global(global) => Value::of(self.global(at.program, &mut state, global)),
            Base::Pointer(pointer) => {
                if !self.is_usable(at, &state, pointer, out) {
                    return Ok(Vec::new());
                }
                self.operand(at, &mut state, pointer)
            }
        };
        let Value::Known(pointer) = base else {
            self.say_unknown(at, place, &state, None, out);
            return Ok(vec![(state, Spot::Nowhere)]);
        };
        let Some(offset) = self.offset(at, &mut state, place, out) else { return Ok(Vec::new()) };
        let by_name = matches!(place.base, Base::Slot(_)) && access == Access::Write;
        let access = if by_name { Access::Begin } else { access };
        let mut found = Vec::new();
        let held = state.hold(pointer);
        let mut todo = vec![(state, FUEL)];
        while let Some((mut state, fuel)) = todo.pop() {
            let pointer = state.root(held).and_then(Value::term).unwrap_or(Term::NULL);
            let cases = match self.rearrange(&state, pointer, fuel) {
                Rearranged::Exposed(base, inside) => {
                    state.take_root(held);
                    let by_library = at.program.functions[at.point.function].role == ir::Role::Model;
                    if !by_library && is_opened(at, &state, Term::of(base)) {
                        return lost(at, "it is looked into a stream, of which nothing is known");
                    }
                    let place_in = inside.add_scaled(1, &offset);
                    let place_in = place_in.unwrap_or_else(|| Form::of(state.fresh().dim()));
                    let spot = self.in_bounds(at, &mut state, base, &place_in, size, access, out);
                    found.extend(spot.map(|spot| (state, spot)));
                    continue;
                }
                Rearranged::Fault => {
                    state.take_root(held);
                    if self.say_unknown(at, place, &state, Some(pointer), out) {
                        found.push((state, Spot::Nowhere));
                    }
                    continue;
                }
                Rearranged::Cases(cases) => cases,
            };
            todo.extend(cases.into_iter().rev().map(|case| (case, fuel - 1)));
        }
        Ok(found)
    }

    /// Reports a pointer that leads to no object. Whether the program may go on.
    fn say_unknown(
        &self,
        at: &Cursor<'_>,
        place: &Place,
        state: &State,
        pointer: Option<Term>,
        out: &mut Checks,
    ) -> bool {
        let name = match place.base {
            Base::Pointer(Operand::Local(local)) => at.body().locals[local].name.as_deref(),
            _ => None,
        };
        let name = name.map_or("the pointer".to_owned(), |name| format!("`{name}`"));
        match pointer {
            Some(Term { base: None, .. }) => {
                out.open(Rule::NullDeref, format!("{name} is null here"));
                false
            }
            Some(Term { base: Some(base), .. }) if state.is_dead(base) => {
                out.open(Rule::UseAfterFree, format!("{name} points to memory that is no longer alive"));
                false
            }
            _ => {
                if !pointer.is_some_and(|pointer| self.proves_ne(state, pointer, Term::NULL)) {
                    out.open(Rule::NullDeref, format!("{name} may be null: nothing is known of it"));
                }
                out.open(Rule::UseAfterFree, format!("{name} may dangle: nothing is known of it"));
                out.open(Rule::OutOfBounds, format!("{name} may point anywhere: nothing is known of it"));
                true
            }
        }
    }

    /// How far a place is from its base; checks the bounds of the arrays on the way.
    pub(super) fn offset(
        &self,
        at: &Cursor<'_>,
        state: &mut State,
        place: &Place,
        out: &mut Checks,
    ) -> Option<Form> {
        let mut offset = Form::constant(i128::from(place.offset));
        for step in &place.path {
            let Step::Index { index, stride, len } = step else { continue };
            if !self.is_usable(at, state, *index, out) {
                return None;
            }
            let value = self.operand(at, state, *index);
            let form = match value {
                Value::Known(term) => term.form(),
                _ => Form::of(state.fresh().dim()),
            };
            if let Some(len) = len {
                let inside = self.least(state, &form).is_some_and(|least| least >= 0)
                    && self.greatest(state, &form).is_some_and(|greatest| greatest < i128::from(*len));
                if !inside {
                    out.open(Rule::OutOfBounds, "the index may be outside of the array");
                    if form.as_constant().is_some() {
                        return None;
                    }
                }
            }
            if matches!(index, Operand::Local(_)) {
                // What is too large for the sum may be anywhere: the bounds then cannot be shown.
                let stride = i64::try_from(*stride).ok();
                let sum = stride.and_then(|stride| offset.add_scaled(stride, &form));
                offset = sum.unwrap_or_else(|| Form::of(state.fresh().dim()));
            }
        }
        Some(offset)
    }

    #[expect(clippy::too_many_arguments, reason = "an access, what it is made to, and where it is reported")]
    fn in_bounds(
        &self,
        at: &Cursor<'_>,
        state: &mut State,
        base: Sym,
        offset: &Form,
        size: &Form,
        access: Access,
        out: &mut Checks,
    ) -> Option<Spot> {
        let block = state.block(base)?;
        if access == Access::Write
            && let Origin::Fixed(function, slot) = block.origin
            && let Some(body) = at.program.functions[function].body.as_ref()
        {
            let exact = |form: &Form| form.as_constant().or_else(|| state.pure.constant(form));
            let begin = exact(offset).and_then(|offset| u64::try_from(offset - i128::from(block.start)).ok());
            let bytes = exact(size).and_then(|size| u64::try_from(size).ok());
            if begin.zip(bytes).is_none_or(|(begin, bytes)| body.slots[slot].is_fixed(begin, bytes)) {
                out.open(Rule::OutOfBounds, "the pointer may lead to memory that must not be written");
                // Where it is not known which bytes are written, the program may go on.
                begin.and(bytes).is_none().then_some(())?;
            }
        }
        if let Origin::Code(_) = block.origin {
            out.open(Rule::OutOfBounds, "this is the address of a function, not of data");
            return None;
        }
        if let Origin::Global(global) = block.origin
            && access == Access::Write
            && super::operand::is_constant(at.program, global)
        {
            out.open(Rule::OutOfBounds, "the pointer leads to memory that must not be written");
            return None;
        }
        let start = Form::constant(i128::from(block.start));
        // start <= offset, offset + size <= start + extent
        let before = offset.add_scaled(-1, &start);
        let behind = start.add_scaled(1, &block.size.form());
        let behind = behind.and_then(|form| form.add_scaled(-1, offset)?.add_scaled(-1, size));
        let (Some(before), Some(behind)) = (before, behind) else {
            out.open(Rule::OutOfBounds, "the access may be outside of the object");
            let anywhere = state.fresh();
            return Some(Spot::Within(base, Term::of(anywhere)));
        };
        let holds = |state: &State, form: &Form| state.least(form).is_some_and(|least| least >= 0);
        if !holds(state, &before) || !holds(state, &behind) {
            let definite =
                before.as_constant().is_some_and(|v| v < 0) || behind.as_constant().is_some_and(|v| v < 0);
            // Beside a part other parts may be, of which this state need not even know.
            if block.origin == Origin::Part {
                out.open(Rule::OutOfBounds, "the access may be outside of the block");
                return Some(Spot::Nowhere);
            }
            let may = if definite { "is" } else { "may be" };
            out.open(Rule::OutOfBounds, format!("the access {may} outside of the object"));
            // Where the program goes on the access was inside.
            if definite || !state.pure.guard_ge(&before) || !state.pure.guard_ge(&behind) {
                return None;
            }
        }
        let exact = offset.as_constant().or_else(|| state.pure.constant(offset));
        match exact.and_then(|offset| i64::try_from(offset).ok()) {
            Some(offset) if state.block(base)?.runs.is_empty() => Some(Spot::Bytes(base, offset)),
            Some(offset) => Some(Spot::Within(base, Term::constant(offset))),
            None => Some(Spot::Within(base, self.offset_term(state, base, offset))),
        }
    }

    /// The least value of a sum.
    pub(crate) fn least(&self, state: &State, form: &Form) -> Option<i128> {
        state.least(form)
    }

    /// The greatest value of a sum.
    pub(crate) fn greatest(&self, state: &State, form: &Form) -> Option<i128> {
        state.greatest(form)
    }
}
