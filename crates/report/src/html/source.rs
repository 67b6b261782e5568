//! The source with marks: what was found where, which functions are proved, and where shapes can be looked at.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use ir::FileId;
use model::{Report, Status};

use super::highlight::{Inside, line};
use super::{Files, class};
use crate::escape::{escaped, prose};

/// Lines that are laid out together: what is far away costs nothing.
const CHUNK: usize = 100;

pub(crate) fn write(out: &mut String, report: &Report, files: &Files<'_>) {
    out.push_str("<section id=\"source\" aria-labelledby=\"source-title\"><h2 id=\"source-title\">Source</h2><p class=\"soft noprint\">Choose a line with a mark ● to see the shapes the heap can have before it; ⟳ marks loops, whose shapes hold each time round.</p>");
    for (index, file) in files.shown.iter().enumerate() {
        write_file(out, report, files, index, *file);
    }
    out.push_str("</section></main>");
}

fn write_file(out: &mut String, report: &Report, files: &Files<'_>, index: usize, file: FileId) {
    let mut notes: BTreeMap<u32, String> = BTreeMap::new();
    let mut classes: BTreeMap<u32, &str> = BTreeMap::new();
    for function in report.functions.iter().filter(|function| function.span.file == file) {
        let by = function.domain.as_deref().map(|by| format!(" by {}", escaped(by))).unwrap_or_default();
        let note = notes.entry(function.span.line).or_default();
        let _ = write!(
            note,
            "<span class=\"badge {}\">{}{by}</span>",
            class(function.verdict),
            function.verdict.word()
        );
    }
    for (number, finding) in report.findings.iter().enumerate().filter(|(_, found)| found.span.file == file) {
        let class = if finding.status == Status::Confirmed { "bad" } else { "open" };
        let known = classes.entry(finding.span.line).or_insert(class);
        if class == "bad" {
            *known = class;
        }
        let note = notes.entry(finding.span.line).or_default();
        let _ = write!(
            note,
            "<a class=\"note {class}\" href=\"#finding{number}\">{}: {}</a>",
            finding.rule,
            prose(&finding.message)
        );
    }
    for item in report.coverage.unsupported.iter().filter(|item| item.span.file == file) {
        let note = notes.entry(item.span.line).or_default();
        let _ = write!(note, "<span class=\"note open\">not modelled: {}</span>", prose(&item.why));
    }
    let here = report.shapes.iter().filter(|at| at.span.file == file);
    let (mut shapes, mut loops) = (BTreeSet::new(), BTreeSet::new());
    for at in here {
        shapes.insert(at.span.line);
        if at.invariant {
            loops.insert(at.span.line);
        }
    }
    let _ = write!(out, "<h3>{}</h3><div class=\"code\">", escaped(files.sources.path(file)));
    let mut inside = Inside::default();
    let lines: Vec<&str> = files.text(file).lines().collect();
    for (chunk, lines) in lines.chunks(CHUNK).enumerate() {
        let _ =
            write!(out, "<div class=\"chunk\" style=\"contain-intrinsic-size:auto {}px\">", lines.len() * 20);
        for (at, text) in lines.iter().enumerate() {
            let number = (chunk * CHUNK + at + 1) as u32;
            let class = classes.get(&number).copied().unwrap_or("");
            let class = if class.is_empty() { String::new() } else { format!(" {class}") };
            let mark = if loops.contains(&number) { "⟳" } else { "●" };
            let text = line(text, &mut inside);
            if shapes.contains(&number) {
                let _ = write!(
                    out,
                    "<div class=\"ln{class}\" id=\"f{index}l{number}\"><a href=\"#f{index}l{number}\">{mark} {number}</a><code>{text}</code>"
                );
            } else {
                let _ = write!(
                    out,
                    "<div class=\"ln{class}\" id=\"f{index}l{number}\"><span>{number}</span><code>{text}</code>"
                );
            }
            if let Some(note) = notes.get(&number) {
                let _ = write!(out, "<span class=\"notes\">{note}</span>");
            }
            out.push_str("</div>");
        }
        out.push_str("</div>");
    }
    out.push_str("</div>");
}
