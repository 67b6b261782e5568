//! Modules that read what somebody types: numbers that are indices and sizes, lines, and words.

use super::Module;
use crate::text::{Text, filled};

/// Numbers that are read with a format, and used as indices of a fixed array.
pub(super) fn tally(text: &mut Text, at: usize) -> Module {
    let size = text.random.within(2, 9).to_string();
    let range = *text.random.pick(&[
        ("n < 0 || n >= $SIZE", "n < 0 || n > $SIZE"),
        ("!(0 <= n && n < $SIZE)", "n >= $SIZE"),
        ("(unsigned)n >= $SIZE", "(unsigned)n > $SIZE"),
    ]);
    let range = text.or_slip(range.0, range.1);
    let all = text.either("while ($READ)", "if ($READ)");
    let read = match text.random.below(3) {
        0 => text.or_slip("scanf(\"%d\", &n) == 1", "scanf(\"%d\", &n) != EOF"),
        1 => text.or_slip("scanf(\" %d\", &n) > 0", "scanf(\" %d\", &n)"),
        _ => text.or_slip("scanf(\"%d %d\", &n, &by) == 2", "scanf(\"%d %d\", &n, &by) >= 1"),
    };
    let skip = if all.starts_with('w') { "continue" } else { "return" };
    let bound = text.or_slip("<", "<=");
    text.lines(&filled(
        "static int seen@[$SIZE];
static void tally@(void) {
    int n, by = 1;
    $ALL {
        if ($RANGE) $SKIP;
        seen@[n] = by;
    }
}
static int most@(void) {
    int best = 0;
    for (int i = 0; i $BOUND $SIZE; i++) if (seen@[i] > seen@[best]) best = i;
    return best;
}",
        at,
        &[("ALL", all), ("READ", read), ("RANGE", range), ("SKIP", skip), ("BOUND", bound), ("SIZE", &size)],
    ));
    let check = text.or_slip("k >= 0 && k < ", "k < ");
    let check = format!("if ({check}{size}) count = seen@[k];");
    Module::of(at, &["tally@();", "k = most@();", "seen@[most@()] = 0;", &check], "seen@[0] = 0;")
}

/// Numbers in an array as long as somebody says.
pub(super) fn sized(text: &mut Text, at: usize) -> Module {
    let least = text.or_slip("n < 1 || n > 20", "n > 20");
    let bytes = text.or_slip("n * sizeof *a", "n");
    let block = text.either("malloc($BYTES)", "calloc(n, sizeof *a)");
    let failed = text.or_slip("if (a == NULL) return 0;", "");
    let bound = text.or_slip("<", "<=");
    let broken = text.either("a[i] = 0;", "{ free(a); return 0; }");
    let broken = if text.slip() { "return 0;" } else { broken };
    let old = text.or_slip("free(numbers@);", "");
    let found = text.or_slip("numbers@ && ", "");
    text.lines(&filled(
        "static int *numbers@, many@;
static int load@(void) {
    int n;
    if (scanf(\"%d\", &n) != 1) return 0;
    if ($LEAST) return 0;
    int *a = $BLOCK;
    $FAILED
    for (int i = 0; i < n; i++)
        if (scanf(\"%d\", &a[i]) != 1) $BROKEN
    $OLD
    numbers@ = a;
    many@ = n;
    return 1;
}
static int sum@(void) {
    int sum = 0;
    for (int i = 0; i $BOUND many@; i++) sum = (sum ^ numbers@[i]) & 127;
    return sum;
}
static int nth@(void) {
    int i;
    if (scanf(\"%d\", &i) != 1 || i < 1 || i > many@) return 0;
    return numbers@[i - 1];
}",
        at,
        &[
            ("LEAST", least),
            ("BLOCK", block),
            ("BYTES", bytes),
            ("FAILED", failed),
            ("BROKEN", broken),
            ("BOUND", bound),
            ("OLD", old),
        ],
    ));
    let first = format!("if ({found}k > 0) numbers@[0] = k;");
    Module::of(at, &["k = load@();", "k = sum@();", "k = nth@() & 15;", &first], "free(numbers@);")
}

/// Commands, each a line.
pub(super) fn commands(text: &mut Text, at: usize) -> Module {
    let (room, word) = (text.random.within(8, 40), text.random.within(4, 8));
    let ended = text.or_slip(
        "if (fgets(line, sizeof line, stdin) == NULL) return 0;",
        "fgets(line, sizeof line, stdin);",
    );
    let cut = text.either(
        "line[strcspn(line, \"\\n\")] = '\\0';",
        "char *end = strchr(line, '\\n'); if (end) *end = '\\0';",
    );
    let cut = if text.slip() { "line[strlen(line) - 1] = '\\0';" } else { cut };
    let width = if text.slip() { word } else { word - 1 };
    let took = text.or_slip("!= 2) return 1;", "< 1) return 1;");
    let scan = if text.random.percent(50) {
        format!("if (sscanf(line, \"%{width}s %d\", word, &value) {took}")
    } else {
        format!("if (sscanf(line, \"%{width}[a-z] %d\", word, &value) {took}")
    };
    let range = text.or_slip("value >= 0 && value < 4", "value < 4");
    text.lines(&filled(
        "static int cells@[4];
static int command@(void) {
    char line[$ROOM], word[$WORD];
    int value;
    $ENDED
    $CUT
    if (line[0] == '\\0' || line[0] == '#') return 1;
    $SCAN
    if (strcmp(word, \"set\") == 0) {
        if ($RANGE) cells@[value] = 1;
    } else if (strcmp(word, \"get\") == 0) {
        if ($RANGE) printf(\"%d\\n\", cells@[value]);
    } else if (word[0] == 'q') return 0;
    return 1;
}",
        at,
        &[
            ("ROOM", &room.to_string()),
            ("WORD", &word.to_string()),
            ("ENDED", ended),
            ("CUT", cut),
            ("SCAN", &scan),
            ("RANGE", range),
        ],
    ));
    Module::of(
        at,
        &["command@();", "while (command@()) count++;", "k = command@() ? cells@[1] : 0;"],
        "cells@[0] = 0;",
    )
}

/// Words that are read character by character.
pub(super) fn letters(text: &mut Text, at: usize) -> Module {
    let room = text.random.within(4, 12).to_string();
    let fits = text.or_slip("n < room - 1", "n < room");
    let change = text.either("(char)tolower(c)", "(char)c");
    let end = text.or_slip("to[n] = '\\0';", "if (n > 0) to[n] = '\\0';");
    let kind = *text.random.pick(&["isspace(c)", "!isalpha(c)", "c == ' ' || c == '\\n'"]);
    let seen = text.or_slip("if (c >= 'a' && c <= 'z') ", "if (islower(c)) ");
    text.lines(&filled(
        "static int used@[26];
static int word@(char *to, int room) {
    int c, n = 0;
    while ((c = getchar()) != EOF && ($KIND));
    while (c != EOF && !($KIND)) {
        if ($FITS) to[n++] = $CHANGE;
        $SEEN used@[c - 'a'] = 1;
        c = getchar();
    }
    $END
    return n;
}
static int words@(void) {
    char text[$ROOM];
    int n = 0;
    while (word@(text, sizeof text) > 0) if (strcmp(text, \"end\") != 0) n++; else break;
    return n;
}
static int digits@(void) {
    int c, n = 0;
    while ((c = getchar()) != EOF && isdigit(c)) n = (n * 10 + (c - '0')) % 1000;
    return n;
}",
        at,
        &[("KIND", kind), ("FITS", fits), ("CHANGE", change), ("SEEN", seen), ("END", end), ("ROOM", &room)],
    ));
    let index = text.or_slip("used@[digits@() % 26] = 0;", "used@[digits@()] = 0;");
    let one = format!("{{ char one[{room}]; if (word@(one, {room})) k = (unsigned char)one[0]; }}");
    Module::of(at, &["k = words@() & 15;", "k = digits@();", index, &one], "used@[0] = 0;")
}

/// A number written out in letters, as an index of a block on the heap.
pub(super) fn numerals(text: &mut Text, at: usize) -> Module {
    let size = text.random.within(2, 12).to_string();
    let width = text.or_slip("%7s", "%8s");
    let parse = match text.random.below(3) {
        0 => text.or_slip(
            "char *end; long v = strtol(text, &end, 10); if (end == text || *end != '\\0') return -1;",
            "char *end = NULL; long v = strtol(text, &end, 10); if (end[0] == '\\0' && end[1] == 'x') return -1;",
        ),
        1 => "long v = atoi(text);",
        _ => text.or_slip("long v = 0; if (sscanf(text, \"%ld\", &v) != 1) return -1;", "long v; sscanf(text, \"%ld\", &v);"),
    };
    let range = text.or_slip("v < 0 || v >= $SIZE", "v < 0 || v > $SIZE");
    let known = text.or_slip("board@ && i >= 0", "board@");
    let more = text.or_slip("if (board@ == NULL) ", "");
    text.lines(&filled(
        "static int *board@;
static int ask@(void) {
    char text[8];
    if (scanf(\"$WIDTH\", text) != 1) return -1;
    $PARSE
    if ($RANGE) return -1;
    return (int)v;
}
static void open@(void) { $MORE board@ = calloc($SIZE, sizeof *board@); }
static void mark@(void) {
    int i = ask@();
    if ($KNOWN) board@[i] = 1;
}",
        at,
        &[
            ("WIDTH", width),
            ("PARSE", parse),
            ("RANGE", range),
            ("KNOWN", known),
            ("MORE", more),
            ("SIZE", &size),
        ],
    ));
    Module::of(at, &["open@();", "mark@();", "k = ask@();"], "free(board@); board@ = NULL;")
}

/// A choice by one character, and a text that is read into a block.
pub(super) fn menu(text: &mut Text, at: usize) -> Module {
    let room = text.random.within(6, 16);
    let width = if text.slip() { room } else { room - 1 };
    let read = text.either("%{}s", "%{}[^\\n]").replace("{}", &width.to_string());
    let twice = text.or_slip("free(note@); note@ = NULL;", "free(note@);");
    let test = text.or_slip("if (made == NULL) return;", "");
    let missed = text.or_slip("{ free(made); return; }", "return;");
    let old = text.or_slip("free(note@);", "");
    let shown = text.or_slip("if (note@) ", "");
    text.lines(&filled(
        "static char *note@;
static void write@(void) {
    char *made = malloc($ROOM);
    $TEST
    if (scanf(\" $READ\", made) != 1) $MISSED
    $OLD
    note@ = made;
}
static int choose@(void) {
    char c;
    if (scanf(\" %c\", &c) != 1) return 0;
    switch (c) {
    case 'w': case '1': write@(); break;
    case 'd': case '2': $TWICE break;
    case 'p': case '3': $SHOWN puts(note@); break;
    default: return 0;
    }
    return 1;
}",
        at,
        &[
            ("ROOM", &room.to_string()),
            ("READ", &read),
            ("TEST", test),
            ("MISSED", missed),
            ("OLD", old),
            ("TWICE", twice),
            ("SHOWN", shown),
        ],
    ));
    let uses =
        ["write@();", "while (choose@()) count++;", "k = choose@();", "if (note@) k = (int)strlen(note@);"];
    Module::of(at, &uses, "free(note@);")
}
