//! Inline assembly: its outputs become unknown values; what may change memory is not modelled.
//!
//! Operands are expressions of C, whatever the template says: they are evaluated, and those that are marked `+` are read and written. A template
//! that is empty leaves in them what they held.

use ir::{Operand, Overlap, Place, StmtKind, TypeKind};
use rucc_sema as s;

use super::function::FunctionLowering;
use super::place::Lvalue;

/// What an output is written to, and what it held if it is read as well.
enum Target {
    Scalar(Lvalue, Option<Operand>),
    Aggregate(Place, Option<Place>),
}

/// Instructions that change neither memory nor registers that code knows of, nor lead anywhere else.
const WAITS: [&str; 11] =
    ["", "nop", "pause", "rep nop", "rep", "mfence", "lfence", "sfence", "endbr32", "endbr64", "hlt"];

/// Whether a line of assembly is such an instruction, or a comment.
fn changes_nothing(line: &str) -> bool {
    let words: Vec<&str> = line.split('#').next().unwrap_or_default().split_whitespace().collect();
    WAITS.contains(&words.join(" ").as_str())
}

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
        if outputs.is_empty() && inputs.is_empty() && !template.split(['\n', ';']).all(changes_nothing) {
            self.unsupported("inline assembly without operands");
            return;
        }
        let mark = self.temporaries.len();
        let values: Vec<Option<Operand>> = inputs.iter().map(|input| self.input(input)).collect();
        // All operands are read before the first one is written.
        let targets: Vec<Target> = outputs.iter().map(|output| self.target(output)).collect();
        for (number, target) in targets.into_iter().enumerate() {
            // `asm("" : "=r"(x) : "0"(y))` is a way to write `x = y` that compilers do not see through.
            let tied = inputs
                .iter()
                .position(|input| self.unit.text(input.constraint).parse() == Ok(number))
                .and_then(|input| values[input]);
            match target {
                Target::Scalar(Lvalue::Register(_), Some(_)) if does_nothing => {}
                Target::Scalar(target, old) => {
                    let value = old.or(tied).filter(|_| does_nothing);
                    self.output(&target, value);
                }
                Target::Aggregate(place, Some(old)) if does_nothing => self.copy_bytes(place, old),
                Target::Aggregate(..) => self.unsupported("inline assembly that writes an aggregate"),
            }
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

    /// What an output is written to. One that is marked `+` is read as well.
    fn target(&mut self, operand: &s::AsmOperand) -> Target {
        let ty = self.expr_ty(operand.value);
        let is_read = self.unit.text(operand.constraint).starts_with('+');
        if self.types().is_scalar(ty) {
            let target = self.lvalue(operand.value);
            let old = is_read.then(|| self.get(&target));
            return Target::Scalar(target, old);
        }
        let place = self.place(operand.value);
        if matches!(self.types().kind(place.ty), TypeKind::Array { len: None, .. }) {
            self.unsupported("inline assembly with an array of variable length");
        }
        let old = is_read.then(|| {
            let old = self.temporary_object(place.ty);
            self.copy_bytes(old.clone(), place.clone());
            old
        });
        Target::Aggregate(place, old)
    }

    /// Copies what is in an aggregate, and what is between its members.
    fn copy_bytes(&mut self, to: Place, from: Place) {
        let size = self.types().size(to.ty);
        let size = self.size_const(size);
        self.emit(StmtKind::Copy { to, from, size, overlap: Overlap::Exact });
    }

    fn output(&mut self, target: &Lvalue, value: Option<Operand>) {
        let value = value.unwrap_or_else(|| {
            let ty = match target {
                Lvalue::Register(local) => self.body.locals[*local].ty,
                Lvalue::Memory(place) => place.ty,
            };
            let dst = self.temporary(ty);
            self.emit(StmtKind::Nondet { dst, source: "asm".into() });
            Operand::Local(dst)
        });
        self.set(target, value);
    }
}
