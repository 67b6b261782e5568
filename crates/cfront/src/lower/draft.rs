//! What a translation unit is on its way to.
//!
//! A unit is lowered by itself, to a program of its own: what other units say of its names is seen to when they are linked. There
//! is one question about them that its code depends on, whether a name is defined anywhere, as the functions of the C library are
//! statements unless the program has its own. What was asked is kept, with the answers.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use ir::{
    Code, Function, FunctionId, Global, GlobalId, GlobalKind, IndexVec, Linkage, Program, Signature, Span,
    Target, TypeId, TypeKind, Types,
};
use model::Diagnostic;
use rustc_hash::{FxHashMap, FxHashSet};

use super::types::RecordIndex;
use crate::link::compatible;
use crate::object::{AliasEntry, FunctionEntry, GlobalEntry, Strength};
use crate::seams::Sizes;

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Entity {
    /// A function.
    Function(FunctionId),
    /// A global object.
    Global(GlobalId),
}

/// The names with external linkage that units of the program define.
pub(crate) type World = FxHashSet<Arc<str>>;

/// A unit under construction.
pub(super) struct Draft<'w> {
    pub(super) program: Program,
    pub(super) records: RecordIndex,
    pub(super) errors: Vec<Diagnostic>,
    /// How many functions and global objects there were when all that the unit defines was declared.
    pub(super) declared: (usize, usize),
    world: &'w World,
    asked: RefCell<BTreeMap<Arc<str>, bool>>,
    external: FxHashMap<Arc<str>, Entity>,
    /// With where their code begins.
    defined_functions: FxHashMap<FunctionId, Span>,
    /// Those with an initializer.
    initialized_globals: FxHashSet<GlobalId>,
    defined_globals: FxHashSet<GlobalId>,
    /// Definitions that give way to another one (`weak`, and `inline` without `extern`).
    yielding: FxHashMap<FunctionId, Strength>,
    /// Global objects whose definition gives way to another one.
    pub(super) weak_globals: FxHashSet<GlobalId>,
    /// Second names of what the unit defines.
    pub(super) aliases: Vec<AliasEntry>,
    pub(super) strings: u32,
    /// Whether no entry changed once it was there.
    pub(super) steady: bool,
    /// The functions that run before `main`, each with its priority.
    pub(super) constructors: Vec<(u16, FunctionId)>,
    /// The functions that run at the end, each with its priority.
    pub(super) destructors: Vec<(u16, FunctionId)>,
}

impl<'w> Draft<'w> {
    pub(super) fn new(target: Target, sources: ir::Sources, world: &'w World) -> Self {
        let program = Program {
            target,
            sources,
            types: Types::new(target),
            globals: IndexVec::new(),
            functions: IndexVec::new(),
            constructors: Vec::new(),
            destructors: Vec::new(),
        };
        Self {
            program,
            records: RecordIndex::default(),
            errors: Vec::new(),
            declared: (0, 0),
            world,
            asked: RefCell::default(),
            external: FxHashMap::default(),
            defined_functions: FxHashMap::default(),
            initialized_globals: FxHashSet::default(),
            defined_globals: FxHashSet::default(),
            yielding: FxHashMap::default(),
            weak_globals: FxHashSet::default(),
            aliases: Vec::new(),
            strings: 0,
            steady: true,
            constructors: Vec::new(),
            destructors: Vec::new(),
        }
    }

    /// How long the tables are, with so many bodies.
    pub(super) fn sizes(&self, bodies: u32) -> Sizes {
        let program = &self.program;
        Sizes {
            types: program.types.iter().len() as u32,
            records: program.types.records().len() as u32,
            functions: program.functions.len() as u32,
            globals: program.globals.len() as u32,
            files: program.sources.files.len() as u32,
            expansions: program.sources.expansions.len(),
            strings: self.strings,
            bodies,
        }
    }

    /// Enters a function of a table that is built again, as it was.
    pub(super) fn restore_function(&mut self, function: Function, entry: &FunctionEntry) {
        let external = (!entry.internal && !matches!(entry.role, ir::Role::Clause { .. }))
            .then(|| function.name.clone());
        let id = self.program.functions.push(function);
        if let Some(name) = external {
            self.external.entry(name).or_insert(Entity::Function(id));
        }
        if entry.defines {
            self.defined_functions.insert(id, entry.defined);
        }
        if entry.strength != Strength::Strong {
            self.yielding.insert(id, entry.strength);
        }
    }

    /// Enters a global object of a table that is built again, as it was.
    pub(super) fn restore_global(&mut self, global: Global, entry: &GlobalEntry) {
        let id = self.program.globals.push(global);
        if !entry.internal {
            self.external.entry(entry.name.clone()).or_insert(Entity::Global(id));
        }
        if entry.defines {
            self.defined_globals.insert(id);
        }
        if entry.initialized {
            self.initialized_globals.insert(id);
        }
    }

    /// Notes that a function runs by itself, before `main` or at the end.
    pub(super) fn runs_by_itself(&mut self, id: FunctionId, before: Option<u16>, after: Option<u16>) {
        self.constructors.extend(before.map(|priority| (priority, id)));
        self.destructors.extend(after.map(|priority| (priority, id)));
    }

    /// Whether some unit has the code of this function.
    pub(super) fn is_defined(&self, id: FunctionId) -> bool {
        let function = &self.program.functions[id];
        self.defined_functions.contains_key(&id)
            || function.linkage == Linkage::External && self.is_elsewhere(&function.name)
    }

    /// Whether another unit defines a name, whatever this one says.
    pub(super) fn is_in_other_unit(&self, name: &str) -> bool {
        let answer = self.world.contains(name)
            && !self.aliases.iter().any(|alias| &*alias.name == name && !alias.weak);
        self.asked.borrow_mut().entry(name.into()).or_insert(self.world.contains(name));
        answer
    }

    /// Whether this unit has the code of this function, and no other unit can have another.
    pub(super) fn defines_surely(&self, id: FunctionId) -> bool {
        self.defined_functions.contains_key(&id) && !self.yielding.contains_key(&id)
    }

    /// Whether some unit defines this global object.
    pub(super) fn is_global_defined(&self, id: GlobalId) -> bool {
        let global = &self.program.globals[id];
        self.defined_globals.contains(&id)
            || global.linkage == Linkage::External && self.is_elsewhere(&global.name)
    }

    /// Whether another unit defines a name.
    pub(super) fn is_elsewhere(&self, name: &str) -> bool {
        // A second name is defined, whoever else says so.
        if self.aliases.iter().any(|alias| &*alias.name == name) {
            return true;
        }
        let answer = self.world.contains(name);
        self.asked.borrow_mut().entry(name.into()).or_insert(answer);
        answer
    }

    /// Where this unit has the code of a function, if it has, and whether that gives way to another.
    pub(super) fn defines(&self, id: FunctionId) -> (Option<Span>, Strength) {
        let strength = self.yielding.get(&id).copied().unwrap_or(Strength::Strong);
        (self.defined_functions.get(&id).copied(), strength)
    }

    /// Whether this unit defines a global object, and whether with an initializer.
    pub(super) fn defines_global(&self, id: GlobalId) -> (bool, bool) {
        (self.defined_globals.contains(&id), self.initialized_globals.contains(&id))
    }

    /// What was asked since this was last called, which is then forgotten.
    pub(super) fn take_asked(&self) -> BTreeMap<Arc<str>, bool> {
        self.asked.take()
    }

    /// Notes what was asked.
    pub(super) fn add_asked(&self, asked: BTreeMap<Arc<str>, bool>) {
        self.asked.borrow_mut().extend(asked);
    }

    /// What was asked of other units, with the answers.
    pub(super) fn asked(&self) -> Vec<(Arc<str>, bool)> {
        self.asked.borrow().iter().map(|(name, answer)| (name.clone(), *answer)).collect()
    }

    /// What an external name stands for.
    pub(super) fn external(&self, name: &str) -> Option<Entity> {
        self.external.get(name).copied()
    }

    /// The function of a name, entering it if it is new.
    pub(super) fn declare_function(
        &mut self,
        name: Arc<str>,
        linkage: &Linkage,
        ty: TypeId,
        noreturn: bool,
        span: Span,
    ) -> FunctionId {
        if *linkage == Linkage::External {
            match self.external.get(&name) {
                Some(Entity::Function(id)) => {
                    let id = *id;
                    self.redeclare_function(id, ty, noreturn, span);
                    return id;
                }
                Some(Entity::Global(id)) => {
                    let other = self.program.globals[*id].span;
                    self.conflict(&name, "is a function here and a variable elsewhere", span, other);
                }
                None => {}
            }
        }
        let signature = self.signature_of(ty);
        let function = Function {
            name: name.clone(),
            linkage: linkage.clone(),
            ty,
            signature,
            noreturn,
            body: Code::none(),
            contract: None,
            role: ir::Role::Ordinary,
            span,
            end: Span::NONE,
        };
        let id = self.program.functions.push(function);
        if *linkage == Linkage::External {
            self.external.entry(name).or_insert(Entity::Function(id));
        }
        id
    }

    fn signature_of(&self, ty: TypeId) -> Signature {
        match self.program.types.kind(ty) {
            TypeKind::Function(signature) => signature.clone(),
            _ => Signature { ret: Types::VOID, params: Vec::new(), variadic: true, prototyped: false },
        }
    }

    fn redeclare_function(&mut self, id: FunctionId, ty: TypeId, noreturn: bool, span: Span) {
        let known = self.program.functions[id].clone();
        if !compatible(&self.program.types, known.ty, ty, 0) {
            self.conflict(&known.name, "is declared with different types", span, known.span);
            return;
        }
        let signature = self.signature_of(ty);
        let function = &mut self.program.functions[id];
        self.steady &= function.noreturn || !noreturn;
        function.noreturn |= noreturn;
        if signature.prototyped && !function.signature.prototyped {
            self.steady = false;
            (function.ty, function.signature) = (ty, signature);
        }
    }

    /// Notes that a unit defines this function. Says whether its code is the one to take.
    pub(super) fn define_function(
        &mut self,
        id: FunctionId,
        ty: TypeId,
        strength: Strength,
        span: Span,
    ) -> bool {
        let yields = strength != Strength::Strong;
        let first = self.defined_functions.insert(id, span).is_none();
        let replaces = !yields && self.yielding.remove(&id).is_some();
        if first || replaces {
            if yields {
                self.yielding.insert(id, strength);
            }
            let signature = self.signature_of(ty);
            let function = &mut self.program.functions[id];
            (function.ty, function.signature, function.span) = (ty, signature, span);
            return true;
        }
        if !yields {
            let function = &self.program.functions[id];
            let (name, other) = (function.name.clone(), function.span);
            self.conflict(&name, "is defined twice", span, other);
        }
        false
    }

    /// The global object of a name, entering it if it is new. Says whether this is its definition.
    pub(super) fn declare_global(
        &mut self,
        global: Global,
        defines: bool,
        initialized: bool,
    ) -> (GlobalId, bool) {
        if global.linkage == Linkage::External {
            match self.external.get(&global.name) {
                Some(Entity::Global(id)) => {
                    let id = *id;
                    return (id, self.redeclare_global(id, &global, defines, initialized));
                }
                Some(Entity::Function(id)) => {
                    let other = self.program.functions[*id].span;
                    let name = global.name.clone();
                    self.conflict(&name, "is a variable here and a function elsewhere", global.span, other);
                }
                None => {}
            }
        }
        let (name, external) = (global.name.clone(), global.linkage == Linkage::External);
        let id = self.program.globals.push(global);
        if external {
            self.external.entry(name).or_insert(Entity::Global(id));
        }
        if initialized {
            self.initialized_globals.insert(id);
        }
        if defines {
            self.defined_globals.insert(id);
        }
        (id, defines)
    }

    fn redeclare_global(&mut self, id: GlobalId, global: &Global, defines: bool, initialized: bool) -> bool {
        let known = self.program.globals[id].clone();
        if !compatible(&self.program.types, known.ty, global.ty, 0) {
            self.conflict(&known.name, "is declared with different types", global.span, known.span);
            return false;
        }
        self.steady &= global.size <= known.size && global.align <= known.align && !defines && !initialized;
        if defines {
            self.defined_globals.insert(id);
        }
        if initialized && !self.initialized_globals.insert(id) {
            self.conflict(&known.name, "is defined twice", global.span, known.span);
            return false;
        }
        // The declaration that knows more about the type is kept, and the one that defines it.
        let takes = defines && (initialized || known.init.is_none());
        let entry = &mut self.program.globals[id];
        if global.size > entry.size || takes {
            (entry.ty, entry.size) = (global.ty, global.size.max(entry.size));
        }
        entry.align = entry.align.max(global.align);
        if takes {
            (entry.span, entry.read_only) = (global.span, global.read_only);
            entry.init.clone_from(&global.init);
        }
        takes
    }

    /// A name for the next string literal.
    pub(super) fn string_name(&mut self) -> Arc<str> {
        self.strings += 1;
        format!(".str{}", self.strings).into()
    }

    /// A global that no other unit can mean.
    pub(super) fn add_private(
        &mut self,
        name: Arc<str>,
        ty: TypeId,
        kind: GlobalKind,
        span: Span,
        unit: &Arc<str>,
    ) -> GlobalId {
        let (size, align) = (self.program.types.size(ty), self.program.types[ty].align);
        let linkage = Linkage::Internal(unit.clone());
        self.program.globals.push(Global {
            name,
            linkage,
            ty,
            size,
            align,
            init: None,
            read_only: false,
            kind,
            span,
        })
    }

    fn conflict(&mut self, name: &str, what: &str, here: Span, there: Span) {
        let error = Diagnostic::error(here, format!("`{name}` {what}"));
        self.errors.push(if there.is_known() {
            error.with_note(there, "the other one is here")
        } else {
            error
        });
    }
}
