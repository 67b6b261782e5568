//! Exact decimal expansions.
//!
//! `m * 2^e` is an integer if `e >= 0`, and otherwise `m * 5^-e` with the point `-e` digits from
//! the right. So every binary number has finitely many decimal digits, and all of them are had by
//! multiplying out. Rounding is then a matter of looking at the digits.

/// A natural number of any size, least limb first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Big {
    limbs: Vec<u32>,
}

impl Big {
    pub(crate) fn new(value: u128) -> Self {
        let mut big = Self { limbs: (0..4).map(|i| (value >> (32 * i)) as u32).collect() };
        big.trim();
        big
    }

    fn trim(&mut self) {
        while self.limbs.last() == Some(&0) {
            self.limbs.pop();
        }
    }

    /// `self * factor + addend`.
    pub(crate) fn multiply_add(&mut self, factor: u32, addend: u32) {
        let mut carry = u64::from(addend);
        for limb in &mut self.limbs {
            carry += u64::from(*limb) * u64::from(factor);
            *limb = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            self.limbs.push(carry as u32);
        }
    }

    pub(crate) fn shift_left(&mut self, by: u32) {
        if self.limbs.is_empty() {
            return;
        }
        let small = by % 32;
        if small > 0 {
            self.multiply_add(1 << small, 0);
        }
        let zeros = (by / 32) as usize;
        self.limbs.splice(0..0, std::iter::repeat_n(0, zeros));
    }

    /// Divides by a small number; gives the remainder.
    fn divide(&mut self, by: u32) -> u32 {
        let mut rest = 0u64;
        for limb in self.limbs.iter_mut().rev() {
            let value = rest << 32 | u64::from(*limb);
            *limb = (value / u64::from(by)) as u32;
            rest = value % u64::from(by);
        }
        self.trim();
        rest as u32
    }

    /// The decimal digits as numbers, most significant first; none for zero.
    pub(crate) fn digits(mut self) -> Vec<u8> {
        let mut digits = Vec::new();
        while !self.limbs.is_empty() {
            let mut group = self.divide(1_000_000_000);
            for _ in 0..9 {
                digits.push((group % 10) as u8);
                group /= 10;
            }
        }
        while digits.last() == Some(&0) {
            digits.pop();
        }
        digits.reverse();
        digits
    }
}

/// A number `0.d1 d2 d3 … * 10^point`, exact.
#[derive(Clone, Debug)]
pub(crate) struct Decimal {
    pub digits: Vec<u8>,
    pub point: i32,
}

impl Decimal {
    /// `mantissa * 2^exponent`.
    pub(crate) fn new(mantissa: u128, exponent: i32) -> Self {
        let mut big = Big::new(mantissa);
        let mut after_point = 0;
        if exponent >= 0 {
            big.shift_left(exponent as u32);
        } else {
            // Trailing zero bits cancel against the exponent: fewer digits to make.
            let spare =
                if mantissa == 0 { 0 } else { mantissa.trailing_zeros().min(exponent.unsigned_abs()) };
            let exponent = exponent + spare as i32;
            big = Big::new(if mantissa == 0 { 0 } else { mantissa >> spare });
            after_point = -exponent;
            let mut left = after_point;
            while left > 0 {
                let step = left.min(13);
                big.multiply_add(5u32.pow(step as u32), 0);
                left -= step;
            }
        }
        let digits = big.digits();
        let point = digits.len() as i32 - after_point;
        Self { digits, point }
    }

    /// Rounds to so many digits, half to even; may be none or fewer than none.
    pub(crate) fn round(&mut self, keep: i32) {
        if keep < 0 {
            self.digits.clear();
            self.point = 0;
            return;
        }
        let keep = keep as usize;
        if keep >= self.digits.len() {
            return;
        }
        let rest = &self.digits[keep..];
        let beyond_half = rest[0] > 5 || rest[0] == 5 && rest[1..].iter().any(|digit| *digit != 0);
        let half = rest[0] == 5 && !beyond_half;
        let odd = keep > 0 && self.digits[keep - 1] % 2 == 1;
        self.digits.truncate(keep);
        if beyond_half || half && odd {
            let mut at = keep;
            loop {
                if at == 0 {
                    self.digits.insert(0, 1);
                    self.digits.truncate(keep.max(1));
                    self.point += 1;
                    break;
                }
                at -= 1;
                if self.digits[at] < 9 {
                    self.digits[at] += 1;
                    break;
                }
                self.digits[at] = 0;
            }
        }
    }

    /// The digit at a power of ten.
    pub(crate) fn digit(&self, power: i32) -> u8 {
        usize::try_from(self.point - 1 - power)
            .ok()
            .and_then(|i| self.digits.get(i))
            .map_or(b'0', |d| b'0' + d)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(decimal: &Decimal) -> String {
        decimal.digits.iter().map(|d| (b'0' + d) as char).collect()
    }

    #[test]
    fn a_tenth_is_not_a_tenth() {
        let tenth = 0.1f64.to_bits();
        let decimal = Decimal::new(u128::from(tenth & ((1 << 52) - 1) | 1 << 52), -56);
        assert_eq!(text(&decimal), "1000000000000000055511151231257827021181583404541015625");
        assert_eq!(decimal.point, 0);
    }

    #[test]
    fn rounding_carries_and_goes_to_even() {
        let mut nines = Decimal { digits: vec![9, 9, 9, 6], point: 2 };
        nines.round(3);
        assert_eq!((text(&nines), nines.point), ("100".into(), 3));
        let mut half = Decimal { digits: vec![2, 5], point: 1 };
        half.round(1);
        assert_eq!(text(&half), "2");
        let mut small = Decimal { digits: vec![6], point: 0 };
        small.round(0);
        assert_eq!((text(&small), small.point), ("1".into(), 1));
    }
}
