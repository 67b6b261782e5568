//! Whether a concrete memory is one that a state describes.
//!
//! Every variable of the state is looked up in the memory, the links are followed from those that
//! point to cells, and the cells found are counted by the variables that reach them. Variables that
//! have no name in the memory (where callers' pointers come in, objects of callers) are left out, and so are
//! the numbers of entry: the question is then asked of a larger state. Where a cycle is cut the memory does not say
//! either: all its cells are tried.

use engine::Point;
use ir::Program;
use model::{Memory, ObjectId, ObjectState, Word};
use rustc_hash::FxHashMap;

use crate::Lengths;
use crate::names::{FamilyId, Object, Root, RootId};
use crate::state::{Ends, Extent, State, Value};
use crate::vrv::Vrv;

/// Where there are more cells on cycles than this not all of them are tried: then nobody can tell.
const MOST_CUTS: usize = 100;

/// The objects of a state in memory.
type Objects = FxHashMap<Object, ObjectId>;

/// A value as memory has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Concrete {
    pub(crate) word: Word,
    /// The object it points into, and where.
    pub(crate) target: Option<(ObjectId, i64)>,
}

/// The cells that variables reach.
pub(crate) type Reached = FxHashMap<(FamilyId, ObjectId), Vrv>;

/// Where a cycle is cut: the cut point, its cell, and the cell whose link is not followed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cut {
    pub(crate) family: FamilyId,
    pub(crate) root: RootId,
    pub(crate) cell: ObjectId,
    pub(crate) last: ObjectId,
}

impl Lengths {
    pub(crate) fn is_described(
        &self,
        program: &Program,
        point: Point,
        state: &State,
        memory: &Memory,
    ) -> bool {
        let Some(frame) = memory.frames.last() else { return true };
        if frame.function != point.function {
            return true;
        }
        let whole = state;
        let Some(objects) = self.which_objects(program, point, whole, memory) else { return false };
        let mut state = state.clone();
        let mut concrete: Vec<(RootId, Value, Option<Concrete>)> = Vec::new();
        for (root, value) in whole.env.iter().filter(|(root, _)| !self.is_cut_point(*root)) {
            let found = self.look_up(program, point, memory, &objects, *root);
            if let Some(found) = found
                && !self.is_of_kind(program, memory, *value, found)
            {
                return false;
            }
            // What a chain of which the end is not known leads to nobody counts.
            let open = matches!(value, Value::Cell(family, _) | Value::List(family)
                if whole.chain(*family, *root).any(|segment| segment.end.covers(Ends::ANY)));
            if found.is_some() && !open {
                concrete.push((*root, *value, found));
            } else {
                // Nothing is reported: the reference is only left out of the question.
                let _ = self.clear(&mut state, *root);
            }
        }
        self.weigh_all(&mut state);
        self.with_cuts(&state, &concrete, memory, &mut Vec::new())
    }

    /// Whether the memory is described for some choice of the cells at which the cycles without one are cut.
    fn with_cuts(
        &self,
        state: &State,
        concrete: &[(RootId, Value, Option<Concrete>)],
        memory: &Memory,
        cuts: &mut Vec<Cut>,
    ) -> bool {
        let cycles = self.cycles(state);
        let Some((family, root)) = cycles.get(cuts.len()).copied() else {
            return self.agrees(state, concrete, memory, cuts);
        };
        let cells = self.cells_on_cycles(concrete, memory, family);
        if cells.len() > MOST_CUTS {
            return true;
        }
        for cell in cells {
            let Some(last) = self.cell_before(memory, family, cell) else { continue };
            if cuts.iter().any(|cut| cut.cell == cell || cut.last == last) {
                continue;
            }
            cuts.push(Cut { family, root, cell, last });
            let agrees = self.with_cuts(state, concrete, memory, cuts);
            cuts.pop();
            if agrees {
                return true;
            }
        }
        false
    }

    fn agrees(
        &self,
        state: &State,
        concrete: &[(RootId, Value, Option<Concrete>)],
        memory: &Memory,
        cuts: &[Cut],
    ) -> bool {
        let mut reached: Reached = FxHashMap::default();
        for (root, value, found) in concrete {
            let Some(found) = found else { continue };
            if let (Value::Cell(family, _) | Value::List(family), Some((cell, _))) = (value, found.target)
                && !self.follow_links(memory, *family, *root, cell, cuts, &mut reached)
            {
                return false;
            }
        }
        for cut in cuts {
            if !self.follow_links(memory, cut.family, cut.root, cut.cell, cuts, &mut reached) {
                return false;
            }
        }
        self.counts_agree(state, concrete, &reached, &self.added_up(memory, cuts, &reached))
            && self.cells_agree(state, memory, cuts, &reached)
            && self.backs_agree(state, concrete, memory, cuts, &reached)
    }

    /// The cells on cycles that variables lead to.
    fn cells_on_cycles(
        &self,
        concrete: &[(RootId, Value, Option<Concrete>)],
        memory: &Memory,
        family: FamilyId,
    ) -> Vec<ObjectId> {
        let mut found: Vec<ObjectId> = Vec::new();
        for (_, value, target) in concrete {
            let (Value::Cell(of, _) | Value::List(of)) = value else { continue };
            let Some((cell, _)) = target.and_then(|found| found.target).filter(|_| *of == family) else {
                continue;
            };
            let mut walk = vec![cell];
            while let Some(next) = walk.last().and_then(|cell| self.next_cell(memory, family, *cell)) {
                if let Some(start) = walk.iter().position(|cell| *cell == next) {
                    found.extend(&walk[start..]);
                    break;
                }
                walk.push(next);
            }
        }
        found.sort();
        found.dedup();
        found
    }

    /// The cell on a cycle that leads to another one.
    fn cell_before(&self, memory: &Memory, family: FamilyId, cell: ObjectId) -> Option<ObjectId> {
        let mut at = cell;
        loop {
            let next = self.next_cell(memory, family, at)?;
            if next == cell {
                return Some(at);
            }
            at = next;
        }
    }

    pub(crate) fn next_cell(&self, memory: &Memory, family: FamilyId, cell: ObjectId) -> Option<ObjectId> {
        match memory.points_to(self.link_of(memory, family, cell)?) {
            Some((id, 0)) if memory.is_live_heap(id) => Some(id),
            _ => None,
        }
    }

    /// Which object in memory each of the state's is, as far as pointers tell; `None` if one would be
    /// two or two would be one, or if one has another size.
    fn which_objects(
        &self,
        program: &Program,
        point: Point,
        state: &State,
        memory: &Memory,
    ) -> Option<Objects> {
        let mut objects = Objects::default();
        let frame = memory.frames.last()?;
        for extent in &state.objects {
            let id = match extent.object {
                Object::Slot(function, slot) if function == point.function => memory.slot(frame, slot),
                Object::Global(global) => memory.global(global),
                _ => None,
            };
            objects.extend(id.map(|id| (extent.object, id)));
        }
        loop {
            let before = objects.len();
            for (root, value) in &state.env {
                let Value::Object(object, _) = value else { continue };
                let found = self.look_up(program, point, memory, &objects, *root);
                let Some((id, _)) = found.and_then(|found| found.target) else { continue };
                if *objects.entry(*object).or_insert(id) != id {
                    return None;
                }
            }
            if objects.len() == before {
                break;
            }
        }
        let mut ids: Vec<ObjectId> = objects.values().copied().collect();
        ids.sort();
        let is_as_large = |extent: &Extent| {
            let found = objects.get(&extent.object).and_then(|id| memory.live(*id));
            found.is_none_or(|found| found.size() == extent.size)
        };
        (ids.windows(2).all(|pair| pair[0] != pair[1]) && state.objects.iter().all(is_as_large))
            .then_some(objects)
    }

    /// What a variable holds in memory; `None` if it has no place there.
    fn look_up(
        &self,
        program: &Program,
        point: Point,
        memory: &Memory,
        objects: &Objects,
        root: RootId,
    ) -> Option<Concrete> {
        let frame = memory.frames.last()?;
        let word = match self.names.root_of(root) {
            Root::Register(function, local) if function == point.function => {
                let ty = program.functions[function].body.as_ref()?.locals[local].ty;
                let value = memory.register(frame, local);
                if let Some((bits, signed)) = program.types.integer(ty).filter(|(bits, _)| *bits <= 64) {
                    Word { bits: value.as_int(bits, signed) as u64, ..value.low() }
                } else {
                    value.low()
                }
            }
            Root::Part(object, offset, size) if size <= 8 => {
                let id = *objects.get(&object)?;
                let start = u64::try_from(offset).ok()?;
                memory.live(id).filter(|found| found.size() >= start + u64::from(size))?;
                let at = model::Located { index: id.index(), offset: usize::try_from(offset).ok()? };
                memory.read(at, usize::from(size))
            }
            _ => return None,
        };
        let target = word.provenance.and_then(|_| memory.points_to(word));
        Some(Concrete { word, target })
    }

    fn is_of_kind(&self, program: &Program, memory: &Memory, value: Value, found: Concrete) -> bool {
        let alive = |id: ObjectId| memory.live(id).is_some();
        match value {
            Value::Null => found.word.bits == 0 && found.word.is_defined(),
            Value::List(family) => [Value::Null, Value::Cell(family, 0)]
                .into_iter()
                .any(|value| self.is_of_kind(program, memory, value, found)),
            Value::Cell(family, offset) => found.target.is_some_and(|(id, at)| {
                let size = self.names.family(family).size;
                at == offset && memory.is_live_heap(id) && memory.object(id).is_some_and(|o| o.size() >= size)
            }),
            Value::Object(_, offset) => found.target.is_some_and(|(id, at)| at == offset && alive(id)),
            Value::Code(_) => found.target.is_some(),
            Value::Int => found.word.is_defined(),
            Value::Known(number) => found.word.is_defined() && found.word.bits == number as u64,
            Value::Freed => found
                .word
                .provenance
                .is_some_and(|id| memory.object(id).is_none_or(|object| object.state() != ObjectState::Live)),
            Value::Uninit => !found.word.is_defined(),
            Value::Unclaimed(..) => true,
            Value::Any { written } => {
                let _ = program;
                !written || found.word.is_defined()
            }
        }
    }

    /// Marks the cells that can be reached from one without crossing a cut. Whether that ends.
    fn follow_links(
        &self,
        memory: &Memory,
        family: FamilyId,
        root: RootId,
        cell: ObjectId,
        cuts: &[Cut],
        reached: &mut Reached,
    ) -> bool {
        let mut next = Some(cell);
        while let Some(cell) = next {
            let vrv = reached.entry((family, cell)).or_default();
            if vrv.contains(root) {
                return false;
            }
            vrv.insert(root);
            let last = cuts.iter().any(|cut| cut.family == family && cut.last == cell);
            next = self.next_cell(memory, family, cell).filter(|_| !last);
        }
        true
    }

    pub(crate) fn link_of(&self, memory: &Memory, family: FamilyId, cell: ObjectId) -> Option<Word> {
        let shape = self.names.family(family);
        let object = memory.live(cell)?;
        if object.size() < shape.size {
            return None;
        }
        let at = model::Located { index: cell.index(), offset: shape.link as usize };
        Some(memory.read(at, memory.pointer_bytes() as usize))
    }
}
