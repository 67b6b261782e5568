//! The formats of `scanf`: C11 7.21.6.2 with what POSIX and glibc add.
//!
//! Of old, `%a` followed by `s`, `S` or `[` asked glibc for memory, as `%m` does now. Programs in C99 and later mean a floating number ([`Directive::is_old`]).

use super::{Length, Machine, Malformed, Reader, Unit, Wanted, in_order};

/// A part of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece<'f, C> {
    /// White space, of which there may be any amount.
    Blank,
    /// Characters that must be there.
    Text(&'f [C]),
    /// A directive.
    Directive(Directive<'f, C>),
}

/// A directive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(clippy::struct_excessive_bools)]
pub struct Directive<'f, C> {
    /// The number of its argument, if the format says one.
    pub position: Option<u32>,
    /// `*`: nothing is stored.
    pub is_suppressed: bool,
    /// `'`, of glibc: digits may be grouped.
    pub is_grouped: bool,
    /// `m`, of POSIX: memory is allocated for what is read.
    pub allocates: bool,
    /// The most characters that are read.
    pub width: Option<u32>,
    /// How large the object is that is stored to.
    pub length: Length,
    /// What is read.
    pub conversion: Conversion<'f, C>,
    /// The letter of the conversion as it was written.
    pub letter: u8,
    /// Whether glibc's older C may read `%as`, `%aS` or `%a[` here.
    pub is_old: bool,
}

/// What a directive reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conversion<'f, C> {
    /// `d`: a decimal number.
    Decimal,
    /// `i`: a number in the notation of C.
    Any,
    /// `u`: an unsigned decimal number.
    Unsigned,
    /// `o`.
    Octal,
    /// `x`, `X`.
    Hexadecimal,
    /// `b`, of C23.
    Binary,
    /// `a`, `e`, `f`, `g`, and their capitals.
    Floating,
    /// `c`, and `C` as POSIX has it: as many characters as the width says, or one.
    Characters,
    /// `s`, and `S` as POSIX has it: characters up to white space.
    Word,
    /// `[`: characters of a set.
    Set(Set<'f, C>),
    /// `p`.
    Address,
    /// `n`: nothing is read, and how much was is stored.
    Store,
    /// `%`.
    Percent,
}

/// A set of characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Set<'f, C> {
    /// Whether it is of those that are not named.
    pub is_negated: bool,
    /// Those that are named, as they stand in the format.
    pub members: &'f [C],
}

/// What a directive stores where its argument points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// An integer of this length, signed or not.
    Integer(Length, bool),
    /// A `float`, `double` or `long double`.
    Floating(Length),
    /// A pointer that was printed.
    Address,
    /// As many characters, or fewer if there are no more; no end.
    Characters {
        /// How many.
        most: u32,
        /// Whether they are wide.
        is_wide: bool,
    },
    /// A string, with its end after at most so many characters.
    Text {
        /// How many, if there is a bound.
        most: Option<u32>,
        /// Whether they are wide.
        is_wide: bool,
    },
    /// A pointer to a new block of the heap, with what was read.
    Block {
        /// Whether the characters are wide.
        is_wide: bool,
    },
}

impl Argument {
    /// The bytes that are stored at most, where the argument points to.
    pub fn bytes(self, machine: Machine) -> Option<u64> {
        let of = |count: u64, is_wide: bool| count * if is_wide { u64::from(machine.wide_bytes) } else { 1 };
        Some(match self {
            Self::Integer(length, _) => length.bytes(machine),
            Self::Floating(Length::LongDouble) => machine.long_double_bytes.into(),
            Self::Floating(Length::Long) => 8,
            Self::Floating(_) => 4,
            Self::Address | Self::Block { .. } => machine.pointer_bytes.into(),
            Self::Characters { most, is_wide } => of(most.into(), is_wide),
            Self::Text { most, is_wide } => of(u64::from(most?) + 1, is_wide),
        })
    }

    /// The type that a caller passes.
    pub fn c_type(self) -> String {
        let text = |is_wide: bool| if is_wide { "wchar_t" } else { "char" };
        match self {
            Self::Integer(length, is_signed) => format!("{} *", length.integer(is_signed)),
            Self::Floating(Length::LongDouble) => "long double *".into(),
            Self::Floating(Length::Long) => "double *".into(),
            Self::Floating(_) => "float *".into(),
            Self::Address => "void **".into(),
            Self::Characters { is_wide, .. } | Self::Text { is_wide, .. } => format!("{} *", text(is_wide)),
            Self::Block { is_wide } => format!("{} **", text(is_wide)),
        }
    }
}

/// Takes a format apart.
pub fn pieces<C: Unit>(format: &[C]) -> Result<Vec<Piece<'_, C>>, Malformed> {
    let mut pieces = Vec::new();
    let mut reader = Reader { text: format, at: 0 };
    while reader.at < format.len() {
        let begin = reader.at;
        match reader.peek() {
            Some(b'%') => {
                reader.at += 1;
                pieces.push(Piece::Directive(directive(&mut reader)?));
            }
            Some(byte) if is_blank(byte) => {
                while reader.peek().is_some_and(is_blank) {
                    reader.at += 1;
                }
                pieces.push(Piece::Blank);
            }
            _ => {
                while reader.at < format.len()
                    && reader.peek().is_none_or(|byte| byte != b'%' && !is_blank(byte))
                {
                    reader.at += 1;
                }
                pieces.push(Piece::Text(&format[begin..reader.at]));
            }
        }
    }
    Ok(pieces)
}

/// What the directives of a format store, in the order of the arguments.
pub fn arguments<C: Copy>(pieces: &[Piece<'_, C>]) -> Result<Vec<Wanted<Argument>>, Malformed> {
    let wanted = pieces.iter().enumerate().filter_map(|(at, piece)| match piece {
        Piece::Directive(directive) => directive.stores().map(|argument| (at, directive.position, argument)),
        _ => None,
    });
    in_order(wanted)
}

/// White space of the locale "C".
fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

fn directive<'f, C: Unit>(reader: &mut Reader<'f, C>) -> Result<Directive<'f, C>, Malformed> {
    let position = reader.position()?;
    let (mut is_suppressed, mut is_grouped) = (false, false);
    loop {
        match reader.peek() {
            Some(b'*') => is_suppressed = true,
            Some(b'\'' | b'I') => is_grouped = true,
            _ => break,
        }
        reader.at += 1;
    }
    let width = reader.number()?;
    let allocates = reader.eat(b'm');
    let mut length = reader.length();
    let Some(letter) = reader.peek() else { return Err(reader.malformed("a directive has no end")) };
    reader.at += 1;
    let conversion = match letter {
        b'd' => Conversion::Decimal,
        b'i' => Conversion::Any,
        b'u' => Conversion::Unsigned,
        b'o' => Conversion::Octal,
        b'x' | b'X' => Conversion::Hexadecimal,
        b'b' => Conversion::Binary,
        b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => Conversion::Floating,
        b'c' | b'C' => Conversion::Characters,
        b's' | b'S' => Conversion::Word,
        b'[' => Conversion::Set(set(reader)?),
        b'p' => Conversion::Address,
        b'n' => Conversion::Store,
        b'%' => Conversion::Percent,
        _ => return Err(reader.malformed("there is no such conversion")),
    };
    if matches!(letter, b'C' | b'S') {
        length = Length::Long;
    }
    let is_text = matches!(conversion, Conversion::Characters | Conversion::Word | Conversion::Set(_));
    if allocates && !is_text {
        return Err(reader.malformed("memory is asked for where nothing needs any"));
    }
    let is_old =
        letter == b'a' && length == Length::None && matches!(reader.peek(), Some(b's' | b'S' | b'['));
    Ok(Directive {
        position,
        is_suppressed,
        is_grouped,
        allocates,
        width,
        length,
        conversion,
        letter,
        is_old,
    })
}

/// What is between the brackets; one that comes first is a member.
fn set<'f, C: Unit>(reader: &mut Reader<'f, C>) -> Result<Set<'f, C>, Malformed> {
    let is_negated = reader.eat(b'^');
    let begin = reader.at;
    let from = begin + usize::from(reader.peek() == Some(b']'));
    let rest = reader.text.get(from..).unwrap_or_default();
    let Some(len) = rest.iter().position(|unit| unit.ascii() == Some(b']')) else {
        return Err(reader.malformed("a set has no end"));
    };
    reader.at = from + len + 1;
    Ok(Set { is_negated, members: &reader.text[begin..from + len] })
}

impl<C: Unit + PartialOrd> Set<'_, C> {
    /// Whether a character is one of the set, where `a-z` means all between, as it does everywhere; C leaves it open.
    pub fn contains(&self, unit: C) -> bool {
        let (mut found, mut rest) = (false, self.members);
        while let Some(first) = rest.first() {
            let is_range = rest.len() > 2 && rest[1].ascii() == Some(b'-');
            found |= if is_range { (*first..=rest[2]).contains(&unit) } else { *first == unit };
            rest = &rest[if is_range { 3 } else { 1 }..];
        }
        found != self.is_negated
    }
}

impl<C: Copy> Directive<'_, C> {
    /// What it stores; nothing if it is suppressed.
    pub fn stores(&self) -> Option<Argument> {
        let is_wide = self.length == Length::Long;
        if self.is_suppressed {
            return None;
        }
        Some(match self.conversion {
            Conversion::Decimal | Conversion::Any | Conversion::Store => Argument::Integer(self.length, true),
            Conversion::Unsigned | Conversion::Octal | Conversion::Hexadecimal | Conversion::Binary => {
                Argument::Integer(self.length, false)
            }
            Conversion::Floating => Argument::Floating(self.length),
            Conversion::Address => Argument::Address,
            Conversion::Percent => return None,
            _ if self.allocates => Argument::Block { is_wide },
            Conversion::Characters => Argument::Characters { most: self.width.unwrap_or(1).max(1), is_wide },
            // A width of zero is none.
            _ => Argument::Text { most: self.width.filter(|width| *width > 0), is_wide },
        })
    }

    /// Whether the result of the call counts it.
    pub fn counts(&self) -> bool {
        self.stores().is_some() && !matches!(self.conversion, Conversion::Store)
    }

    /// Whether white space before it is passed over.
    pub fn skips_blanks(&self) -> bool {
        !matches!(self.conversion, Conversion::Characters | Conversion::Set(_) | Conversion::Store)
    }

    /// Whether C11 or POSIX says what it means. What they leave undefined systems may understand.
    pub fn is_defined(&self) -> bool {
        let is_integer = matches!(
            self.conversion,
            Conversion::Decimal
                | Conversion::Any
                | Conversion::Unsigned
                | Conversion::Octal
                | Conversion::Hexadecimal
                | Conversion::Store
        );
        let is_text =
            matches!(self.conversion, Conversion::Characters | Conversion::Word | Conversion::Set(_));
        let is_plain = !self.is_suppressed && self.width.is_none();
        let length = match self.length {
            Length::None => true,
            Length::Long => is_integer || is_text || self.conversion_is_floating(),
            Length::LongDouble => self.conversion_is_floating(),
            _ => is_integer,
        };
        let conversion = match self.conversion {
            Conversion::Binary => false,
            Conversion::Percent => is_plain && self.position.is_none(),
            Conversion::Store => is_plain,
            _ => true,
        };
        self.width != Some(0) && !self.is_grouped && length && conversion
    }

    fn conversion_is_floating(&self) -> bool {
        matches!(self.conversion, Conversion::Floating)
    }
}
