//! Segments and counters: the transfer functions of the paper's Figure 3 as linear maps.
//!
//! A statement that rewires the heap changes which variables reach which cells, that is, it maps
//! vectors to vectors; lifted to the counters this is linear: the new counter of a vector is the sum
//! of the counters of all vectors mapped to it. The paper guards each move by `t ≥ 1`; moving a zero
//! changes nothing, so the guards are left out. Where the paper keeps a set Γ⁰ of the vectors a
//! variable may point to directly, the first of its chain is taken here after
//! [`at_cell`](Lengths::at_cell) has split the states in which that is not certain.

use logic::Linear;

use crate::Lengths;
use crate::contents::Cells;
use crate::names::{FamilyId, Number, Object, Root, RootId};
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
    /// The counter of a segment.
    pub(crate) fn counter(&self, segment: &Segment) -> logic::Dim {
        self.names.count(segment.family, &segment.vrv)
    }

    /// Whether a segment surely has cells.
    pub(crate) fn has_cells(&self, state: &State, segment: &Segment) -> bool {
        state.numbers.bounds(self.counter(segment)).lo.is_some_and(|lo| lo >= 1)
    }

    /// Adds to a ghost number, which is zero if it is not there.
    pub(crate) fn bump(&self, state: &mut State, number: Number, by: &Linear) {
        let dim = self.names.dim(number);
        if state.numbers.contains(dim) {
            state.numbers.assign(&[(dim, Linear::from(dim) + by.clone())]);
        } else {
            state.numbers.add_equal(dim, by);
        }
    }

    /// Moves all cells of a list type to other vectors.
    pub(crate) fn remap(&self, state: &mut State, family: FamilyId, to: impl Fn(&Vrv) -> Vrv) {
        let mut moved: Vec<(Vrv, Segment)> = Vec::new();
        let mut changed = false;
        for segment in state.segments.iter().filter(|segment| segment.family == family) {
            let target = to(&segment.vrv);
            changed |= target != segment.vrv;
            moved.push((target, segment.clone()));
        }
        if !changed {
            return;
        }
        state.segments.retain(|segment| segment.family != family);
        // Sorted by target, then by size of the source: a chain from its start to its end.
        moved.sort();
        let mut names = Vec::new();
        let mut start = 0;
        while start < moved.len() {
            let end =
                moved[start..].iter().position(|m| m.0 != moved[start].0).map_or(moved.len(), |n| start + n);
            let group = &moved[start..end];
            let merged = self.merge_segments(state, group);
            let kept = self.counter(&group[0].1);
            let sources: Vec<&Segment> = group.iter().map(|(_, segment)| segment).collect();
            names.extend(self.merge_sums(state, &sources, &merged));
            if group.len() > 1 {
                let sum = group
                    .iter()
                    .fold(Linear::constant(0), |sum, (_, segment)| sum + Linear::from(self.counter(segment)));
                state.numbers.assign(&[(kept, sum)]);
                let rest: Vec<_> = group[1..].iter().map(|(_, segment)| self.counter(segment)).collect();
                state.numbers.remove_all(&rest);
            }
            names.push((kept, self.counter(&merged)));
            state.segments.push(merged);
            start = end;
        }
        state.segments.sort();
        if names.iter().any(|(old, new)| old != new) {
            state
                .numbers
                .rename(|dim| names.iter().find(|(old, _)| *old == dim).map_or(dim, |(_, new)| *new));
        }
    }

    /// One segment for several that get the same vector.
    fn merge_segments(&self, state: &State, group: &[(Vrv, Segment)]) -> Segment {
        let sources: Vec<&Segment> = group.iter().map(|(_, segment)| segment).collect();
        let (first, rest) = self.merge_contents(state, &sources);
        // They follow each other, so the last decides how the chain ends, if it has cells.
        let mut end = Ends(0);
        for (index, (_, segment)) in group.iter().enumerate().rev() {
            end = end.union(segment.end);
            let nested = group[..index].iter().all(|(_, earlier)| earlier.vrv.is_subset(&segment.vrv));
            if nested && self.has_cells(state, segment) {
                break;
            }
        }
        Segment { family: group[0].1.family, vrv: group[0].0.clone(), end, first, rest }
    }

    /// Takes the cells that nothing reaches out of the state. Whether there may be any.
    fn drop_unreachable(&self, state: &mut State, family: FamilyId) -> bool {
        let cycles = self.drop_lost_cycles(state, family);
        self.drop_unreached(state, family) | cycles
    }

    fn drop_unreached(&self, state: &mut State, family: FamilyId) -> bool {
        let Some(at) = state.segments.iter().position(|s| s.family == family && s.vrv.is_empty()) else {
            return false;
        };
        let segment = state.segments.remove(at);
        let counter = self.counter(&segment);
        self.bump(state, Number::Leaked(family), &Linear::from(counter));
        let some = state.numbers.bounds(counter).hi != Some(0);
        state.numbers.remove_all(&self.numbers_of(&segment));
        some
    }

    /// `[p := null]`, and for any other value: the variable is gone. Whether something became
    /// unreachable.
    #[must_use]
    pub(crate) fn clear(&self, state: &mut State, root: RootId) -> bool {
        match state.take(root) {
            Some(Value::Cell(family, _) | Value::List(family)) => {
                self.remap(state, family, |vrv| vrv.without(root));
                self.drop_unreachable(state, family)
            }
            Some(Value::Int) => {
                self.drop_int(state, root);
                false
            }
            Some(Value::Object(object @ Object::Heap(..), _)) => self.drop_lost_object(state, object),
            _ => false,
        }
    }

    /// Removes a heap object that nothing points to any more, with what it holds.
    fn drop_lost_object(&self, state: &mut State, object: Object) -> bool {
        if state.extent(object).is_none() || self.reachable_objects(state).contains(&object) {
            return false;
        }
        self.remove_object(state, object);
        true
    }

    /// Removes all heap objects that nothing points to. Whether there were any.
    pub(crate) fn drop_lost_objects(&self, state: &mut State) -> bool {
        let is_heap = |object: &Object| matches!(object, Object::Heap(..));
        if !state.objects.iter().any(|extent| is_heap(&extent.object)) {
            return false;
        }
        let reached = self.reachable_objects(state);
        let lost: Vec<Object> = state
            .objects
            .iter()
            .map(|extent| extent.object)
            .filter(|object| is_heap(object) && !reached.contains(object))
            .collect();
        for object in &lost {
            self.remove_object(state, *object);
        }
        !lost.is_empty()
    }

    /// The objects that variables lead to.
    fn reachable_objects(&self, state: &State) -> Vec<Object> {
        let mut reached: Vec<Object> = state
            .objects
            .iter()
            .map(|extent| extent.object)
            .filter(|object| !matches!(object, Object::Heap(..)))
            .collect();
        let mut next = 0;
        let pointers: Vec<(Root, Object)> = state
            .env
            .iter()
            .filter_map(|(root, value)| match value {
                Value::Object(object, _) => Some((self.names.root_of(*root), *object)),
                _ => None,
            })
            .collect();
        for (root, object) in &pointers {
            if !matches!(root, Root::Part(..)) && !reached.contains(object) {
                reached.push(*object);
            }
        }
        while next < reached.len() {
            for (root, object) in &pointers {
                if matches!(root, Root::Part(holder, ..) if *holder == reached[next])
                    && !reached.contains(object)
                {
                    reached.push(*object);
                }
            }
            next += 1;
        }
        reached
    }

    /// Ends the life of an object: what it holds is gone, pointers to it dangle. Whether something
    /// became unreachable.
    pub(crate) fn remove_object(&self, state: &mut State, object: Object) -> bool {
        state.objects.retain(|extent| extent.object != object);
        let mut lost = false;
        for root in self.parts_of(state, object) {
            lost |= self.clear(state, root);
        }
        for (_, value) in &mut state.env {
            if matches!(value, Value::Object(target, _) if *target == object) {
                *value = Value::Freed;
            }
        }
        lost
    }

    /// The parts of an object that hold a known value.
    pub(crate) fn parts_of(&self, state: &State, object: Object) -> Vec<RootId> {
        state
            .env
            .iter()
            .map(|(root, _)| *root)
            .filter(|root| matches!(self.names.root_of(*root), Root::Part(holder, ..) if holder == object))
            .collect()
    }

    /// Whether forgetting a variable would make cells or a block unreachable, intermediate values
    /// not counted: they are gone before the variable is.
    pub(crate) fn is_last_reference(&self, state: &State, root: RootId) -> bool {
        match state.get(root) {
            Some(Value::Cell(family, _) | Value::List(family)) => {
                let only = |vrv: &Vrv| {
                    vrv.roots()
                        .all(|other| other == root || self.is_temporary(other) || self.is_cut_point(other))
                };
                // Whoever reaches a cycle reaches all of it.
                let everyone = |segment: &Segment| match self.cycle_of(&segment.vrv) {
                    Some(cut) => state.chain(family, cut).last().map(|last| &last.vrv).cloned(),
                    None => Some(segment.vrv.clone()),
                };
                state.chain(family, root).any(|segment| everyone(segment).is_none_or(|vrv| only(&vrv)))
            }
            Some(Value::Object(object @ Object::Heap(..), _)) => {
                let mut without = state.clone();
                without.env.retain(|(other, _)| *other != root && !self.is_temporary(*other));
                !self.reachable_objects(&without).contains(&object)
            }
            _ => false,
        }
    }

    /// Whether a variable is an intermediate value.
    fn is_temporary(&self, root: RootId) -> bool {
        matches!(self.names.root_of(root), Root::Register(..)) && !self.called.borrow().contains_key(&root)
    }

    /// `[p := q]`: gives a variable that was cleared the same cell as another.
    pub(crate) fn alias(
        &self,
        state: &mut State,
        root: RootId,
        family: FamilyId,
        other: RootId,
        value: Value,
    ) {
        state.put(root, value);
        self.remap(state, family, |vrv| if vrv.contains(other) { vrv.with(root) } else { vrv.clone() });
    }

    /// Renames a variable; the new name was cleared.
    pub(crate) fn rename_root(&self, state: &mut State, from: RootId, to: RootId) {
        let Some(value) = state.take(from) else { return };
        state.put(to, value);
        match value {
            Value::Cell(family, _) | Value::List(family) => self.remap(state, family, |vrv| {
                if vrv.contains(from) { vrv.without(from).with(to) } else { vrv.clone() }
            }),
            Value::Int => self.rename_int(state, from, to),
            _ => {}
        }
    }

    /// `[p := malloc()]` for a variable that was cleared.
    pub(crate) fn allocate_cell(&self, state: &mut State, root: RootId, family: FamilyId, zeroed: bool) {
        state.put(root, Value::Cell(family, 0));
        let (end, first) =
            if zeroed { (Ends::NULL, Cells::zero()) } else { (Ends::UNINIT, Cells::new(false)) };
        let segment = Segment { family, vrv: Vrv::of(root), end, first, rest: None };
        state.numbers.add_equal(self.counter(&segment), &Linear::constant(1));
        self.add_sums(state, &segment, true);
        if zeroed {
            self.write_summed(state, &segment, Some(&Linear::constant(0)));
        }
        state.segments.push(segment);
        state.segments.sort();
        self.bump(state, Number::Made(family), &Linear::constant(1));
    }

    /// Splits a state until every segment that a test picks surely has cells or is gone.
    pub(crate) fn split(&self, state: State, pick: &dyn Fn(&State, &Segment) -> bool) -> Vec<State> {
        let open = state.segments.iter().position(|s| pick(&state, s) && !self.has_cells(&state, s));
        let Some(at) = open else {
            let mut state = state;
            self.decide(&mut state);
            return vec![state];
        };
        let mut split = Vec::new();
        let counter = self.counter(&state.segments[at]);
        let mut none = state.clone();
        if self.remove_empty(&mut none, at) {
            if self.is_consistent(&none) {
                split.extend(self.split(none, pick));
            }
        }
        let mut some = state;
        if some.numbers.meet_ge(&(Linear::from(counter) - Linear::constant(1))) && self.is_consistent(&some) {
            split.extend(self.split(some, pick));
        }
        split
    }

    /// Whether the vectors that surely have cells can occur together, and every variable that points
    /// to a cell may have one.
    fn is_consistent(&self, state: &State) -> bool {
        let sure: Vec<&Segment> = state.segments.iter().filter(|s| self.has_cells(state, s)).collect();
        let laminar = sure.iter().enumerate().all(|(index, a)| {
            sure[..index].iter().all(|b| a.family != b.family || a.vrv.is_consistent_with(&b.vrv))
        });
        laminar
            && state.env.iter().all(|(root, value)| match value {
                Value::Cell(family, _) => state.chain(*family, *root).next().is_some(),
                _ => true,
            })
    }

    /// The cases in which it is certain to which segment the cell belongs that a variable points to.
    pub(crate) fn at_cell(&self, state: State, family: FamilyId, root: RootId) -> Vec<State> {
        let Some(head) = state.head(family, root).cloned() else { return Vec::new() };
        let mut cases = Vec::new();
        let counter = self.counter(&head);
        if !self.has_cells(&state, &head) {
            let mut none = state.clone();
            let at = none.segments.iter().position(|s| *s == head);
            if at.is_some_and(|at| self.remove_empty(&mut none, at)) {
                if self.is_consistent(&none) {
                    self.decide(&mut none);
                    cases.extend(self.at_cell(none, family, root));
                }
            }
        }
        let mut some = state;
        let possible = some.numbers.meet_ge(&(Linear::from(counter) - Linear::constant(1)));
        if possible && self.drop_inconsistent(&mut some, &head) && self.is_consistent(&some) {
            self.decide(&mut some);
            cases.push(some);
        }
        cases
    }

    /// Takes the segments out of a state that cannot be there beside one that has cells. Whether they
    /// can be gone.
    fn drop_inconsistent(&self, state: &mut State, sure: &Segment) -> bool {
        let impossible = |s: &Segment| s.family == sure.family && !s.vrv.is_consistent_with(&sure.vrv);
        while let Some(at) = state.segments.iter().position(impossible) {
            if !self.remove_empty(state, at) {
                return false;
            }
        }
        true
    }

    /// Takes a segment out of a state that has no cells. Whether that can be.
    fn remove_empty(&self, state: &mut State, at: usize) -> bool {
        let segment = state.segments.remove(at);
        let dims = self.numbers_of(&segment);
        // Without cells the sum is zero, and there is no first value.
        let possible = dims.iter().take(2).all(|dim| state.numbers.meet_eq(&Linear::from(*dim)));
        state.numbers.remove_all(&dims);
        possible
    }

    /// The cases in which it is certain to which segments a variable leads.
    pub(crate) fn along_chain(&self, state: State, family: FamilyId, root: RootId) -> Vec<State> {
        self.split(state, &|_, s| s.family == family && s.vrv.contains(root))
    }

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
        }
        match cycle {
            Some(cut) => self.open(state, family, cut, root),
            None => self.remap(state, family, |vrv| {
                if *vrv != head.vrv && head.vrv.is_subset(vrv) { vrv.minus(&head.vrv) } else { vrv.clone() }
            }),
        }
        lost | self.drop_unreachable(state, family)
    }

    /// `[p->next := q]` and `[p->next := null]`, in a state that is [ready](Self::before_cut) to lose `p`'s link.
    /// Whether cells became unreachable.
    pub(crate) fn store_link(
        &self,
        state: &mut State,
        family: FamilyId,
        root: RootId,
        target: Target,
    ) -> bool {
        let lost = self.cut(state, family, root);
        let Some(head) = state.head(family, root).map(|head| head.vrv.clone()) else { return lost };
        let end = match target {
            Target::Cell(to) | Target::List(to) if head.contains(to) => {
                self.close(state, family, to);
                return lost;
            }
            Target::Cell(to) | Target::List(to) => {
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
        for user in head.vrv.roots() {
            if !before.iter().any(|vrv| vrv.contains(user)) {
                state.put(user, Value::Freed);
            }
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

    /// Whether two pointers into cells are equal, in a state that is certain about both.
    pub(crate) fn same_cell(&self, state: &State, family: FamilyId, a: RootId, b: RootId) -> bool {
        match (state.head(family, a), state.head(family, b)) {
            (Some(a), Some(b)) => a.vrv == b.vrv,
            _ => false,
        }
    }

    /// The number of cells from a variable to the end of its chain.
    pub(crate) fn length(&self, state: &State, family: FamilyId, root: RootId) -> Linear {
        state
            .chain(family, root)
            .fold(Linear::constant(0), |sum, segment| sum + Linear::from(self.counter(segment)))
    }

    /// Nothing is made or lost silently: cells there are, cells freed and cells leaked are all there
    /// ever were.
    pub(crate) fn is_conserved(&self, state: &State) -> bool {
        let mut families: Vec<FamilyId> = state.segments.iter().map(|segment| segment.family).collect();
        families.dedup();
        families.into_iter().all(|family| {
            let ghost = |number: Number| {
                let dim = self.names.dim(number);
                if state.numbers.contains(dim) { Linear::from(dim) } else { Linear::constant(0) }
            };
            let cells = state
                .segments
                .iter()
                .filter(|segment| segment.family == family)
                .fold(Linear::constant(0), |sum, segment| sum + Linear::from(self.counter(segment)));
            let gone = ghost(Number::Freed(family)) + ghost(Number::Leaked(family));
            state.numbers.proves_eq(&(cells + gone - ghost(Number::Made(family))))
        })
    }
}
