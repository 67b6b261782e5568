//! Analyzes C files from `main` with three-valued structures and tells what came of it: for each candidate vocabulary the open
//! checks, how many structures were stored, the time, and what concrete runs say (`--runs=N`, 20 by default). `--states` prints the structures,
//! `--predicates=FILE` has predicates declared.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use engine::{Engine, Entry, Limits, Point, ShapeDomain};
use interp::{Inputs, Interpreter};
use three_valued::{Declarations, Direction, Joining, Options, ThreeValued};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let states = args.iter().any(|arg| arg == "--states");
    let runs = args.iter().find_map(|arg| arg.strip_prefix("--runs=")?.parse().ok()).unwrap_or(20);
    for file in args.iter().filter(|arg| !arg.starts_with("--")) {
        let command = cfront::Command { file: file.into(), options: cfront::Options::default() };
        let program = match cfront::load(&[command], &cfront::Budget::default()) {
            Ok(loaded) => loaded.program,
            Err(error) => {
                println!("{file}: {error}");
                continue;
            }
        };
        let Some(main) = program.main() else { continue };
        let entry = Entry { function: main, program_start: true };
        let options =
            Options { malloc_may_fail: true, joining: Joining::Partial, direction: Direction::First };
        let predicates = args.iter().find_map(|arg| arg.strip_prefix("--predicates="));
        let text =
            predicates.map_or(Ok(String::new()), std::fs::read_to_string).expect("a file of predicates");
        let domains = Declarations::parse(&text)
            .and_then(|declared| ThreeValued::candidates(&program, options, &declared))
            .unwrap_or_else(|mistake| panic!("{}:{}: {}", mistake.line, mistake.column, mistake.message));
        for domain in domains {
            let limits = Limits { disjuncts: 4096, contexts: 1024, ..Limits::default() };
            let started = Instant::now();
            let analysis = Engine::new(&program, &domain, limits).run(&entry);
            let time = started.elapsed().as_secs_f64() * 1000.0;
            let stored: usize = analysis.points().values().map(|point| point.states.len()).sum();
            let peak = analysis.spent().peak_disjuncts;
            println!("{file}: {stored} structures, at most {peak} at a place, {time:.2} ms");
            if let Some(lost) = analysis.lost() {
                println!("  lost on line {}: {}", lost.span.line, lost.why);
            }
            for (check, open) in analysis.checks().iter().filter(|(_, open)| !open.lost) {
                let line = check.point.span(&program).line;
                println!("  line {line}: {} {}", check.rule, open.message);
            }
            if states {
                for (point, known) in analysis.points() {
                    println!("  {}", point.span(&program).line);
                    for (_, state) in &known.states {
                        println!("      {}", domain.draw(&program, *point, state).text());
                    }
                }
            }
            for seed in 0..runs {
                let mut run = interp::Options::new(main);
                run.inputs = Inputs::Seed(seed);
                run.malloc_may_fail = seed % 2 == 1;
                run.max_steps = 3000;
                let mut machine = Interpreter::new(&program, &run);
                while let Some((function, block, stmt)) = machine.location() {
                    let point = Point { function, block, stmt: stmt as u32 };
                    let known = analysis.points().get(&point);
                    let describes = |state: &_| domain.admits(&program, point, state, machine.memory());
                    let covered = known.is_some_and(|known| {
                        known.lost.is_some() || known.states.iter().any(|(_, state)| describes(state))
                    });
                    if !covered {
                        println!("  UNSOUND on line {} with seed {seed}", point.span(&program).line);
                        break;
                    }
                    if !machine.step() {
                        break;
                    }
                }
            }
        }
    }
}
