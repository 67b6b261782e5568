//! Functions without a body.

use engine::{Checks, Cursor, Outcome};
use ir::{Argument, Call, Callee, Destination, GlobalKind};
use library::format::printf;

use crate::Lengths;
use crate::names::Object;
use crate::state::{State, Value};

/// Functions that print a text, the first argument: they change nothing the program sees.
const PRINTING: &[&str] = &["printf", "puts", "perror"];

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
        if self.asked(at.program).is_decided(function) {
            if let Some(Destination::Local(dst)) = call.dst {
                let ty = at.body().locals[dst].ty;
                self.bind_any(at, &mut state, self.register(at, dst), ty, out);
            }
            return Ok(vec![state]);
        }
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
        if library::ends_program(name) {
            return Ok(Vec::new());
        }
        let prints = PRINTING.contains(&name) && self.prints_numbers(at, &state, call, name == "printf");
        if !prints {
            return self.lost(at, &format!("`{name}` has no body and is not modelled"));
        }
        if let Some(Destination::Local(dst)) = call.dst {
            let ty = at.body().locals[dst].ty;
            self.bind_any(at, &mut state, self.register(at, dst), ty, out);
        }
        Ok(vec![state])
    }

    /// Whether a call prints a string literal, and if that is a format, numbers that it asks for.
    fn prints_numbers(&self, at: &Cursor<'_>, state: &State, call: &Call, format: bool) -> bool {
        let Some((Argument::Value(text), rest)) = call.args.split_first() else { return false };
        let Value::Object(Object::Global(global), 0) = self.held(at, state, *text).value else {
            return false;
        };
        let global = &at.program.globals[global];
        let (GlobalKind::String, Some(init)) = (global.kind, &global.init) else { return false };
        let bytes: Vec<u8> = init.bytes.iter().flat_map(|(_, run)| run.iter().copied()).collect();
        let pointer = |argument: &Argument| match argument {
            Argument::Value(operand) => at.program.types.is_pointer(self.type_of(at, *operand)),
            Argument::Object(_) => true,
        };
        !rest.iter().any(pointer)
            && (!format || numbers_wanted(&bytes).is_some_and(|wanted| wanted <= rest.len()))
    }
}

/// How many numbers a format wants; `None` if it wants anything else.
fn numbers_wanted(format: &[u8]) -> Option<usize> {
    let pieces = printf::pieces(format.split(|byte| *byte == 0).next()?).ok()?;
    let wanted = printf::arguments(&pieces).ok()?;
    (!wanted.iter().any(|wanted| wanted.argument.is_pointer())).then_some(wanted.len())
}
