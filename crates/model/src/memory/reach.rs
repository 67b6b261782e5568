//! What the program can still get at.
//!
//! Roots are the globals, the objects and named registers of all active calls, those intermediate
//! values that are still needed, and what the C library remembers. An object is reachable if a
//! reachable byte leads to it: a pointer to its start or its inside, an integer derived from its
//! address, a piece of either; or a word that equals an address of an object whose address was once
//! turned into an integer. A mixture of addresses, as the links of an xor list are, leads to all of
//! the objects.

use std::collections::BTreeMap;

use ir::{FunctionId, LiveAt, Liveness, LocalId, Program};
use rustc_hash::FxHashSet;

use super::contents::Held;
use super::{Frame, Located, Memory, ObjectId, Word};

/// What leads to an object first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// A root.
    Root,
    /// Another object.
    Object(ObjectId),
}

/// The objects that are reachable. Can be used for one search after the other, each of which then
/// costs as much as it finds.
#[derive(Clone, Debug, Default)]
pub struct Reachable {
    /// The search that found an object last, and what led to it.
    marks: Vec<(u32, Option<ObjectId>)>,
    search: u32,
    /// How many there are.
    pub count: usize,
}

impl Reachable {
    /// Whether an object is among them.
    pub fn contains(&self, id: ObjectId) -> bool {
        self.marks.get(id.index()).is_some_and(|mark| mark.0 == self.search)
    }

    /// What led to it first.
    pub fn origin(&self, id: ObjectId) -> Option<Origin> {
        let mark = self.marks.get(id.index()).filter(|mark| mark.0 == self.search)?;
        Some(mark.1.map_or(Origin::Root, Origin::Object))
    }

    /// Notes that a root leads to an object, whatever led to it before.
    pub fn set_root(&mut self, id: ObjectId) {
        if self.contains(id) {
            self.marks[id.index()].1 = None;
        }
    }

    fn begin(&mut self, objects: usize) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.marks.clear();
            self.search = 1;
        }
        self.marks.resize(objects, (0, None));
        self.count = 0;
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
        for (offset, len, id) in self.objects[at.index].fragments.runs(at.offset, len) {
            let mixture = if self.mixtures.is_empty() || len > 8 {
                Vec::new()
            } else {
                let word = self.read(Located { offset, ..at }, len);
                self.leads_to(&word).to_vec()
            };
            for id in mixture.into_iter().filter(|other| *other != id).chain([id]) {
                self.note_dropped(id, container);
            }
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
        roots.extend(&self.in_flight);
        let innermost = self.frames.len().saturating_sub(1);
        for (depth, frame) in self.frames.iter().enumerate() {
            let Some(body) = &*program.functions[frame.function].body else { continue };
            let live = self.live_registers(frame, depth == innermost, body, liveness);
            for (local, register) in body.locals.enumerate() {
                let value = self.register(frame, local);
                let counts = !register.is_temporary() || live.contains(local);
                let number = value.bits != 0 && !self.exposed.is_empty();
                if counts && (value.provenance.is_some() || number) {
                    roots.push(value.low());
                }
            }
        }
        roots
    }

    /// The registers whose values a frame still needs.
    pub fn live_registers<'l>(
        &self,
        frame: &Frame,
        innermost: bool,
        body: &ir::Body,
        liveness: &'l mut BTreeMap<FunctionId, Liveness>,
    ) -> LiveAt<'l> {
        let facts = liveness.entry(frame.function).or_insert_with(|| Liveness::of(body));
        let stmt = frame.stmt as usize;
        if innermost {
            return facts.before(frame.block, stmt);
        }
        let live = facts.before(frame.block, stmt + 1);
        match body.blocks[frame.block].stmts.get(stmt).and_then(ir::Stmt::writes) {
            Some(written) => live.without(written),
            None => live,
        }
    }

    /// Everything that can be reached from globals, active variables and these values.
    pub fn reachable(&self, roots: &[Word]) -> Reachable {
        let mut found = Reachable::default();
        self.search(roots, &mut found);
        found
    }

    /// The same, forgetting what was found before.
    pub fn search(&self, roots: &[Word], found: &mut Reachable) {
        found.begin(self.objects.len());
        let mut search = Search { memory: self, found, pending: Vec::new(), targets: Vec::new() };
        for (_, id) in self.globals() {
            search.visit(id, None);
        }
        search.drain();
        for frame in &self.frames {
            for id in self.frame_slots(frame).map(|(_, id)| id).chain(frame.varargs) {
                search.visit(id, None);
                search.drain();
            }
        }
        for id in self.libraries.iter().copied().chain(self.allocas.iter().map(|(_, id)| *id)) {
            search.visit(id, None);
        }
        for root in roots {
            search.visit_word(*root, None);
            search.drain();
        }
        search.drain();
    }

    /// What is reachable from these objects alone, not through others that are known to be reachable anyway.
    pub fn search_from(&self, ids: &[ObjectId], anyway: &Reachable, found: &mut Reachable) -> Vec<ObjectId> {
        found.begin(self.objects.len());
        let mut search = Search { memory: self, found, pending: Vec::new(), targets: Vec::new() };
        let mut order = Vec::new();
        for id in ids {
            search.visit(*id, None);
            while let Some(id) = search.pending.pop() {
                if anyway.contains(id) {
                    continue;
                }
                order.push(id);
                search.expand(id);
            }
        }
        order
    }
}

struct Search<'a> {
    memory: &'a Memory,
    found: &'a mut Reachable,
    pending: Vec<ObjectId>,
    targets: Vec<ObjectId>,
}

impl Search<'_> {
    fn visit(&mut self, id: ObjectId, from: Option<ObjectId>) {
        if self.memory.live(id).is_some() && !self.found.contains(id) {
            self.found.marks[id.index()] = (self.found.search, from);
            self.found.count += 1;
            self.pending.push(id);
        }
    }

    fn visit_word(&mut self, word: Word, from: Option<ObjectId>) {
        if word.provenance.is_some() {
            for id in self.memory.leads_to(&word) {
                self.visit(*id, from);
            }
        } else if let Some(id) = self.memory.exposed_at(word.bits) {
            self.visit(id, from);
        }
    }

    fn drain(&mut self) {
        while let Some(id) = self.pending.pop() {
            self.expand(id);
        }
    }

    /// Visits what an object leads to.
    fn expand(&mut self, id: ObjectId) {
        let Some(object) = self.memory.live(id) else { return };
        let mut targets = std::mem::take(&mut self.targets);
        object.fragments.targets(&mut |target| targets.push(target));
        for target in targets.drain(..) {
            self.visit(target, Some(id));
        }
        self.targets = targets;
        if !self.memory.exposed.is_empty() {
            self.visit_numbers(id);
        }
    }

    /// Words of an object that equal an exposed address.
    fn visit_numbers(&mut self, id: ObjectId) {
        let Some(object) = self.memory.live(id) else { return };
        let word = self.memory.pointer_bytes() as usize;
        for piece in object.contents.pieces(0..object.len()) {
            // All words of a run are equal, and it leads nowhere.
            let most = if matches!(piece.held, Held::Run(_)) { 1 } else { usize::MAX };
            let end = piece.range.end;
            let offsets = piece.range.step_by(word).take_while(|offset| offset + word <= end);
            for offset in offsets.take(most) {
                let value = self.memory.read(Located { index: id.index(), offset }, word);
                let mixture = self.memory.leads_to(&value).len() > 1;
                if value.is_defined() && (value.bits >= 4096 || mixture) {
                    self.visit_word(value, Some(id));
                }
            }
        }
    }
}

impl Memory {
    /// The watched object a register of a frame leads to.
    pub fn watched_in(&self, frame: &Frame, local: LocalId) -> Option<ObjectId> {
        let value = self.registers[frame.registers as usize + local.0 as usize];
        value.provenance.filter(|id| self.is_watched(*id))
    }
}
