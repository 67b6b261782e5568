//! Types with their layouts.
//!
//! A type here is what a value or an object looks like in memory: sizes, alignments, field offsets
//! and bit positions are all settled. What only the C type checker cares about is gone:
//! qualifiers (an access says itself whether it is volatile), typedefs, and enums, which are the
//! integers that hold them.
//!
//! Invariant: types are interned, so two types are the same exactly if their ids are; records are
//! nominal, and two translation units that define the same struct alike share one [`RecordId`].

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::{IndexVec, RecordId, TypeId};

/// What the target machine fixes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    /// Size of a pointer: 4 or 8.
    pub pointer_bytes: u8,
    /// Whether the least significant byte comes first.
    pub little_endian: bool,
    /// Size of `int`, the type of comparisons.
    pub int_bytes: u8,
    /// Size of `long`.
    pub long_bytes: u8,
    /// What `malloc` aligns to.
    pub max_align: u8,
}

/// How a floating value is encoded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum FloatFormat {
    /// IEEE half precision, 2 bytes.
    Binary16,
    /// `float`, 4 bytes.
    Binary32,
    /// `double`, 8 bytes.
    Binary64,
    /// x87 extended precision: 10 bytes of value in 12 or 16 bytes of storage.
    X87,
    /// IEEE quadruple precision, 16 bytes.
    Binary128,
    /// A decimal format: can be copied, computed with nowhere.
    Decimal {
        /// Bytes of storage.
        bytes: u8,
    },
}

impl FloatFormat {
    /// The bytes that carry the value (the storage may be larger).
    pub fn value_bytes(self) -> u64 {
        match self {
            Self::Binary16 => 2,
            Self::Binary32 => 4,
            Self::Binary64 => 8,
            Self::X87 => 10,
            Self::Binary128 => 16,
            Self::Decimal { bytes } => u64::from(bytes),
        }
    }
}

/// The kinds of types.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TypeKind {
    /// No value.
    Void,
    /// 0 or 1 in a byte.
    Bool,
    /// A two's complement integer. `bits` need not be a multiple of eight: bit-fields compute in
    /// such types.
    Int {
        /// Bits of value.
        bits: u16,
        /// Whether the top bit is a sign.
        signed: bool,
    },
    /// A floating number.
    Float(FloatFormat),
    /// A pointer to objects or functions of a type.
    Pointer(TypeId),
    /// So many elements; `None` for an array whose length the type does not say (incomplete,
    /// flexible, variable).
    Array {
        /// The type of each element.
        elem: TypeId,
        /// How many.
        len: Option<u64>,
    },
    /// A struct or union.
    Record(RecordId),
    /// A function.
    Function(Signature),
    /// Two numbers, real part first. Only moved, never computed with.
    Complex(TypeId),
    /// A GNU vector. Only moved, never computed with.
    Vector {
        /// The type of each lane.
        elem: TypeId,
        /// How many lanes.
        len: u32,
    },
}

/// What a function takes and gives.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    /// The result, `void` for none.
    pub ret: TypeId,
    /// The declared parameters.
    pub params: Vec<TypeId>,
    /// Whether more arguments may follow.
    pub variadic: bool,
    /// Whether the declaration said anything about parameters (`f()` in C17 does not).
    pub prototyped: bool,
}

/// A type and its layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Type {
    /// What it is.
    pub kind: TypeKind,
    /// Bytes an object of it takes; 0 for types no object has.
    pub size: u64,
    /// What its address is a multiple of.
    pub align: u64,
}

/// Whether members follow each other or overlay each other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordKind {
    /// `struct`.
    Struct,
    /// `union`.
    Union,
}

/// Which bits of a byte range a bit-field occupies, counted from the least significant bit of the
/// byte at the field's offset (on a little-endian target).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BitRange {
    /// First bit within the byte, 0 to 7.
    pub start: u8,
    /// Number of bits, 1 to 128.
    pub width: u8,
}

impl BitRange {
    /// How many bytes the bits touch.
    pub fn bytes(self) -> u64 {
        (u64::from(self.start) + u64::from(self.width)).div_ceil(8)
    }
}

/// One member of a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// Its name; empty for an anonymous struct or union member.
    pub name: Arc<str>,
    /// Its type.
    pub ty: TypeId,
    /// Where it starts, in bytes.
    pub offset: u64,
    /// Which bits, for a bit-field.
    pub bits: Option<BitRange>,
}

/// A struct or union.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// As a C programmer writes it: `struct node`.
    pub name: Arc<str>,
    /// Struct or union.
    pub kind: RecordKind,
    /// The members in order; empty for an incomplete record.
    pub fields: Vec<Field>,
    /// Bytes; 0 for an incomplete record.
    pub size: u64,
    /// Alignment.
    pub align: u64,
    /// Whether its members are known.
    pub complete: bool,
}

/// The table of types.
#[derive(Clone, Debug)]
pub struct Types {
    target: Target,
    entries: IndexVec<TypeId, Type>,
    records: IndexVec<RecordId, Record>,
    interned: FxHashMap<TypeKind, TypeId>,
}

impl Types {
    /// The table that holds `void` only.
    pub fn new(target: Target) -> Self {
        let mut types = Self {
            target,
            entries: IndexVec::new(),
            records: IndexVec::new(),
            interned: FxHashMap::default(),
        };
        types.intern(TypeKind::Void, 0, 1);
        types
    }

    /// `void`, always the first type.
    pub const VOID: TypeId = TypeId(0);

    /// The machine the layouts are for.
    pub fn target(&self) -> Target {
        self.target
    }

    /// The id of a type, entering it with this layout if it is new.
    pub fn intern(&mut self, kind: TypeKind, size: u64, align: u64) -> TypeId {
        if let Some(&id) = self.interned.get(&kind) {
            return id;
        }
        let id = self.entries.push(Type { kind: kind.clone(), size, align: align.max(1) });
        self.interned.insert(kind, id);
        id
    }

    /// The integer type of a width that is a whole number of storage bytes.
    pub fn int(&mut self, bits: u16, signed: bool) -> TypeId {
        let size = u64::from(bits).div_ceil(8).next_power_of_two();
        let align = if size > u64::from(self.target.pointer_bytes) && self.target.pointer_bytes == 4 {
            4
        } else {
            size.min(16)
        };
        self.intern(TypeKind::Int { bits, signed }, size, align)
    }

    /// The boolean type.
    pub fn bool(&mut self) -> TypeId {
        self.intern(TypeKind::Bool, 1, 1)
    }

    /// A pointer to this type.
    pub fn pointer(&mut self, to: TypeId) -> TypeId {
        let bytes = u64::from(self.target.pointer_bytes);
        self.intern(TypeKind::Pointer(to), bytes, bytes)
    }

    /// An array of this many.
    pub fn array(&mut self, elem: TypeId, len: Option<u64>) -> TypeId {
        let (size, align) = (self[elem].size, self[elem].align);
        self.intern(TypeKind::Array { elem, len }, size.saturating_mul(len.unwrap_or(0)), align)
    }

    /// The type of a record, with the record's layout.
    pub fn record_type(&mut self, id: RecordId) -> TypeId {
        let (size, align) = (self.records[id].size, self.records[id].align);
        self.intern(TypeKind::Record(id), size, align)
    }

    /// Enters a record; its fields may refer to it.
    pub fn declare_record(&mut self, record: Record) -> RecordId {
        self.records.push(record)
    }

    /// Gives a declared record its members and layout.
    pub fn complete_record(&mut self, id: RecordId, fields: Vec<Field>, size: u64, align: u64) {
        let record = &mut self.records[id];
        (record.fields, record.size, record.align, record.complete) = (fields, size, align, true);
        if let Some(&ty) = self.interned.get(&TypeKind::Record(id)) {
            let entry = &mut self.entries[ty];
            (entry.size, entry.align) = (size, align);
        }
    }

    /// A record by its id.
    pub fn record(&self, id: RecordId) -> &Record {
        &self.records[id]
    }

    /// All records in order.
    pub fn records(&self) -> impl ExactSizeIterator<Item = (RecordId, &Record)> {
        self.records.enumerate()
    }

    /// All types in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (TypeId, &Type)> {
        self.entries.enumerate()
    }

    /// What a type is.
    pub fn kind(&self, id: TypeId) -> &TypeKind {
        &self.entries[id].kind
    }

    /// Bytes an object of this type takes.
    pub fn size(&self, id: TypeId) -> u64 {
        self.entries[id].size
    }

    /// Whether values of this type fit a register: numbers and pointers.
    pub fn is_scalar(&self, id: TypeId) -> bool {
        matches!(
            self.kind(id),
            TypeKind::Bool | TypeKind::Int { .. } | TypeKind::Float(_) | TypeKind::Pointer(_)
        )
    }

    /// Whether this is a pointer type.
    pub fn is_pointer(&self, id: TypeId) -> bool {
        matches!(self.kind(id), TypeKind::Pointer(_))
    }

    /// Whether this is a floating type.
    pub fn is_float(&self, id: TypeId) -> bool {
        matches!(self.kind(id), TypeKind::Float(_))
    }

    /// What a pointer points to.
    pub fn pointee(&self, id: TypeId) -> Option<TypeId> {
        match self.kind(id) {
            TypeKind::Pointer(to) => Some(*to),
            _ => None,
        }
    }

    /// Width and signedness of an integer type; `bool` is one unsigned bit, a pointer is unsigned.
    pub fn integer(&self, id: TypeId) -> Option<(u16, bool)> {
        match self.kind(id) {
            TypeKind::Bool => Some((1, false)),
            TypeKind::Int { bits, signed } => Some((*bits, *signed)),
            TypeKind::Pointer(_) => Some((u16::from(self.target.pointer_bytes) * 8, false)),
            _ => None,
        }
    }

    /// The type as a C programmer would read it.
    pub fn display(&self, id: TypeId) -> TypeName<'_> {
        TypeName { types: self, id, name: "" }
    }

    /// The declaration of something of this type, as C writes it: `int *x[3]`.
    pub fn declaration<'a>(&'a self, id: TypeId, name: &'a str) -> TypeName<'a> {
        TypeName { types: self, id, name }
    }
}

impl std::ops::Index<TypeId> for Types {
    type Output = Type;
    fn index(&self, id: TypeId) -> &Type {
        &self.entries[id]
    }
}

/// A type's name for people, from [`Types::display`] and [`Types::declaration`].
pub struct TypeName<'a> {
    types: &'a Types,
    id: TypeId,
    name: &'a str,
}

impl fmt::Display for TypeName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        declare(self.types, self.id, self.name, f)
    }
}

/// Writes `ty` around a declarator, as C does: inside out.
fn declare(types: &Types, ty: TypeId, inner: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let base = |f: &mut fmt::Formatter<'_>, name: &str| {
        if inner.is_empty() { f.write_str(name) } else { write!(f, "{name} {inner}") }
    };
    match types.kind(ty) {
        TypeKind::Void => base(f, "void"),
        TypeKind::Bool => base(f, "bool"),
        TypeKind::Int { bits, signed } => base(f, &integer_name(types.target, *bits, *signed)),
        TypeKind::Float(format) => base(f, float_name(*format)),
        TypeKind::Record(id) => base(f, &types.record(*id).name),
        TypeKind::Complex(part) => base(f, &format!("_Complex {}", types.display(*part))),
        TypeKind::Vector { elem, len } => base(f, &format!("vector({}, {len})", types.display(*elem))),
        TypeKind::Pointer(to) => {
            let wrap = matches!(types.kind(*to), TypeKind::Array { .. } | TypeKind::Function(_));
            let inner = if wrap { format!("(*{inner})") } else { format!("*{inner}") };
            declare(types, *to, &inner, f)
        }
        TypeKind::Array { elem, len } => {
            let len = len.map_or(String::new(), |n| n.to_string());
            declare(types, *elem, &format!("{inner}[{len}]"), f)
        }
        TypeKind::Function(signature) => {
            let mut params: Vec<String> =
                signature.params.iter().map(|p| types.display(*p).to_string()).collect();
            if signature.variadic {
                params.push("...".into());
            } else if params.is_empty() && signature.prototyped {
                params.push("void".into());
            }
            declare(types, signature.ret, &format!("{inner}({})", params.join(", ")), f)
        }
    }
}

fn integer_name(target: Target, bits: u16, signed: bool) -> String {
    let sign = if signed { "" } else { "unsigned " };
    match bits {
        8 => format!("{sign}char"),
        16 => format!("{sign}short"),
        32 => format!("{sign}int"),
        64 if target.long_bytes == 8 => format!("{sign}long"),
        64 => format!("{sign}long long"),
        128 => format!("{sign}__int128"),
        _ => format!("{}int{bits}", if signed { "" } else { "u" }),
    }
}

fn float_name(format: FloatFormat) -> &'static str {
    match format {
        FloatFormat::Binary16 => "_Float16",
        FloatFormat::Binary32 => "float",
        FloatFormat::Binary64 => "double",
        FloatFormat::X87 => "long double",
        FloatFormat::Binary128 => "_Float128",
        FloatFormat::Decimal { .. } => "_Decimal",
    }
}
