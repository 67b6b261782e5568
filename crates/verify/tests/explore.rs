//! Exact exploration against concrete runs, and against exploration that merges nothing.
//!
//! `PROGRAMS=2000 SEED=0 cargo test --release -p shapewright-verify --test explore` makes a longer run.

mod support;

#[path = "support/broken.rs"]
mod broken;

use std::collections::BTreeSet;
use std::time::Duration;

use broken::{Broken, FLAWS, Flaw};
use checkers::{Checkers, Options, State};
use engine::{Analysis, Bounds, Check, Engine, Entry, Exact, Limits, ShapeDomain};
use generate::Config;
use model::Rule;
use shapewright_verify as verify;
use support::{load, load_text, number};

/// Runs of each program.
const RUNS: u64 = 6;

/// States of each exploration.
const STATES: u64 = 3_000;

fn domain(program: &ir::Program) -> Checkers {
    Checkers::new(program, Options { malloc_may_fail: true }).exactly()
}

fn entry(program: &ir::Program) -> Entry {
    Entry { function: program.main().expect("there is a `main`"), program_start: true }
}

fn explore<'a, D: Exact>(program: &'a ir::Program, domain: &'a D, merge: bool) -> Analysis<'a, D> {
    let bounds =
        Bounds { states: STATES, states_when_lost: 0, merge, keep_states: merge, ..Bounds::default() };
    let explore = || Engine::new(program, domain, Limits::default()).explore(&entry(program), bounds);
    budget::Budget::at_most(Duration::from_secs(10)).enter(explore)
}

/// The checks that are open for a reason of their own.
fn open<D: ShapeDomain>(analysis: &Analysis<'_, D>) -> BTreeSet<Check> {
    analysis.checks().iter().filter(|(_, open)| !open.lost).map(|(check, _)| *check).collect()
}

/// What refutes an exploration: a run, or a check that is only found open where nothing is merged. `None` also if it did not
/// come to its end.
fn refuted<D: Exact>(program: &ir::Program, domain: &D) -> Option<String> {
    let analysis = explore(program, domain, true);
    if analysis.lost().is_some() {
        return None;
    }
    let compared =
        verify::compare(program, &verify::Options::default(), domain, &analysis, &entry(program), RUNS);
    if let Some(unsound) = compared.unsound.first() {
        let line = unsound.point.span(program).line;
        return Some(format!("seed {} at line {line}: {}", unsound.seed, unsound.what));
    }
    let apart = explore(program, domain, false);
    let missed = open(&apart).difference(&open(&analysis)).next().copied();
    missed.map(|check| format!("{} at line {} is missed", check.rule, check.point.span(program).line))
}

/// Short programs of which many come to an end.
fn configs() -> [Config; 3] {
    [
        Config { length: (1, 3), ..Config::lists() },
        Config { length: (1, 2), ..Config::everything() },
        Config { length: (1, 2), ..Config::structures() },
    ]
}

#[test]
fn no_run_of_a_random_program_refutes_an_exploration() {
    let (first, programs) = (number("SEED", 0), number("PROGRAMS", 60));
    let mut ended = 0;
    for (config, seed) in
        configs().iter().flat_map(|config| (first..first + programs).map(move |s| (config, s)))
    {
        let text = generate::program(seed, config);
        let program = load(&text);
        let domain = domain(&program);
        ended += u64::from(explore(&program, &domain, true).lost().is_none());
        if let Some(why) = refuted(&program, &domain) {
            panic!("program {seed} refutes the exploration: {why}\n{}", text.to_c());
        }
    }
    assert!(ended * 2 >= 3 * programs, "only {ended} of {} programs come to an end", 3 * programs);
}

/// A domain with a flaw.
fn flawed(flaw: Flaw) -> impl Fn(&ir::Program) -> Broken<Checkers> {
    move |program| Broken::new(domain(program), flaw)
}

impl Exact for Broken<Checkers> {
    fn canonical(&self, state: State) -> State {
        self.sound().canonical(state)
    }

    fn fingerprint(&self, state: &State) -> u64 {
        if self.flaw() == Flaw::MergesAll { 0 } else { self.sound().fingerprint(state) }
    }

    fn implied(&self, known: &State, arrived: &State) -> bool {
        match self.flaw() {
            Flaw::MergesAll => true,
            Flaw::MergesFacts => {
                let without = |state: &State| State { pure: State::default().pure, ..state.clone() };
                self.sound().implied(&without(known), &without(arrived))
            }
            _ => self.sound().implied(known, arrived),
        }
    }

    fn objects(&self, state: &State) -> usize {
        self.sound().objects(state)
    }

    fn mark_input(&self, state: &mut State, register: ir::LocalId, number: u32) {
        self.sound().mark_input(state, register, number);
    }

    fn solve_inputs(&self, state: &State, count: u32) -> Vec<Vec<i128>> {
        self.sound().solve_inputs(state, count)
    }
}

/// The number decides twice, and is the same both times.
const TWICE: &str = "
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    int *p = NULL;
    if (n > 3)
        p = NULL;
    if (n > 3)
        *p = 1;
    return 0;
}
";

#[test]
fn what_merges_states_that_differ_is_caught() {
    for flaw in [Flaw::MergesAll, Flaw::MergesFacts] {
        let program = load_text(TWICE);
        let sound = domain(&program);
        assert_eq!(refuted(&program, &sound), None);
        assert!(refuted(&program, &flawed(flaw)(&program)).is_some(), "{flaw:?} is not noticed");
    }
    // What numbers decide is rare in random programs; that all states are not the same shows at once.
    let random = (0..20).map(|seed| load(&generate::program(seed, &configs()[0])));
    let mut caught = random.filter(|program| refuted(program, &flawed(Flaw::MergesAll)(program)).is_some());
    assert!(caught.next().is_some());
}

/// What any domain can do wrong shows where states are explored, too. Nothing is widened here, so that those flaws cannot show.
#[test]
fn what_a_statement_does_wrong_is_caught() {
    let widens = [Flaw::LoopCovered, Flaw::ThirdDropped, Flaw::RecursionCovered];
    let plain =
        Config { orderly: 15, mutated: 60, wild: 25, length: (1, 2), unset: 30, ..Config::structures() };
    for flaw in FLAWS.iter().filter(|flaw| !widens.contains(flaw)) {
        let config = match flaw {
            Flaw::Silent(Rule::AssertFail) => Config { wild: 200, ..plain.clone() },
            _ => plain.clone(),
        };
        let random = (0..120).map(|seed| load(&generate::program(seed, &config)));
        let mut caught = random.filter(|program| {
            refuted(program, &flawed(*flaw)(program)).is_some()
                && refuted(program, &domain(program)).is_none()
        });
        assert!(caught.next().is_some(), "{flaw:?} is not noticed");
    }
}
