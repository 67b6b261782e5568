//! Functions as the analysis runs them: only what moves references, with every region looked up already.
//!
//! A statement of the IR becomes at most a few operations; those that cannot move, read through or drop a reference
//! become none. So running a configuration through a block is a walk over a short vector, in which most operations are
//! passed over by one comparison of the block's class. A large program has millions of them, so an operation is small: what takes more room is
//! in lists of the function, and an operation has its number there.

use std::sync::Arc;

use ir::{BlockId, FunctionId, Liveness, LocalId};
use smallvec::SmallVec;

use crate::configuration::{Expression, Holder, Root};
use crate::fresh::Registers;
use crate::library::Effect;
use crate::points::NodeId;
use crate::truth::{Comparison, Truth};

/// A register, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Source(u32);

impl Source {
    /// None.
    pub(crate) const NONE: Self = Self(u32::MAX);

    /// The register, if it is one.
    pub(crate) fn get(self) -> Option<u32> {
        (self != Self::NONE).then_some(self.0)
    }
}

impl From<Option<u32>> for Source {
    fn from(register: Option<u32>) -> Self {
        register.map_or(Self::NONE, Self)
    }
}

/// Some of a function's numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Few {
    start: u32,
    end: u32,
}

/// What operations speak of, by number.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    /// Places that are read or written.
    accesses: Vec<Access>,
    /// Registers and nodes.
    numbers: Vec<u32>,
    /// Why something is not modelled.
    reasons: Vec<Arc<str>>,
}

impl Lists {
    /// A number for an access.
    pub(crate) fn add(&mut self, access: Access) -> u32 {
        self.accesses.push(access);
        self.accesses.len() as u32 - 1
    }

    /// A number for a reason.
    pub(crate) fn add_reason(&mut self, why: Arc<str>) -> u32 {
        self.reasons.push(why);
        self.reasons.len() as u32 - 1
    }

    /// Registers or nodes.
    pub(crate) fn add_few(&mut self, numbers: impl IntoIterator<Item = u32>) -> Few {
        let start = self.numbers.len() as u32;
        self.numbers.extend(numbers);
        Few { start, end: self.numbers.len() as u32 }
    }

    /// An access, by its number.
    pub(crate) fn access(&self, number: u32) -> &Access {
        &self.accesses[number as usize]
    }

    /// A reason, by its number.
    pub(crate) fn reason(&self, number: u32) -> &Arc<str> {
        &self.reasons[number as usize]
    }

    /// Registers or nodes.
    pub(crate) fn few(&self, few: Few) -> &[u32] {
        &self.numbers[few.start as usize..few.end as usize]
    }

    /// Nothing is added any more.
    pub(crate) fn close(&mut self) {
        self.accesses.shrink_to_fit();
        self.numbers.shrink_to_fit();
        self.reasons.shrink_to_fit();
    }
}

/// A pointer-sized place that is read or written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Access {
    /// Its region.
    pub region: Holder,
    /// Where pointers in the region lead.
    pub contents: NodeId,
    /// The register that is dereferenced, if any.
    pub pointer: Source,
    /// How to name it again, unless it is any element of an array.
    pub expression: Option<Expression>,
    /// Whether the region is this one location.
    pub single: bool,
}

impl Access {
    /// Where it starts from.
    pub(crate) fn root(&self) -> Option<Root> {
        self.expression.map(|e| e.root).or(self.pointer.get().map(Root::Register))
    }
}

/// What happens to references.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    /// `dst = src + shift`, both registers; without a source something that is no reference.
    Move { dst: u32, src: Source, shift: i32 },
    /// A number is computed from addresses.
    Mix { dst: u32, sources: Few },
    /// `dst = load at`.
    Load { dst: u32, at: u32 },
    /// `store at = src`.
    Store { at: u32, src: Source },
    /// Something that is not as large as an address is read or written through a pointer.
    Touch { pointer: u32 },
    /// Bytes of a place that may hold a pointer are written.
    Scribble { at: u32, constant: bool },
    /// A new block.
    Allocate { dst: u32, site: u32 },
    /// `free`.
    Free { pointer: u32, site: u32 },
    /// Bytes of objects are copied or set that cannot be followed word by word: all of them, or those in regions this
    /// function has no name for.
    Bulk { nodes: Few, all: bool },
    /// A number is assigned, of which something may be known.
    Number { dst: u32, truth: Option<Truth> },
    /// `dst = src + by`, of numbers.
    Add { dst: u32, src: u32, by: i32 },
    /// A number was converted such that it may be another one now, but is zero exactly if it was.
    Blur { register: u32 },
    /// A pointer was followed, so it is not null.
    Followed { pointer: u32 },
    /// `dst = src == 0`, or `dst = src != 0`.
    Test { dst: u32, src: u32, equal: bool },
    /// A call, by its number.
    Call(u32),
    /// A register's scope ends.
    Dead { register: u32 },
    /// A variable's scope ends.
    DeadSlot { slot: u32 },
    /// Intermediate values that nobody needs any more.
    Drop { registers: Few },
    /// Something that is not modelled.
    Lost { why: u32 },
}

/// A function that a call may reach.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reached {
    /// One with a body.
    Body(FunctionId),
    /// One of the library.
    Library(Effect, u32),
}

/// Bytes of the objects of a node: from an offset on, up to another one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Filled {
    /// The node.
    pub node: NodeId,
    /// The first byte.
    pub start: i64,
    /// The byte behind the last one.
    pub end: i64,
}

/// How a call ends, whatever is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Outcome {
    /// It comes back, or not, with any result.
    #[default]
    Any,
    /// Its result is never zero.
    Nonzero,
    /// It never comes back.
    Never,
}

/// What is passed as an argument, as far as its being zero goes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passed {
    /// A register that is zero exactly if the argument is.
    pub register: u32,
    /// Whether the caller asks for its being zero.
    pub tested: bool,
}

/// A call.
#[derive(Clone, Debug)]
pub(crate) struct CallOp {
    /// Where it stands.
    pub block: BlockId,
    /// The number of its statement.
    pub stmt: u32,
    /// Whom it may reach; nobody knows if nobody.
    pub reached: SmallVec<[Reached; 1]>,
    /// The registers that are passed; `None` for what is no reference.
    pub args: Box<[Option<u32>]>,
    /// The numbers and references that callees take for what they are.
    pub numbers: Box<[Option<Passed>]>,
    /// The arguments that are surely not zero: addresses of variables, and constants.
    pub nonzeros: Params,
    /// Those that surely are.
    pub zeros: Params,
    /// The places whose addresses are passed: where they start from, and the distance.
    pub addresses: Box<[Option<(Root, i32)>]>,
    /// The registers that hold blocks the callee cannot know.
    pub fresh: Registers,
    /// Whether what it gives is a new block that nothing else leads to.
    pub makes: bool,
    /// Whether the second argument is a number that is not zero.
    pub some_bytes: bool,
    /// Where a function of the library writes bytes.
    pub filled: Box<[Filled]>,
    /// The register that receives the result.
    pub dst: Option<u32>,
    /// How it ends.
    pub outcome: Outcome,
    /// The nodes of objects that are passed or received by value.
    pub by_value: Box<[NodeId]>,
    /// Whether it is a guess that these are the functions that are called.
    pub guessed: bool,
    /// The name of a function nobody knows.
    pub unknown: Option<Arc<str>>,
}

/// What must hold on a way out of a block.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Condition {
    /// A register is zero, or it is not.
    Truth { register: u32, nonzero: bool },
    /// A register compares with a number in this way.
    Compared { register: u32, how: Comparison, number: i32 },
    /// A register has the address of a global variable.
    Global { register: u32 },
    /// Two registers are equal, or they are not. Starts of different objects that are alive differ if they are told apart so:
    /// one is the start of a variable in scope, the other never holds but starts.
    Same { one: u32, two: u32, equal: bool, starts: bool },
}

/// The way out of a block.
#[derive(Clone, Debug)]
pub(crate) enum Exit {
    /// To other blocks, each under a condition.
    Edges(SmallVec<[(BlockId, Option<Condition>); 2]>),
    /// Back to the caller, with what a register holds, or with an object that is a variable.
    Return(Return),
    /// Nowhere.
    Nowhere,
}

/// What a function returns with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Return {
    /// The register with the result.
    pub register: Option<u32>,
    /// The variable that is the result.
    pub slot: Option<u32>,
    /// The node of a result that is an object.
    pub by_value: Option<NodeId>,
    /// What is known of a result that is a constant.
    pub truth: Option<Truth>,
    /// The parameters that may have been written to.
    pub changed: Params,
}

/// Some of a function's parameters, by number. Those with large numbers are all in it, or none of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Params(u64);

impl Params {
    /// The first one that is not told from those behind it.
    pub(crate) const LAST: usize = 63;

    /// One of them.
    pub(crate) fn one(number: usize) -> Self {
        Self(1 << number.min(Self::LAST))
    }

    /// Whether a parameter is one of them.
    pub(crate) fn contains(self, number: usize) -> bool {
        self.0 & Self::one(number).0 != 0
    }

    /// Adds others. Whether there are more now.
    pub(crate) fn add(&mut self, others: Self) -> bool {
        let before = *self;
        self.0 |= others.0;
        *self != before
    }
}

/// A block.
#[derive(Clone, Debug)]
pub(crate) struct BlockCode {
    /// What happens: the first of the function's operations, and the one behind the last.
    pub ops: (u32, u32),
    /// The way out.
    pub exit: Exit,
}

/// The blocks at whose start each register is needed, as ranges of their numbers: most are needed in a few that follow each other.
#[derive(Debug)]
pub(crate) struct Live {
    /// Where the ranges of each register begin, and at last where they end.
    of: Box<[u32]>,
    /// From a block to before another one.
    ranges: Box<[(u32, u32)]>,
}

impl Live {
    /// Those of so many registers.
    pub(crate) fn new(liveness: &Liveness, registers: usize) -> Self {
        let (mut of, mut ranges) = (Vec::with_capacity(registers + 1), Vec::<(u32, u32)>::new());
        for register in 0..registers as u32 {
            let first = ranges.len();
            of.push(first as u32);
            for BlockId(block) in liveness.live_starts(LocalId(register)) {
                match ranges[first..].last_mut() {
                    Some(last) if last.1 == block => last.1 += 1,
                    _ => ranges.push((block, block + 1)),
                }
            }
        }
        of.push(ranges.len() as u32);
        Self { of: of.into(), ranges: ranges.into() }
    }

    /// Whether a register is needed at the start of a block.
    pub(crate) fn contains(&self, block: BlockId, register: u32) -> bool {
        let Some([from, until]) = self.of.get(register as usize..register as usize + 2) else { return false };
        let ranges = &self.ranges[*from as usize..*until as usize];
        let next = ranges.partition_point(|range| range.0 <= block.0);
        next > 0 && block.0 < ranges[next - 1].1
    }
}

/// A function.
#[derive(Debug)]
pub(crate) struct Code {
    /// Which one.
    pub function: FunctionId,
    /// Its blocks, by number.
    pub blocks: Box<[BlockCode]>,
    /// What happens in its blocks, each with the number of its statement.
    pub ops: Box<[(u32, Op)]>,
    /// What the operations speak of.
    pub lists: Lists,
    /// The registers needed at the start of each block.
    pub live: Live,
    /// Its calls, by number.
    pub calls: Box<[CallOp]>,
    /// Where each register leads.
    pub classes: Box<[NodeId]>,
    /// Which registers are intermediate values.
    pub temporary: Box<[bool]>,
    /// Where each parameter goes: a register, or a variable.
    pub params: Box<[Param]>,
    /// The expressions that name places of a region, by region.
    pub expressions: Box<[(Holder, Expression)]>,
    /// The variables, with the node of each.
    pub slots: Box<[SlotCode]>,
    /// Whether it reads parts of pointers, which may be put together again.
    pub reads_parts: bool,
    /// Whether it writes parts of pointers that are not constant.
    pub writes_parts: bool,
    /// Whether some way through it leads to a return.
    pub returns: bool,
    /// What calling it does to regions, whatever it is given.
    pub summary: Summary,
}

impl Code {
    /// What happens in a block, each with the number of its statement.
    pub(crate) fn ops(&self, block: u32) -> &[(u32, Op)] {
        let (first, end) = self.blocks[block as usize].ops;
        &self.ops[first as usize..end as usize]
    }

    /// The parameter that goes to a register, by number.
    pub(crate) fn param_in(&self, register: u32) -> Option<usize> {
        let is_it =
            |param: &Param| matches!(param, Param::Register { register: formal, .. } if *formal == register);
        self.params.iter().position(is_it)
    }

    /// The expressions that name places of a region.
    pub(crate) fn expressions_of(&self, region: Holder) -> impl Iterator<Item = Expression> + '_ {
        let from = self.expressions.partition_point(|(other, _)| *other < region);
        self.expressions[from..].iter().take_while(move |(other, _)| *other == region).map(|(_, e)| *e)
    }
}

/// Where an argument goes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Param {
    /// To a register; whether somebody asks for its being zero.
    Register { register: u32, tested: bool },
    /// To the start of a variable.
    Slot { region: Holder },
}

/// A variable that is an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlotCode {
    /// Its node.
    pub node: NodeId,
    /// Where it lies in the node.
    pub offset: i64,
    /// Whether the node is this variable and nothing else.
    pub single: bool,
}

/// What calling a function does to regions, itself or through those it calls, in terms of its own nodes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Summary {
    /// The regions it may write to, sorted.
    pub writes: Box<[Holder]>,
    /// The nodes of which it may free, overwrite or copy whole objects, sorted.
    pub kills: Box<[NodeId]>,
    /// Whether it calls functions nobody knows.
    pub strangers: bool,
}

/// What comes of looking over code: the parts of a [`Summary`] in any order.
#[derive(Debug, Default)]
pub(crate) struct Effects {
    pub(crate) writes: Vec<Holder>,
    pub(crate) kills: Vec<NodeId>,
    pub(crate) strangers: bool,
}

impl Effects {
    /// Begins anew.
    pub(crate) fn clear(&mut self) {
        self.writes.clear();
        self.kills.clear();
        self.strangers = false;
    }

    /// Each once.
    pub(crate) fn summary(&mut self) -> Summary {
        self.writes.sort_unstable();
        self.writes.dedup();
        self.kills.sort_unstable();
        self.kills.dedup();
        let (writes, kills) = (self.writes[..].into(), self.kills[..].into());
        Summary { writes, kills, strangers: self.strangers }
    }
}

impl Summary {
    /// Whether a region may be written to.
    pub(crate) fn may_write(&self, region: Holder) -> bool {
        self.writes.binary_search(&region).is_ok()
    }

    /// Whether whole objects of a node may be freed, overwritten or copied.
    pub(crate) fn may_kill(&self, node: NodeId) -> bool {
        self.kills.binary_search(&node).is_ok()
    }
}
