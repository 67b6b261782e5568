//! Sums of what cells hold.
//!
//! Where a program adds up an integer field of a list's cells, each segment has two more numbers: the sum of the
//! field over its cells, and its value in the first of them. Sums move with the cells as counters do; the first
//! value says what a sum loses when the first cell leaves its segment, and what it gains when it is written. Which
//! field is added up is found in the text of the program, so that others cost nothing.

use ir::{BinaryOp, LocalId, Operand, Program, RecordId, Rvalue, StmtKind, TypeKind};
use logic::{Bounds, Dim, Linear};

use crate::Lengths;
use crate::integers::range;
use crate::names::{CellField, FamilyId, Number};
use crate::operand::Held;
use crate::state::{Segment, State};

impl Lengths {
    /// The sum and the first value of a segment, if its list type has them.
    pub(crate) fn sums(&self, segment: &Segment) -> Option<(Dim, Dim)> {
        let field = self.names.family(segment.family).summed?;
        let of = |number: fn(FamilyId, usize, crate::vrv::Vrv) -> Number| {
            self.names.dim(number(segment.family, field, segment.vrv.clone()))
        };
        Some((of(Number::Sum), of(Number::First)))
    }

    /// The numbers of a segment: its counter, and its sum and first value if it has them.
    pub(crate) fn numbers_of(&self, segment: &Segment) -> Vec<Dim> {
        let sums = self.sums(segment).into_iter().flat_map(|(sum, first)| [sum, first]);
        std::iter::once(self.counter(segment)).chain(sums).collect()
    }

    /// A new segment of one cell of which nothing is known, or of any number.
    pub(crate) fn add_sums(&self, state: &mut State, segment: &Segment, single: bool) {
        let Some((sum, first)) = self.sums(segment) else { return };
        state.numbers.add(first);
        if single {
            state.numbers.add_equal(sum, &Linear::from(first));
        } else {
            state.numbers.add(sum);
        }
    }

    /// The first cell leaves a segment of which the rest gets another name.
    pub(crate) fn divide_sums(&self, state: &mut State, head: &Segment, rest: &Segment) {
        let (Some((sum, first)), Some((other, next))) = (self.sums(head), self.sums(rest)) else { return };
        state.numbers.add_equal(other, &(Linear::from(sum) - Linear::from(first)));
        state.numbers.add(next);
        state.numbers.assign(&[(sum, Linear::from(first))]);
    }

    /// A segment surely has one cell only. Whether that can be.
    pub(crate) fn single_sums(&self, state: &mut State, segment: &Segment) -> bool {
        self.sums(segment)
            .is_none_or(|(sum, first)| state.numbers.meet_eq(&(Linear::from(sum) - Linear::from(first))))
    }

    /// The rest of a segment is gone.
    pub(crate) fn lose_rest(&self, state: &mut State, segment: &Segment) {
        if let Some((sum, first)) = self.sums(segment) {
            state.numbers.assign(&[(sum, Linear::from(first))]);
        }
    }

    /// What the first cell of a segment holds is not known any more, and the sum is what it was.
    pub(crate) fn forget_first(&self, state: &mut State, segment: &Segment) {
        if let Some((_, first)) = self.sums(segment) {
            state.numbers.forget(first);
        }
    }

    /// More cells come to a segment, or its cells are not known any more.
    pub(crate) fn forget_sums(&self, state: &mut State, segment: &Segment) {
        if let Some((sum, first)) = self.sums(segment) {
            state.numbers.forget(sum);
            state.numbers.forget(first);
        }
    }

    /// Segments become one, under the name of the first for now. The names to change.
    pub(crate) fn merge_sums(
        &self,
        state: &mut State,
        group: &[&Segment],
        merged: &Segment,
    ) -> Vec<(Dim, Dim)> {
        let dims: Vec<(Dim, Dim)> = group.iter().filter_map(|segment| self.sums(segment)).collect();
        let (Some((sum, first)), Some(names)) = (dims.first().copied(), self.sums(merged)) else {
            return Vec::new();
        };
        if group.len() > 1 {
            let all = dims.iter().fold(Linear::constant(0), |all, (sum, _)| all + Linear::from(*sum));
            state.numbers.assign(&[(sum, all)]);
            let nested = group.windows(2).all(|pair| pair[0].vrv.is_subset(&pair[1].vrv));
            if !nested || !self.has_cells(state, group[0]) {
                state.numbers.forget(first);
            }
            let rest: Vec<Dim> = dims[1..].iter().flat_map(|(sum, first)| [*sum, *first]).collect();
            state.numbers.remove_all(&rest);
        }
        vec![(sum, names.0), (first, names.1)]
    }

    /// The field that is added up is written in the first cell of a segment: with a value, or with any.
    pub(crate) fn write_summed(&self, state: &mut State, segment: &Segment, value: Option<&Linear>) {
        let Some((sum, first)) = self.sums(segment) else { return };
        let others = Linear::from(sum) - Linear::from(first);
        match value.and_then(|value| others.add_scaled(1, value).map(|sum| (sum, value))) {
            Some((all, value)) => state.numbers.assign(&[(sum, all), (first, value.clone())]),
            None => {
                state.numbers.assign(&[(sum, others)]);
                state.numbers.forget(first);
                state.numbers.assign(&[(sum, Linear::from(sum) + Linear::from(first))]);
            }
        }
    }

    /// The value in the first cell of a segment of the field that is added up.
    pub(crate) fn read_summed(
        &self,
        types: &ir::Types,
        state: &mut State,
        segment: &Segment,
        field: &CellField,
    ) -> Option<Held> {
        let (_, first) = self.sums(segment)?;
        let value = Linear::from(first);
        let declared: Bounds = range(types, field.ty);
        // It is a value of its type.
        self.meet_bounds(state, &value, declared).then(|| Held::int(value))
    }
}

/// The integer field of a list type that the program adds up, if there is one.
pub(crate) fn find_summed(program: &Program, record: RecordId, fields: &[CellField]) -> Option<usize> {
    fields.iter().position(|field| {
        let wide = field.integer.is_some_and(|(bits, signed)| bits <= 32 && (signed || bits < 32));
        wide && program
            .functions
            .iter()
            .filter_map(|f| f.body.as_ref())
            .any(|body| adds(program, body, record, field))
    })
}

/// Whether a function adds what it loads from a field to something that is not a constant.
fn adds(program: &Program, body: &ir::Body, record: RecordId, field: &CellField) -> bool {
    let stmts = || body.blocks.iter().flat_map(|block| &block.stmts);
    let mut loaded: Vec<LocalId> = Vec::new();
    for stmt in stmts() {
        match &stmt.kind {
            StmtKind::Load { dst, place }
                if program.types.kind(place.base_ty) == &TypeKind::Record(record)
                    && place.is_fixed()
                    && place.offset == field.offset as i64 =>
            {
                loaded.push(*dst);
            }
            StmtKind::Assign {
                dst,
                value: Rvalue::Convert(Operand::Local(from)) | Rvalue::Use(Operand::Local(from)),
            } if loaded.contains(from) && body.locals[*dst].is_temporary() => {
                loaded.push(*dst);
            }
            _ => {}
        }
    }
    !loaded.is_empty()
        && stmts().any(|stmt| match &stmt.kind {
            StmtKind::Assign {
                value: Rvalue::Binary(BinaryOp::Add, Operand::Local(a), Operand::Local(b)),
                ..
            } => loaded.contains(a) || loaded.contains(b),
            _ => false,
        })
}
