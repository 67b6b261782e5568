//! Reading from `stdin`: the bytes are inputs.

use model::Word;

use super::stdio::Stream;
use super::strings::read_pointer;
use super::{Args, Outcome, Table, int};
use crate::machine::Interpreter;
use crate::stop::{Exec, Stop};

pub(super) const TABLE: Table = &[
    ("getchar", getchar),
    ("getchar_unlocked", getchar),
    ("getc", fgetc),
    ("fgetc", fgetc),
    ("_IO_getc", fgetc),
    ("ungetc", ungetc),
    ("feof", feof),
    ("fgets", fgets),
    ("gets", gets),
    ("getline", getline),
    ("fread", fread),
    ("read", read),
];

/// After so many bytes there is nothing more to read, so that every run ends.
const MOST_BYTES: u32 = 1 << 14;

impl Interpreter<'_> {
    /// The next byte of `stdin`; once it has ended, it has ended.
    pub(super) fn next_byte(&mut self) -> Option<u8> {
        if let Some(byte) = self.library.unread.take() {
            return Some(byte);
        }
        if self.library.ended {
            return None;
        }
        // A library function that looks for the end of blanks or of a word is one statement, however much it reads.
        self.library.bytes_read += 1;
        let byte = if self.library.bytes_read > MOST_BYTES { None } else { self.inputs.byte() };
        self.library.ended = byte.is_none();
        byte
    }
}

fn check_input(machine: &Interpreter<'_>, args: &Args, index: usize) -> Exec<()> {
    let pointer = args.pointer(machine, index)?;
    match machine.stream(&args.name, pointer)? {
        Stream::Input => Ok(()),
        _ => Err(Stop::unsupported(format!("`{}` on a stream that is not `stdin`", args.name))),
    }
}

fn getchar(machine: &mut Interpreter<'_>, _: &Args) -> Exec<Outcome> {
    Ok(int(machine.next_byte().map_or(-1, i64::from)))
}

fn fgetc(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    check_input(machine, args, 0)?;
    getchar(machine, args)
}

fn ungetc(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let byte = args.int(0)?;
    check_input(machine, args, 1)?;
    if byte >= 0 {
        machine.library.unread = Some(byte as u8);
    }
    Ok(int(byte.into()))
}

fn feof(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    check_input(machine, args, 0)?;
    Ok(int(machine.library.ended.into()))
}

/// The bytes of a line with its end, so many at most.
fn line(machine: &mut Interpreter<'_>, most: usize) -> Vec<u8> {
    let mut line = Vec::new();
    while line.len() < most {
        let Some(byte) = machine.next_byte() else { break };
        line.push(byte);
        if byte == b'\n' {
            break;
        }
    }
    line
}

fn fgets(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (to, size) = (args.pointer(machine, 0)?, args.int(1)?);
    check_input(machine, args, 2)?;
    let Some(most) = usize::try_from(size).ok().and_then(|size| size.checked_sub(1)) else {
        return Ok(Word::ZERO.into());
    };
    let mut line = line(machine, most);
    if line.is_empty() && most > 0 {
        return Ok(Word::ZERO.into());
    }
    line.push(0);
    machine.write_range(&args.name, to, &line)?;
    Ok(to.into())
}

fn gets(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let to = args.pointer(machine, 0)?;
    let mut line = line(machine, 1 << 20);
    if line.is_empty() {
        return Ok(Word::ZERO.into());
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    }
    line.push(0);
    machine.write_range(&args.name, to, &line)?;
    Ok(to.into())
}

fn getline(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (to, size_at) = (args.pointer(machine, 0)?, args.pointer(machine, 1)?);
    check_input(machine, args, 2)?;
    let bytes = machine.memory.pointer_bytes();
    let old = read_pointer(machine, &args.name, to)?;
    let have = if old.bits == 0 { 0 } else { read_pointer(machine, &args.name, size_at)?.bits };
    let mut line = line(machine, 1 << 24);
    if line.is_empty() {
        return Ok(int(-1));
    }
    let len = line.len();
    line.push(0);
    let mut buffer = old;
    if have < line.len() as u64 {
        if let Some(id) = machine.heap_block("`getline`", old)? {
            let site = machine.site();
            machine.memory.release(id, site);
        }
        let size = (line.len() as u64).max(120);
        buffer = machine.malloc(Some(size.into()), None)?;
        for (place, word) in [(to, buffer), (size_at, Word::new(size))] {
            if let Some(at) = machine.locate_range(&args.name, place, bytes, true)? {
                machine.memory.write(at, bytes as usize, word);
            }
        }
        if buffer.bits == 0 {
            return Ok(int(-1));
        }
    }
    machine.write_range(&args.name, buffer, &line)?;
    Ok(int(len as i64))
}

fn take(machine: &mut Interpreter<'_>, len: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while (bytes.len() as u64) < len {
        match machine.next_byte() {
            Some(byte) => bytes.push(byte),
            None => break,
        }
    }
    bytes
}

fn fread(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (to, size, count) = (args.pointer(machine, 0)?, args.size(machine, 1)?, args.size(machine, 2)?);
    check_input(machine, args, 3)?;
    let len = size.saturating_mul(count);
    machine.locate_range(&args.name, to, len, true)?;
    let bytes = take(machine, len);
    machine.write_range(&args.name, to, &bytes)?;
    Ok(int(bytes.len() as i64 / size.max(1) as i64))
}

fn read(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (from, to, len) = (args.int(0)?, args.pointer(machine, 1)?, args.size(machine, 2)?);
    if from != 0 {
        return Err(Stop::unsupported("`read` from a descriptor that is not 0"));
    }
    machine.locate_range(&args.name, to, len, true)?;
    let bytes = take(machine, len);
    machine.write_range(&args.name, to, &bytes)?;
    Ok(int(bytes.len() as i64))
}
