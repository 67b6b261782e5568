//! The comparison with concrete runs catches a domain that is wrong about sets.
//!
//! Every flaw must show in random programs with graphs and bags, and nothing may show without one.

mod support;

#[path = "support/broken.rs"]
#[allow(dead_code, reason = "not every test makes every flaw")]
mod broken;

use broken::{Broken, Flaw, Spoil, SpoilJoin};
use checkers::definition::{Item, SetAtom};
use checkers::heap::{Region, Root, SetFacts, Sym, Term, Value};
use checkers::{Checkers, Options, SetChoice, State};
use engine::Cursor;
use ir::{Stmt, StmtKind};
use support::{load_text, number, refuted_loaded};

/// What the domain does wrong with the states after a statement.
const SPOILS: &[(&str, Spoil<Checkers>)] = &[
    ("what is read is an element", is_an_element),
    ("only the first place of an element is looked at", is_in_the_first),
    ("a structure has all nodes", has_all),
    ("elements of a set are exchanged", exchanged),
];

/// What it does wrong where states meet.
const SPOILS_OF_JOINS: &[(&str, SpoilJoin<Checkers>)] = &[
    ("an inclusion is taken for an equation", includes_nothing_else),
    ("an element is forgotten, and the equation is kept", forgets_an_element),
    ("two sets are the same", are_the_same),
    ("a set is empty", is_empty),
];

fn domain(program: &ir::Program) -> Checkers {
    Checkers::new(program, Options { malloc_may_fail: true })
}

/// Tells a state something, unless it would not describe anything then.
fn tell(state: &mut State, what: &SetAtom<Term>) {
    let mut told = state.clone();
    if told.assume_sets(what) {
        *state = told;
    }
}

/// The sets that structures have as arguments, each once.
fn sets(state: &State) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    for (_, region) in &state.regions {
        let args = match region {
            Region::Checker(checker) => &checker.args,
            Region::Segment(segment) => &segment.args,
            Region::Block(_) => continue,
        };
        for arg in args {
            if arg.base.is_some_and(|sym| state.sets.is_set(sym)) && !found.contains(arg) {
                found.push(*arg);
            }
        }
    }
    found
}

fn is_an_element(at: &Cursor<'_>, stmt: &Stmt, mut after: Vec<State>) -> Vec<State> {
    let StmtKind::Load { dst, .. } = &stmt.kind else { return after };
    if !at.program.types.is_pointer(at.body().locals[*dst].ty) {
        return after;
    }
    for state in &mut after {
        if let Some(Value::Known(term)) = state.root(Root::Register(*dst)) {
            for set in sets(state) {
                tell(state, &SetAtom::within(Item::Point(term), Item::Set(set)));
            }
        }
    }
    after
}

fn is_in_the_first(_: &Cursor<'_>, stmt: &Stmt, mut after: Vec<State>) -> Vec<State> {
    let looks = matches!(stmt.kind, StmtKind::Load { .. } | StmtKind::Store { .. });
    if looks && after.iter().any(|state| !state.sets.is_empty()) {
        after.truncate(1);
    }
    after
}

fn has_all(_: &Cursor<'_>, stmt: &Stmt, mut after: Vec<State>) -> Vec<State> {
    if matches!(stmt.kind, StmtKind::Load { .. }) {
        for state in &mut after {
            let facts = state.sets.clone();
            let is_set = |term: &Term| term.base.is_some_and(|sym| facts.is_set(sym));
            let two = |region: &Region| matches!(region, Region::Checker(of) if of.args.len() == 2 && of.args.iter().all(is_set));
            state.regions.change(two, |region| {
                if let Region::Checker(checker) = region {
                    checker.args[1] = checker.args[0];
                }
            });
        }
    }
    after
}

fn exchanged(_: &Cursor<'_>, stmt: &Stmt, mut after: Vec<State>) -> Vec<State> {
    if matches!(stmt.kind, StmtKind::Load { .. }) {
        for state in &mut after {
            let last = state.sets.points.len().saturating_sub(1);
            let names: Vec<Sym> = state.sets.points.iter().map(|(_, name)| *name).collect();
            for (n, (_, name)) in state.sets.points.iter_mut().enumerate() {
                *name = names[last - n];
            }
        }
    }
    after
}

/// The state with other relations between the same sets.
fn with_relations(state: State, change: impl Fn(&mut SetAtom<Term>)) -> State {
    let relations = state.sets.relations();
    let mut changed = state.clone();
    changed.sets = SetFacts::default();
    for (sym, bag) in state.sets.all() {
        changed.declare_set(sym, bag, SetChoice::Linear);
    }
    for mut relation in relations {
        change(&mut relation);
        if !changed.assume_sets(&relation) {
            return state;
        }
    }
    changed
}

fn includes_nothing_else(mut state: State) -> State {
    for relation in state.sets.relations().into_iter().filter(|relation| relation.constant == 0) {
        tell(&mut state, &SetAtom { equal: true, ..relation });
    }
    state
}

fn forgets_an_element(state: State) -> State {
    with_relations(state, |relation| {
        let sets = relation.items.iter().filter(|(item, _)| matches!(item, Item::Set(_))).count();
        if relation.equal && sets > 1 {
            relation.items.retain(|(item, _)| matches!(item, Item::Set(_)));
        }
    })
}

fn are_the_same(mut state: State) -> State {
    if let [first, second, ..] = sets(&state).as_slice() {
        tell(&mut state, &SetAtom::sum(Item::Set(*first), [Item::Set(*second)]));
    }
    state
}

fn is_empty(mut state: State) -> State {
    if let Some(last) = sets(&state).last() {
        tell(&mut state, &SetAtom::sum(Item::Set(*last), []));
    }
    state
}

/// The first program that refutes a broken domain, and not the sound one.
fn caught(broken: impl Fn(&ir::Program) -> Broken<Checkers>) -> Option<u64> {
    let first = number("SEED", 0);
    (first..first + number("PROGRAMS", 80)).find(|seed| {
        let program = load_text(&generate::graphs(*seed));
        refuted_loaded(&program, &broken(&program), 6).is_some()
            && refuted_loaded(&program, &Broken::new(domain(&program), Flaw::None), 6).is_none()
    })
}

#[test]
fn every_flaw_of_sets_is_caught() {
    let steps = SPOILS
        .iter()
        .map(|(what, spoil)| (*what, caught(|program| Broken::spoiled(domain(program), *spoil))));
    let joins = SPOILS_OF_JOINS
        .iter()
        .map(|(what, spoil)| (*what, caught(|program| Broken::spoiled_at_joins(domain(program), *spoil))));
    let mut missed = Vec::new();
    for (what, caught) in steps.chain(joins) {
        match caught {
            Some(seed) => eprintln!("{what}: caught by program {seed}"),
            None => missed.push(what),
        }
    }
    assert!(missed.is_empty(), "the programs do not show {missed:?}");
}
