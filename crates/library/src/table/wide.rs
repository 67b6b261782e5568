//! Wide strings, and characters of several bytes: `<wchar.h>`, `<wctype.h>`, `<uchar.h>` and what `<stdlib.h>` has of them.
//!
//! Sizes are counts of wide characters, as the parameters that they are sizes of point to these.

use crate::entry::{Name, ONE, fresh, function, into, n, pointer, same};
use crate::function::{Dialect, Extent, Function, Origin, Size, Success};

const TEXT: Extent<Name> = Extent::String;

pub(super) fn functions() -> Vec<Function> {
    let mut all = strings();
    all.extend(conversions());
    all.extend(numbers());
    all.extend(classes());
    all
}

fn strings() -> Vec<Function> {
    let c = |prototype| function("wchar.h", Dialect::C, prototype).alone();
    let posix = |prototype| function("wchar.h", Dialect::Posix, prototype).alone();
    let gnu = |prototype| function("wchar.h", Dialect::Extension, prototype).alone();
    vec![
        c("size_t wcslen(const wchar_t *s)").strings(["s"]),
        posix("size_t wcsnlen(const wchar_t *s, size_t n)").reads("s", Extent::StringWithin("n")),
        c("wchar_t *wcscpy(wchar_t *to, const wchar_t *from)")
            .fills("to", Extent::CopyOf("from"))
            .strings(["from"])
            .apart("to", "from")
            .gives(same("to")),
        posix("wchar_t *wcpcpy(wchar_t *to, const wchar_t *from)")
            .fills("to", Extent::CopyOf("from"))
            .strings(["from"])
            .apart("to", "from")
            .gives(into("to")),
        c("wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t n)")
            .fills("to", n("n"))
            .reads("from", Extent::StringWithin("n"))
            .apart("to", "from")
            .gives(same("to")),
        posix("wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t n)")
            .fills("to", n("n"))
            .reads("from", Extent::StringWithin("n"))
            .apart("to", "from")
            .gives(into("to")),
        c("wchar_t *wcscat(wchar_t *to, const wchar_t *from)")
            .reads("to", TEXT)
            .fills("to", Extent::AppendedTo("from", None))
            .strings(["from"])
            .apart("to", "from")
            .gives(same("to")),
        c("wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t n)")
            .reads("to", TEXT)
            .fills("to", Extent::AppendedTo("from", Some("n")))
            .reads("from", Extent::StringWithin("n"))
            .apart("to", "from")
            .gives(same("to")),
        c("int wcscmp(const wchar_t *a, const wchar_t *b)").strings(["a", "b"]),
        c("int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n)")
            .reads("a", Extent::StringWithin("n"))
            .reads("b", Extent::StringWithin("n")),
        c("int wcscoll(const wchar_t *a, const wchar_t *b)").strings(["a", "b"]).asks(),
        c("size_t wcsxfrm(wchar_t *to, const wchar_t *from, size_t n)")
            .writes("to", n("n"))
            .null(["to"])
            .strings(["from"])
            .apart("to", "from")
            .asks(),
        posix("int wcscasecmp(const wchar_t *a, const wchar_t *b)").strings(["a", "b"]).asks(),
        posix("int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n)")
            .reads("a", Extent::StringWithin("n"))
            .reads("b", Extent::StringWithin("n"))
            .asks(),
        c("wchar_t *wcschr(const wchar_t *s, wchar_t character)").strings(["s"]).gives(into("s").or_null()),
        c("wchar_t *wcsrchr(const wchar_t *s, wchar_t character)").strings(["s"]).gives(into("s").or_null()),
        gnu("wchar_t *wcschrnul(const wchar_t *s, wchar_t character)").strings(["s"]).gives(into("s")),
        c("size_t wcsspn(const wchar_t *s, const wchar_t *set)").strings(["s", "set"]),
        c("size_t wcscspn(const wchar_t *s, const wchar_t *set)").strings(["s", "set"]),
        c("wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set)")
            .strings(["s", "set"])
            .gives(into("s").or_null()),
        c("wchar_t *wcsstr(const wchar_t *s, const wchar_t *part)")
            .strings(["s", "part"])
            .gives(into("s").or_null()),
        c("wchar_t *wcstok(wchar_t *s, const wchar_t *set, wchar_t **rest)")
            .reads("s", TEXT)
            .writes("s", TEXT)
            .null(["s"])
            .strings(["set"])
            .reads("rest", ONE)
            .fills("rest", ONE)
            .stores("rest", into("s").or(pointer(Origin::IntoPointee("rest"))).or_null())
            .writes_behind("rest")
            .gives(into("s").or(pointer(Origin::IntoPointee("rest"))).or_null()),
        posix("wchar_t *wcsdup(const wchar_t *s)")
            .strings(["s"])
            .gives(fresh(Size::CopyOf("s")))
            .asks()
            .errno(),
        c("wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t n)")
            .fills("to", n("n"))
            .reads("from", n("n"))
            .apart("to", "from")
            .gives(same("to")),
        c("wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n)")
            .fills("to", n("n"))
            .reads("from", n("n"))
            .gives(same("to")),
        gnu("wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t n)")
            .fills("to", n("n"))
            .reads("from", n("n"))
            .apart("to", "from")
            .gives(into("to")),
        c("wchar_t *wmemset(wchar_t *to, wchar_t character, size_t n)").fills("to", n("n")).gives(same("to")),
        c("int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n)").reads("a", n("n")).reads("b", n("n")),
        c("wchar_t *wmemchr(const wchar_t *s, wchar_t character, size_t n)")
            .reads("s", n("n"))
            .gives(into("s").or_null()),
        posix("int wcwidth(wchar_t character)").result(-1..).asks(),
        posix("int wcswidth(const wchar_t *s, size_t n)")
            .reads("s", Extent::StringWithin("n"))
            .result(-1..)
            .asks(),
    ]
}

/// Where the state of a conversion is null, the library's own is used.
fn conversions() -> Vec<Function> {
    let stdlib = |prototype| function("stdlib.h", Dialect::C, prototype);
    let wchar = |prototype| function("wchar.h", Dialect::C, prototype);
    let posix = |prototype| function("wchar.h", Dialect::Posix, prototype);
    let uchar = |prototype| function("uchar.h", Dialect::C, prototype);
    let state = |entry: Function| entry.reads("state", ONE).writes("state", ONE).null(["state"]).errno();
    // The source is a pointer to a pointer to a string, which is moved, or null at its end.
    let moves = |entry: Function| {
        entry
            .reads("from", ONE)
            .writes("from", ONE)
            .stores("from", pointer(Origin::IntoPointee("from")).or_null())
            .writes_behind("from")
            .succeeds(Success::NotMinusOne)
    };
    vec![
        stdlib("int mblen(const char *s, size_t n)")
            .reads("s", Extent::StringWithin("n"))
            .null(["s"])
            .result(-1..),
        stdlib("int mbtowc(wchar_t *to, const char *s, size_t n)")
            .writes("to", ONE)
            .reads("s", Extent::StringWithin("n"))
            .null(["to", "s"])
            .result(-1..),
        // As many bytes as `MB_CUR_MAX` says.
        stdlib("int wctomb(char *to, wchar_t character)")
            .writes("to", Extent::Unknown)
            .null(["to"])
            .result(-1..),
        stdlib("size_t mbstowcs(wchar_t *to, const char *s, size_t n)")
            .writes("to", n("n"))
            .null(["to"])
            .strings(["s"])
            .apart("to", "s")
            .succeeds(Success::NotMinusOne),
        stdlib("size_t wcstombs(char *to, const wchar_t *s, size_t n)")
            .writes("to", n("n"))
            .null(["to"])
            .strings(["s"])
            .apart("to", "s")
            .succeeds(Success::NotMinusOne),
        wchar("int mbsinit(const mbstate_t *state)").reads("state", ONE).null(["state"]).alone(),
        wchar("wint_t btowc(int character)").asks(),
        wchar("int wctob(wint_t character)").result(-1..=255).asks(),
        state(wchar("size_t mbrlen(const char *s, size_t n, mbstate_t *state)"))
            .reads("s", Extent::StringWithin("n"))
            .null(["s"]),
        state(wchar("size_t mbrtowc(wchar_t *to, const char *s, size_t n, mbstate_t *state)"))
            .writes("to", ONE)
            .reads("s", Extent::StringWithin("n"))
            .null(["to", "s"]),
        state(wchar("size_t wcrtomb(char *to, wchar_t character, mbstate_t *state)"))
            .writes("to", Extent::Unknown)
            .null(["to"])
            .succeeds(Success::NotMinusOne),
        moves(state(wchar("size_t mbsrtowcs(wchar_t *to, const char **from, size_t n, mbstate_t *state)")))
            .writes("to", n("n"))
            .null(["to"]),
        moves(state(wchar("size_t wcsrtombs(char *to, const wchar_t **from, size_t n, mbstate_t *state)")))
            .writes("to", n("n"))
            .null(["to"]),
        moves(state(posix(
            "size_t mbsnrtowcs(wchar_t *to, const char **from, size_t m, size_t n, mbstate_t *state)",
        )))
        .writes("to", n("n"))
        .null(["to"]),
        moves(state(posix(
            "size_t wcsnrtombs(char *to, const wchar_t **from, size_t m, size_t n, mbstate_t *state)",
        )))
        .writes("to", n("n"))
        .null(["to"]),
        state(uchar("size_t mbrtoc16(char16_t *to, const char *s, size_t n, mbstate_t *state)"))
            .writes("to", ONE)
            .reads("s", Extent::StringWithin("n"))
            .null(["to", "s"]),
        state(uchar("size_t c16rtomb(char *to, char16_t character, mbstate_t *state)"))
            .writes("to", Extent::Unknown)
            .null(["to"]),
        state(uchar("size_t mbrtoc32(char32_t *to, const char *s, size_t n, mbstate_t *state)"))
            .writes("to", ONE)
            .reads("s", Extent::StringWithin("n"))
            .null(["to", "s"]),
        state(uchar("size_t c32rtomb(char *to, char32_t character, mbstate_t *state)"))
            .writes("to", Extent::Unknown)
            .null(["to"]),
    ]
}

fn numbers() -> Vec<Function> {
    let mut all = Vec::new();
    for (header, ty, name, base) in [
        ("wchar.h", "long", "wcstol", true),
        ("wchar.h", "long long", "wcstoll", true),
        ("wchar.h", "unsigned long", "wcstoul", true),
        ("wchar.h", "unsigned long long", "wcstoull", true),
        ("inttypes.h", "intmax_t", "wcstoimax", true),
        ("inttypes.h", "uintmax_t", "wcstoumax", true),
        ("wchar.h", "double", "wcstod", false),
        ("wchar.h", "float", "wcstof", false),
        ("wchar.h", "long double", "wcstold", false),
    ] {
        let last = if base { ", int base" } else { "" };
        let prototype = format!("{ty} {name}(const wchar_t *s, wchar_t **end{last})");
        all.push(super::numbers::read_number(function(header, Dialect::C, &prototype), base));
    }
    all
}

fn classes() -> Vec<Function> {
    let c = |prototype: &str| function("wctype.h", Dialect::C, prototype).asks();
    let mut all = vec![
        c("int iswctype(wint_t character, wctype_t class)"),
        c("wctype_t wctype(const char *name)").strings(["name"]),
        c("wint_t towctrans(wint_t character, wctrans_t map)"),
        c("wctrans_t wctrans(const char *name)").strings(["name"]),
        c("wint_t towlower(wint_t character)"),
        c("wint_t towupper(wint_t character)"),
    ];
    for class in [
        "alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper",
        "xdigit",
    ] {
        all.push(c(&format!("int isw{class}(wint_t character)")));
    }
    all
}
