//! Reading from `stdin` and from files: the bytes are inputs.

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
    /// The next byte of a stream. Once `stdin` has ended, it has ended.
    pub(super) fn next_byte(&mut self, stream: Stream) -> Option<u8> {
        if let Stream::File(id) = stream {
            return self.byte_of_file(id);
        }
        if let Some(byte) = self.library.unread.take() {
            return Some(byte);
        }
        if self.library.ended {
            return None;
        }
        let byte = self.draw_byte();
        self.library.ended = byte.is_none();
        byte
    }

    /// A byte that nobody has read before.
    pub(super) fn draw_byte(&mut self) -> Option<u8> {
        // A library function that looks for the end of blanks or of a word is one statement, however much it reads.
        self.library.bytes_read += 1;
        if self.library.bytes_read > MOST_BYTES { None } else { self.inputs.byte() }
    }

    /// Gives a byte back to a stream.
    pub(super) fn unread(&mut self, stream: Stream, byte: u8) {
        match stream {
            Stream::File(id) => self.back_to_file(id, byte),
            _ => self.library.unread = Some(byte),
        }
    }
}

/// The stream that a call reads from.
pub(super) fn source(machine: &Interpreter<'_>, args: &Args, index: usize) -> Exec<Stream> {
    let pointer = args.pointer(machine, index)?;
    match machine.stream(&args.name, pointer)? {
        stream @ (Stream::Input | Stream::File(_)) => Ok(stream),
        Stream::Output | Stream::Error => {
            Err(Stop::unsupported(format!("`{}` on a stream that is written to", args.name)))
        }
    }
}

fn getchar(machine: &mut Interpreter<'_>, _: &Args) -> Exec<Outcome> {
    Ok(int(machine.next_byte(Stream::Input).map_or(-1, i64::from)))
}

fn fgetc(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let stream = source(machine, args, 0)?;
    Ok(int(machine.next_byte(stream).map_or(-1, i64::from)))
}

fn ungetc(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let byte = args.int(0)?;
    let stream = source(machine, args, 1)?;
    if byte >= 0 {
        machine.unread(stream, byte as u8);
    }
    Ok(int(byte.into()))
}

fn feof(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let ended = match source(machine, args, 0)? {
        Stream::File(id) => machine.file_has_ended(id),
        _ => machine.library.ended,
    };
    Ok(int(ended.into()))
}

/// The bytes of a line with its end, so many at most.
fn line(machine: &mut Interpreter<'_>, stream: Stream, most: usize) -> Vec<u8> {
    let mut line = Vec::new();
    while line.len() < most {
        let Some(byte) = machine.next_byte(stream) else { break };
        line.push(byte);
        if byte == b'\n' {
            break;
        }
    }
    line
}

fn fgets(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (to, size) = (args.pointer(machine, 0)?, args.int(1)?);
    let stream = source(machine, args, 2)?;
    let Some(most) = usize::try_from(size).ok().and_then(|size| size.checked_sub(1)) else {
        return Ok(Word::ZERO.into());
    };
    let mut line = line(machine, stream, most);
    if line.is_empty() && most > 0 {
        return Ok(Word::ZERO.into());
    }
    line.push(0);
    machine.write_range(&args.name, to, &line)?;
    Ok(to.into())
}

fn gets(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let to = args.pointer(machine, 0)?;
    let mut line = line(machine, Stream::Input, 1 << 20);
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
    let stream = source(machine, args, 2)?;
    let bytes = machine.memory.pointer_bytes();
    let old = read_pointer(machine, &args.name, to)?;
    let have = if old.bits == 0 { 0 } else { read_pointer(machine, &args.name, size_at)?.bits };
    let mut line = line(machine, stream, 1 << 24);
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

fn take(machine: &mut Interpreter<'_>, stream: Stream, len: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while (bytes.len() as u64) < len {
        match machine.next_byte(stream) {
            Some(byte) => bytes.push(byte),
            None => break,
        }
    }
    bytes
}

fn fread(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (to, size, count) = (args.pointer(machine, 0)?, args.size(machine, 1)?, args.size(machine, 2)?);
    let stream = source(machine, args, 3)?;
    let len = size.saturating_mul(count);
    machine.locate_range(&args.name, to, len, true)?;
    let bytes = take(machine, stream, len);
    machine.write_range(&args.name, to, &bytes)?;
    // An element of which only a part was there has no value.
    let part = bytes.len() as u64 % size.max(1);
    if part > 0 {
        let begin = Word { bits: to.bits.wrapping_add(bytes.len() as u64 - part), ..to };
        if let Some(at) = machine.locate_range(&args.name, begin, size, true)? {
            machine.memory.fill(at, size as usize, 0, u8::MAX);
        }
    }
    Ok(int(bytes.len() as i64 / size.max(1) as i64))
}

fn read(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (from, to, len) = (args.int(0)?, args.pointer(machine, 1)?, args.size(machine, 2)?);
    if from != 0 {
        return Err(Stop::unsupported("`read` from a descriptor that is not 0"));
    }
    machine.locate_range(&args.name, to, len, true)?;
    let bytes = take(machine, Stream::Input, len);
    machine.write_range(&args.name, to, &bytes)?;
    Ok(int(bytes.len() as i64))
}
