//! Random numbers: they are inputs, so that runs can be repeated.

use model::Value;

use super::{Args, Outcome, Table, int};
use crate::machine::Interpreter;
use crate::stop::Exec;

pub(super) const TABLE: Table = &[
    ("rand", rand),
    ("random", rand),
    ("lrand48", rand),
    ("rand_r", rand_r),
    ("srand", seed),
    ("srandom", seed),
    ("srand48", seed),
    ("drand48", drand48),
    ("arc4random", arc4random),
];

const MOST: u64 = 0x7fff_ffff;

fn rand(machine: &mut Interpreter<'_>, _: &Args) -> Exec<Outcome> {
    Ok(int(machine.inputs.below(MOST) as i64))
}

fn arc4random(machine: &mut Interpreter<'_>, _: &Args) -> Exec<Outcome> {
    Ok(int(machine.inputs.below(0xffff_ffff) as i64))
}

/// The state is read and written, as the caller expects.
fn rand_r(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let state = args.pointer(machine, 0)?;
    machine.read_defined(&args.name, state, 4)?;
    let value = machine.inputs.below(MOST);
    machine.write_range(&args.name, state, &(value as u32).to_le_bytes())?;
    Ok(int(value as i64))
}

fn seed(_: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    args.int(0)?;
    Ok(Outcome::Void)
}

fn drand48(machine: &mut Interpreter<'_>, _: &Args) -> Exec<Outcome> {
    let value = machine.inputs.below((1 << 48) - 1) as f64 / (1u64 << 48) as f64;
    Ok(Outcome::Value(Value::new(value.to_bits().into())))
}
