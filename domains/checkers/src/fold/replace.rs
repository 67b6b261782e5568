//! Putting a structure in the place of what it was found to be.

use smallvec::SmallVec;

use super::is_new;
use crate::Checkers;
use crate::cover::Outcome;
use crate::definition::DefinitionId;
use crate::heap::{Args, Checker, Member, NodeSet, Region, Segment, State, Sym, Term};

/// What becomes of pointers into what is folded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cursors<'a> {
    /// They must lead where they led: nothing they point to is folded away.
    Kept,
    /// They become members of the set of its nodes, but for these pairs, of which the second is just behind the first.
    Loosened(&'a [(Sym, Sym)]),
}

impl Checkers {
    /// The state with what was found replaced by the structure it is; `None` if something outside points into it and must go on
    /// doing so.
    pub(super) fn replace_by_structure(
        &self,
        state: &State,
        at: Sym,
        definition: DefinitionId,
        outcome: &Outcome,
        cursors: Cursors<'_>,
    ) -> Option<State> {
        let params = self.definitions[definition].params.len();
        let mut next = state.clone();
        next.next = next.next.max(outcome.next);
        let mut inside = Vec::new();
        let mut sets: SmallVec<[NodeSet; 2]> = SmallVec::new();
        let mut index = 0;
        next.regions.retain(|(sym, region)| {
            let used = outcome.used[index];
            index += 1;
            if used {
                sets.extend(region.set());
                if *sym != at {
                    inside.push(*sym);
                }
                // The last element of a segment is inside too.
                if let Region::Segment(segment) = region {
                    inside.extend(self.last_of(segment).filter(|last| *last != at));
                }
            }
            !used
        });
        let mut args: Args = SmallVec::new();
        for param in 1..=params {
            args.push(match outcome.bound[param] {
                Some(term) => term,
                None => Term::of(next.fresh()),
            });
        }
        // Where a parameter only says where to stop, and nothing says what it is, it is the place of the hole.
        let ends_there = outcome.hole.as_ref().and_then(|(to, hole, _)| {
            let end = self.end_param(definition).filter(|_| *hole == definition)?;
            let open = outcome.bound[end + 1].is_none_or(|term| is_new(state, term));
            let apart = match to.base {
                None => *to == Term::NULL,
                Some(base) => to.offset == 0 && state.block(base).is_some(),
            };
            (open && apart && self.owns_root(definition)).then_some((end, *to))
        });
        let marks = outcome.marks;
        let region = match &outcome.hole {
            Some(_) if ends_there.is_some() => {
                let (end, to) = ends_there.expect("it was just looked at");
                args[end] = to;
                Region::Checker(Checker { definition, args, marks })
            }
            None => Region::Checker(Checker { definition, args, marks }),
            Some((to, hole, hole_args)) => {
                let (hole, hole_args) = (*hole, hole_args.clone());
                let mut segment = Segment { definition, args, to: *to, hole, hole_args, marks };
                self.forget_carried(&mut segment);
                Region::Segment(segment)
            }
        };
        next.add_region(at, region);
        // What points into the structure would point to nothing from now on, unless it is the last element before
        // the hole, which the hole's arguments name.
        let named =
            |sym: Sym| outcome.hole.as_ref().is_some_and(|(_, _, args)| args.contains(&Term::of(sym)));
        let mut cut: SmallVec<[Sym; 4]> = SmallVec::new();
        next.terms(|term| {
            if let Some(base) = term.base.filter(|base| inside.contains(base) && !named(*base))
                && !cut.contains(&base)
            {
                cut.push(base);
            }
        });
        if cursors == Cursors::Kept && !cut.is_empty() {
            return None;
        }
        self.name_nodes(state, &mut next, at, definition, outcome, (&cut, cursors), &sets)?;
        // An object that began it told that it is not empty.
        let root = Term::of(at);
        if self.proves_ne(state, root, Term::NULL) && !self.proves_ne(&next, root, Term::NULL) {
            next.guard_ne(root, Term::NULL);
        }
        for fact in &outcome.facts {
            match fact {
                logic::Fact::Eq(form) => next.pure.guard_eq(form),
                logic::Fact::Ge(form) => next.pure.guard_ge(form),
                logic::Fact::Ne(form) => next.pure.guard_ne(form),
            };
        }
        Some(next)
    }

    /// The nodes of a new structure are a set: what pointed into what it was made of, and what was a member of
    /// it, are members. `None` if it is not known of a pointer that it points to a node.
    #[allow(clippy::too_many_arguments)]
    fn name_nodes(
        &self,
        state: &State,
        next: &mut State,
        at: Sym,
        definition: DefinitionId,
        outcome: &Outcome,
        (cut, cursors): (&[Sym], Cursors<'_>),
        sets: &[NodeSet],
    ) -> Option<()> {
        if cut.is_empty() && sets.is_empty() {
            return Some(());
        }
        if !self.can_be_split(definition) {
            next.members.retain(|(_, member)| !sets.contains(&member.of));
            return cut.is_empty().then_some(());
        }
        if let Cursors::Loosened(kept) = cursors
            && kept.iter().any(|(before, behind)| {
                (cut.contains(before) || *before == at) && (cut.contains(behind) || *behind == at)
            })
        {
            return None;
        }
        let set = next.fresh_set();
        next.join_set(at, set);
        for old in sets {
            next.merge_sets(*old, set);
        }
        for sym in cut {
            let found = self.whereabouts(state, Term::of(*sym))?;
            let inside = found.regions.iter().all(|region| outcome.used[*region]);
            let outside = found.or.is_none_or(|or| or.base.is_none_or(|base| !cut.contains(&base)));
            if !inside || !outside {
                return None;
            }
            next.set_member(*sym, Member { of: set, or: found.or });
            if self.proves_ne(state, Term::of(*sym), Term::NULL) {
                next.guard_ne(Term::of(*sym), Term::NULL);
            }
        }
        Some(())
    }
}
