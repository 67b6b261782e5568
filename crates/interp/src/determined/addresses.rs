//! What is the same wherever objects are placed.

use model::{Object, ObjectKind, Word};

use super::open;
use crate::code::{Code, Compare};
use crate::machine::Interpreter;
use crate::repr::Class;
use crate::stop::Exec;

impl<'p> Interpreter<'p> {
    /// Whether a pointer among the operands is a number that leads to an object whose address became one.
    pub(super) fn uses_number_as_pointer(&self, code: &Code<'p>, pc: usize) -> bool {
        let (block, index) = code.location(pc);
        let mut found = false;
        if let Some(stmt) = code.body.blocks[block].stmts.get(index) {
            stmt.operands(&mut |operand| {
                found |= self.operand(&operand).is_ok_and(|value| {
                    let pointer = self.operand_repr(&operand).is_ok_and(|repr| repr.class == Class::Pointer);
                    pointer
                        && value.provenance.is_none()
                        && self.memory.exposed_at(value.bits as u64).is_some()
                });
            });
        }
        found
    }

    /// The object a pointer leads to, and where in it, if it leads into it or to its end.
    fn within(&self, word: Word) -> Option<(&Object, u64)> {
        let object = self.memory.object(word.provenance?)?;
        let offset = self.truncate(word.bits.wrapping_sub(object.base()));
        (word.is_defined() && offset <= object.size()).then_some((object, offset))
    }

    /// Stops if the answer depends on where objects are placed.
    pub(super) fn determined_comparison(&self, op: Compare, a: Word, b: Word) -> Exec<()> {
        let equality = matches!(op, Compare::Eq | Compare::Ne);
        let determined = match (a.provenance, b.provenance) {
            (None, None) => true,
            (Some(_), None) => equality && b.bits == 0 && self.within(a).is_some(),
            (None, Some(_)) => equality && a.bits == 0 && self.within(b).is_some(),
            (Some(_), Some(_)) => match (self.within(a), self.within(b)) {
                (Some((first, _)), Some((second, _))) if first.id() == second.id() => true,
                (Some(first), Some(second)) => equality && self.is_settled((a, b), first, second),
                _ => false,
            },
        };
        if determined { Ok(()) } else { open("a comparison of addresses") }
    }

    /// Whether runs have all the answers that there are to whether two places in different objects are one.
    fn is_settled(&self, (a, b): (Word, Word), first: (&Object, u64), second: (&Object, u64)) -> bool {
        if self.open_placement(a, b).is_some() {
            // The inputs say.
            return true;
        }
        let heap = |(object, _): (&Object, u64)| object.kind() == ObjectKind::Heap;
        if heap(first) && heap(second) && first.1 == second.1 && !first.0.lived_with(second.0) {
            // They have said so already.
            return true;
        }
        let merged = match (self.global_of(a), self.global_of(b)) {
            (Some(x), Some(y)) => self.program.may_be_merged(x, y),
            _ => false,
        };
        // Literals: the inputs have said so, or neither lies in the other.
        merged || surely_differ(first, second)
    }
}

/// Whether places in two objects have different addresses, wherever the objects are placed.
fn surely_differ((first, at): (&Object, u64), (second, there): (&Object, u64)) -> bool {
    let touches = at == first.size() && there == 0 || there == second.size() && at == 0;
    first.lived_with(second) && !touches && first.size() != 0 && second.size() != 0
}
