//! What has an address before the program runs.

use ir::{FunctionId, Id, Program, Symbol};
use model::{Memory, ObjectId, ObjectKind, OutOfMemory, SiteId, Word};

/// The objects of functions; those of globals are in [`Memory`].
#[derive(Debug, Default)]
pub(crate) struct Symbols {
    functions: Vec<ObjectId>,
}

impl Symbols {
    /// Gives every function an address, with room for the labels whose address is taken.
    pub(crate) fn new(program: &Program, memory: &mut Memory) -> Result<Self, OutOfMemory> {
        let mut functions = Vec::with_capacity(program.functions.len());
        for (id, function) in program.functions.enumerate() {
            let size = function.body.n_labels() as u64 + 16;
            functions.push(memory.allocate(ObjectKind::Function(id), size, 16, SiteId::START)?);
        }
        Ok(Self { functions })
    }

    pub(crate) fn function(&self, id: FunctionId) -> Option<ObjectId> {
        self.functions.get(id.index()).copied()
    }

    /// The address of a symbol.
    pub(crate) fn address(&self, memory: &Memory, symbol: Symbol) -> Option<Word> {
        let (id, offset) = match symbol {
            Symbol::Global(global) => (memory.global(global)?, 0),
            Symbol::Function(function) => (self.function(function)?, 0),
            Symbol::Label(function, label) => (self.function(function)?, u64::from(label.0) + 1),
        };
        let start = memory.address_of(id);
        Some(Word { bits: start.bits + offset, ..start })
    }
}
