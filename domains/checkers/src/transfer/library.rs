//! Functions that are not entered: those without a body, and those whose contract or definition says all.

use engine::{Checks, Cursor, Outcome};
use ir::{AllocKind, Argument, Call, Callee, Destination};
use model::Rule;

use super::lost;
use crate::heap::{Root, State, Term, Value};
use crate::{Checkers, SBRK};

/// Functions of the library whose result is a pointer or a size.
const GIVES_WORD: [&str; 20] = [
    "realloc", "strlen", "strnlen", "strspn", "strcspn", "strcpy", "stpcpy", "strcat", "strncpy", "strncat",
    "strdup", "strndup", "strchr", "strrchr", "strstr", "strpbrk", "fgets", "memchr", "fread", "fwrite",
];

impl Checkers {
    pub(super) fn library_call(
        &self,
        at: &Cursor<'_>,
        state: State,
        call: &Call,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let function = match call.callee {
            Callee::Function(function) => Some(function),
            Callee::Pointer(_) => {
                self.called(at, call, &state).and_then(|functions| functions.first().copied())
            }
        };
        let Some(function) = function else { return self.no_function(at, state, call, out) };
        let callee = &at.program.functions[function];
        if self.asked.is_decided(function) {
            return Ok(vec![self.decided_call(at, state, call, function)]);
        }
        for argument in &call.args {
            if let Argument::Value(operand) = argument
                && !self.is_usable(at, &state, *operand, out)
            {
                // To pass it on is no error yet in a run, but what a contract says is about values.
                let by_contract = callee.body.is_some();
                return if by_contract { lost(at, "it is given what has no value") } else { Ok(Vec::new()) };
            }
        }
        if callee.body.is_some() {
            return match self.definition_of(function) {
                Some(definition) => self.checker_call(at, state, call, definition),
                None => self.contract_call(at, state, call, function, out),
            };
        }
        let name = of_any_dialect(&callee.name);
        if library::ends_program(name) {
            return Ok(Vec::new());
        }
        if GIVES_WORD.contains(&name) && self.is_narrow(at, call) {
            return lost(at, &format!("`{name}` is declared with another result than the library's"));
        }
        if let ("realloc", [Argument::Value(pointer), Argument::Value(size)]) = (name, call.args.as_slice()) {
            return self.realloc(at, state, call, (*pointer, *size), out);
        }
        if let Some(left) = self.text_call(at, &state, call, name, out) {
            return left;
        }
        if let Some(left) = self.numeral_call(at, &state, call, name, out) {
            return left;
        }
        if let (SBRK, [Argument::Value(bytes)]) = (name, call.args.as_slice()) {
            return self.system_memory(at, state, call, *bytes, out);
        }
        if let Some(left) = self.printing_call(at, &state, call, name, out) {
            return left;
        }
        if let Some(left) = self.scanning_call(at, &state, call, name, out) {
            return left;
        }
        if let Some(left) = self.stream_call(at, &state, call, name, out) {
            return left;
        }
        if let Some(left) = self.permute_call(at, &state, call, name, out) {
            return left;
        }
        // By their names these are statements; here they are called through pointers.
        match (name, call.args.as_slice(), &call.dst) {
            ("free", [Argument::Value(pointer)], _) => return self.free(at, state, *pointer, out),
            ("malloc", [Argument::Value(size)], Some(Destination::Local(dst))) => {
                return self.alloc(at, state, *dst, AllocKind::Malloc, (*size, None), out);
            }
            ("calloc", [Argument::Value(count), Argument::Value(size)], Some(Destination::Local(dst))) => {
                return self.alloc(at, state, *dst, AllocKind::Calloc, (*size, Some(*count)), out);
            }
            _ => {}
        }
        lost(at, &format!("`{name}` has no body and is not modelled"))
    }

    /// A call through a pointer that leads to no function as far as is known.
    fn no_function(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        call: &Call,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        if let Callee::Pointer(pointer) = call.callee {
            if !self.is_usable(at, &state, pointer, out) {
                return Ok(Vec::new());
            }
            let term = self.operand(at, &mut state, pointer).term();
            if term.is_some_and(|term| state.is_equal(term, Term::NULL)) {
                out.open(Rule::NullDeref, "the call goes through a null pointer");
                return Ok(Vec::new());
            }
        }
        lost(at, "it is not known which function this calls")
    }

    /// Whether the result of a call is put where no pointer and no size fits.
    fn is_narrow(&self, at: &Cursor<'_>, call: &Call) -> bool {
        match call.dst {
            Some(Destination::Local(dst)) => {
                let size = at.program.types.size(at.body().locals[dst].ty);
                size != u64::from(at.program.target.pointer_bytes)
            }
            _ => false,
        }
    }

    /// The result of a call is anything of its type.
    pub(crate) fn receive_any(&self, at: &Cursor<'_>, state: &mut State, call: &Call) {
        if let Some(Destination::Local(dst)) = call.dst {
            let ty = at.body().locals[dst].ty;
            let value = self.any_of_type(at.program, state, ty);
            state.set_root(Root::Register(dst), value);
        }
    }

    /// The functions a call may reach.
    pub(crate) fn called(&self, at: &Cursor<'_>, call: &Call, before: &State) -> Option<Vec<ir::FunctionId>> {
        match call.callee {
            Callee::Function(function) => Some(vec![function]),
            Callee::Pointer(pointer) => {
                let mut state = before.clone();
                let value = self.operand(at, &mut state, pointer);
                if value == Value::Uninit || value.term().is_some_and(|term| state.is_equal(term, Term::NULL))
                {
                    return Some(Vec::new());
                }
                let base = value.term().filter(|term| term.offset == 0)?.base?;
                match state.block(base)?.origin {
                    crate::heap::Origin::Code(function) => Some(vec![function]),
                    _ => None,
                }
            }
        }
    }
}

/// The name of a library function without what glibc's headers put before it to tell versions of the language apart.
fn of_any_dialect(name: &str) -> &str {
    ["__isoc99_", "__isoc23_", "__builtin_"]
        .iter()
        .find_map(|dialect| name.strip_prefix(dialect))
        .unwrap_or(name)
}
