//! `shapewright instrument`.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use model::{Claimed, PlaceKind, Verdict};

use crate::args::Instrument;
use crate::check::{find_entry, on_large_stack, options};
use crate::exit::Exit;
use crate::inputs;
use crate::predicates::declare;
use crate::progress::Progress;
use crate::terminal::{Terminal, count};

pub(crate) fn instrument(task: &Instrument, terminal: &Terminal) -> anyhow::Result<Exit> {
    let Some(loaded) = inputs::load(&task.inputs, &task.limits, None, terminal)? else {
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
    if into_directory && !task.output.is_dir() {
        anyhow::bail!(
            "{}: several files are written to a directory, and this is none",
            task.output.display()
        );
    }
    let progress = Progress::start(terminal.progress(), "analyzing");
    let (report, _) =
        on_large_stack(|| verify::Session::new(program, &options).observed_by(&progress).check())?;
    drop(progress);
    if report.verdict != Verdict::Proved {
        terminal
            .say("note: the program is not proved: what is claimed holds up to the first error of a run\n");
    }
    let mut written: Vec<PathBuf> = Vec::new();
    for file in files {
        let known = program.sources.files.iter().find(|known| &*known.path == file);
        let text =
            known.and_then(|known| known.text.as_ref()).with_context(|| format!("{file}: not read"))?;
        let places = cfront::places(program, file);
        let claimed = on_large_stack(|| verify::claimed(program, &options, file, places))?;
        let instrumented = report::instrument(program, file, text, &claimed);
        let output = match Path::new(file).file_name().filter(|_| into_directory) {
            Some(name) => task.output.join(name),
            None => task.output.clone(),
        };
        if Path::new(file).canonicalize().ok() == output.canonicalize().ok() || written.contains(&output) {
            anyhow::bail!("{}: would be written over what was read", output.display());
        }
        std::fs::write(&output, instrumented).with_context(|| output.display().to_string())?;
        written.push(output);
        summarize(file, &claimed, terminal);
    }
    Ok(Exit::Clean)
}

/// How much is checked, and where nothing is, with the reason.
fn summarize(file: &str, claimed: &Claimed, terminal: &Terminal) {
    for (kind, line, why) in &claimed.without {
        let what = match kind {
            PlaceKind::Loop => "this loop",
            PlaceKind::Call => "what comes after this call",
            PlaceKind::Return => "this return",
        };
        terminal.say(format!("{file}:{line}: no check for {what}: {why}\n"));
    }
    let of = |kind: PlaceKind| claimed.places.iter().filter(|(place, _)| place.kind == kind).count();
    terminal.say(format!(
        "{file}: {} of {} checked, {} after calls, {} before returns\n",
        claimed.checked_loops,
        count(claimed.loops as u64, "loop"),
        count(of(PlaceKind::Call) as u64, "check"),
        of(PlaceKind::Return)
    ));
}
