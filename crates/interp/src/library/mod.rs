//! The C library: functions the program calls and does not define.
//!
//! One file per family, each with a table of names. Every access a library function makes is judged
//! like one of the program, under the function's name.

// The functions of a table have one type, whether or not each of them can fail.
#![allow(clippy::unnecessary_wraps)]

mod block;
mod bytes;
mod ctype;
mod files;
mod heap;
mod input;
mod math;
mod numbers;
mod opened;
mod process;
mod random;
mod scanning;
pub(crate) mod segment;
mod sets;
pub(crate) mod sort;
mod stdio;
mod strings;
mod unsupported;
mod verifier;

pub(crate) mod format;

use std::sync::OnceLock;

use ir::FunctionId;
use model::{Chunk, ObjectId, Value, Word};
use rustc_hash::FxHashMap;

use crate::calls::Passed;
use crate::machine::Interpreter;
use crate::repr::Repr;
use crate::stop::{Exec, Stop};

/// What a library function gave.
#[derive(Debug)]
pub(crate) enum Outcome {
    Void,
    Value(Value),
    Object(Chunk),
    /// A task was begun that will give the result.
    Pending,
}

impl From<Word> for Outcome {
    fn from(word: Word) -> Self {
        Self::Value(word.into())
    }
}

/// An `int` or `long` result.
pub(crate) fn int(value: i64) -> Outcome {
    Outcome::Value(Value::int(i128::from(value)))
}

/// A library function.
pub(crate) type Native = fn(&mut Interpreter<'_>, &Args) -> Exec<Outcome>;

/// Names with what they do.
pub(crate) type Table = &'static [(&'static str, Native)];

/// What the library remembers between calls.
#[derive(Debug, Default)]
pub(crate) struct Library {
    /// Functions given to `atexit`, the last first to run.
    pub at_exit: Vec<FunctionId>,
    /// `stdin`, `stdout`, `stderr`.
    pub streams: [Option<ObjectId>; 3],
    /// Where `errno` lives.
    pub errno: Option<ObjectId>,
    /// Where `strtok` goes on.
    pub strtok: Option<Word>,
    /// A character given back to `stdin`.
    pub unread: Option<u8>,
    /// Whether `stdin` has ended.
    pub ended: bool,
    /// How many bytes of it were asked for.
    pub bytes_read: u32,
    /// How much of the system's memory `sbrk` has given.
    pub given: u64,
    /// Files that were opened.
    pub files: opened::Files,
    /// Tables and buffers by name.
    pub objects: FxHashMap<&'static str, ObjectId>,
    /// The counter of `clock` and the like.
    pub ticks: u64,
    /// Calls of library functions so far.
    pub calls: u64,
    /// What the format in work, or the last one, has read: from where, and how many bytes.
    pub printed: Vec<(Word, usize)>,
    /// The functions named `reach_error`, and the one whose calls are errors: what they do does not matter.
    pub reach_error: Vec<FunctionId>,
    resolved: FxHashMap<FunctionId, Option<Native>>,
}

/// The arguments of a library call.
#[derive(Debug)]
pub(crate) struct Args {
    pub name: String,
    pub values: Vec<Passed>,
}

impl Args {
    /// An argument as it is.
    pub(crate) fn value(&self, index: usize) -> Exec<(Value, Repr)> {
        match self.values.get(index) {
            Some(Passed::Value(value, repr)) => Ok((*value, *repr)),
            _ => Err(Stop::unsupported(format!("a call of `{}` with too few arguments", self.name))),
        }
    }

    /// An argument whose bits are all defined.
    pub(crate) fn defined(&self, index: usize) -> Exec<Value> {
        let (value, _) = self.value(index)?;
        if value.is_defined() {
            return Ok(value);
        }
        let what = format!("argument {}, which was never given a value", index + 1);
        Err(Interpreter::undefined_in(&self.name, &what))
    }

    pub(crate) fn pointer(&self, machine: &Interpreter<'_>, index: usize) -> Exec<Word> {
        let word = self.defined(index)?.low();
        Ok(Word { bits: machine.truncate(word.bits), ..word })
    }

    /// A size: an unsigned number as wide as a pointer.
    pub(crate) fn size(&self, machine: &Interpreter<'_>, index: usize) -> Exec<u64> {
        Ok(machine.truncate(self.defined(index)?.bits as u64))
    }

    pub(crate) fn int(&self, index: usize) -> Exec<i32> {
        Ok(self.defined(index)?.bits as i32)
    }

    pub(crate) fn long(&self, machine: &Interpreter<'_>, index: usize) -> Exec<i64> {
        let bits = self.defined(index)?.bits;
        let narrow = machine.memory.target().long_bytes == 4;
        Ok(if narrow { i64::from(bits as i32) } else { bits as i64 })
    }
}

fn find(name: &str) -> Option<Native> {
    static TABLE: OnceLock<FxHashMap<&'static str, Native>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let tables: [Table; 18] = [
            files::TABLE,
            heap::TABLE,
            block::TABLE,
            bytes::TABLE,
            strings::TABLE,
            numbers::TABLE,
            ctype::TABLE,
            stdio::TABLE,
            opened::TABLE,
            input::TABLE,
            scanning::TABLE,
            process::TABLE,
            segment::TABLE,
            sets::TABLE,
            sort::TABLE,
            random::TABLE,
            math::TABLE,
            verifier::TABLE,
        ];
        tables.into_iter().flatten().copied().collect()
    });
    table.get(name).copied()
}

/// Functions whose models do just what they do, with objects of their own: runs beside an analysis do the same, with the same objects.
const DONE_BY_MODEL: [&str; 1] = ["__ctype_b_loc"];

/// Whether the library's meaning of a function goes before the program's.
pub(crate) fn overrides(machine: &Interpreter<'_>, function: FunctionId) -> bool {
    // A model only says what may happen.
    let modelled = || {
        let function = &machine.program.functions[function];
        let name = &*function.name;
        function.role == ir::Role::Model && !DONE_BY_MODEL.contains(&name) && native(name).is_some()
    };
    machine.library.reach_error.contains(&function) || modelled()
}

/// What a name means in the library, also with the compiler's prefix.
fn native(name: &str) -> Option<Native> {
    find(name).or_else(|| find(name.strip_prefix("__builtin_")?))
}

/// Calls a function the program does not define.
pub(crate) fn call(
    machine: &mut Interpreter<'_>,
    function: FunctionId,
    values: Vec<Passed>,
) -> Exec<Outcome> {
    let name = machine.function_name(function).to_owned();
    machine.inputs.here = machine.span();
    machine.library.calls += 1;
    if machine.library.reach_error.contains(&function) {
        return verifier::error(machine, &Args { name, values });
    }
    let native = *machine.library.resolved.entry(function).or_insert_with(|| native(&name));
    let name = name.strip_prefix("__builtin_").map_or(name.clone(), str::to_owned);
    match native {
        Some(native) => native(machine, &Args { name, values }),
        None => Err(unsupported::reason(&name)),
    }
}

/// Gives a global that the C library defines its contents. Whether it is one.
pub(crate) fn external(machine: &mut Interpreter<'_>, name: &str, object: ObjectId) -> Exec<bool> {
    stdio::external(machine, name, object)
}
