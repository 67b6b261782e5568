//! Making the maps between callers and callees one-to-one, which counting references needs.

use std::sync::Arc;

use ir::{Argument, Base, FunctionId, StmtKind, Terminator};
use rustc_hash::FxHashSet;

use super::Touched;
use super::constraints::{Builder, Names};
use super::crossing::Instance;
use super::graph::{Graph, NodeId, Target};
use crate::callgraph::CallGraph;
use crate::functions::ByFunction;

/// Makes the maps of all calls one-to-one. What every function shares with all others.
pub(super) fn saturate(
    builder: &mut Builder<'_>,
    calls: &CallGraph,
    names: &ByFunction<Names>,
    instances: &mut [Instance],
) -> Touched {
    let mut speaks: ByFunction<Spoken> = calls.table();
    for function in calls.functions() {
        if let Some(names) = names.get(function) {
            speaks.insert(function, spoken_of(builder, *names, function));
        }
    }
    loop {
        budget::charge(1 + instances.len() as u64);
        let before = builder.graph.changes;
        stay_in_elements(builder);
        let touched = touched(builder, calls, &speaks, instances);
        for instance in instances.iter_mut() {
            if let Some(touched) = touched.get(instance.callee) {
                builder.graph.match_nodes(&mut instance.pairs, touched);
            }
        }
        if builder.graph.changes == before {
            return touched;
        }
    }
}

/// Where a constant distance may lead from one element of an array into another, which element that is is not known: such
/// objects are one region.
fn stay_in_elements(builder: &mut Builder<'_>) {
    let mut steps = std::mem::take(&mut builder.steps);
    let graph = &mut builder.graph;
    for (from, _) in &mut steps {
        *from = graph.find(*from);
    }
    steps.sort_unstable_by_key(|(from, distance)| (from.node, from.offset, *distance));
    steps.dedup();
    for (from, distance) in &steps {
        let Target { node, offset } = graph.find(*from);
        if graph.object(node).folding.crosses(offset, *distance) {
            graph.collapse(node);
        }
    }
    builder.steps = steps;
}

/// What a function speaks of, by nodes.
struct Spoken {
    /// What its registers lead to, its variables, and the global ones it names.
    named: Box<[NodeId]>,
    /// Objects that it copies, sets, passes or returns as a whole: what lies in them is moved as well.
    whole: Box<[NodeId]>,
}

fn spoken_of(builder: &mut Builder<'_>, names: Names, function: FunctionId) -> Spoken {
    let mut named: Vec<NodeId> = names.nodes().collect();
    let mut whole: Vec<NodeId> = Vec::new();
    let program = builder.program;
    for block in program.functions[function].body.iter().flat_map(|body| &body.blocks) {
        for stmt in &block.stmts {
            // What is overwritten is lost, though the function may have no other name for it.
            if let StmtKind::Store { place, .. } = &stmt.kind
                && let Some(at) = builder.place(&names, place).filter(|_| builder.may_hold(place))
            {
                named.push(builder.graph.contents(at).node);
            }
            let moved =
                matches!(stmt.kind, StmtKind::Copy { .. } | StmtKind::Fill { .. } | StmtKind::Call(_));
            stmt.places(&mut |place| {
                if let Base::Global(global) = place.base {
                    named.push(builder.global(global).node);
                }
                if moved {
                    whole.extend(builder.place(&names, place).map(|at| at.node));
                }
            });
        }
        if let Terminator::Return(Some(Argument::Object(place))) = &block.terminator {
            whole.extend(builder.place(&names, place).map(|at| at.node));
        }
    }
    // Most registers lead to where others do, and what is one node stays one.
    let mut once = |mut nodes: Vec<NodeId>| {
        for node in &mut nodes {
            *node = builder.graph.root(*node);
        }
        nodes.sort_unstable();
        nodes.dedup();
        Box::from(nodes)
    };
    Spoken { named: once(named), whole: once(whole) }
}

/// The shared nodes that each function has to do with, itself or through those it calls. Those that hold no pointers and are
/// neither blocks nor local variables (most are string literals) are left out: nothing is counted in them, so a function may have two names
/// for one; and all of them together, for every function that leads there, would be the square of the program.
fn touched(
    builder: &mut Builder<'_>,
    calls: &CallGraph,
    speaks: &ByFunction<Spoken>,
    instances: &[Instance],
) -> Touched {
    // What is shared and passed on: the callee has names of its own for it, and its caller may have none.
    let mut passed: ByFunction<Vec<NodeId>> = calls.table();
    for instance in instances {
        let outer = instance.pairs.iter().map(|(_, outer, _)| *outer);
        passed.get_or_insert_with(instance.caller, Vec::new).extend(outer);
    }
    let mut touched: Touched = calls.table();
    for component in &calls.components {
        let mut own = FxHashSet::default();
        let mut parts: Vec<&Arc<FxHashSet<NodeId>>> = Vec::new();
        for member in component {
            let Some(Spoken { named, whole }) = speaks.get(*member) else { continue };
            let graph = &mut builder.graph;
            let mut note = |graph: &mut Graph, node: NodeId| {
                let node = graph.root(node);
                let object = graph.object(node);
                let counts =
                    object.heap || object.stack || !object.fields.is_empty() || object.marks.external;
                if object.marks.shared && counts {
                    own.insert(node);
                }
            };
            for node in named {
                note(graph, *node);
            }
            for node in passed.get(*member).into_iter().flatten() {
                note(graph, *node);
            }
            for node in whole {
                let node = graph.root(*node);
                for field in 0..graph.object(node).fields.len() {
                    note(graph, graph.object(node).fields[field].1.node);
                }
            }
            for callee in calls.callees(*member).iter().filter(|callee| !calls.together(*member, **callee)) {
                parts.extend(touched.get(*callee));
            }
        }
        let all = union(own, &parts);
        for member in component {
            touched.insert(*member, all.clone());
        }
    }
    touched
}

/// All in one set. Where one of them has everything, that is the one.
fn union(mut own: FxHashSet<NodeId>, parts: &[&Arc<FxHashSet<NodeId>>]) -> Arc<FxHashSet<NodeId>> {
    let Some(largest) = parts.iter().max_by_key(|part| part.len()) else { return Arc::new(own) };
    own.retain(|node| !largest.contains(node));
    for part in parts.iter().filter(|part| !Arc::ptr_eq(part, largest)) {
        own.extend(part.iter().copied().filter(|node| !largest.contains(node)));
    }
    if own.is_empty() {
        return Arc::clone(largest);
    }
    own.extend(largest.iter().copied());
    Arc::new(own)
}
