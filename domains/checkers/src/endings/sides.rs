//! Walks that go up on both sides of an address.
//!
//! `free` of Kernighan and Ritchie looks for the gap in a ring of blocks that an address `b` belongs into, and nothing says that the ring is in the order of addresses. It ends all the
//! same: a round that is followed by another one leads the variable to a higher address on the same side of `b`, or from above `b` to below it; so of all addresses, those
//! above `b` taken first, fewer are ahead in every round. No ring is needed for that, only that the variable is never `b` itself, which separation says.
//!
//! Addresses of different objects are compared on the way, as allocators do: they are numbers, which a state must not take them for (`heap::inside`). So rounds
//! are looked at here by themselves, as ways through the loop's blocks, over what conditions compare. The loop writes nothing, so what is read twice is the same.

use ir::{Base, BinaryOp, BlockId, Body, Const, ConstValue, LocalId, Operand, Place, Rvalue, Step, StmtKind};
use ir::{Terminator, TypeId, TypeKind, Types, Var};
use logic::{Dim, Form, Pure};
use rustc_hash::FxHashMap;

/// A loop with more ways through it is not looked at.
const MOST: usize = 64;

/// What a register holds on a way.
#[derive(Clone, PartialEq)]
enum Value {
    /// A number or an address.
    Number(Form),
    /// Whether a comparison holds.
    Truth(BinaryOp, Form, Form),
}

/// Where something was read, or what an address is of.
#[derive(Clone, PartialEq)]
struct Read {
    base: Source,
    offset: i64,
    /// What was read, or nothing if it is the address itself.
    content: Option<TypeId>,
}

#[derive(Clone, PartialEq)]
enum Source {
    Object(Base),
    Pointer(Form),
}

/// One way through a loop, up to some block.
#[derive(Clone)]
pub(super) struct Way<'a> {
    types: &'a Types,
    body: &'a Body,
    /// What registers held at the head, as far as it was asked for.
    first: FxHashMap<LocalId, Form>,
    held: FxHashMap<LocalId, Value>,
    reads: Vec<(Read, Form)>,
    known: Pure,
    next: u32,
    visited: Vec<BlockId>,
}

/// All ways once around a loop that writes nothing; none if it has loops inside or too many ways.
pub(super) fn ways<'a>(
    types: &'a Types,
    body: &'a Body,
    head: BlockId,
    blocks: &[BlockId],
) -> Option<Vec<Way<'a>>> {
    let start = Way {
        types,
        body,
        first: FxHashMap::default(),
        held: FxHashMap::default(),
        reads: Vec::new(),
        known: Pure::new(),
        next: 0,
        visited: Vec::new(),
    };
    let (mut around, mut todo) = (Vec::new(), vec![(start, head)]);
    while let Some((mut way, block)) = todo.pop() {
        if way.visited.contains(&block) || todo.len() + around.len() > MOST {
            return None;
        }
        way.visited.push(block);
        for (next, to) in way.block(block) {
            if next.known.is_unsat() || !blocks.contains(&to) {
                continue;
            }
            if to == head { around.push(next) } else { todo.push((next, to)) }
        }
    }
    Some(around)
}

/// Whether one register goes up on both sides of another, which stays what it is, on every way around. The two are never equal at the head.
pub(super) fn go_up(ways: &[Way<'_>], of: LocalId, pivot: LocalId) -> bool {
    ways.iter().all(|way| way.goes_up(of, pivot) == Some(true))
}

impl Way<'_> {
    fn goes_up(&self, of: LocalId, pivot: LocalId) -> Option<bool> {
        let mut way = self.clone();
        let (then, now) = (way.at_head(of), way.number(of)?);
        let (stays, pivot) = (way.at_head(pivot), way.number(pivot)?);
        if stays != pivot {
            return Some(false);
        }
        for place in [&then, &now] {
            if !way.is_apart(place, &pivot) {
                return Some(true);
            }
        }
        let less = |a: &Form, b: &Form| {
            b.add_scaled(-1, a).and_then(|more| more.plus(-1)).is_some_and(|more| way.known.proves_ge(&more))
        };
        let same_side = less(&now, &pivot) || less(&pivot, &then);
        Some(less(&then, &now) && same_side || less(&pivot, &then) && less(&now, &pivot))
    }

    /// Notes that two numbers differ; false if they cannot.
    fn is_apart(&mut self, a: &Form, b: &Form) -> bool {
        let Some(more) = a.add_scaled(-1, b) else { return true };
        let possible = self.known.guard_ne(&more);
        // One that is not smaller is larger then.
        for side in [Some(more.clone()), more.negated()].into_iter().flatten() {
            if self.known.proves_ge(&side)
                && let Some(positive) = side.plus(-1)
            {
                self.known.guard_ge(&positive);
            }
        }
        possible && !self.known.is_unsat()
    }

    fn fresh(&mut self) -> Form {
        self.next += 1;
        Form::of(Dim(self.next - 1))
    }

    /// What a register held at the head.
    fn at_head(&mut self, local: LocalId) -> Form {
        if let Some(known) = self.first.get(&local) {
            return known.clone();
        }
        let fresh = self.fresh();
        self.first.insert(local, fresh.clone());
        fresh
    }

    /// What a register holds.
    fn value(&mut self, local: LocalId) -> Value {
        match self.held.get(&local) {
            Some(held) => held.clone(),
            None => Value::Number(self.at_head(local)),
        }
    }

    fn number(&mut self, local: LocalId) -> Option<Form> {
        match self.value(local) {
            Value::Number(form) => Some(form),
            Value::Truth(..) => None,
        }
    }

    fn operand(&mut self, operand: Operand) -> Value {
        match operand {
            Operand::Local(local) => self.value(local),
            Operand::Const(Const { value: ConstValue::Int(value), .. }) => {
                Value::Number(Form::constant(value))
            }
            Operand::Const(_) => Value::Number(self.fresh()),
        }
    }

    /// Runs a block: the ways out of it.
    fn block(mut self, block: BlockId) -> Vec<(Self, BlockId)> {
        let body = self.body;
        for stmt in &body.blocks[block].stmts {
            match &stmt.kind {
                StmtKind::Assign { dst, value } => {
                    let value = self.rvalue(*dst, value);
                    self.held.insert(*dst, value);
                }
                StmtKind::Load { dst, place } => {
                    let value = self.read(place, Some(place.ty));
                    self.held.insert(*dst, Value::Number(value));
                }
                StmtKind::Nondet { dst, .. } | StmtKind::Dead(Var::Local(dst)) => {
                    let value = self.fresh();
                    self.held.insert(*dst, Value::Number(value));
                }
                StmtKind::Assume(condition) => self.assume(*condition, true),
                _ => {}
            }
        }
        match &body.blocks[block].terminator {
            Terminator::Goto(to) => vec![(self, *to)],
            Terminator::Branch { condition, then, otherwise } => {
                let mut other = self.clone();
                self.assume(*condition, true);
                other.assume(*condition, false);
                vec![(self, *then), (other, *otherwise)]
            }
            terminator => terminator.successors().into_iter().map(|to| (self.clone(), to)).collect(),
        }
    }

    fn rvalue(&mut self, dst: LocalId, value: &Rvalue) -> Value {
        match value {
            Rvalue::Use(operand) => self.operand(*operand),
            Rvalue::Convert(operand) => match self.operand(*operand) {
                truth @ Value::Truth(..) => truth,
                number if self.is_pointer_to_pointer(dst, *operand) => number,
                _ => Value::Number(self.fresh()),
            },
            Rvalue::Binary(op, lhs, rhs) if op.is_comparison() && !self.is_float(*lhs) => {
                match (self.operand(*lhs), self.operand(*rhs)) {
                    (Value::Number(lhs), Value::Number(rhs)) => Value::Truth(*op, lhs, rhs),
                    // What is compared with zero is whether it holds.
                    (Value::Truth(of, lhs, rhs), Value::Number(zero))
                        if zero.as_constant() == Some(0) && matches!(op, BinaryOp::Eq | BinaryOp::Ne) =>
                    {
                        Value::Truth(if *op == BinaryOp::Eq { opposite(of) } else { of }, lhs, rhs)
                    }
                    _ => Value::Number(self.fresh()),
                }
            }
            Rvalue::AddressOf(place) => Value::Number(self.read(place, None)),
            _ => Value::Number(self.fresh()),
        }
    }

    fn type_of(&self, operand: Operand) -> TypeId {
        match operand {
            Operand::Local(local) => self.body.locals[local].ty,
            Operand::Const(constant) => constant.ty,
        }
    }

    fn is_pointer_to_pointer(&self, dst: LocalId, operand: Operand) -> bool {
        let is_pointer = |ty: TypeId| matches!(self.types.kind(ty), TypeKind::Pointer(_));
        is_pointer(self.type_of(operand)) && is_pointer(self.body.locals[dst].ty)
    }

    /// Floating numbers that are not less need not be greater or equal.
    fn is_float(&self, operand: Operand) -> bool {
        self.types.is_float(self.type_of(operand))
    }

    /// What a place holds, or its address: what was found before, if it is the same place.
    fn read(&mut self, place: &Place, content: Option<TypeId>) -> Form {
        let base = match place.base {
            Base::Pointer(pointer) => match self.operand(pointer) {
                Value::Number(form) => Source::Pointer(form),
                Value::Truth(..) => return self.fresh(),
            },
            object => Source::Object(object),
        };
        let vague = place.path.iter().any(|step| matches!(step, Step::Index { .. }));
        if vague || place.bits.is_some() || place.volatile {
            return self.fresh();
        }
        let read = Read { base, offset: place.offset, content };
        if let Some((_, known)) = self.reads.iter().find(|(known, _)| *known == read) {
            return known.clone();
        }
        let fresh = self.fresh();
        self.reads.push((read, fresh.clone()));
        fresh
    }

    fn assume(&mut self, condition: Operand, holds: bool) {
        let (op, lhs, rhs) = match self.operand(condition) {
            Value::Truth(op, lhs, rhs) => (op, lhs, rhs),
            Value::Number(form) => (BinaryOp::Ne, form, Form::constant(0)),
        };
        let op = if holds { op } else { opposite(op) };
        let more = |a: &Form, b: &Form, least: i128| a.add_scaled(-1, b).and_then(|form| form.plus(-least));
        let (fact, guard): (_, fn(&mut Pure, &Form) -> bool) = match op {
            BinaryOp::Eq => (more(&lhs, &rhs, 0), Pure::guard_eq),
            BinaryOp::Ne => (more(&lhs, &rhs, 0), Pure::guard_ne),
            BinaryOp::Lt => (more(&rhs, &lhs, 1), Pure::guard_ge),
            BinaryOp::Le => (more(&rhs, &lhs, 0), Pure::guard_ge),
            BinaryOp::Gt => (more(&lhs, &rhs, 1), Pure::guard_ge),
            BinaryOp::Ge => (more(&lhs, &rhs, 0), Pure::guard_ge),
            _ => return,
        };
        if let Some(fact) = fact {
            guard(&mut self.known, &fact);
        }
    }
}

/// The comparison that holds where this one does not.
fn opposite(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Le => BinaryOp::Gt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Ge => BinaryOp::Lt,
        other => other,
    }
}
