//! What a program asks of the numbers in its records.
//!
//! Order and flags cost individuals and structures, so that predicates for them are made only where something looks at them:
//! - *order*, where the numbers of neighbours are compared, as a check for sortedness does: `p->d <= p->next->d`, in one
//!   expression, along a loop that remembers the last number, or along a recursion that hands it down;
//! - *flags*, members which are read somewhere and only ever given constants, a few.
//!
//! This is a guess that precision depends on, and soundness does not.

use std::collections::BTreeMap;

use ir::{Argument, Base, BinaryOp, Body, Callee, ConstValue, FunctionId, LocalId, Operand, Place, Program};
use ir::{RecordId, Rvalue, StmtKind, TypeId, TypeKind, Var};
use rustc_hash::FxHashMap;

use crate::predicates::Declarations;

/// Flags with more values are not followed.
const VALUES: usize = 4;

/// A number of cells is compared along a link.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Neighbours {
    pub(crate) record: RecordId,
    pub(crate) datum: u64,
    pub(crate) link: u64,
    /// Whether the question is if the first is at most, or greater than, the second; else if it is at least, or less.
    pub(crate) rising: bool,
}

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Demand {
    pub(crate) neighbours: Vec<Neighbours>,
    /// The members that are compared, one of each record.
    data: Vec<(RecordId, u64)>,
    flags: FxHashMap<(RecordId, u64), Vec<i64>>,
}

impl Demand {
    pub(crate) fn of(program: &Program, declared: &Declarations) -> Self {
        let mut demand = Self::default();
        let mut uses: BTreeMap<(RecordId, u64), Use> = BTreeMap::new();
        for (id, function) in program.functions.enumerate() {
            if let Some(body) = &*function.body {
                let reading = Reading::of(program, id, body);
                reading.neighbours(&mut demand.neighbours);
                reading.uses(&mut uses);
            }
        }
        demand.neighbours.sort_unstable();
        demand.neighbours.dedup();
        // One number of each record is compared.
        let datum =
            |record: RecordId, all: &[Neighbours]| all.iter().find(|n| n.record == record).map(|n| n.datum);
        let all = demand.neighbours.clone();
        demand.neighbours.retain(|n| datum(n.record, &all) == Some(n.datum));
        demand.data = demand.neighbours.iter().map(|n| (n.record, n.datum)).collect();
        demand.data.dedup();
        for (member, mut known) in uses {
            known.values.sort_unstable();
            known.values.dedup();
            let few = (1..=VALUES).contains(&known.values.len());
            if known.read && !known.written_otherwise && few {
                demand.flags.insert(member, known.values);
            }
        }
        demand.declared(program, declared);
        demand
    }

    /// What formulas of the user speak of.
    fn declared(&mut self, program: &Program, declared: &Declarations) {
        let (ordered, flags) = (declared.ordered(), declared.flags());
        for (record, known) in program.types.records() {
            for field in &known.fields {
                let name = &*field.name;
                if ordered.contains(&name) && !self.data.iter().any(|(of, _)| *of == record) {
                    self.data.push((record, field.offset));
                }
                for (_, value) in flags.iter().filter(|(flag, _)| *flag == name) {
                    let values = self.flags.entry((record, field.offset)).or_default();
                    if !values.contains(value) {
                        values.push(*value);
                    }
                }
            }
        }
    }

    /// Whether numbers are compared at all.
    pub(crate) fn is_ordered(&self) -> bool {
        !self.data.is_empty()
    }

    /// The values of a flag.
    pub(crate) fn flags(&self, record: RecordId, offset: u64) -> &[i64] {
        self.flags.get(&(record, offset)).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn is_datum(&self, record: RecordId, offset: u64) -> bool {
        self.data.contains(&(record, offset))
    }
}

/// How a member is used.
#[derive(Default)]
struct Use {
    read: bool,
    written_otherwise: bool,
    values: Vec<i64>,
}

/// A value was read from a member of the record that a register points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Origin {
    through: LocalId,
    pub(crate) record: RecordId,
    pub(crate) offset: u64,
}

/// A function, with where the values of its registers come from.
pub(crate) struct Reading<'a> {
    program: &'a Program,
    function: FunctionId,
    body: &'a Body,
    origins: FxHashMap<LocalId, Vec<Origin>>,
}

impl<'a> Reading<'a> {
    pub(crate) fn of(program: &'a Program, function: FunctionId, body: &'a Body) -> Self {
        let mut reading = Self { program, function, body, origins: FxHashMap::default() };
        let mut copies = Vec::new();
        for statement in body.blocks.iter().flat_map(|block| &block.stmts) {
            match &statement.kind {
                StmtKind::Load { dst, place } => {
                    if let Some(origin) = reading.origin(place) {
                        reading.origins.entry(*dst).or_default().push(origin);
                    }
                }
                StmtKind::Assign {
                    dst,
                    value: Rvalue::Use(Operand::Local(of)) | Rvalue::Convert(Operand::Local(of)),
                } => {
                    copies.push((*dst, *of));
                }
                _ => {}
            }
        }
        // A copy of a copy is as far as expressions go.
        for (dst, of) in copies.iter().chain(&copies) {
            let more = reading.origins.get(of).cloned().unwrap_or_default();
            let known = reading.origins.entry(*dst).or_default();
            known.extend(more.into_iter().filter(|origin| !known.contains(origin)).collect::<Vec<_>>());
        }
        reading
    }

    /// The member that a place is, if it is one of what a register points to.
    pub(crate) fn origin(&self, place: &Place) -> Option<Origin> {
        let Base::Pointer(Operand::Local(through)) = place.base else { return None };
        let TypeKind::Record(record) = self.program.types.kind(place.base_ty) else { return None };
        let offset = u64::try_from(place.offset).ok().filter(|_| place.is_fixed() && place.bits.is_none())?;
        Some(Origin { through, record: *record, offset })
    }

    pub(crate) fn type_of(&self, operand: Operand) -> TypeId {
        match operand {
            Operand::Local(local) => self.body.locals[local].ty,
            Operand::Const(constant) => constant.ty,
        }
    }

    pub(crate) fn origins(&self, operand: Operand) -> &[Origin] {
        match operand {
            Operand::Local(local) => self.origins.get(&local).map_or(&[], Vec::as_slice),
            Operand::Const(_) => &[],
        }
    }

    /// The links along which two registers are neighbours.
    fn links(&self, first: LocalId, second: LocalId) -> impl Iterator<Item = &Origin> {
        self.origins(Operand::Local(second)).iter().filter(move |origin| origin.through == first)
    }

    fn neighbours(&self, found: &mut Vec<Neighbours>) {
        for statement in self.body.blocks.iter().flat_map(|block| &block.stmts) {
            let StmtKind::Assign { value: Rvalue::Binary(op, lhs, rhs), .. } = &statement.kind else {
                continue;
            };
            let rising = match op {
                BinaryOp::Le | BinaryOp::Gt => true,
                BinaryOp::Lt | BinaryOp::Ge => false,
                _ => continue,
            };
            for (a, b, rising) in [(*lhs, *rhs, rising), (*rhs, *lhs, !rising)] {
                self.compared(a, b, rising, found);
                self.handed_down(a, b, rising, found);
            }
        }
    }

    /// The first comes before the second.
    fn compared(&self, first: Operand, second: Operand, rising: bool, found: &mut Vec<Neighbours>) {
        for a in self.origins(first) {
            let same = |b: &&Origin| (b.record, b.offset) == (a.record, a.offset);
            for b in self.origins(second).iter().filter(same) {
                for link in self.links(a.through, b.through).filter(|link| link.record == a.record) {
                    let (record, datum, link) = (a.record, a.offset, link.offset);
                    found.push(Neighbours { record, datum, link, rising });
                }
            }
        }
    }

    /// A parameter is compared with a number that takes its place in a recursive call on the next cell.
    fn handed_down(&self, first: Operand, second: Operand, rising: bool, found: &mut Vec<Neighbours>) {
        let parameter = |operand: Operand| {
            let Operand::Local(local) = operand else { return None };
            self.body.params.iter().position(|param| *param == Var::Local(local))
        };
        let Some(bound) = parameter(first) else { return };
        for call in self.body.blocks.iter().flat_map(|block| &block.stmts).filter_map(|statement| {
            match &statement.kind {
                StmtKind::Call(call) if call.callee == Callee::Function(self.function) => Some(call),
                _ => None,
            }
        }) {
            let given = |index: usize| match call.args.get(index) {
                Some(Argument::Value(operand)) => self.origins(*operand),
                _ => &[],
            };
            for b in self.origins(second).iter().filter(|b| given(bound).contains(b)) {
                let Some(cell) = parameter(Operand::Local(b.through)) else { continue };
                let links = given(cell).iter().filter(|l| l.record == b.record && l.through == b.through);
                found.extend(links.map(|link| Neighbours {
                    record: b.record,
                    datum: b.offset,
                    link: link.offset,
                    rising,
                }));
            }
        }
    }

    fn uses(&self, found: &mut BTreeMap<(RecordId, u64), Use>) {
        for statement in self.body.blocks.iter().flat_map(|block| &block.stmts) {
            match &statement.kind {
                StmtKind::Load { place, .. } => {
                    if let Some(origin) = self.origin(place) {
                        found.entry((origin.record, origin.offset)).or_default().read = true;
                    }
                }
                StmtKind::Store { place, value } => {
                    let Some(origin) = self.origin(place) else { continue };
                    let known = found.entry((origin.record, origin.offset)).or_default();
                    match value {
                        Operand::Const(constant) if self.program.types.integer(place.ty).is_some() => {
                            match constant.value {
                                ConstValue::Int(value) => known.values.extend(i64::try_from(value)),
                                _ => known.written_otherwise = true,
                            }
                        }
                        _ => known.written_otherwise = true,
                    }
                }
                _ => {}
            }
        }
    }
}
