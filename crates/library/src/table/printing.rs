//! `printf` and its relatives. What they are given is what their formats say ([`mod@crate::format`]).
//!
//! A string into which something is printed must be apart from everything that is printed.

use crate::entry::{Name, ONE, fresh, function};
use crate::function::{Dialect, Extent, FormatOf, Function, Size, Success};

/// What prints, with how its arguments come.
fn prints(entry: Function, list: bool) -> Function {
    entry
        .formats(FormatOf::Printf, "format", list.then_some("args"))
        .result(-1..)
        .succeeds(Success::NonNegative)
        .errno()
}

pub(super) fn functions() -> Vec<Function> {
    let mut all = Vec::new();
    for (list, v, rest) in [(false, "", "..."), (true, "v", "va_list args")] {
        let c = |text: String| prints(function("stdio.h", Dialect::C, &text), list);
        let posix = |text: String| prints(function("stdio.h", Dialect::Posix, &text), list);
        let gnu = |text: String| prints(function("stdio.h", Dialect::Extension, &text), list);
        let wide = |text: String| prints(function("wchar.h", Dialect::C, &text), list);
        all.extend([
            c(format!("int {v}printf(const char *format, {rest})")),
            c(format!("int {v}fprintf(FILE *stream, const char *format, {rest})")).handle("stream"),
            posix(format!("int {v}dprintf(int file, const char *format, {rest})")),
            into(c(format!("int {v}sprintf(char *to, const char *format, {rest})")), Extent::Formatted),
            // No more than `n` characters are written, with the end; if `n` is zero, `to` may be null.
            into(
                c(format!("int {v}snprintf(char *to, size_t n, const char *format, {rest})")),
                Extent::FormattedWithin("n"),
            )
            .null(["to"]),
            // If it fails, what is left there is not known.
            gnu(format!("int {v}asprintf(char **to, const char *format, {rest})"))
                .gets("to", ONE)
                .stores("to", fresh(Size::String)),
            wide(format!("int {v}wprintf(const wchar_t *format, {rest})")),
            wide(format!("int {v}fwprintf(FILE *stream, const wchar_t *format, {rest})")).handle("stream"),
            // Unlike `snprintf` it fails if there is no room.
            into(
                wide(format!("int {v}swprintf(wchar_t *to, size_t n, const wchar_t *format, {rest})")),
                Extent::FormattedWithin("n"),
            ),
        ]);
    }
    all
}

fn into(entry: Function, extent: Extent<Name>) -> Function {
    entry.writes("to", extent).apart("to", "format").asks()
}
