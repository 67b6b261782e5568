//! Calls of functions without a body.

use crate::code::{CallOp, Filled, Outcome};
use crate::configuration::{Configuration, Expression, Holder, Root};
use crate::decide::{Ground, apart};
use crate::library::Effect;
use crate::transfer::{Event, Notes, cells_of};
use crate::truth::Truth;

/// The most bytes of a pointer.
const WORD: i64 = 8;

impl Ground<'_> {
    /// A call that cannot touch the block: its result is no reference to it.
    pub(crate) fn pass_over(
        call: &CallOp,
        mut known: Configuration,
        out: &mut Vec<Configuration>,
        notes: &mut Notes,
    ) {
        if let Some(dst) = call.dst {
            known.set_register(dst, false);
            if call.outcome == Outcome::Nonzero {
                known.learn(dst, Truth::Nonzero);
            }
        }
        notes.keep(call.stmt, known, out);
    }

    /// A call of a library function; what nobody knows was dealt with before.
    pub(crate) fn library(
        &self,
        call: &CallOp,
        (effect, site): (Effect, u32),
        mut known: Configuration,
        out: &mut Vec<Configuration>,
        notes: &mut Notes,
    ) {
        let first = call.args.first().copied().flatten();
        let reads = !matches!(effect, Effect::Frees | Effect::Reallocates | Effect::Ends | Effect::Unknown);
        if reads && call.args.iter().any(|arg| known.is_used_freed(*arg)) {
            // It may only print the address.
            known.facts.sure = false;
            notes.events.push((Event::UseAfterFree, call.stmt, known.clone()));
        }
        if call.filled.iter().any(|filled| self.is_overwritten(&known, filled)) {
            return notes.lose(call.stmt, "a function of the library may overwrite a pointer");
        }
        match (effect, first) {
            (Effect::Ends | Effect::Unknown, _) => {}
            (Effect::Reads, _) | (_, None) => Self::pass_over(call, known, out, notes),
            (Effect::Frees, Some(pointer)) => self.free(known, pointer, site, call.stmt, out, notes),
            (Effect::Allocates, Some(_)) => {
                if let Some(dst) = call.dst {
                    known.set_register(dst, false);
                    self.nothing_in(&mut known, dst);
                }
                notes.keep(call.stmt, known, out);
            }
            (Effect::ReturnsFirst, Some(pointer)) => {
                if let Some(dst) = call.dst.filter(|_| known.index.holds(pointer)) {
                    let mut found = known.clone();
                    found.set_register(dst, true);
                    notes.keep(call.stmt, found, out);
                }
                Self::pass_over(call, known, out, notes);
            }
            (Effect::Reallocates, Some(pointer)) => self.reallocate(call, pointer, site, known, out, notes),
        }
    }

    /// Whether references to the block may lie in bytes that are written.
    fn is_overwritten(&self, known: &Configuration, filled: &Filled) -> bool {
        let folding = &self.points.object(filled.node).folding;
        cells_of(known, filled.node).filter_map(Holder::as_cell).any(|cell| {
            let apart = cell.offset >= filled.end || cell.offset + WORD <= filled.start;
            !apart || folding.is_repeated(cell.offset) || folding.is_repeated(filled.start)
        })
    }

    /// `realloc`: the block is freed and its contents are in another one, or nothing happens and the result is null.
    fn reallocate(
        &self,
        call: &CallOp,
        pointer: u32,
        site: u32,
        known: Configuration,
        out: &mut Vec<Configuration>,
        notes: &mut Notes,
    ) {
        if known.is_used_freed(Some(pointer)) {
            notes.events.push((Event::DoubleFree, call.stmt, known.clone()));
            return notes.events.push((Event::UseAfterFree, call.stmt, known));
        }
        if !call.some_bytes {
            notes.lose(
                call.stmt,
                "`realloc` may be asked for no bytes, which each library does in its own way",
            );
        }
        let root = Root::Register(pointer);
        let node = self.place(root).node;
        let mut moved = known.clone();
        // Pointers in the block are somewhere else now, in the same region.
        let stays = |e: &Expression| {
            self.region(*e).as_cell().is_none_or(|cell| cell.node != node)
                || apart(&known, *e, Some(root), None)
        };
        moved.facts.hits.retain(|e| stays(e) && e.root != root);
        moved.facts.misses.retain(|e| e.root != root);
        if known.index.holds(pointer) {
            moved.index.freed = true;
            moved.facts.freed_at = site;
        }
        let mut failed = known.clone();
        for (next, truth) in [(&mut moved, Truth::Nonzero), (&mut failed, Truth::Zero)] {
            if let Some(dst) = call.dst {
                next.set_register(dst, false);
                next.learn(dst, truth);
            }
        }
        notes.keep(call.stmt, moved, out);
        notes.keep(call.stmt, failed, out);
    }
}
