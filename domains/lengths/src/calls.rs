//! Calls: what a callee sees, what stays behind, and how the two come together again.
//!
//! A callee sees what it can reach: its arguments, the globals, objects it gets pointers to, and the
//! cells these lead to. Pointers from the caller's side into that part are kept as *cut points*:
//! variables nobody names, one for each cell such pointers come in at. The callee's numbers remember
//! those on entry, so that what it returns can be related to what it was given: a summary is a
//! relation, and it is used by substituting the caller's numbers for those on entry.

use engine::{Checks, Cursor, Outcome};
use ir::{Argument, Call, Callee, Destination, FunctionId, Program, Var};
use logic::{AffineBox, Dim, Linear};

use crate::Lengths;
use crate::back::Back;
use crate::names::{FamilyId, Number, Object, Root, RootId};
use crate::shared::Shared;
use crate::state::{Extent, Segment, State, Value};
use crate::vrv::Vrv;

/// More cut points than this are not told apart. Each level of a recursion may add one, and the states grow with the power set
/// of them.
const CUT_POINTS: usize = 6;

/// What a call leaves behind.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The caller's state, with the arguments.
    pub(crate) caller: State,
    /// The variables the callee has instead.
    pub(crate) visible: Vec<RootId>,
    /// The objects the callee sees, with the name it knows them by.
    pub(crate) objects: Vec<(Object, Object)>,
    /// For each cut point, its list type, the first vector of the callee's part that these
    /// variables of the caller come to, and the variables.
    pub(crate) cut_points: Vec<(FamilyId, Vrv, Vrv)>,
    /// The caller's numbers that the callee's entry numbers stand for.
    pub(crate) quantities: Vec<Dim>,
}

impl Lengths {
    pub(crate) fn called_functions(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        before: &State,
    ) -> Option<Vec<FunctionId>> {
        match call.callee {
            Callee::Function(function) => Some(vec![function]),
            Callee::Pointer(pointer) => match self.held(at, before, pointer).value {
                Value::Code(function) => Some(vec![function]),
                _ => None,
            },
        }
    }

    pub(crate) fn enter_function(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        callee: FunctionId,
        before: &State,
        out: &mut Checks,
    ) -> Outcome<Vec<(State, Frame)>> {
        let program = at.program;
        let function = &program.functions[callee];
        self.note_names(program, callee);
        if function.signature.variadic || call.args.len() != function.signature.params.len() {
            return self.lost(at, "a call with unnamed or missing arguments is not modelled");
        }
        let mut entered = Vec::new();
        let mut before = before.clone();
        self.weigh_all(&mut before);
        for state in self.resolve_all(before) {
            entered.extend(self.enter_from(at, call, callee, state, out)?);
        }
        Ok(entered)
    }

    fn enter_from(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        callee: FunctionId,
        mut state: State,
        out: &mut Checks,
    ) -> Outcome<Vec<(State, Frame)>> {
        let program = at.program;
        let function = &program.functions[callee];
        for (index, argument) in call.args.iter().enumerate() {
            let Argument::Value(operand) = argument else {
                return self.lost(at, "a struct is passed, which is not modelled");
            };
            let (given, wanted) = (self.type_of(at, *operand), function.signature.params[index]);
            if !is_passed_as(&program.types, given, wanted) {
                return self.lost(at, "an argument has another type than the function's parameter");
            }
            let held = self.held(at, &state, *operand);
            self.bind(&mut state, self.names.root(Root::Argument(index as u32)), &held, out);
        }
        if let Some(Destination::Local(dst)) = call.dst
            && !is_passed_as(&program.types, function.signature.ret, at.body().locals[dst].ty)
        {
            return self.lost(at, "the result has another type than the function's");
        }
        self.check_requires(at, callee, &state, out);
        let seen = self.seen_objects(&state);
        let visible: Vec<RootId> = state
            .env
            .iter()
            .map(|(root, _)| *root)
            .filter(|root| match self.names.root_of(*root) {
                Root::Argument(_) => true,
                Root::Part(object, ..) => seen.contains(&object),
                _ => false,
            })
            .collect();
        let mut visible = visible;
        let bits: Vrv = visible.iter().copied().collect();
        let seen_cycle = |(family, cut): &(FamilyId, RootId)| {
            state.chain(*family, *cut).any(|segment| !segment.vrv.is_disjoint(&bits))
        };
        visible.extend(self.cycles(&state).iter().filter(|cycle| seen_cycle(cycle)).map(|(_, cut)| *cut));
        let bits: Vrv = visible.iter().copied().collect();
        let cases = self.split_where(state, &|segment| !segment.vrv.is_disjoint(&bits));
        let entered: Vec<(State, Frame)> = cases
            .into_iter()
            .map(|state| self.enter_with(program, callee, state, visible.clone(), &seen))
            .collect();
        if entered.iter().any(|(_, frame)| frame.cut_points.len() > CUT_POINTS) {
            return self.lost(at, "pointers of callers lead to too many places in what is passed here");
        }
        Ok(entered)
    }

    /// The objects a callee can get at: the globals, and what arguments lead to.
    fn seen_objects(&self, state: &State) -> Vec<Object> {
        let mut seen: Vec<Object> = state
            .objects
            .iter()
            .map(|extent| extent.object)
            .filter(|object| matches!(object, Object::Global(_)))
            .collect();
        let pointers: Vec<(Root, Object)> = state
            .env
            .iter()
            .filter_map(|(root, value)| match value {
                Value::Object(object, _) => Some((self.names.root_of(*root), *object)),
                _ => None,
            })
            .collect();
        let mut next = 0;
        for (_, object) in pointers.iter().filter(|(root, _)| matches!(root, Root::Argument(_))) {
            if !seen.contains(object) {
                seen.push(*object);
            }
        }
        while next < seen.len() {
            for (root, object) in &pointers {
                if matches!(root, Root::Part(holder, ..) if *holder == seen[next]) && !seen.contains(object) {
                    seen.push(*object);
                }
            }
            next += 1;
        }
        seen
    }

    fn enter_with(
        &self,
        program: &Program,
        callee: FunctionId,
        caller: State,
        visible: Vec<RootId>,
        seen: &[Object],
    ) -> (State, Frame) {
        let bits: Vrv = visible.iter().copied().collect();
        let objects = renamed_objects(program, seen);
        let renamed = |object: Object| {
            objects.iter().find(|(outer, _)| *outer == object).map_or(object, |(_, inner)| *inner)
        };
        let local = |segment: &&Segment| !segment.vrv.is_disjoint(&bits);
        // Where the caller's other variables come into the part the callee sees.
        let mut cut_points: Vec<(FamilyId, Vrv, Vrv)> = Vec::new();
        for (root, value) in &caller.env {
            let Value::Cell(family, _) = value else { continue };
            if bits.contains(*root) {
                continue;
            }
            if let Some(first) = caller.chain(*family, *root).find(local) {
                match cut_points.iter_mut().find(|cut| cut.0 == *family && cut.1 == first.vrv) {
                    Some(cut) => cut.2.insert(*root),
                    None => cut_points.push((*family, first.vrv.clone(), Vrv::of(*root))),
                }
            }
        }
        cut_points.sort_by(|a, b| {
            let visible = |cut: &(FamilyId, Vrv, Vrv)| (cut.0, cut.1.intersection(&bits));
            visible(a).cmp(&visible(b)).then_with(|| a.cmp(b))
        });
        let mut entry = State::empty();
        let mut quantities = Vec::new();
        let mut dims: Vec<(Dim, Dim)> = Vec::new();
        let inner_root = |root: RootId| match self.names.root_of(root) {
            Root::Argument(index) => self.parameter(program, callee, index as usize),
            Root::Part(object, offset, size) => self.names.root(Root::Part(renamed(object), offset, size)),
            _ => root,
        };
        for root in &visible {
            let value = match caller.get(*root) {
                Some(Value::Object(object, offset)) => Value::Object(renamed(object), offset),
                Some(value) => value,
                None => continue,
            };
            let inner = inner_root(*root);
            entry.put(inner, value);
            if value == Value::Int {
                quantities.push(self.names.value(*root));
                dims.push((self.names.value(*root), self.names.value(inner)));
            }
        }
        for extent in caller.objects.iter().filter(|extent| seen.contains(&extent.object)) {
            entry.add_object(Extent { object: renamed(extent.object), ..*extent });
        }
        self.add_parameter_slots(program, callee, &mut entry);
        for (index, (family, ..)) in cut_points.iter().enumerate() {
            entry.put(self.names.root(Root::CutPoint(index as u32)), Value::Cell(*family, 0));
        }
        for segment in caller.segments.iter().filter(local) {
            let mut vrv: Vrv = segment.vrv.intersection(&bits).roots().map(inner_root).collect();
            for (index, (family, _, roots)) in cut_points.iter().enumerate() {
                if *family == segment.family && !roots.is_disjoint(&segment.vrv) {
                    vrv.insert(self.names.root(Root::CutPoint(index as u32)));
                }
            }
            let inner =
                self.entered(&caller, Segment { vrv, ..segment.clone() }, &segment.vrv, &bits, &inner_root);
            for (dim, own) in self.numbers_of(segment).into_iter().zip(self.numbers_of(&inner)) {
                quantities.push(dim);
                dims.push((dim, own));
            }
            entry.segments.push(inner);
        }
        entry.segments.sort();
        entry.numbers = Shared::new(self.project(&caller.numbers, &dims));
        for (index, (_, inner)) in dims.iter().enumerate() {
            let dim = self.names.dim(Number::Entry(index as u32));
            entry.numbers.add_equal(dim, &Linear::from(*inner));
        }
        self.account_for(&mut entry);
        self.tie_gaps(&mut entry);
        self.settle(&mut entry);
        (entry, Frame { caller, visible, objects, cut_points, quantities })
    }

    /// What a callee knows of the links back of cells that it sees.
    fn entered(
        &self,
        caller: &State,
        mut segment: Segment,
        outer: &Vrv,
        bits: &Vrv,
        inner_root: &dyn Fn(RootId) -> RootId,
    ) -> Segment {
        if !self.has_back(segment.family) {
            return segment;
        }
        let renamed = |back: Back| match back {
            Back::Cell(root) if bits.contains(root) => Back::Cell(inner_root(root)),
            Back::Cell(_) => Back::Unknown,
            back => back,
        };
        segment.first.back = renamed(segment.first.back);
        if let Some(rest) = &mut segment.rest {
            rest.back = renamed(rest.back);
        }
        // The cell before the first may be one that the callee does not see.
        let unseen = |other: &Segment| {
            other.family == segment.family && other.vrv.is_disjoint(bits) && other.vrv.is_subset(outer)
        };
        if segment.first.back == Back::Proper && caller.segments.iter().any(unseen) {
            segment.first.back = Back::Unknown;
        }
        segment
    }

    /// The numbers of some dimensions, under other names.
    fn project(&self, numbers: &AffineBox, dims: &[(Dim, Dim)]) -> AffineBox {
        let mut numbers = numbers.clone();
        let rest: Vec<Dim> =
            numbers.dims().iter().copied().filter(|dim| !dims.iter().any(|(old, _)| old == dim)).collect();
        numbers.remove_all(&rest);
        numbers.rename(|dim| dims.iter().find(|(old, _)| *old == dim).map_or(dim, |(_, new)| *new));
        numbers
    }

    /// The cells there are on entry are all that were made so far.
    fn account_for(&self, state: &mut State) {
        let segments = state.segments.clone();
        for segment in &segments {
            self.bump(state, Number::Made(segment.family), &Linear::from(self.counter(segment)));
        }
    }

    /// Adds the gaps of integer variables that have none yet.
    fn tie_gaps(&self, state: &mut State) {
        let integers: Vec<RootId> =
            state.env.iter().filter(|(_, value)| *value == Value::Int).map(|(root, _)| *root).collect();
        for root in integers {
            let value = Linear::from(self.names.value(root));
            self.set_int(state, root, &value);
        }
    }

    /// The variable a parameter arrives in.
    fn parameter(&self, program: &Program, callee: FunctionId, index: usize) -> RootId {
        let function = &program.functions[callee];
        let params = function.body.as_ref().map_or(&[][..], |body| &body.params);
        match params.get(index) {
            Some(Var::Local(local)) => self.names.root(Root::Register(callee, *local)),
            Some(Var::Slot(slot)) => {
                let size = program.types.size(function.signature.params[index]);
                self.names.root(Root::Part(Object::Slot(callee, *slot), 0, size as u8))
            }
            None => self.names.root(Root::Argument(index as u32)),
        }
    }

    fn add_parameter_slots(&self, program: &Program, callee: FunctionId, entry: &mut State) {
        let Some(body) = &*program.functions[callee].body else { return };
        for param in &body.params {
            if let Var::Slot(slot) = param {
                let object = Object::Slot(callee, *slot);
                let size = program.types.size(body.slots[*slot].ty);
                entry.add_object(Extent { object, size, contents: crate::state::Contents::Uninit });
            }
        }
    }

    /// Splits a state until every segment that a test picks surely has cells or is gone.
    fn split_where(&self, state: State, pick: &dyn Fn(&Segment) -> bool) -> Vec<State> {
        self.split(state, &|_, segment| pick(segment))
    }
}

/// Whether a value of a type, given where another one is wanted, means the same there.
fn is_passed_as(types: &ir::Types, given: ir::TypeId, wanted: ir::TypeId) -> bool {
    let class = |ty| (types.size(ty), types.integer(ty), types.is_pointer(ty), types.is_float(ty));
    given == wanted || class(given) == class(wanted)
}

/// Objects that are not global get names that no activation uses for its own.
fn renamed_objects(program: &Program, seen: &[Object]) -> Vec<(Object, Object)> {
    let mut next = 0;
    seen.iter()
        .map(|object| match object {
            Object::Global(_) => (*object, *object),
            Object::Heap(..) | Object::Block(_) => {
                next += 1;
                (*object, Object::Block(next - 1))
            }
            _ => {
                next += 1;
                let name = match *object {
                    Object::Fixed(_, function, slot) => Object::Fixed(next - 1, function, slot),
                    Object::Slot(function, slot) if has_fixed(program, function, slot) => {
                        Object::Fixed(next - 1, function, slot)
                    }
                    _ => Object::Outer(next - 1),
                };
                (*object, name)
            }
        })
        .collect()
}

/// Whether an object has bytes of `const` type.
fn has_fixed(program: &Program, function: FunctionId, slot: ir::SlotId) -> bool {
    program.functions[function].body.as_ref().is_some_and(|body| !body.slots[slot].fixed.is_empty())
}
