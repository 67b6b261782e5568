//! Variable reachability vectors.
//!
//! The vector of a list cell is the set of variables from which it can be reached by following links
//! (Definition 2 of the paper). Cells with the same vector form one segment. In a heap without
//! cycles any two vectors that occur are disjoint or nested (Definition 4, Theorem 2), so there are
//! at most twice as many as variables (Theorem 3): only those that occur are ever stored.

use std::cmp::Ordering;
use std::fmt;

use smallvec::SmallVec;

use crate::names::RootId;

/// A set of variables.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Vrv {
    /// One bit for each variable; the last word is not zero.
    words: SmallVec<[u64; 2]>,
}

impl Vrv {
    /// The vector of what nothing reaches.
    pub(crate) fn empty() -> Self {
        Self::default()
    }

    pub(crate) fn of(root: RootId) -> Self {
        let mut vrv = Self::default();
        vrv.insert(root);
        vrv
    }

    pub(crate) fn insert(&mut self, root: RootId) {
        let (word, bit) = (root.0 as usize / 64, root.0 % 64);
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << bit;
    }

    pub(crate) fn remove(&mut self, root: RootId) {
        let (word, bit) = (root.0 as usize / 64, root.0 % 64);
        if let Some(word) = self.words.get_mut(word) {
            *word &= !(1 << bit);
        }
        self.trim();
    }

    fn trim(&mut self) {
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }

    pub(crate) fn contains(&self, root: RootId) -> bool {
        self.words.get(root.0 as usize / 64).is_some_and(|word| word >> (root.0 % 64) & 1 == 1)
    }

    pub(crate) fn with(&self, root: RootId) -> Self {
        let mut vrv = self.clone();
        vrv.insert(root);
        vrv
    }

    pub(crate) fn without(&self, root: RootId) -> Self {
        let mut vrv = self.clone();
        vrv.remove(root);
        vrv
    }

    pub(crate) fn union(&self, other: &Self) -> Self {
        let (mut large, small) =
            if self.words.len() >= other.words.len() { (self.clone(), other) } else { (other.clone(), self) };
        for (word, more) in large.words.iter_mut().zip(&small.words) {
            *word |= more;
        }
        large
    }

    pub(crate) fn minus(&self, other: &Self) -> Self {
        let mut vrv = self.clone();
        for (word, less) in vrv.words.iter_mut().zip(&other.words) {
            *word &= !less;
        }
        vrv.trim();
        vrv
    }

    pub(crate) fn intersection(&self, other: &Self) -> Self {
        let mut vrv = self.clone();
        vrv.words.truncate(other.words.len());
        for (word, mask) in vrv.words.iter_mut().zip(&other.words) {
            *word &= mask;
        }
        vrv.trim();
        vrv
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    pub(crate) fn len(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    pub(crate) fn is_subset(&self, other: &Self) -> bool {
        self.words
            .iter()
            .enumerate()
            .all(|(index, word)| word & !other.words.get(index).copied().unwrap_or(0) == 0)
    }

    pub(crate) fn is_disjoint(&self, other: &Self) -> bool {
        self.words.iter().zip(&other.words).all(|(a, b)| a & b == 0)
    }

    /// Whether cells of both vectors can be in one heap: disjoint or nested.
    pub(crate) fn is_consistent_with(&self, other: &Self) -> bool {
        self.is_disjoint(other) || self.is_subset(other) || other.is_subset(self)
    }

    /// The variables in order.
    pub(crate) fn roots(&self) -> impl Iterator<Item = RootId> + '_ {
        self.words.iter().enumerate().flat_map(|(index, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                if rest == 0 {
                    return None;
                }
                let bit = rest.trailing_zeros();
                rest &= rest - 1;
                Some(RootId(index as u32 * 64 + bit))
            })
        })
    }
}

impl FromIterator<RootId> for Vrv {
    fn from_iter<I: IntoIterator<Item = RootId>>(roots: I) -> Self {
        let mut vrv = Self::default();
        for root in roots {
            vrv.insert(root);
        }
        vrv
    }
}

/// Smaller sets first: along a chain from a variable the vectors grow.
impl Ord for Vrv {
    fn cmp(&self, other: &Self) -> Ordering {
        self.len().cmp(&other.len()).then_with(|| self.words.iter().rev().cmp(other.words.iter().rev()))
    }
}

impl PartialOrd for Vrv {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Vrv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.roots().map(|root| root.0)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vrv(roots: &[u32]) -> Vrv {
        roots.iter().map(|root| RootId(*root)).collect()
    }

    /// Figure 2 and Definition 3 of the paper, with p, q, u, v numbered from 0.
    #[test]
    fn vectors_of_the_example() {
        let (first, second, joined, last) = (vrv(&[0, 1]), vrv(&[2]), vrv(&[0, 1, 2]), vrv(&[0, 1, 2, 3]));
        assert!(first.is_subset(&joined) && second.is_subset(&joined) && joined.is_subset(&last));
        assert!(second.is_disjoint(&first) && !first.is_subset(&second));
        assert!(!vrv(&[0, 2]).is_consistent_with(&vrv(&[0, 1])));
        assert_eq!(joined.minus(&second), first);
        assert_eq!(first.union(&second), joined);
        assert!(first < joined && joined < last);
    }

    #[test]
    fn sets_have_one_form() {
        let mut wide = vrv(&[3, 200]);
        wide.remove(RootId(200));
        assert_eq!(wide, vrv(&[3]));
        assert_eq!(vrv(&[3, 200]).intersection(&vrv(&[3, 70])), vrv(&[3]));
        assert_eq!(vrv(&[1, 64, 130]).roots().map(|r| r.0).collect::<Vec<_>>(), vec![1, 64, 130]);
    }
}
