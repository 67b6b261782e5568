//! *substitution* (§4.2, table 3 of seed 001): an equation that says what a name is, is used up.
//!
//! A variable is a root that holds a term, so `x = E` used up is a root that holds `E`: that is all that is left of the name. Terms are a name and a constant, so an
//! equation of two names with a constant that is simple, or of one name, is used up; what relates more names stays a fact of the pure part, whose own form is solved.
//! Names that lead to memory stay, as do two numbers of different types, whose bounds differ.
//!
//! Nothing is lost: the memories described are the same.

use logic::{Fact, Form, is_parameter};

use super::simple::Constants;
use crate::heap::{State, Sym, Term};

/// *substitution1*: `x = E ∧ Q` is `x = E ∧ Q[E/x]` where `x` is what a variable holds, or an object that one leads to.
pub(super) fn substitution1(state: &mut State, visible: &[Sym], constants: &Constants) {
    use_up(state, constants, |sym| visible.binary_search(&sym).is_ok());
}

/// *substitution2*: `x' = E ∧ Q` is `Q[E/x']` where no variable holds `x'`.
pub(super) fn substitution2(state: &mut State, visible: &[Sym], constants: &Constants) {
    use_up(state, constants, |sym| visible.binary_search(&sym).is_err());
}

/// Uses up equations of names that are to go.
fn use_up(state: &mut State, constants: &Constants, goes: impl Fn(Sym) -> bool) {
    let usable = |state: &State, (sym, by): &(Sym, Term)| {
        goes(*sym) && constants.has(by.offset.into()) && is_free(state, *sym) && is_alike(state, *sym, *by)
    };
    while let Some((sym, by)) = state.pure.facts().iter().find_map(|fact| {
        let Fact::Eq(equation) = fact else { return None };
        solutions(equation).into_iter().flatten().find(|solution| usable(state, solution))
    }) {
        let mut replaced = state.clone();
        if replaced.replace(sym, by).is_none() {
            return;
        }
        replaced.pure.retain(|dim| dim != sym.dim());
        *state = replaced;
    }
}

/// What an equation says that its names are, as terms.
fn solutions(equation: &Form) -> [Option<(Sym, Term)>; 2] {
    // A parameter that says which numbers are multiples is no name of the state.
    if equation.terms().iter().any(|(dim, _)| is_parameter(*dim)) {
        return [None, None];
    }
    let constant = i64::try_from(equation.offset()).ok();
    let offset = |sign: i64| constant.and_then(|constant| constant.checked_mul(-sign));
    match equation.terms() {
        [(x, sign @ (1 | -1))] => [offset(*sign).map(|value| (Sym(x.0), Term::constant(value))), None],
        [(x, sign @ (1 | -1)), (y, other)] if *other == -sign => {
            let as_term = |sym: Sym, sign: i64| Some(Term { base: Some(sym), offset: offset(sign)? });
            let (x, y) = (Sym(x.0), Sym(y.0));
            // The name found last is the one that goes.
            [as_term(x, *other).map(|by| (y, by)), as_term(y, *sign).map(|by| (x, by))]
        }
        _ => [None, None],
    }
}

/// Whether a name leads to nothing: no memory, none that is gone, and none that is only known to be somewhere.
fn is_free(state: &State, sym: Sym) -> bool {
    state.region(sym).is_none() && !state.is_dead(sym) && state.member(sym).is_none()
}

/// Whether a name is of the type of what it is to be: else its own bounds would be lost.
fn is_alike(state: &State, sym: Sym, by: Term) -> bool {
    match (state.range(sym), by.base) {
        (own, Some(base)) => own == state.range(base) && !state.is_dead(base),
        (Some((least, greatest)), None) => (least..=greatest).contains(&by.offset.into()),
        (None, None) => by == Term::NULL,
    }
}

#[cfg(test)]
mod tests {
    use super::{solutions, substitution1, substitution2};
    use crate::canonical::simple::Constants;
    use crate::heap::{Root, State, Sym, Term, Value};
    use ir::LocalId;
    use logic::Form;

    fn numbers(count: u32) -> State {
        let mut state = State::default();
        for n in 0..count {
            let sym = state.fresh();
            state.set_range(sym, 64, false);
            state.set_root(Root::Register(LocalId(n)), Value::of(sym));
        }
        state
    }

    fn equation(x: u32, y: u32, offset: i128) -> Form {
        // x = y + offset
        let form = Form::of(Sym(x).dim()).add_scaled(-1, &Form::of(Sym(y).dim()));
        form.and_then(|form| form.plus(-offset)).expect("it is small")
    }

    #[test]
    fn both_names_of_an_equation_are_solved_for() {
        let [last, first] = solutions(&equation(0, 1, 8));
        assert_eq!(last, Some((Sym(1), Term { base: Some(Sym(0)), offset: -8 })));
        assert_eq!(first, Some((Sym(0), Term { base: Some(Sym(1)), offset: 8 })));
        let three = equation(0, 1, 8).add_scaled(1, &Form::of(Sym(2).dim())).expect("it is small");
        assert_eq!(solutions(&three), [None, None]);
    }

    #[test]
    fn a_variable_holds_what_it_is_known_to_be() {
        let mut state = numbers(2);
        assert!(state.pure.guard_eq(&equation(1, 0, 16)));
        let constants = Constants { small: 32, others: Vec::new() };
        substitution2(&mut state, &[Sym(0), Sym(1)], &constants);
        assert_eq!(state.root(Root::Register(LocalId(1))), Some(Value::of(Sym(1))), "no name is hidden");
        substitution1(&mut state, &[Sym(0), Sym(1)], &constants);
        let expected = Value::Known(Term { base: Some(Sym(0)), offset: 16 });
        assert_eq!(state.root(Root::Register(LocalId(1))), Some(expected));
    }

    #[test]
    fn constants_that_are_not_simple_and_other_types_stay() {
        let constants = Constants { small: 8, others: Vec::new() };
        let mut far = numbers(2);
        assert!(far.pure.guard_eq(&equation(1, 0, 16)));
        let before = far.clone();
        substitution1(&mut far, &[Sym(0), Sym(1)], &constants);
        assert_eq!(far, before);
        let mut other = numbers(2);
        other.set_range(Sym(1), 8, false);
        assert!(other.pure.guard_eq(&equation(1, 0, 8)));
        let before = other.clone();
        substitution1(&mut other, &[Sym(0), Sym(1)], &constants);
        assert_eq!(other, before);
    }
}
