//! Which calls do the same everywhere.

use std::cmp::Ordering;

use ir::{Argument, Asks, FunctionId};

use super::open;
use crate::code::{CallCode, Code, Param};
use crate::machine::Interpreter;
use crate::stop::{Exec, Stop};

/// Library functions whose result and effect are the same everywhere, by increasing name.
const SAME_EVERYWHERE: [&str; 34] = [
    "_Exit",
    "__VERIFIER_assert",
    "__VERIFIER_assume",
    "__VERIFIER_error",
    "__VERIFIER_nondet__Bool",
    "__VERIFIER_nondet_bool",
    "__assert_fail",
    "_exit",
    "abort",
    "alloca",
    "bzero",
    "calloc",
    "exit",
    "free",
    "malloc",
    "memchr",
    "memmove",
    "memrchr",
    "memset",
    "realloc",
    "rindex",
    "stpcpy",
    "strcat",
    "strchr",
    "strcpy",
    "strcspn",
    "strdup",
    "strlen",
    "strncat",
    "strncpy",
    "strndup",
    "strnlen",
    "strrchr",
    "strspn",
];

/// Functions that look at bytes, by increasing name.
const READING: [&str; 20] = [
    "memchr", "memcmp", "memrchr", "rindex", "stpcpy", "strcat", "strchr", "strcmp", "strcpy", "strcspn",
    "strdup", "strlen", "strncat", "strncmp", "strncpy", "strndup", "strnlen", "strpbrk", "strrchr",
    "strspn",
];

/// Those of which the sign of the result is the same.
const SAME_SIGN: [&str; 3] = ["memcmp", "strcmp", "strncmp"];

/// Those whose effect is the same, but whose result says whether the system was able to.
const SAME_BUT_RESULT: [&str; 9] =
    ["fflush", "fprintf", "fputc", "fputs", "printf", "putc", "putchar", "puts", "vprintf"];

const ORDER: &str = "a function in which the order of evaluation may matter";

impl<'p> Interpreter<'p> {
    /// Stops if the entry function itself may do something else elsewhere, or is not all there is.
    pub(crate) fn determined_start(&self) -> Exec<()> {
        if !self.program.constructors.is_empty() || !self.program.destructors.is_empty() {
            return open("functions that run before or after `main`");
        }
        let entry = &self.program.functions[self.options.entry];
        if entry.contract.is_some() {
            return open("a contract");
        }
        match &*entry.body {
            Some(body) if body.unsequenced.is_empty() => Ok(()),
            _ => open(ORDER),
        }
    }

    /// Stops at a call that may do something else elsewhere. What an assertion asks is evaluated as it is anywhere: its checkers only read,
    /// and which objects they claim depends on no address ([`crate::claims`]).
    pub(crate) fn determined_call(&self, call: &CallCode<'p>, function: FunctionId) -> Exec<()> {
        let target = &self.program.functions[function];
        let assumed = call.asserted.is_some_and(|asked| asked.asks == Asks::Assumption);
        if target.contract.is_some() || assumed && self.options.checkers.functions.contains(&function) {
            return open("a contract");
        }
        match &*target.body {
            _ if self.library.reach_error.contains(&function) => Ok(()),
            // That there is a model of it does not make it do the same everywhere.
            _ if crate::library::overrides(self, function) => {
                self.determined_library_call(call, &target.name)
            }
            Some(body) if !body.unsequenced.is_empty() => open(ORDER),
            Some(_) => Ok(()),
            None => self.determined_library_call(call, &target.name),
        }
    }

    fn determined_library_call(&self, call: &CallCode<'p>, name: &str) -> Exec<()> {
        let name = name.strip_prefix("__builtin_").unwrap_or(name);
        if SAME_BUT_RESULT.binary_search(&name).is_ok() && call.dst.is_none() {
            return Ok(());
        }
        if READING.binary_search(&name).is_ok() {
            self.determined_bytes(call, name.starts_with("mem"))?;
        }
        if call.signs && call.dst.is_some() && SAME_SIGN.binary_search(&name).is_ok() {
            return Ok(());
        }
        if SAME_EVERYWHERE.binary_search(&name).is_err() {
            return Err(Stop::open(format!("a call of `{name}`")));
        }
        let argument = |index: usize| match call.args.get(index) {
            Some(Argument::Value(operand)) => self.defined(operand),
            _ => Err(Stop::open("a call with other arguments than the function has")),
        };
        let number = |index: usize| argument(index).map(|value| value.bits);
        match name {
            "stpcpy" | "strcat" | "strcpy" | "strncat" | "strncpy" => {
                let same = argument(0)?.provenance == argument(1)?.provenance;
                if same { open("a copy onto itself") } else { Ok(()) }
            }
            "malloc" | "alloca" => self.determined_size(Some(number(0)?)),
            "realloc" => self.determined_size(Some(number(1)?)),
            "calloc" => self.determined_size(number(0)?.checked_mul(number(1)?)),
            _ => Ok(()),
        }
    }

    /// Stops at a call that looks at bytes of addresses, which differ from machine to machine. A string is looked at up to its end.
    fn determined_bytes(&self, call: &CallCode<'p>, counted: bool) -> Exec<()> {
        let values = call.args.iter().filter_map(|argument| match argument {
            Argument::Value(operand) => self.defined(operand).ok(),
            Argument::Object(_) => None,
        });
        let values: Vec<_> = values.collect();
        let count = values.last().filter(|_| counted).map(|count| count.bits as usize);
        for value in &values {
            let Some((id, offset)) = self.memory.points_to(value.low()) else { continue };
            let (Some(object), Ok(from)) = (self.memory.live(id), usize::try_from(offset)) else { continue };
            let room = object.len().saturating_sub(from);
            let end = || object.position_of(from, room, |byte, _| byte == 0);
            let text = || end().map_or(room, |end| end + 1 - from);
            let len = count.unwrap_or_else(text).min(room);
            if !object.fragments().runs(from, len).is_empty() {
                return open("the bytes of an address");
            }
        }
        Ok(())
    }

    /// Stops at a call whose arguments do not fit the parameters.
    pub(crate) fn determined_arguments(&self, call: &CallCode<'p>, target: &Code<'p>) -> Exec<()> {
        let fits = |argument: &Argument, param: &Param| match (argument, param) {
            (Argument::Value(operand), Param::Register(_, repr)) => self
                .operand_repr(operand)
                .is_ok_and(|given| given.bits == repr.bits && given.is_float() == repr.is_float()),
            (Argument::Value(operand), Param::Slot(slot)) => self
                .operand_repr(operand)
                .is_ok_and(|given| u64::from(given.bytes) == target.slots[*slot as usize].size),
            (Argument::Object(place), Param::Slot(slot)) => {
                place.size(&self.program.types) == target.slots[*slot as usize].size
            }
            (Argument::Object(_), Param::Register(..)) => false,
        };
        let many = call.args.len().cmp(&target.params.len());
        let enough = many == Ordering::Equal || many == Ordering::Greater && target.variadic;
        if enough && call.args.iter().zip(&target.params).all(|(argument, param)| fits(argument, param)) {
            Ok(())
        } else {
            open("a call with other arguments than the function has")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_in_order() {
        assert!(SAME_EVERYWHERE.is_sorted());
        assert!(SAME_BUT_RESULT.is_sorted());
        assert!(SAME_SIGN.is_sorted());
    }
}
