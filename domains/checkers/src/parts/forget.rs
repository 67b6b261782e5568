//! *forget* (§4.3, table 4 of seed 001): memory that becomes `true`.
//!
//! `true` is what a state calls junk: memory that no region describes. In the paper a cell or a block that was not packaged is forgotten at every loop, which is its
//! known false alarm; here memory is forgotten only if nothing leads to it (`transfer::reach`), and that is reported.
//!
//! - *forget1*: an empty block is nothing. No part is empty, but rows within one may be: `heap::tiling`;
//! - *forget2*: a node or a structure that no name leads to;
//! - *forget3*: memory of the arena that is no node.

use super::Arena;
use super::synthesis::node_size;
use crate::Checkers;
use crate::heap::{Block, Origin, Region, State, Sym};

impl Checkers {
    /// Forgets memory that nothing leads to, and says what it was, unless it is given back with the variable that it is of.
    pub(crate) fn forget_lost(&self, state: &mut State, at: Sym) -> Option<&'static str> {
        if self.is_local(state, at) {
            state.take_region(at);
            return None;
        }
        let is_raw = |block: &Block| block.origin == Origin::Part && !self.is_node(state, block);
        Some(if state.block(at).is_some_and(is_raw) { forget3(state, at) } else { forget2(state, at) })
    }

    /// Whether what lies at an address is of parts of a local variable.
    pub(crate) fn is_local(&self, state: &State, at: Sym) -> bool {
        matches!(state.arena, Some(Arena::Slot(_)))
            && match state.region(at) {
                Some(Region::Block(block)) => block.origin == Origin::Part,
                Some(Region::Checker(checker)) => self.has_parts(checker.definition),
                Some(Region::Segment(segment)) => self.has_parts(segment.definition),
                None => false,
            }
    }

    /// Whether a part is a node by what it holds.
    fn is_node(&self, state: &State, block: &Block) -> bool {
        self.nodes().filter_map(|(rule, object)| node_size(state, rule, object, block)).any(|size| {
            size.add_scaled(-1, &block.size.form()).is_some_and(|more| state.pure.proves_eq(&more))
        })
    }
}

/// *forget2*: `Q * L(x', E)` is `Q * true`, as `x'` occurs nowhere else.
fn forget2(state: &mut State, at: Sym) -> &'static str {
    state.junk = true;
    match state.take_region(at) {
        Some(Region::Block(block)) if block.origin == Origin::Part => "a block can no longer be reached",
        Some(Region::Block(_)) => "a heap block can no longer be reached",
        _ => "the rest of a structure can no longer be reached",
    }
}

/// *forget3*: `Q * U(E, F)` is `Q * true`.
fn forget3(state: &mut State, at: Sym) -> &'static str {
    state.junk = true;
    state.take_region(at);
    "memory that is no block can no longer be reached"
}
