//! The structs a program keeps in arrays, and the arrays it keeps in structs.
//!
//! An array of structs is told from a struct by how the program steps through it: an index, or a pointer that is moved, whose stride is the size of
//! the struct it leads to.

use ir::{Base, Body, Operand, Place, Program, RecordKind, Rvalue, Step, StmtKind, TypeId, TypeKind, Types};
use smallvec::SmallVec;

use crate::heap::Layout;

/// Structs with more members than this are not looked into.
const MEMBERS: usize = 16;

/// The structs of arrays, and the arrays of structs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Records {
    /// The structs that are in arrays, each with its layout.
    layouts: Vec<(TypeId, Layout)>,
    /// Where arrays among other members of a struct begin and end, by the size of the struct.
    arrays: Vec<(i64, i64)>,
}

impl Records {
    pub(crate) fn of(program: &Program) -> Self {
        let mut records = Self { arrays: member_arrays(&program.types), ..Self::default() };
        for body in program.defined().filter_map(|(_, function)| function.body.as_ref()) {
            for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
                stmt.places(&mut |place| {
                    walk(&program.types, place, |ty| records.add(&program.types, ty));
                });
                if let StmtKind::Assign { value: Rvalue::PointerAdd { pointer, stride, .. }, .. } = &stmt.kind
                    && let Some(ty) = pointee(&program.types, body, *pointer)
                    && program.types.size(ty) == *stride
                {
                    records.add(&program.types, ty);
                }
            }
        }
        records
    }

    fn add(&mut self, types: &Types, ty: TypeId) {
        if self.layout(ty).is_none()
            && let Some(layout) = layout(types, ty)
        {
            self.layouts.push((ty, layout));
        }
    }

    fn layout(&self, ty: TypeId) -> Option<&Layout> {
        self.layouts.iter().find(|(known, _)| *known == ty).map(|(_, layout)| layout)
    }

    /// All layouts.
    pub(crate) fn layouts(&self) -> impl Iterator<Item = &Layout> {
        self.layouts.iter().map(|(_, layout)| layout)
    }

    /// Where an object of a size may have arrays that begin or end among other members.
    pub(crate) fn array_bounds(&self, size: i64) -> impl Iterator<Item = i64> {
        self.arrays.iter().filter(move |(known, _)| *known == size).map(|(_, bound)| *bound)
    }

    /// The element that a place is a part of, if it may be one of an array, and how far into it the place is.
    pub(crate) fn around(&self, types: &Types, place: &Place) -> Option<(&Layout, i64)> {
        let own = matches!(place.base, Base::Pointer(_)).then_some(place.base_ty);
        let (mut element, mut inside) = (own, 0);
        let mut ty = place.base_ty;
        for step in &place.path {
            match step {
                Step::Field { record, field } => {
                    let field = types.record(*record).fields.get(*field as usize)?;
                    ty = field.ty;
                    inside += i64::try_from(field.offset).ok()?;
                }
                Step::Index { .. } => {
                    ty = element_type(types, ty);
                    (element, inside) = (Some(ty), 0);
                }
            }
        }
        Some((self.layout(element?)?, inside))
    }
}

/// Where arrays begin and end in structs, with the size of the struct.
fn member_arrays(types: &Types) -> Vec<(i64, i64)> {
    let mut bounds = Vec::new();
    for (_, record) in types.records().filter(|(_, record)| record.kind == RecordKind::Struct) {
        let arrays =
            record.fields.iter().filter(|field| matches!(types.kind(field.ty), TypeKind::Array { .. }));
        for bound in arrays.flat_map(|field| [field.offset, field.offset + types.size(field.ty)]) {
            if let (Ok(size), Ok(bound)) = (i64::try_from(record.size), i64::try_from(bound))
                && 0 < bound
                && bound < size
            {
                bounds.push((size, bound));
            }
        }
    }
    bounds.sort_unstable();
    bounds.dedup();
    bounds
}

/// What is indexed: the elements of an array, or the things a pointer leads to one after the other.
fn element_type(types: &Types, ty: TypeId) -> TypeId {
    match types.kind(ty) {
        TypeKind::Array { elem, .. } => *elem,
        _ => ty,
    }
}

/// Calls `see` with the types of the elements a place goes through.
fn walk(types: &Types, place: &Place, mut see: impl FnMut(TypeId)) {
    let mut ty = place.base_ty;
    for step in &place.path {
        match step {
            Step::Field { record, field } => {
                let Some(field) = types.record(*record).fields.get(*field as usize) else { return };
                ty = field.ty;
            }
            Step::Index { index, stride, .. } => {
                ty = element_type(types, ty);
                if matches!(index, Operand::Local(_)) && types.size(ty) == *stride {
                    see(ty);
                }
            }
        }
    }
}

fn pointee(types: &Types, body: &Body, pointer: Operand) -> Option<TypeId> {
    match pointer {
        Operand::Local(local) => types.pointee(body.locals[local].ty),
        Operand::Const(constant) => types.pointee(constant.ty),
    }
}

/// The layout of a struct of numbers and pointers; nothing for others.
fn layout(types: &Types, ty: TypeId) -> Option<Layout> {
    let TypeKind::Record(_) = types.kind(ty) else { return None };
    let (parts, rows) = crate::learn::parts(types, ty)?;
    let member = |part: &crate::learn::Part| {
        let plain = part.pointer || part.integer.is_some();
        Some((part.offset, u8::try_from(part.size).ok().filter(|_| plain)?))
    };
    let members: Option<SmallVec<[(i64, u8); 4]>> = parts.iter().map(member).collect();
    let members = members.filter(|members| rows.is_empty() && (1..=MEMBERS).contains(&members.len()))?;
    Some(Layout { stride: i64::try_from(types.size(ty)).ok()?, members })
}
