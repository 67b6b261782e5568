//! `mem*`: bytes and what they carry; and reading strings for the other families.

use model::{Located, Rule, Word};

use super::strings::position;
use super::{Args, Outcome, Table, int};
use crate::machine::Interpreter;
use crate::stop::{Exec, Stop};

pub(super) const TABLE: Table = &[
    ("memcpy", copy_apart),
    ("memmove", copy),
    ("__memcpy_chk", copy_apart),
    ("__memmove_chk", copy),
    ("mempcpy", mempcpy),
    ("__mempcpy", mempcpy),
    ("bcopy", bcopy),
    ("memset", memset),
    ("__memset_chk", memset),
    ("explicit_bzero", bzero),
    ("bzero", bzero),
    ("memcmp", memcmp),
    ("bcmp", memcmp),
    ("memchr", memchr),
    ("memrchr", memrchr),
    ("rawmemchr", rawmemchr),
    ("memmem", memmem),
];

impl Interpreter<'_> {
    /// A pointer some bytes further.
    pub(crate) fn offset(&self, pointer: Word, by: usize) -> Word {
        Word { bits: self.truncate(pointer.bits.wrapping_add(by as u64)), ..pointer }
    }

    /// The bytes up to a zero byte, which is not included, or up to a limit. Each byte that is looked
    /// at must be there and have a value.
    pub(crate) fn read_string(&self, who: &str, pointer: Word, most: Option<u64>) -> Exec<Vec<u8>> {
        match self.find_string(who, pointer, most)? {
            Some((at, len)) => {
                self.allow_taking(len)?;
                Ok(self.bytes_of(at, len))
            }
            None => Ok(Vec::new()),
        }
    }

    /// Where the same bytes are, and how many; `None` if there are none to be looked at.
    pub(super) fn find_string(
        &self,
        who: &str,
        pointer: Word,
        most: Option<u64>,
    ) -> Exec<Option<(Located, usize)>> {
        if most == Some(0) {
            return Ok(None);
        }
        let Some(at) = self.locate_range(who, pointer, 1, false)? else { return Ok(None) };
        let room = self.memory.room_at(at);
        let limit = most.map_or(room, |most| room.min(usize::try_from(most).unwrap_or(usize::MAX)));
        let object = &self.memory.objects()[at.index];
        let end = object.position_of(at.offset, limit, |byte, undefined| byte == 0 || undefined != 0);
        let len = end.map(|end| end - at.offset);
        self.allow_at(at, len.map_or(limit, |len| len + 1))?;
        match len {
            Some(hole) if object.byte(at.offset + hole).is_some_and(|(_, undefined)| undefined != 0) => {
                // A byte without a value may well be the end: what was before it does not help.
                let what = format!("a string whose byte {hole} was never given a value");
                Err(Interpreter::undefined_in(who, &what))
            }
            Some(len) => Ok(Some((at, len))),
            None if most.is_some_and(|most| most <= room as u64) => Ok(Some((at, limit))),
            // It runs off the end of its object.
            None => self.locate_range(who, self.offset(pointer, room), 1, false).map(|_| None),
        }
    }

    /// Bytes as they are, without what they carry.
    pub(super) fn bytes_of(&self, at: Located, len: usize) -> Vec<u8> {
        let bytes = self.memory.objects()[at.index].bytes(at.offset..at.offset + len);
        bytes.map_or_else(Vec::new, |(bytes, _)| bytes.into_owned())
    }

    /// Defined bytes that a library function looks at.
    pub(crate) fn read_defined(&self, who: &str, pointer: Word, len: u64) -> Exec<Vec<u8>> {
        let Some(at) = self.locate_range(who, pointer, len, false)? else { return Ok(Vec::new()) };
        self.allow_taking(len as usize)?;
        let object = &self.memory.objects()[at.index];
        if let Some(hole) = object.position_of(at.offset, len as usize, |_, undefined| undefined != 0) {
            return Err(Interpreter::undefined_in(
                who,
                &format!("byte {} of its argument, which was never given a value", hole - at.offset),
            ));
        }
        Ok(self.bytes_of(at, len as usize))
    }

    /// Bytes that a library function writes.
    pub(crate) fn write_range(&mut self, who: &str, pointer: Word, bytes: &[u8]) -> Exec<()> {
        if let Some(at) = self.locate_range(who, pointer, bytes.len() as u64, true)? {
            self.allow(bytes.len())?;
            self.memory.write_bytes(at, bytes);
        }
        Ok(())
    }

    /// The same where what is written must not overlap what was read: from there, so many bytes.
    pub(crate) fn write_apart(
        &mut self,
        who: &str,
        to: Word,
        bytes: &[u8],
        (from, read): (Word, usize),
    ) -> Exec<()> {
        // Wherever it goes beyond its object, that is what is wrong.
        self.locate_range(who, to, bytes.len() as u64, true)?;
        Interpreter::keep_apart(who, (to, bytes.len()), (from, read))?;
        self.write_range(who, to, bytes)
    }

    /// C leaves undefined what becomes of ranges that overlap.
    pub(crate) fn keep_apart(
        who: &str,
        (to, written): (Word, usize),
        (from, read): (Word, usize),
    ) -> Exec<()> {
        let one_object = to.provenance.is_some() && to.provenance == from.provenance;
        let (begin, start) = (to.bits, from.bits);
        let apart =
            begin >= start.saturating_add(read as u64) || start >= begin.saturating_add(written as u64);
        if one_object && !apart && read > 0 && written > 0 {
            return Err(Stop::error(Rule::Undefined, format!("`{who}` copies between ranges that overlap")));
        }
        Ok(())
    }

    /// Copies bytes with all they carry.
    pub(crate) fn copy_range(&mut self, who: &str, to: Word, from: Word, len: u64) -> Exec<()> {
        let from = self.locate_range(who, from, len, false)?;
        let to = self.locate_range(who, to, len, true)?;
        if let (Some(to), Some(from)) = (to, from) {
            self.allow_at(from, len as usize)?;
            self.draw_unwritten(from, len as usize);
            self.memory.copy(to, from, len as usize);
        }
        Ok(())
    }
}

fn copy(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (to, from, len) = (args.pointer(machine, 0)?, args.pointer(machine, 1)?, args.size(machine, 2)?);
    machine.copy_range(&args.name, to, from, len)?;
    Ok(to.into())
}

/// `memcpy` and its kin: the ranges are apart, or one and the same, which is what compilers make of an assignment.
fn copy_apart(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (to, from, len) = (args.pointer(machine, 0)?, args.pointer(machine, 1)?, args.size(machine, 2)?);
    machine.locate_range(&args.name, from, len, false)?;
    machine.locate_range(&args.name, to, len, true)?;
    if to.bits != from.bits {
        Interpreter::keep_apart(&args.name, (to, len as usize), (from, len as usize))?;
    }
    machine.copy_range(&args.name, to, from, len)?;
    Ok(to.into())
}

fn mempcpy(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (to, len) = (args.pointer(machine, 0)?, args.size(machine, 2)?);
    copy_apart(machine, args)?;
    Ok(machine.offset(to, len as usize).into())
}

fn bcopy(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (from, to, len) = (args.pointer(machine, 0)?, args.pointer(machine, 1)?, args.size(machine, 2)?);
    machine.copy_range(&args.name, to, from, len)?;
    Ok(Outcome::Void)
}

fn memset(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (to, len) = (args.pointer(machine, 0)?, args.size(machine, 2)?);
    let (byte, _) = args.value(1)?;
    if let Some(at) = machine.locate_range(&args.name, to, len, true)? {
        machine.allow_at(at, len as usize)?;
        machine.memory.fill(at, len as usize, byte.bits as u8, byte.undefined as u8);
    }
    Ok(to.into())
}

fn bzero(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (to, len) = (args.pointer(machine, 0)?, args.size(machine, 1)?);
    if let Some(at) = machine.locate_range(&args.name, to, len, true)? {
        machine.allow_at(at, len as usize)?;
        machine.memory.fill(at, len as usize, 0, 0);
    }
    Ok(Outcome::Void)
}

fn memcmp(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (a, b, len) = (args.pointer(machine, 0)?, args.pointer(machine, 1)?, args.size(machine, 2)?);
    let a = machine.locate_range(&args.name, a, len, false)?;
    let b = machine.locate_range(&args.name, b, len, false)?;
    let (Some(a), Some(b)) = (a, b) else { return Ok(int(0)) };
    machine.allow_at(a, len as usize)?;
    machine.allow_at(b, len as usize)?;
    // What comes after the first difference does not matter.
    let Some(first) = machine.memory.first_difference(a, b, len as usize) else { return Ok(int(0)) };
    let byte = |at: Located| machine.memory.objects()[at.index].byte(at.offset + first).unwrap_or((0, 0xff));
    let ((left, left_undefined), (right, right_undefined)) = (byte(a), byte(b));
    if left_undefined | right_undefined != 0 {
        let what = format!("byte {first} of its arguments, which was never given a value");
        return Err(Interpreter::undefined_in(&args.name, &what));
    }
    Ok(int(difference(&[left], &[right])))
}

/// The sign of the first difference.
pub(super) fn difference(a: &[u8], b: &[u8]) -> i64 {
    match a.cmp(b) {
        std::cmp::Ordering::Less => -1,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => 1,
    }
}

fn memmem(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (from, len) = (args.pointer(machine, 0)?, args.size(machine, 1)?);
    let (part, part_len) = (args.pointer(machine, 2)?, args.size(machine, 3)?);
    let text = machine.read_defined(&args.name, from, len)?;
    let part = machine.read_defined(&args.name, part, part_len)?;
    let found = position(machine, &text, &part)?;
    Ok(found.map_or(Word::ZERO, |at| machine.offset(from, at)).into())
}

fn memchr(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (from, byte, len) = (args.pointer(machine, 0)?, args.int(1)? as u8, args.size(machine, 2)?);
    find(machine, &args.name, from, byte, Some(len))
}

fn rawmemchr(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (from, byte) = (args.pointer(machine, 0)?, args.int(1)? as u8);
    find(machine, &args.name, from, byte, None)
}

/// The first such byte; bytes after it are not looked at.
fn find(machine: &Interpreter<'_>, who: &str, from: Word, byte: u8, most: Option<u64>) -> Exec<Outcome> {
    let most = most.unwrap_or(u64::MAX);
    let Some(at) = machine.locate_range(who, from, most.min(1), false)? else { return Ok(Word::ZERO.into()) };
    let room = machine.memory.room_at(at);
    let limit = room.min(usize::try_from(most).unwrap_or(usize::MAX));
    machine.allow_at(at, limit)?;
    let object = &machine.memory.objects()[at.index];
    let found = object.position_of(at.offset, limit, |held, undefined| held == byte || undefined != 0);
    let hole = found.and_then(|found| object.byte(found)).is_some_and(|(_, undefined)| undefined != 0);
    let found = found.map(|found| found - at.offset);
    if let Some(hole) = found.filter(|_| hole) {
        return Err(Interpreter::undefined_in(who, &format!("byte {hole}, which was never given a value")));
    }
    match found {
        Some(found) => Ok(machine.offset(from, found).into()),
        None if limit as u64 == most => Ok(Word::ZERO.into()),
        None => machine.locate_range(who, machine.offset(from, room), 1, false).map(|_| Word::ZERO.into()),
    }
}

fn memrchr(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (from, byte, len) = (args.pointer(machine, 0)?, args.int(1)? as u8, args.size(machine, 2)?);
    let bytes = machine.read_defined(&args.name, from, len)?;
    Ok(bytes.iter().rposition(|b| *b == byte).map_or(Word::ZERO, |at| machine.offset(from, at)).into())
}

/// Where an object starts.
pub(super) fn start_of(id: model::ObjectId) -> Located {
    Located { index: id.index(), offset: 0 }
}
