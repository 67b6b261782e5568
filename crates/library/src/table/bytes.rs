//! Bytes: `mem…` of `<string.h>` and what else takes memory with its size.

use crate::entry::{function, into, n, same};
use crate::function::{Dialect, Extent, Function};

pub(super) fn functions() -> Vec<Function> {
    let c = |prototype| function("string.h", Dialect::C, prototype).alone();
    let posix = |prototype| function("string.h", Dialect::Posix, prototype).alone();
    let old = |prototype| function("strings.h", Dialect::Extension, prototype).alone();
    let gnu = |prototype| function("string.h", Dialect::Extension, prototype).alone();
    vec![
        c("void *memcpy(void *to, const void *from, size_t n)")
            .fills("to", n("n"))
            .reads("from", n("n"))
            .apart("to", "from")
            .gives(same("to")),
        c("void *memmove(void *to, const void *from, size_t n)")
            .fills("to", n("n"))
            .reads("from", n("n"))
            .gives(same("to")),
        c("void *memset(void *to, int byte, size_t n)").fills("to", n("n")).gives(same("to")),
        // Glibc and others look at all bytes or at those before the first difference: all of them must be there.
        c("int memcmp(const void *a, const void *b, size_t n)").reads("a", n("n")).reads("b", n("n")),
        // It behaves as if it read them one by one, and stops at the one it looks for (C11 7.24.5.1).
        c("void *memchr(const void *bytes, int byte, size_t n)")
            .reads("bytes", Extent::Searched("n"))
            .gives(into("bytes").or_null()),
        posix("void *memccpy(void *to, const void *from, int byte, size_t n)")
            .writes("to", Extent::Searched("n"))
            .reads("from", Extent::Searched("n"))
            .apart("to", "from")
            .gives(into("to").or_null()),
        gnu("void *memrchr(const void *bytes, int byte, size_t n)")
            .reads("bytes", n("n"))
            .gives(into("bytes").or_null()),
        // The byte must be somewhere in the object.
        gnu("void *rawmemchr(const void *bytes, int byte)")
            .reads("bytes", Extent::Unknown)
            .gives(into("bytes")),
        gnu("void *memmem(const void *bytes, size_t n, const void *part, size_t length)")
            .reads("bytes", n("n"))
            .reads("part", n("length"))
            .gives(into("bytes").or_null()),
        gnu("void *mempcpy(void *to, const void *from, size_t n)")
            .fills("to", n("n"))
            .reads("from", n("n"))
            .apart("to", "from")
            .gives(into("to"))
            .also(&["__mempcpy"]),
        gnu("void explicit_bzero(void *to, size_t n)").fills("to", n("n")),
        gnu("void *memfrob(void *bytes, size_t n)")
            .reads("bytes", n("n"))
            .fills("bytes", n("n"))
            .gives(same("bytes")),
        old("void bcopy(const void *from, void *to, size_t n)").reads("from", n("n")).fills("to", n("n")),
        old("void bzero(void *to, size_t n)").fills("to", n("n")),
        old("int bcmp(const void *a, const void *b, size_t n)").reads("a", n("n")).reads("b", n("n")),
        function("unistd.h", Dialect::Posix, "void swab(const void *from, void *to, ssize_t n)")
            .alone()
            .reads("from", n("n"))
            .writes("to", n("n"))
            .apart("to", "from"),
    ]
}
