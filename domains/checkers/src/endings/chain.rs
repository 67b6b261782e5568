//! Where a link leads to, however long that takes.

use crate::Checkers;
use crate::definition::{self, Atom, DefinitionId, Name, Rule};
use crate::heap::{Region, State, Term};

/// Where a structure goes on to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Last {
    Null,
    Param(u32),
}

impl Checkers {
    /// Whether from an address the link at an offset of each element leads to an end after finitely many steps; after at least one, if the
    /// address itself does not count.
    pub(super) fn leads_to_end(&self, state: &State, from: Term, link: i64, end: Term, beyond: bool) -> bool {
        let (mut at, mut first, mut seen) = (from, beyond, Vec::new());
        loop {
            if !first && self.proves_eq(state, at, end) {
                return true;
            }
            let Some(base) = at.base.filter(|_| at.offset == 0) else { return false };
            if seen.contains(&base) {
                return false;
            }
            seen.push(base);
            match state.region(base) {
                Some(Region::Block(block)) => {
                    let cell = block.cells.iter().find(|cell| cell.offset == link && cell.size == 8);
                    let Some(next) = cell.and_then(|cell| cell.value.term()) else { return false };
                    (at, first) = (next, false);
                }
                // A part of a structure may be none: then the address is that of its end, and no step was made.
                Some(Region::Segment(segment)) => {
                    let goes_on = segment.definition == segment.hole
                        && self.has_one_way(segment.definition)
                        && (0..=self.definitions[segment.hole].params.len())
                            .any(|param| self.goes_along(segment.definition, link, last(param)));
                    if !goes_on {
                        return false;
                    }
                    first &= !self.proves_ne(state, at, segment.to);
                    at = segment.to;
                }
                // A whole structure leads to its end, and the end of a ring may lead on.
                Some(Region::Checker(checker)) => {
                    let params = self.definitions[checker.definition].params.len();
                    let ways =
                        (0..=params).filter(|param| self.goes_along(checker.definition, link, last(*param)));
                    let mut there = ways.filter_map(|param| match last(param) {
                        Last::Null => Some(Term::NULL),
                        Last::Param(param) => checker.args.get(param as usize).copied(),
                    });
                    match there.next() {
                        Some(there) => {
                            first &= !self.proves_ne(state, at, there);
                            at = there;
                        }
                        None => return false,
                    }
                }
                None => return false,
            }
        }
    }

    /// Whether no element of a structure has two rests: a part of it might go on by the other one.
    fn has_one_way(&self, id: DefinitionId) -> bool {
        self.definitions[id].rules.iter().all(|rule| rule.calls.len() + rule.segments.len() <= 1)
    }

    /// Whether every element of a structure leads to the next one by the link at an offset, and the last one to the end.
    fn goes_along(&self, id: DefinitionId, link: i64, last: Last) -> bool {
        let rules = &self.definitions[id].rules;
        !rules.is_empty() && rules.iter().all(|rule| is_end(rule, last) || goes_on(id, rule, link, last))
    }
}

/// The end that a number stands for.
fn last(param: usize) -> Last {
    match param.checked_sub(1) {
        Some(param) => Last::Param(u32::try_from(param).unwrap_or(u32::MAX)),
        None => Last::Null,
    }
}

/// Whether a rule is that there is nothing, and the address is that of the end.
fn is_end(rule: &Rule, last: Last) -> bool {
    let is_root = |atom: &Atom| {
        let Atom::Zero(form) = atom else { return false };
        form.constant == 0
            && match (last, form.terms.as_slice()) {
                (Last::Null, [(Name::Root, 1 | -1)]) => true,
                (Last::Param(param), [(a, 1), (b, -1)] | [(a, -1), (b, 1)]) => {
                    let end = Name::Param(param);
                    [*a, *b] == [Name::Root, end] || [*a, *b] == [end, Name::Root]
                }
                _ => false,
            }
    };
    rule.objects.is_empty()
        && rule.calls.is_empty()
        && rule.segments.is_empty()
        && rule.pure.iter().any(is_root)
}

/// Whether a rule has an element whose link leads to the rest of the same structure, or to the end.
fn goes_on(id: DefinitionId, rule: &Rule, link: i64, last: Last) -> bool {
    let root = definition::Term::of(Name::Root);
    let end = match last {
        Last::Null => definition::Term::ZERO,
        Last::Param(param) => definition::Term::of(Name::Param(param)),
    };
    let same_end = |args: &[definition::Term]| match last {
        Last::Null => true,
        Last::Param(param) => args.get(param as usize) == Some(&end),
    };
    let mut elements = rule.objects.iter().filter(|object| object.at == root);
    elements.any(|object| {
        let mut links = object.cells.iter().filter(|cell| cell.offset == link && cell.size == 8);
        links.any(|cell| {
            let rest = |call: &definition::Call| {
                call.definition == id && call.root == cell.value && same_end(&call.args)
            };
            cell.value == end || rule.calls.iter().any(rest)
        })
    })
}
