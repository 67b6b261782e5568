//! Values for the inputs on the way to a state.
//!
//! The facts of the state, and the types of the inputs, are solved for values of small magnitude. Facts that the pure part could not
//! keep may rule a solution out, so besides the smallest the ends of each input's range are proposed (dossier `whole-programs` §6.5).

use logic::{Dim, Form, Pure};

use crate::Checkers;
use crate::heap::{Root, State, Term, Value};

/// Most proposals.
const PROPOSALS: usize = 24;

impl Checkers {
    pub(crate) fn inputs_of(&self, state: &State, count: u32) -> Vec<Vec<i128>> {
        let mut pure = state.pure.clone();
        let values: Vec<Option<Value>> = (0..count).map(|number| state.root(Root::Input(number))).collect();
        let symbols: Vec<Dim> = values.iter().flatten().filter_map(|value| unknown(state, *value)).collect();
        for dim in &symbols {
            if let Some((low, high)) = state.range(crate::heap::Sym(dim.0)) {
                let above = Form::of(*dim).add_scaled(1, &Form::constant(-low));
                let below = Form::constant(high).add_scaled(-1, &Form::of(*dim));
                for bound in above.iter().chain(&below) {
                    pure.guard_ge(bound);
                }
            }
        }
        let proposal = |fixed: &[(Dim, i128)]| {
            let model = smallest(&pure, &symbols, fixed)?;
            let value =
                |dim: Dim| model.iter().find(|(known, _)| *known == dim).map_or(0, |(_, value)| *value);
            Some(values.iter().map(|input| input.map_or(0, |input| number(state, input, &value))).collect())
        };
        let mut proposals: Vec<Vec<i128>> = proposal(&[]).into_iter().collect();
        for dim in &symbols {
            let form = Form::of(*dim);
            for end in [pure.maximum(&form), pure.minimum(&form)].into_iter().flatten() {
                if proposals.len() < PROPOSALS {
                    proposals.extend(proposal(&[(*dim, end)]));
                }
            }
        }
        proposals.dedup();
        proposals
    }
}

/// A model in which the symbols are as near to zero as can be, the first ones first.
fn smallest(pure: &Pure, symbols: &[Dim], fixed: &[(Dim, i128)]) -> Option<Vec<(Dim, i128)>> {
    let mut fixed = fixed.to_vec();
    pure.model(&fixed)?;
    for dim in symbols {
        if !fixed.iter().any(|(known, _)| known == dim) {
            let near = [0, 1, -1, 2].into_iter().map(|value| (*dim, value));
            let fits = near.map(|one| [fixed.as_slice(), &[one]].concat());
            if let Some(more) = fits.into_iter().find(|fixed| pure.model(fixed).is_some()) {
                fixed = more;
            }
        }
    }
    pure.model(&fixed).map(|mut model| {
        model.extend(fixed);
        model
    })
}

/// The symbol of an input that the facts have to decide.
fn unknown(state: &State, value: Value) -> Option<Dim> {
    let base = value.term()?.base?;
    (state.region(base).is_none() && !state.is_dead(base)).then(|| base.dim())
}

/// The number that stands for a value in the stream of inputs: itself, or whether an allocation succeeded.
fn number(state: &State, value: Value, of: &impl Fn(Dim) -> i128) -> i128 {
    match value {
        Value::Known(Term { base: None, offset }) => i128::from(offset),
        Value::Known(Term { base: Some(base), offset }) => match unknown(state, value) {
            Some(dim) => of(dim).saturating_add(i128::from(offset)),
            None => i128::from(state.region(base).is_some() || state.is_dead(base)),
        },
        _ => 0,
    }
}
