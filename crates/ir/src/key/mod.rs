//! Content keys: the identity of a function's meaning.
//!
//! The key is a hash of the function's code without spans (`encode`), of the definitions of all records it can see
//! through the types it mentions (`types`), and of the clauses of its contract. Other functions and named globals go in
//! by name, literals by what is in them, so ids, lines, file order and the rest of the program leave the key alone; so do
//! comments and white space. Whoever stores something that also depends on what is behind a name stores the keys of
//! that with it.
//!
//! Keys are asked for by [`Program::keys`] and computed when they are first wanted: reading a program
//! costs nothing for them.

mod encode;
mod types;

use std::sync::OnceLock;

use crate::{
    ContentKey, Contract, FunctionId, Global, GlobalId, GlobalKind, Id, IndexVec, Linkage, Program, RecordId,
    Symbol, TypeId,
};

use encode::Encoder;
use types::TypeDigests;

/// The keys of a program's functions, each computed once. May be shared between threads.
pub struct Keys<'p> {
    program: &'p Program,
    known: IndexVec<FunctionId, OnceLock<ContentKey>>,
    types: OnceLock<TypeDigests<'p>>,
    globals: IndexVec<GlobalId, OnceLock<u64>>,
    names: IndexVec<FunctionId, OnceLock<u64>>,
    /// What the machine is.
    target: String,
    /// Whether the names of local variables are part of a key.
    names_of_locals: bool,
}

impl<'p> Keys<'p> {
    pub(crate) fn new(program: &'p Program) -> Self {
        Self {
            program,
            known: program.functions.iter().map(|_| OnceLock::new()).collect(),
            types: OnceLock::new(),
            globals: program.globals.iter().map(|_| OnceLock::new()).collect(),
            names: program.functions.iter().map(|_| OnceLock::new()).collect(),
            target: format!("{:?}", program.target),
            names_of_locals: true,
        }
    }

    /// The same, where names of local variables do not matter: for answers that do not speak of them.
    #[must_use]
    pub fn without_names_of_locals(mut self) -> Self {
        self.names_of_locals = false;
        self
    }

    /// The key of a function with a body; all zero for one without.
    pub fn of(&self, id: FunctionId) -> ContentKey {
        *self.known[id].get_or_init(|| self.content_key(id))
    }

    fn content_key(&self, id: FunctionId) -> ContentKey {
        let function = &self.program.functions[id];
        let Some(body) = &*function.body else { return ContentKey::default() };
        let mut encoder = Encoder::new(self);
        encoder.text(&self.target);
        // A contract is part of what a function means, and its clauses are functions.
        let clauses = function.contract.iter().flat_map(Contract::functions);
        let clauses = clauses.filter_map(|id| Some((id, self.program.functions[id].body.as_ref()?)));
        for (id, body) in [(id, body)].into_iter().chain(clauses) {
            encoder.function(id, body);
        }
        ContentKey(*blake3::hash(&encoder.bytes).as_bytes())
    }

    fn types(&self) -> &TypeDigests<'p> {
        self.types.get_or_init(|| TypeDigests::of(self.program))
    }

    /// A digest of a global's name; of a literal, of what is in it.
    pub fn global(&self, id: GlobalId) -> u64 {
        *self.globals[id].get_or_init(|| {
            let global = &self.program.globals[id];
            match global.kind {
                GlobalKind::String | GlobalKind::Literal => self.literal(global),
                _ => qualified(b'@', &global.name, &global.linkage),
            }
        })
    }

    fn literal(&self, global: &Global) -> u64 {
        let mut bytes = vec![b'"'];
        let number = |bytes: &mut Vec<u8>, number: u64| bytes.extend(number.to_le_bytes());
        number(&mut bytes, self.types().get(global.ty));
        number(&mut bytes, global.size);
        for (offset, run) in global.init.iter().flat_map(|init| &init.bytes) {
            number(&mut bytes, *offset);
            number(&mut bytes, run.len() as u64);
            bytes.extend(run);
        }
        for at in global.init.iter().flat_map(|init| &init.addresses) {
            // More than any offset: what follows are addresses.
            number(&mut bytes, u64::MAX);
            number(&mut bytes, at.offset);
            number(&mut bytes, at.addend as u64);
            let (kind, symbol) = match at.symbol {
                Symbol::Global(global) => (0, self.global(global)),
                Symbol::Function(function) => (1, self.name(function)),
                Symbol::Label(function, label) => (2 + label.index() as u64, self.name(function)),
            };
            number(&mut bytes, kind);
            number(&mut bytes, symbol);
        }
        digest(&bytes)
    }

    /// A digest of a type, and of all records it leads to.
    pub fn ty(&self, id: TypeId) -> u64 {
        self.types().get(id)
    }

    /// A digest of a record, and of all records it leads to.
    pub fn record(&self, id: RecordId) -> u64 {
        self.types().record(id)
    }

    /// A digest of a function's name.
    pub fn name(&self, id: FunctionId) -> u64 {
        *self.names[id].get_or_init(|| {
            let function = &self.program.functions[id];
            qualified(b'f', &function.name, &function.linkage)
        })
    }
}

/// A digest of a name, and of the unit that it belongs to, wherever that lies.
fn qualified(kind: u8, name: &str, linkage: &Linkage) -> u64 {
    let mut bytes = vec![kind];
    bytes.extend(name.as_bytes());
    if let Linkage::Internal(unit) = linkage {
        bytes.push(0);
        bytes.extend(unit.rsplit('/').next().unwrap_or(unit).as_bytes());
    }
    digest(&bytes)
}

/// The first bytes of a hash.
fn digest(bytes: &[u8]) -> u64 {
    let hash = blake3::hash(bytes);
    hash.as_bytes().iter().take(8).fold(0, |digest, byte| digest << 8 | u64::from(*byte))
}
