//! The globals that a function and what it calls know by name.

use std::collections::BTreeSet;

use ir::{
    Base, Callee, ConstValue, FunctionId, GlobalId, GlobalKind, Operand, Program, Rvalue, Stmt, StmtKind,
    Symbol,
};
use rustc_hash::FxHashSet;

/// Those whose contents may be anything when the function is called, in program order. What nothing can write
/// to is as the program has it.
pub(super) fn globals(program: &Program, function: FunctionId) -> Vec<GlobalId> {
    let mut found = Found {
        functions: vec![function],
        known: FxHashSet::from_iter([function]),
        globals: BTreeSet::new(),
    };
    let mut next = 0;
    while let Some(&id) = found.functions.get(next) {
        next += 1;
        let function = &program.functions[id];
        for clause in function.contract.iter().flat_map(ir::Contract::functions) {
            found.function(clause);
        }
        for block in function.body.iter().flat_map(|body| &body.blocks) {
            block.terminator.operands(&mut |operand| found.operand(operand));
            block.stmts.iter().for_each(|stmt| found.stmt(stmt));
        }
    }
    let changes = |id: &GlobalId| {
        let global = &program.globals[*id];
        !global.read_only && global.kind != GlobalKind::String && global.init.is_some()
    };
    found.globals.into_iter().filter(changes).collect()
}

struct Found {
    functions: Vec<FunctionId>,
    known: FxHashSet<FunctionId>,
    globals: BTreeSet<GlobalId>,
}

impl Found {
    fn function(&mut self, id: FunctionId) {
        if self.known.insert(id) {
            self.functions.push(id);
        }
    }

    fn operand(&mut self, operand: Operand) {
        if let Operand::Const(constant) = operand
            && let ConstValue::Address { symbol, .. } = constant.value
        {
            match symbol {
                Symbol::Global(id) => {
                    self.globals.insert(id);
                }
                Symbol::Function(id) => self.function(id),
                Symbol::Label(..) => {}
            }
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        stmt.operands(&mut |operand| self.operand(operand));
        stmt.places(&mut |place| self.place(place));
        match &stmt.kind {
            StmtKind::Call(call) => {
                if let Callee::Function(id) = call.callee {
                    self.function(id);
                }
            }
            StmtKind::Assign { value: Rvalue::AddressOf(place), .. } => self.place(place),
            _ => {}
        }
    }

    fn place(&mut self, place: &ir::Place) {
        if let Base::Global(id) = place.base {
            self.globals.insert(id);
        }
    }
}
