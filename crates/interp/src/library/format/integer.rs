//! Integers in decimal, octal and hexadecimal.

use super::{Directive, pad_number};

pub(super) fn write(directive: &Directive, number: i128, out: &mut Vec<u8>) {
    let magnitude = number.unsigned_abs();
    let mut digits = match directive.conversion {
        b'o' => format!("{magnitude:o}"),
        b'x' => format!("{magnitude:x}"),
        b'X' => format!("{magnitude:X}"),
        _ => magnitude.to_string(),
    };
    if magnitude == 0 && directive.precision == Some(0) {
        digits.clear();
    }
    if let Some(precision) = directive.precision
        && digits.len() < precision
    {
        digits.insert_str(0, &"0".repeat(precision - digits.len()));
    }
    if directive.conversion == b'o' && directive.alternative && !digits.starts_with('0') {
        digits.insert(0, '0');
    }
    let signed = matches!(directive.conversion, b'd' | b'i');
    let prefix: &[u8] = match directive.conversion {
        _ if number < 0 => b"-",
        _ if signed && directive.plus => b"+",
        _ if signed && directive.space => b" ",
        b'x' if directive.alternative && magnitude != 0 => b"0x",
        b'X' if directive.alternative && magnitude != 0 => b"0X",
        _ => b"",
    };
    let zeros = directive.zero && directive.precision.is_none();
    pad_number(directive, prefix, digits.as_bytes(), zeros, out);
}
