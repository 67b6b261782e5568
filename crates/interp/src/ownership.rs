//! What a function that runs by itself owns, and what it must account for when it returns.
//!
//! It owns the blocks that its requires claim, and what it allocates. The other blocks it is given are
//! its caller's, who also still has the arguments, as far as the ensures speak of them. On return every block it
//! owns is claimed by the ensures, or belongs to what globals lead to, or is freed. What is left and can still be
//! reached from outside breaks the contract; what cannot is lost, and the search for leaks finds it.
//!
//! A function without a contract owns nothing it is given.

use std::collections::BTreeSet;

use ir::{FunctionId, Id, Program, Var};
use model::{ObjectId, ObjectKind, Reachable, SiteId, Step, Word};

use crate::calls::Passed;
use crate::machine::Interpreter;
use crate::stop::{Exec, Stop};

/// What the entry function was given.
#[derive(Debug, Default)]
pub(crate) struct Ownership {
    /// Where given blocks begin their life.
    pub site: Option<SiteId>,
    /// The given blocks.
    given: BTreeSet<ObjectId>,
    /// Those of them that the function owns.
    owned: BTreeSet<ObjectId>,
    /// The arguments that the caller still has.
    kept: Vec<Word>,
}

impl Interpreter<'_> {
    /// These blocks are there when the entry function is called, made at this site. Until it begins, they are its
    /// caller's.
    pub(crate) fn give(&mut self, blocks: Vec<ObjectId>, site: SiteId) {
        let held: Vec<Word> = blocks.iter().map(|id| self.memory.address_of(*id)).collect();
        self.memory.in_flight = held;
        self.memory.lent = blocks.iter().copied().collect();
        self.ownership =
            Ownership { site: Some(site), given: blocks.into_iter().collect(), ..Ownership::default() };
    }

    /// The entry function is about to begin: what the clauses have claimed is its own, the rest is not.
    pub(crate) fn hand_over(&mut self, args: &[Passed], claimed: &BTreeSet<ObjectId>) {
        let function = &self.program.functions[self.options.entry];
        let ensures = function.contract.as_ref().map(|contract| &contract.ensures);
        let keeps = |index: usize| match ensures {
            Some(ensures) => {
                ensures.iter().any(|clause| reads_parameter(self.program, clause.predicate, index))
            }
            None => true,
        };
        let kept: Vec<Word> = args
            .iter()
            .enumerate()
            .filter(|(index, _)| keeps(*index))
            .flat_map(|(_, passed)| self.words_of(passed))
            .collect();
        let ownership = &mut self.ownership;
        ownership.owned = ownership.given.intersection(claimed).copied().collect();
        let others: BTreeSet<ObjectId> = ownership.given.difference(claimed).copied().collect();
        ownership.kept.clone_from(&kept);
        self.memory.in_flight = kept;
        let held: Vec<Word> = others.iter().map(|id| self.memory.address_of(*id)).collect();
        self.memory.in_flight.extend(held);
        self.memory.lent = others;
    }

    /// The entry function returns this, and its clauses have claimed these objects. The caller has them now.
    pub(crate) fn give_back(&mut self, result: &Passed, claimed: &BTreeSet<ObjectId>) -> Exec<()> {
        let entry = self.options.entry;
        let mut outside = self.words_of(result);
        if self.program.functions[entry].contract.is_some() {
            let by_globals = self.memory.reachable(&[]);
            outside.extend(&self.ownership.kept);
            let named = self.memory.reachable(&outside);
            let left = self.left_over(claimed, &by_globals);
            if let Some(id) = left.into_iter().find(|id| named.contains(*id)) {
                return Err(self.unclaimed(id));
            }
        }
        let claimed: Vec<Word> = claimed.iter().map(|id| self.memory.address_of(*id)).collect();
        self.memory.in_flight.extend(outside);
        self.memory.in_flight.extend(claimed);
        Ok(())
    }

    /// The blocks that the function owns and nobody claims.
    fn left_over(&self, claimed: &BTreeSet<ObjectId>, by_globals: &Reachable) -> Vec<ObjectId> {
        let ownership = &self.ownership;
        let owns = |id: ObjectId| ownership.owned.contains(&id) || !ownership.given.contains(&id);
        self.memory
            .live_objects()
            .filter(|object| object.kind() == ObjectKind::Heap)
            .map(model::Object::id)
            .filter(|id| owns(*id) && !claimed.contains(id) && !by_globals.contains(*id))
            .collect()
    }

    fn unclaimed(&self, id: ObjectId) -> Box<Stop> {
        let function = &self.program.functions[self.options.entry];
        let what = self.memory.object(id).map_or_else(|| "memory".into(), |object| self.object_text(object));
        let message = format!("{what} is left on return that no `sw_ensures` claims");
        let returns = Step::new(self.span(), format!("`{}` returns here", function.name));
        Box::new(Stop::Breach {
            function: self.options.entry,
            span: function.end,
            message,
            steps: vec![returns],
        })
    }
}

/// Whether a clause speaks of a parameter.
fn reads_parameter(program: &Program, predicate: FunctionId, index: usize) -> bool {
    let Some(body) = &*program.functions[predicate].body else { return false };
    let Some(param) = body.params.get(index) else { return false };
    let local = match param {
        // What lives in memory is there to be looked at.
        Var::Slot(_) => return true,
        Var::Local(local) => *local,
    };
    debug_assert!(local.index() < body.locals.len());
    let mut found = false;
    let mut look = |operand: ir::Operand| found |= operand == ir::Operand::Local(local);
    for block in &body.blocks {
        block.stmts.iter().for_each(|stmt| stmt.operands(&mut look));
        block.terminator.operands(&mut look);
    }
    found
}
