//! What `shapewright.h` declares, where it is used as a statement or in a condition.

use std::sync::Arc;

use ir::{
    Argument, Call, Callee, Const, ConstValue, Destination, FunctionId, Linkage, Operand, Span, StmtKind,
    Symbol, TypeKind, Types,
};
use model::Diagnostic;
use rucc_sema as s;

use super::draft::Entity;
use super::function::FunctionLowering;
use super::unit::UnitLowering;
use crate::rewrite::contracts::OLD_MARK;

/// A name of our header.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Annotation {
    /// `sw_requires(c);`
    Requires,
    /// `sw_ensures(c);`
    Ensures,
    /// `sw_assert(c);`
    Assert,
    /// `sw_assume(c);`
    Assume,
    /// `sw_len(x)`.
    Len,
    /// `sw_segment(list(a), list(b))`.
    Segment,
    /// The mark in front of what was written as `sw_old(e)`.
    Old,
}

impl Annotation {
    fn named(name: &str) -> Option<Self> {
        match name {
            "sw_requires" => Some(Self::Requires),
            "sw_ensures" => Some(Self::Ensures),
            "sw_assert" => Some(Self::Assert),
            "sw_assume" => Some(Self::Assume),
            "sw_len" => Some(Self::Len),
            "sw_segment" => Some(Self::Segment),
            OLD_MARK => Some(Self::Old),
            _ => None,
        }
    }
}

impl UnitLowering<'_> {
    /// The annotation a call is, unless the program defines a function of that name itself.
    pub(super) fn annotation(&self, callee: s::ExprId) -> Option<Annotation> {
        let tast = &self.unit.tast;
        let designator = match tast[callee].kind {
            s::ExprKind::Convert { kind: s::Conversion::FunctionDecay, operand } => operand,
            _ => callee,
        };
        let s::ExprKind::Decl(decl) = tast[designator].kind else { return None };
        let declared = &tast[decl];
        let name = self.unit.names.resolve(declared.name?);
        let annotation = Annotation::named(name)?;
        let defined = match self.draft.external(name) {
            Some(Entity::Function(id)) => self.draft.is_defined(id),
            Some(Entity::Global(_)) => true,
            None => self.draft.is_elsewhere(name),
        };
        (declared.kind == s::DeclKind::Function && !defined && declared.linkage == s::Linkage::External)
            .then_some(annotation)
    }

    /// Reports an annotation that must not stand where it does.
    pub(super) fn misplaced(&mut self, span: Span, message: &str) {
        self.draft.errors.push(Diagnostic::error(span, message));
    }

    /// The arguments of a call as the user wrote them.
    pub(super) fn written_arguments(&self, call: s::ExprId) -> Arc<str> {
        self.unit.spans.arguments(self.unit.tast.expr_span(call)).into()
    }

    /// `_Bool sw_segment(...)`.
    fn segment_function(&mut self) -> FunctionId {
        let types = &mut self.draft.program.types;
        let ret = types.bool();
        let signature = ir::Signature { ret, params: Vec::new(), variadic: true, prototyped: true };
        let ty = types.intern(TypeKind::Function(signature), 0, 1);
        self.draft.declare_function("sw_segment".into(), &Linkage::External, ty, false, Span::NONE)
    }

    /// `size_t sw_len(void *list, size_t link)`.
    fn len_function(&mut self) -> FunctionId {
        let types = &mut self.draft.program.types;
        let bits = u16::from(types.target().pointer_bytes) * 8;
        let (size, list) = (types.int(bits, false), types.pointer(Types::VOID));
        let params = vec![list, size];
        let signature = ir::Signature { ret: size, params, variadic: false, prototyped: true };
        let ty = types.intern(TypeKind::Function(signature), 0, 1);
        self.draft.declare_function("sw_len".into(), &Linkage::External, ty, false, Span::NONE)
    }
}

impl FunctionLowering<'_, '_> {
    /// The value of an annotation.
    pub(super) fn annotate(&mut self, annotation: Annotation, call: s::ExprId, args: s::ExprList) -> Operand {
        let span = self.span;
        let args = self.unit.unit.tast[args].to_vec();
        match (annotation, &*args) {
            (Annotation::Assert, [condition]) => self.assertion(call, *condition),
            (Annotation::Assume, [condition]) => self.assumption(*condition),
            (Annotation::Len, [list]) => return self.list_length(*list),
            (Annotation::Segment, [from, to]) => return self.segment(*from, *to),
            (Annotation::Requires, _) => self.unit.misplaced(span, &not_first("sw_requires")),
            (Annotation::Ensures, _) => self.unit.misplaced(span, &not_first("sw_ensures")),
            (Annotation::Old, _) => {
                let message = "`sw_old` may only be used in `sw_ensures`, and not inside of another `sw_old`";
                self.unit.misplaced(span, message);
            }
            (Annotation::Assert | Annotation::Assume | Annotation::Len | Annotation::Segment, _) => {
                self.unsupported("an annotation with other arguments");
            }
        }
        self.int_const(0)
    }

    /// `sw_len(x)`: a call that is told which member to follow, by its offset in bytes.
    fn list_length(&mut self, list: s::ExprId) -> Operand {
        let mut written = list;
        while let s::ExprKind::Convert { kind: s::Conversion::Pointer, operand } =
            self.unit.unit.tast[written].kind
        {
            written = operand;
        }
        let ty = self.expr_ty(written);
        let Some(link) = self.link_offset(ty) else {
            let name = self.types().display(ty).to_string();
            let message = format!(
                "`sw_len` of a `{name}`: expected a pointer to a struct with a member that points to that same \
                 struct"
            );
            let span = self.unit.expr_span(written);
            self.unit.misplaced(span, &message);
            return self.size_const(0);
        };
        let pointer = self.value(written);
        let function = self.unit.len_function();
        let ty = self.unit.draft.program.functions[function].ty;
        let size = self.size_ty();
        let dst = self.temporary(size);
        let args = vec![Argument::Value(pointer), Argument::Value(self.size_const(link))];
        let callee = Callee::Function(function);
        self.emit(StmtKind::Call(Call { dst: Some(Destination::Local(dst)), callee, args, ty }));
        Operand::Local(dst)
    }

    /// `sw_segment(f(a), g(b))`: a call that is told `f`, its arguments, `g` and its arguments.
    fn segment(&mut self, from: s::ExprId, to: s::ExprId) -> Operand {
        let mut args = Vec::new();
        for end in [from, to] {
            let mut written = end;
            while let s::ExprKind::Convert { operand, .. } = self.unit.unit.tast[written].kind {
                written = operand;
            }
            let called = match self.unit.unit.tast[written].kind {
                s::ExprKind::Call { callee, args } if self.unit.annotation(callee).is_none() => {
                    self.named_callee(callee).map(|function| (function, args))
                }
                _ => None,
            };
            let Some((function, given)) = called else {
                let message = "expected the call of a checker: it is written `sw_segment(list(a), list(b))`";
                let span = self.unit.expr_span(end);
                self.unit.misplaced(span, message);
                return self.int_const(0);
            };
            let ty = self.unit.draft.program.functions[function].ty;
            let ty = self.unit.draft.program.types.pointer(ty);
            let value = ConstValue::Address { symbol: Symbol::Function(function), offset: 0 };
            args.push(Argument::Value(Operand::Const(Const { ty, value })));
            args.extend(self.arguments(given));
        }
        let function = self.unit.segment_function();
        let ty = self.unit.draft.program.functions[function].ty;
        let truth = self.unit.draft.program.types.bool();
        let dst = self.temporary(truth);
        let callee = Callee::Function(function);
        self.emit(StmtKind::Call(Call { dst: Some(Destination::Local(dst)), callee, args, ty }));
        Operand::Local(dst)
    }

    /// Where in the struct that `pointer` points to the first member is that points to such a struct.
    fn link_offset(&self, pointer: ir::TypeId) -> Option<u64> {
        let types = self.types();
        let pointee = types.pointee(pointer)?;
        let TypeKind::Record(record) = types.kind(pointee) else { return None };
        let links = |field: &&ir::Field| types.pointee(field.ty) == Some(pointee);
        types.record(*record).fields.iter().find(links).map(|field| field.offset)
    }
}

fn not_first(name: &str) -> String {
    format!(
        "`{name}` must be among the first statements of a function's body: expected it before any declaration \
         or other statement"
    )
}
