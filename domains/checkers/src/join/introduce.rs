//! The rules that introduce structures neither side has: *w-aliases* and *ind-intro*.

use super::weaken::Wanted;
use super::{Hand, Joining};
use crate::heap::{Args, Checker, Region, Segment, State, Term};

impl Joining<'_> {
    /// A value of one side goes with two of the other: there a segment leads from one to the other, here
    /// it is empty.
    pub(super) fn w_aliases(&mut self, index: usize) -> bool {
        let pair = self.pairs[index];
        for hand in [Hand::Left, Hand::Right] {
            let other = hand.other();
            let (one, from) = (pair.on(hand), pair.on(other));
            let siblings: Vec<(Term, crate::heap::Sym)> = self
                .pairs
                .iter()
                .filter(|sibling| sibling.on(hand) == one && sibling.on(other) != from)
                .map(|sibling| (sibling.on(other), sibling.out))
                .collect();
            for (to, to_out) in siblings {
                for definition in self.domain.foldable() {
                    if !self.domain.reaches_itself(definition) {
                        continue;
                    }
                    let args = self.guess_args(other, from, definition, None);
                    let hole_args = self.guess_args(other, to, definition, None);
                    let wanted = Wanted { definition, args, end: Some((Some(to), definition, hole_args)) };
                    let Some(found) = self.find(other, index, from, &wanted) else { continue };
                    if found.used.is_empty() {
                        continue;
                    }
                    // On this side the segment is empty: its arguments are the same at both ends.
                    let here = self.guess_args(hand, one, definition, None);
                    let mut same = Args::new();
                    for (at, guess) in here.into_iter().enumerate() {
                        let partner = || {
                            self.partner(other, found.args[at])
                                .or_else(|| self.partner(other, found.hole_args[at]))
                        };
                        let term = match guess.or_else(partner) {
                            Some(term) => term,
                            None => Term::of(self.side_mut(hand).state.to_mut().fresh()),
                        };
                        same.push(term);
                    }
                    let (Some(args), Some(hole_args)) = (
                        self.pair_by_hand(hand, &same, &found.args),
                        self.pair_by_hand(hand, &same, &found.hole_args),
                    ) else {
                        continue;
                    };
                    self.consume_by_hand(index, hand, &[], &found.used);
                    let (to, hole, marks) = (Term::of(to_out), definition, found.marks);
                    self.put(
                        pair.out,
                        Region::Segment(Segment { definition, args, to, hole, hole_args, marks }),
                    );
                    return true;
                }
            }
        }
        false
    }

    /// An object on one side that nothing but one variable refers to, and nothing on the other: both are
    /// structures of which one is empty.
    pub(super) fn ind_intro(&mut self, index: usize) -> bool {
        let pair = self.pairs[index];
        for hand in [Hand::Left, Hand::Right] {
            let other = hand.other();
            let (at, nothing) = (pair.on(hand), pair.on(other));
            let Some((_, Region::Block(_))) = self.region(&pair, hand) else { continue };
            if !self.merge_null
                || self.side(other).region(nothing).is_some()
                || references(&self.side(hand).state, at) != 1
            {
                continue;
            }
            for definition in self.domain.foldable() {
                let here = self.guess_args(hand, at, definition, None);
                let Some(found) =
                    self.find(hand, index, at, &Wanted { definition, args: here, end: None })
                else {
                    continue;
                };
                let args = self.guess_args(other, nothing, definition, Some((hand, &found.args)));
                let Some(empty) = self.find(other, index, nothing, &Wanted { definition, args, end: None })
                else {
                    continue;
                };
                let Some(args) = self.pair_by_hand(hand, &found.args, &empty.args) else { continue };
                let marks = found.marks.meet(empty.marks);
                self.consume_by_hand(index, hand, &found.used, &empty.used);
                self.put(pair.out, Region::Checker(Checker { definition, args, marks }));
                return true;
            }
        }
        false
    }
}

/// How often a state refers to an address.
fn references(state: &State, at: Term) -> usize {
    let mut count = 0;
    state.roots.iter().filter_map(|(_, value)| value.term()).for_each(|term| {
        count += usize::from(term.base == at.base);
    });
    for (_, region) in &state.regions {
        region.terms(|term| count += usize::from(term.base == at.base));
    }
    count
}
