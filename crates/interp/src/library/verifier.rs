//! The functions verifiers agree on, and our own.

use model::{Rule, Value};

use super::{Args, Native, Outcome, Table};
use crate::machine::{CLOCK_BYTES, Interpreter};
use crate::options::Failures;
use crate::repr::{Class, Repr};
use crate::stop::{Exec, Stop};

macro_rules! nondet {
    ($class:expr, $bits:expr) => {{
        fn draw(machine: &mut Interpreter<'_>, _: &Args) -> Exec<Outcome> {
            let long = machine.memory.target().long_bytes * 8;
            let bits: u8 = if $bits == 0 { long } else { $bits };
            let value = machine.nondet(Repr { class: $class, bits, bytes: bits.div_ceil(8) });
            Ok(Outcome::Value(value))
        }
        draw as Native
    }};
}

pub(super) const TABLE: Table = &[
    ("__VERIFIER_nondet_bool", nondet!(Class::Bool, 1)),
    ("__VERIFIER_nondet__Bool", nondet!(Class::Bool, 1)),
    ("__VERIFIER_nondet_char", nondet!(Class::Signed, 8)),
    ("__VERIFIER_nondet_schar", nondet!(Class::Signed, 8)),
    ("__VERIFIER_nondet_uchar", nondet!(Class::Unsigned, 8)),
    ("__VERIFIER_nondet_u8", nondet!(Class::Unsigned, 8)),
    ("__VERIFIER_nondet_short", nondet!(Class::Signed, 16)),
    ("__VERIFIER_nondet_ushort", nondet!(Class::Unsigned, 16)),
    ("__VERIFIER_nondet_u16", nondet!(Class::Unsigned, 16)),
    ("__VERIFIER_nondet_int", nondet!(Class::Signed, 32)),
    ("__VERIFIER_nondet_uint", nondet!(Class::Unsigned, 32)),
    ("__VERIFIER_nondet_unsigned", nondet!(Class::Unsigned, 32)),
    ("__VERIFIER_nondet_u32", nondet!(Class::Unsigned, 32)),
    ("__VERIFIER_nondet_long", nondet!(Class::Signed, 0)),
    ("__VERIFIER_nondet_ulong", nondet!(Class::Unsigned, 0)),
    ("__VERIFIER_nondet_size_t", nondet!(Class::Unsigned, 0)),
    ("__VERIFIER_nondet_pointer", nondet!(Class::Unsigned, 0)),
    ("__VERIFIER_nondet_longlong", nondet!(Class::Signed, 64)),
    ("__VERIFIER_nondet_ulonglong", nondet!(Class::Unsigned, 64)),
    ("__VERIFIER_nondet_float", nondet!(Class::Unsigned, 32)),
    ("__VERIFIER_nondet_double", nondet!(Class::Unsigned, 64)),
    ("__VERIFIER_assume", assume),
    ("sw_assume", assume),
    ("__VERIFIER_assert", assert),
    ("sw_assert", assert),
    ("sw_len", length),
    ("__VERIFIER_error", error),
    ("reach_error", error),
];

fn assume(_: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    if args.defined(0)?.bits == 0 { Err(Box::new(Stop::Assumed)) } else { Ok(Outcome::Void) }
}

fn assert(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    if args.defined(0)?.bits != 0 {
        return Ok(Outcome::Void);
    }
    Err(machine.failed(format!("the condition given to `{}` does not hold", args.name)))
}

/// The cells of a list, given its start and where in a cell the link to the next one is.
fn length(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (mut cell, link) = (args.pointer(machine, 0)?, args.size(machine, 1)?);
    let (start, bytes) = (cell, machine.memory.pointer_bytes());
    // Brent's way of noticing a circle: a cell met again is, sooner or later, the marked one.
    let (mut count, mut marked, mut next_mark) = (0_u64, None, 1_u64);
    while cell.bits != 0 {
        if marked == Some(cell.bits) {
            return Err(Stop::error(
                Rule::Contract,
                "the list given to `sw_len` is circular: it has no length",
            ));
        }
        if count == next_mark {
            (marked, next_mark) = (Some(cell.bits), next_mark * 2);
            machine.allow(CLOCK_BYTES)?;
        }
        let at = machine.locate_range("sw_len", machine.offset(cell, link as usize), bytes, false)?;
        let Some(at) = at else { break };
        machine.counted(start, cell)?;
        cell = machine.memory.read(at, bytes as usize);
        if !cell.is_defined() {
            return Err(Interpreter::undefined_in("sw_len", "a link that was never given a value"));
        }
        count += 1;
    }
    Ok(Outcome::Value(Value::new(u128::from(count))))
}

/// A call of a function that must not be called.
pub(super) fn error(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let message = format!("`{}` is called", args.name);
    match &machine.options.failures {
        Failures::Calls(name) if **name == *args.name => Err(Stop::error(Rule::AssertFail, message)),
        _ => Err(machine.failed(message)),
    }
}

impl Interpreter<'_> {
    /// What it means that an assertion of the IR does not hold: it may stand for a call that must not be.
    pub(crate) fn asserted(&mut self, message: &str) -> Box<Stop> {
        let text = format!("the assertion `{message}` does not hold");
        match &self.options.failures {
            Failures::Calls(name) if message.strip_prefix(&**name) == Some("() is never called") => {
                Stop::error(Rule::AssertFail, text)
            }
            _ => match (self.failed(text), self.unmet.take()) {
                (stop, None) => stop,
                (mut stop, Some(unmet)) => {
                    if let Stop::Error { steps, .. } = &mut *stop {
                        steps.push(unmet);
                    }
                    stop
                }
            },
        }
    }

    /// What it means that an assertion does not hold.
    pub(crate) fn failed(&self, message: String) -> Box<Stop> {
        match self.options.failures {
            Failures::Errors => Stop::error(Rule::AssertFail, message),
            Failures::Ends | Failures::Calls(_) => Box::new(Stop::Abort(message)),
        }
    }
}
