//! Inline assembly: its outputs become unknown values; what may change memory is not modelled.

use ir::{Operand, StmtKind};
use rucc_sema as s;

use super::function::FunctionLowering;
use super::place::Lvalue;

impl FunctionLowering<'_, '_> {
    pub(super) fn inline_assembly(&mut self, id: s::AsmId) {
        let tast = &self.unit.unit.tast;
        let asm = tast[id];
        let template = self.unit.text(asm.template);
        let clobbers: Vec<String> = tast[asm.clobbers].iter().map(|text| self.unit.text(*text)).collect();
        let has_labels = !tast[asm.labels].is_empty();
        let outputs = tast[asm.outputs].to_vec();
        let inputs = tast[asm.inputs].to_vec();
        let does_nothing = template.trim().is_empty();
        if has_labels {
            self.unsupported("inline assembly that may jump");
            return;
        }
        if !does_nothing && clobbers.iter().any(|clobber| clobber == "memory") {
            self.unsupported("inline assembly that may change memory");
            return;
        }
        let mark = self.temporaries.len();
        let values: Vec<Option<Operand>> = inputs.iter().map(|input| self.input(input)).collect();
        for (number, output) in outputs.iter().enumerate() {
            let constraint = self.unit.text(output.constraint);
            if does_nothing && constraint.starts_with('+') {
                continue;
            }
            // `asm("" : "=r"(x) : "0"(y))` is a way to write `x = y` that compilers do not see through.
            let tied = inputs
                .iter()
                .position(|input| self.unit.text(input.constraint).parse() == Ok(number))
                .filter(|_| does_nothing);
            self.output(output, tied.and_then(|input| values[input]));
        }
        self.end_temporaries(mark);
    }

    fn input(&mut self, operand: &s::AsmOperand) -> Option<Operand> {
        let ty = self.expr_ty(operand.value);
        if operand.memory || !self.types().is_scalar(ty) {
            self.place(operand.value);
            None
        } else {
            Some(self.value(operand.value))
        }
    }

    fn output(&mut self, operand: &s::AsmOperand, value: Option<Operand>) {
        let ty = self.expr_ty(operand.value);
        if !self.types().is_scalar(ty) {
            self.unsupported("inline assembly that writes an aggregate");
            return;
        }
        let target: Lvalue = self.lvalue(operand.value);
        let value = value.unwrap_or_else(|| {
            let dst = self.temporary(ty);
            self.emit(StmtKind::Nondet { dst, source: "asm".into() });
            Operand::Local(dst)
        });
        self.set(&target, value);
    }
}
