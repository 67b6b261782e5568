//! Lvalues: what an expression names in memory.

use ir::{Base, ConstValue, Operand, Place, Rvalue, Step, Symbol, TypeId, TypeKind, Var};
use rucc_ast::{BinaryOp, UnaryOp};
use rucc_sema as s;
use rucc_types as c;

use super::function::FunctionLowering;
use super::prescan::{is_automatic, named};
use super::rows::Wanted;
use super::sequence::Touch;

/// What an lvalue names.
pub(super) enum Lvalue {
    /// A register.
    Register(ir::LocalId),
    /// A part of memory.
    Memory(Place),
}

impl FunctionLowering<'_, '_> {
    /// What an lvalue expression names.
    pub(super) fn lvalue(&mut self, id: s::ExprId) -> Lvalue {
        let id = named(&self.unit.unit, id);
        if let s::ExprKind::Decl(decl) = self.unit.unit.tast[id].kind
            && is_automatic(&self.unit.unit.tast[decl])
            && !self.lent.contains_key(&decl)
            && let Var::Local(local) = self.variable(decl)
        {
            self.touch(Touch::Reads(local));
            return Lvalue::Register(local);
        }
        Lvalue::Memory(self.place(id))
    }

    /// The part of memory an lvalue expression names, or that an aggregate value was put in.
    pub(super) fn place(&mut self, id: s::ExprId) -> Place {
        let mut place = self.at(id, |f| f.place_here(id));
        let ty = self.unit.unit.tast[id].ty;
        place.volatile |= self.unit.unit.types.object_quals(ty).has(c::Qualifiers::VOLATILE);
        place
    }

    fn place_here(&mut self, id: s::ExprId) -> Place {
        let id = named(&self.unit.unit, id);
        let expr = self.unit.unit.tast[id];
        let wanted = std::mem::take(&mut self.wanted);
        match expr.kind {
            s::ExprKind::Decl(decl) => self.variable_place(decl),
            s::ExprKind::Str(literal) => {
                let ty = self.ty(expr.ty);
                let global = self.unit.string(literal, ty);
                Place::whole(Base::Global(global), ty)
            }
            s::ExprKind::CompoundLiteral(decl) => self.compound_literal(decl),
            s::ExprKind::Member { base, field } => self.member(base, field),
            s::ExprKind::Subscript { base, index } => {
                self.wanted = wanted;
                self.subscript(base, index, expr.ty)
            }
            s::ExprKind::Unary { op: UnaryOp::Deref, operand } => {
                self.wanted = wanted;
                self.dereference(operand, expr.ty)
            }
            s::ExprKind::Unary { op: op @ (UnaryOp::Real | UnaryOp::Imag), operand } => {
                self.complex_part(operand, op == UnaryOp::Imag, expr.ty)
            }
            s::ExprKind::Comma { lhs, rhs } if expr.category != s::Category::Rvalue => {
                self.effect(lhs);
                self.place(rhs)
            }
            s::ExprKind::Convert { kind: s::Conversion::Lvalue, operand } => self.place(operand),
            _ => self.object(id),
        }
    }

    /// The object a name stands for.
    pub(super) fn variable_place(&mut self, decl: s::DeclId) -> Place {
        if let Some(place) = self.lent_place(decl) {
            return place;
        }
        if is_automatic(&self.unit.unit.tast[decl]) {
            return match self.variable(decl) {
                Var::Slot(slot) => Place::whole(Base::Slot(slot), self.body.slots[slot].ty),
                Var::Local(local) => {
                    // The prescan saw every use that needs an address; a register that is asked
                    // for one all the same lives in an intermediate object.
                    let ty = self.body.locals[local].ty;
                    let place = self.temporary_object(ty);
                    self.store(place.clone(), Operand::Local(local));
                    place
                }
            };
        }
        let declared = self.unit.unit.tast.decl_span(decl).lo;
        if self.unit.unit.registers.contains(&declared) || self.unit.unit.tast[decl].register.is_some() {
            self.unsupported("a global variable that lives in a machine register");
        }
        let c_ty = self.unit.unit.tast[decl].ty;
        if self.unit.is_absent(decl) {
            let ty = self.ty(c_ty);
            let pointer = self.types_mut().pointer(ty);
            let null = self.constant(pointer, 0);
            return Place::whole(Base::Pointer(null), ty);
        }
        self.note_assembled(decl);
        let name = self.name.clone();
        let global = self.unit.global_of(decl, Some(&name));
        let ty = self.unit.draft.program.globals[global].ty;
        let mut place = Place::whole(Base::Global(global), ty);
        if self.unit.unit.tast[decl].alias.is_some() {
            // A second name may be of another type.
            place.ty = self.ty(c_ty);
        }
        place
    }

    fn compound_literal(&mut self, decl: s::DeclId) -> Place {
        let place = self.variable_place(decl);
        let declared = self.unit.unit.tast[decl].clone();
        if is_automatic(&declared)
            && let Some(list) = declared.init
        {
            self.initialize(decl, &place, list);
        }
        place
    }

    /// `base.field`.
    fn member(&mut self, base: s::ExprId, field: u32) -> Place {
        let place = self.place(base);
        let unit = &self.unit.unit;
        let ty = unit.types.canonical(unit.tast[base].ty);
        let record = match unit.types.kind(ty) {
            c::TypeKind::Record(record) => record,
            c::TypeKind::Atomic(inner) => match unit.types.kind(unit.types.canonical(inner)) {
                c::TypeKind::Record(record) => record,
                _ => return place,
            },
            _ => return place,
        };
        let info = unit.types.record_info(record);
        let (variable, reverse) = (info.variable.is_some(), info.reverse);
        if variable {
            self.unsupported("a struct whose size is computed at run time");
        }
        if reverse {
            self.unsupported("a struct with reversed byte order");
        }
        let record = self.unit.record(record);
        self.field_of(place, record, field)
    }

    /// One step into a record.
    pub(super) fn field_of(&self, mut place: Place, record: ir::RecordId, field: u32) -> Place {
        if let Some(member) = self.types().record(record).fields.get(field as usize) {
            place.path.push(Step::Field { record, field });
            place.offset += member.offset as i64;
            place.ty = member.ty;
            place.bits = member.bits;
        }
        place
    }

    /// One step into an array or from a pointer.
    pub(super) fn element_of(
        &self,
        mut place: Place,
        index: Operand,
        elem: TypeId,
        len: Option<u64>,
    ) -> Place {
        let stride = self.types().size(elem);
        place.path.push(Step::Index { index, stride, len });
        if let Operand::Const(constant) = index
            && let ConstValue::Int(value) = constant.value
        {
            place.offset = place.offset.wrapping_add((value as i64).wrapping_mul(stride as i64));
        }
        place.ty = elem;
        place.bits = None;
        place
    }

    fn subscript(&mut self, base: s::ExprId, index: s::ExprId, elem: c::TypeId) -> Place {
        if c::is_vector(&self.unit.unit.types, self.unit.unit.tast[base].ty) {
            self.wanted = Wanted::Element;
            let (place, index) = self.unordered(|f| f.place(base), |f| f.value(index));
            let elem = self.ty(elem);
            return self.element_of(place, index, elem, None);
        }
        self.element(base, index, elem, false)
    }

    /// `base[index]`, or `*(base - index)`; `base` is a pointer or a decayed array.
    fn element(&mut self, base: s::ExprId, index: s::ExprId, elem: c::TypeId, negative: bool) -> Place {
        let wanted = std::mem::take(&mut self.wanted);
        let stride_varies = !c::is_function(&self.unit.unit.types, elem) && self.is_variable_size(elem);
        let elem_ty = self.ty(elem);
        let array = match self.unit.unit.tast[base].kind {
            s::ExprKind::Convert { kind: s::Conversion::ArrayDecay, operand } if !negative => Some(operand),
            _ => None,
        };
        if let (Some(array), false) = (array, stride_varies) {
            let (place, index) = self.unordered(|f| f.place(array), |f| f.value(index));
            self.within_row(array, index, wanted);
            let len = self.bound_of(array, &place);
            return self.element_of(place, index, elem_ty, len);
        }
        let (pointer, index) = match array {
            // The row is not given away but gone into.
            Some(array) => {
                let ty = self.unit.unit.tast[base].ty;
                let (pointer, index) = self.unordered(
                    |f| {
                        let place = f.place(array);
                        let ty = f.ty(ty);
                        f.address_as(place, ty)
                    },
                    |f| f.value(index),
                );
                self.within_row(array, index, wanted);
                (pointer, index)
            }
            None => self.unordered(|f| f.value(base), |f| f.value(index)),
        };
        if stride_varies || negative {
            let pointer = self.pointer_add(pointer, index, elem, negative);
            return Place::whole(Base::Pointer(pointer), elem_ty);
        }
        let place = Place::whole(Base::Pointer(pointer), elem_ty);
        if matches!(index, Operand::Const(ir::Const { value: ConstValue::Int(0), .. })) {
            return place;
        }
        self.element_of(place, index, elem_ty, None)
    }

    /// The number of elements a subscript of this array must stay below. The last member of a struct
    /// may be declared with no or one element and stand for more.
    fn bound_of(&mut self, array: s::ExprId, place: &Place) -> Option<u64> {
        let TypeKind::Array { len: Some(len), .. } = *self.types().kind(place.ty) else { return None };
        if let s::ExprKind::Member { .. } = self.unit.unit.tast[array].kind
            && len <= 1
            && let Some(Step::Field { record, field }) = place.path.last()
            && *field as usize + 1 == self.types().record(*record).fields.len()
        {
            return None;
        }
        Some(len)
    }

    fn is_variable_size(&self, ty: c::TypeId) -> bool {
        let unit = &self.unit.unit;
        c::layout(&unit.types, ty, &unit.target) == Err(c::LayoutError::Variable)
    }

    /// `*operand`.
    fn dereference(&mut self, operand: s::ExprId, ty: c::TypeId) -> Place {
        let wanted = std::mem::take(&mut self.wanted);
        match self.unit.unit.tast[operand].kind {
            // `*&x` is x, `*array` its first element, `*(p + i)` is `p[i]`.
            s::ExprKind::Unary { op: UnaryOp::AddrOf, operand } => {
                self.wanted = wanted;
                self.place(operand)
            }
            s::ExprKind::Convert { kind: s::Conversion::ArrayDecay, operand: array } => {
                let elem = self.ty(ty);
                if self.is_variable_size(ty) {
                    let pointer = self.value(operand);
                    return Place::whole(Base::Pointer(pointer), elem);
                }
                let place = self.place(array);
                let len = self.bound_of(array, &place);
                let zero = self.int_const(0);
                self.element_of(place, zero, elem, len)
            }
            s::ExprKind::Binary { op: op @ (BinaryOp::Add | BinaryOp::Sub), lhs, rhs } => {
                let types = &self.unit.unit.types;
                let lhs_points = c::is_pointer(types, self.unit.unit.tast[lhs].ty);
                let (base, index) = if lhs_points { (lhs, rhs) } else { (rhs, lhs) };
                self.wanted = wanted;
                self.element(base, index, ty, op == BinaryOp::Sub)
            }
            _ => {
                let pointer = self.value(operand);
                let ty = self.ty(ty);
                Place::whole(Base::Pointer(pointer), ty)
            }
        }
    }

    fn complex_part(&mut self, operand: s::ExprId, imaginary: bool, ty: c::TypeId) -> Place {
        let ty = self.ty(ty);
        let mut place = self.place(operand);
        if imaginary && matches!(self.types().kind(place.ty), TypeKind::Complex(_)) {
            let index = self.int_const(1);
            place = self.element_of(place, index, ty, None);
        }
        place.ty = ty;
        place
    }

    /// The part of `place` at a byte offset that has this type: what an initializer writes.
    pub(super) fn part_at(
        &mut self,
        place: &Place,
        offset: u64,
        ty: TypeId,
        bits: Option<ir::BitRange>,
    ) -> Place {
        let mut part = place.clone();
        let mut rest = offset;
        while !(rest == 0 && self.takes(part.ty, ty) && bits.is_none()) {
            let next = match self.types().kind(part.ty).clone() {
                TypeKind::Array { elem, len } if self.types().size(elem) > 0 => {
                    let size = self.types().size(elem);
                    let index = self.int_const(i128::from(rest / size));
                    rest %= size;
                    self.element_of(part.clone(), index, elem, len)
                }
                TypeKind::Record(record) => {
                    let Some(field) = self.field_at(record, rest, ty, bits) else { break };
                    rest -= self.types().record(record).fields[field].offset;
                    self.field_of(part.clone(), record, field as u32)
                }
                _ => break,
            };
            part = next;
            if bits.is_some() && part.bits.is_some() {
                return part;
            }
        }
        if rest == 0 && self.takes(part.ty, ty) && bits.is_none() {
            return part;
        }
        // No member is exactly this: name it by its bytes alone.
        Place { ty, offset: place.offset + offset as i64, bits, ..place.clone() }
    }

    /// Whether a part is initialized by a value of this type: they are the same, or arrays alike, of
    /// which a string may be the shorter one.
    pub(super) fn takes(&self, part: TypeId, value: TypeId) -> bool {
        match (self.types().kind(part), self.types().kind(value)) {
            _ if part == value => true,
            (TypeKind::Array { elem: a, .. }, TypeKind::Array { elem: b, .. }) => {
                a == b && self.types().size(value) <= self.types().size(part)
            }
            _ => false,
        }
    }

    /// The member of a record that a value of this type at this offset initializes.
    fn field_at(
        &self,
        record: ir::RecordId,
        offset: u64,
        ty: TypeId,
        bits: Option<ir::BitRange>,
    ) -> Option<usize> {
        let types = self.types();
        let fields = &types.record(record).fields;
        let holds = |field: &ir::Field| match (field.bits, bits) {
            (Some(range), Some(wanted)) => field.offset == offset && range == wanted,
            (Some(_), None) => false,
            (None, _) => field.offset <= offset && offset < field.offset + types.size(field.ty).max(1),
        };
        // Members of a union overlay each other: prefer the one of that very type.
        let exact = |field: &ir::Field| holds(field) && field.offset == offset && field.ty == ty;
        fields.iter().position(exact).or_else(|| fields.iter().position(holds))
    }

    /// `&place`.
    pub(super) fn address_of(&mut self, place: Place) -> Operand {
        let ty = self.types_mut().pointer(place.ty);
        self.address_as(place, ty)
    }

    /// `&place` as a pointer of type `ty`.
    pub(super) fn address_as(&mut self, place: Place, ty: TypeId) -> Operand {
        match place.base {
            Base::Global(global) if place.is_fixed() => {
                let value = ConstValue::Address { symbol: Symbol::Global(global), offset: place.offset };
                Operand::Const(ir::Const { ty, value })
            }
            Base::Pointer(pointer) if place.path.is_empty() && place.offset == 0 => self.convert(pointer, ty),
            _ => self.compute(ty, Rvalue::AddressOf(place)),
        }
    }

    /// `pointer ± index` in elements of a C type.
    pub(super) fn pointer_add(
        &mut self,
        pointer: Operand,
        index: Operand,
        elem: c::TypeId,
        negative: bool,
    ) -> Operand {
        let ty = self.type_of(pointer);
        let (index, stride) = if self.is_variable_size(elem) {
            let size = self.size_of(elem);
            let size_ty = self.size_ty();
            let index = self.convert(index, size_ty);
            (self.compute(size_ty, Rvalue::Binary(ir::BinaryOp::Mul, index, size)), 1)
        } else {
            let unit = &self.unit.unit;
            (index, c::layout(&unit.types, elem, &unit.target).map_or(1, |layout| layout.size))
        };
        let index = if negative {
            let signed = self.difference_ty();
            let index = self.convert(index, signed);
            self.negate(index)
        } else {
            index
        };
        self.compute(ty, Rvalue::PointerAdd { pointer, index, stride })
    }

    fn negate(&mut self, operand: Operand) -> Operand {
        let ty = self.type_of(operand);
        match operand {
            Operand::Const(ir::Const { value: ConstValue::Int(value), .. }) => {
                self.constant(ty, value.wrapping_neg())
            }
            _ => self.compute(ty, Rvalue::Unary(ir::UnaryOp::Neg, operand)),
        }
    }
}
