//! Copies of a callee's part of the graph, and what makes the map between the two one-to-one.

use rustc_hash::{FxHashMap, FxHashSet};

use super::graph::{Extent, Graph, Marks, NodeId, Target};

/// Turns a target in the callee into its copy.
pub(super) type Copying = Box<dyn Fn(&mut Graph, Target) -> Target>;

impl Graph {
    /// The nodes that can be reached from these, in the order of discovery.
    pub(super) fn reachable(&mut self, from: &[Target]) -> Vec<NodeId> {
        let mut seen = FxHashSet::default();
        let mut order = Vec::new();
        let mut pending: Vec<NodeId> = from.iter().rev().map(|target| target.node).collect();
        while let Some(node) = pending.pop() {
            budget::ask();
            let Target { node, .. } = self.find(Target { node, offset: 0 });
            if seen.insert(node) {
                order.push(node);
                pending.extend(self.object(node).fields.iter().rev().map(|field| field.1.node));
            }
        }
        order
    }

    /// Copies nodes. What each became, and how to find the copy of a target.
    pub(super) fn instantiate(&mut self, own: &[NodeId]) -> (Vec<(NodeId, NodeId, i64)>, Copying) {
        let mut copies: FxHashMap<NodeId, NodeId> = FxHashMap::default();
        for node in own {
            let object = self.object(*node);
            // What the callee makes may be any number of objects; what it is given is whatever the caller gives.
            let made = object.heap || matches!(object.extent, Extent::One(_));
            let (heap, stack, freed, external) =
                (object.heap, object.stack, object.freed, object.marks.external);
            let folding = object.folding.clone();
            let copy = self.fresh(if made { Extent::Many } else { Extent::Nothing });
            if heap {
                self.set_heap(copy);
            }
            if stack {
                self.set_stack(copy);
            }
            if freed {
                self.set_freed(copy);
            }
            self.mark(copy.node, Marks { external, ..Marks::default() });
            self.fold_like(copy.node, &folding, 0);
            copies.insert(*node, copy.node);
        }
        for node in own {
            let fields = self.object(*node).fields.clone();
            for (offset, held) in fields {
                let held = self.find(held);
                let copied = Target { node: *copies.get(&held.node).unwrap_or(&held.node), ..held };
                self.set_field(copies[node], offset, copied);
            }
        }
        let mut pairs: Vec<(NodeId, NodeId, i64)> = own.iter().map(|node| (*node, copies[node], 0)).collect();
        pairs.sort_unstable();
        let copy: Copying = Box::new(move |graph: &mut Graph, target: Target| {
            let target = graph.find(target);
            Target { node: *copies.get(&target.node).unwrap_or(&target.node), ..target }
        });
        (pairs, copy)
    }

    /// Makes a map from callee to caller a function that is one-to-one, and its two sides alike: what one side takes
    /// for one region the other takes for one as well.
    pub(super) fn match_nodes(
        &mut self,
        pairs: &mut Vec<(NodeId, NodeId, i64)>,
        touched: &FxHashSet<NodeId>,
    ) {
        let mut outward: FxHashMap<NodeId, (NodeId, i64)> = FxHashMap::default();
        let mut inward: FxHashMap<NodeId, (NodeId, i64)> = FxHashMap::default();
        let mut matched: FxHashSet<(NodeId, NodeId)> =
            pairs.iter().map(|(inner, outer, _)| (self.anchor(*inner).0, self.anchor(*outer).0)).collect();
        let mut index = 0;
        while index < pairs.len() {
            let (inner, outer, shift) = pairs[index];
            index += 1;
            let (inner, inner_shift) = self.anchor(inner);
            let (outer, outer_shift) = self.anchor(outer);
            let shift = outer_shift + shift - inner_shift;
            if self.object(inner).marks.shared || self.object(outer).marks.shared && touched.contains(&outer)
            {
                self.unify(Target { node: inner, offset: 0 }, Target { node: outer, offset: shift });
                continue;
            }
            if let Some((known, known_shift)) = outward.insert(inner, (outer, shift))
                && (known, known_shift) != (outer, shift)
            {
                self.unify(
                    Target { node: known, offset: known_shift },
                    Target { node: outer, offset: shift },
                );
                continue;
            }
            if let Some((known, known_shift)) = inward.insert(outer, (inner, shift))
                && (known, known_shift) != (inner, shift)
            {
                let one = Target { node: known, offset: -known_shift };
                self.unify(one, Target { node: inner, offset: -shift });
                continue;
            }
            let marks = self.object(outer).marks;
            if marks.shared || marks.external {
                self.mark(inner, Marks { external: true, ..Marks::default() });
            }
            let folding = self.object(inner).folding.clone();
            self.fold_like(outer, &folding, shift);
            let folding = self.object(outer).folding.clone();
            self.fold_like(inner, &folding, -shift);
            let fields = self.object(inner).fields.clone();
            for (offset, held) in fields {
                let seen = self.contents(Target { node: outer, offset: offset + shift });
                let (held, seen) = (self.find(held), self.find(seen));
                if self.object(held.node).marks.shared {
                    self.unify(held, seen);
                } else if matched.insert((held.node, seen.node)) {
                    pairs.push((held.node, seen.node, seen.offset - held.offset));
                    self.changes += 1;
                }
            }
        }
        // What was merged is one pair now.
        for pair in pairs.iter_mut() {
            let ((inner, inner_shift), (outer, outer_shift)) = (self.anchor(pair.0), self.anchor(pair.1));
            *pair = (inner, outer, outer_shift + pair.2 - inner_shift);
        }
        pairs.sort_unstable();
        pairs.dedup();
    }
}
