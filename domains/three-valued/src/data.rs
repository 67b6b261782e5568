//! The numbers in cells: order and flags.
//!
//! Where order is asked for, a number that is read from a cell becomes an individual of its own, equal in the order to the
//! cell, which stays what it is when the cell changes; a comparison of two such numbers is focused on, so that each branch knows its
//! outcome. A flag is one predicate for each of its values, and reading one decides them.
//!
//! `dle` compares what individuals *have*: variables' numbers, and cells the member that is compared. What has no number (another kind of
//! block, or a member that was never set) is below everything.

use engine::{Checks, Cursor, Outcome};
use ir::{BinaryOp, LocalId, Operand, TypeId};

use crate::ThreeValued;
use crate::difference::Change;
use crate::kleene::{Column, Kleene, members};
use crate::state::{Kind, State, Value};
use crate::structure::Binary;
use crate::vocabulary::Member;

impl ThreeValued {
    /// `x = y->d`, for a number d.
    pub(crate) fn load_number(
        &self,
        at: &Cursor<'_>,
        state: State,
        dst: LocalId,
        cell: usize,
        member: &Member,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let (mut states, mut rest) = (Vec::new(), Some(state));
        for (value, flag) in &member.flags {
            let Some(state) = rest else { break };
            let [holds, fails] = self.decide(state, *flag, cell);
            if let Some(state) = holds {
                states.extend(self.rebind(at, state, dst, Value::Known(*value), out)?);
            }
            rest = fails;
        }
        let Some(mut state) = rest else { return Ok(states) };
        let written = state.structure.unary(member.unset).get(cell) == Kleene::False;
        let number = (written && member.is_datum).then(|| self.add_number(&mut state, cell)).flatten();
        let value = number.map_or(Value::Any { written }, |number| Value::Number(number as u8));
        states.extend(self.rebind(at, state, dst, value, out)?);
        Ok(states)
    }

    /// `x->d = y`, for a number d.
    pub(crate) fn store_number(&self, state: &mut State, cell: usize, member: &Member, value: Value) {
        let unset = match value {
            Value::Uninit => Kleene::True,
            Value::Any { written: false } => Kleene::Unknown,
            _ => Kleene::False,
        };
        for (flag, predicate) in &member.flags {
            let is = match value {
                Value::Known(number) => (number == *flag).into(),
                Value::Uninit => Kleene::False,
                _ => Kleene::Unknown,
            };
            self.maintain(state, Change::Doubt(*predicate), cell, cell, |structure| {
                structure.unary_mut(*predicate).set(cell, is);
            });
        }
        state.structure.unary_mut(member.unset).set(cell, unset);
        if let Some(dle) = self.vocabulary.order.filter(|_| member.is_datum) {
            self.reorder(state, dle, cell, value);
        }
    }

    /// All numbers of a cell are 0.
    pub(crate) fn zero_numbers(&self, state: &mut State, cell: usize, members: &[Member]) {
        for member in members.iter().filter(|member| member.pointer.is_none()) {
            self.store_number(state, cell, member, Value::Known(0));
        }
    }

    /// The number of a cell is another one.
    fn reorder(&self, state: &mut State, dle: Binary, cell: usize, value: Value) {
        let missing = self.have_none(state);
        self.maintain(state, Change::Reorder(dle), cell, cell, |structure| {
            let universe = structure.universe();
            let (row, column) = match value {
                Value::Number(like) => {
                    let like = usize::from(like);
                    (structure.row(dle, like), structure.column(dle, like))
                }
                Value::Uninit => (Column::exactly(universe), missing),
                _ => (Column::all(Kleene::Unknown, universe), Column::all(Kleene::Unknown, universe)),
            };
            *structure.row_mut(dle, cell) = row;
            for other in members(universe) {
                structure.set_pair(dle, other, cell, column.get(other));
            }
            structure.set_pair(dle, cell, cell, Kleene::True);
        });
    }

    /// A new individual has no number yet.
    pub(crate) fn place_lowest(&self, state: &mut State, cell: usize) {
        let Some(dle) = self.vocabulary.order else { return };
        let missing = self.have_none(state);
        let universe = state.structure.universe();
        *state.structure.row_mut(dle, cell) = Column::exactly(universe);
        for other in members(universe & !(1 << cell)) {
            state.structure.set_pair(dle, other, cell, missing.get(other));
        }
    }

    /// Which individuals have no number to compare.
    fn have_none(&self, state: &State) -> Column {
        let mut column = Column::FALSE;
        for (individual, kind) in state.kinds.iter().enumerate() {
            let none = match kind {
                Kind::Number => Kleene::False,
                Kind::Record(record) => {
                    let members = self.vocabulary.sort(*record).map_or(&[][..], |sort| &sort.members);
                    let datum = members.iter().find(|member| member.is_datum);
                    datum.map_or(Kleene::True, |datum| state.structure.unary(datum.unset).get(individual))
                }
                Kind::Raw { .. } | Kind::Bytes { .. } => Kleene::True,
            };
            column.set(individual, none);
        }
        column
    }

    /// An individual for the number of a cell.
    pub(crate) fn add_number(&self, state: &mut State, cell: usize) -> Option<usize> {
        let dle = self.vocabulary.order?;
        let number = self.allocate(state, Kind::Number)?;
        let (row, column) = (state.structure.row(dle, cell), state.structure.column(dle, cell));
        *state.structure.row_mut(dle, number) = row;
        for other in members(state.structure.universe()) {
            state.structure.set_pair(dle, other, number, column.get(other));
        }
        for (a, b) in [(number, number), (number, cell), (cell, number)] {
            state.structure.set_pair(dle, a, b, Kleene::True);
        }
        Some(number)
    }

    /// The cases of a comparison of two numbers, each with its answer.
    pub(crate) fn compare_numbers(
        &self,
        state: State,
        op: BinaryOp,
        a: usize,
        b: usize,
    ) -> Vec<(State, bool)> {
        let cases = |state: State, a: usize, b: usize| {
            let order = self.vocabulary.order;
            order.map_or(Vec::new(), |dle| self.decide_pair(state, dle, a, b))
        };
        let negated = |cases: Vec<(State, bool)>| cases.into_iter().map(|(state, is)| (state, !is)).collect();
        match op {
            BinaryOp::Le => cases(state, a, b),
            BinaryOp::Gt => negated(cases(state, a, b)),
            BinaryOp::Ge => cases(state, b, a),
            BinaryOp::Lt => negated(cases(state, b, a)),
            _ => {
                let mut equal = Vec::new();
                for (state, at_most) in cases(state, a, b) {
                    let both = cases(state, b, a).into_iter().map(|(state, least)| (state, at_most && least));
                    equal.extend(both);
                }
                if op == BinaryOp::Eq { equal } else { negated(equal) }
            }
        }
    }

    /// The cases of a pair of single individuals.
    fn decide_pair(&self, state: State, predicate: Binary, a: usize, b: usize) -> Vec<(State, bool)> {
        match state.structure.pair(predicate, a, b) {
            Kleene::Unknown => [true, false]
                .into_iter()
                .filter_map(|value| {
                    let mut state = state.clone();
                    state.structure.set_pair(predicate, a, b, value.into());
                    self.coerce(&mut state, false, true).then_some((state, value))
                })
                .collect(),
            value => vec![(state, value == Kleene::True)],
        }
    }

    /// The answer of a comparison with the least or the greatest number of a type, if that decides it.
    pub(crate) fn compare_bounds(
        &self,
        at: &Cursor<'_>,
        op: BinaryOp,
        (a, x): (Operand, Value),
        (b, y): (Operand, Value),
    ) -> Option<bool> {
        let range = |operand: Operand, value: Value| match value {
            Value::Known(number) => Some((i128::from(number), i128::from(number))),
            Value::Number(_) | Value::Any { written: true } => {
                let types = &at.program.types;
                let ty = self.type_of(at, operand);
                let (bits, signed) = types.integer(ty).filter(|_| !types.is_pointer(ty))?;
                let most = 1i128 << (bits.min(64) - u16::from(signed));
                (bits <= 64).then(|| (if signed { -most } else { 0 }, most - 1))
            }
            _ => None,
        };
        let ((least, most), (low, high)) = (range(a, x)?, range(b, y)?);
        match op {
            BinaryOp::Le if most <= low => Some(true),
            BinaryOp::Le if least > high => Some(false),
            BinaryOp::Ge if least >= high => Some(true),
            BinaryOp::Ge if most < low => Some(false),
            BinaryOp::Lt if most < low => Some(true),
            BinaryOp::Lt if least >= high => Some(false),
            BinaryOp::Gt if least > high => Some(true),
            BinaryOp::Gt if most <= low => Some(false),
            _ => None,
        }
    }

    /// Whether every number of a type is the same one in another.
    pub(crate) fn keeps_numbers(&self, at: &Cursor<'_>, from: TypeId, to: TypeId) -> bool {
        let types = &at.program.types;
        let number = |ty| types.integer(ty).filter(|_| !types.is_pointer(ty));
        match (number(from), number(to)) {
            (Some((bits, signed)), Some((wide, also))) => match (signed, also) {
                (true, true) | (false, false) => bits <= wide,
                (false, true) => bits < wide,
                (true, false) => false,
            },
            _ => false,
        }
    }
}
