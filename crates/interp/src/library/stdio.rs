//! Streams: what is written to `stdout` and `stderr`, and which stream a `FILE *` stands for.

use model::{Located, ObjectId, Word};

use super::format::{Source, format};
use super::strings::error_text;
use super::{Args, Outcome, Table, int};
use crate::machine::Interpreter;
use crate::startup::library_object;
use crate::stop::{Exec, Stop};

pub(super) const TABLE: Table = &[
    ("printf", printf),
    ("__printf_chk", printf_chk),
    ("vprintf", vprintf),
    ("__vprintf_chk", vprintf_chk),
    ("fprintf", fprintf),
    ("__fprintf_chk", fprintf_chk),
    ("vfprintf", vfprintf),
    ("__vfprintf_chk", vfprintf_chk),
    ("dprintf", dprintf),
    ("sprintf", sprintf),
    ("__sprintf_chk", sprintf_chk),
    ("vsprintf", vsprintf),
    ("__vsprintf_chk", vsprintf_chk),
    ("snprintf", snprintf),
    ("__snprintf_chk", snprintf_chk),
    ("vsnprintf", vsnprintf),
    ("__vsnprintf_chk", vsnprintf_chk),
    ("asprintf", asprintf),
    ("puts", puts),
    ("putchar", putchar),
    ("putchar_unlocked", putchar),
    ("putc", fputc),
    ("fputc", fputc),
    ("_IO_putc", fputc),
    ("fputs", fputs),
    ("fwrite", fwrite),
    ("write", write_descriptor),
    ("perror", perror),
    ("fflush", fflush),
    ("freopen", no_file),
    ("ferror", no_error),
    ("clearerr", nothing),
];

/// Most bytes a program may write.
const OUTPUT: usize = 1 << 28;

/// Which stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stream {
    Input,
    Output,
    Error,
    /// One that the program opened.
    File(ObjectId),
}

/// The names of the streams, in the order of their descriptors.
const NAMES: [&str; 3] = ["stdin", "stdout", "stderr"];

/// Gives `stdin` and its kin their contents. Whether the global is one of them.
pub(super) fn external(machine: &mut Interpreter<'_>, name: &str, object: ObjectId) -> Exec<bool> {
    let Some(index) = NAMES.iter().position(|known| *known == name) else { return Ok(false) };
    let file = stream_object(machine, index)?;
    let bytes = machine.memory.pointer_bytes() as usize;
    let word = machine.memory.address_of(file);
    machine.memory.write(Located { index: object.index(), offset: 0 }, bytes, word);
    Ok(true)
}

/// The object behind a stream. What it holds is the library's own affair, so there is nothing in it to be read.
fn stream_object(machine: &mut Interpreter<'_>, index: usize) -> Exec<ObjectId> {
    if let Some(id) = machine.library.streams[index] {
        return Ok(id);
    }
    let id = library_object(machine, NAMES[index], 0)?;
    machine.library.streams[index] = Some(id);
    Ok(id)
}

impl Interpreter<'_> {
    /// The stream a `FILE *` stands for.
    pub(super) fn stream(&self, who: &str, pointer: Word) -> Exec<Stream> {
        let index = self
            .library
            .streams
            .iter()
            .position(|id| id.is_some_and(|id| pointer == self.memory.address_of(id)));
        match index {
            Some(0) => Ok(Stream::Input),
            Some(1) => Ok(Stream::Output),
            Some(2) => Ok(Stream::Error),
            _ => {
                if let Some(id) = pointer.provenance.filter(|id| self.library.files.is_open(*id))
                    && pointer == self.memory.address_of(id)
                {
                    return Ok(Stream::File(id));
                }
                self.locate_range(who, pointer, 1, false)?;
                Err(Stop::unsupported(format!("`{who}` on a file that was not opened")))
            }
        }
    }

    /// Whether an object is a stream's.
    pub(crate) fn is_stream(&self, object: ObjectId) -> bool {
        self.library.streams.contains(&Some(object)) || self.library.files.is_open(object)
    }

    /// Writes to a stream.
    pub(super) fn emit(&mut self, stream: Stream, bytes: &[u8]) -> Exec<()> {
        let to = match stream {
            Stream::Output => &mut self.output,
            Stream::Error => &mut self.errors,
            Stream::Input => return Ok(()),
            Stream::File(id) => {
                self.write_to_file(id, bytes);
                return Ok(());
            }
        };
        if to.len() + bytes.len() > OUTPUT {
            return Err(crate::execute::out_of_memory());
        }
        to.extend_from_slice(bytes);
        Ok(())
    }
}

/// Formats the arguments from `at` on: the format, then its arguments or a `va_list`.
fn formatted(machine: &mut Interpreter<'_>, args: &Args, at: usize, list: bool) -> Exec<Vec<u8>> {
    let text = args.pointer(machine, at)?;
    let source = if list {
        Source::list(machine, args.pointer(machine, at + 1)?)
    } else {
        Source::direct(&args.values, at + 1)
    };
    format(machine, &args.name, text, source)
}

fn print(machine: &mut Interpreter<'_>, args: &Args, stream: Stream, at: usize, list: bool) -> Exec<Outcome> {
    let text = formatted(machine, args, at, list)?;
    machine.emit(stream, &text)?;
    Ok(int(text.len() as i64))
}

fn printf(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    print(machine, args, Stream::Output, 0, false)
}

fn printf_chk(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    print(machine, args, Stream::Output, 1, false)
}

fn vprintf(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    print(machine, args, Stream::Output, 0, true)
}

fn vprintf_chk(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    print(machine, args, Stream::Output, 1, true)
}

fn file(machine: &mut Interpreter<'_>, args: &Args, at: usize) -> Exec<Stream> {
    let pointer = args.pointer(machine, at)?;
    machine.stream(&args.name, pointer)
}

fn fprintf(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let stream = file(machine, args, 0)?;
    print(machine, args, stream, 1, false)
}

fn fprintf_chk(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let stream = file(machine, args, 0)?;
    print(machine, args, stream, 2, false)
}

fn vfprintf(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let stream = file(machine, args, 0)?;
    print(machine, args, stream, 1, true)
}

fn vfprintf_chk(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let stream = file(machine, args, 0)?;
    print(machine, args, stream, 2, true)
}

fn descriptor(args: &Args) -> Exec<Stream> {
    match args.int(0)? {
        1 => Ok(Stream::Output),
        2 => Ok(Stream::Error),
        _ => Err(Stop::unsupported(format!("`{}` on a descriptor that was not opened", args.name))),
    }
}

fn dprintf(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let stream = descriptor(args)?;
    print(machine, args, stream, 1, false)
}

/// Writes into memory, with the final zero, as much as there is room for.
fn into_memory(machine: &mut Interpreter<'_>, args: &Args, text: &[u8], room: Option<u64>) -> Exec<Outcome> {
    let to = args.pointer(machine, 0)?;
    let keep = match room {
        Some(0) => return Ok(int(text.len() as i64)),
        Some(room) => text.len().min(usize::try_from(room - 1).unwrap_or(usize::MAX)),
        None => text.len(),
    };
    let mut bytes = text[..keep].to_vec();
    bytes.push(0);
    machine.locate_range(&args.name, to, bytes.len() as u64, true)?;
    for read in std::mem::take(&mut machine.library.printed) {
        Interpreter::keep_apart(&args.name, (to, bytes.len()), read)?;
    }
    machine.write_range(&args.name, to, &bytes)?;
    Ok(int(text.len() as i64))
}

fn sprintf(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let text = formatted(machine, args, 1, false)?;
    into_memory(machine, args, &text, None)
}

fn sprintf_chk(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let text = formatted(machine, args, 3, false)?;
    into_memory(machine, args, &text, None)
}

fn vsprintf(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let text = formatted(machine, args, 1, true)?;
    into_memory(machine, args, &text, None)
}

fn vsprintf_chk(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let text = formatted(machine, args, 3, true)?;
    into_memory(machine, args, &text, None)
}

fn snprintf(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let room = args.size(machine, 1)?;
    let text = formatted(machine, args, 2, false)?;
    into_memory(machine, args, &text, Some(room))
}

fn snprintf_chk(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let room = args.size(machine, 1)?;
    let text = formatted(machine, args, 4, false)?;
    into_memory(machine, args, &text, Some(room))
}

fn vsnprintf(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let room = args.size(machine, 1)?;
    let text = formatted(machine, args, 2, true)?;
    into_memory(machine, args, &text, Some(room))
}

fn vsnprintf_chk(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let room = args.size(machine, 1)?;
    let text = formatted(machine, args, 4, true)?;
    into_memory(machine, args, &text, Some(room))
}

fn asprintf(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let mut text = formatted(machine, args, 1, false)?;
    let to = args.pointer(machine, 0)?;
    let word = machine.malloc(Some(text.len() as u128 + 1), None)?;
    if word.bits == 0 {
        return Ok(int(-1));
    }
    text.push(0);
    machine.write_range(&args.name, word, &text)?;
    let bytes = machine.memory.pointer_bytes();
    if let Some(at) = machine.locate_range(&args.name, to, bytes, true)? {
        machine.memory.write(at, bytes as usize, word);
    }
    Ok(int(text.len() as i64 - 1))
}

fn puts(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let mut text = machine.read_string(&args.name, args.pointer(machine, 0)?, None)?;
    text.push(b'\n');
    machine.emit(Stream::Output, &text)?;
    Ok(int(text.len() as i64))
}

fn fputs(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let text = machine.read_string(&args.name, args.pointer(machine, 0)?, None)?;
    let stream = file(machine, args, 1)?;
    machine.emit(stream, &text)?;
    Ok(int(1))
}

fn putchar(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let byte = args.int(0)? as u8;
    machine.emit(Stream::Output, &[byte])?;
    Ok(int(byte.into()))
}

fn fputc(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let byte = args.int(0)? as u8;
    let stream = file(machine, args, 1)?;
    machine.emit(stream, &[byte])?;
    Ok(int(byte.into()))
}

fn fwrite(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (from, size, count) = (args.pointer(machine, 0)?, args.size(machine, 1)?, args.size(machine, 2)?);
    let stream = file(machine, args, 3)?;
    let len = size.saturating_mul(count);
    // Padding is written as it is.
    if let Some(at) = machine.locate_range(&args.name, from, len, false)? {
        machine.allow_taking(len as usize)?;
        let bytes = machine.bytes_of(at, len as usize);
        machine.emit(stream, &bytes)?;
    }
    Ok(int(if size == 0 { 0 } else { count as i64 }))
}

fn write_descriptor(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let stream = descriptor(args)?;
    let (from, len) = (args.pointer(machine, 1)?, args.size(machine, 2)?);
    let bytes = machine.read_defined(&args.name, from, len)?;
    machine.emit(stream, &bytes)?;
    Ok(int(len as i64))
}

fn perror(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let pointer = args.pointer(machine, 0)?;
    let mut text = Vec::new();
    if pointer.bits != 0 {
        text = machine.read_string(&args.name, pointer, None)?;
        text.extend_from_slice(b": ");
    }
    text.extend_from_slice(error_text(machine.errno()).as_bytes());
    text.push(b'\n');
    machine.emit(Stream::Error, &text)?;
    Ok(Outcome::Void)
}

fn fflush(_: &mut Interpreter<'_>, _: &Args) -> Exec<Outcome> {
    Ok(int(0))
}

fn no_file(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    machine.read_string(&args.name, args.pointer(machine, 0)?, None)?;
    machine.set_errno(2)?;
    Ok(Word::ZERO.into())
}

fn no_error(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    file(machine, args, 0)?;
    Ok(int(0))
}

fn nothing(_: &mut Interpreter<'_>, _: &Args) -> Exec<Outcome> {
    Ok(Outcome::Void)
}
