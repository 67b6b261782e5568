//! Registers that never hold an address but that of the start of an object.
//!
//! The address of the end of an object may be that of the start of another one, so two different objects tell little
//! about two addresses. Starts of objects that are alive together differ: `if (buffer != small) free(buffer)` frees every
//! buffer but the variable. Asked for one register at a time, since few are ever compared in this way.

use ir::{
    Argument, Base, Body, Const, ConstValue, Destination, Id, LocalId, LocalSet, Operand, Place, Program,
    Rvalue, Stmt, StmtKind, Symbol, Terminator, Var,
};
use rustc_hash::FxHashSet;

use crate::callgraph::CallGraph;
use crate::library::Effect;

/// Whoever looks for starts, and the functions it has been in.
pub(crate) struct Starts<'a> {
    program: &'a Program,
    calls: &'a CallGraph,
    entered: FxHashSet<ir::FunctionId>,
}

impl<'a> Starts<'a> {
    pub(crate) fn new(program: &'a Program, calls: &'a CallGraph) -> Self {
        Self { program, calls, entered: FxHashSet::default() }
    }

    /// Whether a register of a function only holds starts of objects and what is no address.
    pub(crate) fn only_starts(&mut self, body: &Body, register: LocalId) -> bool {
        let mut seen = LocalSet::with_len(body.locals.len());
        let mut pending = vec![register];
        while let Some(local) = pending.pop() {
            if seen.contains(local) {
                continue;
            }
            seen.insert(local);
            let given = body.params.contains(&Var::Local(local));
            let mut writes =
                body.blocks.iter().flat_map(|block| &block.stmts).filter(|stmt| stmt.writes() == Some(local));
            if given || !writes.all(|stmt| self.gives_start(stmt, &mut pending)) {
                return false;
            }
        }
        true
    }

    /// Whether a statement gives a register the start of an object, if some others hold one.
    fn gives_start(&mut self, stmt: &Stmt, others: &mut Vec<LocalId>) -> bool {
        match &stmt.kind {
            StmtKind::Alloc { .. } | StmtKind::Dead(_) => true,
            StmtKind::Assign { value, .. } => match value {
                Rvalue::Uninit => true,
                Rvalue::Use(operand) | Rvalue::Convert(operand) => is_start(*operand, others),
                Rvalue::AddressOf(place) => place_starts(place, others),
                _ => false,
            },
            StmtKind::Call(call) => {
                let targets = self.calls.targets(self.program, call);
                let returned = matches!(call.dst, Some(Destination::Local(_)));
                returned
                    && !targets.is_empty()
                    && targets.into_iter().all(|target| self.returns_start(target))
            }
            _ => false,
        }
    }

    fn returns_start(&mut self, function: ir::FunctionId) -> bool {
        let Some(body) = self.calls.body(self.program, function) else {
            let effect = CallGraph::effect(self.program, function);
            return matches!(effect, Effect::Allocates | Effect::Reallocates | Effect::Ends);
        };
        // One that calls itself is not looked into again.
        if !self.entered.insert(function) {
            return false;
        }
        let found = body.blocks.iter().all(|block| match &block.terminator {
            Terminator::Return(Some(Argument::Value(operand))) => {
                let mut others = Vec::new();
                is_start(*operand, &mut others) && others.iter().all(|local| self.only_starts(body, *local))
            }
            Terminator::Return(_) => false,
            _ => true,
        });
        self.entered.remove(&function);
        found
    }
}

/// Whether a value is the start of an object or no address, if some registers are.
fn is_start(operand: Operand, others: &mut Vec<LocalId>) -> bool {
    match operand {
        Operand::Local(local) => {
            others.push(local);
            true
        }
        Operand::Const(Const { value: ConstValue::Address { symbol, offset }, .. }) => {
            offset == 0 && matches!(symbol, Symbol::Global(_))
        }
        Operand::Const(_) => true,
    }
}

fn place_starts(place: &Place, others: &mut Vec<LocalId>) -> bool {
    let first = place.is_fixed() && place.offset == 0;
    first
        && match place.base {
            Base::Slot(_) | Base::Global(_) => true,
            Base::Pointer(pointer) => is_start(pointer, others),
        }
}

/// Whether a register was given the address of the start of a variable in this block, before a statement.
pub(crate) fn is_variable(body: &Body, block: &ir::Block, register: u32) -> bool {
    let local = LocalId::new(register as usize);
    let definition = block.stmts.iter().rfind(|stmt| stmt.writes() == Some(local));
    let Some(StmtKind::Assign { value: Rvalue::AddressOf(place), .. }) = definition.map(|stmt| &stmt.kind)
    else {
        return false;
    };
    let variable = matches!(place.base, Base::Slot(_) | Base::Global(_));
    body.locals[local].is_temporary() && variable && place.is_fixed() && place.offset == 0
}
