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
    for passage in passages.iter() {
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
        budget::ask();
        for next in edges.get(&node).into_iter().flatten() {
            if nodes.insert(*next) {
                pending.push(*next);
            }
        }
    }
}

/// Places, and those that they are to callers. Callees come first, so what is found is carried on as it is found, and only functions that have one
/// node for two things may need another look.
pub(super) fn outward(
    graph: &Graph,
    passages: &Passages,
    mut places: FxHashSet<Target>,
) -> FxHashSet<Target> {
    let mut offsets: FxHashMap<NodeId, Vec<i64>> = FxHashMap::default();
    #[expect(clippy::iter_over_hash_type, reason = "what is reached does not depend on the order")]
    for place in &places {
        offsets.entry(place.node).or_default().push(place.offset);
    }
    let mut changed = !offsets.is_empty();
    while std::mem::take(&mut changed) {
        for (inner, outer, shift) in passages.iter().flat_map(|passage| &passage.outward) {
            let known = offsets.get(inner).map_or(0, Vec::len);
            for number in 0..known {
                let offset = offsets[inner][number] + shift;
                let outer = graph.resolve(Target { node: *outer, offset });
                if places.insert(outer) {
                    offsets.entry(outer.node).or_default().push(outer.offset);
                    changed = true;
                }
            }
        }
    }
    places
}
