//! Reads what gcc's sanitizers and valgrind say about a run, in the words of our rules.

/// A fault that ended (or, for valgrind, would have ended) the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) rule: &'static str,
    /// The line in the user's file; `None` where the tool does not know it.
    pub(crate) line: Option<u32>,
}

/// What one run showed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Observed {
    /// The first fault other than a leak.
    pub(crate) fatal: Option<Fault>,
    pub(crate) leak: bool,
    /// The program called `abort` itself.
    pub(crate) aborted: bool,
    /// A report that none of our rules stands for: a mistake in the program, or in this module.
    pub(crate) other: Option<String>,
}

impl Observed {
    fn fault(rule: &'static str, line: Option<u32>) -> Self {
        Self { fatal: Some(Fault { rule, line }), ..Self::default() }
    }

    fn other(what: &str) -> Self {
        Self { other: Some(what.to_owned()), ..Self::default() }
    }
}

/// Reads the standard error of a program built with `-fsanitize=address,undefined -fno-sanitize-recover=all`
/// and run with `handle_abort=1`. `file` is the name of the program's source file, without directories.
pub(crate) fn sanitizers(stderr: &str, file: &str) -> Observed {
    for (at, line) in stderr.lines().enumerate() {
        let rest = || stderr.lines().skip(at);
        if let Some((place, what)) = line.split_once(": runtime error: ") {
            return undefined_behaviour(what, line_in(place, file), line);
        }
        if is_assertion(line) {
            return Observed::fault("assert-fail", line_in(line, file));
        }
        if line.trim() == "reach_error" {
            return Observed::fault("assert-fail", rest().find_map(|l| frame_line(l, file)));
        }
        if let Some((_, what)) = line.split_once("ERROR: AddressSanitizer: ") {
            return address(what, rest().find_map(|l| frame_line(l, file)), line);
        }
        if line.contains("ERROR: LeakSanitizer: detected memory leaks") {
            return Observed { leak: true, ..Observed::default() };
        }
    }
    Observed::default()
}

fn undefined_behaviour(what: &str, line: Option<u32>, report: &str) -> Observed {
    if what.contains("null pointer") {
        Observed::fault("null-deref", line)
    } else if what.contains("out of bounds") || what.contains("with insufficient space for an object") {
        Observed::fault("out-of-bounds", line)
    } else {
        Observed::other(report)
    }
}

fn address(what: &str, line: Option<u32>, report: &str) -> Observed {
    let kind = what.split([' ', ':']).next().unwrap_or_default();
    match kind {
        "heap-use-after-free" | "stack-use-after-scope" | "stack-use-after-return" => {
            Observed::fault("use-after-free", line)
        }
        "heap-buffer-overflow"
        | "stack-buffer-overflow"
        | "stack-buffer-underflow"
        | "global-buffer-overflow"
        | "dynamic-stack-buffer-overflow"
        | "negative-size-param" => Observed::fault("out-of-bounds", line),
        "attempting" if what.contains("double-free") => Observed::fault("double-free", line),
        "attempting" if what.contains("not malloc()-ed") => Observed::fault("invalid-free", line),
        "SEGV" if hex_after(what, "unknown address ").is_some_and(|a| a < NULL_PAGE) => {
            Observed::fault("null-deref", line)
        }
        "ABRT" => Observed { aborted: true, ..Observed::default() },
        _ => Observed::other(report),
    }
}

/// Reads the standard error of a program that ran under `valgrind -q --leak-check=full
/// --exit-on-first-error=yes`.
pub(crate) fn valgrind(stderr: &str, file: &str) -> Observed {
    let mut lines = stderr.lines();
    while let Some(line) = lines.next() {
        if is_assertion(line) {
            return Observed::fault("assert-fail", line_in(line, file));
        }
        if line.trim() == "reach_error" {
            return Observed::fault("assert-fail", lines.find_map(|l| frame_line(l, file)));
        }
        let Some(what) = valgrind_line(line) else { continue };
        if what.is_empty() {
            continue;
        }
        // A report goes on to the next line that is empty after the prefix.
        let report: Vec<&str> =
            lines.clone().map_while(valgrind_line).take_while(|l| !l.is_empty()).collect();
        let place = report.iter().find_map(|l| frame_line(l, file));
        let about = report.iter().find(|l| l.starts_with("Address ")).copied().unwrap_or_default();
        if what.contains("uninitialised") {
            return Observed::fault("uninitialized", place);
        }
        if what.starts_with("Invalid free()") {
            let again = about.contains(" is 0 bytes inside a block") && about.ends_with("free'd");
            return Observed::fault(if again { "double-free" } else { "invalid-free" }, place);
        }
        if what.starts_with("Invalid read")
            || what.starts_with("Invalid write")
            || what.starts_with("Jump to the invalid")
        {
            return match invalid_access(about) {
                Some(rule) => Observed::fault(rule, place),
                None => Observed::other(&format!("{what}: {about}")),
            };
        }
        if what.contains("lost in loss record") {
            return Observed { leak: true, ..Observed::default() };
        }
        if what.starts_with("Process terminating") && what.contains("SIGABRT") {
            return Observed { aborted: true, ..Observed::default() };
        }
        return Observed::other(what);
    }
    Observed::default()
}

fn invalid_access(about: &str) -> Option<&'static str> {
    if hex_after(about, "Address ").is_some_and(|a| a < NULL_PAGE) {
        Some("null-deref")
    } else if about.ends_with("free'd") && about.contains("a block of size") {
        Some("use-after-free")
    } else if about.contains("a block of size") {
        Some("out-of-bounds")
    } else if about.contains("below stack pointer") {
        Some("use-after-free")
    } else {
        None
    }
}

/// Accesses below this are to members of a null pointer.
const NULL_PAGE: u64 = 4096;

/// The text of a line printed by valgrind itself: what follows `==PID==`.
fn valgrind_line(line: &str) -> Option<&str> {
    let (pid, what) = line.strip_prefix("==")?.split_once("==")?;
    pid.bytes().all(|b| b.is_ascii_digit()).then(|| what.trim())
}

/// The message of glibc's `assert` is `program: dir/file.c:12: function:` and the failed condition in quotes.
fn is_assertion(line: &str) -> bool {
    line.contains(": Assertion `") && line.ends_with("' failed.")
}

/// The line number if this is a line of a stack trace in the given file.
fn frame_line(line: &str, file: &str) -> Option<u32> {
    let line = line.trim();
    let is_frame = line.starts_with('#') || line.contains(": ") && line.ends_with(')');
    is_frame.then(|| line_in(line, file)).flatten()
}

/// The number in the first `file:number`, where `file` is a whole file name.
fn line_in(text: &str, file: &str) -> Option<u32> {
    let pattern = format!("{file}:");
    text.match_indices(&pattern).find_map(|(at, _)| {
        let whole = text[..at].chars().next_back().is_none_or(|c| matches!(c, '/' | ' ' | '('));
        let digits = &text[at + pattern.len()..];
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        if whole { digits[..end].parse().ok() } else { None }
    })
}

/// The hexadecimal number `0x…` that follows `key`.
fn hex_after(text: &str, key: &str) -> Option<u64> {
    let digits = text.split_once(key)?.1.strip_prefix("0x")?;
    let end = digits.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(digits.len());
    u64::from_str_radix(&digits[..end], 16).ok()
}
