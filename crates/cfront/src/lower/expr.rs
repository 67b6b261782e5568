//! Expressions that have a scalar value, or none.

use ir::{
    BlockId, Const, ConstValue, Operand, Rvalue, StmtKind, Symbol, Terminator, TypeId, TypeKind, Types,
};
use rucc_ast::{BinaryOp, UnaryOp};
use rucc_sema as s;
use rucc_types as c;

use super::function::FunctionLowering;
use super::place::Lvalue;

impl FunctionLowering<'_, '_> {
    /// Evaluates an expression whose value is not used.
    pub(super) fn effect(&mut self, id: s::ExprId) {
        let expr = self.unit.unit.tast[id];
        match expr.kind {
            s::ExprKind::Convert { kind: s::Conversion::Void, operand } | s::ExprKind::Cast(operand)
                if c::is_void(&self.unit.unit.types, expr.ty) =>
            {
                self.effect(operand);
            }
            s::ExprKind::Comma { lhs, rhs } => {
                self.effect(lhs);
                self.effect(rhs);
            }
            s::ExprKind::Cond { cond, then, otherwise } => {
                self.at(id, |f| f.choose_effect(cond, then, otherwise));
            }
            s::ExprKind::Unary { op: UnaryOp::PostInc | UnaryOp::PreInc, operand } => {
                self.at(id, |f| f.increment(operand, 1, false, false));
            }
            s::ExprKind::Unary { op: UnaryOp::PostDec | UnaryOp::PreDec, operand } => {
                self.at(id, |f| f.increment(operand, -1, false, false));
            }
            s::ExprKind::Binary { op: BinaryOp::LogAnd | BinaryOp::LogOr, .. } => {
                let after = self.new_block();
                self.condition(id, after, after);
                self.switch_to(after);
            }
            s::ExprKind::Assign { op, computation, lhs, rhs } => {
                self.at(id, |f| f.assignment(op, computation, lhs, rhs));
            }
            s::ExprKind::Const(_) | s::ExprKind::Str(_) | s::ExprKind::Decl(_) => {}
            s::ExprKind::Convert { kind: s::Conversion::Lvalue, operand } if !self.is_volatile(operand) => {
                // The value is dropped, but what it is computed from may have effects, and reading
                // through a bad pointer is an error all the same.
                match self.lvalue(operand) {
                    Lvalue::Register(_) => {}
                    Lvalue::Memory(place) => {
                        if self.types().is_scalar(place.ty) && matches!(place.base, ir::Base::Pointer(_)) {
                            self.at(id, |f| f.load(place));
                        }
                    }
                }
            }
            _ => {
                let ty = self.expr_ty(id);
                if ty == Types::VOID || self.types().is_scalar(ty) {
                    self.value(id);
                } else if expr.category == s::Category::Rvalue {
                    self.object(id);
                } else {
                    self.lvalue(id);
                }
            }
        }
    }

    fn is_volatile(&self, id: s::ExprId) -> bool {
        let unit = &self.unit.unit;
        unit.types.object_quals(unit.tast[id].ty).has(c::Qualifiers::VOLATILE)
    }

    /// The value of a scalar expression; some constant for one without a value.
    pub(super) fn value(&mut self, id: s::ExprId) -> Operand {
        if let Some(&known) = self.known.get(&id) {
            return known;
        }
        self.at(id, |f| f.value_here(id))
    }

    fn value_here(&mut self, id: s::ExprId) -> Operand {
        let expr = self.unit.unit.tast[id];
        let ty = self.differing_type(id).unwrap_or(expr.ty);
        match expr.kind {
            s::ExprKind::Error => {
                self.unsupported("an expression the front end could not make sense of");
                let ty = self.ty(expr.ty);
                self.unknown(ty)
            }
            s::ExprKind::Const(value) => self.folded(value, expr.ty),
            s::ExprKind::Convert { kind, operand } => self.conversion(kind, operand, ty),
            s::ExprKind::Cast(operand) => self.cast(operand, expr.ty),
            s::ExprKind::Unary { op, operand } => self.unary(id, op, operand, ty),
            s::ExprKind::Binary { op, lhs, rhs } => self.binary(id, op, lhs, rhs, ty),
            s::ExprKind::Assign { op, computation, lhs, rhs } => {
                let (target, value) = self.assignment(op, computation, lhs, rhs);
                self.held(&target, value)
            }
            s::ExprKind::Cond { cond, then, otherwise } => self.choose(cond, then, otherwise, ty),
            s::ExprKind::Comma { lhs, rhs } => {
                self.effect(lhs);
                self.value(rhs)
            }
            s::ExprKind::StmtExpr(stmt) => self.statement_expression(stmt, expr.ty),
            s::ExprKind::Call { callee, args } => self.call(id, callee, args, expr.ty),
            s::ExprKind::LabelAddr(label) => self.label_address(label, expr.ty),
            s::ExprKind::Decl(_)
            | s::ExprKind::Str(_)
            | s::ExprKind::Member { .. }
            | s::ExprKind::Subscript { .. }
            | s::ExprKind::CompoundLiteral(_) => match expr.category {
                s::Category::Function => self.function_address(id),
                _ => match self.lvalue(id) {
                    Lvalue::Register(local) => Operand::Local(local),
                    Lvalue::Memory(place) => self.read(place),
                },
            },
            _ => self.builtin(id),
        }
    }

    /// What is read from a place; of an aggregate nothing.
    pub(super) fn read(&mut self, place: ir::Place) -> Operand {
        if self.types().is_scalar(place.ty) { self.load(place) } else { self.int_const(0) }
    }

    pub(super) fn load(&mut self, place: ir::Place) -> Operand {
        let dst = self.temporary(place.ty);
        self.emit(StmtKind::Load { dst, place });
        Operand::Local(dst)
    }

    pub(super) fn store(&mut self, place: ir::Place, value: Operand) {
        self.emit(StmtKind::Store { place, value });
    }

    // ── Constants ───────────────────────────────────────────────────────────────────────────

    /// A constant the type checker folded.
    pub(super) fn folded(&mut self, id: s::ConstId, ty: c::TypeId) -> Operand {
        let ty = self.ty(ty);
        let value = match self.unit.unit.tast[id] {
            s::Const::Int(value) if self.types().is_float(ty) => {
                let wide = self.types_mut().int(128, true);
                let number = self.constant(wide, value);
                return self.convert(number, ty);
            }
            s::Const::Int(value) => ConstValue::Int(value),
            s::Const::Float(value) => ConstValue::Float(value.to_bits()),
            s::Const::Address(address) => match self.symbol(address.base) {
                Some(symbol) => ConstValue::Address { symbol, offset: address.offset as i64 },
                None => ConstValue::Int(address.offset),
            },
            s::Const::Apart { .. } => {
                self.unsupported("the distance between two labels");
                ConstValue::Int(0)
            }
            s::Const::Complex { .. } | s::Const::ComplexInt { .. } => {
                self.unsupported("arithmetic on complex numbers");
                return self.unknown(ty);
            }
        };
        if !self.types().is_scalar(ty) {
            return self.int_const(0);
        }
        Operand::Const(Const { ty, value })
    }

    fn symbol(&mut self, base: s::Base) -> Option<Symbol> {
        match base {
            s::Base::Label(label) => Some(Symbol::Label(self.id, self.label_id(label))),
            s::Base::Absolute => None,
            other => {
                let name = self.name.clone();
                self.unit.symbol(other, Some(&name))
            }
        }
    }

    fn label_address(&mut self, label: s::LabelId, ty: c::TypeId) -> Operand {
        let ty = self.ty(ty);
        let symbol = Symbol::Label(self.id, self.label_id(label));
        Operand::Const(Const { ty, value: ConstValue::Address { symbol, offset: 0 } })
    }

    /// The address of what a function designator names.
    pub(super) fn function_address(&mut self, id: s::ExprId) -> Operand {
        match self.unit.unit.tast[id].kind {
            s::ExprKind::Decl(decl) => {
                let function = self.unit.function_of(decl);
                let weak = self.unit.unit.tast[decl].flags.contains(s::DeclFlags::WEAK);
                if weak && !self.unit.link.is_defined(function) {
                    self.unsupported("the address of a weak function that nothing defines");
                }
                let ty = self.unit.link.program.functions[function].ty;
                let ty = self.types_mut().pointer(ty);
                let symbol = Symbol::Function(function);
                Operand::Const(Const { ty, value: ConstValue::Address { symbol, offset: 0 } })
            }
            s::ExprKind::Unary { op: UnaryOp::Deref, operand } => self.value(operand),
            s::ExprKind::Comma { lhs, rhs } => {
                self.effect(lhs);
                self.function_address(rhs)
            }
            _ => self.value(id),
        }
    }

    // ── Conversions ─────────────────────────────────────────────────────────────────────────

    fn conversion(&mut self, kind: s::Conversion, operand: s::ExprId, ty: c::TypeId) -> Operand {
        match kind {
            s::Conversion::Lvalue => match self.lvalue(operand) {
                Lvalue::Register(local) => Operand::Local(local),
                Lvalue::Memory(place) => self.read(place),
            },
            s::Conversion::ArrayDecay => {
                let place = self.place(operand);
                let ty = self.ty(ty);
                self.address_as(place, ty)
            }
            s::Conversion::FunctionDecay => self.function_address(operand),
            s::Conversion::Void => {
                self.effect(operand);
                self.int_const(0)
            }
            s::Conversion::Arithmetic
            | s::Conversion::Pointer
            | s::Conversion::NullPointer
            | s::Conversion::Bool => {
                if kind == s::Conversion::Bool && self.is_boolean_valued(operand) {
                    let ty = self.ty(ty);
                    let value = self.value(operand);
                    return self.retype_truth(value, ty);
                }
                let value = self.value(operand);
                let ty = self.ty(ty);
                self.convert(value, ty)
            }
            s::Conversion::Broadcast | s::Conversion::Hardbool => {
                self.unsupported("a conversion of vectors or hardened booleans");
                let ty = self.ty(ty);
                self.unknown(ty)
            }
        }
    }

    fn is_boolean_valued(&self, id: s::ExprId) -> bool {
        matches!(
            self.unit.unit.tast[id].kind,
            s::ExprKind::Binary {
                op: BinaryOp::LogAnd
                    | BinaryOp::LogOr
                    | BinaryOp::Lt
                    | BinaryOp::Gt
                    | BinaryOp::Le
                    | BinaryOp::Ge
                    | BinaryOp::Eq
                    | BinaryOp::Ne,
                ..
            } | s::ExprKind::Unary { op: UnaryOp::Not, .. }
        )
    }

    /// A value known to be 0 or 1, as another integer type.
    fn retype_truth(&mut self, value: Operand, ty: TypeId) -> Operand {
        match value {
            Operand::Const(Const { value, .. }) => Operand::Const(Const { ty, value }),
            Operand::Local(_) if self.type_of(value) == ty => value,
            Operand::Local(_) => self.compute(ty, Rvalue::Convert(value)),
        }
    }

    fn cast(&mut self, operand: s::ExprId, ty: c::TypeId) -> Operand {
        if c::is_void(&self.unit.unit.types, ty) {
            self.effect(operand);
            return self.int_const(0);
        }
        let ty = self.ty(ty);
        if !self.types().is_scalar(ty) {
            self.unsupported("a cast to a vector or complex type");
            return self.int_const(0);
        }
        let value = self.value(operand);
        self.convert(value, ty)
    }

    /// A scalar as another scalar type, as C converts.
    pub(super) fn convert(&mut self, value: Operand, to: TypeId) -> Operand {
        let from = self.type_of(value);
        if from == to || !self.types().is_scalar(to) {
            return value;
        }
        if *self.types().kind(to) == TypeKind::Bool {
            return self.truth(value, to);
        }
        if let Operand::Const(Const { value: constant, .. }) = value {
            match constant {
                ConstValue::Int(number) => {
                    if let Some((bits, signed)) = self.types().integer(to) {
                        let info = c::IntegerInfo::new(signed, u32::from(bits));
                        return self.constant(to, info.wrap(number));
                    }
                }
                // An address keeps its value in any type that is as wide.
                ConstValue::Address { .. } if self.types().size(to) == self.types().size(from) => {
                    return Operand::Const(Const { ty: to, value: constant });
                }
                _ => {}
            }
        }
        self.compute(to, Rvalue::Convert(value))
    }

    /// Whether a scalar is nonzero, as type `ty`.
    pub(super) fn truth(&mut self, value: Operand, ty: TypeId) -> Operand {
        if let Operand::Const(Const { value: ConstValue::Int(number), .. }) = value {
            return self.constant(ty, i128::from(number != 0));
        }
        let zero = self.constant(self.type_of(value), 0);
        self.compute(ty, Rvalue::Binary(ir::BinaryOp::Ne, value, zero))
    }

    // ── Operators ───────────────────────────────────────────────────────────────────────────

    fn unary(&mut self, id: s::ExprId, op: UnaryOp, operand: s::ExprId, ty: c::TypeId) -> Operand {
        match op {
            UnaryOp::Plus => self.value(operand),
            UnaryOp::Minus | UnaryOp::BitNot => {
                let ty = self.ty(ty);
                let value = self.value(operand);
                if !self.types().is_scalar(ty) {
                    self.unsupported("arithmetic on vectors or complex numbers");
                    return self.unknown(ty);
                }
                let op = if op == UnaryOp::Minus { ir::UnaryOp::Neg } else { ir::UnaryOp::Not };
                self.compute(ty, Rvalue::Unary(op, value))
            }
            UnaryOp::Not => {
                let ty = self.ty(ty);
                let value = self.value(operand);
                if !self.types().is_scalar(ty) {
                    self.unsupported("arithmetic on vectors");
                    return self.unknown(ty);
                }
                let zero = self.constant(self.type_of(value), 0);
                self.compute(ty, Rvalue::Binary(ir::BinaryOp::Eq, value, zero))
            }
            UnaryOp::AddrOf => {
                let ty = self.ty(ty);
                if self.unit.unit.tast[operand].category == s::Category::Function {
                    return self.function_address(operand);
                }
                let place = self.place(operand);
                self.address_as(place, ty)
            }
            UnaryOp::Deref | UnaryOp::Real | UnaryOp::Imag => {
                if self.unit.unit.tast[id].category == s::Category::Function {
                    return self.function_address(id);
                }
                if matches!(op, UnaryOp::Real | UnaryOp::Imag)
                    && !c::is_complex(&self.unit.unit.types, self.unit.unit.tast[operand].ty)
                {
                    let ty = self.ty(ty);
                    let value = self.value(operand);
                    return if op == UnaryOp::Real { value } else { self.constant(ty, 0) };
                }
                let place = self.place(id);
                self.read(place)
            }
            UnaryOp::PreInc => self.increment(operand, 1, false, true).1,
            UnaryOp::PreDec => self.increment(operand, -1, false, true).1,
            UnaryOp::PostInc => self.increment(operand, 1, true, false).0,
            UnaryOp::PostDec => self.increment(operand, -1, true, false).0,
        }
    }

    fn binary(
        &mut self,
        id: s::ExprId,
        op: BinaryOp,
        lhs: s::ExprId,
        rhs: s::ExprId,
        ty: c::TypeId,
    ) -> Operand {
        if matches!(op, BinaryOp::LogAnd | BinaryOp::LogOr) {
            return self.short_circuit(id, ty);
        }
        let types = &self.unit.unit.types;
        let points = |id: s::ExprId| c::pointee(types, self.unit.unit.tast[id].ty);
        match (op, points(lhs), points(rhs)) {
            (BinaryOp::Add, Some(elem), _) | (BinaryOp::Sub, Some(elem), None) => {
                let pointer = self.value(lhs);
                let index = self.value(rhs);
                return self.pointer_add(pointer, index, elem, op == BinaryOp::Sub);
            }
            (BinaryOp::Add, None, Some(elem)) => {
                let index = self.value(lhs);
                let pointer = self.value(rhs);
                return self.pointer_add(pointer, index, elem, false);
            }
            (BinaryOp::Sub, Some(elem), Some(_)) => return self.pointer_difference(lhs, rhs, elem, ty),
            _ => {}
        }
        if let Some(value) = self.repaired_binary(op, lhs, rhs) {
            return value;
        }
        let a = self.value(lhs);
        let b = self.value(rhs);
        let ty = self.ty(ty);
        if !self.types().is_scalar(self.type_of(a)) || !self.types().is_scalar(ty) {
            self.unsupported("arithmetic on vectors or complex numbers");
            return self.unknown(ty);
        }
        if !self.is_aggregate_free(lhs) {
            self.unsupported("arithmetic on vectors or complex numbers");
            return self.unknown(ty);
        }
        self.compute(ty, Rvalue::Binary(operator(op), a, b))
    }

    fn is_aggregate_free(&mut self, id: s::ExprId) -> bool {
        let ty = self.expr_ty(id);
        self.types().is_scalar(ty)
    }

    fn pointer_difference(
        &mut self,
        lhs: s::ExprId,
        rhs: s::ExprId,
        elem: c::TypeId,
        ty: c::TypeId,
    ) -> Operand {
        let a = self.value(lhs);
        let b = self.value(rhs);
        let ty = self.ty(ty);
        let unit = &self.unit.unit;
        match c::layout(&unit.types, elem, &unit.target) {
            Err(c::LayoutError::Variable) => {
                let bytes = self.compute(ty, Rvalue::PointerDiff { lhs: a, rhs: b, stride: 1 });
                let size = self.size_of(elem);
                let size = self.convert(size, ty);
                self.compute(ty, Rvalue::Binary(ir::BinaryOp::Div, bytes, size))
            }
            layout => {
                let stride = layout.map_or(1, |layout| layout.size).max(1);
                self.compute(ty, Rvalue::PointerDiff { lhs: a, rhs: b, stride })
            }
        }
    }

    // ── Control inside expressions ──────────────────────────────────────────────────────────

    /// Goes to `then` if the expression is nonzero, else to `otherwise`.
    pub(super) fn condition(&mut self, id: s::ExprId, then: BlockId, otherwise: BlockId) {
        let expr = self.unit.unit.tast[id];
        match expr.kind {
            _ if self.known.contains_key(&id) => self.test(id, then, otherwise),
            s::ExprKind::Convert { kind: s::Conversion::Bool, operand } => {
                self.condition(operand, then, otherwise);
            }
            s::ExprKind::Convert { kind: s::Conversion::Arithmetic, operand }
                if self.widens(operand, expr.ty) =>
            {
                self.condition(operand, then, otherwise);
            }
            s::ExprKind::Unary { op: UnaryOp::Not, operand } if self.is_aggregate_free(operand) => {
                self.condition(operand, otherwise, then);
            }
            s::ExprKind::Binary { op: BinaryOp::LogAnd, lhs, rhs } => {
                let middle = self.new_block();
                self.condition(lhs, middle, otherwise);
                self.switch_to(middle);
                self.condition(rhs, then, otherwise);
            }
            s::ExprKind::Binary { op: BinaryOp::LogOr, lhs, rhs } => {
                let middle = self.new_block();
                self.condition(lhs, then, middle);
                self.switch_to(middle);
                self.condition(rhs, then, otherwise);
            }
            s::ExprKind::Expect { value, hint, .. } => {
                if !matches!(self.unit.unit.tast[hint].kind, s::ExprKind::Const(_)) {
                    self.effect(hint);
                }
                self.condition(value, then, otherwise);
            }
            s::ExprKind::Comma { lhs, rhs } => {
                self.effect(lhs);
                self.condition(rhs, then, otherwise);
            }
            _ => self.test(id, then, otherwise),
        }
    }

    /// Whether a conversion to `ty` keeps zero zero and everything else nonzero.
    fn widens(&self, operand: s::ExprId, ty: c::TypeId) -> bool {
        let unit = &self.unit.unit;
        let width = |ty| c::integer_info(&unit.types, ty, &unit.target).map(|info| info.width);
        match (width(unit.tast[operand].ty), width(ty)) {
            (Some(from), Some(to)) => to >= from,
            _ => false,
        }
    }

    fn test(&mut self, id: s::ExprId, then: BlockId, otherwise: BlockId) {
        let value = self.value(id);
        let outer = self.span;
        self.span = self.unit.expr_span(id);
        if self.types().is_float(self.type_of(value)) {
            let ty = self.int_ty();
            let truth = self.truth(value, ty);
            self.branch(truth, then, otherwise);
        } else {
            match value {
                Operand::Const(Const { value: ConstValue::Int(number), .. }) => {
                    self.goto(if number != 0 { then } else { otherwise });
                }
                Operand::Const(Const { value: ConstValue::Address { .. }, .. }) => self.goto(then),
                _ => self.branch(value, then, otherwise),
            }
        }
        self.span = outer;
    }

    fn short_circuit(&mut self, id: s::ExprId, ty: c::TypeId) -> Operand {
        let ty = self.ty(ty);
        let result = self.temporary(ty);
        let (yes, no, after) = (self.new_block(), self.new_block(), self.new_block());
        self.condition(id, yes, no);
        for (block, truth) in [(yes, 1), (no, 0)] {
            self.switch_to(block);
            let truth = self.constant(ty, truth);
            self.assign(result, truth);
            self.goto(after);
        }
        self.switch_to(after);
        Operand::Local(result)
    }

    /// Evaluates the condition of `?:` and lowers each arm where it belongs.
    pub(super) fn choose_with(
        &mut self,
        cond: s::ExprId,
        then: s::ExprId,
        otherwise: s::ExprId,
        mut arm: impl FnMut(&mut Self, s::ExprId),
    ) {
        let shared = self.shared_condition(cond, then);
        if let Some(shared) = shared {
            // GNU `a ?: b`: the condition is also the first arm, and is evaluated once.
            let value = self.value(shared);
            let kept = match value {
                Operand::Local(local) if !self.body.locals[local].is_temporary() => {
                    let ty = self.type_of(value);
                    self.compute(ty, Rvalue::Use(value))
                }
                _ => value,
            };
            self.known.insert(shared, kept);
        }
        let (yes, no, after) = (self.new_block(), self.new_block(), self.new_block());
        self.condition(cond, yes, no);
        self.switch_to(yes);
        arm(self, then);
        self.goto(after);
        if let Some(shared) = shared {
            self.known.remove(&shared);
        }
        self.switch_to(no);
        arm(self, otherwise);
        self.goto(after);
        self.switch_to(after);
    }

    fn shared_condition(&self, cond: s::ExprId, then: s::ExprId) -> Option<s::ExprId> {
        let tast = &self.unit.unit.tast;
        let shared = match tast[cond].kind {
            s::ExprKind::Convert { operand, .. } => operand,
            _ => cond,
        };
        if matches!(tast[shared].kind, s::ExprKind::Const(_))
            || !c::is_scalar(&self.unit.unit.types, tast[shared].ty)
        {
            return None;
        }
        let mut at = then;
        loop {
            if at == shared {
                return Some(shared);
            }
            at = match tast[at].kind {
                s::ExprKind::Convert { operand, .. } | s::ExprKind::Cast(operand) => operand,
                _ => return None,
            };
        }
    }

    fn choose(&mut self, cond: s::ExprId, then: s::ExprId, otherwise: s::ExprId, ty: c::TypeId) -> Operand {
        let ty = self.ty(ty);
        if ty == Types::VOID {
            self.choose_effect(cond, then, otherwise);
            return self.int_const(0);
        }
        let result = self.temporary(ty);
        self.choose_with(cond, then, otherwise, |f, arm| {
            let value = f.value(arm);
            let value = f.convert(value, ty);
            f.assign(result, value);
        });
        Operand::Local(result)
    }

    fn choose_effect(&mut self, cond: s::ExprId, then: s::ExprId, otherwise: s::ExprId) {
        self.choose_with(cond, then, otherwise, Self::effect);
    }

    /// `({ … })`: the value of its last expression statement.
    fn statement_expression(&mut self, stmt: s::StmtId, ty: c::TypeId) -> Operand {
        let ty = self.ty(ty);
        let mut result = None;
        self.with_last_expression(stmt, |f, last| {
            if ty == Types::VOID {
                f.effect(last);
            } else {
                let value = f.value(last);
                // The value must outlive the variables of the block.
                let local = f.temporary(ty);
                let value = f.convert(value, ty);
                f.assign(local, value);
                result = Some(Operand::Local(local));
            }
        });
        match result {
            Some(value) => value,
            None if ty == Types::VOID => self.int_const(0),
            None => self.unknown(ty),
        }
    }

    /// Lowers the block of a statement expression, handing its last expression to `last`.
    pub(super) fn with_last_expression(&mut self, stmt: s::StmtId, last: impl FnOnce(&mut Self, s::ExprId)) {
        let s::Stmt::Block(list) = self.unit.unit.tast[stmt] else {
            self.stmt(stmt);
            return;
        };
        self.in_scope(stmt, |f| {
            let stmts = f.unit.unit.tast[list].to_vec();
            let mut last = Some(last);
            for (index, stmt) in stmts.iter().enumerate() {
                if index + 1 == stmts.len()
                    && let Some(expr) = f.last_expression(*stmt)
                    && let Some(last) = last.take()
                {
                    last(f, expr);
                } else {
                    f.stmt(*stmt);
                }
            }
        });
    }

    /// The expression a statement ends in, through labels, which are lowered on the way.
    fn last_expression(&mut self, stmt: s::StmtId) -> Option<s::ExprId> {
        match self.unit.unit.tast[stmt] {
            s::Stmt::Expr(expr) => Some(expr),
            s::Stmt::Label { label, body } if matches!(self.unit.unit.tast[body], s::Stmt::Expr(_)) => {
                let block = self.label_block(label);
                self.goto(block);
                self.switch_to(block);
                self.last_expression(body)
            }
            _ => None,
        }
    }

    /// Control does not get past here.
    pub(super) fn stop(&mut self) {
        self.terminate(Terminator::Unreachable);
    }
}

/// The IR's name of an operator; the short-circuit ones are lowered to branches before.
pub(super) fn operator(op: BinaryOp) -> ir::BinaryOp {
    match op {
        BinaryOp::Mul => ir::BinaryOp::Mul,
        BinaryOp::Div => ir::BinaryOp::Div,
        BinaryOp::Rem => ir::BinaryOp::Rem,
        BinaryOp::Add => ir::BinaryOp::Add,
        BinaryOp::Sub => ir::BinaryOp::Sub,
        BinaryOp::Shl => ir::BinaryOp::Shl,
        BinaryOp::Shr => ir::BinaryOp::Shr,
        BinaryOp::Lt => ir::BinaryOp::Lt,
        BinaryOp::Gt => ir::BinaryOp::Gt,
        BinaryOp::Le => ir::BinaryOp::Le,
        BinaryOp::Ge => ir::BinaryOp::Ge,
        BinaryOp::Eq => ir::BinaryOp::Eq,
        BinaryOp::Ne => ir::BinaryOp::Ne,
        BinaryOp::BitAnd | BinaryOp::LogAnd => ir::BinaryOp::And,
        BinaryOp::BitXor => ir::BinaryOp::Xor,
        BinaryOp::BitOr | BinaryOp::LogOr => ir::BinaryOp::Or,
    }
}
