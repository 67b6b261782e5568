//! What scripts get: formats, exit codes, suppressed findings, the scripts in `contrib`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

const TOOL: &str = env!("CARGO_BIN_EXE_shapewright");

/// A program that is proved.
const PROVED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/c/checkers/lists/reverse.c");

fn cases(of: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd").join(of)
}

fn shapewright(of: &str, args: &[&str]) -> Output {
    Command::new(TOOL).args(args).current_dir(cases(of)).output().expect("the tool runs")
}

fn sarif(of: &str, args: &[&str]) -> Value {
    let said = shapewright(of, &[&["check", "--format", "sarif"], args].concat());
    serde_json::from_slice(&said.stdout).expect("SARIF is JSON, and alone on standard output")
}

#[test]
fn what_is_allowed_or_known_stays_in_sarif_as_suppressed() {
    let suppressed = |log: &Value| {
        let results = log["runs"][0]["results"].as_array().cloned().unwrap_or_default();
        let of = |result: &Value| result["suppressions"][0]["kind"].as_str().map(ToOwned::to_owned);
        (results.len(), results.iter().filter_map(of).collect::<Vec<_>>())
    };
    let (all, none) = suppressed(&sarif("rules.in", &["leak.c"]));
    assert!(all > 0 && none.is_empty());
    let log = sarif("triage.in", &["allowed.c", "--domain", "regions"]);
    let (_, kinds) = suppressed(&log);
    assert!(!kinds.is_empty() && kinds.iter().all(|kind| kind == "inSource"), "{log:#}");
    let why = &log["runs"][0]["results"]
        .as_array()
        .expect("results")
        .iter()
        .find(|result| result["suppressions"][0]["kind"] == "inSource");
    let why = why.expect("one is suppressed")["suppressions"][0]["justification"].to_string();
    assert!(why.len() > 5, "the reason of the comment: {why}");
    let baseline = tempfile::NamedTempFile::new().expect("a temporary file");
    let file = baseline.path().display().to_string();
    shapewright("rules.in", &["check", "leak.c", "--write-baseline", &file]);
    let (known, kinds) = suppressed(&sarif("rules.in", &["leak.c", "--baseline", &file]));
    assert_eq!(known, all);
    assert!(kinds.len() == all && kinds.iter().all(|kind| kind == "external"), "{kinds:?}");
}

#[test]
fn a_finding_in_sarif_has_a_place_a_flow_and_a_rule() {
    let log = sarif("rules.in", &["leak.c"]);
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "leak");
    assert_eq!(result["level"], "error");
    assert_eq!(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "leak.c");
    let flow = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().expect("a flow");
    assert!(flow.iter().all(|step| step["location"]["message"]["text"].is_string()), "{flow:?}");
}

#[test]
fn the_exit_code_is_what_was_asked_for() {
    let code = |program: &str, of: &str, fail_on: &str| {
        let said = shapewright(of, &["check", program, "--fail-on", fail_on]);
        said.status.code()
    };
    for (fail_on, found, possible, lost) in
        [("unknown", 1, 1, 3), ("finding", 1, 1, 0), ("confirmed", 1, 0, 0), ("never", 0, 0, 0)]
    {
        assert_eq!(code("leak.c", "rules.in", fail_on), Some(found), "{fail_on}");
        assert_eq!(code("unsupported.c", "rules.in", fail_on), Some(possible), "{fail_on}");
        assert_eq!(code("undecided.c", "run.in", fail_on), Some(lost), "{fail_on}");
        assert_eq!(code(PROVED, "run.in", fail_on), Some(0), "{fail_on}");
    }
    assert_eq!(code("missing.c", "run.in", "never"), Some(2));
}

#[test]
fn pictures_and_pages_are_whole_documents_and_the_same_each_time() {
    let directory = tempfile::Builder::new().prefix("formats").tempdir().expect("a temporary directory");
    let page = |name: &str| {
        let file = directory.path().join(name).display().to_string();
        shapewright("rules.in", &["check", "leak.c", "--html", &file, "-j", "1"]);
        let text = std::fs::read_to_string(file).expect("the page");
        // How long it took is different each time.
        let parts = text
            .split("<td class=\"num\">")
            .map(|part| part.split_once(" ms").map_or(part, |(_, rest)| rest));
        let stable: String = parts.collect();
        assert!(text.starts_with("<!doctype html>") && text.ends_with("</html>\n"), "{text}");
        let scripts: Vec<&str> = stable.split("nonce").collect();
        scripts.iter().map(|part| part.get(35..).unwrap_or(part).to_owned()).collect::<String>()
    };
    assert_eq!(page("one.html"), page("two.html"));
    let svg = shapewright("rules.in", &["show", "leak.c", "--at", "5", "--svg"]);
    let svg = String::from_utf8_lossy(&svg.stdout).into_owned();
    assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"), "{svg}");
}

#[test]
fn the_schema_of_the_configuration_knows_every_key() {
    let said = shapewright("rules.in", &["config", "schema"]);
    let schema: Value = serde_json::from_slice(&said.stdout).expect("a schema is JSON");
    assert_eq!(schema["additionalProperties"], false);
    for (key, kind) in
        [("budget", "type"), ("domain", "enum"), ("m32", "type"), ("defines", "items"), ("jobs", "type")]
    {
        assert!(!schema["properties"][key][kind].is_null(), "{key}: {schema:#}");
        assert!(schema["properties"][key]["description"].is_string(), "{key}");
    }
    assert!(
        schema["properties"]["domain"]["enum"].as_array().is_some_and(|all| all.contains(&"regions".into()))
    );
}

#[test]
fn the_manual_page_has_every_command() {
    let page = String::from_utf8(shapewright("rules.in", &["man"]).stdout).expect("text");
    assert!(page.contains(".TH"), "{page}");
    for command in ["CHECK", "SHOW", "RUN", "CONFIG"] {
        assert!(page.contains(&format!("COMMAND {command}")), "{command}");
    }
}

#[cfg(unix)]
#[test]
fn the_scripts_for_others_work() {
    let contrib = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contrib");
    let hook = |program: &str| {
        let mut script = Command::new("bash");
        script.arg(contrib.join("pre-commit/check.sh")).args(["--budget=20s", program]);
        script.env("SHAPEWRIGHT", TOOL).current_dir(cases("rules.in"));
        script.output().expect("there is a shell").status.code()
    };
    assert_eq!(hook("leak.c"), Some(1));
    assert_eq!(hook(PROVED), Some(0));
    let directory = tempfile::Builder::new().prefix("formats").tempdir().expect("a temporary directory");
    let file = |name: &str| directory.path().join(name);
    let mut action = Command::new("bash");
    action.arg(contrib.join("github-action/check.sh")).current_dir(cases("rules.in"));
    action.env("SHAPEWRIGHT", TOOL).env("PATHS", "leak.c").env("FAIL_ON", "finding");
    action.env("SARIF", file("out.sarif")).env("HTML", file("out.html"));
    let said = action.output().expect("there is a shell");
    assert_eq!(said.status.code(), Some(1), "{}", String::from_utf8_lossy(&said.stderr));
    assert!(String::from_utf8_lossy(&said.stdout).starts_with("::error file=leak.c"));
    assert!(file("out.sarif").exists() && file("out.html").exists());
}
