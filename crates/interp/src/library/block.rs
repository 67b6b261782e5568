//! `sw_block`: bytes behind a struct that belong to it.
//!
//! `sw_block(p, n)` holds if the object that `p` points into has `n` bytes from there on and nothing else claims any of them
//! (`claims`). What they hold does not matter, nor whether they were ever written.

use model::Value;

use super::{Args, Outcome, Table};
use crate::machine::Interpreter;
use crate::stop::Exec;

pub(super) const TABLE: Table = &[("sw_block", block)];

fn block(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (begin, size) = (args.pointer(machine, 0)?, args.size(machine, 1)?);
    let holds = machine.claims_block(begin, size);
    Ok(Outcome::Value(Value::new(u128::from(holds))))
}
