//! What the front end has to say, in the words of the model.

use ir::Sources;
use model::{Diagnostic, Severity};

use crate::spans::SpanTable;

/// More messages of one unit than this are counted, not shown.
const SHOWN: usize = 100;

/// How the spans of a diagnostic are to be read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Positions {
    /// Bytes of the source map, from the preprocessor.
    Bytes,
    /// Token numbers, from everything after it.
    Tokens,
}

/// The diagnostics of one unit as they come in.
#[derive(Default)]
pub(crate) struct Collected {
    shown: Vec<(Positions, rucc_diag::Diagnostic)>,
    errors: usize,
    left_off: usize,
}

impl Collected {
    /// Takes over what one stage said.
    pub(crate) fn extend(&mut self, positions: Positions, said: Vec<rucc_diag::Diagnostic>) {
        for diagnostic in said {
            let fatal = diagnostic.severity.is_fatal();
            self.errors += usize::from(fatal);
            // An error is worth more than a warning that happened to come first.
            if self.shown.len() < SHOWN || (fatal && self.errors <= SHOWN) {
                self.shown.push((positions, diagnostic));
            } else {
                self.left_off += 1;
            }
        }
    }

    /// Whether the unit was refused.
    pub(crate) fn failed(&self) -> bool {
        self.errors > 0
    }

    /// The diagnostics with places in `sources`, in the order they were said. Warnings about system
    /// headers are left out: whoever reads them did not write the headers.
    pub(crate) fn finish(self, spans: &SpanTable, sources: &mut Sources) -> Vec<Diagnostic> {
        let mut diagnostics = Vec::new();
        for (positions, said) in self.shown {
            let system = match positions {
                Positions::Bytes => spans.map().is_system(said.span.lo),
                Positions::Tokens => spans.is_system(said.span),
            };
            if !system || said.severity.is_fatal() {
                diagnostics.push(translate(said, positions, spans, sources));
            }
        }
        if self.left_off > 0 {
            let message = format!("{} more messages about this file are not shown", self.left_off);
            diagnostics.push(Diagnostic::note(ir::Span::NONE, message));
        }
        diagnostics
    }
}

fn translate(
    said: rucc_diag::Diagnostic,
    positions: Positions,
    spans: &SpanTable,
    sources: &mut Sources,
) -> Diagnostic {
    let place = |span, sources: &mut Sources| match positions {
        Positions::Bytes => spans.place(span, sources),
        Positions::Tokens => spans.resolve(span, sources),
    };
    let severity = match said.severity {
        rucc_diag::Severity::Error | rucc_diag::Severity::Ice => Severity::Error,
        rucc_diag::Severity::Warning => Severity::Warning,
        rucc_diag::Severity::Note | rucc_diag::Severity::Help => Severity::Note,
    };
    let span = place(said.span, sources);
    let mut notes: Vec<_> =
        said.children.into_iter().map(|child| (place(child.span, sources), child.message)).collect();
    // A message about text that came out of a macro points at the use; the notes lead inwards.
    let mut chain = Vec::new();
    let mut at = span.expansion;
    while let Some(expansion) = at.and_then(|id| sources.expansions.get(id.0 as usize)) {
        chain.push((expansion.spelled, format!("expanded from macro `{}`", expansion.name)));
        at = expansion.outer;
    }
    notes.extend(chain.into_iter().rev());
    Diagnostic { severity, span, message: said.message, notes }
}
