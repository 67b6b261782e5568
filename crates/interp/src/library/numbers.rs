//! Text to numbers, and small integer arithmetic.

use ir::FloatFormat;
use model::{Chunk, Value, Word};

use super::{Args, Outcome, Table, int};
use crate::float;
use crate::machine::Interpreter;
use crate::stop::Exec;

pub(super) const TABLE: Table = &[
    ("atoi", atoi),
    ("atol", atol),
    ("atoll", atoll),
    ("strtol", strtol),
    ("strtoll", strtoll),
    ("strtoimax", strtoll),
    ("strtoul", strtoul),
    ("strtoull", strtoull),
    ("strtoumax", strtoull),
    ("__isoc23_strtol", strtol),
    ("__isoc23_strtoul", strtoul),
    ("__isoc23_strtoll", strtoll),
    ("__isoc23_strtoull", strtoull),
    ("atof", atof),
    ("strtod", strtod),
    ("strtof", strtof),
    ("strtold", strtold),
    ("abs", abs),
    ("labs", labs),
    ("llabs", llabs),
    ("imaxabs", llabs),
    ("div", div),
    ("ldiv", ldiv),
    ("lldiv", lldiv),
];

/// An integer at the start of a text.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Parsed {
    pub negative: bool,
    pub magnitude: Option<u128>,
    /// Bytes used; zero if there is no number.
    pub len: usize,
}

pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Reads an integer as `strtol` does: blanks, a sign, a prefix, digits.
pub(super) fn parse_integer(text: &[u8], mut base: u32) -> Parsed {
    let mut at = text.iter().position(|byte| !is_space(*byte)).unwrap_or(text.len());
    let negative = text.get(at) == Some(&b'-');
    at += usize::from(matches!(text.get(at), Some(b'-' | b'+')));
    let digit = |at: usize, base: u32| {
        text.get(at).and_then(|byte| (*byte as char).to_digit(36)).filter(|d| *d < base)
    };
    let hex = text.get(at) == Some(&b'0')
        && matches!(text.get(at + 1), Some(b'x' | b'X'))
        && digit(at + 2, 16).is_some();
    if hex && matches!(base, 0 | 16) {
        at += 2;
        base = 16;
    } else if base == 0 {
        base = if text.get(at) == Some(&b'0') { 8 } else { 10 };
    }
    let start = at;
    let mut magnitude = Some(0u128);
    while let Some(digit) = digit(at, base) {
        magnitude = magnitude.and_then(|m| m.checked_mul(base.into())?.checked_add(digit.into()));
        at += 1;
    }
    Parsed { negative, magnitude, len: if at == start { 0 } else { at } }
}

/// The length of the floating number at the start of a text, blanks included.
pub(super) fn float_length(text: &[u8]) -> usize {
    let start = text.iter().position(|byte| !is_space(*byte)).unwrap_or(text.len());
    let mut at = start + usize::from(matches!(text.get(start), Some(b'-' | b'+')));
    let rest = |at: usize| text[at.min(text.len())..].to_ascii_lowercase();
    for word in [&b"infinity"[..], b"inf", b"nan"] {
        if rest(at).starts_with(word) {
            let end = at + word.len();
            return if word == b"nan" { end + payload_length(&text[end..]) } else { end };
        }
    }
    let hex = rest(at).starts_with(b"0x");
    let is_digit = |byte: &u8| if hex { byte.is_ascii_hexdigit() } else { byte.is_ascii_digit() };
    let begin = at + if hex { 2 } else { 0 };
    at = begin;
    let mut digits = 0;
    let mut point = false;
    while let Some(byte) = text.get(at) {
        if is_digit(byte) {
            digits += 1;
        } else if *byte == b'.' && !point {
            point = true;
        } else {
            break;
        }
        at += 1;
    }
    if digits == 0 {
        // `0x` without digits is the number 0.
        return if hex { begin - 1 } else { 0 };
    }
    let mark = if hex { b'p' } else { b'e' };
    if text.get(at).is_some_and(|byte| byte.to_ascii_lowercase() == mark) {
        let sign = at + 1 + usize::from(matches!(text.get(at + 1), Some(b'-' | b'+')));
        let end = sign + text[sign.min(text.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if end > sign {
            at = end;
        }
    }
    at
}

/// The length of the letters and digits in parentheses that may follow `nan`.
fn payload_length(text: &[u8]) -> usize {
    let inside = text.strip_prefix(b"(").unwrap_or_default();
    let len = inside.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
    if inside.get(len) == Some(&b')') { len + 2 } else { 0 }
}

/// The nearest number of a format to a text that is a floating number throughout, or empty; and whether it
/// is out of the format's range.
pub(super) fn parse_float(text: &[u8], format: FloatFormat) -> (u128, bool) {
    let text: String = text.iter().map(|byte| byte.to_ascii_lowercase() as char).collect();
    let text = text.trim();
    let (negative, body) = match text.strip_prefix('-') {
        Some(body) => (true, body),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let read = if body.starts_with(['i', 'n']) {
        float::special(format, body.starts_with('i')).map(|bits| (bits, false))
    } else if body.starts_with("0x") && !body.contains('p') {
        float::parse(format, &format!("{body}p0"))
    } else {
        float::parse(format, body)
    };
    let (bits, out_of_range) = read.unwrap_or((0, false));
    (if negative { float::negate(format, bits) } else { bits }, out_of_range)
}

/// Cuts a number to what fits, as `strtol` does.
fn clamp(parsed: &Parsed, bits: u32, signed: bool) -> (i128, bool) {
    let Some(magnitude) = parsed.magnitude.filter(|m| *m <= i128::MAX as u128) else {
        return (limit(parsed.negative, bits, signed), true);
    };
    let value = if parsed.negative { -(magnitude as i128) } else { magnitude as i128 };
    if signed {
        let most = (1i128 << (bits - 1)) - 1;
        if value > most || value < -most - 1 {
            (limit(parsed.negative, bits, signed), true)
        } else {
            (value, false)
        }
    } else if magnitude >> bits != 0 {
        (limit(false, bits, signed), true)
    } else {
        (value, false)
    }
}

fn limit(negative: bool, bits: u32, signed: bool) -> i128 {
    match (signed, negative) {
        (true, true) => -(1i128 << (bits - 1)),
        (true, false) => (1i128 << (bits - 1)) - 1,
        (false, _) => (1i128 << bits) - 1,
    }
}

fn convert(machine: &mut Interpreter<'_>, args: &Args, bits: u32, signed: bool) -> Exec<Outcome> {
    let from = args.pointer(machine, 0)?;
    let (end, base) = (args.pointer(machine, 1)?, args.int(2)?);
    let Some(base) = u32::try_from(base).ok().filter(|base| *base <= 36 && *base != 1) else {
        machine.set_errno(22)?;
        return Ok(Outcome::Value(Value::ZERO));
    };
    let text = machine.read_string(&args.name, from, None)?;
    let parsed = parse_integer(&text, base);
    store_end(machine, args, end, from, parsed.len)?;
    let (value, overflow) = clamp(&parsed, bits, signed);
    if overflow {
        machine.set_errno(34)?;
    }
    Ok(Outcome::Value(Value::int(value)))
}

fn store_end(machine: &mut Interpreter<'_>, args: &Args, end: Word, from: Word, len: usize) -> Exec<()> {
    let bytes = machine.memory.pointer_bytes();
    if end.bits != 0
        && let Some(at) = machine.locate_range(&args.name, end, bytes, true)?
    {
        let word = machine.offset(from, len);
        machine.memory.write(at, bytes as usize, word);
    }
    Ok(())
}

fn long_bits(machine: &Interpreter<'_>) -> u32 {
    u32::from(machine.memory.target().long_bytes) * 8
}

fn strtol(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let bits = long_bits(machine);
    convert(machine, args, bits, true)
}

fn strtoul(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let bits = long_bits(machine);
    convert(machine, args, bits, false)
}

fn strtoll(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    convert(machine, args, 64, true)
}

fn strtoull(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    convert(machine, args, 64, false)
}

fn simple(machine: &Interpreter<'_>, args: &Args, bits: u32) -> Exec<Outcome> {
    let text = machine.read_string(&args.name, args.pointer(machine, 0)?, None)?;
    Ok(Outcome::Value(Value::int(clamp(&parse_integer(&text, 10), bits, true).0)))
}

/// As in glibc, `atoi` is `strtol` cut to an `int`.
fn atoi(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    simple(machine, args, long_bits(machine))
}

fn atol(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    simple(machine, args, long_bits(machine))
}

fn atoll(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    simple(machine, args, 64)
}

fn atof(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let text = machine.read_string(&args.name, args.pointer(machine, 0)?, None)?;
    let (bits, _) = parse_float(&text[..float_length(&text)], FloatFormat::Binary64);
    Ok(Outcome::Value(Value::new(bits)))
}

fn convert_real(machine: &mut Interpreter<'_>, args: &Args, format: FloatFormat) -> Exec<Outcome> {
    let (from, end) = (args.pointer(machine, 0)?, args.pointer(machine, 1)?);
    let text = machine.read_string(&args.name, from, None)?;
    let len = float_length(&text);
    store_end(machine, args, end, from, len)?;
    let (bits, out_of_range) = parse_float(&text[..len], format);
    if out_of_range {
        machine.set_errno(34)?;
    }
    Ok(Outcome::Value(Value::new(bits)))
}

fn strtod(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    convert_real(machine, args, FloatFormat::Binary64)
}

fn strtof(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    convert_real(machine, args, FloatFormat::Binary32)
}

fn strtold(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    convert_real(machine, args, FloatFormat::X87)
}

fn abs(_: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    Ok(int(args.int(0)?.wrapping_abs().into()))
}

fn labs(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    Ok(int(args.long(machine, 0)?.wrapping_abs()))
}

fn llabs(_: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    Ok(int((args.defined(0)?.bits as i64).wrapping_abs()))
}

/// Quotient and remainder, in a struct.
fn divide(machine: &Interpreter<'_>, a: i64, b: i64, bytes: usize) -> Exec<Outcome> {
    let (Some(quotient), Some(remainder)) = (a.checked_div(b), a.checked_rem(b)) else {
        return Err(machine.division_error());
    };
    let mut chunk = Chunk::default();
    for value in [quotient, remainder] {
        chunk.bytes.extend_from_slice(&value.to_le_bytes()[..bytes]);
    }
    chunk.undefined = vec![0; chunk.bytes.len()];
    Ok(Outcome::Object(chunk))
}

fn div(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    divide(machine, args.int(0)?.into(), args.int(1)?.into(), 4)
}

fn ldiv(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let bytes = machine.memory.target().long_bytes as usize;
    divide(machine, args.long(machine, 0)?, args.long(machine, 1)?, bytes)
}

fn lldiv(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (a, b) = (args.defined(0)?.bits as i64, args.defined(1)?.bits as i64);
    divide(machine, a, b, 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_as_strtol_reads_them() {
        let read = |text: &str, base| {
            let parsed = parse_integer(text.as_bytes(), base);
            (clamp(&parsed, 64, true).0, parsed.len)
        };
        assert_eq!(read("  -12x", 10), (-12, 5));
        assert_eq!(read("0x1fz", 0), (31, 4));
        assert_eq!(read("0x", 16), (0, 1));
        assert_eq!(read("077", 0), (63, 3));
        assert_eq!(read("+", 10), (0, 0));
        assert_eq!(read("99999999999999999999", 10), (i128::from(i64::MAX), 20));
    }

    #[test]
    fn floating_numbers_as_strtod_reads_them() {
        let read = |text: &str| {
            let len = float_length(text.as_bytes());
            let (bits, _) = parse_float(&text.as_bytes()[..len], FloatFormat::Binary64);
            (f64::from_bits(bits as u64), len)
        };
        assert_eq!(read(" 1.5e3x"), (1500.0, 6));
        assert_eq!(read("1e+"), (1.0, 1));
        assert_eq!(read("-.5"), (-0.5, 3));
        assert_eq!(read("0x1.8p1"), (3.0, 7));
        assert_eq!(read("."), (0.0, 0));
        assert_eq!(read("inf"), (f64::INFINITY, 3));
        assert_eq!(read("0x1p-1074"), (f64::from_bits(1), 9));
        assert_eq!(read("-"), (0.0, 0));
        assert_eq!(float_length(b"nan(12)x"), 7);
        assert_eq!(float_length(b"nan(1 2)"), 3);
    }

    #[test]
    fn a_float_is_rounded_once() {
        let (bits, _) = parse_float(b"1.00000005960464480", FloatFormat::Binary32);
        assert_eq!(bits as u32, (1.0 + f32::EPSILON).to_bits());
        assert!(parse_float(b"1e39", FloatFormat::Binary32).1);
        assert!(parse_float(b"1e-400", FloatFormat::Binary64).1);
        assert!(!parse_float(b"0", FloatFormat::Binary64).1);
    }
}
