//! Whether a program keeps the address of `errno`.
//!
//! The library writes to `errno` whenever it likes, and an analysis does not see it. The model of `__errno_location` therefore writes any number to it
//! whenever the program asks for its address, which is enough if the address is used at once, as the macro `errno` does. A program that keeps it may read,
//! much later, what it believes to have written itself: for such a program there is no model.

use ir::{
    Base, Body, Callee, Code, Destination, FunctionId, LocalId, Operand, Program, Role, Stmt, StmtKind,
};

const LOCATION: &str = "__errno_location";

/// Takes the model away if the program keeps what it gives.
pub(crate) fn withdraw_model_if_kept(program: &mut Program) {
    let is_model = |id: &FunctionId| {
        let function = &program.functions[*id];
        &*function.name == LOCATION && function.role == Role::Model
    };
    let Some(location) = program.functions.ids().find(is_model) else { return };
    // Most functions do not ask for it, which is known without looking at their code.
    let asks =
        |code: &&Code| code.glance().is_some_and(|glance| glance.calls.binary_search(&location).is_ok());
    let code = program.functions.iter().map(|function| &function.body).filter(asks);
    if code.filter_map(Code::as_ref).any(|body| keeps(body, location)) {
        let function = &mut program.functions[location];
        (function.body, function.role) = (Code::none(), Role::Ordinary);
    }
}

/// Whether a function does anything with the address but to read or write there before anything else is called.
fn keeps(body: &Body, location: FunctionId) -> bool {
    body.blocks.iter().any(|block| {
        block.stmts.iter().enumerate().any(|(at, stmt)| match &stmt.kind {
            StmtKind::Call(call) if call.callee == Callee::Function(location) => match &call.dst {
                None => false,
                Some(Destination::Object(_)) => true,
                Some(Destination::Local(address)) => {
                    let at_once = block.stmts[at + 1..].iter().take_while(|stmt| !is_call(stmt));
                    let used: usize = at_once.map(|stmt| uses_at(stmt, *address)).sum();
                    used != reads(body, *address)
                }
            },
            _ => false,
        })
    })
}

fn is_call(stmt: &Stmt) -> bool {
    matches!(stmt.kind, StmtKind::Call(_) | StmtKind::Alloc { .. } | StmtKind::Free { .. })
}

/// How often a statement reads or writes where an address leads.
fn uses_at(stmt: &Stmt, address: LocalId) -> usize {
    match &stmt.kind {
        StmtKind::Load { place, .. } | StmtKind::Store { place, .. } => {
            usize::from(matches!(place.base, Base::Pointer(Operand::Local(base)) if base == address))
        }
        _ => 0,
    }
}

/// How often a function reads a register.
fn reads(body: &Body, register: LocalId) -> usize {
    let mut count = 0;
    let mut see = |operand: Operand| count += usize::from(operand == Operand::Local(register));
    for block in &body.blocks {
        block.stmts.iter().for_each(|stmt| stmt.operands(&mut see));
        block.terminator.operands(&mut see);
    }
    count
}
