//! Functions of the library that say by the sign of their result how two things compare.
//!
//! C says nothing of how far from zero the result is, and libraries differ: where the program looks at more than the sign, the inputs say it.

use std::collections::BTreeSet;

use ir::{Body, Const, ConstValue, LocalId, Operand, Rvalue, Stmt, StmtKind, TypeKind, Types};

use crate::calls::Passed;
use crate::machine::Interpreter;
use model::Value;

/// The functions, by increasing name.
const COMPARING: [&str; 9] =
    ["bcmp", "memcmp", "strcasecmp", "strcmp", "strcoll", "strncasecmp", "strncmp", "wcscmp", "wcsncmp"];

/// How much more than one the result may be in a run.
const MOST: u64 = 254;

/// Whether the sign is all that a function's result says.
pub(crate) fn is_comparing(name: &str) -> bool {
    COMPARING.binary_search(&name.strip_prefix("__builtin_").unwrap_or(name)).is_ok()
}

/// Whether a body only asks if a register, and those it is copied to, is less than zero, zero or more.
pub(crate) fn only_sign_counts(types: &Types, body: &Body, register: LocalId) -> bool {
    let (mut carry, mut todo) = (BTreeSet::from([register]), vec![register]);
    while let Some(local) = todo.pop() {
        let reads = |operand: &Operand| *operand == Operand::Local(local);
        for block in &body.blocks {
            for stmt in &block.stmts {
                let mut is_read = false;
                stmt.operands(&mut |operand| is_read |= reads(&operand));
                if !is_read {
                    continue;
                }
                match use_of(types, body, stmt) {
                    Use::Sign => {}
                    Use::Copy(copy) => {
                        if carry.insert(copy) {
                            todo.push(copy);
                        }
                    }
                    Use::Magnitude => return false,
                }
            }
            let mut is_read = false;
            block.terminator.operands(&mut |operand| is_read |= reads(&operand));
            if is_read && !matches!(block.terminator, ir::Terminator::Branch { .. }) {
                return false;
            }
        }
    }
    true
}

/// What a statement that reads a result looks at.
enum Use {
    /// Its sign.
    Sign,
    /// Nothing: it copies it to a register.
    Copy(LocalId),
    /// Perhaps more.
    Magnitude,
}

fn use_of(types: &Types, body: &Body, stmt: &Stmt) -> Use {
    let StmtKind::Assign { dst, value } = &stmt.kind else { return Use::Magnitude };
    let is_zero =
        |operand: &Operand| matches!(operand, Operand::Const(Const { value: ConstValue::Int(0), .. }));
    match value {
        Rvalue::Use(_) => Use::Copy(*dst),
        Rvalue::Convert(_) if matches!(types.kind(body.locals[*dst].ty), TypeKind::Bool) => Use::Sign,
        Rvalue::Binary(op, a, b) if op.is_comparison() && (is_zero(a) || is_zero(b)) => Use::Sign,
        _ => Use::Magnitude,
    }
}

impl Interpreter<'_> {
    /// What such a function gave, where more than its sign is looked at.
    pub(crate) fn with_magnitude(&mut self, result: Passed) -> Passed {
        let Passed::Value(value, repr) = result else { return result };
        let (bits, more) = (value.bits as i64, |machine: &mut Self| machine.inputs.below(MOST).cast_signed());
        let bits = match bits.signum() {
            0 => 0,
            1 => bits.saturating_add(more(self)),
            _ => bits.saturating_sub(more(self)),
        };
        Passed::Value(Value::int(bits.into()), repr)
    }
}
