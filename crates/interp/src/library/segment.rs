//! `sw_segment`: a part of a structure, up to where another begins.
//!
//! `sw_segment(list(a), list(b))` is told the first checker with its arguments, then the second with its own. The
//! first is called; where it, or what it calls, would call the second with just these arguments, that call holds
//! without being made. The segment holds if the first does and this happened once.

use ir::FunctionId;
use model::Value;

use super::{Args, Outcome, Table};
use crate::calls::Passed;
use crate::machine::Interpreter;
use crate::stop::{Exec, Stop};
use crate::tasks::{Next, Task};

pub(super) const TABLE: Table = &[("sw_segment", segment)];

/// A call that is not made.
#[derive(Debug)]
pub(crate) struct Cut {
    function: FunctionId,
    args: Vec<u128>,
    /// How often it was met.
    pub(crate) met: u32,
}

/// A segment being evaluated.
#[derive(Debug)]
pub(crate) struct Segment {
    function: FunctionId,
    args: Option<Vec<Passed>>,
}

fn segment(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (function, first, rest) = checker(machine, args, 0)?;
    let (end, last, _) = checker(machine, args, rest)?;
    let bits = |passed: &Passed| match passed {
        Passed::Value(value, _) => value.bits,
        Passed::Object(_) => 0,
    };
    let cut = Cut { function: end, args: last.iter().map(bits).collect(), met: 0 };
    if cut.is(function, &first) {
        return Ok(Outcome::Value(Value::new(1)));
    }
    if machine.sessions.is_empty() {
        machine.begin_assertion();
    }
    machine.cuts.push(cut);
    machine.begin(Task::Segment(Box::new(Segment { function, args: Some(first) })))?;
    Ok(Outcome::Pending)
}

/// The checker at an argument, what it is called with, and the argument after that.
fn checker(machine: &Interpreter<'_>, args: &Args, at: usize) -> Exec<(FunctionId, Vec<Passed>, usize)> {
    let function = machine.function_at(args.pointer(machine, at)?)?;
    let count = machine.program.functions[function].signature.params.len();
    let Some(values) = args.values.get(at + 1..at + 1 + count) else {
        return Err(Stop::unsupported("a segment of a checker with other arguments"));
    };
    Ok((function, values.to_vec(), at + 1 + count))
}

impl Cut {
    fn is(&self, function: FunctionId, args: &[Passed]) -> bool {
        let same = |(known, passed): (&u128, &Passed)| match passed {
            Passed::Value(value, _) => value.is_defined() && value.bits == *known,
            Passed::Object(_) => false,
        };
        function == self.function && args.len() == self.args.len() && self.args.iter().zip(args).all(same)
    }
}

impl Segment {
    /// Calls the first checker, then says whether the segment holds.
    pub(crate) fn next(&mut self, machine: &mut Interpreter<'_>, result: Option<Value>) -> Next {
        if let Some(args) = self.args.take() {
            return Next::Call(self.function, args);
        }
        let met = machine.cuts.pop().is_some_and(|cut| cut.met == 1);
        let holds = result.is_some_and(|value| value.is_defined() && value.bits != 0);
        Next::Done(Value::new(u128::from(met && holds)))
    }
}

impl Interpreter<'_> {
    /// Whether a call is the one at which the innermost segment ends.
    pub(crate) fn ends_segment(&mut self, function: FunctionId, args: &[Passed]) -> bool {
        match self.cuts.last_mut() {
            Some(cut) if cut.is(function, args) => {
                cut.met += 1;
                true
            }
            _ => false,
        }
    }
}
