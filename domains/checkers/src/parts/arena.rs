//! The arena: the one object that all parts of a state belong to.
//!
//! Under a contract it is the caller's, who shows that the function does not know it by its name. Elsewhere an object becomes the arena when a
//! function is called that asks for nodes with bodies, and the object is known to begin with one: then its bytes are a part, and what is
//! behind the node another. It stays the arena for good, also where none of its parts is in sight, so that parts of two objects never meet
//! in one state. A variable of the function is the arena up to the end of its scope; blocks in it that nothing leads to any more are not lost, since they are
//! given back with it.

use ir::{FunctionId, GlobalId, Program, SlotId};

use super::synthesis::node_size;
use crate::Checkers;
use crate::definition::{LARGEST, Rule};
use crate::heap::{Block, Origin, Region, State, Sym, Term};

/// Whose parts there are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arena {
    /// A caller's object.
    Given,
    /// This variable.
    Global(GlobalId),
    /// This variable of the function: its parts are gone with its scope.
    Slot(SlotId),
    /// A block from `malloc`.
    Heap,
    /// The memory of `sbrk`.
    System,
}

impl Arena {
    /// Whether two states have no two arenas.
    pub(crate) fn agree(a: Option<Self>, b: Option<Self>) -> bool {
        a.zip(b).is_none_or(|(a, b)| a == b)
    }

    /// The same as seen by a function that is called.
    pub(crate) fn for_callee(self) -> Self {
        if let Self::Slot(_) = self { Self::Given } else { self }
    }
}

impl Checkers {
    /// Whether what some rules of a contract claim has parts among it.
    pub(crate) fn claims_parts<'a>(&self, rules: impl IntoIterator<Item = &'a Rule>) -> bool {
        rules.into_iter().any(|rule| {
            let ends = rule.segments.iter().flat_map(|(from, to)| [from, to]);
            rule.calls.iter().chain(ends).any(|call| self.has_parts(call.definition))
        })
    }

    /// Makes the object that begins with a node the arena, if there is no arena yet and one such object that a function does not know by its
    /// name, which is to be given nodes.
    pub(crate) fn open_arena(&self, program: &Program, callee: FunctionId, state: &mut State) {
        if state.arena.is_some() {
            return;
        }
        let known = self.known_globals(program, callee);
        let mut found = state.regions.iter().filter_map(|(at, region)| {
            let block = region.block()?;
            let arena = match block.origin {
                Origin::Heap => Arena::Heap,
                Origin::Global(global) if !known.contains(&global) => Arena::Global(global),
                Origin::Slot(slot) => Arena::Slot(slot),
                _ => return None,
            };
            (block.set.is_none() && self.begins_with_node(state, block)).then_some((*at, arena))
        });
        let (Some((at, arena)), None) = (found.next(), found.next()) else { return };
        self.make_arena(state, at, arena);
    }

    fn make_arena(&self, state: &mut State, at: Sym, arena: Arena) {
        let Some(Region::Block(block)) = state.region_mut(at) else { return };
        block.origin = Origin::Part;
        state.arena = Some(arena);
    }

    /// The scope of the variable ends that parts are of: so do they. Where a structure of them began need not have been one of them.
    pub(crate) fn end_arena(&self, state: &mut State, slot: SlotId) {
        if state.arena != Some(Arena::Slot(slot)) {
            return;
        }
        state.arena = None;
        let all: Vec<Sym> = state.regions.iter().map(|(at, _)| *at).collect();
        for at in all {
            match state.region(at) {
                Some(Region::Block(block)) if block.origin == Origin::Part => state.bury(at),
                Some(Region::Checker(checker)) if self.has_parts(checker.definition) => {
                    state.take_region(at);
                }
                Some(Region::Segment(segment)) if self.has_parts(segment.definition) => {
                    state.take_region(at);
                }
                _ => {}
            }
        }
    }

    fn begins_with_node(&self, state: &State, block: &Block) -> bool {
        let small =
            i64::try_from(LARGEST).is_ok_and(|most| state.is_at_most(block.size, Term::constant(most)));
        small
            && self.nodes().any(|(rule, object)| {
                let Some(size) = node_size(state, rule, object, block) else { return false };
                let room = block.size.form().add_scaled(-1, &size);
                state.least(&size).is_some_and(|least| least >= i128::from(object.size))
                    && room.is_some_and(|room| state.least(&room).is_some_and(|least| least >= 0))
            })
    }

    /// The arena of what a function is given, or gives.
    pub(crate) fn arena_of(&self, program: &Program, function: FunctionId) -> Arena {
        if self.asks_system(program, function) { Arena::System } else { Arena::Given }
    }

    /// Why a function cannot be called by its contract where the arena is what it is.
    pub(crate) fn keeps_arena(
        &self,
        program: &Program,
        callee: FunctionId,
        state: &State,
        (required, ensured): (bool, bool),
    ) -> Result<(), &'static str> {
        let knows = |global: &GlobalId| self.known_globals(program, callee).contains(global);
        let asks = self.asks_system(program, callee) && (required || ensured);
        match &state.arena {
            None | Some(Arena::System) if asks => Ok(()),
            Some(_) if asks => {
                Err("the function asks `sbrk` for memory beside that of which parts are in use")
            }
            Some(Arena::Global(global)) if knows(global) => {
                Err("a function is called that knows the object by its name of which parts are in use")
            }
            Some(_) if ensured && !required => Err("the function may return parts of a second object"),
            _ => Ok(()),
        }
    }
}
