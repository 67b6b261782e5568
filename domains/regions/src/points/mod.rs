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
mod crossing;
mod fold;
mod graph;
mod instantiate;
mod locals;
mod saturate;
#[cfg(test)]
mod tests;

use std::sync::{Arc, OnceLock};

use ir::{BlockId, FunctionId, GlobalId, LocalId, Program, SlotId, StmtKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::callgraph::CallGraph;
use crate::functions::ByFunction;
use constraints::{Builder, Names};
use crossing::{Instance, call_site};
pub use fold::Folding;
pub use graph::{Extent, Marks, NodeId, Object, Target, Variable};

/// A partition of memory into regions.
pub trait Partition {
    /// Where a register leads.
    fn register(&self, function: FunctionId, local: LocalId) -> Target;
    /// A local variable.
    fn slot(&self, function: FunctionId, slot: SlotId) -> Target;
    /// A global variable, if one of the functions names it.
    fn global(&self, global: GlobalId) -> Option<Target>;
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
    /// What is done with numbers and addresses.
    fn numbers(&self) -> Numbers;
    /// Places, and those that they are to callers.
    fn outward(&self, places: FxHashSet<Target>) -> FxHashSet<Target>;
    /// Whether some objects of a node may be local variables, whosoever they are.
    fn has_locals(&self, node: NodeId) -> bool;
    /// Whether some objects of a node may be gone while there are pointers to them.
    fn may_be_gone(&self, node: NodeId) -> bool;
}

/// What is done with numbers and addresses.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Numbers {
    /// Whether numbers without an origin are turned into pointers.
    pub forged: bool,
    /// Whether addresses are turned into numbers.
    pub exposed: bool,
}

/// How the nodes of a callee are those of its caller: one-to-one. There is one for every call, so it is two short lists.
#[derive(Clone, Debug, Default)]
pub struct Passage {
    /// A node of the callee, the caller's, and where the origin of the first lies in the second; by the first.
    outward: Box<[(NodeId, NodeId, i64)]>,
    /// A node of the caller, the callee's, and the same distance; by the first.
    inward: Box<[(NodeId, NodeId, i64)]>,
}

/// What a node is on the other side.
fn crossed(list: &[(NodeId, NodeId, i64)], node: NodeId) -> Option<(NodeId, i64)> {
    let at = list.binary_search_by_key(&node, |entry| entry.0).ok()?;
    Some((list[at].1, list[at].2))
}

impl Passage {
    /// Of two pairs that speak of one node the last counts.
    fn new(mut pairs: Vec<(NodeId, NodeId, i64)>) -> Self {
        let last_of_each = |pairs: &mut Vec<(NodeId, NodeId, i64)>| {
            pairs.reverse();
            pairs.sort_by_key(|entry| entry.0);
            pairs.dedup_by_key(|entry| entry.0);
        };
        let mut inward = pairs.iter().map(|(inner, outer, shift)| (*outer, *inner, *shift)).collect();
        last_of_each(&mut inward);
        last_of_each(&mut pairs);
        Self { outward: pairs.into(), inward: inward.into() }
    }

    /// A place of the callee, as the caller sees it.
    pub fn out(&self, at: Target) -> Option<Target> {
        let (node, shift) = crossed(&self.outward, at.node)?;
        Some(Target { node, offset: at.offset + shift })
    }

    /// A place of the caller, as the callee sees it.
    pub fn into(&self, at: Target) -> Option<Target> {
        let (node, shift) = crossed(&self.inward, at.node)?;
        Some(Target { node, offset: at.offset - shift })
    }
}

/// The map of a call: from where, and to whom.
#[derive(Debug)]
struct Crossed {
    block: BlockId,
    stmt: u32,
    callee: FunctionId,
    passage: Passage,
}

/// The maps of all calls, callees before callers: those of a function in a row, sorted.
#[derive(Debug)]
struct Passages {
    all: Vec<Crossed>,
    of: ByFunction<(u32, u32)>,
}

impl Passages {
    fn get(&self, caller: FunctionId, block: BlockId, stmt: u32, callee: FunctionId) -> Option<&Passage> {
        let (from, to) = *self.of.get(caller)?;
        let own = &self.all[from as usize..to as usize];
        let place = |crossed: &Crossed| (crossed.block, crossed.stmt, crossed.callee);
        let at = own.binary_search_by_key(&(block, stmt, callee), place).ok()?;
        Some(&own[at].passage)
    }

    /// All of them.
    fn iter(&self) -> impl Iterator<Item = &Passage> {
        self.all.iter().map(|crossed| &crossed.passage)
    }
}

/// The shared nodes that each function has to do with, itself or through those it calls.
type Touched = ByFunction<Arc<FxHashSet<NodeId>>>;

/// The partition by unification.
pub struct Unification {
    graph: graph::Graph,
    globals: FxHashMap<GlobalId, Target>,
    names: ByFunction<Names>,
    passages: Passages,
    touched: Touched,
    numbers: Numbers,
    /// The nodes that may be local variables: not everybody asks.
    locals: OnceLock<FxHashSet<NodeId>>,
    /// Those of which objects may be gone.
    mortal: OnceLock<FxHashSet<NodeId>>,
}

impl Unification {
    /// The partition of a program's memory.
    pub fn of(program: &Program, calls: &CallGraph) -> Self {
        let mut builder = Builder::new(program);
        let mut names: ByFunction<Names> = calls.table();
        let mut instances = Vec::new();
        for component in &calls.components {
            let members = component.iter().filter_map(|id| Some((*id, calls.body(program, *id)?)));
            for (id, body) in members.clone() {
                let own = builder.names(id, body);
                builder.given(body, &own);
                builder.body(body, &own);
                names.insert(id, own);
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
        let touched = saturate::saturate(&mut builder, calls, &names, &mut instances);
        builder.graph.compress();
        Self::finish(builder, names, instances, touched)
    }

    fn finish(
        builder: Builder<'_>,
        names: ByFunction<Names>,
        instances: Vec<Instance>,
        touched: Touched,
    ) -> Self {
        let Builder { graph, globals, forges, exposes, .. } = builder;
        let globals = globals.into_iter().map(|(id, target)| (id, graph.resolve(target))).collect();
        let mut passages = Passages { all: Vec::with_capacity(instances.len()), of: names.like() };
        for instance in instances {
            let resolved = |(callee, caller, shift): (NodeId, NodeId, i64)| {
                let (inner, inner_shift) = graph.anchor(callee);
                let (outer, outer_shift) = graph.anchor(caller);
                (inner, outer, outer_shift + shift - inner_shift)
            };
            let passage = Passage::new(instance.pairs.into_iter().map(resolved).collect());
            let number = passages.all.len() as u32;
            passages.of.get_or_insert_with(instance.caller, || (number, number)).1 = number + 1;
            let Instance { block, stmt, callee, .. } = instance;
            passages.all.push(Crossed { block, stmt, callee, passage });
        }
        let numbers = Numbers { forged: forges, exposed: exposes };
        Self {
            graph,
            globals,
            names,
            passages,
            touched,
            numbers,
            locals: OnceLock::new(),
            mortal: OnceLock::new(),
        }
    }
}

impl Unification {
    fn names_of(&self, function: FunctionId) -> &Names {
        self.names.get(function).expect("the function is looked into")
    }
}

impl Partition for Unification {
    fn register(&self, function: FunctionId, local: LocalId) -> Target {
        self.graph.resolve(self.names_of(function).register(local))
    }

    fn slot(&self, function: FunctionId, slot: SlotId) -> Target {
        self.graph.resolve(self.names_of(function).slot(slot))
    }

    fn global(&self, global: GlobalId) -> Option<Target> {
        self.globals.get(&global).copied()
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
        self.passages.get(caller, block, stmt, callee)
    }

    fn touches(&self, function: FunctionId, shared: NodeId) -> bool {
        self.touched.get(function).is_some_and(|touched| touched.contains(&shared))
    }

    fn forged(&self) -> Option<&'static str> {
        (self.numbers.forged && self.numbers.exposed).then_some("pointers are made from numbers")
    }

    fn numbers(&self) -> Numbers {
        self.numbers
    }

    fn outward(&self, places: FxHashSet<Target>) -> FxHashSet<Target> {
        locals::outward(&self.graph, &self.passages, places)
    }

    fn has_locals(&self, node: NodeId) -> bool {
        let locals = || locals::with_objects(&self.graph, &self.passages, |object| object.stack);
        self.locals.get_or_init(locals).contains(&node)
    }

    fn may_be_gone(&self, node: NodeId) -> bool {
        let ends = |object: &Object| object.stack || object.freed;
        let mortal = || locals::with_objects(&self.graph, &self.passages, ends);
        self.mortal.get_or_init(mortal).contains(&node)
    }
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
