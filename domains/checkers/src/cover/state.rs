//! Whether a state covers another: the whole of one as goals for the other.

use std::borrow::Cow;

use logic::pure::is_parameter;
use logic::{Dim, Fact, Form};
use smallvec::SmallVec;

use super::goal::{Goal, Outcome, Stuck};
use super::object::may_serve;
use super::search::Search;
use crate::Checkers;
use crate::heap::{Member, Root, State, Sym, Term, Value};

impl Checkers {
    /// Whether every memory of `smaller` is one of `larger`.
    pub(crate) fn is_covered(&self, larger: &State, smaller: &State) -> bool {
        larger.anything
            || larger == smaller
            || !smaller.anything
                && self.bind_roots(larger, smaller).is_some_and(|bound| has_objects(larger, smaller, &bound))
                && self.cover(larger, &self.with_boundaries(larger, smaller)).is_ok()
    }

    /// A state with names for the places where rows of another one end that follow from what variables hold: where all is null so far
    /// nothing ends at the eighth part of `i`.
    fn with_boundaries<'a>(&self, larger: &State, smaller: &'a State) -> Cow<'a, State> {
        let mut named = Cow::Borrowed(smaller);
        let blocks = larger.regions.iter().filter_map(|(_, region)| region.block());
        let mut ends = blocks.flat_map(|block| &block.runs).filter_map(|run| run.to.base).peekable();
        if ends.peek().is_none() {
            return named;
        }
        let equations = larger.pure.equations();
        for end in ends {
            let place =
                equations.iter().find_map(|equation| in_terms_of_roots(larger, smaller, equation, end));
            if let Some(place) = place.filter(|place| super::as_term(place).is_none()) {
                self.named(named.to_mut(), &place);
            }
        }
        named
    }

    /// The proof that one state covers another, or what is missing.
    pub(crate) fn cover(&self, larger: &State, smaller: &State) -> Result<Outcome, Option<Stuck>> {
        if smaller.pure.is_unsat() {
            // Nothing is to be covered, but nothing was found either: callers ask for the proof.
            return Err(None);
        }
        let bound = self.bind_roots(larger, smaller).ok_or(None)?;
        let goals = larger.regions.shared().map(|(at, region)| Goal { at: Term::of(at), region }).collect();
        let (facts, congruences) = split(larger.pure.facts()).ok_or(None)?;
        let mut search = Search::new(self, smaller);
        search.asked = larger.sets.relations();
        let outcome = search.run(goals, bound, facts, true).map_err(Some)?;
        let divides = |(form, modulus): &(Form, i64)| {
            let mut sum = Some(Form::constant(form.offset()));
            for (dim, factor) in form.terms() {
                let value = outcome.bound[dim.0 as usize].map(Term::form);
                sum = sum.zip(value).and_then(|(sum, value)| sum.add_scaled(*factor, &value));
            }
            sum.is_some_and(|form| smaller.pure.residue(&form, *modulus) == Some(0))
        };
        if !congruences.iter().all(divides) {
            return Err(None);
        }
        let is_dead = |sym: &Sym| {
            outcome.bound[sym.0 as usize]
                .is_none_or(|term| term.offset == 0 && term.base.is_some_and(|base| smaller.is_dead(base)))
        };
        let in_range = |(sym, bits, signed): &(Sym, u16, bool)| {
            outcome.bound[sym.0 as usize].is_none_or(|term| self.fits(smaller, &term.form(), *bits, *signed))
        };
        if larger.dead.iter().all(is_dead)
            && larger.ranges.iter().all(in_range)
            && larger.members.iter().all(|member| self.is_placed(smaller, &outcome, member))
        {
            Ok(outcome)
        } else {
            Err(None)
        }
    }

    /// What the symbols of a state stand for in one that it is to cover, as far as variables tell. `None` if it does not cover it.
    fn bind_roots(&self, larger: &State, smaller: &State) -> Option<Vec<Option<Term>>> {
        if smaller.gone && !larger.gone
            || smaller.junk && !larger.junk
            || smaller.arena.is_some() && smaller.arena != larger.arena
            || smaller.round != larger.round
        {
            return None;
        }
        let mut bound = vec![None; larger.next as usize];
        let mut roots = larger.roots.iter();
        roots
            .all(|(root, value)| bind_root(self, &mut bound, smaller, *value, smaller.root(*root)))
            .then_some(bound)
    }

    /// Whether what stands for a member is where the member is.
    fn is_placed(&self, smaller: &State, outcome: &Outcome, (sym, member): &(Sym, Member)) -> bool {
        let meaning = |term: Term| match term.base {
            None => Some(term),
            Some(base) => outcome.bound[base.0 as usize]?.plus(term.offset),
        };
        let Some(at) = meaning(Term::of(*sym)) else { return false };
        let or = member.or.and_then(meaning);
        let is_or = |term: Term| or.is_some_and(|or| self.proves_eq(smaller, term, or));
        is_or(at)
            || self.whereabouts(smaller, at).is_some_and(|found| {
                found.or.is_none_or(is_or)
                    && found.regions.iter().all(|region| outcome.taken_for.contains(&(*region, member.of)))
            })
    }
}

/// Facts, and sums that are multiples of something: an equation with a parameter that no other fact mentions. `None` if
/// parameters say more than that.
#[allow(clippy::type_complexity)]
fn split(all: Vec<Fact>) -> Option<(Vec<Fact>, Vec<(Form, i64)>)> {
    let of = |form: &Form| -> Vec<(Dim, i64)> {
        form.terms().iter().copied().filter(|(dim, _)| is_parameter(*dim)).collect()
    };
    let (mut facts, mut congruences, mut seen) = (Vec::new(), Vec::new(), Vec::new());
    for fact in all {
        let (Fact::Eq(form) | Fact::Ge(form) | Fact::Ne(form)) = &fact;
        match of(form).as_slice() {
            [] => facts.push(fact),
            [(dim, factor)] if matches!(fact, Fact::Eq(_)) && !seen.contains(dim) => {
                seen.push(*dim);
                let rest = form.add_scaled(factor.checked_neg()?, &Form::of(*dim))?;
                congruences.push((rest, factor.checked_abs()?));
            }
            _ => return None,
        }
    }
    Some((facts, congruences))
}

/// Whether there is an object wherever the larger state has one that a variable leads to, another one for each. That is seen before
/// anything is searched for.
fn has_objects(larger: &State, smaller: &State, bound: &[Option<Term>]) -> bool {
    let mut taken: SmallVec<[Sym; 16]> = SmallVec::new();
    larger.regions.iter().all(|(at, region)| {
        let (Some(block), Some(place)) = (region.block(), bound[at.0 as usize]) else { return true };
        let Some((base, there)) = place.base.and_then(|base| Some((base, smaller.block(base)?))) else {
            return false;
        };
        let fresh = !taken.contains(&base);
        taken.push(base);
        fresh && block.start.checked_add(place.offset) == Some(there.start) && may_serve(block, there)
    })
}

/// What a root holds in the larger state describes what it holds in the smaller one.
fn bind_root(
    domain: &Checkers,
    bound: &mut [Option<Term>],
    smaller: &State,
    value: Value,
    there: Option<Value>,
) -> bool {
    match (value, there) {
        (Value::Unsure, _) | (Value::Any, Some(Value::Any | Value::Known(_))) => true,
        (Value::Uninit, Some(Value::Uninit)) => true,
        (Value::Known(term), Some(Value::Known(left))) => {
            let Some(variable) = term.base else { return domain.proves_eq(smaller, term, left) };
            let slot = &mut bound[variable.0 as usize];
            if let Some(known) = *slot {
                return known.plus(term.offset).is_some_and(|known| domain.proves_eq(smaller, known, left));
            }
            *slot = term.offset.checked_neg().and_then(|back| left.plus(back));
            slot.is_some()
        }
        _ => false,
    }
}

/// What an equation of a state says of a symbol, in terms of what the same variables hold in another state.
fn in_terms_of_roots(state: &State, other: &State, equation: &Form, symbol: Sym) -> Option<Form> {
    let factor = equation.coefficient(symbol.dim());
    if factor.abs() != 1 {
        return None;
    }
    let mut sum = Form::constant(equation.offset());
    for (dim, factor) in equation.terms().iter().filter(|(dim, _)| *dim != symbol.dim()) {
        let holds = |(root, value): &(Root, Value)| {
            let term = value.term().filter(|term| term.base == Some(Sym(dim.0)))?;
            other.root(*root)?.term()?.plus(term.offset.checked_neg()?)
        };
        sum = sum.add_scaled(*factor, &state.roots.iter().find_map(holds)?.form())?;
    }
    Form::constant(0).add_scaled(-factor, &sum)
}
