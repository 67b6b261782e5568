//! Characters: `<ctype.h>`, and the locale that they depend on.

use crate::entry::{function, n, storage};
use crate::function::{Dialect, Extent, Function};

pub(super) fn functions() -> Vec<Function> {
    let c = |prototype: &str| function("ctype.h", Dialect::C, prototype).asks();
    let gnu = |prototype: &str| function("ctype.h", Dialect::Extension, prototype);
    let mut all = Vec::new();
    // What is neither `EOF` nor an `unsigned char` is undefined; `EOF` is some negative number, which is -1 everywhere.
    for class in ["alnum", "alpha", "blank", "cntrl", "graph", "lower", "print", "punct", "space", "upper"] {
        all.push(c(&format!("int is{class}(int character)")).takes("character", -1..=255));
    }
    // Of these the locale changes nothing (C11 7.4.1.5 and 7.4.1.12).
    for class in ["digit", "xdigit"] {
        all.push(c(&format!("int is{class}(int character)")).takes("character", -1..=255).alone());
    }
    for to in ["tolower", "toupper"] {
        all.push(c(&format!("int {to}(int character)")).takes("character", -1..=255).result(-1..=255));
    }
    all.extend([
        function("ctype.h", Dialect::Posix, "int isascii(int character)").alone(),
        function("ctype.h", Dialect::Posix, "int toascii(int character)").alone().result(0..=127),
        // Tables from -128 to 255, in the library's storage.
        gnu("const unsigned short **__ctype_b_loc(void)").asks().gives(storage()),
        gnu("const int **__ctype_tolower_loc(void)").asks().gives(storage()),
        gnu("const int **__ctype_toupper_loc(void)").asks().gives(storage()),
        function("stdlib.h", Dialect::Extension, "size_t __ctype_get_mb_cur_max(void)").asks().result(1..),
        function("locale.h", Dialect::C, "char *setlocale(int category, const char *locale)")
            .strings(["locale"])
            .null(["locale"])
            .gives(storage().or_null()),
        function("locale.h", Dialect::C, "struct lconv *localeconv(void)").gives(storage()),
        function(
            "locale.h",
            Dialect::Posix,
            "locale_t newlocale(int mask, const char *locale, locale_t base)",
        )
        .strings(["locale"]),
        function("locale.h", Dialect::Posix, "locale_t uselocale(locale_t locale)"),
        function("locale.h", Dialect::Posix, "locale_t duplocale(locale_t locale)"),
        function("locale.h", Dialect::Posix, "void freelocale(locale_t locale)"),
        function("langinfo.h", Dialect::Posix, "char *nl_langinfo(nl_item item)").gives(storage()),
        function("iconv.h", Dialect::Posix, "iconv_t iconv_open(const char *to, const char *from)")
            .strings(["to", "from"])
            .errno(),
        // What the pointers lead to that `from` and `to` point to is read and written.
        function(
            "iconv.h",
            Dialect::Posix,
            "size_t iconv(iconv_t way, char **from, size_t *left, char **to, size_t *room)",
        )
        .reads("from", Extent::Object)
        .writes("from", Extent::Object)
        .stores("from", crate::entry::pointer(crate::function::Origin::IntoPointee("from")))
        .writes_behind("from")
        .reads("to", Extent::Object)
        .writes("to", Extent::Object)
        .stores("to", crate::entry::pointer(crate::function::Origin::IntoPointee("to")))
        .writes_behind("to")
        .reads("left", Extent::Object)
        .writes("left", Extent::Object)
        .reads("room", Extent::Object)
        .writes("room", Extent::Object)
        .null(["from", "left", "to", "room"])
        .errno(),
        function("iconv.h", Dialect::Posix, "int iconv_close(iconv_t way)").zero_or_minus_one().errno(),
        function(
            "monetary.h",
            Dialect::Posix,
            "ssize_t strfmon(char *to, size_t n, const char *format, ...)",
        )
        .writes("to", n("n"))
        .strings(["format"])
        .asks()
        .result(-1..)
        .errno(),
    ]);
    all
}
