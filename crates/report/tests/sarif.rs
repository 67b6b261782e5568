//! SARIF: what the specification (OASIS, SARIF 2.1.0) and code scanning services ask of a log.
//!
//! The checks follow the specification's sections: which properties an object must have, which it may have, and of which type.
//! A property that no section knows is an error, so that a misspelled one shows.

use std::sync::{Arc, LazyLock};

use ir::{FileId, SourceFile, Sources, Span};
use model::{Coverage, Finding, Report, Rule, Status, Step, Suppressed, SuppressedBy, Unsupported, Verdict};
use serde_json::Value;
use shapewright_report::{Made, Setting};

fn sources() -> Sources {
    let text = "int f(void) {\n    größe = x->y;\n}\n";
    let file = |path: &str| SourceFile { path: path.into(), text: Some(text.into()), system: false };
    Sources { files: vec![file("src/a b%.c"), file("/abs/ü.c")], expansions: ir::Expansions::new() }
}

fn span(file: u32, line: u32, column: u32, end_column: u32) -> Span {
    Span { file: FileId(file), line, column, end_line: line, end_column, expansion: None }
}

fn finding(rule: Rule, status: Status, span: Span) -> Finding {
    Finding {
        rule,
        status,
        function: "f".into(),
        span,
        message: "`x` is null here".into(),
        inputs: Some(vec![1, -2]),
        replay: Vec::new(),
        trace: vec![
            Step { state: Some("x → null".into()), ..Step::new(span, "the condition holds") },
            Step::new(span, "`x` is null here"),
        ],
    }
}

fn report() -> Report {
    let here = span(0, 2, 15, 19);
    let known = finding(Rule::DoubleFree, Status::Possible, span(1, 2, 5, 5));
    Report {
        verdict: Verdict::Violated,
        coverage: Coverage {
            files: 2,
            functions: 1,
            proved: 0,
            unknown: 0,
            unsupported: vec![Unsupported { function: Arc::from("f"), span: here, why: "fork".into() }],
        },
        assumptions: vec!["one thread".into()],
        functions: Vec::new(),
        findings: vec![
            finding(Rule::NullDeref, Status::Confirmed, here),
            finding(Rule::NullDeref, Status::Possible, here),
            finding(Rule::Leak, Status::Possible, Span::NONE),
        ],
        suppressed: vec![Suppressed { finding: known, by: SuppressedBy::Comment, why: "on purpose".into() }],
        ended: None,
        replay: Vec::new(),
        run: None,
        shapes: Vec::new(),
    }
}

fn log() -> Value {
    serde_json::from_str(&shapewright_report::sarif(&report(), &sources(), &made())).expect("it is JSON")
}

fn made() -> Made<'static> {
    static SETTINGS: LazyLock<[Setting; 1]> = LazyLock::new(|| {
        let (file, key, value) = ("a/shapewright.toml".into(), "fail-on".into(), "\"never\"".into());
        [Setting { file, line: 3, column: 1, key, value, effect: "it never fails" }]
    });
    Made { version: "1.2.3", settings: &*SETTINGS }
}

/// The type of a property.
#[derive(Clone, Copy, Debug)]
enum Is {
    Text,
    Number,
    Bool,
    One(&'static str),
    Many(&'static str),
    Words(&'static [&'static str]),
    Texts,
    /// A bag of anything.
    Bag,
    /// A map from names to texts.
    TextMap,
    /// A map from names to messages.
    MessageMap,
}

/// A property: its name, whether it must be there, its type.
type Property = (&'static str, bool, Is);

/// The objects of the specification that we write, section by section.
fn object(name: &str) -> &'static [Property] {
    const LEVEL: Is = Is::Words(&["none", "note", "warning", "error"]);
    match name {
        "log" => &[
            ("$schema", false, Is::Text),
            ("version", true, Is::Words(&["2.1.0"])),
            ("runs", true, Is::Many("run")),
            ("properties", false, Is::Bag),
        ],
        "run" => &[
            ("tool", true, Is::One("tool")),
            ("invocations", false, Is::Many("invocation")),
            ("results", false, Is::Many("result")),
            ("taxonomies", false, Is::Many("toolComponent")),
            ("columnKind", false, Is::Words(&["utf16CodeUnits", "unicodeCodePoints"])),
            ("properties", false, Is::Bag),
        ],
        "tool" => &[("driver", true, Is::One("toolComponent"))],
        "toolComponent" => &[
            ("name", true, Is::Text),
            ("version", false, Is::Text),
            ("semanticVersion", false, Is::Text),
            ("organization", false, Is::Text),
            ("shortDescription", false, Is::One("message")),
            ("rules", false, Is::Many("reportingDescriptor")),
            ("taxa", false, Is::Many("reportingDescriptor")),
            ("supportedTaxonomies", false, Is::Many("toolComponentReference")),
        ],
        "toolComponentReference" => &[("name", false, Is::Text), ("index", false, Is::Number)],
        "reportingDescriptor" => &[
            ("id", true, Is::Text),
            ("name", false, Is::Text),
            ("shortDescription", false, Is::One("message")),
            ("fullDescription", false, Is::One("message")),
            ("help", false, Is::One("message")),
            ("defaultConfiguration", false, Is::One("reportingConfiguration")),
            ("relationships", false, Is::Many("reportingDescriptorRelationship")),
            ("properties", false, Is::Bag),
        ],
        "reportingConfiguration" => &[("level", false, LEVEL)],
        "reportingDescriptorRelationship" => {
            &[("target", true, Is::One("reportingDescriptorReference")), ("kinds", false, Is::Texts)]
        }
        "reportingDescriptorReference" => {
            &[("id", false, Is::Text), ("toolComponent", false, Is::One("toolComponentReference"))]
        }
        "invocation" => &[
            ("executionSuccessful", true, Is::Bool),
            ("toolExecutionNotifications", false, Is::Many("notification")),
            ("toolConfigurationNotifications", false, Is::Many("notification")),
        ],
        "notification" => &[
            ("descriptor", false, Is::One("reportingDescriptorReference")),
            ("level", false, LEVEL),
            ("message", true, Is::One("message")),
            ("locations", false, Is::Many("location")),
        ],
        "result" => &[
            ("ruleId", false, Is::Text),
            ("ruleIndex", false, Is::Number),
            ("level", false, LEVEL),
            ("kind", false, Is::Words(&["notApplicable", "pass", "fail", "review", "open", "informational"])),
            ("message", true, Is::One("message")),
            ("locations", false, Is::Many("location")),
            ("partialFingerprints", false, Is::TextMap),
            ("codeFlows", false, Is::Many("codeFlow")),
            ("suppressions", false, Is::Many("suppression")),
            ("properties", false, Is::Bag),
        ],
        "suppression" => &[
            ("kind", true, Is::Words(&["inSource", "external"])),
            ("status", false, Is::Words(&["accepted", "underReview", "rejected"])),
            ("justification", false, Is::Text),
        ],
        "codeFlow" => &[("threadFlows", true, Is::Many("threadFlow"))],
        "threadFlow" => &[("locations", true, Is::Many("threadFlowLocation"))],
        "threadFlowLocation" => &[
            ("location", false, Is::One("location")),
            ("executionOrder", false, Is::Number),
            ("importance", false, Is::Words(&["important", "essential", "unimportant"])),
            ("state", false, Is::MessageMap),
        ],
        "location" => &[
            ("physicalLocation", false, Is::One("physicalLocation")),
            ("logicalLocations", false, Is::Many("logicalLocation")),
            ("message", false, Is::One("message")),
        ],
        "logicalLocation" => &[("name", false, Is::Text), ("kind", false, Is::Text)],
        "physicalLocation" => {
            &[("artifactLocation", false, Is::One("artifactLocation")), ("region", false, Is::One("region"))]
        }
        "artifactLocation" => &[("uri", false, Is::Text)],
        "region" => &[
            ("startLine", false, Is::Number),
            ("startColumn", false, Is::Number),
            ("endLine", false, Is::Number),
            ("endColumn", false, Is::Number),
        ],
        "message" => &[("text", true, Is::Text), ("markdown", false, Is::Text)],
        other => panic!("no such object: {other}"),
    }
}

fn check(name: &'static str, value: &Value) {
    let known = value.as_object().unwrap_or_else(|| panic!("{name} is an object: {value}"));
    let properties = object(name);
    for key in known.keys() {
        assert!(properties.iter().any(|(known, ..)| known == key), "{name} has no property {key}");
    }
    for (key, required, is) in properties {
        let Some(value) = known.get(*key) else {
            assert!(!required, "{name} must have {key}: {value}");
            continue;
        };
        let wrong = |so: bool| assert!(so, "{name}.{key} is not {is:?}: {value}");
        let all_text =
            |value: &Value| value.as_object().is_some_and(|map| map.values().all(Value::is_string));
        match is {
            Is::Text => wrong(value.is_string()),
            Is::Number => wrong(value.is_u64()),
            Is::Bool => wrong(value.is_boolean()),
            Is::Words(words) => wrong(value.as_str().is_some_and(|word| words.contains(&word))),
            Is::Texts => wrong(value.as_array().is_some_and(|list| list.iter().all(Value::is_string))),
            Is::Bag => wrong(value.is_object()),
            Is::TextMap => wrong(all_text(value)),
            Is::MessageMap => {
                wrong(value.is_object());
                value.as_object().into_iter().flatten().for_each(|(_, message)| check("message", message));
            }
            Is::One(kind) => check(kind, value),
            Is::Many(kind) => {
                wrong(value.is_array());
                value.as_array().into_iter().flatten().for_each(|one| check(kind, one));
            }
        }
    }
}

#[test]
fn every_object_is_as_the_specification_says() {
    check("log", &log());
}

/// What code scanning asks for beyond the form: texts of rules, places with an end, few tags, not too much of anything.
fn is_taken_by_services(log: &Value) {
    let run = &log["runs"][0];
    let length = |value: &Value| value["text"].as_str().map_or(0, |text| text.chars().count());
    for rule in run["tool"]["driver"]["rules"].as_array().expect("rules") {
        assert!((1..=1024).contains(&length(&rule["shortDescription"])), "{rule}");
        assert!((1..=1024).contains(&length(&rule["fullDescription"])), "{rule}");
        assert!(length(&rule["help"]) > 0 && rule["help"]["markdown"].is_string(), "{rule}");
        assert!(rule["properties"]["tags"].as_array().is_some_and(|tags| tags.len() <= 10), "{rule}");
    }
    let results = run["results"].as_array().expect("results");
    assert!(results.len() <= 25_000);
    for result in results {
        assert!(length(&result["message"]) > 0 && result["ruleId"].is_string(), "{result}");
        assert!(result["partialFingerprints"]["primaryLocationLineHash"].is_string(), "{result}");
        let flow = result.pointer("/codeFlows/0/threadFlows/0/locations").and_then(Value::as_array);
        let steps = flow.into_iter().flatten().map(|step| &step["location"]);
        assert!(flow.is_none_or(|steps| steps.len() <= 1_000));
        for place in steps.chain(result["locations"].as_array().expect("places")) {
            let (file, region) =
                (&place["physicalLocation"]["artifactLocation"]["uri"], &place["physicalLocation"]["region"]);
            assert!(file.as_str().is_some_and(|uri| !uri.is_empty()), "{place}");
            let at = |line: &str, column: &str| (region[line].as_u64(), region[column].as_u64());
            let (start, end) = (at("startLine", "startColumn"), at("endLine", "endColumn"));
            assert!(start >= (Some(1), Some(1)) && end >= start && start.1 >= Some(1), "{region}");
        }
    }
}

#[test]
fn services_take_it() {
    is_taken_by_services(&log());
}

#[test]
fn what_services_refuse_is_cut() {
    let (mut many, sources) = (report(), sources());
    let step = Step::new(many.findings[0].span, "on");
    many.findings[0].trace = vec![step; 1_500];
    let confirmed = many.findings.iter().filter(|finding| finding.status == Status::Confirmed).count();
    let possible = Finding { status: Status::Possible, trace: Vec::new(), ..many.findings[0].clone() };
    many.findings.splice(0..0, vec![possible; 25_000]);
    let text = shapewright_report::sarif(&many, &sources, &made());
    let log: Value = serde_json::from_str(&text).expect("it is JSON");
    check("log", &log);
    is_taken_by_services(&log);
    let results = log["runs"][0]["results"].as_array().expect("results");
    let shown = results.iter().filter(|result| result["properties"]["status"] == "confirmed");
    assert!(shown.count() >= confirmed, "what was shown stays");
    let said = log["runs"][0]["invocations"][0]["toolExecutionNotifications"].to_string();
    assert!(said.contains("further findings are left out"), "{said}");
}

#[test]
fn rules_are_found_by_their_place_and_weaknesses_by_their_number() {
    let log = log();
    let run = &log["runs"][0];
    for result in run["results"].as_array().expect("results") {
        let at = result["ruleIndex"].as_u64().expect("a number") as usize;
        assert_eq!(run["tool"]["driver"]["rules"][at]["id"], result["ruleId"]);
    }
    let taxa: Vec<&Value> =
        run["taxonomies"][0]["taxa"].as_array().expect("taxa").iter().map(|taxon| &taxon["id"]).collect();
    for rule in run["tool"]["driver"]["rules"].as_array().expect("rules") {
        for relation in rule["relationships"].as_array().into_iter().flatten() {
            assert!(taxa.contains(&&relation["target"]["id"]));
        }
        let severity = &rule["properties"]["security-severity"];
        let number = severity.as_str().and_then(|text| text.parse::<f64>().ok());
        assert!(
            severity.is_null() || number.is_some_and(|number| (0.0..=10.0).contains(&number)),
            "{severity}"
        );
        assert!(!rule["shortDescription"]["text"].as_str().unwrap_or_default().is_empty());
    }
}

#[test]
fn places_count_characters_and_paths_are_references() {
    let log = log();
    let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "src/a%20b%25.c");
    // Two of the characters before it take two bytes each.
    assert_eq!(
        (place["region"]["startColumn"].as_u64(), place["region"]["endColumn"].as_u64()),
        (Some(13), Some(17))
    );
    let nowhere = &log["runs"][0]["results"][2]["locations"][0]["physicalLocation"];
    assert_eq!(nowhere["artifactLocation"]["uri"], "src/a%20b%25.c", "services refuse an empty reference");
    let known = &log["runs"][0]["results"][3];
    assert_eq!(known["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "file:///abs/%C3%BC.c");
    assert_eq!(known["suppressions"][0]["justification"], "on purpose");
    assert_eq!(log["runs"][0]["results"][0]["suppressions"], serde_json::json!([]));
}

#[test]
fn fingerprints_tell_findings_apart_and_do_not_know_lines() {
    let print = |report: &Report, sources: &Sources| {
        let log: Value =
            serde_json::from_str(&shapewright_report::sarif(report, sources, &made())).expect("it is JSON");
        let results = log["runs"][0]["results"].as_array().expect("results").clone();
        let prints =
            results.iter().map(|result| result["partialFingerprints"]["primaryLocationLineHash"].to_string());
        prints.collect::<Vec<_>>()
    };
    let (mut later, mut moved) = (report(), sources());
    let before = print(&later, &moved);
    assert!(before[0] != before[1] && before[0][..17] == before[1][..17], "{before:?}");
    for file in &mut moved.files {
        file.text = file.text.as_ref().map(|text| format!("\n{}", &**text).into());
    }
    for finding in &mut later.findings {
        finding.span.line += u32::from(finding.span.is_known());
    }
    assert_eq!(print(&later, &moved)[..2], before[..2]);
}

#[test]
fn annotations_cannot_be_broken_out_of() {
    let mut hostile = report();
    hostile.findings.truncate(1);
    hostile.findings[0].message = "50 %\n::error::x".into();
    let lines = shapewright_report::github(&hostile, &sources(), &made());
    assert_eq!(
        lines,
        "::notice file=a/shapewright.toml,line=3,col=1,title=setting::`fail-on = \"never\"`: it never fails\n\
         ::error file=src/a b%25.c,line=2,col=15,endColumn=19,title=null-deref in f::50 %25\\n:\\u{3a}error::x\n\
         ::notice file=src/a b%25.c,line=2,col=15,endColumn=19,title=not modelled in f::fork\n"
    );
}

#[test]
fn each_line_of_json_lines_is_an_object_that_says_what_it_is() {
    let lines = shapewright_report::json_lines(&report(), &sources(), &made());
    let kinds: Vec<String> = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("it is JSON")["type"].to_string())
        .collect();
    let kind = |kind: &str| format!("\"{kind}\"");
    let wanted = ["finding", "finding", "finding", "suppressed", "unsupported", "summary"].map(kind);
    assert_eq!(kinds, wanted);
    let summary: Value = serde_json::from_str(lines.lines().last().unwrap_or_default()).expect("it is JSON");
    assert_eq!(summary["settings"][0]["key"], "fail-on");
}

#[test]
fn what_is_not_shown_is_in_json_with_its_reason() {
    let json: Value =
        serde_json::from_str(&shapewright_report::json(&report(), &sources(), &made())).unwrap();
    let [hidden] = json["suppressed"].as_array().unwrap().as_slice() else { panic!("{json}") };
    assert_eq!((&hidden["by"], &hidden["why"]), (&"comment".into(), &"on purpose".into()));
    assert!(hidden["rule"].is_string() && hidden["line"].is_number(), "{hidden}");
}

#[test]
fn what_a_file_sets_is_told_in_every_form() {
    let log = log();
    let told = &log["runs"][0]["invocations"][0]["toolConfigurationNotifications"][0];
    assert_eq!(told["message"]["text"], "`fail-on = \"never\"`: it never fails");
    assert_eq!(told["locations"][0]["physicalLocation"]["region"]["startLine"], 3);
    let json: Value =
        serde_json::from_str(&shapewright_report::json(&report(), &sources(), &made())).expect("it is JSON");
    let wanted = serde_json::json!([{
        "key": "fail-on", "value": "\"never\"", "effect": "it never fails",
        "file": "a/shapewright.toml", "line": 3, "column": 1,
    }]);
    assert_eq!(json["settings"], wanted);
    let page = shapewright_report::html(&report(), &sources(), &made());
    assert!(page.contains("a/shapewright.toml:3:1") && page.contains("fail-on = &quot;never&quot;"));
}
