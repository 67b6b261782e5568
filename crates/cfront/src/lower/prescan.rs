//! What must be known of a function body before its code is written.
//!
//! One walk over the typed tree finds which variables need an address, which objects belong to
//! which scope, and in which scopes each label and case stands. A scope is named by the statement
//! that opens it: a block, and (as C says) every `if`, loop and `switch` and each of their
//! substatements.

use rucc_ast::UnaryOp;
use rucc_sema::{
    Conversion, Decl, DeclId, DeclKind, ExprId, ExprKind, LabelId, Linkage, Stmt, StmtId, StorageDuration,
};
use rucc_types as c;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::unit::Unit;

/// The findings about one function body.
pub(super) struct Prescan {
    /// Variables whose address is used.
    pub(super) addressed: FxHashSet<DeclId>,
    /// Declarations with automatic storage (compound literals too) of each scope, in order.
    pub(super) objects: FxHashMap<StmtId, Vec<DeclId>>,
    /// The scopes around each label, outermost first.
    pub(super) label_scopes: FxHashMap<LabelId, Vec<StmtId>>,
    /// The scopes around each `case` and `default` statement, outermost first.
    pub(super) case_scopes: FxHashMap<StmtId, Vec<StmtId>>,
    /// Labels whose address is taken, in order of appearance.
    pub(super) address_labels: Vec<LabelId>,
    /// Whether nothing is declared in it that is not its own.
    pub(super) plain: bool,
}

impl Default for Prescan {
    fn default() -> Self {
        Self {
            addressed: FxHashSet::default(),
            objects: FxHashMap::default(),
            label_scopes: FxHashMap::default(),
            case_scopes: FxHashMap::default(),
            address_labels: Vec::new(),
            plain: true,
        }
    }
}

impl Prescan {
    /// Walks a function body, without the statements that are its contract.
    pub(super) fn of(unit: &Unit, body: StmtId, contract: &FxHashSet<StmtId>) -> Self {
        let mut walk = Walk {
            unit,
            contract,
            found: Self::default(),
            scopes: Vec::new(),
            seen: FxHashSet::default(),
            labels: FxHashSet::default(),
        };
        walk.scope(body);
        walk.found
    }
}

struct Walk<'a> {
    unit: &'a Unit,
    contract: &'a FxHashSet<StmtId>,
    found: Prescan,
    scopes: Vec<StmtId>,
    /// Expressions shared by several parents are walked once.
    seen: FxHashSet<ExprId>,
    /// Labels whose address is known to be taken.
    labels: FxHashSet<LabelId>,
}

impl Walk<'_> {
    fn scope(&mut self, id: StmtId) {
        self.scopes.push(id);
        self.stmt(id);
        self.scopes.pop();
    }

    fn declare(&mut self, id: DeclId) {
        let scope = *self.scopes.last().expect("a declaration stands in a scope");
        self.found.objects.entry(scope).or_default().push(id);
    }

    fn stmt(&mut self, id: StmtId) {
        if self.contract.contains(&id) {
            return;
        }
        let tast = &self.unit.tast;
        match tast[id] {
            Stmt::Error | Stmt::Empty | Stmt::Break | Stmt::Continue | Stmt::Goto(_) | Stmt::Return(None) => {
            }
            Stmt::Expr(expr) | Stmt::IndirectGoto(expr) => self.expr(expr),
            Stmt::Return(Some(value)) => self.expr(value),
            Stmt::Block(list) => {
                // The block itself was entered as a scope unless it is directly inside another.
                let nested = self.scopes.last() != Some(&id);
                if nested {
                    self.scopes.push(id);
                }
                tast[list].iter().for_each(|stmt| self.stmt(*stmt));
                if nested {
                    self.scopes.pop();
                }
            }
            Stmt::Decls(list) => tast[list].iter().for_each(|decl| self.decl(*decl)),
            Stmt::If { cond, then, otherwise } => {
                self.opened(id, |walk| {
                    walk.expr(cond);
                    walk.scope(then);
                    if let Some(otherwise) = otherwise {
                        walk.scope(otherwise);
                    }
                });
            }
            Stmt::While { cond, body } | Stmt::DoWhile { cond, body } => {
                self.opened(id, |walk| {
                    walk.expr(cond);
                    walk.scope(body);
                });
            }
            Stmt::For { init, cond, step, body } => {
                self.opened(id, |walk| {
                    if let Some(init) = init {
                        walk.stmt(init);
                    }
                    cond.into_iter().chain(step).for_each(|expr| walk.expr(expr));
                    walk.scope(body);
                });
            }
            Stmt::Switch { cond, body, .. } => {
                self.opened(id, |walk| {
                    walk.expr(cond);
                    walk.scope(body);
                });
            }
            Stmt::Case { body, .. } | Stmt::Default { body } => {
                self.found.case_scopes.insert(body, self.scopes.clone());
                self.stmt(body);
            }
            Stmt::Label { label, body } => {
                self.found.label_scopes.insert(label, self.scopes.clone());
                self.stmt(body);
            }
            Stmt::Asm(asm) => {
                let asm = &tast[asm];
                for operand in tast[asm.outputs].iter().chain(&tast[asm.inputs]) {
                    if operand.memory {
                        self.address_of(operand.value);
                    }
                    self.expr(operand.value);
                }
            }
        }
    }

    /// Runs `inside` in the scope that statement `id` is, entering it unless that was done.
    fn opened(&mut self, id: StmtId, inside: impl FnOnce(&mut Self)) {
        let nested = self.scopes.last() != Some(&id);
        if nested {
            self.scopes.push(id);
        }
        inside(self);
        if nested {
            self.scopes.pop();
        }
    }

    fn decl(&mut self, id: DeclId) {
        let decl = &self.unit.tast[id];
        // A name with linkage is declared for all, and a record may have its name from a `typedef`.
        self.found.plain &= decl.kind == DeclKind::Object && decl.linkage == Linkage::None;
        match decl.kind {
            DeclKind::Object if is_automatic(decl) => {
                self.declare(id);
                self.type_lengths(decl.ty);
                if decl.cleanup.is_some() {
                    self.found.addressed.insert(id);
                }
                self.initializer(decl);
            }
            DeclKind::Object => self.initializer(decl),
            DeclKind::Type => self.type_lengths(decl.ty),
            DeclKind::Function => {}
        }
    }

    fn initializer(&mut self, decl: &Decl) {
        if let Some(list) = decl.init {
            self.unit.tast[list].iter().for_each(|entry| self.expr(entry.value));
        }
    }

    /// The lengths of variable arrays inside a type are expressions too.
    fn type_lengths(&mut self, ty: c::TypeId) {
        for vla in variable_lengths(&self.unit.types, ty) {
            self.expr(self.unit.tast.vla_size(vla));
        }
    }

    /// The operand's variable needs an address.
    fn address_of(&mut self, id: ExprId) {
        let tast = &self.unit.tast;
        let mut at = id;
        loop {
            match tast[at].kind {
                ExprKind::Decl(decl) => {
                    self.found.addressed.insert(decl);
                    return;
                }
                ExprKind::Member { base, .. } => at = base,
                ExprKind::Subscript { base, .. } => match tast[base].kind {
                    ExprKind::Convert { kind: Conversion::ArrayDecay, operand } => at = operand,
                    _ => at = base,
                },
                ExprKind::Comma { rhs, .. } => at = rhs,
                _ => return,
            }
        }
    }

    fn expr(&mut self, id: ExprId) {
        if !self.seen.insert(id) {
            return;
        }
        let tast = &self.unit.tast;
        match tast[id].kind {
            ExprKind::Unary { op: UnaryOp::Deref, .. } if named(self.unit, id) != id => {
                self.expr(named(self.unit, id));
            }
            ExprKind::Unary { op: UnaryOp::AddrOf, operand }
            | ExprKind::Convert { kind: Conversion::ArrayDecay, operand } => {
                self.address_of(operand);
                self.expr(operand);
            }
            ExprKind::CompoundLiteral(decl) => {
                let declared = &tast[decl];
                if is_automatic(declared) {
                    self.declare(decl);
                    self.found.addressed.insert(decl);
                }
                self.initializer(declared);
            }
            ExprKind::StmtExpr(stmt) => self.scope(stmt),
            ExprKind::Cast(operand) => {
                self.type_lengths(tast[id].ty);
                self.expr(operand);
            }
            ExprKind::LabelAddr(label) => self.address_label(label),
            ExprKind::Const(value) => self.constant(value),
            _ => {
                let mut children = Vec::new();
                children_of(self.unit, id, &mut children);
                for child in children {
                    self.expr(child);
                }
            }
        }
    }

    fn address_label(&mut self, label: LabelId) {
        if self.labels.insert(label) {
            self.found.address_labels.push(label);
        }
    }

    fn constant(&mut self, value: rucc_sema::ConstId) {
        let rucc_sema::Const::Address(address) = self.unit.tast[value] else { return };
        match address.base {
            rucc_sema::Base::Decl(decl) => {
                self.found.addressed.insert(decl);
            }
            rucc_sema::Base::Label(label) => self.address_label(label),
            _ => {}
        }
    }
}

/// What an expression names: `*&x` is `x`, and needs no address.
pub(super) fn named(unit: &Unit, mut id: ExprId) -> ExprId {
    while let ExprKind::Unary { op: UnaryOp::Deref, operand } = unit.tast[id].kind
        && let ExprKind::Unary { op: UnaryOp::AddrOf, operand } = unit.tast[operand].kind
    {
        id = operand;
    }
    id
}

/// Whether the object lives in a frame.
pub(super) fn is_automatic(decl: &Decl) -> bool {
    decl.duration == StorageDuration::Automatic && decl.linkage == rucc_sema::Linkage::None
}

/// The variable lengths inside a type, outermost first.
pub(super) fn variable_lengths(types: &c::Types, ty: c::TypeId) -> Vec<c::VlaId> {
    let mut found = Vec::new();
    let mut at = types.canonical(ty);
    loop {
        at = match types.kind(at) {
            c::TypeKind::Array { elem, len } => {
                if let c::ArrayLen::Variable(vla) = len {
                    found.push(vla);
                }
                types.canonical(elem)
            }
            c::TypeKind::Pointer(to) => types.canonical(to),
            c::TypeKind::Atomic(inner) => types.canonical(inner),
            _ => return found,
        };
    }
}

/// The expressions directly under one, for a walk that treats them all alike.
pub(super) fn children_of(unit: &Unit, id: ExprId, out: &mut Vec<ExprId>) {
    let tast = &unit.tast;
    match tast[id].kind {
        ExprKind::Error
        | ExprKind::Const(_)
        | ExprKind::Str(_)
        | ExprKind::Decl(_)
        | ExprKind::CompoundLiteral(_)
        | ExprKind::StmtExpr(_)
        | ExprKind::LabelAddr(_)
        | ExprKind::Unreachable
        | ExprKind::Trap
        | ExprKind::FrameAddress { .. }
        | ExprKind::ThreadPointer
        | ExprKind::SpEntry
        | ExprKind::CpuModel { .. }
        | ExprKind::ApplyArgs => {}
        ExprKind::Member { base, .. } => out.push(base),
        ExprKind::Subscript { base, index } => out.extend([base, index]),
        ExprKind::Call { callee, args } => {
            out.push(callee);
            out.extend(&tast[args]);
        }
        ExprKind::Unary { operand, .. }
        | ExprKind::Cast(operand)
        | ExprKind::Convert { operand, .. }
        | ExprKind::ConvertVector { operand }
        | ExprKind::Abs { operand }
        | ExprKind::ByteSwap { operand }
        | ExprKind::BitCount { operand, .. }
        | ExprKind::Alloca { size: operand }
        | ExprKind::Jump { buffer: operand, .. }
        | ExprKind::ConstantP { value: operand }
        | ExprKind::ObjectSize { address: operand, .. }
        | ExprKind::Prefetch { address: operand, .. }
        | ExprKind::VaArg { list: operand }
        | ExprKind::VaStart { list: operand }
        | ExprKind::VaEnd { list: operand } => out.push(operand),
        ExprKind::Binary { lhs, rhs, .. }
        | ExprKind::Assign { lhs, rhs, .. }
        | ExprKind::Comma { lhs, rhs }
        | ExprKind::Complex { real: lhs, imag: rhs }
        | ExprKind::Expect { value: lhs, hint: rhs, .. }
        | ExprKind::VaCopy { dst: lhs, src: rhs }
        | ExprKind::XState { address: lhs, mask: rhs, .. } => out.extend([lhs, rhs]),
        ExprKind::Cond { cond, then, otherwise } => out.extend([cond, then, otherwise]),
        ExprKind::Classify { lhs, rhs, .. }
        | ExprKind::Sign { lhs, rhs, .. }
        | ExprKind::Elementwise { lhs, rhs, .. } => {
            out.push(lhs);
            out.extend(rhs);
        }
        ExprKind::FpClassify { value, answers } => {
            out.push(value);
            out.extend(&tast[answers]);
        }
        ExprKind::Shuffle { lhs, rhs, mask } => {
            out.extend([lhs, mask]);
            out.extend(rhs);
        }
        ExprKind::ShuffleVector { operands } => out.extend(&tast[operands]),
        ExprKind::Overflow { args, .. } => out.extend(&tast[args]),
        ExprKind::Atomic { args, .. } => {
            out.extend(&tast[args]);
            out.extend(unit.evaluated.orders(id).unwrap_or_default());
        }
        ExprKind::TimeStamp { aux } => out.extend(aux),
        ExprKind::Eflags { value } => out.extend(value),
        ExprKind::Apply { function, args, .. } => out.extend([function, args]),
    }
}
