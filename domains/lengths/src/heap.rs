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
use crate::back::Back;
use crate::contents::Cells;
use crate::names::{FamilyId, Number, Object, Root, RootId};
use crate::state::{Ends, Segment, State, Value};
use crate::vrv::Vrv;

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
        let own = |segment: &&Segment| segment.family == family;
        let targets: Vec<Vrv> = state.segments.iter().filter(own).map(|segment| to(&segment.vrv)).collect();
        if state.segments.iter().filter(own).zip(&targets).all(|(segment, target)| segment.vrv == *target) {
            return;
        }
        let mut moved: Vec<(Vrv, Segment)> = Vec::with_capacity(targets.len());
        let sources = state.segments.iter().filter(own).cloned();
        moved.extend(targets.into_iter().zip(sources));
        state.segments.retain(|segment| segment.family != family);
        // Sorted by target, then by size of the source: a chain from its start to its end.
        moved.sort();
        let summed = self.names.family(family).summed.is_some();
        let mut names = Vec::new();
        let mut start = 0;
        while start < moved.len() {
            let end =
                moved[start..].iter().position(|m| m.0 != moved[start].0).map_or(moved.len(), |n| start + n);
            let group = &moved[start..end];
            let merged = match group {
                [(target, segment)] => Segment { vrv: target.clone(), ..segment.clone() },
                _ => self.merge_segments(state, group),
            };
            if summed {
                let sources: Vec<&Segment> = group.iter().map(|(_, segment)| segment).collect();
                names.extend(self.merge_sums(state, &sources, &merged));
            }
            let kept = self.counter(&group[0].1);
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
    pub(crate) fn drop_unreachable(&self, state: &mut State, family: FamilyId) -> bool {
        if self.has_back(family) {
            self.weigh_lost(state, family);
        }
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
            Some(value @ (Value::Cell(family, _) | Value::List(family))) => {
                let anchor =
                    if self.has_back(family) { self.anchor(state, family, root, value) } else { None };
                if let Some(anchor) = anchor {
                    self.alias(state, anchor, family, root, Value::Cell(family, 0));
                }
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

    /// Whether forgetting a variable would make cells or a block unreachable, intermediate values
    /// not counted: they are gone before the variable is.
    pub(crate) fn is_last_reference(&self, state: &State, root: RootId) -> bool {
        match state.get(root) {
            Some(Value::Cell(family, _) | Value::List(family)) => {
                let only = |vrv: &Vrv| {
                    vrv.roots()
                        .filter(|other| !self.is_cut_point(*other) && !self.is_anchor(*other))
                        .all(|other| other == root || self.is_temporary(other))
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
    pub(crate) fn is_temporary(&self, root: RootId) -> bool {
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
            Value::Cell(family, _) | Value::List(family) => {
                if self.has_back(family) {
                    let rename = |back| if back == Back::Cell(from) { Back::Cell(to) } else { back };
                    self.map_backs(state, family, |_| true, rename);
                }
                self.remap(state, family, |vrv| {
                    if vrv.contains(from) { vrv.without(from).with(to) } else { vrv.clone() }
                });
            }
            Value::Int => self.rename_int(state, from, to),
            _ => {}
        }
    }

    /// `[p := malloc()]` for a variable that was cleared.
    pub(crate) fn allocate_cell(&self, state: &mut State, root: RootId, family: FamilyId, zeroed: bool) {
        state.put(root, Value::Cell(family, 0));
        let (end, first) = if zeroed {
            (Ends::NULL, Cells::zero(self.has_back(family)))
        } else {
            (Ends::UNINIT, Cells::new(false))
        };
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
