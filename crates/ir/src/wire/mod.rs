//! Parts of a program as bytes that can be read back.
//!
//! What one translation unit gives is written with the ids of that unit, and read with those of the program it is linked
//! into: a [`Reader`] has a [`Relocation`] that says which is which. Numbers are written seven bits at a time, spans as
//! what they have changed since the last one.
//!
//! Invariant: reading what was written with the identity gives it back. Invariant: reading is total; bytes that nobody
//! wrote give nothing, or something else, but neither a panic nor more memory than there are bytes. Whoever keeps bytes
//! where they can be damaged keeps a checksum with them.

mod parts;

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::{
    BlockId, ExpansionId, FileId, FunctionId, GlobalId, Id, LabelId, LocalId, RecordId, SlotId, Span, TypeId,
};

/// What can be written and read.
pub trait Wire: Sized {
    /// Appends the bytes that stand for it.
    fn write(&self, to: &mut Writer);
    /// Takes it from the bytes, if it is there.
    fn read(from: &mut Reader<'_>) -> Option<Self>;
}

/// Bytes that grow.
#[derive(Debug)]
pub struct Writer {
    /// What was written.
    pub bytes: Vec<u8>,
    span: Span,
}

impl Default for Writer {
    fn default() -> Self {
        Self { bytes: Vec::new(), span: Span::NONE }
    }
}

impl Writer {
    /// Begins something that will be read by itself; says where it begins.
    pub fn begin(&mut self) -> usize {
        self.span = Span::NONE;
        self.bytes.len()
    }

    fn number(&mut self, number: u64) {
        let mut left = number;
        while left > 0x7f {
            self.bytes.push(left as u8 | 0x80);
            left >>= 7;
        }
        self.bytes.push(left as u8);
    }
}

/// What the ids of a unit are in the program. The default leaves them as they are.
#[derive(Clone, Debug, Default)]
pub struct Relocation {
    /// By the unit's [`TypeId`]; if it is empty, no id changes.
    pub types: Vec<TypeId>,
    /// By the unit's [`RecordId`].
    pub records: Vec<RecordId>,
    /// By the unit's [`GlobalId`]; what did not come into the program has no meaning.
    pub globals: Vec<GlobalId>,
    /// The types of those whose type another unit knows better, by the id in the program.
    pub global_types: FxHashMap<GlobalId, TypeId>,
    /// By the unit's [`FunctionId`]; what did not come into the program has no meaning.
    pub functions: Vec<FunctionId>,
    /// By the unit's [`FileId`].
    pub files: Vec<FileId>,
    /// What is added to an [`ExpansionId`].
    pub expansions: u32,
}

impl Relocation {
    /// The id of what did not come into the program.
    pub const ABSENT: u32 = u32::MAX;

    pub(crate) fn is_identity(&self) -> bool {
        self.types.is_empty()
    }

    /// A place in the sources of the program.
    #[must_use]
    pub fn place(&self, span: Span) -> Span {
        if !span.is_known() {
            return span;
        }
        Span {
            file: self.files.get(span.file.0 as usize).copied().unwrap_or(span.file),
            expansion: span.expansion.map(|id| ExpansionId(id.0 + self.expansions)),
            ..span
        }
    }

    /// The type that a variable of the program has, if it is not the one the unit knows.
    fn type_of(&self, global: GlobalId) -> Option<TypeId> {
        self.global_types.get(&global).copied()
    }
}

/// Bytes that are read from the front.
#[derive(Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    relocation: &'a Relocation,
    moved: Option<Moved>,
    span: Span,
}

/// Where places have moved since they were written: the lines of a file behind one of them, and the numbers of expansions from one on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moved {
    /// The file.
    pub file: FileId,
    /// The last line that stays where it is,
    pub after: u32,
    /// and how far those behind it have moved.
    pub lines: i64,
    /// The first expansion that has another number,
    pub from: u32,
    /// and how far its number is from the old one.
    pub expansions: i64,
}

impl Moved {
    /// Where a place is now.
    #[must_use]
    pub fn place(&self, mut span: Span) -> Span {
        let line = |line: u32| if line > self.after { (i64::from(line) + self.lines) as u32 } else { line };
        if span.is_known() && span.file == self.file {
            (span.line, span.end_line) = (line(span.line), line(span.end_line));
        }
        span.expansion = span.expansion.map(|id| self.expansion(id));
        span
    }

    /// The number of an expansion now.
    #[must_use]
    pub fn expansion(&self, id: ExpansionId) -> ExpansionId {
        if id.0 < self.from { id } else { ExpansionId((i64::from(id.0) + self.expansions) as u32) }
    }
}

impl<'a> Reader<'a> {
    /// Reads with the ids of a program.
    pub fn new(bytes: &'a [u8], relocation: &'a Relocation) -> Self {
        // Spans begin with the first file of the unit.
        let file = relocation.files.first().copied().unwrap_or(Span::NONE.file);
        Self { bytes, relocation, moved: None, span: Span { file, ..Span::NONE } }
    }

    /// Reads what has moved since it was written.
    #[must_use]
    pub fn moved(mut self, moved: Moved) -> Self {
        self.moved = Some(moved);
        self
    }

    /// What is left.
    pub fn rest(&self) -> &'a [u8] {
        self.bytes
    }

    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<u64> {
        let (mut number, mut shift) = (0_u64, 0);
        loop {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f).checked_shl(shift)?;
            if byte < 0x80 {
                return Some(number);
            }
            shift += 7;
        }
    }

    /// The text that a string was written as.
    pub fn text(&mut self) -> Option<&'a str> {
        let len = usize::read(self)?;
        std::str::from_utf8(self.take(len)?).ok()
    }

    /// The next bytes, as they are.
    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(taken)
    }
}

macro_rules! numbers {
    ($($name:ty),*) => {$(
        impl Wire for $name {
            fn write(&self, to: &mut Writer) {
                to.number(u64::from(*self));
            }
            fn read(from: &mut Reader<'_>) -> Option<Self> {
                from.number()?.try_into().ok()
            }
        }
    )*};
}

numbers!(u8, u16, u32, u64);

macro_rules! local_ids {
    ($($name:ident),*) => {$(
        impl Wire for $name {
            fn write(&self, to: &mut Writer) {
                self.0.write(to);
            }
            fn read(from: &mut Reader<'_>) -> Option<Self> {
                u32::read(from).map($name)
            }
        }
    )*};
}

local_ids!(LocalId, SlotId, BlockId, LabelId);

macro_rules! linked_ids {
    ($($name:ident: $table:ident),*) => {$(
        impl Wire for $name {
            fn write(&self, to: &mut Writer) {
                self.0.write(to);
            }
            fn read(from: &mut Reader<'_>) -> Option<Self> {
                let id = $name(u32::read(from)?);
                if from.relocation.is_identity() {
                    return Some(id);
                }
                from.relocation.$table.get(id.index()).copied().filter(|id| id.0 != Relocation::ABSENT)
            }
        }
    )*};
}

linked_ids!(TypeId: types, RecordId: records, GlobalId: globals, FunctionId: functions);

impl Wire for FileId {
    fn write(&self, to: &mut Writer) {
        self.0.write(to);
    }
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let id = u32::read(from)?;
        if from.relocation.is_identity() {
            return Some(Self(id));
        }
        from.relocation.files.get(id as usize).copied()
    }
}

impl Wire for ExpansionId {
    fn write(&self, to: &mut Writer) {
        self.0.write(to);
    }
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        u32::read(from)?.checked_add(from.relocation.expansions).map(Self)
    }
}

impl Wire for usize {
    fn write(&self, to: &mut Writer) {
        to.number(*self as u64);
    }
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        from.number()?.try_into().ok()
    }
}

impl Wire for bool {
    fn write(&self, to: &mut Writer) {
        to.bytes.push(u8::from(*self));
    }
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        match from.byte()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

impl Wire for i64 {
    fn write(&self, to: &mut Writer) {
        // Those that are small are short, whatever their sign.
        to.number(((self << 1) ^ (self >> 63)) as u64);
    }
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let number = from.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }
}

impl Wire for i128 {
    fn write(&self, to: &mut Writer) {
        match i64::try_from(*self) {
            Ok(number) if number != i64::MIN => number.write(to),
            // The least number of 64 bits says that more follows.
            _ => {
                i64::MIN.write(to);
                to.bytes.extend_from_slice(&self.to_le_bytes());
            }
        }
    }
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        match i64::read(from)? {
            i64::MIN => Some(Self::from_le_bytes(from.take(16)?.try_into().ok()?)),
            number => Some(number.into()),
        }
    }
}

impl Wire for u128 {
    fn write(&self, to: &mut Writer) {
        to.bytes.extend_from_slice(&self.to_le_bytes());
    }
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        Some(Self::from_le_bytes(from.take(16)?.try_into().ok()?))
    }
}

impl Wire for Arc<str> {
    fn write(&self, to: &mut Writer) {
        self.len().write(to);
        to.bytes.extend_from_slice(self.as_bytes());
    }
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let len = usize::read(from)?;
        std::str::from_utf8(from.take(len)?).ok().map(Into::into)
    }
}

impl Wire for String {
    fn write(&self, to: &mut Writer) {
        self.len().write(to);
        to.bytes.extend_from_slice(self.as_bytes());
    }
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let len = usize::read(from)?;
        std::str::from_utf8(from.take(len)?).ok().map(Into::into)
    }
}

impl<T: Wire> Wire for Option<T> {
    fn write(&self, to: &mut Writer) {
        self.is_some().write(to);
        if let Some(item) = self {
            item.write(to);
        }
    }
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        Some(if bool::read(from)? { Some(T::read(from)?) } else { None })
    }
}

impl<T: Wire> Wire for Box<T> {
    fn write(&self, to: &mut Writer) {
        (**self).write(to);
    }
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        T::read(from).map(Self::new)
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn write(&self, to: &mut Writer) {
        self.len().write(to);
        for item in self {
            item.write(to);
        }
    }
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let len = usize::read(from)?;
        // Everything takes a byte at least, so a length that nobody wrote is noticed before there is memory for it.
        if len > from.bytes.len() {
            return None;
        }
        let mut items = Vec::with_capacity(len);
        for _ in 0..len {
            items.push(T::read(from)?);
        }
        Some(items)
    }
}

impl<I: Id, T: Wire> Wire for crate::IndexVec<I, T> {
    fn write(&self, to: &mut Writer) {
        self.len().write(to);
        for item in self {
            item.write(to);
        }
    }
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        Vec::read(from).map(|items: Vec<T>| items.into_iter().collect())
    }
}

impl<A: Wire, B: Wire> Wire for (A, B) {
    fn write(&self, to: &mut Writer) {
        self.0.write(to);
        self.1.write(to);
    }
    fn read(from: &mut Reader<'_>) -> Option<Self> {
        Some((A::read(from)?, B::read(from)?))
    }
}

/// What has changed since the span before: nothing, or one bit for each of these.
const FILE: u8 = 1;
const LINE: u8 = 2;
const END_LINE: u8 = 4;
const EXPANSION: u8 = 8;
const COLUMNS: u8 = 16;

impl Wire for Span {
    fn write(&self, to: &mut Writer) {
        let last = to.span;
        let bit = |differs: bool, bit: u8| if differs { bit } else { 0 };
        let changed = bit(self.file != last.file, FILE)
            | bit(self.line != last.line, LINE)
            | bit(self.end_line != self.line, END_LINE)
            | bit(self.expansion != last.expansion, EXPANSION)
            | bit((self.column, self.end_column) != (last.column, last.end_column), COLUMNS);
        to.bytes.push(changed);
        if changed & FILE != 0 {
            self.file.write(to);
        }
        if changed & LINE != 0 {
            (i64::from(self.line) - i64::from(last.line)).write(to);
        }
        if changed & END_LINE != 0 {
            (i64::from(self.end_line) - i64::from(self.line)).write(to);
        }
        if changed & EXPANSION != 0 {
            self.expansion.write(to);
        }
        if changed & COLUMNS != 0 {
            self.column.write(to);
            self.end_column.write(to);
        }
        to.span = *self;
    }

    fn read(from: &mut Reader<'_>) -> Option<Self> {
        let mut span = from.span;
        let changed = from.byte()?;
        let moved = |line: u32, by: i64| u32::try_from(i64::from(line).checked_add(by)?).ok();
        if changed & FILE != 0 {
            span.file = Wire::read(from)?;
        }
        if changed & LINE != 0 {
            span.line = moved(span.line, Wire::read(from)?)?;
        }
        span.end_line = span.line;
        if changed & END_LINE != 0 {
            span.end_line = moved(span.line, Wire::read(from)?)?;
        }
        if changed & EXPANSION != 0 {
            span.expansion = Wire::read(from)?;
        }
        if changed & COLUMNS != 0 {
            span.column = Wire::read(from)?;
            span.end_column = Wire::read(from)?;
        }
        from.span = span;
        if let Some(moved) = from.moved {
            span = moved.place(span);
        }
        // What has no place is in no file.
        Some(if span.is_known() { span } else { Span { file: Span::NONE.file, ..span } })
    }
}
