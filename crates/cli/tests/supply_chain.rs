//! What Shapewright is built from: `deny.toml` and `Cargo.lock` agree, also where `cargo deny` is not installed; the pins and scripts that
//! SECURITY.md speaks of are there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use toml_edit::{Document, Item, Table};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(name: &str) -> String {
    std::fs::read_to_string(root().join(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
}

fn toml(name: &str) -> Table {
    let document = Document::parse(read(name)).unwrap_or_else(|why| panic!("{name}: {why}"));
    document.as_table().clone()
}

fn texts(item: &Item) -> BTreeSet<String> {
    let list = item.as_array().expect("a list");
    list.iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
}

/// Whether an expression of licences can be met by those that are allowed: `OR` chooses, `AND` demands, `/` is an old `OR`.
fn is_met(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    let met = any(&words, &mut at, allowed);
    assert_eq!(at, words.len(), "`{expression}` is understood");
    met
}

fn any(words: &[&str], at: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let mut met = all(words, at, allowed);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        met |= all(words, at, allowed);
    }
    met
}

fn all(words: &[&str], at: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let mut met = one(words, at, allowed);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        met &= one(words, at, allowed);
    }
    met
}

fn one(words: &[&str], at: &mut usize, allowed: &BTreeSet<String>) -> bool {
    let word = words.get(*at).expect("a licence");
    *at += 1;
    if *word == "(" {
        let met = any(words, at, allowed);
        assert_eq!(words.get(*at), Some(&")"));
        *at += 1;
        return met;
    }
    if words.get(*at) == Some(&"WITH") {
        *at += 2;
        return allowed.contains(&words[*at - 3..*at].join(" "));
    }
    allowed.contains(*word)
}

/// All packages that are built, for any machine.
fn packages() -> Option<Vec<Value>> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--format-version", "1", "--locked", "--offline"]).current_dir(root());
    let output = cargo.output().expect("cargo runs");
    if !output.status.success() {
        // Packages for other systems need not have been fetched.
        eprintln!(
            "cargo cannot say without a network, nothing is compared: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        return None;
    }
    let read: Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    Some(read["packages"].as_array().expect("packages").clone())
}

#[test]
fn licences_and_sources_of_all_packages_are_allowed() {
    let deny = toml("deny.toml");
    let allowed = texts(&deny["licenses"]["allow"]);
    let Some(packages) = packages() else { return };
    assert!(packages.len() > 100);
    let mut used = BTreeSet::new();
    for package in &packages {
        let name = package["name"].as_str().expect("a name");
        let licence = package["license"].as_str().unwrap_or_else(|| panic!("{name} has a licence"));
        assert!(is_met(licence, &allowed), "{name}: {licence} is not allowed by deny.toml");
        used.extend(allowed.iter().filter(|allowed| licence.contains(*allowed)).cloned());
    }
    assert_eq!(used, allowed, "deny.toml allows no more than is used");
}

#[test]
fn packages_come_from_the_registry_with_a_checksum_and_once() {
    let (lock, deny) = (toml("Cargo.lock"), toml("deny.toml"));
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in lock["package"].as_array_of_tables().expect("packages") {
        let text = |key: &str| package.get(key).and_then(Item::as_str).map(str::to_owned);
        let (name, version) = (text("name").expect("a name"), text("version").expect("a version"));
        if let Some(source) = text("source") {
            assert!(source.starts_with("registry+"), "{name} comes from {source}");
            assert!(text("checksum").is_some_and(|sum| sum.len() == 64), "{name} has a checksum");
        }
        versions.entry(name).or_default().insert(version);
    }
    let mut skipped = BTreeSet::new();
    for known in deny["bans"]["skip"].as_array().expect("a list") {
        let known = known.as_inline_table().expect("a table");
        let text = |key: &str| known.get(key).and_then(|value| value.as_str()).expect("a text").to_owned();
        assert!(text("reason").len() > 10);
        skipped.insert(text("crate"));
    }
    let needless: Vec<&String> = skipped
        .iter()
        .filter(|known| {
            let (name, version) = known.split_once('@').expect("a name and a version");
            versions.get(name).is_none_or(|versions| versions.len() < 2 || !versions.contains(version))
        })
        .collect();
    assert!(needless.is_empty(), "{needless:?}: each is there once");
    for (name, versions) in versions {
        let counted = versions.iter().filter(|version| !skipped.contains(&format!("{name}@{version}")));
        assert_eq!(counted.count(), 1, "{name} is there as {versions:?}");
    }
}

#[test]
fn the_front_end_is_pinned() {
    let manifest = toml("crates/cfront/Cargo.toml");
    let dependencies = manifest["dependencies"].as_table().expect("a table");
    let young: Vec<(&str, &str)> = dependencies
        .iter()
        .filter(|(name, _)| name.starts_with("rucc-"))
        .map(|(name, version)| (name, version.as_str().unwrap_or_default()))
        .collect();
    assert_eq!(young.len(), 10, "SECURITY.md counts them: {young:?}");
    assert!(young.iter().all(|(_, version)| version.starts_with('=') && *version == young[0].1), "{young:?}");
    // No other crate knows them.
    for directory in ["crates", "domains"] {
        for entry in std::fs::read_dir(root().join(directory)).expect("a directory") {
            let file = entry.expect("an entry").path().join("Cargo.toml");
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            assert!(file.ends_with("cfront/Cargo.toml") || !text.contains("rucc-"), "{}", file.display());
        }
    }
}

#[test]
fn the_scripts_are_there_and_ci_calls_them() {
    for script in ["contrib/vendor.sh", "contrib/vendor-test.sh"] {
        let checked =
            Command::new("bash").arg("-n").arg(root().join(script)).status().expect("there is a shell");
        assert!(checked.success(), "{script}");
    }
    let ci = read(".ci/run");
    assert!(ci.contains("contrib/vendor-test.sh") && ci.contains("cargo deny"), "{ci}");
    let security = read("SECURITY.md");
    for part in security.split("](").skip(1) {
        let place = part.split([')', '#']).next().unwrap_or_default();
        assert!(root().join(place).exists(), "SECURITY.md speaks of {place}");
    }
    // Whoever gives a directory that is in use is told so, and nothing is changed.
    let used = tempfile::tempdir().expect("a temporary directory");
    std::fs::write(used.path().join("x"), "").expect("a file");
    let mut script = Command::new("bash");
    let told =
        script.arg(root().join("contrib/vendor.sh")).arg(used.path()).output().expect("there is a shell");
    assert_eq!(told.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&told.stderr).contains("there is something already"));
}

#[test]
fn expressions_of_licences_are_understood() {
    let allowed: BTreeSet<String> =
        ["MIT", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned).into();
    for (expression, met) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0/MIT", true),
        ("(MIT OR GPL-3.0) AND Unicode-3.0", true),
        ("MIT AND GPL-3.0", false),
        ("Apache-2.0", false),
        ("Apache-2.0 WITH LLVM-exception OR GPL-3.0", true),
    ] {
        assert_eq!(is_met(expression, &allowed), met, "{expression}");
    }
}
