//! `realloc`: an object moves to a new place and grows or shrinks there.
//!
//! The new object has what the old one had, as far as it goes; what is beyond was never written. The old one is gone, and so are pointers
//! to it, even if the new address is the same. If there is no room, nothing happens.

use engine::{Checks, Cursor, Outcome};
use ir::{Call, Destination, Operand};
use logic::Form;

use super::lost;
use super::memory::open_dead;
use super::streams::is_opened;
use crate::Checkers;
use crate::heap::state::difference;
use crate::heap::{Block, Element, Origin, Region, Rest, Root, Run, State, Sym, Term, Tiling, Value};

impl Checkers {
    pub(super) fn realloc(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        call: &Call,
        (pointer, size): (Operand, Operand),
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let form = match self.operand(at, &mut state, size) {
            Value::Known(term) => term.form(),
            _ => Form::of(state.fresh().dim()),
        };
        let bytes = self.named(&mut state, &form);
        let Value::Known(old) = self.operand(at, &mut state, pointer) else {
            return self.unknown_free(at, out);
        };
        if old == Term::NULL {
            let (mut states, made) = self.allocated(state, bytes, Rest::Uninit);
            for state in &mut states {
                receive(state, call, Term::NULL);
            }
            states.extend(made.map(|(mut state, sym)| {
                receive(&mut state, call, Term::of(sym));
                state
            }));
            return Ok(states);
        }
        if self.least(&state, &bytes.form()).is_none_or(|least| least < 1) {
            return lost(at, "`realloc` may be asked for no bytes, which each library does in its own way");
        }
        let base = match old.base.map(|base| (base, state.region(base))) {
            Some((base, Some(Region::Block(block))))
                if block.origin == Origin::Heap
                    && block.start == old.offset
                    && !is_opened(at, &state, old) =>
            {
                base
            }
            Some((base, None)) if state.is_dead(base) => {
                open_dead(&state, out);
                return Ok(Vec::new());
            }
            Some((base, Some(Region::Checker(_) | Region::Segment(_)))) if old.offset == 0 => {
                // What may be null, or an object, is one of them first.
                let mut states = Vec::new();
                for case in self.unfold(&state, base) {
                    states.extend(self.realloc(at, case, call, (pointer, size), out)?);
                }
                return Ok(states);
            }
            _ => return self.unknown_free(at, out),
        };
        let (mut states, made) = self.allocated(state, bytes, Rest::Uninit);
        for state in &mut states {
            receive(state, call, Term::NULL);
        }
        let Some((state, new)) = made else { return Ok(states) };
        // It grows, or it shrinks.
        let Some(old_size) = state.block(base).map(|block| block.size) else { return Ok(states) };
        for (larger, smaller, grows) in [(bytes, old_size, true), (old_size, bytes, false)] {
            let mut case = state.clone();
            let more = i128::from(!grows);
            let form = difference(larger, smaller).and_then(|form| form.plus(-more));
            let possible = form.is_none_or(|form| {
                self.greatest(&case, &form).is_none_or(|most| most >= 0) && case.pure.guard_ge(&form)
            });
            if !possible {
                continue;
            }
            if self.move_bytes(&mut case, base, new, bytes, grows).is_none() {
                return lost(at, "it is not known what `realloc` moves here");
            }
            receive(&mut case, call, Term::of(new));
            states.push(case);
        }
        Ok(states)
    }

    /// Moves what an object holds to one of another size.
    fn move_bytes(&self, state: &mut State, from: Sym, to: Sym, size: Term, grows: bool) -> Option<()> {
        let block = state.block(from)?.clone();
        let mut tiling = Tiling::of(state, &self.with_padding(&block))?;
        let (start, end) = (block.start, size);
        for piece in &mut tiling.pieces {
            piece.from = piece.from.plus(start.checked_neg()?)?;
            piece.to = piece.to.plus(start.checked_neg()?)?;
        }
        let mut gone = Vec::new();
        if grows {
            let behind = tiling.pieces.last()?.to;
            tiling.pieces.push(Run { from: behind, to: end, each: Element::bytes(Rest::Uninit) });
        } else {
            let kept = tiling.cut(state, end)?;
            gone = tiling.pieces.split_off(kept);
        }
        // Nothing is lost with the old object but what was cut off.
        state.block_mut(from)?.runs.clear();
        self.end_object_for(state, from, Some(to));
        tiling.put_back(state.block_mut(to)?);
        self.spill(state, &gone);
        Some(())
    }

    /// A new heap block: the states in which there is none, and the one in which there is.
    pub(super) fn allocated(
        &self,
        mut state: State,
        bytes: Term,
        rest: Rest,
    ) -> (Vec<State>, Option<(State, Sym)>) {
        // Even an allocator that never fails may give null for no bytes, and has no block that is larger than all memory.
        let most = self.largest_object;
        let (least, greatest) = (self.least(&state, &bytes.form()), self.greatest(&state, &bytes.form()));
        let may_be_null = least.is_none_or(|least| least <= 0) || greatest.is_none_or(|bytes| bytes > most);
        let failed =
            if self.options.malloc_may_fail || may_be_null { vec![state.clone()] } else { Vec::new() };
        if least.is_some_and(|least| least > most) {
            return (failed, None);
        }
        if greatest.is_none_or(|bytes| bytes > most)
            && bytes
                .form()
                .negated()
                .and_then(|form| form.plus(most))
                .is_some_and(|room| !state.pure.guard_ge(&room))
        {
            return (failed, None);
        }
        let sym = state.fresh();
        state.add_region(sym, Region::Block(Block::new(bytes, Origin::Heap, rest)));
        (failed, Some((state, sym)))
    }
}

/// The result of a call.
pub(super) fn receive(state: &mut State, call: &Call, value: Term) {
    if let Some(Destination::Local(dst)) = call.dst {
        state.set_root(Root::Register(dst), Value::Known(value));
    }
}
