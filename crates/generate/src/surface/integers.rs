//! What C makes of integers on the machines we know: promotions, conversions and operators, by the text of the standard.

/// A type of integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Kind {
    /// Its bits, or those of a bit-field.
    pub(super) bits: u32,
    pub(super) signed: bool,
    pub(super) bool: bool,
}

const fn kind(bits: u32, signed: bool) -> Kind {
    Kind { bits, signed, bool: false }
}

pub(super) const INT: Kind = kind(32, true);
pub(super) const ULONG: Kind = kind(64, false);
pub(super) const UCHAR: Kind = kind(8, false);

/// The types by their names.
pub(super) const TYPES: [(&str, Kind); 14] = [
    ("_Bool", Kind { bits: 8, signed: false, bool: true }),
    ("char", kind(8, true)),
    ("signed char", kind(8, true)),
    ("unsigned char", UCHAR),
    ("short", kind(16, true)),
    ("unsigned short", kind(16, false)),
    ("int", INT),
    ("unsigned", kind(32, false)),
    ("long", kind(64, true)),
    ("unsigned long", ULONG),
    ("long long", kind(64, true)),
    ("int8_t", kind(8, true)),
    ("uint16_t", kind(16, false)),
    ("size_t", ULONG),
];

impl Kind {
    pub(super) fn size(self) -> usize {
        self.bits as usize / 8
    }

    /// A number as this type holds it.
    pub(super) fn convert(self, value: i128) -> i128 {
        if self.bool {
            return i128::from(value != 0);
        }
        let low = value & ((1 << self.bits) - 1);
        if self.signed && low >> (self.bits - 1) == 1 { low - (1 << self.bits) } else { low }
    }

    pub(super) fn holds(self, value: i128) -> bool {
        self.convert(value) == value
    }

    pub(super) fn promoted(self) -> Self {
        if self.bool || self.bits < 32 {
            INT
        } else {
            kind(if self.bits > 32 { 64 } else { 32 }, self.signed)
        }
    }

    /// What the usual arithmetic conversions make of two operands.
    pub(super) fn common(self, other: Self) -> Self {
        let (a, b) = (self.promoted(), other.promoted());
        let bits = a.bits.max(b.bits);
        // The type of higher rank wins; of equal ranks the unsigned one.
        let signed = [a, b].iter().filter(|kind| kind.bits == bits).all(|kind| kind.signed);
        kind(bits, signed)
    }

    /// A result of arithmetic, unless it overflows and that is not to wrap.
    fn fitting(self, value: i128, wraps: bool) -> Option<i128> {
        (!self.signed || wraps || self.holds(value)).then(|| self.convert(value))
    }
}

/// A value of a type.
pub(super) type Typed = (Kind, i128);

/// The operators with two operands.
pub(super) const BINARY: [&str; 19] =
    ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", "<=", ">", ">=", "==", "!=", "&&", "||", "+"];

/// What an operator gives; nothing if C does not say.
pub(super) fn binary(op: &str, a: Typed, b: Typed, wraps: bool) -> Option<Typed> {
    let common = a.0.common(b.0);
    let (x, y) = (common.convert(a.1), common.convert(b.1));
    let truth = |is| Some((INT, i128::from(is)));
    match op {
        "+" => Some((common, common.fitting(x + y, wraps)?)),
        "-" => Some((common, common.fitting(x - y, wraps)?)),
        "*" => Some((common, common.fitting(x.checked_mul(y)?, wraps)?)),
        "/" => {
            (y != 0).then_some(()).and_then(|()| common.fitting(x / y, false)).map(|value| (common, value))
        }
        "%" => (y != 0 && common.holds(x / y)).then(|| (common, x % y)),
        "&" => Some((common, common.convert(x & y))),
        "|" => Some((common, common.convert(x | y))),
        "^" => Some((common, common.convert(x ^ y))),
        "<<" => {
            let left = a.0.promoted();
            let fits = (0..i128::from(left.bits)).contains(&b.1) && (!left.signed || a.1 >= 0);
            let value = if fits { a.1 << b.1 } else { return None };
            Some((left, left.fitting(value, false)?))
        }
        ">>" => {
            let left = a.0.promoted();
            (0..i128::from(left.bits)).contains(&b.1).then(|| (left, left.convert(a.1) >> b.1))
        }
        "<" => truth(x < y),
        "<=" => truth(x <= y),
        ">" => truth(x > y),
        ">=" => truth(x >= y),
        "==" => truth(x == y),
        "!=" => truth(x != y),
        "&&" => truth(a.1 != 0 && b.1 != 0),
        "||" => truth(a.1 != 0 || b.1 != 0),
        _ => None,
    }
}

/// What an operator with one operand gives.
pub(super) fn unary(op: &str, a: Typed, wraps: bool) -> Option<Typed> {
    let kind = a.0.promoted();
    let x = kind.convert(a.1);
    match op {
        "-" => Some((kind, kind.fitting(-x, wraps)?)),
        "+" => Some((kind, x)),
        "~" => Some((kind, kind.convert(!x))),
        "!" => Some((INT, i128::from(a.1 == 0))),
        _ => None,
    }
}
