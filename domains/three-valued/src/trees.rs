//! Predicates in C that say of a pointer that it leads to a tree.
//!
//! `bool tree(struct node *t) { return t == NULL || (tree(t->left) && tree(t->right)); }`, however it is written, calls itself more than once, and
//! cannot be gone through in place: every level of the recursion would need variables of its own. As a property it is simple: nothing that is reached is shared or on a cycle, and
//! all links that are read hold a value. That is what a call is answered with, so that `assert(tree(t))` asks for a tree; where
//! it is not certain the answer is open. Predicates that call themselves once (lists, sorted or doubly linked ones) are functions as any other.
//!
//! A function has this form if, on every way through it, it returns true without another call for null, and else true exactly if all
//! calls on fields of its argument do.

use engine::{Checks, Cursor, Outcome};
use ir::{
    Argument, Base, BinaryOp, Body, Call, Callee, ConstValue, Destination, FunctionId, LocalId, Operand,
};
use ir::{Program, RecordId, Rvalue, StmtKind, Terminator, TypeKind, Var};
use model::Rule;
use rustc_hash::FxHashMap;

use crate::ThreeValued;
use crate::kleene::{Column, members};
use crate::state::{Kind, State, Value};

/// More ways through a function are not gone.
const WAYS: usize = 64;

/// A predicate that says that its argument is a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TreePredicate {
    record: RecordId,
    /// The offsets of the fields that it follows.
    links: Vec<u64>,
}

/// What a register holds on a way through the function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Symbol {
    /// The argument.
    Argument,
    /// A field of it, by its offset.
    Link(u64),
    /// What the call on a field gave, or its contrary.
    Called {
        link: u64,
        negated: bool,
    },
    Number(i128),
    /// Whether a symbol is null, or its contrary.
    IsNull {
        link: Option<u64>,
        negated: bool,
    },
}

/// What was assumed on a way.
#[derive(Clone, Default)]
struct Way {
    held: FxHashMap<LocalId, Symbol>,
    /// Whether the argument is null.
    null: Option<bool>,
    /// The fields whose calls were true, those that are null included, and false.
    holds: Vec<u64>,
    fails: Vec<u64>,
    steps: usize,
}

/// The functions of a program that say of their argument that it is a tree.
pub(crate) fn tree_predicates(program: &Program) -> FxHashMap<FunctionId, TreePredicate> {
    let read = |(id, function): (FunctionId, &ir::Function)| {
        let body = function.body.as_ref()?;
        Some((id, Reading { program, function: id, body }.predicate()?))
    };
    program.functions.enumerate().filter_map(read).collect()
}

struct Reading<'a> {
    program: &'a Program,
    function: FunctionId,
    body: &'a Body,
}

impl Reading<'_> {
    fn predicate(&self) -> Option<TreePredicate> {
        let [Var::Local(argument)] = self.body.params.as_slice() else { return None };
        let types = &self.program.types;
        let TypeKind::Record(record) = types.kind(types.pointee(self.body.locals[*argument].ty)?) else {
            return None;
        };
        let mut start = Way::default();
        start.held.insert(*argument, Symbol::Argument);
        let (mut pending, mut ended) = (vec![(Body::ENTRY, start)], Vec::new());
        while let Some((block, way)) = pending.pop() {
            if pending.len() + ended.len() > WAYS {
                return None;
            }
            self.through(*record, block, way, &mut pending, &mut ended)?;
        }
        let mut links: Vec<u64> =
            ended.iter().flat_map(|(way, _)| way.holds.iter().chain(&way.fails)).copied().collect();
        links.sort_unstable();
        links.dedup();
        let is_tree = |(way, result): &(Way, bool)| match way.null {
            Some(true) => *result && way.holds.is_empty() && way.fails.is_empty(),
            _ if *result => way.fails.is_empty() && links.iter().all(|link| way.holds.contains(link)),
            _ => !way.fails.is_empty(),
        };
        let several = links.len() > 1 && ended.iter().all(is_tree);
        several.then_some(TreePredicate { record: *record, links })
    }

    /// Goes through a block; `None` if the function does something else.
    fn through(
        &self,
        record: RecordId,
        block: ir::BlockId,
        mut way: Way,
        pending: &mut Vec<(ir::BlockId, Way)>,
        ended: &mut Vec<(Way, bool)>,
    ) -> Option<()> {
        way.steps += 1;
        if way.steps > WAYS {
            return None;
        }
        for statement in &self.body.blocks[block].stmts {
            match &statement.kind {
                StmtKind::Load { dst, place } => {
                    let through = matches!(place.base, Base::Pointer(base) if self.symbol(&way, base) == Some(Symbol::Argument));
                    let is_own = self.program.types.kind(place.base_ty) == &TypeKind::Record(record);
                    let safe = through
                        && is_own
                        && way.null == Some(false)
                        && place.is_fixed()
                        && place.bits.is_none();
                    let offset = u64::try_from(place.offset).ok().filter(|_| safe)?;
                    way.held.insert(*dst, Symbol::Link(offset));
                }
                StmtKind::Assign { dst, value } => {
                    let symbol = self.computed(&way, value)?;
                    way.held.insert(*dst, symbol);
                }
                StmtKind::Call(Call { dst: Some(Destination::Local(dst)), callee, args, .. }) => {
                    let [Argument::Value(given)] = args.as_slice() else { return None };
                    let Some(Symbol::Link(link)) = self.symbol(&way, *given) else { return None };
                    if *callee != Callee::Function(self.function) {
                        return None;
                    }
                    way.held.insert(*dst, Symbol::Called { link, negated: false });
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
                for (way, truth) in self.cases(&way, *condition)? {
                    pending.push((if truth { *then } else { *otherwise }, way));
                }
            }
            Terminator::Return(Some(Argument::Value(operand))) => {
                // What is true is 1.
                match self.symbol(&way, *operand)? {
                    Symbol::Number(0 | 1) | Symbol::Called { .. } | Symbol::IsNull { .. } => {}
                    _ => return None,
                }
                ended.extend(self.cases(&way, *operand)?);
            }
            _ => return None,
        }
        Some(())
    }

    fn symbol(&self, way: &Way, operand: Operand) -> Option<Symbol> {
        match operand {
            Operand::Local(local) => way.held.get(&local).copied(),
            Operand::Const(constant) => match constant.value {
                ConstValue::Int(value) => Some(Symbol::Number(value)),
                _ => None,
            },
        }
    }

    fn computed(&self, way: &Way, value: &Rvalue) -> Option<Symbol> {
        match value {
            Rvalue::Use(operand) | Rvalue::Convert(operand) => self.symbol(way, *operand),
            Rvalue::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), a, b) => {
                let is_zero = |symbol: Symbol| symbol == Symbol::Number(0);
                let (a, b) = (self.symbol(way, *a)?, self.symbol(way, *b)?);
                let compared = if is_zero(b) {
                    a
                } else if is_zero(a) {
                    b
                } else {
                    return None;
                };
                let unequal = *op == BinaryOp::Ne;
                match compared {
                    Symbol::Argument => Some(Symbol::IsNull { link: None, negated: unequal }),
                    Symbol::Link(link) => Some(Symbol::IsNull { link: Some(link), negated: unequal }),
                    Symbol::IsNull { link, negated } => {
                        Some(Symbol::IsNull { link, negated: negated == unequal })
                    }
                    Symbol::Number(number) => Some(Symbol::Number(i128::from((number != 0) == unequal))),
                    Symbol::Called { link, negated } => {
                        Some(Symbol::Called { link, negated: negated == unequal })
                    }
                }
            }
            _ => None,
        }
    }

    /// The ways on which an operand is true and false.
    fn cases(&self, way: &Way, operand: Operand) -> Option<Vec<(Way, bool)>> {
        let symbol = self.symbol(way, operand)?;
        let mut cases = Vec::new();
        for truth in [true, false] {
            let mut way = way.clone();
            let possible = match symbol {
                Symbol::Number(number) => (number != 0) == truth,
                Symbol::Argument => way.assume_null(None, !truth),
                Symbol::Link(link) => way.assume_null(Some(link), !truth),
                Symbol::IsNull { link, negated } => way.assume_null(link, truth != negated),
                Symbol::Called { link, negated } => way.assume_called(link, truth != negated),
            };
            if possible {
                cases.push((way, truth));
            }
        }
        Some(cases)
    }
}

impl Way {
    /// Whether the argument, or a field of it, may be null or not.
    fn assume_null(&mut self, link: Option<u64>, null: bool) -> bool {
        match link {
            None => *self.null.get_or_insert(null) == null,
            // What is null is a tree.
            Some(link) => !null || self.assume_called(link, true),
        }
    }

    fn assume_called(&mut self, link: u64, truth: bool) -> bool {
        let (known, contrary) =
            if truth { (&mut self.holds, &self.fails) } else { (&mut self.fails, &self.holds) };
        if contrary.contains(&link) {
            return false;
        }
        if !known.contains(&link) {
            known.push(link);
        }
        true
    }
}

impl ThreeValued {
    /// The predicate that a call is answered by.
    fn asked_tree(&self, call: &Call) -> Option<&TreePredicate> {
        match call.callee {
            Callee::Function(function) => self.trees.get(&function),
            Callee::Pointer(_) => None,
        }
    }

    /// Whether a call asks if something is a tree, of something that is known and along links that are followed.
    pub(crate) fn is_tree_question(&self, at: &Cursor<'_>, call: &Call, state: &State) -> bool {
        let argument = match call.args.as_slice() {
            [Argument::Value(operand)] => self.held(at, state, *operand),
            _ => return false,
        };
        let forward = |predicate: &TreePredicate| {
            let sort = self.vocabulary.sort(predicate.record);
            sort.is_some_and(|sort| {
                predicate.links.iter().all(|link| {
                    let member = sort.members.iter().find(|member| member.offset == *link);
                    let pointer = member.and_then(|member| member.pointer);
                    pointer.is_some_and(|pointer| !self.vocabulary.is_back(pointer.field))
                })
            })
        };
        self.asked_tree(call).is_some_and(forward) && matches!(argument, Value::Cell(_) | Value::Null)
    }

    /// `x = tree(p)`.
    pub(crate) fn answer_tree(
        &self,
        at: &Cursor<'_>,
        state: State,
        call: &Call,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let (Some(predicate), [Argument::Value(operand)]) = (self.asked_tree(call), call.args.as_slice())
        else {
            return self.lost(at, "it is not known which function this calls");
        };
        let truth = match self.held(at, &state, *operand) {
            Value::Null => true,
            Value::Cell(cell) => self.is_tree(&state, usize::from(cell), predicate, out),
            _ => false,
        };
        let mut states = Vec::new();
        for (answer, state) in self.claimed_tree(at, state, call, truth)? {
            match call.dst {
                Some(Destination::Local(dst)) => states.extend(self.bind(at, state, dst, answer, out)?),
                _ => states.push(state),
            }
        }
        Ok(states)
    }

    /// Whether a cell is surely the root of a tree.
    fn is_tree(&self, state: &State, cell: usize, predicate: &TreePredicate, out: &mut Checks) -> bool {
        let structure = &state.structure;
        let reached = structure.row(self.vocabulary.path, cell).may;
        let never = |column: Column| column.may & reached == 0;
        let of_record = |individual| state.kinds[individual] == Kind::Record(predicate.record);
        let sort = self.vocabulary.sort(predicate.record);
        let Some(sort) = sort.filter(|_| members(reached).all(of_record)) else {
            out.open(Rule::OutOfBounds, "what is reached here may not be of the struct's type");
            return false;
        };
        for (member, pointer) in sort.members.iter().filter_map(|member| Some((member, member.pointer?))) {
            if predicate.links.contains(&member.offset) {
                for (rule, column, what) in [
                    (Rule::Uninitialized, member.unset, "a link that is read here may never have been set"),
                    (Rule::UseAfterFree, pointer.dangling, "a link that is followed here may dangle"),
                ] {
                    if !never(structure.unary(column)) {
                        out.open(rule, what);
                    }
                }
            }
        }
        // Where it comes back all links could be followed.
        never(structure.unary(self.vocabulary.shared)) && never(structure.unary(self.vocabulary.cyclic))
    }
}
