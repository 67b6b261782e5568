//! What of a unit is needed, if not all of it is.
//!
//! Of a file with models only what the program calls comes into it; and of a unit whose definition of a function gives way to
//! another's, what only that one needs does not.

use ir::{FunctionId, GlobalId, Id, Symbol};

use crate::object::Object;

/// Which functions and global objects of a unit are needed, by id.
pub(super) struct Needed {
    pub(super) functions: Vec<bool>,
    pub(super) globals: Vec<bool>,
}

impl Needed {
    /// All that is reached from some functions and objects; `gives` says whether the unit's code of a function is the one
    /// that is taken.
    pub(super) fn from(
        object: &Object,
        functions: impl IntoIterator<Item = usize>,
        globals: impl IntoIterator<Item = usize>,
        gives: &dyn Fn(usize) -> bool,
    ) -> Self {
        let mut needed = Self {
            functions: vec![false; object.functions.len()],
            globals: vec![false; object.globals.len()],
        };
        let mut pending: Vec<Symbol> =
            functions.into_iter().map(|id| Symbol::Function(FunctionId::new(id))).collect();
        pending.extend(globals.into_iter().map(|id| Symbol::Global(GlobalId::new(id))));
        while let Some(symbol) = pending.pop() {
            match symbol {
                Symbol::Global(id) => {
                    if std::mem::replace(&mut needed.globals[id.index()], true) {
                        continue;
                    }
                    let init = &object.globals[id.index()].init;
                    pending.extend(init.iter().flat_map(|init| &init.addresses).map(|at| at.symbol));
                }
                Symbol::Function(id) | Symbol::Label(id, _) => {
                    if std::mem::replace(&mut needed.functions[id.index()], true) || !gives(id.index()) {
                        continue;
                    }
                    let entry = &object.functions[id.index()];
                    if let Some((_, glance)) = &entry.body {
                        let functions = glance.calls.iter().chain(&glance.takes);
                        pending.extend(functions.map(|id| Symbol::Function(*id)));
                        pending.extend(glance.globals.iter().map(|id| Symbol::Global(*id)));
                    }
                    let clauses = entry.contract.iter().flat_map(|contract| contract.functions());
                    pending.extend(clauses.map(Symbol::Function));
                }
            }
        }
        needed
    }
}
