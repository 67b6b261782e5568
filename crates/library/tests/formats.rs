//! Random formats, read here and by gcc, and printed and read by the system's library.
//!
//! What a directive is said to want is what gcc's `-Wformat` finds nothing wrong with; what it is said to print or to store at most is never exceeded.

use std::fmt::Write as _;
use std::path::Path;

use library::format::printf::{self, Argument, Output};
use library::format::{Length, Machine, scanf};
use testkit::gcc::{gcc, lines, run, targets};
use testkit::{Rng, count, settle};

const MACHINE: Machine = Machine { long_bytes: 8, pointer_bytes: 8, wide_bytes: 4, long_double_bytes: 16 };

const HEADERS: &str = "#define _GNU_SOURCE\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <stdint.h>\n\
     #include <stddef.h>\n#include <wchar.h>\n#include <sys/types.h>\n#include <limits.h>\n#include <float.h>\n";

const LENGTHS: [&str; 9] = ["", "", "hh", "h", "l", "ll", "j", "z", "t"];

/// A directive of `printf`, often one without a meaning.
fn directive(rng: &mut Rng) -> String {
    let mut text = "%".to_owned();
    for flag in ["-", "+", " ", "#", "0", "'"] {
        if rng.chance(12) {
            text += flag;
        }
    }
    for (chance, dot) in [(40, ""), (40, ".")] {
        if rng.chance(chance) {
            text += dot;
            match rng.below(4) {
                0 => text += "*",
                // A zero would be a flag.
                1 if dot == "." => text += "0",
                _ => {
                    let _ = write!(text, "{}", 1 + rng.below(60));
                }
            }
        }
    }
    text += if rng.chance(10) { "L" } else { rng.pick(&LENGTHS) };
    text += rng.pick(&[
        "d", "i", "u", "o", "x", "X", "c", "s", "p", "f", "F", "e", "E", "g", "G", "a", "A", "n", "%",
    ]);
    text
}

/// Something that is made at random, mostly again until it is as it should be.
fn usual(rng: &mut Rng, make: fn(&mut Rng) -> String, is_good: impl Fn(&str) -> bool) -> String {
    let any = rng.chance(15);
    loop {
        let text = make(rng);
        if any || is_good(&text) {
            return text;
        }
    }
}

fn value(rng: &mut Rng, argument: Argument, strings: &mut Vec<u64>) -> String {
    match argument {
        // Widths and precisions.
        Argument::Int => rng.pick(&["0", "7", "33", "-9", "'q'"]).into(),
        Argument::Integer(..) => {
            format!(
                "({}){}",
                argument.c_type(),
                rng.pick(&["0", "1", "-1", "INT64_MAX", "INT64_MIN", "-77", "123456789"])
            )
        }
        Argument::WideCharacter => "(wint_t)L'w'".into(),
        Argument::Double => rng
            .pick(&[
                "0.0",
                "-1.5",
                "DBL_MAX",
                "-DBL_MAX",
                "DBL_MIN",
                "-5e-324",
                "1e15",
                "-1.0/0.0",
                "0.0/0.0",
                "-123456.789",
            ])
            .into(),
        Argument::LongDouble => {
            rng.pick(&["0.0L", "-LDBL_MAX", "LDBL_MIN", "-1.0L/0.0L", "-9.99e99L"]).into()
        }
        Argument::String => {
            let len = rng.below(70);
            strings.push(len);
            format!("\"{}\"", "s".repeat(len as usize))
        }
        Argument::WideString => {
            let len = rng.below(70);
            strings.push(len);
            format!("L\"{}\"", "w".repeat(len as usize))
        }
        Argument::Address => "(void *)&where".into(),
        Argument::Store(_) => format!("({})&where", argument.c_type()),
    }
}

struct Tried {
    format: String,
    call: String,
    is_defined: bool,
    most: Option<u64>,
}

/// A format with a call, and how much it prints at most.
fn printing(rng: &mut Rng) -> Option<Tried> {
    let mut format = String::new();
    for _ in 0..=rng.below(3) {
        format += rng.pick(&["", "", "text ", "%%"]);
        format += &usual(rng, directive, |text| {
            let pieces = printf::pieces(text.as_bytes());
            matches!(pieces.as_deref(), Ok([printf::Piece::Directive(one)]) if one.is_defined())
        });
    }
    let pieces = printf::pieces(format.as_bytes()).ok()?;
    let wanted = printf::arguments(&pieces).ok()?;
    let mut strings = Vec::new();
    let mut call = format!("\"{format}\"");
    for wanted in &wanted {
        let _ = write!(call, ", {}", value(rng, wanted.argument, &mut strings));
    }
    let mut lengths = strings.into_iter();
    let (mut is_defined, mut most) = (true, Some(0_u64));
    for piece in &pieces {
        let printed = match piece {
            printf::Piece::Text(text) => Some(text.len() as u64),
            printf::Piece::Directive(directive) => {
                is_defined &= directive.is_defined();
                let text = directive
                    .takes()
                    .filter(|argument| matches!(argument, Argument::String | Argument::WideString));
                let length = text.and_then(|_| lengths.next());
                match directive.output(MACHINE) {
                    Output::AtMost(most) => Some(most),
                    Output::Text { least, most } => {
                        length.map(|length| length.min(most.unwrap_or(length)).max(least))
                    }
                    Output::Address { least } => Some(least.max(18)),
                    Output::Unknown => None,
                }
            }
        };
        most = most.zip(printed).map(|(most, printed)| most + printed);
    }
    Some(Tried { format, call, is_defined, most })
}

/// What gcc says of lines that are about formats.
fn complaints(file: &Path, more: &[&str]) -> testkit::gcc::Lines {
    let mut args = vec!["-fsyntax-only", "-Wformat", "-Wno-format-zero-length", "-Wno-format-contains-nul"];
    args.extend(more);
    let (errors, warnings) = lines(&gcc(&args, file).stderr);
    assert!(errors.is_empty(), "{errors:?}");
    warnings
}

#[test]
fn printed_directives_want_and_print_what_they_are_said_to() {
    let dir = tempfile::tempdir().expect("a directory");
    if !targets(dir.path()).contains(&"-m64") {
        return;
    }
    let mut rng = Rng::new(0x70_7269_6e74);
    let tried: Vec<Tried> =
        std::iter::repeat_with(|| printing(&mut rng)).take(count(4000)).flatten().collect();
    let mut text = format!("{HEADERS}static uint64_t where;\nint main(void) {{\n");
    let first = text.lines().count() + 1;
    for one in &tried {
        // Flags that others make useless are no mistake.
        let guard = if one.is_defined { "" } else { "if (0) " };
        let _ = writeln!(text, "{guard}printf(\"%d\\n\", snprintf(0, 0, {}));", one.call);
    }
    text.push_str("return 0; }\n");
    let file = dir.path().join("print.c");
    std::fs::write(&file, &text).expect("a file");
    let said = complaints(&file, &[]);
    let mut wrong = Vec::new();
    for (at, one) in tried.iter().enumerate() {
        match said.get(&(first + at)) {
            Some(said) if one.is_defined && !said.contains("ignored") => {
                wrong.push(format!("{}: gcc:{said}", one.call));
            }
            None if !one.is_defined && !one.format.contains('L') => {
                wrong.push(format!("{}: gcc finds nothing wrong", one.call));
            }
            _ => {}
        }
    }
    let output = run(&file, &dir.path().join("print"));
    let mut lengths = output.lines();
    for one in tried.iter().filter(|one| one.is_defined) {
        let length: i64 = lengths.next().and_then(|line| line.parse().ok()).expect("a length");
        if one.most.is_some_and(|most| u64::try_from(length).is_ok_and(|length| length > most)) {
            wrong.push(format!("{}: prints {length}, not at most {:?}", one.call, one.most));
        }
    }
    let defined = tried.iter().filter(|one| one.is_defined).count();
    assert!(defined * 5 > tried.len(), "{defined} of {} formats are defined", tried.len());
    settle("formats of printf", tried.len(), &wrong);
}

/// A directive of `scanf`, often one without a meaning.
fn scanned(rng: &mut Rng) -> String {
    let mut text = "%".to_owned();
    if rng.chance(12) {
        text += "*";
    }
    if rng.chance(40) {
        let _ = write!(text, "{}", 1 + rng.below(12));
    }
    let is_text = rng.chance(40);
    if is_text && rng.chance(15) {
        text += "m";
    }
    text += if rng.chance(8) {
        "L"
    } else if is_text && rng.chance(60) {
        ""
    } else {
        rng.pick(&LENGTHS)
    };
    text += if is_text {
        rng.pick(&["c", "s", "[a-z]", "[^ ]", "[]0-9]", "[^]x]"])
    } else {
        rng.pick(&["d", "i", "u", "o", "x", "X", "f", "e", "g", "a", "p", "n", "%"])
    };
    text
}

struct Read {
    call: String,
    is_defined: bool,
    /// How much each argument gets at most.
    bytes: Vec<Option<u64>>,
    counted: usize,
}

fn reading(rng: &mut Rng) -> Option<Read> {
    let (mut format, mut input) = (String::new(), String::new());
    for _ in 0..=rng.below(3) {
        let between = rng.pick(&["", "", " ", "x", "%%"]);
        format += between;
        input += between.trim_end_matches('%');
        let one = usual(rng, scanned, |text| {
            let pieces = scanf::pieces(text.as_bytes());
            matches!(pieces.as_deref(), Ok([scanf::Piece::Directive(one)]) if one.is_defined())
        });
        input += match one.as_bytes().last() {
            _ if rng.chance(15) => rng.pick(&["%", "x", "(nil)", "nan", "\\n"]),
            Some(b'c' | b's') => rng.pick(&["abcdefghijklmnop", "x"]),
            Some(b']') => rng.pick(&["abcdefghijklmnop ", "]]0123", "zz"]),
            Some(b'p' | b'x' | b'X') => rng.pick(&["0x1f ", "ffffffffffffffffffff ", "0 "]),
            _ => rng.pick(&["12345678901234567890 ", "-7 ", "3.5e10 ", "0 "]),
        };
        format += &one;
    }
    let pieces = scanf::pieces(format.as_bytes()).ok()?;
    let wanted = scanf::arguments(&pieces).ok()?;
    let directives: Vec<_> = pieces
        .iter()
        .filter_map(|piece| match piece {
            scanf::Piece::Directive(directive) => Some(directive),
            _ => None,
        })
        .collect();
    let mut call = format!("\"{input}\", \"{format}\"");
    for (at, wanted) in wanted.iter().enumerate() {
        let _ = write!(call, ", ({})to[{at}]", wanted.argument.c_type());
    }
    Some(Read {
        call,
        is_defined: directives.iter().all(|directive| directive.is_defined()),
        bytes: wanted.iter().map(|wanted| wanted.argument.bytes(MACHINE)).collect(),
        counted: directives.iter().filter(|directive| directive.counts()).count(),
    })
}

#[test]
fn read_directives_want_and_store_what_they_are_said_to() {
    let dir = tempfile::tempdir().expect("a directory");
    if !targets(dir.path()).contains(&"-m64") {
        return;
    }
    let mut rng = Rng::new(0x73_6361_6e66);
    let tried: Vec<Read> = std::iter::repeat_with(|| reading(&mut rng)).take(count(4000)).flatten().collect();
    // Each call is told by its result and by how far each buffer was written to.
    let mut text = format!(
        "{HEADERS}static _Alignas(16) unsigned char to[8][512];\nstatic void begin(void) {{ memset(to, 0xa5, sizeof to); }}\n\
         static void end(int result) {{ printf(\"%d\", result); for (int i = 0; i < 4; i++) {{ int n = 512; \
         while (n > 0 && to[i][n - 1] == 0xa5) n--; printf(\" %d\", n); }} printf(\"\\n\"); }}\nint main(void) {{\n"
    );
    let first = text.lines().count() + 1;
    for one in &tried {
        let guard = if one.is_defined { "" } else { "if (0) " };
        let _ = writeln!(text, "{guard}{{ begin(); end(sscanf({})); }}", one.call);
    }
    text.push_str("return 0; }\n");
    let file = dir.path().join("read.c");
    std::fs::write(&file, &text).expect("a file");
    let said = complaints(&file, &[]);
    let mut wrong = Vec::new();
    for (at, one) in tried.iter().enumerate() {
        match said.get(&(first + at)) {
            // A length that is not needed is no mistake.
            Some(said) if one.is_defined && !said.contains("together") => {
                wrong.push(format!("{}: gcc:{said}", one.call));
            }
            None if !one.is_defined && !one.call.contains('L') => {
                wrong.push(format!("{}: gcc finds nothing wrong", one.call));
            }
            _ => {}
        }
    }
    let output = run(&file, &dir.path().join("read"));
    let mut answers = output.lines();
    let mut stored = 0;
    for one in tried.iter().filter(|one| one.is_defined) {
        let line = answers.next().expect("an answer");
        let numbers: Vec<i64> = line.split(' ').filter_map(|number| number.parse().ok()).collect();
        if numbers[0] > one.counted as i64 {
            wrong.push(format!("{}: gives {}, not at most {}", one.call, numbers[0], one.counted));
        }
        for (written, most) in numbers[1..].iter().zip(&one.bytes) {
            stored += i64::from(*written > 0);
            if most.is_some_and(|most| *written > most as i64) {
                wrong.push(format!("{}: stores {written} bytes, not at most {most:?}", one.call));
            }
        }
    }
    assert!(stored * 4 > tried.len() as i64, "{stored} objects are stored to by {} calls", tried.len());
    settle("formats of scanf", tried.len(), &wrong);
}

#[test]
fn lengths_have_the_sizes_of_their_types() {
    let dir = tempfile::tempdir().expect("a directory");
    if !targets(dir.path()).contains(&"-m64") {
        return;
    }
    let all = [
        Length::None,
        Length::Char,
        Length::Short,
        Length::Long,
        Length::LongLong,
        Length::Max,
        Length::Size,
        Length::Difference,
    ];
    let mut text = HEADERS.to_owned();
    for length in all {
        for is_signed in [true, false] {
            let _ = writeln!(
                text,
                "_Static_assert(sizeof({}) == {}, \"size\");",
                length.integer(is_signed),
                length.bytes(MACHINE)
            );
        }
    }
    let file = dir.path().join("sizes.c");
    std::fs::write(&file, &text).expect("a file");
    assert!(gcc(&["-fsyntax-only"], &file).status.success());
}
