//! The region analysis: a sound partition of memory, which the rest sees through [`Partition`].
//!
//! Functions are looked at callees first. A function's region graph speaks of its own variables and of what its callers
//! give it, whatever that is; at each call the part of the callee's graph that can be reached from parameters and result
//! is copied (*instantiated*) and unified with the actual arguments. Functions that call each other share one graph. What
//! can be reached from global variables is one part for all.
//!
//! The copies give for each call a map from the callee's nodes to the caller's. Counting references needs it to be
//! one-to-one: if a caller gives one node for two of the callee's, the callee's are merged (`saturate`), and so on until
//! nothing changes. Different callers still may give different structures.

mod constraints;
mod fold;
mod graph;
mod instantiate;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use ir::{
    Argument, BlockId, Call, Destination, FunctionId, GlobalId, Id, LocalId, Program, SlotId, StmtKind, Var,
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::callgraph::CallGraph;
use crate::library::{Effect, effect};
use constraints::{Builder, Names};
pub use fold::Folding;
pub use graph::{Extent, Marks, NodeId, Object, Target, Variable};

/// A partition of memory into regions.
pub trait Partition {
    /// Where a register leads.
    fn register(&self, function: FunctionId, local: LocalId) -> Target;
    /// A local variable.
    fn slot(&self, function: FunctionId, slot: SlotId) -> Target;
    /// A global variable.
    fn global(&self, global: GlobalId) -> Target;
    /// What is stored in a region leads there; `None` if nothing ever is.
    fn stored(&self, at: Target) -> Option<Target>;
    /// The region a place is in.
    fn region(&self, at: Target) -> Target;
    /// What is known of a node.
    fn object(&self, node: NodeId) -> &Object;
    /// How the nodes of a callee are those of the caller at a call; `None` if they are the same.
    fn passage(&self, caller: FunctionId, block: BlockId, stmt: u32, callee: FunctionId) -> Option<&Passage>;
    /// Whether a function, or one it calls, has to do with a node that all functions share.
    fn touches(&self, function: FunctionId, shared: NodeId) -> bool;
    /// Why pointers may come from where nobody sees, if so.
    fn forged(&self) -> Option<&'static str>;
}

/// How the nodes of a callee are those of its caller: one-to-one.
#[derive(Clone, Debug, Default)]
pub struct Passage {
    /// A node of the callee, the caller's, and where the origin of the first lies in the second.
    outward: FxHashMap<NodeId, (NodeId, i64)>,
    inward: FxHashMap<NodeId, (NodeId, i64)>,
}

impl Passage {
    /// A place of the callee, as the caller sees it.
    pub fn out(&self, at: Target) -> Option<Target> {
        let (node, shift) = self.outward.get(&at.node)?;
        Some(Target { node: *node, offset: at.offset + shift })
    }

    /// A place of the caller, as the callee sees it.
    pub fn into(&self, at: Target) -> Option<Target> {
        let (node, shift) = self.inward.get(&at.node)?;
        Some(Target { node: *node, offset: at.offset - shift })
    }
}

/// What is copied at one call.
struct Instance {
    caller: FunctionId,
    block: BlockId,
    stmt: u32,
    callee: FunctionId,
    /// A node of the callee, one of the caller, and where the origin of the first lies in the second.
    pairs: Vec<(NodeId, NodeId, i64)>,
}

/// The partition by unification.
pub struct Unification {
    graph: graph::Graph,
    globals: Vec<Target>,
    names: Vec<Option<Names>>,
    passages: FxHashMap<(FunctionId, BlockId, u32, FunctionId), Passage>,
    touched: Vec<Arc<FxHashSet<NodeId>>>,
    forged: Option<&'static str>,
}

impl Unification {
    /// The partition of a program's memory.
    pub fn of(program: &Program, calls: &CallGraph) -> Self {
        let mut builder = Builder::new(program);
        let mut names: Vec<Option<Names>> = vec![None; program.functions.len()];
        let mut instances = Vec::new();
        for component in &calls.components {
            let members =
                component.iter().filter_map(|id| Some((*id, program.functions[*id].body.as_ref()?)));
            for (id, body) in members.clone() {
                let own = builder.names(id, body);
                builder.given(body, &own);
                builder.body(body, &own);
                names[id.index()] = Some(own);
            }
            for (id, body) in members {
                for (block, code) in body.blocks.enumerate() {
                    for (stmt, call) in code.stmts.iter().enumerate() {
                        if let StmtKind::Call(call) = &call.kind {
                            let site = (id, block, stmt as u32);
                            call_site(&mut builder, calls, &names, site, call, &mut instances);
                        }
                    }
                }
            }
        }
        let touched = saturate(&mut builder, calls, &names, &mut instances);
        builder.graph.compress();
        Self::finish(builder, names, instances, touched)
    }

    fn finish(
        builder: Builder<'_>,
        mut names: Vec<Option<Names>>,
        instances: Vec<Instance>,
        touched: Vec<Arc<FxHashSet<NodeId>>>,
    ) -> Self {
        let Builder { graph, globals, forges, exposes, .. } = builder;
        for own in names.iter_mut().flatten() {
            for target in own.registers.iter_mut().chain(&mut own.slots).chain([&mut own.result]) {
                *target = graph.resolve(*target);
            }
        }
        let globals = globals.into_iter().map(|target| graph.resolve(target)).collect();
        let mut passages = FxHashMap::default();
        for instance in instances {
            let mut passage = Passage::default();
            for (callee, caller, shift) in instance.pairs {
                let (inner, inner_shift) = graph.anchor(callee);
                let (outer, outer_shift) = graph.anchor(caller);
                let shift = outer_shift + shift - inner_shift;
                passage.outward.insert(inner, (outer, shift));
                passage.inward.insert(outer, (inner, shift));
            }
            passages.insert((instance.caller, instance.block, instance.stmt, instance.callee), passage);
        }
        let forged = (forges && exposes).then_some("pointers are made from numbers");
        Self { graph, globals, names, passages, touched, forged }
    }
}

impl Partition for Unification {
    fn register(&self, function: FunctionId, local: LocalId) -> Target {
        self.names[function.index()].as_ref().expect("the function has a body").registers[local.index()]
    }

    fn slot(&self, function: FunctionId, slot: SlotId) -> Target {
        self.names[function.index()].as_ref().expect("the function has a body").slots[slot.index()]
    }

    fn global(&self, global: GlobalId) -> Target {
        self.globals[global.index()]
    }

    fn stored(&self, at: Target) -> Option<Target> {
        self.graph.stored(at)
    }

    fn region(&self, at: Target) -> Target {
        self.graph.resolve(at)
    }

    fn object(&self, node: NodeId) -> &Object {
        self.graph.object(node)
    }

    fn passage(&self, caller: FunctionId, block: BlockId, stmt: u32, callee: FunctionId) -> Option<&Passage> {
        self.passages.get(&(caller, block, stmt, callee))
    }

    fn touches(&self, function: FunctionId, shared: NodeId) -> bool {
        self.touched[function.index()].contains(&shared)
    }

    fn forged(&self) -> Option<&'static str> {
        self.forged
    }
}

/// Most nodes that are copied at a call: a callee that sees more of them is not told apart from call to call.
const LARGEST: usize = 64;

/// What a call asks for.
fn call_site(
    builder: &mut Builder<'_>,
    calls: &CallGraph,
    names: &[Option<Names>],
    (caller, block, stmt): (FunctionId, BlockId, u32),
    call: &Call,
    instances: &mut Vec<Instance>,
) {
    let own = names[caller.index()].as_ref().expect("the caller has a body");
    let callees = calls.targets(builder.program, call);
    if callees.is_empty() {
        unknown_call(builder, own, call);
    }
    for callee in callees {
        let function = &builder.program.functions[callee];
        let (Some(body), Some(inner)) = (&function.body, &names[callee.index()]) else {
            library_call(builder, own, call, effect(&function.name));
            continue;
        };
        // The callee's view of each argument, to be unified with the caller's.
        let mut meeting = Vec::new();
        for (param, argument) in body.params.iter().zip(&call.args) {
            let actual = match argument {
                Argument::Value(operand) => builder.value(own, *operand),
                Argument::Object(place) => builder.place(own, place),
            };
            let Some(actual) = actual else { continue };
            match (param, argument) {
                (Var::Local(local), _) => meeting.push((inner.registers[local.index()], actual)),
                (Var::Slot(slot), Argument::Value(_)) => {
                    let held = builder.graph.contents(inner.slots[slot.index()]);
                    meeting.push((held, actual));
                }
                (Var::Slot(slot), Argument::Object(_)) => {
                    let slot = builder.graph.find(inner.slots[slot.index()]);
                    let fields = builder.graph.object(slot.node).fields.clone();
                    for (offset, held) in fields {
                        let at = Target { offset: actual.offset + offset - slot.offset, ..actual };
                        meeting.push((held, builder.graph.contents(at)));
                    }
                }
            }
        }
        match &call.dst {
            Some(Destination::Local(dst)) => meeting.push((inner.result, own.registers[dst.index()])),
            Some(Destination::Object(place)) => {
                if let Some(place) = builder.place(own, place) {
                    meeting.push((inner.result, place));
                }
            }
            None => {}
        }
        let roots: Vec<Target> = meeting.iter().map(|(inner, _)| *inner).collect();
        let reached = builder.graph.reachable(&roots).into_iter();
        let part: Vec<NodeId> = reached.filter(|node| !builder.graph.object(*node).marks.shared).collect();
        if calls.together(caller, callee) || part.len() > LARGEST {
            for (inner, outer) in meeting {
                builder.graph.unify(inner, outer);
            }
        } else {
            let (pairs, copy) = builder.graph.instantiate(&part);
            for (inner, outer) in meeting {
                let inner = copy(&mut builder.graph, inner);
                builder.graph.unify(inner, outer);
            }
            instances.push(Instance { caller, block, stmt, callee, pairs });
        }
    }
}

fn unknown_call(builder: &mut Builder<'_>, own: &Names, call: &Call) {
    let external = Marks { external: true, ..Marks::default() };
    for argument in &call.args {
        let handed = match argument {
            Argument::Value(operand) => builder.value(own, *operand),
            Argument::Object(place) => builder.place(own, place),
        };
        if let Some(handed) = handed {
            builder.graph.mark(handed.node, external);
        }
    }
}

fn library_call(builder: &mut Builder<'_>, own: &Names, call: &Call, effect: Effect) {
    let result = match &call.dst {
        Some(Destination::Local(dst)) => Some(own.registers[dst.index()]),
        _ => None,
    };
    let first = match call.args.first() {
        Some(Argument::Value(operand)) => builder.value(own, *operand),
        _ => None,
    };
    match effect {
        Effect::Reads | Effect::Ends | Effect::Frees => {}
        Effect::Allocates => {
            if let Some(result) = result {
                builder.graph.set_heap(result);
            }
        }
        Effect::ReturnsFirst => {
            if let (Some(result), Some(first)) = (result, first) {
                // It may point anywhere into what it was given.
                builder.graph.index(first, 1, None);
                builder.graph.unify(result, first);
            }
        }
        Effect::Reallocates => {
            if let Some(result) = result {
                builder.graph.set_heap(result);
                if let Some(first) = first {
                    builder.graph.unify(result, first);
                }
            }
        }
        Effect::Unknown => unknown_call(builder, own, call),
    }
}

/// Makes the maps of all calls one-to-one. What every function shares with all others.
fn saturate(
    builder: &mut Builder<'_>,
    calls: &CallGraph,
    names: &[Option<Names>],
    instances: &mut [Instance],
) -> Vec<Arc<FxHashSet<NodeId>>> {
    loop {
        let before = builder.graph.changes;
        let touched = touched(builder, calls, names);
        for instance in instances.iter_mut() {
            builder.graph.match_nodes(&mut instance.pairs, &touched[instance.callee.index()]);
        }
        if builder.graph.changes == before {
            return touched;
        }
    }
}

/// The shared nodes that each function has to do with, itself or through those it calls: what its registers lead to, its
/// variables and the global ones it names, and what lies in objects that it copies as a whole.
fn touched(
    builder: &mut Builder<'_>,
    calls: &CallGraph,
    names: &[Option<Names>],
) -> Vec<Arc<FxHashSet<NodeId>>> {
    let mut touched: Vec<Arc<FxHashSet<NodeId>>> = vec![Arc::default(); names.len()];
    for component in &calls.components {
        let mut all = FxHashSet::default();
        for member in component {
            let (Some(own), Some(body)) = (&names[member.index()], &builder.program.functions[*member].body)
            else {
                continue;
            };
            let mut own: Vec<Target> =
                own.registers.iter().chain(&own.slots).chain([&own.result]).copied().collect();
            for node in copied(builder, names[member.index()].as_ref(), body) {
                own.extend(builder.graph.object(node).fields.iter().map(|field| field.1));
            }
            own.extend(named_globals(body).into_iter().map(|global| builder.globals[global.index()]));
            for target in own {
                let node = builder.graph.find(target).node;
                if builder.graph.object(node).marks.shared {
                    all.insert(node);
                }
            }
            for callee in calls.callees(*member).iter().filter(|callee| !calls.together(*member, **callee)) {
                all.extend(touched[callee.index()].iter().copied());
            }
        }
        let all = Arc::new(all);
        for member in component {
            touched[member.index()] = all.clone();
        }
    }
    touched
}

/// The nodes of objects that a function copies, sets, passes or returns as a whole.
fn copied(builder: &mut Builder<'_>, own: Option<&Names>, body: &ir::Body) -> Vec<NodeId> {
    let Some(own) = own else { return Vec::new() };
    let mut places = Vec::new();
    for block in &body.blocks {
        for stmt in &block.stmts {
            if matches!(stmt.kind, StmtKind::Copy { .. } | StmtKind::Fill { .. } | StmtKind::Call(_)) {
                stmt.places(&mut |place| places.push(place.clone()));
            }
        }
        if let ir::Terminator::Return(Some(Argument::Object(place))) = &block.terminator {
            places.push(place.clone());
        }
    }
    let targets: Vec<Target> = places.iter().filter_map(|place| builder.place(own, place)).collect();
    targets.into_iter().map(|target| builder.graph.find(target).node).collect()
}

/// The global variables that a function names, in order.
fn named_globals(body: &ir::Body) -> Vec<GlobalId> {
    let mut named = Vec::new();
    for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
        stmt.places(&mut |place| {
            if let ir::Base::Global(global) = place.base {
                named.push(global);
            }
        });
    }
    named.sort_unstable();
    named.dedup();
    named
}

/// A list whose link is its first field, and its only region.
#[cfg(test)]
pub(crate) fn single_list() -> (Object, Target) {
    let mut graph = graph::Graph::new(8);
    let cell = graph.fresh(Extent::Nothing);
    graph.set_heap(cell);
    let next = graph.contents(cell);
    graph.unify(next, cell);
    let cell = graph.find(cell);
    assert_eq!(cell, Target { node: 0, offset: 0 });
    (graph.object(cell.node).clone(), cell)
}
