//! The code of a function: a control flow graph over statements with one memory access each.
//!
//! A variable is a *register* ([`Local`]) if it is a scalar whose address is never taken, else an
//! object in memory, a [`Slot`]. Both have a scope: a slot comes alive at [`StmtKind::Live`], which
//! stands where its block is entered (by whatever way), and dies at [`StmtKind::Dead`], which stands
//! on every way out; a register's contents are forgotten at `Dead`. A parameter that is a slot is
//! alive on entry. Temporaries are registers with
//! no scope: they live until their last use.

use std::sync::Arc;

use crate::{BlockId, FunctionId, IndexVec, LabelId, LocalId, Operand, Place, Rvalue, SlotId, Span, TypeId};

/// The code of one function.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// Where the arguments go, in order.
    pub params: Vec<Var>,
    /// The registers.
    pub locals: IndexVec<LocalId, Local>,
    /// The memory objects.
    pub slots: IndexVec<SlotId, Slot>,
    /// The code; entry is the first block.
    pub blocks: IndexVec<BlockId, Block>,
    /// Labels whose address is taken.
    pub labels: IndexVec<LabelId, Label>,
    /// Expressions whose operands C may evaluate in another order than this code does, where that may matter.
    pub unsequenced: Vec<Span>,
}

impl Body {
    /// Where execution begins.
    pub const ENTRY: BlockId = BlockId(0);

    /// Where the arguments go, in order, each with its type.
    pub fn parameters(&self) -> impl ExactSizeIterator<Item = (Var, TypeId)> {
        self.params.iter().map(|var| {
            let ty = match var {
                Var::Local(local) => self.locals[*local].ty,
                Var::Slot(slot) => self.slots[*slot].ty,
            };
            (*var, ty)
        })
    }
}

/// A variable: a register or an object in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Var {
    /// A register.
    Local(LocalId),
    /// An object.
    Slot(SlotId),
}

/// A register.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Local {
    /// The variable's name; `None` for a temporary.
    pub name: Option<Arc<str>>,
    /// A scalar type.
    pub ty: TypeId,
    /// Where it was declared, or the expression it holds.
    pub span: Span,
}

impl Local {
    /// Whether it is an intermediate value rather than a variable the user wrote.
    pub fn is_temporary(&self) -> bool {
        self.name.is_none()
    }
}

/// An object with automatic storage.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slot {
    /// The variable's name; `None` for a compound literal or an intermediate aggregate.
    pub name: Option<Arc<str>>,
    /// Its type. For a variable-length array the size is what [`StmtKind::Live`] says.
    pub ty: TypeId,
    /// Alignment of its address.
    pub align: u64,
    /// Where it was declared.
    pub span: Span,
    /// The bytes, from one to before another, that are of `const` type: only what names the object writes them, which is how it gets its
    /// first value.
    pub fixed: Vec<(u64, u64)>,
}

impl Slot {
    /// Whether writing so many bytes through a pointer writes some that are of `const` type.
    pub fn is_fixed(&self, from: u64, size: u64) -> bool {
        is_fixed(&self.fixed, from, size)
    }
}

/// Whether some of these bytes are in a range.
pub fn is_fixed(ranges: &[(u64, u64)], from: u64, size: u64) -> bool {
    let end = from.saturating_add(size);
    size > 0 && ranges.iter().any(|(start, stop)| *start < end && from < *stop)
}

/// A label whose address is taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Its name.
    pub name: Arc<str>,
    /// The block it labels.
    pub block: BlockId,
}

/// Statements in a row, and where control goes then.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// The statements in order.
    pub stmts: Vec<Stmt>,
    /// The way out.
    pub terminator: Terminator,
    /// What the terminator came from.
    pub span: Span,
}

/// One statement.
#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// What the user wrote.
    pub span: Span,
}

/// What a statement does. At most one access to memory each; a library call is one statement.
#[derive(Clone, PartialEq, Debug)]
pub enum StmtKind {
    /// `x = rvalue`: no memory is touched.
    Assign {
        /// The register.
        dst: LocalId,
        /// Its new value.
        value: Rvalue,
    },
    /// `x = load place`.
    Load {
        /// The register.
        dst: LocalId,
        /// What is read.
        place: Place,
    },
    /// `store place = v`.
    Store {
        /// What is written.
        place: Place,
        /// The value, of the place's type.
        value: Operand,
    },
    /// `x = alloc(kind, size)`.
    Alloc {
        /// Receives the pointer.
        dst: LocalId,
        /// Where from.
        kind: AllocKind,
        /// Bytes, of each element if there is a count.
        size: Operand,
        /// How many elements (`calloc`); a product that overflows fails.
        count: Option<Operand>,
    },
    /// `free p`.
    Free {
        /// The block, or null.
        pointer: Operand,
    },
    /// Copies bytes, with all they carry.
    Copy {
        /// The first byte written.
        to: Place,
        /// The first byte read.
        from: Place,
        /// How many bytes.
        size: Operand,
        /// Whether the ranges may overlap.
        overlap: Overlap,
    },
    /// Sets bytes.
    Fill {
        /// The first byte written.
        to: Place,
        /// The value, of which the low eight bits count.
        byte: Operand,
        /// How many bytes.
        size: Operand,
    },
    /// The bytes of a place that no member of its type takes up hold nothing any more, as if they had never been written.
    Pad {
        /// A value of its type was just stored there as a whole.
        place: Place,
    },
    /// Executions in which this is zero are of no interest.
    Assume(Operand),
    /// It is an error if this is zero.
    Assert {
        /// The condition.
        condition: Operand,
        /// Who says that it holds.
        kind: AssertKind,
        /// What was asserted, as the user wrote it, or what C leaves undefined here, in a C programmer's words.
        message: Arc<str>,
    },
    /// `x = call f(args)`.
    Call(Call),
    /// `x = nondet`: any value of the register's type.
    Nondet {
        /// The register.
        dst: LocalId,
        /// Which source of values: `__VERIFIER_nondet_int`, `asm`.
        source: Arc<str>,
    },
    /// The object comes alive, with uninitialized contents. It was not alive.
    Live {
        /// The object.
        slot: SlotId,
        /// Bytes, for a variable-length array.
        size: Option<Operand>,
    },
    /// The variable's scope ends. A slot need not be alive.
    Dead(Var),
    /// `va_start(*list)`.
    VaStart {
        /// Points to the `va_list`.
        list: Operand,
    },
    /// `x = va_arg(*list, type of x)`.
    VaArg {
        /// Receives the argument.
        dst: Destination,
        /// Points to the `va_list`.
        list: Operand,
    },
    /// `va_copy(*to, *from)`.
    VaCopy {
        /// Points to the `va_list` that is written.
        to: Operand,
        /// Points to the `va_list` that is read.
        from: Operand,
    },
    /// `va_end(*list)`.
    VaEnd {
        /// Points to the `va_list`.
        list: Operand,
    },
    /// Something that is not modelled stands here; nothing is known once it has run.
    Unsupported {
        /// What and why, in a C programmer's words.
        why: Arc<str>,
    },
}

/// Whether the ranges of a copy may overlap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Overlap {
    /// They may, as in `memmove`.
    Any,
    /// They are apart, or one and the same, as in an assignment; otherwise the behaviour is undefined.
    Exact,
}

/// Who says that a condition holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AssertKind {
    /// The program asserts it.
    Assertion,
    /// C asks for it: otherwise the behaviour is undefined.
    Undefined,
    /// C asks that the number is 0 or 1, if it was ever written.
    Truth,
    /// An array within an object has room for what is written to it by its name.
    Bounds,
}

/// Where an allocation comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AllocKind {
    /// `malloc`: uninitialized heap block.
    Malloc,
    /// `calloc`: zeroed heap block.
    Calloc,
    /// `alloca`: lives until the function returns.
    Alloca,
}

/// A call.
#[derive(Clone, PartialEq, Debug)]
pub struct Call {
    /// Receives the result.
    pub dst: Option<Destination>,
    /// Who is called.
    pub callee: Callee,
    /// The arguments, promoted and converted.
    pub args: Vec<Argument>,
    /// What the call believes it calls.
    pub ty: TypeId,
}

/// Who is called.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Callee {
    /// A named function.
    Function(FunctionId),
    /// Whatever the pointer points to.
    Pointer(Operand),
}

/// A value that is passed or returned.
#[derive(Clone, PartialEq, Debug)]
pub enum Argument {
    /// A scalar.
    Value(Operand),
    /// A copy of an object.
    Object(Place),
}

/// What receives a result.
#[derive(Clone, PartialEq, Debug)]
pub enum Destination {
    /// A register.
    Local(LocalId),
    /// An object, for a result that is an aggregate.
    Object(Place),
}

/// The way out of a block.
#[derive(Clone, PartialEq, Debug)]
pub enum Terminator {
    /// Go on there.
    Goto(BlockId),
    /// If nonzero then there else there.
    Branch {
        /// The condition.
        condition: Operand,
        /// Where if nonzero.
        then: BlockId,
        /// Where if zero.
        otherwise: BlockId,
    },
    /// The case whose range holds the value, else the default.
    Switch {
        /// The value.
        value: Operand,
        /// Disjoint ranges of values, in the value's type.
        cases: Vec<Case>,
        /// Where if no range holds it.
        default: BlockId,
    },
    /// `goto *p`: the entry whose label's address it is.
    IndirectGoto {
        /// The address.
        address: Operand,
        /// All labels whose address is taken.
        targets: Vec<(LabelId, BlockId)>,
    },
    /// Back to the caller.
    Return(Option<Argument>),
    /// Control cannot get here, or the program promised it does not.
    Unreachable,
}

/// One case of a switch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Case {
    /// Least value.
    pub low: i128,
    /// Greatest value.
    pub high: i128,
    /// Where.
    pub block: BlockId,
}

impl Terminator {
    /// Where control may go next.
    pub fn successors(&self) -> Vec<BlockId> {
        match self {
            Self::Goto(block) => vec![*block],
            Self::Branch { then, otherwise, .. } => vec![*then, *otherwise],
            Self::Switch { cases, default, .. } => {
                cases.iter().map(|case| case.block).chain([*default]).collect()
            }
            Self::IndirectGoto { targets, .. } => targets.iter().map(|(_, block)| *block).collect(),
            Self::Return(_) | Self::Unreachable => Vec::new(),
        }
    }
}
