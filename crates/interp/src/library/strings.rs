//! `str*`.

use model::Word;

use super::bytes::difference;
use super::{Args, Outcome, Table, int};
use crate::machine::{CLOCK_BYTES, Interpreter};
use crate::startup::library_object;
use crate::stop::Exec;

pub(super) const TABLE: Table = &[
    ("strlen", strlen),
    ("strnlen", strnlen),
    ("strcpy", strcpy),
    ("__strcpy_chk", strcpy),
    ("stpcpy", stpcpy),
    ("__stpcpy_chk", stpcpy),
    ("strncpy", strncpy),
    ("__strncpy_chk", strncpy),
    ("strcat", strcat),
    ("__strcat_chk", strcat),
    ("strncat", strncat),
    ("__strncat_chk", strncat),
    ("strcmp", strcmp),
    ("strcoll", strcmp),
    ("strncmp", strncmp),
    ("strcasecmp", strcasecmp),
    ("strncasecmp", strncasecmp),
    ("strchr", strchr),
    ("index", strchr),
    ("strchrnul", strchrnul),
    ("strrchr", strrchr),
    ("rindex", strrchr),
    ("strstr", strstr),
    ("strcasestr", strcasestr),
    ("strspn", strspn),
    ("strcspn", strcspn),
    ("strpbrk", strpbrk),
    ("strtok", strtok),
    ("strtok_r", strtok_r),
    ("__strtok_r", strtok_r),
    ("strsep", strsep),
    ("strerror", strerror),
];

fn string(machine: &Interpreter<'_>, args: &Args, index: usize) -> Exec<Vec<u8>> {
    machine.read_string(&args.name, args.pointer(machine, index)?, None)
}

fn strlen(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let found = machine.find_string(&args.name, args.pointer(machine, 0)?, None)?;
    Ok(int(found.map_or(0, |(_, len)| len as i64)))
}

fn strnlen(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let most = args.size(machine, 1)?;
    let found = machine.find_string(&args.name, args.pointer(machine, 0)?, Some(most))?;
    Ok(int(found.map_or(0, |(_, len)| len as i64)))
}

/// Copies a string with its end.
fn copy(machine: &mut Interpreter<'_>, args: &Args, to: Word) -> Exec<usize> {
    let mut text = string(machine, args, 1)?;
    text.push(0);
    let from = args.pointer(machine, 1)?;
    machine.write_apart(&args.name, to, &text, (from, text.len()))?;
    Ok(text.len() - 1)
}

fn strcpy(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let to = args.pointer(machine, 0)?;
    copy(machine, args, to)?;
    Ok(to.into())
}

fn stpcpy(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let to = args.pointer(machine, 0)?;
    let len = copy(machine, args, to)?;
    Ok(machine.offset(to, len).into())
}

fn strncpy(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (to, len) = (args.pointer(machine, 0)?, args.size(machine, 2)?);
    let from = args.pointer(machine, 1)?;
    let mut text = machine.read_string(&args.name, from, Some(len))?;
    machine.locate_range(&args.name, to, len, true)?;
    let read = (text.len() + 1).min(len as usize);
    text.resize(len as usize, 0);
    machine.write_apart(&args.name, to, &text, (from, read))?;
    Ok(to.into())
}

fn strcat(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let to = args.pointer(machine, 0)?;
    let have = string(machine, args, 0)?.len();
    copy(machine, args, machine.offset(to, have))?;
    Ok(to.into())
}

fn strncat(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (to, most) = (args.pointer(machine, 0)?, args.size(machine, 2)?);
    let have = string(machine, args, 0)?.len();
    let from = args.pointer(machine, 1)?;
    let mut text = machine.read_string(&args.name, from, Some(most))?;
    let read = (text.len() as u64 + 1).min(most) as usize;
    text.push(0);
    machine.write_apart(&args.name, machine.offset(to, have), &text, (from, read))?;
    Ok(to.into())
}

/// Says, now and then, when a loop over bytes has used up the time.
fn looked_at(machine: &Interpreter<'_>, at: u64) -> Exec<()> {
    if at.is_multiple_of(1 << 12) { machine.allow(CLOCK_BYTES) } else { Ok(()) }
}

/// Compares byte by byte and looks no further than the first difference or end.
fn compare(machine: &Interpreter<'_>, args: &Args, most: u64, fold: fn(u8) -> u8) -> Exec<Outcome> {
    let (a, b) = (args.pointer(machine, 0)?, args.pointer(machine, 1)?);
    for at in 0..most {
        let byte = |pointer: Word| -> Exec<u8> {
            let byte = machine.read_defined(&args.name, machine.offset(pointer, at as usize), 1)?;
            Ok(fold(byte[0]))
        };
        let (x, y) = (byte(a)?, byte(b)?);
        if x != y {
            return Ok(int(difference(&[x], &[y])));
        }
        if x == 0 {
            break;
        }
        looked_at(machine, at)?;
    }
    Ok(int(0))
}

fn identity(byte: u8) -> u8 {
    byte
}

fn lower(byte: u8) -> u8 {
    byte.to_ascii_lowercase()
}

fn strcmp(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    compare(machine, args, u64::MAX, identity)
}

fn strncmp(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    compare(machine, args, args.size(machine, 2)?, identity)
}

fn strcasecmp(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    compare(machine, args, u64::MAX, lower)
}

fn strncasecmp(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    compare(machine, args, args.size(machine, 2)?, lower)
}

/// The place of the first such byte, or of the end; bytes after it are not looked at.
fn first(machine: &Interpreter<'_>, args: &Args) -> Exec<(Word, bool)> {
    let (from, byte) = (args.pointer(machine, 0)?, args.int(1)? as u8);
    let Some(at) = machine.locate_range(&args.name, from, 1, false)? else { return Ok((from, false)) };
    let (object, room) = (&machine.memory.objects()[at.index], machine.memory.room_at(at));
    let ends = |held: u8, undefined: u8| held == byte || held == 0 || undefined != 0;
    let passed = object.position_of(at.offset, room, ends).map_or(room, |end| end - at.offset);
    machine.allow_at(at, passed)?;
    let here = machine.offset(from, passed);
    let found = machine.read_defined(&args.name, here, 1)?;
    Ok((here, found.first() == Some(&byte)))
}

fn strchr(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (at, found) = first(machine, args)?;
    Ok(if found { at } else { Word::ZERO }.into())
}

fn strchrnul(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    Ok(first(machine, args)?.0.into())
}

fn strrchr(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (from, byte) = (args.pointer(machine, 0)?, args.int(1)? as u8);
    let mut text = string(machine, args, 0)?;
    text.push(0);
    Ok(text.iter().rposition(|b| *b == byte).map_or(Word::ZERO, |at| machine.offset(from, at)).into())
}

/// Where a part lies in a text first.
pub(super) fn position(machine: &Interpreter<'_>, text: &[u8], part: &[u8]) -> Exec<Option<usize>> {
    if part.is_empty() {
        return Ok(Some(0));
    }
    for (at, here) in text.windows(part.len()).enumerate() {
        if here == part {
            return Ok(Some(at));
        }
        machine.allow(part.len())?;
        looked_at(machine, at as u64)?;
    }
    Ok(None)
}

fn strstr(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let from = args.pointer(machine, 0)?;
    let (text, part) = (string(machine, args, 0)?, string(machine, args, 1)?);
    let found = position(machine, &text, &part)?;
    Ok(found.map_or(Word::ZERO, |at| machine.offset(from, at)).into())
}

fn strcasestr(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let from = args.pointer(machine, 0)?;
    let text = string(machine, args, 0)?.to_ascii_lowercase();
    let part = string(machine, args, 1)?.to_ascii_lowercase();
    let found = position(machine, &text, &part)?;
    Ok(found.map_or(Word::ZERO, |at| machine.offset(from, at)).into())
}

/// A set of bytes, which programs write as a string of them.
struct Set([bool; 256]);

impl Set {
    fn new(members: &[u8]) -> Self {
        let mut set = [false; 256];
        for byte in members {
            set[usize::from(*byte)] = true;
        }
        Self(set)
    }

    fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte)]
    }
}

fn span(machine: &Interpreter<'_>, args: &Args, inside: bool) -> Exec<(usize, usize)> {
    let (text, set) = (string(machine, args, 0)?, string(machine, args, 1)?);
    let set = Set::new(&set);
    let len = text.iter().position(|byte| set.contains(*byte) != inside).unwrap_or(text.len());
    Ok((len, text.len()))
}

fn strspn(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    Ok(int(span(machine, args, true)?.0 as i64))
}

fn strcspn(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    Ok(int(span(machine, args, false)?.0 as i64))
}

fn strpbrk(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let from = args.pointer(machine, 0)?;
    let (at, len) = span(machine, args, false)?;
    Ok(if at < len { machine.offset(from, at) } else { Word::ZERO }.into())
}

/// The next token, or null if there is none, and where to go on: as in glibc, that is the end of the text where there is nothing more.
fn token(machine: &mut Interpreter<'_>, who: &str, from: Word, set: &[u8]) -> Exec<(Word, Word)> {
    let text = machine.read_string(who, from, None)?;
    let set = Set::new(set);
    let end = machine.offset(from, text.len());
    let Some(start) = text.iter().position(|byte| !set.contains(*byte)) else {
        return Ok((Word::ZERO, end));
    };
    let begin = machine.offset(from, start);
    match text[start..].iter().position(|byte| set.contains(*byte)) {
        None => Ok((begin, end)),
        Some(len) => {
            machine.write_range(who, machine.offset(begin, len), &[0])?;
            Ok((begin, machine.offset(begin, len + 1)))
        }
    }
}

fn strtok(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let given = args.pointer(machine, 0)?;
    let set = string(machine, args, 1)?;
    let from = if given.bits == 0 { machine.library.strtok.unwrap_or(Word::ZERO) } else { given };
    let (token, rest) = token(machine, &args.name, from, &set)?;
    machine.library.strtok = Some(rest);
    machine.memory.library_roots = vec![rest];
    Ok(token.into())
}

fn strtok_r(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (given, save) = (args.pointer(machine, 0)?, args.pointer(machine, 2)?);
    let set = string(machine, args, 1)?;
    let bytes = machine.memory.pointer_bytes();
    let from = if given.bits == 0 { read_pointer(machine, &args.name, save)? } else { given };
    let (token, rest) = token(machine, &args.name, from, &set)?;
    if let Some(at) = machine.locate_range(&args.name, save, bytes, true)? {
        machine.memory.write(at, bytes as usize, rest);
    }
    Ok(token.into())
}

/// A pointer that a library function finds in memory.
pub(super) fn read_pointer(machine: &Interpreter<'_>, who: &str, at: Word) -> Exec<Word> {
    let bytes = machine.memory.pointer_bytes();
    let found = machine.locate_range(who, at, bytes, false)?;
    let word = found.map_or(Word::UNDEFINED, |at| machine.memory.read(at, bytes as usize));
    if word.is_defined() {
        Ok(word)
    } else {
        Err(Interpreter::undefined_in(who, "a pointer in memory that was never given a value"))
    }
}

fn strsep(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let save = args.pointer(machine, 0)?;
    let set = string(machine, args, 1)?;
    let from = read_pointer(machine, &args.name, save)?;
    if from.bits == 0 {
        return Ok(Word::ZERO.into());
    }
    let text = machine.read_string(&args.name, from, None)?;
    let rest = match text.iter().position(|byte| set.contains(byte)) {
        None => Word::ZERO,
        Some(len) => {
            machine.write_range(&args.name, machine.offset(from, len), &[0])?;
            machine.offset(from, len + 1)
        }
    };
    let bytes = machine.memory.pointer_bytes();
    if let Some(at) = machine.locate_range(&args.name, save, bytes, true)? {
        machine.memory.write(at, bytes as usize, rest);
    }
    Ok(from.into())
}

/// The words glibc has for the errors that can happen here.
pub(super) fn error_text(code: i32) -> String {
    match code {
        0 => "Success".into(),
        1 => "Operation not permitted".into(),
        2 => "No such file or directory".into(),
        4 => "Interrupted system call".into(),
        5 => "Input/output error".into(),
        9 => "Bad file descriptor".into(),
        11 => "Resource temporarily unavailable".into(),
        12 => "Cannot allocate memory".into(),
        13 => "Permission denied".into(),
        16 => "Device or resource busy".into(),
        17 => "File exists".into(),
        20 => "Not a directory".into(),
        21 => "Is a directory".into(),
        22 => "Invalid argument".into(),
        28 => "No space left on device".into(),
        32 => "Broken pipe".into(),
        33 => "Numerical argument out of domain".into(),
        34 => "Numerical result out of range".into(),
        _ => format!("Unknown error {code}"),
    }
}

fn strerror(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let mut text = error_text(args.int(0)?).into_bytes();
    text.push(0);
    let known = machine.library.objects.get("strerror").copied();
    let id = if let Some(id) = known {
        id
    } else {
        let id = library_object(machine, "strerror", 64)?;
        machine.library.objects.insert("strerror", id);
        id
    };
    let pointer = machine.memory.address_of(id);
    machine.write_range(&args.name, pointer, &text)?;
    Ok(pointer.into())
}
