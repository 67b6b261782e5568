//! Finite differencing: how the value of a formula changes when a core predicate does.
//!
//! To evaluate the definition of an instrumentation predicate after an update would lose what was known of it: on a summary most
//! definitions are ½. Instead the stored value is kept where nothing changed. For a formula φ and a [`Change`],
//! Δ⁺φ ([`rise`]) tells where φ becomes true and Δ⁻φ ([`fall`]) where it becomes false, both in terms of the structure before; the value
//! afterwards is `φ ? ¬Δ⁻φ : Δ⁺φ` ([`after`]).

use crate::formula::{Formula, Var};
use crate::structure::{Binary, Unary};

/// What happens to a predicate. The individuals are what the variables [`SOURCE`] and [`TARGET`] stand for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// `p(source, target)` becomes true.
    Insert(Binary),
    /// `p(source, v)` becomes false for all v.
    DeleteFrom(Binary),
    /// `p(v, target)` becomes false for all v.
    DeleteTo(Binary),
    /// `p(source, v)` and `p(v, source)` become anything for all v.
    Reorder(Binary),
    /// `p(source)` becomes anything.
    Doubt(Unary),
}

impl Change {
    /// Where an atom is in doubt.
    fn doubtful(self, atom: &Formula) -> Option<Formula> {
        match (self, atom) {
            (Self::Reorder(changed), Formula::Pair(predicate, v, w)) if changed == *predicate => {
                let ends = [Formula::Equal(*v, SOURCE), Formula::Equal(*w, SOURCE)];
                Some(Formula::and([UNKNOWN, Formula::or(ends)]))
            }
            (Self::Doubt(changed), Formula::Is(predicate, v)) if changed == *predicate => {
                Some(Formula::and([UNKNOWN, Formula::Equal(*v, SOURCE)]))
            }
            _ => None,
        }
    }
}

/// Stands for the individual whose field is changed.
pub const SOURCE: Var = 6;
/// Stands for the individual that the field leads to.
pub const TARGET: Var = 7;

/// Δ⁺φ: where a formula becomes true.
pub fn rise(formula: &Formula, change: Change) -> Formula {
    match formula {
        Formula::Pair(predicate, v, w) => match change {
            Change::Insert(changed) if changed == *predicate => {
                let pair = Formula::and([Formula::Equal(*v, SOURCE), Formula::Equal(*w, TARGET)]);
                Formula::and([pair, formula.clone().negated()])
            }
            _ => change
                .doubtful(formula)
                .map_or(Formula::FALSE, |doubt| Formula::and([doubt, formula.clone().negated()])),
        },
        Formula::Is(..) => change
            .doubtful(formula)
            .map_or(Formula::FALSE, |doubt| Formula::and([doubt, formula.clone().negated()])),
        Formula::Truth(_) | Formula::Equal(..) => Formula::FALSE,
        Formula::Not(inner) => fall(inner, change),
        // One of the parts becomes true, and all are true then.
        Formula::And(parts) => any_part(parts, |index, part| {
            let rest = others(parts, index).map(|other| after(other, change));
            Formula::and(std::iter::once(rise(part, change)).chain(rest))
        }),
        // One of the parts becomes true, and none was true before.
        Formula::Or(parts) => any_part(parts, |index, part| {
            let rest = others(parts, index).map(|other| other.clone().negated());
            Formula::and(std::iter::once(rise(part, change)).chain(rest))
        }),
        Formula::Exists(var, body) => {
            let witness = Formula::exists(*var, rise(body, change));
            Formula::and([witness, formula.clone().negated()])
        }
        Formula::If(parts) => rise(&unfolded(parts), change),
        Formula::Closure { .. } if !mentions(formula, change) => Formula::FALSE,
        // Closures have a rule of their own; without it nothing is known.
        Formula::Closure { .. } => Formula::and([UNKNOWN, formula.clone().negated()]),
    }
}

/// Δ⁻φ: where a formula becomes false.
pub fn fall(formula: &Formula, change: Change) -> Formula {
    match formula {
        Formula::Pair(predicate, v, w) => match change {
            Change::DeleteFrom(changed) if changed == *predicate => {
                Formula::and([formula.clone(), Formula::Equal(*v, SOURCE)])
            }
            Change::DeleteTo(changed) if changed == *predicate => {
                Formula::and([formula.clone(), Formula::Equal(*w, TARGET)])
            }
            _ => change
                .doubtful(formula)
                .map_or(Formula::FALSE, |doubt| Formula::and([doubt, formula.clone()])),
        },
        Formula::Is(..) => {
            change.doubtful(formula).map_or(Formula::FALSE, |doubt| Formula::and([doubt, formula.clone()]))
        }
        Formula::Truth(_) | Formula::Equal(..) => Formula::FALSE,
        Formula::Not(inner) => rise(inner, change),
        // One of the parts becomes false, and all were true before.
        Formula::And(parts) => any_part(parts, |index, part| {
            Formula::and(std::iter::once(fall(part, change)).chain(others(parts, index).cloned()))
        }),
        // One of the parts becomes false, and none is true then.
        Formula::Or(parts) => any_part(parts, |index, part| {
            let rest = others(parts, index).map(|other| after(other, change).negated());
            Formula::and(std::iter::once(fall(part, change)).chain(rest))
        }),
        Formula::Exists(var, body) => {
            let witness = Formula::exists(*var, fall(body, change));
            Formula::and([witness, Formula::exists(*var, after(body, change)).negated()])
        }
        Formula::If(parts) => fall(&unfolded(parts), change),
        Formula::Closure { .. } if !mentions(formula, change) => Formula::FALSE,
        Formula::Closure { .. } => Formula::and([UNKNOWN, formula.clone()]),
    }
}

/// The formula's value after the change, in terms of the structure before.
pub fn after(formula: &Formula, change: Change) -> Formula {
    let (rises, falls) = (rise(formula, change), fall(formula, change));
    match (rises == Formula::FALSE, falls == Formula::FALSE) {
        (true, true) => formula.clone(),
        (true, false) => Formula::and([formula.clone(), falls.negated()]),
        (false, true) => Formula::or([formula.clone(), rises]),
        (false, false) => Formula::If(Box::new([formula.clone(), falls.negated(), rises])),
    }
}

/// The value after the change of a predicate that is stored: `stored` stands for its definition's value.
pub fn maintained(stored: Formula, definition: &Formula, change: Change) -> Option<Formula> {
    let (rises, falls) = (rise(definition, change), fall(definition, change));
    if rises == Formula::FALSE && falls == Formula::FALSE {
        return None;
    }
    Some(Formula::If(Box::new([stored, falls.negated(), rises])))
}

const UNKNOWN: Formula = Formula::Truth(crate::kleene::Kleene::Unknown);

fn any_part(parts: &[Formula], mut of: impl FnMut(usize, &Formula) -> Formula) -> Formula {
    Formula::or(parts.iter().enumerate().map(|(index, part)| of(index, part)))
}

fn others(parts: &[Formula], but: usize) -> impl Iterator<Item = &Formula> {
    parts.iter().enumerate().filter(move |(index, _)| *index != but).map(|(_, part)| part)
}

/// The conditional by the other connectives.
fn unfolded(parts: &[Formula; 3]) -> Formula {
    let [condition, yes, no] = parts;
    Formula::or([
        Formula::and([condition.clone(), yes.clone()]),
        Formula::and([condition.clone().negated(), no.clone()]),
    ])
}

fn mentions(formula: &Formula, change: Change) -> bool {
    match formula {
        Formula::Pair(predicate, ..) => match change {
            Change::Insert(changed)
            | Change::DeleteFrom(changed)
            | Change::DeleteTo(changed)
            | Change::Reorder(changed) => *predicate == changed,
            Change::Doubt(_) => false,
        },
        Formula::Is(predicate, _) => change == Change::Doubt(*predicate),
        Formula::Truth(_) | Formula::Equal(..) => false,
        Formula::Not(inner) | Formula::Exists(_, inner) => mentions(inner, change),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(|part| mentions(part, change)),
        Formula::If(parts) => parts.iter().any(|part| mentions(part, change)),
        Formula::Closure { step, .. } => mentions(&step.2, change),
    }
}
