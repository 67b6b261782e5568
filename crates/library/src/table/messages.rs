//! Messages for people: `<assert.h>`, `<err.h>`, `<error.h>`, `<syslog.h>` and what reads the command line.

use crate::entry::{ONE, function, storage};
use crate::function::{Control, Dialect, Extent, FormatOf, Function};

pub(super) fn functions() -> Vec<Function> {
    let gnu = |header| move |prototype: &str| function(header, Dialect::Extension, prototype);
    let glibc = |prototype| function("assert.h", Dialect::Glibc, prototype).control(Control::Exits);
    let mut all = vec![
        function("stdio.h", Dialect::C, "void perror(const char *s)").strings(["s"]).null(["s"]),
        // They end by `abort`.
        glibc("void __assert_fail(const char *text, const char *file, unsigned line, const char *function)")
            .strings(["text", "file", "function"])
            .null(["function"])
            .control(Control::Exits),
        glibc("void __assert_perror_fail(int number, const char *file, unsigned line, const char *function)")
            .strings(["file", "function"])
            .null(["function"])
            .control(Control::Exits),
        glibc("void __assert(const char *text, const char *file, int line)")
            .strings(["text", "file"])
            .control(Control::Exits),
        function("", Dialect::Extension, "void __assert_rtn(const char *function, const char *file, int line, const char *text)")
            .strings(["function", "file", "text"])
            .null(["function"])
            .control(Control::Exits),
        function("", Dialect::Extension, "void __assert2(const char *file, int line, const char *function, const char *text)")
            .strings(["file", "function", "text"])
            .null(["function"])
            .control(Control::Exits),
        // With a status of zero it comes back.
        gnu("error.h")("void error(int status, int number, const char *format, ...)")
            .formats(FormatOf::Printf, "format", None),
        gnu("error.h")(
            "void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...)",
        )
        .strings(["file"])
        .null(["file"])
        .formats(FormatOf::Printf, "format", None),
        function("syslog.h", Dialect::Posix, "void openlog(const char *name, int options, int facility)")
            .strings(["name"])
            .null(["name"])
            .keeps("name"),
        function("syslog.h", Dialect::Posix, "void closelog(void)"),
        function("syslog.h", Dialect::Posix, "int setlogmask(int mask)"),
        function("syslog.h", Dialect::Posix, "void syslog(int priority, const char *format, ...)")
            .formats(FormatOf::Printf, "format", None),
        function("syslog.h", Dialect::Extension, "void vsyslog(int priority, const char *format, va_list args)")
            .formats(FormatOf::Printf, "format", Some("args")),
        gnu("stdio_ext.h")("size_t __fpending(FILE *stream)").handle("stream").asks(),
        command_line(function("unistd.h", Dialect::Posix, "int getopt(int argc, char *const argv[], const char *options)")),
        long_options("int getopt_long(int argc, char *const *argv, const char *options, const struct option *all, int *index)"),
        long_options("int getopt_long_only(int argc, char *const *argv, const char *options, const struct option *all, int *index)"),
        gnu("psignal.h")("void psignal(int number, const char *s)").strings(["s"]).null(["s"]).without_header(),
        function("stdlib.h", Dialect::Extension, "const char *getprogname(void)").gives(storage()).without_header(),
    ];
    for (list, v, rest) in [(false, "", "..."), (true, "v", "va_list args")] {
        let list = list.then_some("args");
        for (name, status, ends) in [
            ("err", "int status, ", true),
            ("errx", "int status, ", true),
            ("warn", "", false),
            ("warnx", "", false),
        ] {
            let entry = gnu("err.h")(&format!("void {v}{name}({status}const char *format, {rest})"));
            let entry = entry.formats(FormatOf::Printf, "format", list).null(["format"]);
            all.push(if ends { entry.control(Control::Exits) } else { entry });
        }
    }
    all
}

/// Glibc brings the words of the command line into another order, whatever the type of `argv` says; `optarg` leads into them.
fn command_line(entry: Function) -> Function {
    entry
        .reads("argv", Extent::Strings)
        .writes("argv", Extent::Counted("argc"))
        .stores("argv", crate::entry::pointer(crate::function::Origin::IntoPointee("argv")).or_null())
        .keeps("argv")
        .strings(["options"])
}

/// The options are an array whose last element is zero; what their `flag` points to may be written.
fn long_options(prototype: &str) -> Function {
    command_line(function("getopt.h", Dialect::Extension, prototype))
        .reads("all", Extent::Unknown)
        .writes_behind("all")
        .writes("index", ONE)
        .null(["index"])
}
