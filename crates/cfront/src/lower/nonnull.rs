//! Null pointers that attributes rule out: `nonnull` and `returns_nonnull`.
//!
//! Compilers take it for granted that such a parameter, or such a result, is not null, and what a program does that does not keep to it is undefined. The
//! function that is defined with the attribute is checked itself, where it begins and where it returns. A caller is checked instead where the
//! attribute is on a name whose definition may not know of it: another unit's, or a second name. Functions of the library that the
//! program does not define are checked for what they do with null pointers.

use std::sync::Arc;

use ir::{Argument, AssertKind, BinaryOp, Callee, Operand, Rvalue, StmtKind, Var};
use rucc_sema as s;

use super::function::FunctionLowering;
use crate::rewrite::nonnull::{Promise, UNKNOWN};

impl FunctionLowering<'_, '_> {
    /// What the unit says of the function that a declaration defines.
    fn nonnull_of(&self, decl: s::DeclId) -> Option<Promise> {
        let name = self.unit.unit.tast[decl].name?;
        self.unit.unit.nonnull.functions.get(&name.raw()).cloned()
    }

    /// Whether attributes in a body speak of functions that are not known by name.
    pub(super) fn note_unknown_nonnull(&mut self, body: s::StmtId) {
        if self.unit.unit.nonnull.are_unknown_in(self.unit.unit.tast.stmt_span(body)) {
            self.unsupported(UNKNOWN);
        }
    }

    /// The function begins: its parameters hold no null pointers that are ruled out.
    pub(super) fn check_parameters(&mut self, decl: s::DeclId) {
        let Some(promise) = self.nonnull_of(decl) else { return };
        self.returns_nonnull = promise.result;
        // The declaration may be another one than what is defined.
        let around = self.span;
        self.span = self.unit.definition_span(decl);
        let params = self.unit.unit.tast[decl].params;
        let params = self.unit.unit.tast[params].to_vec();
        for (n, param) in params.into_iter().enumerate().filter(|(n, _)| promise.rules_out(*n)) {
            let ty = self.unit.unit.tast[param].ty;
            let ty = self.ty(ty);
            if !self.types().is_pointer(ty) {
                continue;
            }
            let value = match self.variable(param) {
                Var::Local(local) => Operand::Local(local),
                Var::Slot(_) => {
                    let place = self.variable_place(param);
                    let dst = self.temporary(ty);
                    self.emit(StmtKind::Load { dst, place });
                    Operand::Local(dst)
                }
            };
            let name = self.unit.unit.tast[param].name;
            let name = name.map_or_else(
                || (n + 1).to_string(),
                |name| format!("`{}`", self.unit.unit.names.resolve(name)),
            );
            let why = format!(
                "`{}` is called with a null pointer for its parameter {name}, which is declared `nonnull`",
                self.name
            );
            self.check_nonnull(value, &why);
        }
        self.span = around;
    }

    /// The function is about to return a value.
    pub(super) fn check_returned(&mut self, result: Operand) {
        if self.returns_nonnull {
            let name = self.name.clone();
            self.check_result(&name, result);
        }
    }

    /// What the unit says of a function that is called by this name, unless its definition says so itself.
    pub(super) fn nonnull_elsewhere(&self, decl: s::DeclId, callee: Callee) -> Option<(Arc<str>, Promise)> {
        let unit = &self.unit.unit;
        let name = unit.tast[decl].name?;
        let promise = unit.nonnull.own.get(&name.raw())?;
        if let Callee::Function(function) = callee {
            let draft = &self.unit.draft;
            let says_so = *draft.program.functions[function].name == *unit.names.resolve(name);
            if says_so && draft.defines_surely(function) || !draft.is_defined(function) {
                return None;
            }
        }
        Some((unit.names.resolve(name).into(), promise.clone()))
    }

    /// A function is about to be called.
    pub(super) fn check_given(&mut self, name: &str, promise: &Promise, args: &[Argument]) {
        for (n, arg) in args.iter().enumerate().filter(|(n, _)| promise.rules_out(*n)) {
            if let Argument::Value(value) = arg
                && self.types().is_pointer(self.type_of(*value))
            {
                let why = format!(
                    "`{name}` is called with a null pointer for its parameter {}, which is declared `nonnull`",
                    n + 1
                );
                self.check_nonnull(*value, &why);
            }
        }
    }

    /// A function has given a result.
    pub(super) fn check_result(&mut self, name: &str, result: Operand) {
        if self.types().is_pointer(self.type_of(result)) {
            let why = format!("`{name}`, which is declared `returns_nonnull`, returns a null pointer");
            self.check_nonnull(result, &why);
        }
    }

    fn check_nonnull(&mut self, value: Operand, why: &str) {
        let (int, null) = (self.int_ty(), self.constant(self.type_of(value), 0));
        let condition = self.compute(int, Rvalue::Binary(BinaryOp::Ne, value, null));
        self.emit(StmtKind::Assert { condition, kind: AssertKind::Undefined, message: why.into() });
    }
}
