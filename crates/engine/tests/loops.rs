//! Loops: iteration ends, and what it finds covers every run.

mod support;

use model::Rule;
use shapewright_engine::{Limits, check_covers_laws, check_widening};
use support::interval::Interval;
use support::intervals::{Intervals, State};
use support::{analyze, checks, program, refuted, result_of};

#[test]
fn straight_code_is_exact() {
    assert_eq!(
        result_of("int main(void) { int x = 3; x = x * 2; return x + 1; }"),
        Some(Interval::new(7, 7))
    );
}

#[test]
fn branches_are_kept_apart() {
    let text =
        "int main(void) { int x = __VERIFIER_nondet_int() ? 1 : 5; if (x == 3) return 100; return x; }";
    assert_eq!(result_of(text), Some(Interval::new(1, 5)));
}

#[test]
fn a_loop_is_widened_and_its_condition_brings_the_bound_back() {
    let text = "int main(void) { int i = 0; while (i < 1000) i = i + 1; return i; }";
    assert_eq!(result_of(text), Some(Interval::new(1000, i128::from(i32::MAX))));
    let domain = Intervals::default();
    let program = program(text);
    let analysis = analyze(&program, &domain, Limits::default());
    assert!(domain.widenings.get() > 0);
    assert!(analysis.spent().iterations < 10, "{:?}", analysis.spent());
}

#[test]
fn nested_loops_are_iterated_from_inside() {
    let text = "int main(void) {
        int n = 0;
        for (int i = 0; i < 100; i++)
            for (int j = 0; j < 100; j++) { if (__VERIFIER_nondet_int()) break; n = 1; }
        return n;
    }";
    assert_eq!(result_of(text), Some(Interval::new(0, 1)));
}

#[test]
fn assertions_in_a_loop_are_discharged_by_its_invariant() {
    let text = "int main(void) {
        int i = 0;
        while (__VERIFIER_nondet_int()) { assert(i >= 0); if (i < 50) i = i + 1; }
        assert(i <= 7);
        return 0;
    }";
    let (program, domain) = (program(text), Intervals::default());
    let analysis = analyze(&program, &domain, Limits::default());
    let open: Vec<bool> = checks(&program, "main", Rule::AssertFail)
        .into_iter()
        .map(|check| analysis.checks().is_open(check))
        .collect();
    assert_eq!(open.iter().filter(|open| **open).count(), 1, "only the second is open: {open:?}");
}

#[test]
fn what_cannot_be_reached_has_no_states_and_no_checks() {
    let text = "int main(void) { int i = 0; while (1) { i = 1 - i; } assert(0); return 7; }";
    assert_eq!(result_of(text), None);
    let text = "int main(void) { int x = 1; if (x == 2) assert(0); return x; }";
    let (program, domain) = (program(text), Intervals::default());
    assert_eq!(analyze(&program, &domain, Limits::default()).checks().iter().count(), 0);
}

/// Two ways into the same cycle: neither of its blocks dominates the other.
const IRREDUCIBLE: &str = "int main(void) {
        int x = 0;
        if (__VERIFIER_nondet_int()) goto b;
    a:  x = x + 1;
        if (x > 20) return x;
    b:  x = x + 2;
        if (__VERIFIER_nondet_int()) goto c;
        goto a;
    c:  x = x + 3;
        if (x > 30) goto a;
        goto b;
    }";

#[test]
fn cycles_with_two_entries_are_covered() {
    for patience in 0..4 {
        let (program, domain) = (program(IRREDUCIBLE), Intervals { patience, ..Intervals::default() });
        assert_eq!(refuted(&program, &domain, Limits::default(), 30), None);
        let analysis = analyze(&program, &domain, Limits::default());
        assert!(analysis.exits().count() > 0 && analysis.lost().is_none());
    }
}

#[test]
fn a_loop_on_its_own_block_is_iterated() {
    let text = "int main(void) { int i = 0; do i = i + 1; while (i < 9); return i; }";
    assert_eq!(result_of(text), Some(Interval::new(9, i128::from(i32::MAX))));
}

#[test]
fn once_around_a_loop_gives_what_comes_back() {
    let text = "int main(void) { int i = 0; while (i < 10) i = i + 1; return i; }";
    let (program, domain) = (program(text), Intervals::default());
    let mut analysis = analyze(&program, &domain, Limits::default());
    let loops = analysis.loops();
    assert_eq!(loops.len(), 1);
    let (local, mut state) = (*loops[0].states[0].keys().next().expect("`i`"), loops[0].states[0].clone());
    state.insert(local, Interval::new(3, 4));
    let back = analysis.once_around(loops[0].context, loops[0].head, vec![state]).expect("nothing is lost");
    assert_eq!(back.iter().map(|state| state[&local]).collect::<Vec<_>>(), [Interval::new(4, 5)]);
}

#[test]
fn an_analysis_is_the_same_every_time() {
    let shown = || {
        let (program, domain) = (program(IRREDUCIBLE), Intervals { patience: 2, ..Intervals::default() });
        let analysis = analyze(&program, &domain, Limits::default());
        let checks: Vec<_> = analysis.checks().iter().collect();
        format!("{:?} {checks:?} {:?}", analysis.points(), analysis.spent())
    };
    assert_eq!(shown(), shown());
}

#[test]
fn the_small_domain_keeps_the_laws() {
    let local = ir::LocalId(0);
    let ends = [-9, 0, 1, 40, 1 << 20];
    let mut states = vec![State::new()];
    for low in ends {
        for high in ends.into_iter().filter(|high| low <= *high) {
            states.push(State::from([(local, Interval::new(low, high))]));
        }
    }
    let domain = Intervals { patience: 3, ..Intervals::default() };
    check_covers_laws(&domain, &states);
    check_widening(&domain, &states, 20);
    check_widening(&domain, &states[1..], 20);
}
