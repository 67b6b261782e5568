//! *seg-end*: a segment is a structure that ends where it does.
//!
//! Some checkers have a parameter that says where to stop and nothing else: `to(x, h)` holds at once if x is h, else it passes h
//! on. Whatever h was when a segment of such a structure was built, the segment from x to y is all of
//! `to(x, y)`, if y is none of its elements. And `to(x, y)` followed by `to(y, h)` is `to(x, h)`, if h is none of the
//! elements of the first.

use super::search::{Branch, Goal, Search};
use crate::Checkers;
use crate::definition::{Atom, DefinitionId, Kind, Name, Rule};
use crate::heap::{Checker, Region, Segment, Term};

impl Checkers {
    /// The parameter that only says where to stop.
    pub(crate) fn end_param(&self, definition: DefinitionId) -> Option<usize> {
        let definition = &self.definitions[definition];
        (0..definition.params.len()).find(|index| {
            definition.params[*index].kind == Kind::Constant
                && definition.rules.iter().all(|rule| only_stops(rule, *index))
                && definition.rules.iter().any(|rule| rule.objects.is_empty())
        })
    }
}

/// Whether a rule uses a parameter only to say that the root is not it, to pass it on, or, if it owns nothing, that the root
/// is it and nothing else.
fn only_stops(rule: &Rule, index: usize) -> bool {
    let name = Name::Param(index as u32);
    let mentions = |term: &crate::definition::Term| term.name == Some(name);
    if rule
        .objects
        .iter()
        .any(|object| mentions(&object.at) || object.cells.iter().any(|cell| mentions(&cell.value)))
        || !rule.segments.is_empty()
        || rule.calls.iter().any(|call| mentions(&call.root))
    {
        return false;
    }
    let compared = |form: &crate::definition::Form| match form.terms.as_slice() {
        [(Name::Root, a), (Name::Param(k), b)] => {
            *k as usize == index && form.constant == 0 && a + b == 0 && a.abs() == 1
        }
        _ => false,
    };
    let speaks = |form: &crate::definition::Form| form.terms.iter().any(|(known, _)| *known == name);
    let owns = !rule.objects.is_empty();
    let is_end = |atom: &Atom| matches!(atom, Atom::Zero(form) if compared(form));
    let fine = rule.pure.iter().all(|atom| match atom {
        Atom::Zero(form) => !speaks(form) || !owns && compared(form),
        Atom::NonZero(form) => !speaks(form) || owns && compared(form),
        Atom::AtLeastZero(form) => !speaks(form),
    });
    // A rule that owns nothing must be the end itself, and nothing more.
    fine && (owns || rule.calls.is_empty() && rule.pure.len() == 1 && rule.pure.iter().any(is_end))
}

impl Search<'_> {
    /// A structure of the left ends before the one a goal asks for: what must follow.
    pub(super) fn end_behind(&self, branch: &mut Branch, goal: &Checker, there: &Checker) -> Option<Goal> {
        let end =
            self.domain.end_param(goal.definition).filter(|_| self.domain.owns_root(goal.definition))?;
        let wanted = branch.meaning(goal.args[end])?;
        let same = |branch: &mut Branch| {
            (0..goal.args.len())
                .filter(|index| *index != end)
                .all(|index| self.unify(branch, goal.args[index], there.args[index]))
        };
        if !self.is_apart(wanted) || !same(branch) {
            return None;
        }
        let at = branch.import(there.args[end]);
        Some(Goal::new(at, Region::Checker(goal.clone())))
    }

    /// Whether a place is no element of any structure: it is null, or an object of its own.
    fn is_apart(&self, place: Term) -> bool {
        match place.base {
            None => place == Term::NULL,
            Some(base) => place.offset == 0 && matches!(self.left.region(base), Some(Region::Block(_))),
        }
    }

    /// Whether a segment of the left is all of the structure a goal asks for, which ends where it ends.
    pub(super) fn seg_end(
        &self,
        branch: &mut Branch,
        definition: DefinitionId,
        args: &[Term],
        there: &Segment,
    ) -> bool {
        let Some(end) = self.domain.end_param(definition).filter(|_| there.hole == definition) else {
            return false;
        };
        // None of the elements is the end: they are objects, and it is another one, or null.
        self.is_apart(there.to)
            && self.domain.owns_root(definition)
            && self.unify(branch, args[end], there.to)
            && (0..args.len())
                .filter(|index| *index != end)
                .all(|index| self.unify(branch, args[index], there.args[index]))
    }
}
