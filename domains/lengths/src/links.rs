//! Following, setting and losing links: the statements of the paper's Figure 3 that look at cells.

use logic::Linear;

use crate::Lengths;
use crate::back::Back;
use crate::names::{FamilyId, Number, RootId};
use crate::state::{Ends, Segment, State, Value};
use crate::vrv::Vrv;

/// What a link is set to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    /// The cell a variable points to.
    Cell(RootId),
    /// That cell, or null.
    List(RootId),
    /// No cell.
    End(Ends),
}

impl Lengths {
    /// `[r := q->next]`: the cases of the link of the cell `q` points to. `r` was cleared and is not
    /// `q`.
    pub(crate) fn load_link(&self, state: State, family: FamilyId, root: RootId, into: RootId) -> Vec<State> {
        let mut results = Vec::new();
        for mut state in self.at_cell(state, family, root) {
            let Some(head) = state.head(family, root).cloned() else { continue };
            let goes_on = state.chain(family, root).skip(1).any(|segment| self.has_cells(&state, segment));
            if goes_on || head.end == Ends::NULL {
                // Whether another cell of the same segment follows, the counter says.
                self.extend_chain(&mut state, family, root, &head.vrv, into);
                if state.numbers.bounds(self.counter(&head)).hi != Some(1) {
                    self.add_rest(&mut state, &head, into);
                }
                state.put(into, if goes_on { Value::Cell(family, 0) } else { Value::List(family) });
                self.decide(&mut state);
                results.push(state);
                continue;
            }
            for state in self.along_chain(state, family, root) {
                results.extend(self.load_sure_link(state, family, root, into));
            }
        }
        results
    }

    /// The same, where it is certain which segments follow, and the last link may be something else than
    /// null.
    fn load_sure_link(&self, state: State, family: FamilyId, root: RootId, into: RootId) -> Vec<State> {
        let mut results = Vec::new();
        let Some(head) = state.head(family, root).cloned() else { return results };
        let counter = self.counter(&head);
        // Another cell of the same segment follows.
        let mut more = state.clone();
        if more.numbers.meet_ge(&(Linear::from(counter) - Linear::constant(2))) {
            self.extend_chain(&mut more, family, root, &head.vrv, into);
            self.add_rest(&mut more, &head, into);
            more.put(into, Value::Cell(family, 0));
            results.push(more);
        }
        // It is the last of its segment.
        let mut last = state;
        if !last.numbers.meet_eq(&(Linear::from(counter) - Linear::constant(1)))
            || !self.single_sums(&mut last, &head)
        {
            return results;
        }
        if last.chain(family, root).nth(1).is_some() {
            self.extend_chain(&mut last, family, root, &head.vrv, into);
            last.put(into, Value::Cell(family, 0));
            results.push(last);
            return results;
        }
        for (end, value) in head.end.values() {
            let mut state = last.clone();
            if let Some(segment) = state.segment_mut(family, &head.vrv) {
                segment.end = end;
            }
            state.put(into, value);
            results.push(state);
        }
        if head.end == Ends::BACK
            && let Some(cut) = self.cycle_of(&head.vrv)
        {
            self.alias(&mut last, into, family, cut, Value::Cell(family, 0));
            results.push(last);
        }
        results
    }

    /// A new variable reaches the cells of a segment behind the first.
    fn add_rest(&self, state: &mut State, head: &Segment, into: RootId) {
        let counter = self.counter(head);
        let rest = Segment {
            vrv: head.vrv.with(into),
            first: head.rest.clone().unwrap_or_else(|| head.first.clone()),
            ..head.clone()
        };
        state.numbers.add_equal(self.counter(&rest), &(Linear::from(counter) - Linear::constant(1)));
        state.numbers.assign(&[(counter, Linear::constant(1))]);
        self.divide_sums(state, head, &rest);
        if let Some(segment) = state.segment_mut(head.family, &head.vrv) {
            segment.rest = None;
        }
        state.segments.push(rest);
        state.segments.sort();
    }

    /// A new variable reaches what follows the cell another one points to.
    fn extend_chain(&self, state: &mut State, family: FamilyId, root: RootId, head: &Vrv, into: RootId) {
        self.remap(state, family, |vrv| {
            if vrv.contains(root) && vrv != head { vrv.with(into) } else { vrv.clone() }
        });
    }

    /// Takes the link of the cell away that a variable points to: what follows it is reached through it no longer.
    /// The state is [ready](Self::before_cut) for that. Whether cells became unreachable.
    fn cut(&self, state: &mut State, family: FamilyId, root: RootId) -> bool {
        let Some(head) = state.head(family, root).cloned() else { return false };
        let cycle = self.cycle_of(&head.vrv);
        if let Some(cut) = cycle {
            self.recut(state, family, cut, root);
        }
        let Some(head) = state.head(family, root).cloned() else { return false };
        if self.has_back(family) {
            self.cut_back(state, &head, root);
        }
        let counter = self.counter(&head);
        let mut lost = false;
        if state.numbers.bounds(counter).hi != Some(1) {
            let rest = Linear::from(counter) - Linear::constant(1);
            lost = state.numbers.maximum(&rest) != Some(0);
            if lost {
                self.bump(state, Number::Leaked(head.family), &rest);
            }
            state.numbers.assign(&[(counter, Linear::constant(1))]);
            self.lose_rest(state, &head);
            if let Some(segment) = state.segment_mut(family, &head.vrv) {
                segment.rest = None;
            }
        }
        match cycle {
            Some(cut) => self.open(state, family, cut, root),
            None => self.remap(state, family, |vrv| {
                if *vrv != head.vrv && head.vrv.is_subset(vrv) { vrv.minus(&head.vrv) } else { vrv.clone() }
            }),
        }
        lost | self.drop_unreachable(state, family)
    }

    /// `[p->next := q]` and `[p->next := null]`, in a state that is ready to [lose](Self::before_cut) `p`'s link and to
    /// [set](Self::before_link) it.
    /// Whether cells became unreachable.
    pub(crate) fn store_link(
        &self,
        state: &mut State,
        family: FamilyId,
        root: RootId,
        target: Target,
    ) -> bool {
        let back = match target {
            Target::Cell(to) | Target::List(to) => state.head(family, to).map(|first| first.first.back),
            Target::End(_) => None,
        };
        let lost = self.cut(state, family, root);
        let Some(head) = state.head(family, root).map(|head| head.vrv.clone()) else { return lost };
        let end = match target {
            Target::Cell(to) | Target::List(to) if head.contains(to) => {
                self.close(state, family, to);
                return lost;
            }
            Target::Cell(to) | Target::List(to) => {
                // It may have been the only cell before the other, and will be again.
                let first = state.head(family, to).map(|first| first.vrv.clone());
                if let Some((first, back)) = first.zip(back) {
                    self.set_back(state, family, &first, back);
                }
                self.remap(
                    state,
                    family,
                    |vrv| if vrv.contains(to) { vrv.union(&head) } else { vrv.clone() },
                );
                // If there is no cell behind it.
                if matches!(target, Target::List(_)) { Ends::NULL } else { Ends(0) }
            }
            Target::End(end) => end,
        };
        if let Some(segment) = state.segment_mut(family, &head) {
            segment.end = end;
        }
        lost
    }

    /// `[free(p)]`, in a state that is [ready](Self::before_cut) to lose `p`'s link. The states after it, and whether
    /// cells became unreachable.
    pub(crate) fn free_cell(&self, mut state: State, family: FamilyId, root: RootId) -> (Vec<State>, bool) {
        let lost = self.cut(&mut state, family, root);
        let Some(head) = state.head(family, root).cloned() else { return (Vec::new(), lost) };
        // It must be certain who pointed to it directly, and whose chain came to it.
        let before = head.vrv.clone();
        let mut cases = self.split(state, &move |_, s| s.family == family && s.vrv.is_subset(&before));
        for state in &mut cases {
            self.free_last(state, &head);
        }
        (cases, lost)
    }

    /// Frees a cell that links to no other.
    fn free_last(&self, state: &mut State, head: &Segment) {
        let family = head.family;
        let before: Vec<Vrv> = state
            .segments
            .iter()
            .filter(|s| s.family == family && s.vrv != head.vrv && s.vrv.is_subset(&head.vrv))
            .map(|s| s.vrv.clone())
            .collect();
        let users: Vec<RootId> =
            head.vrv.roots().filter(|user| !before.iter().any(|vrv| vrv.contains(*user))).collect();
        for user in &users {
            if self.is_anchor(*user) {
                state.take(*user);
            } else {
                state.put(*user, Value::Freed);
            }
        }
        if self.has_back(family) {
            let dangles = |back| matches!(back, Back::Cell(root) if users.contains(&root));
            self.map_backs(state, family, |_| true, |back| if dangles(back) { Back::Freed } else { back });
        }
        for vrv in &before {
            if !before.iter().any(|other| other != vrv && vrv.is_subset(other))
                && let Some(segment) = state.segment_mut(family, vrv)
            {
                segment.end = Ends::FREED;
            }
        }
        state.segments.retain(|segment| segment.family != family || segment.vrv != head.vrv);
        // Those that pointed to it directly reach nothing any more.
        state.numbers.remove_all(&self.numbers_of(head));
        self.bump(state, Number::Freed(family), &Linear::constant(1));
    }
}
