//! Where variables end: at the end of a block those nobody needs any more, at a return all of them.

use ir::BlockId;
use smallvec::SmallVec;

use crate::calls::RESULT_TRUTH;
use crate::code::{Exit, Return};
use crate::configuration::{Configuration, Holder, Root};
use crate::decide::Ground;
use crate::transfer::{Notes, cells_of};
use crate::truth::Truth;

impl Ground<'_> {
    /// Lets go of what the next block does not need. A variable that holds the last reference keeps it.
    pub(crate) fn needed(&self, mut known: Configuration, next: BlockId) -> Configuration {
        let is_live = |register: u32| self.code.live.contains(next, register);
        let is_temporary =
            |register: u32| self.code.temporary.get(register as usize).copied().unwrap_or(true);
        let mut dead: SmallVec<[(bool, u32); 4]> = known
            .index
            .counts()
            .filter_map(|(holder, _)| holder.as_register())
            .filter(|register| !is_live(*register))
            .map(|register| (!is_temporary(register), register))
            .collect();
        // Intermediate values go first, so that a variable is the last to hold it.
        dead.sort_unstable();
        for (variable, register) in dead {
            let others = known.index.held || known.index.counts().count() > 1;
            if !variable || !self.keep_dead && (others || known.index.freed) {
                known.index.set(Holder::register(register), 0);
            }
        }
        let lives = |root: Root| !matches!(root, Root::Register(register) if !is_live(register));
        known.facts.hits.retain(|e| lives(e.root));
        known.facts.misses.retain(|e| lives(e.root));
        known.facts.truths.retain(|truth| is_live(truth.0) || self.code.param_in(truth.0).is_some());
        known
    }

    /// The function returns: its variables are gone.
    pub(crate) fn leave(
        &self,
        mut known: Configuration,
        exit: &Exit,
        stmt: u32,
        out: &mut Vec<Configuration>,
        notes: &mut Notes,
    ) {
        let Exit::Return(Return { register, slot, by_value, truth, changed }) = exit else { return };
        if slot.is_none() && by_value.is_some_and(|node| cells_of(&known, node).next().is_some()) {
            return notes.lose(stmt, "a structure with pointers is returned by value");
        }
        let returned = register.is_some_and(|register| known.index.holds(register));
        let known_of = |register: u32| known.truth(register);
        let truth = truth.or(register.and_then(known_of)).or(returned.then_some(Truth::Nonzero));
        let registers: SmallVec<[u32; 8]> =
            known.index.counts().filter_map(|(holder, _)| holder.as_register()).collect();
        known.index.set(Holder::RESULT, u8::from(returned));
        registers.into_iter().for_each(|register| known.index.set(Holder::register(register), 0));
        let mut cases = vec![known];
        for number in (0..self.code.slots.len() as u32).filter(|number| Some(*number) != *slot) {
            if cases.iter().all(|case| cells_of(case, self.code.slots[number as usize].node).next().is_none())
            {
                continue;
            }
            let mut after = Vec::new();
            for case in cases {
                self.end_of_slot(case, number, &mut |case| after.push(case));
            }
            cases = after;
        }
        // What still holds what the caller gave means something to the caller.
        let is_given =
            |register: u32| self.code.param_in(register).is_some_and(|number| !changed.contains(number));
        let kept = |root: Root| match root {
            Root::Global(_) => true,
            Root::Slot(_) => false,
            Root::Register(register) => is_given(register),
        };
        for mut case in cases {
            case.facts.hits.retain(|e| kept(e.root));
            case.facts.misses.retain(|e| kept(e.root));
            case.facts.truths.retain(|(register, _)| is_given(*register));
            if let Some(truth) = truth {
                case.learn(RESULT_TRUTH, truth);
            }
            notes.keep(stmt, case, out);
        }
    }
}
