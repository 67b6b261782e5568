//! Files and directories by their names: what is there is an input, so that runs can be repeated.
//!
//! Whether a call succeeds, which entries a directory has and what kind of file a name stands for are inputs; two
//! calls need not agree with each other, as others may change files at any time. Nothing that has a name can be read or
//! written: streams are in `stdio`. Locks are always free: there is one thread.

use ir::{Field, Record};
use model::{ObjectId, Value, Word};

use super::bytes::start_of;
use super::{Args, Outcome, Table, int};
use crate::machine::Interpreter;
use crate::startup::library_object;
use crate::stop::{Exec, Stop};

pub(super) const TABLE: Table = &[
    ("access", of_path),
    ("chdir", of_path),
    ("chmod", of_path),
    ("mkdir", of_path),
    ("rmdir", of_path),
    ("unlink", of_path),
    ("stat", status),
    ("lstat", status),
    ("stat64", status),
    ("lstat64", status),
    ("fstat", status_of_descriptor),
    ("fstat64", status_of_descriptor),
    ("open", no_file),
    ("open64", no_file),
    ("creat", no_file),
    ("opendir", opendir),
    ("readdir", readdir),
    ("readdir64", readdir),
    ("closedir", closedir),
    ("fileno", fileno),
    ("pthread_mutex_init", free_lock),
    ("pthread_mutex_destroy", free_lock),
    ("pthread_mutex_lock", free_lock),
    ("pthread_mutex_trylock", free_lock),
    ("pthread_mutex_unlock", free_lock),
];

/// `ENOENT`.
const NOT_THERE: i32 = 2;

/// What a directory may have in it.
const NAMES: [&[u8]; 3] = [b"a", b".", b"b.c"];

/// The kinds of files: what `st_mode` may be.
const MODES: [u32; 2] = [0o100_644, 0o040_755];

/// Whether something succeeds.
fn outcome(machine: &mut Interpreter<'_>) -> Exec<Outcome> {
    if machine.inputs.below(1) != 0 {
        return Ok(int(0));
    }
    machine.set_errno(NOT_THERE)?;
    Ok(int(-1))
}

fn of_path(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    machine.read_string(&args.name, args.pointer(machine, 0)?, None)?;
    outcome(machine)
}

fn no_file(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    machine.read_string(&args.name, args.pointer(machine, 0)?, None)?;
    machine.set_errno(NOT_THERE)?;
    Ok(int(-1))
}

fn status(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    machine.read_string(&args.name, args.pointer(machine, 0)?, None)?;
    write_status(machine, args)
}

fn status_of_descriptor(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    args.int(0)?;
    write_status(machine, args)
}

/// Fills a `struct stat` if the call succeeds.
fn write_status(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    if machine.inputs.below(1) == 0 {
        machine.set_errno(NOT_THERE)?;
        return Ok(int(-1));
    }
    let (record, mode) = member(machine, args, "struct stat", "st_mode")?;
    let chosen = MODES[machine.inputs.below(MODES.len() as u64 - 1) as usize];
    let mut bytes = vec![0; record.size as usize];
    if let Some(place) = bytes.get_mut(mode.offset as usize..mode.offset as usize + 4) {
        place.copy_from_slice(&chosen.to_le_bytes());
    }
    machine.write_range(&args.name, args.pointer(machine, 1)?, &bytes)?;
    Ok(int(0))
}

/// A struct of the system's headers, and one of its members.
fn member<'p>(
    machine: &Interpreter<'p>,
    args: &Args,
    record: &str,
    member: &str,
) -> Exec<(&'p Record, &'p Field)> {
    let all = machine.program.types.records().map(|(_, known)| known);
    let mut complete = all.filter(|known| known.complete && *known.name == *record);
    let found = complete.find_map(|known| {
        let field = known.fields.iter().find(|field| *field.name == *member)?;
        Some((known, field))
    });
    found.ok_or_else(|| Stop::unsupported(format!("`{}` is called without the header it needs", args.name)))
}

fn opendir(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    machine.read_string(&args.name, args.pointer(machine, 0)?, None)?;
    if machine.inputs.below(1) == 0 {
        machine.set_errno(NOT_THERE)?;
        return Ok(Word::ZERO.into());
    }
    let directory = library_object(machine, "directory", 1)?;
    machine.memory.fill(start_of(directory), 1, 0, 0);
    Ok(machine.memory.address_of(directory).into())
}

/// An entry, which the next call overwrites.
fn readdir(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    machine.read_defined(&args.name, args.pointer(machine, 0)?, 1)?;
    let Some(name) = (machine.inputs.below(NAMES.len() as u64) as usize).checked_sub(1) else {
        return Ok(Word::ZERO.into());
    };
    let (record, field) = member(machine, args, "struct dirent", "d_name")?;
    let entry = entry(machine, record.size)?;
    let mut bytes = vec![0; record.size as usize];
    let place = field.offset as usize..field.offset as usize + NAMES[name].len();
    if let Some(place) = bytes.get_mut(place) {
        place.copy_from_slice(NAMES[name]);
    }
    machine.memory.write_bytes(start_of(entry), &bytes);
    Ok(machine.memory.address_of(entry).into())
}

fn entry(machine: &mut Interpreter<'_>, size: u64) -> Exec<ObjectId> {
    const NAME: &str = "directory entry";
    if let Some(known) = machine.library.objects.get(NAME) {
        return Ok(*known);
    }
    let entry = library_object(machine, NAME, size)?;
    machine.library.objects.insert(NAME, entry);
    Ok(entry)
}

fn closedir(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    machine.read_defined(&args.name, args.pointer(machine, 0)?, 1)?;
    Ok(int(0))
}

fn fileno(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let stream = args.pointer(machine, 0)?;
    let streams = machine.library.streams.into_iter().flatten();
    let number = streams.map(|id| machine.memory.address_of(id).bits).position(|bits| bits == stream.bits);
    match number {
        Some(number) => Ok(Outcome::Value(Value::int(number as i128))),
        None => Err(Stop::unsupported("`fileno` of something that is no stream")),
    }
}

fn free_lock(_: &mut Interpreter<'_>, _: &Args) -> Exec<Outcome> {
    Ok(int(0))
}
