//! Symbols of the object file that are not simply what C defines: second names (`alias`, `weakref`), names that nothing need
//! define (`weak`), functions that a call before `main` chooses (`ifunc`), and what assembly at file scope says of names.
//!
//! A second name of the unit's own stands for the same object or function. One that is weak may be another's in the end, so
//! where another unit defines it, it is left to linking. A weak name that no unit and no library defines has the address null.
//! Of assembly only directives are read: a name that is set to another is a second name; one that may have been given a meaning in
//! any other way is unknown where it is mentioned.
//! A function with a resolver becomes one that calls what a constructor has stored.

use std::sync::Arc;

use ir::{
    Argument, Base, Block, Body, Call, Callee, Destination, FunctionId, GlobalKind, Linkage, Local, LocalId,
    Operand, Place, Span, Stmt, StmtKind, Symbol, Terminator, TypeId, Types, Var,
};
use rucc_sema as s;

use super::draft::Entity;
use super::function::FunctionLowering;
use super::unit::UnitLowering;
use crate::object::{AliasEntry, Strength};

/// Directives that give no name a meaning that C does not see.
const HARMLESS: &[&str] = &[
    ".globl",
    ".global",
    ".extern",
    ".hidden",
    ".internal",
    ".protected",
    ".type",
    ".size",
    ".local",
    ".symver",
    ".ident",
    ".file",
    ".loc",
    ".text",
    ".data",
    ".bss",
    ".section",
    ".pushsection",
    ".popsection",
    ".previous",
    ".subsection",
    ".align",
    ".balign",
    ".p2align",
    ".byte",
    ".2byte",
    ".4byte",
    ".8byte",
    ".short",
    ".hword",
    ".word",
    ".value",
    ".int",
    ".long",
    ".quad",
    ".octa",
    ".ascii",
    ".asciz",
    ".string",
    ".zero",
    ".skip",
    ".space",
    ".fill",
    ".incbin",
    ".float",
    ".double",
    ".code32",
    ".code64",
    ".att_syntax",
    ".intel_syntax",
    ".arch",
    ".cpu",
];

/// Functions that run by themselves before all others.
const FIRST: u16 = 0;

/// Second names of second names are followed this far.
const DEEPEST: usize = 16;

/// A function with a resolver: the variable and the function before `main` that keep and get what is chosen.
pub(super) struct Indirect {
    function: FunctionId,
    resolver: FunctionId,
    holder: ir::GlobalId,
    choose: FunctionId,
    span: Span,
}

impl UnitLowering<'_> {
    /// Whether the unit has names that other units or the linker may give another meaning.
    pub(super) fn has_symbols(&self) -> bool {
        let tast = &self.unit.tast;
        let special = |decl: &s::DeclId| {
            let declared = &tast[*decl];
            declared.alias.is_some() || declared.flags.contains(s::DeclFlags::WEAK)
        };
        !tast.file_asms().is_empty() || tast.top_level().iter().any(special)
    }

    /// Enters second names and what assembly says, when all that C defines is entered.
    pub(super) fn declare_symbols(&mut self) {
        for decl in self.unit.tast.top_level().to_vec() {
            let declared = &self.unit.tast[decl];
            let is_external = declared.linkage == s::Linkage::External;
            let weak = declared.flags.contains(s::DeclFlags::WEAK);
            if self.alias_of(decl).is_some()
                && is_external
                && let Some(target) = self.target_of(decl)
            {
                let name = self.link_name(&self.unit.tast[decl]);
                let span = self.decl_span(decl);
                self.add_alias(name, target, weak, span);
            }
        }
        for decl in std::mem::take(&mut self.indirect) {
            self.declare_indirect(decl);
        }
        for asm in self.unit.tast.file_asms().to_vec() {
            let (text, span) = (self.text(asm.template), asm.span);
            let span = self.unit.spans.resolve(span, &mut self.draft.program.sources);
            self.read_assembly(&text, span);
        }
    }

    fn add_alias(&mut self, name: Arc<str>, target: Entity, weak: bool, span: Span) {
        let target = match target {
            Entity::Function(id) => {
                if let Some(body) = self.lazy.remove(&id) {
                    self.bodies.push((body, id));
                }
                Symbol::Function(id)
            }
            Entity::Global(id) => Symbol::Global(id),
        };
        self.draft.aliases.push(AliasEntry { name, target, weak, span });
    }

    /// The name that a declaration is a second one for.
    fn alias_of(&self, decl: s::DeclId) -> Option<Arc<str>> {
        let declared = &self.unit.tast[decl];
        let target = declared.alias?;
        let other = declared.flags.contains(s::DeclFlags::WEAKREF) || self.unit.tast.is_ifunc(decl);
        (!other).then(|| self.text(target).into())
    }

    /// What a second name stands for, in this unit.
    fn target_of(&self, decl: s::DeclId) -> Option<Entity> {
        let mut name = self.alias_of(decl)?;
        for _ in 0..DEEPEST {
            let known = self.internal.get(&name).copied().or_else(|| self.draft.external(&name));
            let is_second = |decl: &&s::DeclId| *self.link_name(&self.unit.tast[**decl]) == *name;
            let second = self.unit.tast.top_level().iter().filter(|decl| self.alias_of(**decl).is_some());
            match second.into_iter().find(is_second) {
                Some(next) => name = self.alias_of(*next)?,
                None => return known,
            }
        }
        None
    }

    /// What a second name is lowered as; nothing if it is none, or another unit defines it.
    pub(super) fn aliased(&self, decl: s::DeclId) -> Option<Entity> {
        if let Some(chosen) = self.chosen.get(&decl) {
            return Some(*chosen);
        }
        let declared = &self.unit.tast[decl];
        if declared.flags.contains(s::DeclFlags::WEAKREF) {
            // What is static here is not seen from elsewhere.
            return self.internal.get(&self.link_name(declared)).copied();
        }
        if declared.alias.is_none() || self.alias_of(decl).is_none() {
            let name = declared.name.filter(|_| !self.set_by_assembly.is_empty())?;
            let name: Arc<str> = self.unit.names.resolve(name).into();
            let is_file_scope = declared.linkage == s::Linkage::External && declared.body.is_none();
            return self.set_by_assembly.get(&name).copied().filter(|_| is_file_scope);
        }
        let elsewhere = declared.linkage == s::Linkage::External
            && self.draft.is_in_other_unit(&self.link_name(declared));
        self.target_of(decl).filter(|_| !elsewhere)
    }

    /// Whether a weak name is one that nothing defines, so that its address is null.
    pub(super) fn is_absent(&self, decl: s::DeclId) -> bool {
        let declared = &self.unit.tast[decl];
        let is_reference = declared.flags.contains(s::DeclFlags::WEAKREF);
        let is_weak = declared.flags.contains(s::DeclFlags::WEAK) || is_reference;
        if !is_weak || declared.alias.is_some() && !is_reference || declared.body.is_some() {
            return false;
        }
        let name = self.link_name(declared);
        let of_library = name.starts_with("__")
            || name.starts_with("pthread_")
            || s::library_name(&format!("__builtin_{name}")).is_some()
            || self.unit.spans.is_system(self.unit.tast.decl_span(decl));
        // Who mentions the name by another declaration needs it; to declare it needs nothing.
        let is_needed = |id: &s::DeclId| {
            let other = &self.unit.tast[*id];
            let weak =
                other.flags.contains(s::DeclFlags::WEAK) || other.flags.contains(s::DeclFlags::WEAKREF);
            !weak
                && other.linkage == s::Linkage::External
                && self.link_name(other) == name
                && (other.body.is_some() || self.is_mentioned(*id))
        };
        if of_library
            || is_reference && self.internal.contains_key(&name)
            || self.assembled.contains(&name)
            || is_reference && self.unit.tast.top_level().iter().any(is_needed)
        {
            return false;
        }
        !match self.draft.external(&name) {
            Some(Entity::Function(id)) => self.draft.is_defined(id),
            Some(Entity::Global(id)) => self.draft.is_global_defined(id),
            None => self.draft.is_elsewhere(&name),
        }
    }

    /// Whether an expression of the unit names something by a declaration.
    fn is_mentioned(&self, decl: s::DeclId) -> bool {
        let tast = &self.unit.tast;
        let mut all = (0..tast.counts().exprs).map(s::ExprId::from_usize);
        all.any(|id| matches!(tast[id].kind, s::ExprKind::Decl(named) if named == decl))
    }

    // ── Functions that are chosen before `main` ─────────────────────────────────────────────

    /// Enters a function with a resolver.
    fn declare_indirect(&mut self, decl: s::DeclId) {
        let Some(named) = self.unit.tast[decl].alias.map(|name| self.text(name)) else { return };
        let span = self.decl_span(decl);
        if let Some(only) = self.only_choice(&named) {
            self.chosen.insert(decl, only);
            let (name, weak) = (self.link_name(&self.unit.tast[decl]), self.is_weak(decl));
            if self.unit.tast[decl].linkage == s::Linkage::External {
                self.add_alias(name, only, weak, span);
            }
            return;
        }
        let id = self.function_of(decl);
        let strength = if self.is_weak(decl) { Strength::Weak } else { Strength::Strong };
        let function = &self.draft.program.functions[id];
        let (name, ty, signature) = (function.name.clone(), function.ty, function.signature.clone());
        self.draft.define_function(id, ty, strength, span);
        let types = &mut self.draft.program.types;
        let mut all = signature.params.iter().chain([&signature.ret]);
        let forwards = signature.prototyped
            && !signature.variadic
            && all.all(|ty| *ty == Types::VOID || types.is_scalar(*ty));
        let pointer = types.pointer(ty);
        let resolver = self.internal.get(named.as_str()).copied().or_else(|| self.draft.external(&named));
        let Some(Entity::Function(resolver)) = resolver.filter(|_| forwards) else {
            let why = format!("a call of `{name}`, which a function chooses before `main`");
            self.give(id, stopping(&why, signature.params.iter().copied(), span), span);
            return;
        };
        if let Some(body) = self.lazy.remove(&resolver) {
            self.bodies.push((body, resolver));
        }
        let unit = self.unit.path.clone();
        let holder = format!("{name}.ifunc").into();
        let holder = self.draft.add_private(holder, pointer, GlobalKind::StaticLocal, span, &unit);
        self.draft.program.globals[holder].init = Some(ir::Initializer::default());
        let choose = self.declare_first(&format!("{name}.choose"), span);
        self.chosen_later.push(Indirect { function: id, resolver, holder, choose, span });
    }

    fn is_weak(&self, decl: s::DeclId) -> bool {
        self.unit.tast[decl].flags.contains(s::DeclFlags::WEAK)
    }

    /// The one function that a resolver can give, if all it does is to give it.
    fn only_choice(&self, resolver: &str) -> Option<Entity> {
        let tast = &self.unit.tast;
        let defines =
            |decl: &&s::DeclId| tast[**decl].body.is_some() && *self.link_name(&tast[**decl]) == *resolver;
        let body = tast[*tast.top_level().iter().find(defines)?].body?;
        let s::Stmt::Block(list) = tast[body] else { return None };
        let [only] = tast[list] else { return None };
        let s::Stmt::Return(Some(mut given)) = tast[only] else { return None };
        loop {
            given = match tast[given].kind {
                s::ExprKind::Convert { operand, .. }
                | s::ExprKind::Cast(operand)
                | s::ExprKind::Unary { op: rucc_ast::UnaryOp::AddrOf, operand } => operand,
                s::ExprKind::Decl(decl) if tast[decl].kind == s::DeclKind::Function => {
                    let name = self.link_name(&tast[decl]);
                    let known = self.internal.get(&name).copied().or_else(|| self.draft.external(&name));
                    return known.filter(|known| self.defines(*known));
                }
                _ => return None,
            };
        }
    }

    /// Gives functions with resolvers their code: they call what the resolver gave.
    fn finish_one(&mut self, indirect: &Indirect) {
        let Indirect { function, resolver, holder, choose, span } = *indirect;
        let (ty, signature) = {
            let function = &self.draft.program.functions[function];
            (function.ty, function.signature.clone())
        };
        let pointer = self.draft.program.globals[holder].ty;
        let place = Place::whole(Base::Global(holder), pointer);
        let entry = &self.draft.program.functions[resolver];
        let (resolver_ty, given_ty) = (entry.ty, entry.signature.ret);
        // A resolver that looks at nothing gives the same at any time, as far as can be known.
        let is_plain = |stmt: &Stmt| {
            matches!(
                stmt.kind,
                StmtKind::Assign { .. } | StmtKind::Nondet { .. } | StmtKind::Dead(_) | StmtKind::Live { .. }
            )
        };
        let plain = entry
            .body
            .as_ref()
            .is_some_and(|body| body.blocks.iter().all(|block| block.stmts.iter().all(is_plain)));
        let ask = |made: &mut Made| {
            let (given, converted) = (made.local(given_ty), made.local(pointer));
            let dst = Some(Destination::Local(given));
            let callee = Callee::Function(resolver);
            made.add(StmtKind::Call(Call { dst, callee, args: Vec::new(), ty: resolver_ty }));
            made.add(StmtKind::Assign { dst: converted, value: ir::Rvalue::Convert(Operand::Local(given)) });
            converted
        };
        let mut first = Made::new(span);
        if !plain {
            let given = ask(&mut first);
            first.add(StmtKind::Store { place: place.clone(), value: Operand::Local(given) });
            self.draft.runs_by_itself(choose, Some(FIRST), None);
        }
        self.give(choose, first.finish(None), span);

        let mut call = Made::new(span);
        let args: Vec<LocalId> = signature.params.iter().map(|ty| call.local(*ty)).collect();
        call.body.params = args.iter().map(|arg| Var::Local(*arg)).collect();
        let to = if plain {
            ask(&mut call)
        } else {
            let to = call.local(pointer);
            call.add(StmtKind::Load { dst: to, place });
            to
        };
        let result = (signature.ret != Types::VOID).then(|| call.local(signature.ret));
        let args = args.into_iter().map(|arg| Argument::Value(Operand::Local(arg))).collect();
        let callee = Callee::Pointer(Operand::Local(to));
        call.add(StmtKind::Call(Call { dst: result.map(Destination::Local), callee, args, ty }));
        let body = call.finish(result.map(|result| Argument::Value(Operand::Local(result))));
        self.give(function, body, span);
    }

    /// The same for all of them, when their resolvers are lowered.
    pub(super) fn finish_indirect(&mut self) {
        for indirect in std::mem::take(&mut self.chosen_later) {
            self.finish_one(&indirect);
        }
    }

    fn give(&mut self, id: FunctionId, body: Body, span: Span) {
        let function = &mut self.draft.program.functions[id];
        function.body = body.into();
        (function.span, function.end) = (span, span);
    }

    /// A function that nobody wrote and that takes nothing.
    fn declare_first(&mut self, name: &str, span: Span) -> FunctionId {
        let signature =
            ir::Signature { ret: Types::VOID, params: Vec::new(), variadic: false, prototyped: true };
        let ty = self.draft.program.types.intern(ir::TypeKind::Function(signature), 0, 1);
        let linkage = Linkage::Internal(self.unit.path.clone());
        let id = self.draft.declare_function(name.into(), &linkage, ty, false, span);
        self.draft.define_function(id, ty, Strength::Strong, span);
        self.draft.program.functions[id].role = ir::Role::Model;
        id
    }

    // ── Assembly at file scope ──────────────────────────────────────────────────────────────

    fn read_assembly(&mut self, text: &str, span: Span) {
        let mut unread = false;
        for statement in statements(text) {
            let mut statement = statement.trim();
            while let Some((label, rest)) = labelled(statement) {
                self.assemble(label);
                statement = rest.trim();
            }
            let (word, rest) = statement.split_once(char::is_whitespace).unwrap_or((statement, ""));
            if word.is_empty() || HARMLESS.contains(&word) || word.starts_with(".cfi_") {
                continue;
            }
            let set = match word {
                ".set" | ".equ" | ".equiv" | ".eqv" => rest.split_once(','),
                _ => statement.split_once('=').map(|(name, value)| (name, value.trim_start_matches('='))),
            };
            match set.map(|(name, value)| (name.trim(), value.trim())) {
                Some((name, value)) if is_symbol(name) && is_symbol(value) => {
                    let value: Arc<str> = value.into();
                    let known = self.set_by_assembly.get(&value).copied();
                    let known = known.or_else(|| self.internal.get(&value).copied());
                    let known = known.or_else(|| self.draft.external(&value));
                    if let Some(known) = known.filter(|known| self.defines(*known)) {
                        self.set_by_assembly.insert(name.into(), known);
                        self.add_alias(name.into(), known, false, span);
                    } else {
                        unread = true;
                        self.assemble(name);
                    }
                }
                _ => {
                    unread = true;
                    words(statement).for_each(|word| self.assemble(word));
                }
            }
        }
        if unread {
            let why = "assembly at file scope may have defined or changed what C does not see";
            let first = self.declare_first("assembly", span);
            self.give(first, stopping(why, [], span), span);
            self.draft.runs_by_itself(first, Some(FIRST), None);
        }
    }

    fn defines(&self, entity: Entity) -> bool {
        match entity {
            Entity::Function(id) => self.draft.defines(id).0.is_some(),
            Entity::Global(id) => self.draft.defines_global(id).0,
        }
    }

    fn assemble(&mut self, name: &str) {
        self.assembled.insert(name.into());
    }
}

impl FunctionLowering<'_, '_> {
    /// A name is mentioned: if assembly may have given it its meaning, that is not known.
    pub(super) fn note_assembled(&mut self, decl: s::DeclId) {
        if self.unit.assembled.is_empty() {
            return;
        }
        let name = self.unit.link_name(&self.unit.unit.tast[decl]);
        if self.unit.assembled.contains(&name) {
            self.unsupported(format!(
                "`{name}`, to which assembly or another declaration may give a meaning"
            ));
        }
    }
}

/// The statements of an assembly text, without comments.
fn statements(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or(""));
    lines.flat_map(|line| line.split(';'))
}

/// A label in front of a statement, and the statement.
fn labelled(statement: &str) -> Option<(&str, &str)> {
    let (label, rest) = statement.split_once(':')?;
    let label = label.trim();
    let is_local = !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_digit());
    (is_symbol(label) || is_local).then_some((label, rest))
}

fn is_symbol(word: &str) -> bool {
    words(word).eq([word])
}

/// The names in a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
    let words = text.split(move |c| !is_part(c)).filter(|word| !word.is_empty());
    words.filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()))
}

/// Code that says that nothing is known.
fn stopping(why: &str, params: impl IntoIterator<Item = TypeId>, span: Span) -> Body {
    let mut made = Made::new(span);
    made.body.params = params
        .into_iter()
        .map(|ty| made.body.locals.push(Local { name: None, ty, span }))
        .map(Var::Local)
        .collect();
    made.add(StmtKind::Unsupported { why: why.into() });
    let mut body = made.finish(None);
    body.blocks[Body::ENTRY].terminator = Terminator::Unreachable;
    body
}

/// Code of one block that nobody wrote.
struct Made {
    body: Body,
    stmts: Vec<Stmt>,
    span: Span,
}

impl Made {
    fn new(span: Span) -> Self {
        Self { body: Body::default(), stmts: Vec::new(), span }
    }

    fn local(&mut self, ty: TypeId) -> LocalId {
        self.body.locals.push(Local { name: None, ty, span: self.span })
    }

    fn add(&mut self, kind: StmtKind) {
        self.stmts.push(Stmt { kind, span: self.span });
    }

    fn finish(mut self, result: Option<Argument>) -> Body {
        let terminator = Terminator::Return(result);
        self.body.blocks.push(Block { stmts: self.stmts, terminator, span: self.span });
        self.body
    }
}
