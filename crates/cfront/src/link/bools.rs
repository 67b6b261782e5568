//! `_Bool`: a byte that holds 0 or 1, unless somebody wrote to it in another way.
//!
//! Reading a `_Bool` whose byte is neither is undefined (it is a trap representation: C11 6.2.6.1 §5). Where that could happen each read is
//! preceded by a statement that says what C asks for. Most programs never write to such bytes but by the name of a truth value, by copying
//! a whole struct, or by setting all bytes to zero or one: then nothing needs to be said.
//!
//! Which is the case is a question to the whole program, and its answer goes by types (after Steensgaard, "Points-to Analysis in Almost
//! Linear Time", with types in place of objects): pointers that are converted into each other, and what is copied as bytes, lead to the same *class*
//! of memory. If a class has truth values in it and somebody writes something else through a pointer to it, reads are guarded.
//!
//! Invariant: guarding too much costs precision only. A run looks at every truth value that it reads.

use std::collections::BTreeSet;

use ir::{
    Argument, AssertKind, Base, Body, Callee, Code, Const, ConstValue, Destination, FunctionId, IndexVec,
    Local, LocalId, Operand, Place, Program, RecordKind, Rvalue, Step, Stmt, StmtKind, Symbol, TypeId,
    TypeKind, Types,
};
use rustc_hash::FxHashMap;

const MESSAGE: &str = "this `_Bool` may hold a byte that is neither 0 nor 1";

/// Functions of the library that write nothing to what they are given but what was there, or zeros.
const HARMLESS: [&str; 31] = [
    "__assert_fail",
    "abort",
    "atexit",
    "bsearch",
    "bzero",
    "calloc",
    "cfree",
    "exit",
    "explicit_bzero",
    "fclose",
    "fprintf",
    "fputs",
    "free",
    "fwrite",
    "malloc",
    "memchr",
    "memcmp",
    "perror",
    "printf",
    "putchar",
    "puts",
    "qsort",
    "realloc",
    "reallocarray",
    "strcasecmp",
    "strchr",
    "strcmp",
    "strdup",
    "strlen",
    "strncmp",
    "write",
];

/// Functions whose result nobody has a pointer to yet, or that leads where their argument does.
const ALLOCATING: [&str; 8] =
    ["aligned_alloc", "calloc", "malloc", "memalign", "realloc", "reallocarray", "strdup", "valloc"];

/// Guards reads of truth values if their bytes may have been written as something else.
pub(super) fn guard(program: &mut Program) {
    let is_bool = |ty: &TypeId| matches!(program.types.kind(*ty), TypeKind::Bool);
    let reads = |body: &Code| body.glance().is_some_and(|glance| glance.loads.iter().any(is_bool));
    let reading = program.functions.enumerate().filter(|(_, function)| reads(&function.body));
    let reading: Vec<FunctionId> = reading.map(|(id, _)| id).collect();
    if reading.is_empty() || !Classes::of(program).are_written(program) {
        return;
    }
    let byte = program.types.int(8, false);
    for id in reading {
        if let Some(body) = &mut *program.functions[id].body {
            guard_body(&program.types, body, byte);
        }
    }
}

fn guard_body(types: &Types, body: &mut Body, byte: TypeId) {
    for block in &mut body.blocks {
        let mut stmts = Vec::with_capacity(block.stmts.len());
        for stmt in std::mem::take(&mut block.stmts) {
            if let StmtKind::Load { place, .. } = &stmt.kind
                && place.bits.is_none()
                && matches!(types.kind(place.ty), TypeKind::Bool)
            {
                let span = stmt.span;
                let dst = body.locals.push(Local { name: None, ty: byte, span });
                let raw = Place { ty: byte, ..place.clone() };
                stmts.push(Stmt { kind: StmtKind::Load { dst, place: raw }, span });
                let condition = Operand::Local(dst);
                let kind = AssertKind::Truth;
                stmts
                    .push(Stmt { kind: StmtKind::Assert { condition, kind, message: MESSAGE.into() }, span });
            }
            stmts.push(stmt);
        }
        block.stmts = stmts;
    }
}

/// Types of memory that may be the same memory.
struct Classes<'p> {
    types: &'p Types,
    parents: FxHashMap<TypeId, TypeId>,
    /// What is written through pointers other than by the name of a truth value.
    through: BTreeSet<TypeId>,
    /// What pointers are moved over.
    moved: BTreeSet<TypeId>,
    /// A member whose address is taken, and what it is a member of.
    members: Vec<(TypeId, TypeId)>,
    /// Whether a truth value is written as something else for sure.
    written: bool,
}

/// Where addresses as numbers are.
const NUMBERS: TypeId = TypeId(u32::MAX);

impl<'p> Classes<'p> {
    fn of(program: &'p Program) -> Self {
        let mut classes = Self {
            types: &program.types,
            parents: FxHashMap::default(),
            through: BTreeSet::new(),
            moved: BTreeSet::new(),
            members: Vec::new(),
            written: false,
        };
        for (_, record) in program.types.records() {
            if record.kind == RecordKind::Union {
                let pointees = record.fields.iter().filter_map(|field| program.types.pointee(field.ty));
                let pointees: Vec<TypeId> = pointees.collect();
                pointees.windows(2).for_each(|pair| classes.unite(pair[0], pair[1]));
            }
        }
        for global in &program.globals {
            // What it begins with was written, too.
            let plain = classes.plain(global.ty);
            classes.through.insert(plain);
            for address in global.init.iter().flat_map(|init| &init.addresses) {
                let holders = parts_at(&program.types, global.ty, address.offset);
                for to in holders.into_iter().filter_map(|ty| program.types.pointee(ty)) {
                    classes.address(program, to, address.symbol, address.addend);
                }
            }
        }
        for function in &program.functions {
            if let Some(body) = &*function.body {
                Walk { program, body, made: made(body), classes: &mut classes }.go();
            }
        }
        classes
    }

    /// A pointer to a type is the address of something.
    fn address(&mut self, program: &Program, to: TypeId, symbol: Symbol, offset: i64) {
        match symbol {
            Symbol::Global(global) => {
                let whole = program.globals[global].ty;
                let parts =
                    u64::try_from(offset).map(|at| parts_at(self.types, whole, at)).unwrap_or_default();
                let is_part = parts.iter().any(|part| self.plain(*part) == self.plain(to));
                if self.plain(whole) == self.plain(to) || !is_part {
                    self.unite(to, whole);
                } else if has_bool(self.types, whole) && !matches!(self.types.kind(to), TypeKind::Bool) {
                    self.members.push((self.plain(to), whole));
                }
            }
            Symbol::Function(function) => self.unite(to, program.functions[function].ty),
            Symbol::Label(..) => {}
        }
    }

    /// Whether a byte of a truth value may be written as something else.
    fn are_written(mut self, program: &Program) -> bool {
        for (member, whole) in std::mem::take(&mut self.members) {
            if self.moved.contains(&member) {
                self.unite(member, whole);
            }
        }
        self.close();
        let holds: Vec<TypeId> = self.parents.keys().copied().collect();
        let mut with: FxHashMap<TypeId, Vec<TypeId>> = FxHashMap::default();
        for ty in holds {
            if ty != NUMBERS && has_bool(&program.types, ty) {
                let root = self.find(ty);
                with.entry(root).or_default().push(ty);
            }
        }
        // Two structs in one place have their truth values in the same places, or not.
        let differ = with
            .values()
            .any(|group| group.iter().any(|one| group.iter().any(|two| !agree(&program.types, *one, *two))));
        let through: Vec<TypeId> = self.through.iter().copied().collect();
        let meets = through.into_iter().any(|ty| {
            let root = self.find(ty);
            !has_bool(&program.types, ty) && with.contains_key(&root)
        });
        self.written || differ || meets
    }

    /// Pointers that lie in the same memory lead to the same memory.
    fn close(&mut self) {
        loop {
            let all: Vec<TypeId> = self.parents.keys().copied().filter(|ty| *ty != NUMBERS).collect();
            let mut leads: FxHashMap<TypeId, TypeId> = FxHashMap::default();
            let mut pairs = Vec::new();
            for ty in all {
                let root = self.find(ty);
                if let Some(to) = self.types.pointee(ty) {
                    match leads.get(&root) {
                        Some(other) => pairs.push((*other, to)),
                        None => _ = leads.insert(root, to),
                    }
                }
            }
            let mut changed = false;
            for (a, b) in pairs {
                changed |= self.find(a) != self.find(b);
                self.unite(a, b);
            }
            if !changed {
                return;
            }
        }
    }

    fn find(&mut self, ty: TypeId) -> TypeId {
        let ty = self.plain(ty);
        let parent = *self.parents.entry(ty).or_insert(ty);
        if parent == ty {
            return ty;
        }
        let root = self.find(parent);
        self.parents.insert(ty, root);
        root
    }

    /// Of an array its elements.
    fn plain(&self, ty: TypeId) -> TypeId {
        match (ty != NUMBERS).then(|| self.types.kind(ty)) {
            Some(TypeKind::Array { elem, .. }) => self.plain(*elem),
            _ => ty,
        }
    }

    fn unite(&mut self, a: TypeId, b: TypeId) {
        let (a, b) = (self.plain(a), self.plain(b));
        let (x, y) = (self.find(a), self.find(b));
        if x == y {
            return;
        }
        self.parents.insert(x, y);
        if a == NUMBERS || b == NUMBERS {
            return;
        }
        match (self.types.kind(a), self.types.kind(b)) {
            (TypeKind::Pointer(to), TypeKind::Pointer(other)) => self.unite(*to, *other),
            (TypeKind::Function(one), TypeKind::Function(two)) => {
                let params = one.params.iter().zip(&two.params);
                for (x, y) in params.chain([(&one.ret, &two.ret)]) {
                    if let (Some(x), Some(y)) = (self.types.pointee(*x), self.types.pointee(*y)) {
                        self.unite(x, y);
                    }
                }
            }
            (TypeKind::Record(one), TypeKind::Record(two)) => {
                let (one, two) = (self.types.record(*one), self.types.record(*two));
                for field in &one.fields {
                    let here = two.fields.iter().filter(|other| other.offset == field.offset);
                    let pairs: Vec<(TypeId, TypeId)> = here.map(|other| (field.ty, other.ty)).collect();
                    for (x, y) in pairs {
                        if let (Some(x), Some(y)) = (self.types.pointee(x), self.types.pointee(y)) {
                            self.unite(x, y);
                        }
                    }
                }
            }
            _ => {}
        }
    }
}

/// The types of what begins so far into a type, itself among them.
fn parts_at(types: &Types, ty: TypeId, at: u64) -> Vec<TypeId> {
    let mut found = if at == 0 { vec![ty] } else { Vec::new() };
    match types.kind(ty) {
        TypeKind::Array { elem, .. } if types.size(*elem) > 0 => {
            found.extend(parts_at(types, *elem, at % types.size(*elem)));
        }
        TypeKind::Record(id) => {
            for field in types.record(*id).fields.iter().filter(|field| field.bits.is_none()) {
                let inside = at.checked_sub(field.offset).filter(|at| *at < types.size(field.ty));
                found.extend(inside.into_iter().flat_map(|at| parts_at(types, field.ty, at)));
            }
        }
        _ => {}
    }
    found
}

/// Whether there is a truth value in a type.
fn has_bool(types: &Types, ty: TypeId) -> bool {
    match types.kind(ty) {
        TypeKind::Bool => true,
        TypeKind::Array { elem, .. } => has_bool(types, *elem),
        TypeKind::Record(id) => {
            let fields = &types.record(*id).fields;
            fields.iter().any(|field| field.bits.is_none() && has_bool(types, field.ty))
        }
        _ => false,
    }
}

/// Whether two types that begin in one place have nothing else where the other has a truth value.
fn agree(types: &Types, one: TypeId, two: TypeId) -> bool {
    if one == two {
        return true;
    }
    let (mut a, mut b) = (Vec::new(), Vec::new());
    scalars(types, one, 0, &mut a);
    scalars(types, two, 0, &mut b);
    let clash = |bools: &[(u64, u64, bool)], others: &[(u64, u64, bool)]| {
        bools.iter().filter(|(.., is_bool)| *is_bool).any(|(at, ..)| {
            others.iter().any(|(from, size, is_bool)| !is_bool && (*from..from + size).contains(at))
        })
    };
    // A pointer to one may lead to any element of an array of the other.
    let small = types.size(one).min(types.size(two)) > 1 || a.len().max(b.len()) <= 1;
    small && !clash(&a, &b) && !clash(&b, &a)
}

fn scalars(types: &Types, ty: TypeId, from: u64, into: &mut Vec<(u64, u64, bool)>) {
    match types.kind(ty) {
        TypeKind::Record(id) => {
            for field in &types.record(*id).fields {
                match field.bits {
                    Some(bits) => into.push((from + field.offset, bits.bytes(), false)),
                    None => scalars(types, field.ty, from + field.offset, into),
                }
            }
        }
        TypeKind::Array { elem, len: Some(len) } if into.len() < 4096 => {
            let each = types.size(*elem);
            (0..*len).for_each(|index| scalars(types, *elem, from + index * each, into));
        }
        kind => into.push((from, types.size(ty), matches!(kind, TypeKind::Bool))),
    }
}

/// How each temporary register was made, where that is one statement.
fn made(body: &Body) -> IndexVec<LocalId, Option<&StmtKind>> {
    let mut made: IndexVec<LocalId, Option<&StmtKind>> = body.locals.iter().map(|_| None).collect();
    let mut twice = BTreeSet::new();
    for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
        if let Some(local) = stmt.writes() {
            if made[local].is_some() || !body.locals[local].is_temporary() {
                twice.insert(local);
            }
            made[local] = Some(&stmt.kind);
        }
    }
    for local in twice {
        made[local] = None;
    }
    made
}

/// One body.
struct Walk<'a, 'p> {
    program: &'p Program,
    body: &'a Body,
    made: IndexVec<LocalId, Option<&'a StmtKind>>,
    classes: &'a mut Classes<'p>,
}

impl Walk<'_, '_> {
    fn go(&mut self) {
        let body = self.body;
        let harmless = self.harmless();
        for (var, ty) in body.parameters() {
            if matches!(var, ir::Var::Slot(_)) {
                self.classes.through.insert(self.classes.plain(ty));
            }
        }
        for block in &body.blocks {
            for stmt in &block.stmts {
                stmt.places(&mut |place| {
                    if let (Base::Pointer(_), Some(Step::Index { .. })) = (place.base, place.path.first()) {
                        self.classes.moved.insert(self.classes.plain(place.base_ty));
                    }
                });
                // What takes bytes is looked at with what it is given.
                let by_bytes = match &stmt.kind {
                    StmtKind::Copy { .. } | StmtKind::Fill { .. } | StmtKind::Free { .. } => true,
                    StmtKind::Call(call) => self.library(&call.callee).is_some(),
                    _ => false,
                };
                if !by_bytes {
                    stmt.operands(&mut |operand| self.constant(operand));
                }
                self.statement(&stmt.kind, &harmless);
            }
            block.terminator.operands(&mut |operand| self.constant(operand));
        }
    }

    fn constant(&mut self, operand: Operand) {
        if let Operand::Const(Const { ty, value: ConstValue::Address { symbol, offset } }) = operand {
            let to = self.program.types.pointee(ty).unwrap_or(NUMBERS);
            self.classes.address(self.program, to, symbol, offset);
        }
    }

    fn ty(&self, operand: Operand) -> TypeId {
        match operand {
            Operand::Local(local) => self.body.locals[local].ty,
            Operand::Const(constant) => constant.ty,
        }
    }

    /// Conversions to pointers to anything whose results are only given to statements that take bytes, and to functions of the library, which are
    /// looked at with what was converted.
    fn harmless(&self) -> BTreeSet<LocalId> {
        let mut only: BTreeSet<LocalId> = BTreeSet::new();
        let mut not: BTreeSet<LocalId> = BTreeSet::new();
        let local_of = |operand: Operand| match operand {
            Operand::Local(local) => Some(local),
            Operand::Const(_) => None,
        };
        for block in &self.body.blocks {
            for stmt in &block.stmts {
                let mut seen = |operand: Operand, good: bool| {
                    if let Some(local) = local_of(operand) {
                        if good {
                            only.insert(local)
                        } else {
                            not.insert(local)
                        };
                    }
                };
                let by_bytes = |place: &Place| place.path.is_empty();
                match &stmt.kind {
                    StmtKind::Free { pointer } => seen(*pointer, true),
                    StmtKind::Copy { to, from, .. } => {
                        to.operands(&mut |operand| seen(operand, by_bytes(to)));
                        from.operands(&mut |operand| seen(operand, by_bytes(from)));
                    }
                    StmtKind::Fill { to, .. } => to.operands(&mut |operand| seen(operand, by_bytes(to))),
                    StmtKind::Call(call) => {
                        let library = self.library(&call.callee).is_some();
                        stmt.operands(&mut |operand| seen(operand, library));
                    }
                    // A test for null, and the way to another conversion, are looked at there.
                    StmtKind::Assign { value: Rvalue::Binary(op, ..), .. } if op.is_comparison() => {}
                    StmtKind::Assign { value: Rvalue::Convert(_), .. } => {
                        stmt.operands(&mut |operand| seen(operand, false));
                    }
                    _ => stmt.operands(&mut |operand| seen(operand, false)),
                }
            }
            if !matches!(block.terminator, ir::Terminator::Branch { .. }) {
                block
                    .terminator
                    .operands(&mut |operand| _ = local_of(operand).map(|local| not.insert(local)));
            }
        }
        only.retain(|local| !not.contains(local) && self.body.locals[*local].is_temporary());
        only
    }

    /// The name of a function of the library.
    fn library(&self, callee: &Callee) -> Option<&str> {
        let Callee::Function(id) = callee else { return None };
        let function = &self.program.functions[*id];
        let is_own = function.body.is_some() && function.role == ir::Role::Ordinary;
        (!is_own).then(|| function.name.strip_prefix("__builtin_").unwrap_or(&function.name))
    }

    /// What a pointer to anything was converted from, or else what it leads to.
    fn leads_to(&self, operand: Operand) -> Option<TypeId> {
        if let Operand::Local(local) = operand
            && let Some(StmtKind::Assign { value: Rvalue::Convert(from) | Rvalue::Use(from), .. }) =
                self.made[local]
            && self.program.types.pointee(self.ty(*from)).is_some()
        {
            return self.leads_to(*from);
        }
        if let Operand::Local(local) = operand
            && let Some(StmtKind::Assign { value: Rvalue::AddressOf(place), .. }) = self.made[local]
        {
            return Some(place.ty);
        }
        if let Operand::Const(Const {
            value: ConstValue::Address { symbol: Symbol::Global(global), .. },
            ..
        }) = operand
        {
            return Some(self.program.globals[global].ty);
        }
        self.program.types.pointee(self.ty(operand))
    }

    /// The type of memory that a place of so many bytes is in.
    fn memory(&self, place: &Place) -> Option<TypeId> {
        match place.base {
            Base::Pointer(pointer) if place.path.is_empty() => self.leads_to(pointer),
            _ => Some(place.ty),
        }
    }

    fn statement(&mut self, stmt: &StmtKind, harmless: &BTreeSet<LocalId>) {
        let types = &self.program.types;
        match stmt {
            StmtKind::Assign { dst, value } => self.assign(*dst, value, harmless),
            StmtKind::Store { place, value: _ } if matches!(types.kind(place.ty), TypeKind::Bool) => {}
            StmtKind::Store { place, value: _ } => self.writes(place),
            StmtKind::Fill { to, byte, .. } => {
                let plain = matches!(byte, Operand::Const(Const { value: ConstValue::Int(0 | 1), .. }));
                if let Some(ty) = self.memory(to).filter(|_| !plain) {
                    self.classes.written |= has_bool(types, ty);
                    self.classes.through.insert(ty);
                }
            }
            StmtKind::Copy { to, from, .. } => {
                let (to, from) = (self.memory(to), self.memory(from));
                if let (Some(to), Some(from)) = (to, from) {
                    self.classes.unite(to, from);
                    self.classes.through.insert(to);
                    self.classes.written |= has_bool(types, to) && !has_bool(types, from);
                }
            }
            StmtKind::Call(call) => self.call(call),
            StmtKind::VaArg { dst: Destination::Local(local), .. } => {
                if let Some(to) = types.pointee(self.body.locals[*local].ty) {
                    self.classes.unite(to, Types::VOID);
                }
            }
            StmtKind::VaArg { dst: Destination::Object(place), .. } => self.writes(place),
            _ => {}
        }
    }

    /// Something that is no truth value is written.
    fn writes(&mut self, place: &Place) {
        let types = &self.program.types;
        let in_union = place.path.iter().any(|step| match step {
            Step::Field { record, .. } => {
                let record = types.record(*record);
                record.kind == RecordKind::Union
                    && record.fields.iter().any(|field| has_bool(types, field.ty))
            }
            Step::Index { .. } => false,
        });
        let mut parts = Vec::new();
        scalars(types, place.ty, 0, &mut parts);
        self.classes.written |= in_union && parts.iter().any(|(.., is_bool)| !is_bool);
        let whole = match place.base {
            Base::Pointer(pointer) => {
                if let Some(ty) = self.program.types.pointee(self.ty(pointer)) {
                    self.classes.unite(ty, place.base_ty);
                }
                place.base_ty
            }
            Base::Slot(slot) => self.body.slots[slot].ty,
            Base::Global(global) => self.program.globals[global].ty,
        };
        self.classes.through.insert(self.classes.plain(whole));
    }

    fn assign(&mut self, dst: LocalId, value: &Rvalue, harmless: &BTreeSet<LocalId>) {
        let types = &self.program.types;
        let ty = self.body.locals[dst].ty;
        match value {
            Rvalue::Convert(operand) => {
                let (to, from) = (types.pointee(ty), types.pointee(self.ty(*operand)));
                let constant = matches!(operand, Operand::Const(Const { value: ConstValue::Int(_), .. }));
                match (to, from) {
                    (Some(to), Some(from)) => {
                        let to_bytes = matches!(types.kind(to), TypeKind::Void) && harmless.contains(&dst);
                        let is_new = matches!(types.kind(from), TypeKind::Void) && self.is_new(*operand);
                        if !to_bytes && !is_new {
                            self.classes.unite(to, from);
                        }
                    }
                    (Some(to), None) if !constant => self.classes.unite(to, NUMBERS),
                    (None, Some(from)) if types.size(ty) >= u64::from(types.target().pointer_bytes) => {
                        self.classes.unite(from, NUMBERS);
                    }
                    _ => {}
                }
            }
            Rvalue::PointerAdd { pointer, .. } => {
                if let Some(to) = types.pointee(self.ty(*pointer)) {
                    self.classes.moved.insert(self.classes.plain(to));
                }
            }
            Rvalue::AddressOf(place) => {
                if let Some(to) = types.pointee(ty) {
                    // The address of a whole object, or of a member of one.
                    let whole = match place.base {
                        Base::Slot(slot) => self.body.slots[slot].ty,
                        Base::Global(global) => self.program.globals[global].ty,
                        Base::Pointer(_) => place.base_ty,
                    };
                    let inner = place.path.iter().any(|step| matches!(step, Step::Field { .. }));
                    let union = place.path.iter().any(|step| match step {
                        Step::Field { record, .. } => types.record(*record).kind == RecordKind::Union,
                        Step::Index { .. } => false,
                    });
                    if !inner || union {
                        self.classes.unite(to, whole);
                    } else if has_bool(types, whole) && !matches!(types.kind(to), TypeKind::Bool) {
                        self.classes.members.push((self.classes.plain(to), whole));
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether a pointer to anything is the address of a block that was just made.
    fn is_new(&self, operand: Operand) -> bool {
        let Operand::Local(local) = operand else { return true };
        match self.made[local] {
            Some(StmtKind::Alloc { .. }) => true,
            Some(StmtKind::Call(call)) => {
                self.library(&call.callee).is_some_and(|name| ALLOCATING.binary_search(&name).is_ok())
            }
            Some(StmtKind::Assign { value: Rvalue::Convert(from) | Rvalue::Use(from), .. }) => {
                matches!(
                    self.program.types.pointee(self.ty(*from)).map(|ty| self.program.types.kind(ty)),
                    Some(TypeKind::Void)
                ) && self.is_new(*from)
            }
            _ => false,
        }
    }

    fn call(&mut self, call: &ir::Call) {
        if let Some(Destination::Object(place)) = &call.dst {
            self.writes(place);
        }
        let types = &self.program.types;
        let library = self.library(&call.callee).map(str::to_owned);
        let pointers = call.args.iter().filter_map(|argument| match argument {
            Argument::Value(operand) => Some(*operand),
            Argument::Object(_) => None,
        });
        let pointers: Vec<Operand> = pointers.filter(|operand| types.is_pointer(self.ty(*operand))).collect();
        if let Some(name) = library {
            if HARMLESS.binary_search(&&*name).is_err() {
                for pointer in pointers {
                    if let Some(ty) = self.leads_to(pointer) {
                        self.classes.written |= has_bool(types, ty);
                        self.classes.through.insert(ty);
                    }
                }
            }
            return;
        }
        let TypeKind::Function(signature) = types.kind(call.ty) else { return };
        let named = signature.params.len();
        for argument in call.args.iter().skip(named) {
            if let Argument::Value(operand) = argument
                && let Some(ty) = types.pointee(self.ty(*operand))
            {
                self.classes.unite(ty, Types::VOID);
            }
        }
        // What is called is another function than the call believes, or has other parameters.
        if let Callee::Function(id) = call.callee
            && self.program.functions[id].ty != call.ty
        {
            self.classes.unite(self.program.functions[id].ty, call.ty);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_in_order() {
        assert!(HARMLESS.is_sorted());
        assert!(ALLOCATING.is_sorted());
    }
}
