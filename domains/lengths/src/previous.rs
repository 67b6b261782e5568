//! Following links back.

use logic::Linear;

use crate::Lengths;
use crate::back::Back;
use crate::links::Target;
use crate::names::{FamilyId, RootId};
use crate::operand::Held;
use crate::state::{Segment, State, Value};

impl Lengths {
    /// `[r := q->prev]`: the cases of the link back of the cell `q` points to. `r` was cleared and is not `q`.
    pub(crate) fn load_back(&self, state: State, family: FamilyId, root: RootId, into: RootId) -> Vec<State> {
        let mut results = Vec::new();
        for mut state in self.at_cell(state, family, root) {
            let Some(head) = state.head(family, root).cloned() else { continue };
            match head.first.back {
                Back::Null => state.put(into, Value::Null),
                Back::Freed => state.put(into, Value::Freed),
                Back::Cell(to) if matches!(state.get(to), Some(Value::Cell(of, _)) if of == family) => {
                    self.alias(&mut state, into, family, to, Value::Cell(family, 0));
                }
                Back::Proper => {
                    results.extend(self.load_previous(state, &head, into));
                    continue;
                }
                Back::Cell(_) | Back::Unknown => state.put(into, Value::ANY),
            }
            results.push(state);
        }
        results
    }

    /// The cases of the cell before the first of a segment, which its link back leads to.
    fn load_previous(&self, state: State, head: &Segment, into: RootId) -> Vec<State> {
        let (family, vrv) = (head.family, head.vrv.clone());
        let is_before = move |s: &Segment| s.family == family && s.vrv != vrv && s.vrv.is_subset(&vrv);
        let mut results = Vec::new();
        for mut state in self.split(state, &|_, segment| is_before(segment)) {
            // All that are left have cells.
            let before: Vec<Segment> = state.segments.iter().filter(|s| is_before(s)).cloned().collect();
            match before.last() {
                None => state.put(into, Value::Null),
                Some(last) if before.iter().all(|other| other.vrv.is_subset(&last.vrv)) => {
                    results.extend(self.part_last(state, last, into));
                    continue;
                }
                Some(_) => state.put(into, Value::ANY),
            }
            results.push(state);
        }
        results
    }

    /// A new variable points to the last cell of a segment.
    fn part_last(&self, state: State, segment: &Segment, into: RootId) -> Vec<State> {
        let (family, counter) = (segment.family, self.counter(segment));
        let mut results = Vec::new();
        let mut one = state.clone();
        if one.numbers.meet_eq(&(Linear::from(counter) - Linear::constant(1)))
            && self.single_sums(&mut one, segment)
        {
            self.remap(&mut one, family, |vrv| {
                if segment.vrv.is_subset(vrv) { vrv.with(into) } else { vrv.clone() }
            });
            one.put(into, Value::Cell(family, 0));
            results.push(one);
        }
        let mut more = state;
        if more.numbers.meet_ge(&(Linear::from(counter) - Linear::constant(2))) {
            self.remap(&mut more, family, |vrv| {
                if segment.vrv != *vrv && segment.vrv.is_subset(vrv) { vrv.with(into) } else { vrv.clone() }
            });
            let first = segment.rest.clone().unwrap_or_else(|| segment.all_contents());
            let last = Segment { vrv: segment.vrv.with(into), first, rest: None, ..segment.clone() };
            more.numbers.assign(&[(counter, Linear::from(counter) - Linear::constant(1))]);
            more.numbers.add_equal(self.counter(&last), &Linear::constant(1));
            self.forget_sums(&mut more, segment);
            self.add_sums(&mut more, &last, true);
            more.segments.push(last);
            more.segments.sort();
            more.put(into, Value::Cell(family, 0));
            results.push(more);
        }
        results
    }

    /// The cases in which a link can be set: the cell that it will lead to has another one before it then, and where its link
    /// back leads must be known otherwise.
    pub(crate) fn before_link(&self, state: State, family: FamilyId, target: Target) -> Vec<State> {
        let (cases, to) = match target {
            Target::Cell(to) if self.has_back(family) => (self.at_cell(state, family, to), to),
            Target::List(to) if self.has_back(family) => (self.along_chain(state, family, to), to),
            _ => return vec![state],
        };
        let proper = |head: &&Segment| head.first.back == Back::Proper;
        let mut ready = Vec::new();
        for state in cases {
            let Some(head) = state.head(family, to).filter(proper).cloned() else {
                ready.push(state);
                continue;
            };
            let anchor = self.new_anchor(&state);
            for mut state in self.load_previous(state, &head, anchor) {
                let back = match state.get(anchor) {
                    Some(Value::Cell(..)) => Back::Cell(anchor),
                    Some(Value::Null) => Back::Null,
                    _ => Back::Unknown,
                };
                if back != Back::Cell(anchor) {
                    state.take(anchor);
                }
                if let Some(head) = state.head(family, to).map(|head| head.vrv.clone()) {
                    self.set_back(&mut state, family, &head, back);
                }
                self.weigh_doubled(&mut state);
                ready.push(state);
            }
        }
        ready
    }

    /// Where a link back leads that is set to a value.
    pub(crate) fn back_to(&self, family: FamilyId, held: &Held) -> Back {
        match (held.value, held.root) {
            (Value::Null, _) => Back::Null,
            (Value::Freed, _) => Back::Freed,
            (Value::Cell(of, 0), Some(root)) if of == family => Back::Cell(root),
            _ => Back::Unknown,
        }
    }
}
