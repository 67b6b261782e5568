//! Floating numbers of every format, by their encodings.
//!
//! `float` and `double` are the machine's; the other formats are computed in software.

use std::cmp::Ordering;

use ir::{BinaryOp, FloatFormat};
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

macro_rules! with_format {
    ($format:expr, $float:ident => $body:expr) => {
        match $format {
            FloatFormat::Binary16 => {
                type $float = Half;
                Some($body)
            }
            FloatFormat::Binary32 => {
                type $float = Single;
                Some($body)
            }
            FloatFormat::Binary64 => {
                type $float = Double;
                Some($body)
            }
            FloatFormat::X87 => {
                type $float = X87DoubleExtended;
                Some($body)
            }
            FloatFormat::Binary128 => {
                type $float = Quad;
                Some($body)
            }
            FloatFormat::Decimal { .. } => None,
        }
    };
}

/// `a op b` for `+ - * /`.
pub(crate) fn arithmetic(format: FloatFormat, op: BinaryOp, a: u128, b: u128) -> Option<u128> {
    with_format!(format, F => {
        let (a, b) = (F::from_bits(a), F::from_bits(b));
        let result = match op {
            BinaryOp::Add => (a + b).value,
            BinaryOp::Sub => (a - b).value,
            BinaryOp::Mul => (a * b).value,
            BinaryOp::Div => (a / b).value,
            _ => return None,
        };
        result.to_bits()
    })
}

/// How two numbers compare: not at all if one is not a number. Decimal formats do not compare.
pub(crate) fn compare(format: FloatFormat, a: u128, b: u128) -> Option<Ordering> {
    with_format!(format, F => F::from_bits(a).partial_cmp(&F::from_bits(b))).flatten()
}

/// `-a`: flips the sign, even of what is not a number.
pub(crate) fn negate(format: FloatFormat, a: u128) -> u128 {
    a ^ 1 << (format.value_bytes() * 8 - 1)
}

/// Whether the sign bit is set.
pub(crate) fn sign(format: FloatFormat, a: u128) -> bool {
    a >> (format.value_bytes() * 8 - 1) & 1 == 1
}

/// From one format to another.
pub(crate) fn convert(from: FloatFormat, to: FloatFormat, bits: u128) -> Option<u128> {
    if from == to {
        return Some(bits);
    }
    if (from, to) == (FloatFormat::Binary32, FloatFormat::Binary64) {
        return Some(u128::from(f64::from(f32::from_bits(bits as u32)).to_bits()));
    }
    let mut inexact = false;
    with_format!(from, F => {
        let value = F::from_bits(bits);
        match to {
            FloatFormat::Binary16 => FloatConvert::<Half>::convert(value, &mut inexact).value.to_bits(),
            FloatFormat::Binary32 => FloatConvert::<Single>::convert(value, &mut inexact).value.to_bits(),
            FloatFormat::Binary64 => FloatConvert::<Double>::convert(value, &mut inexact).value.to_bits(),
            FloatFormat::X87 => FloatConvert::<X87DoubleExtended>::convert(value, &mut inexact).value.to_bits(),
            FloatFormat::Binary128 => FloatConvert::<Quad>::convert(value, &mut inexact).value.to_bits(),
            FloatFormat::Decimal { .. } => return None,
        }
    })
}

/// The nearest number to an integer.
pub(crate) fn from_int(format: FloatFormat, value: i128) -> Option<u128> {
    with_format!(format, F => F::from_i128(value).value.to_bits())
}

/// The nearest number to an integer.
pub(crate) fn from_unsigned(format: FloatFormat, value: u128) -> Option<u128> {
    with_format!(format, F => F::from_u128(value).value.to_bits())
}

/// Towards zero, as the machine does it: what does not fit gives the least signed number.
pub(crate) fn to_int(format: FloatFormat, bits: u128, width: u32, signed: bool) -> Option<i128> {
    let mut exact = false;
    with_format!(format, F => {
        let value = F::from_bits(bits);
        if value.is_nan() || value.is_infinite() {
            let top = if width <= 32 && signed { 31 } else { 63 };
            return Some(i128::MIN >> (127 - top));
        }
        let whole = value.to_i128_r(128, Round::TowardZero, &mut exact).value;
        if signed {
            let top = if width <= 32 { 31 } else { width - 1 };
            let least = i128::MIN >> (127 - top);
            if whole < least || whole > !least { least } else { whole }
        } else {
            whole
        }
    })
}

/// The nearest number to a text: digits with a point and `e` and an exponent, or `0x`, hexadecimal digits
/// with a point and `p` and an exponent. Also whether it is too large, or too small to be exact.
pub(crate) fn parse(format: FloatFormat, text: &str) -> Option<(u128, bool)> {
    with_format!(format, F => {
        let read = F::from_str_r(text, Round::NearestTiesToEven).ok()?;
        (read.value.to_bits(), read.status.intersects(Status::OVERFLOW | Status::UNDERFLOW))
    })
}

/// Infinity, or what is not a number.
pub(crate) fn special(format: FloatFormat, infinite: bool) -> Option<u128> {
    with_format!(format, F => if infinite { F::INFINITY.to_bits() } else { F::NAN.to_bits() })
}

/// What kind of number an encoding is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Nan,
    Infinite,
    Zero,
    Subnormal,
    Normal,
}

pub(crate) fn kind(format: FloatFormat, bits: u128) -> Option<Kind> {
    with_format!(format, F => {
        let value = F::from_bits(bits);
        if value.is_nan() {
            Kind::Nan
        } else if value.is_infinite() {
            Kind::Infinite
        } else if value.is_zero() {
            Kind::Zero
        } else if value.is_denormal() {
            Kind::Subnormal
        } else {
            Kind::Normal
        }
    })
}

/// As a `double`.
pub(crate) fn to_f64(format: FloatFormat, bits: u128) -> Option<f64> {
    convert(format, FloatFormat::Binary64, bits).map(|bits| f64::from_bits(bits as u64))
}

/// From a `double`.
pub(crate) fn from_f64(format: FloatFormat, value: f64) -> Option<u128> {
    convert(FloatFormat::Binary64, format, u128::from(value.to_bits()))
}

/// A finite number as `mantissa * 2^exponent`, without its sign.
pub(crate) fn parts(format: FloatFormat, bits: u128) -> Option<(u128, i32)> {
    let (mantissa_bits, exponent_bits, explicit) = match format {
        FloatFormat::Binary16 => (10, 5, false),
        FloatFormat::Binary32 => (23, 8, false),
        FloatFormat::Binary64 => (52, 11, false),
        FloatFormat::X87 => (64, 15, true),
        FloatFormat::Binary128 => (112, 15, false),
        FloatFormat::Decimal { .. } => return None,
    };
    let fraction = bits & ((1u128 << mantissa_bits) - 1);
    let exponent = (bits >> mantissa_bits) as i32 & ((1 << exponent_bits) - 1);
    let bias = (1 << (exponent_bits - 1)) - 1;
    let point = if explicit { mantissa_bits - 1 } else { mantissa_bits };
    let mantissa = if explicit || exponent == 0 { fraction } else { fraction | 1u128 << mantissa_bits };
    Some((mantissa, exponent.max(1) - bias - point))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_double_arithmetic_keeps_64_bits_of_mantissa() {
        let big = from_int(FloatFormat::X87, (1 << 62) + 1).unwrap();
        let one = from_int(FloatFormat::X87, 1).unwrap();
        let sum = arithmetic(FloatFormat::X87, BinaryOp::Add, big, one).unwrap();
        assert_eq!(to_int(FloatFormat::X87, sum, 64, true), Some((1 << 62) + 2));
        assert_eq!(to_f64(FloatFormat::X87, one), Some(1.0));
    }

    #[test]
    fn what_does_not_fit_becomes_the_least_number() {
        let huge = u128::from(1e300f64.to_bits());
        assert_eq!(to_int(FloatFormat::Binary64, huge, 32, true), Some(i128::from(i32::MIN)));
        assert_eq!(to_int(FloatFormat::Binary64, huge, 64, true), Some(i128::from(i64::MIN)));
    }

    #[test]
    fn parts_multiply_to_the_number() {
        assert_eq!(parts(FloatFormat::Binary64, u128::from(1.5f64.to_bits())), Some((3 << 51, -52)));
        assert_eq!(parts(FloatFormat::Binary64, 1), Some((1, -1074)));
    }
}
