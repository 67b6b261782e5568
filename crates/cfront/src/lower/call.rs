//! Calls, and the library functions that are statements of the IR.

use std::sync::Arc;

use ir::{
    AllocKind, Argument, AssertKind, Base, Call, Callee, ConstValue, Destination, FunctionId, Operand,
    Overlap, Place, StmtKind, Symbol, TypeId, TypeKind, Types,
};
use rucc_sema as s;
use rucc_types as c;

use super::function::FunctionLowering;
use crate::rewrite::promises::ASSUME_WITH_EFFECTS;

/// Functions whose effect on control or on other threads is not modelled.
const NOT_MODELLED: &[(&str, &str)] = &[
    ("setjmp", "`setjmp`"),
    ("_setjmp", "`setjmp`"),
    ("__sigsetjmp", "`sigsetjmp`"),
    ("sigsetjmp", "`sigsetjmp`"),
    ("longjmp", "`longjmp`"),
    ("_longjmp", "`longjmp`"),
    ("siglongjmp", "`siglongjmp`"),
    ("pthread_create", "threads: `pthread_create`"),
    ("thrd_create", "threads: `thrd_create`"),
    ("fork", "`fork`"),
    ("vfork", "`vfork`"),
    ("getcontext", "`getcontext`"),
    ("swapcontext", "`swapcontext`"),
    ("setcontext", "`setcontext`"),
    (ASSUME_WITH_EFFECTS, "an `assume` whose condition may do something"),
];

/// Functions that are statements, unless the program has its own.
const STATEMENTS: &[&str] = &[
    "malloc",
    "calloc",
    "alloca",
    "__builtin_alloca",
    "__builtin_alloca_with_align",
    "free",
    "cfree",
    "memcpy",
    "memmove",
    "__memcpy_chk",
    "__memmove_chk",
    "memset",
    "__memset_chk",
    "__assert_fail",
];

/// Whether a call of this name may be something else than a call.
fn is_special(name: &str) -> bool {
    STATEMENTS.contains(&name)
        || name.starts_with("__VERIFIER_")
        || NOT_MODELLED.iter().any(|(known, _)| *known == name)
}

/// Who is called, and as what.
struct Called {
    callee: Callee,
    /// The function type the call is made with.
    ty: TypeId,
    /// Whether the name or the pointer through which it is called says that it never returns.
    noreturn: bool,
    /// The declaration that names it, if one does.
    named: Option<s::DeclId>,
}

impl FunctionLowering<'_, '_> {
    /// The value of a call.
    pub(super) fn call(
        &mut self,
        id: s::ExprId,
        callee: s::ExprId,
        args: s::ExprList,
        ty: c::TypeId,
    ) -> Operand {
        if let Some(annotation) = self.unit.annotation(callee) {
            return self.annotate(annotation, id, args);
        }
        let ty = self.ty(ty);
        if ty != Types::VOID && !self.types().is_scalar(ty) {
            let place = self.temporary_object(ty);
            self.call_into(callee, args, place);
            return self.int_const(0);
        }
        let (called, args) = self.unordered(|f| f.callee(callee), |f| f.arguments(args));
        let Called { callee, ty: call_ty, noreturn, named } = called;
        if let Callee::Function(function) = callee
            && let Some(result) = self.library_statement(function, &args, ty)
        {
            return result;
        }
        let room = match callee {
            Callee::Function(function) => self.room_before(function, &args).map(|room| (function, room)),
            Callee::Pointer(_) => None,
        };
        let dst = (ty != Types::VOID).then(|| Destination::Local(self.temporary(ty)));
        let result = match &dst {
            Some(Destination::Local(local)) => Operand::Local(*local),
            _ => self.int_const(0),
        };
        self.emit_call(Call { dst, callee, args, ty: call_ty }, noreturn, named);
        if let Some((function, room)) = room {
            let name = self.unit.draft.program.functions[function].name.clone();
            self.room_after(&room, result, &name);
        }
        result
    }

    /// A call whose result is an aggregate, which goes into `to`.
    pub(super) fn call_into(&mut self, callee: s::ExprId, args: s::ExprList, to: Place) {
        let (called, args) = self.unordered(|f| f.callee(callee), |f| f.arguments(args));
        let Called { callee, ty, noreturn, named } = called;
        let dst = Some(Destination::Object(to.clone()));
        self.emit_call(Call { dst, callee, args, ty }, noreturn, named);
        self.pad(to);
    }

    /// Calls a function with scalar arguments for its effect.
    pub(super) fn call_decl(&mut self, decl: s::DeclId, args: Vec<Operand>) {
        let function = self.unit.function_of(decl);
        let ty = self.unit.draft.program.functions[function].ty;
        let args: Vec<Argument> = args.into_iter().map(Argument::Value).collect();
        if self.library_statement(function, &args, Types::VOID).is_none() {
            let callee = Callee::Function(function);
            self.emit_call(Call { dst: None, callee, args, ty }, false, Some(decl));
        }
    }

    /// A call. `promised` says that the name or the pointer it goes through is that of a function that never returns.
    fn emit_call(&mut self, call: Call, promised: bool, named: Option<s::DeclId>) {
        let callee = call.callee;
        let nonnull = named.and_then(|decl| self.nonnull_elsewhere(decl, callee));
        if let Some((name, promise)) = &nonnull {
            self.check_given(name, promise, &call.args);
        }
        let dst = call.dst.clone();
        self.emit(StmtKind::Call(call));
        if let (Some((name, promise)), Some(Destination::Local(dst))) = (&nonnull, dst)
            && promise.result
        {
            self.check_result(name, Operand::Local(dst));
        }
        let draft = &self.unit.draft;
        match callee {
            Callee::Function(id) => {
                let function = &draft.program.functions[id];
                let defined = draft.is_defined(id);
                let ends = !defined && library::ends_program(&function.name);
                if !function.noreturn && !ends && !promised {
                    return;
                }
                // A function that says itself that it never returns is checked where the unit surely defines it.
                let checked = function.noreturn && draft.defines_surely(id);
                let is_library = !defined && (function.noreturn || ends);
                if !checked && !is_library {
                    let why = format!("`{}`, which is declared `noreturn`, returns", function.name);
                    self.undefined(&why);
                }
            }
            Callee::Pointer(_) if promised => {
                self.undefined("a function that is called through a pointer to `noreturn` functions returns");
            }
            Callee::Pointer(_) => return,
        }
        self.stop();
    }

    /// C leaves undefined what happens if control gets here.
    pub(super) fn undefined(&mut self, why: &str) {
        let condition = self.int_const(0);
        self.emit(StmtKind::Assert { condition, kind: AssertKind::Undefined, message: why.into() });
    }

    /// A function that promised not to return is about to.
    pub(super) fn check_noreturn(&mut self) {
        if self.unit.must_not_return(self.id) && !self.closed {
            let function = &self.unit.draft.program.functions[self.id];
            let why = format!("`{}`, which is declared `noreturn`, returns", function.name);
            self.undefined(&why);
        }
    }

    fn callee(&mut self, id: s::ExprId) -> Called {
        let unit = &self.unit.unit;
        let designator = match unit.tast[id].kind {
            s::ExprKind::Convert { kind: s::Conversion::FunctionDecay, operand } => operand,
            _ => id,
        };
        let pointee = c::pointee(&unit.types, unit.tast[id].ty);
        if let s::ExprKind::Decl(decl) = unit.tast[designator].kind
            && unit.tast[decl].kind == s::DeclKind::Function
        {
            if self.unit.is_absent(decl) {
                let pointer = self.value(id);
                let ty = self.unit.unit.tast[decl].ty;
                let noreturn = self.unit.never_returns(decl);
                return Called {
                    callee: Callee::Pointer(pointer),
                    ty: self.ty(ty),
                    noreturn,
                    named: Some(decl),
                };
            }
            self.note_assembled(decl);
            let function = self.unit.function_of(decl);
            let ty = self.unit.draft.program.functions[function].ty;
            let noreturn = self.unit.never_returns(decl);
            return Called { callee: Callee::Function(function), ty, noreturn, named: Some(decl) };
        }
        let pointed = c::pointee_as_written(&unit.types, unit.tast[id].ty);
        let noreturn = pointed.is_some_and(|ty| self.unit.is_of_never_returning(ty));
        let pointer = self.value(id);
        let ty = match pointee {
            Some(ty) => self.ty(ty),
            None => self.types().pointee(self.type_of(pointer)).unwrap_or(Types::VOID),
        };
        // A constant address is a function after all.
        if let Operand::Const(constant) = pointer
            && let ConstValue::Address { symbol: Symbol::Function(function), offset: 0 } = constant.value
        {
            return Called { callee: Callee::Function(function), ty, noreturn, named: None };
        }
        Called { callee: Callee::Pointer(pointer), ty, noreturn, named: None }
    }

    /// The function that a call names.
    pub(super) fn named_callee(&mut self, callee: s::ExprId) -> Option<FunctionId> {
        match self.callee(callee).callee {
            Callee::Function(function) => Some(function),
            Callee::Pointer(_) => None,
        }
    }

    pub(super) fn arguments(&mut self, args: s::ExprList) -> Vec<Argument> {
        let mut lowered = Vec::new();
        let args = self.unit.unit.tast[args].to_vec();
        let start = self.touched.len();
        for arg in args {
            let middle = self.touched.len();
            let ty = self.expr_ty(arg);
            lowered.push(if self.types().is_scalar(ty) {
                Argument::Value(self.value(arg))
            } else {
                Argument::Object(self.object(arg))
            });
            self.note_order(start, middle);
        }
        lowered
    }

    /// The statement of the IR that a call to a library function is, if the program does not define
    /// a function of that name itself.
    fn library_statement(&mut self, function: FunctionId, args: &[Argument], ty: TypeId) -> Option<Operand> {
        let name = self.unit.draft.program.functions[function].name.clone();
        let plain: Option<Vec<Operand>> = args
            .iter()
            .map(|arg| match arg {
                Argument::Value(operand) => Some(*operand),
                Argument::Object(_) => None,
            })
            .collect();
        let args = plain?;
        if matches!(&*name, "reach_error" | "__VERIFIER_error") {
            self.assert_never(&name);
            return Some(self.int_const(0));
        }
        // C23's macro, of a header that is older.
        if &*name == "unreachable"
            && args.is_empty()
            && self.unit.unit.is_c23
            && !self.unit.draft.is_defined(function)
        {
            self.undefined("`unreachable()` is reached");
            self.stop();
            return Some(self.int_const(0));
        }
        // Other units are asked about few names: what they answer is what this one depends on.
        if !is_special(&name) || self.unit.draft.is_defined(function) {
            return None;
        }
        if let Some((_, why)) = NOT_MODELLED.iter().find(|(known, _)| *known == &*name) {
            self.unsupported(*why);
            return Some(if ty == Types::VOID { self.int_const(0) } else { self.unknown(ty) });
        }
        self.memory_statement(&name, &args, ty).or_else(|| self.verifier_statement(&name, &args, ty))
    }

    fn memory_statement(&mut self, name: &str, args: &[Operand], ty: TypeId) -> Option<Operand> {
        match (name, args) {
            ("malloc", [size]) => Some(self.allocate(AllocKind::Malloc, *size, None, ty)),
            ("calloc", [count, size]) => Some(self.allocate(AllocKind::Calloc, *size, Some(*count), ty)),
            ("alloca" | "__builtin_alloca", [size]) | ("__builtin_alloca_with_align", [size, _]) => {
                Some(self.allocate(AllocKind::Alloca, *size, None, ty))
            }
            ("free" | "cfree", [pointer]) => {
                self.emit(StmtKind::Free { pointer: *pointer });
                Some(self.int_const(0))
            }
            ("memcpy" | "memmove", [to, from, size])
            | ("__memcpy_chk" | "__memmove_chk", [to, from, size, _]) => {
                let (to_place, from_place) = (self.bytes_at(*to)?, self.bytes_at(*from)?);
                let overlap = if name.contains("move") { Overlap::Any } else { Overlap::Exact };
                self.emit(StmtKind::Copy { to: to_place, from: from_place, size: *size, overlap });
                Some(self.result_as(*to, ty))
            }
            ("memset", [to, byte, size]) | ("__memset_chk", [to, byte, size, _]) => {
                let place = self.bytes_at(*to)?;
                self.emit(StmtKind::Fill { to: place, byte: *byte, size: *size });
                Some(self.result_as(*to, ty))
            }
            _ => None,
        }
    }

    fn verifier_statement(&mut self, name: &str, args: &[Operand], ty: TypeId) -> Option<Operand> {
        match (name, args) {
            ("__assert_fail", [text, ..]) => {
                let message = self.text_at(*text).unwrap_or_else(|| "assertion".into());
                let condition = self.int_const(0);
                self.emit(StmtKind::Assert { condition, kind: AssertKind::Assertion, message });
                self.stop();
                Some(self.int_const(0))
            }
            ("__VERIFIER_assert", [condition]) => {
                self.emit(StmtKind::Assert {
                    condition: *condition,
                    kind: AssertKind::Assertion,
                    message: name.into(),
                });
                Some(self.int_const(0))
            }
            ("__VERIFIER_assume", [condition]) => {
                self.emit(StmtKind::Assume(*condition));
                Some(self.int_const(0))
            }
            _ if name.starts_with("__VERIFIER_nondet_") && self.types().is_scalar(ty) => {
                let dst = self.temporary(ty);
                self.emit(StmtKind::Nondet { dst, source: name.into() });
                Some(Operand::Local(dst))
            }
            _ => None,
        }
    }

    fn assert_never(&mut self, name: &str) {
        let condition = self.int_const(0);
        self.emit(StmtKind::Assert {
            condition,
            kind: AssertKind::Assertion,
            message: format!("{name}() is never called").into(),
        });
        self.stop();
    }

    pub(super) fn allocate(
        &mut self,
        kind: AllocKind,
        size: Operand,
        count: Option<Operand>,
        ty: TypeId,
    ) -> Operand {
        let ty = if self.types().is_pointer(ty) { ty } else { self.types_mut().pointer(Types::VOID) };
        let dst = self.temporary(ty);
        self.emit(StmtKind::Alloc { dst, kind, size, count });
        Operand::Local(dst)
    }

    /// What a pointer points to, as bytes.
    fn bytes_at(&mut self, pointer: Operand) -> Option<Place> {
        let pointee = self.types().pointee(self.type_of(pointer))?;
        let byte = self.types_mut().int(8, false);
        let ty = if matches!(self.types().kind(pointee), TypeKind::Void | TypeKind::Function(_)) {
            byte
        } else {
            pointee
        };
        Some(Place::whole(Base::Pointer(pointer), ty))
    }

    fn result_as(&mut self, value: Operand, ty: TypeId) -> Operand {
        if ty == Types::VOID { value } else { self.convert(value, ty) }
    }

    /// The text of a string literal an operand points to.
    fn text_at(&self, operand: Operand) -> Option<Arc<str>> {
        let Operand::Const(constant) = operand else { return None };
        let ConstValue::Address { symbol: Symbol::Global(global), offset: 0 } = constant.value else {
            return None;
        };
        let init = self.unit.draft.program.globals[global].init.as_ref()?;
        let (_, bytes) = init.bytes.first()?;
        let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
        Some(String::from_utf8_lossy(&bytes[..end]).into())
    }
}
