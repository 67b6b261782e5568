//! `shapewright ir`.

use ir::ProgramText;

use crate::args::Ir;
use crate::bounds::Bounds;
use crate::exit::Exit;
use crate::inputs;
use crate::terminal::Terminal;

pub(crate) fn ir(task: &Ir, bounds: &Bounds, terminal: &Terminal) -> anyhow::Result<Exit> {
    let Some(loaded) = inputs::load(&task.inputs, bounds, None, terminal)? else {
        return Ok(Exit::BadInput);
    };
    let text = ProgramText::new(&loaded.program);
    match &task.function {
        None => terminal.print_lines(&text.to_string()),
        Some(name) => match loaded.program.function_named(name) {
            Some(id) => terminal.print_lines(&text.function(id)),
            None => anyhow::bail!("the program has no function `{name}`"),
        },
    }
    Ok(Exit::Clean)
}
