//! What each statement asks of the region graph: the rules of Steensgaard's analysis, with fields.
//!
//! | statement | unifies |
//! |---|---|
//! | `x = y`, casts, masks | where `x` leads, where `y` leads |
//! | `x = y + i` | the same, and folds the array that `y` leads into |
//! | `x = &place` | where `x` leads, the place |
//! | `x = load p`, `store p = y` | the contents of the place, where the register leads |
//! | `copy to from` | the two objects |
//! | `return y` | where `y` leads, the function's result |

use ir::{
    Argument, Base, BinaryOp, Body, Const, ConstValue, FunctionId, GlobalId, LocalId, Operand, Place,
    Program, Rvalue, SlotId, Step, StmtKind, Symbol, Terminator, UnaryOp, Var,
};

use rustc_hash::FxHashMap;

use super::graph::{Extent, Graph, Marks, NodeId, Target, Variable};

/// The nodes of a function's variables: one behind the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names {
    registers: NodeId,
    slots: NodeId,
    result: NodeId,
}

impl Names {
    /// Where a register leads.
    pub(super) fn register(self, local: LocalId) -> Target {
        Target { node: self.registers + local.0, offset: 0 }
    }

    /// A local variable that is an object.
    pub(super) fn slot(self, slot: SlotId) -> Target {
        Target { node: self.slots + slot.0, offset: 0 }
    }

    /// Where the result leads; the object itself if it is one.
    pub(super) fn result(self) -> Target {
        Target { node: self.result, offset: 0 }
    }

    /// All of them.
    pub(super) fn nodes(self) -> impl Iterator<Item = NodeId> {
        self.registers..=self.result
    }
}

/// The graph under construction, with the global variables.
pub(super) struct Builder<'p> {
    pub program: &'p Program,
    pub graph: Graph,
    /// Those that were named so far.
    pub globals: FxHashMap<GlobalId, Target>,
    /// Whether numbers without an origin are turned into pointers.
    pub forges: bool,
    /// Whether addresses are turned into numbers.
    pub exposes: bool,
    /// The constant distances that are gone from where pointers lead.
    pub steps: Vec<(Target, i64)>,
}

impl<'p> Builder<'p> {
    pub(super) fn new(program: &'p Program) -> Self {
        let graph = Graph::new(program.target.pointer_bytes);
        Self {
            program,
            graph,
            globals: FxHashMap::default(),
            forges: false,
            exposes: false,
            steps: Vec::new(),
        }
    }

    /// A global variable. With it come those that its first contents lead to.
    pub(super) fn global(&mut self, id: GlobalId) -> Target {
        if let Some(known) = self.globals.get(&id) {
            return *known;
        }
        let mut pending = vec![id];
        self.declare(id);
        while let Some(id) = pending.pop() {
            for address in self.program.globals[id].init.iter().flat_map(|init| &init.addresses) {
                // Code is never written and never freed.
                let Symbol::Global(symbol) = address.symbol else { continue };
                if !self.globals.contains_key(&symbol) {
                    self.declare(symbol);
                    pending.push(symbol);
                }
                let held = Target { offset: address.addend, ..self.globals[&symbol] };
                let contents =
                    self.graph.contents(Target { offset: address.offset as i64, ..self.globals[&id] });
                self.graph.unify(contents, held);
            }
        }
        self.globals[&id]
    }

    fn declare(&mut self, id: GlobalId) {
        let node = self.graph.fresh(Extent::One(Variable::Global(id)));
        self.graph.mark(node.node, Marks { shared: true, ..Marks::default() });
        self.globals.insert(id, node);
    }

    fn symbol(&mut self, symbol: Symbol, offset: i64) -> Option<Target> {
        match symbol {
            Symbol::Global(global) => Some(Target { offset, ..self.global(global) }),
            Symbol::Function(_) | Symbol::Label(..) => None,
        }
    }

    /// Nodes for the variables of a function.
    pub(super) fn names(&mut self, function: FunctionId, body: &Body) -> Names {
        let registers = self.graph.n_nodes();
        body.locals.iter().for_each(|_| _ = self.graph.fresh(Extent::Nothing));
        let slots = self.graph.n_nodes();
        for slot in body.slots.ids() {
            self.graph.fresh(Extent::One(Variable::Slot(function, slot)));
        }
        Names { registers, slots, result: self.graph.fresh(Extent::Nothing).node }
    }

    /// What comes from the callers of a function: the parameters, and what they lead to.
    pub(super) fn given(&mut self, body: &Body, names: &Names) {
        let given = Marks { given: true, ..Marks::default() };
        for param in &body.params {
            match param {
                Var::Local(local) => self.graph.mark(names.register(*local).node, given),
                Var::Slot(slot) => {
                    // The variable is the function's own; what it holds is not.
                    let slot_node = names.slot(*slot);
                    let size = self.program.types.size(body.slots[*slot].ty) as i64;
                    let word = i64::from(self.program.target.pointer_bytes);
                    for offset in (0..=(size - word).max(0)).step_by(word as usize) {
                        let held = self.graph.contents(Target { offset, ..slot_node });
                        self.graph.mark(held.node, given);
                    }
                }
            }
        }
    }

    /// Where a value leads; nowhere for numbers that are constants.
    pub(super) fn value(&mut self, names: &Names, operand: Operand) -> Option<Target> {
        match operand {
            Operand::Local(local) => Some(names.register(local)),
            Operand::Const(Const { value: ConstValue::Address { symbol, offset }, .. }) => {
                self.symbol(symbol, offset)
            }
            Operand::Const(Const { value, ty }) => {
                self.forges |= value != ConstValue::Int(0) && self.program.types.is_pointer(ty);
                None
            }
        }
    }

    /// The place itself.
    pub(super) fn place(&mut self, names: &Names, place: &Place) -> Option<Target> {
        let mut at = match place.base {
            Base::Slot(slot) => names.slot(slot),
            Base::Global(global) => self.global(global),
            Base::Pointer(pointer) => self.value(names, pointer)?,
        };
        let base = at;
        for step in &place.path {
            match step {
                Step::Field { record, field } => {
                    let record = self.program.types.record(*record);
                    at.offset += record.fields.get(*field as usize).map_or(0, |field| field.offset as i64);
                }
                Step::Index {
                    index: Operand::Const(Const { value: ConstValue::Int(index), .. }),
                    stride,
                    ..
                } => {
                    at.offset += (*index as i64).wrapping_mul(*stride as i64);
                }
                Step::Index { stride, len, .. } => {
                    self.gone(place, base, at);
                    self.graph.index(at, *stride, *len);
                }
            }
        }
        self.gone(place, base, at);
        Some(at)
    }

    /// Notes that a place lies behind where a pointer leads. Of variables it is known where they begin.
    fn gone(&mut self, place: &Place, base: Target, at: Target) {
        if matches!(place.base, Base::Pointer(_)) && at.offset != base.offset {
            self.steps.push((base, at.offset - base.offset));
        }
    }

    fn assign(&mut self, to: Target, from: Option<Target>) {
        if let Some(from) = from {
            self.graph.unify(to, from);
        }
    }

    fn is_address_sized(&self, body: &Body, local: LocalId) -> bool {
        self.program.types.size(body.locals[local].ty) >= u64::from(self.program.target.pointer_bytes)
    }

    /// Where the value of a computation leads; the register it goes to is known.
    fn computed(&mut self, body: &Body, names: &Names, dst: LocalId, value: &Rvalue) {
        let to = names.register(dst);
        match value {
            Rvalue::Uninit | Rvalue::Intrinsic(..) | Rvalue::PointerDiff { .. } => {}
            Rvalue::Use(operand) => {
                let from = self.value(names, *operand);
                self.assign(to, from);
            }
            Rvalue::Convert(operand) => {
                let types = &self.program.types;
                let is_pointer = |operand: &Operand| match operand {
                    Operand::Local(local) => types.is_pointer(body.locals[*local].ty),
                    Operand::Const(constant) => types.is_pointer(constant.ty),
                };
                let (from, to_pointer) = (is_pointer(operand), types.is_pointer(body.locals[dst].ty));
                self.exposes |= from && !to_pointer;
                self.forges |= !from
                    && to_pointer
                    && !matches!(operand, Operand::Const(Const { value: ConstValue::Int(0), .. }));
                // A number too small for an address is no pointer any more.
                if self.is_address_sized(body, dst) || !from {
                    let from = self.value(names, *operand);
                    self.assign(to, from);
                }
            }
            Rvalue::PointerAdd { pointer, index, stride } => {
                let Some(from) = self.value(names, *pointer) else { return };
                if let Operand::Const(Const { value: ConstValue::Int(index), .. }) = index {
                    let distance = (*index as i64).wrapping_mul(*stride as i64);
                    if distance > 0 {
                        self.graph.step(from);
                    }
                    if distance != 0 {
                        self.steps.push((from, distance));
                    }
                    self.graph.unify(to, Target { offset: from.offset + distance, ..from });
                } else {
                    self.graph.index(from, *stride, None);
                    self.graph.unify(to, from);
                }
            }
            Rvalue::AddressOf(place) => {
                let at = self.place(names, place);
                if let Some(at) = at.filter(|_| self.is_at_an_end(place)) {
                    self.graph.step(at);
                }
                self.assign(to, at);
            }
            Rvalue::Unary(UnaryOp::Neg | UnaryOp::Not, operand) => self.mixed(body, names, dst, &[*operand]),
            Rvalue::Binary(op, ..) if op.is_comparison() => {}
            Rvalue::Binary(BinaryOp::Div | BinaryOp::Rem | BinaryOp::Mul | BinaryOp::MulWrapping, ..) => {}
            Rvalue::Binary(_, lhs, rhs) => self.mixed(body, names, dst, &[*lhs, *rhs]),
        }
    }

    /// Whether the address of a place may be that of the end of an array or object.
    fn is_at_an_end(&self, place: &Place) -> bool {
        let at_end = |step: &Step| match step {
            Step::Index {
                index: Operand::Const(Const { value: ConstValue::Int(index), .. }), len, ..
            } => *index != 0 && len.is_none_or(|len| *index >= i128::from(len)),
            _ => false,
        };
        place.path.iter().any(at_end) || self.program.types.size(place.ty) == 0
    }

    /// A number computed from addresses leads wherever these do, at any offset.
    fn mixed(&mut self, body: &Body, names: &Names, dst: LocalId, operands: &[Operand]) {
        if !self.is_address_sized(body, dst) {
            return;
        }
        let to = names.register(dst);
        for operand in operands {
            if let Some(from) = self.value(names, *operand) {
                self.graph.unify(to, from);
                self.graph.collapse(to.node);
            }
        }
    }

    /// Everything a function's statements ask for, calls aside.
    pub(super) fn body(&mut self, body: &Body, names: &Names) {
        for block in &body.blocks {
            for stmt in &block.stmts {
                self.statement(body, names, &stmt.kind);
            }
            if let Terminator::Return(Some(value)) = &block.terminator {
                let from = match value {
                    Argument::Value(operand) => self.value(names, *operand),
                    Argument::Object(place) => self.place(names, place),
                };
                self.assign(names.result(), from);
            }
        }
    }

    fn statement(&mut self, body: &Body, names: &Names, stmt: &StmtKind) {
        match stmt {
            StmtKind::Assign { dst, value } => self.computed(body, names, *dst, value),
            StmtKind::Load { dst, place } => {
                if let Some(at) = self.place(names, place).filter(|_| self.may_hold(place)) {
                    let contents = self.graph.contents(at);
                    self.graph.unify(contents, names.register(*dst));
                }
            }
            StmtKind::Store { place, value } => {
                if let Some(at) = self.place(names, place).filter(|_| self.may_hold(place)) {
                    let contents = self.graph.contents(at);
                    let from = self.value(names, *value);
                    self.assign(contents, from);
                }
            }
            StmtKind::Alloc { dst, kind, .. } => {
                let block = names.register(*dst);
                if *kind == ir::AllocKind::Alloca {
                    self.graph.extend(block, Extent::Many);
                    self.graph.set_stack(block);
                } else {
                    self.graph.set_heap(block);
                }
            }
            StmtKind::Copy { to, from, .. } => {
                if let (Some(to), Some(from)) = (self.place(names, to), self.place(names, from)) {
                    self.graph.unify(to, from);
                }
            }
            StmtKind::Fill { to, .. } => {
                self.place(names, to);
            }
            StmtKind::Free { pointer } => {
                if let Some(block) = self.value(names, *pointer) {
                    self.graph.set_freed(block);
                }
            }
            _ => {}
        }
    }

    /// Whether an access is as large as an address.
    pub(super) fn may_hold(&self, place: &Place) -> bool {
        place.bits.is_none()
            && place.size(&self.program.types) >= u64::from(self.program.target.pointer_bytes)
    }
}
