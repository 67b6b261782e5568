//! The objects that regions have been found to own. Copies share all but the few hundred objects around one that is claimed later.

use std::rc::Rc;

use model::ObjectId;

use super::chain::Chain;
use crate::heap::NodeSet;

/// Words of one piece of the table.
const WORDS: usize = 16;

/// Objects per piece.
const PIECE: usize = WORDS * u64::BITS as usize;

/// Objects of one memory that are alive: no two have the same index.
#[derive(Clone, Default, Debug)]
pub(super) struct Claimed {
    pieces: Vec<Rc<[u64; WORDS]>>,
    /// Those that belong to sets of nodes.
    members: Chain<(ObjectId, NodeSet)>,
}

impl Claimed {
    pub(super) fn insert(&mut self, id: ObjectId, set: Option<NodeSet>) {
        let (piece, word, bit) = place(id);
        if self.pieces.len() <= piece {
            self.pieces.resize_with(piece + 1, Rc::default);
        }
        Rc::make_mut(&mut self.pieces[piece])[word] |= bit;
        if let Some(set) = set {
            self.members.push((id, set));
        }
    }

    pub(super) fn contains(&self, id: ObjectId) -> bool {
        let (piece, word, bit) = place(id);
        self.pieces.get(piece).is_some_and(|piece| piece[word] & bit != 0)
    }

    pub(super) fn is_in(&self, id: ObjectId, set: NodeSet) -> bool {
        self.members.contains(&(id, set))
    }
}

fn place(id: ObjectId) -> (usize, usize, u64) {
    let index = id.index();
    (index / PIECE, index % PIECE / u64::BITS as usize, 1 << (index % u64::BITS as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_copy_claims_is_its_own() {
        let target =
            ir::Target { pointer_bytes: 8, little_endian: true, int_bytes: 4, long_bytes: 8, max_align: 16 };
        let mut memory = model::Memory::new(target, 1 << 30);
        let ids: Vec<ObjectId> = (0..2 * PIECE)
            .map(|_| {
                memory.allocate(model::ObjectKind::Heap, 8, 8, model::SiteId::START).expect("there is room")
            })
            .collect();
        let mut first = Claimed::default();
        ids.iter().step_by(3).for_each(|id| first.insert(*id, None));
        let mut second = first.clone();
        second.insert(ids[1], None);
        assert!(second.contains(ids[1]) && !first.contains(ids[1]));
        assert!(ids.iter().enumerate().all(|(at, id)| first.contains(*id) == (at % 3 == 0)));
    }
}
