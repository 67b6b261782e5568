//! What a function finds out about its parameters is known of the arguments when it returns.
//!
//! `if (size == 0) return NULL;` in a wrapper tells its caller something of what it passed. For that a parameter must still hold what it was
//! given, so it is computed which ones may have been written to at each return, and the argument must be a register, or a copy of
//! one, that is zero exactly if the parameter is.

use ir::{
    Argument, BlockId, Body, Call, Const, ConstValue, FunctionId, IndexVec, LocalId, Operand, Program,
    Rvalue, StmtKind, TypeId, Var,
};

use crate::code::{Params, Passed};
use crate::compile::Compiler;
use crate::conditions::keeps_truth;
use crate::configuration::Root;

/// The parameters that may have been written to at the end of each block.
pub(crate) fn changed(body: &Body) -> IndexVec<BlockId, Params> {
    let param = |local: LocalId| body.params.iter().position(|param| *param == Var::Local(local));
    let written = |block: BlockId| {
        let mut written = Params::default();
        let locals = body.blocks[block].stmts.iter().filter_map(ir::Stmt::writes);
        locals.filter_map(param).for_each(|number| {
            written.add(Params::one(number));
        });
        written
    };
    let mut changed: IndexVec<BlockId, Params> = body.blocks.ids().map(written).collect();
    let mut pending: Vec<BlockId> =
        body.blocks.ids().filter(|block| changed[*block] != Params::default()).collect();
    while let Some(block) = pending.pop() {
        let before = changed[block];
        for next in body.blocks[block].terminator.successors() {
            if changed[next].add(before) {
                pending.push(next);
            }
        }
    }
    changed
}

impl Compiler<'_> {
    /// For each argument of a call the register that is zero exactly if what the callees are given is; nothing if they are not all known.
    pub(crate) fn numbers(
        &self,
        (block, before): (BlockId, u32),
        call: &Call,
        callees: &[FunctionId],
    ) -> Box<[Option<Passed>]> {
        if callees.is_empty() {
            return Box::default();
        }
        let number = |(number, argument): (usize, &Argument)| {
            let Argument::Value(Operand::Local(local)) = argument else { return None };
            let origin = origin(self.program, self.body, block, before, *local);
            let is_taken = |callee: &FunctionId| self.is_taken(*callee, number, self.body.locals[*local].ty);
            let passed = Passed { register: origin.0, tested: self.tested.contains(origin) };
            callees.iter().all(is_taken).then_some(passed)
        };
        call.args.iter().enumerate().map(number).collect()
    }

    /// The arguments that are surely not zero, and those that surely are.
    pub(crate) fn constants(
        &self,
        call: &Call,
        addresses: &[Option<(Root, i32)>],
        callees: &[FunctionId],
    ) -> (Params, Params) {
        let (mut nonzeros, mut zeros) = (Params::default(), Params::default());
        // The last of many stands for those behind it as well.
        for (number, argument) in call.args.iter().enumerate().take(Params::LAST) {
            let Argument::Value(operand) = argument else { continue };
            let is_nonzero = match operand {
                Operand::Local(_)
                    if matches!(addresses[number], Some((Root::Slot(_) | Root::Global(_), _))) =>
                {
                    true
                }
                Operand::Const(Const { value: ConstValue::Int(number), .. }) => *number != 0,
                Operand::Const(Const { value: ConstValue::Address { symbol, .. }, .. })
                    if self.is_there(*symbol) =>
                {
                    true
                }
                _ => continue,
            };
            let ty = match operand {
                Operand::Local(local) => self.body.locals[*local].ty,
                Operand::Const(constant) => constant.ty,
            };
            if !callees.is_empty() && callees.iter().all(|callee| self.is_taken(*callee, number, ty)) {
                if is_nonzero { &mut nonzeros } else { &mut zeros }.add(Params::one(number));
            }
        }
        (nonzeros, zeros)
    }

    /// Whether a function takes what is passed for what it is: who calls one as what it is not passes other bytes than it takes.
    fn is_taken(&self, callee: FunctionId, number: usize, passed: TypeId) -> bool {
        let Some(body) = self.program.functions[callee].body.as_ref() else { return false };
        let Some(Var::Local(param)) = body.params.get(number) else { return false };
        let (types, taken) = (&self.program.types, body.locals[*param].ty);
        taken == passed || types.is_pointer(taken) && types.is_pointer(passed)
    }
}

/// The variable that an intermediate value is a copy of, or the value itself.
fn origin(program: &Program, body: &Body, block: BlockId, before: u32, local: LocalId) -> LocalId {
    let (mut local, mut end) = (local, before as usize);
    let stmts = &body.blocks[block].stmts[..end];
    while body.locals[local].is_temporary()
        && let Some(at) = stmts[..end].iter().rposition(|stmt| stmt.writes() == Some(local))
        && let StmtKind::Assign { value, .. } = &stmts[at].kind
        && let Rvalue::Use(Operand::Local(from)) | Rvalue::Convert(Operand::Local(from)) = value
        && (matches!(value, Rvalue::Use(_))
            || keeps_truth(&program.types, body.locals[local].ty, body.locals[*from].ty))
        && !stmts[at..].iter().any(|stmt| stmt.writes() == Some(*from))
    {
        (local, end) = (*from, at);
    }
    local
}
