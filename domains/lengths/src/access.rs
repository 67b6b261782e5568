//! What a memory access touches.

use engine::{Checks, Cursor, Lost, Outcome};
use ir::{Base, Operand, Place, Step};
use logic::Linear;
use model::Rule;

use crate::Lengths;
use crate::links::Target;
use crate::names::{FamilyId, Object, Root, RootId};
use crate::operand::Held;
use crate::start::{is_constant, is_unchanged};
use crate::state::{Contents, Ends, Extent, State, Value};

/// What an access touches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spot {
    /// The link of the cell a variable points to.
    Link(FamilyId, RootId),
    /// Another part of that cell: a field, or no field exactly.
    Field(FamilyId, RootId, Option<usize>),
    /// Some part of that cell, perhaps the link.
    InCell(FamilyId, RootId),
    /// Bytes of an object: offset and size.
    Part(Object, i64, u8),
    /// Some bytes of an object.
    Within(Object),
    /// Anything.
    Unknown,
}

impl Lengths {
    pub(crate) fn lost<T>(&self, at: &Cursor<'_>, why: &str) -> Outcome<T> {
        Err(Lost { span: at.span(), why: why.into() })
    }

    /// What a place is in a state; `None` if the access is an error for sure.
    pub(crate) fn spot(
        &self,
        at: &Cursor<'_>,
        state: &State,
        place: &Place,
        size: u64,
        write: bool,
        out: &mut Checks,
    ) -> Option<Spot> {
        let (held, base) = match place.base {
            Base::Slot(slot) => {
                let object = Object::Slot(at.point.function, slot);
                (Held::new(Value::Object(object, 0)), None)
            }
            Base::Global(global) => (Held::new(Value::Object(Object::Global(global), 0)), None),
            Base::Pointer(pointer) => (self.held(at, state, pointer), Some(pointer)),
        };
        let tell = |out: &mut Checks, rule: Rule, what: &str| {
            if out.is_listening() {
                let name = base.and_then(|pointer| self.operand_name(at, pointer));
                let name = name.map_or("the pointer".to_owned(), |name| format!("`{name}`"));
                out.open(rule, format!("{name} {what}"));
            }
        };
        if !self.is_usable(&held, out) {
            return None;
        }
        match held.value {
            Value::Null => {
                tell(out, Rule::NullDeref, "is null here");
                None
            }
            Value::Freed => {
                tell(out, Rule::UseAfterFree, "points to memory that is no longer alive");
                None
            }
            Value::Code(_) | Value::Int | Value::Known(_) | Value::Uninit => {
                tell(out, Rule::OutOfBounds, "does not point to data");
                None
            }
            // A pointer that may be null is resolved before it is followed.
            Value::Any { .. } | Value::Unclaimed(..) | Value::List(_) => {
                tell(out, Rule::NullDeref, "may be null: nothing is known of it");
                tell(out, Rule::UseAfterFree, "may dangle: nothing is known of it");
                tell(out, Rule::OutOfBounds, "may point anywhere: nothing is known of it");
                Some(Spot::Unknown)
            }
            Value::Cell(family, start) => {
                let root = held.root?;
                let shape = self.names.family(family);
                let fixed = self.offset(at, state, place, start, size, shape.size, out)?;
                Some(match fixed {
                    None => Spot::InCell(family, root),
                    Some(offset) => {
                        let (offset, pointer) = (offset as u64, u64::from(at.program.target.pointer_bytes));
                        if offset == shape.link && size == pointer && place.bits.is_none() {
                            Spot::Link(family, root)
                        } else if offset < shape.link + pointer && shape.link < offset + size {
                            Spot::InCell(family, root)
                        } else {
                            let field = shape
                                .fields
                                .iter()
                                .position(|field| (field.offset, field.size) == (offset, size));
                            Spot::Field(family, root, field.filter(|_| place.bits.is_none()))
                        }
                    }
                })
            }
            Value::Object(object, start) => {
                let Some(extent) = self.extent_of(at.program, state, object) else {
                    tell(out, Rule::UseAfterFree, "points to memory that is no longer alive");
                    return None;
                };
                if write && self.is_read_only(at, object) {
                    tell(out, Rule::OutOfBounds, "points to memory that must not be written");
                    return None;
                }
                let fixed = self.offset(at, state, place, start, size, extent.size, out)?;
                // By its name an object of `const` type is given its first value.
                if write
                    && base.is_some()
                    && let Some(ranges) = fixed_bytes(at.program, object)
                {
                    let offset = fixed.and_then(|offset| u64::try_from(offset).ok());
                    if offset.is_none_or(|offset| ir::is_fixed(ranges, offset, size)) {
                        tell(out, Rule::OutOfBounds, "may point to memory that must not be written");
                        // Where it is not known which bytes are written, the program may go on.
                        offset.is_none().then_some(())?;
                    }
                }
                Some(match fixed {
                    Some(offset) if place.bits.is_none() && size <= 16 => {
                        Spot::Part(object, offset, size as u8)
                    }
                    _ => Spot::Within(object),
                })
            }
        }
    }

    /// An object's extent, if it is alive. What cannot change is in no state.
    pub(crate) fn extent_of(&self, program: &ir::Program, state: &State, object: Object) -> Option<Extent> {
        state.extent(object).or_else(|| match object {
            Object::Global(global) if is_constant(&program.globals[global]) => {
                Some(Extent { object, size: program.globals[global].size, contents: Contents::Any })
            }
            _ => None,
        })
    }

    fn is_read_only(&self, at: &Cursor<'_>, object: Object) -> bool {
        matches!(object, Object::Global(global) if at.program.globals[global].read_only)
    }

    /// Checks that an access stays within an object and within the arrays on its path. The offset if
    /// it is known; outer `None` if it is outside for sure.
    #[allow(clippy::too_many_arguments, clippy::option_option)]
    fn offset(
        &self,
        at: &Cursor<'_>,
        state: &State,
        place: &Place,
        start: i64,
        size: u64,
        limit: u64,
        out: &mut Checks,
    ) -> Option<Option<i64>> {
        const OUTSIDE: &str = "the access may be outside of the object";
        let mut offset = Some(Linear::constant(start.checked_add(place.offset)?));
        for step in &place.path {
            let Step::Index { index, stride, len } = step else { continue };
            let held = self.held(at, state, *index);
            if !self.is_usable(&held, out) {
                return None;
            }
            if let Some(len) = len {
                let inside = held.number.as_ref().is_some_and(|index| {
                    let low = state.numbers.minimum(index).is_some_and(|low| low >= 0);
                    low && state.numbers.maximum(index).is_some_and(|high| high < *len as i64)
                });
                if !inside {
                    out.open(Rule::OutOfBounds, "the index may be outside of the array");
                }
            }
            if matches!(index, Operand::Local(_)) {
                offset = offset
                    .zip(held.number)
                    .and_then(|(offset, index)| offset.add_scaled(i64::try_from(*stride).ok()?, &index));
            }
        }
        let Some(offset) = offset else {
            out.open(Rule::OutOfBounds, OUTSIDE);
            return Some(None);
        };
        let last = limit as i64 - size as i64;
        let (low, high) = (state.numbers.minimum(&offset), state.numbers.maximum(&offset));
        if low.is_some_and(|low| low > last) || high.is_some_and(|high| high < 0) {
            out.open(Rule::OutOfBounds, "the access is outside of the object");
            return None;
        }
        if low.is_none_or(|low| low < 0) || high.is_none_or(|high| high > last) {
            out.open(Rule::OutOfBounds, OUTSIDE);
        }
        Some(low.filter(|low| Some(*low) == high))
    }

    /// The value of an object's bytes.
    pub(crate) fn part(
        &self,
        at: &Cursor<'_>,
        state: &State,
        spot: (Object, i64, u8),
        ty: ir::TypeId,
    ) -> Held {
        let (object, offset, size) = spot;
        let root = self.names.root(Root::Part(object, offset, size));
        let types = &at.program.types;
        let held = if state.get(root).is_some() {
            self.held_by(state, root)
        } else if self.overlapping(state, object, offset, i64::from(size)).next().is_some() {
            Held::new(Value::Any { written: false })
        } else {
            match self.extent_of(at.program, state, object).map(|extent| extent.contents) {
                Some(Contents::Any) if is_unchanged(at.program, object) => {
                    self.initial_part(at.program, (object, offset, size), ty)
                }
                Some(Contents::Uninit) => Held::new(Value::Uninit),
                Some(Contents::Zero) if types.is_pointer(ty) => Held::new(Value::Null),
                Some(Contents::Zero) if types.integer(ty).is_some() => Held::int(Linear::constant(0)),
                Some(Contents::Zero | Contents::Any) => Held::new(Value::ANY),
                Some(Contents::Unsure) | None => Held::new(Value::Any { written: false }),
            }
        };
        // Bytes read as another type than they were written.
        let fits = match held.value {
            Value::Int => {
                types.integer(ty).is_some()
                    && !types.is_pointer(ty)
                    && held.number.as_ref().is_some_and(|number| self.fits(state, types, number, ty))
            }
            Value::Uninit | Value::Any { .. } => true,
            _ => types.is_pointer(ty),
        };
        if fits { held } else { Held::new(Value::ANY) }
    }

    /// The known parts that share bytes with a range.
    fn overlapping<'s>(
        &'s self,
        state: &'s State,
        object: Object,
        offset: i64,
        size: i64,
    ) -> impl Iterator<Item = RootId> + 's {
        state.env.iter().map(|(root, _)| *root).filter(move |root| {
            matches!(self.names.root_of(*root), Root::Part(holder, start, len)
                if holder == object && start < offset + size && offset < start + i64::from(len))
        })
    }

    /// The values of a range of an object's bytes are not known any more.
    pub(crate) fn blur(
        &self,
        state: &mut State,
        object: Object,
        offset: i64,
        size: i64,
        but: Option<RootId>,
        out: &mut Checks,
    ) {
        let roots: Vec<RootId> = self.overlapping(state, object, offset, size).collect();
        for root in roots.into_iter().filter(|root| Some(*root) != but) {
            self.clear_reporting(state, root, out);
            state.put(root, Value::Any { written: false });
        }
    }

    /// Writes a value. The states after it.
    pub(crate) fn write(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        spot: Spot,
        held: &Held,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        match spot {
            Spot::Link(family, root) => {
                // It may be a cell that is known by other names: who reaches it would be wrong.
                if matches!(held.value, Value::Any { .. } | Value::Unclaimed(..)) {
                    return self.lost(at, "the link is set to a pointer of which nothing is known");
                }
                let target = match (held.value, held.root) {
                    (Value::Cell(of, 0), Some(to)) if of == family => Target::Cell(to),
                    (Value::List(of), Some(to)) if of == family => Target::List(to),
                    (Value::Null, _) => Target::End(Ends::NULL),
                    (Value::Freed, _) => Target::End(Ends::FREED),
                    (Value::Uninit, _) => Target::End(Ends::UNINIT),
                    _ => Target::End(Ends::ANY),
                };
                let mut states = Vec::new();
                let ready = self.before_cut(state, family, root).into_iter();
                for mut state in ready.flat_map(|state| self.before_link(state, family, target)) {
                    if self.store_link(&mut state, family, root, target) {
                        out.open(Rule::Leak, "the cells behind this one can no longer be reached");
                    }
                    states.push(state);
                }
                Ok(states)
            }
            Spot::Field(family, root, field) => {
                let mut states = self.at_cell(state, family, root);
                if field.is_some()
                    && field == self.names.family(family).back
                    && let (Value::List(_), Some(to)) = (held.value, held.root)
                {
                    states = states.into_iter().flat_map(|state| self.resolve(state, to)).collect();
                }
                let again = |state: &State| {
                    held.root.map_or(held.clone(), |to| Held {
                        number: held.number.clone(),
                        ..self.held_by(state, to)
                    })
                };
                Ok(states
                    .into_iter()
                    .map(|mut state| {
                        let held =
                            if matches!(held.value, Value::List(_)) { again(&state) } else { held.clone() };
                        self.write_field(&at.program.types, &mut state, (family, root), field, &held);
                        state
                    })
                    .collect())
            }
            Spot::InCell(..) => self.lost(at, "this may overwrite the link of a list cell"),
            Spot::Part(object, offset, size) => {
                let root = self.names.root(Root::Part(object, offset, size));
                self.blur(&mut state, object, offset, i64::from(size), Some(root), out);
                self.bind(&mut state, root, held, out);
                Ok(vec![state])
            }
            Spot::Within(object) => {
                let all = i64::MAX / 2;
                self.blur(&mut state, object, -all, 2 * all, None, out);
                if let Some(extent) = state.extent(object)
                    && extent.contents != Contents::Any
                {
                    state.add_object(Extent { contents: Contents::Unsure, ..extent });
                }
                Ok(vec![state])
            }
            Spot::Unknown => self.lost(at, "this writes through a pointer of which nothing is known"),
        }
    }
}

/// The bytes of an object that are of `const` type, if there are any.
fn fixed_bytes(program: &ir::Program, object: Object) -> Option<&[(u64, u64)]> {
    let (Object::Fixed(_, function, slot) | Object::Slot(function, slot)) = object else { return None };
    let body = program.functions[function].body.as_ref()?;
    Some(&*body.slots[slot].fixed).filter(|ranges| !ranges.is_empty())
}
