//! The loop: one operation after the other.
//!
//! Everything here works on words. Whatever an operation cannot do on words, or that goes wrong, is
//! left to the cold paths in the other modules.

// What the loop does a hundred million times a second must not be a call.
#![allow(clippy::inline_always)]

use std::rc::Rc;

use ir::BinaryOp;
use model::{AccessError, Located, Memory, ObjectKind, Word};

use crate::code::{BaseCode, Bitwise, Code, Compare, FloatOp, Op, PlaceCode, Src};
use crate::derive::derive;
use crate::machine::Interpreter;
use crate::stop::{Exec, Stop};

/// Why a fast operation cannot be completed.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Trap {
    /// Some operand has bits that were never written.
    Undefined,
    /// A pointer must not be used so.
    Access { error: AccessError, pointer: Word, size: u64, write: bool },
    /// An index is not below its array's length.
    Index { index: u64, len: u64 },
    /// The slot is not alive.
    DeadSlot { slot: u32 },
    /// Division by zero, or a quotient that does not fit.
    Division,
}

#[inline(always)]
fn get(memory: &Memory, code: &Code, base: usize, src: Src) -> Word {
    if src.0 & Src::CONST == 0 {
        memory.registers[base + src.0 as usize]
    } else {
        code.consts[(src.0 & !Src::CONST) as usize]
    }
}

#[inline(always)]
fn combine(memory: &mut Memory, op: BinaryOp, a: Word, b: Word, bits: u64) -> Word {
    let provenance =
        if a.provenance.is_none() && b.provenance.is_none() { None } else { derive(memory, op, a, b, bits) };
    Word { bits, undefined: 0, provenance }
}

#[inline(always)]
fn truncate(bits: u64, memory: &Memory) -> u64 {
    if memory.target().pointer_bytes == 4 { bits & 0xffff_ffff } else { bits }
}

/// The pointer that a place with indices means.
#[inline]
fn place_pointer(
    memory: &Memory,
    code: &Code,
    base: usize,
    slots: usize,
    place: &PlaceCode,
) -> Result<Word, Trap> {
    let start = match place.base {
        BaseCode::Pointer(src) => get(memory, code, base, src),
        BaseCode::Slot(slot) => match memory.slots[slots + slot as usize] {
            Some(id) => memory.address_of(id),
            None => return Err(Trap::DeadSlot { slot }),
        },
    };
    if start.undefined != 0 {
        return Err(Trap::Undefined);
    }
    let mut bits = start.bits.wrapping_add(place.offset as u64);
    for index in &place.indices {
        let value = get(memory, code, base, index.index);
        if value.undefined != 0 {
            return Err(Trap::Undefined);
        }
        if value.bits >= index.len && index.len != u64::MAX {
            return Err(Trap::Index { index: value.bits, len: index.len });
        }
        bits = bits.wrapping_add(value.bits.wrapping_mul(index.stride));
    }
    Ok(Word { bits: truncate(bits, memory), ..start })
}

#[inline(always)]
fn locate(memory: &Memory, pointer: Word, offset: i32, size: u8, write: bool) -> Result<Located, Trap> {
    if pointer.undefined != 0 {
        return Err(Trap::Undefined);
    }
    let moved = Word { bits: truncate(pointer.bits.wrapping_add(offset as u64), memory), ..pointer };
    memory.locate(moved, u64::from(size), write).map_err(|error| Trap::Access {
        error,
        pointer: moved,
        size: u64::from(size),
        write,
    })
}

#[inline(always)]
fn locate_slot(
    memory: &Memory,
    slots: usize,
    slot: u32,
    offset: i32,
    size: u8,
    write: bool,
) -> Result<Located, Trap> {
    match memory.slots[slots + slot as usize] {
        // By its name an object of `const` type is given its first value.
        Some(id) => locate(memory, memory.address_of(id), offset, size, false).map_err(|trap| match trap {
            Trap::Access { error, pointer, size, .. } => Trap::Access { error, pointer, size, write },
            other => other,
        }),
        None => Err(Trap::DeadSlot { slot }),
    }
}

fn float(op: FloatOp, double: bool, a: u64, b: u64) -> u64 {
    macro_rules! on {
        ($float:ty, $bits:ty) => {{
            let (a, b) = (<$float>::from_bits(a as $bits), <$float>::from_bits(b as $bits));
            match op {
                FloatOp::Add => (a + b).to_bits() as u64,
                FloatOp::Sub => (a - b).to_bits() as u64,
                FloatOp::Mul => (a * b).to_bits() as u64,
                FloatOp::Div => (a / b).to_bits() as u64,
                FloatOp::Eq => (a == b) as u64,
                FloatOp::Ne => (a != b) as u64,
                FloatOp::Lt => (a < b) as u64,
                FloatOp::Le => (a <= b) as u64,
                FloatOp::Gt => (a > b) as u64,
                FloatOp::Ge => (a >= b) as u64,
            }
        }};
    }
    #[allow(clippy::float_cmp)]
    if double { on!(f64, u64) } else { on!(f32, u32) }
}

fn divide(a: u64, b: u64, signed: bool, bits: u32, rem: bool) -> Option<u64> {
    if b == 0 {
        return None;
    }
    if !signed {
        return Some(if rem { a % b } else { a / b });
    }
    let (a, b) = (a as i64, b as i64);
    if b == -1 && a == i64::MIN >> (64 - bits) {
        return None;
    }
    Some(if rem { a.wrapping_rem(b) } else { a.wrapping_div(b) } as u64)
}

impl<'p> Interpreter<'p> {
    /// Runs until so many statements have been executed in all. A careful run looks at each of them before.
    pub(crate) fn execute<const CAREFUL: bool>(&mut self, pause: u64) -> Exec<()> {
        let Some(call) = self.calls.last() else { return Err(Box::new(Stop::Exit(0))) };
        let mut code: Rc<Code<'p>> = call.code.clone();
        let mut pc = call.pc;
        let (mut base, mut slots) = self.bases();
        macro_rules! get {
            ($src:expr) => {
                get(&self.memory, &code, base, $src)
            };
        }
        macro_rules! set {
            ($dst:expr, $word:expr) => {{
                let word = $word;
                self.memory.registers[base + $dst as usize] = word;
            }};
        }
        macro_rules! trap {
            ($trap:expr) => {{
                let trap = $trap;
                self.set_pc(pc);
                return Err(self.explain_trap(trap));
            }};
        }
        macro_rules! attempt {
            ($result:expr) => {
                match $result {
                    Ok(value) => value,
                    Err(trap) => trap!(trap),
                }
            };
        }
        macro_rules! operands {
            ($a:expr, $b:expr) => {{
                let (a, b) = (get!($a), get!($b));
                if (a.undefined | b.undefined) != 0 {
                    trap!(Trap::Undefined);
                }
                (a, b)
            }};
        }
        // What is open about where their objects are is asked now.
        macro_rules! addresses {
            ($a:expr, $b:expr) => {
                if $a.provenance.is_some() && $b.provenance.is_some() && $a.provenance != $b.provenance {
                    self.set_pc(pc);
                    self.addresses($a, $b)
                } else {
                    ($a.bits, $b.bits)
                }
            };
        }
        // The frame may have changed: look at it afresh.
        macro_rules! reload {
            () => {{
                let Some(call) = self.calls.last() else { return Err(Box::new(Stop::Exit(0))) };
                if !Rc::ptr_eq(&code, &call.code) {
                    code = call.code.clone();
                }
                pc = call.pc;
                (base, slots) = self.bases();
            }};
        }
        while self.steps < pause {
            self.steps += 1;
            if CAREFUL {
                self.set_pc(pc);
                self.look_at(&code, pc, base)?;
            }
            match code.ops[pc] {
                Op::Move { dst, src } => set!(dst, get!(src)),
                Op::Uninit { dst } => set!(dst, Word::UNDEFINED),
                Op::Add { dst, a, b, to } => {
                    let (a, b) = operands!(a, b);
                    let bits = to.apply(a.bits.wrapping_add(b.bits));
                    set!(dst, combine(&mut self.memory, BinaryOp::Add, a, b, bits));
                }
                Op::Sub { dst, a, b, to } => {
                    let (a, b) = operands!(a, b);
                    let (x, y) = addresses!(a, b);
                    let bits = to.apply(x.wrapping_sub(y));
                    set!(dst, combine(&mut self.memory, BinaryOp::Sub, a, b, bits));
                }
                Op::Mul { dst, a, b, to } => {
                    let (a, b) = operands!(a, b);
                    set!(dst, Word::new(to.apply(a.bits.wrapping_mul(b.bits))));
                }
                Op::Bits { op, dst, a, b } => {
                    let (a, b) = (get!(a), get!(b));
                    let undefined = match op {
                        Bitwise::And => {
                            a.undefined & b.undefined
                                | a.undefined & b.bits & !b.undefined
                                | b.undefined & a.bits & !a.undefined
                        }
                        Bitwise::Or => {
                            a.undefined & b.undefined
                                | a.undefined & !b.bits & !b.undefined
                                | b.undefined & !a.bits & !a.undefined
                        }
                        Bitwise::Xor => a.undefined | b.undefined,
                    };
                    if undefined != 0 {
                        trap!(Trap::Undefined);
                    }
                    let (op, bits) = match op {
                        Bitwise::And => (BinaryOp::And, a.bits & b.bits & !a.undefined & !b.undefined),
                        Bitwise::Or => (BinaryOp::Or, a.bits | b.bits),
                        Bitwise::Xor => (BinaryOp::Xor, a.bits ^ b.bits),
                    };
                    set!(dst, combine(&mut self.memory, op, a, b, bits));
                }
                Op::Shl { dst, a, b, to, mask } => {
                    let (a, b) = operands!(a, b);
                    let bits = to.apply(a.bits << (b.bits as u8 & mask));
                    set!(dst, combine(&mut self.memory, BinaryOp::Shl, a, b, bits));
                }
                Op::Shr { dst, a, b, to, mask } => {
                    let (a, b) = operands!(a, b);
                    let count = b.bits as u8 & mask;
                    let bits = if to.signed { (a.bits as i64 >> count) as u64 } else { a.bits >> count };
                    set!(dst, combine(&mut self.memory, BinaryOp::Shr, a, b, to.apply(bits)));
                }
                Op::Divide { dst, a, b, to, rem } => {
                    let (a, b) = operands!(a, b);
                    let width = 64 - u32::from(to.shift);
                    let Some(bits) = divide(a.bits, b.bits, to.signed, width, rem) else {
                        trap!(Trap::Division)
                    };
                    set!(dst, Word::new(to.apply(bits)));
                }
                Op::Cmp { op, dst, a, b } => {
                    let (a, b) = operands!(a, b);
                    let (a, b) = addresses!(a, b);
                    let truth = match op {
                        Compare::Eq => a == b,
                        Compare::Ne => a != b,
                        Compare::Lt => (a as i64) < b as i64,
                        Compare::Le => a as i64 <= b as i64,
                        Compare::Gt => a as i64 > b as i64,
                        Compare::Ge => a as i64 >= b as i64,
                        Compare::Below => a < b,
                        Compare::BelowEq => a <= b,
                        Compare::Above => a > b,
                        Compare::AboveEq => a >= b,
                    };
                    set!(dst, Word::from(truth));
                }
                Op::Float { op, double, dst, a, b } => {
                    let (a, b) = operands!(a, b);
                    set!(dst, Word::new(float(op, double, a.bits, b.bits)));
                }
                Op::Neg { dst, a, to } => {
                    let a = get!(a);
                    if a.undefined != 0 {
                        trap!(Trap::Undefined);
                    }
                    set!(dst, Word { bits: to.apply(a.bits.wrapping_neg()), ..a });
                }
                Op::Not { dst, a, to } => {
                    let a = get!(a);
                    if a.undefined != 0 {
                        trap!(Trap::Undefined);
                    }
                    set!(dst, Word { bits: to.apply(!a.bits), ..a });
                }
                Op::Convert { dst, a, to, expose } => {
                    let a = get!(a);
                    if expose && let Some(id) = a.provenance {
                        self.memory.expose(id);
                    }
                    let (bits, undefined) = (to.apply(a.bits), to.apply(a.undefined));
                    set!(dst, Word { bits, undefined, ..a });
                }
                Op::ToBool { dst, a } => {
                    let a = get!(a);
                    let sure = a.bits & !a.undefined != 0;
                    let undefined = u64::from(!sure && a.undefined != 0);
                    set!(dst, Word { bits: u64::from(sure), undefined, provenance: None });
                }
                Op::PointerAdd { dst, a, b, stride, to } => {
                    let (a, b) = operands!(a, b);
                    let moved = a.bits.wrapping_add(b.bits.wrapping_mul(i64::from(stride) as u64));
                    set!(dst, Word { bits: to.apply(moved), ..a });
                }
                Op::PointerDiff { dst, a, b, stride, to } => {
                    let (a, b) = operands!(a, b);
                    let (a, b) = addresses!(a, b);
                    let bytes = to.apply(a.wrapping_sub(b)) as i64;
                    set!(dst, Word::new((bytes / i64::from(stride)) as u64));
                }
                Op::SlotAddress { dst, slot, offset } => {
                    let Some(id) = self.memory.slots[slots + slot as usize] else {
                        trap!(Trap::DeadSlot { slot })
                    };
                    let start = self.memory.address_of(id);
                    let bits = truncate(start.bits.wrapping_add(offset as u64), &self.memory);
                    set!(dst, Word { bits, ..start });
                }
                Op::LoadPointer { dst, pointer, offset, size, to } => {
                    let pointer = get!(pointer);
                    let at = attempt!(locate(&self.memory, pointer, offset, size, false));
                    if CAREFUL {
                        self.draw_unwritten(at, size as usize);
                    }
                    let word = self.memory.read(at, size as usize);
                    let (bits, undefined) = (to.apply(word.bits), to.apply(word.undefined));
                    set!(dst, Word { bits, undefined, ..word });
                }
                Op::LoadSlot { dst, slot, offset, size, to } => {
                    let at = attempt!(locate_slot(&self.memory, slots, slot, offset, size, false));
                    if CAREFUL {
                        self.draw_unwritten(at, size as usize);
                    }
                    let word = self.memory.read(at, size as usize);
                    let (bits, undefined) = (to.apply(word.bits), to.apply(word.undefined));
                    set!(dst, Word { bits, undefined, ..word });
                }
                Op::LoadPlace { dst, place, size, to } => {
                    let place = &code.places[place as usize];
                    let pointer = attempt!(place_pointer(&self.memory, &code, base, slots, place));
                    let at = attempt!(locate(&self.memory, pointer, 0, size, false));
                    if CAREFUL {
                        self.draw_unwritten(at, size as usize);
                    }
                    let word = self.memory.read(at, size as usize);
                    let (bits, undefined) = (to.apply(word.bits), to.apply(word.undefined));
                    set!(dst, Word { bits, undefined, ..word });
                }
                Op::StorePointer { src, pointer, offset, size } => {
                    let pointer = get!(pointer);
                    let at = attempt!(locate(&self.memory, pointer, offset, size, true));
                    let word = get!(src);
                    self.memory.write(at, size as usize, word);
                }
                Op::StoreSlot { src, slot, offset, size } => {
                    let at = attempt!(locate_slot(&self.memory, slots, slot, offset, size, true));
                    let word = get!(src);
                    self.memory.write(at, size as usize, word);
                }
                Op::StorePlace { src, place, size } => {
                    let place = &code.places[place as usize];
                    let pointer = attempt!(place_pointer(&self.memory, &code, base, slots, place));
                    let write = matches!(place.base, BaseCode::Pointer(_));
                    let at = attempt!(locate(&self.memory, pointer, 0, size, write));
                    let word = get!(src);
                    self.memory.write(at, size as usize, word);
                }
                Op::Slow => {
                    self.set_pc(pc);
                    self.assign_slowly(&code, pc)?;
                }
                Op::Stmt => {
                    self.set_pc(pc);
                    if self.statement(&code, pc)? {
                        reload!();
                        continue;
                    }
                }
                Op::Live { slot } => {
                    self.set_pc(pc);
                    self.slot_live(&code, slot)?;
                }
                Op::DeadLocal { dst } => set!(dst, Word::UNDEFINED),
                Op::DeadSlot { slot } => {
                    if let Some(id) = self.memory.slots[slots + slot as usize].take() {
                        self.set_pc(pc);
                        let site = self.site();
                        self.memory.release(id, site);
                    }
                }
                Op::Call { call } => {
                    self.set_pc(pc);
                    self.call(&code, call as usize, base)?;
                    reload!();
                    continue;
                }
                Op::Goto { to } => {
                    pc = to as usize;
                    continue;
                }
                Op::Branch { condition, then, otherwise } => {
                    let condition = get!(condition);
                    if condition.undefined != 0 {
                        trap!(Trap::Undefined);
                    }
                    pc = (if condition.bits != 0 { then } else { otherwise }) as usize;
                    continue;
                }
                Op::Switch { value, switch, signed } => {
                    let value = get!(value);
                    if value.undefined != 0 {
                        trap!(Trap::Undefined);
                    }
                    let value = if signed { i128::from(value.bits as i64) } else { i128::from(value.bits) };
                    pc = code.switches[switch as usize].target(value) as usize;
                    continue;
                }
                Op::SlowSwitch { switch } => {
                    self.set_pc(pc);
                    let value = self.switch_value(&code, pc)?;
                    pc = code.switches[switch as usize].target(value) as usize;
                    continue;
                }
                Op::IndirectGoto => {
                    self.set_pc(pc);
                    pc = self.indirect_target(&code, pc)?;
                    continue;
                }
                Op::ReturnVoid => {
                    self.set_pc(pc);
                    self.return_word(Word::UNDEFINED)?;
                    reload!();
                    continue;
                }
                Op::ReturnWord { src } => {
                    let word = get!(src);
                    self.set_pc(pc);
                    self.return_word(word)?;
                    reload!();
                    continue;
                }
                Op::Return => {
                    self.set_pc(pc);
                    self.return_slowly(&code, pc)?;
                    reload!();
                    continue;
                }
                Op::Unreachable => {
                    self.set_pc(pc);
                    return Err(Stop::unsupported(
                        "control reached a place the program promised it does not reach",
                    ));
                }
            }
            pc += 1;
        }
        self.set_pc(pc);
        Ok(())
    }

    pub(crate) fn bases(&self) -> (usize, usize) {
        self.memory.frames.last().map_or((0, 0), |f| (f.registers as usize, f.slots as usize))
    }

    pub(crate) fn set_pc(&mut self, pc: usize) {
        if let Some(call) = self.calls.last_mut() {
            call.pc = pc;
        }
    }

    fn slot_live(&mut self, code: &Code<'p>, slot: u32) -> Exec<()> {
        let (_, slots) = self.bases();
        let site = self.site();
        if let Some(old) = self.memory.slots[slots + slot as usize].take() {
            self.memory.release(old, site);
        }
        let layout = code.slots[slot as usize];
        let base = self.calls.last().map_or(0, |call| call.stack_base) + layout.offset;
        let kind = ObjectKind::Stack { function: code.function, slot: ir::SlotId(slot) };
        let id = self.memory.allocate_at(kind, base, layout.size, site).map_err(|_| out_of_memory())?;
        self.memory.slots[slots + slot as usize] = Some(id);
        self.memory.set_fixed(id, &code.body.slots[ir::SlotId(slot)].fixed);
        Ok(())
    }
}

pub(crate) fn out_of_memory() -> Box<Stop> {
    Box::new(Stop::Budget(crate::options::Budget::Memory))
}
