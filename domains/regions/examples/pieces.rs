//! Analyzes C files piece by piece and tells how long that takes:
//! `cargo run --release -p shapewright-regions --example pieces -- file.c… [-Idir] [-DNAME]`.

#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use engine::Limits;
use shapewright_regions::{Outline, Prepared};

fn main() {
    let (flags, files): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with('-'));
    let options = cfront::Options::from_args(&flags, Path::new("")).options;
    let commands: Vec<cfront::Command> = files
        .into_iter()
        .map(|file| cfront::Command { file: PathBuf::from(file), options: options.clone() })
        .collect();
    let started = Instant::now();
    let program = match cfront::load(&commands, &cfront::Budget::default()) {
        Ok(loaded) => loaded.program,
        Err(error) => return println!("{error}"),
    };
    println!("read {:?}, {} functions", started.elapsed(), program.defined().count());
    let started = Instant::now();
    let outline = Outline::of(&program);
    let pieces = outline.pieces();
    println!("outline {:?}, {} pieces", started.elapsed(), pieces.len());
    let started = Instant::now();
    outline.key(&pieces[0], "");
    println!("first key {:?}", started.elapsed());
    for piece in &pieces {
        outline.key(piece, "");
    }
    println!("keys {:?}", started.elapsed());
    let mut slow: Vec<(Duration, Duration, String, usize)> = Vec::new();
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    let mut lost: BTreeMap<String, usize> = BTreeMap::new();
    let mut shown = BTreeMap::new();
    let started = Instant::now();
    for piece in &pieces {
        let begun = Instant::now();
        let prepared = Prepared::of(&outline, piece);
        let parted = begun.elapsed();
        let limits = Limits { steps: 20_000, ..Limits::default() };
        let analysis = prepared.run_all(&piece.own, &limits);
        for occurrence in analysis.occurrences() {
            let span = occurrence.point.span(&program);
            let place =
                (program.sources.path(span.file).to_owned(), span.line, format!("{:?}", occurrence.event));
            let of = |point: engine::Point| point.span(&program).line;
            let lines = (occurrence.allocated.map(of), occurrence.freed.map(of));
            if shown.insert(place, (occurrence.definite, lines)).is_none() {
                *found
                    .entry(format!("{:?} definite: {}", occurrence.event, occurrence.definite))
                    .or_default() += 1;
            }
        }
        analysis.losses().for_each(|(_, why)| *lost.entry(why.to_string()).or_default() += 1);
        slow.push((
            begun.elapsed(),
            parted,
            program.functions[piece.own[0]].name.to_string(),
            analysis.size().1,
        ));
    }
    println!("analysis {:?}", started.elapsed());
    println!("{found:?}");
    slow.sort();
    println!("partitions {:?}", slow.iter().map(|piece| piece.1).sum::<Duration>());
    for (all, parted, name, size) in slow.iter().rev().take(10) {
        println!("  {name}: {all:?}, of it {parted:?} for regions; {size} configurations");
    }
    let mut lost: Vec<(usize, String)> = lost.into_iter().map(|(why, count)| (count, why)).collect();
    lost.sort();
    for (count, why) in lost.iter().rev().take(25) {
        println!("  {count} times {why}");
    }
    for ((file, line, event), (definite, lines)) in shown {
        println!("{file}:{line}: {event} definite: {definite} allocated, freed: {lines:?}");
    }
}
