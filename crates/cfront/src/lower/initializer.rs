//! First contents of global objects, and what an initializer list really initializes.

use std::collections::BTreeMap;

use ir::{AddressAt, Initializer, Span};
use model::Diagnostic;
use rucc_sema as s;

use super::overriding::{Event, What, events};
use super::unit::UnitLowering;

/// Objects with more initialized bytes than this are refused.
const LARGEST: u64 = 1 << 28;

impl UnitLowering<'_> {
    /// The first contents of an object and how many bytes they take; `None` if they could not be
    /// computed.
    pub(super) fn initializer(
        &mut self,
        decl: s::DeclId,
        list: s::InitList,
        span: Span,
    ) -> (Option<Initializer>, u64) {
        let mut image = Image::default();
        match self.fill(&mut image, decl, 0, list) {
            Ok(()) => {
                // The last elements of a flexible array may be zeros that have no entry.
                let end = (image.bytes.len() as u64).max(self.unit.tast.extent(decl));
                (Some(image.finish()), end)
            }
            Err(why) => {
                self.draft.errors.push(Diagnostic::error(span, why));
                (None, 0)
            }
        }
    }

    fn fill(&mut self, image: &mut Image, decl: s::DeclId, at: u64, list: s::InitList) -> Result<(), String> {
        for entry in self.effective_entries(decl, list) {
            if entry.reverse {
                return Err("structs with reversed byte order are not supported".into());
            }
            let offset = at + entry.offset;
            if entry.is_bit_field() {
                let value = self.constant_of(entry.value)?;
                let s::Const::Int(value) = value else { return Err(not_constant()) };
                image.bits(offset, entry.bit_offset, entry.bit_width, value)?;
            } else {
                self.put(image, offset, entry.value)?;
            }
        }
        Ok(())
    }

    fn put(&mut self, image: &mut Image, offset: u64, value: s::ExprId) -> Result<(), String> {
        let c_ty = self.unit.tast[value].ty;
        let ty = self.ty(c_ty);
        let size = self.draft.program.types.size(ty);
        if !self.draft.program.types.is_scalar(ty) {
            return self.put_object(image, offset, value, size);
        }
        match self.constant_of(value)? {
            s::Const::Int(number) => image.write(offset, &number.to_le_bytes(), size),
            s::Const::Float(number) => image.write(offset, &number.to_bits().to_le_bytes(), size),
            s::Const::Address(address) => match address.base {
                s::Base::Absolute => image.write(offset, &address.offset.to_le_bytes(), size),
                s::Base::Decl(decl) if self.is_absent(decl) => {
                    image.write(offset, &address.offset.to_le_bytes(), size)
                }
                base => {
                    let symbol = self.symbol(base, None).ok_or_else(not_constant)?;
                    image.write(offset, &[0; 16], size)?;
                    let addend = address.offset as i64;
                    image.addresses.insert(offset, AddressAt { offset, size: size as u8, symbol, addend });
                    Ok(())
                }
            },
            s::Const::Complex { .. } | s::Const::ComplexInt { .. } | s::Const::Apart { .. } => {
                Err(not_constant())
            }
        }
    }

    /// An entry that is a whole array or record: a string, or a compound literal.
    fn put_object(
        &mut self,
        image: &mut Image,
        offset: u64,
        value: s::ExprId,
        size: u64,
    ) -> Result<(), String> {
        match self.unit.tast[value].kind {
            s::ExprKind::Str(literal) => {
                let bytes = self.unit.tast[literal].bytes(&self.unit.target);
                let taken = if size == 0 { bytes.len() } else { bytes.len().min(size as usize) };
                image.write(offset, &bytes[..taken], size.max(taken as u64))
            }
            s::ExprKind::CompoundLiteral(decl) => match self.unit.tast[decl].init {
                Some(list) => self.fill(image, decl, offset, list),
                None => Ok(()),
            },
            s::ExprKind::Convert { operand, .. } | s::ExprKind::Cast(operand) => {
                self.put_object(image, offset, operand, size)
            }
            s::ExprKind::Const(value) => {
                let half = size / 2;
                let halves = match self.unit.tast[value] {
                    s::Const::Complex { real, imag } => [real.to_bits(), imag.to_bits()],
                    s::Const::ComplexInt { real, imag } => [real as u128, imag as u128],
                    _ => return Err(not_constant()),
                };
                image.write(offset, &halves[0].to_le_bytes(), half)?;
                image.write(offset + half, &halves[1].to_le_bytes(), half)
            }
            _ => Err(not_constant()),
        }
    }

    fn constant_of(&self, value: s::ExprId) -> Result<s::Const, String> {
        let unit = &self.unit;
        let mut eval = s::Eval::new(&unit.tast, &unit.types, &unit.target, &unit.names).objects(true);
        eval.initializer(value).map_err(|_| not_constant())
    }

    /// The number that an expression is known to be, if it is made from no object.
    pub(super) fn absolute(&self, value: s::ExprId) -> Option<i128> {
        match self.constant_of(value).ok()? {
            s::Const::Int(number) => Some(number),
            s::Const::Address(address) if address.base == s::Base::Absolute => Some(address.offset),
            _ => None,
        }
    }

    /// The values of an initializer that count, in order: a later one replaces what it covers.
    pub(super) fn effective_entries(&mut self, decl: s::DeclId, list: s::InitList) -> Vec<s::InitEntry> {
        let entries = self.unit.tast[list].to_vec();
        let Some(written) = &self.unit.designated else { return entries };
        let Some(init) = written.initializer(&self.unit.tast, decl) else { return entries };
        let Some(said) = events(&self.unit, written, init, decl, &entries) else {
            let span = self.decl_span(decl);
            let why = "the designators of this initializer could not be followed";
            self.draft.errors.push(Diagnostic::error(span, why));
            return entries;
        };
        let is_static = self.unit.tast[decl].duration != s::StorageDuration::Automatic;
        let mut kept = Kept {
            unit: &self.unit,
            is_static,
            values: BTreeMap::new(),
            dropped: 0,
            unions: BTreeMap::new(),
        };
        for event in &said {
            kept.hear(event);
        }
        kept.finish()
    }
}

/// The values that still count while an initializer is gone through.
struct Kept<'a> {
    unit: &'a crate::unit::Unit,
    is_static: bool,
    /// By the first bit and the order given; with the bit after the last one.
    values: BTreeMap<(u64, usize), (u64, s::InitEntry)>,
    /// How many values were dropped, so that the order of the next one is known.
    dropped: usize,
    /// The member each union holds, by where the union starts and how deep in the object it is.
    unions: BTreeMap<(u64, u32), u64>,
}

impl Kept<'_> {
    fn hear(&mut self, event: &Event) {
        let start = event.offset * 8;
        match event.what {
            What::Anew { size, depth } => self.forget(start, start + size * 8, depth),
            What::Inside { size } => self.forget_whole(start, start + size * 8),
            What::Member { depth, size, member } => {
                if self.unions.get(&(start, depth)) != Some(&member) {
                    self.forget(start, start + size * 8, depth);
                    self.unions.insert((start, depth), member);
                }
            }
            What::Value(entry) => {
                let start = start + u64::from(entry.bit_offset);
                let bits = if entry.is_bit_field() {
                    u64::from(entry.bit_width)
                } else {
                    super::types::layout_of(self.unit, self.unit.tast[entry.value].ty).0 * 8
                };
                self.forget(start, start + bits, u32::MAX);
                let order = self.values.len() + self.dropped;
                self.values.insert((start, order), (start + bits, entry));
            }
        }
    }

    /// Drops the values inside a run of bits.
    fn forget(&mut self, start: u64, end: u64, depth: u32) {
        let inside = self.values.range((start, 0)..(end, 0)).filter(|(_, (last, _))| *last <= end);
        let inside: Vec<(u64, usize)> = inside.map(|(key, _)| *key).collect();
        self.dropped += inside.len();
        for key in inside {
            self.values.remove(&key);
        }
        if !self.unions.is_empty() {
            self.unions.retain(|(at, deep), _| *at < start || *at >= end || *deep < depth);
        }
    }

    /// Drops a value for the whole of a record of which a part is now initialized. gcc takes only
    /// constants apart.
    fn forget_whole(&mut self, start: u64, end: u64) {
        let unit = self.unit;
        let whole = self.values.range((start, 0)..(start + 1, 0)).find(|(_, (last, entry))| {
            let value = &unit.tast[entry.value];
            let constant = self.is_static && matches!(value.kind, s::ExprKind::CompoundLiteral(_));
            *last == end && !entry.is_bit_field() && !constant && rucc_types::is_record(&unit.types, value.ty)
        });
        if let Some((&key, _)) = whole {
            self.dropped += 1;
            self.values.remove(&key);
        }
    }

    fn finish(self) -> Vec<s::InitEntry> {
        let mut values: Vec<_> = self.values.into_iter().collect();
        values.sort_by_key(|((_, order), _)| *order);
        values.into_iter().map(|(_, (_, entry))| entry).collect()
    }
}

fn not_constant() -> String {
    "the initializer of a static object is not a constant".into()
}

/// The bytes of an object as they are written.
#[derive(Default)]
struct Image {
    bytes: Vec<u8>,
    addresses: BTreeMap<u64, AddressAt>,
}

impl Image {
    fn reserve(&mut self, end: u64) -> Result<(), String> {
        if end > LARGEST {
            return Err(format!("an initializer of more than {} MB is not supported", LARGEST >> 20));
        }
        if self.bytes.len() < end as usize {
            self.bytes.resize(end as usize, 0);
        }
        Ok(())
    }

    /// Writes `size` bytes, zero past the end of `value`.
    fn write(&mut self, offset: u64, value: &[u8], size: u64) -> Result<(), String> {
        self.reserve(offset + size)?;
        let near = self.addresses.range(offset.saturating_sub(15)..offset + size);
        let covered: Vec<u64> = near
            .filter(|(_, known)| known.offset + u64::from(known.size) > offset)
            .map(|(at, _)| *at)
            .collect();
        for at in covered {
            self.addresses.remove(&at);
        }
        for (index, byte) in self.bytes[offset as usize..(offset + size) as usize].iter_mut().enumerate() {
            *byte = value.get(index).copied().unwrap_or(0);
        }
        Ok(())
    }

    fn bits(&mut self, offset: u64, start: u32, width: u32, value: i128) -> Result<(), String> {
        let end = offset + u64::from(start + width).div_ceil(8);
        self.reserve(end)?;
        for bit in 0..width {
            let at = start + bit;
            let byte = &mut self.bytes[(offset + u64::from(at / 8)) as usize];
            let mask = 1 << (at % 8);
            if value >> bit & 1 == 1 { *byte |= mask } else { *byte &= !mask }
        }
        Ok(())
    }

    fn finish(self) -> Initializer {
        // Long runs of zeros are left out.
        let mut runs: Vec<(u64, Vec<u8>)> = Vec::new();
        let mut zeros = 0;
        for (offset, byte) in self.bytes.iter().enumerate() {
            if *byte == 0 {
                zeros += 1;
                continue;
            }
            match runs.last_mut() {
                Some((_, run)) if zeros < 16 => {
                    run.extend(std::iter::repeat_n(0, zeros));
                    run.push(*byte);
                }
                _ => runs.push((offset as u64, vec![*byte])),
            }
            zeros = 0;
        }
        Initializer { bytes: runs, addresses: self.addresses.into_values().collect() }
    }
}
