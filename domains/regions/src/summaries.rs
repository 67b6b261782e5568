//! Calls and returns of the interprocedural analysis.
//!
//! A configuration that comes to a call waits for the exits of the callee's context, and goes on behind the call with each
//! of them, as they come.

use ir::FunctionId;

use crate::calls::Crossing;
use crate::code::{CallOp, Code, Op, Reached};
use crate::configuration::Configuration;
use crate::contexts::{Stop, Waiting};
use crate::decide::Ground;
use crate::kept::Bytes;
use crate::tabulate::Tabulation;
use crate::transfer::Notes;

impl<'a> Tabulation<'a> {
    /// A function returns.
    pub(crate) fn exit(&mut self, context: u32, exit: Configuration) {
        let table = &mut self.contexts[context as usize];
        let bytes = Bytes::of(&exit);
        let known = table.exits.iter().copied().find(|known| self.store.is_alike(*known, &bytes));
        let (function, exit) = if let Some(known) = known {
            if !self.store.join(known, &bytes, &exit.facts) {
                return;
            }
            (table.function, self.store.get(known))
        } else {
            table.exits.push(self.store.keep(&bytes));
            (table.function, exit)
        };
        if table.is_birth {
            self.born_in(function, &exit);
        } else {
            // Whoever comes to wait meanwhile is told of all exits at once.
            for number in 0..table.waiting.len() {
                let Waiting { at, known } = self.contexts[context as usize].waiting[number];
                let known = self.store.get(known);
                self.go_on(function, at, &known, &exit);
            }
        }
    }

    /// What was at a call goes on behind it with one exit of the callee.
    fn go_on(&mut self, callee: FunctionId, waiting: Stop, known: &Configuration, exit: &Configuration) {
        let context = &self.contexts[waiting.context as usize];
        let (code, block) = (self.code(context.function), context.items[waiting.item as usize].block);
        let (stmt, Op::Call(number)) = &code.ops(block)[waiting.op as usize] else { return };
        let call = &code.calls[*number as usize];
        let crossing = self.crossing(code, call, callee);
        let (mut kept, mut notes) = (Vec::new(), Notes::default());
        let Some(next) = crossing.resume(known, exit) else { return };
        notes.keep(*stmt, next, &mut kept);
        self.note(waiting.context, waiting.item, block, notes);
        for mut next in kept {
            crossing.nothing_made(&mut next);
            self.arrive(waiting.context, block, waiting.op + 1, &next, Some(waiting.item));
        }
    }

    /// A block that came to be in a function goes on in all its callers.
    fn born_in(&mut self, callee: FunctionId, exit: &Configuration) {
        let n_callers = self.callers.get(callee).map_or(0, Vec::len);
        for number in 0..n_callers {
            let Some((caller, block, op)) = self.callers.get(callee).map(|callers| callers[number]) else {
                return;
            };
            let code = self.code(caller);
            let (stmt, Op::Call(number)) = &code.ops(block)[op as usize] else { continue };
            let crossing = self.crossing(code, &code.calls[*number as usize], callee);
            if let Some(known) = crossing.deliver(exit) {
                self.begin(caller, block, op, *stmt, known);
            }
        }
    }

    pub(crate) fn crossing(&self, caller: &'a Code, call: &'a CallOp, callee: FunctionId) -> Crossing<'a> {
        Crossing {
            caller: self.ground(caller),
            callee: self.code(callee),
            call,
            passage: self.points.passage(caller.function, call.block, call.stmt, callee),
        }
    }

    /// Takes a configuration through a call.
    pub(crate) fn call(
        &mut self,
        ground: &Ground<'a>,
        (context, item, op): (u32, u32, u32),
        call: &'a CallOp,
        known: &Configuration,
        out: &mut Vec<Configuration>,
        notes: &mut Notes,
    ) {
        if let Some(why) = self.escapes(ground, call, known) {
            return notes.lose(call.stmt, &why);
        }
        if call.unknown.is_some() {
            Ground::pass_over(call, known.clone(), out, notes);
        }
        for reached in &call.reached {
            match reached {
                Reached::Library(effect, site) => {
                    ground.library(call, (*effect, *site), known.clone(), out, notes);
                }
                Reached::Body(callee) => {
                    let crossing = self.crossing(ground.code, call, *callee);
                    let Some(entry) = crossing.enter(known) else {
                        // What never comes back leaves nothing to go on with.
                        if !crossing.callee.returns {
                            continue;
                        }
                        let from = out.len();
                        Ground::pass_over(call, known.clone(), out, notes);
                        out[from..].iter_mut().for_each(|next| crossing.nothing_made(next));
                        continue;
                    };
                    let Some(inner) = self.entry(*callee, entry) else {
                        notes.lose(call.stmt, "a function is called in too many ways");
                        continue;
                    };
                    let spot = Stop { context, item, op };
                    let table = &mut self.contexts[inner as usize];
                    if table.wait(&mut self.store, spot, &Bytes::of(known)) {
                        for number in 0..table.exits.len() {
                            let exit = self.store.get(self.contexts[inner as usize].exits[number]);
                            self.go_on(*callee, spot, known, &exit);
                        }
                    }
                }
            }
        }
    }

    /// Why nothing is claimed of a block after a call, if so.
    fn escapes(&self, ground: &Ground<'_>, call: &CallOp, known: &Configuration) -> Option<String> {
        let nodes = || known.index.counts().filter_map(|(holder, _)| Some(holder.as_cell()?.node));
        if nodes().any(|node| call.by_value.contains(&node)) {
            return Some("a structure with pointers is passed by value".into());
        }
        let passed = |args: &[Option<u32>]| args.iter().flatten().any(|arg| known.index.holds(*arg));
        let stranger = call.reached.iter().find_map(|reached| match reached {
            Reached::Body(callee) => {
                let code = self.code(*callee);
                let unnamed = call.args.get(code.params.len()..).is_some_and(passed);
                (code.summary.strangers || unnamed).then(|| self.program.functions[*callee].name.clone())
            }
            Reached::Library(..) => None,
        });
        let name = call.unknown.clone().or(stranger)?;
        let marks = |node: u32| ground.points.object(node).marks;
        let exposed = nodes().any(|node| marks(node).shared || marks(node).external);
        let handed = call.unknown.is_some() && passed(&call.args)
            || call.reached.iter().any(|reached| match reached {
                Reached::Body(callee) => call.args.get(self.code(*callee).params.len()..).is_some_and(passed),
                Reached::Library(..) => false,
            });
        (exposed || handed).then(|| format!("it is not known what `{name}` does with a block"))
    }
}
