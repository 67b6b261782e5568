//! From the IR to operations on references.

use ir::{
    AllocKind, Argument, Base, BinaryOp, BlockId, Body, Call, Const, ConstValue, Destination, FunctionId, Id,
    Liveness, LocalId, LocalSet, Operand, Place, Program, Rvalue, Stmt, StmtKind, Terminator, Var,
};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

use crate::callgraph::CallGraph;
use crate::code::{Access, BlockCode, CallOp, Code, Op, Param, Reached, Site, SlotCode, Summary};
use crate::conditions::{Tested, edges, spoken_of};
use crate::configuration::{Expression, Holder, Index, Root};
use crate::fresh::{Registers, freshness};
use crate::library::{Effect, effect};
use crate::points::{Extent, Partition, Target, Variable};

/// What compiling needs to know.
pub(crate) struct Compiler<'a> {
    pub(crate) program: &'a Program,
    pub(crate) calls: &'a CallGraph,
    pub(crate) points: &'a dyn Partition,
    pub(crate) function: FunctionId,
    pub(crate) body: &'a Body,
    /// Variables whose address is taken.
    taken: Vec<bool>,
    tested: Tested,
    fresh: FxHashMap<(BlockId, u32), Registers>,
    makers: &'a [bool],
    call_ops: Vec<CallOp>,
    expressions: FxHashMap<Holder, SmallVec<[Expression; 4]>>,
}

/// Compiles a function. Its allocations and frees are added to the sites.
pub(crate) fn compile(
    program: &Program,
    calls: &CallGraph,
    points: &dyn Partition,
    makers: &[bool],
    function: FunctionId,
    sites: &mut Vec<Site>,
) -> Option<Code> {
    let body = program.functions[function].body.as_ref()?;
    let mut taken = vec![false; body.slots.len()];
    let mut written = vec![0u32; body.locals.len()];
    for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
        if let StmtKind::Assign { value: Rvalue::AddressOf(Place { base: Base::Slot(slot), .. }), .. } =
            &stmt.kind
        {
            taken[slot.index()] = true;
        }
        if let Some(local) = stmt.writes() {
            written[local.index()] += 1;
        }
    }
    let tested = Tested::of(program, body);
    let mut compiler = Compiler {
        program,
        calls,
        points,
        function,
        body,
        taken,
        tested,
        fresh: freshness(body, points, function, makers).at_calls,
        makers,
        call_ops: Vec::new(),
        expressions: FxHashMap::default(),
    };
    let liveness = Liveness::of(body);
    let blocks: Vec<BlockCode> =
        body.blocks.ids().map(|block| compiler.block(block, &liveness, sites)).collect();
    let slots: Vec<SlotCode> = body.slots.ids().map(|slot| compiler.slot(slot)).collect();
    let params = body.params.iter().map(|param| match param {
        Var::Local(local) => {
            let writes = written[local.index()];
            Param::Register { register: local.0, constant: writes == 0 }
        }
        Var::Slot(slot) => Param::Slot { region: Holder::cell(points.slot(function, *slot)) },
    });
    let params = params.collect();
    let classes = body.locals.ids().map(|local| points.register(function, local).node).collect();
    let temporary = body.locals.iter().map(ir::Local::is_temporary).collect();
    let Compiler { call_ops, expressions, .. } = compiler;
    let mut code = Code {
        function,
        blocks,
        calls: call_ops,
        classes,
        temporary,
        params,
        expressions,
        slots,
        summary: Summary::default(),
    };
    code.summary = own_effects(&code);
    Some(code)
}

/// What the statements of a function do to regions, calls of functions with a body aside.
fn own_effects(code: &Code) -> Summary {
    let mut summary = Summary::default();
    for (_, op) in code.blocks.iter().flat_map(|block| &block.ops) {
        match op {
            Op::Store { at, .. } | Op::Scribble { at, .. } => {
                summary.writes.insert(at.region);
            }
            Op::Free { pointer, .. } => {
                summary.kills.insert(code.classes[*pointer as usize]);
            }
            Op::Bulk { nodes, .. } => summary.kills.extend(nodes.iter().copied()),
            Op::Call(number) => {
                let call = &code.calls[*number as usize];
                summary.strangers |= call.unknown.is_some();
                summary.kills.extend(call.by_value.iter().copied());
                let releases = |reached: &Reached| {
                    matches!(reached, Reached::Library(Effect::Frees | Effect::Reallocates, _))
                };
                if let (true, Some(Some(first))) = (call.reached.iter().any(releases), call.args.first()) {
                    summary.kills.insert(code.classes[*first as usize]);
                }
            }
            _ => {}
        }
    }
    summary
}

impl Compiler<'_> {
    fn slot(&self, slot: ir::SlotId) -> SlotCode {
        let Target { node, offset } = self.points.slot(self.function, slot);
        let single = self.is_single(node);
        SlotCode { node, offset, single }
    }

    /// Whether a node is one variable at any time.
    fn is_single(&self, node: crate::points::NodeId) -> bool {
        match self.points.object(node).extent {
            Extent::One(Variable::Slot(function, slot)) => {
                let once = !self.taken[slot.index()] || !self.calls.is_recursive(function);
                function == self.function && once
            }
            Extent::One(Variable::Global(_)) => true,
            Extent::Nothing | Extent::Many => false,
        }
    }

    fn block(&mut self, block: BlockId, liveness: &Liveness, sites: &mut Vec<Site>) -> BlockCode {
        let code = &self.body.blocks[block];
        let live = liveness.throughout(self.body, block);
        let mut ops = Vec::new();
        let exit = match &code.terminator {
            Terminator::Return(value) => self.returned(value.as_ref()),
            _ => edges(self.program, self.body, code, &self.tested),
        };
        let needed = spoken_of(&exit);
        for (number, stmt) in code.stmts.iter().enumerate() {
            let from = ops.len();
            let at = number as u32;
            self.statement(block, at, stmt, sites, &mut |op| ops.push((at, op)));
            let mut registers = self.finished(stmt, &live[number + 1]);
            registers.retain(|register| !needed.contains(register));
            if !registers.is_empty() && ops.len() > from {
                ops.push((at, Op::Drop { registers }));
            }
        }
        let first = live.into_iter().next().unwrap_or_else(|| LocalSet::with_len(self.body.locals.len()));
        BlockCode { ops, exit, live: first }
    }

    /// The intermediate values that a statement was the last to need.
    fn finished(&self, stmt: &Stmt, live: &LocalSet) -> SmallVec<[u32; 2]> {
        let mut finished = SmallVec::new();
        let mut note = |local: LocalId| {
            let temporary = self.body.locals[local].is_temporary();
            if temporary && !live.contains(local) && !finished.contains(&local.0) {
                finished.push(local.0);
            }
        };
        stmt.reads(&mut note);
        if let Some(local) = stmt.writes() {
            note(local);
        }
        finished
    }

    fn is_address_sized(&self, local: LocalId) -> bool {
        let size = self.program.types.size(self.body.locals[local].ty);
        size >= u64::from(self.program.target.pointer_bytes)
    }

    /// The register that a value is in, if it can be a reference to a block of the heap.
    pub(crate) fn source(&self, operand: Operand) -> Option<u32> {
        match operand {
            Operand::Local(local) if self.is_address_sized(local) => Some(local.0),
            _ => None,
        }
    }

    fn target(&self, place: &Place) -> Option<Target> {
        let base = match place.base {
            Base::Slot(slot) => self.points.slot(self.function, slot),
            Base::Global(global) => self.points.global(global),
            Base::Pointer(Operand::Local(local)) => self.points.register(self.function, local),
            Base::Pointer(Operand::Const(Const {
                value: ConstValue::Address { symbol, offset }, ..
            })) => match symbol {
                ir::Symbol::Global(global) => {
                    let base = self.points.global(global);
                    Target { offset: base.offset + offset, ..base }
                }
                _ => return None,
            },
            Base::Pointer(Operand::Const(_)) => return None,
        };
        // An index that is not constant leads to any element: they are one region, so the first stands for all.
        Some(Target { offset: base.offset + place.offset, ..base })
    }

    fn root(place: &Place) -> Option<(Root, i64)> {
        match place.base {
            Base::Slot(slot) => Some((Root::Slot(slot.0), 0)),
            Base::Global(global) => Some((Root::Global(global.0), 0)),
            Base::Pointer(Operand::Local(local)) => Some((Root::Register(local.0), 0)),
            Base::Pointer(Operand::Const(Const {
                value: ConstValue::Address { symbol: ir::Symbol::Global(global), offset },
                ..
            })) => Some((Root::Global(global.0), offset)),
            Base::Pointer(Operand::Const(_)) => None,
        }
    }

    fn dereferenced(place: &Place) -> Option<u32> {
        match place.base {
            Base::Pointer(Operand::Local(local)) => Some(local.0),
            _ => None,
        }
    }

    /// A pointer-sized access to a place.
    fn access(&mut self, place: &Place) -> Option<Access> {
        let target = self.points.region(self.target(place)?);
        let expression = Self::root(place).filter(|_| place.is_fixed()).and_then(|(root, offset)| {
            Some(Expression { root, offset: i32::try_from(place.offset + offset).ok()? })
        });
        Some(self.access_at(target, Self::dereferenced(place), expression))
    }

    fn access_at(&mut self, target: Target, pointer: Option<u32>, expression: Option<Expression>) -> Access {
        let region = Holder::cell(target);
        let contents = self.points.stored(target).map_or(Index::UNSEEN - 1, |held| held.node);
        let repeated = self.points.object(target.node).folding.is_repeated(target.offset);
        let single = !repeated && self.is_single(target.node);
        if let Some(expression) = expression.filter(|_| !single) {
            let known = self.expressions.entry(region).or_default();
            if !known.contains(&expression) {
                known.push(expression);
            }
        }
        Access { region, contents, pointer, expression: expression.filter(|_| !single), single }
    }

    fn is_word(&self, place: &Place) -> bool {
        place.bits.is_none()
            && place.size(&self.program.types) == u64::from(self.program.target.pointer_bytes)
    }

    /// Whether bytes are accessed where a pointer may lie.
    fn overlaps_pointers(&self, place: &Place) -> Option<Target> {
        let target = self.points.region(self.target(place)?);
        let word = i64::from(self.program.target.pointer_bytes);
        let size = place.size(&self.program.types) as i64;
        let object = self.points.object(target.node);
        let near = |offset: i64| {
            object.folding.is_repeated(target.offset)
                || offset < target.offset + size && target.offset < offset + word
        };
        let field = object.fields.iter().find(|(offset, _)| near(*offset))?;
        Some(Target { node: target.node, offset: field.0 })
    }

    fn statement(
        &mut self,
        block: BlockId,
        number: u32,
        stmt: &Stmt,
        sites: &mut Vec<Site>,
        out: &mut dyn FnMut(Op),
    ) {
        match &stmt.kind {
            StmtKind::Assign { dst, value } => self.assign(*dst, value, out),
            StmtKind::Load { dst, place } => {
                let word = self.is_word(place) && self.is_address_sized(*dst);
                match (word.then(|| self.access(place)).flatten(), Self::dereferenced(place)) {
                    (Some(at), _) => out(Op::Load { dst: dst.0, at }),
                    (None, pointer) => {
                        if let Some(pointer) = pointer {
                            out(Op::Touch { pointer });
                        }
                        out(Op::Number { dst: dst.0, nonzero: None });
                    }
                }
            }
            StmtKind::Store { place, value } => {
                if self.is_word(place) {
                    if let Some(at) = self.access(place) {
                        out(Op::Store { at, src: self.source(*value) });
                    }
                    return;
                }
                if let Some(pointer) = Self::dereferenced(place) {
                    out(Op::Touch { pointer });
                }
                if let Some(target) = self.overlaps_pointers(place) {
                    let at = self.access_at(target, None, None);
                    out(Op::Scribble { at, constant: matches!(value, Operand::Const(_)) });
                }
            }
            StmtKind::Alloc { dst, kind: AllocKind::Alloca, .. } => {
                out(Op::Move { dst: dst.0, src: None, shift: 0 });
            }
            StmtKind::Alloc { dst, .. } => {
                sites.push(Site { span: stmt.span });
                out(Op::Allocate { dst: dst.0, site: sites.len() as u32 });
            }
            StmtKind::Free { pointer } => {
                if let Some(pointer) = self.source(*pointer) {
                    sites.push(Site { span: stmt.span });
                    out(Op::Free { pointer, site: sites.len() as u32 });
                }
            }
            StmtKind::Copy { to, from, size } => self.copy(to, from, *size, out),
            StmtKind::Fill { to, size, .. } => self.fill(to, *size, out),
            StmtKind::Call(call) => {
                let call = self.call(block, number, stmt, call, sites, out);
                self.call_ops.push(call);
                out(Op::Call(self.call_ops.len() as u32 - 1));
            }
            StmtKind::Nondet { dst, .. } => out(Op::Number { dst: dst.0, nonzero: None }),
            StmtKind::Dead(Var::Local(local)) => out(Op::Dead { register: local.0 }),
            StmtKind::Dead(Var::Slot(slot)) => out(Op::DeadSlot { slot: slot.0 }),
            StmtKind::VaArg { dst, .. } => {
                // What is passed in this way is not tracked: whoever passes it says so.
                if let Destination::Local(dst) = dst {
                    out(Op::Number { dst: dst.0, nonzero: None });
                }
            }
            StmtKind::Unsupported { why } => out(Op::Lost { why: why.clone() }),
            StmtKind::Assume(_)
            | StmtKind::Assert { .. }
            | StmtKind::Live { .. }
            | StmtKind::VaStart { .. }
            | StmtKind::VaCopy { .. }
            | StmtKind::VaEnd { .. } => {}
        }
    }

    fn assign(&self, dst: LocalId, value: &Rvalue, out: &mut dyn FnMut(Op)) {
        let to = dst.0;
        if !self.is_address_sized(dst) {
            if self.tested.contains(dst) {
                out(self.tested.number(dst, value));
            }
            return;
        }
        let op = match value {
            Rvalue::Use(operand) | Rvalue::Convert(operand) => match (self.source(*operand), operand) {
                (None, Operand::Const(Const { value: ConstValue::Int(number), .. })) => {
                    Op::Number { dst: to, nonzero: Some(*number != 0) }
                }
                (src, _) => Op::Move { dst: to, src, shift: 0 },
            },
            Rvalue::PointerAdd { pointer, index, stride } => {
                let src = self.source(*pointer);
                let distance = match index {
                    Operand::Const(Const { value: ConstValue::Int(index), .. }) => {
                        i32::try_from((*index as i64).wrapping_mul(*stride as i64)).ok()
                    }
                    _ => None,
                };
                match (distance, src) {
                    (Some(shift), _) => Op::Move { dst: to, src, shift },
                    (None, Some(src)) => Op::Mix { dst: to, sources: smallvec![src] },
                    (None, None) => Op::Move { dst: to, src: None, shift: 0 },
                }
            }
            Rvalue::AddressOf(place) => {
                let src = Self::dereferenced(place);
                match (i32::try_from(place.offset).ok().filter(|_| place.is_fixed()), src) {
                    (Some(shift), _) => Op::Move { dst: to, src, shift },
                    (None, Some(src)) => Op::Mix { dst: to, sources: smallvec![src] },
                    (None, None) => Op::Move { dst: to, src: None, shift: 0 },
                }
            }
            Rvalue::Binary(BinaryOp::Div | BinaryOp::Rem | BinaryOp::Mul, ..) => {
                Op::Number { dst: to, nonzero: None }
            }
            Rvalue::Binary(op, lhs, rhs) if !op.is_comparison() => {
                let sources: SmallVec<[u32; 2]> =
                    [*lhs, *rhs].into_iter().filter_map(|operand| self.source(operand)).collect();
                if sources.is_empty() {
                    Op::Number { dst: to, nonzero: None }
                } else {
                    Op::Mix { dst: to, sources }
                }
            }
            Rvalue::Unary(_, operand) => match self.source(*operand) {
                Some(source) => Op::Mix { dst: to, sources: smallvec![source] },
                None => Op::Number { dst: to, nonzero: None },
            },
            _ => Op::Number { dst: to, nonzero: None },
        };
        out(op);
    }

    fn call(
        &mut self,
        block: BlockId,
        number: u32,
        stmt: &Stmt,
        call: &Call,
        sites: &mut Vec<Site>,
        out: &mut dyn FnMut(Op),
    ) -> CallOp {
        let mut unknown = None;
        let mut reached = Vec::new();
        let targets = self.calls.targets(self.program, call);
        if targets.is_empty() {
            unknown = Some("a function that is not known".into());
        }
        for target in targets {
            let function = &self.program.functions[target];
            if function.body.is_some() {
                reached.push(Reached::Body(target));
                continue;
            }
            let effect = effect(&function.name);
            if matches!(effect, Effect::Allocates | Effect::Reallocates | Effect::Frees) {
                sites.push(Site { span: stmt.span });
            }
            if effect == Effect::Unknown {
                unknown = Some(function.name.clone());
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
        let addresses = call.args.iter().map(|argument| self.address(block, number, argument)).collect();
        let fresh = self.fresh.remove(&(block, number)).unwrap_or_default();
        let makes = reached
            .iter()
            .all(|reached| matches!(reached, Reached::Body(callee) if self.makers[callee.index()]));
        CallOp { block, stmt: number, reached, args, addresses, fresh, makes, dst, by_value, unknown }
    }

    /// The place whose address an argument is, if it was taken in the same block and still means the same.
    fn address(&self, block: BlockId, before: u32, argument: &Argument) -> Option<(Root, i32)> {
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

    fn returned(&self, value: Option<&Argument>) -> crate::code::Exit {
        let mut exit = (None, None, None, None);
        match value {
            Some(Argument::Value(Operand::Const(Const { value: ConstValue::Int(number), .. }))) => {
                exit.3 = Some(*number != 0);
            }
            Some(Argument::Value(Operand::Local(local))) => exit.0 = Some(local.0),
            Some(Argument::Object(place)) => {
                match place.base {
                    Base::Slot(slot) if place.path.is_empty() => exit.1 = Some(slot.0),
                    _ => {}
                }
                exit.2 = self.target(place).map(|target| target.node);
            }
            _ => {}
        }
        crate::code::Exit::Return { register: exit.0, slot: exit.1, by_value: exit.2, nonzero: exit.3 }
    }

    /// A copy of a fixed number of bytes, word by word where that is possible.
    fn copy(&mut self, to: &Place, from: &Place, size: Operand, out: &mut dyn FnMut(Op)) {
        for place in [to, from] {
            if let Some(pointer) = Self::dereferenced(place) {
                out(Op::Touch { pointer });
            }
        }
        let nodes: SmallVec<[_; 2]> =
            [to, from].iter().filter_map(|place| self.target(place)).map(|target| target.node).collect();
        if !nodes.iter().any(|node| self.has_pointers(*node)) {
            return;
        }
        // Whole objects are moved from place to place of one node: how many references there are is not known then.
        let (Some(offsets), Some(source), Some(goal)) =
            (self.words(from, size), self.target(from), self.target(to))
        else {
            return out(Op::Bulk { nodes, all: true });
        };
        if Self::root(to).map(|root| root.0) == Self::root(from).map(|root| root.0) || !to.is_fixed() {
            return out(Op::Bulk { nodes, all: true });
        }
        for distance in offsets {
            let (Some(read), Some(written)) =
                (self.part(from, source, distance), self.part(to, goal, distance))
            else {
                return out(Op::Bulk { nodes, all: true });
            };
            let dst = Self::COPIED;
            out(Op::Load { dst, at: read });
            out(Op::Store { at: written, src: Some(dst) });
            out(Op::Drop { registers: smallvec![dst] });
        }
        if nodes.iter().any(|node| self.points.object(*node).marks.given) {
            out(Op::Bulk { nodes, all: false });
        }
    }

    /// Whether pointers may be stored in the objects of a node, by this function or by its callers.
    fn has_pointers(&self, node: crate::points::NodeId) -> bool {
        let object = self.points.object(node);
        object.marks.given || !object.fields.is_empty()
    }

    /// The register that words are copied through.
    const COPIED: u32 = u32::MAX - 1;

    /// The distances at which pointers may lie in so many bytes from a place; `None` if that is not known.
    fn words(&self, place: &Place, size: Operand) -> Option<Vec<i64>> {
        let Operand::Const(Const { value: ConstValue::Int(size), .. }) = size else { return None };
        let target = self.target(place)?;
        let object = self.points.object(target.node);
        let fixed = place.is_fixed() && !object.folding.is_collapsed();
        let start = target.offset;
        let inside = |offset: &i64| (start..start + size as i64).contains(offset);
        let offsets = object.fields.iter().map(|field| field.0).filter(inside);
        let offsets: Vec<i64> = offsets.collect();
        let whole = offsets.iter().all(|offset| !object.folding.is_repeated(*offset));
        (fixed && whole).then(|| offsets.into_iter().map(|offset| offset - start).collect())
    }

    fn part(&mut self, place: &Place, target: Target, distance: i64) -> Option<Access> {
        let at = self.points.region(Target { offset: target.offset + distance, ..target });
        let (root, offset) = Self::root(place)?;
        let offset = i32::try_from(place.offset + offset + distance).ok()?;
        Some(self.access_at(at, None, Some(Expression { root, offset })))
    }

    fn fill(&mut self, to: &Place, size: Operand, out: &mut dyn FnMut(Op)) {
        if let Some(pointer) = Self::dereferenced(to) {
            out(Op::Touch { pointer });
        }
        let Some(target) = self.target(to) else { return };
        if !self.has_pointers(target.node) {
            return;
        }
        match self.words(to, size) {
            Some(offsets) => {
                for distance in offsets {
                    if let Some(at) = self.part(to, target, distance) {
                        out(Op::Store { at, src: None });
                    }
                }
                if self.points.object(target.node).marks.given {
                    out(Op::Bulk { nodes: smallvec![target.node], all: false });
                }
            }
            None => out(Op::Bulk { nodes: smallvec![target.node], all: true }),
        }
    }
}
