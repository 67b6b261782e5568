//! Purity: the clauses of contracts and assertions may only read.
//!
//! A compiler leaves them out, so a program in which one changes something is two programs. A run refuses a clause when it writes to
//! memory that was there before (`interp`); here the same is found in the text. The analysis is flow-insensitive and goes from callee to caller: each
//! write of a function is kept with whose memory it may go to, the function's own, that of its parameters, or another's. A
//! clause is refused for a write that cannot be to a variable of what runs for it.

use std::collections::{BTreeMap, BTreeSet};

use ir::{
    AllocKind, Argument, Base, BlockId, Body, Callee, Destination, FunctionId, LocalId, Operand, Place,
    Program, Role, Rvalue, StmtKind, Var,
};

use super::Problem;

/// Whose memory a pointer may lead to.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Whose {
    /// A variable of the function, or of one that it calls.
    own: bool,
    /// Memory that was there before.
    others: bool,
    /// What these parameters lead to.
    params: BTreeSet<usize>,
}

impl Whose {
    fn others() -> Self {
        Self { others: true, ..Self::default() }
    }

    fn add(&mut self, other: &Self) -> bool {
        let before = self.clone();
        self.own |= other.own;
        self.others |= other.others;
        self.params.extend(&other.params);
        *self != before
    }

    /// Seen by a caller that gives these.
    fn given(&self, args: &[Self]) -> Self {
        let mut seen = Self { params: BTreeSet::new(), ..self.clone() };
        for index in &self.params {
            seen.add(args.get(*index).unwrap_or(&Self::others()));
        }
        seen
    }
}

/// The acts of a function and what it calls, each with whose memory it is about; several entries where callers differ.
type Acts = BTreeSet<(FunctionId, (BlockId, u32), Whose)>;

/// Entries of one function. There are as many as ways to a write that differ in who owns the memory.
const ENTRIES: usize = 256;

/// The clauses of a program that change something.
pub(super) fn impure(program: &Program) -> Vec<Problem> {
    let clauses: Vec<FunctionId> = program
        .functions
        .enumerate()
        .filter_map(|(id, function)| matches!(function.role, Role::Clause { .. }).then_some(id))
        .collect();
    let mut acts = BTreeMap::new();
    let reached = reached(program, &clauses);
    loop {
        let mut changed = false;
        for function in reached.iter().rev() {
            let Some(body) = &*program.functions[*function].body else { continue };
            let found = acts_of(*function, body, &acts);
            if acts.get(function) != Some(&found) {
                acts.insert(*function, found);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let mut problems = Vec::new();
    for clause in clauses {
        // What a clause is given was there before.
        let foreign = |whose: &Whose| !whose.own && (whose.others || !whose.params.is_empty());
        let acts = acts.get(&clause).into_iter().flatten().filter(|(.., whose)| foreign(whose));
        let found: BTreeSet<_> = acts.map(|(function, at, _)| (*function, *at)).collect();
        let Some((function, (block, stmt))) = found.into_iter().next() else { continue };
        let Some(body) = &*program.functions[function].body else { continue };
        let stmt = &body.blocks[block].stmts[stmt as usize];
        let Some((_, does)) = forbidden(&stmt.kind) else { continue };
        let name = match program.functions[function].role {
            Role::Clause { .. } => "a condition".to_owned(),
            _ => format!("`{}`", program.functions[function].name),
        };
        let message = format!("{name} {does} while it is evaluated: a checker may only read");
        problems.push(Problem { code: "R3", function: clause, span: stmt.span, message });
    }
    problems
}

/// What runs for these functions, callers first.
fn reached(program: &Program, from: &[FunctionId]) -> Vec<FunctionId> {
    let mut seen: BTreeSet<FunctionId> = from.iter().copied().collect();
    let mut order = from.to_vec();
    let mut at = 0;
    while let Some(function) = order.get(at) {
        let body = program.functions[*function].body.iter();
        let stmts = body.flat_map(|body| body.blocks.iter().flat_map(|block| &block.stmts));
        let callees: Vec<FunctionId> = stmts
            .filter_map(|stmt| match &stmt.kind {
                StmtKind::Call(call) => match call.callee {
                    Callee::Function(callee) => Some(callee),
                    Callee::Pointer(_) => None,
                },
                _ => None,
            })
            .collect();
        order.extend(callees.into_iter().filter(|callee| seen.insert(*callee)));
        at += 1;
    }
    order
}

/// What may not be done, where in memory, and the word for it.
fn forbidden(kind: &StmtKind) -> Option<(Option<&Place>, &'static str)> {
    match kind {
        StmtKind::Store { place, .. }
        | StmtKind::Fill { to: place, .. }
        | StmtKind::Pad { place }
        | StmtKind::Copy { to: place, .. } => Some((Some(place), "writes to memory")),
        StmtKind::Alloc { kind, .. } if *kind != AllocKind::Alloca => Some((None, "allocates memory")),
        StmtKind::Free { .. } => Some((None, "frees memory")),
        _ => None,
    }
}

fn acts_of(function: FunctionId, body: &Body, known: &BTreeMap<FunctionId, Acts>) -> Acts {
    let owners = Owners::of(body);
    let mut found = Acts::new();
    for (block, content) in body.blocks.enumerate() {
        for (stmt, statement) in content.stmts.iter().enumerate() {
            if let Some((place, _)) = forbidden(&statement.kind) {
                let whose = place.map_or_else(Whose::others, |place| owners.of_place(place));
                found.insert((function, (block, stmt as u32), whose));
            }
            let StmtKind::Call(call) = &statement.kind else { continue };
            let Callee::Function(callee) = call.callee else { continue };
            let args: Vec<Whose> = call.args.iter().map(|arg| owners.of_argument(arg)).collect();
            for (origin, at, whose) in known.get(&callee).into_iter().flatten() {
                found.insert((*origin, *at, whose.given(&args)));
            }
        }
    }
    while found.len() > ENTRIES {
        found.pop_last();
    }
    found
}

/// Whose memory the registers of a function lead to.
struct Owners(BTreeMap<LocalId, Whose>);

impl Owners {
    fn of(body: &Body) -> Self {
        let mut owners = Self(BTreeMap::new());
        for (index, param) in body.params.iter().enumerate() {
            if let Var::Local(local) = param {
                owners.0.insert(*local, Whose { params: BTreeSet::from([index]), ..Whose::default() });
            }
        }
        loop {
            let mut changed = false;
            for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
                let (dst, whose) = match &stmt.kind {
                    StmtKind::Assign { dst, value } => (*dst, owners.of_value(value)),
                    // What memory holds leads to what is there before, unless it is a variable's own.
                    StmtKind::Load { dst, place } => (*dst, owners.of_place(place)),
                    StmtKind::Alloc { dst, .. } => (*dst, Whose { own: true, ..Whose::default() }),
                    StmtKind::Call(call) => {
                        let Some(Destination::Local(dst)) = call.dst else { continue };
                        let mut whose = Whose::others();
                        for arg in &call.args {
                            whose.add(&owners.of_argument(arg));
                        }
                        (dst, whose)
                    }
                    _ => continue,
                };
                changed |= owners.0.entry(dst).or_default().add(&whose);
            }
            if !changed {
                return owners;
            }
        }
    }

    fn of_operand(&self, operand: Operand) -> Whose {
        match operand {
            Operand::Local(local) => self.0.get(&local).cloned().unwrap_or_default(),
            Operand::Const(value) => match value.value {
                ir::ConstValue::Int(_) => Whose::default(),
                _ => Whose::others(),
            },
        }
    }

    fn of_argument(&self, argument: &Argument) -> Whose {
        match argument {
            Argument::Value(operand) => self.of_operand(*operand),
            Argument::Object(_) => Whose { own: true, ..Whose::default() },
        }
    }

    fn of_place(&self, place: &Place) -> Whose {
        match place.base {
            Base::Slot(_) => Whose { own: true, ..Whose::default() },
            Base::Global(_) => Whose::others(),
            Base::Pointer(pointer) => self.of_operand(pointer),
        }
    }

    fn of_value(&self, value: &Rvalue) -> Whose {
        let mut whose = Whose::default();
        match value {
            Rvalue::Uninit => {}
            Rvalue::Use(operand) | Rvalue::Unary(_, operand) | Rvalue::Convert(operand) => {
                whose = self.of_operand(*operand);
            }
            Rvalue::Binary(_, lhs, rhs) | Rvalue::PointerDiff { lhs, rhs, .. } => {
                whose = self.of_operand(*lhs);
                whose.add(&self.of_operand(*rhs));
            }
            Rvalue::PointerAdd { pointer, index, .. } => {
                whose = self.of_operand(*pointer);
                whose.add(&self.of_operand(*index));
            }
            Rvalue::AddressOf(place) => whose = self.of_place(place),
            Rvalue::Intrinsic(_, operands) => {
                for operand in operands {
                    whose.add(&self.of_operand(*operand));
                }
            }
        }
        whose
    }
}
