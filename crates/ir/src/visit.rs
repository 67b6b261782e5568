//! What a statement reads, writes and names.

use crate::{
    Argument, Base, Callee, Destination, LocalId, Operand, Place, Rvalue, Step, Stmt, StmtKind, Terminator,
    Var,
};

impl Place {
    /// Calls `f` for every operand the place is computed from.
    pub fn operands(&self, f: &mut dyn FnMut(Operand)) {
        if let Base::Pointer(pointer) = self.base {
            f(pointer);
        }
        for step in &self.path {
            if let Step::Index { index, .. } = step {
                f(*index);
            }
        }
    }
}

impl Argument {
    fn operands(&self, f: &mut dyn FnMut(Operand)) {
        match self {
            Self::Value(operand) => f(*operand),
            Self::Object(place) => place.operands(f),
        }
    }
}

impl Destination {
    fn operands(&self, f: &mut dyn FnMut(Operand)) {
        if let Self::Object(place) = self {
            place.operands(f);
        }
    }

    fn writes(&self) -> Option<LocalId> {
        match self {
            Self::Local(local) => Some(*local),
            Self::Object(_) => None,
        }
    }
}

impl Rvalue {
    /// Calls `f` for every operand of the computation.
    pub fn operands(&self, f: &mut dyn FnMut(Operand)) {
        match self {
            Self::Uninit => {}
            Self::Use(a) | Self::Unary(_, a) | Self::Convert(a) => f(*a),
            Self::Binary(_, a, b)
            | Self::PointerAdd { pointer: a, index: b, .. }
            | Self::PointerDiff { lhs: a, rhs: b, .. } => {
                f(*a);
                f(*b);
            }
            Self::AddressOf(place) => place.operands(f),
            Self::Intrinsic(_, operands) => operands.iter().for_each(|o| f(*o)),
        }
    }
}

impl Stmt {
    /// Calls `f` for every operand the statement reads.
    pub fn operands(&self, f: &mut dyn FnMut(Operand)) {
        match &self.kind {
            StmtKind::Assign { value, .. } => value.operands(f),
            StmtKind::Load { place, .. } => place.operands(f),
            StmtKind::Store { place, value } => {
                place.operands(f);
                f(*value);
            }
            StmtKind::Alloc { size, count, .. } => {
                f(*size);
                if let Some(count) = count {
                    f(*count);
                }
            }
            StmtKind::Free { pointer: operand }
            | StmtKind::Assume(operand)
            | StmtKind::Assert { condition: operand, .. }
            | StmtKind::VaStart { list: operand }
            | StmtKind::VaEnd { list: operand } => f(*operand),
            StmtKind::Pad { place } => place.operands(f),
            StmtKind::Copy { to, from, size, .. } => {
                to.operands(f);
                from.operands(f);
                f(*size);
            }
            StmtKind::Fill { to, byte, size } => {
                to.operands(f);
                f(*byte);
                f(*size);
            }
            StmtKind::Call(call) => {
                if let Callee::Pointer(pointer) = call.callee {
                    f(pointer);
                }
                call.args.iter().for_each(|arg| arg.operands(f));
                call.dst.iter().for_each(|dst| dst.operands(f));
            }
            StmtKind::Live { size, .. } => size.iter().for_each(|s| f(*s)),
            StmtKind::VaArg { dst, list } => {
                dst.operands(f);
                f(*list);
            }
            StmtKind::VaCopy { to, from } => {
                f(*to);
                f(*from);
            }
            StmtKind::Nondet { .. } | StmtKind::Dead(_) | StmtKind::Unsupported { .. } => {}
        }
    }

    /// Calls `f` for every register the statement reads.
    pub fn reads(&self, f: &mut dyn FnMut(LocalId)) {
        self.operands(&mut |operand| {
            if let Operand::Local(local) = operand {
                f(local);
            }
        });
    }

    /// The register the statement writes, if any. `Dead` of a register writes it.
    pub fn writes(&self) -> Option<LocalId> {
        match &self.kind {
            StmtKind::Assign { dst, .. }
            | StmtKind::Load { dst, .. }
            | StmtKind::Alloc { dst, .. }
            | StmtKind::Nondet { dst, .. }
            | StmtKind::Dead(Var::Local(dst)) => Some(*dst),
            StmtKind::Call(call) => call.dst.as_ref().and_then(Destination::writes),
            StmtKind::VaArg { dst, .. } => dst.writes(),
            _ => None,
        }
    }

    /// Calls `f` for every place the statement names.
    pub fn places(&self, f: &mut dyn FnMut(&Place)) {
        let destination = |dst: &Destination, f: &mut dyn FnMut(&Place)| {
            if let Destination::Object(place) = dst {
                f(place);
            }
        };
        match &self.kind {
            StmtKind::Assign { value: Rvalue::AddressOf(place), .. }
            | StmtKind::Load { place, .. }
            | StmtKind::Store { place, .. }
            | StmtKind::Fill { to: place, .. }
            | StmtKind::Pad { place } => f(place),
            StmtKind::Copy { to, from, .. } => {
                f(to);
                f(from);
            }
            StmtKind::Call(call) => {
                call.dst.iter().for_each(|dst| destination(dst, f));
                for arg in &call.args {
                    if let Argument::Object(place) = arg {
                        f(place);
                    }
                }
            }
            StmtKind::VaArg { dst, .. } => destination(dst, f),
            _ => {}
        }
    }
}

impl Terminator {
    /// Calls `f` for every operand the terminator reads.
    pub fn operands(&self, f: &mut dyn FnMut(Operand)) {
        match self {
            Self::Branch { condition: operand, .. }
            | Self::Switch { value: operand, .. }
            | Self::IndirectGoto { address: operand, .. } => f(*operand),
            Self::Return(Some(argument)) => argument.operands(f),
            Self::Goto(_) | Self::Return(None) | Self::Unreachable => {}
        }
    }

    /// Calls `f` for every register the terminator reads.
    pub fn reads(&self, f: &mut dyn FnMut(LocalId)) {
        self.operands(&mut |operand| {
            if let Operand::Local(local) = operand {
                f(local);
            }
        });
    }
}
