//! Calls and returns of the IR: what is passed, to whom, and what comes back.

use engine::Point;
use ir::{
    Argument, Base, BlockId, Call, Const, ConstValue, Destination, FunctionId, LocalId, Operand, Rvalue,
    StmtKind, Symbol,
};
use smallvec::SmallVec;

use crate::callgraph::CallGraph;
use crate::code::{CallOp, Exit, Filled, Op, Outcome, Reached, Return};
use crate::compile::Compiler;
use crate::configuration::Root;
use crate::library::{self, Effect, Writing};
use crate::points::Target;

impl Compiler<'_> {
    pub(crate) fn call(
        &mut self,
        block: BlockId,
        number: u32,
        call: &Call,
        sites: &mut Vec<Point>,
        out: &mut dyn FnMut(Op),
    ) -> CallOp {
        let mut unknown = None;
        let (mut reached, mut filled) = (SmallVec::new(), Vec::new());
        let targets = self.calls.targets(self.program, call);
        if targets.is_empty() {
            unknown = Some("a function that is not known".into());
        }
        for target in targets {
            if self.calls.body(self.program, target).is_some() {
                reached.push(Reached::Body(target));
                continue;
            }
            let effect = CallGraph::effect_at(self.program, target, &self.body.blocks[block]);
            if let Some(writing) = library::writing(&self.program.functions[target].name) {
                filled.extend(call.args.iter().filter_map(|argument| self.filled(argument, writing)));
            }
            if matches!(effect, Effect::Allocates | Effect::Reallocates | Effect::Frees) {
                sites.push(Point { function: self.function, block, stmt: number });
            }
            if effect == Effect::Unknown {
                unknown = Some(self.program.functions[target].name.clone());
            }
            reached.push(Reached::Library(effect, sites.len() as u32));
        }
        let mut by_value = Vec::new();
        let mut args = Vec::new();
        for argument in &call.args {
            match argument {
                Argument::Value(operand) => args.push(self.source(*operand)),
                Argument::Object(place) => {
                    if let Some(pointer) = Self::dereferenced(place) {
                        out(Op::Touch { pointer });
                    }
                    by_value.extend(self.target(place).map(|target| target.node));
                    args.push(None);
                }
            }
        }
        let dst = match &call.dst {
            Some(Destination::Local(dst)) => Some(dst.0),
            Some(Destination::Object(place)) => {
                by_value.extend(self.target(place).map(|target| target.node));
                None
            }
            None => None,
        };
        let callee = |reached: &Reached| match reached {
            Reached::Body(callee) => Some(*callee),
            Reached::Library(..) => None,
        };
        let callees: SmallVec<[FunctionId; 1]> =
            reached.iter().map(callee).collect::<Option<_>>().unwrap_or_default();
        let numbers = self.numbers((block, number), call, &callees);
        let addresses: Box<[Option<(Root, i32)>]> =
            call.args.iter().map(|argument| self.address(block, number, argument)).collect();
        let (nonzeros, zeros) = self.constants(call, &addresses, &callees);
        let fresh = self.fresh.remove(&(block, number)).unwrap_or_default();
        let makes = reached
            .iter()
            .all(|reached| matches!(reached, Reached::Body(callee) if self.makers.contains(callee)));
        let size = call.args.get(1);
        let some_bytes = matches!(size, Some(Argument::Value(Operand::Const(Const { value: ConstValue::Int(size), .. }))) if *size != 0);
        CallOp {
            block,
            stmt: number,
            reached,
            args: args.into(),
            numbers,
            nonzeros,
            zeros,
            addresses,
            fresh,
            makes,
            some_bytes,
            filled: filled.into(),
            dst,
            outcome: Outcome::Any,
            by_value: by_value.into(),
            guessed: self.calls.is_guess(call),
            unknown,
        }
    }

    /// What a function of the library may write to if it is given this.
    fn filled(&self, argument: &Argument, writing: Writing) -> Option<Filled> {
        let Argument::Value(operand) = argument else { return None };
        let types = &self.program.types;
        let (ty, Target { node, offset: start }) = match *operand {
            Operand::Local(local) => {
                self.source(*operand)?;
                (self.body.locals[local].ty, self.points.register(self.function, local))
            }
            Operand::Const(Const {
                value: ConstValue::Address { symbol: Symbol::Global(global), offset },
                ty,
            }) => {
                let base = self.points.global(global)?;
                (ty, Target { offset: base.offset + offset, ..base })
            }
            Operand::Const(_) => return None,
        };
        let object = types.pointee(ty).map(|pointee| types.size(pointee));
        let end = match (writing, object) {
            (Writing::One, Some(size)) if size > 1 => start.saturating_add_unsigned(size),
            _ => i64::MAX,
        };
        Some(Filled { node, start, end })
    }

    /// The place whose address an argument is, if it was taken in the same block and still means the same.
    pub(crate) fn address(&self, block: BlockId, before: u32, argument: &Argument) -> Option<(Root, i32)> {
        let Argument::Value(Operand::Local(local)) = argument else { return None };
        let stmts = &self.body.blocks[block].stmts[..before as usize];
        let at = stmts.iter().rposition(|stmt| stmt.writes() == Some(*local))?;
        let StmtKind::Assign { value: Rvalue::AddressOf(place), .. } = &stmts[at].kind else { return None };
        let (root, offset) = Self::root(place).filter(|_| place.is_fixed())?;
        let changed = |register: u32| stmts[at..].iter().any(|stmt| stmt.writes() == Some(LocalId(register)));
        if matches!(root, Root::Register(register) if changed(register)) {
            return None;
        }
        Some((root, i32::try_from(place.offset + offset).ok()?))
    }

    pub(crate) fn returned(&self, block: BlockId, value: Option<&Argument>) -> Exit {
        let mut exit = Return { changed: self.changed[block], ..Return::default() };
        match value {
            Some(Argument::Value(Operand::Const(Const { value: ConstValue::Int(number), .. }))) => {
                exit.truth =
                    Some(self.truth_of(self.program.functions[self.function].signature.ret, *number));
            }
            Some(Argument::Value(Operand::Local(local))) => exit.register = Some(local.0),
            Some(Argument::Object(place)) => {
                match place.base {
                    Base::Slot(slot) if place.path.is_empty() => exit.slot = Some(slot.0),
                    _ => {}
                }
                exit.by_value = self.target(place).map(|target| target.node);
            }
            _ => {}
        }
        Exit::Return(exit)
    }
}
