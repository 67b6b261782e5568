//! Numbers read from strings: `strtol`, `atoi` and their relatives.
//!
//! The number may be any; where it ends is somewhere in the string.

use engine::{Checks, Cursor, Outcome};
use ir::{Call, Const, ConstValue, Operand};

use super::formatted::value;
use crate::Checkers;
use crate::heap::{State, Term, Value};

impl Checkers {
    /// A call that reads a number from a string; `None` if it is not one of these.
    pub(super) fn numeral_call(
        &self,
        at: &Cursor<'_>,
        state: &State,
        call: &Call,
        name: &str,
        out: &mut Checks,
    ) -> Option<Outcome<Vec<State>>> {
        let given: Option<Vec<Operand>> = call.args.iter().map(value).collect();
        let state = state.clone();
        match (name, given?.as_slice()) {
            ("atoi" | "atol" | "atoll" | "atof", [s]) => Some(self.after_texts(at, state, call, &[*s], out)),
            ("strtol" | "strtoul" | "strtoll" | "strtoull" | "strtoimax" | "strtoumax", [s, end, base]) => {
                Some(self.read_number(at, state, call, (*s, *end, is_base(*base)), out))
            }
            ("strtod" | "strtof" | "strtold", [s, end]) => {
                Some(self.read_number(at, state, call, (*s, *end, true), out))
            }
            _ => None,
        }
    }

    /// Reads a number, and tells where it ends unless that place is null; perhaps not even then, if it is not sure that there is such a number.
    fn read_number(
        &self,
        at: &Cursor<'_>,
        state: State,
        call: &Call,
        (s, end, is_sure): (Operand, Operand, bool),
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let mut states = Vec::new();
        for (mut state, text) in self.text(at, state, s, out)? {
            let asked = self.operand(at, &mut state, end).term();
            let may_be_asked = asked.is_none_or(|end| !self.proves_eq(&state, end, Term::NULL));
            if !asked.is_some_and(|end| self.proves_ne(&state, end, Term::NULL)) {
                let mut untold = state.clone();
                if asked.is_none_or(|end| untold.pure.guard_eq(&end.form())) {
                    states.push(untold);
                }
            }
            if may_be_asked && asked.is_none_or(|end| state.pure.guard_ne(&end.form())) {
                if !is_sure {
                    states.push(state.clone());
                }
                let Some(count) = self.count_up_to(at, &mut state, &text.length.form()) else { continue };
                let behind = self.pointer_to(&mut state, text, count);
                let behind = behind.map_or(Value::Any, Value::Known);
                states.extend(self.store_value(at, state, &self.pointee(at, end), behind, out)?);
            }
        }
        for state in &mut states {
            self.receive_any(at, state, call);
        }
        Ok(states)
    }
}

/// Whether there are numbers to this base; for another one nothing is told (POSIX), or anything may happen (C).
fn is_base(base: Operand) -> bool {
    matches!(base, Operand::Const(Const { value: ConstValue::Int(0 | 2..=36), .. }))
}
