//! Circular lists: cut points.
//!
//! Section 4.4 of the paper cuts a cycle at some link to get a list without one. Here every cycle has a
//! *cut point* κ, a variable nobody names that points to one of its cells, and the link by which the cycle comes
//! back to that cell is not followed: the vectors are those of the heap without these links, in which they are
//! laminar again. The last segment of κ's chain has the end [`Ends::BACK`].
//!
//! ```text
//!   κ ─▶ [κ: a] ─▶ [κ x: b] ─▶ back to κ          x points into a cycle of a + b cells
//! ```
//!
//! All variables that reach the cycle reach its last cell, so they are what the last vector names. Which cell κ points
//! to is free: [`recut`](Lengths::recut) moves it, where states are compared to the cell of the first variable on the
//! cycle. A link of a cell on the cycle is taken away by cutting there; what is left is a list without cycle.

use std::collections::BTreeSet;

use engine::Cursor;
use ir::{Argument, Call, ConstValue, Operand};
use logic::Linear;

use crate::Lengths;
use crate::back::Back;
use crate::names::{FamilyId, Number, Root, RootId};
use crate::state::{Ends, Segment, State, Value};
use crate::vrv::Vrv;

impl Lengths {
    pub(crate) fn is_cut_point(&self, root: RootId) -> bool {
        matches!(self.names.root_of(root), Root::Cycle(_))
    }

    /// The cut point of the cycle that cells are on.
    pub(crate) fn cycle_of(&self, vrv: &Vrv) -> Option<RootId> {
        vrv.roots().find(|root| self.is_cut_point(*root))
    }

    /// The cut points of a state with their list types.
    pub(crate) fn cycles(&self, state: &State) -> Vec<(FamilyId, RootId)> {
        let cut = |(root, value): &(RootId, Value)| match value {
            Value::Cell(family, 0) if self.is_cut_point(*root) => Some((*family, *root)),
            _ => None,
        };
        state.env.iter().filter_map(cut).collect()
    }

    /// The vector without cut points and anchors: the variables of the program.
    pub(crate) fn without_cut_points(&self, vrv: &Vrv) -> Vrv {
        vrv.roots().filter(|root| !self.is_cut_point(*root) && !self.is_anchor(*root)).collect()
    }

    /// The variables that reach a cycle.
    pub(crate) fn reaching(&self, state: &State, family: FamilyId, cut: RootId) -> Vrv {
        let last = state.chain(family, cut).last().map(|segment| segment.vrv.clone());
        self.without_cut_points(&last.unwrap_or_default())
    }

    /// A cut point that a state does not have yet.
    pub(crate) fn new_cut_point(&self, state: &State) -> RootId {
        let mut index = 0;
        loop {
            let root = self.names.root(Root::Cycle(index));
            if state.get(root).is_none() {
                return root;
            }
            index += 1;
        }
    }

    /// The cases in which it is certain to which segment the cell belongs that a variable points to, and if that
    /// is on a cycle, which segments the cycle has: its link can be taken away.
    pub(crate) fn before_cut(&self, state: State, family: FamilyId, root: RootId) -> Vec<State> {
        let cases = self.at_cell(state, family, root).into_iter();
        // What follows must be certain where it has a link back.
        let has_back = self.has_back(family);
        let cases = cases
            .flat_map(|state| if has_back { self.along_chain(state, family, root) } else { vec![state] });
        let along_cycle = |state: State| {
            let cut = state.head(family, root).and_then(|head| self.cycle_of(&head.vrv));
            cut.map_or_else(|| vec![state.clone()], |cut| self.along_chain(state.clone(), family, cut))
        };
        cases.flat_map(along_cycle).collect()
    }

    /// Moves a cut point to the cell that a variable on the cycle points to. All segments of the cycle have cells.
    pub(crate) fn recut(&self, state: &mut State, family: FamilyId, cut: RootId, to: RootId) {
        let (after, before): (Vec<Vrv>, Vec<Vrv>) =
            state.chain(family, cut).map(|segment| segment.vrv.clone()).partition(|vrv| vrv.contains(to));
        let Some(last) = after.last() else { return };
        if before.is_empty() {
            return;
        }
        // The order of the segments changes: what is known of their cells is what is known of all.
        let own = |segment: &&Segment| segment.family == family && segment.vrv.contains(cut);
        let cells = state.segments.iter().filter(own).map(Segment::all_contents);
        if let Some(all) = cells.reduce(|a, b| a.join(&b)) {
            for segment in &mut state.segments {
                if segment.family == family && segment.vrv.contains(cut) {
                    (segment.first, segment.rest) = (all.clone(), Some(all.clone()));
                }
            }
        }
        let cells: Vec<Segment> = state.segments.iter().filter(own).cloned().collect();
        for segment in &cells {
            self.forget_first(state, segment);
        }
        // Who reaches the cells after the new cut only through the link that is cut now.
        let through = before.iter().fold(Vrv::empty(), |all, vrv| all.union(vrv));
        let reaching = last.minus(&through).with(cut);
        self.remap(state, family, |vrv| {
            if !vrv.contains(cut) {
                vrv.clone()
            } else if vrv.contains(to) {
                vrv.minus(&through).with(cut)
            } else {
                vrv.without(cut).union(&reaching)
            }
        });
        self.end_cycle(state, family, cut);
    }

    /// Whether a variable leads to a cycle that may be cut somewhere else than at the first variable on it: how far it is to
    /// the cut then says nothing about the memory.
    pub(crate) fn is_cut_anywhere(&self, state: &State, family: FamilyId, root: RootId) -> bool {
        let Some(cut) = state.chain(family, root).find_map(|segment| self.cycle_of(&segment.vrv)) else {
            return false;
        };
        let on_the_way = |root: RootId| {
            let mut chain = state.chain(family, root);
            chain.any(|segment| !segment.vrv.contains(cut) && self.has_cells(state, segment))
        };
        let reaching = self.reaching(state, family, cut);
        let first = reaching.roots().find(|root| !on_the_way(*root));
        first.is_none_or(|first| {
            state.chain(family, first).any(|segment| !segment.vrv.contains(cut))
                || state.chain(family, cut).any(|segment| !segment.vrv.contains(first))
        })
    }

    /// Whether it is known that what the arguments of a call lead to has no links at these offsets that lead round in a circle, and that
    /// all of it is here: lists up to their null pointers.
    pub(crate) fn leads_to_ends(
        &self,
        at: &Cursor<'_>,
        state: &State,
        call: &Call,
        links: &BTreeSet<u64>,
    ) -> bool {
        call.args.iter().all(|argument| match argument {
            Argument::Value(operand) if !at.program.types.is_pointer(self.type_of(at, *operand)) => true,
            Argument::Value(Operand::Local(local)) => {
                self.leads_to_an_end(state, self.register(at, *local), links)
            }
            Argument::Value(Operand::Const(constant)) => constant.value == ConstValue::Int(0),
            Argument::Object(_) => false,
        })
    }

    /// The same of what a pointer leads to.
    pub(crate) fn leads_to_an_end(&self, state: &State, root: RootId, links: &BTreeSet<u64>) -> bool {
        match state.get(root) {
            Some(Value::Null) => true,
            Some(Value::Cell(family, 0) | Value::List(family)) => {
                let link = self.names.family(family).link;
                !state.adrift
                    && links.iter().all(|offset| *offset == link)
                    && state.chain(family, root).all(|segment| Ends::NULL.covers(segment.end))
            }
            _ => false,
        }
    }

    /// The last segment of a cycle leads back, the others to the next.
    fn end_cycle(&self, state: &mut State, family: FamilyId, cut: RootId) {
        let Some(last) = state.chain(family, cut).last().map(|segment| segment.vrv.clone()) else { return };
        for segment in &mut state.segments {
            if segment.family == family && segment.vrv.contains(cut) {
                segment.end = if segment.vrv == last { Ends::BACK } else { Ends(0) };
            }
        }
    }

    /// The cell a variable points to, which links to no cell and ends the chain of another one, links to that
    /// one's cell: a cycle.
    pub(crate) fn close(&self, state: &mut State, family: FamilyId, to: RootId) {
        let cut = self.new_cut_point(state);
        self.alias(state, cut, family, to, Value::Cell(family, 0));
        self.end_cycle(state, family, cut);
        // On a cycle it is not kept track of which cell comes before the first of a segment.
        let on_cycle = |segment: &Segment| segment.vrv.contains(cut);
        let forget = |back| if back == Back::Proper { Back::Unknown } else { back };
        self.map_backs(state, family, on_cycle, forget);
    }

    /// Takes the link away of the cell a variable points to, which is on a cycle all of whose segments have cells.
    /// Those of the same segment behind it are gone already.
    pub(crate) fn open(&self, state: &mut State, family: FamilyId, cut: RootId, root: RootId) {
        let Some(head) = state.head(family, root).map(|head| head.vrv.clone()) else { return };
        let last = state.chain(family, cut).last().map(|segment| segment.vrv.clone()).unwrap_or_default();
        // The rest of the cycle now leads to this cell and no further.
        let reaching = last.minus(&head);
        for segment in &mut state.segments {
            if segment.family == family && segment.vrv.contains(cut) {
                segment.end = Ends(0);
            }
        }
        self.remap(state, family, |vrv| {
            if !vrv.contains(cut) {
                vrv.clone()
            } else if *vrv == head {
                vrv.without(cut).union(&reaching)
            } else {
                vrv.minus(&head)
            }
        });
        state.take(cut);
    }

    /// Takes cycles that no variable of the program reaches out of a state. Whether there were any.
    pub(crate) fn drop_lost_cycles(&self, state: &mut State, family: FamilyId) -> bool {
        let mut lost = false;
        for (_, cut) in self.cycles(state).into_iter().filter(|(of, _)| *of == family) {
            let own = |segment: &Segment| segment.family == family && segment.vrv.contains(cut);
            let reached = |segment: &Segment| !self.without_cut_points(&segment.vrv).is_empty();
            if state.segments.iter().any(|segment| own(segment) && reached(segment)) {
                continue;
            }
            let cells: Vec<Segment> = state.segments.iter().filter(|segment| own(segment)).cloned().collect();
            let counters = cells.iter().map(|segment| self.counter(segment));
            let sum = counters.fold(Linear::constant(0), |sum, counter| sum + Linear::from(counter));
            let dims: Vec<_> = cells.iter().flat_map(|segment| self.numbers_of(segment)).collect();
            self.bump(state, Number::Leaked(family), &sum);
            state.segments.retain(|segment| !own(segment));
            state.numbers.remove_all(&dims);
            state.take(cut);
            lost = true;
        }
        lost
    }

    /// Cuts each cycle where the first variable on it points to, and names the cut points in the order of the
    /// variables that reach them.
    pub(crate) fn settle_cycles(&self, state: &mut State) {
        let cycles = self.cycles(state);
        if cycles.is_empty() {
            return;
        }
        for (family, cut) in &cycles {
            if !state.chain(*family, *cut).all(|segment| self.has_cells(state, segment)) {
                continue;
            }
            let on_cycle =
                |root: &RootId| state.head(*family, *root).is_some_and(|head| head.vrv.contains(*cut));
            if let Some(first) = self.reaching(state, *family, *cut).roots().find(on_cycle) {
                self.recut(state, *family, *cut, first);
            }
        }
        let mut order: Vec<(Vrv, RootId)> =
            cycles.iter().map(|(family, cut)| (self.reaching(state, *family, *cut), *cut)).collect();
        order.sort_by(|a, b| a.0.roots().cmp(b.0.roots()).then(a.1.cmp(&b.1)));
        let name = |index: usize| self.names.root(Root::Cycle(index as u32));
        if order.iter().enumerate().all(|(index, (_, cut))| *cut == name(index)) {
            return;
        }
        for (index, (_, cut)) in order.iter().enumerate() {
            self.rename_root(state, *cut, name(MANY + index));
        }
        for index in 0..order.len() {
            self.rename_root(state, name(MANY + index), name(index));
        }
    }
}

/// More cycles than any state has.
const MANY: usize = 1 << 20;
