//! Which object the result of a computation on integers leads to.
//!
//! One operand with provenance hands it on. With two, the one whose object the result lies in wins;
//! the distance of two addresses in one object leads nowhere.

use ir::BinaryOp;
use model::{Memory, ObjectId, Word};

/// The provenance of `a op b`, where at least one operand has one.
#[cold]
pub(crate) fn derive(memory: &Memory, op: BinaryOp, a: Word, b: Word, result: u64) -> Option<ObjectId> {
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => {}
        BinaryOp::Shl | BinaryOp::Shr => return a.provenance,
        _ => return None,
    }
    match (a.provenance, b.provenance) {
        (Some(id), None) | (None, Some(id)) => {
            // Tag bits on their own are a number.
            if op == BinaryOp::And && result < 4096 { None } else { Some(id) }
        }
        (Some(left), Some(right)) => {
            if holds(memory, left, result) {
                Some(left)
            } else if holds(memory, right, result) {
                Some(right)
            } else if left == right && matches!(op, BinaryOp::Sub | BinaryOp::Xor) || op == BinaryOp::Xor {
                None
            } else {
                Some(left)
            }
        }
        (None, None) => None,
    }
}

fn holds(memory: &Memory, id: ObjectId, address: u64) -> bool {
    memory.object(id).is_some_and(|object| address.wrapping_sub(object.base()) <= object.size())
}
