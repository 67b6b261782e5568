//! Calls in the clauses of contracts, and what they claim.
//!
//! Each predicate that a clause calls claims the cells it reads, if it holds. Where clauses are looked into a claim is a pointer to the first of them; all that is reached from there is claimed, since
//! every link that the analysis follows is one of the predicate's. A clause that itself reads pointers from cells, and predicates that are not [understood](crate::checker), are given up.

use engine::{Checks, Cursor, Outcome};
use ir::{Argument, Call, Callee, Destination, FunctionId, Role};

use crate::ThreeValued;
use crate::checker::Checker;
use crate::contract::Mode;
use crate::kleene::members;
use crate::state::{Kind, Root, State, Value};

const SHARED: &str = "two structures that the contract claims may have cells in common";
const STRANGE: &str = "what this predicate of the contract claims is not understood";

impl ThreeValued {
    /// Whether a clause of a contract is being read here, and not what it calls.
    pub(crate) fn is_clause(&self, at: &Cursor<'_>) -> bool {
        let role = at.program.functions[at.point.function].role;
        self.mode.get() != Mode::Ordinary && matches!(role, Role::Clause { .. })
    }

    fn called_checker(&self, call: &Call) -> Option<&Checker> {
        match call.callee {
            Callee::Function(callee) => self.checkers.get(&callee),
            Callee::Pointer(_) => None,
        }
    }

    fn argument(&self, at: &Cursor<'_>, state: &State, call: &Call, index: usize) -> Value {
        match call.args.get(index) {
            Some(Argument::Value(operand)) => self.held(at, state, *operand),
            _ => Value::ANY,
        }
    }

    /// Whether a call is taken to hold, of something that it claims by that, or may hold or not.
    pub(crate) fn is_claim(&self, at: &Cursor<'_>, call: &Call, state: &State) -> bool {
        let Callee::Function(callee) = call.callee else { return false };
        if !self.is_clause(at) || !self.checkers.contains_key(&callee) {
            return false;
        }
        match (self.argument(at, state, call, 0), self.mode.get()) {
            (Value::Unclaimed(..) | Value::Cell(_) | Value::Inside(..), Mode::Claiming) => true,
            // It need not hold of what is shared or runs in a circle.
            (Value::Cell(_), _) => self.may_assert(at, call, callee, state).is_err(),
            _ => false,
        }
    }

    /// `list(x)` in a requires: it holds, and claims what `x` leads to, or does not.
    pub(crate) fn claim_by(
        &self,
        at: &Cursor<'_>,
        state: State,
        call: &Call,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let (Some(checker), Some(Destination::Local(dst))) = (self.called_checker(call), &call.dst) else {
            return self.lost(at, STRANGE);
        };
        let which = match (self.argument(at, &state, call, 0), self.mode.get()) {
            (Value::Unclaimed(which, _), _) => which,
            (Value::Cell(cell), Mode::Checking) => {
                let (root, value) = self.new_claim(at, &state, cell, checker)?;
                let mut holds = state.clone();
                holds.put(root, value);
                let mut states = self.bind(at, holds, *dst, Value::Known(1), out)?;
                states.extend(self.bind(at, state, *dst, Value::Known(0), out)?);
                return Ok(states);
            }
            // It was claimed before.
            _ => return self.bind(at, state, *dst, Value::ANY, out),
        };
        let from_null =
            |(_, parameter): &(u64, usize)| self.argument(at, &state, call, *parameter) == Value::Null;
        if !checker.backs.iter().all(from_null) {
            return self.lost(at, "the link back of the first cell is not said to be null");
        }
        let mut states = Vec::new();
        for state in self.or_lost(at, self.claim(&state, which, checker))? {
            states.extend(self.rebind(at, state, *dst, Value::Known(1), out)?);
        }
        states.extend(self.bind(at, state, *dst, Value::Known(0), out)?);
        Ok(states)
    }

    /// What a call claims, if a clause makes it that is looked into.
    pub(crate) fn claimed_by_call(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        callee: FunctionId,
        before: &State,
    ) -> Outcome<Option<(Root, Value)>> {
        let in_assertion = self.mode.get() == Mode::Ordinary && self.asserted.is_several(at.point.function);
        if !in_assertion && (self.mode.get() != Mode::Checking || !self.is_clause(at)) {
            return Ok(None);
        }
        let Some(checker) = self.checkers.get(&callee) else {
            let known = |argument: &Argument| match argument {
                Argument::Value(operand) => {
                    let is_pointer = at.program.types.is_pointer(self.type_of(at, *operand));
                    !is_pointer || self.held(at, before, *operand) == Value::Null
                }
                Argument::Object(_) => false,
            };
            return if call.args.iter().all(known) { Ok(None) } else { self.lost(at, STRANGE) };
        };
        match self.argument(at, before, call, 0) {
            Value::Cell(cell) => self.new_claim(at, before, cell, checker).map(Some),
            Value::Inside(..) => self.lost(at, STRANGE),
            _ => Ok(None),
        }
    }

    /// What a call on a cell claims.
    fn new_claim(
        &self,
        at: &Cursor<'_>,
        state: &State,
        cell: u8,
        checker: &Checker,
    ) -> Outcome<(Root, Value)> {
        let reached = |cell: u8| state.structure.row(self.vocabulary.path, usize::from(cell)).may;
        let sort = self.vocabulary.sort(checker.record);
        let members_of = sort.map_or(&[][..], |sort| &sort.members);
        let leads_back = |offset: u64| {
            let member = members_of.iter().find(|member| member.offset == offset);
            member.and_then(|member| member.pointer).map(|pointer| self.vocabulary.is_back(pointer.field))
        };
        let links = checker.links.iter().all(|link| leads_back(*link) == Some(false));
        let backs = checker.backs.iter().all(|(back, _)| leads_back(*back) == Some(true));
        let own = members(reached(cell)).all(|other| state.kinds[other] == Kind::Record(checker.record));
        if !links || !backs || !own {
            return self.lost(at, STRANGE);
        }
        let claims = || state.env.iter().filter(|(root, _)| matches!(root, Root::Claim(_)));
        let claimed = claims().filter_map(|(_, value)| value.cell()).fold(0, |set, cell| set | reached(cell));
        if claimed & reached(cell) != 0 {
            return self.lost(at, SHARED);
        }
        Ok((Root::Claim(claims().count() as u32), Value::Cell(cell)))
    }

    /// The answers to a question for a tree, which claims it where a clause that is looked into asks.
    pub(crate) fn claimed_tree(
        &self,
        at: &Cursor<'_>,
        state: State,
        call: &Call,
        certain: bool,
    ) -> Outcome<Vec<(Value, State)>> {
        let Callee::Function(callee) = call.callee else { return self.lost(at, STRANGE) };
        let claim = self.claimed_by_call(at, call, callee, &state)?;
        let Some((root, value)) = claim else {
            return Ok(vec![(if certain { Value::Known(1) } else { Value::ANY }, state)]);
        };
        let mut holds = state.clone();
        holds.put(root, value);
        let fails = (!certain).then_some((Value::Known(0), state));
        Ok([(Value::Known(1), holds)].into_iter().chain(fails).collect())
    }
}
