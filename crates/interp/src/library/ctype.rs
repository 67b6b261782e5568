//! `ctype.h`, as functions and as glibc's tables. The locale is "C".

use model::{Located, Rule, Word};

use super::{Args, Native, Outcome, Table, int};
use crate::machine::Interpreter;
use crate::startup::library_object;
use crate::stop::{Exec, Stop};

macro_rules! test {
    ($byte:ident => $condition:expr) => {{
        fn test(_: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
            let value = args.int(0)?;
            // glibc looks into a table, which has entries for characters that are negative numbers.
            if !(-128..=255).contains(&value) {
                let message = format!("`{}` is given {value}, which is no character", args.name);
                return Err(Stop::error(Rule::OutOfBounds, message));
            }
            let truth = u8::try_from(value).is_ok_and(|$byte| $condition);
            Ok(int(truth.into()))
        }
        test as Native
    }};
}

pub(super) const TABLE: Table = &[
    ("isalpha", test!(b => b.is_ascii_alphabetic())),
    ("isdigit", test!(b => b.is_ascii_digit())),
    ("isalnum", test!(b => b.is_ascii_alphanumeric())),
    ("isspace", test!(b => super::numbers::is_space(b))),
    ("isupper", test!(b => b.is_ascii_uppercase())),
    ("islower", test!(b => b.is_ascii_lowercase())),
    ("ispunct", test!(b => b.is_ascii_punctuation())),
    ("isprint", test!(b => (32..127).contains(&b))),
    ("isgraph", test!(b => (33..127).contains(&b))),
    ("iscntrl", test!(b => b.is_ascii_control())),
    ("isxdigit", test!(b => b.is_ascii_hexdigit())),
    ("isblank", test!(b => b == b' ' || b == b'\t')),
    ("isascii", test!(b => b < 128)),
    ("toupper", to_upper),
    ("tolower", to_lower),
    ("__ctype_b_loc", class_table),
    ("__ctype_toupper_loc", upper_table),
    ("__ctype_tolower_loc", lower_table),
];

fn to_upper(_: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let value = args.int(0)?;
    Ok(int(u8::try_from(value).map_or(value, |byte| byte.to_ascii_uppercase().into()).into()))
}

fn to_lower(_: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let value = args.int(0)?;
    Ok(int(u8::try_from(value).map_or(value, |byte| byte.to_ascii_lowercase().into()).into()))
}

/// The bits glibc has for a byte, on a little-endian machine.
fn class(byte: u8) -> u16 {
    let bit = |condition: bool, bit: u32| u16::from(condition) << bit;
    bit(byte.is_ascii_uppercase(), 8)
        | bit(byte.is_ascii_lowercase(), 9)
        | bit(byte.is_ascii_alphabetic(), 10)
        | bit(byte.is_ascii_digit(), 11)
        | bit(byte.is_ascii_hexdigit(), 12)
        | bit(super::numbers::is_space(byte), 13)
        | bit((32..127).contains(&byte), 14)
        | bit((33..127).contains(&byte), 15)
        | bit(byte == b' ' || byte == b'\t', 0)
        | bit(byte.is_ascii_control(), 1)
        | bit(byte.is_ascii_punctuation(), 2)
        | bit(byte.is_ascii_alphanumeric(), 3)
}

/// A table that can be indexed from -128 to 255, behind a pointer to a pointer to its middle.
fn table(
    machine: &mut Interpreter<'_>,
    name: &'static str,
    bytes: usize,
    entry: fn(i32) -> u64,
) -> Exec<Outcome> {
    if let Some(id) = machine.library.objects.get(name) {
        return Ok(machine.memory.address_of(*id).into());
    }
    let values = library_object(machine, name, 384 * bytes as u64)?;
    for index in 0..384 {
        let at = Located { index: values.index(), offset: index * bytes };
        machine.memory.write(at, bytes, Word::new(entry(index as i32 - 128)));
    }
    machine.memory.set_read_only(values);
    let pointer_bytes = machine.memory.pointer_bytes();
    let pointer = library_object(machine, name, pointer_bytes)?;
    let start = machine.memory.address_of(values);
    let middle = machine.offset(start, 128 * bytes);
    machine.memory.write(Located { index: pointer.index(), offset: 0 }, pointer_bytes as usize, middle);
    machine.library.objects.insert(name, pointer);
    Ok(machine.memory.address_of(pointer).into())
}

fn class_table(machine: &mut Interpreter<'_>, _: &Args) -> Exec<Outcome> {
    table(machine, "__ctype_b_loc", 2, |index| if index < 0 { 0 } else { class(index as u8).into() })
}

fn upper_table(machine: &mut Interpreter<'_>, _: &Args) -> Exec<Outcome> {
    table(machine, "__ctype_toupper_loc", 4, |index| {
        u8::try_from(index).map_or(index as u64, |byte| byte.to_ascii_uppercase().into())
    })
}

fn lower_table(machine: &mut Interpreter<'_>, _: &Args) -> Exec<Outcome> {
    table(machine, "__ctype_tolower_loc", 4, |index| {
        u8::try_from(index).map_or(index as u64, |byte| byte.to_ascii_lowercase().into())
    })
}
