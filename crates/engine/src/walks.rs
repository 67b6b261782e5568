//! Functions that end because they walk: whatever is called here has an end, or has one where links lead round in no circle.
//!
//! A function only reads, so memory does not change while it runs. It ends if nothing it calls goes on for ever, and each of its loops, and its
//! recursion if it calls itself,
//!
//! - counts: every round adds one to a register that is asked whether it is below a bound, and nothing else changes either of them; or
//! - walks: every round, or every call in its place, moves a pointer to where a link of what it leads to leads. Nothing else changes the pointer.
//!
//! A pointer that moves along links passes through one object after the other. Where no link leads round in a circle these are all different, and memory has
//! finitely many. Which links are followed is said here ([`Walks::Along`]), and whether they lead round in no circle is for a domain to know.

use std::collections::BTreeSet;

use ir::{
    Argument, Base, BinaryOp, Block, BlockId, Body, Callee, Const, ConstValue, FunctionId, Id, LocalId,
    Operand, Program, Rvalue, Stmt, StmtKind, Terminator, Var,
};

use crate::components::components;

/// Whether a call of a function ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Walks {
    /// It does.
    No,
    /// It does where no links at these offsets, in what its arguments lead to, lead round in a circle. It reads
    /// no other pointers.
    Along(BTreeSet<u64>),
    /// That is not known.
    Unknown,
}

/// Whether the loops of a function end however links lead, if what it calls ends.
pub(crate) fn only_counts(program: &Program, id: FunctionId, body: &Body) -> bool {
    Reader { program, id, body }.ends() == Some(false)
}

/// Whether a call of a function ends.
pub(crate) fn walks(program: &Program, function: FunctionId) -> Walks {
    let mut seen = BTreeSet::from([function]);
    let mut work = vec![function];
    let (mut links, mut walks, mut only_reads) = (BTreeSet::new(), false, true);
    // Who calls whom, apart from calls of itself.
    let mut calls = Vec::new();
    while let Some(id) = work.pop() {
        let Some(body) = &*program.functions[id].body else { return Walks::Unknown };
        let reader = Reader { program, id, body };
        match reader.ends() {
            Some(walking) => walks |= walking,
            None => return Walks::Unknown,
        }
        only_reads &= reader.only_reads(&mut links);
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            let StmtKind::Call(call) = &stmt.kind else { continue };
            let Callee::Function(callee) = call.callee else { return Walks::Unknown };
            if callee != id {
                calls.push((id, callee));
            }
            if seen.insert(callee) {
                work.push(callee);
            }
        }
    }
    let all: Vec<FunctionId> = seen.into_iter().collect();
    let number = |id: FunctionId| all.binary_search(&id).unwrap_or_default();
    let mut edges = vec![Vec::new(); all.len()];
    for (from, to) in calls {
        edges[number(from)].push(number(to));
    }
    // Who calls itself by way of others may have forgotten where it was.
    let is_simple = components(&edges).iter().all(|component| component.len() == 1);
    match (is_simple, walks) {
        (false, _) => Walks::Unknown,
        (true, false) => Walks::No,
        (true, true) if only_reads => Walks::Along(links),
        (true, true) => Walks::Unknown,
    }
}

struct Reader<'a> {
    program: &'a Program,
    id: FunctionId,
    body: &'a Body,
}

impl Reader<'_> {
    /// Whether the loops and the recursion of the function end, what it calls taken to end: whether it is for walking. Nothing if that is not known.
    fn ends(&self) -> Option<bool> {
        let all: BTreeSet<usize> = (0..self.body.blocks.len()).collect();
        let mut walking = false;
        self.loops_end(&all, &mut walking).then_some(())?;
        let own: Vec<&[Argument]> = self.own_calls().collect();
        if own.is_empty() {
            return Some(walking);
        }
        let moves = |n: usize| {
            let Some(Var::Local(parameter)) = self.body.params.get(n).copied() else { return false };
            if !self.is_pointer(parameter) || self.writes(parameter).next().is_some() {
                return false;
            }
            let ahead = self.ahead_of(parameter);
            own.iter().all(|args| matches!(args.get(n), Some(Argument::Value(Operand::Local(local))) if ahead.contains(local)))
        };
        (0..self.body.params.len()).any(moves).then_some(true)
    }

    fn own_calls(&self) -> impl Iterator<Item = &[Argument]> {
        self.body.blocks.iter().flat_map(|block| &block.stmts).filter_map(|stmt| match &stmt.kind {
            StmtKind::Call(call) if call.callee == Callee::Function(self.id) => Some(&call.args[..]),
            _ => None,
        })
    }

    /// Whether the loops among some blocks end.
    fn loops_end(&self, among: &BTreeSet<usize>, walking: &mut bool) -> bool {
        let list: Vec<usize> = among.iter().copied().collect();
        let number = |block: &usize| list.binary_search(block).ok();
        let edges: Vec<Vec<usize>> = list
            .iter()
            .map(|block| {
                let next = self.block(*block).terminator.successors();
                next.into_iter().filter_map(|block| number(&block.index())).collect()
            })
            .collect();
        components(&edges).iter().all(|component| {
            if component.len() == 1 && !edges[component[0]].contains(&component[0]) {
                return true;
            }
            let around: BTreeSet<usize> = component.iter().map(|n| list[*n]).collect();
            self.candidates(&around).into_iter().any(|register| {
                let mut inner = false;
                let ends = if self.is_pointer(register) {
                    inner = true;
                    self.moves_along(register, &around)
                } else {
                    self.counts(register, &around)
                };
                // What is left are rounds in which the register stays what it is.
                let ends =
                    ends.is_some_and(|rest| rest.len() < around.len() && self.loops_end(&rest, &mut inner));
                *walking |= ends && inner;
                ends
            })
        })
    }

    /// The registers that a loop reads through, and those that it asks about.
    fn candidates(&self, around: &BTreeSet<usize>) -> BTreeSet<LocalId> {
        let stmts = around.iter().flat_map(|block| &self.block(*block).stmts);
        let named = stmts.flat_map(|stmt| match &stmt.kind {
            StmtKind::Load { place, .. } => match place.base {
                Base::Pointer(operand) => vec![operand],
                _ => Vec::new(),
            },
            StmtKind::Assign { value: Rvalue::Binary(BinaryOp::Lt | BinaryOp::Gt, a, b), .. } => vec![*a, *b],
            _ => Vec::new(),
        });
        named
            .filter_map(|operand| match operand {
                Operand::Local(local) => Some(local),
                Operand::Const(_) => None,
            })
            .collect()
    }

    /// The blocks of a loop in which a pointer is not moved, if nothing in the loop does anything with it but moving it on.
    fn moves_along(&self, register: LocalId, around: &BTreeSet<usize>) -> Option<BTreeSet<usize>> {
        let mut rest = around.clone();
        for block in around {
            let stmts = &self.block(*block).stmts;
            for (n, stmt) in stmts.iter().enumerate() {
                if stmt.writes() != Some(register) || matches!(stmt.kind, StmtKind::Dead(_)) {
                    continue;
                }
                if !moves(register, stmt, &stmts[..n]) {
                    return None;
                }
                rest.remove(block);
            }
        }
        Some(rest)
    }

    /// The blocks of a loop in which a register does not count up to a bound.
    fn counts(&self, register: LocalId, around: &BTreeSet<usize>) -> Option<BTreeSet<usize>> {
        let (integer, signed) = self.program.types.integer(self.body.locals[register].ty)?;
        let mut up = BTreeSet::new();
        for block in around {
            let stmts = &self.block(*block).stmts;
            for (n, stmt) in stmts.iter().enumerate() {
                if stmt.writes() != Some(register) || matches!(stmt.kind, StmtKind::Dead(_)) {
                    continue;
                }
                if !self.adds_one(register, stmt, &stmts[..n]) || up.contains(block) {
                    return None;
                }
                up.insert(*block);
            }
        }
        let asks = |block: &usize| {
            let block = self.block(*block);
            let Terminator::Branch { condition: Operand::Local(condition), then, otherwise } =
                &block.terminator
            else {
                return false;
            };
            let leaves = around.contains(&then.index()) && !around.contains(&otherwise.index());
            let Some(StmtKind::Assign { dst, value: Rvalue::Binary(op, a, b) }) =
                block.stmts.last().map(|stmt| &stmt.kind)
            else {
                return false;
            };
            let bound = match op {
                BinaryOp::Lt if *a == Operand::Local(register) => b,
                BinaryOp::Gt if *b == Operand::Local(register) => a,
                _ => return false,
            };
            let stays = match bound {
                Operand::Const(_) => true,
                Operand::Local(bound) => {
                    self.program.types.integer(self.body.locals[*bound].ty) == Some((integer, signed))
                        && !self.writes(*bound).any(|block| around.contains(&block))
                }
            };
            dst == condition && leaves && stays
        };
        let tests: BTreeSet<usize> = around.iter().copied().filter(asks).collect();
        // Each round that counts must ask, too.
        let unasked: BTreeSet<usize> = around.difference(&tests).copied().collect();
        if tests.is_empty() || up.iter().any(|block| self.comes_back(*block, &unasked)) {
            return None;
        }
        Some(around.difference(&up).copied().collect())
    }

    /// Whether control may come from a block back to it by way of some blocks only.
    fn comes_back(&self, block: usize, among: &BTreeSet<usize>) -> bool {
        let mut seen = BTreeSet::new();
        let mut work = vec![block];
        while let Some(at) = work.pop() {
            for next in self.block(at).terminator.successors() {
                let next = next.index();
                if next == block {
                    return among.contains(&block);
                }
                if among.contains(&next) && seen.insert(next) {
                    work.push(next);
                }
            }
        }
        false
    }

    /// Whether a statement adds one to a register, by the statements of the block before it.
    fn adds_one(&self, register: LocalId, stmt: &Stmt, before: &[Stmt]) -> bool {
        let is_sum = |stmt: &Stmt| {
            let StmtKind::Assign {
                value:
                    Rvalue::Binary(
                        BinaryOp::Add,
                        Operand::Local(a),
                        Operand::Const(Const { value: ConstValue::Int(1), .. }),
                    ),
                ..
            } = &stmt.kind
            else {
                return false;
            };
            *a == register
        };
        if is_sum(stmt) {
            return true;
        }
        let StmtKind::Assign { value: Rvalue::Use(Operand::Local(sum)), .. } = &stmt.kind else {
            return false;
        };
        let last =
            before.iter().rev().find(|stmt| stmt.writes() == Some(*sum) || stmt.writes() == Some(register));
        self.body.locals[*sum].ty == self.body.locals[register].ty
            && last.is_some_and(|stmt| stmt.writes() == Some(*sum) && is_sum(stmt))
    }

    /// The registers that hold, if anything, where links of a parameter lead, of what these lead to, and so on.
    fn ahead_of(&self, parameter: LocalId) -> BTreeSet<LocalId> {
        let mut same = BTreeSet::from([parameter]);
        let mut ahead = BTreeSet::new();
        loop {
            let before = (same.len(), ahead.len());
            for local in self.body.locals.ids() {
                let mut written = self.written(local).peekable();
                if same.contains(&local) || ahead.contains(&local) || written.peek().is_none() {
                    continue;
                }
                let (mut copies, mut moves) = (true, true);
                for stmt in written {
                    let from = match &stmt.kind {
                        StmtKind::Assign {
                            value: Rvalue::Use(Operand::Local(from)) | Rvalue::Convert(Operand::Local(from)),
                            ..
                        } => (*from, false),
                        StmtKind::Load { place, .. } => match place.base {
                            Base::Pointer(Operand::Local(from)) => (from, true),
                            _ => (local, false),
                        },
                        _ => (local, false),
                    };
                    copies &= !from.1 && same.contains(&from.0);
                    moves &= ahead.contains(&from.0) || from.1 && same.contains(&from.0);
                }
                if copies {
                    same.insert(local);
                } else if moves {
                    ahead.insert(local);
                }
            }
            if before == (same.len(), ahead.len()) {
                return ahead;
            }
        }
    }

    /// Whether the function only reads, and comes by pointers as parameters and by links only: at which offsets.
    fn only_reads(&self, links: &mut BTreeSet<u64>) -> bool {
        self.body.blocks.iter().flat_map(|block| &block.stmts).all(|stmt| match &stmt.kind {
            StmtKind::Load { dst, .. } if !self.is_pointer(*dst) => true,
            StmtKind::Load { place, .. } => {
                let Ok(offset) = u64::try_from(place.offset) else { return false };
                let is_plain = place.path.iter().all(|step| matches!(step, ir::Step::Field { .. }));
                links.insert(offset);
                matches!(place.base, Base::Pointer(_)) && is_plain && !place.volatile
            }
            StmtKind::Assign { dst, value } if self.is_pointer(*dst) => match value {
                Rvalue::Use(Operand::Local(from)) | Rvalue::Convert(Operand::Local(from)) => {
                    self.is_pointer(*from)
                }
                Rvalue::Use(Operand::Const(constant)) | Rvalue::Convert(Operand::Const(constant)) => {
                    constant.value == ConstValue::Int(0)
                }
                _ => false,
            },
            StmtKind::Assign { .. } | StmtKind::Dead(_) => true,
            StmtKind::Call(call) => call.args.iter().all(|arg| match arg {
                Argument::Value(Operand::Const(constant)) => {
                    !self.program.types.is_pointer(constant.ty) || constant.value == ConstValue::Int(0)
                }
                Argument::Value(Operand::Local(_)) => true,
                Argument::Object(_) => false,
            }),
            _ => false,
        })
    }

    fn block(&self, block: usize) -> &Block {
        &self.body.blocks[BlockId::new(block)]
    }

    fn is_pointer(&self, local: LocalId) -> bool {
        self.program.types.is_pointer(self.body.locals[local].ty)
    }

    /// The statements that give a register a value.
    fn written(&self, local: LocalId) -> impl Iterator<Item = &Stmt> {
        let stmts = self.body.blocks.iter().flat_map(|block| &block.stmts);
        stmts.filter(move |stmt| stmt.writes() == Some(local) && !matches!(stmt.kind, StmtKind::Dead(_)))
    }

    /// The blocks in which a register is given a value.
    fn writes(&self, local: LocalId) -> impl Iterator<Item = usize> {
        self.body.blocks.enumerate().flat_map(move |(id, block)| {
            let written = block
                .stmts
                .iter()
                .filter(move |stmt| stmt.writes() == Some(local) && !matches!(stmt.kind, StmtKind::Dead(_)));
            written.map(move |_| id.index())
        })
    }
}

/// Whether a statement makes a pointer what a link of it was, by the statements of the block before it.
fn moves(register: LocalId, stmt: &Stmt, before: &[Stmt]) -> bool {
    let mut wanted = match &stmt.kind {
        StmtKind::Load { place, .. } => return place.base == Base::Pointer(Operand::Local(register)),
        StmtKind::Assign {
            value: Rvalue::Use(Operand::Local(local)) | Rvalue::Convert(Operand::Local(local)),
            ..
        } => *local,
        _ => return false,
    };
    let mut loaded = false;
    for stmt in before.iter().rev() {
        if stmt.writes() == Some(register) {
            return false;
        }
        if stmt.writes() != Some(wanted) {
            continue;
        }
        match &stmt.kind {
            StmtKind::Assign {
                value: Rvalue::Use(Operand::Local(local)) | Rvalue::Convert(Operand::Local(local)),
                ..
            } => {
                wanted = *local;
            }
            StmtKind::Load { place, .. } => match place.base {
                Base::Pointer(Operand::Local(local)) => (wanted, loaded) = (local, true),
                _ => return false,
            },
            _ => return false,
        }
        if wanted == register {
            return loaded;
        }
    }
    false
}
