//! Analyzes C files and prints what is found: `cargo run -p shapewright-regions --example regions -- file.c… [-Idir] [function]`.
//! With a function, the configurations in which it can be at its statements are printed as well.

#![allow(clippy::print_stdout)]

use std::path::{Path, PathBuf};
use std::time::Instant;

use engine::{Entry, Limits};
use shapewright_regions::Prepared;

fn main() {
    let (flags, others): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with('-'));
    let (files, names): (Vec<String>, Vec<String>) = others
        .into_iter()
        .partition(|name| Path::new(name).extension().is_some_and(|extension| extension == "c"));
    let options = cfront::Options::from_args(&flags, Path::new("")).options;
    let commands: Vec<cfront::Command> = files
        .into_iter()
        .map(|file| cfront::Command { file: PathBuf::from(file), options: options.clone() })
        .collect();
    let program = match cfront::load(&commands, &cfront::Budget::default()) {
        Ok(loaded) => loaded.program,
        Err(error) => return println!("{error:?}"),
    };
    let shown = names.first().and_then(|name| program.function_named(name));
    let started = Instant::now();
    let prepared = Prepared::new(&program);
    let parted = started.elapsed();
    let limits = Limits::default();
    let mut analysis = match (shown.filter(|id| Some(*id) != program.main()), program.main()) {
        (Some(function), _) => prepared.run(&Entry { function, program_start: false }, &limits),
        (None, Some(function)) => prepared.run(&Entry { function, program_start: true }, &limits),
        (None, None) => prepared.run_library(&limits),
    };
    println!(
        "regions {parted:?}, all {:?}, {:?} contexts and configurations",
        started.elapsed(),
        analysis.size()
    );
    if let Some((why, span)) = analysis.lost() {
        println!("incomplete: {why} {:?}", span.map(|span| span.line));
    }
    for found in analysis.occurrences() {
        let span = found.point.span(&program);
        let line = format!("{}:{}", program.sources.path(span.file), span.line);
        let of = |point: engine::Point| point.span(&program).line;
        let lines = (found.allocated.map(of), found.freed.map(of));
        println!("{line}: {:?} definite: {} allocated, freed: {lines:?}", found.event, found.definite);
    }
    for (point, known) in analysis.points().iter().filter(|(point, _)| Some(point.function) == shown) {
        println!("{}:{} line {}", point.block.0, point.stmt, point.span(&program).line);
        for known in known {
            println!("    {}", prepared.draw(point.function, known));
        }
    }
}
