//! `shapewright instrument`.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use model::{Claimed, PlaceKind, Verdict};

use crate::args::Instrument;
use crate::bounds::Bounds;
use crate::check::{find_entry, on_large_stack, options};
use crate::exit::Exit;
use crate::inputs;
use crate::predicates::declare;
use crate::progress::Progress;
use crate::terminal::{Terminal, count};
use crate::written;

pub(crate) fn instrument(task: &Instrument, bounds: &Bounds, terminal: &Terminal) -> anyhow::Result<Exit> {
    let Some(loaded) = inputs::load(&task.inputs, bounds, None, terminal)? else {
        return Ok(Exit::BadInput);
    };
    let program = &loaded.program;
    find_entry(program, task.entry.as_deref())?;
    let mut options = options(&task.analysis, task.entry.as_deref(), &task.limits);
    declare(&task.analysis, program, &mut options)?;
    let files: Vec<&str> = task.inputs.paths.iter().filter_map(|path| path.to_str()).collect();
    if files.is_empty() {
        anyhow::bail!("nothing to instrument: name C files");
    }
    let into_directory = files.len() > 1 || task.output.is_dir();
    if into_directory {
        written::directory(&task.output)?;
    }
    let outputs: Vec<PathBuf> = files.iter().map(|file| output(file, &task.output, into_directory)).collect();
    for (index, (file, output)) in files.iter().zip(&outputs).enumerate() {
        if let Some(other) = outputs[..index].iter().position(|other| other == output) {
            anyhow::bail!("{file} and {} would both be written to {}", files[other], output.display());
        }
        if output.exists() && Path::new(file).canonicalize().ok() == output.canonicalize().ok() {
            anyhow::bail!("{}: would be written over what was read", output.display());
        }
    }
    let progress = Progress::start(terminal.progress(), "analyzing");
    let (report, _) =
        on_large_stack(|| verify::Session::new(program, &options).observed_by(&progress).check())?;
    drop(progress);
    if report.verdict != Verdict::Proved {
        terminal.note("the program is not proved: what is claimed holds up to the first error of a run");
    }
    for (file, output) in files.into_iter().zip(outputs) {
        let bytes = cfront::read_regular(Path::new(file)).with_context(|| file.to_owned())?;
        let text = String::from_utf8_lossy(&bytes);
        let places = cfront::places(program, file, &text);
        let claimed = on_large_stack(|| verify::claimed(program, &options, places))?;
        let instrumented = report::instrument(program, file, &text, &claimed);
        written::write(&output, &instrumented)?;
        summarize(file, &claimed, terminal);
    }
    Ok(Exit::Clean)
}

/// Where a file with checks goes.
fn output(file: &str, to: &Path, into_directory: bool) -> PathBuf {
    match Path::new(file).file_name().filter(|_| into_directory) {
        Some(name) => to.join(name),
        None => to.to_path_buf(),
    }
}

/// How much is checked, and where nothing is, with the reason.
fn summarize(file: &str, claimed: &Claimed, terminal: &Terminal) {
    let file = ir::shown(file);
    // Where the analysis gave up, each place would say the same.
    let all = claimed.without.iter().map(|(_, _, why)| why);
    let same =
        all.clone().next().filter(|first| claimed.without.len() > 3 && all.clone().all(|why| why == *first));
    if let Some(why) = same {
        terminal.say_lines(&format!(
            "{file}: {} without a check: {why}\n",
            count(claimed.without.len() as u64, "place")
        ));
    }
    for (kind, line, why) in claimed.without.iter().filter(|_| same.is_none()) {
        let what = match kind {
            PlaceKind::Loop => "this loop",
            PlaceKind::Call => "what comes after this call",
            PlaceKind::Return => "this return",
        };
        terminal.say_lines(&format!("{file}:{line}: no check for {what}: {why}\n"));
    }
    let of = |kind: PlaceKind| claimed.places.iter().filter(|(place, _)| place.kind == kind).count();
    terminal.say_lines(&format!(
        "{file}: {} of {} checked, {} after calls, {} before returns\n",
        claimed.checked_loops,
        count(claimed.loops as u64, "loop"),
        count(of(PlaceKind::Call) as u64, "check"),
        of(PlaceKind::Return)
    ));
}
