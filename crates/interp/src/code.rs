//! The internal code: one operation for each statement and terminator of the IR.
//!
//! Registers, constants, widths and branch targets are resolved once, when a function is first
//! called. Statements that are rare or wide keep to the IR and are run from there ([`Op::Slow`]).
//! Operations and statements correspond one to one, so counting and locating need no bookkeeping.

use ir::{Argument, Asks, BlockId, Body, Destination, FunctionId, LocalId};
use model::Word;

use crate::repr::{Extend, Repr};

/// Where an operand comes from: a register, or with the top bit set a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Src(pub u32);

impl Src {
    pub(crate) const CONST: u32 = 1 << 31;
}

/// A compiled function.
#[derive(Debug)]
pub(crate) struct Code<'p> {
    pub function: FunctionId,
    pub body: &'p Body,
    pub ops: Vec<Op>,
    /// For each operation, its block and statement.
    pub at: Vec<(u32, u32)>,
    /// For each block, its first operation.
    pub blocks: Vec<u32>,
    pub consts: Vec<Word>,
    pub places: Vec<PlaceCode>,
    pub calls: Vec<CallCode<'p>>,
    pub switches: Vec<SwitchCode>,
    pub reprs: Vec<Option<Repr>>,
    pub params: Vec<Param>,
    pub words: usize,
    pub slots: Vec<SlotCode>,
    /// Bytes of stack for the slots of known size.
    pub stack_bytes: u64,
    pub variadic: bool,
    /// Whether its calls have clauses to be evaluated.
    pub contract: bool,
    /// Whether it is a clause of a contract or an assertion.
    pub clause: bool,
    /// The high words of wide registers.
    pub wide: Vec<(LocalId, u32)>,
}

/// Where a parameter goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Param {
    Register(u32, Repr),
    Slot(u32),
}

/// An object of the frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlotCode {
    pub offset: u64,
    pub size: u64,
    pub align: u64,
}

/// A place that an access names.
#[derive(Clone, Debug)]
pub(crate) struct PlaceCode {
    pub base: BaseCode,
    pub offset: i64,
    pub indices: Vec<IndexCode>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum BaseCode {
    Pointer(Src),
    Slot(u32),
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct IndexCode {
    pub index: Src,
    pub stride: u64,
    /// What the index must be below.
    pub len: u64,
}

#[derive(Clone, Debug)]
pub(crate) struct CallCode<'p> {
    pub callee: CalleeCode,
    pub args: &'p [Argument],
    /// The arguments if all are values that fit a word.
    pub simple: Option<Vec<Src>>,
    pub dst: Option<&'p Destination>,
    /// If it is in an assertion or an assumption.
    pub asserted: Option<Asserted>,
    /// Whether of its result, if it is called for that, only the sign is looked at.
    pub signs: bool,
}

/// What asks a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asserted {
    pub asks: Asks,
    /// The operation that does.
    pub by: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum CalleeCode {
    Function(FunctionId),
    Pointer(Src),
}

/// The cases of a switch, by increasing low end.
#[derive(Clone, Debug)]
pub(crate) struct SwitchCode {
    pub cases: Vec<(i128, i128, u32)>,
    pub default: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Compare {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    Below,
    BelowEq,
    Above,
    AboveEq,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bitwise {
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Move {
        dst: u32,
        src: Src,
    },
    Uninit {
        dst: u32,
    },
    Add {
        dst: u32,
        a: Src,
        b: Src,
        to: Extend,
    },
    Sub {
        dst: u32,
        a: Src,
        b: Src,
        to: Extend,
    },
    Mul {
        dst: u32,
        a: Src,
        b: Src,
        to: Extend,
    },
    Bits {
        op: Bitwise,
        dst: u32,
        a: Src,
        b: Src,
    },
    /// `bits` is the width, whose mask the count is cut to.
    Shl {
        dst: u32,
        a: Src,
        b: Src,
        to: Extend,
        mask: u8,
    },
    Shr {
        dst: u32,
        a: Src,
        b: Src,
        to: Extend,
        mask: u8,
    },
    Divide {
        dst: u32,
        a: Src,
        b: Src,
        to: Extend,
        rem: bool,
    },
    Cmp {
        op: Compare,
        dst: u32,
        a: Src,
        b: Src,
    },
    Float {
        op: FloatOp,
        double: bool,
        dst: u32,
        a: Src,
        b: Src,
    },
    Neg {
        dst: u32,
        a: Src,
        to: Extend,
    },
    Not {
        dst: u32,
        a: Src,
        to: Extend,
    },
    /// Between integers and pointers that fit a word; `expose` if a pointer becomes a number.
    Convert {
        dst: u32,
        a: Src,
        to: Extend,
        expose: bool,
    },
    ToBool {
        dst: u32,
        a: Src,
    },
    PointerAdd {
        dst: u32,
        a: Src,
        b: Src,
        stride: i32,
        to: Extend,
    },
    PointerDiff {
        dst: u32,
        a: Src,
        b: Src,
        stride: u32,
        to: Extend,
    },
    SlotAddress {
        dst: u32,
        slot: u32,
        offset: i32,
    },
    /// Any other assignment, run from the IR.
    Slow,
    LoadPointer {
        dst: u32,
        pointer: Src,
        offset: i32,
        size: u8,
        to: Extend,
    },
    LoadSlot {
        dst: u32,
        slot: u32,
        offset: i32,
        size: u8,
        to: Extend,
    },
    LoadPlace {
        dst: u32,
        place: u32,
        size: u8,
        to: Extend,
    },
    StorePointer {
        src: Src,
        pointer: Src,
        offset: i32,
        size: u8,
    },
    StoreSlot {
        src: Src,
        slot: u32,
        offset: i32,
        size: u8,
    },
    StorePlace {
        src: Src,
        place: u32,
        size: u8,
    },
    Call {
        call: u32,
    },
    /// Any other statement, run from the IR.
    Stmt,
    Live {
        slot: u32,
    },
    DeadLocal {
        dst: u32,
    },
    DeadSlot {
        slot: u32,
    },
    Goto {
        to: u32,
    },
    Branch {
        condition: Src,
        then: u32,
        otherwise: u32,
    },
    Switch {
        value: Src,
        switch: u32,
        signed: bool,
    },
    SlowSwitch {
        switch: u32,
    },
    IndirectGoto,
    ReturnVoid,
    ReturnWord {
        src: Src,
    },
    /// A wide value or an object, run from the IR.
    Return,
    Unreachable,
}

impl Code<'_> {
    pub(crate) fn location(&self, pc: usize) -> (BlockId, usize) {
        let (block, stmt) = self.at[pc];
        (BlockId(block), stmt as usize)
    }
}

impl SwitchCode {
    /// The operation to go on with for a value.
    pub(crate) fn target(&self, value: i128) -> u32 {
        let after = self.cases.partition_point(|case| case.0 <= value);
        match after.checked_sub(1).map(|i| self.cases[i]) {
            Some((_, high, target)) if value <= high => target,
            _ => self.default,
        }
    }
}
