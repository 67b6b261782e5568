//! Global variables at the edges of a contract: they have values.
//!
//! A function with a contract begins in a state in which every global variable has some value, and so does its caller after the call. Whoever
//! calls it, and the function when it returns, must therefore have given each global that it knows a value; bytes that no member
//! takes up aside.

use ir::{FunctionId, GlobalId, Program};

use crate::Checkers;
use crate::cover::is_written;
use crate::heap::{Origin, Region, State};
use crate::transfer::is_constant;

impl Checkers {
    /// A global variable that a function knows, of which some part may have no value in a state.
    pub(super) fn valueless_global(
        &self,
        program: &Program,
        function: FunctionId,
        state: &State,
    ) -> Option<GlobalId> {
        let known = self.touched_globals(program, function);
        state.regions.iter().find_map(|(_, region)| {
            let Region::Block(block) = region else { return None };
            let Origin::Global(global) = block.origin else { return None };
            if !known.contains(&global) || is_constant(program, global) {
                return None;
            }
            let written = program.types.members(program.globals[global].ty).into_iter().all(|member| {
                let from = block.start.saturating_add_unsigned(member.start);
                is_written(block, from, block.start.saturating_add_unsigned(member.end))
            });
            (!written).then_some(global)
        })
    }
}
