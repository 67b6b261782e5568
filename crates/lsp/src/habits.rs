//! What a function does with structures, as far as its text tells: a guess, for a contract to begin with.

use std::collections::BTreeSet;

use ir::{Base, Body, Callee, FunctionId, LocalId, Operand, Program, Rvalue, StmtKind, Var};

/// What a function does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Habits {
    /// The parameters whose blocks it frees, or gives to itself or others who do.
    pub(crate) frees: BTreeSet<Var>,
    /// Whether it, or what it calls, writes to memory, allocates or frees.
    pub(crate) changes: bool,
}

impl Habits {
    pub(crate) fn of(program: &Program, function: FunctionId) -> Self {
        Self::among(program, function, &mut BTreeSet::new())
    }

    /// The same without looking into functions that are looked at already.
    fn among(program: &Program, function: FunctionId, seen: &mut BTreeSet<FunctionId>) -> Self {
        let mut habits = Self::default();
        let Some(body) = program.functions[function].body.as_ref().filter(|_| seen.insert(function)) else {
            return habits;
        };
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            match &stmt.kind {
                StmtKind::Free { pointer } => {
                    habits.changes = true;
                    habits.frees.extend(parameter(body, *pointer));
                }
                StmtKind::Alloc { .. } | StmtKind::Copy { .. } | StmtKind::Fill { .. } => {
                    habits.changes = true;
                }
                StmtKind::Store { place, .. } => habits.changes |= !matches!(place.base, Base::Slot(_)),
                StmtKind::Call(call) => {
                    let Callee::Function(callee) = call.callee else {
                        habits.changes = true;
                        continue;
                    };
                    let other = Self::among(program, callee, seen);
                    habits.changes |= other.changes;
                    let of_callee = program.functions[callee].body.iter().flat_map(Body::parameters);
                    for ((var, _), arg) in of_callee.zip(&call.args) {
                        if let ir::Argument::Value(value) = arg
                            && other.frees.contains(&var)
                        {
                            habits.frees.extend(parameter(body, *value));
                        }
                    }
                }
                _ => {}
            }
        }
        habits
    }
}

/// The parameter that an operand is, itself or as a copy.
fn parameter(body: &Body, operand: Operand) -> Option<Var> {
    let Operand::Local(mut local) = operand else { return None };
    for _ in 0..4 {
        if let Some((var, _)) = body.parameters().find(|(var, _)| *var == Var::Local(local)) {
            return Some(var);
        }
        local = copied(body, local)?;
    }
    None
}

/// What a temporary is a copy of, if it is assigned once.
fn copied(body: &Body, local: LocalId) -> Option<LocalId> {
    let stmts = body.blocks.iter().flat_map(|block| &block.stmts);
    let mut sources = stmts.filter_map(|stmt| match &stmt.kind {
        StmtKind::Assign {
            dst,
            value: Rvalue::Use(Operand::Local(from)) | Rvalue::Convert(Operand::Local(from)),
            ..
        } if *dst == local => Some(*from),
        _ => None,
    });
    let source = sources.next()?;
    sources.next().is_none().then_some(source)
}
