//! Analyzes C files piece by piece, on one core, and tells how long that takes and how long it takes after one function was
//! edited: `cargo run --release -p shapewright-regions --example pieces -- file.c… [-Idir] [-DNAME] [--list]`.

#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use engine::Limits;
use shapewright_regions::{Outline, Prepared};

/// Processor time of this thread so far, where the system tells: it does not depend on what else runs.
fn processor_time() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    Duration::from_nanos(told.split(' ').next().and_then(|text| text.parse().ok()).unwrap_or(0))
}

fn main() {
    let (mut flags, files): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with('-'));
    let list = flags.iter().any(|flag| flag == "--list");
    flags.retain(|flag| flag != "--list");
    let options = cfront::Options::from_args(&flags, Path::new("")).options;
    let texts = files.iter().filter_map(|file| std::fs::read_to_string(file).ok());
    let lines: usize = texts.map(|text| text.lines().count()).sum();
    let command = |file: String| cfront::Command { file: PathBuf::from(file), options: options.clone() };
    let commands: Vec<cfront::Command> = files.into_iter().map(command).collect();
    let budget = cfront::Budget { time: Duration::from_secs(600), ..cfront::Budget::default() };
    let program = match cfront::load(&commands, &budget) {
        Ok(loaded) => loaded.program,
        Err(error) => return println!("{error}"),
    };
    // Reading is not what is measured, and unpacking is reading.
    let unpacked = program.functions.iter().filter(|function| function.body.as_ref().is_some()).count();
    let started = processor_time();
    let outline = Outline::of(&program).with_keys(true);
    let pieces = outline.pieces();
    for piece in &pieces {
        outline.key(piece, "");
    }
    let before = processor_time().saturating_sub(started);
    let mut times = Vec::new();
    let mut found = BTreeMap::new();
    let mut lost: BTreeMap<String, usize> = BTreeMap::new();
    for piece in &pieces {
        let started = processor_time();
        let prepared = Prepared::of(&outline, piece);
        let analysis = prepared.run_all(&piece.own, &Limits { steps: 20_000, ..Limits::default() });
        for occurrence in analysis.occurrences() {
            let span = occurrence.point.span(&program);
            let of = |point: engine::Point| point.span(&program).line;
            let place =
                (program.sources.path(span.file).to_owned(), span.line, format!("{:?}", occurrence.event));
            found.entry(place).or_insert((
                occurrence.definite,
                occurrence.allocated.map(of),
                occurrence.freed.map(of),
            ));
        }
        times.push(processor_time().saturating_sub(started));
        analysis.losses().for_each(|(_, why)| *lost.entry(why.to_string()).or_default() += 1);
    }
    let all = before + times.iter().sum::<Duration>();
    println!(
        "{lines} lines, {} of {unpacked} functions, {} pieces: {all:?}, {:.0} lines per second; outline and keys {before:?}",
        program.defined().count(),
        pieces.len(),
        lines as f64 / all.as_secs_f64()
    );
    // What an edit of a function asks for: the keys, and the pieces that the function is in.
    let own: Vec<_> = pieces.iter().flat_map(|piece| &piece.own).collect();
    let mut again: Vec<Duration> = own
        .iter()
        .map(|id| {
            let touched =
                pieces.iter().zip(&times).filter(|(piece, _)| piece.scope.binary_search(id).is_ok());
            before + touched.map(|(_, time)| *time).sum::<Duration>()
        })
        .collect();
    again.sort();
    let ratio = |part: usize| all.as_secs_f64() / again[(again.len() - 1) * part / 100].as_secs_f64();
    println!("after an edit, times faster: median {:.1}, for 9 of 10 functions {:.1}", ratio(50), ratio(90));
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for ((_, _, event), (definite, ..)) in &found {
        *kinds.entry(format!("{event}{}", if *definite { ", to be replayed" } else { "" })).or_default() += 1;
    }
    println!("{kinds:?}");
    let mut lost: Vec<(usize, String)> = lost.into_iter().map(|(why, count)| (count, why)).collect();
    lost.sort();
    for (count, why) in lost.iter().rev().take(5) {
        println!("not followed {count} times: {why}");
    }
    for ((file, line, event), (definite, allocated, freed)) in found.iter().filter(|_| list) {
        println!("{file}:{line}: {event} {definite} allocated {allocated:?} freed {freed:?}");
    }
}
