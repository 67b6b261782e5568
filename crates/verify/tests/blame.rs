//! Which check a failing run fails: what `interp` names is open in each domain that declares the rule.
//!
//! Domains discharge checks for each other (`combine`). That is right only if all of them open the same check for the
//! same execution: at the same statement, and under the same rule. Every program of the corpora that has a confirmed error is
//! analyzed by each domain alone, and the run that shows the error is followed beside the analysis.

mod support;

use std::path::{Path, PathBuf};
use std::time::Duration;

use engine::{Engine, Entry, Limits, ShapeDomain};
use shapewright_verify as verify;
use support::{load_text_with, number};

/// Most steps of one analysis.
const STEPS: u64 = 20_000;

fn programs(directory: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            found.push(path);
        }
    }
}

/// The first of the two fates of allocations with which a run fails on these inputs.
fn failing_run(program: &ir::Program, inputs: &[i128]) -> Option<interp::Options> {
    let main = program.main()?;
    [false, true].into_iter().find_map(|malloc_may_fail| {
        let run = interp::Options {
            inputs: interp::Inputs::List(inputs.to_vec()),
            malloc_may_fail,
            max_steps: STEPS,
            checkers: std::sync::Arc::new(verify::predicates(program)),
            ..interp::Options::new(main)
        };
        (!interp::run(program, &run).findings.is_empty()).then_some(run)
    })
}

/// Follows a run beside the analysis of each domain. How many had something to compare.
fn in_each_domain(program: &ir::Program, name: &str, run: &interp::Options) -> u32 {
    let told = lengths::Options { malloc_may_fail: true };
    let mut whole = u32::from(follow(program, &lengths::Lengths::new(told), name, run));
    let told = checkers::Options { malloc_may_fail: true };
    whole += u32::from(follow(program, &checkers::Checkers::new(program, told), name, run));
    // Three-valued logic goes into the clauses of assertions, where it blames the access. It discharges nothing for others.
    if !program.assertion_clauses().is_empty() {
        return whole;
    }
    let told = three_valued::Options {
        malloc_may_fail: true,
        joining: three_valued::Joining::Partial,
        direction: three_valued::Direction::First,
    };
    let none = three_valued::Declarations::default();
    for domain in three_valued::ThreeValued::candidates(program, told, &none).unwrap_or_default() {
        whole += u32::from(follow(program, &domain, name, run));
    }
    whole
}

/// Follows a run beside the analysis of one domain. Whether there was something to compare.
fn follow<D: ShapeDomain>(program: &ir::Program, domain: &D, name: &str, run: &interp::Options) -> bool {
    let entry = Entry { function: run.entry, program_start: true };
    let limits = Limits { steps: STEPS, ..Limits::default() };
    let analysis = Engine::new(program, domain, limits).run(&entry);
    if analysis.lost().is_some() {
        return false;
    }
    if let Err(unsound) = verify::compare_run(program, domain, &analysis, run) {
        let line = unsound.point.span(program).line;
        panic!("{name}: {} at line {line}: {}", domain.name(), unsound.what);
    }
    true
}

#[test]
fn the_check_that_a_run_fails_is_open_in_each_domain() {
    let mut files = Vec::new();
    programs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/c"), &mut files);
    // Most errors are shown soon; this is about those that are.
    let time = Some(Duration::from_millis(500));
    let options = verify::Options { jobs: Some(1), first_error: true, time, ..verify::Options::default() };
    let (mut failing, mut whole) = (0, 0);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        if !text.contains("error[") {
            continue;
        }
        let command = cfront::Command { file: file.clone(), options: cfront::Options::default() };
        let models = [cfront::Model::Libc];
        let Ok(loaded) = cfront::load_with_models(&[command], &models, &cfront::Budget::default()) else {
            continue;
        };
        let program = &loaded.program;
        if program.main().is_none() {
            continue;
        }
        let (report, _) = verify::check(program, &options);
        let shown = report.findings.iter().filter(|finding| finding.status == model::Status::Confirmed);
        let mut inputs: Vec<&Vec<i128>> = shown.filter_map(|finding| finding.inputs.as_ref()).collect();
        inputs.dedup();
        for inputs in inputs {
            let Some(run) = failing_run(program, inputs) else { continue };
            failing += 1;
            whole += in_each_domain(program, &file.display().to_string(), &run);
        }
    }
    eprintln!("{failing} failing runs, {whole} analyses that lost nothing");
    assert!(failing > 150 && whole > 150, "{failing} failing runs, {whole} analyses: this tests nothing");
}

/// The same for random programs over all of C, with the inputs that lead to their mistakes.
#[test]
fn the_check_that_a_random_run_fails_is_open_in_each_domain() {
    let first = number("SEED", 0);
    let (mut failing, mut whole) = (0, 0);
    for seed in first..first + number("PROGRAMS", 400) {
        let program = generate::surface(seed, "");
        if program.planted.is_none() || !program.flags.is_empty() {
            continue;
        }
        let loaded = load_text_with(&program.text(), &[cfront::Model::Libc]);
        // Where functions run before `main`, an analysis that begins there says nothing, and `verify` says so.
        if !loaded.constructors.is_empty() {
            continue;
        }
        let inputs: Vec<i128> = program.inputs.iter().copied().map(i128::from).collect();
        let Some(run) = failing_run(&loaded, &inputs) else { continue };
        failing += 1;
        let name = format!("program {seed} ({})", program.scenes.join(", "));
        whole += in_each_domain(&loaded, &name, &run);
    }
    eprintln!("{failing} failing runs, {whole} analyses that lost nothing");
    assert!(failing > 0 && whole > 0, "{failing} failing runs, {whole} analyses: this tests nothing");
}
