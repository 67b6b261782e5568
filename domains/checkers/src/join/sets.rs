//! What both sides of a join know of sets.
//!
//! A set of the result is a pair of sets, as any value is a pair of values: each side is told that its own set is the one of the result,
//! and forgets its names. So what the search for structures has found out about the sets of one side (`cover::sets`) and what is
//! known on the other are joined in the same words (figure 8 of seed 003).

use logic::sets::{Kind, SetDomain, Sets};
use logic::{Dim, Fact, Form};

use super::finish::ASIDE;
use super::{Hand, Joining};
use crate::definition::{DefinitionId, Item, SetAtom, Sort};
use crate::heap::{SetFacts, Sym, Term};

/// A value of the result that has a point on both sides.
struct Point {
    of: Term,
    out: Sym,
    left: Sym,
    right: Sym,
}

impl Joining<'_> {
    pub(super) fn join_sets(&mut self, widening: bool) {
        if self.left.state.sets.is_empty() || self.right.state.sets.is_empty() {
            return;
        }
        let mut points = Vec::new();
        for pair in &self.pairs {
            let left = self.left.state.sets.point(pair.left);
            if let Some((left, right)) = left.zip(self.right.state.sets.point(pair.right)) {
                points.push((Term::of(pair.out), left, right));
            }
        }
        let named = |(of, left, right)| Point { of, out: self.name_of(Some(left)), left, right };
        let points: Vec<Point> = points.into_iter().map(named).collect();
        let (left, right) =
            (self.translated_sets(Hand::Left, &points), self.translated_sets(Hand::Right, &points));
        let known = if widening { left.widen(&right) } else { left.join(&right) };
        let mut points: Vec<(Term, Sym)> = points.into_iter().map(|point| (point.of, point.out)).collect();
        points.sort_unstable();
        points.dedup_by_key(|(term, _)| *term);
        self.out.sets = SetFacts { known, points };
    }

    /// Sets that never change are the same at both ends of a segment, whatever lies behind it.
    pub(super) fn same_sets(&self, of: DefinitionId, begin: &[Option<Term>], end: &mut [Option<Term>]) {
        for (param, (begin, end)) in begin.iter().zip(end).enumerate() {
            if self.domain.is_steady_set(of, param) && begin.is_some() {
                *end = *begin;
            }
        }
    }

    /// An argument at both ends of a segment that is empty on one side and has these on the other. A set goes with one that it is known to
    /// equal there; else it may be any, and what is behind counts as nothing.
    pub(super) fn at_both_ends(
        &mut self,
        hand: Hand,
        definition: DefinitionId,
        param: usize,
        ends: [Option<Term>; 2],
    ) -> Term {
        let sort = self.domain.definitions[definition].params[param].sort;
        let Sort::Set { bag } = sort else {
            return Term::of(self.side_mut(hand).state.to_mut().fresh());
        };
        let other = hand.other();
        let is_set =
            |hand: Hand, term: Term| term.base.is_some_and(|sym| self.side(hand).state.sets.is_set(sym));
        let equal = ends.into_iter().flatten().find_map(|end| {
            let same = |term: Term| {
                is_set(other, end)
                    && is_set(other, term)
                    && self.domain.proves_eq(&self.side(other).state, term, end)
            };
            let pair = self.pairs.iter().find(|pair| is_set(hand, pair.on(hand)) && same(pair.on(other)))?;
            Some(pair.on(hand))
        });
        if let Some(equal) = equal {
            return equal;
        }
        let choice = self.domain.set_choice;
        let state = self.side_mut(hand).state.to_mut();
        let any = Term::of(state.fresh_set_symbol(bag, choice));
        if self.domain.adds_up(definition, param) {
            self.side_mut(hand).state.to_mut().assume_sets(&SetAtom::sum(Item::Set(any), []));
        }
        any
    }

    /// What one side knows, in terms of the pairs. Symbols of the left keep their names where they can: widening goes on from where it was.
    fn translated_sets(&self, hand: Hand, points: &[Point]) -> Sets {
        let mut known = self.side(hand).state.sets.known.clone();
        // The name each set gets, and more names for sets that have several partners.
        let mut renamed: Vec<(Dim, Dim)> = Vec::new();
        let mut again: Vec<(Dim, Dim, Kind)> = Vec::new();
        let mut tell = |new: Sym, old: Sym, kind: Kind| {
            let (new, old) = (new.dim(), old.dim());
            match renamed.iter().find(|(known, _)| *known == old) {
                None => renamed.push((old, new)),
                Some((_, first)) => again.push((*first, new, kind)),
            }
        };
        for pair in &self.pairs {
            let set = |hand: Hand| {
                let term = pair.on(hand);
                let base = term.base.filter(|_| term.offset == 0)?;
                let kind = self.side(hand).state.sets.known.kind(base.dim())?;
                (kind != Kind::Point).then_some((base, kind))
            };
            if let (Some((base, kind)), Some((_, other))) = (set(hand), set(hand.other()))
                && kind == other
            {
                tell(pair.out, base, kind);
            }
        }
        for point in points {
            let old = if hand == Hand::Left { point.left } else { point.right };
            tell(point.out, old, Kind::Point);
        }
        let new_name = |name: Dim| renamed.iter().find(|(old, _)| *old == name).map(|(_, new)| *new);
        let gone: Vec<Dim> = known.names().into_iter().filter(|name| new_name(*name).is_none()).collect();
        known.forget(&gone);
        // What is still spoken of without a name must not be taken for what gets one.
        known.rename(&|name| new_name(name).unwrap_or(Dim(name.0.saturating_add(ASIDE))));
        let mut same: Vec<Fact> = Vec::new();
        for (first, new, kind) in again {
            known.declare(new, kind);
            same.extend(Form::of(new).add_scaled(-1, &Form::of(first)).map(Fact::Eq));
        }
        known.assume(&same);
        known
    }
}
