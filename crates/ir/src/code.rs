//! The code of a function, or the bytes it can be read from.
//!
//! A large program is read from what was kept of its units, and most of its functions are not looked at again: so a body
//! is unpacked when somebody first looks at it. What can be said of code without that is a [`Glance`].
//!
//! Invariant: nobody can tell whether a body was unpacked. Invariant: bytes that are packed were written by
//! [`Wire`], or their checksum was compared; that they can be read is taken for granted.

use std::ops::{Deref, DerefMut, Range};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashSet;

use crate::wire::{Reader, Relocation, Wire, Writer};
use crate::{
    Base, Body, Bytes, Callee, Const, ConstValue, ContentKey, FunctionId, GlobalId, Id, Operand, StmtKind,
    Symbol, TypeId,
};

/// The code of a function that has some.
#[derive(Clone, Default)]
pub struct Code {
    /// On the heap: most functions of a program that was kept have none, and there are many.
    body: OnceLock<Box<Option<Body>>>,
    packed: Option<Box<Packed>>,
}

/// Code as bytes.
#[derive(Clone)]
pub struct Packed {
    /// What the bytes are a part of.
    pub bytes: Arc<Bytes>,
    /// Which of them.
    pub range: Range<usize>,
    /// What its ids are in the program.
    pub relocation: Arc<Relocation>,
    /// What can be said of it at a glance, in the ids of the program.
    pub glance: Box<Glance>,
}

/// What can be said of code without going over it once more.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Glance {
    /// How many basic blocks it has.
    pub blocks: u32,
    /// How many labels it has whose address is taken.
    pub labels: u32,
    /// The functions that it calls by name, in the order of their ids.
    pub calls: Vec<FunctionId>,
    /// Those of them that it only calls where the code ends behind them, as it does where an assertion fails.
    pub ends: Vec<FunctionId>,
    /// The functions whose address it takes, in the order of their ids.
    pub takes: Vec<FunctionId>,
    /// The global objects that it names, in the order of their ids.
    pub globals: Vec<GlobalId>,
    /// What calls through pointers believe to call, in the order of the ids.
    pub indirect: Vec<TypeId>,
    /// Whether it may come back: some way leads to a return.
    pub returns: bool,
    /// Whether it has something in it that is not modelled.
    pub unsupported: bool,
    /// The types of what it reads from memory, but for bit-fields, in the order of the ids.
    pub loads: Vec<TypeId>,
    /// The content key of the function, without names of local variables; not there if nobody asked for it.
    pub key: Option<ContentKey>,
}

impl Glance {
    /// A look at a body.
    pub fn of(body: &Body) -> Self {
        let (blocks, labels) = (body.blocks.len() as u32, body.labels.len() as u32);
        let mut glance = Self { blocks, labels, ..Self::default() };
        let (mut calls, mut takes) = (FxHashSet::default(), FxHashSet::default());
        let (mut globals, mut indirect) = (FxHashSet::default(), FxHashSet::default());
        let mut loads = FxHashSet::default();
        let mut behind: FxHashSet<FunctionId> = FxHashSet::default();
        for block in &body.blocks {
            let mut note = |operand: Operand| {
                if let Operand::Const(Const { value: ConstValue::Address { symbol, .. }, .. }) = operand {
                    match symbol {
                        Symbol::Global(global) => {
                            globals.insert(global);
                        }
                        Symbol::Function(function) => {
                            takes.insert(function);
                        }
                        // Whoever jumps there is in the function itself.
                        Symbol::Label(..) => {}
                    }
                }
            };
            let goes_on = !matches!(block.terminator, crate::Terminator::Unreachable);
            let mut called = |function: FunctionId| {
                calls.insert(function);
                if goes_on {
                    behind.insert(function);
                }
            };
            for stmt in &block.stmts {
                stmt.operands(&mut note);
                match &stmt.kind {
                    StmtKind::Call(call) => match call.callee {
                        Callee::Function(function) => called(function),
                        Callee::Pointer(Operand::Const(Const {
                            value: ConstValue::Address { symbol: Symbol::Function(function), .. },
                            ..
                        })) => called(function),
                        Callee::Pointer(_) => {
                            indirect.insert(call.ty);
                        }
                    },
                    StmtKind::Unsupported { .. } => glance.unsupported = true,
                    StmtKind::Load { place, .. } if place.bits.is_none() => _ = loads.insert(place.ty),
                    _ => {}
                }
            }
            block.terminator.operands(&mut note);
            let mut named = |place: &crate::Place| {
                if let Base::Global(global) = place.base {
                    globals.insert(global);
                }
            };
            block.stmts.iter().for_each(|stmt| stmt.places(&mut named));
            glance.returns |= matches!(block.terminator, crate::Terminator::Return(_));
            if let crate::Terminator::Return(Some(crate::Argument::Object(place))) = &block.terminator {
                named(place);
            }
        }
        glance.calls = in_order(calls);
        glance.ends = glance.calls.iter().copied().filter(|id| !behind.contains(id)).collect();
        glance.takes = in_order(takes);
        glance.globals = in_order(globals);
        glance.indirect = in_order(indirect);
        glance.loads = in_order(loads);
        glance
    }

    /// Goes over to the ids of a program.
    pub fn relocate(&mut self, relocation: &Relocation) {
        relocate(&mut self.calls, &relocation.functions);
        relocate(&mut self.ends, &relocation.functions);
        relocate(&mut self.takes, &relocation.functions);
        relocate(&mut self.globals, &relocation.globals);
        relocate(&mut self.indirect, &relocation.types);
        relocate(&mut self.loads, &relocation.types);
    }
}

fn relocate<I: Id + Ord>(ids: &mut Vec<I>, table: &[I]) {
    for id in ids.iter_mut() {
        *id = table[id.index()];
    }
    ids.sort_unstable();
    ids.dedup();
}

/// Each once, in their order.
fn in_order<T: Ord>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.into_iter().collect();
    items.sort_unstable();
    items.dedup();
    items
}

impl Code {
    /// No code.
    pub const fn none() -> Self {
        Self { body: OnceLock::new(), packed: None }
    }

    /// Code that is unpacked when it is looked at.
    pub fn packed(packed: Packed) -> Self {
        Self { body: OnceLock::new(), packed: Some(Box::new(packed)) }
    }

    /// Whether there is code. Does not unpack it.
    pub fn is_some(&self) -> bool {
        self.packed.is_some() || self.body.get().is_some_and(|body| body.is_some())
    }

    /// Whether there is none. Does not unpack it.
    pub fn is_none(&self) -> bool {
        !self.is_some()
    }

    /// The code, if there is some.
    pub fn as_ref(&self) -> Option<&Body> {
        match &self.packed {
            Some(packed) => self.body.get_or_init(|| Box::new(Some(packed.unpack()))).as_ref().as_ref(),
            None => self.body.get().and_then(|body| body.as_ref().as_ref()),
        }
    }

    /// The code as none or one.
    pub fn iter(&self) -> std::option::IntoIter<&Body> {
        self.as_ref().into_iter()
    }

    /// How many labels it has whose address is taken. Does not unpack it.
    pub fn n_labels(&self) -> usize {
        match &self.packed {
            Some(packed) => packed.glance.labels as usize,
            None => self.as_ref().map_or(0, |body| body.labels.len()),
        }
    }

    /// A look at the code; nothing if there is none.
    pub fn glance(&self) -> Option<std::borrow::Cow<'_, Glance>> {
        match &self.packed {
            Some(packed) => Some(std::borrow::Cow::Borrowed(&packed.glance)),
            None => self.as_ref().map(|body| std::borrow::Cow::Owned(Glance::of(body))),
        }
    }
}

impl Packed {
    fn unpack(&self) -> Body {
        let bytes = self.bytes.get(self.range.clone()).unwrap_or_default();
        Body::read(&mut Reader::new(bytes, &self.relocation)).expect("what was packed can be unpacked")
    }
}

impl Deref for Code {
    type Target = Option<Body>;
    fn deref(&self) -> &Option<Body> {
        self.as_ref();
        self.body.get().map_or(&None, |body| body)
    }
}

impl DerefMut for Code {
    fn deref_mut(&mut self) -> &mut Option<Body> {
        self.as_ref();
        // From now on it is not what the bytes say.
        self.packed = None;
        self.body.get_or_init(Box::default);
        self.body.get_mut().expect("it was just put there")
    }
}

impl From<Option<Body>> for Code {
    fn from(body: Option<Body>) -> Self {
        Self { body: body.map_or_else(OnceLock::new, |body| Box::new(Some(body)).into()), packed: None }
    }
}

impl From<Body> for Code {
    fn from(body: Body) -> Self {
        Some(body).into()
    }
}

impl<'a> IntoIterator for &'a Code {
    type Item = &'a Body;
    type IntoIter = std::option::IntoIter<&'a Body>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl std::fmt::Debug for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.as_ref().fmt(f)
    }
}

impl Wire for Glance {
    fn write(&self, to: &mut Writer) {
        let Self { blocks, labels, calls, ends, takes, globals, indirect, returns, unsupported, loads, key } =
            self;
        blocks.write(to);
        labels.write(to);
        calls.write(to);
        ends.write(to);
        takes.write(to);
        globals.write(to);
        indirect.write(to);
        returns.write(to);
        unsupported.write(to);
        loads.write(to);
        key.write(to);
    }

    fn read(from: &mut Reader<'_>) -> Option<Self> {
        Some(Self {
            blocks: Wire::read(from)?,
            labels: Wire::read(from)?,
            calls: Wire::read(from)?,
            ends: Wire::read(from)?,
            takes: Wire::read(from)?,
            globals: Wire::read(from)?,
            indirect: Wire::read(from)?,
            returns: Wire::read(from)?,
            unsupported: Wire::read(from)?,
            loads: Wire::read(from)?,
            key: Wire::read(from)?,
        })
    }
}
