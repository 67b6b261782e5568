//! Formats: the languages of `printf` and `scanf`.
//!
//! A format is text with directives in it, each of which takes arguments and prints or stores something:
//!
//! ```text
//!   printf   %[n$][flags][width][.precision][length]conversion
//!   scanf    %[n$][*]['][width][m][length]conversion
//! ```
//!
//! A format is read once, into pieces. What is read is what a system may understand: a directive that is written in a way to which the standards give
//! no meaning is read as glibc does and says so ([`printf::Directive::is_defined`]); one that nobody understands makes the whole format malformed.
//!
//! Formats of narrow and of wide functions are the same languages over other characters ([`Unit`]).

pub mod printf;
pub mod scanf;

#[cfg(test)]
mod tests;

/// A character of a format.
pub trait Unit: Copy + PartialEq {
    /// The character, if it is one that means something in formats.
    fn ascii(self) -> Option<u8>;
}

impl Unit for u8 {
    fn ascii(self) -> Option<u8> {
        Some(self).filter(u8::is_ascii)
    }
}

impl Unit for u32 {
    fn ascii(self) -> Option<u8> {
        u8::try_from(self).ok().filter(u8::is_ascii)
    }
}

/// A format that cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Malformed {
    /// Where in the format.
    pub at: usize,
    /// Why.
    pub why: &'static str,
}

/// What of a machine matters to formats.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Machine {
    /// The bytes of a `long`.
    pub long_bytes: u8,
    /// The bytes of a pointer, of a `size_t` and of a `ptrdiff_t`.
    pub pointer_bytes: u8,
    /// The bytes of a `wchar_t`.
    pub wide_bytes: u8,
    /// The bytes that a `long double` takes in memory.
    pub long_double_bytes: u8,
}

/// What stands before a conversion and says how large its argument is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Length {
    /// Nothing.
    #[default]
    None,
    /// `hh`.
    Char,
    /// `h`.
    Short,
    /// `l`.
    Long,
    /// `ll`, or `q` in old programs.
    LongLong,
    /// `j`.
    Max,
    /// `z`, or `Z` in old programs.
    Size,
    /// `t`.
    Difference,
    /// `L`. With a conversion of an integer glibc takes it for `ll`.
    LongDouble,
}

impl Length {
    /// The bytes of an integer of this length.
    pub fn bytes(self, machine: Machine) -> u64 {
        match self {
            Self::None => 4,
            Self::Char => 1,
            Self::Short => 2,
            Self::Long => machine.long_bytes.into(),
            Self::LongLong | Self::Max | Self::LongDouble => 8,
            Self::Size | Self::Difference => machine.pointer_bytes.into(),
        }
    }

    /// The type of C, signed or not.
    pub fn integer(self, is_signed: bool) -> &'static str {
        match (self, is_signed) {
            (Self::None, true) => "int",
            (Self::None, false) => "unsigned int",
            (Self::Char, true) => "signed char",
            (Self::Char, false) => "unsigned char",
            (Self::Short, true) => "short",
            (Self::Short, false) => "unsigned short",
            (Self::Long, true) => "long",
            (Self::Long, false) => "unsigned long",
            (Self::LongLong | Self::LongDouble, true) => "long long",
            (Self::LongLong | Self::LongDouble, false) => "unsigned long long",
            (Self::Max, true) => "intmax_t",
            (Self::Max, false) => "uintmax_t",
            (Self::Size, true) => "ssize_t",
            (Self::Size, false) => "size_t",
            (Self::Difference, true) => "ptrdiff_t",
            // No header has a name for it.
            (Self::Difference, false) => "size_t",
        }
    }
}

/// What the directives of a format want, argument by argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wanted<A> {
    /// What is wanted.
    pub argument: A,
    /// The piece of the format that wants it first.
    pub piece: usize,
}

/// Puts what directives want into the order of the arguments. Each is given with the number of the argument, from 1, if the format says one.
fn in_order<A: Copy + PartialEq>(
    wanted: impl Iterator<Item = (usize, Option<u32>, A)>,
) -> Result<Vec<Wanted<A>>, Malformed> {
    let (mut ordered, mut numbered, mut plain) = (Vec::new(), false, false);
    for (piece, number, argument) in wanted {
        numbered |= number.is_some();
        plain |= number.is_none();
        if numbered && plain {
            return Err(Malformed { at: 0, why: "some of the arguments have numbers and some have none" });
        }
        let Some(number) = number else {
            ordered.push(Some(Wanted { argument, piece }));
            continue;
        };
        let Some(index) = (number as usize).checked_sub(1).filter(|index| *index < MOST_ARGUMENTS) else {
            return Err(Malformed { at: 0, why: "there is no argument of such a number" });
        };
        if ordered.len() <= index {
            ordered.resize(index + 1, None);
        }
        match ordered[index] {
            None => ordered[index] = Some(Wanted { argument, piece }),
            Some(known) if known.argument == argument => {}
            Some(_) => return Err(Malformed { at: 0, why: "an argument is wanted as two things" }),
        }
    }
    // An argument that nobody names has no type, so that those after it cannot be found.
    let all: Option<Vec<Wanted<A>>> = ordered.into_iter().collect();
    all.ok_or(Malformed { at: 0, why: "an argument before others is not used" })
}

/// Arguments with greater numbers no call has.
const MOST_ARGUMENTS: usize = 1 << 12;

/// A reader of the parts that both languages have.
struct Reader<'f, C> {
    text: &'f [C],
    at: usize,
}

impl<C: Unit> Reader<'_, C> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied().and_then(Unit::ascii)
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn malformed(&self, why: &'static str) -> Malformed {
        Malformed { at: self.at, why }
    }

    fn number(&mut self) -> Result<Option<u32>, Malformed> {
        let mut number = None;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            let more =
                number.unwrap_or(0_u32).checked_mul(10).and_then(|n| n.checked_add(u32::from(digit - b'0')));
            // Greater ones do not fit an `int`, which is undefined.
            let Some(more) = more.filter(|more| i32::try_from(*more).is_ok()) else {
                return Err(self.malformed("a number is too large"));
            };
            number = Some(more);
            self.at += 1;
        }
        Ok(number)
    }

    /// A number with a dollar sign.
    fn position(&mut self) -> Result<Option<u32>, Malformed> {
        let begin = self.at;
        if let Some(number) = self.number()?
            && self.eat(b'$')
        {
            return if number == 0 {
                Err(self.malformed("arguments are counted from 1"))
            } else {
                Ok(Some(number))
            };
        }
        self.at = begin;
        Ok(None)
    }

    fn length(&mut self) -> Length {
        let length = match self.peek() {
            Some(b'h') => Length::Short,
            Some(b'l') => Length::Long,
            Some(b'q') => Length::LongLong,
            Some(b'j') => Length::Max,
            Some(b'z' | b'Z') => Length::Size,
            Some(b't') => Length::Difference,
            Some(b'L') => Length::LongDouble,
            _ => return Length::None,
        };
        self.at += 1;
        match length {
            Length::Short if self.eat(b'h') => Length::Char,
            Length::Long if self.eat(b'l') => Length::LongLong,
            length => length,
        }
    }
}
