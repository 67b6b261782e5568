//! Floating numbers: `%f`, `%e`, `%g` correctly rounded, `%a` exact.

use ir::FloatFormat;

use super::{Decimal, Directive, pad_number};
use crate::float::{self, Kind};

pub(super) fn write(directive: &Directive, format: FloatFormat, bits: u128, out: &mut Vec<u8>) -> Option<()> {
    let upper = directive.conversion.is_ascii_uppercase();
    let sign: &[u8] = match () {
        () if float::sign(format, bits) => b"-",
        () if directive.plus => b"+",
        () if directive.space => b" ",
        () => b"",
    };
    let kind = float::kind(format, bits)?;
    if matches!(kind, Kind::Nan | Kind::Infinite) {
        let word: &[u8] = match (kind == Kind::Nan, upper) {
            (true, false) => b"nan",
            (true, true) => b"NAN",
            (false, false) => b"inf",
            (false, true) => b"INF",
        };
        pad_number(directive, sign, word, false, out);
        return Some(());
    }
    let (mantissa, exponent) = float::parts(format, bits)?;
    let lower = directive.conversion.to_ascii_lowercase();
    if lower == b'a' {
        let mut prefix = sign.to_vec();
        prefix.extend_from_slice(if upper { b"0X" } else { b"0x" });
        let mut text = hexadecimal(directive, format, mantissa, exponent);
        if upper {
            text.make_ascii_uppercase();
        }
        pad_number(directive, &prefix, &text, directive.zero, out);
        return Some(());
    }
    let decimal = Decimal::new(mantissa, exponent);
    let precision = directive.precision.unwrap_or(6);
    let mut text = match lower {
        b'f' => fixed(decimal, precision, directive.alternative),
        b'e' => scientific(decimal, precision, directive.alternative),
        _ => general(&decimal, precision, directive.alternative),
    };
    if upper {
        text.make_ascii_uppercase();
    }
    pad_number(directive, sign, &text, directive.zero, out);
    Some(())
}

fn fixed(mut decimal: Decimal, precision: usize, point: bool) -> Vec<u8> {
    decimal.round(decimal.point + precision as i32);
    let mut text: Vec<u8> = (0..decimal.point.max(1)).rev().map(|power| decimal.digit(power)).collect();
    if precision > 0 || point {
        text.push(b'.');
    }
    text.extend((1..=precision as i32).map(|place| decimal.digit(-place)));
    text
}

fn scientific(mut decimal: Decimal, precision: usize, point: bool) -> Vec<u8> {
    decimal.round(precision as i32 + 1);
    let exponent = if decimal.digits.is_empty() { 0 } else { decimal.point - 1 };
    let mut text = vec![decimal.digit(exponent)];
    if precision > 0 || point {
        text.push(b'.');
    }
    text.extend((1..=precision as i32).map(|place| decimal.digit(exponent - place)));
    text.extend_from_slice(
        format!("e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs()).as_bytes(),
    );
    text
}

fn general(decimal: &Decimal, precision: usize, keep_zeros: bool) -> Vec<u8> {
    let precision = precision.max(1);
    let mut rounded = decimal.clone();
    rounded.round(precision as i32);
    let exponent = if rounded.digits.is_empty() { 0 } else { rounded.point - 1 };
    let is_fixed = (-4..precision as i32).contains(&exponent);
    let mut text = if is_fixed {
        fixed(decimal.clone(), (precision as i32 - 1 - exponent) as usize, keep_zeros)
    } else {
        scientific(decimal.clone(), precision - 1, keep_zeros)
    };
    if !keep_zeros && text.contains(&b'.') {
        let tail = text.iter().position(|byte| *byte == b'e').unwrap_or(text.len());
        let exponent_part = text.split_off(tail);
        while text.last() == Some(&b'0') {
            text.pop();
        }
        if text.last() == Some(&b'.') {
            text.pop();
        }
        text.extend_from_slice(&exponent_part);
    }
    text
}

/// One hexadecimal digit, a point, the others; the first digit holds one bit, of x87 numbers four.
fn hexadecimal(directive: &Directive, format: FloatFormat, mantissa: u128, exponent: i32) -> Vec<u8> {
    let (fraction_bits, explicit) = match format {
        FloatFormat::Binary16 => (10, false),
        FloatFormat::Binary32 => (23, false),
        FloatFormat::X87 => (60, true),
        FloatFormat::Binary128 => (112, false),
        _ => (52, false),
    };
    // A fraction of whole hexadecimal digits.
    let pad = (4 - fraction_bits % 4) % 4;
    let digits = ((fraction_bits + pad) / 4) as usize;
    let mut value = mantissa << pad;
    let mut power = exponent + fraction_bits;
    if explicit && mantissa != 0 {
        let shift = value.leading_zeros() - 64;
        value <<= shift;
        power -= shift as i32;
    }
    let mut keep = digits;
    match directive.precision {
        Some(precision) if precision < digits => {
            let cut = 4 * (digits - precision) as u32;
            let (rest, half) = (value & ((1 << cut) - 1), 1u128 << (cut - 1));
            value >>= cut;
            if rest > half || rest == half && value & 1 == 1 {
                value += 1;
            }
            keep = precision;
        }
        _ => {}
    }
    let first = value >> (4 * keep);
    let rest = value & ((1u128 << (4 * keep)) - 1);
    let mut fraction = if keep == 0 { String::new() } else { format!("{rest:0keep$x}") };
    match directive.precision {
        Some(precision) => fraction.push_str(&"0".repeat(precision.saturating_sub(keep))),
        None => fraction.truncate(fraction.trim_end_matches('0').len()),
    }
    let power = if mantissa == 0 { 0 } else { power };
    let point = if fraction.is_empty() && !directive.alternative { "" } else { "." };
    format!("{first:x}{point}{fraction}p{power:+}").into_bytes()
}
