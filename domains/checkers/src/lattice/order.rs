//! In which order variables lead to each other.
//!
//! The silhouette of a state (dossier §5.6), as far as it is cheap: from which variable the way leads to which. If it leads
//! from `p` to `q` in one state and from `q` to `p` in another, no state describes both, and neither covers the other; that is
//! seen here before the states are looked at piece by piece. A filter for speed: what it lets pass is tried.

use smallvec::SmallVec;

use crate::heap::{Region, Root, State, Sym, Value};

/// More variables than this are not looked at.
const MOST: usize = 64;

/// For each root of a state the roots that can be reached from it: bit by bit.
pub(super) struct Order(SmallVec<[(Root, u64); 12]>);

impl Order {
    pub(super) fn of(state: &State) -> Self {
        let held: SmallVec<[(Root, Sym); 12]> = state
            .roots
            .iter()
            .filter_map(|(root, value)| match value {
                Value::Known(term) => term.base.map(|base| (*root, base)),
                _ => None,
            })
            .filter(|(_, base)| state.region(*base).is_some())
            .take(MOST)
            .collect();
        let reached = held.iter().map(|(root, from)| {
            let mut seen: SmallVec<[Sym; 16]> = SmallVec::from_slice(&[*from]);
            let mut at = 0;
            while let Some(sym) = seen.get(at).copied() {
                at += 1;
                let mut see = |term: crate::heap::Term| {
                    if let Some(base) = term.base
                        && !seen.contains(&base)
                    {
                        seen.push(base);
                    }
                };
                match state.region(sym) {
                    Some(Region::Block(block)) => {
                        block.cells.iter().filter_map(|cell| cell.value.term()).for_each(&mut see);
                    }
                    Some(Region::Segment(segment)) => see(segment.to),
                    _ => {}
                }
            }
            let bits = held.iter().enumerate().filter(|(_, (_, to))| seen.contains(to));
            (*root, bits.fold(0, |all, (index, _)| all | 1 << index))
        });
        let reached = reached.collect();
        Self(reached)
    }

    /// Whether no two roots are in one order here and in the other there.
    pub(super) fn agrees(&self, other: &Self) -> bool {
        let same = self.0.len() == other.0.len() && self.0.iter().zip(&other.0).all(|(a, b)| a.0 == b.0);
        !same
            || (0..self.0.len()).all(|from| {
                let reaches = |order: &Self, from: usize, to: usize| order.0[from].1 >> to & 1 == 1;
                (0..from).all(|to| {
                    let here = (reaches(self, from, to), reaches(self, to, from));
                    let there = (reaches(other, from, to), reaches(other, to, from));
                    !matches!((here, there), ((true, false), (false, true)) | ((false, true), (true, false)))
                })
            })
    }
}
