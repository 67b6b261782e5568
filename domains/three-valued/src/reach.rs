//! How reachability and cyclicity change when a forward field does.
//!
//! The rows of the finite-differencing table for a closure that has a name, for one edge (a, b) between single cells:
//! - *insertion*: t'(v, w) = t(v, w) ∨ (t(v, a) ∧ t(b, w)), whatever the graph; a cycle closes iff t(b, a);
//! - *deletion* where a path is unique, because cells have one forward field or because no cell on the way is shared: every path
//!   through the edge is lost, t'(v, w) = t(v, w) ∧ ¬(t(v, a) ∧ t(b, w)), if the edge is on no cycle;
//! - *deletion* on a cycle of cells with one forward field: the cycle becomes a list from b to a;
//! - any other deletion: what had a path through the edge may have another one.

use crate::kleene::{Column, Kleene, members};
use crate::structure::Structure;
use crate::vocabulary::Vocabulary;

/// The edge from `a` to `b` is new.
pub(crate) fn insert(vocabulary: &Vocabulary, structure: &mut Structure, a: usize, b: usize) {
    let t = vocabulary.path;
    let (into, from) = (structure.column(t, a), structure.row(t, b));
    let closes = from.get(a);
    if closes != Kleene::False {
        let on = into & from;
        let on = if closes == Kleene::True { on } else { Column { is: 0, may: on.may } };
        let cyclic = structure.unary_mut(vocabulary.cyclic);
        *cyclic = *cyclic | on;
    }
    for v in members(into.may) {
        let more = if into.get(v) == Kleene::True { from } else { Column { is: 0, may: from.may } };
        let row = structure.row_mut(t, v);
        *row = *row | more;
    }
}

/// The edge from `a` to `b` is gone. To be called before the field itself is changed.
pub(crate) fn delete(vocabulary: &Vocabulary, structure: &mut Structure, a: usize, b: usize) {
    let t = vocabulary.path;
    let (into, from) = (structure.column(t, a), structure.row(t, b));
    match from.get(a) {
        Kleene::False => {
            let unique = unique_ends(vocabulary, structure, b);
            for v in members(into.may) {
                let certain = if into.get(v) == Kleene::True { from.is } else { 0 };
                let row = structure.row_mut(t, v);
                // What may have led through the edge is in doubt; what did, and has no other way, is lost.
                row.is &= !from.may;
                row.may &= !(certain & unique);
            }
        }
        Kleene::True if vocabulary.functional => open_cycle(vocabulary, structure, a, b, into, from),
        _ => {
            let cyclic = structure.unary_mut(vocabulary.cyclic);
            cyclic.is &= !(into.may & from.may);
            let single = !structure.summary;
            for v in members(into.may) {
                structure.row_mut(t, v).is &= !from.may | (1 << v) & single;
            }
        }
    }
}

/// The cells to which every path through the edge into `b` is the only one.
fn unique_ends(vocabulary: &Vocabulary, structure: &Structure, b: usize) -> u64 {
    if vocabulary.functional {
        return structure.universe();
    }
    let t = vocabulary.path;
    let (from, shared) = (structure.row(t, b), structure.unary(vocabulary.shared));
    let unshared = |end: &usize| from.may & structure.column(t, *end).may & shared.may == 0;
    members(from.may).filter(unshared).fold(0, |set, end| set | 1 << end)
}

/// The cycle through the edge becomes a list that begins with `b` and ends with `a`.
fn open_cycle(
    vocabulary: &Vocabulary,
    structure: &mut Structure,
    a: usize,
    b: usize,
    into: Column,
    cycle: Column,
) {
    let t = vocabulary.path;
    let cyclic = structure.unary_mut(vocabulary.cyclic);
    *cyclic = *cyclic & cycle.negated(u64::MAX);
    let single = !structure.summary;
    for v in members(into.may) {
        let row = structure.row_mut(t, v);
        if v == a {
            // Nothing comes behind the last cell.
            *row = Column::exactly(1 << a);
        } else if v != b {
            // All of it leads to the last cell; which cells of it lead to which is open.
            row.is &= !cycle.may | 1 << a | (1 << v) & single;
        }
    }
}
