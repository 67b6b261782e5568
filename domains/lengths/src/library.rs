//! Functions without a body.

use engine::{Checks, Cursor, Outcome};
use ir::{Argument, Call, Callee, Destination};

use crate::Lengths;
use crate::state::State;

/// Functions that never come back.
const ENDING: &[&str] =
    &["abort", "exit", "_exit", "_Exit", "quick_exit", "__assert_fail", "__builtin_trap", "__builtin_abort"];

/// Functions that only look at numbers and give one.
const NUMERIC: &[&str] = &[
    "rand", "random", "putchar", "abs", "labs", "isdigit", "isalpha", "isspace", "isupper", "islower",
    "isalnum", "toupper", "tolower", "getchar", "time", "clock", "srand", "srandom",
];

/// Functions that print: they read what their arguments say and change nothing the program sees.
const PRINTING: &[&str] = &["printf", "puts", "fprintf", "fputs", "perror", "fflush"];

impl Lengths {
    pub(crate) fn library_call(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        call: &Call,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let Callee::Function(function) = call.callee else {
            return self.lost(at, "it is not known which function this calls");
        };
        let callee = &at.program.functions[function];
        for argument in &call.args {
            if let Argument::Value(operand) = argument
                && !self.is_usable(&self.held(at, &state, *operand), out)
            {
                return Ok(Vec::new());
            }
        }
        let name = &*callee.name;
        if name == "sw_len" {
            return self.length_of(at, state, call, out);
        }
        if ENDING.contains(&name) {
            return Ok(Vec::new());
        }
        // A format is a string literal; numbers may follow, strings would have to be looked at.
        let plain = call.args.iter().skip(1).all(|argument| match argument {
            Argument::Value(operand) => !at.program.types.is_pointer(self.type_of(at, *operand)),
            Argument::Object(_) => false,
        });
        let harmless = NUMERIC.contains(&name) || (PRINTING.contains(&name) && plain);
        if !harmless {
            return self.lost(at, &format!("`{name}` has no body and is not modelled"));
        }
        if let Some(Destination::Local(dst)) = call.dst {
            let ty = at.body().locals[dst].ty;
            self.bind_any(at, &mut state, self.register(at, dst), ty, out);
        }
        Ok(vec![state])
    }
}
