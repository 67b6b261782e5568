//! Operands whose order of evaluation C leaves open.
//!
//! Code has one order. Where another one could give something else, the expression is noted
//! ([`Body::unsequenced`](ir::Body)), so that nobody takes one order for all. Whether it could is judged by what the operands
//! touch: registers by name, memory as a whole, a call all of memory. So `f() + g()` is noted even if neither writes anything.
//! The stores of `a->x = a->y = 0` are not operands of each other and are not noted: they would have to overlap to matter.

use ir::{LocalId, StmtKind};

use super::function::FunctionLowering;

/// Of so many pairs it is not worth asking which conflict: that there is one is assumed.
const MANY: usize = 4096;

/// Something that a piece of code touches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Touch {
    Reads(LocalId),
    Writes(LocalId),
    ReadsMemory,
    WritesMemory,
}

impl Touch {
    /// Whether it matters which of two comes first.
    fn conflicts(self, other: Self) -> bool {
        match (self, other) {
            (Self::Writes(a), Self::Reads(b) | Self::Writes(b)) | (Self::Reads(a), Self::Writes(b)) => a == b,
            (Self::WritesMemory, Self::ReadsMemory | Self::WritesMemory)
            | (Self::ReadsMemory, Self::WritesMemory) => true,
            _ => false,
        }
    }
}

impl FunctionLowering<'_, '_> {
    /// Evaluates two operands, and notes the expression if the other order may give something else.
    pub(super) fn unordered<A, B>(
        &mut self,
        first: impl FnOnce(&mut Self) -> A,
        second: impl FnOnce(&mut Self) -> B,
    ) -> (A, B) {
        let start = self.touched.len();
        let a = first(self);
        let middle = self.touched.len();
        let b = second(self);
        self.note_order(start, middle);
        (a, b)
    }

    /// Notes the expression if what was touched since `middle` conflicts with what was touched before, since `start`.
    pub(super) fn note_order(&mut self, start: usize, middle: usize) {
        let (before, after) = self.touched[start..].split_at(middle - start);
        let many = before.len().saturating_mul(after.len()) > MANY;
        if many || before.iter().any(|a| after.iter().any(|b| a.conflicts(*b))) {
            self.body.unsequenced.push(self.span);
        }
    }

    /// Remembers what a statement touches.
    pub(super) fn note_touched(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::Assign { dst, .. } if !self.body.locals[*dst].is_temporary() => {
                self.touch(Touch::Writes(*dst));
            }
            StmtKind::Load { .. } => self.touch(Touch::ReadsMemory),
            StmtKind::Store { .. } | StmtKind::Fill { .. } | StmtKind::Pad { .. } | StmtKind::Free { .. } => {
                self.touch(Touch::WritesMemory);
            }
            StmtKind::Copy { .. }
            | StmtKind::Call(_)
            | StmtKind::VaStart { .. }
            | StmtKind::VaCopy { .. }
            | StmtKind::VaEnd { .. }
            | StmtKind::VaArg { .. } => {
                self.touch(Touch::ReadsMemory);
                self.touch(Touch::WritesMemory);
            }
            StmtKind::Assign { .. }
            | StmtKind::Alloc { .. }
            | StmtKind::Assume(_)
            | StmtKind::Assert { .. }
            | StmtKind::Nondet { .. }
            | StmtKind::Live { .. }
            | StmtKind::Dead(_)
            | StmtKind::Unsupported { .. } => {}
        }
    }

    /// Remembers what was touched, each thing once in a row.
    pub(super) fn touch(&mut self, touch: Touch) {
        if self.touched.last() != Some(&touch) {
            self.touched.push(touch);
        }
    }
}
