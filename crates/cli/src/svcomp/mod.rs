//! `shapewright svcomp`: a task of the Competition on Software Verification.
//!
//! The answer is `true` only for a proof, `false` only for an error that a run shows, else `unknown`. The conventions of
//! the competition, where they differ from ours, are options that runs and analyses know: allocation succeeds,
//! a value never written is any value, a failed assertion ends the program, objects have bounds and arrays within them have
//! none. See `docs/user/svcomp.md`.

// The comments on arguments are what `--help` prints.
#![allow(clippy::doc_markdown)]

mod property;
mod witness;

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use model::{Finding, Status, Verdict};
use verify::Options;

use crate::args::{Inputs, Limits, Reading};
use crate::bounds::Bounds;
use crate::check::on_large_stack;
use crate::exit::Exit;
use crate::inputs;
use crate::terminal::Terminal;
use property::{Specification, Unusable};
use witness::Asked;

/// A task of the Competition on Software Verification.
#[derive(Args, Debug)]
#[command(after_help = "The last line on standard output is the answer: true, false(PROPERTY) or unknown.")]
pub(crate) struct Svcomp {
    /// The C file
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The file that says what is asked
    #[arg(long, value_name = "P.prp")]
    pub(crate) property: PathBuf,
    /// Write a witness (YAML, format 2.0)
    #[arg(long, value_name = "FILE")]
    pub(crate) witness: Option<PathBuf>,
    /// Sizes of the C types
    #[arg(long, value_enum, default_value = "LP64", value_name = "MODEL", ignore_case = true)]
    pub(crate) data_model: DataModel,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum DataModel {
    /// 32-bit `int`, `long` and pointers
    #[value(name = "ILP32")]
    Ilp32,
    /// 64-bit `long` and pointers
    #[value(name = "LP64")]
    Lp64,
}

pub(crate) fn svcomp(task: &Svcomp, bounds: &Bounds, terminal: &'static Terminal) -> anyhow::Result<Exit> {
    bounds.leave_last_words(|over| {
        terminal.say(format!("unknown: {}\n", over.why()));
        terminal.print("unknown\n");
        Exit::Clean
    });
    let file = ir::shown_path(&task.property);
    let text = cfront::read_regular_text(&task.property).with_context(|| file.clone())?;
    let specification = match Specification::parse(&text) {
        Ok(specification) => specification,
        Err(Unusable::Malformed(why)) => bail!("{file}: not a property file: {why}"),
        Err(Unusable::NotAnswered(what)) => {
            terminal.say_lines(&format!("{file}: {what} cannot be answered\n"));
            terminal.print("unknown\n");
            return Ok(Exit::Clean);
        }
    };
    let inputs = Inputs {
        paths: vec![task.file.clone()],
        reading: Reading {
            m32: task.data_model == DataModel::Ilp32,
            m64: task.data_model == DataModel::Lp64,
            ..Reading::default()
        },
        ..Inputs::default()
    };
    let Some(loaded) = inputs::load(&inputs, bounds, None, terminal)? else {
        return Ok(Exit::BadInput);
    };
    let program = &loaded.program;
    if program.main().is_none() {
        bail!("nothing to analyze: the program defines no `main`");
    }
    let options = Options {
        entry: Some("main".into()),
        malloc_may_fail: false,
        conventions: specification.conventions(),
        first_error: true,
        time: Some(task.limits.budget),
        memory: Some(bounds.memory()),
        ..Options::default()
    };
    let (report, _) = on_large_stack(|| verify::check(program, &options))?;
    bounds.speak();
    let confirmed = |finding: &&Finding| finding.status == Status::Confirmed;
    let error = report.findings.iter().find(confirmed);
    let violated =
        error.and_then(|error| specification.violated(error.rule).map(|property| (error, property)));
    let proved = report.verdict == Verdict::Proved;
    let answer = match violated {
        Some((_, property)) => format!("false({property})"),
        None if proved => "true".into(),
        None => "unknown".into(),
    };
    if let Some(file) = &task.witness {
        let asked = Asked { task, specification: &specification, program, options: &options };
        let witness = match violated {
            Some((error, _)) => asked.violation(error)?,
            None if proved => Some(asked.correctness()?),
            None => None,
        };
        if let Some(witness) = witness {
            crate::written::write(file, &witness)?;
        }
    }
    if answer == "unknown" {
        terminal.say(report::report(&report, &program.sources, terminal.err_style()));
        for why in report.functions.iter().filter_map(|function| function.reason.as_ref()) {
            terminal.say_lines(&format!("unknown: {}\n", ir::shown(why)));
        }
    }
    if let Some(engine) = report.functions.iter().find_map(|main| main.domain.as_ref()) {
        terminal.say(format!("answered by: {engine}\n"));
    }
    terminal.print(format!("{answer}\n"));
    Ok(Exit::Clean)
}
