//! The machine-readable report, one object. Its fields are documented in `docs/user/json.md`; a
//! change of meaning changes `schema`.

use ir::{Sources, Span};
use model::{Finding, FunctionReport, Report, RunReport, Status, Suppressed, SuppressedBy, Unsupported};
use serde::Serialize;

use crate::escape::json_text;
use crate::made::{Made, Setting};

#[derive(Serialize)]
struct JsonReport<'a> {
    schema: u32,
    tool: &'static str,
    version: &'a str,
    verdict: &'static str,
    coverage: JsonCoverage<'a>,
    assumptions: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    settings: Vec<JsonSetting<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended: Option<&'a str>,
    functions: Vec<JsonFunction<'a>>,
    findings: Vec<JsonFinding<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suppressed: Vec<JsonSuppressed<'a>>,
    #[serde(flatten)]
    run: Option<JsonRun<'a>>,
}

/// What a file said that makes the check weaker.
#[derive(Serialize)]
struct JsonSetting<'a> {
    key: &'a str,
    value: &'a str,
    effect: &'a str,
    file: &'a str,
    line: usize,
    column: usize,
}

#[derive(Serialize)]
struct JsonCoverage<'a> {
    files: usize,
    functions: usize,
    proved: usize,
    unknown: usize,
    unsupported: Vec<JsonUnsupported<'a>>,
}

#[derive(Serialize)]
struct JsonUnsupported<'a> {
    function: &'a str,
    file: &'a str,
    line: u32,
    column: u32,
    why: &'a str,
}

#[derive(Serialize)]
struct JsonFunction<'a> {
    name: &'a str,
    file: &'a str,
    line: u32,
    verdict: &'static str,
    domain: Option<&'a str>,
    time_ms: f64,
    peak_disjuncts: u64,
    iterations: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason_at: Option<JsonPlace<'a>>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    facts: &'a [String],
}

#[derive(Serialize)]
struct JsonPlace<'a> {
    file: &'a str,
    line: u32,
    column: u32,
}

#[derive(Serialize)]
struct JsonFinding<'a> {
    rule: &'static str,
    status: &'static str,
    function: &'a str,
    file: &'a str,
    line: u32,
    column: u32,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    inputs: Option<&'a [i128]>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    replay: &'a [String],
    trace: Vec<JsonStep<'a>>,
}

/// A finding that is not shown, by whom and why.
#[derive(Serialize)]
struct JsonSuppressed<'a> {
    #[serde(flatten)]
    finding: JsonFinding<'a>,
    by: &'static str,
    why: &'a str,
}

#[derive(Serialize)]
struct JsonStep<'a> {
    file: &'a str,
    line: u32,
    note: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<&'a str>,
}

#[derive(Serialize)]
struct JsonRun<'a> {
    inputs: &'a [i128],
    output: String,
    exit_code: Option<i32>,
    ended: &'a str,
    steps: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    seeds_tried: u64,
}

/// The report as JSON, with a final newline.
pub fn json(report: &Report, sources: &Sources, made: &Made<'_>) -> String {
    let json = JsonReport {
        schema: 1,
        tool: "shapewright",
        version: made.version,
        verdict: report.verdict.word(),
        coverage: JsonCoverage {
            files: report.coverage.files,
            functions: report.coverage.functions,
            proved: report.coverage.proved,
            unknown: report.coverage.unknown,
            unsupported: report.coverage.unsupported.iter().map(|item| unsupported(item, sources)).collect(),
        },
        assumptions: &report.assumptions,
        settings: settings(made),
        ended: report.ended.as_deref(),
        functions: report.functions.iter().map(|item| function(item, sources)).collect(),
        findings: report.findings.iter().map(|item| finding(item, sources)).collect(),
        suppressed: report.suppressed.iter().map(|item| suppressed(item, sources)).collect(),
        run: report.run.as_ref().map(run),
    };
    // Only maps with keys that are not strings can fail to serialize, and there are none.
    let mut text = Vec::with_capacity(report.functions.len() * 400);
    let written = serde_json::to_writer_pretty(&mut text, &json).map(|()| text.push(b'\n'));
    written.ok().and_then(|()| String::from_utf8(text).ok()).map(|text| json_text(&text)).unwrap_or_default()
}

/// The report as a line of JSON for each function, each finding, shown or not, and each thing that is not modelled, and one for the whole at
/// the end; `type` says which.
pub fn json_lines(report: &Report, sources: &Sources, made: &Made<'_>) -> String {
    #[derive(Serialize)]
    #[serde(tag = "type", rename_all = "lowercase")]
    enum Line<'a> {
        Function(JsonFunction<'a>),
        Finding(JsonFinding<'a>),
        Suppressed(JsonSuppressed<'a>),
        Unsupported(JsonUnsupported<'a>),
        Summary {
            schema: u32,
            tool: &'static str,
            version: &'a str,
            verdict: &'static str,
            files: usize,
            functions: usize,
            proved: usize,
            unknown: usize,
            findings: usize,
            suppressed: usize,
            assumptions: &'a [String],
            #[serde(skip_serializing_if = "Vec::is_empty")]
            settings: Vec<JsonSetting<'a>>,
            #[serde(skip_serializing_if = "Option::is_none")]
            ended: Option<&'a str>,
        },
    }
    let coverage = &report.coverage;
    let functions = report.functions.iter().map(|item| Line::Function(function(item, sources)));
    let findings = report.findings.iter().map(|item| Line::Finding(finding(item, sources)));
    let left_out = report.suppressed.iter().map(|item| Line::Suppressed(suppressed(item, sources)));
    let unsupported = coverage.unsupported.iter().map(|item| Line::Unsupported(unsupported(item, sources)));
    let summary = Line::Summary {
        schema: 1,
        tool: "shapewright",
        version: made.version,
        verdict: report.verdict.word(),
        files: coverage.files,
        functions: coverage.functions,
        proved: coverage.proved,
        unknown: coverage.unknown,
        findings: report.findings.len(),
        suppressed: report.suppressed.len(),
        assumptions: &report.assumptions,
        settings: settings(made),
        ended: report.ended.as_deref(),
    };
    let mut text = String::new();
    for line in functions.chain(findings).chain(left_out).chain(unsupported).chain([summary]) {
        text.push_str(&json_text(&serde_json::to_string(&line).unwrap_or_default()));
        text.push('\n');
    }
    text
}

fn settings<'a>(made: &Made<'a>) -> Vec<JsonSetting<'a>> {
    let setting = |known: &'a Setting| JsonSetting {
        key: &known.key,
        value: &known.value,
        effect: known.effect,
        file: &known.file,
        line: known.line,
        column: known.column,
    };
    made.settings.iter().map(setting).collect()
}

fn path(sources: &Sources, span: Span) -> &str {
    if span.is_known() { sources.path(span.file) } else { "" }
}

fn unsupported<'a>(item: &'a Unsupported, sources: &'a Sources) -> JsonUnsupported<'a> {
    JsonUnsupported {
        function: &item.function,
        file: path(sources, item.span),
        line: item.span.line,
        column: item.span.column,
        why: &item.why,
    }
}

fn function<'a>(item: &'a FunctionReport, sources: &'a Sources) -> JsonFunction<'a> {
    JsonFunction {
        name: &item.name,
        file: path(sources, item.span),
        line: item.span.line,
        verdict: item.verdict.word(),
        domain: item.domain.as_deref(),
        time_ms: item.time_ms,
        peak_disjuncts: item.peak_disjuncts,
        iterations: item.iterations,
        reason: item.reason.as_deref(),
        reason_at: item.reason_at.map(|span| JsonPlace {
            file: path(sources, span),
            line: span.line,
            column: span.column,
        }),
        facts: &item.facts,
    }
}

fn finding<'a>(item: &'a Finding, sources: &'a Sources) -> JsonFinding<'a> {
    JsonFinding {
        rule: item.rule.id(),
        status: match item.status {
            Status::Confirmed => "confirmed",
            Status::Possible => "possible",
        },
        function: &item.function,
        file: path(sources, item.span),
        line: item.span.line,
        column: item.span.column,
        message: &item.message,
        inputs: item.inputs.as_deref(),
        replay: &item.replay,
        trace: item
            .trace
            .iter()
            .map(|step| JsonStep {
                file: path(sources, step.span),
                line: step.span.line,
                note: &step.note,
                state: step.state.as_deref(),
            })
            .collect(),
    }
}

fn suppressed<'a>(item: &'a Suppressed, sources: &'a Sources) -> JsonSuppressed<'a> {
    let by = match item.by {
        SuppressedBy::Comment => "comment",
        SuppressedBy::Baseline => "baseline",
        SuppressedBy::Guess => "guess",
    };
    JsonSuppressed { finding: finding(&item.finding, sources), by, why: &item.why }
}

fn run(run: &RunReport) -> JsonRun<'_> {
    JsonRun {
        inputs: &run.inputs,
        output: String::from_utf8_lossy(&run.output).into_owned(),
        exit_code: run.exit_code,
        ended: &run.ended,
        steps: run.steps,
        seed: run.seed,
        seeds_tried: run.seeds_tried,
    }
}
