//! The end of a join: what is known of the values on both sides.

use logic::{Dim, Form, Pure};
use smallvec::SmallVec;

use super::{Hand, Joining};
use crate::heap::state::difference;
use crate::heap::{State, Sym, Term, Tiling};

/// Numbers from here on stand for the symbols of a side while they are translated.
pub(super) const ASIDE: u32 = 1 << 29;

impl Joining<'_> {
    pub(super) fn finish(mut self, widening: bool) -> State {
        let left = self.translated(Hand::Left);
        let right = self.translated(Hand::Right);
        self.out.pure =
            if widening { left.widen(&right, &self.domain.thresholds) } else { left.join(&right) };
        self.join_sets(widening);
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
        self.out.gone = self.left.state.gone || self.right.state.gone;
        self.out.arena = self.left.state.arena.or(self.right.state.arena);
        self.out.round = self.left.state.round;
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
        self.keep_inside();
        self.keep_within_sizes();
        self.out.assume_rows_in_order();
        self.out.tidy();
        self.out
    }

    /// Pointers into objects that are not outside of them on either side are not outside in the result. Neither side need say so in one
    /// fact.
    fn keep_inside(&mut self) {
        let ends = |state: &State, pointer: Term, at: Sym| {
            let block = state.block(at)?;
            let begin = difference(pointer, Term { base: Some(at), offset: block.start })?;
            let end = block.size.form().add_scaled(-1, &begin)?;
            Some([begin, end])
        };
        for (index, left, right) in &self.insides {
            let pair = self.pairs[*index];
            let object =
                self.pairs.iter().find(|pair| pair.left == Term::of(*left) && pair.right == Term::of(*right));
            let Some(object) = object.map(|pair| pair.out) else { continue };
            let sides =
                ends(&self.left.state, pair.left, *left).zip(ends(&self.right.state, pair.right, *right));
            let (Some((l, r)), Some(facts)) = (sides, ends(&self.out, Term::of(pair.out), object)) else {
                continue;
            };
            let mut kept: Vec<Form> = Vec::new();
            for ((l, r), fact) in l.iter().zip(&r).zip(&facts) {
                if is_sure(&self.left.state, Some(l)) && is_sure(&self.right.state, Some(r)) {
                    kept.push(fact.clone());
                }
            }
            // Nor are they behind the end of a string that they are not behind on either side.
            for end in self.ends_of_strings(object) {
                let room = |end: Term, pointer: Term, object: Sym| {
                    end.form().add_scaled(-1, &difference(pointer, Term::of(object))?)
                };
                let on = |hand: Hand, object: Sym| room(self.known_as(hand, end)?, pair.on(hand), object);
                if is_sure(&self.left.state, on(Hand::Left, *left).as_ref())
                    && is_sure(&self.right.state, on(Hand::Right, *right).as_ref())
                {
                    kept.extend(room(end, Term::of(pair.out), object));
                }
            }
            for fact in kept {
                if !self.out.pure.proves_ge(&fact) {
                    self.out.pure.guard_ge(&fact);
                }
            }
        }
    }

    /// What a term of the result is on a side.
    fn known_as(&self, hand: Hand, term: Term) -> Option<Term> {
        match term.base {
            None => Some(term),
            Some(base) => {
                let pair = self.pairs.iter().find(|pair| pair.out == base)?;
                pair.on(hand).plus(term.offset)
            }
        }
    }

    /// Numbers that count what is in an object are not greater than its size, if that is so on both sides, nor behind the end of a string that they
    /// are not behind. Neither side need say so in one fact: where a counter is constant nothing relates it to anything.
    fn keep_within_sizes(&mut self) {
        let mut kept = Vec::new();
        for (at, region) in &self.out.regions {
            let Some(block) =
                region.block().filter(|block| block.size.base.is_some() || !block.runs.is_empty())
            else {
                continue;
            };
            let strides: &[i64] = match block.runs.first() {
                Some(run) => &[run.each.stride],
                None => &[1, 4, 8],
            };
            // Where sizes were constant nothing said that they are sizes.
            let room = block.size.form().negated().and_then(|form| form.plus(self.domain.largest_object));
            kept.extend(room.filter(|_| block.size.base.is_some()));
            self.keep_within(block.size, strides, &mut kept);
            for end in self.ends_of_strings(*at) {
                self.keep_within(end, &[1], &mut kept);
            }
        }
        for fact in kept {
            if !self.out.pure.proves_ge(&fact) {
                self.out.pure.guard_ge(&fact);
            }
        }
    }

    /// Where strings in an object of the result end.
    fn ends_of_strings(&self, object: Sym) -> SmallVec<[Term; 1]> {
        let block = self.out.block(object).filter(|block| !block.runs.is_empty());
        let tiling = block.and_then(|block| Tiling::of(&self.out, block));
        let pieces = tiling.iter().flat_map(|tiling| &tiling.pieces);
        let ends = pieces.filter(|piece| piece.from.base.is_some() && piece.ends_string(&self.out));
        ends.map(|piece| piece.from).collect()
    }

    /// Numbers that are at most a limit on both sides, so many of this size.
    fn keep_within(&self, limit: Term, strides: &[i64], kept: &mut Vec<Form>) {
        let Some((l, r)) = self.known_as(Hand::Left, limit).zip(self.known_as(Hand::Right, limit)) else {
            return;
        };
        for pair in self.pairs.iter().filter(|pair| Some(pair.out) != limit.base && pair.strong) {
            if self.out.region(pair.out).is_some() {
                continue;
            }
            for stride in strides {
                // So many elements, and one more, or none.
                let room = |limit: Term, number: Term, more: i64| {
                    limit.form().add_scaled(-*stride, &number.form())?.plus(i128::from(-more * *stride))
                };
                let fits = |more: &i64| {
                    is_sure(&self.left.state, room(l, pair.left, *more).as_ref())
                        && is_sure(&self.right.state, room(r, pair.right, *more).as_ref())
                };
                if let Some(more) = [1, 0].into_iter().find(fits) {
                    kept.extend(room(limit, Term::of(pair.out), more));
                }
            }
        }
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
        for (at, region) in &self.out.regions {
            // So is that a structure is not empty.
            let Some(end) = self.domain.end_of(region) else { continue };
            let root = Term::of(*at);
            if let (Some(here), Some(there)) = (self.known_as(hand, root), self.known_as(hand, end))
                && self.domain.proves_ne(&side.state, here, there)
                && let Some(form) = difference(root, end)
                && !pure.proves_ne(&form)
            {
                pure.guard_ne(&form);
            }
        }
        pure
    }
}

/// Whether a number is not negative, for sure.
fn is_sure(state: &State, number: Option<&Form>) -> bool {
    number.is_some_and(|number| state.least(number).is_some_and(|least| least >= 0))
}
