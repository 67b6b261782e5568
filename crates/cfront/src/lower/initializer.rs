//! First contents of global objects, and what an initializer list really initializes.

use ir::{AddressAt, Initializer, Span, TypeId, TypeKind};
use model::Diagnostic;
use rucc_sema as s;

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
        let c_ty = self.unit.tast[decl].ty;
        let ty = self.ty(c_ty);
        match self.fill(&mut image, ty, 0, list) {
            Ok(()) => {
                let end = image.bytes.len() as u64;
                (Some(image.finish()), end)
            }
            Err(why) => {
                self.link.errors.push(Diagnostic::error(span, why));
                (None, 0)
            }
        }
    }

    fn fill(&mut self, image: &mut Image, ty: TypeId, at: u64, list: s::InitList) -> Result<(), String> {
        let entries = self.unit.tast[list].to_vec();
        for entry in self.effective_entries(ty, &entries) {
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
        let size = self.link.program.types.size(ty);
        if !self.link.program.types.is_scalar(ty) {
            return self.put_object(image, offset, value, ty, size);
        }
        match self.constant_of(value)? {
            s::Const::Int(number) => image.write(offset, &number.to_le_bytes(), size),
            s::Const::Float(number) => image.write(offset, &number.to_bits().to_le_bytes(), size),
            s::Const::Address(address) => match address.base {
                s::Base::Absolute => image.write(offset, &address.offset.to_le_bytes(), size),
                base => {
                    let symbol = self.symbol(base, None).ok_or_else(not_constant)?;
                    image.write(offset, &[0; 16], size)?;
                    image.addresses.retain(|known| known.offset != offset);
                    let addend = address.offset as i64;
                    image.addresses.push(AddressAt { offset, size: size as u8, symbol, addend });
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
        ty: TypeId,
        size: u64,
    ) -> Result<(), String> {
        match self.unit.tast[value].kind {
            s::ExprKind::Str(literal) => {
                let bytes = self.unit.tast[literal].bytes(&self.unit.target);
                let taken = if size == 0 { bytes.len() } else { bytes.len().min(size as usize) };
                image.write(offset, &bytes[..taken], size.max(taken as u64))
            }
            s::ExprKind::CompoundLiteral(decl) => match self.unit.tast[decl].init {
                Some(list) => self.fill(image, ty, offset, list),
                None => Ok(()),
            },
            s::ExprKind::Convert { operand, .. } | s::ExprKind::Cast(operand) => {
                self.put_object(image, offset, operand, ty, size)
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

    /// The entries that count: a later one replaces what it covers, and a member of a union
    /// replaces the members that were initialized before it.
    pub(super) fn effective_entries(&mut self, ty: TypeId, entries: &[s::InitEntry]) -> Vec<s::InitEntry> {
        let mut kept: Vec<(s::InitEntry, Extent)> = Vec::with_capacity(entries.len());
        // Nearly every initializer goes forward; only one that steps back can override.
        let mut highest = 0;
        for entry in entries {
            let extent = self.extent(ty, entry);
            if extent.start < highest {
                kept.retain(|(_, earlier)| !extent.replaces(earlier));
            }
            highest = highest.max(extent.end);
            kept.push((*entry, extent));
        }
        kept.into_iter().map(|(entry, _)| entry).collect()
    }

    fn extent(&mut self, ty: TypeId, entry: &s::InitEntry) -> Extent {
        let start = entry.offset * 8 + u64::from(entry.bit_offset);
        let c_ty = self.unit.tast[entry.value].ty;
        let value_ty = self.ty(c_ty);
        let bits = if entry.is_bit_field() {
            u64::from(entry.bit_width)
        } else {
            self.link.program.types.size(value_ty) * 8
        };
        Extent { start, end: start + bits, unions: self.unions_at(ty, entry.offset, value_ty) }
    }

    /// The unions around a value at an offset: where each starts and ends, in bits, and which member
    /// the value is in.
    fn unions_at(&self, ty: TypeId, offset: u64, leaf: TypeId) -> Vec<(u64, u64, usize)> {
        let types = &self.link.program.types;
        let (mut at, mut base, mut rest) = (ty, 0, offset);
        let mut found = Vec::new();
        loop {
            match types.kind(at) {
                TypeKind::Array { elem, .. } if types.size(*elem) > 0 => {
                    base += rest / types.size(*elem) * types.size(*elem);
                    rest %= types.size(*elem);
                    at = *elem;
                }
                TypeKind::Record(id) if at != leaf => {
                    let record = types.record(*id);
                    let holds = |field: &ir::Field| {
                        field.offset <= rest && rest < field.offset + types.size(field.ty).max(1)
                    };
                    let exact = record.fields.iter().position(|field| holds(field) && field.ty == leaf);
                    let Some(member) = exact.or_else(|| record.fields.iter().position(holds)) else {
                        return found;
                    };
                    if record.kind == ir::RecordKind::Union {
                        found.push((base * 8, (base + record.size) * 8, member));
                    }
                    let field = &record.fields[member];
                    base += field.offset;
                    rest -= field.offset;
                    at = field.ty;
                }
                _ => return found,
            }
        }
    }
}

fn not_constant() -> String {
    "the initializer of a static object is not a constant".into()
}

/// The bits an entry initializes.
struct Extent {
    start: u64,
    end: u64,
    unions: Vec<(u64, u64, usize)>,
}

impl Extent {
    fn replaces(&self, earlier: &Extent) -> bool {
        let covers = self.start <= earlier.start && earlier.end <= self.end;
        let another_member = self.unions.iter().any(|(start, end, member)| {
            earlier.unions.iter().any(|(s, e, m)| (s, e) == (start, end) && m != member)
        });
        covers || another_member
    }
}

/// The bytes of an object as they are written.
#[derive(Default)]
struct Image {
    bytes: Vec<u8>,
    addresses: Vec<AddressAt>,
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
        self.addresses
            .retain(|known| known.offset + u64::from(known.size) <= offset || known.offset >= offset + size);
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

    fn finish(mut self) -> Initializer {
        self.addresses.sort_by_key(|at| at.offset);
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
        Initializer { bytes: runs, addresses: self.addresses }
    }
}
