//! The type checker's types as IR types.
//!
//! Qualifiers, typedefs and enums disappear here; layouts are taken over as they are. Records that are
//! defined alike become one record; a digest of the definition says which those of other units are.

use std::sync::Arc;

use ir::{BitRange, Field, FloatFormat, Record, RecordId, Signature, TypeId, TypeKind, Types};
use rucc_base::float::Format;
use rucc_types as c;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::unit::Unit;

/// The records known so far.
#[derive(Default)]
pub(super) struct RecordIndex {
    /// Complete records by a digest of their whole definition.
    by_definition: FxHashMap<u128, RecordId>,
    /// All tagged records by their name.
    by_name: FxHashMap<String, RecordId>,
    /// The tagged ones, by their id.
    tagged: FxHashSet<RecordId>,
    /// A digest of the whole definition of the complete ones, by their id.
    digests: FxHashMap<RecordId, u128>,
    /// Whether a record that was not complete became so later.
    pub(super) completed: bool,
}

impl RecordIndex {
    /// Enters a record of a table that is built again, as it was.
    pub(super) fn enter(&mut self, id: RecordId, name: &str, (tagged, definition): (bool, Option<u128>)) {
        if tagged {
            self.by_name.entry(name.to_owned()).or_insert(id);
            self.tagged.insert(id);
        }
        if let Some(digest) = definition {
            self.digests.insert(id, digest);
            self.by_definition.insert(digest, id);
        }
    }

    /// Whether a record has a tag, and a digest of its whole definition if it is complete.
    pub(super) fn identity(&self, id: RecordId) -> (bool, Option<u128>) {
        (self.tagged.contains(&id), self.digests.get(&id).copied())
    }
}

/// The translation of one unit's types.
#[derive(Default)]
pub(super) struct TypeMap {
    types: FxHashMap<c::TypeId, TypeId>,
    records: FxHashMap<c::RecordId, RecordId>,
    /// Typedef names of records that have no tag.
    typedefs: FxHashMap<c::RecordId, Arc<str>>,
}

impl TypeMap {
    pub(super) fn new(unit: &Unit) -> Self {
        let mut typedefs = FxHashMap::default();
        for alias in unit.types.aliases() {
            if let c::TypeKind::Record(record) = unit.types.kind(unit.types.canonical(alias.of)) {
                typedefs.entry(record).or_insert_with(|| unit.names.resolve(alias.name).into());
            }
        }
        Self { typedefs, ..Self::default() }
    }
}

/// What translating a type needs.
pub(super) struct TypeContext<'a> {
    pub(super) unit: &'a Unit,
    pub(super) map: &'a mut TypeMap,
    pub(super) types: &'a mut Types,
    pub(super) records: &'a mut RecordIndex,
}

impl TypeContext<'_> {
    /// The IR type of a C type.
    pub(super) fn translate(&mut self, id: c::TypeId) -> TypeId {
        let canonical = self.unit.types.canonical(id);
        if let Some(&known) = self.map.types.get(&canonical) {
            return known;
        }
        let translated = self.build(canonical);
        self.map.types.insert(canonical, translated);
        translated
    }

    fn build(&mut self, id: c::TypeId) -> TypeId {
        let (size, align) = layout_of(self.unit, id);
        match self.unit.types.kind(id) {
            c::TypeKind::Void => Types::VOID,
            c::TypeKind::Bool => self.types.bool(),
            c::TypeKind::Int(_) | c::TypeKind::BitInt { .. } => {
                let info = c::integer_info(&self.unit.types, id, &self.unit.target)
                    .expect("an integer type has a width");
                let kind = TypeKind::Int { bits: info.width as u16, signed: info.signed };
                self.types.intern(kind, size, align)
            }
            c::TypeKind::Float(kind) => {
                let format = float_format(c::float_format(kind, &self.unit.target));
                self.types.intern(TypeKind::Float(format), size, align)
            }
            c::TypeKind::Complex(part) => {
                let part = self.translate(part);
                self.types.intern(TypeKind::Complex(part), size, align)
            }
            c::TypeKind::Pointer(to) => {
                let to = self.translate(to);
                self.types.pointer(to)
            }
            c::TypeKind::Atomic(inner) => self.translate(inner),
            c::TypeKind::Array { elem, len } => {
                let elem = self.translate(elem);
                let len = match len {
                    c::ArrayLen::Fixed(len) => Some(len),
                    c::ArrayLen::Unknown | c::ArrayLen::Star | c::ArrayLen::Variable(_) => None,
                };
                self.types.array(elem, len)
            }
            c::TypeKind::Function(function) => {
                let signature = self.signature(function);
                self.types.intern(TypeKind::Function(signature), 0, 1)
            }
            c::TypeKind::Vector { elem, len } => {
                let elem = self.translate(elem);
                self.types.intern(TypeKind::Vector { elem, len }, size, align)
            }
            c::TypeKind::Record(record) => {
                let record = self.record(record);
                self.types.record_type(record)
            }
            c::TypeKind::Enum(id) => match self.unit.types.enum_info(id).underlying {
                Some(underlying) => self.translate(underlying),
                None => self.types.int(32, true),
            },
            c::TypeKind::Typedef { underlying, .. } => self.translate(underlying),
        }
    }

    pub(super) fn signature(&mut self, id: c::FunctionId) -> Signature {
        let function = self.unit.types.signature(id).clone();
        Signature {
            ret: self.translate(function.ret),
            params: function.params.iter().map(|param| self.translate(*param)).collect(),
            variadic: function.variadic,
            prototyped: function.prototyped,
        }
    }

    /// The IR record of a C record.
    pub(super) fn record(&mut self, id: c::RecordId) -> RecordId {
        if let Some(&known) = self.map.records.get(&id) {
            return known;
        }
        let info = self.unit.types.record_info(id);
        let tagged = info.tag.is_some();
        let name = self.record_name(id);
        let definition = info.layout.map(|_| self.definition(id, &name));
        if let Some(known) = self.known(&name, tagged, definition) {
            self.map.records.insert(id, known);
            if definition.is_some() && !self.types.record(known).complete {
                self.records.completed = true;
                self.complete(id, known, definition);
            }
            return known;
        }
        let kind = match info.kind {
            c::RecordKind::Struct => ir::RecordKind::Struct,
            c::RecordKind::Union => ir::RecordKind::Union,
        };
        let record = Record {
            name: name.as_str().into(),
            kind,
            fields: Vec::new(),
            size: 0,
            align: 1,
            complete: false,
        };
        let new = self.types.declare_record(record);
        self.map.records.insert(id, new);
        if tagged {
            self.records.by_name.entry(name).or_insert(new);
            self.records.tagged.insert(new);
        }
        if definition.is_some() {
            self.complete(id, new, definition);
        }
        new
    }

    /// The record that this one is the same as.
    fn known(&self, name: &str, tagged: bool, definition: Option<u128>) -> Option<RecordId> {
        if let Some(&same) = definition.and_then(|digest| self.records.by_definition.get(&digest)) {
            return Some(same);
        }
        let named = *self.records.by_name.get(name).filter(|_| tagged)?;
        (definition.is_none() || !self.types.record(named).complete).then_some(named)
    }

    fn complete(&mut self, id: c::RecordId, to: RecordId, definition: Option<u128>) {
        if let Some(digest) = definition {
            self.records.digests.insert(to, digest);
            self.records.by_definition.insert(digest, to);
        }
        let info = self.unit.types.record_info(id);
        let (size, align) = info.layout.map_or((0, 1), |layout| (layout.size, layout.align));
        let fields = info.fields.clone();
        // Members may point back to the record, so its type must be known before theirs.
        self.types.record_type(to);
        let fields = fields
            .iter()
            .map(|field| Field {
                name: field.name.map_or("".into(), |name| self.unit.names.resolve(name).into()),
                ty: self.translate(field.ty),
                offset: field.offset,
                bits: field.bits.map(|width| BitRange { start: field.bit as u8, width: width as u8 }),
            })
            .collect();
        self.types.complete_record(to, fields, size, align);
    }

    fn record_name(&self, id: c::RecordId) -> String {
        let info = self.unit.types.record_info(id);
        let keyword = info.kind.as_str();
        match (info.tag, self.map.typedefs.get(&id)) {
            (Some(tag), _) => format!("{keyword} {}", self.unit.names.resolve(tag)),
            (None, Some(typedef)) => typedef.to_string(),
            (None, None) => format!("{keyword} <unnamed>"),
        }
    }

    /// A digest of everything two definitions must share to be the same type.
    fn definition(&self, id: c::RecordId, name: &str) -> u128 {
        let mut text = name.to_owned();
        self.describe_record(id, &mut text);
        let hash = blake3::hash(text.as_bytes());
        hash.as_bytes().iter().take(16).fold(0, |digest, byte| digest << 8 | u128::from(*byte))
    }

    fn describe_record(&self, id: c::RecordId, text: &mut String) {
        use std::fmt::Write;
        let info = self.unit.types.record_info(id);
        // Writing to a string cannot fail.
        let _ = write!(text, "{:?}{{", info.layout);
        for field in &info.fields {
            self.describe(field.ty, true, text);
            let name = field.name.map_or("", |name| self.unit.names.resolve(name));
            let _ = write!(text, " {name} {} {} {:?};", field.offset, field.bit, field.bits);
        }
        text.push('}');
    }

    /// A type in words. Records that are part of the one described, and records without a name, are
    /// described in full; the others are known by their name.
    fn describe(&self, ty: c::TypeId, inside: bool, text: &mut String) {
        let types = &self.unit.types;
        let ty = types.canonical(ty);
        match types.kind(ty) {
            c::TypeKind::Record(id) => {
                let name = self.record_name(id);
                text.push_str(&name);
                let named = types.record_info(id).tag.is_some() || self.map.typedefs.contains_key(&id);
                if inside || !named {
                    self.describe_record(id, text);
                }
            }
            c::TypeKind::Pointer(to) => {
                text.push('*');
                self.describe(to, false, text);
            }
            c::TypeKind::Array { elem, .. } => {
                // The spelling has the length.
                text.push_str(&c::spell(types, &self.unit.names, ty));
                self.describe(elem, inside, text);
            }
            c::TypeKind::Function(id) => {
                let function = types.signature(id);
                text.push('(');
                for param in &function.params {
                    self.describe(*param, false, text);
                    text.push(',');
                }
                text.push(')');
                self.describe(function.ret, false, text);
            }
            _ => text.push_str(&c::spell(types, &self.unit.names, ty)),
        }
    }
}

/// Size and alignment, 0 and 1 for what has none.
pub(super) fn layout_of(unit: &Unit, id: c::TypeId) -> (u64, u64) {
    match c::layout(&unit.types, id, &unit.target) {
        Ok(layout) => (layout.size, layout.align),
        Err(_) => (0, c::align(&unit.types, id, &unit.target).unwrap_or(1)),
    }
}

fn float_format(format: Format) -> FloatFormat {
    match format {
        Format::Half => FloatFormat::Binary16,
        Format::Single => FloatFormat::Binary32,
        Format::Double => FloatFormat::Binary64,
        Format::X87Extended => FloatFormat::X87,
        Format::Quad => FloatFormat::Binary128,
        Format::BFloat16 => FloatFormat::Decimal { bytes: 2 },
        Format::Decimal32 => FloatFormat::Decimal { bytes: 4 },
        Format::Decimal64 => FloatFormat::Decimal { bytes: 8 },
        Format::Decimal128 | Format::DoubleDouble => FloatFormat::Decimal { bytes: 16 },
    }
}
