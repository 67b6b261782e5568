//! `sbrk`: raw memory from the system.
//!
//! All that it gives is one object, the arena of whoever asks for some. It may give none. Asked for nothing, it tells where its memory ends: an address that
//! is nobody's. What gives memory back is not modelled.

use engine::{Checks, Cursor, Outcome};
use ir::{BinaryOp, Call, Destination, Operand};
use logic::Form;

use super::arena::Arena;
use crate::Checkers;
use crate::definition::LARGEST;
use crate::heap::{Block, Origin, Region, Rest, Root, State, Term, Value};
use crate::transfer::lost;

impl Checkers {
    /// `x = sbrk(n)`.
    pub(crate) fn system_memory(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        call: &Call,
        bytes: Operand,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        if !self.is_usable(at, &state, bytes, out) {
            return Ok(Vec::new());
        }
        let Value::Known(bytes) = self.operand(at, &mut state, bytes) else {
            return lost(at, "it is not known how much memory `sbrk` is asked for");
        };
        if !state.is_at_most(Term::NULL, bytes) {
            return lost(at, "`sbrk` may be given memory back here, which is not modelled");
        }
        if state.arena.is_some_and(|arena| arena != Arena::System) {
            return lost(at, "memory from `sbrk` is used beside parts of another object");
        }
        let Some(Destination::Local(dst)) = call.dst else {
            return lost(at, "memory from `sbrk` is not used");
        };
        state.arena = Some(Arena::System);
        let mut failed = state.clone();
        failed.set_root(Root::Register(dst), Value::Known(Term::constant(-1)));
        let mut outcomes = vec![failed];
        if !state.is_at_most(Term::constant(1), bytes) {
            outcomes.extend(
                self.numbers_hold(state.clone(), BinaryOp::Eq, bytes, Term::NULL).into_iter().map(
                    |mut nothing| {
                        let end = nothing.fresh();
                        nothing.set_root(Root::Register(dst), Value::of(end));
                        nothing
                    },
                ),
            );
            if !state.pure.guard_ge(&bytes.form().plus(-1).unwrap_or_else(|| Form::constant(0))) {
                return Ok(outcomes);
            }
        }
        let begin = state.fresh();
        let room = Form::constant(LARGEST).add_scaled(-1, &bytes.form());
        let gives = room.is_none_or(|room| state.pure.guard_ge(&room));
        state.guard_ne(Term::of(begin), Term::constant(-1));
        state.add_region(begin, Region::Block(Block::new(bytes, Origin::Part, Rest::Any)));
        state.set_root(Root::Register(dst), Value::of(begin));
        if let Some(round) = &mut state.round {
            round.grown = true;
        }
        outcomes.extend(gives.then_some(state));
        Ok(outcomes)
    }
}
