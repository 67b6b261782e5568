//! The formats of `printf`.

mod decimal;
mod directive;
mod floating;
mod integer;

use ir::FloatFormat;
use model::{ObjectKind, Rule, Value, Word};

use crate::calls::Passed;
use crate::machine::Interpreter;
use crate::repr::{Class, Repr};
use crate::stop::{Exec, Stop};

pub(crate) use decimal::Decimal;
pub(crate) use directive::{Directive, Length, Piece, pieces};

/// Where the arguments of a format come from.
pub(crate) enum Source<'a> {
    /// From the call itself.
    Direct { values: &'a [Passed], next: usize },
    /// From a `va_list`: a pointer to it.
    List(Word),
    /// From a `va_list` that is passed by value.
    Cells(Word),
}

impl<'a> Source<'a> {
    /// The arguments behind a `va_list` parameter.
    pub(crate) fn list(machine: &Interpreter<'_>, word: Word) -> Self {
        let object = word.provenance.and_then(|id| machine.memory.live(id));
        match object.map(model::Object::kind) {
            Some(ObjectKind::Varargs) => Self::Cells(word),
            _ => Self::List(word),
        }
    }

    /// The arguments of the call from this one on.
    pub(crate) fn direct(values: &'a [Passed], next: usize) -> Self {
        Self::Direct { values, next }
    }

    /// The next argument, of this many bytes, with its type if that is known.
    pub(crate) fn next(
        &mut self,
        machine: &mut Interpreter<'_>,
        who: &str,
        size: usize,
    ) -> Exec<(Value, Option<Repr>)> {
        let (value, repr) = match self {
            Self::Direct { values, next } => {
                *next += 1;
                match values.get(*next - 1) {
                    Some(Passed::Value(value, repr)) => (*value, Some(*repr)),
                    Some(Passed::Object(_)) => {
                        return Err(Stop::unsupported(format!("a struct as an argument of `{who}`")));
                    }
                    None => {
                        let message = format!("`{who}` needs argument {next}, which the call does not give");
                        return Err(Stop::error(Rule::OutOfBounds, message));
                    }
                }
            }
            Self::List(list) => (machine.next_value(who, *list, size)?, None),
            Self::Cells(at) => {
                let found = machine.locate_range(who, *at, size as u64, false)?;
                let value = found.map_or(Value::UNDEFINED, |at| machine.memory.read_value(at, size));
                *at = machine.offset(*at, 16);
                (value, None)
            }
        };
        let mask = if size >= 16 { u128::MAX } else { (1 << (size * 8)) - 1 };
        if value.undefined & mask != 0 {
            return Err(Interpreter::undefined_in(who, "an argument that was never given a value"));
        }
        Ok((value, repr))
    }

    pub(crate) fn int(&mut self, machine: &mut Interpreter<'_>, who: &str) -> Exec<i32> {
        Ok(self.next(machine, who, 4)?.0.bits as i32)
    }

    pub(crate) fn pointer(&mut self, machine: &mut Interpreter<'_>, who: &str) -> Exec<Word> {
        let size = machine.memory.pointer_bytes() as usize;
        let word = self.next(machine, who, size)?.0.low();
        Ok(Word { bits: machine.truncate(word.bits), ..word })
    }
}

/// What a format gives.
pub(crate) fn format(
    machine: &mut Interpreter<'_>,
    who: &str,
    format: Word,
    mut source: Source<'_>,
) -> Exec<Vec<u8>> {
    let text = machine.read_string(who, format, None)?;
    machine.library.printed = vec![(format, text.len() + 1)];
    let mut out = Vec::new();
    for piece in pieces(&text) {
        match piece {
            Piece::Text(text) => out.extend_from_slice(text),
            Piece::Directive(directive) => convert(machine, who, directive, &mut source, &mut out)?,
            Piece::Malformed => {
                return Err(Stop::unsupported(format!("the format of `{who}`")));
            }
        }
        if out.len() > 1 << 26 {
            return Err(crate::execute::out_of_memory());
        }
    }
    Ok(out)
}

fn convert(
    machine: &mut Interpreter<'_>,
    who: &str,
    mut directive: Directive,
    source: &mut Source<'_>,
    out: &mut Vec<u8>,
) -> Exec<()> {
    if directive.width_argument {
        let width = source.int(machine, who)?;
        directive.left |= width < 0;
        directive.width = width.unsigned_abs() as usize;
    }
    if directive.precision_argument {
        let precision = source.int(machine, who)?;
        directive.precision = usize::try_from(precision).ok();
    }
    if directive.width > 1 << 24 || directive.precision.is_some_and(|p| p > 1 << 24) {
        return Err(Stop::unsupported(format!("a width of more than 16 million in a format of `{who}`")));
    }
    match directive.conversion {
        b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => {
            let size = directive.length.bytes(machine.memory.target());
            let (value, _) = source.next(machine, who, size)?;
            let signed = matches!(directive.conversion, b'd' | b'i');
            let number = value.as_int(size as u16 * 8, signed);
            integer::write(&directive, number, out);
        }
        b'c' if directive.length == Length::Long => return Err(Stop::unsupported("wide characters")),
        b'c' => {
            let byte = source.int(machine, who)? as u8;
            pad(&directive, &[byte], out);
        }
        b's' => {
            let pointer = source.pointer(machine, who)?;
            if pointer.bits == 0 && pointer.provenance.is_none() {
                return Err(machine.null_error(who, 1));
            }
            if directive.length == Length::Long {
                return Err(Stop::unsupported("wide strings"));
            }
            let text = machine.read_string(who, pointer, directive.precision.map(|p| p as u64))?;
            machine.library.printed.push((pointer, text.len() + usize::from(directive.precision.is_none())));
            pad(&directive, &text, out);
        }
        b'p' => {
            let pointer = source.pointer(machine, who)?;
            if let Some(id) = pointer.provenance {
                machine.memory.expose(id);
            }
            let text = if pointer.bits == 0 { "(nil)".to_owned() } else { format!("{:#x}", pointer.bits) };
            pad(&Directive { precision: None, ..directive }, text.as_bytes(), out);
        }
        b'n' => {
            let size = directive.length.bytes(machine.memory.target());
            let to = source.pointer(machine, who)?;
            if let Some(at) = machine.locate_range(who, to, size as u64, true)? {
                machine.memory.write_value(at, size, Value::new(out.len() as u128));
            }
        }
        b'e' | b'E' | b'f' | b'F' | b'g' | b'G' | b'a' | b'A' => {
            let long = directive.length == Length::LongDouble;
            let format = if long { FloatFormat::X87 } else { FloatFormat::Binary64 };
            let (value, repr) = source.next(machine, who, format.value_bytes() as usize)?;
            // The call says what it passed, which may be a `double` where a `long double` is read.
            let format = match repr.map(|repr| repr.class) {
                Some(Class::Float(actual)) => actual,
                _ => format,
            };
            floating::write(&directive, format, value.bits, out)
                .ok_or_else(|| Stop::unsupported("a decimal floating number"))?;
        }
        b'm' => pad(&directive, super::strings::error_text(machine.errno()).as_bytes(), out),
        _ => {
            return Err(Stop::unsupported(format!(
                "`%{}` in a format of `{who}`",
                directive.conversion as char
            )));
        }
    }
    Ok(())
}

/// Writes text in the width of a directive.
pub(super) fn pad(directive: &Directive, text: &[u8], out: &mut Vec<u8>) {
    let fill = directive.width.saturating_sub(text.len());
    if !directive.left {
        out.resize(out.len() + fill, b' ');
    }
    out.extend_from_slice(text);
    if directive.left {
        out.resize(out.len() + fill, b' ');
    }
}

/// Writes a number in the width of a directive: sign or prefix, zeros if asked for, digits.
pub(super) fn pad_number(
    directive: &Directive,
    prefix: &[u8],
    digits: &[u8],
    zeros: bool,
    out: &mut Vec<u8>,
) {
    let len = prefix.len() + digits.len();
    let fill = directive.width.saturating_sub(len);
    if !directive.left && !zeros {
        out.resize(out.len() + fill, b' ');
    }
    out.extend_from_slice(prefix);
    if !directive.left && zeros {
        out.resize(out.len() + fill, b'0');
    }
    out.extend_from_slice(digits);
    if directive.left {
        out.resize(out.len() + fill, b' ');
    }
}
