//! Structures whose nodes lie side by side.
//!
//! The next node begins where a node ends: no link leads there, only arithmetic does (`definition::moves`). So an address that is computed is told
//! by the structure or part that begins there, what lies behind a part that is reached is reached, and such a structure ends behind its
//! begin: chunks from `a` up to `e` say that `a ≤ e`.

use logic::Form;

use super::match1;
use crate::Checkers;
use crate::definition::{Atom, DefinitionId, Name, Rule};
use crate::heap::{Args, Origin, Region, Segment, State, Sym, Term};

impl Checkers {
    /// Whether there are such structures.
    pub(crate) fn walks(&self) -> bool {
        let usable = self.definitions.list.iter().filter(|definition| !definition.refused);
        usable.flat_map(|definition| &definition.rules).any(Rule::walks)
    }

    /// How many bytes of a node come before its body.
    pub(crate) fn header_size(&self, definition: DefinitionId) -> Option<i64> {
        let mut objects = self.definitions[definition].rules.iter().flat_map(|rule| &rule.objects);
        let node = objects.find(|object| object.body.is_some() && object.at.name == Some(Name::Root))?;
        i64::try_from(node.size).ok()
    }

    /// The part or structure that begins at an address.
    pub(crate) fn beginning_at(&self, state: &State, address: &Form) -> Option<Sym> {
        let begins = |region: &Region| match region {
            Region::Block(block) => block.origin == Origin::Part && block.start == 0,
            Region::Checker(checker) => self.has_parts(checker.definition),
            Region::Segment(segment) => self.has_parts(segment.definition),
        };
        match1(state, address, |_, region| begins(region))
    }

    /// What lies right behind the parts among some symbols, where nodes are found like that.
    pub(crate) fn side_by_side(&self, state: &State, reached: &[bool]) -> Vec<Sym> {
        if state.arena.is_none() || !self.walks() {
            return Vec::new();
        }
        let ends = state.regions.iter().filter_map(|(at, region)| {
            let block = region.block().filter(|block| block.origin == Origin::Part)?;
            let begin = Term::of(*at).plus(block.start)?;
            reached[at.0 as usize].then(|| begin.form().add_scaled(1, &block.size.form())).flatten()
        });
        ends.filter_map(|end| self.beginning_at(state, &end)).collect()
    }

    /// The address right behind a part, where nodes are found like that: what begins there, or else any symbol that is it.
    pub(crate) fn behind_part(&self, state: &State, at: Sym) -> Option<Term> {
        let block = state.block(at).filter(|block| block.origin == Origin::Part && self.walks())?;
        let address = Term::of(at).plus(block.start)?.form().add_scaled(1, &block.size.form())?;
        if let Some(begin) = self.beginning_at(state, &address) {
            return Some(Term::of(begin));
        }
        let mut named: Vec<Sym> = Vec::new();
        state.terms(|term| named.extend(term.base));
        let is_it = |sym: &Sym| {
            let distance = address.add_scaled(-1, &Form::of(sym.dim()));
            distance.is_some_and(|distance| state.pure.proves_eq(&distance))
        };
        named.into_iter().filter(|sym| state.range(*sym).is_none()).find(is_it).map(Term::of)
    }

    /// The parameter that a structure goes up to, address by address.
    pub(crate) fn goes_up_to(&self, id: DefinitionId) -> Option<usize> {
        let definition = &self.definitions[id];
        let params = if definition.rules.iter().any(Rule::walks) { definition.params.len() } else { 0 };
        (0..params).find(|param| {
            let end = Name::Param(*param as u32);
            definition.rules.iter().all(|rule| is_end(rule, end) || goes_on(id, rule, *param, end))
        })
    }

    /// Whether a structure begins at one address and ends at the other.
    pub(super) fn ends_at(&self, state: &State, begin: Term, end: Term) -> bool {
        let Some(Region::Checker(checker)) =
            begin.base.filter(|_| begin.offset == 0).and_then(|base| state.region(base))
        else {
            return false;
        };
        let param = self.goes_up_to(checker.definition);
        param.and_then(|param| checker.args.get(param)) == Some(&end)
    }

    /// Whether an address is where a structure ends: it is an address of the arena, too, the one behind its last node.
    pub(super) fn is_walked_up_to(&self, state: &State, end: Sym) -> bool {
        state.regions.iter().any(|(_, region)| {
            let Region::Checker(checker) = region else { return false };
            let param = self.goes_up_to(checker.definition);
            param.and_then(|param| checker.args.get(param)) == Some(&Term::of(end))
        })
    }

    /// Whether one address is not before another, also by what structures say that lie between them: joins need not have kept it.
    pub(crate) fn is_not_before(&self, state: &State, later: Term, earlier: Term) -> bool {
        let Some(length) = crate::heap::state::difference(later, earlier) else { return false };
        if state.pure.proves_ge(&length) {
            return true;
        }
        let mut told = state.clone();
        for (at, region) in &state.regions {
            match region {
                Region::Checker(checker) => {
                    self.assume_upward(&mut told, Term::of(*at), checker.definition, &checker.args);
                }
                Region::Segment(segment) => self.assume_segment_upward(&mut told, Term::of(*at), segment),
                Region::Block(_) => {}
            }
        }
        told.pure.proves_ge(&length)
    }

    /// Notes that a structure ends behind its begin.
    pub(crate) fn assume_upward(&self, state: &mut State, at: Term, definition: DefinitionId, args: &Args) {
        if let Some(end) = self.goes_up_to(definition).and_then(|param| args.get(param)) {
            assume_at_most(state, at, *end);
        }
    }

    /// The same for a part of one.
    pub(crate) fn assume_segment_upward(&self, state: &mut State, at: Term, segment: &Segment) {
        if segment.definition == segment.hole && self.goes_up_to(segment.definition).is_some() {
            assume_at_most(state, at, segment.to);
        }
    }
}

fn assume_at_most(state: &mut State, at: Term, end: Term) {
    if let Some(length) = crate::heap::state::difference(end, at) {
        state.pure.guard_ge(&length);
    }
}

/// Whether a rule is that the structure ends here.
fn is_end(rule: &Rule, end: Name) -> bool {
    let is_root = |atom: &Atom| {
        matches!(atom, Atom::Zero(form) if form.constant == 0
            && matches!(form.terms.as_slice(), [(a, 1), (b, -1)] | [(a, -1), (b, 1)] if [*a, *b] == [Name::Root, end]))
    };
    rule.objects.is_empty()
        && rule.calls.is_empty()
        && rule.segments.is_empty()
        && rule.pure.iter().any(is_root)
}

/// Whether a rule has a node at its root, and goes on where it ends, up to the same end.
fn goes_on(id: DefinitionId, rule: &Rule, param: usize, end: Name) -> bool {
    let [call] = rule.calls.as_slice() else { return false };
    let Some(next) = call.root.name.filter(|_| call.root.offset == 0) else { return false };
    let to_next = |object: &crate::definition::Object| {
        let distance =
            object.extent()?.plus(1, &object.at.into())?.minus(&crate::definition::Form::of(next))?;
        let opposite = distance.times(-1)?;
        let same = |atom: &Atom| matches!(atom, Atom::Zero(form) if *form == distance || *form == opposite);
        Some(
            object.body.is_some()
                && object.at == crate::definition::Term::of(Name::Root)
                && rule.pure.iter().any(same),
        )
    };
    call.definition == id
        && call.args.get(param) == Some(&crate::definition::Term::of(end))
        && rule.segments.is_empty()
        && rule.objects.iter().any(|object| to_next(object) == Some(true))
}
