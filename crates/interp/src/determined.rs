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
//! - *undefined behaviour that a run does not notice*: signed overflow, bad shifts, division by zero, copies between overlapping
//!   ranges, calls with arguments that do not fit the parameters;
//! - *computations that compilers and libraries do differently*: floating point, functions of the library that are not in
//!   the list below, blocks of no bytes, full expressions whose value depends on the order of evaluation
//!   ([`Body::unsequenced`](ir::Body));
//! - *contracts*: what they say is about all calls, not about these.
//!
//! Not among them: implementation-defined choices that belong to the machine the program was laid out for (sizes, byte order,
//! conversions that wrap), which every part of the tool takes from there.

use std::cmp::Ordering;

use ir::{Argument, FunctionId, Operand, Rvalue, Stmt, StmtKind};
use model::{Object, ObjectKind, Word};

use crate::code::{CallCode, Code, Compare, Op, Param, Src};
use crate::inputs::Ask;
use crate::machine::Interpreter;
use crate::repr::{Class, Repr};
use crate::stop::{Exec, Stop};

/// Library functions whose result and effect are the same everywhere, by increasing name.
const SAME_EVERYWHERE: [&str; 40] = [
    "_Exit", "__VERIFIER_assert", "__VERIFIER_assume", "__VERIFIER_error", "__VERIFIER_nondet__Bool",
    "__VERIFIER_nondet_bool", "__assert_fail", "_exit", "abort", "abs", "alloca", "atexit", "bzero", "calloc",
    "exit", "free", "labs", "llabs", "malloc", "memchr", "memcpy", "memmove", "memrchr", "memset", "realloc",
    "rindex", "stpcpy", "strcat", "strchr", "strcpy", "strcspn", "strdup", "strlen", "strncat", "strncpy", "strndup",
    "strnlen", "strpbrk", "strrchr", "strspn",
];

/// Those whose effect is the same, but whose result says whether the system was able to.
const SAME_BUT_RESULT: [&str; 9] =
    ["fflush", "fprintf", "fputc", "fputs", "printf", "putc", "putchar", "puts", "vprintf"];

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
const ORDER: &str = "a function in which the order of evaluation may matter";
const ADDRESS: &str = "a computation on an address";

impl<'p> Interpreter<'p> {
    /// Stops before an operation whose outcome is left open.
    pub(crate) fn check_determined(&mut self, code: &Code<'p>, pc: usize, base: usize) -> Exec<()> {
        let asked = self.inputs.asked().last().map(|asked| asked.ask);
        if asked.is_some_and(|ask| !matches!(ask, Ask::Truth | Ask::Allocation)) {
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

    /// Whether a pointer among the operands is a number that leads to an object whose address became one.
    fn uses_number_as_pointer(&self, code: &Code<'p>, pc: usize) -> bool {
        let (block, index) = code.location(pc);
        let mut found = false;
        if let Some(stmt) = code.body.blocks[block].stmts.get(index) {
            stmt.operands(&mut |operand| {
                found |= self.operand(&operand).is_ok_and(|value| {
                    let pointer = self.operand_repr(&operand).is_ok_and(|repr| repr.class == Class::Pointer);
                    pointer && value.provenance.is_none() && self.memory.exposed_at(value.bits as u64).is_some()
                });
            });
        }
        found
    }

    /// The object a pointer leads to, and where in it, if it leads into it or to its end.
    fn within(&self, word: Word) -> Option<(&Object, u64)> {
        let object = self.memory.object(word.provenance?)?;
        let offset = self.truncate(word.bits.wrapping_sub(object.base()));
        (word.is_defined() && offset <= object.size()).then_some((object, offset))
    }

    /// Stops if the answer depends on where objects are placed.
    fn determined_comparison(&self, op: Compare, a: Word, b: Word) -> Exec<()> {
        let equality = matches!(op, Compare::Eq | Compare::Ne);
        let determined = match (a.provenance, b.provenance) {
            (None, None) => true,
            (Some(_), None) => equality && b.bits == 0 && self.within(a).is_some(),
            (None, Some(_)) => equality && a.bits == 0 && self.within(b).is_some(),
            (Some(_), Some(_)) => match (self.within(a), self.within(b)) {
                (Some((first, _)), Some((second, _))) if first.id() == second.id() => true,
                (Some(first), Some(second)) => equality && self.surely_differ(first, second),
                _ => false,
            },
        };
        if determined { Ok(()) } else { open("a comparison of addresses") }
    }

    /// Whether places in two objects have different addresses, wherever the objects are placed.
    fn surely_differ(&self, (first, at): (&Object, u64), (second, there): (&Object, u64)) -> bool {
        // Constants that are the same may be one object.
        let shared = |object: &Object| object.is_read_only() && matches!(object.kind(), ObjectKind::Global(_));
        let touches = at == first.size() && there == 0 || there == second.size() && at == 0;
        first.lived_with(second)
            && !touches
            && first.size() != 0
            && second.size() != 0
            && !(shared(first) && shared(second))
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
                let count = count.as_ref().map_or(Ok(1), |count| self.defined(count).map(|count| count.bits))?;
                let size = count.checked_mul(self.defined(size)?.bits);
                self.determined_size(size)
            }
            StmtKind::Copy { from, .. } if from.volatile => open("a volatile variable"),
            StmtKind::Copy { to, from, size } => {
                let size = self.defined(size)?.bits as u64;
                if size == 0 {
                    return Ok(());
                }
                let (to, from) = (self.locate_place(to, size, true)?, self.locate_place(from, size, false)?);
                let apart = to.index != from.index
                    || to.offset == from.offset
                    || to.offset.abs_diff(from.offset) as u64 >= size;
                if apart { Ok(()) } else { open("a copy onto itself") }
            }
            StmtKind::Assume(condition) | StmtKind::Assert { condition, .. } => {
                let condition = self.defined(condition)?.low();
                self.determined_comparison(Compare::Ne, condition, Word::ZERO)
            }
            StmtKind::Load { .. } => determined_load(Some(stmt)),
            StmtKind::Store { .. }
            | StmtKind::Free { .. }
            | StmtKind::Fill { .. }
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

    /// Stops if the entry function itself may do something else elsewhere, or is not all there is.
    pub(crate) fn determined_start(&self) -> Exec<()> {
        if !self.program.constructors.is_empty() || !self.program.destructors.is_empty() {
            return open("functions that run before or after `main`");
        }
        let entry = &self.program.functions[self.options.entry];
        if entry.contract.is_some() {
            return open("a contract");
        }
        match &entry.body {
            Some(body) if body.unsequenced.is_empty() => Ok(()),
            _ => open(ORDER),
        }
    }

    /// Stops at a call that may do something else elsewhere.
    pub(crate) fn determined_call(&self, call: &CallCode<'p>, function: FunctionId) -> Exec<()> {
        let target = &self.program.functions[function];
        if target.contract.is_some() || call.asserted {
            return open("a contract");
        }
        match &target.body {
            _ if crate::library::overrides(self, function) => Ok(()),
            Some(body) if !body.unsequenced.is_empty() => open(ORDER),
            Some(_) => Ok(()),
            None => self.determined_library_call(call, &target.name),
        }
    }

    fn determined_library_call(&self, call: &CallCode<'p>, name: &str) -> Exec<()> {
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        if SAME_BUT_RESULT.binary_search(&name).is_ok() && call.dst.is_none() {
            return Ok(());
        }
        if SAME_EVERYWHERE.binary_search(&name).is_err() {
            return Err(Stop::open(format!("a call of `{name}`")));
        }
        let number = |index: usize| match call.args.get(index) {
            Some(Argument::Value(operand)) => self.defined(operand).map(|value| value.bits),
            _ => Err(Stop::open("a call with other arguments than the function has")),
        };
        match name {
            "malloc" => self.determined_size(Some(number(0)?)),
            "realloc" => self.determined_size(Some(number(1)?)),
            "calloc" => self.determined_size(number(0)?.checked_mul(number(1)?)),
            _ => Ok(()),
        }
    }

    /// Stops at a call whose arguments do not fit the parameters.
    pub(crate) fn determined_arguments(&self, call: &CallCode<'p>, target: &Code<'p>) -> Exec<()> {
        let fits = |argument: &Argument, param: &Param| match (argument, param) {
            (Argument::Value(operand), Param::Register(_, repr)) => self
                .operand_repr(operand)
                .is_ok_and(|given| given.bits == repr.bits && given.is_float() == repr.is_float()),
            (Argument::Value(operand), Param::Slot(slot)) => self
                .operand_repr(operand)
                .is_ok_and(|given| u64::from(given.bytes) == target.slots[*slot as usize].size),
            (Argument::Object(place), Param::Slot(slot)) => {
                place.size(&self.program.types) == target.slots[*slot as usize].size
            }
            (Argument::Object(_), Param::Register(..)) => false,
        };
        let many = call.args.len().cmp(&target.params.len());
        let enough = many == Ordering::Equal || many == Ordering::Greater && target.variadic;
        if enough && call.args.iter().zip(&target.params).all(|(argument, param)| fits(argument, param)) {
            Ok(())
        } else {
            open("a call with other arguments than the function has")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_in_order() {
        assert!(SAME_EVERYWHERE.is_sorted());
        assert!(SAME_BUT_RESULT.is_sorted());
    }
}
