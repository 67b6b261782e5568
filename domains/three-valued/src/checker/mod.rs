//! Predicates in C that say what a pointer leads to.
//!
//! `bool list(struct node *x) { return x == NULL || list(x->next); }`, however it is written, and its kin: doubly linked lists and trees with links up, sorted lists. A function is read by
//! going all ways through it. What it says when it is true is then known of every cell it comes to: each pointer of the cell is a *link*, of which the function
//! says the same, or leads *back* to the cell that linked to it, or is null; and the cells are all different, as a checker owns what it reads.
//! What else it says is left out, so that more memories are described than those for which it is true. A function that leaves a pointer open is none of these.

mod way;

use ir::{Argument, Base, BinaryOp, Body, Call, Callee, ConstValue, Destination, FunctionId, Operand};
use ir::{Program, RecordId, Rvalue, StmtKind, Terminator, TypeId, TypeKind, Var};
use rustc_hash::FxHashMap;

use way::{Symbol, Term, Way, contrary, term};

/// More ways through a function are not gone.
const WAYS: usize = 128;

/// What a predicate says of its argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Checker {
    pub(crate) record: RecordId,
    /// Whether it may hold of null, and of something else.
    pub(crate) empty: bool,
    pub(crate) filled: bool,
    /// The offsets of the pointers that it follows.
    pub(crate) links: Vec<u64>,
    /// The offsets of pointers that lead back, each with the parameter that says where from.
    pub(crate) backs: Vec<(u64, usize)>,
    /// Link and number of neighbours that do not fall, and of those that do not rise.
    pub(crate) rising: Vec<(u64, u64)>,
    pub(crate) falling: Vec<(u64, u64)>,
}

/// The functions of a program that say what a pointer leads to.
pub(crate) fn checkers(program: &Program) -> FxHashMap<FunctionId, Checker> {
    let read = |(id, function): (FunctionId, &ir::Function)| {
        let body = function.body.as_ref()?;
        Some((id, Reading { program, function: id, body }.checker()?))
    };
    program.functions.enumerate().filter_map(read).collect()
}

struct Reading<'a> {
    program: &'a Program,
    function: FunctionId,
    body: &'a Body,
}

impl Reading<'_> {
    fn checker(&self) -> Option<Checker> {
        let Some(Var::Local(first)) = self.body.params.first() else { return None };
        let types = &self.program.types;
        let TypeKind::Record(record) = types.kind(types.pointee(self.body.locals[*first].ty)?) else {
            return None;
        };
        let mut start = Way::default();
        for (index, param) in self.body.params.iter().enumerate() {
            let Var::Local(local) = param else { return None };
            start.held.insert(*local, Symbol::Parameter(index));
        }
        let (mut pending, mut held) = (vec![(Body::ENTRY, start)], Vec::new());
        while let Some((block, way)) = pending.pop() {
            if pending.len() + held.len() > WAYS {
                return None;
            }
            self.through(*record, block, way, &mut pending, &mut held)?;
        }
        self.summed_up(*record, &held)
    }

    /// What holds on all ways on which the function is true.
    fn summed_up(&self, record: RecordId, ways: &[Way]) -> Option<Checker> {
        let empty = ways.iter().any(|way| way.is_null(Term::Parameter(0)) != Some(false));
        let ways: Vec<&Way> =
            ways.iter().filter(|way| way.is_null(Term::Parameter(0)) != Some(true)).collect();
        let mut checker = Checker {
            record,
            empty,
            filled: !ways.is_empty(),
            links: Vec::new(),
            backs: Vec::new(),
            rising: Vec::new(),
            falling: Vec::new(),
        };
        let mut pointers = Vec::new();
        let mut numbers = Vec::new();
        for (offset, ty) in crate::vocabulary::scalars(&self.program.types, record)? {
            let is_pointer = self.program.types.is_pointer(ty);
            if is_pointer { pointers.push(offset) } else { numbers.push(offset) }
        }
        for link in &pointers {
            let followed = |way: &&Way| way.call_on(*link).is_some();
            let explained = |way: &&Way| followed(way) || way.is_null(Term::Member(*link)) == Some(true);
            if ways.iter().any(followed) {
                if !ways.iter().all(explained) {
                    return None;
                }
                checker.links.push(*link);
            }
        }
        for back in pointers.iter().filter(|offset| !checker.links.contains(offset)) {
            let from = |parameter: usize| {
                let leads = |way: &&Way| way.is_equal(Term::Member(*back), Term::Parameter(parameter));
                ways.iter().all(leads) && self.is_handed_down(&ways, parameter, Symbol::Parameter(0))
            };
            let null = ways.iter().all(|way| way.is_null(Term::Member(*back)) == Some(true));
            match (1..self.body.params.len()).find(|parameter| from(*parameter)) {
                Some(parameter) => checker.backs.push((*back, parameter)),
                None if null => {}
                None => return None,
            }
        }
        for link in &checker.links {
            for datum in &numbers {
                checker.rising.extend(self.is_ordered(&ways, *datum, true).then_some((*link, *datum)));
                checker.falling.extend(self.is_ordered(&ways, *datum, false).then_some((*link, *datum)));
            }
        }
        Some(checker)
    }

    /// Whether every call that is true is given something for a parameter.
    fn is_handed_down(&self, ways: &[&Way], parameter: usize, symbol: Symbol) -> bool {
        let given = |way: &&Way| {
            let mut calls = way.called.iter().filter(|(_, truth)| *truth);
            calls.all(|(call, _)| way.calls[*call].get(parameter) == Some(&symbol))
        };
        ways.iter().all(given)
    }

    /// Whether a number does not fall, or does not rise, along links: each call is given it as a bound.
    fn is_ordered(&self, ways: &[&Way], datum: u64, rising: bool) -> bool {
        let ordered = |way: &Way, a: Term, b: Term| {
            let (low, high) = if rising { (a, b) } else { (b, a) };
            way.at_most.contains(&(low, high)) || way.is_equal(a, b)
        };
        let bound = |parameter: usize| {
            let within = |way: &&Way| ordered(way, Term::Parameter(parameter), Term::Member(datum));
            ways.iter().all(within) && self.is_handed_down(ways, parameter, Symbol::Member(datum))
        };
        (1..self.body.params.len()).any(bound)
    }

    /// Goes through a block; `None` if the function does something else than look.
    fn through(
        &self,
        record: RecordId,
        block: ir::BlockId,
        mut way: Way,
        pending: &mut Vec<(ir::BlockId, Way)>,
        held: &mut Vec<Way>,
    ) -> Option<()> {
        way.steps += 1;
        if way.steps > WAYS {
            return None;
        }
        for statement in &self.body.blocks[block].stmts {
            match &statement.kind {
                StmtKind::Load { dst, place } => {
                    let is_own = self.program.types.kind(place.base_ty) == &TypeKind::Record(record);
                    let fixed = is_own && place.is_fixed() && place.bits.is_none() && !place.volatile;
                    let offset = u64::try_from(place.offset).ok().filter(|_| fixed);
                    let base = match place.base {
                        Base::Pointer(base) => self.symbol(&way, base),
                        Base::Slot(_) | Base::Global(_) => Symbol::Opaque,
                    };
                    let symbol = match (base, offset) {
                        (Symbol::Parameter(0), Some(offset)) => Symbol::Member(offset),
                        // Each call of a checker reads one cell.
                        (Symbol::Member(_), _) => return None,
                        _ => Symbol::Opaque,
                    };
                    way.held.insert(*dst, symbol);
                }
                StmtKind::Assign { dst, value } => {
                    let symbol = self.computed(&way, value, self.body.locals[*dst].ty);
                    way.held.insert(*dst, symbol);
                }
                StmtKind::Call(Call { dst: Some(Destination::Local(dst)), callee, args, .. }) => {
                    let given = args.iter().map(|argument| match argument {
                        Argument::Value(operand) => self.symbol(&way, *operand),
                        Argument::Object(_) => Symbol::Opaque,
                    });
                    let given: Vec<Symbol> = given.collect();
                    let symbol = if *callee == Callee::Function(self.function) {
                        way.calls.push(given);
                        Symbol::Called { call: way.calls.len() - 1, negated: false }
                    } else {
                        Symbol::Opaque
                    };
                    way.held.insert(*dst, symbol);
                }
                StmtKind::Dead(Var::Local(local)) => {
                    way.held.remove(local);
                }
                _ => return None,
            }
        }
        match &self.body.blocks[block].terminator {
            Terminator::Goto(to) => pending.push((*to, way)),
            Terminator::Branch { condition, then, otherwise } => {
                let symbol = self.symbol(&way, *condition);
                pending.extend(way.clone().assuming(symbol, true).map(|way| (*then, way)));
                pending.extend(way.assuming(symbol, false).map(|way| (*otherwise, way)));
            }
            Terminator::Return(Some(Argument::Value(operand))) => {
                let symbol = self.symbol(&way, *operand);
                held.extend(way.assuming(symbol, true));
            }
            Terminator::Unreachable => {}
            _ => return None,
        }
        Some(())
    }

    fn symbol(&self, way: &Way, operand: Operand) -> Symbol {
        match operand {
            Operand::Local(local) => way.held.get(&local).copied().unwrap_or(Symbol::Opaque),
            Operand::Const(constant) => match constant.value {
                ConstValue::Int(value) => Symbol::Number(value),
                _ => Symbol::Opaque,
            },
        }
    }

    fn type_of(&self, operand: Operand) -> TypeId {
        match operand {
            Operand::Local(local) => self.body.locals[local].ty,
            Operand::Const(constant) => constant.ty,
        }
    }

    fn computed(&self, way: &Way, value: &Rvalue, ty: TypeId) -> Symbol {
        match value {
            Rvalue::Use(operand) => self.symbol(way, *operand),
            Rvalue::Convert(operand) => match self.symbol(way, *operand) {
                kept @ (Symbol::Number(0 | 1) | Symbol::Compared { .. }) => kept,
                called @ Symbol::Called { .. } if self.program.types.kind(ty) == &TypeKind::Bool => called,
                // As a truth value a pointer or a number says whether it is not zero.
                known if self.program.types.kind(ty) == &TypeKind::Bool => match term(known) {
                    Some(left) => Symbol::Compared { equal: true, left, right: Term::Zero, negated: true },
                    None => Symbol::Opaque,
                },
                known if self.keeps(self.type_of(*operand), ty) => known,
                _ => Symbol::Opaque,
            },
            Rvalue::Binary(op, a, b) if op.is_comparison() => {
                let (a, b) = (self.symbol(way, *a), self.symbol(way, *b));
                self.compared(*op, a, b)
            }
            _ => Symbol::Opaque,
        }
    }

    /// Whether every value of a type is the same one in another.
    fn keeps(&self, from: TypeId, to: TypeId) -> bool {
        let types = &self.program.types;
        if types.is_pointer(from) || types.is_pointer(to) {
            return types.is_pointer(from) && types.is_pointer(to);
        }
        match (types.integer(from), types.integer(to)) {
            (Some((bits, signed)), Some((wide, also))) => bits <= wide && signed == also,
            _ => false,
        }
    }

    fn compared(&self, op: BinaryOp, a: Symbol, b: Symbol) -> Symbol {
        let against = match (a, b) {
            (known @ (Symbol::Called { .. } | Symbol::Compared { .. }), Symbol::Number(0))
            | (Symbol::Number(0), known @ (Symbol::Called { .. } | Symbol::Compared { .. })) => Some(known),
            _ => None,
        };
        match (op, against) {
            (BinaryOp::Ne, Some(known)) => return known,
            (BinaryOp::Eq, Some(known)) => return contrary(known),
            (_, Some(_)) => return Symbol::Opaque,
            _ => {}
        }
        let (Some(left), Some(right)) = (term(a), term(b)) else { return Symbol::Opaque };
        let compared = |equal, left, right, negated| Symbol::Compared { equal, left, right, negated };
        match op {
            BinaryOp::Eq => compared(true, left, right, false),
            BinaryOp::Ne => compared(true, left, right, true),
            BinaryOp::Le => compared(false, left, right, false),
            BinaryOp::Gt => compared(false, left, right, true),
            BinaryOp::Ge => compared(false, right, left, false),
            BinaryOp::Lt => compared(false, right, left, true),
            _ => Symbol::Opaque,
        }
    }
}
