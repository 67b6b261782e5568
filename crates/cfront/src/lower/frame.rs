//! The two ends of a function's code: its parameters, and its closing brace.

use ir::Var;
use rucc_sema as s;

use super::function::FunctionLowering;

impl FunctionLowering<'_, '_> {
    /// The parameters: registers or objects that the arguments are put in.
    pub(super) fn parameters(&mut self, declared: &s::Decl, prototyped: bool) {
        let params = self.unit.unit.tast[declared.params].to_vec();
        for &param in &params {
            let var = self.variable(param);
            let incoming = if prototyped { var } else { self.promoted_parameter(var) };
            self.body.params.push(incoming);
        }
        // What is passed by value is assigned.
        for var in self.body.params.clone() {
            if let Var::Slot(slot) = var {
                let place = ir::Place::whole(ir::Base::Slot(slot), self.body.slots[slot].ty);
                self.pad(place);
            }
        }
        for &param in &params {
            let ty = self.unit.unit.tast[param].ty;
            self.evaluate_lengths(ty);
            if let Some(written) = self.unit.unit.tast.adjusted_from(param) {
                self.evaluate_lengths(written);
            }
        }
    }

    /// An argument of a function without prototype comes promoted and is converted on entry.
    fn promoted_parameter(&mut self, var: Var) -> Var {
        let ty = match var {
            Var::Local(local) => self.body.locals[local].ty,
            Var::Slot(slot) => self.body.slots[slot].ty,
        };
        let promoted = match self.types().kind(ty) {
            ir::TypeKind::Float(ir::FloatFormat::Binary32) => {
                let double = ir::TypeKind::Float(ir::FloatFormat::Binary64);
                let align = if self.types().target().pointer_bytes == 4 { 4 } else { 8 };
                self.types_mut().intern(double, 8, align)
            }
            ir::TypeKind::Bool => self.int_ty(),
            ir::TypeKind::Int { bits, .. } if *bits < 32 => self.int_ty(),
            _ => return var,
        };
        let incoming = self.temporary(promoted);
        let value = self.convert(ir::Operand::Local(incoming), ty);
        match var {
            Var::Local(local) => self.assign(local, value),
            Var::Slot(slot) => {
                self.emit(ir::StmtKind::Live { slot, size: None });
                self.store(ir::Place::whole(ir::Base::Slot(slot), ty), value);
            }
        }
        Var::Local(incoming)
    }

    /// What computes with floating numbers is not known if flags let the compiler compute something else.
    pub(super) fn note_relaxed(&mut self) {
        let Some(why) = self.unit.unit.relaxed.clone() else { return };
        let types = self.types();
        let floats = self.body.locals.iter().any(|local| types.is_float(local.ty));
        if floats {
            let (span, kind) = (self.span, ir::StmtKind::Unsupported { why });
            self.body.blocks[ir::Body::ENTRY].stmts.insert(0, ir::Stmt { kind, span });
        }
    }

    /// Control reaches the closing brace: `main` returns 0, a function with a result returns none.
    pub(super) fn fall_off_the_end(&mut self) {
        let returned = match () {
            () if self.ret == ir::Types::VOID => None,
            () if &*self.name == "main" => {
                let ret = self.ret;
                Some(ir::Argument::Value(self.constant(ret, 0)))
            }
            () if self.has_contract() && self.types().is_scalar(self.ret) => {
                let ret = self.ret;
                Some(ir::Argument::Value(self.compute(ret, ir::Rvalue::Uninit)))
            }
            () => None,
        };
        self.check_noreturn();
        if let Some(ir::Argument::Value(result)) = returned {
            self.use_result(result);
        }
        self.terminate(ir::Terminator::Return(returned));
    }

    /// The result of `main` is the status of the program (C17 5.1.2.2.3), and what a function with a contract returns is a value to
    /// its callers: so they use it. Others pass on what they have.
    pub(super) fn use_result(&mut self, result: ir::Operand) {
        if &*self.name != "main" && !self.has_contract() || matches!(result, ir::Operand::Const(_)) {
            return;
        }
        // Equal to itself whatever it is, so nothing is learned from it.
        let truth = self.int_ty();
        self.compute(truth, ir::Rvalue::Binary(ir::BinaryOp::Eq, result, result));
    }

    fn has_contract(&self) -> bool {
        self.unit.draft.program.functions[self.id].contract.is_some()
    }
}
