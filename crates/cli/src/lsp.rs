//! `shapewright lsp`.

use std::path::Path;

use cfront::CompileDb;
use lsp::{Ended, Settings};
use report::Setting;

use crate::args::Lsp;
use crate::bounds::memory_or_half;
use crate::exit::Exit;
use crate::inputs::flags;
use crate::terminal::Terminal;

/// Standard output belongs to the protocol; what is said otherwise goes to standard error, where editors look for it.
pub(crate) fn lsp(task: &Lsp, settings: &[Setting], terminal: &Terminal) -> anyhow::Result<Exit> {
    let arguments = cfront::Options::from_args(&flags(&task.reading), Path::new(""));
    for note in &arguments.notes {
        terminal.note(note);
    }
    let commands = match &task.database {
        Some(place) => {
            let path = if place.is_dir() { place.join("compile_commands.json") } else { place.clone() };
            CompileDb::read(&path).map_err(|refused| anyhow::anyhow!("{refused}"))?.commands
        }
        None => Vec::new(),
    };
    let analysis = verify::Options {
        malloc_may_fail: !task.malloc_never_fails,
        time: Some(task.budget),
        memory: Some(memory_or_half(task.max_memory)),
        ..verify::Options::default()
    };
    let settings = Settings {
        options: arguments.options,
        commands: commands.into(),
        models: task.reading.models.clone(),
        analysis,
        told: settings.iter().map(|setting| format!("{}: {}", setting.place(), setting.told())).collect(),
    };
    Ok(match lsp::serve_stdio(settings)? {
        Ended::Orderly => Exit::Clean,
        Ended::Abruptly => Exit::Finding,
    })
}
