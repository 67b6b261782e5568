//! Who may call whom, and in which order functions are looked at: callees first.
//!
//! A call through a pointer may reach every function whose address is taken and that takes as many arguments. The
//! strongly connected components are Tarjan's (SIAM J. Comput. 1972), with an explicit stack.
//!
//! A graph may be of a part of the program only, its *scope*. What is called outside of the scope is not known. There, a
//! call through a pointer is taken to reach the functions of its type whose address is taken anywhere in the program, if
//! they are few: that nobody calls by a pointer of another type is a guess, which is good enough for what is only ever
//! said to be possible, or shown by a run.

use std::sync::Arc;

use ir::{
    Block, Body, Call, Callee, Const, ConstValue, FunctionId, Operand, Program, Stmt, StmtKind, Symbol,
    Terminator, TypeId,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::functions::ByFunction;
use crate::library::{Effect, effect};

/// The functions whose address is taken, in program order.
pub(crate) fn taken(program: &Program) -> Arc<[FunctionId]> {
    let mut taken = FxHashSet::default();
    for address in program.globals.iter().flat_map(|global| &global.init).flat_map(|init| &init.addresses) {
        if let Symbol::Function(function) = address.symbol {
            taken.insert(function);
        }
    }
    for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
        let mut note = |operand: Operand| {
            if let Operand::Const(Const { value, .. }) = operand
                && let ConstValue::Address { symbol: Symbol::Function(function), .. } = value
            {
                taken.insert(function);
            }
        };
        for block in &body.blocks {
            block.stmts.iter().for_each(|stmt| stmt.operands(&mut note));
            block.terminator.operands(&mut note);
        }
    }
    program.functions.ids().filter(|id| taken.contains(id)).collect()
}

/// The most functions that a call through a pointer may reach in a part of a program, to be followed to them.
const POINTED: usize = 4;

/// The functions whose address is taken, by their type, each in program order.
#[derive(Debug, Default)]
pub(crate) struct Pointed(FxHashMap<TypeId, Vec<FunctionId>>);

impl Pointed {
    /// Looks over a program, without going over its code.
    pub(crate) fn of(program: &Program) -> Self {
        let mut taken: FxHashSet<FunctionId> = FxHashSet::default();
        for address in program.globals.iter().flat_map(|global| &global.init).flat_map(|init| &init.addresses)
        {
            if let Symbol::Function(function) = address.symbol {
                taken.insert(function);
            }
        }
        for glance in program.functions.iter().filter_map(|function| function.body.glance()) {
            taken.extend(&glance.takes);
        }
        let mut pointed = Self::default();
        for id in program.functions.ids().filter(|id| taken.contains(id)) {
            pointed.0.entry(program.functions[id].ty).or_default().push(id);
        }
        pointed
    }

    /// The functions that a call of this type may reach through a pointer; none if they are too many.
    pub(crate) fn few(&self, ty: TypeId) -> &[FunctionId] {
        self.0.get(&ty).filter(|all| all.len() <= POINTED).map_or(&[], Vec::as_slice)
    }
}

/// What is known of calls through pointers.
#[derive(Clone, Debug)]
pub(crate) enum Pointers {
    /// The functions whose address is taken, in the whole program.
    Taken(Arc<[FunctionId]>),
    /// Those by type, for a part of one.
    Typed(Arc<Pointed>),
}

/// The function that a call names, if it names one.
pub(crate) fn named(call: &Call) -> Option<FunctionId> {
    match call.callee {
        Callee::Function(function) => Some(function),
        Callee::Pointer(Operand::Const(Const {
            value: ConstValue::Address { symbol: Symbol::Function(function), .. },
            ..
        })) => Some(function),
        Callee::Pointer(_) => None,
    }
}

/// The calls of a function.
pub(crate) fn calls(body: &Body) -> impl Iterator<Item = &Call> {
    body.blocks.iter().flat_map(|block| &block.stmts).filter_map(|stmt: &Stmt| match &stmt.kind {
        StmtKind::Call(call) => Some(call),
        _ => None,
    })
}

/// Whether there are so many calls at most, each counted for every function that it may reach: what a partition of all
/// memory costs depends on that.
pub fn calls_are_few(program: &Program, most: usize) -> bool {
    let taken = taken(program);
    let mut count = 0;
    for call in program.functions.iter().filter_map(|function| function.body.as_ref()).flat_map(calls) {
        count += named(call).map_or_else(|| pointed(program, &taken, call, &|_| true).len(), |_| 1);
        if count > most {
            return false;
        }
    }
    true
}

/// The call graph.
#[derive(Debug)]
pub struct CallGraph {
    pointers: Pointers,
    /// The components, callees before callers; functions without a body are in none.
    pub components: Vec<Vec<FunctionId>>,
    /// The number of a function's component.
    component: ByFunction<u32>,
    recursive: Vec<bool>,
    callees: ByFunction<Box<[FunctionId]>>,
}

impl CallGraph {
    /// The call graph of a program.
    pub fn of(program: &Program) -> Self {
        let all = program.functions.enumerate().filter(|(_, function)| function.body.is_some());
        let all: Vec<FunctionId> = all.map(|(id, _)| id).collect();
        Self::within(program, Pointers::Taken(taken(program)), &all)
    }

    /// The call graph of some functions with a body, in program order.
    pub(crate) fn within(program: &Program, pointers: Pointers, scope: &[FunctionId]) -> Self {
        let mut graph = Self {
            pointers,
            components: Vec::new(),
            component: ByFunction::new(scope),
            recursive: Vec::new(),
            callees: ByFunction::new(scope),
        };
        for id in scope {
            graph.callees.insert(*id, Box::default());
        }
        for id in scope {
            let callees = graph.calls_of(program, *id);
            graph.callees.insert(*id, callees.into());
        }
        graph.order(scope);
        graph
    }

    fn calls_of(&self, program: &Program, id: FunctionId) -> Vec<FunctionId> {
        let Some(body) = self.body(program, id) else { return Vec::new() };
        let mut all: Vec<FunctionId> = calls(body).flat_map(|call| self.targets(program, call)).collect();
        all.sort_unstable();
        all.dedup();
        all.retain(|id| self.callees.contains(*id));
        all
    }

    /// Nothing yet for each of the functions.
    pub(crate) fn table<T>(&self) -> ByFunction<T> {
        self.callees.like()
    }

    /// The functions that are looked into, callees first.
    pub(crate) fn functions(&self) -> impl Iterator<Item = FunctionId> {
        self.components.iter().flatten().copied()
    }

    /// The code of a function, if it is looked into.
    pub(crate) fn body<'p>(&self, program: &'p Program, id: FunctionId) -> Option<&'p Body> {
        program.functions[id].body.as_ref().filter(|_| self.callees.contains(id))
    }

    /// What calling a function does that is not looked into.
    pub(crate) fn effect(program: &Program, id: FunctionId) -> Effect {
        let function = &program.functions[id];
        match function.body.is_some() {
            _ if never_returns(program, id) => Effect::Ends,
            true => Effect::Unknown,
            false => effect(&function.name),
        }
    }

    /// The same at a place: nobody needs to know it of a function of the program if the code ends behind the call, as it does where an
    /// assertion fails.
    pub(crate) fn effect_at(program: &Program, id: FunctionId, block: &Block) -> Effect {
        match Self::effect(program, id) {
            Effect::Unknown if program.functions[id].body.is_some() && is_end(block) => Effect::Ends,
            effect => effect,
        }
    }

    /// The functions a call may reach, with or without a body; none if one of them may be anything.
    pub fn targets(&self, program: &Program, call: &Call) -> Vec<FunctionId> {
        if let Some(function) = named(call) {
            return vec![function];
        }
        match &self.pointers {
            Pointers::Taken(taken) => pointed(program, taken, call, &|id| self.callees.contains(id)),
            Pointers::Typed(pointed) => pointed.few(call.ty).to_vec(),
        }
    }

    /// Whether it is a guess that a call reaches these functions and no others.
    pub(crate) fn is_guess(&self, call: &Call) -> bool {
        matches!(self.pointers, Pointers::Typed(_)) && named(call).is_none()
    }

    /// Whether a function may be called while it is running.
    pub fn is_recursive(&self, function: FunctionId) -> bool {
        self.component.get(function).is_some_and(|number| self.recursive[*number as usize])
    }

    /// Whether two functions call each other.
    pub fn together(&self, one: FunctionId, two: FunctionId) -> bool {
        self.component.contains(one) && self.component.get(one) == self.component.get(two)
    }

    /// The functions with a body that a function calls.
    pub fn callees(&self, function: FunctionId) -> &[FunctionId] {
        self.callees.get(function).map_or(&[], |callees| &**callees)
    }

    /// Those of them that it calls without a guess.
    pub(crate) fn certain_callees(&self, program: &Program, function: FunctionId) -> Vec<FunctionId> {
        let callees = self.callees(function).iter().copied();
        let glance = program.functions[function].body.glance();
        let Some(glance) = glance.filter(|_| matches!(self.pointers, Pointers::Typed(_))) else {
            return callees.collect();
        };
        callees.filter(|callee| glance.calls.binary_search(callee).is_ok()).collect()
    }

    /// Tarjan's algorithm on the functions of a scope. A frame is a function and how many of its callees were visited.
    fn order(&mut self, scope: &[FunctionId]) {
        const UNSEEN: u32 = u32::MAX;
        let mut place = self.table();
        scope.iter().zip(0..).for_each(|(id, number)| place.insert(*id, number));
        let (mut number, mut low) = (vec![UNSEEN; scope.len()], vec![UNSEEN; scope.len()]);
        let (mut next, mut stack, mut on_stack) = (0, Vec::new(), vec![false; scope.len()]);
        for start in 0..scope.len() {
            let mut frames = if number[start] == UNSEEN { vec![(start, 0)] } else { Vec::new() };
            while let Some((function, visited)) = frames.last_mut() {
                budget::ask();
                let at = *function;
                if *visited == 0 {
                    (number[at], low[at]) = (next, next);
                    next += 1;
                    stack.push(at);
                    on_stack[at] = true;
                }
                let callee = self.callees(scope[at]).get(*visited).and_then(|id| place.get(*id).copied());
                *visited += 1;
                match callee {
                    Some(callee) if number[callee] == UNSEEN => frames.push((callee, 0)),
                    Some(callee) if on_stack[callee] => low[at] = low[at].min(number[callee]),
                    Some(_) => {}
                    None => {
                        frames.pop();
                        if let Some((caller, _)) = frames.last() {
                            low[*caller] = low[*caller].min(low[at]);
                        }
                        if low[at] == number[at] {
                            let from = stack.iter().rposition(|member| *member == at).unwrap_or(0);
                            let members = stack.split_off(from);
                            for member in &members {
                                on_stack[*member] = false;
                            }
                            self.close(members.into_iter().map(|member| scope[member]).collect());
                        }
                    }
                }
            }
        }
    }

    fn close(&mut self, mut members: Vec<FunctionId>) {
        members.sort_unstable();
        let alone = members.len() == 1 && !self.callees(members[0]).contains(&members[0]);
        for member in &members {
            self.component.insert(*member, self.components.len() as u32);
        }
        self.recursive.push(!alone);
        self.components.push(members);
    }
}

/// Whether nothing comes behind a block.
fn is_end(block: &Block) -> bool {
    matches!(block.terminator, Terminator::Unreachable)
}

/// Whether a function never comes back, by its declaration or because no way through it leads to a return.
pub(crate) fn never_returns(program: &Program, id: FunctionId) -> bool {
    let function = &program.functions[id];
    function.noreturn || function.body.glance().is_some_and(|glance| !glance.returns)
}

/// The functions that a call through a pointer may reach; none if one that has a body is not looked into, since that may
/// do what the others do as well.
pub(crate) fn pointed(
    program: &Program,
    taken: &[FunctionId],
    call: &Call,
    is_looked_into: &dyn Fn(FunctionId) -> bool,
) -> Vec<FunctionId> {
    let mut found = Vec::new();
    for id in taken.iter().copied().filter(|id| fits(program, call, *id)) {
        if program.functions[id].body.is_some() && !is_looked_into(id) {
            return Vec::new();
        }
        found.push(id);
    }
    found
}

/// Whether a call through a pointer may be one of this function.
fn fits(program: &Program, call: &Call, id: FunctionId) -> bool {
    let signature = &program.functions[id].signature;
    let params = signature.params.len();
    params == call.args.len() || !signature.prototyped || signature.variadic && params <= call.args.len()
}
