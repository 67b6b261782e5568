//! Functions without a body.

use engine::{Checks, Cursor, Outcome};
use ir::{Argument, Call, Callee, Destination, GlobalId, Program};
use library::format::{Wanted, printf};

use crate::ThreeValued;
use crate::state::{State, Value};

/// Functions of numbers, and of the world outside, that touch no memory of the program.
const APART: &[&str] = &[
    "getchar", "putchar", "rand", "srand", "random", "srandom", "abs", "labs", "llabs", "sleep", "usleep",
    "clock",
];

/// Functions that write a text.
const TEXTS: &[&str] = &["puts", "perror"];

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
        let mut values = Vec::new();
        for argument in &call.args {
            let Argument::Value(operand) = argument else {
                return self.lost(at, "a struct is passed, which is not modelled");
            };
            let value = self.held(at, &state, *operand);
            if !self.is_usable(value, out) {
                return Ok(Vec::new());
            }
            let types = &at.program.types;
            let ty = self.type_of(at, *operand);
            values.push((value, types.integer(ty).is_some() && !types.is_pointer(ty)));
        }
        if library::ends_program(name) {
            return Ok(Vec::new());
        }
        let numbers = |values: &[(Value, bool)]| values.iter().all(|(_, is_number)| *is_number);
        let known = match values.as_slice() {
            values if APART.contains(&name) => numbers(values),
            [(Value::Static(text, 0), _)] if TEXTS.contains(&name) => text_of(at.program, *text).is_some(),
            // The numbers that the text asks for are there, and nothing else is.
            [(Value::Static(format, 0), _), rest @ ..] if name == "printf" => {
                let asked = text_of(at.program, *format).and_then(|text| numbers_asked(&text));
                numbers(rest) && asked == Some(rest.len())
            }
            [(Value::Null, _)] => name == "time",
            _ => false,
        };
        if !known {
            return self.lost(at, &format!("`{name}` has no body and is not modelled"));
        }
        match call.dst {
            Some(Destination::Local(dst)) => self.bind(at, state, dst, Value::ANY, out),
            _ => Ok(vec![state]),
        }
    }
}

/// The text of a string that is never written.
fn text_of(program: &Program, global: GlobalId) -> Option<Vec<u8>> {
    let known = &program.globals[global];
    let init = known.init.as_ref().filter(|init| known.read_only && init.addresses.is_empty())?;
    let (_, bytes) = init.bytes.iter().find(|(start, _)| *start == 0)?;
    let end = bytes.iter().position(|byte| *byte == 0);
    // What is not written down is zero.
    (end.is_some() || (bytes.len() as u64) < known.size).then(|| bytes[..end.unwrap_or(bytes.len())].to_vec())
}

/// How many numbers a text for `printf` asks for, if it asks for whole numbers alone.
fn numbers_asked(text: &[u8]) -> Option<usize> {
    let pieces = printf::pieces(text).ok()?;
    let wanted = printf::arguments(&pieces).ok()?;
    let is_whole =
        |wanted: &Wanted<_>| matches!(wanted.argument, printf::Argument::Int | printf::Argument::Integer(..));
    wanted.iter().all(is_whole).then_some(wanted.len())
}
