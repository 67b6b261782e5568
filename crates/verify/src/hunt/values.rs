//! What to answer instead of zero.

use std::collections::BTreeSet;

use interp::Ask;
use ir::{Body, ConstValue, Operand, Program, Rvalue, Step, Stmt, StmtKind, Terminator};

/// So many constants of the program are tried.
const CONSTANTS: usize = 32;
/// An address where nothing is.
const GARBAGE: i128 = 0x5a5a_5a5a_5a5a_5a5a;

/// The numbers that may matter to a program.
#[derive(Debug)]
pub(crate) struct Values {
    /// Those that it compares something with, the lengths of its arrays, and their neighbours, in the order of the text.
    pub(crate) constants: Vec<i128>,
}

impl Values {
    pub(crate) fn of(program: &Program) -> Self {
        let mut found = Vec::new();
        for body in program.defined().filter_map(|(_, function)| function.body.as_ref()) {
            collect(body, &mut found);
        }
        let mut seen: BTreeSet<i128> = BTreeSet::from([0, 1, -1, 2]);
        let mut constants = Vec::new();
        for value in found
            .into_iter()
            .flat_map(|value: i128| [value, value.saturating_add(1), value.saturating_sub(1)])
        {
            if constants.len() < CONSTANTS && seen.insert(value) {
                constants.push(value);
            }
        }
        Self { constants }
    }

    /// Other answers to a question, each with what it costs.
    pub(super) fn instead_of(&self, ask: Ask, answer: i128) -> Vec<(u32, i128)> {
        let ranked = |first: &[i128]| -> Vec<(u32, i128)> {
            let cheap = (2..).zip(first.iter().copied());
            let dear = (8..).map(|rank| rank / 2).zip(self.constants.iter().copied());
            cheap.chain(dear).collect()
        };
        let mut values = match ask {
            Ask::Truth | Ask::Place => vec![(2, 1 - answer)],
            Ask::Allocation => vec![(3, 0)],
            Ask::Integer { signed: true, .. } => ranked(&[1, -1, 2, 0]),
            Ask::Integer { signed: false, bits } => {
                let mut values = ranked(&[1, 2, 0]);
                values.push((5, if bits < 127 { (1 << bits) - 1 } else { i128::MAX }));
                values
            }
            Ask::Below(most) => vec![(2, 1), (3, i128::from(most))],
            Ask::Byte => {
                (2..).zip([b'a', b'\n', b'1', b' '].map(i128::from).into_iter().chain([-1])).collect()
            }
            Ask::Uninitialized => ranked(&[GARBAGE, 1, -1]),
            // Where a pointer of the environment leads is not ours to say.
            Ask::Pointer => Vec::new(),
        };
        values.retain(|(_, value)| *value != answer);
        values
    }
}

fn collect(body: &Body, found: &mut Vec<i128>) {
    for block in &body.blocks {
        for stmt in &block.stmts {
            collect_stmt(stmt, found);
        }
        if let Terminator::Switch { cases, .. } = &block.terminator {
            found.extend(cases.iter().take(CONSTANTS).flat_map(|case| [case.low, case.high]));
        }
    }
}

fn collect_stmt(stmt: &Stmt, found: &mut Vec<i128>) {
    if let StmtKind::Assign { value: Rvalue::Binary(op, a, b), .. } = &stmt.kind
        && op.is_comparison()
    {
        for operand in [a, b] {
            if let Operand::Const(constant) = operand
                && let ConstValue::Int(value) = constant.value
            {
                found.push(value);
            }
        }
    }
    stmt.places(&mut |place| {
        for step in &place.path {
            if let Step::Index { index: Operand::Local(_), len: Some(len), .. } = step {
                found.push(i128::from(*len));
            }
        }
    });
}
