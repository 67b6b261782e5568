//! All objects, and the addresses they have.
//!
//! Addresses are dealt out by three counters: functions and globals from low addresses, the heap
//! above them and upwards, the stack from the top downwards. Heap addresses are never given out
//! twice; stack addresses are, as on a real machine. Every object is followed by a gap.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use ir::{GlobalId, Target};
use rustc_hash::FxHashMap;

use super::contents::{Contents, LARGE};
use super::object::{READ, WRITE};
use super::reach::Watch;
use super::{Fragments, Frame, FrameLayout, Object, ObjectId, ObjectKind, ObjectState, Site, SiteId, Word};

/// How many dead variables are remembered before their records are used again.
const QUARANTINE: usize = 256;
/// What an object costs besides its bytes.
const RECORD_BYTES: u64 = std::mem::size_of::<Object>() as u64;
/// Bytes between objects.
const GAP: u64 = 16;

/// There is no room for an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory;

/// The memory of a running program.
#[derive(Clone, Debug)]
pub struct Memory {
    pub(super) objects: Vec<Object>,
    /// The registers of all frames, one frame after the other.
    pub registers: Vec<Word>,
    /// The objects of the slots of all frames, one frame after the other.
    pub slots: Vec<Option<ObjectId>>,
    /// The active calls, outermost first.
    pub frames: Vec<Frame>,
    pub(super) layouts: Vec<FrameLayout>,
    pub(super) globals: Vec<Option<ObjectId>>,
    pub(super) sites: Vec<Site>,
    pub(super) exposed: BTreeMap<u64, ObjectId>,
    /// What the mixture of several addresses into one integer leads to, by its value and provenance.
    pub(super) mixtures: FxHashMap<(u64, ObjectId), Box<[ObjectId]>>,
    pub(super) watch: Option<Box<Watch>>,
    /// What the C library remembers between calls: `strtok`'s position, the `FILE` objects.
    pub library_roots: Vec<Word>,
    /// What calls return whose ends are being looked at.
    pub in_flight: Vec<Word>,
    /// Blocks that a function which runs by itself is given and does not own: they are its caller's.
    pub lent: BTreeSet<ObjectId>,
    /// The blocks of `alloca` that are alive, each with the number of frames when it was made.
    pub allocas: Vec<(usize, ObjectId)>,
    /// The objects the C library owns.
    pub(super) libraries: Vec<ObjectId>,
    free: VecDeque<u32>,
    pub(super) target: Target,
    shift: u8,
    next_low: u64,
    next_heap: u64,
    heap_start: u64,
    /// The lowest address of the stack that is in use.
    pub stack_pointer: u64,
    used: u64,
    limit: u64,
    /// Beginnings and ends of lives so far.
    events: u64,
}

impl Memory {
    /// An empty memory that may use this many bytes of ours.
    pub fn new(target: Target, limit: u64) -> Self {
        let wide = target.pointer_bytes == 8;
        let heap_start = if wide { 0x5556_0000_0000 } else { 0x2000_0000 };
        Self {
            objects: Vec::new(),
            registers: Vec::new(),
            slots: Vec::new(),
            frames: Vec::new(),
            layouts: Vec::new(),
            globals: Vec::new(),
            sites: vec![Site { function: None, span: ir::Span::NONE }],
            exposed: BTreeMap::new(),
            mixtures: FxHashMap::default(),
            watch: None,
            library_roots: Vec::new(),
            in_flight: Vec::new(),
            lent: BTreeSet::new(),
            allocas: Vec::new(),
            libraries: Vec::new(),
            free: VecDeque::new(),
            target,
            shift: if wide { 3 } else { 2 },
            next_low: if wide { 0x5555_5555_4000 } else { 0x0804_8000 },
            next_heap: heap_start,
            heap_start,
            stack_pointer: if wide { 0x7fff_ffff_e000 } else { 0xffff_d000 },
            used: 0,
            limit,
            events: 0,
        }
    }

    /// The machine.
    pub fn target(&self) -> Target {
        self.target
    }

    /// Bytes in a pointer.
    pub fn pointer_bytes(&self) -> u64 {
        u64::from(self.target.pointer_bytes)
    }

    /// How much of our own memory the program's takes, about. A large object takes what was written to it.
    pub fn used(&self) -> u64 {
        self.used
    }

    /// Whether it takes more than it may: large objects grow when they are written to.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.used > self.limit
    }

    /// Whether so many bytes of a large object can be copied out of it; what small ones hold always can.
    pub fn has_room(&self, bytes: u64) -> bool {
        bytes <= LARGE
            || bytes
                .checked_mul(2)
                .and_then(|bytes| bytes.checked_add(self.used))
                .is_some_and(|used| used <= self.limit)
    }

    /// Changes an object, and counts what it takes afterwards.
    pub(super) fn change<R>(&mut self, index: usize, change: impl FnOnce(&mut Object) -> R) -> R {
        let object = &mut self.objects[index];
        let before = object.cost();
        let result = change(object);
        self.count_again(index, before);
        result
    }

    /// Counts what an object takes that took so much before.
    pub(super) fn count_again(&mut self, index: usize, before: u64) {
        self.used = self.used - before + self.objects[index].cost();
    }

    /// Gives a place of the program a number.
    pub fn add_site(&mut self, site: Site) -> SiteId {
        self.sites.push(site);
        SiteId((self.sites.len() - 1) as u32)
    }

    /// A place by its number.
    pub fn site(&self, id: SiteId) -> Site {
        self.sites.get(id.0 as usize).copied().unwrap_or(self.sites[0])
    }

    /// A new object outside the stack, with undefined contents (a function has none).
    pub fn allocate(
        &mut self,
        kind: ObjectKind,
        size: u64,
        align: u64,
        site: SiteId,
    ) -> Result<ObjectId, OutOfMemory> {
        let align = align.max(1).checked_next_power_of_two().ok_or(OutOfMemory)?;
        let heap = matches!(kind, ObjectKind::Heap);
        let next = if heap { self.next_heap } else { self.next_low };
        let base = next.checked_add(align - 1).ok_or(OutOfMemory)? & !(align - 1);
        let end = size.max(1).checked_add(GAP).and_then(|n| base.checked_add(n)).ok_or(OutOfMemory)?;
        let ceiling = if heap { self.stack_pointer.saturating_sub(0x10_0000) } else { self.heap_start };
        if end > ceiling {
            return Err(OutOfMemory);
        }
        let id = self.allocate_at(kind, base, size, site)?;
        if heap {
            self.next_heap = end;
        } else {
            self.next_low = end;
        }
        Ok(id)
    }

    /// A new object on the stack, below what is there; the frame's end takes the room back.
    pub fn allocate_stack(
        &mut self,
        kind: ObjectKind,
        size: u64,
        align: u64,
        site: SiteId,
    ) -> Result<ObjectId, OutOfMemory> {
        let align = align.max(16).checked_next_power_of_two().ok_or(OutOfMemory)?;
        let room = size.max(1).checked_add(GAP).ok_or(OutOfMemory)?;
        let base = self.stack_pointer.checked_sub(room).ok_or(OutOfMemory)? & !(align - 1);
        if base <= self.next_heap {
            return Err(OutOfMemory);
        }
        let id = self.allocate_at(kind, base, size, site)?;
        self.stack_pointer = base;
        Ok(id)
    }

    /// A new object at a place where nothing is.
    pub fn allocate_at(
        &mut self,
        kind: ObjectKind,
        base: u64,
        size: u64,
        site: SiteId,
    ) -> Result<ObjectId, OutOfMemory> {
        let (bytes, access) = match kind {
            ObjectKind::Function(_) => (0, 0),
            _ => (size, READ | WRITE),
        };
        let cost = Contents::cost(bytes).and_then(|n| n.checked_add(RECORD_BYTES)).ok_or(OutOfMemory)?;
        if self.used.checked_add(cost).is_none_or(|used| used > self.limit) {
            return Err(OutOfMemory);
        }
        self.events += 1;
        let life = (self.events, u64::MAX);
        let recyclable = matches!(kind, ObjectKind::Stack { .. } | ObjectKind::Alloca | ObjectKind::Varargs);
        let bytes = bytes as usize;
        if recyclable
            && self.free.len() > QUARANTINE
            && let Some(id) = self.free.front().and_then(|&index| self.objects[index as usize].id.next())
        {
            self.free.pop_front();
            self.used += cost - RECORD_BYTES;
            let object = &mut self.objects[id.index()];
            object.contents.renew(bytes);
            object.fragments.clear(object.contents.sparse.is_some());
            (object.id, object.base, object.size, object.kind) = (id, base, size, kind);
            (object.state, object.access, object.exposed) = (ObjectState::Live, access, false);
            (object.allocated, object.released, object.life) = (site, SiteId::START, life);
            object.fixed.clear();
            return Ok(id);
        }
        let id = ObjectId::first(u32::try_from(self.objects.len()).map_err(|_| OutOfMemory)?);
        self.used += cost;
        if matches!(kind, ObjectKind::Library(_)) {
            self.libraries.push(id);
        }
        let contents = Contents::new(bytes);
        self.objects.push(Object {
            id,
            base,
            size,
            fragments: Fragments::new(self.shift, contents.sparse.is_some()),
            contents,
            kind,
            state: ObjectState::Live,
            access,
            exposed: false,
            allocated: site,
            released: SiteId::START,
            life,
            fixed: Vec::new(),
        });
        Ok(id)
    }

    /// Ends an object's life. Its bytes are gone, its record stays.
    pub fn release(&mut self, id: ObjectId, site: SiteId) {
        let watching = self.watch.is_some();
        let Some(object) = self.objects.get_mut(id.index()) else { return };
        if object.id != id || object.state != ObjectState::Live {
            return;
        }
        self.used -= object.cost();
        if watching {
            let mut lost = Vec::new();
            object.fragments.targets(&mut |target| lost.push(target));
            for target in lost {
                self.note_dropped(target, id);
            }
        }
        let object = &mut self.objects[id.index()];
        if object.exposed {
            self.exposed.remove(&object.base);
        }
        self.events += 1;
        object.access = 0;
        (object.released, object.life.1) = (site, self.events);
        if matches!(object.kind, ObjectKind::Stack { .. } | ObjectKind::Alloca | ObjectKind::Varargs) {
            object.state = ObjectState::Dead;
            object.contents.clear();
            object.fragments.clear(false);
            self.free.push_back(id.index() as u32);
        } else {
            object.state = ObjectState::Freed;
            object.contents = Contents::default();
            object.fragments.release();
        }
    }

    /// Ends a block's life in favour of another one, which may get its address.
    pub fn replace(&mut self, old: ObjectId, new: ObjectId, site: SiteId) {
        self.release(old, site);
        self.events += 1;
        if let Some(object) = self.objects.get_mut(new.index()) {
            object.life.0 = self.events;
        }
    }

    /// Whether an address was ever turned into an integer.
    pub fn has_exposed(&self) -> bool {
        !self.exposed.is_empty()
    }

    /// Makes writing to an object an error.
    pub fn set_read_only(&mut self, id: ObjectId) {
        self.objects[id.index()].access &= !WRITE;
    }

    /// Makes writing to some bytes of an object an error, unless it is written by its name.
    pub fn set_fixed(&mut self, id: ObjectId, ranges: &[(u64, u64)]) {
        if !ranges.is_empty() {
            let object = &mut self.objects[id.index()];
            object.access &= !WRITE;
            object.fixed = ranges.to_vec();
        }
    }

    /// Makes any access to an object an error: it is defined elsewhere, nothing is known about it.
    pub fn set_unknown(&mut self, id: ObjectId) {
        self.objects[id.index()].access = 0;
    }

    /// Remembers which object a global is.
    pub fn set_global(&mut self, global: GlobalId, id: ObjectId) {
        let index = global.0 as usize;
        if self.globals.len() <= index {
            self.globals.resize(index + 1, None);
        }
        self.globals[index] = Some(id);
    }

    /// The object a global is.
    pub fn global(&self, global: GlobalId) -> Option<ObjectId> {
        self.globals.get(global.0 as usize).copied().flatten()
    }

    /// All globals that have an object, in order.
    pub fn globals(&self) -> impl Iterator<Item = (GlobalId, ObjectId)> {
        self.globals.iter().enumerate().filter_map(|(i, id)| id.map(|id| (GlobalId(i as u32), id)))
    }

    /// The object with this id; `None` if it is gone so long that its record was used again.
    #[inline]
    pub fn object(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(id.index()).filter(|object| object.id == id)
    }

    /// Only so many bytes of an object are there; the others may be later. At most those that it was made with.
    pub fn limit(&mut self, id: ObjectId, size: u64) {
        if let Some(object) = self.objects.get_mut(id.index()) {
            object.size = size.min(object.len() as u64);
            object.fragments.extend(object.size);
        }
    }

    /// The object with this id, if it is alive.
    #[inline]
    pub fn live(&self, id: ObjectId) -> Option<&Object> {
        self.object(id).filter(|object| object.is_live())
    }

    /// All records, dead objects too, in the order of the table.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// All objects that are alive, in a fixed order.
    pub fn live_objects(&self) -> impl Iterator<Item = &Object> {
        self.objects.iter().filter(|object| object.is_live())
    }

    /// A pointer to the start of an object.
    pub fn address_of(&self, id: ObjectId) -> Word {
        Word::pointer(self.objects[id.index()].base, id)
    }

    /// Notes that an object's address became an integer, so that integers may lead to it.
    #[inline]
    pub fn expose(&mut self, id: ObjectId) {
        if let Some(object) = self.objects.get_mut(id.index())
            && !object.exposed
            && object.id == id
            && object.state == ObjectState::Live
        {
            object.exposed = true;
            self.exposed.insert(object.base, id);
        }
    }

    /// The exposed live object that contains this address, or ends there.
    pub fn exposed_at(&self, address: u64) -> Option<ObjectId> {
        let (base, id) = self.exposed.range(..=address).next_back()?;
        let object = self.live(*id)?;
        (address - base <= object.size).then_some(*id)
    }

    /// Makes an integer of this value that leads to several objects.
    pub fn mixture(&mut self, bits: u64, first: ObjectId, rest: &[ObjectId]) -> Word {
        let all = [&[first], rest].concat();
        self.mixtures.insert((bits, first), all.into());
        Word::pointer(bits, first)
    }

    /// The objects a value leads to: several if it is a mixture.
    pub fn leads_to<'a>(&'a self, word: &'a Word) -> &'a [ObjectId] {
        let mixture = word.provenance.and_then(|id| self.mixtures.get(&(word.bits, id)));
        match mixture {
            Some(objects) => objects,
            None => word.provenance.as_slice(),
        }
    }
}
