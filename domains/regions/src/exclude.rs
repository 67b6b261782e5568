//! What the analysis of a whole program excludes, check by check, so that others can build on it.
//!
//! A block of the heap is not freed twice, and not used after it was freed, where no configuration shows it. But the rule
//! about memory that is gone is about local variables too, whose ends are not followed here: an access is excluded only if
//! the partition says that no local variable can be what it leads to. Lost blocks are excluded all together, and only
//! if blocks cannot refer to each other in a circle.
//!
//! Invariant: nothing is excluded unless every function that can run was looked at from the start of the program, and
//! everything in them is modelled. Code that no block comes by counts too: it may come from there.

use std::collections::BTreeSet;

use engine::Point;
use ir::{
    Argument, Base, Block, Body, Call, Const, ConstValue, Destination, FunctionId, Operand, Place, StmtKind,
    Symbol, Terminator,
};

use crate::analysis::Analysis;
use crate::code::{CallOp, Code, Reached};
use crate::library::Effect;
use crate::tabulate::Spot;
use crate::transfer::Event;

/// What cannot happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excluded {
    /// Accesses and frees that are right as far as these events go.
    pub checks: BTreeSet<(Point, Event)>,
    /// Whether no block is ever lost.
    pub leaks: bool,
}

impl Analysis<'_> {
    /// What cannot happen in any execution of the program; `None` if nothing follows. Whoever takes values that were never written for
    /// any number says so.
    pub fn excluded(&self, unwritten_is_any: bool) -> Option<Excluded> {
        if self.lost().is_some() {
            return None;
        }
        let births = self.work.contexts.iter().filter(|context| context.is_birth);
        let functions: Vec<FunctionId> = births.map(|context| context.function).collect();
        let codes: Vec<&Code> = functions.iter().filter_map(|id| self.prepared.codes.get(*id)).collect();
        let body = |code: &Code| self.prepared.program.functions[code.function].body.as_ref();
        let modelled = codes.iter().all(|code| body(code).is_some_and(|body| self.is_modelled(body)));
        let strangers = codes.iter().any(|code| code.calls.iter().any(|call| call.unknown.is_some()));
        if !modelled || strangers || self.exposed && unwritten_is_any {
            return None;
        }
        let spot = |spot: &Spot| {
            let (function, block, stmt, event) = *spot;
            (Point { function, block, stmt }, event)
        };
        let found: BTreeSet<(Point, Event)> = self.work.found.keys().map(spot).collect();
        let mut checks = BTreeSet::new();
        for code in &codes {
            let Some(body) = body(code) else { continue };
            for (id, block) in body.blocks.enumerate() {
                for stmt in 0..=block.stmts.len() as u32 {
                    let point = Point { function: code.function, block: id, stmt };
                    let noticed = self.noticed(code, block, point).into_iter().flatten();
                    checks.extend(noticed.map(|event| (point, event)).filter(|check| !found.contains(check)));
                }
            }
        }
        let leaks = !found.iter().any(|(_, event)| *event == Event::Leak) && !self.may_lose_cycles();
        Some(Excluded { checks, leaks })
    }

    /// Whether everything in a function is followed, though no block may come by.
    fn is_modelled(&self, body: &Body) -> bool {
        let types = &self.prepared.program.types;
        body.blocks.iter().flat_map(|block| &block.stmts).all(|stmt| match &stmt.kind {
            StmtKind::Unsupported { .. }
            | StmtKind::VaStart { .. }
            | StmtKind::VaArg { .. }
            | StmtKind::VaCopy { .. } => false,
            StmtKind::Nondet { dst, .. } => !types.is_pointer(body.locals[*dst].ty),
            _ => true,
        })
    }

    /// What would be noticed at a statement if it happened there.
    fn noticed(&self, code: &Code, block: &Block, point: Point) -> [Option<Event>; 2] {
        let at = |place: &Place| self.lasts(code, place);
        let (used, freed) = match block.stmts.get(point.stmt as usize).map(|stmt| &stmt.kind) {
            Some(
                StmtKind::Load { place, .. }
                | StmtKind::Store { place, .. }
                | StmtKind::Fill { to: place, .. },
            ) => (at(place), false),
            Some(StmtKind::Copy { to, from, .. }) => (at(to) && at(from), false),
            Some(StmtKind::Free { .. }) => (false, true),
            Some(StmtKind::Call(call)) => self.noticed_at_call(code, call, point),
            Some(_) => (false, false),
            None => match &block.terminator {
                Terminator::Return(Some(Argument::Object(place))) => (at(place), false),
                _ => (false, false),
            },
        };
        [used.then_some(Event::UseAfterFree), freed.then_some(Event::DoubleFree)]
    }

    fn noticed_at_call(&self, code: &Code, call: &Call, point: Point) -> (bool, bool) {
        let is_it = |known: &&CallOp| (known.block, known.stmt) == (point.block, point.stmt);
        let Some(known) = code.calls.iter().find(is_it) else { return (false, false) };
        let library = known.reached.iter().any(|reached| matches!(reached, Reached::Library(..)));
        let freed = known
            .reached
            .iter()
            .any(|reached| matches!(reached, Reached::Library(Effect::Frees | Effect::Reallocates, _)));
        let argument = |argument: &Argument| match argument {
            Argument::Value(operand) => !library || self.value_lasts(code, *operand),
            Argument::Object(place) => self.lasts(code, place),
        };
        let result = match &call.dst {
            Some(Destination::Object(place)) => self.lasts(code, place),
            _ => true,
        };
        (result && call.args.iter().all(argument), freed)
    }

    /// Whether a place is surely in no local variable whose scope may be over.
    fn lasts(&self, code: &Code, place: &Place) -> bool {
        match place.base {
            Base::Global(_) => true,
            Base::Slot(_) => false,
            Base::Pointer(operand) => self.value_lasts(code, operand),
        }
    }

    /// The same of what a value leads to.
    fn value_lasts(&self, code: &Code, operand: Operand) -> bool {
        match operand {
            Operand::Local(local) => {
                let points = &self.prepared.points;
                !points.has_locals(points.register(code.function, local).node)
            }
            Operand::Const(Const { value: ConstValue::Address { symbol, .. }, .. }) => {
                !matches!(symbol, Symbol::Label(..))
            }
            Operand::Const(_) => true,
        }
    }
}
