//! Which nodes may be local variables, and which may have objects that are gone.
//!
//! A node of a function may have variables of its own, of those it calls (a callee that gives an address away) and of
//! its callers (one that passes an address). Those of callees come up first; what callers have then goes down, and what came
//! down goes to no other caller. The same holds for blocks that are freed.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Passages;
use super::graph::{Graph, NodeId, Object, Target};

/// The nodes that have a property themselves, or may have objects with it from callees or callers.
pub(super) fn with_objects(
    graph: &Graph,
    passages: &Passages,
    property: impl Fn(&Object) -> bool,
) -> FxHashSet<NodeId> {
    let mut own: FxHashSet<NodeId> = graph.roots().filter(|node| property(graph.object(*node))).collect();
    let (mut up, mut down) = (Edges::default(), Edges::default());
    #[expect(clippy::iter_over_hash_type, reason = "what is reached does not depend on the order")]
    for passage in passages.values() {
        for (inner, outer, _) in &passage.outward {
            up.entry(*inner).or_default().push(*outer);
        }
        for (outer, inner, _) in &passage.inward {
            down.entry(*outer).or_default().push(*inner);
        }
    }
    close(&mut own, &up);
    close(&mut own, &down);
    own
}

type Edges = FxHashMap<NodeId, Vec<NodeId>>;

/// Adds what is reached along edges.
fn close(nodes: &mut FxHashSet<NodeId>, edges: &Edges) {
    let mut pending: Vec<NodeId> = nodes.iter().copied().collect();
    while let Some(node) = pending.pop() {
        for next in edges.get(&node).into_iter().flatten() {
            if nodes.insert(*next) {
                pending.push(*next);
            }
        }
    }
}

/// Places, and those that they are to callers.
pub(super) fn outward(
    graph: &Graph,
    passages: &Passages,
    mut places: FxHashSet<Target>,
) -> FxHashSet<Target> {
    let mut pending: Vec<Target> = places.iter().copied().collect();
    if pending.is_empty() {
        return places;
    }
    let mut up: FxHashMap<NodeId, Vec<(NodeId, i64)>> = FxHashMap::default();
    #[expect(clippy::iter_over_hash_type, reason = "what is reached does not depend on the order")]
    for passage in passages.values() {
        for (inner, outer, shift) in &passage.outward {
            up.entry(*inner).or_default().push((*outer, *shift));
        }
    }
    while let Some(place) = pending.pop() {
        for (node, shift) in up.get(&place.node).into_iter().flatten() {
            let outer = graph.resolve(Target { node: *node, offset: place.offset + shift });
            if places.insert(outer) {
                pending.push(outer);
            }
        }
    }
    places
}
