//! Runs that stand for all runs.
//!
//! A run with [`determined`](crate::Options::determined) stops ([`Exit::Open`](crate::Exit::Open)) before anything whose outcome
//! the C language or the machine leaves open. If it comes to its end instead, then *every* execution of the program with the
//! same outcomes of allocations and the same truth values as inputs does the same: by induction over its operations, the
//! executions agree on control and on all values, where a pointer is the same if it leads to the same place in the same
//! object. What would break the induction, and is stopped at:
//!
//! - *inputs* other than truth values and outcomes of allocations, the arguments of `main` and volatile variables among them;
//!   values never written;
//! - *addresses as numbers*: any arithmetic on them, and any comparison whose answer is not the same for all ways to
//!   place objects. Pointers into one object compare by their offsets; two objects that were alive
//!   together differ in address, except that the end of one may be the start of the other; nothing else is known, least of
//!   all of an object that came to life after the other was gone (`realloc` counts as that);
//! - *undefined behaviour that a run does not notice*: signed overflow, bad shifts, division by zero, calls with arguments that do not fit the parameters;
//! - *computations that compilers and libraries do differently*: floating point, functions of the library that are not in
//!   the list of `calls`, blocks of no bytes, full expressions whose value depends on the order of evaluation
//!   ([`Body::unsequenced`](ir::Body));
//! - *contracts*: what they say is about all calls, not about these.
//!
//! Not among them: implementation-defined choices that belong to the machine the program was laid out for (sizes, byte order,
//! conversions that wrap), which every part of the tool takes from there.

mod addresses;
mod calls;

use ir::{Operand, Rvalue, Stmt, StmtKind};
use model::Word;

use crate::code::{Code, Compare, Op, Src};
use crate::inputs::Ask;
use crate::machine::Interpreter;
use crate::repr::Repr;
use crate::stop::{Exec, Stop};

fn open(why: &str) -> Exec<()> {
    Err(Stop::open(why))
}

/// Stops at what somebody else may write.
fn determined_load(stmt: Option<&Stmt>) -> Exec<()> {
    match stmt.map(|stmt| &stmt.kind) {
        Some(StmtKind::Load { place, .. }) if !place.volatile => Ok(()),
        _ => open("a volatile variable"),
    }
}

const OVERFLOW: &str = "a result that does not fit its signed type";
const ADDRESS: &str = "a computation on an address";

impl<'p> Interpreter<'p> {
    /// Stops before an operation whose outcome is left open.
    pub(crate) fn check_determined(&mut self, code: &Code<'p>, pc: usize, base: usize) -> Exec<()> {
        let asked = self.inputs.asked().last().map(|asked| asked.ask);
        if asked.is_some_and(|ask| !matches!(ask, Ask::Truth | Ask::Allocation | Ask::Place)) {
            return open("an input");
        }
        if self.memory.has_exposed() && self.uses_number_as_pointer(code, pc) {
            return open("a number that is used as an address");
        }
        let get = |src: Src| {
            if src.0 & Src::CONST == 0 {
                self.memory.registers[base + src.0 as usize]
            } else {
                code.consts[(src.0 & !Src::CONST) as usize]
            }
        };
        let both = |a, b| (get(a), get(b));
        let is_address = |word: Word| word.provenance.is_some();
        let fits = |exact: i128, bits: u64| exact == i128::from(bits as i64);
        match code.ops[pc] {
            Op::Add { a, b, to, .. } | Op::Sub { a, b, to, .. } | Op::Mul { a, b, to, .. } => {
                let (a, b) = both(a, b);
                let (x, y) = (i128::from(a.bits as i64), i128::from(b.bits as i64));
                let exact = match code.ops[pc] {
                    Op::Add { .. } => x + y,
                    Op::Sub { .. } => x - y,
                    _ => x * y,
                };
                if is_address(a) || is_address(b) {
                    return open(ADDRESS);
                }
                if to.signed && !fits(exact, to.apply(exact as u64)) { open(OVERFLOW) } else { Ok(()) }
            }
            Op::Bits { a, b, .. } => {
                let (a, b) = both(a, b);
                if is_address(a) || is_address(b) { open(ADDRESS) } else { Ok(()) }
            }
            Op::Shl { a, b, to, .. } | Op::Shr { a, b, to, .. } => {
                let left = matches!(code.ops[pc], Op::Shl { .. });
                let (a, b) = both(a, b);
                if is_address(a) || is_address(b) {
                    return open(ADDRESS);
                }
                let width = 64 - u64::from(to.shift);
                if b.bits >= width {
                    return open("a shift by more bits than there are");
                }
                let exact = i128::from(a.bits as i64) << b.bits;
                if left && to.signed && (exact < 0 || !fits(exact, to.apply(a.bits << b.bits))) {
                    return open(OVERFLOW);
                }
                Ok(())
            }
            Op::Divide { a, b, to, .. } => {
                let (a, b) = both(a, b);
                if is_address(a) || is_address(b) {
                    return open(ADDRESS);
                }
                let least = i64::MIN >> to.shift;
                let overflows = to.signed && b.bits as i64 == -1 && a.bits as i64 == least;
                if b.bits == 0 || overflows { open("a division without a result") } else { Ok(()) }
            }
            Op::Neg { a, to, .. } => {
                let a = get(a);
                if is_address(a) {
                    return open(ADDRESS);
                }
                let exact = -i128::from(a.bits as i64);
                if to.signed && !fits(exact, to.apply(exact as u64)) { open(OVERFLOW) } else { Ok(()) }
            }
            Op::Not { a, .. } | Op::Switch { value: a, .. } => {
                if is_address(get(a)) {
                    open(ADDRESS)
                } else {
                    Ok(())
                }
            }
            Op::Cmp { op, a, b, .. } => {
                let (a, b) = both(a, b);
                self.determined_comparison(op, a, b)
            }
            Op::ToBool { a, .. } | Op::Branch { condition: a, .. } => {
                self.determined_comparison(Compare::Ne, get(a), Word::ZERO)
            }
            Op::Convert { a, to, .. } => {
                let a = get(a);
                if is_address(a) && to.apply(a.bits) != a.bits { open(ADDRESS) } else { Ok(()) }
            }
            Op::PointerAdd { b, .. } => {
                if is_address(get(b)) {
                    open(ADDRESS)
                } else {
                    Ok(())
                }
            }
            Op::PointerDiff { a, b, .. } => {
                let (a, b) = both(a, b);
                self.determined_comparison(Compare::Lt, a, b)
            }
            Op::Float { .. } => open("a computation with floating numbers"),
            Op::Slow => self.determined_assignment(code, pc),
            Op::Stmt => self.determined_statement(code, pc),
            Op::SlowSwitch { .. } | Op::IndirectGoto => open("a jump that is computed"),
            Op::LoadPointer { .. } | Op::LoadSlot { .. } | Op::LoadPlace { .. } => {
                let (block, index) = code.location(pc);
                determined_load(code.body.blocks[block].stmts.get(index))
            }
            Op::Move { .. }
            | Op::Uninit { .. }
            | Op::SlotAddress { .. }
            | Op::StorePointer { .. }
            | Op::StoreSlot { .. }
            | Op::StorePlace { .. }
            | Op::Call { .. }
            | Op::Live { .. }
            | Op::DeadLocal { .. }
            | Op::DeadSlot { .. }
            | Op::Goto { .. }
            | Op::ReturnVoid
            | Op::ReturnWord { .. }
            | Op::Return
            | Op::Unreachable => Ok(()),
        }?;
        self.notice_repetition(code, pc)
    }

    /// Assignments that are run from the IR.
    fn determined_assignment(&self, code: &Code<'p>, pc: usize) -> Exec<()> {
        let (block, index) = code.location(pc);
        let Some(StmtKind::Assign { dst, value }) = code.body.blocks[block].stmts.get(index).map(|s| &s.kind)
        else {
            return open("this assignment");
        };
        let floats = |operand: &Operand| self.operand_repr(operand).is_ok_and(Repr::is_float);
        match value {
            Rvalue::Use(_) | Rvalue::Uninit | Rvalue::AddressOf(_) => Ok(()),
            Rvalue::Convert(a) => {
                let value = self.operand(a)?;
                let to = self.scalar(code.body.locals[*dst].ty)?;
                if floats(a) || to.is_float() || value.provenance.is_some() {
                    return open("a conversion of a floating number or an address");
                }
                Ok(())
            }
            Rvalue::PointerAdd { index, .. } if self.operand(index)?.provenance.is_none() => Ok(()),
            Rvalue::PointerDiff { lhs, rhs, .. } => {
                self.determined_comparison(Compare::Lt, self.operand(lhs)?.low(), self.operand(rhs)?.low())
            }
            _ => open("a computation with floating or very wide numbers, or of the compiler's own"),
        }
    }

    /// Statements that are run from the IR.
    fn determined_statement(&self, code: &Code<'p>, pc: usize) -> Exec<()> {
        let (block, index) = code.location(pc);
        let Some(stmt) = code.body.blocks[block].stmts.get(index) else {
            return open("a branch on a floating or very wide number");
        };
        match &stmt.kind {
            StmtKind::Alloc { size, count, .. } => {
                let count =
                    count.as_ref().map_or(Ok(1), |count| self.defined(count).map(|count| count.bits))?;
                let size = count.checked_mul(self.defined(size)?.bits);
                self.determined_size(size)
            }
            StmtKind::Copy { from, .. } if from.volatile => open("a volatile variable"),
            StmtKind::Assert { kind: ir::AssertKind::Truth, .. } => Ok(()),
            StmtKind::Assume(condition) | StmtKind::Assert { condition, .. } => {
                let condition = self.defined(condition)?.low();
                self.determined_comparison(Compare::Ne, condition, Word::ZERO)
            }
            StmtKind::Load { .. } => determined_load(Some(stmt)),
            StmtKind::Store { .. }
            | StmtKind::Free { .. }
            | StmtKind::Copy { .. }
            | StmtKind::Fill { .. }
            | StmtKind::Pad { .. }
            | StmtKind::Nondet { .. }
            | StmtKind::Live { .. } => Ok(()),
            _ => open("this statement"),
        }
    }

    /// Stops at a block of no bytes, or of more than any machine has.
    fn determined_size(&self, size: Option<u128>) -> Exec<()> {
        let most = u128::from(u64::MAX >> (65 - 8 * self.memory.pointer_bytes()));
        match size {
            Some(size) if size > 0 && size <= most => Ok(()),
            _ => open("an allocation of no bytes, or of very many"),
        }
    }
}
