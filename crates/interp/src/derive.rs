//! Which object the result of a computation on integers leads to.
//!
//! One operand with provenance hands it on. With two, the one whose object the result lies in wins;
//! the distance of two addresses in one object leads nowhere. What `^` makes of two addresses is
//! neither: it leads to both, until one of them is taken out again and leaves the other.

use ir::BinaryOp;
use model::{Memory, ObjectId, Word};

/// Objects a mixture of addresses remembers; one of more is a hash.
const MIXED: usize = 4;

/// The provenance of `a op b`, where at least one operand has one.
#[cold]
pub(crate) fn derive(memory: &mut Memory, op: BinaryOp, a: Word, b: Word, result: u64) -> Option<ObjectId> {
    match op {
        BinaryOp::Xor => return mix(memory, a, b, result),
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::And | BinaryOp::Or => {}
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
            } else if left == right && op == BinaryOp::Sub {
                None
            } else {
                Some(left)
            }
        }
        (None, None) => None,
    }
}

/// The provenance of `a ^ b`: the object the result lies in, else all that went in and did not come
/// out again.
fn mix(memory: &mut Memory, a: Word, b: Word, result: u64) -> Option<ObjectId> {
    let (left, right) = (memory.leads_to(&a).to_vec(), memory.leads_to(&b).to_vec());
    if let Some(id) = left.iter().chain(&right).find(|id| holds(memory, **id, result)) {
        return Some(*id);
    }
    let mut rest: Vec<ObjectId> = left.iter().filter(|id| !right.contains(id)).copied().collect();
    rest.extend(right.iter().filter(|id| !left.contains(id)));
    match *rest {
        [] => None,
        [only] => Some(only),
        [first, ref others @ ..] if others.len() < MIXED => memory.mixture(result, first, others).provenance,
        _ => None,
    }
}

fn holds(memory: &Memory, id: ObjectId, address: u64) -> bool {
    memory.object(id).is_some_and(|object| address.wrapping_sub(object.base()) <= object.size())
}
