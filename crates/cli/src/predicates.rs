//! `--predicates FILE`.

use anyhow::{Context, anyhow, bail};
use ir::Program;
use verify::{Declarations, Mistake, Options};

use crate::args::Analysis;

/// No file of predicates is larger.
const LARGEST: usize = 1 << 20;

/// Adds the predicates of a file to what the analyses are told. They must mean something in the program.
pub(crate) fn declare(analysis: &Analysis, program: &Program, options: &mut Options) -> anyhow::Result<()> {
    let Some(file) = &analysis.predicates else { return Ok(()) };
    let name = file.display();
    if options.domain != verify::Domain::ThreeValued {
        bail!("--predicates is for `--domain three-valued`");
    }
    let text = cfront::read_regular_text(file).with_context(|| name.to_string())?;
    if text.len() > LARGEST {
        bail!("{name}: the file is too large");
    }
    let tell = |Mistake { line, column, message }| anyhow!("{name}:{line}:{column}: {message}");
    options.predicates = Declarations::parse(&text).map_err(tell)?.into();
    verify::understand(program, options).map_err(tell)
}
