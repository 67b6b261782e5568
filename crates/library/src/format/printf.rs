//! The formats of `printf`: C11 7.21.6.1 with what POSIX and glibc add.

use super::{Length, Machine, Malformed, Reader, Unit, Wanted, in_order};

/// A part of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece<'f, C> {
    /// Characters that are printed as they are.
    Text(&'f [C]),
    /// A directive.
    Directive(Directive),
}

/// A directive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Directive {
    /// The number of its argument, if the format says one.
    pub position: Option<u32>,
    /// The flags.
    pub flags: Flags,
    /// The least that is printed.
    pub width: Count,
    /// The precision. A negative argument is as none.
    pub precision: Count,
    /// How large the argument is.
    pub length: Length,
    /// What is done with it.
    pub conversion: Conversion,
    /// The letter of the conversion as it was written.
    pub letter: u8,
}

/// The flags of a directive.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(clippy::struct_excessive_bools)]
pub struct Flags {
    /// `-`.
    pub left: bool,
    /// `+`.
    pub plus: bool,
    /// A blank.
    pub space: bool,
    /// `#`.
    pub alternative: bool,
    /// `0`.
    pub zero: bool,
    /// `'`, of POSIX: digits are grouped as the locale does.
    pub grouped: bool,
    /// `I`, of glibc: the locale's digits.
    pub other_digits: bool,
}

/// A width or a precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Count {
    /// None is given.
    #[default]
    None,
    /// The format says it.
    Given(u32),
    /// An argument says it, which may have a number.
    Argument(Option<u32>),
}

/// What a directive does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conversion {
    /// `d`, `i`: a signed number.
    Signed,
    /// `u`: an unsigned number.
    Unsigned,
    /// `o`.
    Octal,
    /// `x`, `X`.
    Hexadecimal,
    /// `b`, `B`, of C23.
    Binary,
    /// `f`, `F`.
    Fixed,
    /// `e`, `E`.
    Scientific,
    /// `g`, `G`.
    General,
    /// `a`, `A`.
    HexadecimalFloat,
    /// `c`, and `C` as POSIX has it.
    Character,
    /// `s`, and `S` as POSIX has it.
    String,
    /// `p`.
    Address,
    /// `n`: nothing is printed, and how much was is stored.
    Store,
    /// `m`, of glibc: the message for `errno`.
    Error,
    /// `%`.
    Percent,
}

/// An argument that a directive takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// An `int`: a width, a precision or a character.
    Int,
    /// An integer, which is passed as an `int` if it is shorter.
    Integer(Length, bool),
    /// A `wint_t`.
    WideCharacter,
    /// A `double`.
    Double,
    /// A `long double`.
    LongDouble,
    /// A string, which need not end within the precision, if there is one.
    String,
    /// A wide string.
    WideString,
    /// A pointer that is printed.
    Address,
    /// A pointer to an integer, which is written to.
    Store(Length),
}

impl Argument {
    /// Whether it is a pointer.
    pub fn is_pointer(self) -> bool {
        matches!(self, Self::String | Self::WideString | Self::Address | Self::Store(_))
    }

    /// The type that a caller passes.
    pub fn c_type(self) -> String {
        match self {
            Self::Int => "int".into(),
            Self::Integer(length, is_signed) => length.integer(is_signed).into(),
            Self::WideCharacter => "wint_t".into(),
            Self::Double => "double".into(),
            Self::LongDouble => "long double".into(),
            Self::String => "char *".into(),
            Self::WideString => "wchar_t *".into(),
            Self::Address => "void *".into(),
            Self::Store(length) => format!("{} *", length.integer(true)),
        }
    }
}

/// How much a directive prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Output {
    /// So many bytes at most.
    AtMost(u64),
    /// The bytes of the string, no more than `most`, and blanks if these are fewer than `least`.
    Text {
        /// The width.
        least: u64,
        /// The precision.
        most: Option<u64>,
    },
    /// An address, in a form of the system's, and blanks if this is less than `least`.
    Address {
        /// The width.
        least: u64,
    },
    /// An argument, the locale or the system says how much.
    Unknown,
}

/// Bytes that one character can have in any locale; a decimal point is a character.
const CHARACTER: u64 = 16;

/// Bytes that a system may print for what is not a number.
const NO_NUMBER: u64 = 40;

/// Takes a format apart.
pub fn pieces<C: Unit>(format: &[C]) -> Result<Vec<Piece<'_, C>>, Malformed> {
    let mut pieces = Vec::new();
    let mut reader = Reader { text: format, at: 0 };
    while reader.at < format.len() {
        let begin = reader.at;
        let rest = &format[begin..];
        let text = rest.iter().position(|unit| unit.ascii() == Some(b'%')).unwrap_or(rest.len());
        if text > 0 {
            pieces.push(Piece::Text(&rest[..text]));
            reader.at += text;
        } else {
            reader.at += 1;
            pieces.push(Piece::Directive(directive(&mut reader)?));
        }
    }
    Ok(pieces)
}

/// What the directives of a format want, in the order of the arguments.
pub fn arguments<C>(pieces: &[Piece<'_, C>]) -> Result<Vec<Wanted<Argument>>, Malformed> {
    let wanted = pieces.iter().enumerate().flat_map(|(at, piece)| {
        let wanted = match piece {
            Piece::Text(_) => Vec::new(),
            Piece::Directive(directive) => directive.wants(),
        };
        wanted.into_iter().map(move |(number, argument)| (at, number, argument))
    });
    in_order(wanted)
}

fn directive<C: Unit>(reader: &mut Reader<'_, C>) -> Result<Directive, Malformed> {
    let position = reader.position()?;
    let flags = flags(reader);
    let width = match count(reader)? {
        Count::Given(0) => Count::None,
        width => width,
    };
    let precision = if reader.eat(b'.') {
        match count(reader)? {
            Count::None => Count::Given(0),
            precision => precision,
        }
    } else {
        Count::None
    };
    let mut length = reader.length();
    let Some(letter) = reader.peek() else { return Err(reader.malformed("a directive has no end")) };
    let conversion = match letter {
        b'd' | b'i' => Conversion::Signed,
        b'u' => Conversion::Unsigned,
        b'o' => Conversion::Octal,
        b'x' | b'X' => Conversion::Hexadecimal,
        b'b' | b'B' => Conversion::Binary,
        b'f' | b'F' => Conversion::Fixed,
        b'e' | b'E' => Conversion::Scientific,
        b'g' | b'G' => Conversion::General,
        b'a' | b'A' => Conversion::HexadecimalFloat,
        b'c' | b'C' => Conversion::Character,
        b's' | b'S' => Conversion::String,
        b'p' => Conversion::Address,
        b'n' => Conversion::Store,
        b'm' => Conversion::Error,
        b'%' => Conversion::Percent,
        _ => return Err(reader.malformed("there is no such conversion")),
    };
    reader.at += 1;
    if matches!(letter, b'C' | b'S') {
        length = Length::Long;
    }
    Ok(Directive { position, flags, width, precision, length, conversion, letter })
}

fn flags<C: Unit>(reader: &mut Reader<'_, C>) -> Flags {
    let mut flags = Flags::default();
    loop {
        match reader.peek() {
            Some(b'-') => flags.left = true,
            Some(b'+') => flags.plus = true,
            Some(b' ') => flags.space = true,
            Some(b'#') => flags.alternative = true,
            Some(b'0') => flags.zero = true,
            Some(b'\'') => flags.grouped = true,
            Some(b'I') => flags.other_digits = true,
            _ => return flags,
        }
        reader.at += 1;
    }
}

fn count<C: Unit>(reader: &mut Reader<'_, C>) -> Result<Count, Malformed> {
    if reader.eat(b'*') {
        return Ok(Count::Argument(reader.position()?));
    }
    Ok(reader.number()?.map_or(Count::None, Count::Given))
}

impl Directive {
    /// What it takes: a width, a precision, and what it prints, each with its number if it has one.
    pub fn wants(&self) -> Vec<(Option<u32>, Argument)> {
        let counts = [self.width, self.precision].into_iter().filter_map(|count| match count {
            Count::Argument(number) => Some((number, Argument::Int)),
            _ => None,
        });
        let value = self.takes().map(|argument| (self.position, argument));
        counts.chain(value).collect()
    }

    /// What it takes and prints, or stores to.
    pub fn takes(&self) -> Option<Argument> {
        let is_long = self.length == Length::Long;
        Some(match self.conversion {
            Conversion::Signed => Argument::Integer(self.length, true),
            Conversion::Unsigned | Conversion::Octal | Conversion::Hexadecimal | Conversion::Binary => {
                Argument::Integer(self.length, false)
            }
            _ if self.is_floating() && self.length == Length::LongDouble => Argument::LongDouble,
            _ if self.is_floating() => Argument::Double,
            Conversion::Character if is_long => Argument::WideCharacter,
            Conversion::Character => Argument::Int,
            Conversion::String if is_long => Argument::WideString,
            Conversion::String => Argument::String,
            Conversion::Address => Argument::Address,
            Conversion::Store => Argument::Store(self.length),
            _ => return None,
        })
    }

    /// Whether it prints a floating number.
    pub fn is_floating(&self) -> bool {
        matches!(
            self.conversion,
            Conversion::Fixed | Conversion::Scientific | Conversion::General | Conversion::HexadecimalFloat
        )
    }

    /// Whether it prints an integer.
    pub fn is_integer(&self) -> bool {
        matches!(
            self.conversion,
            Conversion::Signed
                | Conversion::Unsigned
                | Conversion::Octal
                | Conversion::Hexadecimal
                | Conversion::Binary
        )
    }

    /// Whether the letters that it prints are capitals.
    pub fn is_upper(&self) -> bool {
        self.letter.is_ascii_uppercase()
    }

    /// Whether C11 or POSIX says what it means. What they leave undefined systems may understand.
    pub fn is_defined(&self) -> bool {
        let Flags { left: _, plus, space, alternative, zero, grouped, other_digits } = self.flags;
        let is_number = self.is_integer() || self.is_floating();
        let plain =
            self.flags == Flags::default() && self.width == Count::None && self.length == Length::None;
        let flags = (!alternative
            || self.is_floating()
            || matches!(self.conversion, Conversion::Octal | Conversion::Hexadecimal))
            && (!zero || is_number)
            && (!(plus || space) || self.is_floating() || self.conversion == Conversion::Signed)
            && (!grouped
                || matches!(
                    self.conversion,
                    Conversion::Signed | Conversion::Unsigned | Conversion::Fixed | Conversion::General
                ))
            && !other_digits;
        let precision = self.precision == Count::None || is_number || self.conversion == Conversion::String;
        let length = match self.length {
            Length::None => true,
            Length::LongDouble => self.is_floating(),
            Length::Long => !matches!(self.conversion, Conversion::Address),
            _ => self.is_integer() || self.conversion == Conversion::Store,
        };
        let conversion = match self.conversion {
            Conversion::Error | Conversion::Binary => false,
            Conversion::Percent => plain && self.position.is_none(),
            Conversion::Store => self.flags == Flags::default() && self.width == Count::None,
            _ => true,
        };
        flags && precision && length && conversion
    }

    /// How much it prints, into bytes.
    pub fn output(&self, machine: Machine) -> Output {
        let width = match self.width {
            Count::None => Some(0),
            Count::Given(width) => Some(u64::from(width)),
            Count::Argument(_) => None,
        };
        let at_most = |bytes: Option<u64>| match width.zip(bytes) {
            Some((width, bytes)) => Output::AtMost(bytes.max(width)),
            None => Output::Unknown,
        };
        match self.conversion {
            Conversion::Store => Output::AtMost(0),
            Conversion::Percent => at_most(Some(1)),
            Conversion::Character => at_most(Some(if self.length == Length::Long { CHARACTER } else { 1 })),
            Conversion::Address => width.map_or(Output::Unknown, |least| Output::Address { least }),
            Conversion::Error => Output::Unknown,
            // How many bytes wide characters come to is bounded by the precision alone.
            Conversion::String => match (width, self.precision) {
                (Some(least), Count::None) if self.length != Length::Long => {
                    Output::Text { least, most: None }
                }
                (Some(least), Count::Given(most)) => Output::Text { least, most: Some(most.into()) },
                _ => Output::Unknown,
            },
            _ if self.flags.grouped || self.flags.other_digits => Output::Unknown,
            _ if self.is_integer() => at_most(self.integer_bytes(machine)),
            _ => at_most(self.floating_bytes()),
        }
    }

    /// The bytes of an integer: its digits, or as many as are asked for, with a sign or a prefix.
    fn integer_bytes(&self, machine: Machine) -> Option<u64> {
        let bits = 8 * self.length.bytes(machine);
        let digits = match self.conversion {
            Conversion::Binary => bits,
            Conversion::Octal => bits.div_ceil(3),
            Conversion::Hexadecimal => bits.div_ceil(4),
            _ => u64::from((u64::MAX >> (64 - bits)).ilog10()) + 1,
        };
        let precision = match self.precision {
            Count::None => 0,
            Count::Given(precision) => u64::from(precision),
            Count::Argument(_) => return None,
        };
        let before = match self.conversion {
            Conversion::Signed => 1,
            Conversion::Octal => u64::from(self.flags.alternative),
            Conversion::Hexadecimal | Conversion::Binary if self.flags.alternative => 2,
            // A sign has no meaning there, and some system may print one.
            _ => u64::from(self.flags.plus || self.flags.space),
        };
        Some(digits.max(precision) + before)
    }

    /// The bytes of a floating number, whatever it is.
    fn floating_bytes(&self) -> Option<u64> {
        let is_long = self.length == Length::LongDouble;
        let precision = match (self.precision, self.conversion) {
            (Count::None, Conversion::HexadecimalFloat) => 28,
            (Count::None, _) => 6,
            (Count::Given(precision), _) => u64::from(precision),
            (Count::Argument(_), _) => return None,
        };
        // The greatest `long double` of any system is below 10^4933, the least above 10^-4967.
        let (whole, exponent) = if is_long { (4933, 6) } else { (309, 5) };
        let digits = match self.conversion {
            Conversion::Fixed => whole + precision,
            Conversion::Scientific => 1 + precision + exponent,
            // `0x`, a digit, and an exponent of two.
            Conversion::HexadecimalFloat => 3 + precision + 7,
            // Up to four zeros, and the one before the point, if there is no exponent.
            _ => precision.max(1) + exponent.max(5),
        };
        Some((1 + digits + CHARACTER).max(NO_NUMBER))
    }
}
