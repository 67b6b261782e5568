//! One translation unit on its way into the program: its names, types, strings and globals.

use std::sync::Arc;

use ir::{FunctionId, Global, GlobalId, GlobalKind, Initializer, Linkage, Span, Symbol, TypeId};
use rucc_sema as s;
use rucc_types as c;
use rustc_hash::{FxHashMap, FxHashSet};

use super::draft::{Draft, Entity};
use super::function::FunctionLowering;
use super::prescan::Prescan;
use super::repair::has_enum_bit_fields;
use super::reread::read_once;
use super::spoils::spoiled;
use super::symbols::Indirect;
use super::tidy::tidy;
use super::types::{TypeContext, TypeMap, layout_of};
use crate::object::Strength;
use crate::seams::{Seam, Seams};
use crate::unit::Unit;

/// A unit being lowered.
pub(super) struct UnitLowering<'a> {
    pub(super) unit: Unit,
    pub(super) draft: Draft<'a>,
    types: TypeMap,
    /// Functions and file-scope statics of this unit by name; objects without linkage by declaration.
    pub(super) internal: FxHashMap<Arc<str>, Entity>,
    pub(super) objects: FxHashMap<s::DeclId, GlobalId>,
    pub(super) functions: FxHashMap<s::DeclId, FunctionId>,
    strings: FxHashMap<s::StrId, GlobalId>,
    /// Labels whose address is taken, of the functions lowered so far.
    pub(super) labels: FxHashMap<s::LabelId, Symbol>,
    /// Whether nothing was declared in the body being lowered that others could see.
    pub(super) plain: bool,
    /// What the tables were like, body by body.
    pub(super) seams: Seams,
    /// Functions whose code this unit gives.
    pub(super) bodies: Vec<(s::DeclId, FunctionId)>,
    /// Static functions of system headers, lowered only if something uses them.
    pub(super) lazy: FxHashMap<FunctionId, s::DeclId>,
    /// Globals whose first contents this unit gives.
    contents: Vec<(s::DeclId, GlobalId)>,
    /// How many static locals of a name there are.
    static_names: FxHashMap<Arc<str>, u32>,
    /// Functions that a call before `main` chooses.
    pub(super) indirect: Vec<s::DeclId>,
    pub(super) chosen: FxHashMap<s::DeclId, Entity>,
    pub(super) chosen_later: Vec<Indirect>,
    /// Names that assembly at file scope may have given a meaning.
    pub(super) assembled: FxHashSet<Arc<str>>,
    /// Names that it set to others of this unit.
    pub(super) set_by_assembly: FxHashMap<Arc<str>, Entity>,
    /// Why its functions are there.
    pub(super) role: ir::Role,
    /// Whether promotions may have to be repaired; see `repair`.
    pub(super) has_enum_bit_fields: bool,
    /// Whether there are references (`weakref`) whose meaning depends on what bodies mention.
    has_weak_references: bool,
    /// The names that some declaration of the unit, wherever it stands, promises not to return for.
    promised: FxHashSet<Arc<str>>,
}

impl<'a> UnitLowering<'a> {
    pub(super) fn new(unit: Unit, draft: Draft<'a>, role: ir::Role) -> Self {
        let has_enum_bit_fields = has_enum_bit_fields(&unit.types);
        let is_reference = |decl: &s::DeclId| unit.tast[*decl].flags.contains(s::DeclFlags::WEAKREF);
        let has_weak_references = unit.tast.top_level().iter().any(is_reference);
        let mut lowering = Self {
            types: TypeMap::new(&unit),
            unit,
            draft,
            internal: FxHashMap::default(),
            objects: FxHashMap::default(),
            functions: FxHashMap::default(),
            strings: FxHashMap::default(),
            labels: FxHashMap::default(),
            plain: true,
            seams: Seams::default(),
            bodies: Vec::new(),
            lazy: FxHashMap::default(),
            contents: Vec::new(),
            static_names: FxHashMap::default(),
            indirect: Vec::new(),
            chosen: FxHashMap::default(),
            chosen_later: Vec::new(),
            assembled: FxHashSet::default(),
            set_by_assembly: FxHashMap::default(),
            role,
            has_enum_bit_fields,
            has_weak_references,
            promised: FxHashSet::default(),
        };
        lowering.note_declarations();
        lowering
    }

    /// Notes what declarations say of symbols that others may speak of by another name, before any body is lowered.
    fn note_declarations(&mut self) {
        let mut hidden: FxHashSet<Arc<str>> = FxHashSet::default();
        for decl in (0..self.unit.tast.counts().decls).map(s::DeclId::from_usize) {
            let declared = &self.unit.tast[decl];
            match declared.kind {
                s::DeclKind::Function if self.never_returns(decl) => {
                    self.promised.insert(self.link_name(declared));
                }
                _ => {}
            }
            // A reference gives no symbol: it asks for one.
            let refers = declared.flags.contains(s::DeclFlags::WEAKREF);
            if declared.asm_label.is_some() && !refers && declared.linkage != s::Linkage::External {
                hidden.insert(self.link_name(declared));
            }
        }
        if hidden.is_empty() {
            return;
        }
        // What is not seen from elsewhere is seen in its own file, by whoever gives its symbol.
        let decls = (0..self.unit.tast.counts().decls).map(s::DeclId::from_usize);
        let external = decls
            .map(|decl| &self.unit.tast[decl])
            .filter(|declared| declared.linkage == s::Linkage::External && declared.name.is_some());
        let named: Vec<Arc<str>> = external.map(|declared| self.link_name(declared)).collect();
        self.assembled.extend(named.into_iter().filter(|name| hidden.contains(name)));
    }

    /// Whether a function must not return, by any of its declarations.
    pub(super) fn must_not_return(&self, id: FunctionId) -> bool {
        let function = &self.draft.program.functions[id];
        function.noreturn || self.promised.contains(&function.name)
    }

    /// Enters the names that the unit defines, then what they stand for. With `keyed`, it is to be kept.
    pub(super) fn lower(mut self, keyed: bool) -> (Unit, Draft<'a>, Seams, Vec<Vec<GlobalId>>) {
        self.seams.start = self.sizes();
        for decl in self.unit.tast.top_level().to_vec() {
            let declared = &self.unit.tast[decl];
            // What is only declared is entered where it is used.
            match declared.kind {
                s::DeclKind::Function if self.unit.tast.is_ifunc(decl) => self.indirect.push(decl),
                s::DeclKind::Function if declared.body.is_some() => {
                    self.declare_function(decl);
                }
                s::DeclKind::Object
                    if declared.state != s::Definition::Declared && declared.alias.is_none() =>
                {
                    self.global_of(decl, None);
                }
                _ => {}
            }
        }
        self.declare_symbols();
        let program = &self.draft.program;
        self.draft.declared = (program.functions.len(), program.globals.len());
        self.define();
        if keyed {
            self.finish_seams();
        }
        let functions = self.draft.program.functions.ids();
        let spoils = functions.map(|id| self.spoiled_by(id)).collect();
        (self.unit, self.draft, self.seams, spoils)
    }

    /// Lowers the initializers and the bodies of the unit.
    fn define(&mut self) {
        // Static locals, literals and functions of headers join the lists while they are worked
        // through.
        self.define_contents();
        let mut next = 0;
        while let Some(&(decl, function)) = self.bodies.get(next) {
            next += 1;
            self.define_whole(decl, function);
        }
        self.seams.end = self.sizes();
        self.finish_indirect();
    }

    /// Lowers a body and the initializers of what it declares, and notes what it was like.
    pub(super) fn define_whole(&mut self, decl: s::DeclId, function: FunctionId) {
        let before = self.sizes();
        let asked = self.draft.take_asked();
        self.plain = !self.has_weak_references;
        self.define_body(decl, function);
        self.define_contents();
        let plain = self.plain && self.draft.program.functions[function].contract.is_none();
        let new = self.draft.take_asked();
        self.seams.bodies.push(Seam {
            function,
            before,
            asked: new.keys().cloned().collect(),
            plain,
            written: None,
        });
        self.draft.add_asked(asked);
        self.draft.add_asked(new);
    }

    fn define_contents(&mut self) {
        while let Some((decl, global)) = self.contents.pop() {
            let span = self.decl_span(decl);
            let init = self.unit.tast[decl].init;
            let (init, end) = match init {
                Some(list) => self.initializer(decl, list, span),
                None => (Some(Initializer::default()), 0),
            };
            let entry = &mut self.draft.program.globals[global];
            entry.size = entry.size.max(end);
            entry.init = init;
        }
    }

    fn define_body(&mut self, decl: s::DeclId, id: FunctionId) {
        let declared = self.unit.tast[decl].clone();
        let Some(body) = declared.body else { return };
        let function = &self.draft.program.functions[id];
        let (name, signature) = (function.name.clone(), function.signature.clone());
        let span = self.decl_span(decl);
        let end = self.end_of_stmt(body);
        let written = self.written_contract(body);
        let contract = self.contract(id, &declared, &written);
        self.draft.program.functions[id].contract = contract;
        let scan = Prescan::of(&self.unit, body, &written.stmts);
        self.plain &= scan.plain;
        let mut lowering = FunctionLowering::new(self, id, name, scan, signature.ret);
        lowering.contract = written.stmts;
        lowering.no_result = written.result;
        lowering.no_ghosts = written.ghosts;
        lowering.span = span;
        lowering.parameters(&declared, signature.prototyped);
        lowering.check_parameters(decl);
        lowering.note_unknown_nonnull(body);
        if let Some(why) = lowering.unit.unit.unmodelled.clone() {
            lowering.unsupported(why);
        }
        lowering.stmt(body);
        lowering.span = end;
        lowering.fall_off_the_end();
        lowering.note_relaxed();
        let body = lowering.body;
        let int = self.draft.program.types.int(32, true);
        let code = read_once(&self.draft.program.types, tidy(body, int));
        let entry = &mut self.draft.program.functions[id];
        entry.body = code.into();
        entry.span = span;
        entry.end = end;
        // Without a number, the last of all.
        let number = |priority| match priority {
            s::Priority::Numbered(number) => number,
            s::Priority::Unnumbered => u16::MAX,
        };
        let startup = declared.startup;
        self.draft.runs_by_itself(id, startup.before.map(number), startup.after.map(number));
    }

    /// The static variables that a function may change or give away.
    pub(super) fn spoiled_by(&self, id: FunctionId) -> Vec<GlobalId> {
        let program = &self.draft.program;
        let body = program.functions[id].body.as_ref();
        body.map_or_else(Vec::new, |body| spoiled(program, body, &|callee, n| self.leaves_alone(callee, n)))
    }

    /// Whether a function leaves alone what its argument of this number points to: one of the library's of which that is known.
    fn leaves_alone(&self, id: FunctionId, argument: usize) -> bool {
        // Nearly all that a program calls is its own, and need not be looked for.
        if self.draft.is_defined(id) {
            return false;
        }
        let is_meant = |(decl, known): &(&s::DeclId, &FunctionId)| {
            **known == id && self.unit.spans.is_system(self.unit.tast.decl_span(**decl))
        };
        let known = library::find(&self.draft.program.functions[id].name);
        known.is_some_and(|known| known.leaves_alone(argument))
            && self.functions.iter().any(|at| is_meant(&at))
    }

    // ── Names ───────────────────────────────────────────────────────────────────────────────

    /// The name the linker knows a declaration by.
    pub(super) fn link_name(&self, decl: &s::Decl) -> Arc<str> {
        link_name(&self.unit, decl)
    }

    pub(super) fn declare_function(&mut self, decl: s::DeclId) {
        let id = self.function_named(decl);
        let declared = &self.unit.tast[decl];
        let strength = match declared.inline {
            _ if declared.flags.contains(s::DeclFlags::WEAK) => Strength::Weak,
            s::Emission::Inline => Strength::Inline,
            _ => Strength::Strong,
        };
        let c_ty = declared.ty;
        let ty = self.ty(c_ty);
        let span = self.definition_span(decl);
        if self.draft.define_function(id, ty, strength, span) {
            let internal = matches!(self.draft.program.functions[id].linkage, Linkage::Internal(_));
            if internal && self.unit.spans.is_system(self.unit.tast.decl_span(decl)) {
                self.lazy.insert(id, decl);
            } else {
                self.draft.program.functions[id].role = self.role;
                self.bodies.push((decl, id));
            }
        }
    }

    /// The function a declaration names.
    pub(super) fn function_of(&mut self, decl: s::DeclId) -> FunctionId {
        let id = self.function_named(decl);
        if let Some(body) = self.lazy.remove(&id) {
            self.bodies.push((body, id));
        }
        id
    }

    fn function_named(&mut self, decl: s::DeclId) -> FunctionId {
        if let Some(&known) = self.functions.get(&decl) {
            return known;
        }
        let declared = self.unit.tast[decl].clone();
        if let Some(Entity::Function(known)) = self.aliased(decl) {
            self.functions.insert(decl, known);
            return known;
        }
        let name = self.link_name(&declared);
        let internal =
            declared.linkage == s::Linkage::Internal && !declared.flags.contains(s::DeclFlags::WEAKREF);
        if internal && let Some(Entity::Function(known)) = self.internal.get(&name) {
            self.functions.insert(decl, *known);
            return *known;
        }
        let linkage = if internal { Linkage::Internal(self.unit.path.clone()) } else { Linkage::External };
        let ty = self.ty(declared.ty);
        let noreturn = self.never_returns(decl);
        let span = self.decl_span(decl);
        let id = self.draft.declare_function(name.clone(), &linkage, ty, noreturn, span);
        if internal {
            self.internal.insert(name, Entity::Function(id));
        }
        self.functions.insert(decl, id);
        id
    }

    /// Whether a declaration says that its function never returns.
    pub(super) fn never_returns(&self, decl: s::DeclId) -> bool {
        let declared = &self.unit.tast[decl];
        let named = declared.name.is_some_and(|name| self.unit.never_returning.contains(&name.raw()));
        declared.flags.contains(s::DeclFlags::NORETURN) || named || self.is_of_never_returning(declared.ty)
    }

    /// Whether functions of a type never return: what a pointer leads to that has the attribute is qualified, and names of types
    /// are known ([`crate::rewrite::promises`]).
    pub(super) fn is_of_never_returning(&self, ty: c::TypeId) -> bool {
        let types = &self.unit.types;
        let mut written = ty;
        loop {
            if c::is_function(types, written) && types.quals(written).has(c::Qualifiers::VOLATILE) {
                return true;
            }
            let c::TypeKind::Typedef { name, underlying, .. } = types.kind(written) else { return false };
            if self.unit.never_returning.contains(&name.raw()) && c::is_function(types, underlying) {
                return true;
            }
            written = underlying;
        }
    }

    /// A function of the C library that ends the program as by a signal, by a name that the program does not define.
    pub(super) fn trap_function(&mut self) -> FunctionId {
        let is_free = |name: &&str| match self.draft.external(name) {
            Some(Entity::Function(known)) => !self.draft.is_defined(known),
            Some(Entity::Global(_)) => false,
            None => !self.draft.is_elsewhere(name),
        };
        let name = ["abort", "_exit", "_Exit"].into_iter().find(is_free).unwrap_or("abort");
        if let Some(Entity::Function(known)) = self.draft.external(name) {
            return known;
        }
        let signature =
            ir::Signature { ret: ir::Types::VOID, params: Vec::new(), variadic: false, prototyped: false };
        let ty = self.draft.program.types.intern(ir::TypeKind::Function(signature), 0, 1);
        self.draft.declare_function(name.into(), &Linkage::External, ty, true, Span::NONE)
    }

    /// The global object a declaration with static storage names. `function` is the one it stands
    /// in.
    pub(super) fn global_of(&mut self, decl: s::DeclId, function: Option<&str>) -> GlobalId {
        if let Some(&known) = self.objects.get(&decl) {
            return known;
        }
        if let Some(Entity::Global(known)) = self.aliased(decl) {
            self.objects.insert(decl, known);
            return known;
        }
        let declared = self.unit.tast[decl].clone();
        let internal_name = (declared.linkage == s::Linkage::Internal
            && !declared.flags.contains(s::DeclFlags::WEAKREF))
        .then(|| self.link_name(&declared));
        if let Some(name) = &internal_name
            && let Some(Entity::Global(known)) = self.internal.get(name)
        {
            let known = *known;
            self.objects.insert(decl, known);
            return known;
        }
        let (global, defines) = self.new_global(decl, &declared, function);
        let initialized = declared.init.is_some();
        let (id, takes) = self.draft.declare_global(global, defines, initialized);
        if defines && declared.flags.contains(s::DeclFlags::WEAK) {
            self.draft.weak_globals.insert(id);
        }
        if let Some(name) = internal_name {
            self.internal.insert(name, Entity::Global(id));
        }
        self.objects.insert(decl, id);
        if takes {
            self.contents.push((decl, id));
        }
        id
    }

    fn new_global(&mut self, decl: s::DeclId, declared: &s::Decl, function: Option<&str>) -> (Global, bool) {
        let defines = declared.state != s::Definition::Declared;
        let ty = self.ty(declared.ty);
        let (size, align) = layout_of(&self.unit, declared.ty);
        let span = self.decl_span(decl);
        let unit = self.unit.path.clone();
        let (name, linkage, kind): (Arc<str>, _, _) = match (declared.linkage, declared.name) {
            _ if declared.flags.contains(s::DeclFlags::WEAKREF) => {
                (self.link_name(declared), Linkage::External, GlobalKind::Variable)
            }
            (s::Linkage::External, _) => (self.link_name(declared), Linkage::External, GlobalKind::Variable),
            (s::Linkage::Internal, _) => {
                (self.link_name(declared), Linkage::Internal(unit), GlobalKind::Variable)
            }
            (s::Linkage::None, Some(_)) => {
                let name = format!("{}.{}", function.unwrap_or("file"), self.link_name(declared));
                (self.unique(name), Linkage::Internal(unit), GlobalKind::StaticLocal)
            }
            (s::Linkage::None, None) => {
                let name = format!("{}.literal", function.unwrap_or("file"));
                (self.unique(name), Linkage::Internal(unit), GlobalKind::Literal)
            }
        };
        let quals = self.unit.types.object_quals(declared.ty);
        let global = Global {
            name,
            linkage,
            ty,
            size,
            align: align.max(declared.alignment.map_or(1, u64::from)),
            init: defines.then(Initializer::default),
            read_only: quals.has(c::Qualifiers::CONST),
            kind,
            span,
        };
        (global, defines)
    }

    /// A name for a static local; blocks of one function may have several of the same name.
    fn unique(&mut self, name: String) -> Arc<str> {
        let count = self.static_names.entry(name.as_str().into()).or_insert(0);
        *count += 1;
        if *count == 1 { name.into() } else { format!("{name}.{count}").into() }
    }

    /// The object of a string literal.
    pub(super) fn string(&mut self, literal: s::StrId, ty: TypeId) -> GlobalId {
        if let Some(&known) = self.strings.get(&literal) {
            return known;
        }
        let bytes = self.unit.tast[literal].bytes(&self.unit.target);
        let name = self.draft.string_name();
        let unit = self.unit.path.clone();
        let id = self.draft.add_private(name, ty, GlobalKind::String, Span::NONE, &unit);
        let global = &mut self.draft.program.globals[id];
        global.size = global.size.max(bytes.len() as u64);
        global.read_only = true;
        global.init = Some(Initializer { bytes: vec![(0, bytes)], addresses: Vec::new() });
        self.strings.insert(literal, id);
        id
    }

    /// What an address constant is the address of; `None` for a number, and for a weak name that nothing defines.
    pub(super) fn symbol(&mut self, base: s::Base, function: Option<&str>) -> Option<Symbol> {
        match base {
            s::Base::Decl(decl) if self.is_absent(decl) => None,
            s::Base::Decl(decl) => Some(match self.unit.tast[decl].kind {
                s::DeclKind::Function => Symbol::Function(self.function_of(decl)),
                _ => Symbol::Global(self.global_of(decl, function)),
            }),
            s::Base::Str(literal) => {
                let len = self.unit.tast[literal].elements.len() as u64 + 1;
                let width = self.unit.tast[literal].encoding.element_width(&self.unit.target);
                let elem = self.draft.program.types.int(width as u16, width == 8);
                let ty = self.draft.program.types.array(elem, Some(len));
                Some(Symbol::Global(self.string(literal, ty)))
            }
            s::Base::Label(label) => self.labels.get(&label).copied(),
            s::Base::Absolute => None,
        }
    }

    // ── Types, texts and places ─────────────────────────────────────────────────────────────

    fn type_context(&mut self) -> TypeContext<'_> {
        TypeContext {
            unit: &self.unit,
            map: &mut self.types,
            types: &mut self.draft.program.types,
            records: &mut self.draft.records,
        }
    }

    /// The IR type of a C type.
    pub(super) fn ty(&mut self, id: c::TypeId) -> TypeId {
        self.type_context().translate(id)
    }

    /// The IR record of a C record.
    pub(super) fn record(&mut self, id: c::RecordId) -> ir::RecordId {
        self.type_context().record(id)
    }

    /// The text of a string in the tree: an attribute's, a constraint's.
    pub(super) fn text(&self, literal: s::StrId) -> String {
        text(&self.unit, literal)
    }
}

/// The text of a string in a unit's tree.
fn text(unit: &Unit, literal: s::StrId) -> String {
    unit.tast[literal].elements.iter().filter_map(|unit| char::from_u32(*unit)).collect()
}

/// The name the linker knows a declaration by.
fn link_name(unit: &Unit, decl: &s::Decl) -> Arc<str> {
    if let Some(label) = decl.asm_label {
        return text(unit, label).into();
    }
    if let Some(target) = decl.alias.filter(|_| decl.flags.contains(s::DeclFlags::WEAKREF)) {
        return text(unit, target).into();
    }
    let name = decl.name.map_or("", |name| unit.names.resolve(name));
    s::library_name(name).unwrap_or(name).into()
}
