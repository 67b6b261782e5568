//! Pointers that are somewhere: what is known of them on both sides.
//!
//! A pointer that leads to no region of the result may still be known to point to a node of one: each side says of which of its
//! regions (`whereabouts`), and the rules say into which region of the result these went. All regions of the result that may
//! hold it become one set.

use smallvec::SmallVec;

use super::{Hand, How, Joining, Pair};
use crate::heap::{Member, NodeSet, Region, Sym, Term};

impl Joining<'_> {
    /// Makes members of the result of pairs that lead to no region of it, where that is known of both sides. What led
    /// to a region on both sides stays as it is, unless the order of pointers may be given up.
    pub(super) fn place_members(&mut self, how: How) {
        let somewhere = |this: &Self, pair: &Pair| {
            [Hand::Left, Hand::Right].into_iter().any(|hand| this.is_member(hand, pair.on(hand)))
        };
        let loosely = how == How::Merging;
        let open: Vec<Pair> = self
            .pairs
            .iter()
            .filter(|pair| self.out.region(pair.out).is_none() && (loosely || somewhere(self, pair)))
            .copied()
            .collect();
        let mix = matches!(how, How::Extending | How::Merging);
        for pair in open {
            self.place_member(&pair, mix);
        }
    }

    /// Whether a term of one side is somewhere in a set.
    pub(super) fn is_member(&self, hand: Hand, term: Term) -> bool {
        term.base.is_some_and(|base| self.side(hand).state.member(base).is_some())
    }

    /// Notes where a pair is. A pointer that is a certain value on one side and never that on the other is left alone unless they may
    /// be mixed: what it is may go together with what other variables are.
    fn place_member(&mut self, pair: &Pair, mix: bool) -> Option<()> {
        let mut targets: SmallVec<[Sym; 4]> = SmallVec::new();
        let mut or: [Option<Term>; 2] = [None, None];
        let mut certain = false;
        for (slot, hand) in or.iter_mut().zip([Hand::Left, Hand::Right]) {
            let side = self.side(hand);
            let found = self.domain.whereabouts(&side.state, pair.on(hand))?;
            for region in found.regions {
                let (index, _) = side.state.regions.locate(region)?;
                let into = side.into[index]?;
                if !targets.contains(&into) {
                    targets.push(into);
                }
            }
            *slot = found.or;
            certain |= pair.on(hand).base.is_none();
        }
        if certain && !mix && or.iter().any(Option::is_none) {
            return None;
        }
        let splits = |at: &Sym| match self.out.region(*at) {
            Some(Region::Block(block)) => block.start == 0,
            Some(Region::Checker(checker)) => self.domain.can_be_split(checker.definition),
            Some(Region::Segment(segment)) => self.domain.can_be_split(segment.definition),
            None => false,
        };
        if targets.is_empty() || !targets.iter().all(splits) {
            return None;
        }
        let or = match or {
            [Some(left), Some(right)] => Some(self.known_pair(left, right)?),
            // One side knows that it is a node: then what it is else matters only on the other.
            [Some(left), None] => Some(self.out_of(Hand::Left, left)?),
            [None, Some(right)] => Some(self.out_of(Hand::Right, right)?),
            [None, None] => None,
        };
        let set = NodeSet(self.out.fresh().0);
        for at in targets {
            self.out.join_set(at, set);
        }
        self.out.set_member(pair.out, Member { of: set, or });
        Some(())
    }

    /// The term of the result for two that go together already.
    fn known_pair(&self, left: Term, right: Term) -> Option<Term> {
        if left.base.is_none() && left == right {
            return Some(left);
        }
        self.pairs.iter().find(|pair| pair.left == left && pair.right == right).map(|pair| Term::of(pair.out))
    }

    /// The term of the result that stands for a value of one side whatever the other is.
    fn out_of(&self, hand: Hand, term: Term) -> Option<Term> {
        if term.base.is_none() {
            return Some(term);
        }
        let mut pairs = self.pairs.iter().filter(|pair| pair.on(hand) == term);
        pairs.next().map(|pair| Term::of(pair.out))
    }
}
