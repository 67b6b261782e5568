//! Pieces of a program: which functions are analyzed together.
//!
//! A partition of all memory of a large program tells little apart, and what changes in one function changes it all. So a
//! library and a large program are analyzed in pieces: a few functions that stand next to each other, with those that they
//! call, a few levels deep. What lies further off is not looked into; it is a function of which nothing is known, and a
//! block that is handed to it is not followed any further. Each piece is analyzed by itself, on any thread, in any
//! order, and its answer depends on the functions in it only: that is what the store goes by.
//!
//! Where a piece ends depends on the names of functions, not on how many come before it, so that a new function
//! changes one piece.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use ir::{ContentKey, FunctionId, IndexVec, Keys, Program, Symbol};
use rustc_hash::{FxHashSet, FxHasher};

use crate::callgraph::{Pointed, Pointers, calls, named, never_returns, pointed, taken};

/// The most functions of a program that is one piece.
const WHOLE: usize = 64;

/// The most functions of a piece that are analyzed for themselves.
const OWN: usize = 32;

/// The fewest, unless the file ends.
const FEWEST: usize = 4;

/// One function of so many ends a piece.
const ENDING: u64 = 12;

/// The most functions that are looked into only because they are called.
const CALLED: usize = 32;

/// How many calls deep it goes.
const DEPTH: u32 = 3;

/// The most basic blocks of a function that is looked into because it is called.
const BLOCKS: usize = 120;

/// The most functions that a run is taken to depend on.
const RUN: usize = 1_000;

/// Who calls whom by name in a whole program.
pub struct Outline<'p> {
    pub(crate) program: &'p Program,
    /// The functions whose address is taken, in a program that is one piece.
    taken: Option<Arc<[FunctionId]>>,
    /// Those by type, for a program that is not.
    pointed: OnceLock<Arc<Pointed>>,
    callees: IndexVec<FunctionId, OnceLock<Vec<FunctionId>>>,
    keys: Keys<'p>,
    /// Whether keys will be asked for.
    keyed: bool,
    /// A hash of the addresses in the first contents of global variables.
    addresses: OnceLock<ContentKey>,
    /// One of all that global variables hold.
    contents: OnceLock<ContentKey>,
}

/// Functions that are analyzed together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Those that it is about, in program order.
    pub own: Vec<FunctionId>,
    /// Those and the ones that they call, in program order.
    pub scope: Vec<FunctionId>,
}

impl<'p> Outline<'p> {
    /// Looks over a program.
    pub fn of(program: &'p Program) -> Self {
        let is_whole = program.defined().take(WHOLE + 1).count() <= WHOLE;
        Self {
            program,
            taken: is_whole.then(|| taken(program)),
            pointed: OnceLock::new(),
            callees: program.functions.iter().map(|_| OnceLock::new()).collect(),
            keys: program.keys().without_names_of_locals(),
            keyed: false,
            addresses: OnceLock::new(),
            contents: OnceLock::new(),
        }
    }

    /// Prepares for keys.
    #[must_use]
    pub fn with_keys(mut self, keyed: bool) -> Self {
        self.keyed = keyed;
        self
    }

    /// The functions that a function calls by name.
    fn callees(&self, id: FunctionId) -> &[FunctionId] {
        self.callees[id].get_or_init(|| {
            let glance = self.program.functions[id].body.glance();
            // Going over the code is what costs: while it is at hand, its key is next to nothing.
            if self.keyed && glance.as_ref().is_some_and(|glance| glance.key.is_none()) {
                self.keys.of(id);
            }
            glance.map_or_else(Vec::new, |glance| glance.calls.clone())
        })
    }

    /// Those of them behind which the code goes on: what is called where an assertion fails has nothing to tell.
    fn followed(&self, id: FunctionId) -> Vec<FunctionId> {
        let callees = self.callees(id);
        let glance = self.program.functions[id].body.glance();
        let is_end = |callee: &FunctionId| {
            glance.as_ref().is_some_and(|glance| glance.ends.binary_search(callee).is_ok())
        };
        callees.iter().copied().filter(|callee| !is_end(callee)).collect()
    }

    /// The key of a function, which was computed when its unit was read if that was asked for.
    fn key_of(&self, id: FunctionId) -> ContentKey {
        let known = self.program.functions[id].body.glance().and_then(|glance| glance.key);
        known.unwrap_or_else(|| self.keys.of(id))
    }

    /// What is known of calls through pointers.
    pub(crate) fn pointers(&self) -> Pointers {
        match &self.taken {
            Some(taken) => Pointers::Taken(taken.clone()),
            None => Pointers::Typed(self.pointed().clone()),
        }
    }

    fn pointed(&self) -> &Arc<Pointed> {
        self.pointed.get_or_init(|| Arc::new(Pointed::of(self.program)))
    }

    /// The functions that a function may call through pointers, as far as they are followed.
    fn pointees(&self, id: FunctionId) -> Vec<FunctionId> {
        let Some(glance) = self.program.functions[id].body.glance() else { return Vec::new() };
        glance.indirect.iter().flat_map(|ty| self.pointed().few(*ty)).copied().collect()
    }

    /// The program it is of.
    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// Whether a function reaches so many others at most, by calls that name them. What is called and never comes back is the end.
    pub fn reaches_few(&self, function: FunctionId, most: usize) -> bool {
        let mut seen: FxHashSet<FunctionId> = FxHashSet::default();
        let mut pending = vec![function];
        while let Some(id) = pending.pop() {
            if !never_returns(self.program, id) && seen.insert(id) {
                pending.extend(self.callees(id));
            }
            if seen.len() > most {
                return false;
            }
        }
        true
    }

    /// The pieces, in program order. Every function that the user wrote is in one of them; of one that several units have
    /// from a header, one copy is.
    pub fn pieces(&self) -> Vec<Piece> {
        if self.taken.is_some() {
            let all = self.program.defined().map(|(id, _)| id).collect();
            let with_body =
                self.program.functions.enumerate().filter(|(_, function)| function.body.is_some());
            return vec![Piece { own: all, scope: with_body.map(|(id, _)| id).collect() }];
        }
        let mut pieces = Vec::new();
        let mut own: Vec<FunctionId> = Vec::new();
        let mut seen = FxHashSet::default();
        for (id, function) in self.program.defined() {
            // What stands in a header is in many units, and is the same in all of them.
            if !seen.insert((function.span.file, function.span.line, function.span.column)) {
                continue;
            }
            let other_file =
                own.last().is_some_and(|last| self.program.functions[*last].span.file != function.span.file);
            if other_file {
                pieces.push(self.piece(std::mem::take(&mut own)));
            }
            own.push(id);
            if own.len() >= OWN || own.len() >= FEWEST && ends(&function.name) {
                pieces.push(self.piece(std::mem::take(&mut own)));
            }
        }
        if !own.is_empty() {
            pieces.push(self.piece(own));
        }
        pieces
    }

    /// Some functions with those that they call, breadth first.
    pub fn piece(&self, own: Vec<FunctionId>) -> Piece {
        let mut seen: FxHashSet<FunctionId> = own.iter().copied().collect();
        let mut scope = own.clone();
        let mut level = own.clone();
        for _ in 0..DEPTH {
            let size = |id: &FunctionId| {
                self.program.functions[*id].body.glance().map(|glance| glance.blocks as usize)
            };
            let called = level.iter().flat_map(|id| self.followed(*id).into_iter().chain(self.pointees(*id)));
            let called = called.filter(|id| seen.insert(*id));
            let mut called: Vec<(usize, FunctionId)> =
                called.filter_map(|id| Some((size(&id)?, id))).filter(|(size, _)| *size <= BLOCKS).collect();
            // One that never comes back has nothing to tell. Small ones first: they are the wrappers and the makers.
            called.retain(|(_, id)| !never_returns(self.program, *id));
            called.sort_unstable();
            called.truncate((own.len() + CALLED).saturating_sub(scope.len()));
            level = called.into_iter().map(|(_, id)| id).collect();
            scope.extend(&level);
        }
        scope.sort_unstable();
        Piece { own, scope }
    }
}

impl Outline<'_> {
    /// What the answer for a piece depends on, as a hash: its functions, what their calls reach, and the first contents of
    /// global variables. Whoever asks adds what else it depends on.
    pub fn key(&self, piece: &Piece, salt: &str) -> ContentKey {
        // Hashed in one go: so many short strings cost more to hand over than to hash.
        let mut hashed = Vec::new();
        hashed.extend_from_slice(salt.as_bytes());
        hashed.extend_from_slice(&self.addresses.get_or_init(|| self.addresses()).0);
        let is_in = |id: FunctionId| piece.scope.binary_search(&id).is_ok();
        for id in &piece.scope {
            hashed.extend_from_slice(&self.key_of(*id).0);
            hashed.extend_from_slice(&[u8::from(piece.own.binary_search(id).is_ok())]);
            let outside = |callee: FunctionId| {
                let has_body = self.program.functions[callee].body.is_some();
                [u8::from(has_body), u8::from(never_returns(self.program, callee))]
            };
            for callee in self.callees(*id).iter().filter(|callee| !is_in(**callee)) {
                hashed.extend_from_slice(&outside(*callee));
            }
            if self.taken.is_none() {
                for callee in self.pointees(*id) {
                    hashed.extend_from_slice(&self.keys.name(callee).to_le_bytes());
                    hashed.extend_from_slice(&[u8::from(is_in(callee))]);
                    hashed.extend_from_slice(&outside(callee));
                }
                hashed.extend_from_slice(b"*");
            }
            if let Some(taken) = &self.taken {
                let calls = self.program.functions[*id].body.iter().flat_map(calls);
                for call in calls.filter(|call| named(call).is_none()) {
                    for callee in pointed(self.program, taken, call, &is_in) {
                        hashed.extend_from_slice(self.program.functions[callee].name.as_bytes());
                    }
                    hashed.extend_from_slice(b"*");
                }
            }
        }
        ContentKey(*blake3::hash(&hashed).as_bytes())
    }

    /// What runs of these functions depend on, as a hash: what they reach, by name or by pointers that are followed, and the first
    /// contents of global variables. Runs go where pieces do not look.
    pub fn key_of_runs(&self, functions: impl Iterator<Item = FunctionId>) -> ContentKey {
        let mut reached: Vec<FunctionId> = functions.collect();
        let mut seen: FxHashSet<FunctionId> = reached.iter().copied().collect();
        let mut hashed = Vec::new();
        for at in 0..RUN {
            let Some(id) = reached.get(at).copied() else { break };
            hashed.extend_from_slice(&self.key_of(id).0);
            // What never comes back is the end of a run.
            if !never_returns(self.program, id) {
                let called = self.callees(id).iter().copied().chain(self.pointees(id));
                reached.extend(called.filter(|callee| seen.insert(*callee)));
            }
        }
        hashed.extend_from_slice(&self.contents.get_or_init(|| self.contents()).0);
        ContentKey(*blake3::hash(&hashed).as_bytes())
    }

    /// All that global variables hold in the beginning.
    fn contents(&self) -> ContentKey {
        let mut hasher = blake3::Hasher::new();
        for (id, global) in self.program.globals.enumerate() {
            hasher.update(&self.keys.global(id).to_le_bytes());
            // Nothing known of it is another thing than zero.
            hasher.update(&[u8::from(global.init.is_some())]);
            if let Some(init) = &global.init {
                for (offset, bytes) in &init.bytes {
                    hasher.update(&offset.to_le_bytes());
                    hasher.update(&(bytes.len() as u64).to_le_bytes());
                    hasher.update(bytes);
                }
                for address in &init.addresses {
                    let to = match address.symbol {
                        Symbol::Global(to) => self.keys.global(to),
                        Symbol::Function(to) | Symbol::Label(to, _) => self.keys.name(to),
                    };
                    for number in [address.offset, to, address.addend as u64] {
                        hasher.update(&number.to_le_bytes());
                    }
                }
            }
        }
        ContentKey(*hasher.finalize().as_bytes())
    }

    fn addresses(&self) -> ContentKey {
        let mut hashed = Vec::new();
        for (id, global) in self.program.globals.enumerate() {
            for address in global.init.iter().flat_map(|init| &init.addresses) {
                if let Symbol::Global(to) = address.symbol {
                    for number in
                        [self.keys.global(id), address.offset, self.keys.global(to), address.addend as u64]
                    {
                        hashed.extend_from_slice(&number.to_le_bytes());
                    }
                }
            }
        }
        ContentKey(*blake3::hash(&hashed).as_bytes())
    }
}

/// Whether a function of this name ends a piece.
fn ends(name: &str) -> bool {
    let mut hasher = FxHasher::default();
    name.hash(&mut hasher);
    hasher.finish().is_multiple_of(ENDING)
}
