//! From the IR to operations on references.

use engine::Point;
use ir::{
    AllocKind, Argument, Base, BinaryOp, BlockId, Body, Const, ConstValue, Destination, FunctionId, Id,
    IndexVec, LiveAt, Liveness, LocalId, Operand, Place, Program, Rvalue, Stmt, StmtKind, Symbol, Terminator,
    Var,
};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::callgraph::CallGraph;
use crate::code::{
    BlockCode, CallOp, Code, Condition, Effects, Exit, Lists, Live, Op, Param, Params, Reached, SlotCode,
    Source, Summary,
};
use crate::conditions::{Tested, edges, keeps_truth, spoken_of};
use crate::configuration::{Expression, Holder};
use crate::fresh::{Registers, freshness};
use crate::library::Effect;
use crate::parameters::changed;
use crate::points::{Extent, Partition, Target, Variable};
use crate::starts::{Starts, is_variable};
use crate::truth::Truth;

/// What compiling needs to know.
pub(crate) struct Compiler<'a> {
    pub(crate) program: &'a Program,
    pub(crate) calls: &'a CallGraph,
    pub(crate) points: &'a dyn Partition,
    pub(crate) function: FunctionId,
    pub(crate) body: &'a Body,
    /// Variables whose address is taken.
    taken: Vec<bool>,
    pub(crate) tested: Tested,
    pub(crate) fresh: FxHashMap<(BlockId, u32), Registers>,
    pub(crate) makers: &'a FxHashSet<FunctionId>,
    call_ops: Vec<CallOp>,
    pub(crate) expressions: Vec<(Holder, Expression)>,
    pub(crate) lists: Lists,
    ops: Vec<(u32, Op)>,
    /// Those needed at the start of each block so far.
    /// The parameters that may have been written to at the end of each block.
    pub(crate) changed: IndexVec<BlockId, Params>,
    /// Whether parts of pointers are read.
    reads_parts: bool,
}

/// Compiles a function. Its allocations and frees are added to the sites.
pub(crate) fn compile(
    program: &Program,
    calls: &CallGraph,
    points: &dyn Partition,
    makers: &FxHashSet<FunctionId>,
    function: FunctionId,
    sites: &mut Vec<Point>,
) -> Option<Code> {
    let body = calls.body(program, function)?;
    let mut taken = vec![false; body.slots.len()];
    for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
        if let StmtKind::Assign { value: Rvalue::AddressOf(Place { base: Base::Slot(slot), .. }), .. } =
            &stmt.kind
        {
            taken[slot.index()] = true;
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
        fresh: freshness(program, body, points, function, makers).at_calls,
        makers,
        call_ops: Vec::new(),
        expressions: Vec::new(),
        lists: Lists::default(),
        ops: Vec::new(),
        changed: changed(body),
        reads_parts: false,
    };
    let liveness = Liveness::of(body);
    let blocks: Box<[BlockCode]> =
        body.blocks.ids().map(|block| compiler.block(block, &liveness, sites)).collect();
    let slots: Box<[SlotCode]> = body.slots.ids().map(|slot| compiler.slot(slot)).collect();
    let is_tested = |local: LocalId| compiler.tested.contains(local);
    let params = body.params.iter().map(|param| match param {
        Var::Local(local) => Param::Register { register: local.0, tested: is_tested(*local) },
        Var::Slot(slot) => Param::Slot { region: Holder::cell(points.slot(function, *slot)) },
    });
    let params: Box<[Param]> = params.collect();
    let classes = body.locals.ids().map(|local| points.register(function, local).node).collect();
    let temporary = body.locals.iter().map(ir::Local::is_temporary).collect();
    let Compiler { call_ops, expressions, mut lists, ops, reads_parts, .. } = compiler;
    lists.close();
    let mut code = Code {
        function,
        blocks,
        ops: ops.into(),
        lists,
        live: Live::new(&liveness, body.locals.len()),
        calls: call_ops.into(),
        classes,
        temporary,
        params,
        expressions: by_region(expressions),
        slots,
        reads_parts,
        writes_parts: false,
        returns: body.blocks.iter().any(|block| matches!(block.terminator, Terminator::Return(_))),
        summary: Summary::default(),
    };
    code.summary = own_effects(&code);
    code.writes_parts = code.ops.iter().any(|(_, op)| matches!(op, Op::Scribble { constant: false, .. }));
    Some(code)
}

/// Expressions by region, each once, in the order in which they were met.
fn by_region(mut expressions: Vec<(Holder, Expression)>) -> Box<[(Holder, Expression)]> {
    expressions.sort_by_key(|(region, _)| *region);
    let mut once: Vec<(Holder, Expression)> = Vec::with_capacity(expressions.len());
    let mut from = 0;
    for expression in expressions {
        if once.last().is_some_and(|last| last.0 != expression.0) {
            from = once.len();
        }
        if !once[from..].contains(&expression) {
            once.push(expression);
        }
    }
    once.into()
}

/// What the statements of a function do to regions, calls of functions with a body aside.
fn own_effects(code: &Code) -> Summary {
    let mut effects = Effects::default();
    for (_, op) in &code.ops {
        match op {
            Op::Store { at, .. } | Op::Scribble { at, .. } => {
                effects.writes.push(code.lists.access(*at).region);
            }
            Op::Free { pointer, .. } => {
                effects.kills.push(code.classes[*pointer as usize]);
            }
            Op::Bulk { nodes, .. } => effects.kills.extend(code.lists.few(*nodes)),
            Op::Call(number) => {
                let call = &code.calls[*number as usize];
                effects.strangers |= call.unknown.is_some();
                effects.kills.extend(call.by_value.iter().copied());
                let releases = |reached: &Reached| {
                    matches!(reached, Reached::Library(Effect::Frees | Effect::Reallocates, _))
                };
                if let (true, Some(Some(first))) = (call.reached.iter().any(releases), call.args.first()) {
                    effects.kills.push(code.classes[*first as usize]);
                }
            }
            _ => {}
        }
    }
    effects.summary()
}

impl Compiler<'_> {
    fn slot(&self, slot: ir::SlotId) -> SlotCode {
        let Target { node, offset } = self.points.slot(self.function, slot);
        let single = self.is_single(node);
        SlotCode { node, offset, single }
    }

    /// Whether a node is one variable at any time.
    pub(crate) fn is_single(&self, node: crate::points::NodeId) -> bool {
        match self.points.object(node).extent {
            Extent::One(Variable::Slot(function, slot)) => {
                // Functions that call each other may see each other's variables.
                let own = function == self.function;
                own && (!self.taken[slot.index()] || !self.calls.is_recursive(function))
            }
            Extent::One(Variable::Global(_)) => true,
            Extent::Nothing | Extent::Many => false,
        }
    }

    fn block(&mut self, block: BlockId, liveness: &Liveness, sites: &mut Vec<Point>) -> BlockCode {
        let code = &self.body.blocks[block];
        let first_op = self.ops.len() as u32;
        let exit = match &code.terminator {
            Terminator::Return(value) => self.returned(block, value.as_ref()),
            _ => self.telling_starts(code, edges(self.program, self.body, code, &self.tested)),
        };
        let needed = spoken_of(&exit);
        for (number, stmt) in code.stmts.iter().enumerate() {
            let mut ops = std::mem::take(&mut self.ops);
            let from = ops.len();
            let at = number as u32;
            self.statement(block, at, stmt, sites, &mut |op| ops.push((at, op)));
            let mut registers = self.finished(stmt, liveness.before(block, number + 1));
            registers.retain(|register| !needed.contains(register));
            if !registers.is_empty() && ops.len() > from {
                ops.push((at, Op::Drop { registers: self.lists.add_few(registers) }));
            }
            self.ops = ops;
        }
        if let Terminator::Return(Some(Argument::Object(place))) = &code.terminator
            && let Some(pointer) = Self::dereferenced(place)
        {
            self.ops.push((code.stmts.len() as u32, Op::Touch { pointer }));
        }
        BlockCode { ops: (first_op, self.ops.len() as u32), exit }
    }

    /// Says of comparisons with variables whether only starts of objects are compared.
    fn telling_starts(&self, block: &ir::Block, mut exit: Exit) -> Exit {
        let Exit::Edges(edges) = &mut exit else { return exit };
        let mut known: Option<bool> = None;
        for (_, condition) in edges.iter_mut() {
            let Some(Condition::Same { one, two, starts, .. }) = condition else { continue };
            let of_variable = |register: u32| is_variable(self.body, block, register);
            let other = match (of_variable(*one), of_variable(*two)) {
                (true, false) => *two,
                (false, true) => *one,
                _ => continue,
            };
            // Both ways out speak of the same comparison.
            *starts = *known.get_or_insert_with(|| {
                Starts::new(self.program, self.calls).only_starts(self.body, LocalId(other))
            });
        }
        exit
    }

    /// The intermediate values that a statement was the last to need.
    fn finished(&self, stmt: &Stmt, live: LiveAt<'_>) -> SmallVec<[u32; 2]> {
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

    fn statement(
        &mut self,
        block: BlockId,
        number: u32,
        stmt: &Stmt,
        sites: &mut Vec<Point>,
        out: &mut dyn FnMut(Op),
    ) {
        match &stmt.kind {
            StmtKind::Assign { dst, value } => self.assign(*dst, value, out),
            StmtKind::Load { dst, place } => {
                self.followed(place, out);
                let word = self.is_word(place) && self.is_address_sized(*dst);
                match (word.then(|| self.access(place)).flatten(), Self::dereferenced(place)) {
                    (Some(at), _) => out(Op::Load { dst: dst.0, at: self.lists.add(at) }),
                    (None, pointer) => {
                        if let Some(pointer) = pointer {
                            out(Op::Touch { pointer });
                        }
                        self.reads_parts |= !self.overlapped(place).is_empty();
                        out(Op::Number { dst: dst.0, truth: None });
                    }
                }
            }
            StmtKind::Store { place, value } => {
                self.followed(place, out);
                if self.is_word(place) {
                    if let Some(at) = self.access(place) {
                        out(Op::Store { at: self.lists.add(at), src: self.source(*value).into() });
                    }
                    return;
                }
                if let Some(pointer) = Self::dereferenced(place) {
                    out(Op::Touch { pointer });
                }
                for target in self.overlapped(place) {
                    let at = self.access_at(target, None, None);
                    let at = self.lists.add(at);
                    out(Op::Scribble { at, constant: matches!(value, Operand::Const(_)) });
                }
            }
            StmtKind::Alloc { dst, kind: AllocKind::Alloca, .. } => {
                out(Op::Move { dst: dst.0, src: Source::NONE, shift: 0 });
            }
            StmtKind::Alloc { dst, .. } => {
                sites.push(Point { function: self.function, block, stmt: number });
                out(Op::Allocate { dst: dst.0, site: sites.len() as u32 });
            }
            StmtKind::Free { pointer } => {
                if let Some(pointer) = self.source(*pointer) {
                    sites.push(Point { function: self.function, block, stmt: number });
                    out(Op::Free { pointer, site: sites.len() as u32 });
                }
            }
            StmtKind::Copy { to, from, size, .. } => self.copy(to, from, *size, out),
            StmtKind::Fill { to, size, .. } => self.fill(to, *size, out),
            StmtKind::Call(call) => {
                let written = match &call.dst {
                    Some(Destination::Object(place)) => Some(place),
                    _ => None,
                };
                let call = self.call(block, number, call, sites, out);
                self.call_ops.push(call);
                out(Op::Call(self.call_ops.len() as u32 - 1));
                // The result is written when the callee is done, which may have freed the place it goes to.
                if let Some(pointer) = written.and_then(Self::dereferenced) {
                    out(Op::Touch { pointer });
                }
            }
            StmtKind::Nondet { dst, .. } => out(Op::Number { dst: dst.0, truth: None }),
            StmtKind::Dead(Var::Local(local)) => out(Op::Dead { register: local.0 }),
            StmtKind::Dead(Var::Slot(slot)) => out(Op::DeadSlot { slot: slot.0 }),
            StmtKind::VaArg { dst, .. } => {
                // What is passed in this way is not tracked: whoever passes it says so.
                if let Destination::Local(dst) = dst {
                    out(Op::Number { dst: dst.0, truth: None });
                }
            }
            StmtKind::Unsupported { why } => out(Op::Lost { why: self.lists.add_reason(why.clone()) }),
            StmtKind::Assume(_)
            | StmtKind::Assert { .. }
            | StmtKind::Live { .. }
            | StmtKind::Pad { .. }
            | StmtKind::VaStart { .. }
            | StmtKind::VaCopy { .. }
            | StmtKind::VaEnd { .. } => {}
        }
    }

    /// Whether a conversion may make zero of what is not.
    pub(crate) fn is_narrowed(&self, dst: LocalId, value: &Rvalue) -> bool {
        let Rvalue::Convert(operand) = value else { return false };
        let from = match operand {
            Operand::Local(local) => self.body.locals[*local].ty,
            Operand::Const(constant) => constant.ty,
        };
        !keeps_truth(&self.program.types, self.body.locals[dst].ty, from)
    }

    /// Whether something has an address: what is weak and not defined has none.
    pub(crate) fn is_there(&self, symbol: Symbol) -> bool {
        match symbol {
            Symbol::Global(global) => self.program.globals[global].init.is_some(),
            Symbol::Function(function) => self.program.functions[function].body.is_some(),
            Symbol::Label(..) => true,
        }
    }

    fn assign(&mut self, dst: LocalId, value: &Rvalue, out: &mut dyn FnMut(Op)) {
        let to = dst.0;
        if !self.is_address_sized(dst) {
            if self.tested.contains(dst) {
                out(self.number(dst, value));
                self.blur(dst, value, out);
            }
            return;
        }
        let op = match value {
            Rvalue::Convert(operand) if self.is_narrowed(dst, value) => {
                Op::Mix { dst: to, sources: self.lists.add_few(self.source(*operand)) }
            }
            Rvalue::Use(operand) | Rvalue::Convert(operand) => match (self.source(*operand), operand) {
                (None, Operand::Const(Const { value: ConstValue::Int(number), .. })) => {
                    Op::Number { dst: to, truth: Some(self.truth_of(self.body.locals[dst].ty, *number)) }
                }
                (None, Operand::Const(Const { value: ConstValue::Address { symbol, .. }, .. }))
                    if self.is_there(*symbol) =>
                {
                    Op::Number { dst: to, truth: Some(Truth::Nonzero) }
                }
                (src, _) => Op::Move { dst: to, src: src.into(), shift: 0 },
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
                    (Some(shift), _) => Op::Move { dst: to, src: src.into(), shift },
                    (None, Some(src)) => Op::Mix { dst: to, sources: self.lists.add_few([src]) },
                    (None, None) => Op::Move { dst: to, src: Source::NONE, shift: 0 },
                }
            }
            Rvalue::AddressOf(place) => {
                let src = Self::dereferenced(place);
                match (i32::try_from(place.offset).ok().filter(|_| place.is_fixed()), src) {
                    (Some(shift), _) => Op::Move { dst: to, src: src.into(), shift },
                    (None, Some(src)) => Op::Mix { dst: to, sources: self.lists.add_few([src]) },
                    (None, None) => Op::Move { dst: to, src: Source::NONE, shift: 0 },
                }
            }
            Rvalue::Binary(BinaryOp::Div | BinaryOp::Rem | BinaryOp::Mul | BinaryOp::MulWrapping, ..) => {
                Op::Number { dst: to, truth: None }
            }
            Rvalue::Binary(op, lhs, rhs) if !op.is_comparison() => {
                if let Some(sum) = self.added(dst, value) {
                    return out(sum);
                }
                let sources: SmallVec<[u32; 2]> =
                    [*lhs, *rhs].into_iter().filter_map(|operand| self.source(operand)).collect();
                if sources.is_empty() {
                    Op::Number { dst: to, truth: None }
                } else {
                    Op::Mix { dst: to, sources: self.lists.add_few(sources) }
                }
            }
            Rvalue::Unary(_, operand) => match self.source(*operand) {
                Some(source) => Op::Mix { dst: to, sources: self.lists.add_few([source]) },
                None => Op::Number { dst: to, truth: None },
            },
            _ => Op::Number { dst: to, truth: None },
        };
        out(op);
        self.blur(dst, value, out);
    }
}
