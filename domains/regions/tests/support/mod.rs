//! Running programs beside their analysis.

// Each test uses a part of it.
#![allow(dead_code)]

use std::collections::BTreeMap;

use engine::{Entry, Limits, Point};
use interp::{Inputs, Interpreter};
use ir::Program;
use model::Rule;
use shapewright_regions::{Event, Prepared};

/// What a comparison says.
pub(crate) enum Outcome {
    /// Nothing speaks against the analysis.
    Agrees { lost: bool, found: Vec<(u32, Event)> },
    /// A run does.
    Refuted(String),
}

/// Reads a program.
pub(crate) fn load(text: &str) -> Program {
    use std::sync::atomic::{AtomicU64, Ordering};
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let file = std::env::temp_dir().join(format!("regions-{}-{number}.c", std::process::id()));
    std::fs::write(&file, text).expect("a temporary file");
    let command = cfront::Command { file: file.clone(), options: cfront::Options::default() };
    let loaded = cfront::load(&[command], &cfront::Budget::default());
    let _ = std::fs::remove_file(file);
    loaded.unwrap_or_else(|error| panic!("{error}\n{text}")).program
}

/// A program that a seed stands for.
pub(crate) fn random_program(seed: u64) -> generate::Program {
    let config = match seed % 3 {
        0 => generate::Config::lists(),
        1 => generate::Config::structures(),
        _ => generate::Config::cursors(),
    };
    generate::program(seed, &config)
}

/// Analyzes a program from `main` and compares with runs.
pub(crate) fn check(text: &str) -> Outcome {
    let program = load(text);
    let entry = Entry { function: program.main().expect("there is a `main`"), program_start: true };
    let prepared = Prepared::new(&program);
    let mut analysis = prepared.run(&entry, &Limits::default());
    let lost = analysis.lost().is_some();
    let occurrences = analysis.occurrences();
    let found: Vec<(u32, Event)> =
        occurrences.iter().map(|found| (found.point.span(&program).line, found.event)).collect();
    if lost {
        return Outcome::Agrees { lost, found };
    }
    let cycles = analysis.may_lose_cycles();
    let points = analysis.points();
    let open = |point: Point, event: Event| {
        occurrences.iter().any(|found| found.point == point && found.event == event)
    };
    for seed in 0..6 {
        let mut run = interp::Options::new(entry.function);
        run.inputs = Inputs::Seed(seed);
        run.malloc_may_fail = seed % 2 == 1;
        run.max_steps = 3000;
        let mut machine = Interpreter::new(&program, &run);
        let mut visits: BTreeMap<Point, u32> = BTreeMap::new();
        let mut last = None;
        while let Some((function, block, stmt)) = machine.location() {
            let point = Point { function, block, stmt: stmt as u32 };
            last = Some(point);
            let visit = visits.entry(point).or_default();
            *visit += 1;
            if *visit <= 12 || visit.is_power_of_two() {
                let known = points.get(&point).map_or(&[][..], Vec::as_slice);
                if let Err(what) = prepared.admits(point, known, machine.memory()) {
                    let line = point.span(&program).line;
                    return Outcome::Refuted(format!("run {seed}, line {line}, {point:?}: {what}"));
                }
            }
            if !machine.step() {
                break;
            }
        }
        let leaks = interp::run(&program, &run).findings.iter().any(|finding| finding.rule == Rule::Leak);
        if leaks && !cycles && !found.iter().any(|(_, event)| *event == Event::Leak) {
            return Outcome::Refuted(format!("run {seed}: a block is lost and that was not found"));
        }
        for finding in machine.findings() {
            let event = match finding.rule {
                Rule::UseAfterFree => Event::UseAfterFree,
                Rule::DoubleFree => Event::DoubleFree,
                _ => continue,
            };
            if last.is_some_and(|point| !open(point, event)) {
                return Outcome::Refuted(format!("run {seed}: {} was not found: {last:?}", finding.rule));
            }
        }
    }
    Outcome::Agrees { lost, found }
}
