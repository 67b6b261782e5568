//! Why two values differ: the pure part says so, or separation does.
//!
//! Two live objects have different addresses, and a structure that owns the object at its root differs from
//! every other live object (dossier §§2, 4.4). These facts are never stored: they follow from the regions.

use super::region::{Block, Origin, Region};
use super::state::{State, difference};
use super::value::{Sym, Term};
use crate::Checkers;
use crate::definition::{Atom, DefinitionId, Item, Name, SetAtom};

/// How often an argument that bounds a structure is looked behind.
const DEPTH: u32 = 3;

impl Checkers {
    /// Whether two values are known to differ.
    pub(crate) fn proves_ne(&self, state: &State, a: Term, b: Term) -> bool {
        if a.base == b.base {
            return a.offset != b.offset;
        }
        self.is_apart(state, a, b, DEPTH) || difference(a, b).is_some_and(|form| state.pure.proves_ne(&form))
    }

    /// Whether two values are known to be equal.
    pub(crate) fn proves_eq(&self, state: &State, a: Term, b: Term) -> bool {
        if a.base == b.base {
            return a.offset == b.offset || state.pure.is_unsat();
        }
        if a.base.is_some_and(|base| state.sets.is_set(base)) {
            return self.proves_sets(state, &SetAtom::sum(Item::Set(a), [Item::Set(b)]));
        }
        difference(a, b).is_some_and(|form| state.pure.proves_eq(&form))
    }

    fn is_apart(&self, state: &State, a: Term, b: Term, depth: u32) -> bool {
        if a.base == b.base {
            return a.offset != b.offset;
        }
        match (a.base, b.base) {
            (None, None) => a.offset != b.offset,
            (Some(sym), None) => b.offset == 0 && self.is_nonnull(state, sym, a.offset, depth),
            (None, Some(sym)) => a.offset == 0 && self.is_nonnull(state, sym, b.offset, depth),
            (Some(x), Some(y)) => {
                self.is_separate(state, (x, a), (y, b), depth)
                    || self.is_separate(state, (y, b), (x, a), depth)
            }
        }
    }

    /// Whether `a`, inside a live object, cannot be `b`.
    fn is_separate(&self, state: &State, (x, a): (Sym, Term), (y, b): (Sym, Term), depth: u32) -> bool {
        let Some(block) = state.block(x) else { return false };
        if !is_inside(block, a.offset) {
            return false;
        }
        match state.region(y) {
            Some(Region::Block(other)) => {
                is_inside(other, b.offset) && !self.may_be_merged((block, a.offset), (other, b.offset))
            }
            Some(Region::Checker(checker)) => {
                // If the structure owns the object at its root, that is another object; if it is empty,
                // its root is what its rules for that say.
                b.offset == 0
                    && self.is_apart_from_empty(state, checker.definition, y, &checker.args, a, depth)
            }
            // A segment that is empty begins where it ends.
            Some(Region::Segment(segment)) => {
                b.offset == 0
                    && depth > 0
                    && self.owns_root(segment.definition)
                    && segment.to != a
                    && self.is_apart(state, a, segment.to, depth - 1)
            }
            None => b.offset == 0 && self.begins_inside(state, y),
        }
    }

    /// Whether two places in constants may be one place.
    pub(crate) fn may_be_merged(&self, (one, a): (&Block, i64), (two, b): (&Block, i64)) -> bool {
        match (one.origin, two.origin) {
            (Origin::Global(first), Origin::Global(second)) => {
                let from_begin = |block: &Block, offset: i64| offset.saturating_sub(block.start);
                self.literals.may_be_merged((first, from_begin(one, a)), (second, from_begin(two, b)))
            }
            _ => false,
        }
    }

    /// Whether an object begins at an address that a segment of two kinds owns, as its hole says: `level0(a, b)` is called beside
    /// `level1(b)`.
    fn begins_inside(&self, state: &State, at: Sym) -> bool {
        let beside = state
            .regions
            .iter()
            .any(|(_, region)| matches!(region, Region::Segment(segment) if self.begins_beside(segment, at)));
        beside && difference(Term::of(at), Term::NULL).is_some_and(|form| state.pure.proves_ne(&form))
    }

    /// Every rule owns the object at the root, or it owns nothing and says what the root is, which is
    /// something else than `a`.
    fn is_apart_from_empty(
        &self,
        state: &State,
        definition: DefinitionId,
        root: Sym,
        args: &[Term],
        a: Term,
        depth: u32,
    ) -> bool {
        self.definitions[definition].rules.iter().all(|rule| {
            if rule.objects.iter().any(|object| owns_byte(object, 0)) {
                return true;
            }
            rule.pure.iter().any(|atom| {
                depth > 0
                    && root_of_empty(atom, args).is_some_and(|value| {
                        value != Term::of(root)
                            && (self.is_apart(state, a, value, depth - 1)
                                || difference(a, value).is_some_and(|form| state.pure.proves_ne(&form)))
                    })
            })
        })
    }

    /// Whether an address with a region or a history cannot be null.
    fn is_nonnull(&self, state: &State, sym: Sym, offset: i64, depth: u32) -> bool {
        match state.region(sym) {
            Some(Region::Block(block)) => {
                let within = || {
                    let distance = offset.checked_sub(block.start).filter(|distance| *distance > 0);
                    distance.is_some_and(|distance| state.is_at_most(Term::constant(distance), block.size))
                };
                block.end() == Some(offset) || block.start == offset || is_inside(block, offset) || within()
            }
            // A structure begins with an object, or where its rules say if it is empty.
            Some(Region::Checker(checker)) => {
                offset == 0
                    && self.is_apart_from_empty(
                        state,
                        checker.definition,
                        sym,
                        &checker.args,
                        Term::NULL,
                        depth,
                    )
            }
            // A segment begins with an object, or where it ends.
            Some(Region::Segment(segment)) => {
                offset == 0
                    && depth > 0
                    && self.owns_root(segment.definition)
                    && (self.is_apart(state, segment.to, Term::NULL, depth - 1)
                        || difference(segment.to, Term::NULL).is_some_and(|form| state.pure.proves_ne(&form)))
            }
            None => offset == 0 && state.is_dead(sym),
        }
    }

    /// Whether a place is no element of one of the regions: it is null, or an object that another region is or begins with. Where that may be
    /// empty, its root is what its rules for that say.
    pub(crate) fn is_elsewhere(&self, state: &State, place: Term, of: &dyn Fn(&Region) -> bool) -> bool {
        self.is_elsewhere_within(state, place, of, DEPTH)
    }

    fn is_elsewhere_within(
        &self,
        state: &State,
        place: Term,
        of: &dyn Fn(&Region) -> bool,
        depth: u32,
    ) -> bool {
        let Some(at) = place.base else { return place == Term::NULL };
        // Either it is not empty, or its root is elsewhere.
        let is_settled = |end: Term| {
            difference(place, end).is_some_and(|form| state.pure.proves_ne(&form))
                || depth > 0 && self.is_elsewhere_within(state, end, of, depth - 1)
        };
        match state.region(at).filter(|region| !of(region)) {
            Some(Region::Block(block)) => is_inside(block, place.offset),
            _ if place.offset != 0 => false,
            Some(Region::Segment(segment)) => self.owns_root(segment.definition) && is_settled(segment.to),
            Some(Region::Checker(checker)) => self.definitions[checker.definition].rules.iter().all(|rule| {
                rule.objects.iter().any(|object| owns_byte(object, 0))
                    || rule.pure.iter().any(|atom| root_of_empty(atom, &checker.args).is_some_and(is_settled))
            }),
            None => false,
        }
    }

    /// Whether every rule that owns something owns the object at the root.
    pub(crate) fn owns_root(&self, definition: DefinitionId) -> bool {
        self.definitions[definition].rules.iter().all(|rule| {
            rule.objects.iter().any(|object| owns_byte(object, 0))
                || rule.objects.is_empty() && rule.calls.is_empty() && rule.segments.is_empty()
        })
    }
}

/// What the root of a structure is by a fact of one of its rules: `root = 0` or `root = param`.
fn root_of_empty(atom: &Atom, args: &[Term]) -> Option<Term> {
    let Atom::Zero(form) = atom else { return None };
    match form.terms.as_slice() {
        _ if form.constant != 0 => None,
        [(Name::Root, 1 | -1)] => Some(Term::NULL),
        [(Name::Root, 1), (Name::Param(k), -1)] | [(Name::Root, -1), (Name::Param(k), 1)] => {
            args.get(*k as usize).copied()
        }
        _ => None,
    }
}

pub(crate) fn owns_byte(object: &crate::definition::Object, byte: i64) -> bool {
    object.at.name == Some(Name::Root)
        && object.at.offset <= byte
        && byte < object.at.offset.saturating_add_unsigned(object.size)
}

/// Whether an offset is within an object.
pub(crate) fn is_inside(block: &Block, offset: i64) -> bool {
    block.end().is_some_and(|end| block.start <= offset && offset < end)
        || block.end().is_none() && block.start == offset && is_nonempty(block)
}

/// Whether a block has a byte for sure; parts have.
fn is_nonempty(block: &Block) -> bool {
    !block.cells.is_empty() || block.origin == Origin::Part
}
