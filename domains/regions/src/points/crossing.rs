//! What a call asks of the region graph: the callee's part is copied and unified with the arguments.

use ir::{Argument, BlockId, Call, Destination, FunctionId, Var};

use super::constraints::{Builder, Names};
use super::graph::{Marks, NodeId, Target};
use crate::callgraph::CallGraph;
use crate::functions::ByFunction;
use crate::library::Effect;

/// What is copied at one call.
pub(super) struct Instance {
    pub caller: FunctionId,
    pub block: BlockId,
    pub stmt: u32,
    pub callee: FunctionId,
    /// A node of the callee, one of the caller, and where the origin of the first lies in the second.
    pub pairs: Vec<(NodeId, NodeId, i64)>,
}

/// Most nodes that are copied at a call: a callee that sees more of them is not told apart from call to call.
const LARGEST: usize = 64;

/// What a call asks for.
pub(super) fn call_site(
    builder: &mut Builder<'_>,
    calls: &CallGraph,
    names: &ByFunction<Names>,
    (caller, block, stmt): (FunctionId, BlockId, u32),
    call: &Call,
    instances: &mut Vec<Instance>,
) {
    let Some(own) = names.get(caller) else { return };
    let callees = calls.targets(builder.program, call);
    if callees.is_empty() {
        unknown_call(builder, own, call);
    }
    for callee in callees {
        let (Some(body), Some(inner)) = (calls.body(builder.program, callee), names.get(callee)) else {
            let code = calls.body(builder.program, caller).map(|body| &body.blocks[block]);
            let effect =
                code.map_or(Effect::Unknown, |code| CallGraph::effect_at(builder.program, callee, code));
            library_call(builder, own, call, effect);
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
                (Var::Local(local), _) => meeting.push((inner.register(*local), actual)),
                (Var::Slot(slot), Argument::Value(_)) => {
                    let held = builder.graph.contents(inner.slot(*slot));
                    meeting.push((held, actual));
                }
                (Var::Slot(slot), Argument::Object(_)) => {
                    let slot = builder.graph.find(inner.slot(*slot));
                    let fields = builder.graph.object(slot.node).fields.clone();
                    for (offset, held) in fields {
                        let at = Target { offset: actual.offset + offset - slot.offset, ..actual };
                        meeting.push((held, builder.graph.contents(at)));
                    }
                }
            }
        }
        match &call.dst {
            Some(Destination::Local(dst)) => meeting.push((inner.result(), own.register(*dst))),
            Some(Destination::Object(place)) => {
                if let Some(place) = builder.place(own, place) {
                    meeting.push((inner.result(), place));
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
    // What it gives, others may have as well.
    if let Some(Destination::Local(dst)) = &call.dst {
        builder.graph.mark(own.register(*dst).node, external);
    }
}

fn library_call(builder: &mut Builder<'_>, own: &Names, call: &Call, effect: Effect) {
    let result = match &call.dst {
        Some(Destination::Local(dst)) => Some(own.register(*dst)),
        _ => None,
    };
    let first = match call.args.first() {
        Some(Argument::Value(operand)) => builder.value(own, *operand),
        _ => None,
    };
    if let (Effect::Frees | Effect::Reallocates, Some(first)) = (effect, first) {
        builder.graph.set_freed(first);
    }
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
