//! `scanf` and its kin.

use ir::FloatFormat;
use model::{Value, Word};

use super::format::{Length, Source};
use super::input::source;
use super::numbers::{float_length, is_space, parse_float, parse_integer};
use super::stdio::Stream;
use super::{Args, Outcome, Table, int};
use crate::machine::Interpreter;
use crate::stop::{Exec, Stop};

pub(super) const TABLE: Table = &[
    ("scanf", scanf),
    ("__isoc99_scanf", scanf),
    ("__isoc23_scanf", scanf),
    ("fscanf", fscanf),
    ("__isoc99_fscanf", fscanf),
    ("__isoc23_fscanf", fscanf),
    ("sscanf", sscanf),
    ("__isoc99_sscanf", sscanf),
    ("__isoc23_sscanf", sscanf),
    ("vsscanf", vsscanf),
    ("__isoc99_vsscanf", vsscanf),
    ("__isoc23_vsscanf", vsscanf),
];

/// Where the text comes from.
enum Text {
    Stream(Stream),
    String(Vec<u8>, usize),
}

impl Text {
    fn next(&mut self, machine: &mut Interpreter<'_>) -> Option<u8> {
        match self {
            Self::Stream(stream) => machine.next_byte(*stream),
            Self::String(text, at) => {
                let byte = text.get(*at).copied();
                *at += usize::from(byte.is_some());
                byte
            }
        }
    }

    fn back(&mut self, machine: &mut Interpreter<'_>, byte: Option<u8>) {
        match (self, byte) {
            (Self::Stream(stream), Some(byte)) => machine.unread(*stream, byte),
            (Self::String(_, at), Some(_)) => *at -= 1,
            (_, None) => {}
        }
    }

    /// Skips blanks. Whether there is more.
    fn skip(&mut self, machine: &mut Interpreter<'_>) -> bool {
        loop {
            let byte = self.next(machine);
            if !byte.is_some_and(is_space) {
                self.back(machine, byte);
                return byte.is_some();
            }
        }
    }

    /// The bytes that satisfy a condition, so many at most.
    fn take(
        &mut self,
        machine: &mut Interpreter<'_>,
        most: usize,
        fits: impl Fn(&[u8], u8) -> bool,
    ) -> Vec<u8> {
        let mut taken = Vec::new();
        while taken.len() < most {
            let byte = self.next(machine);
            match byte {
                Some(found) if fits(&taken, found) => taken.push(found),
                _ => {
                    self.back(machine, byte);
                    break;
                }
            }
        }
        taken
    }
}

/// A directive of a `scanf` format.
struct Scan<'a> {
    suppress: bool,
    allocate: bool,
    width: usize,
    length: Length,
    conversion: u8,
    set: &'a [u8],
}

/// Reads one directive after its `%`; gives what is left of the format.
fn directive(mut rest: &[u8]) -> Option<(Scan<'_>, &[u8])> {
    let mut scan =
        Scan { suppress: false, allocate: false, width: 0, length: Length::None, conversion: 0, set: &[] };
    if rest.first() == Some(&b'*') {
        scan.suppress = true;
        rest = &rest[1..];
    }
    while let Some(digit @ b'0'..=b'9') = rest.first() {
        scan.width = scan.width.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
        rest = &rest[1..];
    }
    if rest.first() == Some(&b'm') {
        scan.allocate = true;
        rest = &rest[1..];
    }
    for (text, length) in [
        (&b"hh"[..], Length::Char),
        (b"h", Length::Short),
        (b"ll", Length::LongLong),
        (b"l", Length::Long),
        (b"q", Length::LongLong),
        (b"j", Length::Max),
        (b"z", Length::Size),
        (b"t", Length::Difference),
        (b"L", Length::LongDouble),
    ] {
        if let Some(after) = rest.strip_prefix(text) {
            (scan.length, rest) = (length, after);
            break;
        }
    }
    scan.conversion = *rest.first()?;
    rest = &rest[1..];
    if scan.conversion == b'[' {
        let start = 1 + usize::from(rest.first() == Some(&b'^'));
        let end = start + rest.get(start..)?.iter().position(|byte| *byte == b']')?;
        scan.set = &rest[..end];
        rest = &rest[end + 1..];
    }
    Some((scan, rest))
}

/// Whether a byte is in `[set]`.
fn in_set(set: &[u8], byte: u8) -> bool {
    let (negated, set) = match set.strip_prefix(b"^") {
        Some(set) => (true, set),
        None => (false, set),
    };
    let mut found = false;
    let mut at = 0;
    while at < set.len() {
        if set.get(at + 1) == Some(&b'-') && at + 2 < set.len() {
            found |= (set[at]..=set[at + 2]).contains(&byte);
            at += 3;
        } else {
            found |= set[at] == byte;
            at += 1;
        }
    }
    found != negated
}

fn scan(
    machine: &mut Interpreter<'_>,
    who: &str,
    format: Word,
    mut text: Text,
    mut source: Source<'_>,
) -> Exec<Outcome> {
    let format = machine.read_string(who, format, None)?;
    let mut rest = &format[..];
    let (mut stored, mut consumed) = (0, false);
    while let Some(&byte) = rest.first() {
        rest = &rest[1..];
        if is_space(byte) {
            text.skip(machine);
            continue;
        }
        if byte != b'%' || rest.first() == Some(&b'%') {
            if byte == b'%' {
                rest = &rest[1..];
                text.skip(machine);
            }
            let found = text.next(machine);
            if found != Some(byte) {
                text.back(machine, found);
                let ended = found.is_none() && stored == 0 && !consumed;
                return Ok(int(if ended { -1 } else { stored }));
            }
            continue;
        }
        let Some((scan, after)) = directive(rest) else {
            return Err(Stop::unsupported(format!("the format of `{who}`")));
        };
        rest = after;
        match one(machine, who, &scan, &mut text, &mut source)? {
            Matched::Stored => stored += 1,
            Matched::Nothing => {}
            Matched::Failed => return Ok(int(stored)),
            Matched::Ended => return Ok(int(if stored == 0 && !consumed { -1 } else { stored })),
        }
        consumed = true;
    }
    Ok(int(stored))
}

enum Matched {
    Stored,
    Nothing,
    Failed,
    Ended,
}

fn one(
    machine: &mut Interpreter<'_>,
    who: &str,
    scan: &Scan<'_>,
    text: &mut Text,
    source: &mut Source<'_>,
) -> Exec<Matched> {
    let most = if scan.width == 0 { usize::MAX } else { scan.width };
    if scan.conversion == b'n' {
        let Text::String(_, at) = text else { return Err(Stop::unsupported("`%n` in `scanf`")) };
        let at = *at;
        store(machine, who, scan, source, Value::new(at as u128))?;
        return Ok(Matched::Nothing);
    }
    if !matches!(scan.conversion, b'c' | b'[') && !text.skip(machine) {
        return Ok(Matched::Ended);
    }
    match scan.conversion {
        b'd' | b'i' | b'u' | b'o' | b'x' | b'X' | b'p' => {
            let base = match scan.conversion {
                b'i' => 0,
                b'o' => 8,
                b'x' | b'X' | b'p' => 16,
                _ => 10,
            };
            let taken = text.take(machine, most, |so_far, byte| {
                byte.is_ascii_alphanumeric() && integer_goes_on(so_far, byte, base)
                    || so_far.is_empty() && matches!(byte, b'-' | b'+')
            });
            let parsed = parse_integer(&taken, base);
            if parsed.len == 0 {
                return Ok(Matched::Failed);
            }
            let magnitude = parsed.magnitude.unwrap_or(u128::MAX);
            let value = if parsed.negative { magnitude.wrapping_neg() } else { magnitude };
            store(machine, who, scan, source, Value::new(value))
        }
        b'e' | b'f' | b'g' | b'a' | b'E' | b'F' | b'G' | b'A' => {
            let taken = text.take(machine, most, |_, byte| {
                byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.')
            });
            let len = float_length(&taken);
            if len == 0 {
                return Ok(Matched::Failed);
            }
            if let Text::String(_, at) = text {
                *at -= taken.len() - len;
            }
            let format = match scan.length {
                Length::Long => FloatFormat::Binary64,
                Length::LongDouble => FloatFormat::X87,
                _ => FloatFormat::Binary32,
            };
            let (bits, _) = parse_float(&taken[..len], format);
            store_bytes(machine, who, scan, source, format.value_bytes() as usize, Value::new(bits))
        }
        b'c' => {
            let count = scan.width.max(1);
            let taken = text.take(machine, count, |_, _| true);
            if taken.is_empty() {
                return Ok(Matched::Ended);
            }
            if taken.len() < count {
                return Ok(Matched::Failed);
            }
            store_text(machine, who, scan, source, &taken)
        }
        b's' | b'[' => {
            let mut taken = if scan.conversion == b's' {
                text.take(machine, most, |_, byte| !is_space(byte))
            } else {
                text.take(machine, most, |_, byte| in_set(scan.set, byte))
            };
            if taken.is_empty() {
                let byte = text.next(machine);
                text.back(machine, byte);
                return Ok(if byte.is_none() { Matched::Ended } else { Matched::Failed });
            }
            taken.push(0);
            store_text(machine, who, scan, source, &taken)
        }
        other => Err(Stop::unsupported(format!("`%{}` in a format of `{who}`", other as char))),
    }
}

/// Whether a character can follow what was read of an integer.
fn integer_goes_on(so_far: &[u8], byte: u8, base: u32) -> bool {
    let digits = so_far.strip_prefix(b"-").or_else(|| so_far.strip_prefix(b"+")).unwrap_or(so_far);
    if matches!(byte, b'x' | b'X') {
        return digits == b"0" && matches!(base, 0 | 16);
    }
    let hex = digits.len() >= 2 && matches!(digits[1], b'x' | b'X');
    let base = match base {
        0 if hex => 16,
        0 if digits.first() == Some(&b'0') => 8,
        0 => 10,
        base => base,
    };
    (byte as char).is_digit(base)
}

fn store(
    machine: &mut Interpreter<'_>,
    who: &str,
    scan: &Scan<'_>,
    source: &mut Source<'_>,
    value: Value,
) -> Exec<Matched> {
    let bytes = if scan.conversion == b'p' {
        machine.memory.pointer_bytes() as usize
    } else {
        scan.length.bytes(machine.memory.target())
    };
    store_bytes(machine, who, scan, source, bytes, value)
}

fn store_bytes(
    machine: &mut Interpreter<'_>,
    who: &str,
    scan: &Scan<'_>,
    source: &mut Source<'_>,
    bytes: usize,
    value: Value,
) -> Exec<Matched> {
    if scan.suppress {
        return Ok(Matched::Nothing);
    }
    let to = source.pointer(machine, who)?;
    if let Some(at) = machine.locate_range(who, to, bytes as u64, true)? {
        machine.memory.write_value(at, bytes, value);
    }
    Ok(Matched::Stored)
}

fn store_text(
    machine: &mut Interpreter<'_>,
    who: &str,
    scan: &Scan<'_>,
    source: &mut Source<'_>,
    text: &[u8],
) -> Exec<Matched> {
    if scan.suppress {
        return Ok(Matched::Nothing);
    }
    if scan.allocate || scan.length == Length::Long {
        return Err(Stop::unsupported(format!("an allocating or wide conversion in a format of `{who}`")));
    }
    let to = source.pointer(machine, who)?;
    machine.write_range(who, to, text)?;
    Ok(Matched::Stored)
}

fn scanf(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let format = args.pointer(machine, 0)?;
    scan(machine, &args.name, format, Text::Stream(Stream::Input), Source::direct(&args.values, 1))
}

fn fscanf(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (stream, format) = (source(machine, args, 0)?, args.pointer(machine, 1)?);
    scan(machine, &args.name, format, Text::Stream(stream), Source::direct(&args.values, 2))
}

fn sscanf(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let text = machine.read_string(&args.name, args.pointer(machine, 0)?, None)?;
    let format = args.pointer(machine, 1)?;
    scan(machine, &args.name, format, Text::String(text, 0), Source::direct(&args.values, 2))
}

fn vsscanf(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let text = machine.read_string(&args.name, args.pointer(machine, 0)?, None)?;
    let format = args.pointer(machine, 1)?;
    let source = Source::list(machine, args.pointer(machine, 2)?);
    scan(machine, &args.name, format, Text::String(text, 0), source)
}
