//! What the program can still get at.
//!
//! Roots are the globals, the objects and named registers of all active calls, those intermediate
//! values that are still needed, and what the C library remembers. An object is reachable if a
//! reachable byte leads to it: a pointer to its start or its inside, an integer derived from its
//! address, a piece of either; or a word that equals an address of an object whose address was once
//! turned into an integer.

use std::collections::BTreeMap;

use ir::{FunctionId, Liveness, LocalId, LocalSet, Program};
use rustc_hash::FxHashSet;

use super::{Frame, Located, Memory, ObjectId, Word};

/// What leads to an object first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// A root.
    Root,
    /// Another object.
    Object(ObjectId),
}

/// The objects that are reachable.
#[derive(Clone, Debug, Default)]
pub struct Reachable {
    from: Vec<Option<Origin>>,
    /// How many there are.
    pub count: usize,
}

impl Reachable {
    /// Whether an object is among them.
    pub fn contains(&self, id: ObjectId) -> bool {
        self.from.get(id.index()).is_some_and(Option::is_some)
    }

    /// What led to it first.
    pub fn origin(&self, id: ObjectId) -> Option<Origin> {
        self.from.get(id.index()).copied().flatten()
    }
}

/// References to these objects are noted when they are overwritten.
#[derive(Clone, Debug, Default)]
pub(super) struct Watch {
    objects: FxHashSet<ObjectId>,
    dropped: Vec<(ObjectId, ObjectId)>,
}

impl Memory {
    /// From now on notes when bytes that lead to these objects are overwritten.
    pub fn watch(&mut self, objects: impl IntoIterator<Item = ObjectId>) {
        self.watch = Some(Box::new(Watch { objects: objects.into_iter().collect(), dropped: Vec::new() }));
    }

    /// Stops noting.
    pub fn unwatch(&mut self) {
        self.watch = None;
    }

    /// Whether references to this object are noted.
    pub fn is_watched(&self, id: ObjectId) -> bool {
        self.watch.as_ref().is_some_and(|watch| watch.objects.contains(&id))
    }

    /// The watched objects that lost a reference since the last question, each with the object the
    /// reference was in.
    pub fn dropped(&mut self) -> Vec<(ObjectId, ObjectId)> {
        self.watch.as_mut().map(|watch| std::mem::take(&mut watch.dropped)).unwrap_or_default()
    }

    pub(super) fn note_dropped(&mut self, id: ObjectId, container: ObjectId) {
        if let Some(watch) = &mut self.watch
            && watch.objects.contains(&id)
        {
            watch.dropped.push((id, container));
        }
    }

    pub(super) fn note_range_dropped(&mut self, at: Located, len: usize) {
        if self.watch.is_none() || self.objects[at.index].fragments.is_empty() {
            return;
        }
        let container = self.objects[at.index].id;
        for (_, _, id) in self.objects[at.index].fragments.runs(at.offset, len) {
            self.note_dropped(id, container);
        }
    }

    /// Everything that can be reached, with liveness computed for the active functions.
    pub fn reachable_from_roots(&self, program: &Program) -> Reachable {
        let mut cache = BTreeMap::new();
        let roots = self.roots(program, &mut cache);
        self.reachable(&roots)
    }

    /// The values of the registers that count as roots, those of outer frames first; the objects
    /// that are roots are not among them.
    pub fn roots(&self, program: &Program, liveness: &mut BTreeMap<FunctionId, Liveness>) -> Vec<Word> {
        let mut roots = self.library_roots.clone();
        let innermost = self.frames.len().saturating_sub(1);
        for (depth, frame) in self.frames.iter().enumerate() {
            let Some(body) = &program.functions[frame.function].body else { continue };
            let live = self.live_registers(frame, depth == innermost, body, liveness);
            for (local, register) in body.locals.enumerate() {
                let value = self.register(frame, local);
                if (!register.is_temporary() || live.contains(local)) && value.provenance.is_some()
                    || value.bits != 0 && !self.exposed.is_empty() && live.contains(local)
                {
                    roots.push(value.low());
                }
            }
        }
        roots
    }

    /// The registers whose values a frame still needs.
    pub fn live_registers(
        &self,
        frame: &Frame,
        innermost: bool,
        body: &ir::Body,
        liveness: &mut BTreeMap<FunctionId, Liveness>,
    ) -> LocalSet {
        let facts = liveness.entry(frame.function).or_insert_with(|| Liveness::of(body));
        let stmt = frame.stmt as usize;
        if innermost {
            return facts.before(body, frame.block, stmt);
        }
        let mut live = facts.before(body, frame.block, stmt + 1);
        if let Some(written) = body.blocks[frame.block].stmts.get(stmt).and_then(ir::Stmt::writes) {
            live.remove(written);
        }
        live
    }

    /// Everything that can be reached from globals, active variables and these values.
    pub fn reachable(&self, roots: &[Word]) -> Reachable {
        let mut search = Search { memory: self, found: Reachable::default(), pending: Vec::new() };
        search.found.from.resize(self.objects.len(), None);
        for (_, id) in self.globals() {
            search.visit(id, Origin::Root);
        }
        search.drain();
        for frame in &self.frames {
            for id in self.frame_slots(frame).map(|(_, id)| id).chain(frame.varargs) {
                search.visit(id, Origin::Root);
                search.drain();
            }
        }
        for object in self.live_objects() {
            if matches!(object.kind, super::ObjectKind::Library(_) | super::ObjectKind::Alloca) {
                search.visit(object.id, Origin::Root);
            }
        }
        for root in roots {
            search.visit_word(*root, Origin::Root);
            search.drain();
        }
        search.found
    }

    /// What is reachable from these objects alone.
    pub fn reachable_from(&self, ids: &[ObjectId]) -> Reachable {
        let mut search = Search { memory: self, found: Reachable::default(), pending: Vec::new() };
        search.found.from.resize(self.objects.len(), None);
        for id in ids {
            search.visit(*id, Origin::Root);
        }
        search.drain();
        search.found
    }
}

struct Search<'a> {
    memory: &'a Memory,
    found: Reachable,
    pending: Vec<ObjectId>,
}

impl Search<'_> {
    fn visit(&mut self, id: ObjectId, origin: Origin) {
        if self.memory.live(id).is_some() && self.found.from[id.index()].is_none() {
            self.found.from[id.index()] = Some(origin);
            self.found.count += 1;
            self.pending.push(id);
        }
    }

    fn visit_word(&mut self, word: Word, origin: Origin) {
        if let Some(id) = word.provenance {
            self.visit(id, origin);
        } else if let Some(id) = self.memory.exposed_at(word.bits) {
            self.visit(id, origin);
        }
    }

    fn drain(&mut self) {
        while let Some(id) = self.pending.pop() {
            let Some(object) = self.memory.live(id) else { continue };
            let mut targets = Vec::new();
            object.fragments.targets(&mut |target| targets.push(target));
            for target in targets {
                self.visit(target, Origin::Object(id));
            }
            if !self.memory.exposed.is_empty() {
                self.visit_numbers(id);
            }
        }
    }

    /// Words of an object that equal an exposed address.
    fn visit_numbers(&mut self, id: ObjectId) {
        let Some(object) = self.memory.live(id) else { return };
        let word = self.memory.pointer_bytes() as usize;
        let len = object.bytes().len();
        for offset in (0..len).step_by(word).take_while(|offset| offset + word <= len) {
            let value = self.memory.read(Located { index: id.index(), offset }, word);
            if value.is_defined() && value.bits >= 4096 {
                self.visit_word(value, Origin::Object(id));
            }
        }
    }
}

/// Whether a register holds a reference to a watched object.
impl Memory {
    /// The watched object a register of a frame leads to.
    pub fn watched_in(&self, frame: &Frame, local: LocalId) -> Option<ObjectId> {
        let value = self.registers[frame.registers as usize + local.0 as usize];
        value.provenance.filter(|id| self.is_watched(*id))
    }
}
