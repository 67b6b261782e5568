//! How a block got to where something befell it: the blocks of code on the way, and the calls it came back from.

use ir::{BlockId, FunctionId};

use crate::Analysis;
use crate::code::Op;
use crate::contexts::Stop;
use crate::tabulate::Found;

/// A part of the way through a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// The function.
    pub function: FunctionId,
    /// The block of its code.
    pub block: BlockId,
    /// The call behind which it goes on, if it does not begin with the block.
    pub behind: Option<Behind>,
}

/// A call that a block of the heap comes back from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Behind {
    /// The statement.
    pub stmt: u32,
    /// What the callee had to do with the block of the heap.
    pub role: Role,
}

/// What a callee has to do with a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// It comes from there.
    Made,
    /// It was passed.
    Given,
    /// It can be reached from there.
    Reaches,
}

impl Analysis<'_> {
    /// The way to what was found, first stage first.
    pub(crate) fn way(&self, found: &Found) -> Vec<Stage> {
        let context = &self.work.contexts[found.context as usize];
        let code = self.work.code(context.function);
        let mut way = Vec::new();
        let mut at = context.items.get(found.item as usize);
        while let Some(item) = at {
            let op = item.op.checked_sub(1);
            let called = op.and_then(|op| match &code.ops(item.block)[op as usize] {
                (stmt, Op::Call(_)) => Some((op, *stmt)),
                _ => None,
            });
            let behind = called.map(|(op, stmt)| {
                let role = match item.from() {
                    None => Role::Made,
                    Some(from) if self.is_given(Stop { context: found.context, item: from, op }) => {
                        Role::Given
                    }
                    Some(_) => Role::Reaches,
                };
                Behind { stmt, role }
            });
            way.push(Stage { function: context.function, block: BlockId(item.block), behind });
            at = item.from().and_then(|from| context.items.get(from as usize));
            if way.len() > context.items.len() {
                break;
            }
        }
        way.reverse();
        way
    }

    /// Whether a call passes the block itself.
    fn is_given(&self, call: Stop) -> bool {
        let work = &self.work;
        let context = &work.contexts[call.context as usize];
        let code = work.code(context.function);
        let block = context.items[call.item as usize].block;
        let (_, Op::Call(number)) = &code.ops(block)[call.op as usize] else { return false };
        let args = &code.calls[*number as usize].args;
        let waiting = work.contexts.iter().flat_map(|callee| &callee.waiting);
        waiting.filter(|waiting| waiting.at == call).any(|waiting| {
            let known = work.store.get(waiting.known);
            args.iter().flatten().any(|arg| known.index.holds(*arg))
        })
    }
}
