//! SARIF 2.1.0, the form in which code scanning services take findings.
//!
//! Findings are results with the way there as a code flow; what comments or a baseline speak of is a suppressed result; what is not
//! modelled is a notification of the tool, and so are settings of a file that make the check weaker. Columns count characters. A result has a fingerprint that does not depend on
//! line numbers: rule, file, function and the text of the line, and which of those that are alike it is.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ir::{Sources, Span};
use model::{Finding, Report, Rule, Status, SuppressedBy, Unsupported};
use serde_json::{Value, json};

use crate::escape::{json_text, sarif_text};
use crate::explain::{explanation, meaning};
use crate::made::{Made, Setting};

/// Where the form is described.
const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// A log with more results in a run is refused by services; possible findings are the first to be left out.
const MOST_RESULTS: usize = 25_000;

/// Of a longer way the end is told; services refuse ten times as many places and show no more than these.
const MOST_STEPS: usize = 1_000;

/// The report as a SARIF log, with a final newline.
pub fn sarif(report: &Report, sources: &Sources, made: &Made<'_>) -> String {
    let mut seen = BTreeMap::new();
    let open = report.findings.iter().map(|finding| (finding, json!([])));
    let suppressed = report.suppressed.iter().filter_map(|known| {
        let kind = match known.by {
            SuppressedBy::Comment => "inSource",
            SuppressedBy::Baseline => "external",
            // Nobody has accepted it: services have no word for that.
            SuppressedBy::Guess => return None,
        };
        Some((&known.finding, json!([{ "kind": kind, "status": "accepted", "justification": known.why }])))
    });
    let mut told: Vec<(&Finding, Value)> = open.chain(suppressed).collect();
    let left_out = told.len().saturating_sub(MOST_RESULTS);
    if left_out > 0 {
        told.sort_by_key(|(finding, _)| finding.status);
        told.truncate(MOST_RESULTS);
    }
    let results: Vec<Value> = told
        .into_iter()
        .map(|(finding, suppressions)| result(finding, &suppressions, sources, &mut seen))
        .collect();
    let mut notifications: Vec<Value> =
        report.coverage.unsupported.iter().map(|item| notification(item, sources)).collect();
    if left_out > 0 {
        let text = format!("{left_out} further findings are left out, since services refuse so many");
        notifications.push(json!({ "level": "warning", "message": { "text": text } }));
    }
    if let Some(ended) = &report.ended {
        let text = format!("{ended}: this is what was known by then");
        notifications.push(json!({ "level": "warning", "message": { "text": text } }));
    }
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        // It comes first, so that the beginning of the file says whose it is.
        "properties": { "writtenBy": "shapewright" },
        "runs": [{
            "tool": { "driver": driver(made.version) },
            "columnKind": "unicodeCodePoints",
            "taxonomies": [taxonomy()],
            "invocations": [{
                "executionSuccessful": true,
                "toolExecutionNotifications": notifications,
                "toolConfigurationNotifications": made.settings.iter().map(configured).collect::<Vec<_>>(),
            }],
            "results": results,
            "properties": {
                "verdict": report.verdict.word(),
                "functions": report.coverage.functions,
                "proved": report.coverage.proved,
                "unknown": report.coverage.unknown,
                "assumptions": report.assumptions,
            },
        }],
    });
    let mut text = json_text(&serde_json::to_string_pretty(&log).unwrap_or_default());
    text.push('\n');
    text
}

fn driver(version: &str) -> Value {
    json!({
        "name": "Shapewright",
        "semanticVersion": version,
        "version": version,
        "rules": Rule::ALL.map(descriptor),
        "supportedTaxonomies": [{ "name": "CWE", "index": 0 }],
    })
}

fn descriptor(rule: Rule) -> Value {
    let id = rule.id();
    let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
    let name: String = id.split('-').map(capital).collect();
    let cwe = rule.cwe();
    let tags: Vec<String> = ["security".to_owned(), "memory-safety".to_owned()]
        .into_iter()
        .chain(cwe.map(|cwe| format!("external/cwe/cwe-{cwe}")))
        .filter(|_| rule.severity().is_some())
        .collect();
    let mut known = json!({
        "id": id,
        "name": name,
        "shortDescription": { "text": format!("{}.", capital(rule.summary())) },
        "fullDescription": { "text": meaning(rule) },
        // Services show the one that they can set.
        "help": { "text": explanation(rule), "markdown": explanation(rule) },
        "defaultConfiguration": { "level": "error" },
        "properties": { "tags": tags, "precision": "high" },
    });
    if let Some(severity) = rule.severity() {
        // Code scanning services want a string here.
        known["properties"]["security-severity"] = json!(severity);
    }
    if let Some(cwe) = cwe {
        let target = json!({ "id": cwe.to_string(), "toolComponent": { "name": "CWE", "index": 0 } });
        known["relationships"] = json!([{ "target": target, "kinds": ["superset"] }]);
    }
    known
}

/// The weaknesses of the common list that rules are about.
fn taxonomy() -> Value {
    let taxa: Vec<Value> = Rule::ALL
        .into_iter()
        .filter_map(|rule| Some((rule, rule.cwe()?)))
        .map(|(rule, cwe)| json!({ "id": cwe.to_string(), "shortDescription": { "text": rule.summary() } }))
        .collect();
    json!({
        "name": "CWE",
        "organization": "MITRE",
        "shortDescription": { "text": "Common Weakness Enumeration" },
        "taxa": taxa,
    })
}

fn result(
    finding: &Finding,
    suppressions: &Value,
    sources: &Sources,
    seen: &mut BTreeMap<String, usize>,
) -> Value {
    let steps: Vec<Value> = finding
        .trace
        .iter()
        .enumerate()
        .skip(finding.trace.len().saturating_sub(MOST_STEPS))
        .filter(|(_, step)| step.span.is_known())
        .map(|(index, step)| {
            let place = location(sources, step.span, Some(&step.note));
            let importance = if index + 1 == finding.trace.len() { "essential" } else { "important" };
            let mut step_json =
                json!({ "location": place, "executionOrder": index + 1, "importance": importance });
            if let Some(state) = &step.state {
                step_json["state"] = json!({ "heap": { "text": state } });
            }
            step_json
        })
        .collect();
    let (level, status) = match finding.status {
        Status::Confirmed => ("error", "confirmed"),
        Status::Possible => ("warning", "possible"),
    };
    let mut result = json!({
        "ruleId": finding.rule.id(),
        "ruleIndex": Rule::ALL.iter().position(|rule| *rule == finding.rule),
        "level": level,
        "kind": "fail",
        "message": { "text": sarif_text(&finding.message) },
        "locations": [in_function(location(sources, finding.span, None), &finding.function)],
        "partialFingerprints": { "primaryLocationLineHash": fingerprint(finding, sources, seen) },
        "suppressions": suppressions,
        "properties": { "status": status },
    });
    if !steps.is_empty() {
        result["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
    }
    if let Some(inputs) = &finding.inputs {
        let inputs: Vec<String> = inputs.iter().map(i128::to_string).collect();
        result["properties"]["inputs"] = json!(inputs);
    }
    result
}

fn notification(item: &Unsupported, sources: &Sources) -> Value {
    json!({
        "descriptor": { "id": Rule::Unsupported.id() },
        "level": "warning",
        "message": { "text": sarif_text(&format!("not modelled: {}", item.why)) },
        "locations": [in_function(location(sources, item.span, None), &item.function)],
    })
}

/// What a file said that makes the check weaker.
fn configured(setting: &Setting) -> Value {
    let region = json!({ "startLine": setting.line, "startColumn": setting.column });
    json!({
        "level": "note",
        "message": { "text": sarif_text(&setting.told()) },
        "locations": [{
            "physicalLocation": { "artifactLocation": { "uri": uri(&setting.file) }, "region": region },
        }],
    })
}

fn in_function(mut location: Value, function: &str) -> Value {
    location["logicalLocations"] = json!([{ "name": ir::shown(function), "kind": "function" }]);
    location
}

fn location(sources: &Sources, span: Span, message: Option<&str>) -> Value {
    // What has no place is about the program: its first file stands for it, since services want one.
    let first = || sources.files.iter().find(|file| !file.system).map_or("", |file| &*file.path);
    let file = if span.is_known() { sources.path(span.file) } else { first() };
    let first_line = span.line.max(1);
    let mut region =
        json!({ "startLine": first_line, "startColumn": 1, "endLine": first_line, "endColumn": 1 });
    if span.is_known() {
        let column = |line: u32, column: u32| characters(sources, span, line, column);
        region["startColumn"] = json!(column(span.line, span.column));
        // Services want an end, too; it is not before the beginning.
        let end = (span.end_line, span.end_column).max((span.line, span.column));
        region["endLine"] = json!(end.0);
        region["endColumn"] = json!(column(end.0, end.1));
    }
    let mut location = json!({
        "physicalLocation": { "artifactLocation": { "uri": uri(file) }, "region": region },
    });
    if let Some(message) = message {
        location["message"] = json!({ "text": sarif_text(message) });
    }
    location
}

/// A column that counts bytes as one that counts characters.
fn characters(sources: &Sources, span: Span, line: u32, column: u32) -> usize {
    let text = sources.files.get(span.file.0 as usize).and_then(|file| file.text.as_deref());
    let line = text.and_then(|text| text.lines().nth((line as usize).checked_sub(1)?)).unwrap_or_default();
    let bytes = column.max(1) as usize - 1;
    // A column behind the line stays behind it.
    let behind = bytes.saturating_sub(line.len());
    1 + line.char_indices().filter(|(at, _)| *at < bytes).count() + behind
}

/// A path as a reference: relative ones stay relative.
fn uri(path: &str) -> String {
    let mut out = String::new();
    if path.starts_with('/') {
        out.push_str("file://");
    }
    for byte in path.strip_prefix("./").unwrap_or(path).bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'.' | b'_' | b'~' | b'+' => {
                out.push(char::from(byte));
            }
            other => {
                let _ = write!(out, "%{other:02X}");
            }
        }
    }
    out
}

/// What a finding is known again by when lines have moved.
fn fingerprint(finding: &Finding, sources: &Sources, seen: &mut BTreeMap<String, usize>) -> String {
    let text = sources.files.get(finding.span.file.0 as usize).and_then(|file| file.text.as_deref());
    let line = text.and_then(|text| text.lines().nth((finding.span.line as usize).checked_sub(1)?));
    let line = line.into_iter().flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ");
    let file = if finding.span.is_known() { sources.path(finding.span.file) } else { "" };
    let what = format!("{}\0{file}\0{}\0{line}", finding.rule, finding.function);
    let hash = blake3::hash(what.as_bytes()).to_hex()[..16].to_owned();
    let count = seen.entry(hash.clone()).or_default();
    *count += 1;
    format!("{hash}:{count}")
}
