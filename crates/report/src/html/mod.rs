//! The report as one page that needs nothing else: no network, no other file.
//!
//! The page has the summary, a story for each finding, and the source, where a click on a line shows the shapes of the heap before
//! it ([`shapes`]). Findings and source are readable without scripts; the shapes of lines are data that the page's script shows.
//!
//! Invariant: whatever comes from the program is escaped where it is written. Beyond that the page allows no script but its
//! own: the one that carries a number which depends on everything on the page.

mod highlight;
mod shapes;
mod source;
mod story;
mod summary;

use std::fmt::Write as _;

use ir::{FileId, Sources, Span};
use model::{Report, Verdict};

use crate::escape::escaped;
use crate::made::Made;
use crate::svg::{DARK, MARKER, STYLE};

/// The files that the page shows, in the order of the page.
pub(crate) struct Files<'a> {
    sources: &'a Sources,
    shown: Vec<FileId>,
}

impl<'a> Files<'a> {
    fn of(report: &Report, sources: &'a Sources) -> Self {
        let functions = report.functions.iter().map(|function| function.span);
        let steps = report.findings.iter().flat_map(|finding| finding.trace.iter().map(|step| step.span));
        let findings = report.findings.iter().map(|finding| finding.span).chain(steps);
        let shapes = report.shapes.iter().map(|at| at.span);
        let unsupported = report.coverage.unsupported.iter().map(|item| item.span);
        let spans = functions.chain(findings).chain(shapes).chain(unsupported);
        let mut shown: Vec<FileId> = spans.filter(Span::is_known).map(|span| span.file).collect();
        shown.sort_unstable();
        shown.dedup();
        shown.retain(|file| {
            let known = sources.files.get(file.0 as usize);
            known.is_some_and(|known| known.text.is_some() && !known.system)
        });
        Self { sources, shown }
    }

    fn text(&self, file: FileId) -> &'a str {
        let known = self.sources.files.get(file.0 as usize);
        known.and_then(|known| known.text.as_deref()).unwrap_or_default()
    }

    /// The name of a line on the page, if it is there.
    fn anchor(&self, span: Span) -> Option<String> {
        let index = self.shown.iter().position(|file| span.is_known() && *file == span.file)?;
        Some(format!("f{index}l{}", span.line))
    }

    /// A place as people write it, as a link if the page shows it.
    fn link(&self, span: Span) -> String {
        if !span.is_known() {
            return String::new();
        }
        let place = escaped(&format!("{}:{}", self.sources.path(span.file), span.line));
        match self.anchor(span) {
            Some(anchor) => format!("<a class=\"at\" href=\"#{anchor}\">{place}</a>"),
            None => format!("<span class=\"at\">{place}</span>"),
        }
    }

    /// The text of a line.
    fn line(&self, span: Span) -> Option<&'a str> {
        self.text(span.file).lines().nth((span.line as usize).checked_sub(1)?)
    }
}

/// The page.
pub fn html(report: &Report, sources: &Sources, made: &Made<'_>) -> String {
    let files = Files::of(report, sources);
    let data = shapes::data(report, &files);
    let mut body = String::new();
    summary::write(&mut body, report, &files, made);
    story::write(&mut body, report, &files);
    source::write(&mut body, report, &files);
    let number = blake3::hash((body.clone() + &data).as_bytes()).to_hex();
    let number = &number[..32];
    let name = files.shown.first().map_or("program", |file| sources.path(*file));
    let mut page = String::with_capacity(body.len() + data.len() + 40_000);
    let _ = write!(
        page,
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'nonce-{number}'; base-uri 'none'; form-action 'none'\">\
         <meta name=\"generator\" content=\"shapewright {}\"><title>{}: {} · Shapewright</title><style>",
        escaped(made.version),
        escaped(name),
        report.verdict.word()
    );
    page.push_str(include_str!("page.css"));
    page.push_str(STYLE);
    let _ = write!(page, "@media(prefers-color-scheme:dark){{:root:not([data-theme=light]) .sw{{{DARK}}}}}");
    let _ = write!(page, ":root[data-theme=dark] .sw{{{DARK}}}</style></head><body>");
    let _ =
        write!(page, "<svg width=\"0\" height=\"0\" class=\"sw defs\" aria-hidden=\"true\">{MARKER}</svg>");
    page.push_str(&body);
    page.push_str(PANEL);
    let _ = write!(page, "<script type=\"application/json\" id=\"data\" nonce=\"{number}\">{data}</script>");
    let _ = write!(page, "<script nonce=\"{number}\">");
    page.push_str(include_str!("page.js"));
    page.push_str("</script></body></html>\n");
    page
}

/// Where the shapes of a line are shown.
const PANEL: &str = "<aside id=\"panel\" aria-live=\"polite\" aria-label=\"Shapes of the heap\" hidden>\
    <header><h2 id=\"panel-title\"></h2><button id=\"panel-close\" type=\"button\" aria-label=\"Close\">✕</button></header>\
    <div id=\"panel-places\" role=\"tablist\" aria-label=\"Places of the line\"></div>\
    <div id=\"panel-states\" role=\"tablist\" aria-label=\"States\"></div>\
    <div id=\"panel-body\" role=\"tabpanel\" tabindex=\"0\"></div></aside>";

/// The class of a verdict.
fn class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Proved => "good",
        Verdict::Violated => "bad",
        Verdict::Unknown => "open",
    }
}
