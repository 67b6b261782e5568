//! Predicates that are called in assertions.
//!
//! A predicate in C that is asserted means more than what it computes: what it reads is its own, so that it does not hold of a list that runs in a circle or of two
//! links to one cell. Such a call is gone through in place only where that makes no difference: nothing that is reached is shared or on a cycle, links are
//! followed forward only, and what is read was set. Else it is given up, unless it is answered as a [tree](crate::trees).

use engine::{Cursor, Point};
use ir::{
    Argument, Base, Block, BlockId, Call, Callee, FunctionId, Operand, Program, RecordId, Role, StmtKind, Var,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::ThreeValued;
use crate::demand::Reading;
use crate::focus::Attempt;
use crate::kleene::members;
use crate::state::{Kind, State, Value};

const ASKED_OF_ANYTHING: &str = "the predicate is asserted of what may be shared, circular or not set, or follows links back, which is not followed";

/// The calls in assertions, and what the functions there do.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asserted {
    calls: FxHashSet<Point>,
    reads: FxHashMap<FunctionId, Reads>,
}

/// What a function reads, with all it calls.
#[derive(Clone, Debug, Default)]
struct Reads {
    /// The members that it reads.
    members: Vec<(RecordId, u64)>,
    /// The members that it follows.
    links: Vec<(RecordId, u64)>,
    /// The parameters that it reads through, by number.
    parameters: Vec<usize>,
    /// It does something else, or calls what is not known.
    opaque: bool,
}

impl Asserted {
    pub(crate) fn of(program: &Program) -> Self {
        let mut asserted = Self::default();
        for (function, known) in program.functions.enumerate() {
            let Some(body) = &*known.body else { continue };
            let in_clause = matches!(known.role, Role::Clause { .. });
            let asked: Vec<(BlockId, u32)> = if in_clause {
                let numbered = |(block, code): (BlockId, &Block)| {
                    let stmts = 0..code.stmts.len() as u32;
                    stmts.map(move |stmt| (block, stmt)).collect::<Vec<_>>()
                };
                body.blocks.enumerate().flat_map(numbered).collect()
            } else {
                body.asserted_calls().into_iter().map(|asked| asked.call).collect()
            };
            for (block, stmt) in asked {
                let StmtKind::Call(call) = &body.blocks[block].stmts[stmt as usize].kind else { continue };
                let Callee::Function(callee) = call.callee else { continue };
                asserted.calls.insert(Point { function, block, stmt });
                let mut reads = Reads::default();
                reads.of(program, callee, &mut FxHashSet::default());
                asserted.reads.insert(callee, reads);
            }
        }
        asserted
    }
}

impl Reads {
    /// Adds what a function reads.
    fn of(&mut self, program: &Program, function: FunctionId, seen: &mut FxHashSet<FunctionId>) {
        let outermost = seen.is_empty();
        if !seen.insert(function) {
            return;
        }
        let Some(body) = &*program.functions[function].body else {
            self.opaque = true;
            return;
        };
        let reading = Reading::of(program, function, body);
        for statement in body.blocks.iter().flat_map(|block| &block.stmts) {
            match &statement.kind {
                StmtKind::Load { place, .. } => match (place.base, reading.origin(place)) {
                    (Base::Pointer(base @ Operand::Local(local)), Some(origin)) => {
                        self.members.push((origin.record, origin.offset));
                        self.links.extend(reading.origins(base).iter().map(|o| (o.record, o.offset)));
                        let parameter = body.params.iter().position(|param| *param == Var::Local(local));
                        self.parameters.extend(parameter.filter(|_| outermost));
                    }
                    _ => self.opaque = true,
                },
                StmtKind::Call(call) => {
                    for argument in &call.args {
                        if let Argument::Value(operand) = argument
                            && program.types.is_pointer(reading.type_of(*operand))
                        {
                            self.links.extend(reading.origins(*operand).iter().map(|o| (o.record, o.offset)));
                        }
                    }
                    match call.callee {
                        Callee::Function(callee) => self.of(program, callee, seen),
                        Callee::Pointer(_) => self.opaque = true,
                    }
                }
                StmtKind::Assign { .. } | StmtKind::Dead(_) | StmtKind::Live { .. } => {}
                _ => self.opaque = true,
            }
        }
    }
}

impl ThreeValued {
    /// Whether a call may be gone through in place, as far as what it asserts is concerned.
    pub(crate) fn may_assert(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        callee: FunctionId,
        state: &State,
    ) -> Attempt<()> {
        if !self.asserted.calls.contains(&at.point) {
            return Ok(());
        }
        let reads =
            self.asserted.reads.get(&callee).filter(|reads| !reads.opaque).ok_or(ASKED_OF_ANYTHING)?;
        let (mut reached, mut apart) = (0u64, true);
        for (index, argument) in call.args.iter().enumerate() {
            let Argument::Value(operand) = argument else { return Err(ASKED_OF_ANYTHING) };
            let cell = match self.held(at, state, *operand) {
                Value::Cell(cell) => cell,
                Value::Inside(..) | Value::Local(..) | Value::Lent(_) => return Err(ASKED_OF_ANYTHING),
                _ => continue,
            };
            let row = state.structure.row(self.vocabulary.path, usize::from(cell)).may;
            apart &= !reads.parameters.contains(&index) || row & reached == 0;
            reached |= if reads.parameters.contains(&index) { row } else { 0 };
        }
        let never = |set: u64| set & reached == 0;
        let shared = state.structure.unary(self.vocabulary.shared).may;
        let cyclic = state.structure.unary(self.vocabulary.cyclic).may;
        let is_set = members(reached).all(|individual| {
            let Kind::Record(record) = state.kinds[individual] else { return false };
            let read = |offset: u64| reads.members.contains(&(record, offset));
            let sort = self.vocabulary.sort(record);
            sort.is_some_and(|sort| {
                let mut read = sort.members.iter().filter(|member| read(member.offset));
                read.all(|member| state.structure.unary(member.unset).may >> individual & 1 == 0)
            })
        });
        let backward = reads.links.iter().any(|(record, offset)| {
            let member = self
                .vocabulary
                .sort(*record)
                .and_then(|sort| sort.members.iter().find(|member| member.offset == *offset));
            let pointer = member.and_then(|member| member.pointer);
            pointer.is_none_or(|pointer| self.vocabulary.is_back(pointer.field))
        });
        let as_computed = apart && never(shared) && never(cyclic) && is_set && !backward;
        if as_computed { Ok(()) } else { Err(ASKED_OF_ANYTHING) }
    }
}
