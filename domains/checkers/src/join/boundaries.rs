//! Which boundaries of two rows go together.
//!
//! A boundary is to rows what the end of a segment is to lists (dossier on whole programs, §3.3). Boundaries may be paired if one number that both sides hold
//! explains them: they are the same multiple of it, plus the same constant. Of all ways to pair boundaries the one is taken that loses least: to mix what was
//! written with what was not is worst, and owned memory is never dropped.
//!
//! A boundary that only one side has can be made on the other: where the number that explains it says it would be. A table of null pointers with `i = 1`
//! is two rows of null pointers, the first one long, if the other side has filled its first slot.

use logic::Form;
use smallvec::SmallVec;

use super::explanations::{Explained, Explanations};
use super::{Hand, Joining, Pair};
use crate::heap::{Content, Rest, Run, State, Term, Tiling, Value};

/// More pairs of pieces than this are not tried.
const PAIRS: usize = 600;

/// To mix what is not alike costs so much, or more.
const LOSS: u32 = 20;

/// A row of so many pieces is not cut any more.
const CUT: usize = 16;

/// What the bytes of a piece are, as far as it matters for what is mixed.
pub(super) mod class {
    pub(in crate::join) const ZERO: u8 = 1;
    pub(in crate::join) const WRITTEN: u8 = 2;
    pub(in crate::join) const UNWRITTEN: u8 = 4;
    pub(in crate::join) const UNSURE: u8 = 8;
    pub(in crate::join) const OWNING: u8 = 16;
}

/// Some pointers own memory, the others are null.
const SOME_OWNING: u8 = class::OWNING | class::ZERO;

/// Which boundaries are made on the other side.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    /// Those that go with none there.
    Alone,
    /// Those that a number explains which is another one there: what goes with one by another number may move by this one.
    Moving,
}

impl Joining<'_> {
    /// The ends of groups of pieces that go together, the end of the object last. Where that loses something, boundaries may be made for it.
    pub(super) fn pair_boundaries(
        &mut self,
        at: &Pair,
        l: &mut Tiling,
        r: &mut Tiling,
    ) -> Option<Vec<(usize, usize)>> {
        let found = self.cheapest(at, l, r);
        if found.as_ref().is_some_and(|(cost, _)| *cost < LOSS) {
            return found.map(|(_, ends)| ends);
        }
        let mut best = found;
        for which in [Which::Alone, Which::Moving] {
            let (mut cut_l, mut cut_r) = (l.clone(), r.clone());
            let states = (self.left.state.clone(), self.right.state.clone());
            self.cut_alike(at, &mut cut_l, &mut cut_r, which);
            let better = self.cheapest(at, &cut_l, &cut_r);
            let before = best.as_ref().map_or(u32::MAX, |(cost, _)| *cost);
            if better.as_ref().is_some_and(|(cost, _)| *cost < before) {
                (*l, *r) = (cut_l, cut_r);
                best = better;
                break;
            }
            // Names of boundaries that were of no use are forgotten.
            (self.left.state, self.right.state) = states;
        }
        best.map(|(_, ends)| ends)
    }

    /// The ends of groups of pieces that go together at the least cost.
    fn cheapest(&self, at: &Pair, l: &Tiling, r: &Tiling) -> Option<(u32, Vec<(usize, usize)>)> {
        let (rows, columns) = (l.pieces.len() + 1, r.pieces.len() + 1);
        if rows * columns > PAIRS {
            return None;
        }
        let known = Explanations::of(self, at, self.walked_strides(l, r));
        let of_left: Vec<Explained> = (0..rows).map(|i| known.explain(Hand::Left, boundary(l, i))).collect();
        let of_right: Vec<Explained> =
            (0..columns).map(|j| known.explain(Hand::Right, boundary(r, j))).collect();
        // The ends of two strings go together, wherever they are. Beside numbers and pointers many bytes that are zero need not end one.
        let text = l.pieces.iter().chain(&r.pieces).all(|piece| piece.each.stride == 1);
        let ends = |hand: Hand, tiling: &Tiling, index: usize| {
            let ends = |piece: &Run| piece.ends_string(&self.side(hand).state);
            tiling.pieces.get(index).is_some_and(|piece| (text || piece.is_single()) && ends(piece))
        };
        let place = |i: usize, j: usize| i * columns + j;
        let mut explained = vec![false; rows * columns];
        for i in 0..rows {
            for j in 0..columns {
                explained[place(i, j)] = i + 1 == rows && j + 1 == columns
                    || known.go_together(&of_left[i], &of_right[j])
                    || ends(Hand::Left, l, i) && ends(Hand::Right, r, j)
                    || i > 0 && j > 0 && ends(Hand::Left, l, i - 1) && ends(Hand::Right, r, j - 1);
            }
        }
        // The cheapest way to each pair of boundaries, and where it comes from.
        let mut best: Vec<Option<(u32, usize)>> = vec![None; rows * columns];
        best[0] = Some((0, 0));
        for i in 0..rows {
            for j in 0..columns {
                let Some((cost, _)) = best[place(i, j)] else { continue };
                for next_i in i..rows {
                    for next_j in j..columns {
                        let to = place(next_i, next_j);
                        if to == place(i, j) || !explained[to] {
                            continue;
                        }
                        let Some(more) = self.cost(&l.pieces[i..next_i], &r.pieces[j..next_j]) else {
                            continue;
                        };
                        if best[to].is_none_or(|(known, _)| cost + more < known) {
                            best[to] = Some((cost + more, place(i, j)));
                        }
                    }
                }
            }
        }
        let mut at = place(rows - 1, columns - 1);
        let cost = best[at]?.0;
        let mut ends = Vec::new();
        while at != 0 {
            ends.push((at / columns, at % columns));
            at = best[at]?.1;
        }
        ends.reverse();
        Some((cost, ends))
    }

    /// Makes boundaries of one side on the other side, too, where a number of both sides says that they would be.
    fn cut_alike(&mut self, at: &Pair, l: &mut Tiling, r: &mut Tiling, which: Which) {
        let strides = self.walked_strides(l, r);
        for hand in [Hand::Left, Hand::Right] {
            let (here, there) = match hand {
                Hand::Left => (&mut *l, &*r),
                Hand::Right => (&mut *r, &*l),
            };
            for index in 1..there.pieces.len() {
                let far = boundary(there, index);
                let known = Explanations::of(self, at, strides.clone());
                let of_far = known.explain(hand.other(), far);
                let alone = (0..=here.pieces.len()).all(|near| {
                    let of_near = known.explain(hand, boundary(here, near));
                    !match hand {
                        Hand::Left => known.go_together(&of_near, &of_far),
                        Hand::Right => known.go_together(&of_far, &of_near),
                    }
                });
                if here.pieces.len() < CUT && (alone || which == Which::Moving) {
                    self.cut_where_explained(hand, here, far, &strides, which);
                }
            }
        }
    }

    /// Makes one boundary on a side where a number of both sides says that the other side has it.
    fn cut_where_explained(
        &mut self,
        hand: Hand,
        here: &mut Tiling,
        far: Term,
        strides: &[i64],
        which: Which,
    ) {
        for index in 0..self.pairs.len() {
            let pair = self.pairs[index];
            if which == Which::Moving && pair.left == pair.right {
                continue;
            }
            for stride in strides {
                let there = &self.side(hand.other()).state;
                let Some(distance) = distance(there, far, *stride, pair.on(hand.other())) else { continue };
                let place = Form::constant(distance).add_scaled(*stride, &pair.on(hand).form());
                let Some(place) = place else { continue };
                let mut state = self.side(hand).state.clone();
                let term = self.domain.named(state.to_mut(), &place);
                let mut cut = here.clone();
                if cut.cut(&state, term).is_some() {
                    if cut.pieces.len() > here.pieces.len() {
                        *here = cut;
                        self.side_mut(hand).state = state;
                    }
                    return;
                }
            }
        }
    }

    /// The sizes of elements that loops walk over.
    fn walked_strides(&self, l: &Tiling, r: &Tiling) -> SmallVec<[i64; 2]> {
        let all = l.pieces.iter().chain(&r.pieces).map(|piece| piece.each.stride);
        let walked = |stride: &i64| self.domain.strides.contains(stride);
        let mut strides: SmallVec<[i64; 2]> = all.filter(walked).collect();
        strides.sort_unstable();
        strides.dedup();
        strides
    }

    /// What it costs to make one row of these; nothing if that cannot be.
    fn cost(&self, left: &[Run], right: &[Run]) -> Option<u32> {
        let all =
            || left.iter().map(|run| (Hand::Left, run)).chain(right.iter().map(|run| (Hand::Right, run)));
        let layout = all().map(|(_, run)| &run.each).find(|each| !each.is_bytes());
        let fits = |(hand, run): (Hand, &Run)| {
            let state = &self.side(hand).state;
            layout.is_none_or(|layout| {
                let like = || {
                    layout.slots.len() == run.each.slots.len()
                        && layout
                            .slots
                            .iter()
                            .zip(&run.each.slots)
                            .all(|(a, b)| (a.offset, a.size) == (b.offset, b.size))
                };
                if run.each.is_bytes() {
                    state.remainder(run.to, run.from, layout.stride) == Some(0)
                } else {
                    run.each.stride == layout.stride && like()
                }
            })
        };
        if !all().all(fits) {
            return None;
        }
        // Members are looked at one by one, what is no member only if there is nothing else.
        let mut loss = 0;
        for member in 0..layout.map_or(1, |layout| layout.slots.len()) {
            let classes = |hand: Hand, runs: &[Run]| {
                runs.iter().fold(0, |mixed, run| mixed | self.class_of(hand, run, member))
            };
            let (l, r) = (classes(Hand::Left, left), classes(Hand::Right, right));
            loss += match l | r {
                class::ZERO | class::WRITTEN | class::UNWRITTEN | class::UNSURE | class::OWNING | 0 => 0,
                // What one side tells apart is better told apart.
                SOME_OWNING => 20 + 10 * u32::from(l == SOME_OWNING) + 10 * u32::from(r == SOME_OWNING),
                mixed if mixed & class::OWNING != 0 => return None,
                // What was written on one side is not known to be any more.
                mixed if mixed & (class::UNWRITTEN | class::UNSURE) != 0 => {
                    let forgets = |side: u8| u32::from(side & (class::WRITTEN | class::ZERO) != 0);
                    100 + 100 * (forgets(l) + forgets(r))
                }
                _ => 20,
            };
        }
        // An element that is looked at is better left alone.
        let looked_at = |hand: Hand, runs: &[Run]| {
            let known =
                |run: &Run| run.is_single() && !run.each.owns() && self.class(hand, run) == class::OWNING;
            runs.len() > 1 && runs.iter().any(known)
        };
        let merged = looked_at(Hand::Left, left) || looked_at(Hand::Right, right);
        // So is the end of a string that both sides have.
        let ends = |hand: Hand, runs: &[Run]| {
            runs.last().is_some_and(|last| last.ends_string(&self.side(hand).state))
        };
        let loses_end = left.len() + right.len() > 2 && ends(Hand::Left, left) && ends(Hand::Right, right);
        Some(loss + 1 + if merged || loses_end && loss > 0 { 5 } else { 0 })
    }

    /// What a piece is.
    pub(super) fn class(&self, hand: Hand, run: &Run) -> u8 {
        if run.each.slots.iter().any(|slot| self.is_owning(hand, run, &slot.content)) {
            return class::OWNING;
        }
        match run.each.as_rest() {
            Some(rest) => class_of_rest(rest),
            None if run.each.is_written() => class::WRITTEN,
            None => class::UNSURE,
        }
    }

    /// What a member of each element of a piece is.
    fn class_of(&self, hand: Hand, run: &Run, member: usize) -> u8 {
        let Some(slot) = run.each.slots.get(member) else { return class_of_rest(run.each.rest) };
        match slot.content {
            _ if self.is_owning(hand, run, &slot.content) => class::OWNING,
            Content::Value(Value::Known(Term::NULL)) => class::ZERO,
            Content::Value(Value::Uninit) => class::UNWRITTEN,
            Content::Value(Value::Unsure) => class::UNSURE,
            _ => class::WRITTEN,
        }
    }

    fn is_owning(&self, hand: Hand, run: &Run, content: &Content) -> bool {
        match content {
            Content::Owned(_) => true,
            Content::Value(Value::Known(term)) => run.is_single() && self.is_owned(hand, *term),
            Content::Value(_) => false,
        }
    }
}

fn class_of_rest(rest: Rest) -> u8 {
    match rest {
        Rest::Zero => class::ZERO,
        Rest::Any | Rest::Text => class::WRITTEN,
        Rest::Uninit => class::UNWRITTEN,
        Rest::Unsure => class::UNSURE,
    }
}

/// A boundary of a tiling by its number.
pub(super) fn boundary(tiling: &Tiling, index: usize) -> Term {
    match tiling.pieces.get(index) {
        Some(piece) => piece.from,
        None => tiling.pieces.last().map_or(Term::NULL, |piece| piece.to),
    }
}

/// How far a boundary is from a multiple of a value.
fn distance(state: &State, boundary: Term, stride: i64, value: Term) -> Option<i128> {
    let form = boundary.form().add_scaled(-stride, &value.form())?;
    form.as_constant().or_else(|| state.pure.constant(&form))
}
