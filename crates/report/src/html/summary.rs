//! What was proved, by whom, what was given up and why, and what the answer rests on.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use model::{FunctionReport, Report, Status, Verdict};

use super::{Files, class};
use crate::escape::{escaped, prose};
use crate::made::Made;

/// With more functions than this the table can be searched.
const SEARCHED: usize = 20;

pub(crate) fn write(out: &mut String, report: &Report, files: &Files<'_>, made: &Made<'_>) {
    let count = |verdict: Verdict| report.functions.iter().filter(|known| known.verdict == verdict).count();
    let confirmed = report.findings.iter().filter(|finding| finding.status == Status::Confirmed).count();
    let sentence = match report.verdict {
        Verdict::Proved => "No run of this program makes a memory error.",
        Verdict::Violated => "There is a run that makes a memory error.",
        Verdict::Unknown => "Neither shown to be free of memory errors nor shown to have one.",
    };
    let _ = write!(
        out,
        "<header id=\"top\"><h1>Shapewright</h1><nav aria-label=\"Parts\"><a href=\"#summary\">Summary</a><a href=\"#findings\">Findings</a><a href=\"#source\">Source</a></nav>\
         <button id=\"theme\" type=\"button\" title=\"Light or dark\">◐</button></header>\
         <main><section id=\"summary\" aria-labelledby=\"summary-title\"><h2 id=\"summary-title\"><span class=\"badge {}\">{}</span> {sentence}</h2>",
        class(report.verdict),
        report.verdict.word()
    );
    let coverage = &report.coverage;
    let _ = write!(
        out,
        "<p>{} in {} read, {} analyzed as entry: <b class=\"good\">{}</b> proved, <b class=\"bad\">{}</b> violated, <b class=\"open\">{}</b> unknown. {}, {confirmed} of them confirmed by a run.</p>",
        counted(coverage.functions, "function"),
        counted(coverage.files, "file"),
        report.functions.len(),
        count(Verdict::Proved),
        count(Verdict::Violated),
        count(Verdict::Unknown),
        counted(report.findings.len(), "finding"),
    );
    if let Some(ended) = &report.ended {
        let _ = write!(out, "<p>Not everything was looked at: {}.</p>", prose(ended));
    }
    if !made.settings.is_empty() {
        out.push_str("<p id=\"settings\">Set by a file, not on the command line:</p><ul>");
        for setting in made.settings {
            let (place, told) = (escaped(&setting.place()), prose(&setting.told()));
            let _ = write!(out, "<li><span class=\"at\">{place}</span> {told}</li>");
        }
        out.push_str("</ul>");
    }
    write_functions(out, report, files);
    if !coverage.unsupported.is_empty() {
        let _ = write!(out, "<details><summary>Not modelled: {}</summary><ul>", coverage.unsupported.len());
        for item in &coverage.unsupported {
            let _ = write!(
                out,
                "<li>{} in <code>{}</code>: {}</li>",
                files.link(item.span),
                escaped(&item.function),
                prose(&item.why)
            );
        }
        out.push_str("</ul></details>");
    }
    let _ = write!(
        out,
        "<details><summary>What this rests on ({})</summary><ul>",
        report.assumptions.len() + ALWAYS.len()
    );
    for text in ALWAYS.iter().copied().chain(report.assumptions.iter().map(String::as_str)) {
        let _ = write!(out, "<li>{}</li>", prose(text));
    }
    out.push_str("</ul></details>");
    out.push_str(LEGEND);
    out.push_str("</section>");
}

/// What every answer assumes.
const ALWAYS: [&str; 3] = [
    "one thread; no signal handlers",
    "signed arithmetic does not overflow",
    "what no statement models is listed above and makes the answer unknown where it matters",
];

const LEGEND: &str = "<details><summary>How to read the pictures, and keys</summary><ul>\
    <li>A green name is a variable; its arrow leads to what it points to.</li>\
    <li>A box with a grey title is one object, with its size and its fields; a dot at the side is a pointer.</li>\
    <li>A violet box with a broken line is a whole structure of any size, none included: everything for which the definition written in it holds.</li>\
    <li>A stack of blue boxes is a piece of a structure, any number of objects, from where it is entered to where its arrow leads.</li>\
    <li>A broken arrow may be there or not. <b>freed</b> is memory that must not be used any more; <b>unwritten</b> was never given a value.</li>\
    <li>Orange is what has changed since the step before.</li>\
    <li>Keys: <kbd>j</kbd> <kbd>k</kbd> next and previous line with shapes, <kbd>[</kbd> <kbd>]</kbd> other states of the line, <kbd>n</kbd> <kbd>p</kbd> next and previous step of a finding, <kbd>Esc</kbd> closes.</li></ul></details>";

fn write_functions(out: &mut String, report: &Report, files: &Files<'_>) {
    if report.functions.is_empty() {
        out.push_str("<p>Nothing to start from: no <code>main</code>, and no function has a contract.</p>");
        return;
    }
    if report.functions.len() > SEARCHED {
        out.push_str("<p><label>Find a function <input id=\"filter\" type=\"search\" autocomplete=\"off\"></label></p>");
    }
    out.push_str("<div class=\"scroll\"><table id=\"functions\"><thead><tr><th>Function<th>Answer<th>By<th>Time<th>Most states<th>What is known, or why not</thead><tbody>");
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    report.functions.iter().for_each(|function| *names.entry(&function.name).or_default() += 1);
    for function in &report.functions {
        // Of several with one name, the file says which it is.
        let shared = names.get(&*function.name).is_some_and(|count| *count > 1);
        let place = if shared { format!(" {}", files.link(function.span)) } else { String::new() };
        write_function(out, function, &place, files);
    }
    out.push_str("</tbody></table></div>");
}

fn write_function(out: &mut String, function: &FunctionReport, place: &str, files: &Files<'_>) {
    let name = escaped(&function.name);
    let name = match files.anchor(function.span) {
        Some(anchor) => format!("<a href=\"#{anchor}\"><code>{name}</code></a>"),
        None => format!("<code>{name}</code>"),
    };
    let _ = write!(
        out,
        "<tr><td>{name}{place}<td><span class=\"badge {}\">{}</span><td>{}<td class=\"num\">{:.1} ms<td class=\"num\">{}<td>",
        class(function.verdict),
        function.verdict.word(),
        escaped(function.domain.as_deref().unwrap_or("")),
        function.time_ms,
        function.peak_disjuncts
    );
    if let Some(reason) = &function.reason {
        let place = function.reason_at.map(|at| files.link(at)).unwrap_or_default();
        let _ = write!(out, "given up: {} {place} ", prose(reason));
    }
    let facts: Vec<String> = function.facts.iter().map(|fact| prose(fact)).collect();
    out.push_str(&facts.join("<br>"));
}

fn counted(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
