//! Directories, and patterns of names: `<dirent.h>`, `<glob.h>`, `<fnmatch.h>`, `<ftw.h>`, `<regex.h>` and `<wordexp.h>`.

use crate::entry::{ONE, fresh, function, handle, n, storage};
use crate::function::{Called, Dialect, Function, Given, Size};

pub(super) fn functions() -> Vec<Function> {
    let dirent = |prototype| function("dirent.h", Dialect::Posix, prototype).errno();
    let other = |header| move |prototype| function(header, Dialect::Posix, prototype);
    vec![
        dirent("DIR *opendir(const char *path)").strings(["path"]).gives(handle()),
        dirent("DIR *fdopendir(int file)").gives(handle()),
        dirent("int closedir(DIR *directory)").closes("directory").zero_or_minus_one(),
        // The entry is the library's, until the next one of the directory is read.
        dirent("struct dirent *readdir(DIR *directory)")
            .handle("directory")
            .gives(storage().or_null())
            .also(&["readdir64"]),
        dirent("int readdir_r(DIR *directory, struct dirent *to, struct dirent **result)")
            .handle("directory")
            .writes("to", ONE)
            .writes("result", ONE)
            .stores("result", crate::entry::same("to").or_null())
            .zero_or_error(),
        dirent("void rewinddir(DIR *directory)").handle("directory"),
        dirent("long telldir(DIR *directory)").handle("directory"),
        dirent("void seekdir(DIR *directory, long place)").handle("directory"),
        dirent("int dirfd(DIR *directory)").handle("directory").result(-1..),
        // An array of entries, each of which is a block of the heap, as the array is.
        dirent(
            "int scandir(const char *path, struct dirent ***to, int (*wanted)(const struct dirent *), int (*compare)(const struct dirent **, const struct dirent **))",
        )
        .strings(["path"])
        .writes("to", ONE)
        .stores("to", fresh(Size::Unknown))
        .null(["wanted", "compare"])
        .calls("wanted", Called::Meanwhile, [Given::Own])
        .calls("compare", Called::Meanwhile, [Given::Own, Given::Own])
        .result(-1..)
        .also(&["scandir64"]),
        dirent("int alphasort(const struct dirent **a, const struct dirent **b)")
            .reads("a", ONE)
            .reads("b", ONE)
            .asks()
            .also(&["alphasort64"]),
        other("fnmatch.h")("int fnmatch(const char *pattern, const char *s, int flags)").strings(["pattern", "s"]).asks(),
        other("glob.h")("int glob(const char *pattern, int flags, int (*error)(const char *, int), glob_t *to)")
            .strings(["pattern"])
            .null(["error"])
            .calls("error", Called::Meanwhile, [Given::Own, Given::Own])
            .reads("to", ONE)
            .writes("to", ONE)
            .stores("to", fresh(Size::Unknown))
            .also(&["glob64"]),
        other("glob.h")("void globfree(glob_t *all)").reads("all", ONE).writes("all", ONE).also(&["globfree64"]),
        other("wordexp.h")("int wordexp(const char *words, wordexp_t *to, int flags)")
            .strings(["words"])
            .reads("to", ONE)
            .writes("to", ONE)
            .stores("to", fresh(Size::Unknown)),
        other("wordexp.h")("void wordfree(wordexp_t *all)").reads("all", ONE).writes("all", ONE),
        other("ftw.h")("int ftw(const char *path, int (*visit)(const char *, const struct stat *, int), int depth)")
            .strings(["path"])
            .calls("visit", Called::Meanwhile, [Given::Own, Given::Own, Given::Own])
            .errno(),
        other("ftw.h")(
            "int nftw(const char *path, int (*visit)(const char *, const struct stat *, int, struct FTW *), int depth, int flags)",
        )
        .strings(["path"])
        .calls("visit", Called::Meanwhile, [Given::Own, Given::Own, Given::Own, Given::Own])
        .errno(),
        other("regex.h")("int regcomp(regex_t *to, const char *pattern, int flags)")
            .writes("to", ONE)
            .stores("to", handle())
            .strings(["pattern"]),
        other("regex.h")("int regexec(const regex_t *pattern, const char *s, size_t n, regmatch_t *found, int flags)")
            .handle("pattern")
            .strings(["s"])
            .reads("found", n("n"))
            .writes("found", n("n"))
            .null(["found"]),
        other("regex.h")("size_t regerror(int code, const regex_t *pattern, char *to, size_t n)")
            .handle("pattern")
            .null(["pattern", "to"])
            .writes("to", n("n"))
            .result(1..),
        other("regex.h")("void regfree(regex_t *pattern)").closes("pattern").writes("pattern", ONE),
    ]
}
