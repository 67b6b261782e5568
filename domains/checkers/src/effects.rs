//! What a function and all it calls may do: which globals they know by name, whether they change memory, free, or ask the system for memory.
//!
//! It is what frames are made of: a global that nobody in a call knows by name, or as what a constant holds, stays with the caller, and with it what only it leads to. A call
//! through a pointer may reach every function whose address is taken somewhere; where the analysis goes on behind such a call it has seen which
//! one it was, and its address was taken.

use std::cell::{OnceCell, RefCell};

use ir::{
    Argument, Base, Body, Callee, Const, ConstValue, Destination, FunctionId, GlobalId, Operand, Place,
    Program, StmtKind, Symbol, Terminator,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Checkers;
use crate::transfer::is_constant;

/// Gives raw memory.
pub(crate) const SBRK: &str = "sbrk";

/// What functions may do, as far as somebody has asked.
#[derive(Default)]
pub(crate) struct AllEffects {
    known: RefCell<FxHashMap<(FunctionId, Follow), Effects>>,
    taken: OnceCell<Vec<FunctionId>>,
}

/// What a function and what it calls may do.
#[derive(Clone, Debug, Default)]
struct Effects {
    /// The globals they know by name, and those that constants among them lead to.
    globals: Vec<GlobalId>,
    /// Whether they may change memory other than their own variables, or get new memory.
    changes: bool,
    /// Whether they may free something.
    frees: bool,
    /// Whether they may call `sbrk`.
    asks_system: bool,
}

/// Whether what contracts say counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Follow {
    /// Only what runs.
    Code,
    /// And what must be proved of it.
    Contracts,
}

impl Checkers {
    /// The globals a function and what it calls know by name.
    pub(crate) fn touched_globals(&self, program: &Program, function: FunctionId) -> Vec<GlobalId> {
        self.effects(program, function, Follow::Code, |effects| effects.globals.clone())
    }

    /// The globals that a function, what it calls, or their contracts know by name.
    pub(crate) fn is_visible(&self, program: &Program, function: FunctionId, global: GlobalId) -> bool {
        self.effects(program, function, Follow::Contracts, |effects| effects.globals.contains(&global))
    }

    /// Whether memory is after a call of a function what it was before.
    pub(crate) fn only_looks(&self, program: &Program, function: FunctionId) -> bool {
        self.effects(program, function, Follow::Code, |effects| !effects.changes)
    }

    /// Whether a function or what it calls may free something.
    pub(crate) fn may_free(&self, program: &Program, function: FunctionId) -> bool {
        self.effects(program, function, Follow::Code, |effects| effects.frees)
    }

    /// Whether a function or what it calls may ask the system for memory.
    pub(crate) fn asks_system(&self, program: &Program, function: FunctionId) -> bool {
        self.effects(program, function, Follow::Code, |effects| effects.asks_system)
    }

    fn effects<T>(
        &self,
        program: &Program,
        function: FunctionId,
        follow: Follow,
        ask: impl FnOnce(&Effects) -> T,
    ) -> T {
        let all = &self.effects;
        let mut known = all.known.borrow_mut();
        let effects = known.entry((function, follow)).or_insert_with(|| {
            effects(program, function, follow, || all.taken.get_or_init(|| taken(program)))
        });
        ask(effects)
    }
}

/// The functions whose address is taken.
pub(crate) fn taken(program: &Program) -> Vec<FunctionId> {
    let mut taken = FxHashSet::default();
    let inits = program.globals.iter().flat_map(|global| &global.init);
    for address in inits.flat_map(|init| &init.addresses) {
        if let Symbol::Function(function) = address.symbol {
            taken.insert(function);
        }
    }
    for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
        symbols(body, &mut |symbol| {
            if let Symbol::Function(function) = symbol {
                taken.insert(function);
            }
        });
    }
    program.functions.ids().filter(|id| taken.contains(id)).collect()
}

/// Calls `f` for everything with an address that a body names, other than the functions it calls by name.
fn symbols(body: &Body, f: &mut dyn FnMut(Symbol)) {
    let operand = |operand: Operand, f: &mut dyn FnMut(Symbol)| {
        if let Operand::Const(Const { value: ConstValue::Address { symbol, .. }, .. }) = operand {
            f(symbol);
        }
    };
    let place = |place: &Place, f: &mut dyn FnMut(Symbol)| {
        if let Base::Global(global) = place.base {
            f(Symbol::Global(global));
        }
    };
    for block in &body.blocks {
        for stmt in &block.stmts {
            stmt.places(&mut |named| place(named, f));
            stmt.operands(&mut |read| operand(read, f));
        }
        block.terminator.operands(&mut |read| operand(read, f));
        if let Terminator::Return(Some(Argument::Object(returned))) = &block.terminator {
            place(returned, f);
        }
    }
}

/// Adds the globals that constants among these lead to. What a constant holds is looked up in its initializer when it is read, so that
/// its name stands for theirs.
fn led_to_by_constants(program: &Program, named: &mut FxHashSet<GlobalId>, globals: &mut Vec<GlobalId>) {
    let mut next = 0;
    while let Some(&id) = globals.get(next) {
        next += 1;
        let init = program.globals[id].init.as_ref().filter(|_| is_constant(program, id));
        for address in init.iter().flat_map(|init| &init.addresses) {
            if let Symbol::Global(to) = address.symbol
                && named.insert(to)
            {
                globals.push(to);
            }
        }
    }
}

/// Whether a statement may change memory other than variables of the function.
fn changes(stmt: &StmtKind) -> bool {
    let is_foreign = |place: &Place| !matches!(place.base, Base::Slot(_));
    match stmt {
        StmtKind::Store { place, .. } | StmtKind::Pad { place } => is_foreign(place),
        StmtKind::Copy { to, .. } | StmtKind::Fill { to, .. } => is_foreign(to),
        StmtKind::Alloc { .. } | StmtKind::Free { .. } => true,
        StmtKind::Call(call) => matches!(&call.dst, Some(Destination::Object(place)) if is_foreign(place)),
        _ => false,
    }
}

fn effects<'a>(
    program: &Program,
    function: FunctionId,
    follow: Follow,
    taken: impl Fn() -> &'a Vec<FunctionId>,
) -> Effects {
    let mut found = Effects::default();
    let mut named = FxHashSet::default();
    let mut seen: FxHashSet<FunctionId> = FxHashSet::from_iter([function]);
    let mut todo = vec![function];
    while let Some(id) = todo.pop() {
        let mut next = |callee: FunctionId| {
            if seen.insert(callee) {
                todo.push(callee);
            }
        };
        let function = &program.functions[id];
        if follow == Follow::Contracts {
            function.contract.iter().flat_map(ir::Contract::functions).for_each(&mut next);
        }
        let Some(body) = &*function.body else {
            // Nothing is known of others.
            found.changes = true;
            found.asks_system |= &*function.name == SBRK;
            found.frees |= &*function.name != SBRK;
            continue;
        };
        symbols(body, &mut |symbol| {
            if let Symbol::Global(global) = symbol
                && named.insert(global)
            {
                found.globals.push(global);
            }
        });
        led_to_by_constants(program, &mut named, &mut found.globals);
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            found.frees |= matches!(stmt.kind, StmtKind::Free { .. });
            found.changes |= changes(&stmt.kind);
            stmt.places(&mut |named| found.changes |= named.volatile);
            let StmtKind::Call(call) = &stmt.kind else { continue };
            match call.callee {
                Callee::Function(callee) => next(callee),
                Callee::Pointer(_) => taken().iter().copied().for_each(&mut next),
            }
        }
    }
    found
}
