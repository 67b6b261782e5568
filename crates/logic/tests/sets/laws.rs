//! Laws, for all three domains.

use logic::sets::{Bdd, Lin, Linear, SetDomain, Sets};
use logic::{Dim, Fact};
use proptest::prelude::*;

use super::common::{NAMES, config, fact, facts, holds, models, name, new, state_of};

/// What a state proves holds of all valuations; one that says it has none has none.
fn proofs_are_sound<D: SetDomain>(given: &[Fact], asked: &[Fact]) -> Result<(), TestCaseError> {
    let (state, models) = (state_of::<D>(given), models(given));
    prop_assert!(!state.is_unsat() || models.is_empty());
    for fact in asked.iter().chain(&state.facts()) {
        prop_assert!(!state.proves(fact) || models.iter().all(|model| holds(fact, *model)), "{fact:?}");
    }
    for fact in state.facts() {
        prop_assert!(state.proves(&fact), "{fact:?} is told, not proved");
    }
    Ok(())
}

/// What is proved with more facts at hand holds of all valuations of which they hold, and is not less than without them.
fn more_facts_prove_soundly<D: SetDomain>(
    given: &[Fact],
    more: &[Fact],
    asked: &[Fact],
) -> Result<(), TestCaseError> {
    let state = state_of::<D>(given);
    let both: Vec<Fact> = given.iter().chain(more).cloned().collect();
    let models = models(&both);
    for fact in asked {
        let proved = state.proves_given(more, fact);
        prop_assert!(!proved || models.iter().all(|model| holds(fact, *model)), "{fact:?}");
        prop_assert!(proved || !state.proves(fact), "{fact:?}");
    }
    Ok(())
}

/// What a join or a widening proves holds on both sides, and it covers both.
fn joins_are_sound<D: SetDomain>(a: &[Fact], b: &[Fact], asked: &[Fact]) -> Result<(), TestCaseError> {
    let (left, right) = (state_of::<D>(a), state_of::<D>(b));
    let mut all = models(a);
    all.extend(models(b));
    for joined in [left.join(&right), left.widen(&right)] {
        for fact in asked.iter().chain(a).chain(b).chain(&joined.facts()) {
            prop_assert!(!joined.proves(fact) || all.iter().all(|model| holds(fact, *model)), "{fact:?}");
        }
        prop_assert!(!joined.is_unsat() || all.is_empty());
        prop_assert_eq!(joined.covers(&left), Ok(()));
        prop_assert_eq!(joined.covers(&right), Ok(()));
    }
    Ok(())
}

fn inclusion_is_sound<D: SetDomain>(a: &[Fact], b: &[Fact]) -> Result<(), TestCaseError> {
    let (left, right) = (state_of::<D>(a), state_of::<D>(b));
    prop_assert_eq!(left.covers(&left), Ok(()));
    // What a domain could not keep of the facts it was given is no part of the larger state.
    let larger = models(&left.facts());
    match left.covers(&right) {
        Ok(()) => prop_assert!(models(b).iter().all(|model| larger.contains(model))),
        Err(fact) => prop_assert!(!right.proves(&fact), "{fact:?}"),
    }
    // What is left of a state when facts were dropped contains it.
    if let Some((_, fewer)) = a.split_last() {
        let fewer = state_of::<D>(fewer);
        prop_assert!(fewer.covers(&left).is_ok() || !left.is_unsat());
    }
    Ok(())
}

/// What is known of other names after forgetting holds of all that was described before.
fn forgetting_is_sound<D: SetDomain>(
    given: &[Fact],
    gone: &[Dim],
    asked: &[Fact],
) -> Result<(), TestCaseError> {
    let mut state = state_of::<D>(given);
    let models = models(given);
    state.forget(gone);
    for fact in state.facts() {
        prop_assert!(fact.form().dims().all(|dim| !gone.contains(&dim)), "{fact:?}");
    }
    for fact in asked.iter().chain(&state.facts()) {
        prop_assert!(!state.proves(fact) || models.iter().all(|model| holds(fact, *model)), "{fact:?}");
    }
    Ok(())
}

fn renamed(fact: &Fact, to: impl Fn(Dim) -> Dim) -> Fact {
    match fact {
        Fact::Eq(form) => Fact::Eq(form.rename(to)),
        Fact::Ge(form) => Fact::Ge(form.rename(to)),
        Fact::Ne(form) => Fact::Ne(form.rename(to)),
    }
}

/// A state with other names proves what it proved, with other names.
fn renaming_changes_nothing<D: SetDomain>(given: &[Fact], asked: &[Fact]) -> Result<(), TestCaseError> {
    let state = state_of::<D>(given);
    // Backwards, so that their order is another one.
    let to = |dim: Dim| Dim(100 - dim.0);
    let mut other = state.clone();
    other.rename(&to);
    for fact in asked {
        prop_assert_eq!(state.proves(fact), other.proves(&renamed(fact, to)), "{:?}", fact);
    }
    other.rename(&to);
    prop_assert_eq!(other, state);
    Ok(())
}

macro_rules! for_each_domain {
    ($($law:ident($($arg:ident in $strategy:expr),*);)*) => {
        mod linear { use super::*; for_each_domain!(@ Linear, $($law($($arg in $strategy),*);)*); }
        mod lin { use super::*; for_each_domain!(@ Lin, $($law($($arg in $strategy),*);)*); }
        mod bdd { use super::*; for_each_domain!(@ Bdd, $($law($($arg in $strategy),*);)*); }
        mod chosen { use super::*; for_each_domain!(@ Sets, $($law($($arg in $strategy),*);)*); }
    };
    (@ $domain:ty, $($law:ident($($arg:ident in $strategy:expr),*);)*) => {
        proptest! {
            #![proptest_config(config())]
            $(#[test] fn $law($($arg in $strategy),*) { super::$law::<$domain>($(&$arg),*)?; })*
        }
    };
}

for_each_domain! {
    proofs_are_sound(given in facts(), asked in facts());
    more_facts_prove_soundly(given in facts(), more in facts(), asked in facts());
    joins_are_sound(a in facts(), b in facts(), asked in facts());
    inclusion_is_sound(a in facts(), b in facts());
    forgetting_is_sound(given in facts(), gone in prop::collection::vec((0..NAMES).prop_map(name), 1..=2), asked in facts());
    renaming_changes_nothing(given in facts(), asked in facts());
}

proptest! {
    #![proptest_config(config())]

    /// Diagrams are exact: what holds of every combination that the facts allow is proved, and nothing else.
    #[test]
    fn diagrams_are_exact(given in facts(), asked in fact()) {
        let allowed: Vec<u32> = (0..1 << NAMES)
            .filter(|bits: &u32| given.iter().all(|fact| allows(fact, *bits)))
            .collect();
        let state = state_of::<Bdd>(&given);
        if !state.is_unsat() {
            prop_assert_eq!(state.proves(&asked), allowed.iter().all(|bits| allows(&asked, *bits)));
        }
    }

    /// Two domains keep all facts they are given: what they say covers another state contains it.
    #[test]
    fn nothing_is_dropped(a in facts(), b in facts()) {
        let larger = models(&a);
        let contained = models(&b).iter().all(|model| larger.contains(model));
        prop_assert!(state_of::<Linear>(&a).covers(&state_of(&b)).is_err() || contained);
        prop_assert!(state_of::<Bdd>(&a).covers(&state_of(&b)).is_err() || contained);
    }

    /// Neither of the others proves what diagrams do not.
    #[test]
    fn diagrams_prove_most(given in facts(), asked in fact()) {
        let state = state_of::<Bdd>(&given);
        prop_assert!(!state_of::<Linear>(&given).proves(&asked) || state.proves(&asked));
        prop_assert!(!state_of::<Lin>(&given).proves(&asked) || state.proves(&asked));
    }

    /// Widening comes to an end, whatever arrives.
    #[test]
    fn widening_ends(iterates in prop::collection::vec(facts(), 12)) {
        fn changes<D: SetDomain>(iterates: &[Vec<Fact>]) -> usize {
            let mut known = state_of::<D>(&iterates[0]);
            let mut count = 0;
            for next in iterates.iter().cycle().take(60) {
                let next = state_of::<D>(next);
                if known.covers(&next).is_err() {
                    known = known.widen(&next);
                    count += 1;
                }
            }
            count
        }
        prop_assert!(changes::<Linear>(&iterates) < 30);
        prop_assert!(changes::<Lin>(&iterates) < 30);
        prop_assert!(changes::<Bdd>(&iterates) < 30);
    }
}

/// Whether a fact holds of one value that is in the sets with these bits.
fn allows(fact: &Fact, bits: u32) -> bool {
    let count = |dim: Dim| Some(i128::from(bits >> dim.0 & 1));
    fact.allows(fact.form().evaluate(count).expect("small numbers"))
}

#[test]
fn nothing_is_known_of_a_new_state() {
    fn check<D: SetDomain>() {
        let state = new::<D>();
        assert!(!state.is_unsat() && state.facts().is_empty());
    }
    check::<Linear>();
    check::<Lin>();
    check::<Bdd>();
}
