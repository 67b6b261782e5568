//! Modules about files: streams with ways out on errors, `errno`, and programs that give up.

use super::Module;
use crate::text::{Text, filled};

/// A file that is read line by line, or written.
pub(super) fn files(text: &mut Text, at: usize) -> Module {
    let room = text.random.within(4, 20).to_string();
    let test = text.either("if (f == NULL) return -1;", "if (!f) { perror(path); exit(1); }");
    let test = if text.slip() { "" } else { test };
    let early = text.or_slip("{ fclose(f); return n; }", "return n;");
    let close = text.or_slip("fclose(f);", "");
    let again = text.or_slip("", "fgets(line, sizeof line, f);");
    let cut =
        text.or_slip("line[strcspn(line, \"\\n\")] = '\\0';", "line[strcspn(line, \"\\n\") + 1] = '\\0';");
    let copy =
        text.or_slip("char *made = strdup(line); if (made == NULL) break;", "char *made = strdup(line);");
    let drop = text.or_slip("free(made);", "");
    let failed = text.or_slip("{ fclose(f); return 0; }", "return 0;");
    let closed =
        text.or_slip("if (fclose(f) != 0) return 0;", "if (fclose(f) != 0) { fclose(f); return 0; }");
    text.lines(&filled(
        "static int lines@(const char *path) {
    FILE *f = fopen(path, \"r\");
    $TEST
    char line[$ROOM];
    int n = 0;
    while (fgets(line, sizeof line, f)) {
        $CUT
        if (line[0] == '\\0') continue;
        if (strcmp(line, \"end\") == 0) $EARLY
        $COPY
        if (made[0] == '#') n++;
        $DROP
        n = (n + 1) & 15;
    }
    $CLOSE
    $AGAIN
    return n;
}
static int save@(const char *path, const char *what, int n) {
    FILE *f = fopen(path, \"w\");
    if (f == NULL) { fprintf(stderr, \"%s: %s\\n\", path, what); return 0; }
    if (fprintf(f, \"%s %d\\n\", what, n) < 0) $FAILED
    $DONE
    return 1;
}",
        at,
        &[
            ("TEST", test),
            ("ROOM", &room),
            ("CUT", cut),
            ("EARLY", early),
            ("COPY", copy),
            ("DROP", drop),
            ("CLOSE", close),
            ("AGAIN", again),
            ("FAILED", failed),
            ("DONE", closed),
        ],
    ));
    let uses = [
        "k = lines@(\"data\");",
        "k = save@(\"data\", \"k\", k);",
        "if (!save@(\"out\", \"text\", 2)) count = 3;",
    ];
    Module::of(at, &uses, "count = 0;")
}

/// A log that stays open, in a structure of its own.
pub(super) fn log(text: &mut Text, at: usize) -> Module {
    let twice = text.or_slip("if (log@.to) return 1;", "");
    let test = text.or_slip("if (log@.to == NULL) return;", "");
    let name = text.or_slip(
        "if (log@.name == NULL) { fclose(log@.to); log@.to = NULL; return 0; }",
        "if (log@.name == NULL) return 0;",
    );
    let gone = text.or_slip("log@.to = NULL; log@.name = NULL;", "");
    let end = text.or_slip("if (log@.to == NULL) return;", "");
    let read = text.or_slip(
        "int c; while ((c = fgetc(f)) != EOF && c != '\\n') if (n < (int)sizeof buffer@ - 1) buffer@[n++] = (char)c; buffer@[n] = '\\0';",
        "int c; while ((c = fgetc(f)) != EOF && c != '\\n') if (n < (int)sizeof buffer@) buffer@[n++] = (char)c; buffer@[n] = '\\0';",
    );
    let errors = text.or_slip("if (errno == ENOENT) ", "");
    text.lines(&filled(
        "static struct { FILE *to; char *name; int lines; } log@;
static char buffer@[10];
static int start@(const char *path) {
    $TWICE
    log@.to = fopen(path, \"a\");
    if (log@.to == NULL) return 0;
    log@.name = strdup(path);
    $NAME
    return 1;
}
static void note@(const char *what) {
    $TEST
    fprintf(log@.to, \"%d %s\\n\", log@.lines, what);
    fputs(what, log@.to);
    log@.lines = (log@.lines + 1) & 7;
}
static void stop@(void) {
    $END
    fclose(log@.to);
    free(log@.name);
    $GONE
}
static int recall@(void) {
    int n = 0;
    FILE *f = fopen(\"log\", \"r\");
    if (f == NULL) { $ERRORS return 0; exit(2); }
    $READ
    fclose(f);
    return n;
}",
        at,
        &[
            ("TWICE", twice),
            ("NAME", name),
            ("TEST", test),
            ("END", end),
            ("GONE", gone),
            ("READ", read),
            ("ERRORS", errors),
        ],
    ));
    let reset = text.or_slip("errno = 0;", "if (errno > 0) exit(1);");
    let uses = [
        "k = start@(\"log\");",
        "note@(\"hello\");",
        "if (log@.name) note@(log@.name);",
        "k = recall@();",
        "stop@();",
        reset,
    ];
    Module::of(at, &uses, "stop@();")
}

/// A list of items that is loaded from a file, by one way out.
pub(super) fn loaded(text: &mut Text, at: usize) -> Module {
    let checked = text.or_slip("if (l == NULL) goto out;", "");
    let undo =
        text.or_slip("while (first) { struct item *next = first->next; free(first); first = next; }", "");
    let close = text.or_slip("if (f) fclose(f);", "fclose(f);");
    let scan = text.or_slip("fscanf(f, \"%d\", &n) == 1", "fscanf(f, \"%d\", &n) != EOF");
    let known = text.or_slip("free_loaded@(); loaded@ = first;", "loaded@ = first;");
    text.lines(&filled(
        "static struct item *loaded@;
static void free_loaded@(void) {
    while (loaded@) { struct item *next = loaded@->next; free(loaded@); loaded@ = next; }
}
static int load@(const char *path) {
    struct item *first = NULL;
    int ok = 0, n;
    FILE *f = fopen(path, \"r\");
    if (f == NULL) goto out;
    while ($SCAN) {
        struct item *l = malloc(sizeof *l);
        $CHECKED
        l->key = n & 7;
        l->next = first;
        first = l;
    }
    $KNOWN
    first = NULL;
    ok = 1;
out:
    $UNDO
    $CLOSE
    return ok;
}",
        at,
        &[("SCAN", scan), ("CHECKED", checked), ("KNOWN", known), ("UNDO", undo), ("CLOSE", close)],
    ));
    let uses = [
        "k = load@(\"items\");",
        "if (load@(\"more\") == 0) exit(EXIT_FAILURE);",
        "for (struct item *l = loaded@; l; l = l->next) tick(l);",
        "free_loaded@();",
    ];
    Module::of(at, &uses, "free_loaded@();")
}
