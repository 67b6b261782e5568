//! `shapewright show`.

use std::fmt::Write as _;

use crate::args::Show;
use crate::bounds::Bounds;
use crate::check::{find_entry, on_large_stack, options};
use crate::exit::Exit;
use crate::inputs;
use crate::predicates::declare;
use crate::terminal::Terminal;
use ir::Program;
use verify::StatesAt;

pub(crate) fn show(task: &Show, bounds: &Bounds, terminal: &Terminal) -> anyhow::Result<Exit> {
    let Some(loaded) = inputs::load(&task.inputs, bounds, None, terminal)? else {
        return Ok(Exit::BadInput);
    };
    let program = &loaded.program;
    find_entry(program, task.entry.as_deref())?;
    let mut options = options(&task.analysis, task.entry.as_deref(), &task.limits);
    declare(&task.analysis, program, &mut options)?;
    let found = on_large_stack(|| verify::states_at(program, &options, task.at))?;
    if found.is_empty() {
        anyhow::bail!("no statement that the analysis reaches is on line {}", task.at);
    }
    if task.svg {
        terminal.print(pictures(program, &found));
        return Ok(Exit::Clean);
    }
    let mut text = String::new();
    for at in &found {
        let span = at.point.span(program);
        let name = &program.functions[at.point.function].name;
        let _ = writeln!(text, "{name}, line {}, column {}:", span.line, span.column);
        if let Some(lost) = &at.lost {
            let _ = writeln!(text, "  anything: {lost}");
        }
        for state in &at.states {
            let _ =
                writeln!(text, "  {}", if state.text.is_empty() { "nothing is held" } else { &state.text });
        }
        for answer in &at.answers {
            let _ = writeln!(text, "  {answer}");
        }
    }
    terminal.print_lines(&text);
    Ok(Exit::Clean)
}

/// Most states in one file of pictures.
const MOST_PICTURES: usize = 40;

/// The states of a line as pictures, those of each place below a caption.
fn pictures(program: &Program, found: &[StatesAt]) -> String {
    let mut states: Vec<(String, &model::Drawing)> = Vec::new();
    for at in found {
        let span = at.point.span(program);
        let name = &program.functions[at.point.function].name;
        let known = at.states.len();
        for (index, state) in at.states.iter().enumerate() {
            let lost = if at.lost.is_some() { ", or anything else" } else { "" };
            let place = format!("{name}, line {}, column {}", span.line, span.column);
            // Of what one line does between its parts the heap often knows nothing.
            if !states.iter().any(|(_, drawing)| **drawing == state.drawing) {
                states.push((format!("{place}: {} of {known}{lost}", index + 1), &state.drawing));
            }
        }
    }
    states.truncate(MOST_PICTURES);
    report::svg(&states)
}
