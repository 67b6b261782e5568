//! Ending the program, and asking about its surroundings.

use model::{ObjectId, Value, Word};

use super::bytes::start_of;
use super::{Args, Outcome, Table, int};
use crate::machine::Interpreter;
use crate::startup::library_object;
use crate::stop::{Exec, Stop};

pub(super) const TABLE: Table = &[
    ("exit", exit),
    ("_exit", exit_now),
    ("_Exit", exit_now),
    ("quick_exit", exit_now),
    ("abort", abort),
    ("atexit", atexit),
    ("__builtin_trap", abort),
    ("trap", abort),
    ("__assert_fail", assert_fail),
    ("__assert", assert_fail),
    ("__assert_rtn", assert_fail),
    ("__assert_perror_fail", assert_fail),
    ("getenv", null),
    ("secure_getenv", null),
    ("setlocale", null),
    ("__errno_location", errno),
    ("time", time),
    ("clock", clock),
    ("getpid", pid),
    ("sleep", zero),
    ("usleep", zero),
    ("isatty", zero),
    ("setvbuf", zero),
    ("setbuf", nothing),
];

fn exit(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let status = args.int(0)?;
    machine.end(status)?;
    Ok(Outcome::Pending)
}

fn exit_now(_: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    Err(Box::new(Stop::Exit(args.int(0)?)))
}

fn abort(_: &mut Interpreter<'_>, _: &Args) -> Exec<Outcome> {
    Err(Box::new(Stop::Abort(String::new())))
}

fn atexit(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let pointer = args.pointer(machine, 0)?;
    let function = machine.function_at(pointer)?;
    machine.library.at_exit.push(function);
    Ok(int(0))
}

fn assert_fail(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let text =
        args.pointer(machine, 0).and_then(|pointer| machine.read_string(&args.name, pointer, Some(200)));
    let text =
        text.map_or_else(|_| "an assertion".into(), |text| String::from_utf8_lossy(&text).into_owned());
    Err(machine.failed(format!("the assertion `{text}` does not hold")))
}

fn null(_: &mut Interpreter<'_>, _: &Args) -> Exec<Outcome> {
    Ok(Word::ZERO.into())
}

fn zero(_: &mut Interpreter<'_>, _: &Args) -> Exec<Outcome> {
    Ok(int(0))
}

fn nothing(_: &mut Interpreter<'_>, _: &Args) -> Exec<Outcome> {
    Ok(Outcome::Void)
}

/// What models call the number of the last error.
const ERRNO: &str = "__shapewright_errno";

fn errno(machine: &mut Interpreter<'_>, _: &Args) -> Exec<Outcome> {
    let id = machine.errno_object()?;
    Ok(machine.memory.address_of(id).into())
}

impl Interpreter<'_> {
    fn errno_object(&mut self) -> Exec<ObjectId> {
        if let Some(id) = self.library.errno {
            return Ok(id);
        }
        // Where the models have it, it is theirs, unless nothing is left of the function that leads there.
        let leads = |function: &ir::Function| {
            &*function.name == "__errno_location" && function.role == ir::Role::Model
        };
        let is_led_to = self.program.functions.iter().any(leads);
        let mut globals = self.program.globals.enumerate().filter(|_| is_led_to);
        let modelled = globals.find(|(_, global)| &*global.name == ERRNO);
        let modelled = modelled.and_then(|(id, _)| self.memory.global(id));
        if let Some(id) = modelled {
            self.library.errno = Some(id);
            return Ok(id);
        }
        let id = library_object(self, "errno", 4)?;
        self.memory.fill(start_of(id), 4, 0, 0);
        self.library.errno = Some(id);
        Ok(id)
    }

    /// Sets `errno`.
    pub(super) fn set_errno(&mut self, code: i32) -> Exec<()> {
        let id = self.errno_object()?;
        self.memory.write_bytes(start_of(id), &code.to_le_bytes());
        Ok(())
    }

    /// What `errno` is.
    pub(super) fn errno(&self) -> i32 {
        let word = self.library.errno.map(|id| self.memory.read(start_of(id), 4));
        word.map_or(0, |word| word.bits as i32)
    }
}

/// The time is an input, so that runs can be repeated.
fn time(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let bits = u32::from(machine.memory.target().long_bytes) * 8;
    let value = Value::int(i128::from(machine.inputs.below((1 << 31) - 1)));
    let to = args.pointer(machine, 0)?;
    if to.bits != 0
        && let Some(at) = machine.locate_range(&args.name, to, u64::from(bits / 8), true)?
    {
        machine.memory.write_value(at, bits as usize / 8, value);
    }
    Ok(Outcome::Value(value))
}

fn clock(machine: &mut Interpreter<'_>, _: &Args) -> Exec<Outcome> {
    machine.library.ticks += 1000;
    Ok(int(machine.library.ticks as i64))
}

fn pid(_: &mut Interpreter<'_>, _: &Args) -> Exec<Outcome> {
    Ok(int(4242))
}
