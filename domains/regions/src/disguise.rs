//! Addresses that come back in disguise.
//!
//! A number that was computed from an address may be turned into a pointer again, and lead where the partition does not know of. Casts
//! are seen when the partition is made; here are the other ways. An address is *exposed* where it is read as a number
//! or in parts, printed, or where bytes that may have it in them are given to the library; a pointer is *forged* where it is made of a number or of
//! parts, or read from outside. That addresses remain with their pointers is known only of programs that do not do both.
//!
//! A region in which words are both pointers and numbers counts for both. It may be one function that sees pointers in it and another that
//! sees numbers, so what functions do is carried to their callers first.

use ir::{
    Argument, Body, Call, Const, ConstValue, Destination, FunctionId, Operand, Place, StmtKind, Symbol,
    TypeId, Var,
};
use library::FormatOf;
use library::format::{printf, scanf};
use rustc_hash::FxHashSet;

use crate::analysis::Prepared;
use crate::callgraph::CallGraph;
use crate::library::{Effect, writing};
use crate::points::{Numbers, Target};

/// What is done to words and bytes in some functions.
#[derive(Default)]
struct Seen {
    /// Places that have words read or written as pointers, and as numbers.
    pointers: FxHashSet<Target>,
    numbers: FxHashSet<Target>,
    /// What is given to the library to be read as bytes, and to be written.
    given: FxHashSet<Target>,
    filled: FxHashSet<Target>,
    found: Numbers,
}

impl Prepared<'_> {
    /// What is done with numbers and addresses in these functions.
    pub(crate) fn disguises(&self, functions: &[FunctionId]) -> Numbers {
        let mut seen = Seen { found: self.points.numbers(), ..Seen::default() };
        for function in functions {
            let Some(code) = self.codes.get(*function) else { continue };
            seen.found.exposed |= code.reads_parts;
            seen.found.forged |= code.writes_parts;
            let Some(body) = &*self.program.functions[*function].body else { continue };
            for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
                self.statement(*function, body, &stmt.kind, &mut seen);
            }
        }
        let Seen { pointers, numbers, given, filled, mut found } = seen;
        let outward = |places: FxHashSet<Target>| self.points.outward(places);
        if !numbers.is_empty() {
            let numbers = outward(numbers);
            let both = outward(pointers).iter().any(|place| numbers.contains(place));
            found.exposed |= both;
            found.forged |= both;
        }
        let has_pointers = |place: &Target| !self.points.object(place.node).fields.is_empty();
        found.exposed |= outward(given).iter().any(has_pointers);
        found.forged |= outward(filled).iter().any(has_pointers);
        found
    }

    fn statement(&self, function: FunctionId, body: &Body, stmt: &StmtKind, seen: &mut Seen) {
        match stmt {
            StmtKind::Load { place, .. } | StmtKind::Store { place, .. } => self.word(function, place, seen),
            StmtKind::Call(call) => {
                for callee in self.calls.targets(self.program, call) {
                    match self.calls.body(self.program, callee) {
                        Some(inner) => self.passed(body, call, callee, inner, seen),
                        None => self.library(function, call, callee, seen),
                    }
                }
            }
            // What a processor's instructions make of their operands is not known.
            StmtKind::Nondet { source, .. } if **source == *"asm" => {
                seen.found = Numbers { forged: true, exposed: true };
            }
            _ => {}
        }
    }

    /// A word that is read or written.
    fn word(&self, function: FunctionId, place: &Place, seen: &mut Seen) {
        let types = &self.program.types;
        let is_word = place.size(types) == u64::from(self.program.target.pointer_bytes);
        let Some(at) = self.place(function, place).filter(|_| place.bits.is_none() && is_word) else {
            return;
        };
        if types.is_pointer(place.ty) {
            seen.pointers.insert(at)
        } else {
            seen.numbers.insert(at)
        };
    }

    fn place(&self, function: FunctionId, place: &Place) -> Option<Target> {
        let base = match place.base {
            ir::Base::Slot(slot) => self.points.slot(function, slot),
            ir::Base::Global(global) => self.points.global(global)?,
            ir::Base::Pointer(pointer) => self.led_to(function, pointer)?,
        };
        Some(self.points.region(Target { offset: base.offset + place.offset, ..base }))
    }

    fn led_to(&self, function: FunctionId, operand: Operand) -> Option<Target> {
        match operand {
            Operand::Local(local) => Some(self.points.register(function, local)),
            Operand::Const(Const {
                value: ConstValue::Address { symbol: Symbol::Global(global), offset },
                ..
            }) => {
                let base = self.points.global(global)?;
                Some(Target { offset: base.offset + offset, ..base })
            }
            Operand::Const(_) => None,
        }
    }

    /// A call of a function that takes a number for a pointer, or gives it for one, or the other way round.
    fn passed(&self, body: &Body, call: &Call, callee: FunctionId, inner: &Body, seen: &mut Seen) {
        let types = &self.program.types;
        let mut meet = |from: TypeId, to: TypeId| {
            seen.found.exposed |= types.is_pointer(from) && !types.is_pointer(to);
            seen.found.forged |= !types.is_pointer(from) && types.is_pointer(to);
        };
        for (argument, param) in call.args.iter().zip(&inner.params) {
            let to = match param {
                Var::Local(local) => inner.locals[*local].ty,
                Var::Slot(slot) => inner.slots[*slot].ty,
            };
            match argument {
                Argument::Value(Operand::Local(local)) => meet(body.locals[*local].ty, to),
                Argument::Value(Operand::Const(Const { value: ConstValue::Int(0), .. }))
                | Argument::Object(_) => {}
                Argument::Value(Operand::Const(constant)) => meet(constant.ty, to),
            }
        }
        if let Some(Destination::Local(dst)) = &call.dst {
            meet(self.program.functions[callee].signature.ret, body.locals[*dst].ty);
        }
    }

    /// A call of a function without a body.
    fn library(&self, function: FunctionId, call: &Call, callee: FunctionId, seen: &mut Seen) {
        let name = &*self.program.functions[callee].name;
        if matches!(
            CallGraph::effect(self.program, callee),
            Effect::Frees | Effect::Reallocates | Effect::Ends
        ) {
            return;
        }
        let values = call.args.iter().filter_map(|argument| match argument {
            Argument::Value(operand) => self.led_to(function, *operand),
            Argument::Object(place) => self.place(function, place),
        });
        let values: Vec<Target> = values.collect();
        if writing(name).is_some() {
            seen.filled.extend(&values);
        }
        seen.given.extend(values);
        if let Some((number, reads)) = formatted(name)
            && call
                .args
                .get(number)
                .and_then(|format| self.text(format))
                .is_none_or(|text| speaks_of_addresses(text, reads))
        {
            seen.found.exposed = true;
            // A block that is made for what is read is seen nowhere else.
            seen.found.forged |= reads;
        }
    }

    /// The text of a string literal.
    fn text(&self, argument: &Argument) -> Option<&[u8]> {
        let Argument::Value(Operand::Const(constant)) = argument else { return None };
        let ConstValue::Address { symbol: Symbol::Global(global), offset: 0 } = constant.value else {
            return None;
        };
        let global = &self.program.globals[global];
        let (_, bytes) = global.init.as_ref().filter(|_| global.read_only)?.bytes.first()?;
        Some(bytes)
    }
}

/// Which argument of a function is a format, and whether it reads by it.
fn formatted(name: &str) -> Option<(usize, bool)> {
    let format = library::find(name)?.format?;
    Some((format.format, format.family == FormatOf::Scanf))
}

/// Whether a format has an address in it, or a block that is allocated for what is read; or cannot be read.
fn speaks_of_addresses(format: &[u8], reads: bool) -> bool {
    let text = format.split(|byte| *byte == 0).next().unwrap_or_default();
    if reads {
        let speaks = |piece: &scanf::Piece<'_, u8>| match piece {
            scanf::Piece::Directive(directive) => {
                directive.conversion == scanf::Conversion::Address || directive.allocates || directive.is_old
            }
            _ => false,
        };
        return scanf::pieces(text).map_or(true, |pieces| pieces.iter().any(speaks));
    }
    let speaks = |piece: &printf::Piece<'_, u8>| matches!(piece, printf::Piece::Directive(directive) if directive.conversion == printf::Conversion::Address);
    printf::pieces(text).map_or(true, |pieces| pieces.iter().any(speaks))
}
