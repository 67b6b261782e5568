//! Decisions that nobody sees: whether what was found rests on one.
//!
//! A callee may keep a block or not, by a flag in a structure or by what a table has in it already. If its result says which, the caller is to look
//! at it; if not, the caller has to know otherwise, and the two cannot be told apart here. What was found on a way through such a
//! call is worth less than what is found on a way that is the function's own.

use crate::calls::RESULT_TRUTH;
use crate::code::Op;
use crate::configuration::Configuration;
use crate::contexts::Stop;
use crate::tabulate::Found;
use crate::truth::Truth;
use crate::{Analysis, Event};

impl Analysis<'_> {
    /// Whether some call on the way to what was found did with the block what it might as well not have done, and did not say so.
    pub(crate) fn is_decided_out_of_sight(&self, found: &Found) -> bool {
        // What a function is to do with what it is given only its callers know.
        if found.event == Event::Leak && found.known.index.site == 0 {
            return true;
        }
        let items = &self.work.contexts[found.context as usize].items;
        let mut at = found.item;
        for _ in 0..=items.len() {
            let Some(item) = items.get(at as usize) else { break };
            let Some(from) = item.from() else { break };
            if let Some(op) = item.op.checked_sub(1) {
                let behind = self.work.store.get(item.known);
                if self.is_hidden(Stop { context: found.context, item: from, op }, &behind) {
                    return true;
                }
            }
            at = from;
        }
        false
    }

    /// Whether a call may have left the block in another way without saying so by its result.
    fn is_hidden(&self, call: Stop, behind: &Configuration) -> bool {
        let work = &self.work;
        let context = &work.contexts[call.context as usize];
        let code = work.code(context.function);
        let block = context.items[call.item as usize].block;
        let (_, Op::Call(number)) = &code.ops(block)[call.op as usize] else { return false };
        for callee in &work.contexts {
            for waiting in callee.waiting.iter().filter(|waiting| waiting.at == call) {
                let crossing = work.crossing(code, &code.calls[*number as usize], callee.function);
                let known = work.store.get(waiting.known);
                let (mut so, mut otherwise) = (Vec::new(), Vec::new());
                for exit in &callee.exits {
                    let exit = work.store.get(*exit);
                    let result = exit.truth(RESULT_TRUTH);
                    match crossing.resume(&known, &exit) {
                        Some(next) if next.index == behind.index => so.push(result),
                        Some(_) => otherwise.push(result),
                        None => {}
                    }
                }
                let is_told = |result: &Option<Truth>| otherwise.iter().all(|other| differ(*result, *other));
                if !so.is_empty() && !so.iter().any(is_told) {
                    return true;
                }
            }
        }
        false
    }
}

/// Whether what is known of two results tells them apart.
fn differ(one: Option<Truth>, two: Option<Truth>) -> bool {
    matches!((one, two), (Some(one), Some(two)) if one.meet(two).is_none())
}
