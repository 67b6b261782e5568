//! Putting a structure in the place of what it was found to be.

use smallvec::SmallVec;

use super::is_new;
use super::references::{References, bases};
use crate::Checkers;
use crate::cover::Outcome;
use crate::definition::DefinitionId;
use crate::habits::Use;
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
    /// The symbols inside a structure that was found at an address: what refers to them refers to a part of it.
    fn inside(&self, state: &State, at: Sym, outcome: &Outcome) -> Vec<Sym> {
        let mut inside = Vec::new();
        for sym in &outcome.used {
            inside.push(*sym);
            // The last element of a segment is inside too.
            if let Some(Region::Segment(segment)) = state.region(*sym) {
                inside.extend(self.last_of(segment));
            }
        }
        inside.retain(|sym| *sym != at);
        inside.sort_unstable();
        inside.dedup();
        inside
    }

    /// Where something outside points into a structure that was found at an address: it would point to nothing from then on, unless it is the
    /// last element before the hole, which the hole's arguments name.
    pub(super) fn cut_into(
        &self,
        state: &State,
        at: Sym,
        outcome: &Outcome,
        references: &References,
    ) -> SmallVec<[Sym; 4]> {
        let inside = self.inside(state, at, outcome);
        let named =
            |sym: Sym| outcome.hole.as_ref().is_some_and(|(_, _, args)| args.contains(&Term::of(sym)));
        let mut within = vec![0; inside.len()];
        for sym in &outcome.used {
            let Some(region) = state.region(*sym) else { continue };
            bases(*sym, region, |base| {
                if let Ok(place) = inside.binary_search(&base) {
                    within[place] += 1;
                }
            });
        }
        let counted = inside.iter().zip(&within);
        counted
            .filter(|(sym, within)| references.count(**sym) > **within && !named(**sym))
            .map(|(sym, _)| *sym)
            .collect()
    }

    /// Replaces what was found by the structure it is; false if something outside points into it and must go on doing so.
    pub(super) fn replace_by_structure(
        &self,
        state: &mut State,
        at: Sym,
        definition: DefinitionId,
        outcome: &Outcome,
        references: &mut References,
        cursors: Cursors<'_>,
    ) -> bool {
        let cut = self.cut_into(state, at, outcome, references);
        let Some(members) = self.loosened(state, at, definition, outcome, &cut, cursors) else {
            return false;
        };
        let inside = self.inside(state, at, outcome);
        let params = self.definitions[definition].params.len();
        let fresh_from = state.next;
        state.next = state.next.max(outcome.next);
        let mut args: Args = SmallVec::new();
        for param in 1..=params {
            args.push(match outcome.bound[param] {
                Some(term) => term,
                None => Term::of(state.fresh()),
            });
        }
        // Where a parameter only says where to stop, and nothing says what it is, it is the place of the hole.
        let ends_there = outcome.hole.as_ref().and_then(|(to, hole, _)| {
            let end = self.plain_end(definition).filter(|_| *hole == definition)?;
            let open = outcome.bound[end + 1].is_none_or(|term| is_new(fresh_from, term));
            let apart = match to.base {
                None => *to == Term::NULL,
                Some(base) => to.offset == 0 && state.block(base).is_some(),
            };
            (open && apart && self.owns_root(definition)).then_some((end, *to))
        });
        let region = match &outcome.hole {
            Some(_) if ends_there.is_some() => {
                let (end, to) = ends_there.expect("it was just looked at");
                args[end] = to;
                Region::Checker(Checker { definition, args, marks: outcome.marks })
            }
            None => Region::Checker(Checker { definition, args, marks: outcome.marks }),
            Some((to, hole, hole_args)) => {
                let (hole, hole_args, marks) = (*hole, hole_args.clone(), outcome.marks);
                let mut segment = Segment { definition, args, to: *to, hole, hole_args, marks };
                self.forget_carried(&mut segment);
                self.forget_avoided(state, fresh_from, &mut segment);
                Region::Segment(segment)
            }
        };
        let root = Term::of(at);
        let was_object = self.proves_ne(state, root, Term::NULL);
        let end = self.end_of(&region).filter(|end| self.proves_ne(state, root, *end));
        let mut sets: SmallVec<[NodeSet; 2]> = SmallVec::new();
        for sym in &outcome.used {
            if let Some(region) = state.open_region(*sym) {
                references.remove(*sym, &region);
                sets.extend(region.set());
            }
        }
        references.add(at, &region);
        state.add_region(at, region);
        self.name_nodes(state, at, definition, &sets, members);
        // An object that began it told that it is not empty.
        if was_object && !self.proves_ne(state, root, Term::NULL) {
            state.guard_ne(root, Term::NULL);
        }
        if let Some(end) = end
            && !self.proves_ne(state, root, end)
        {
            state.guard_ne(root, end);
        }
        for fact in &outcome.facts {
            match fact {
                logic::Fact::Eq(form) => state.pure.guard_eq(form),
                logic::Fact::Ge(form) => state.pure.guard_ge(form),
                logic::Fact::Ne(form) => state.pure.guard_ne(form),
            };
        }
        state.take_sets(&outcome.made, self.set_choice);
        // Of what is inside, and nothing names, nothing need be known.
        let gone = inside.iter().filter(|sym| references.count(**sym) == 0).map(|sym| sym.dim());
        state.pure.forget(&gone.collect::<Vec<_>>());
        true
    }

    /// Puts null where an argument is only avoided, and is an object of its own or was not known before: null is no element either.
    fn forget_avoided(&self, state: &State, fresh_from: u32, segment: &mut Segment) {
        let (definition, hole) = (segment.definition, segment.hole);
        for (param, (arg, end)) in segment.args.iter_mut().zip(&mut segment.hole_args).enumerate() {
            let apart = |base: Sym| base.0 >= fresh_from || state.block(base).is_some();
            if arg == end
                && arg.offset == 0
                && arg.base.is_some_and(apart)
                && self.use_on_the_way(definition, hole, param) == Use::Avoided
            {
                *arg = Term::NULL;
                *end = Term::NULL;
            }
        }
    }

    /// What is known of pointers into a structure when it is folded over them. `None` if they must stay as they are, or are not known
    /// to point to its nodes.
    fn loosened(
        &self,
        state: &State,
        at: Sym,
        definition: DefinitionId,
        outcome: &Outcome,
        cut: &[Sym],
        cursors: Cursors<'_>,
    ) -> Option<Loosened> {
        let kept = match cursors {
            _ if cut.is_empty() => return Some(Loosened::new()),
            Cursors::Kept => return None,
            Cursors::Loosened(kept) => kept,
        };
        let concerned = |sym: Sym| cut.contains(&sym) || sym == at;
        if kept.iter().any(|(before, behind)| concerned(*before) && concerned(*behind))
            || !self.can_be_split(definition)
        {
            return None;
        }
        let member = |sym: &Sym| {
            let found = self.whereabouts(state, Term::of(*sym))?;
            let inside = found.regions.iter().all(|region| outcome.uses(*region));
            let outside = found.or.is_none_or(|or| or.base.is_none_or(|base| !cut.contains(&base)));
            let nonnull = self.proves_ne(state, Term::of(*sym), Term::NULL);
            (inside && outside).then_some((*sym, found.or, nonnull))
        };
        cut.iter().map(member).collect()
    }

    /// The nodes of a new structure are a set: what pointed into what it was made of, and what was a member of it, are members.
    fn name_nodes(
        &self,
        state: &mut State,
        at: Sym,
        definition: DefinitionId,
        sets: &[NodeSet],
        members: Loosened,
    ) {
        if sets.is_empty() && members.is_empty() {
            return;
        }
        if !self.can_be_split(definition) {
            state.members.retain(|(_, member)| !sets.contains(&member.of));
            return;
        }
        let set = state.fresh_set();
        state.join_set(at, set);
        for old in sets {
            state.merge_sets(*old, set);
        }
        for (sym, or, nonnull) in members {
            state.set_member(sym, Member { of: set, or });
            if nonnull {
                state.guard_ne(Term::of(sym), Term::NULL);
            }
        }
    }
}

/// Pointers that become members, what else each may be, and whether it is known not to be null.
type Loosened = SmallVec<[(Sym, Option<Term>, bool); 4]>;
