//! Single accesses: may this pointer be used, and what is there?

use super::object::{READ, WRITE};
use super::{Memory, Object, ObjectId, ObjectKind, Value, Word};

/// Why a pointer cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessError {
    /// It is null, or computed from null.
    Null,
    /// The object it leads to is no longer alive.
    Dead(ObjectId),
    /// It is outside the object it was derived from.
    Outside {
        /// The object.
        object: ObjectId,
        /// How far from its start.
        offset: i64,
    },
    /// It was derived from no object and leads to none.
    Wild,
    /// The object must not be written.
    ReadOnly(ObjectId),
    /// It points to a function.
    Function(ObjectId),
    /// It points to an object that is defined elsewhere.
    Unknown(ObjectId),
}

/// A range of bytes that may be accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Located {
    /// Which object, by its place in the table.
    pub index: usize,
    /// How far into it.
    pub offset: usize,
}

impl Memory {
    /// Finds the bytes an access touches, or why it must not.
    #[inline]
    pub fn locate(&self, pointer: Word, size: u64, write: bool) -> Result<Located, AccessError> {
        let need = if write { READ | WRITE } else { READ };
        if let Some(id) = pointer.provenance {
            let object = &self.objects[id.index()];
            let offset = pointer.bits.wrapping_sub(object.base);
            if object.id == id
                && object.access & need == need
                && offset <= object.size
                && size <= object.size - offset
            {
                return Ok(Located { index: id.index(), offset: offset as usize });
            }
        }
        self.locate_slowly(pointer, size, write)
    }

    #[cold]
    fn locate_slowly(&self, pointer: Word, size: u64, write: bool) -> Result<Located, AccessError> {
        let Some(id) = pointer.provenance else {
            if is_null_page(pointer.bits, self.target.pointer_bytes) {
                return Err(AccessError::Null);
            }
            let id = self.exposed_at(pointer.bits).ok_or(AccessError::Wild)?;
            return self.locate(Word::pointer(pointer.bits, id), size, write);
        };
        let Some(object) = self.live(id) else { return Err(AccessError::Dead(id)) };
        if matches!(object.kind, ObjectKind::Function(_)) {
            return Err(AccessError::Function(id));
        }
        let offset = self.signed_offset(object, pointer.bits);
        let inside = offset >= 0 && offset as u64 <= object.size && size <= object.size - offset as u64;
        if !inside {
            return Err(AccessError::Outside { object: id, offset });
        }
        if object.access & READ == 0 {
            return Err(AccessError::Unknown(id));
        }
        let beside = || !object.fixed.is_empty() && !ir::is_fixed(&object.fixed, offset as u64, size);
        if write && object.access & WRITE == 0 && !beside() {
            return Err(AccessError::ReadOnly(id));
        }
        Ok(Located { index: id.index(), offset: offset as usize })
    }

    fn signed_offset(&self, object: &Object, address: u64) -> i64 {
        let offset = address.wrapping_sub(object.base);
        if self.target.pointer_bytes == 4 { i64::from(offset as u32 as i32) } else { offset as i64 }
    }

    /// Where a pointer points: its object and the offset into it, whether or not it may be used.
    pub fn points_to(&self, pointer: Word) -> Option<(ObjectId, i64)> {
        if !pointer.is_defined() {
            return None;
        }
        let id = match pointer.provenance {
            Some(id) => id,
            None => self.exposed_at(pointer.bits)?,
        };
        let object = self.object(id)?;
        Some((id, self.signed_offset(object, pointer.bits)))
    }

    /// Reads up to eight bytes: raw, not extended.
    #[inline]
    pub fn read(&self, at: Located, size: usize) -> Word {
        let object = &self.objects[at.index];
        let half = object.contents.whole.len() / 2;
        let (bytes, undefined) = object.contents.whole.split_at(half);
        // Large objects are not whole: then there is nothing here.
        let range = at.offset..at.offset + size;
        let (Some(bytes), Some(undefined)) = (bytes.get(range.clone()), undefined.get(range)) else {
            return self.read_sparse(at, size);
        };
        let (bits, undefined) = match size {
            8 => (u64::from_le_bytes(array(bytes)), u64::from_le_bytes(array(undefined))),
            4 => {
                (u64::from(u32::from_le_bytes(array(bytes))), u64::from(u32::from_le_bytes(array(undefined))))
            }
            1 => (u64::from(bytes[0]), u64::from(undefined[0])),
            _ => (little(bytes), little(undefined)),
        };
        let word = Word { bits, undefined, provenance: object.fragments.common_of_whole(at.offset, size) };
        if self.target.little_endian { word } else { swap(word, size) }
    }

    #[cold]
    fn read_sparse(&self, at: Located, size: usize) -> Word {
        let object = &self.objects[at.index];
        let sparse = object.contents.sparse.as_ref().expect("what is located is there");
        let (bits, undefined) = sparse.load(at.offset, size);
        let word = Word { bits, undefined, provenance: object.fragments.common(at.offset, size) };
        if self.target.little_endian { word } else { swap(word, size) }
    }

    /// Writes the low bytes of a word, up to eight.
    #[inline]
    pub fn write(&mut self, at: Located, size: usize, word: Word) {
        let word = if self.target.little_endian { word } else { swap(word, size) };
        if self.watch.is_some() {
            self.note_range_dropped(at, size);
        }
        let object = &mut self.objects[at.index];
        let half = object.contents.whole.len() / 2;
        let (bytes, undefined) = object.contents.whole.split_at_mut(half);
        let range = at.offset..at.offset + size;
        let (Some(bytes), Some(undefined)) = (bytes.get_mut(range.clone()), undefined.get_mut(range)) else {
            return self.write_sparse(at, size, word);
        };
        let (bits, mask) = (word.bits.to_le_bytes(), word.undefined.to_le_bytes());
        match size {
            8 => {
                bytes.copy_from_slice(&bits);
                undefined.copy_from_slice(&mask);
            }
            4 => {
                bytes.copy_from_slice(&bits[..4]);
                undefined.copy_from_slice(&mask[..4]);
            }
            1 => {
                bytes[0] = bits[0];
                undefined[0] = mask[0];
            }
            _ => {
                bytes.copy_from_slice(&bits[..size]);
                undefined.copy_from_slice(&mask[..size]);
            }
        }
        object.fragments.set_of_whole(object.size, at.offset, size, word.provenance);
    }

    #[cold]
    fn write_sparse(&mut self, at: Located, size: usize, word: Word) {
        self.change(at.index, |object| {
            let sparse = object.contents.sparse.as_mut().expect("what is located is there");
            let (bits, mask) = (word.bits.to_le_bytes(), word.undefined.to_le_bytes());
            sparse.write(at.offset, &bits[..size], &mask[..size]);
            object.fragments.set(object.size, at.offset, size, word.provenance);
        });
    }

    /// Reads up to sixteen bytes: raw, not extended.
    pub fn read_value(&self, at: Located, size: usize) -> Value {
        if size <= 8 {
            let word = self.read(at, size);
            return Value {
                bits: u128::from(word.bits),
                undefined: u128::from(word.undefined),
                provenance: word.provenance,
            };
        }
        let (first, second) =
            (self.read(at, 8), self.read(Located { offset: at.offset + 8, ..at }, size - 8));
        if self.target.little_endian {
            Value::join(first, second)
        } else {
            let shift = (size - 8) * 8;
            Value {
                bits: u128::from(first.bits) << shift | u128::from(second.bits),
                undefined: u128::from(first.undefined) << shift | u128::from(second.undefined),
                provenance: first.provenance,
            }
        }
    }

    /// Writes the low bytes of a value, up to sixteen.
    pub fn write_value(&mut self, at: Located, size: usize, value: Value) {
        if size <= 8 {
            return self.write(at, size, value.low());
        }
        let rest = Located { offset: at.offset + 8, ..at };
        if self.target.little_endian {
            self.write(at, 8, value.low());
            self.write(rest, size - 8, value.high());
        } else {
            let shift = (size - 8) * 8;
            let first = Value {
                bits: value.bits >> shift,
                undefined: value.undefined >> shift,
                provenance: value.provenance,
            };
            self.write(at, 8, first.low());
            self.write(rest, size - 8, value.low());
        }
    }
}

/// Whether an address is so near to zero that it comes from a null pointer.
pub(super) fn is_null_page(address: u64, pointer_bytes: u8) -> bool {
    let signed = if pointer_bytes == 4 { i64::from(address as u32 as i32) } else { address as i64 };
    (-4096..4096).contains(&signed)
}

#[inline]
fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut array = [0; N];
    array.copy_from_slice(bytes);
    array
}

fn little(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}

fn swap(word: Word, size: usize) -> Word {
    if size == 0 {
        return word;
    }
    let shift = 64 - 8 * size.min(8);
    Word {
        bits: (word.bits << shift).swap_bytes(),
        undefined: (word.undefined << shift).swap_bytes(),
        provenance: word.provenance,
    }
}
