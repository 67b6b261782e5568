//! Strings: `str…` of `<string.h>` and `<strings.h>`.

use crate::entry::{Name, ONE, fresh, function, into, n, pointer, same, storage};
use crate::function::{Dialect, Extent, Function, Origin, Size};

const TEXT: Extent<Name> = Extent::String;

pub(super) fn functions() -> Vec<Function> {
    let c = |prototype| function("string.h", Dialect::C, prototype).alone();
    let posix = |prototype| function("string.h", Dialect::Posix, prototype).alone();
    let gnu = |prototype| function("string.h", Dialect::Extension, prototype).alone();
    let cases = |prototype| function("strings.h", Dialect::Posix, prototype);
    vec![
        c("size_t strlen(const char *s)").strings(["s"]),
        posix("size_t strnlen(const char *s, size_t n)").reads("s", Extent::StringWithin("n")),
        c("char *strcpy(char *to, const char *from)")
            .fills("to", Extent::CopyOf("from"))
            .strings(["from"])
            .apart("to", "from")
            .gives(same("to")),
        posix("char *stpcpy(char *to, const char *from)")
            .fills("to", Extent::CopyOf("from"))
            .strings(["from"])
            .apart("to", "from")
            .gives(into("to"))
            .also(&["__stpcpy"]),
        // All of it is written: what the string leaves is filled with zeros. There may be no zero in it.
        c("char *strncpy(char *to, const char *from, size_t n)")
            .fills("to", n("n"))
            .reads("from", Extent::StringWithin("n"))
            .apart("to", "from")
            .gives(same("to")),
        posix("char *stpncpy(char *to, const char *from, size_t n)")
            .fills("to", n("n"))
            .reads("from", Extent::StringWithin("n"))
            .apart("to", "from")
            .gives(into("to")),
        c("char *strcat(char *to, const char *from)")
            .reads("to", TEXT)
            .fills("to", Extent::AppendedTo("from", None))
            .strings(["from"])
            .apart("to", "from")
            .gives(same("to")),
        c("char *strncat(char *to, const char *from, size_t n)")
            .reads("to", TEXT)
            .fills("to", Extent::AppendedTo("from", Some("n")))
            .reads("from", Extent::StringWithin("n"))
            .apart("to", "from")
            .gives(same("to")),
        c("int strcmp(const char *a, const char *b)").strings(["a", "b"]),
        c("int strncmp(const char *a, const char *b, size_t n)")
            .reads("a", Extent::StringWithin("n"))
            .reads("b", Extent::StringWithin("n")),
        // What is smaller depends on the locale.
        c("int strcoll(const char *a, const char *b)").strings(["a", "b"]).asks(),
        c("size_t strxfrm(char *to, const char *from, size_t n)")
            .writes("to", n("n"))
            // If `n` is zero.
            .null(["to"])
            .strings(["from"])
            .apart("to", "from")
            .asks(),
        gnu("int strverscmp(const char *a, const char *b)").strings(["a", "b"]),
        cases("int strcasecmp(const char *a, const char *b)").strings(["a", "b"]).asks(),
        cases("int strncasecmp(const char *a, const char *b, size_t n)")
            .reads("a", Extent::StringWithin("n"))
            .reads("b", Extent::StringWithin("n"))
            .asks(),
        // It behaves as if it read them one by one; the zero can be looked for, too.
        c("char *strchr(const char *s, int character)").strings(["s"]).gives(into("s").or_null()),
        c("char *strrchr(const char *s, int character)").strings(["s"]).gives(into("s").or_null()),
        function("strings.h", Dialect::Extension, "char *index(const char *s, int character)")
            .alone()
            .strings(["s"])
            .gives(into("s").or_null()),
        function("strings.h", Dialect::Extension, "char *rindex(const char *s, int character)")
            .alone()
            .strings(["s"])
            .gives(into("s").or_null()),
        gnu("char *strchrnul(const char *s, int character)").strings(["s"]).gives(into("s")),
        c("size_t strspn(const char *s, const char *set)").strings(["s", "set"]),
        c("size_t strcspn(const char *s, const char *set)").strings(["s", "set"]),
        c("char *strpbrk(const char *s, const char *set)").strings(["s", "set"]).gives(into("s").or_null()),
        c("char *strstr(const char *s, const char *part)").strings(["s", "part"]).gives(into("s").or_null()),
        gnu("char *strcasestr(const char *s, const char *part)")
            .strings(["s", "part"])
            .gives(into("s").or_null())
            .asks(),
        gnu("char *strnstr(const char *s, const char *part, size_t n)")
            .reads("s", Extent::StringWithin("n"))
            .strings(["part"])
            .gives(into("s").or_null())
            .without_header(),
        // A null `s` goes on where the last call stopped, which must have been given one that is not.
        c("char *strtok(char *s, const char *set)")
            .reads("s", TEXT)
            .writes("s", TEXT)
            .null(["s"])
            .keeps("s")
            .strings(["set"])
            .gives(into("s").or(pointer(Origin::Kept)).or_null())
            .changes(),
        // What is left at `rest` after the last word differs: glibc's is the end of the string, and others leave null.
        posix("char *strtok_r(char *s, const char *set, char **rest)")
            .reads("s", TEXT)
            .writes("s", TEXT)
            .null(["s"])
            .strings(["set"])
            .reads("rest", ONE)
            .fills("rest", ONE)
            .stores("rest", into("s").or(pointer(Origin::IntoPointee("rest"))).or_null())
            .writes_behind("rest")
            .gives(into("s").or(pointer(Origin::IntoPointee("rest"))).or_null())
            .also(&["__strtok_r"]),
        gnu("char *strsep(char **rest, const char *set)")
            .reads("rest", ONE)
            .writes("rest", ONE)
            .stores("rest", pointer(Origin::IntoPointee("rest")).or_null())
            .writes_behind("rest")
            .strings(["set"])
            .gives(pointer(Origin::IntoPointee("rest")).or_null()),
        posix("char *strdup(const char *s)")
            .strings(["s"])
            .gives(fresh(Size::CopyOf("s")))
            .asks()
            .errno()
            .also(&["__strdup"]),
        posix("char *strndup(const char *s, size_t n)")
            .reads("s", Extent::StringWithin("n"))
            .gives(fresh(Size::CopyWithin("s", "n")))
            .asks()
            .errno()
            .also(&["__strndup"]),
        c("char *strerror(int number)").gives(storage()).changes(),
        posix("char *strerror_l(int number, locale_t locale)").gives(storage()).changes(),
        posix("char *strsignal(int number)").gives(storage()).changes(),
        // Of BSD, and in newer systems everywhere: no header of ours is sure to have them.
        gnu("size_t strlcpy(char *to, const char *from, size_t n)")
            .writes("to", n("n"))
            .strings(["from"])
            .apart("to", "from")
            .without_header(),
        gnu("size_t strlcat(char *to, const char *from, size_t n)")
            .reads("to", Extent::StringWithin("n"))
            .writes("to", n("n"))
            .strings(["from"])
            .apart("to", "from")
            .without_header(),
        gnu("char *strfry(char *s)").reads("s", TEXT).writes("s", TEXT).gives(same("s")).changes(),
        function("libgen.h", Dialect::Posix, "char *dirname(char *path)")
            .reads("path", TEXT)
            .writes("path", TEXT)
            .null(["path"])
            .gives(into("path").or(storage())),
        // The one of `<string.h>` changes nothing; the name alone does not tell which it is.
        function("libgen.h", Dialect::Posix, "char *__xpg_basename(char *path)")
            .reads("path", TEXT)
            .writes("path", TEXT)
            .null(["path"])
            .gives(into("path").or(storage()))
            .also(&["basename"]),
        function("strings.h", Dialect::Posix, "int ffs(int number)").alone().result(0..=32),
        function("strings.h", Dialect::Extension, "int ffsl(long number)").alone().result(0..=64),
        function("strings.h", Dialect::Extension, "int ffsll(long long number)").alone().result(0..=64),
    ]
}
