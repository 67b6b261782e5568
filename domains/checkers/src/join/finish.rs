//! The end of a join: what is known of the values on both sides.

use logic::{Dim, Form, Pure};

use super::{Hand, Joining};
use crate::heap::{State, Sym, Term};

/// Numbers from here on stand for the symbols of a side while they are translated.
const ASIDE: u32 = 1 << 29;

impl Joining<'_> {
    pub(super) fn finish(mut self, widening: bool) -> State {
        let left = self.translated(Hand::Left);
        let right = self.translated(Hand::Right);
        self.out.pure =
            if widening { left.widen(&right, &self.domain.thresholds) } else { left.join(&right) };
        let mut dead: Vec<Sym> = self
            .pairs
            .iter()
            .filter(|pair| {
                let is_dead = |hand: Hand| {
                    let term = pair.on(hand);
                    term.offset == 0 && term.base.is_some_and(|base| self.side(hand).state.is_dead(base))
                };
                is_dead(Hand::Left) && is_dead(Hand::Right)
            })
            .map(|pair| pair.out)
            .collect();
        dead.sort_unstable();
        dead.dedup();
        self.out.dead = dead;
        self.out.junk = self.left.state.junk || self.right.state.junk;
        for pair in &self.pairs {
            let fits = |hand: Hand, bits: u16, signed: bool| {
                self.domain.fits(&self.side(hand).state, &pair.on(hand).form(), bits, signed)
            };
            // The type of one side holds for both if the other's values are of it.
            for hand in [Hand::Left, Hand::Right] {
                let term = pair.on(hand);
                let sym = term.base.filter(|_| term.offset == 0);
                let known = sym.and_then(|sym| {
                    let ranges = &self.side(hand).state.ranges;
                    ranges.binary_search_by_key(&sym, |(sym, ..)| *sym).ok().map(|index| ranges[index])
                });
                if let Some((_, bits, signed)) = known
                    && fits(hand.other(), bits, signed)
                {
                    self.out.set_range(pair.out, bits, signed);
                    break;
                }
            }
        }
        self.out.assume_rows_in_order();
        self.out.tidy();
        self.out
    }

    /// What one side knows, in terms of the pairs.
    fn translated(&self, hand: Hand) -> Pure {
        let side = self.side(hand);
        let mut pure = side.state.pure.clone();
        // A side whose symbols keep their names is taken as it is: widening goes on from where it was.
        if !self.pairs.iter().all(|pair| pair.on(hand) == Term::of(pair.out)) {
            pure.rename(|dim| Dim(dim.0 + ASIDE));
            for pair in &self.pairs {
                let mut value = pair.on(hand);
                if let Some(base) = &mut value.base {
                    base.0 += ASIDE;
                }
                let form = value.form().add_scaled(-1, &Form::of(pair.out.dim()));
                if let Some(form) = form {
                    pure.guard_eq(&form);
                }
            }
        }
        pure.retain(|dim| dim.0 < ASIDE && self.pairs.iter().any(|pair| pair.out.dim() == dim));
        for pair in &self.pairs {
            // What separation tells of one side may be lost in the other.
            let form = Form::of(pair.out.dim());
            if self.out.block(pair.out).is_none()
                && self.domain.proves_ne(&side.state, pair.on(hand), Term::NULL)
                && !pure.proves_ne(&form)
            {
                pure.guard_ne(&form);
            }
        }
        pure
    }
}
