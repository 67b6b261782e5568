//! The compiler's builtins that are nodes of their own in the typed tree.

use ir::{AllocKind, BinaryOp, Intrinsic, Operand, Place, Rvalue, StmtKind, TypeId, Types};
use rucc_sema as s;
use rucc_types as c;

use super::function::FunctionLowering;

impl FunctionLowering<'_, '_> {
    /// Whether an expression was written in a header of the system: what the library does is the same whatever the compiler answers there.
    fn is_of_library(&self, id: s::ExprId) -> bool {
        self.unit.unit.spans.is_system(self.unit.unit.tast.expr_span(id))
    }

    /// A value that C leaves to the compiler.
    fn left_open(&mut self, ty: ir::TypeId, what: &str) -> Operand {
        let dst = self.temporary(ty);
        self.emit(StmtKind::Nondet { dst, source: what.into() });
        Operand::Local(dst)
    }

    /// The value of a builtin.
    pub(super) fn builtin(&mut self, id: s::ExprId) -> Operand {
        let expr = self.unit.unit.tast[id];
        let ty = self.ty(expr.ty);
        match expr.kind {
            s::ExprKind::VaArg { list } => {
                self.evaluate_lengths(expr.ty);
                let list = self.value(list);
                let dst = self.temporary(ty);
                self.emit(StmtKind::VaArg { dst: ir::Destination::Local(dst), list });
                Operand::Local(dst)
            }
            s::ExprKind::VaStart { list } => {
                let list = self.value(list);
                self.emit(StmtKind::VaStart { list });
                self.int_const(0)
            }
            s::ExprKind::VaEnd { list } => {
                let list = self.value(list);
                self.emit(StmtKind::VaEnd { list });
                self.int_const(0)
            }
            s::ExprKind::VaCopy { dst, src } => {
                let (to, from) = (self.value(dst), self.value(src));
                self.emit(StmtKind::VaCopy { to, from });
                self.int_const(0)
            }
            s::ExprKind::Classify { op, lhs, rhs } => {
                let mut operands = vec![self.value(lhs)];
                operands.extend(rhs.map(|rhs| self.value(rhs)));
                self.intrinsic(classification(op), operands, ty)
            }
            s::ExprKind::FpClassify { value, answers } => self.classify(value, answers, ty),
            s::ExprKind::Sign { op, lhs, rhs } => {
                let intrinsic = match op {
                    s::Sign::Clear => Intrinsic::FloatAbs,
                    s::Sign::Of => Intrinsic::CopySign,
                };
                let mut operands = vec![self.value(lhs)];
                operands.extend(rhs.map(|rhs| self.value(rhs)));
                self.intrinsic(intrinsic, operands, ty)
            }
            s::ExprKind::Abs { operand } => {
                let operand = self.value(operand);
                self.intrinsic(Intrinsic::Abs, vec![operand], ty)
            }
            s::ExprKind::ByteSwap { operand } => {
                let operand = self.value(operand);
                self.intrinsic(Intrinsic::ByteSwap, vec![operand], ty)
            }
            s::ExprKind::BitCount { operand, count } => {
                let operand = self.value(operand);
                if matches!(count, s::BitCount::Leading | s::BitCount::Trailing) {
                    self.check_some_bit(operand);
                }
                self.intrinsic(bit_count(count), vec![operand], ty)
            }
            s::ExprKind::Overflow { op, args, stores, .. } => self.overflow(op, args, stores, ty),
            s::ExprKind::Atomic { op, args, .. } => self.atomic(id, op, args, ty),
            s::ExprKind::Expect { value, hint, .. } => {
                if !matches!(self.unit.unit.tast[hint].kind, s::ExprKind::Const(_)) {
                    self.effect(hint);
                }
                self.value(value)
            }
            s::ExprKind::Prefetch { address, .. } => {
                self.effect(address);
                self.int_const(0)
            }
            s::ExprKind::Unreachable => {
                self.undefined("`__builtin_unreachable()` is reached");
                self.stop();
                self.int_const(0)
            }
            s::ExprKind::Trap => {
                let abort = self.unit.trap_function();
                let call_ty = self.unit.draft.program.functions[abort].ty;
                let callee = ir::Callee::Function(abort);
                self.emit(StmtKind::Call(ir::Call { dst: None, callee, args: Vec::new(), ty: call_ty }));
                self.stop();
                self.int_const(0)
            }
            // How much a compiler finds out about the object a pointer leads to depends on how it optimizes, so the answer may be that it
            // is unknown or any size. The argument is not evaluated.
            s::ExprKind::ObjectSize { .. } if !self.is_of_library(id) => self.left_open(ty, "object_size"),
            s::ExprKind::ObjectSize { kind, .. } => {
                let unknown = if kind & 2 == 0 {
                    c::IntegerInfo::new(false, 8 * u32::from(self.types().target().pointer_bytes)).wrap(-1)
                } else {
                    0
                };
                self.constant(ty, unknown)
            }
            // So does what is a constant to it.
            s::ExprKind::ConstantP { .. } if !self.is_of_library(id) => {
                let truth = self.types_mut().bool();
                let answer = self.left_open(truth, "constant_p");
                self.convert(answer, ty)
            }
            s::ExprKind::ConstantP { .. } => self.constant(ty, 0),
            s::ExprKind::Alloca { size } => {
                let size = self.value(size);
                self.allocate(AllocKind::Alloca, size, None, ty)
            }
            s::ExprKind::TimeStamp { aux: None } | s::ExprKind::CpuModel { .. } => {
                let dst = self.temporary(ty);
                self.emit(StmtKind::Nondet { dst, source: "processor".into() });
                Operand::Local(dst)
            }
            s::ExprKind::Jump { .. } => {
                self.unsupported("`setjmp` and `longjmp`");
                self.unknown(ty)
            }
            s::ExprKind::FrameAddress { .. }
            | s::ExprKind::ThreadPointer
            | s::ExprKind::SpEntry
            | s::ExprKind::Apply { .. }
            | s::ExprKind::ApplyArgs => {
                self.unsupported("a builtin that looks at the machine's stack");
                self.unknown(ty)
            }
            s::ExprKind::TimeStamp { .. } | s::ExprKind::Eflags { .. } | s::ExprKind::XState { .. } => {
                self.unsupported("a builtin that touches the processor's state");
                self.unknown(ty)
            }
            _ => {
                self.unsupported("arithmetic on vectors or complex numbers");
                self.unknown(ty)
            }
        }
    }

    fn intrinsic(&mut self, intrinsic: Intrinsic, operands: Vec<Operand>, ty: TypeId) -> Operand {
        if !self.types().is_scalar(ty) {
            self.unsupported("arithmetic on vectors or complex numbers");
            return self.int_const(0);
        }
        self.compute(ty, Rvalue::Intrinsic(intrinsic, operands))
    }

    /// `__builtin_fpclassify`: the first answer whose question is answered yes.
    fn classify(&mut self, value: s::ExprId, answers: s::ExprList, ty: TypeId) -> Operand {
        let value = self.value(value);
        let answers: Vec<s::ExprId> = self.unit.unit.tast[answers].to_vec();
        let [nan, infinite, normal, subnormal, zero] = answers[..] else {
            self.unsupported("`__builtin_fpclassify` with other than five answers");
            return self.unknown(ty);
        };
        let int = self.int_ty();
        let result = self.temporary(ty);
        let after = self.new_block();
        let nothing = self.constant(self.type_of(value), 0);
        let questions = [
            (Rvalue::Intrinsic(Intrinsic::IsNan, vec![value]), nan),
            (Rvalue::Intrinsic(Intrinsic::IsInfinite, vec![value]), infinite),
            (Rvalue::Intrinsic(Intrinsic::IsNormal, vec![value]), normal),
            (Rvalue::Binary(BinaryOp::Eq, value, nothing), zero),
        ];
        for (question, answer) in questions {
            let (yes, no) = (self.new_block(), self.new_block());
            let asked = self.compute(int, question);
            self.branch(asked, yes, no);
            self.switch_to(yes);
            let answer = self.value(answer);
            self.assign(result, answer);
            self.goto(after);
            self.switch_to(no);
        }
        let answer = self.value(subnormal);
        self.assign(result, answer);
        self.goto(after);
        self.switch_to(after);
        Operand::Local(result)
    }

    /// `__builtin_add_overflow` and its family.
    fn overflow(&mut self, op: s::OverflowOp, args: s::ExprList, stores: bool, ty: TypeId) -> Operand {
        let args: Vec<s::ExprId> = self.unit.unit.tast[args].to_vec();
        let [a, b, third] = args[..] else {
            self.unsupported("an overflow builtin with other than three operands");
            return self.unknown(ty);
        };
        let third_ty = self.expr_ty(third);
        let (a, b) = (self.value(a), self.value(b));
        let wanted = if stores { self.types().pointee(third_ty).unwrap_or(third_ty) } else { third_ty };
        let (overflows, wraps) = match op {
            s::OverflowOp::Add => (Intrinsic::AddOverflows, Intrinsic::AddWrapping),
            s::OverflowOp::Sub => (Intrinsic::SubOverflows, Intrinsic::SubWrapping),
            s::OverflowOp::Mul => (Intrinsic::MulOverflows, Intrinsic::MulWrapping),
        };
        let witness = self.constant(wanted, 0);
        let answer = self.compute(ty, Rvalue::Intrinsic(overflows, vec![a, b, witness]));
        if stores {
            let pointer = self.value(third);
            let wrapped = self.compute(wanted, Rvalue::Intrinsic(wraps, vec![a, b]));
            self.store(Place::whole(ir::Base::Pointer(pointer), wanted), wrapped);
        }
        answer
    }

    /// The atomic builtins: with one thread each is the plain accesses it consists of.
    fn atomic(&mut self, id: s::ExprId, op: s::AtomicOp, args: s::ExprList, ty: TypeId) -> Operand {
        let args: Vec<s::ExprId> = self.unit.unit.tast[args].to_vec();
        let values: Vec<Operand> = args.iter().map(|arg| self.value(*arg)).collect();
        // With one thread the memory order says nothing, but it is an argument.
        match self.unit.unit.evaluated.orders(id).map(<[_]>::to_vec) {
            Some(orders) => orders.into_iter().for_each(|order| self.effect(order)),
            None => self.unsupported("an atomic builtin whose memory order is not known"),
        }
        let pointee =
            |f: &Self, operand: Operand| f.types().pointee(f.type_of(operand)).unwrap_or(Types::VOID);
        let Some(&pointer) = values.first() else {
            return self.int_const(0); // a fence
        };
        let object = pointee(self, pointer);
        let place = Place::whole(ir::Base::Pointer(pointer), object);
        if op != s::AtomicOp::TestAndSet && !self.types().is_scalar(object) {
            self.unsupported("an atomic access to an aggregate");
            return self.unknown(ty);
        }
        let through =
            |f: &Self, operand: Operand| Place::whole(ir::Base::Pointer(operand), pointee(f, operand));
        match (op, &values[1..]) {
            (s::AtomicOp::Load, _) => self.load(place),
            (s::AtomicOp::LoadInto, [to, ..]) => {
                let value = self.load(place);
                self.store(through(self, *to), value);
                self.int_const(0)
            }
            (s::AtomicOp::Store, [value, ..]) => {
                let value = self.through_pointer(*value, object);
                let value = self.convert(value, object);
                self.store(place, value);
                self.int_const(0)
            }
            (s::AtomicOp::Exchange, [value, ..]) => {
                let old = self.load(place.clone());
                let value = self.convert(*value, object);
                self.store(place, value);
                old
            }
            (s::AtomicOp::ExchangeInto, [value, to, ..]) => {
                let old = self.load(place.clone());
                let value = self.through_pointer(*value, object);
                self.store(place, value);
                self.store(through(self, *to), old);
                self.int_const(0)
            }
            (s::AtomicOp::TestAndSet, _) => {
                let byte = self.types_mut().int(8, false);
                let place = Place::whole(ir::Base::Pointer(pointer), byte);
                let old = self.load(place.clone());
                let one = self.constant(byte, 1);
                self.store(place, one);
                self.truth(old, ty)
            }
            (s::AtomicOp::CompareExchange, [expected, desired, ..]) => {
                let expected_place = through(self, *expected);
                let wanted = self.load(expected_place.clone());
                let desired = self.through_pointer(*desired, object);
                self.compare_exchange(place, wanted, desired, Some(expected_place), ty).0
            }
            (s::AtomicOp::SwapBool, [expected, desired, ..]) => {
                let expected = self.convert(*expected, object);
                let desired = self.convert(*desired, object);
                self.compare_exchange(place, expected, desired, None, ty).0
            }
            (s::AtomicOp::SwapValue, [expected, desired, ..]) => {
                let expected = self.convert(*expected, object);
                let desired = self.convert(*desired, object);
                let truth = self.int_ty();
                self.compare_exchange(place, expected, desired, None, truth).1
            }
            (s::AtomicOp::Fetch(rmw), [value, ..]) => self.read_modify_write(place, rmw, *value).0,
            (s::AtomicOp::Update(rmw), [value, ..]) => self.read_modify_write(place, rmw, *value).1,
            (s::AtomicOp::Fence | s::AtomicOp::SignalFence, _) => self.int_const(0),
            _ => {
                self.unsupported("an atomic builtin with too few operands");
                self.unknown(ty)
            }
        }
    }

    /// How many zeros are before or after the ones of zero is not defined.
    fn check_some_bit(&mut self, operand: Operand) {
        let (ty, truth) = (self.type_of(operand), self.int_const(0));
        let zero = self.constant(ty, 0);
        let truth = self.type_of(truth);
        let condition = self.compute(truth, Rvalue::Binary(BinaryOp::Ne, operand, zero));
        let message = "a builtin that counts zero bits is given zero".into();
        self.emit(StmtKind::Assert { condition, kind: ir::AssertKind::Undefined, message });
    }

    /// The generic forms hand over values by address.
    fn through_pointer(&mut self, operand: Operand, object: TypeId) -> Operand {
        let by_address =
            self.types().pointee(self.type_of(operand)) == Some(object) && !self.types().is_pointer(object);
        if by_address { self.load(Place::whole(ir::Base::Pointer(operand), object)) } else { operand }
    }

    /// Whether the object held `expected`, and what it held.
    fn compare_exchange(
        &mut self,
        place: Place,
        expected: Operand,
        desired: Operand,
        found: Option<Place>,
        ty: TypeId,
    ) -> (Operand, Operand) {
        let old = self.load(place.clone());
        let same = self.compute(ty, Rvalue::Binary(BinaryOp::Eq, old, expected));
        let (yes, no, after) = (self.new_block(), self.new_block(), self.new_block());
        self.branch(same, yes, no);
        self.switch_to(yes);
        let desired = self.convert(desired, place.ty);
        self.store(place, desired);
        self.goto(after);
        self.switch_to(no);
        if let Some(found) = found {
            self.store(found, old);
        }
        self.goto(after);
        self.switch_to(after);
        (same, old)
    }

    /// What the object held before and after.
    fn read_modify_write(&mut self, place: Place, rmw: s::Rmw, value: Operand) -> (Operand, Operand) {
        let old = self.load(place.clone());
        let ty = place.ty;
        let new = if self.types().is_pointer(ty) {
            // The builtins add bytes, whatever the pointer points to.
            let signed = self.difference_ty();
            let mut index = self.convert(value, signed);
            if rmw == s::Rmw::Sub {
                index = self.compute(signed, Rvalue::Unary(ir::UnaryOp::Neg, index));
            }
            self.compute(ty, Rvalue::PointerAdd { pointer: old, index, stride: 1 })
        } else {
            let value = self.convert(value, ty);
            let op = match rmw {
                s::Rmw::Add => BinaryOp::Add,
                s::Rmw::Sub => BinaryOp::Sub,
                s::Rmw::And | s::Rmw::Nand => BinaryOp::And,
                s::Rmw::Or => BinaryOp::Or,
                s::Rmw::Xor => BinaryOp::Xor,
            };
            let new = self.compute(ty, Rvalue::Binary(op, old, value));
            if rmw == s::Rmw::Nand { self.compute(ty, Rvalue::Unary(ir::UnaryOp::Not, new)) } else { new }
        };
        self.store(place, new);
        (old, new)
    }
}

fn classification(op: s::Classify) -> Intrinsic {
    match op {
        s::Classify::Unordered => Intrinsic::IsUnordered,
        s::Classify::LessGreater => Intrinsic::IsLessGreater,
        s::Classify::Nan => Intrinsic::IsNan,
        s::Classify::Infinite => Intrinsic::IsInfinite,
        s::Classify::Finite => Intrinsic::IsFinite,
        s::Classify::Normal => Intrinsic::IsNormal,
        s::Classify::SignBit => Intrinsic::SignBit,
        s::Classify::InfiniteSign => Intrinsic::InfinitySign,
    }
}

fn bit_count(count: s::BitCount) -> Intrinsic {
    match count {
        s::BitCount::Leading => Intrinsic::CountLeadingZeros,
        s::BitCount::Trailing => Intrinsic::CountTrailingZeros,
        s::BitCount::Ones => Intrinsic::PopCount,
        s::BitCount::Parity => Intrinsic::Parity,
        s::BitCount::FirstSet => Intrinsic::FindFirstSet,
        s::BitCount::RedundantSign => Intrinsic::RedundantSignBits,
    }
}
