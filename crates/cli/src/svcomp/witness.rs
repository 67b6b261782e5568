//! The witness of an answer: the run is repeated, and what it was answered is told.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Context;
use interp::{Ask, Inputs};
use ir::{Program, Span};
use model::{Finding, Rule};
use report::{WitnessPlace, WitnessTask};
use verify::Options;

use super::property::{Property, Specification};
use super::{DataModel, Svcomp};

/// What was asked, of which program, and how it was answered.
pub(super) struct Asked<'a> {
    pub(super) task: &'a Svcomp,
    pub(super) specification: &'a Specification,
    pub(super) program: &'a Program,
    pub(super) options: &'a Options,
}

impl Asked<'_> {
    /// The witness of an error; nothing if it cannot be repeated.
    pub(super) fn violation(&self, error: &Finding) -> anyhow::Result<Option<String>> {
        let Some(main) = self.program.main() else { return Ok(None) };
        let conventions = &self.options.conventions;
        let inputs = Inputs::List(error.inputs.clone().unwrap_or_default());
        let run = interp::Options { inputs, ..conventions.run(main, self.options.malloc_may_fail) };
        let done = interp::run(self.program, &run);
        let Some(shown) = conventions.error(&done).filter(|shown| shown.rule == error.rule) else {
            return Ok(None);
        };
        let answered = done.asked.iter().zip(&done.inputs);
        let answers: Vec<report::Answer> = answered
            .filter(|(asked, _)| matches!(asked.ask, Ask::Integer { .. } | Ask::Truth))
            .filter(|(asked, _)| asked.span.is_known())
            .map(|(asked, answer)| (self.end_of(asked.span), *answer))
            .collect();
        // What is left at the end is left there, wherever it came from.
        let at_end = self.specification.properties == [Property::ValidMemcleanup] && shown.rule == Rule::Leak;
        let target = if at_end && done.end.is_known() {
            self.place(done.end, None)
        } else {
            self.place(shown.span, Some(shown.function.to_string()))
        };
        let formula = self.formula_of(shown.rule);
        self.with_task(&formula, |task| report::violation_witness(task, &answers, &target)).map(Some)
    }

    /// The witness of a proof.
    pub(super) fn correctness(&self) -> anyhow::Result<String> {
        let main = self.program.main().map(|main| &self.program.functions[main]);
        let body = main.and_then(|main| main.body.as_ref());
        let first = body.and_then(|body| body.blocks.iter().flat_map(|block| &block.stmts).next());
        let span = first.map(|stmt| stmt.span).filter(Span::is_known);
        let place =
            self.place(span.or(main.map(|main| main.span)).unwrap_or(Span::NONE), Some("main".into()));
        let formulas = self.specification.formulas.join(" && ");
        self.with_task(&formulas, |task| report::correctness_witness(task, &place))
    }

    /// The formula that an error violates.
    fn formula_of(&self, rule: Rule) -> String {
        let violated = self.specification.violated(rule);
        let mut formulas = self.specification.properties.iter().zip(&self.specification.formulas);
        let found = formulas.find(|(property, _)| Some(*property) == violated);
        found.map(|(_, formula)| formula.clone()).unwrap_or_default()
    }

    fn with_task(
        &self,
        specification: &str,
        witness: impl FnOnce(&WitnessTask<'_>) -> String,
    ) -> anyhow::Result<String> {
        let file = self.task.file.display().to_string();
        let contents = cfront::read_regular(&self.task.file).with_context(|| file.clone())?;
        Ok(witness(&WitnessTask {
            file: &file,
            contents: &contents,
            specification,
            data_model: match self.task.data_model {
                DataModel::Ilp32 => "ILP32",
                DataModel::Lp64 => "LP64",
            },
            version: env!("CARGO_PKG_VERSION"),
            created: created(),
        }))
    }

    fn place(&self, span: Span, function: Option<String>) -> WitnessPlace {
        let file = self.program.sources.path(span.file).to_owned();
        WitnessPlace { file, line: span.line, column: span.column, function }
    }

    /// The closing parenthesis of a call.
    fn end_of(&self, span: Span) -> WitnessPlace {
        let column = span.end_column.saturating_sub(1).max(1);
        WitnessPlace { line: span.end_line, column, ..self.place(span, None) }
    }
}

/// Now, or when the caller says it is.
fn created() -> u64 {
    let told = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
    told.unwrap_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()))
}
