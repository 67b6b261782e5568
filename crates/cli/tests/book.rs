//! The documentation as a book: every page is in its table of contents, and every link and picture leads somewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// All files below a directory.
fn files(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).expect("a directory").flatten() {
        let path = entry.path();
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

fn pages() -> Vec<PathBuf> {
    let mut found = Vec::new();
    files(&root().join("docs"), &mut found);
    found.retain(|path| path.extension().is_some_and(|end| end == "md"));
    found.sort();
    found
}

/// A page without what is code, and with its lines.
fn prose(text: &str) -> String {
    let (mut out, mut fenced) = (String::new(), false);
    for line in text.lines() {
        let fence = line.trim_start().starts_with("```");
        fenced ^= fence;
        let code = fence || fenced || line.starts_with("    ");
        // Every second part is between backticks.
        let parts = line.split('`').step_by(2).filter(|_| !code);
        out.push_str(&parts.collect::<Vec<_>>().join(" "));
        out.push('\n');
    }
    out
}

/// Where links and pictures lead.
fn links(text: &str) -> Vec<String> {
    let text = prose(text);
    let ends = text.match_indices("](").map(|(at, _)| &text[at + 2..]);
    ends.filter_map(|rest| rest.split(')').next()).map(str::to_owned).collect()
}

/// What the headings of a page are called in addresses.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut fenced = false;
    let mut anchors = BTreeSet::new();
    for line in text.lines() {
        fenced ^= line.starts_with("```");
        if let Some(heading) = line.strip_prefix('#').filter(|_| !fenced) {
            let heading = heading.trim_start_matches('#').trim().to_lowercase();
            let kept = heading.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
            anchors.insert(kept.map(|c| if c == ' ' { '-' } else { c }).collect());
        }
    }
    anchors
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

#[test]
fn every_page_is_in_the_table_of_contents_once() {
    let docs = root().join("docs");
    let summary = std::fs::read_to_string(docs.join("SUMMARY.md")).expect("a table of contents");
    let mut listed: BTreeMap<PathBuf, usize> = BTreeMap::new();
    for link in links(&summary) {
        *listed.entry(docs.join(link)).or_default() += 1;
    }
    let twice: Vec<_> = listed.iter().filter(|(_, times)| **times > 1).collect();
    assert!(twice.is_empty(), "{twice:?}");
    let there: BTreeSet<PathBuf> = pages().into_iter().filter(|page| !page.ends_with("SUMMARY.md")).collect();
    assert_eq!(listed.into_keys().collect::<BTreeSet<_>>(), there);
}

#[test]
fn every_link_and_picture_leads_somewhere() {
    let root = root();
    let docs = root.join("docs");
    let mut all = pages();
    all.extend(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root.join(name)));
    let mut wrong = Vec::new();
    let mut linked = BTreeSet::new();
    for page in &all {
        let text = std::fs::read_to_string(page).expect("a page");
        let directory = page.parent().expect("it is in a directory");
        for link in links(&text).iter().filter(|link| !link.contains("://")) {
            let (path, anchor) =
                link.split_once('#').map_or((link.as_str(), None), |(path, at)| (path, Some(at)));
            let target = if path.is_empty() { page.clone() } else { plain(&directory.join(path)) };
            let known = target.is_file()
                && anchor.is_none_or(|anchor| {
                    std::fs::read_to_string(&target).is_ok_and(|text| anchors(&text).contains(anchor))
                });
            // The book is a world of its own.
            let inside = !page.starts_with(&docs) || target.starts_with(&docs);
            if !known || !inside {
                wrong.push(format!("{}: {link}", page.strip_prefix(&root).unwrap_or(page).display()));
            }
            linked.insert(target);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let mut there = Vec::new();
    files(&docs, &mut there);
    let picture = |path: &PathBuf| path.extension().is_some_and(|end| end == "png" || end == "svg");
    let unused: Vec<_> = there.into_iter().filter(|path| picture(path) && !linked.contains(path)).collect();
    assert!(unused.is_empty(), "nothing shows {unused:?}");
}

#[test]
fn every_console_block_is_one_that_is_run() {
    for page in pages() {
        let text = std::fs::read_to_string(&page).expect("a page");
        // What is indented is not found by those who run it.
        let indented = |line: &&str| line.starts_with(' ') && line.trim_start().starts_with("```console");
        assert_eq!(text.lines().find(indented), None, "{}", page.display());
    }
}

#[test]
fn links_are_found_where_they_are() {
    let text = "[a](b.md) `[c](d)` ![e](f.png)\n```\n[g](h)\n```\n    [i](j)\n[k](l.md#m)";
    assert_eq!(links(text), ["b.md", "f.png", "l.md#m"]);
    assert_eq!(anchors("# A b\n```\n# c\n```\n## `d`: e-f"), ["a-b", "d-e-f"].map(String::from).into());
}
