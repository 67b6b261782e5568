//! Streams: `<stdio.h>` but for formats.
//!
//! A `FILE` is the library's own affair. A stream that reads may wait for ever.

use crate::entry::{Name, ONE, fresh, function, handle, n, same, storage};
use crate::function::{Dialect, Extent, Function, Size, Success};

const TEXT: Extent<Name> = Extent::String;

pub(super) fn functions() -> Vec<Function> {
    let mut all = files();
    all.extend(bytes());
    all.extend(wide());
    all
}

fn files() -> Vec<Function> {
    let c = |prototype| function("stdio.h", Dialect::C, prototype);
    let posix = |prototype| function("stdio.h", Dialect::Posix, prototype).errno();
    let gnu = |prototype| function("stdio.h", Dialect::Extension, prototype);
    vec![
        c("FILE *fopen(const char *path, const char *mode)")
            .strings(["path", "mode"])
            .gives(handle())
            .errno()
            .also(&["fopen64"]),
        // The stream is closed whether it can be opened again or not.
        c("FILE *freopen(const char *path, const char *mode, FILE *stream)")
            .strings(["path", "mode"])
            .null(["path"])
            .handle("stream")
            .gives(same("stream").or_null())
            .errno()
            .also(&["freopen64"]),
        c("int fclose(FILE *stream)").closes("stream").result(-1..=0).errno(),
        c("int fflush(FILE *stream)").handle("stream").null(["stream"]).result(-1..=0).errno(),
        c("FILE *tmpfile(void)").gives(handle()).errno().also(&["tmpfile64"]),
        // `L_tmpnam` characters.
        c("char *tmpnam(char *to)")
            .writes("to", Extent::Unknown)
            .null(["to"])
            .gives(same("to").or(storage()).or_null()),
        posix("char *tempnam(const char *directory, const char *start)")
            .strings(["directory", "start"])
            .null(["directory", "start"])
            .gives(fresh(Size::String)),
        // The library works in the buffer until the stream is closed.
        c("int setvbuf(FILE *stream, char *buffer, int mode, size_t n)")
            .handle("stream")
            .writes("buffer", n("n"))
            .null(["buffer"])
            .keeps("buffer"),
        // `BUFSIZ` characters.
        c("void setbuf(FILE *stream, char *buffer)")
            .handle("stream")
            .writes("buffer", Extent::Unknown)
            .null(["buffer"])
            .keeps("buffer"),
        gnu("void setbuffer(FILE *stream, char *buffer, size_t n)")
            .handle("stream")
            .writes("buffer", n("n"))
            .null(["buffer"])
            .keeps("buffer"),
        gnu("void setlinebuf(FILE *stream)").handle("stream"),
        c("int remove(const char *path)").strings(["path"]).errno(),
        c("int rename(const char *from, const char *to)").strings(["from", "to"]).errno(),
        c("int fseek(FILE *stream, long by, int from)").handle("stream").result(-1..=0).errno(),
        c("long ftell(FILE *stream)").handle("stream").result(-1..).errno(),
        c("void rewind(FILE *stream)").handle("stream"),
        c("int fgetpos(FILE *stream, fpos_t *place)")
            .handle("stream")
            .gets("place", ONE)
            .succeeds(Success::Zero)
            .errno()
            .also(&["fgetpos64"]),
        c("int fsetpos(FILE *stream, const fpos_t *place)")
            .handle("stream")
            .reads("place", ONE)
            .errno()
            .also(&["fsetpos64"]),
        posix("int fseeko(FILE *stream, off_t by, int from)")
            .handle("stream")
            .zero_or_minus_one()
            .also(&["fseeko64"]),
        posix("off_t ftello(FILE *stream)").handle("stream").result(-1..).also(&["ftello64"]),
        c("void clearerr(FILE *stream)").handle("stream").also(&["clearerr_unlocked"]),
        c("int feof(FILE *stream)").handle("stream").asks().also(&["feof_unlocked"]),
        c("int ferror(FILE *stream)").handle("stream").asks().also(&["ferror_unlocked"]),
        posix("int fileno(FILE *stream)").handle("stream").asks().result(-1..).also(&["fileno_unlocked"]),
        posix("FILE *fdopen(int file, const char *mode)").strings(["mode"]).gives(handle()),
        posix("FILE *popen(const char *command, const char *mode)")
            .strings(["command", "mode"])
            .gives(handle()),
        posix("int pclose(FILE *stream)").closes("stream"),
        // The stream reads and writes there until it is closed.
        posix("FILE *fmemopen(void *memory, size_t n, const char *mode)")
            .reads("memory", Extent::Unknown)
            .writes("memory", n("n"))
            .null(["memory"])
            .keeps("memory")
            .strings(["mode"])
            .gives(handle()),
        // What is left there is a block that the stream changes for another when it likes, and that `free` takes at last.
        posix("FILE *open_memstream(char **to, size_t *n)")
            .writes("to", ONE)
            .stores("to", fresh(Size::Unknown))
            .keeps("to")
            .writes("n", ONE)
            .keeps("n")
            .gives(handle()),
        posix("void flockfile(FILE *stream)").handle("stream"),
        posix("void funlockfile(FILE *stream)").handle("stream"),
        posix("int ftrylockfile(FILE *stream)").handle("stream"),
        gnu("int fcloseall(void)"),
        posix("char *ctermid(char *to)")
            .writes("to", Extent::Unknown)
            .null(["to"])
            .gives(same("to").or(storage())),
    ]
}

fn bytes() -> Vec<Function> {
    let c = |prototype| function("stdio.h", Dialect::C, prototype).errno();
    let posix = |prototype| function("stdio.h", Dialect::Posix, prototype).errno();
    let gnu = |prototype| function("stdio.h", Dialect::Extension, prototype).errno();
    // `EOF` is some negative number; it is -1 everywhere.
    vec![
        c("int fgetc(FILE *stream)").handle("stream").result(-1..=255).also(&["fgetc_unlocked"]),
        c("int getc(FILE *stream)").handle("stream").result(-1..=255).also(&["getc_unlocked", "_IO_getc"]),
        c("int getchar(void)").result(-1..=255).also(&["getchar_unlocked"]),
        c("int ungetc(int character, FILE *stream)").handle("stream").result(-1..=255),
        // Of a line that does not fill it the rest may be written as well; after an error the contents are not known.
        c("char *fgets(char *to, int n, FILE *stream)")
            .writes("to", n("n"))
            .handle("stream")
            .gives(same("to").or_null())
            .also(&["fgets_unlocked"]),
        // Of C99 and before: nothing says how much room there is.
        c("char *gets(char *to)").writes("to", Extent::Unknown).gives(same("to").or_null()).without_header(),
        c("size_t fread(void *to, size_t size, size_t count, FILE *stream)")
            .writes("to", Extent::Product("size", "count"))
            .handle("stream")
            .also(&["fread_unlocked"]),
        c("size_t fwrite(const void *from, size_t size, size_t count, FILE *stream)")
            .reads("from", Extent::Product("size", "count"))
            .handle("stream")
            .also(&["fwrite_unlocked"]),
        c("int fputc(int character, FILE *stream)")
            .handle("stream")
            .result(-1..=255)
            .also(&["fputc_unlocked"]),
        c("int putc(int character, FILE *stream)")
            .handle("stream")
            .result(-1..=255)
            .also(&["putc_unlocked", "_IO_putc"]),
        c("int putchar(int character)").result(-1..=255).also(&["putchar_unlocked"]),
        c("int fputs(const char *s, FILE *stream)")
            .strings(["s"])
            .handle("stream")
            .result(-1..)
            .also(&["fputs_unlocked"]),
        c("int puts(const char *s)").strings(["s"]).result(-1..),
        // The line is where `*to` points, which is a block of the heap or null; another one may take its place, also if nothing was read.
        line(posix("ssize_t getline(char **to, size_t *n, FILE *stream)")),
        line(posix("ssize_t getdelim(char **to, size_t *n, int end, FILE *stream)")).also(&["__getdelim"]),
        gnu("int getw(FILE *stream)").handle("stream"),
        gnu("int putw(int word, FILE *stream)").handle("stream"),
    ]
}

fn line(entry: Function) -> Function {
    entry
        .reads("to", ONE)
        .writes("to", ONE)
        .stores(
            "to",
            fresh(Size::Unknown).or(crate::entry::pointer(crate::function::Origin::IntoPointee("to"))),
        )
        .writes_behind("to")
        .heap("to", crate::function::Heap::ReplacesPointee)
        .reads("n", ONE)
        .writes("n", ONE)
        .handle("stream")
        .result(-1..)
        .succeeds(Success::NonNegative)
}

fn wide() -> Vec<Function> {
    let c = |prototype| function("wchar.h", Dialect::C, prototype).errno();
    vec![
        c("wint_t fgetwc(FILE *stream)").handle("stream").also(&["fgetwc_unlocked"]),
        c("wint_t getwc(FILE *stream)").handle("stream").also(&["getwc_unlocked"]),
        c("wint_t getwchar(void)").also(&["getwchar_unlocked"]),
        c("wint_t ungetwc(wint_t character, FILE *stream)").handle("stream"),
        c("wchar_t *fgetws(wchar_t *to, int n, FILE *stream)")
            .writes("to", n("n"))
            .handle("stream")
            .gives(same("to").or_null())
            .also(&["fgetws_unlocked"]),
        c("wint_t fputwc(wchar_t character, FILE *stream)").handle("stream").also(&["fputwc_unlocked"]),
        c("wint_t putwc(wchar_t character, FILE *stream)").handle("stream").also(&["putwc_unlocked"]),
        c("wint_t putwchar(wchar_t character)").also(&["putwchar_unlocked"]),
        c("int fputws(const wchar_t *s, FILE *stream)")
            .reads("s", TEXT)
            .handle("stream")
            .result(-1..)
            .also(&["fputws_unlocked"]),
        c("int fwide(FILE *stream, int mode)").handle("stream"),
    ]
}
