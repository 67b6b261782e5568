//! Numbers in objects that the program tells cases apart by: those it asks to be constants. What is only asked to be less or more is a quantity.
//!
//! One walk over the program, whatever happens when: a number that is loaded from a place in a struct and then compared for being a constant,
//! tested or switched on.

use std::collections::{BTreeMap, BTreeSet};

use ir::{Base, BinaryOp, Body, ConstValue, LocalId, Operand, Program, Rvalue, StmtKind, Terminator, TypeId};

/// The most cases of a switch that are looked at.
const CASES: usize = 16;

/// A place in a struct.
type Place = (TypeId, i64);

/// The places in structs whose numbers are compared with constants, and these.
#[derive(Clone, Debug, Default)]
pub(super) struct Tags(BTreeMap<Place, BTreeSet<i128>>);

impl Tags {
    pub(super) fn of(program: &Program) -> Self {
        let mut tags = Self::default();
        for body in program.defined().filter_map(|(_, function)| function.body.as_ref()) {
            tags.add(body);
        }
        tags
    }

    /// What the number there is compared with somewhere, if anything.
    pub(super) fn constants(&self, ty: TypeId, offset: i64) -> Option<&BTreeSet<i128>> {
        self.0.get(&(ty, offset))
    }

    fn add(&mut self, body: &Body) {
        let mut loaded: BTreeMap<LocalId, BTreeSet<Place>> = BTreeMap::new();
        // A conversion or a copy keeps what it is a number of; two rounds are enough for what compilers make of a comparison.
        for _ in 0..2 {
            for stmt in body.blocks.iter().flat_map(|block| &block.stmts) {
                match &stmt.kind {
                    StmtKind::Load { dst, place }
                        if matches!(place.base, Base::Pointer(_)) && place.is_fixed() =>
                    {
                        loaded.entry(*dst).or_default().insert((place.base_ty, place.offset));
                    }
                    StmtKind::Assign { dst, value } => {
                        if let Rvalue::Use(Operand::Local(from)) | Rvalue::Convert(Operand::Local(from)) =
                            value
                            && let Some(places) = loaded.get(from).cloned()
                        {
                            loaded.entry(*dst).or_default().extend(places);
                        }
                    }
                    _ => {}
                }
            }
        }
        let mut note = |operand: &Operand, constants: &[i128]| {
            if let Operand::Local(local) = operand {
                for place in loaded.get(local).into_iter().flatten() {
                    self.0.entry(*place).or_default().extend(constants);
                }
            }
        };
        for block in &body.blocks {
            for stmt in &block.stmts {
                if let StmtKind::Assign { value: Rvalue::Binary(op, a, b), .. } = &stmt.kind
                    && matches!(op, BinaryOp::Eq | BinaryOp::Ne)
                    && let (number, Operand::Const(constant)) | (Operand::Const(constant), number) = (a, b)
                    && let ConstValue::Int(constant) = constant.value
                {
                    note(number, &[constant]);
                }
            }
            match &block.terminator {
                Terminator::Branch { condition, .. } => note(condition, &[0]),
                Terminator::Switch { value, cases, .. } => {
                    let constants: Vec<i128> = cases.iter().take(CASES).map(|case| case.low).collect();
                    note(value, &constants);
                }
                _ => {}
            }
        }
    }
}
