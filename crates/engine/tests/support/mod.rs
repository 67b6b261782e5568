//! Programs from C text, a small domain to analyze them with, and concrete runs to compare with.

// Each test target uses a part of it.
#![allow(dead_code)]

pub(crate) mod interval;
pub(crate) mod intervals;

use std::sync::atomic::{AtomicU32, Ordering};

use interp::{Inputs, Interpreter};
use ir::{LocalId, Program};
use model::Rule;
use shapewright_engine::{Analysis, Check, Engine, Entry, Limits, Point, ShapeDomain, induced};

use interval::Interval;
use intervals::Intervals;

/// What every program may use.
const PRELUDE: &str = "extern int __VERIFIER_nondet_int(void); extern void abort(void); extern void lose(void);\
                       extern void __assert_fail(const char *, const char *, unsigned, const char *);\
                       \n#define assert(c) ((c) ? (void)0 : __assert_fail(#c, __FILE__, __LINE__, __func__))\n";

/// Reads a program.
pub(crate) fn program(text: &str) -> Program {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let file = std::env::temp_dir().join(format!("shapewright-engine-{}-{number}.c", std::process::id()));
    std::fs::write(&file, format!("{PRELUDE}{text}")).expect("the program is written");
    let command = cfront::Command { file: file.clone(), options: cfront::Options::default() };
    let loaded = cfront::load(&[command], &cfront::Budget::default());
    // Nobody minds a file that stays.
    let _ = std::fs::remove_file(file);
    match loaded {
        Ok(loaded) => loaded.program,
        Err(error) => panic!("the programs of these tests are valid: {error:?}\n{text}"),
    }
}

/// Analyzes a program from `main`.
pub(crate) fn analyze<'a, D: ShapeDomain>(
    program: &'a Program,
    domain: &'a D,
    limits: Limits,
) -> Analysis<'a, D> {
    let function = program.main().expect("there is a `main`");
    Engine::new(program, domain, limits).run(&Entry { function, program_start: true })
}

/// The values with which `main` may return, as one interval.
pub(crate) fn result(analysis: &Analysis<'_, Intervals>) -> Option<Interval> {
    assert!(analysis.lost().is_none(), "lost: {:?}", analysis.lost());
    analysis.exits().filter_map(|exit| exit.get(&LocalId(u32::MAX)).copied()).reduce(Interval::hull)
}

/// The result of `main` with the usual limits.
pub(crate) fn result_of(text: &str) -> Option<Interval> {
    let (program, domain) = (program(text), Intervals { patience: 2, ..Intervals::default() });
    let found = result(&analyze(&program, &domain, Limits::default()));
    assert_eq!(refuted(&program, &domain, Limits::default(), 8), None, "{text}");
    found
}

/// The checks of a rule that a function induces.
pub(crate) fn checks(program: &Program, function: &str, rule: Rule) -> Vec<Check> {
    let function = program.function_named(function).expect("the function is there");
    induced(program, function).into_iter().filter(|check| check.rule == rule).collect()
}

/// What refutes the analysis of a program, if one of so many runs does.
pub(crate) fn refuted<D: ShapeDomain>(
    program: &Program,
    domain: &D,
    limits: Limits,
    runs: u64,
) -> Option<String> {
    let analysis = analyze(program, domain, limits);
    (0..runs).find_map(|seed| {
        let mut options = interp::Options::new(program.main().expect("there is a `main`"));
        options.inputs = Inputs::Seed(seed);
        options.max_steps = 2_000;
        follow(program, domain, &analysis, &options).map(|what| format!("seed {seed}: {what}"))
    })
}

fn follow<D: ShapeDomain>(
    program: &Program,
    domain: &D,
    analysis: &Analysis<'_, D>,
    options: &interp::Options,
) -> Option<String> {
    let mut machine = Interpreter::new(program, options);
    let mut last = None;
    while let Some((function, block, stmt)) = machine.location() {
        let point = Point { function, block, stmt: stmt as u32 };
        last = Some(point);
        let Some(known) = analysis.points().get(&point) else {
            return Some(format!("{point:?} is reached"));
        };
        let described =
            known.states.iter().any(|(_, state)| domain.admits(program, point, state, machine.memory()));
        if known.lost.is_none() && !described {
            return Some(format!("nothing describes the memory at {point:?}: {:?}", known.states));
        }
        if !machine.step() {
            break;
        }
    }
    let point = last?;
    let failed = machine.findings().iter().any(|finding| finding.rule == Rule::AssertFail);
    let open = analysis.checks().is_open(Check { point, rule: Rule::AssertFail });
    (failed && !open).then(|| format!("the assertion at {point:?} is not open and fails"))
}
