//! What runs decide, what they leave open, and what the hunt finds.

use std::sync::atomic::{AtomicUsize, Ordering};

use interp::{Failures, LeakMode, Uninitialized};

use super::*;
use crate::Conventions;

fn load(body: &str) -> Program {
    static FILES: AtomicUsize = AtomicUsize::new(0);
    let number = FILES.fetch_add(1, Ordering::Relaxed);
    let file = std::env::temp_dir().join(format!("hunt-{}-{number}.c", std::process::id()));
    let text =
        format!("#include <stdlib.h>\n#include <string.h>\nextern int __VERIFIER_nondet_int(void);\n{body}");
    std::fs::write(&file, text).expect("a temporary file");
    let command = cfront::Command { file: file.clone(), options: cfront::Options::default() };
    let loaded = cfront::load(&[command], &cfront::Budget::default());
    let _ = std::fs::remove_file(file);
    loaded.unwrap_or_else(|error| panic!("{error}")).program
}

fn entry(program: &Program) -> Entry {
    Entry { function: program.main().expect("there is a `main`"), program_start: true }
}

fn without_failures() -> Options {
    Options { malloc_may_fail: false, ..Options::default() }
}

fn decided(body: &str, options: &Options) -> Decision {
    let program = load(body);
    decide(&program, options, &entry(&program))
}

fn is_proved(body: &str) -> bool {
    matches!(decided(body, &without_failures()), Decision::Proved { .. })
}

fn is_open(body: &str) -> bool {
    matches!(decided(body, &without_failures()), Decision::Open)
}

#[test]
fn a_program_without_inputs_is_decided_by_one_run() {
    let safe = "int main(void) { int *p = malloc(4); *p = 1; free(p); return 0; }";
    assert!(matches!(decided(safe, &without_failures()), Decision::Proved { runs: 1, .. }));
    let lost = "int main(void) { int *p = malloc(4); p = 0; return 0; }";
    assert!(
        matches!(decided(lost, &without_failures()), Decision::Violated(finding) if finding.rule == Rule::Leak)
    );
}

#[test]
fn both_outcomes_of_each_allocation_are_tried() {
    let checks = "int main(void) { for (int i = 0; i < 3; i++) { int *p = malloc(4); if (p) *p = i; free(p); } return 0; }";
    assert!(matches!(decided(checks, &Options::default()), Decision::Proved { runs: 8, .. }));
    let trusts = "int main(void) { int *p = malloc(4); *p = 1; free(p); return 0; }";
    let decision = decided(trusts, &Options::default());
    assert!(matches!(decision, Decision::Violated(finding) if finding.rule == Rule::NullDeref));
}

#[test]
fn an_endless_loop_is_noticed() {
    assert!(is_proved("int main(void) { for (;;) { } }"));
    assert!(is_proved(
        "int main(void) { int *p = malloc(4); *p = 0; for (;;) { *p = 0; int a[*p + 2]; a[0] = 1; } }"
    ));
    assert!(is_proved("int main(void) { for (;;) { int *p = malloc(4); *p = 1; free(p); p = 0; } }"));
    // This one changes something, if only slowly.
    assert!(is_open(
        "static unsigned long n, m; int main(void) { for (;;) { n++; if (n == 0) m++; if (m == 99) return 0; } }"
    ));
}

#[test]
fn inputs_leave_a_program_open() {
    assert!(is_open("int main(void) { return __VERIFIER_nondet_int(); }"));
    assert!(is_open("int main(int argc, char **argv) { return argc > 1; }"));
    assert!(is_proved("int main(int argc, char **argv) { return 0; }"));
    assert!(is_open("int main(void) { int x; return x == 1 ? 1 : 0; }"));
    assert!(is_open("volatile int device; int main(void) { return device ? 1 : 0; }"));
    assert!(is_open("int main(void) { return rand(); }"));
    assert!(is_open("int main(void) { return getenv(\"HOME\") != 0; }"));
}

#[test]
fn what_the_machine_decides_leaves_a_program_open() {
    let with = |condition: &str| {
        format!(
            "int main(void) {{ char *a = malloc(4), *b = malloc(4); int r = {condition}; free(a); free(b); return r; }}"
        )
    };
    for same_everywhere in
        ["a == b", "a + 1 == b + 1", "a < a + 1", "a != 0", "a + 4 - a", "a == 0 || b == 0"]
    {
        assert!(is_proved(&with(same_everywhere)), "{same_everywhere}");
    }
    for depends in
        ["a < b", "a + 4 == b", "a - b", "(long)a % 8", "(a + 100) == b", "a == (char *)4096", "a - 100 != 0"]
    {
        assert!(is_open(&with(depends)), "{depends}");
    }
    let gone = "int main(void) { char *a = malloc(4); char *old = a; free(a); char *b = malloc(4); int r = old == b; free(b); return r; }";
    assert!(is_proved(gone));
    let together =
        "int main(void) { char *a = malloc(4), *b = malloc(4); free(a); int r = a == b; free(b); return r; }";
    assert!(is_proved(together));
    let moved =
        "int main(void) { char *a = malloc(4); char *b = realloc(a, 8); int r = a == b; free(b); return r; }";
    assert!(is_proved(moved));
    // There literals may be one object or two, and both is tried.
    assert!(is_proved("int main(void) { const char *a = \"x\", *b = \"x\"; return a == b; }"));
    assert!(is_open("int main(void) { char *a = malloc(0); int r = a == 0; free(a); return r; }"));
}

#[test]
fn undefined_behaviour_that_runs_do_not_notice_leaves_a_program_open() {
    assert!(is_open("int main(void) { int x = 2147483647; x++; return x < 0; }"));
    assert!(is_open("int main(void) { int x = 1; return x << 40; }"));
    assert!(is_open("int main(void) { int x = 65536; return x * x; }"));
    assert!(is_open("int main(void) { int x = 0; return 1 / x; }"));
    assert!(is_proved("int main(void) { unsigned x = 4294967295u; x++; return x; }"));
    assert!(is_open("int main(void) { double d = 0.1; return d + 0.2 == 0.3; }"));
    assert!(is_open("int f(); int main(void) { return f(1); } int f(long x) { return (int)x; }"));
}

#[test]
fn the_order_of_evaluation_leaves_a_program_open() {
    let shared = "static int *s; static int drop(void) { free(s); s = 0; return 0; } static int look(void) { return *s; }";
    let main = |last: &str| format!("{shared} int main(void) {{ s = malloc(4); *s = 7; {last} }}");
    assert!(is_open(&main("return look() + drop();")));
    assert!(is_proved(&main("int a = look(); return a + drop();")));
    assert!(is_open("int main(void) { int i = 0, a[2] = {0, 0}; a[i] = i++; return 0; }"));
    assert!(is_proved("int main(void) { int i = 0, a[2] = {0, 0}; a[0] = i++; return a[i] && i++; }"));
}

fn hunted(body: &str, options: &Options) -> Vec<Finding> {
    let program = load(body);
    let findings = hunt(&program, options, &entry(&program), Effort::THOROUGH);
    for finding in &findings {
        let list = finding.inputs.clone().expect("a run shows it");
        let may_fail = finding.replay.iter().any(|option| option == "--malloc-may-fail");
        let run = options.conventions.run(entry(&program).function, may_fail);
        let again = interp::run(&program, &interp::Options { inputs: Inputs::List(list), ..run });
        assert!(again.findings.iter().any(|shown| (shown.rule, shown.span) == (finding.rule, finding.span)));
    }
    findings
}

#[test]
fn the_inputs_of_an_error_are_few_and_small() {
    let body = "int main(void) {
        int n = 0, *p = malloc(4);
        for (int i = 0; i < 20; i++) n += __VERIFIER_nondet_int() > 1000;
        if (n >= 2) { free(p); }
        free(p);
        return 0;
    }";
    let findings = hunted(body, &without_failures());
    let [finding] = findings.as_slice() else { panic!("{findings:?}") };
    let inputs = finding.inputs.as_deref().unwrap_or_default();
    assert_eq!(finding.rule, Rule::DoubleFree);
    assert_eq!(inputs.iter().filter(|input| **input == 1001).count(), 2, "{inputs:?}");
    assert_eq!(inputs.iter().filter(|input| **input != 0).count(), 2, "{inputs:?}");
}

#[test]
fn two_is_tried_though_the_program_does_not_name_it() {
    let body = "int main(void) { int n = __VERIFIER_nondet_int(); int *p = malloc(4), *q = p; if (n > 1) q = 0; *q = n; free(p); return 0; }";
    let findings = hunted(body, &without_failures());
    assert_eq!(findings.first().and_then(|finding| finding.inputs.clone()), Some(vec![2]));
}

/// A list without repetitions: a number that is there already is taken out, and if one lies on each side of it the next one goes with it.
const KEYS: &str = "struct n { struct n *next; int key; };
    int main(void) {
        struct n *list = NULL;
        for (;;) {
            int key = __VERIFIER_nondet_int();
            if (key == 0) break;
            struct n **at = &list;
            while (*at && (*at)->key < key) at = &(*at)->next;
            if (*at && (*at)->key == key) {
                struct n *gone = *at;
                *at = gone->next;
                if (at != &list && *at && (*at)->next) *at = (*at)->next;
                free(gone);
            } else {
                struct n *added = malloc(sizeof *added);
                added->key = key;
                added->next = *at;
                *at = added;
            }
        }
        while (list) { struct n *next = list->next; free(list); list = next; }
        return 0;
    }";

#[test]
fn inputs_that_must_fit_each_other_are_bred() {
    let (program, options) = (load(KEYS), without_failures());
    assert!(hunted(KEYS, &options).is_empty(), "a few deviations do not show it");
    let finding = breed(&program, &options, &entry(&program), &[]).expect("breeding does");
    assert_eq!(finding.rule, Rule::Leak);
    let inputs = finding.inputs.clone().expect("a run shows it");
    assert!(inputs.len() <= 12, "{inputs:?}");
    let run = options.conventions.run(entry(&program).function, false);
    let again = interp::run(&program, &interp::Options { inputs: Inputs::List(inputs), ..run });
    assert!(again.findings.iter().any(|shown| shown.rule == Rule::Leak));
    let same = breed(&program, &options, &entry(&program), &[]).expect("it does so again");
    assert_eq!(same.inputs, finding.inputs, "the answer is always the same");
    let right = KEYS.replace("if (at != &list && *at && (*at)->next) *at = (*at)->next;", "");
    assert!(breed(&load(&right), &options, &entry(&program), &[]).is_none());
}

#[test]
fn loops_that_end_only_on_ones_are_left() {
    let body = "int main(void) { int *p = malloc(4); while (!__VERIFIER_nondet_int()) { } p = 0; return 0; }";
    assert_eq!(hunted(body, &without_failures()).len(), 1);
}

fn conventions(goal: Goal, leak: LeakMode, failures: Failures) -> Options {
    let conventions =
        Conventions { goal, leak, failures, uninitialized: Uninitialized::Input, inner_bounds: false };
    Options { malloc_may_fail: false, first_error: true, conventions, ..Options::default() }
}

#[test]
fn a_value_never_written_is_any_value_and_stays_what_it_is() {
    let options = conventions(Goal::MemorySafety, LeakMode::Lost, Failures::Ends);
    let rules = |body: &str| hunted(body, &options).iter().map(|finding| finding.rule).collect::<Vec<_>>();
    assert_eq!(rules("int main(void) { int *p; return p == 0 ? 0 : *p; }"), [Rule::NullDeref]);
    assert_eq!(rules("int main(void) { char *p; free(p); return 0; }"), [Rule::InvalidFree]);
    assert_eq!(rules("int main(void) { int x, *p = 0; int y = x; return x == y ? 0 : *p; }"), []);
    assert_eq!(
        rules(
            "struct s { int a, b; }; int main(void) { struct s x, y; int *p = 0; y = x; return x.b == y.b ? 0 : *p; }"
        ),
        []
    );
}

#[test]
fn what_is_left_at_the_end_counts_where_that_is_asked() {
    let fails = "extern void __VERIFIER_error(void); static int *p; int main(void) { p = malloc(4); __VERIFIER_error(); }";
    let options = conventions(Goal::Cleanup, LeakMode::End, Failures::Ends);
    assert_eq!(hunted(fails, &options).len(), 1);
    let endless = "static int *p; int main(void) { p = malloc(4); for (;;) { } }";
    assert_eq!(hunted(endless, &options).len(), 0);
    assert!(matches!(decided(endless, &options), Decision::Proved { .. }));
    let safe = conventions(Goal::MemorySafety, LeakMode::Lost, Failures::Ends);
    assert_eq!(hunted(fails, &safe).len(), 0);
    assert!(matches!(decided(fails, &safe), Decision::Proved { .. }));
}

#[test]
fn only_the_call_that_is_asked_for_is_an_error() {
    let options = conventions(Goal::Unreachable, LeakMode::Lost, Failures::Calls("reach_error".into()));
    let reaches = "void reach_error(void) { } int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }";
    assert_eq!(hunted(reaches, &options).len(), 1);
    let crashes = "int main(void) { int *p = 0; return *p; }";
    assert_eq!(hunted(crashes, &options).len(), 0);
    assert!(matches!(decided(crashes, &options), Decision::Open));
    let another = "extern void __VERIFIER_error(void); int main(void) { __VERIFIER_error(); }";
    assert!(matches!(decided(another, &options), Decision::Proved { .. }));
}

#[test]
fn bounds_within_an_object_are_nobody_s_business_where_only_objects_count() {
    let body = "struct s { int a[2], b; }; int main(void) { struct s x = {{0, 0}, 0}; int i = 2; x.a[i] = 1; return 0; }";
    let options = conventions(Goal::MemorySafety, LeakMode::Lost, Failures::Ends);
    assert_eq!(hunted(body, &options).len(), 0);
    assert!(matches!(decided(body, &options), Decision::Open));
    assert_eq!(hunted(body, &without_failures()).len(), 1);
}
