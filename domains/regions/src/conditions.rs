//! What branches say about registers.
//!
//! A branch that tests a register tells whether it is zero, a comparison whether two registers are equal. Functions
//! report success by numbers, so it is also kept whether the numbers that are tested or returned are zero.

use ir::{
    Argument, BinaryOp, Block, BlockId, Body, Const, ConstValue, LocalId, LocalSet, Operand, Program, Rvalue,
    StmtKind, Symbol, Terminator, TypeId, TypeKind, Types,
};
use smallvec::SmallVec;

use crate::code::{Condition, Exit};
use crate::truth::Comparison;

/// The numbers whose being zero matters: what is tested or returned, and what that was copied from.
pub(crate) struct Tested(LocalSet);

impl Tested {
    pub(crate) fn of(program: &Program, body: &Body) -> Self {
        let mut tested = LocalSet::with_len(body.locals.len());
        let mut pending: Vec<LocalId> = Vec::new();
        for block in &body.blocks {
            match &block.terminator {
                Terminator::Return(Some(Argument::Value(Operand::Local(local)))) => pending.push(*local),
                Terminator::Branch { .. } | Terminator::Switch { .. } => {
                    let Exit::Edges(edges) = all_edges(program, body, block) else { continue };
                    pending.extend(edges.iter().filter_map(|(_, condition)| match condition {
                        Some(Condition::Truth { register, .. } | Condition::Compared { register, .. }) => {
                            Some(LocalId(*register))
                        }
                        _ => None,
                    }));
                }
                _ => {}
            }
        }
        let mut copies: Vec<(LocalId, LocalId)> = Vec::new();
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            if let StmtKind::Assign {
                dst,
                value: Rvalue::Use(Operand::Local(from)) | Rvalue::Convert(Operand::Local(from)),
            } = &stmt.kind
            {
                copies.push((*dst, *from));
            } else if let StmtKind::Assign { dst, value } = &stmt.kind
                && let Some(from) = null_test(value).map(|test| test.0).or(sum(value).map(|sum| sum.0))
            {
                copies.push((*dst, from));
            }
        }
        copies.sort_unstable();
        while let Some(local) = pending.pop() {
            if !tested.contains(local) {
                tested.insert(local);
                let start = copies.partition_point(|copy| copy.0 < local);
                pending.extend(copies[start..].iter().take_while(|copy| copy.0 == local).map(|copy| copy.1));
            }
        }
        Self(tested)
    }

    pub(crate) fn contains(&self, local: LocalId) -> bool {
        self.0.contains(local)
    }
}

/// The register that is compared with zero, and whether for being equal.
pub(crate) fn null_test(value: &Rvalue) -> Option<(LocalId, bool)> {
    let zero = |operand: &Operand| matches!(operand, Operand::Const(Const { value: ConstValue::Int(0), .. }));
    match value {
        Rvalue::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), Operand::Local(local), other)
        | Rvalue::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), other, Operand::Local(local))
            if zero(other) =>
        {
            Some((*local, *op == BinaryOp::Eq))
        }
        _ => None,
    }
}

/// The register that a constant is added to, and the constant.
pub(crate) fn sum(value: &Rvalue) -> Option<(LocalId, i32)> {
    let Rvalue::Binary(op, Operand::Local(local), Operand::Const(Const { value, .. })) = value else {
        return None;
    };
    let ConstValue::Int(number) = value else { return None };
    let by = match op {
        BinaryOp::Add => i32::try_from(*number).ok()?,
        BinaryOp::Sub => i32::try_from(number.checked_neg()?).ok()?,
        _ => return None,
    };
    Some((*local, by))
}

/// The ways out of a block, each with what holds on it.
pub(crate) fn edges(program: &Program, body: &Body, block: &Block, tested: &Tested) -> Exit {
    let mut exit = all_edges(program, body, block);
    if let Exit::Edges(edges) = &mut exit {
        for (_, condition) in edges.iter_mut() {
            if let Some(Condition::Truth { register, .. } | Condition::Compared { register, .. }) = condition
                && !tested.contains(LocalId(*register))
            {
                *condition = None;
            }
        }
    }
    exit
}

/// The registers that the way out of a block speaks of.
pub(crate) fn spoken_of(exit: &Exit) -> SmallVec<[u32; 4]> {
    let Exit::Edges(edges) = exit else { return SmallVec::new() };
    let mut registers = SmallVec::new();
    for (_, condition) in edges {
        match condition {
            Some(
                Condition::Truth { register, .. }
                | Condition::Compared { register, .. }
                | Condition::Global { register },
            ) => registers.push(*register),
            Some(Condition::Same { one, two, .. }) => registers.extend([*one, *two]),
            None => {}
        }
    }
    registers
}

fn all_edges(program: &Program, body: &Body, block: &Block) -> Exit {
    match &block.terminator {
        Terminator::Goto(next) => Exit::Edges(SmallVec::from_iter([(*next, None)])),
        Terminator::Branch { condition, then, otherwise } => {
            let (yes, no) = test(program, body, block, *condition, block.stmts.len());
            Exit::Edges(SmallVec::from_iter([(*then, yes), (*otherwise, no)]))
        }
        Terminator::Switch { value, cases, default } => {
            let Operand::Local(local) = value else {
                return Exit::Edges(
                    block.terminator.successors().into_iter().map(|next| (next, None)).collect(),
                );
            };
            let truth = |nonzero| Some(Condition::Truth { register: local.0, nonzero });
            let zero_listed = cases.iter().any(|case| case.low <= 0 && 0 <= case.high);
            let mut edges: SmallVec<[(BlockId, Option<Condition>); 2]> = SmallVec::new();
            for case in cases {
                let condition = match (case.low, case.high) {
                    (0, 0) => truth(false),
                    (low, high) if low > 0 || high < 0 => truth(true),
                    _ => None,
                };
                edges.push((case.block, condition));
            }
            edges.push((*default, zero_listed.then(|| truth(true)).flatten()));
            Exit::Edges(edges)
        }
        Terminator::IndirectGoto { .. } => {
            Exit::Edges(block.terminator.successors().into_iter().map(|next| (next, None)).collect())
        }
        Terminator::Return(_) | Terminator::Unreachable => Exit::Nowhere,
    }
}

/// What holds if an operand is nonzero, and if it is zero. Looks through the statements before this one.
fn test(
    program: &Program,
    body: &Body,
    block: &Block,
    operand: Operand,
    before: usize,
) -> (Option<Condition>, Option<Condition>) {
    let Operand::Local(local) = operand else { return (None, None) };
    let plain = |nonzero| Some(Condition::Truth { register: local.0, nonzero });
    if !body.locals[local].is_temporary() {
        return (plain(true), plain(false));
    }
    let definition = block.stmts[..before].iter().rposition(|stmt| stmt.writes() == Some(local));
    let Some(at) = definition else { return (plain(true), plain(false)) };
    let StmtKind::Assign { value, .. } = &block.stmts[at].kind else { return (plain(true), plain(false)) };
    // What the definition speaks of must still hold the same.
    let unchanged = |operand: &Operand| match operand {
        Operand::Local(other) => !block.stmts[at..before].iter().any(|stmt| stmt.writes() == Some(*other)),
        Operand::Const(_) => true,
    };
    match value {
        Rvalue::Use(from) | Rvalue::Convert(from)
            if unchanged(from) && is_wider(program, body, local, *from) =>
        {
            test(program, body, block, *from, at)
        }
        Rvalue::Binary(op, lhs, rhs) if op.is_comparison() && unchanged(lhs) && unchanged(rhs) => {
            compared(program, body, block, *op, (*lhs, *rhs), at)
        }
        _ => (plain(true), plain(false)),
    }
}

/// Whether a copy is zero exactly if the original is.
fn is_wider(program: &Program, body: &Body, to: LocalId, from: Operand) -> bool {
    let Operand::Local(from) = from else { return false };
    keeps_truth(&program.types, body.locals[to].ty, body.locals[from].ty)
}

/// Whether a conversion makes zero of zero only. A fraction may be cut off, a wide number may end in zeros.
pub(crate) fn keeps_truth(types: &Types, to: TypeId, from: TypeId) -> bool {
    match (types.integer(to), types.integer(from)) {
        // A truth value is that of the number; one bit of a number is not.
        (Some(_), Some(_)) if matches!(types.kind(to), TypeKind::Bool) => true,
        (Some((to, _)), Some((from, _))) => to >= from,
        _ => false,
    }
}

fn compared(
    program: &Program,
    body: &Body,
    block: &Block,
    op: BinaryOp,
    (lhs, rhs): (Operand, Operand),
    at: usize,
) -> (Option<Condition>, Option<Condition>) {
    let number = |operand: &Operand| match operand {
        Operand::Const(Const { value: ConstValue::Int(number), .. }) => Some(*number),
        _ => None,
    };
    let (register, number) = match (lhs, rhs) {
        (Operand::Local(one), Operand::Local(two)) => {
            let same = |equal| Some(Condition::Same { one: one.0, two: two.0, equal, starts: false });
            return match op {
                BinaryOp::Eq => (same(true), same(false)),
                BinaryOp::Ne => (same(false), same(true)),
                _ => (None, None),
            };
        }
        (Operand::Local(local), Operand::Const(constant))
        | (Operand::Const(constant), Operand::Local(local))
            if matches!(constant.value, ConstValue::Address { symbol: Symbol::Global(_), .. }) =>
        {
            let global = Some(Condition::Global { register: local.0 });
            return match op {
                BinaryOp::Eq => (global, None),
                BinaryOp::Ne => (None, global),
                _ => (None, None),
            };
        }
        (Operand::Local(local), other) | (other, Operand::Local(local)) => match number(&other) {
            Some(number) => (local, number),
            None => return (None, None),
        },
        _ => return (None, None),
    };
    match (op, number) {
        (BinaryOp::Ne, 0) => return test(program, body, block, Operand::Local(register), at),
        (BinaryOp::Eq, 0) => {
            let (yes, no) = test(program, body, block, Operand::Local(register), at);
            return (no, yes);
        }
        _ => {}
    }
    // Where it is not known what the number is to the register, as with a negative one and a type without sign, nothing is said.
    let signed = program.types.integer(body.locals[register].ty).map(|(_, signed)| signed);
    let number = i32::try_from(number).ok().filter(|number| signed == Some(true) || *number >= 0);
    let (Some(number), Some(_)) = (number, signed) else { return (None, None) };
    let swapped = matches!(rhs, Operand::Local(_));
    let (yes, no) = match (op, swapped) {
        (BinaryOp::Eq, _) => (Comparison::Equal, Comparison::Different),
        (BinaryOp::Ne, _) => (Comparison::Different, Comparison::Equal),
        (BinaryOp::Lt, false) | (BinaryOp::Gt, true) => (Comparison::Less, Comparison::AtLeast),
        (BinaryOp::Le, false) | (BinaryOp::Ge, true) => (Comparison::AtMost, Comparison::More),
        (BinaryOp::Gt, false) | (BinaryOp::Lt, true) => (Comparison::More, Comparison::AtMost),
        (BinaryOp::Ge, false) | (BinaryOp::Le, true) => (Comparison::AtLeast, Comparison::Less),
        _ => return (None, None),
    };
    let compared = |how| Some(Condition::Compared { register: register.0, how, number });
    (compared(yes), compared(no))
}
