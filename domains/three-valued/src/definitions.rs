//! Constraints from the definitions of instrumentation predicates.
//!
//! A predicate has the value of its definition: where that is definite, so is the predicate ([`coerce`](crate::coerce) evaluates it). The other
//! way round, if `p(v)` is `∃w̄. ⋀ literals` then where p fails and all literals but one hold the last must fail, and where all
//! hold p does; likewise for `∀w̄. ⋁ literals`, which is `¬∃w̄. ⋀` of their contraries. Where a field leads to one cell only,
//! `∃w. f(v, w) ∧ l` holds because of that cell.

use crate::constraints::{Clause, Head, Literal, clause};
use crate::formula::{Formula, Var};
use crate::structure::Binary;
use crate::vocabulary::Instrumentation;

/// The clauses of a definition; `functional` are the fields.
pub(crate) fn contrapositives(known: &Instrumentation, functional: &[Binary], clauses: &mut Vec<Clause>) {
    let Some((conjuncts, holds)) = [true, false].into_iter().find_map(|holds| {
        let (mut conjuncts, mut bound) = (Vec::new(), vec![0]);
        conjunction(&known.definition, holds, &mut conjuncts, &mut bound).then_some((conjuncts, holds))
    }) else {
        return;
    };
    // `∃ conjuncts` is p, or the contrary of p.
    let witnessed = Literal::Is(known.predicate, 0, holds);
    let mut conclude =
        |body: &[Literal], head: Option<Head>| clauses.extend(head.map(|head| clause(body, head)));
    conclude(&conjuncts, head(witnessed));
    for (index, last) in conjuncts.iter().enumerate() {
        let others = conjuncts.iter().enumerate().filter(|(other, _)| *other != index);
        let body: Vec<Literal> =
            opposite(witnessed).into_iter().chain(others.map(|(_, literal)| *literal)).collect();
        conclude(&body, opposite(*last).and_then(head));
        if let (Literal::Pair(field, 0, 1, true), [_, _]) = (last, conjuncts.as_slice())
            && functional.contains(field)
        {
            conclude(&[witnessed, *last], head(conjuncts[1 - index]));
        }
    }
}

/// What cannot be, of a formula that always holds and is `¬∃w̄. ⋀ literals`.
pub(crate) fn impossible(formula: &Formula) -> Option<Vec<Literal>> {
    let mut conjuncts = Vec::new();
    conjunction(formula, false, &mut conjuncts, &mut Vec::new()).then_some(conjuncts)
}

/// The clauses of what cannot be: where all but one hold the last fails.
pub(crate) fn forbidden(literals: &[Literal], clauses: &mut Vec<Clause>) {
    for (index, last) in literals.iter().enumerate() {
        let others = literals.iter().enumerate().filter(|(other, _)| *other != index);
        let body: Vec<Literal> = others.map(|(_, literal)| *literal).collect();
        clauses.extend(opposite(*last).and_then(head).map(|head| clause(&body, head)));
    }
}

/// Writes a formula, or its negation, as a conjunction under `∃`. Whether it is one.
fn conjunction(formula: &Formula, positive: bool, found: &mut Vec<Literal>, bound: &mut Vec<Var>) -> bool {
    match (formula, positive) {
        (Formula::Exists(var, body), true) => {
            let fresh = !bound.contains(var);
            bound.push(*var);
            fresh && conjunction(body, true, found, bound)
        }
        (Formula::And(parts), true) | (Formula::Or(parts), false) => {
            parts.iter().all(|part| conjunction(part, positive, found, bound))
        }
        (Formula::Not(inner), _) => conjunction(inner, !positive, found, bound),
        _ => {
            let literal = match (formula, positive) {
                (Formula::Is(predicate, v), _) => Some(Literal::Is(*predicate, *v, positive)),
                (Formula::Pair(predicate, v, w), _) => Some(Literal::Pair(*predicate, *v, *w, positive)),
                (Formula::Equal(v, w), false) => Some(Literal::Apart(*v, *w)),
                _ => None,
            };
            found.extend(literal);
            literal.is_some()
        }
    }
}

fn opposite(literal: Literal) -> Option<Literal> {
    match literal {
        Literal::Is(predicate, v, positive) => Some(Literal::Is(predicate, v, !positive)),
        Literal::Pair(predicate, v, w, positive) => Some(Literal::Pair(predicate, v, w, !positive)),
        Literal::Apart(..) => None,
    }
}

fn head(literal: Literal) -> Option<Head> {
    match literal {
        Literal::Is(predicate, v, value) => Some(Head::Is(predicate, v, value)),
        Literal::Pair(predicate, v, w, value) => Some(Head::Pair(predicate, v, w, value)),
        Literal::Apart(..) => None,
    }
}
