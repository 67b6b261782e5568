//! Translation units become one program.
//!
//! First every unit enters the functions and global objects that it defines; names with external linkage meet here, and a name
//! that two units declare differently, or that two units define, is an error, unless they may be of different `programs`. Then comes what units only use, and last code and
//! initial contents, with the ids of the program in place of the unit's ([`Relocation`]). Code stays packed until somebody
//! looks at it.
//!
//! Invariant: the program depends on the units and their order only, not on whether they were read or kept. Invariant: if there
//! is one unit, its ids stay what they are.

mod bools;
mod compatible;
mod keys;
mod programs;
mod reach;
mod types;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ir::wire::{Reader, Relocation, Wire, Writer};
use ir::{
    AddressAt, Code, Contract, FileId, Function, FunctionId, Global, GlobalId, GlobalKind, Id, IndexVec,
    Initializer, Linkage, Packed, Program, Role, Signature, Sources, Span, Symbol, Target, TypeId, TypeKind,
    Types,
};
use model::Diagnostic;
use rustc_hash::{FxHashMap, FxHashSet};

pub(crate) use self::compatible::compatible;
pub use self::programs::Programs;
use self::programs::{Sense, Senses};
use self::reach::Needed;
use self::types::Records;
use crate::object::{FunctionEntry, GlobalEntry, Object, Strength, relocated};

/// What a name stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Entity {
    Function(FunctionId),
    Global(GlobalId),
}

/// Which entry of which unit.
type Giver = (usize, usize);

/// Who gives the code of a function of which nothing is known.
const NOBODY: Giver = (usize::MAX, usize::MAX);

/// A unit, and what its ids are in the program.
struct Linked {
    object: Object,
    relocation: Relocation,
}

/// The program under construction.
pub(crate) struct Linker {
    program: Program,
    errors: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
    units: Vec<Linked>,
    records: Records,
    files: FxHashMap<Arc<str>, FileId>,
    external: FxHashMap<Arc<str>, Entity>,
    /// Whose code a function has, and whether it gives way to another.
    given: FxHashMap<FunctionId, (Giver, bool)>,
    /// Where each function that some unit defines `inline` is defined, by everybody.
    inline: BTreeMap<FunctionId, BTreeSet<(u32, u32, u32)>>,
    /// Whose contents a global object has.
    contents: FxHashMap<GlobalId, Giver>,
    initialized: FxHashSet<GlobalId>,
    /// Global objects whose definition so far gives way to another.
    weak: FxHashSet<GlobalId>,
    /// What units mean by names that they do not mean the same by, and what is unknown of that.
    senses: Senses,
    unknown: BTreeMap<usize, Entity>,
    strings: u32,
}

impl Linker {
    pub(crate) fn new(target: Target) -> Self {
        let program = Program {
            target,
            sources: Sources::default(),
            types: Types::new(target),
            globals: IndexVec::new(),
            functions: IndexVec::new(),
            constructors: Vec::new(),
            destructors: Vec::new(),
        };
        Self {
            program,
            errors: Vec::new(),
            warnings: Vec::new(),
            units: Vec::new(),
            records: Records::default(),
            files: FxHashMap::default(),
            external: FxHashMap::default(),
            given: FxHashMap::default(),
            inline: BTreeMap::new(),
            contents: FxHashMap::default(),
            initialized: FxHashSet::default(),
            weak: FxHashSet::default(),
            senses: Senses::default(),
            unknown: BTreeMap::new(),
            strings: 0,
        }
    }

    /// Makes room for what units may bring: tables that are moved while they grow cost as much as all the rest.
    pub(crate) fn expect<'a>(&mut self, units: impl Iterator<Item = &'a Object>) {
        let (mut functions, mut globals, mut defined) = (0, 0, 0);
        for unit in units {
            functions += unit.functions.len();
            globals += unit.globals.len();
            defined += unit.functions.iter().filter(|entry| entry.defines).count();
        }
        self.program.functions.reserve(functions);
        self.program.globals.reserve(globals);
        self.contents.reserve(globals);
        self.given.reserve(defined);
        self.external.reserve(defined);
    }

    /// Enters what the units define.
    pub(crate) fn declare(&mut self, objects: Vec<Object>, programs: Programs) {
        let several = programs == Programs::Several && programs::are_several(objects.iter());
        for object in objects {
            self.begin(object);
        }
        if several {
            self.senses = Senses::of(&self.units, &self.program.types);
        }
        for unit in 0..self.units.len() {
            let (functions, globals) = self.units[unit].object.declared;
            (0..functions).for_each(|entry| self.enter_function(unit, entry));
            (0..globals).for_each(|entry| self.enter_global(unit, entry));
        }
        self.leave_open();
        // A name that gives way is taken if nobody else has it.
        for weak in [false, true] {
            (0..self.units.len()).for_each(|unit| self.enter_aliases(unit, weak));
        }
    }

    /// Enters second names of what a unit defines.
    fn enter_aliases(&mut self, unit: usize, weak: bool) {
        let Linked { object, relocation } = &self.units[unit];
        let mut conflicts = Vec::new();
        for alias in object.aliases.iter().filter(|alias| alias.weak == weak) {
            let target = match alias.target {
                Symbol::Global(id) => Entity::Global(relocation.globals[id.index()]),
                Symbol::Function(id) | Symbol::Label(id, _) => {
                    Entity::Function(relocation.functions[id.index()])
                }
            };
            match self.external.get(&alias.name) {
                Some(known) if *known != target && !weak => {
                    let other = match *known {
                        Entity::Function(id) => self.program.functions[id].span,
                        Entity::Global(id) => self.program.globals[id].span,
                    };
                    conflicts.push((alias.name.clone(), relocation.place(alias.span), other));
                }
                Some(_) => {}
                None => {
                    self.external.insert(alias.name.clone(), target);
                }
            }
        }
        for (name, here, there) in conflicts {
            self.conflict(&name, "is defined twice", here, there);
        }
    }

    /// What is to be said of how the units go together.
    pub(crate) fn note(&self) -> Option<String> {
        self.senses.note()
    }

    /// Enters what the units use besides.
    pub(crate) fn use_all(&mut self) {
        for unit in 0..self.units.len() {
            let object = &self.units[unit].object;
            let (functions, globals) = (0..object.functions.len(), 0..object.globals.len());
            let gives = |entry: usize| self.gives(unit, entry);
            let all = functions.clone().all(gives);
            let declared = object.declared;
            // What gives way needs nothing.
            let needed = (!all).then(|| {
                let roots = (0..declared.0).filter(|entry| gives(*entry));
                Needed::from(object, roots, 0..declared.1, &gives)
            });
            let is_needed = |needed: &[bool], entry: usize| needed.get(entry).copied().unwrap_or(true);
            let (functions_needed, globals_needed) =
                needed.map_or_else(Default::default, |needed| (needed.functions, needed.globals));
            for entry in functions.skip(declared.0).filter(|entry| is_needed(&functions_needed, *entry)) {
                self.enter_function(unit, entry);
            }
            for entry in globals.skip(declared.1).filter(|entry| is_needed(&globals_needed, *entry)) {
                self.enter_global(unit, entry);
            }
        }
    }

    /// Whether the code that a unit has of a function is the one that is taken, or there is none.
    fn gives(&self, unit: usize, entry: usize) -> bool {
        let Linked { object, relocation } = &self.units[unit];
        let function = &object.functions[entry];
        let id = relocation.functions[entry];
        !function.defines
            || id.0 == Relocation::ABSENT
            || self.given.get(&id).is_none_or(|(giver, _)| *giver == (unit, entry))
    }

    /// The functions that are used and that no unit defines.
    pub(crate) fn undefined(&self) -> impl Iterator<Item = &Arc<str>> {
        let functions = self.program.functions.enumerate();
        let undefined = functions.filter(|(id, _)| !self.given.contains_key(id));
        undefined.filter(|(_, function)| function.role == Role::Ordinary).map(|(_, function)| &function.name)
    }

    /// The names that units define.
    pub(crate) fn defined(&self) -> impl Iterator<Item = &Arc<str>> {
        let functions = self.given.keys().map(|id| &self.program.functions[*id]);
        functions.filter(|function| function.linkage == Linkage::External).map(|function| &function.name)
    }

    /// Takes what is missing from a unit with models. If it is the user's own, a model of another type is an error; if not, the
    /// program means something else by the name.
    pub(crate) fn take_models(&mut self, object: Object, own: bool) {
        let missing: Vec<Arc<str>> = self.undefined().cloned().collect();
        let Some(unit) = self.begin(object) else { return };
        let Linked { object, relocation } = &self.units[unit];
        let offers = |entry: &FunctionEntry| entry.defines && !entry.internal;
        let offered = object.functions.iter().enumerate().filter(|(_, entry)| offers(entry));
        let offered: FxHashMap<&str, usize> = offered.map(|(n, entry)| (&*entry.name, n)).collect();
        let roots: Vec<usize> = missing
            .iter()
            .filter_map(|name| offered.get(&**name).copied())
            .filter(|&entry| {
                let entry = &object.functions[entry];
                own || self.fits(&entry.name, relocation.types[entry.ty.index()])
            })
            .collect();
        let defined = |name: &str| {
            let known = self.external.get(name);
            known.is_some_and(|known| matches!(known, Entity::Function(id) if self.given.contains_key(id)))
        };
        let gives = |entry: usize| {
            let entry = &object.functions[entry];
            entry.internal || !defined(&entry.name)
        };
        let needed = Needed::from(object, roots.iter().copied(), [], &gives);
        // What is asked for comes first, as it was asked for.
        let others = (0..object.functions.len()).filter(|entry| !roots.contains(entry));
        let order: Vec<usize> = roots.iter().copied().chain(others).collect();
        for entry in order.into_iter().filter(|entry| needed.functions[*entry]) {
            self.enter_function(unit, entry);
        }
        for entry in (0..needed.globals.len()).filter(|entry| needed.globals[*entry]) {
            self.enter_global(unit, entry);
        }
    }

    /// Whether an external name is declared with this type, or one that may mean the same.
    fn fits(&self, name: &str, ty: TypeId) -> bool {
        let Some(Entity::Function(id)) = self.external.get(name) else { return false };
        compatible(&self.program.types, self.program.functions[*id].ty, ty, 0)
    }

    /// The program, with what was said about its units; or what is wrong with it.
    pub(crate) fn finish(mut self) -> Result<(Program, Vec<Diagnostic>), (Sources, Vec<Diagnostic>)> {
        if !self.errors.is_empty() {
            let mut said = self.warnings;
            said.extend(self.errors);
            return Err((self.program.sources, said));
        }
        for unit in 0..self.units.len() {
            self.fill_contents(unit);
        }
        let contexts = keys::contexts(&self.program, self.units.iter());
        let (mut constructors, mut destructors) = (Vec::new(), Vec::new());
        for (unit, context) in contexts.iter().enumerate() {
            let giving = |(priority, id): &(u16, FunctionId)| {
                let known = self.units[unit].relocation.functions[id.index()];
                let gives = self.given.get(&known).is_some_and(|(giver, _)| *giver == (unit, id.index()));
                gives.then_some((*priority, known))
            };
            constructors.extend(self.units[unit].object.constructors.iter().filter_map(giving));
            destructors.extend(self.units[unit].object.destructors.iter().filter_map(giving));
            self.fill_code(unit, context.as_ref());
        }
        // Constructors run by priority, then as they were written; destructors the other way round.
        for list in [&mut constructors, &mut destructors] {
            list.sort_by_key(|(priority, _)| *priority);
        }
        self.program.constructors = constructors.iter().map(|(_, id)| *id).collect();
        self.program.destructors = destructors.iter().rev().map(|(_, id)| *id).collect();
        self.fill_unknown();
        bools::guard(&mut self.program);
        Ok((self.program, self.warnings))
    }

    // ── Units ───────────────────────────────────────────────────────────────────────────────

    /// Enters the places and types of a unit.
    fn begin(&mut self, mut object: Object) -> Option<usize> {
        if object.target != self.program.target {
            let message = format!("{}: compiled for another machine than the files before it", object.path);
            self.errors.push(Diagnostic::error(Span::NONE, message));
            return None;
        }
        let (files, expansions) = self.enter_sources(&object.sources);
        let (types, records) = types::enter(&mut object, &mut self.program.types, &mut self.records)
            .expect("what a type is made of comes before it");
        let relocation = Relocation {
            types,
            records,
            globals: vec![GlobalId(Relocation::ABSENT); object.globals.len()],
            global_types: FxHashMap::default(),
            functions: vec![FunctionId(Relocation::ABSENT); object.functions.len()],
            files,
            expansions,
        };
        self.warnings.extend(object.warnings.iter().map(|warning| relocated(warning, &relocation)));
        self.units.push(Linked { object, relocation });
        Some(self.units.len() - 1)
    }

    /// Enters files and expansions. Gives what the files are, and what is added to the number of an expansion.
    fn enter_sources(&mut self, sources: &Sources) -> (Vec<FileId>, u32) {
        let all = &mut self.program.sources;
        let expansions = all.expansions.len();
        let mut files = Vec::with_capacity(sources.files.len());
        for file in &sources.files {
            let id = *self.files.entry(file.path.clone()).or_insert_with(|| {
                all.files.push(file.clone());
                FileId(all.files.len() as u32 - 1)
            });
            let known = &mut all.files[id.0 as usize];
            if known.text.is_none() {
                known.text.clone_from(&file.text);
            }
            files.push(id);
        }
        if !sources.expansions.is_empty() {
            // Not the identity, whatever else it is.
            let (files, types) = (files.clone(), vec![Types::VOID]);
            let relocation = Relocation { files, expansions, types, ..Relocation::default() };
            all.expansions.append(&sources.expansions, &Arc::new(relocation));
        }
        (files, expansions)
    }

    /// What a unit that was refused says, with its places in the program's sources.
    pub(crate) fn refuse(&mut self, sources: &Sources, said: &[Diagnostic]) {
        let (files, expansions) = self.enter_sources(sources);
        // Not the identity, whatever else it is.
        let relocation = Relocation { files, expansions, types: vec![Types::VOID], ..Relocation::default() };
        self.errors.extend(said.iter().map(|said| relocated(said, &relocation)));
    }

    // ── Functions ───────────────────────────────────────────────────────────────────────────

    fn enter_function(&mut self, unit: usize, entry: usize) {
        let Linked { object, relocation } = &self.units[unit];
        let function = &object.functions[entry];
        let (ty, span) = (relocation.types[function.ty.index()], relocation.place(function.span));
        let is_clause = matches!(function.role, Role::Clause { .. });
        let linkage =
            if function.internal { Linkage::Internal(object.path.clone()) } else { Linkage::External };
        let (name, noreturn) = (function.name.clone(), function.noreturn);
        let yields = function.strength != Strength::Strong;
        let (defines, defined) = (function.defines, relocation.place(function.defined));
        let sense = self.senses.get(unit, &name).filter(|_| !function.internal && !is_clause);
        let id = match sense {
            Some(Sense::Own) => {
                let linkage = Linkage::Internal(object.path.clone());
                self.new_function(name, linkage, ty, noreturn, span)
            }
            Some(Sense::Unknown(number)) => self.unknown_function(number, name, ty, noreturn, span),
            None if function.internal || is_clause => self.new_function(name, linkage, ty, noreturn, span),
            None => self.declare_function(name, ty, noreturn, span),
        };
        self.units[unit].relocation.functions[entry] = id;
        if defines && !matches!(sense, Some(Sense::Unknown(_))) {
            self.note_inline(unit, entry, id, defined);
            self.define_function(id, (unit, entry), ty, yields, defined);
            if self.given.get(&id).is_some_and(|(giver, _)| *giver == (unit, entry)) {
                self.program.functions[id].noreturn = noreturn;
            }
        }
    }

    fn new_function(
        &mut self,
        name: Arc<str>,
        linkage: Linkage,
        ty: TypeId,
        noreturn: bool,
        span: Span,
    ) -> FunctionId {
        let signature = self.signature_of(ty);
        self.program.functions.push(Function {
            name,
            linkage,
            ty,
            signature,
            noreturn,
            body: Code::none(),
            contract: None,
            role: Role::Ordinary,
            span,
            end: Span::NONE,
        })
    }

    /// The function of an external name, entering it if it is new.
    fn declare_function(&mut self, name: Arc<str>, ty: TypeId, noreturn: bool, span: Span) -> FunctionId {
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
        let id = self.new_function(name.clone(), Linkage::External, ty, noreturn, span);
        self.external.entry(name).or_insert(Entity::Function(id));
        id
    }

    /// A function of which nothing is known, entering it if it is new.
    fn unknown_function(
        &mut self,
        number: usize,
        name: Arc<str>,
        ty: TypeId,
        noreturn: bool,
        span: Span,
    ) -> FunctionId {
        if let Some(Entity::Function(id)) = self.unknown.get(&number).copied() {
            // It may come back where nobody says that it does not.
            let never = self.program.functions[id].noreturn && noreturn;
            self.redeclare_function(id, ty, noreturn, span);
            self.program.functions[id].noreturn = never;
            return id;
        }
        let id = self.new_function(name, Linkage::External, ty, noreturn, span);
        self.program.functions[id].role = Role::Ambiguous;
        self.given.insert(id, (NOBODY, false));
        self.unknown.insert(number, Entity::Function(id));
        id
    }

    /// The functions that may be one of several definitions are none of them.
    fn leave_open(&mut self) {
        for (id, places) in &self.inline {
            if places.len() > 1 && self.program.functions[*id].role != Role::Model {
                self.given.insert(*id, (NOBODY, false));
            }
        }
    }

    /// Gives functions of which nothing is known code that says so. What runs before and behind `main` is one of them if it is
    /// not known which `main` that is.
    fn fill_unknown(&mut self) {
        let Program { functions, types, constructors, destructors, .. } = &mut self.program;
        if self.senses.are_several() {
            for (list, when) in [(constructors, "before"), (destructors, "behind")] {
                let Some(first) = list.first().map(|id| functions[*id].clone()) else { continue };
                let why = format!("which programs `{}` runs in, {when} `main`, is not known", first.name);
                let body = programs::unknown(&why, &first.signature, types, first.span);
                let role = Role::Ambiguous;
                *list = vec![functions.push(Function { body, role, contract: None, ..first })];
            }
        }
        for entity in self.unknown.values() {
            let Entity::Function(id) = entity else { continue };
            let function = &mut functions[*id];
            let why =
                format!("`{}` is called, which several files define, for different programs", function.name);
            function.body = programs::unknown(&why, &function.signature, types, function.span);
        }
        for (id, _) in self.inline.iter().filter(|(_, places)| places.len() > 1) {
            let function = &mut functions[*id];
            if function.role == Role::Model {
                continue;
            }
            function.role = Role::Ambiguous;
            let why =
                format!("`{}` is called, which has an inline definition and another one", function.name);
            function.body = programs::unknown(&why, &function.signature, types, function.span);
        }
    }

    fn signature_of(&self, ty: TypeId) -> Signature {
        match self.program.types.kind(ty) {
            TypeKind::Function(signature) => signature.clone(),
            _ => Signature { ret: Types::VOID, params: Vec::new(), variadic: true, prototyped: false },
        }
    }

    fn redeclare_function(&mut self, id: FunctionId, ty: TypeId, noreturn: bool, span: Span) {
        let known = &self.program.functions[id];
        if !compatible(&self.program.types, known.ty, ty, 0) {
            let (name, other) = (known.name.clone(), known.span);
            self.conflict(&name, "is declared with different types", span, other);
            return;
        }
        let better = !known.signature.prototyped && known.ty != ty;
        let signature = better.then(|| self.signature_of(ty)).filter(|signature| signature.prototyped);
        // One that is defined knows best whether it returns: whoever was told otherwise checks that it does not.
        let defined = self.given.contains_key(&id);
        let function = &mut self.program.functions[id];
        function.noreturn |= noreturn && !defined;
        if let Some(signature) = signature {
            (function.ty, function.signature) = (ty, signature);
        }
    }

    /// Notes where a function is defined, if it is a matter of `inline`: C leaves open whether a call means the inline definition that
    /// it sees, or the other one (6.7.4 §7). In headers they are the same.
    fn note_inline(&mut self, unit: usize, entry: usize, id: FunctionId, defined: Span) {
        let function = &self.units[unit].object.functions[entry];
        let of_system =
            self.program.sources.files.get(defined.file.0 as usize).is_some_and(|file| file.system);
        if of_system || function.internal || function.role == Role::Model {
            return;
        }
        let place = (defined.file.0, defined.line, defined.column);
        if function.strength == Strength::Inline {
            let before = self.given.get(&id).map(|_| self.program.functions[id].span);
            let known = self.inline.entry(id).or_default();
            known.insert(place);
            known.extend(before.map(|before| (before.file.0, before.line, before.column)));
        } else if let Some(known) = self.inline.get_mut(&id) {
            known.insert(place);
        }
    }

    /// Notes that a unit defines this function.
    fn define_function(&mut self, id: FunctionId, giver: Giver, ty: TypeId, yields: bool, span: Span) {
        let known = self.given.get(&id).map(|(_, yields)| *yields);
        if known.is_none() || known == Some(true) && !yields {
            self.given.insert(id, (giver, yields));
            let signature = self.signature_of(ty);
            let function = &mut self.program.functions[id];
            (function.ty, function.signature, function.span) = (ty, signature, span);
        } else if !yields {
            let function = &self.program.functions[id];
            let (name, other) = (function.name.clone(), function.span);
            self.conflict(&name, "is defined twice", span, other);
        }
    }

    /// Gives the functions of a unit their code.
    fn fill_code(&mut self, unit: usize, context: Option<&[u8; 32]>) {
        let Linked { object, relocation } = &mut self.units[unit];
        let relocation = Arc::new(std::mem::take(relocation));
        let functions = std::mem::take(&mut object.functions);
        let code = object.code.clone();
        for (entry, function) in functions.into_iter().enumerate() {
            let id = relocation.functions[entry];
            let Some(((start, end), mut glance)) = function.body.filter(|_| id.0 != Relocation::ABSENT)
            else {
                continue;
            };
            let known = &mut self.program.functions[id];
            // Clauses and aliases define no name.
            let gives = match self.given.get(&id) {
                Some((giver, _)) => *giver == (unit, entry),
                None => known.body.is_none(),
            };
            if !gives {
                continue;
            }
            glance.relocate(&relocation);
            glance.key = glance.key.map(|key| keys::in_context(key, context));
            known.body = Code::packed(Packed {
                bytes: code.clone(),
                range: start..end,
                relocation: relocation.clone(),
                glance,
            });
            known.contract = function.contract.map(|contract| moved_contract(&contract, &relocation));
            known.role = match function.role {
                Role::Clause { of } => Role::Clause { of: relocation.functions[of.index()] },
                role => role,
            };
            (known.span, known.end) = (relocation.place(function.span), relocation.place(function.end));
        }
    }

    // ── Global objects ──────────────────────────────────────────────────────────────────────

    fn enter_global(&mut self, unit: usize, entry: usize) {
        let Linked { object, relocation } = &self.units[unit];
        let GlobalEntry { internal, size, align, read_only, kind, defines, initialized, weak, .. } =
            object.globals[entry];
        let given = &object.globals[entry];
        let name = given.name.clone();
        let linkage = if internal { Linkage::Internal(object.path.clone()) } else { Linkage::External };
        let (ty, span) = (relocation.types[given.ty.index()], relocation.place(given.span));
        let sense = self.senses.get(unit, &name).filter(|_| !internal);
        let mut global = Global { name, linkage, ty, size, align, init: None, read_only, kind, span };
        let (id, takes) = if sense == Some(Sense::Own) {
            global.linkage = Linkage::Internal(object.path.clone());
            (self.program.globals.push(global), true)
        } else if let Some(Sense::Unknown(number)) = sense {
            (self.unknown_global(number, global), false)
        } else if internal {
            if kind == GlobalKind::String {
                self.strings += 1;
                global.name = format!(".str{}", self.strings).into();
            }
            (self.program.globals.push(global), true)
        } else {
            self.declare_global(global, defines, initialized, weak)
        };
        self.units[unit].relocation.globals[entry] = id;
        if takes {
            self.contents.insert(id, (unit, entry));
        }
    }

    /// The global object of an external name, entering it if it is new. Says whether this is its definition.
    fn declare_global(
        &mut self,
        global: Global,
        defines: bool,
        initialized: bool,
        weak: bool,
    ) -> (GlobalId, bool) {
        match self.external.get(&global.name) {
            Some(Entity::Global(id)) => {
                let id = *id;
                return (id, self.redeclare_global(id, &global, defines, initialized, weak));
            }
            Some(Entity::Function(id)) => {
                let other = self.program.functions[*id].span;
                let name = global.name.clone();
                self.conflict(&name, "is a variable here and a function elsewhere", global.span, other);
            }
            None => {}
        }
        let name = global.name.clone();
        let id = self.program.globals.push(global);
        self.external.entry(name).or_insert(Entity::Global(id));
        if initialized {
            self.initialized.insert(id);
        }
        if defines && weak {
            self.weak.insert(id);
        }
        (id, defines)
    }

    /// A variable of which nothing is known, entering it if it is new.
    fn unknown_global(&mut self, number: usize, global: Global) -> GlobalId {
        if let Some(Entity::Global(id)) = self.unknown.get(&number).copied() {
            self.redeclare_global(id, &global, false, false, false);
            return id;
        }
        let id = self.program.globals.push(global);
        self.unknown.insert(number, Entity::Global(id));
        id
    }

    fn redeclare_global(
        &mut self,
        id: GlobalId,
        global: &Global,
        defines: bool,
        initialized: bool,
        weak: bool,
    ) -> bool {
        let known = &self.program.globals[id];
        let (name, other) = (known.name.clone(), known.span);
        if !compatible(&self.program.types, known.ty, global.ty, 0) {
            self.conflict(&name, "is declared with different types", global.span, other);
            return false;
        }
        // A strong definition takes the place of a weak one; of two weak ones the first is taken.
        let is_defined = self.contents.contains_key(&id);
        let replaces = defines && !weak && self.weak.remove(&id);
        if weak && is_defined && !replaces {
            return false;
        }
        if replaces {
            self.initialized.remove(&id);
        } else if defines && weak {
            self.weak.insert(id);
        }
        if initialized && !self.initialized.insert(id) {
            self.conflict(&name, "is defined twice", global.span, other);
            return false;
        }
        // The declaration that knows more about the type is kept, and the one that defines it.
        let takes = defines && (initialized || replaces || !is_defined);
        let entry = &mut self.program.globals[id];
        if global.size > entry.size || takes {
            (entry.ty, entry.size) = (global.ty, global.size.max(entry.size));
        }
        entry.align = entry.align.max(global.align);
        if takes {
            (entry.span, entry.read_only) = (global.span, global.read_only);
        }
        takes
    }

    /// Gives the global objects of a unit their first contents, and notes where the program knows more of their types.
    fn fill_contents(&mut self, unit: usize) {
        let Linked { object, relocation } = &mut self.units[unit];
        let unchanged = unchanged(object);
        for (entry, unchanged) in unchanged.into_iter().enumerate() {
            let id = relocation.globals[entry];
            if id.0 == Relocation::ABSENT {
                continue;
            }
            let given = &mut object.globals[entry];
            if self.contents.get(&id) == Some(&(unit, entry)) {
                self.program.globals[id].init =
                    given.init.take().map(|init| moved_contents(init, relocation));
            }
            self.program.globals[id].read_only |= unchanged;
            let ty = self.program.globals[id].ty;
            if relocation.types[given.ty.index()] != ty {
                relocation.global_types.insert(id, ty);
            }
        }
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

/// Which variables are the unit's own, and nothing in it changes them or lets others do so: they are what they were initialized with.
fn unchanged(object: &Object) -> Vec<bool> {
    let own = |entry: &GlobalEntry| {
        entry.internal && entry.init.is_some() && entry.kind != GlobalKind::String && !entry.read_only
    };
    let mut unchanged: Vec<bool> = object.globals.iter().map(own).collect();
    let spoiled = object.functions.iter().flat_map(|entry| &entry.spoils);
    spoiled.for_each(|id| unchanged[id.index()] = false);
    // What a contract speaks of is what the contract says, whoever sees to it.
    let mut spoken: FxHashSet<usize> = FxHashSet::default();
    let clauses = object.functions.iter().enumerate();
    let mut todo: Vec<usize> =
        clauses.filter(|(_, entry)| matches!(entry.role, Role::Clause { .. })).map(|(n, _)| n).collect();
    while let Some(n) = todo.pop() {
        if !spoken.insert(n) {
            continue;
        }
        if let Some((_, glance)) = &object.functions[n].body {
            todo.extend(glance.calls.iter().chain(&glance.takes).map(|id| id.index()));
            glance.globals.iter().for_each(|id| unchanged[id.index()] = false);
        }
    }
    // An address in an initializer may be read from there and written through.
    let addresses = object.globals.iter().flat_map(|entry| &entry.init).flat_map(|init| &init.addresses);
    let symbols = addresses.map(|at| at.symbol).chain(object.aliases.iter().map(|alias| alias.target));
    for symbol in symbols {
        if let Symbol::Global(id) = symbol {
            unchanged[id.index()] = false;
        }
    }
    unchanged
}

fn moved_contents(init: Initializer, relocation: &Relocation) -> Initializer {
    let symbol = |symbol: Symbol| match symbol {
        Symbol::Global(id) => Symbol::Global(relocation.globals[id.index()]),
        Symbol::Function(id) => Symbol::Function(relocation.functions[id.index()]),
        Symbol::Label(id, label) => Symbol::Label(relocation.functions[id.index()], label),
    };
    let moved = |at: &AddressAt| AddressAt { symbol: symbol(at.symbol), ..at.clone() };
    Initializer { addresses: init.addresses.iter().map(moved).collect(), bytes: init.bytes }
}

fn moved_contract(contract: &Contract, relocation: &Relocation) -> Contract {
    let mut writer = Writer::default();
    contract.write(&mut writer);
    Contract::read(&mut Reader::new(&writer.bytes, relocation)).expect("it was just written")
}
