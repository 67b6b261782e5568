//! The region graph on small examples.

use super::graph::{Extent, Graph, Marks, Target};

#[test]
fn nodes_are_merged_at_the_offset_where_a_pointer_to_both_leads() {
    let mut graph = Graph::new(8);
    let (one, two) = (graph.fresh(Extent::Many), graph.fresh(Extent::Many));
    let inner = graph.contents(Target { offset: 16, ..one });
    let other = graph.contents(Target { offset: 8, ..two });
    graph.unify(Target { offset: 8, ..one }, two);
    assert_eq!(graph.find(inner), graph.find(other));
    assert_eq!(graph.find(Target { offset: 8, ..one }), graph.find(two));
}

#[test]
fn a_pointer_to_two_places_of_a_node_collapses_it() {
    let mut graph = Graph::new(8);
    let node = graph.fresh(Extent::Many);
    let (first, second) = (graph.contents(node), graph.contents(Target { offset: 8, ..node }));
    assert_ne!(graph.find(first), graph.find(second));
    graph.unify(node, Target { offset: 8, ..node });
    assert_eq!(graph.find(first), graph.find(second));
}

#[test]
fn elements_of_an_array_are_one_region() {
    let mut graph = Graph::new(8);
    let node = graph.fresh(Extent::Many);
    let third = graph.contents(Target { offset: 8 + 3 * 16, ..node });
    let behind = graph.contents(Target { offset: 8 + 4 * 16, ..node });
    graph.index(Target { offset: 8, ..node }, 16, Some(4));
    let first = graph.contents(Target { offset: 8, ..node });
    assert_eq!(graph.find(first), graph.find(third));
    assert_ne!(graph.find(first), graph.find(behind));
}

#[test]
fn what_is_reached_from_a_shared_node_is_shared_even_if_it_comes_later() {
    let mut graph = Graph::new(8);
    let (global, local) = (graph.fresh(Extent::Many), graph.fresh(Extent::Many));
    graph.mark(global.node, Marks { shared: true, ..Marks::default() });
    let behind = graph.contents(local);
    let held = graph.contents(global);
    graph.unify(held, local);
    let root = graph.find(behind).node;
    assert!(graph.object(root).marks.shared);
}
