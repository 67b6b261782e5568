//! What glibc's headers make of other functions if they are told to check (`_FORTIFY_SOURCE`).
//!
//! They are given, besides, how large the object is that is written to, and end the program if that is not enough. Nothing relies on that they do.

use crate::entry::{Name, function, into, n, same};
use crate::function::{Control, Dialect, Extent, FormatOf, Function, Success};

pub(super) fn functions() -> Vec<Function> {
    let checked = |prototype: &str| function("", Dialect::Glibc, prototype).alone();
    let moves = |name: Name| {
        checked(&format!("void *__{name}_chk(void *to, const void *from, size_t n, size_t room)"))
            .fills("to", n("n"))
            .reads("from", n("n"))
    };
    let copies = |name: Name| {
        checked(&format!("char *__{name}_chk(char *to, const char *from, size_t room)"))
            .strings(["from"])
            .apart("to", "from")
    };
    let copies_some = |name: Name| {
        checked(&format!("char *__{name}_chk(char *to, const char *from, size_t n, size_t room)"))
            .reads("from", Extent::StringWithin("n"))
            .apart("to", "from")
    };
    let mut all = vec![
        moves("memcpy").apart("to", "from").gives(same("to")),
        moves("memmove").gives(same("to")),
        moves("mempcpy").apart("to", "from").gives(into("to")),
        checked("void *__memset_chk(void *to, int byte, size_t n, size_t room)")
            .fills("to", n("n"))
            .gives(same("to")),
        copies("strcpy").fills("to", Extent::CopyOf("from")).gives(same("to")),
        copies("stpcpy").fills("to", Extent::CopyOf("from")).gives(into("to")),
        copies("strcat")
            .reads("to", Extent::String)
            .fills("to", Extent::AppendedTo("from", None))
            .gives(same("to")),
        copies_some("strncpy").fills("to", n("n")).gives(same("to")),
        copies_some("stpncpy").fills("to", n("n")).gives(into("to")),
        copies_some("strncat")
            .reads("to", Extent::String)
            .fills("to", Extent::AppendedTo("from", Some("n")))
            .gives(same("to")),
        function("", Dialect::Glibc, "char *__fgets_chk(char *to, size_t room, int n, FILE *stream)")
            .writes("to", n("n"))
            .handle("stream")
            .gives(same("to").or_null()),
        function(
            "",
            Dialect::Glibc,
            "size_t __fread_chk(void *to, size_t room, size_t size, size_t count, FILE *stream)",
        )
        .writes("to", Extent::Product("size", "count"))
        .handle("stream"),
        function("", Dialect::Glibc, "ssize_t __read_chk(int file, void *to, size_t n, size_t room)")
            .writes("to", n("n"))
            .result(-1..)
            .errno(),
        function("", Dialect::Glibc, "void __longjmp_chk(jmp_buf there, int value)")
            .reads("there", Extent::Object)
            .control(Control::Jumps),
    ];
    for (list, v, rest) in [(false, "", "..."), (true, "v", "va_list args")] {
        let prints = |text: String| {
            function("", Dialect::Glibc, &text)
                .formats(FormatOf::Printf, "format", list.then_some("args"))
                .result(-1..)
                .succeeds(Success::NonNegative)
                .errno()
        };
        all.extend([
            prints(format!("int __{v}printf_chk(int flag, const char *format, {rest})")),
            prints(format!("int __{v}fprintf_chk(FILE *stream, int flag, const char *format, {rest})"))
                .handle("stream"),
            prints(format!("int __{v}dprintf_chk(int file, int flag, const char *format, {rest})")),
            prints(format!(
                "int __{v}sprintf_chk(char *to, int flag, size_t room, const char *format, {rest})"
            ))
            .writes("to", Extent::Formatted)
            .apart("to", "format")
            .asks(),
            prints(format!(
                "int __{v}snprintf_chk(char *to, size_t n, int flag, size_t room, const char *format, {rest})"
            ))
            .writes("to", Extent::FormattedWithin("n"))
            .apart("to", "format")
            .null(["to"])
            .asks(),
            prints(format!("int __{v}asprintf_chk(char **to, int flag, const char *format, {rest})"))
                .gets("to", Extent::Object)
                .stores("to", crate::entry::fresh(crate::function::Size::String)),
        ]);
    }
    all
}
