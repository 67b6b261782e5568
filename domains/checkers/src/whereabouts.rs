//! Where a pointer is, as far as the regions tell.
//!
//! Three operations forget the order of pointers and keep that they point to objects of certain regions: folding without regard to
//! cursors (`fold::loosen`), joining with a state in which it was forgotten (`join::members`), and inclusion in such a state
//! (`cover::state`). All of them ask the same: to an object of which regions does this pointer lead, and what else may it be?

use smallvec::{SmallVec, smallvec};

use crate::Checkers;
use crate::definition::{Atom, DefinitionId, Name, Rule, Term as RuleTerm};
use crate::heap::{Region, State, Sym, Term};
use crate::unfold::two_terms;

/// How many segments may follow each other empty.
const DEPTH: u32 = 8;

/// Where a pointer is: an object of one of these regions begins there, or it is one other value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Whereabouts {
    /// By their addresses.
    pub(crate) regions: SmallVec<[Sym; 4]>,
    /// What else it may be.
    pub(crate) or: Option<Term>,
}

impl Checkers {
    /// Where a pointer is; `None` if nobody knows.
    pub(crate) fn whereabouts(&self, state: &State, at: Term) -> Option<Whereabouts> {
        self.whereabouts_within(state, at, DEPTH)
    }

    fn whereabouts_within(&self, state: &State, at: Term, depth: u32) -> Option<Whereabouts> {
        let Some(base) = at.base else {
            return Some(Whereabouts { regions: SmallVec::new(), or: Some(at) });
        };
        if at.offset != 0 || depth == 0 {
            return None;
        }
        let Some(region) = state.region(base) else { return self.without_region(state, base) };
        let (regions, or) = (smallvec![base], None);
        match region {
            Region::Block(block) => (block.start == 0).then_some(Whereabouts { regions, or }),
            Region::Checker(checker) => {
                if !self.can_be_split(checker.definition) || !self.owns_root(checker.definition) {
                    return None;
                }
                let mut empty = self.roots_where_empty(checker.definition, &checker.args)?;
                empty.retain(|empty| !self.proves_ne(state, at, *empty));
                (empty.len() < 2).then(|| Whereabouts { regions, or: empty.pop() })
            }
            Region::Segment(segment) => {
                if !self.can_be_split(segment.definition) || !self.owns_root(segment.definition) {
                    return None;
                }
                if segment.definition != segment.hole || self.proves_ne(state, at, segment.to) {
                    return Some(Whereabouts { regions, or });
                }
                let mut behind = self.whereabouts_within(state, segment.to, depth - 1)?;
                behind.regions.push(base);
                Some(behind)
            }
        }
    }

    /// A member, or the last element of a segment that has one.
    fn without_region(&self, state: &State, at: Sym) -> Option<Whereabouts> {
        if let Some(member) = state.member(at) {
            let regions = state.regions.iter().filter(|(_, region)| region.set() == Some(member.of));
            return Some(Whereabouts { regions: regions.map(|(at, _)| *at).collect(), or: member.or });
        }
        state.regions.iter().find_map(|(begin, region)| {
            let Region::Segment(segment) = region else { return None };
            let last = segment.hole_args.iter().enumerate().any(|(param, arg)| {
                *arg == Term::of(at) && self.passes_root(segment.definition, segment.hole, param)
            });
            let begun =
                segment.definition != segment.hole || self.proves_ne(state, Term::of(*begin), segment.to);
            (last && begun && self.can_be_split(segment.definition))
                .then(|| Whereabouts { regions: smallvec![*begin], or: None })
        })
    }

    /// Whether a structure can be split at any of its objects: each begins where a checker it is made of has its root.
    pub(crate) fn can_be_split(&self, definition: DefinitionId) -> bool {
        let at_root = |rule: &Rule| {
            rule.segments.is_empty()
                && rule.slots().next().is_none()
                && rule.objects.len() <= 1
                && rule.objects.iter().all(|object| object.at == RuleTerm::of(Name::Root))
        };
        self.reachable(definition).into_iter().all(|id| self.definitions[id].rules.iter().all(at_root))
    }

    /// What the root of a structure may be where the structure is empty; nothing if that is not known.
    fn roots_where_empty(&self, definition: DefinitionId, args: &[Term]) -> Option<SmallVec<[Term; 1]>> {
        let mut found = SmallVec::new();
        for rule in self.definitions[definition].rules.iter().filter(|rule| rule.objects.is_empty()) {
            let value = rule.pure.iter().find_map(|atom| {
                let Atom::Zero(form) = atom else { return None };
                let (a, b) = two_terms(form)?;
                let other = match (a.name, b.name) {
                    (Some(Name::Root), _) if a.offset == 0 => b,
                    (_, Some(Name::Root)) if b.offset == 0 => a,
                    _ => return None,
                };
                match other.name {
                    None => Some(Term::constant(other.offset)),
                    Some(Name::Param(index)) => args.get(index as usize)?.plus(other.offset),
                    _ => None,
                }
            })?;
            if !found.contains(&value) {
                found.push(value);
            }
        }
        Some(found)
    }
}
