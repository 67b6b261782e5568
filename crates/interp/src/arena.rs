//! The object that blocks lie in must not be one that the function knows by its name.
//!
//! A contract that claims blocks of an object (`sw_block`) hands them over: nobody else touches them. A function that names that object, or calls one
//! that does, has it from two sides, and what it does to it by name it does to its blocks. So such a contract does not hold.

use std::collections::BTreeSet;
use std::rc::Rc;

use ir::{Base, Callee, ConstValue, FunctionId, GlobalId, Operand, Program, StmtKind, Symbol};
use model::ObjectKind;

use crate::claims::Session;
use crate::machine::Interpreter;

/// The globals that a function, what it calls and its contract name; `None` if it calls what is not known.
pub(crate) type Named = Option<Rc<BTreeSet<GlobalId>>>;

impl Interpreter<'_> {
    /// Whether the blocks that were claimed are those of an object that a function knows by its name.
    pub(crate) fn knows_blocks_by_name(&mut self, function: FunctionId) -> bool {
        let object = self.sessions.last().and_then(Session::object_of_blocks);
        let kind = object.and_then(|id| self.memory.live(id)).map(model::Object::kind);
        let Some(ObjectKind::Global(global)) = kind else { return false };
        let program = self.program;
        let named = self.named.entry(function).or_insert_with(|| named(program, function));
        named.as_ref().is_none_or(|named| named.contains(&global))
    }
}

fn named(program: &Program, function: FunctionId) -> Named {
    let mut found = BTreeSet::new();
    let mut functions = vec![function];
    let contract = program.functions[function].contract.iter();
    functions.extend(contract.flat_map(|contract| {
        contract.requires.iter().chain(&contract.ensures).map(|clause| clause.predicate)
    }));
    let mut next = 0;
    while let Some(function) = functions.get(next) {
        next += 1;
        let Some(body) = &*program.functions[*function].body else { continue };
        let mut see = |operand: Operand| {
            if let Operand::Const(constant) = operand
                && let ConstValue::Address { symbol: Symbol::Global(global), .. } = constant.value
            {
                found.insert(global);
            }
        };
        body.blocks.iter().for_each(|block| block.terminator.operands(&mut see));
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            stmt.operands(&mut see);
        }
        for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
            if let StmtKind::Call(call) = &stmt.kind {
                match call.callee {
                    Callee::Function(callee) if functions.contains(&callee) => {}
                    Callee::Function(callee) => functions.push(callee),
                    Callee::Pointer(_) => return None,
                }
            }
            stmt.places(&mut |place| {
                if let Base::Global(global) = place.base {
                    found.insert(global);
                }
            });
        }
    }
    Some(Rc::new(found))
}
