//! How what a callee leaves comes together with what stayed behind.

use engine::{Checks, Cursor, Outcome};
use ir::{Call, Destination};
use logic::{AffineBox, Dim, Linear};
use model::Rule;

use crate::Lengths;
use crate::back::Back;
use crate::calls::Frame;
use crate::names::{Number, Object, Root, RootId};
use crate::state::{Ends, Extent, Segment, State, Value};
use crate::vrv::Vrv;

/// Heap blocks that are no list cells and are alive at once, for each allocation, when a call returns.
const MOST_BLOCKS: u32 = 16;

impl Lengths {
    pub(crate) fn return_to(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        frame: &Frame,
        exit: &State,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        // Where the caller's pointers come in it must be certain what is there.
        let is_cut = |root: RootId| matches!(self.names.root_of(root), Root::CutPoint(_));
        let mut exit = exit.clone();
        self.weigh_all(&mut exit);
        let exits = self.split(exit, &|_, segment| segment.vrv.roots().any(is_cut));
        let mut after = Vec::new();
        for exit in exits {
            after.extend(self.return_with(at, call, frame, &exit, out)?);
        }
        Ok(after)
    }

    fn return_with(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        frame: &Frame,
        exit: &State,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let mut state = frame.caller.clone();
        let bits: Vrv = frame.visible.iter().copied().collect();
        // The caller's numbers that the callee's entry numbers stand for get a name of their own.
        let held = |index: usize| self.names.dim(Number::Held(index as u32));
        state
            .numbers
            .rename(|dim| frame.quantities.iter().position(|quantity| *quantity == dim).map_or(dim, held));
        let local: Vec<Segment> =
            state.segments.iter().filter(|segment| !segment.vrv.is_disjoint(&bits)).cloned().collect();
        state.segments.retain(|segment| segment.vrv.is_disjoint(&bits));
        state.env.retain(|(root, _)| !bits.contains(*root));
        state.objects.retain(|extent| !frame.objects.iter().any(|(outer, _)| *outer == extent.object));
        // The callee's numbers, under names that cannot be mistaken.
        let returned: Vec<Dim> = exit.numbers.dims().to_vec();
        let mut theirs = exit.numbers.clone();
        let name = |dim: Dim| match self.names.number_of(dim) {
            Number::Entry(index) => held(index as usize),
            _ => {
                let index = returned.iter().position(|known| *known == dim).unwrap_or_default();
                self.names.dim(Number::Returned(index as u32))
            }
        };
        theirs.rename(name);
        if !meet_all(&mut state.numbers, &theirs) {
            return Ok(Vec::new());
        }
        let objects = outer_objects(frame, exit, &state);
        if objects.iter().any(|(_, outer)| matches!(outer, Object::Heap(_, _, MOST_BLOCKS..))) {
            return self.lost(at, "blocks that are not cells of a list are allocated again and again");
        }
        let cycles = self.outer_cycles(exit, &state);
        self.return_values(frame, exit, &objects, &cycles, &mut state, &name);
        self.return_cells(frame, exit, &objects, &cycles, &mut state, &name);
        self.tidy_backs(&mut state);
        self.return_ghosts(exit, &local, frame, &mut state, &name);
        let rest: Vec<Dim> = state
            .numbers
            .dims()
            .iter()
            .copied()
            .filter(|dim| matches!(self.names.number_of(*dim), Number::Held(_) | Number::Returned(_)))
            .collect();
        state.numbers.remove_all(&rest);
        let result = self.names.root(Root::Result);
        match &call.dst {
            Some(Destination::Local(dst)) => {
                let root = self.register(at, *dst);
                let held = self.held_by(&state, result);
                self.bind(&mut state, root, &held, out);
            }
            Some(Destination::Object(_)) => {
                return self.lost(at, "a struct is returned, which is not modelled");
            }
            None => {}
        }
        self.clear_reporting(&mut state, result, out);
        if self.drop_lost_objects(&mut state) {
            out.open(Rule::Leak, "a block can no longer be reached after this call");
        }
        self.settle(&mut state);
        Ok(vec![state])
    }

    /// The caller's names of the cut points that a callee returns with.
    fn outer_cycles(&self, exit: &State, caller: &State) -> Vec<(RootId, RootId)> {
        let mut free =
            (0..).map(|index| self.names.root(Root::Cycle(index))).filter(|root| caller.get(*root).is_none());
        self.cycles(exit).into_iter().map(|(_, inner)| inner).zip(&mut free).collect()
    }

    /// The variables and objects the callee leaves behind.
    fn return_values(
        &self,
        frame: &Frame,
        exit: &State,
        objects: &[(Object, Object)],
        cycles: &[(RootId, RootId)],
        state: &mut State,
        name: &dyn Fn(Dim) -> Dim,
    ) {
        let find = |object: Object| outer_object(objects, object);
        for extent in &exit.objects {
            state.add_object(Extent { object: find(extent.object), ..*extent });
        }
        for (root, value) in &exit.env {
            let root_name = match self.names.root_of(*root) {
                Root::Part(object, offset, size) => Root::Part(find(object), offset, size),
                Root::CutPoint(_) => continue,
                other => other,
            };
            let outer_root = outer_cycle(cycles, self.names.root(root_name));
            let value = match value {
                Value::Object(object, offset) => Value::Object(find(*object), *offset),
                value => *value,
            };
            state.put(outer_root, value);
            if value == Value::Int {
                let number = Linear::from(name(self.names.value(*root)));
                self.set_int(state, outer_root, &number);
            }
        }
        // What the callee freed. String literals were never among the objects.
        for (outer, inner) in &frame.objects {
            if frame.caller.extent(*outer).is_some() && exit.extent(*inner).is_none() {
                for (_, value) in &mut state.env {
                    if matches!(value, Value::Object(target, _) if target == outer) {
                        *value = Value::Freed;
                    }
                }
            }
        }
    }

    /// The cells the callee leaves behind, and what became of those at cut points.
    fn return_cells(
        &self,
        frame: &Frame,
        exit: &State,
        objects: &[(Object, Object)],
        cycles: &[(RootId, RootId)],
        state: &mut State,
        name: &dyn Fn(Dim) -> Dim,
    ) {
        for (index, (family, _, roots)) in frame.cut_points.iter().enumerate() {
            let cut = self.names.root(Root::CutPoint(index as u32));
            if exit.get(cut) != Some(Value::Freed) {
                continue;
            }
            let before: Vec<Vrv> = state
                .segments
                .iter()
                .filter(|segment| segment.family == *family && !segment.vrv.is_disjoint(roots))
                .map(|segment| segment.vrv.clone())
                .collect();
            for root in roots.roots().filter(|root| !before.iter().any(|vrv| vrv.contains(*root))) {
                state.put(root, Value::Freed);
            }
            for vrv in &before {
                if !before.iter().any(|other| other != vrv && vrv.is_subset(other))
                    && let Some(segment) = state.segment_mut(*family, vrv)
                {
                    segment.end = Ends::FREED;
                }
            }
        }
        for segment in &exit.segments {
            let mut vrv = Vrv::empty();
            for root in segment.vrv.roots() {
                match self.names.root_of(root) {
                    Root::CutPoint(index) => vrv = vrv.union(&frame.cut_points[index as usize].2),
                    Root::Part(object, offset, size) => {
                        let object = outer_object(objects, object);
                        vrv.insert(self.names.root(Root::Part(object, offset, size)));
                    }
                    _ => vrv.insert(outer_cycle(cycles, root)),
                }
            }
            let count = Linear::from(name(self.counter(segment)));
            let mut outer = Segment { vrv, ..segment.clone() };
            let renamed = |back: Back| match back {
                Back::Cell(root) => match self.names.root_of(root) {
                    Root::CutPoint(_) => Back::Unknown,
                    Root::Part(object, offset, size) => {
                        let object = outer_object(objects, object);
                        Back::Cell(self.names.root(Root::Part(object, offset, size)))
                    }
                    _ => back,
                },
                back => back,
            };
            outer.first.back = renamed(outer.first.back);
            if let Some(rest) = &mut outer.rest {
                rest.back = renamed(rest.back);
            }
            match state.segment_mut(outer.family, &outer.vrv) {
                Some(known) => {
                    // Cells before the cut and behind it are reached by the same variables.
                    known.end = outer.end;
                    let all = known.all_contents().join(&outer.all_contents());
                    (known.first, known.rest) = (all.clone(), Some(all));
                    let dim = self.counter(&outer);
                    state.numbers.assign(&[(dim, Linear::from(dim) + count)]);
                    self.forget_sums(state, &outer);
                }
                None => {
                    for (dim, own) in self.numbers_of(&outer).into_iter().zip(self.numbers_of(segment)) {
                        state.numbers.add_equal(dim, &Linear::from(name(own)));
                    }
                    state.segments.push(outer);
                    state.segments.sort();
                }
            }
        }
    }

    /// What was made, freed and leaked in the callee counts for the caller.
    fn return_ghosts(
        &self,
        exit: &State,
        local: &[Segment],
        frame: &Frame,
        state: &mut State,
        name: &dyn Fn(Dim) -> Dim,
    ) {
        for dim in exit.numbers.dims() {
            let number = self.names.number_of(*dim);
            let mut change = Linear::from(name(*dim));
            match number {
                Number::Made(family) => {
                    for segment in local.iter().filter(|segment| segment.family == family) {
                        let counter = self.counter(segment);
                        if let Some(index) = frame.quantities.iter().position(|q| *q == counter) {
                            change = change - Linear::from(self.names.dim(Number::Held(index as u32)));
                        }
                    }
                }
                Number::Freed(_) | Number::Leaked(_) => {}
                _ => continue,
            }
            self.bump(state, number, &change);
        }
    }
}

/// The caller's name of a variable that may be a cut point.
fn outer_cycle(cycles: &[(RootId, RootId)], root: RootId) -> RootId {
    cycles.iter().find(|(inner, _)| *inner == root).map_or(root, |(_, outer)| *outer)
}

/// The caller's names of the objects a callee returns. A block that the callee made gets one that no
/// other object has, nor had: pointers that the caller kept still go by it.
fn outer_objects(frame: &Frame, exit: &State, caller: &State) -> Vec<(Object, Object)> {
    let mut objects: Vec<(Object, Object)> =
        frame.objects.iter().map(|(outer, inner)| (*inner, *outer)).collect();
    for extent in &exit.objects {
        if let Object::Heap(function, site, _) = extent.object {
            let taken = |name: &Object| {
                caller.extent(*name).is_some() || objects.iter().any(|(_, outer)| outer == name)
            };
            let free =
                (0..u32::MAX).map(|number| Object::Heap(function, site, number)).find(|name| !taken(name));
            objects.push((extent.object, free.unwrap_or(extent.object)));
        }
    }
    objects
}

/// The caller's name of an object.
fn outer_object(objects: &[(Object, Object)], object: Object) -> Object {
    objects.iter().find(|(inner, _)| *inner == object).map_or(object, |(_, outer)| *outer)
}

/// All of the other's facts hold too. Whether they can.
fn meet_all(numbers: &mut AffineBox, other: &AffineBox) -> bool {
    for dim in other.dims() {
        if !numbers.contains(*dim) {
            numbers.add(*dim);
        }
    }
    let equations = other.equations();
    equations.iter().all(|equation| numbers.meet_eq(equation))
        && other.dims().iter().all(|dim| {
            let (bounds, value) = (other.bounds(*dim), Linear::from(*dim));
            // A bound whose distance from zero is no number of the machine is left out.
            let above = bounds.lo.and_then(|lo| value.add_scaled(-1, &Linear::constant(lo)));
            let below = bounds.hi.and_then(|hi| Linear::constant(hi).add_scaled(-1, &value));
            [above, below].into_iter().flatten().all(|form| numbers.meet_ge(&form))
        })
}
