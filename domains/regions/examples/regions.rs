//! Analyzes a C file and prints what is found: `cargo run -p shapewright-regions --example regions -- file.c [function]`.
//! With a function, the configurations in which it can be at its statements are printed as well.

#![allow(clippy::print_stdout)]

use std::path::PathBuf;
use std::time::Instant;

use engine::{Entry, Limits};
use shapewright_regions::Prepared;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let Some(file) = arguments.next() else { return println!("which file?") };
    let command = cfront::Command { file: PathBuf::from(file), options: cfront::Options::default() };
    let program = match cfront::load(&[command], &cfront::Budget::default()) {
        Ok(loaded) => loaded.program,
        Err(error) => return println!("{error}"),
    };
    let shown = arguments.next().and_then(|name| program.function_named(&name));
    let started = Instant::now();
    let prepared = Prepared::new(&program);
    let parted = started.elapsed();
    let limits = Limits::default();
    let mut analysis = match (shown.filter(|id| Some(*id) != program.main()), program.main()) {
        (Some(function), _) => prepared.run(&Entry { function, program_start: false }, &limits),
        (None, Some(function)) => prepared.run(&Entry { function, program_start: true }, &limits),
        (None, None) => prepared.run_library(&limits),
    };
    println!("regions {parted:?}, all {:?}, {:?} contexts and configurations", started.elapsed(), analysis.size());
    if let Some((why, span)) = analysis.lost() {
        println!("incomplete: {why} {:?}", span.map(|span| span.line));
    }
    for found in analysis.occurrences() {
        let line = found.point.span(&program).line;
        let lines = (found.allocated.map(|span| span.line), found.freed.map(|span| span.line));
        println!("{line}: {:?} definite: {} allocated, freed: {lines:?}", found.event, found.definite);
    }
    for (point, known) in analysis.points().iter().filter(|(point, _)| Some(point.function) == shown) {
        println!("{}:{} line {}", point.block.0, point.stmt, point.span(&program).line);
        for known in known {
            println!("    {}", prepared.draw(point.function, known));
        }
    }
}
