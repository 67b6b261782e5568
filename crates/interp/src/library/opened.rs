//! Files that the program opens.
//!
//! Whether a file can be opened and closed is an input, and so is each byte of it that nobody has written. What a file is known to hold stays in it: whoever reads it again,
//! by the same stream or by one that is opened later under the same name, reads the same. An open stream is a block of the heap, as in the model of `fopen`, with
//! the model's mark in it if there is one; inputs are asked for in the model's order.

use std::collections::BTreeMap;

use model::{Located, ObjectId, Word};

use super::stdio::Stream;
use super::{Args, Outcome, Table, int};
use crate::machine::Interpreter;
use crate::stop::{Exec, Stop};

pub(super) const TABLE: Table = &[
    ("fopen", fopen),
    ("fopen64", fopen),
    ("fclose", fclose),
    ("fseek", fseek),
    ("ftell", ftell),
    ("rewind", rewind),
];

/// What opened streams begin with, in a program that has models.
const MARK: &str = "__shapewright_open_stream";

/// `ENOENT`.
const NOT_THERE: i32 = 2;

/// `ESPIPE`.
const NOT_SEEKABLE: i32 = 29;

/// Most bytes that a file can have.
const MOST_BYTES: usize = 1 << 20;

/// All files.
#[derive(Debug, Default)]
pub(crate) struct Files {
    /// By the object that stands for the stream.
    open: BTreeMap<ObjectId, OpenFile>,
    /// By name.
    contents: BTreeMap<Vec<u8>, Contents>,
}

impl Files {
    pub(super) fn is_open(&self, stream: ObjectId) -> bool {
        self.open.contains_key(&stream)
    }
}

#[derive(Debug)]
struct OpenFile {
    name: Vec<u8>,
    position: usize,
    mode: Mode,
    /// A character that was given back.
    unread: Option<u8>,
    /// Whether reading came to the end.
    ended: bool,
}

/// What may be done with a stream.
#[derive(Clone, Copy, Debug)]
struct Mode {
    reads: bool,
    writes: bool,
    /// Whether what is written goes to the end.
    appends: bool,
}

/// What is known of the bytes of a file.
#[derive(Debug, Default)]
struct Contents {
    bytes: Vec<u8>,
    /// Whether these are all.
    complete: bool,
}

impl Interpreter<'_> {
    /// The next byte of an open file; `None` at its end, and if it cannot be read.
    pub(super) fn byte_of_file(&mut self, stream: ObjectId) -> Option<u8> {
        let file = self.library.files.open.get_mut(&stream)?;
        if let Some(byte) = file.unread.take() {
            return Some(byte);
        }
        let (position, readable) = (file.position, file.mode.reads);
        let byte = if readable { self.byte_at(stream, position) } else { None };
        let file = self.library.files.open.get_mut(&stream)?;
        file.position += usize::from(byte.is_some());
        file.ended |= byte.is_none();
        byte
    }

    /// Gives a character back to an open file.
    pub(super) fn back_to_file(&mut self, stream: ObjectId, byte: u8) {
        if let Some(file) = self.library.files.open.get_mut(&stream) {
            (file.unread, file.ended) = (Some(byte), false);
        }
    }

    pub(super) fn file_has_ended(&self, stream: ObjectId) -> bool {
        self.library.files.open.get(&stream).is_some_and(|file| file.ended)
    }

    /// A byte of a file, which nobody may have asked for yet.
    fn byte_at(&mut self, stream: ObjectId, position: usize) -> Option<u8> {
        let file = self.library.files.open.get(&stream)?;
        let name = file.name.clone();
        loop {
            let contents = self.library.files.contents.entry(name.clone()).or_default();
            if let Some(byte) = contents.bytes.get(position) {
                return Some(*byte);
            }
            if contents.complete {
                return None;
            }
            let byte = self.draw_byte();
            let contents = self.library.files.contents.entry(name.clone()).or_default();
            match byte {
                Some(byte) if contents.bytes.len() < MOST_BYTES => contents.bytes.push(byte),
                _ => contents.complete = true,
            }
        }
    }

    /// Writes to an open file. What cannot be written is not.
    pub(super) fn write_to_file(&mut self, stream: ObjectId, bytes: &[u8]) {
        let Some(file) = self.library.files.open.get(&stream).filter(|file| file.mode.writes) else { return };
        let position = if file.mode.appends { self.length(stream) } else { file.position };
        let end = position.saturating_add(bytes.len()).min(MOST_BYTES);
        // What is in front of it is there as well.
        if let Some(before) = position.checked_sub(1) {
            self.byte_at(stream, before);
        }
        let Some(file) = self.library.files.open.get_mut(&stream) else { return };
        file.position = end;
        let contents = self.library.files.contents.entry(file.name.clone()).or_default();
        if contents.bytes.len() < end {
            contents.bytes.resize(end, 0);
        }
        if let Some(place) = contents.bytes.get_mut(position..end) {
            place.copy_from_slice(&bytes[..end - position]);
        }
    }

    /// How many bytes a file has.
    fn length(&mut self, stream: ObjectId) -> usize {
        self.byte_at(stream, MOST_BYTES);
        let file = self.library.files.open.get(&stream);
        let contents = file.and_then(|file| self.library.files.contents.get(&file.name));
        contents.map_or(0, |contents| contents.bytes.len())
    }

    fn open_file(&mut self, args: &Args, index: usize) -> Exec<Option<ObjectId>> {
        let pointer = args.pointer(self, index)?;
        Ok(match self.stream(&args.name, pointer)? {
            Stream::File(id) => Some(id),
            _ => None,
        })
    }
}

fn fopen(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let name = machine.read_string(&args.name, args.pointer(machine, 0)?, None)?;
    let mode = machine.read_string(&args.name, args.pointer(machine, 1)?, None)?;
    if machine.inputs.below(1) != 0 {
        machine.set_errno(NOT_THERE)?;
        return Ok(Word::ZERO.into());
    }
    let bytes = machine.memory.pointer_bytes();
    let stream = machine.malloc(Some(bytes.into()), None)?;
    let Some(id) = stream.provenance else { return Ok(stream.into()) };
    let mark = machine.program.globals.enumerate().find(|(_, global)| &*global.name == MARK);
    let mark = mark.and_then(|(mark, _)| machine.memory.global(mark));
    let mark = mark.map_or(Word::ZERO, |mark| machine.memory.address_of(mark));
    machine.memory.write(Located { index: id.index(), offset: 0 }, bytes as usize, mark);
    let has = |letter: u8| mode.contains(&letter);
    if has(b'w') {
        let nothing = Contents { bytes: Vec::new(), complete: true };
        machine.library.files.contents.insert(name.clone(), nothing);
    }
    let mode = Mode { reads: has(b'r') || has(b'+'), writes: !has(b'r') || has(b'+'), appends: has(b'a') };
    let file = OpenFile { name, position: 0, mode, unread: None, ended: false };
    machine.library.files.open.insert(id, file);
    Ok(stream.into())
}

fn fclose(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    if let Some(id) = machine.open_file(args, 0)? {
        let site = machine.site();
        machine.memory.release(id, site);
        machine.library.files.open.remove(&id);
    }
    Ok(result(machine))
}

/// Zero, or that it did not succeed.
fn result(machine: &mut Interpreter<'_>) -> Outcome {
    int(-(machine.inputs.below(1) as i64))
}

fn fseek(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (stream, by, from) = (machine.open_file(args, 0)?, args.long(machine, 1)?, args.int(2)?);
    let Some(id) = stream else {
        machine.set_errno(NOT_SEEKABLE)?;
        return Ok(int(-1));
    };
    let base = match from {
        0 => 0,
        1 => machine.library.files.open.get(&id).map_or(0, |file| file.position),
        2 => machine.length(id),
        _ => return Ok(int(-1)),
    };
    let place = i64::try_from(base).ok().and_then(|base| base.checked_add(by));
    let Some(place) = place.and_then(|place| usize::try_from(place).ok()) else { return Ok(int(-1)) };
    if let Some(file) = machine.library.files.open.get_mut(&id) {
        (file.position, file.unread, file.ended) = (place, None, false);
    }
    Ok(int(0))
}

fn ftell(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let file = machine.open_file(args, 0)?.and_then(|id| machine.library.files.open.get(&id));
    let place = file.map(|file| file.position.saturating_sub(usize::from(file.unread.is_some())));
    Ok(int(place.map_or(-1, |place| place as i64)))
}

fn rewind(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let Some(id) = machine.open_file(args, 0)? else {
        return Err(Stop::unsupported("`rewind` of a stream that is no file"));
    };
    if let Some(file) = machine.library.files.open.get_mut(&id) {
        (file.position, file.unread, file.ended) = (0, None, false);
    }
    Ok(Outcome::Void)
}
