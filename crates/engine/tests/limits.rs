//! Caps, budgets, and what is lost: nothing that can happen is left out.

mod support;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use budget::Budget;
use ir::Program;
use model::Rule;
use shapewright_engine::{Analysis, Limits, induced};
use support::interval::Interval;
use support::intervals::Intervals;
use support::{analyze, checks, program, refuted, result};

/// Every check of these functions is open.
fn all_open(program: &Program, analysis: &Analysis<'_, Intervals>, functions: &[&str]) {
    for name in functions {
        let function = program.function_named(name).expect("the function is there");
        for check in induced(program, function) {
            assert!(analysis.checks().is_open(check), "{name}: {check:?} is not open");
        }
    }
}

#[test]
fn states_beyond_the_cap_are_merged_and_none_is_dropped() {
    let cases: Vec<String> = (0..12).map(|n| format!("case {n}: x = {}; break;", 10 * n)).collect();
    let cases = cases.concat();
    let text =
        format!("int main(void) {{ int x = -1; switch (__VERIFIER_nondet_int()) {{ {cases} }} return x; }}");
    let program = program(&text);
    for cap in [1, 2, 5, 64] {
        let domain = Intervals::default();
        let limits = Limits { disjuncts: cap, ..Limits::default() };
        let analysis = analyze(&program, &domain, limits.clone());
        assert_eq!(result(&analysis), Some(Interval::new(-1, 110)), "cap {cap}");
        assert_eq!(domain.merges.get() > 0, cap < 13, "cap {cap}");
        assert_eq!(refuted(&program, &domain, limits, 40), None, "cap {cap}");
    }
}

/// Three functions with an assertion each, and a loop.
const CHAIN: &str = "static int last(int n) { assert(n < 100); return n; }
    static int middle(int n) { int x = last(n); assert(x < 100); return x; }
    int main(void) {
        int i = 0;
        while (i < 50) { i = i + 1; }
        int x = middle(3);
        assert(x < 100);
        return x;
    }";

#[test]
fn enough_steps_prove_it() {
    let (program, domain) = (program(CHAIN), Intervals::default());
    let analysis = analyze(&program, &domain, Limits::default());
    assert_eq!(result(&analysis), Some(Interval::new(3, 3)));
    assert_eq!(analysis.checks().iter().count(), 0);
}

#[test]
fn without_steps_every_check_is_open_in_callees_too() {
    let program = program(CHAIN);
    let full = analyze(&program, &Intervals::default(), Limits::default()).spent().steps;
    for steps in 0..=full {
        let domain = Intervals::default();
        let limits = Limits { steps, ..Limits::default() };
        let analysis = analyze(&program, &domain, limits.clone());
        let nothing_open = analysis.checks().iter().count() == 0;
        assert_eq!(nothing_open, steps == full, "{steps} of {full} steps");
        assert!(analysis.checks().iter().all(|(_, open)| open.lost), "{steps} steps");
        assert_eq!(refuted(&program, &domain, limits, 1), None, "{steps} steps");
        if steps == 0 {
            assert!(analysis.lost().is_some());
            all_open(&program, &analysis, &["main", "middle", "last"]);
        }
    }
}

#[test]
fn an_analysis_that_is_cancelled_knows_nothing_more() {
    let steps = "x = x * 3; ".repeat(300);
    let text = format!(
        "static void f(int n) {{ assert(n > 0); }}
        int main(void) {{ int x = 0; while (__VERIFIER_nondet_int()) {{ {steps} }} f(1); return 0; }}"
    );
    let (program, domain) = (program(&text), Intervals::default());
    let cancel = Some(Arc::new(AtomicBool::new(true)));
    let limits = Limits::default();
    let budget = Budget::new(None, None, cancel);
    let analysis = budget.enter(|| analyze(&program, &domain, limits.clone()));
    assert_eq!(&*analysis.lost().expect("it was interrupted").why, "the analysis was interrupted");
    assert!(
        checks(&program, "f", Rule::AssertFail).into_iter().all(|check| analysis.checks().is_open(check))
    );
    assert_eq!(budget.enter(|| refuted(&program, &domain, limits, 10)), None);
}

#[test]
fn an_analysis_that_is_cancelled_while_it_compares_states_knows_nothing_more() {
    let cases: Vec<String> = (0..12).map(|n| format!("case {n}: continue; ")).collect();
    let cases = cases.concat();
    let text = format!(
        "static void f(int n) {{ assert(n > 0); }}
        int main(void) {{
            int x = -1;
            while (x < 100) {{ x = __VERIFIER_nondet_int(); switch (x) {{ {cases} default: break; }} }}
            f(1);
            return x;
        }}"
    );
    // A few steps bring so many states to the head of the loop that the clock is looked at there first.
    let (program, domain) = (program(&text), Intervals { patience: u32::MAX, ..Intervals::default() });
    let limits = Limits::default();
    let budget = Budget::new(None, None, Some(Arc::new(AtomicBool::new(true))));
    let analysis = budget.enter(|| analyze(&program, &domain, limits.clone()));
    assert_eq!(&*analysis.lost().expect("it was interrupted").why, "the analysis was interrupted");
    all_open(&program, &analysis, &["f"]);
    assert_eq!(budget.enter(|| refuted(&program, &domain, limits, 10)), None);
}

#[test]
fn an_analysis_that_needs_too_much_memory_ends_with_what_is_known() {
    let (program, domain) = (program(CHAIN), Intervals::default());
    let with = |bytes: u64| {
        Budget::new(None, Some(bytes), None).enter(|| analyze(&program, &domain, Limits::default()))
    };
    assert_eq!(with(u64::MAX).checks().iter().count(), 0);
    // Where the system does not tell there is no limit.
    if cfg!(target_os = "linux") {
        let analysis = with(1);
        assert_eq!(&*analysis.lost().expect("there is too little").why, "the analysis used up its memory");
        all_open(&program, &analysis, &["main", "middle", "last"]);
    }
}

#[test]
fn a_loop_that_does_not_become_stable_is_lost_with_all_behind_it() {
    let text = "static void f(void) { assert(1 < 2); }
        int main(void) { int x = 0; while (x < 1000) { x = x + 1; if (x == 2000) return 1; } f(); return 0; }";
    // A domain that never widens.
    let (program, domain) = (program(text), Intervals { patience: u32::MAX, ..Intervals::default() });
    let limits = Limits { rounds: 5, ..Limits::default() };
    let analysis = analyze(&program, &domain, limits.clone());
    assert_eq!(&*analysis.lost().expect("it is not stable").why, "the loop did not become stable");
    all_open(&program, &analysis, &["f"]);
    assert_eq!(refuted(&program, &domain, limits, 3), None);
}

#[test]
fn calls_nested_too_deeply_are_lost() {
    let functions: Vec<String> = (1..20)
        .map(|n| format!("static int f{n}(int x) {{ assert(x < 9); return f{}(x); }}\n", n - 1))
        .collect();
    let functions = functions.concat();
    let text = format!(
        "static int f0(int x) {{ assert(x < 9); return x; }}\n{functions} int main(void) {{ return f19(1); }}"
    );
    let (program, domain) = (program(&text), Intervals::default());
    let limits = Limits { call_depth: 10, ..Limits::default() };
    let analysis = analyze(&program, &domain, limits.clone());
    assert!(analysis.lost().is_some());
    all_open(&program, &analysis, &["f0", "f5"]);
    assert_eq!(refuted(&program, &domain, limits, 1), None);
    assert_eq!(analyze(&program, &domain, Limits::default()).checks().iter().count(), 0);
}

#[test]
fn what_is_lost_in_a_callee_is_lost_in_its_callers() {
    let text = "static int f(int x) { if (x > 0) lose(); return x; }
        static int g(int x) { int y = f(x); assert(y == x); return y; }
        int main(void) { assert(1 < 2); int x = g(1); assert(2 < 3); return x; }";
    let (program, domain) = (program(text), Intervals::default());
    let analysis = analyze(&program, &domain, Limits::default());
    assert_eq!(&*analysis.lost().expect("`lose` is not known").why, "an unknown function is called");
    let open = |name| -> Vec<bool> {
        let found = checks(&program, name, Rule::AssertFail);
        found.into_iter().map(|check| analysis.checks().is_open(check)).collect()
    };
    assert!(open("g").into_iter().any(|open| open));
    assert!(open("main").iter().any(|open| *open), "what comes after the call");
    assert!(analysis.checks().iter().all(|(_, open)| open.lost));
}

#[test]
fn what_is_lost_on_one_way_is_lost_where_the_ways_meet() {
    let text = "static void f(int x) { assert(x == 1); }
        int main(void) { if (__VERIFIER_nondet_int()) lose(); f(1); return 0; }";
    let (program, domain) = (program(text), Intervals::default());
    let analysis = analyze(&program, &domain, Limits::default());
    assert!(
        checks(&program, "f", Rule::AssertFail).into_iter().all(|check| analysis.checks().is_open(check))
    );
}

#[test]
fn what_comes_before_is_not_lost() {
    let text = "struct pair { int a, b; };
        static void f(int x) { assert(x == 1); }
        int main(void) {
            struct pair p = { 1, 2 }, q = p;
            f(1);
            return q.a;
        }";
    let (program, domain) = (program(text), Intervals::default());
    let analysis = analyze(&program, &domain, Limits::default());
    assert!(analysis.lost().is_some(), "structs are beyond this domain");
    assert!(
        checks(&program, "f", Rule::AssertFail).into_iter().all(|check| analysis.checks().is_open(check))
    );
    let text = text.replace("f(1);", "").replace("struct pair p", "f(1); struct pair p");
    let program = self::program(&text);
    let analysis = analyze(&program, &domain, Limits::default());
    assert!(analysis.lost().is_some());
    assert!(
        checks(&program, "f", Rule::AssertFail).into_iter().all(|check| !analysis.checks().is_open(check))
    );
}
