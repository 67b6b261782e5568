//! Places of the IR: the pointer they mean, and reading and writing through them.

use ir::{Base, Operand, Place, Step};
use model::{AccessError, Located, Rule, Value, Word};

use crate::machine::Interpreter;
use crate::repr::{Class, Repr};
use crate::stop::{Exec, Stop};

impl Interpreter<'_> {
    /// The pointer to a place. `access`: the part is going to be accessed, so indices are checked.
    pub(crate) fn place_pointer(&self, place: &Place, access: bool) -> Exec<Word> {
        let start = match place.base {
            Base::Slot(slot) => {
                let (_, slots) = self.bases();
                match self.memory.slots[slots + slot.0 as usize] {
                    Some(id) => self.memory.address_of(id),
                    None => return Err(self.dead_slot(slot)),
                }
            }
            Base::Global(global) => {
                let Some(id) = self.memory.global(global) else {
                    let name = &self.program.globals[global].name;
                    return Err(Stop::unsupported(format!("`{name}` is defined elsewhere")));
                };
                self.memory.address_of(id)
            }
            Base::Pointer(pointer) => {
                let value = self.operand(&pointer)?;
                if !value.is_defined() {
                    return Err(self.undefined(&pointer));
                }
                value.low()
            }
        };
        let mut bits = start.bits.wrapping_add(place.offset as u64);
        for step in &place.path {
            let Step::Index { index, stride, len } = step else { continue };
            let value = self.operand(index)?;
            if !value.is_defined() {
                return Err(self.undefined(index));
            }
            let number = value.bits as i128;
            if let Some(len) = len
                && access
                && self.options.inner_bounds
                && (number < 0 || number >= i128::from(*len))
            {
                return Err(self.index_error(place, number, *len));
            }
            if matches!(index, Operand::Local(_)) {
                bits = bits.wrapping_add((number as u64).wrapping_mul(*stride));
            }
        }
        Ok(Word { bits: self.truncate(bits), ..start })
    }

    pub(crate) fn truncate(&self, bits: u64) -> u64 {
        if self.memory.target().pointer_bytes == 4 { bits & 0xffff_ffff } else { bits }
    }

    /// The bytes of a place that is accessed.
    pub(crate) fn locate_place(&self, place: &Place, size: u64, write: bool) -> Exec<Located> {
        let pointer = self.place_pointer(place, true)?;
        // By its name an object of `const` type is given its first value.
        let checked = write && !matches!(place.base, Base::Slot(_));
        self.memory
            .locate(pointer, size, checked)
            .map_err(|error| self.access_error(&self.place_text(place), error, pointer, size, write))
    }

    /// Reads a scalar, bit-fields included.
    pub(crate) fn load_place(&mut self, place: &Place) -> Exec<Value> {
        let repr = self.scalar(place.ty)?;
        let size = place.size(&self.program.types);
        let at = self.locate_place(place, size, false)?;
        self.draw_unwritten(at, size as usize);
        if let Some(bits) = place.bits {
            let raw = self.memory.read_value(at, size.min(16) as usize);
            let low =
                if size > 16 { self.high_bits(at, raw, bits.start) } else { shift_right(raw, bits.start) };
            let narrow = Repr { bits: bits.width, ..repr };
            return Ok(extend(low, narrow));
        }
        let raw = self.memory.read_value(at, repr.value_bytes());
        if repr.class == Class::Bool {
            let undefined = u128::from(raw.undefined & 0xff != 0);
            if undefined == 0 && raw.bits & 0xff > 1 {
                let message = format!("{} holds a byte that is neither 0 nor 1", self.place_text(place));
                return Err(Stop::error(Rule::Undefined, message));
            }
            return Ok(Value { bits: u128::from(raw.bits != 0), undefined, provenance: None });
        }
        Ok(extend(raw, repr))
    }

    /// A bit-field of 128 bits that starts within a byte touches seventeen.
    fn high_bits(&self, at: Located, low: Value, start: u8) -> Value {
        let last = self.memory.read(Located { offset: at.offset + 16, ..at }, 1);
        let low = shift_right(low, start);
        let shift = 128 - u32::from(start);
        Value {
            bits: low.bits | u128::from(last.bits) << shift,
            undefined: low.undefined | u128::from(last.undefined) << shift,
            provenance: None,
        }
    }

    /// Writes a scalar, bit-fields included.
    pub(crate) fn store_place(&mut self, place: &Place, value: Value) -> Exec<()> {
        let repr = self.scalar(place.ty)?;
        let size = place.size(&self.program.types);
        let at = self.locate_place(place, size, true)?;
        let Some(range) = place.bits else {
            let value = if repr.class == Class::Bool {
                Value { undefined: if value.undefined & 1 == 1 { 0xff } else { 0 }, ..value }
            } else {
                value
            };
            self.memory.write_value(at, repr.value_bytes(), value);
            return Ok(());
        };
        // Byte by byte, so that the neighbours keep their bits and their definedness.
        for byte in 0..size as usize {
            let here = Located { offset: at.offset + byte, ..at };
            let old = self.memory.read(here, 1);
            let mut new = old;
            for bit in 0..8 {
                let position = byte * 8 + bit;
                let Some(source) = position.checked_sub(range.start as usize) else { continue };
                if source >= range.width as usize {
                    continue;
                }
                let mask = 1u64 << bit;
                new.bits = new.bits & !mask | ((value.bits >> source & 1) as u64) << bit;
                new.undefined = new.undefined & !mask | ((value.undefined >> source & 1) as u64) << bit;
            }
            self.memory.write(here, 1, Word { provenance: None, ..new });
        }
        Ok(())
    }

    /// The representation of a scalar type.
    pub(crate) fn scalar(&self, ty: ir::TypeId) -> Exec<Repr> {
        Repr::of(&self.program.types, ty).ok_or_else(|| {
            let name = self.program.types.display(ty);
            Stop::unsupported(format!("a value of type `{name}`"))
        })
    }

    fn index_error(&self, place: &Place, index: i128, len: u64) -> Box<Stop> {
        let text = self.place_text(place);
        let elements = if len == 1 { "1 element".to_owned() } else { format!("{len} elements") };
        Stop::error(Rule::OutOfBounds, format!("`{text}` has index {index} in an array of {elements}"))
    }

    pub(crate) fn dead_slot(&self, slot: ir::SlotId) -> Box<Stop> {
        let name = self.slot_text(slot);
        Stop::error(Rule::UseAfterFree, format!("`{name}` is used outside its scope"))
    }

    /// Checks a range that a library function is going to touch; nothing is touched if it is empty.
    pub(crate) fn locate_range(
        &self,
        subject: &str,
        pointer: Word,
        size: u64,
        write: bool,
    ) -> Exec<Option<Located>> {
        if size == 0 {
            return Ok(None);
        }
        match self.memory.locate(pointer, size, write) {
            Ok(at) => Ok(Some(at)),
            Err(error) => Err(self.access_error(subject, error, pointer, size, write)),
        }
    }

    /// What a null check of a pointer that is not accessed would say.
    pub(crate) fn null_error(&self, subject: &str, size: u64) -> Box<Stop> {
        self.access_error(subject, AccessError::Null, Word::ZERO, size, false)
    }
}

fn shift_right(value: Value, by: u8) -> Value {
    Value { bits: value.bits >> by, undefined: value.undefined >> by, provenance: None }
}

/// A raw value extended by its type's rule.
pub(crate) fn extend(value: Value, repr: Repr) -> Value {
    Value {
        bits: repr.extend_wide(value.bits),
        undefined: repr.extend_wide(value.undefined),
        provenance: value.provenance,
    }
}
