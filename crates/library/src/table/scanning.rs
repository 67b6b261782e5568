//! `scanf` and its relatives. What they write to is what their formats say ([`mod@crate::format`]).

use crate::entry::function;
use crate::function::{Dialect, FormatOf, Function};

fn scans(entry: Function, list: bool) -> Function {
    entry.formats(FormatOf::Scanf, "format", list.then_some("args")).result(-1..).errno()
}

pub(super) fn functions() -> Vec<Function> {
    let mut all = Vec::new();
    for (list, v, rest) in [(false, "", "..."), (true, "v", "va_list args")] {
        let c = |text: String| scans(function("stdio.h", Dialect::C, &text), list);
        let wide = |text: String| scans(function("wchar.h", Dialect::C, &text), list);
        all.extend([
            c(format!("int {v}scanf(const char *format, {rest})")),
            c(format!("int {v}fscanf(FILE *stream, const char *format, {rest})")).handle("stream"),
            c(format!("int {v}sscanf(const char *s, const char *format, {rest})")).strings(["s"]).asks(),
            wide(format!("int {v}wscanf(const wchar_t *format, {rest})")),
            wide(format!("int {v}fwscanf(FILE *stream, const wchar_t *format, {rest})")).handle("stream"),
            wide(format!("int {v}swscanf(const wchar_t *s, const wchar_t *format, {rest})"))
                .strings(["s"])
                .asks(),
        ]);
    }
    all
}
