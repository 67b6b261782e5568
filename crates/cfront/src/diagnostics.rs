//! What the front end has to say, in the words of the model.

use ir::Sources;
use model::{Diagnostic, Severity};
use rucc_diag::{Named, Span};
use rustc_hash::FxHashSet;

use crate::spans::SpanTable;

/// What the type checker refuses because it could not generate code for it. There is none to
/// generate here: an error node stands in the tree, or, for a variable in a register, its name is
/// kept in [`Collected::registers`].
const TOLERATED: [&str; 2] = [GLOBAL_REGISTER, ARGUMENT_PACK];
/// `register long sp asm("rsp");` at file scope.
const GLOBAL_REGISTER: &str = "E0714";
/// `__builtin_va_arg_pack` where the function may be called.
const ARGUMENT_PACK: &str = "E0694";

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
    /// Where global variables that live in a machine register are declared, in token numbers.
    pub(crate) registers: FxHashSet<u32>,
}

impl Collected {
    /// Takes over what one stage said.
    pub(crate) fn extend(&mut self, positions: Positions, said: Vec<rucc_diag::Diagnostic>) {
        // No option was given that would turn on the warnings gcc leaves off.
        let asked_for = Named::default();
        for mut diagnostic in said {
            if asked_for.silenced(&diagnostic) {
                continue;
            }
            if diagnostic.code.is_some_and(|code| TOLERATED.contains(&code)) {
                if diagnostic.code == Some(GLOBAL_REGISTER) {
                    self.registers.insert(diagnostic.span.lo);
                }
                diagnostic.severity = rucc_diag::Severity::Warning;
            }
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
        let mut diagnostics: Vec<Diagnostic> = Vec::new();
        for (positions, said) in self.shown {
            let system = match positions {
                Positions::Bytes => spans.map().is_system(said.span.lo),
                Positions::Tokens => spans.is_system(said.span),
            };
            if system && !said.severity.is_fatal() {
                continue;
            }
            let said = translate(said, positions, spans, sources);
            // The lexer warns of what is an error once it turns out to be part of the program.
            let repeats = |other: &Diagnostic| other.span == said.span && other.message == said.message;
            diagnostics.retain(|other| other.severity > said.severity || !repeats(other));
            diagnostics.push(said);
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
    let missing = (said.code == Some(FILE_NOT_FOUND)).then(|| header_name(said.span, &said.message, spans));
    let span = place(missing.unwrap_or(said.span), sources);
    let mut notes: Vec<_> = said
        .children
        .into_iter()
        .map(|child| (place(child.span, sources), wording(&child.message)))
        .collect();
    // A message about text that came out of a macro points at the use; the notes lead inwards.
    let mut chain = Vec::new();
    let mut at = span.expansion;
    while let Some(expansion) = at.and_then(|id| sources.expansions.get(id)) {
        chain.push((expansion.spelled, format!("expanded from macro `{}`", expansion.name)));
        at = expansion.outer;
    }
    notes.extend(chain.into_iter().rev());
    Diagnostic { severity, span, message: wording(&said.message), notes }
}

/// The code of a missing header.
const FILE_NOT_FOUND: &str = "E0341";

/// The place of the header's name, where the message points at the start of the directive.
fn header_name(directive: Span, message: &str, spans: &SpanTable) -> Span {
    let found = || {
        let name = message.split('`').nth(1)?;
        let line = spans.line_from(directive.lo)?;
        let at = line.windows(name.len()).position(|window| window == name.as_bytes())? as u32;
        Some(Span::new(directive.lo + at, directive.lo + at + name.len() as u32))
    };
    found().unwrap_or(directive)
}

/// A message as people should see it: stray bytes of the input made visible, and directories that
/// exist only in the front end left out.
fn wording(message: &str) -> String {
    let searched = message.strip_prefix("searched: ").map(|dirs| {
        let dirs = dirs.split(", ").filter(|dir| !dir.starts_with('<'));
        let dirs: Vec<_> = dirs.map(|dir| if dir.is_empty() { "." } else { dir }).collect();
        if dirs.is_empty() {
            "no directory was searched".into()
        } else {
            format!("searched: {}", dirs.join(", "))
        }
    });
    ir::shown(searched.as_deref().unwrap_or(message)).into_owned()
}

#[cfg(test)]
mod tests {
    use super::wording;

    #[test]
    fn stray_bytes_are_made_visible() {
        assert_eq!(wording("stray '\0' in program"), "stray '\\u{0}' in program");
    }

    #[test]
    fn only_real_directories_are_named() {
        assert_eq!(wording("searched: , <builtin>, /usr/include"), "searched: ., /usr/include");
        assert_eq!(wording("searched: <builtin>"), "no directory was searched");
    }
}
