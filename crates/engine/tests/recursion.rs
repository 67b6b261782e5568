//! Functions that call themselves and each other, by their summaries.

mod support;

use model::Rule;
use shapewright_engine::Limits;
use support::interval::Interval;
use support::intervals::Intervals;
use support::{analyze, checks, program, refuted, result, result_of};

const INT: i128 = i32::MAX as i128;

#[test]
fn a_function_is_analyzed_for_what_it_is_given() {
    let text = "static int twice(int x) { return x + x; }
        int main(void) { int a = twice(2); int b = twice(a); return b - 3; }";
    assert_eq!(result_of(text), Some(Interval::new(5, 5)));
}

#[test]
fn a_recursion_that_counts_down_ends() {
    let text = "static int count(int n) { if (n <= 0) return 0; return count(n - 1) + 1; }
        int main(void) { return count(6); }";
    let found = result_of(text).expect("it returns");
    assert!(found.low <= 6 && 6 <= found.high, "{found:?}");
    assert!(found.low >= 0, "what is added is positive: {found:?}");
}

#[test]
fn a_recursion_on_any_number_becomes_stable() {
    let text = "static int sum(int n) { if (n <= 0) return 0; int rest = sum(n - 1); return rest < 1000 ? rest + 1 : rest; }
        int main(void) { int n = __VERIFIER_nondet_int(); return sum(n); }";
    let found = result_of(text).expect("it returns");
    assert!(found.low >= 0 && found.high <= INT, "{found:?}");
}

#[test]
fn functions_that_call_each_other_are_stable_together() {
    let text = "int odd(int n);
        int even(int n) { if (n == 0) return 1; return odd(n - 1); }
        int odd(int n) { if (n == 0) return 0; return even(n - 1); }
        int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0) return 0; return even(n) + odd(n); }";
    assert_eq!(result_of(text), Some(Interval::new(0, 2)));
}

#[test]
fn three_in_a_ring_with_a_way_back_into_the_middle() {
    let text = "int b(int n); int c(int n);
        int a(int n) { if (n > 9) return 1; return b(n + 1) + 0; }
        int b(int n) { if (n > 9) return 2; return __VERIFIER_nondet_int() ? c(n + 1) : a(n + 1); }
        int c(int n) { if (n > 9) return 3; int x = b(n + 1); int y = a(n + 2); return x < y ? x : y; }
        int main(void) { return a(0); }";
    let found = result_of(text).expect("it returns");
    assert!(Interval::new(1, 3).meet(found) == Some(Interval::new(1, 3)), "{found:?}");
}

#[test]
fn what_never_returns_has_no_exit() {
    let text = "static int down(int n) { return down(n) + 1; }
        int main(void) { int x = down(3); assert(0); return x; }";
    let (program, domain) = (program(text), Intervals::default());
    let analysis = analyze(&program, &domain, Limits::default());
    assert_eq!(result(&analysis), None);
    assert_eq!(analysis.checks().iter().count(), 0, "what is behind it is not reached");
}

#[test]
fn checks_inside_a_recursion_are_made_for_every_depth() {
    let text = "static void walk(int n) { assert(n < 5); if (__VERIFIER_nondet_int()) walk(n + 1); }
        int main(void) { walk(0); return 0; }";
    let (program, domain) = (program(text), Intervals { patience: 2, ..Intervals::default() });
    let analysis = analyze(&program, &domain, Limits::default());
    let open = |check| analysis.checks().is_open(check);
    assert!(checks(&program, "walk", Rule::AssertFail).into_iter().any(open));
    assert_eq!(refuted(&program, &domain, Limits::default(), 40), None);
}

#[test]
fn many_ways_to_call_a_function_are_merged() {
    let calls: Vec<String> = (0..40).map(|n| format!("x = x + id({n});")).collect();
    let calls = calls.concat();
    let text =
        format!("static int id(int n) {{ return n; }} int main(void) {{ int x = 0; {calls} return x; }}");
    let (program, domain) = (program(&text), Intervals::default());
    let limits = Limits { contexts: 4, ..Limits::default() };
    let analysis = analyze(&program, &domain, limits.clone());
    let found = result(&analysis).expect("it returns");
    assert!(domain.merges.get() > 0 && found.low <= 780 && 780 <= found.high, "{found:?}");
    assert_eq!(refuted(&program, &domain, limits, 1), None);
}
