//! Functions without a body.

use engine::{Checks, Cursor, Outcome};
use ir::{Argument, Call, Callee, Destination};

use crate::ThreeValued;
use crate::state::{State, Value};

/// Functions that never come back.
const ENDING: &[&str] =
    &["abort", "exit", "_exit", "_Exit", "quick_exit", "__assert_fail", "__builtin_trap", "__builtin_abort"];

impl ThreeValued {
    pub(crate) fn library_call(
        &self,
        at: &Cursor<'_>,
        state: State,
        call: &Call,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let Callee::Function(function) = call.callee else {
            return self.lost(at, "it is not known which function this calls");
        };
        let name = &*at.program.functions[function].name;
        for argument in &call.args {
            if let Argument::Value(operand) = argument
                && !self.is_usable(self.held(at, &state, *operand), out)
            {
                return Ok(Vec::new());
            }
        }
        if ENDING.contains(&name) {
            return Ok(Vec::new());
        }
        // A text that is printed as it is changes nothing the program sees.
        let texts = call.args.iter().all(|argument| match argument {
            Argument::Value(operand) => matches!(self.held(at, &state, *operand), Value::Static(..)),
            Argument::Object(_) => false,
        });
        if name != "puts" || !texts {
            return self.lost(at, &format!("`{name}` has no body and is not modelled"));
        }
        match call.dst {
            Some(Destination::Local(dst)) => self.bind(at, state, dst, Value::ANY, out),
            _ => Ok(vec![state]),
        }
    }
}
