//! Rows of arrays of variable length: like an array of constant length within a larger object, a row has bounds of its own.
//!
//! A subscript of a row that is named (`a[i][j]`, `(*p)[j]`) must stay below the length that its type says, which is only known where the
//! program runs, so that the condition is a statement beside the access. The address one past the end of a row may be made.

use ir::{AssertKind, BinaryOp, Operand, Rvalue, StmtKind};
use rucc_sema as s;
use rucc_types as c;

use super::function::FunctionLowering;

/// What is done with an element that a subscript names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Wanted {
    /// It is read or written, or something in it is.
    #[default]
    Element,
    /// Its address is made.
    Address,
}

impl FunctionLowering<'_, '_> {
    /// Says that an index stays within a row, if the array is one of variable length within another object.
    pub(super) fn within_row(&mut self, array: s::ExprId, index: Operand, wanted: Wanted) {
        let unit = &self.unit.unit;
        // The bounds of a variable are those of its object.
        if matches!(unit.tast[array].kind, s::ExprKind::Decl(_)) {
            return;
        }
        let ty = unit.types.canonical(unit.tast[array].ty);
        let c::TypeKind::Array { len: c::ArrayLen::Variable(vla), .. } = unit.types.kind(ty) else { return };
        let length = self.unit.unit.tast.vla_size(vla);
        let length = self.value(length);
        let (size, int) = (self.size_ty(), self.int_ty());
        let length = self.convert(length, size);
        // A negative index is a very large one.
        let index = self.convert(index, size);
        let below = if wanted == Wanted::Address { BinaryOp::Le } else { BinaryOp::Lt };
        let condition = self.compute(int, Rvalue::Binary(below, index, length));
        let message = "the index may be outside of its row".into();
        self.emit(StmtKind::Assert { condition, kind: AssertKind::Bounds, message });
    }
}
