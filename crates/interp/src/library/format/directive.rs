//! The parts of a format: text, and directives `%[flags][width][.precision][length]conversion`.

use ir::Target;

/// A part of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    Text(&'a [u8]),
    Directive(Directive),
    Malformed,
}

/// A directive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)]
pub(crate) struct Directive {
    pub left: bool,
    pub plus: bool,
    pub space: bool,
    pub alternative: bool,
    pub zero: bool,
    pub width: usize,
    pub width_argument: bool,
    pub precision: Option<usize>,
    pub precision_argument: bool,
    pub length: Length,
    pub conversion: u8,
}

/// A length modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    None,
    Char,
    Short,
    Long,
    LongLong,
    Max,
    Size,
    Difference,
    LongDouble,
}

impl Length {
    /// Bytes of an integer argument.
    pub(crate) fn bytes(self, target: Target) -> usize {
        match self {
            Self::None => 4,
            Self::Char => 1,
            Self::Short => 2,
            Self::Long => target.long_bytes as usize,
            Self::LongLong | Self::Max | Self::LongDouble => 8,
            Self::Size | Self::Difference => target.pointer_bytes as usize,
        }
    }
}

/// Takes a format apart.
pub(crate) fn pieces(format: &[u8]) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = format;
    while !rest.is_empty() {
        let text = rest.iter().position(|byte| *byte == b'%').unwrap_or(rest.len());
        if text > 0 {
            pieces.push(Piece::Text(&rest[..text]));
            rest = &rest[text..];
            continue;
        }
        if rest.get(1) == Some(&b'%') {
            pieces.push(Piece::Text(&rest[..1]));
            rest = &rest[2..];
            continue;
        }
        let mut reader = Reader { text: rest, at: 1 };
        let Some(directive) = reader.directive() else {
            pieces.push(Piece::Malformed);
            break;
        };
        pieces.push(Piece::Directive(directive));
        rest = &rest[reader.at..];
    }
    pieces
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.peek() == Some(byte);
        self.at += usize::from(found);
        found
    }

    fn number(&mut self) -> Option<usize> {
        let mut number = None;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            let so_far: usize = number.unwrap_or(0);
            number = Some(so_far.saturating_mul(10).saturating_add(usize::from(digit - b'0')));
            self.at += 1;
        }
        number
    }

    fn directive(&mut self) -> Option<Directive> {
        let mut directive = Directive {
            left: false,
            plus: false,
            space: false,
            alternative: false,
            zero: false,
            width: 0,
            width_argument: false,
            precision: None,
            precision_argument: false,
            length: Length::None,
            conversion: 0,
        };
        loop {
            match self.peek()? {
                b'-' => directive.left = true,
                b'+' => directive.plus = true,
                b' ' => directive.space = true,
                b'#' => directive.alternative = true,
                b'0' => directive.zero = true,
                b'\'' | b'I' => {}
                _ => break,
            }
            self.at += 1;
        }
        if self.eat(b'*') {
            directive.width_argument = true;
        } else {
            directive.width = self.number().unwrap_or(0);
        }
        if self.eat(b'.') {
            if self.eat(b'*') {
                directive.precision_argument = true;
            } else {
                directive.precision = Some(self.number().unwrap_or(0));
            }
        }
        directive.length = self.length();
        directive.conversion = self.peek()?;
        self.at += 1;
        (directive.conversion != b'$').then_some(directive)
    }

    fn length(&mut self) -> Length {
        match self.peek() {
            Some(b'h') => {
                self.at += 1;
                if self.eat(b'h') { Length::Char } else { Length::Short }
            }
            Some(b'l') => {
                self.at += 1;
                if self.eat(b'l') { Length::LongLong } else { Length::Long }
            }
            Some(b'q') => self.one(Length::LongLong),
            Some(b'j') => self.one(Length::Max),
            Some(b'z' | b'Z') => self.one(Length::Size),
            Some(b't') => self.one(Length::Difference),
            Some(b'L') => self.one(Length::LongDouble),
            _ => Length::None,
        }
    }

    fn one(&mut self, length: Length) -> Length {
        self.at += 1;
        length
    }
}
