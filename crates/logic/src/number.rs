//! Integer arithmetic that says when it does not fit.
//!
//! Coefficients are `i64`; a product of two of them always fits in `i128`, and what is computed
//! there is narrowed with a check. Divisions round the way that bounds need: a lower bound up, an
//! upper bound down.

/// The greatest common divisor; `gcd(a, 0) = a`.
pub(crate) fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        // Coefficients are small nearly always, and narrow division is several times cheaper.
        (a, b) = match (u64::try_from(a), u64::try_from(b)) {
            (Ok(a), Ok(b)) => (b.into(), (a % b).into()),
            _ => (b, a % b),
        };
    }
    a
}

/// `⌊a / b⌋`, or nothing if it does not fit. The divisor is not zero.
pub(crate) fn floor_div(a: i128, b: i128) -> Option<i128> {
    let (quotient, remainder) = divide(a, b)?;
    Some(if remainder != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// `⌈a / b⌉`, or nothing if it does not fit. The divisor is not zero.
pub(crate) fn ceil_div(a: i128, b: i128) -> Option<i128> {
    let (quotient, remainder) = divide(a, b)?;
    Some(if remainder != 0 && (a < 0) == (b < 0) { quotient + 1 } else { quotient })
}

/// Quotient and remainder, towards zero.
fn divide(a: i128, b: i128) -> Option<(i128, i128)> {
    if b == 1 {
        return Some((a, 0));
    }
    match (i64::try_from(a), i64::try_from(b)) {
        (Ok(a), Ok(b)) if b != -1 => Some((a.checked_div(b)?.into(), (a % b).into())),
        _ => Some((a.checked_div(b)?, a.checked_rem(b)?)),
    }
}

/// The value as a coefficient, if it fits.
pub(crate) fn narrow(value: i128) -> Option<i64> {
    i64::try_from(value).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisions_round_towards_their_side() {
        for a in -20..=20 {
            for b in [-7, -3, -1, 1, 2, 5] {
                let (floor, ceil) = (floor_div(a, b).unwrap(), ceil_div(a, b).unwrap());
                let exact = a as f64 / b as f64;
                assert_eq!((floor, ceil), (exact.floor() as i128, exact.ceil() as i128), "{a} / {b}");
            }
        }
        assert_eq!(floor_div(i128::MIN, -1), None);
    }

    #[test]
    fn the_greatest_common_divisor_takes_zero_as_neutral() {
        assert_eq!(gcd(0, 0), 0);
        assert_eq!(gcd(0, 6), 6);
        assert_eq!(gcd(12, 18), 6);
        assert_eq!(gcd(1 << 100, 3 << 70), 1 << 70);
    }
}
