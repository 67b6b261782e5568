//! Where variables end: at the end of a block those nobody needs any more, at a return all of them.

use ir::BlockId;
use smallvec::SmallVec;

use crate::calls::RESULT_TRUTH;
use crate::code::{Exit, Param};
use crate::configuration::{Configuration, Holder, Root, Truth};
use crate::decide::Ground;
use crate::transfer::{Notes, cells_of};

impl Ground<'_> {
    /// Lets go of what the next block does not need. A variable that holds the last reference keeps it.
    pub(crate) fn needed(&self, mut known: Configuration, next: BlockId) -> Configuration {
        let is_live = |register: u32| self.code.live.contains(next, register);
        let dead: SmallVec<[u32; 4]> = known
            .index
            .counts()
            .filter_map(|(holder, _)| holder.as_register())
            .filter(|register| !is_live(*register))
            .collect();
        for register in dead {
            let temporary = self.code.temporary.get(register as usize).copied().unwrap_or(true);
            let others = known.index.held || known.index.counts().count() > 1;
            if temporary || !self.keep_dead && (others || known.index.freed) {
                known.index.set(Holder::register(register), 0);
            }
        }
        let lives = |root: Root| !matches!(root, Root::Register(register) if !is_live(register));
        known.facts.hits.retain(|e| lives(e.root));
        known.facts.misses.retain(|e| lives(e.root));
        known.facts.truths.retain(|truth| is_live(truth.0));
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
        let Exit::Return { register, slot, by_value, truth } = exit else { return };
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
        for mut case in cases {
            let kept = |root: Root| match root {
                Root::Global(_) => true,
                Root::Slot(_) => false,
                Root::Register(register) => self.code.params.iter().any(|param| {
                    matches!(param, Param::Register { register: formal, constant: true }
                        if *formal == register)
                }),
            };
            case.facts.hits.retain(|e| kept(e.root));
            case.facts.misses.retain(|e| kept(e.root));
            case.facts.truths.clear();
            if let Some(truth) = truth {
                case.learn(RESULT_TRUTH, truth);
            }
            notes.keep(stmt, case, out);
        }
    }
}
