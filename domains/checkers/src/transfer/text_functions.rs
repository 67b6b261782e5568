//! Functions of `<string.h>`, and others that are given strings, as the C standard describes them.
//!
//! Of what a string holds nothing is known, so what depends on it is any of what it may be: `strchr` finds nothing, or a place in the string.

use engine::{Checks, Cursor, Outcome};
use ir::{Argument, Call, Const, ConstValue, Operand};
use logic::Form;

use super::access::Access;
use super::lost;
use super::resize::receive;
use super::strings::Text;
use crate::Checkers;
use crate::heap::{Rest, State, Term};

/// What models call a function that writes some string.
const TEXT: &str = "__shapewright_text";

impl Checkers {
    /// A call of a function that is about strings; `None` if it is not one of these.
    pub(super) fn text_call(
        &self,
        at: &Cursor<'_>,
        state: &State,
        call: &Call,
        name: &str,
        out: &mut Checks,
    ) -> Option<Outcome<Vec<State>>> {
        let given: Option<Vec<Operand>> = call
            .args
            .iter()
            .map(|argument| match argument {
                Argument::Value(operand) => Some(*operand),
                Argument::Object(_) => None,
            })
            .collect();
        let state = || state.clone();
        Some(match (name, given?.as_slice()) {
            ("strlen", [s]) => self.strlen(at, state(), call, *s, out),
            ("strcpy" | "stpcpy", [to, from]) => {
                self.strcpy(at, state(), call, (*to, *from), name == "stpcpy", out)
            }
            ("strcat", [to, from]) => {
                self.text(at, state(), *from, out).and_then(|texts| self.append(at, texts, call, *to, out))
            }
            ("strdup", [s]) => {
                self.text(at, state(), *s, out).and_then(|texts| self.duplicate(at, texts, call))
            }
            ("strcmp" | "strcasecmp", [a, b]) => self.strcmp(at, state(), call, (*a, *b), out),
            ("strcoll", [a, b]) => self.after_texts(at, state(), call, &[*a, *b], out),
            ("strspn" | "strcspn", [s, set]) => self.count_in_text(at, state(), call, (*s, Some(*set)), out),
            ("strchr" | "strrchr", [s, character]) => {
                // The byte that ends the string can be looked for, too.
                let least = i64::from(is_not_zero(*character));
                self.find_in_text(at, state(), call, (*s, None, least), out)
            }
            ("strstr", [s, other]) => self.find_in_text(at, state(), call, (*s, Some(*other), 0), out),
            ("strpbrk", [s, set]) => self.find_in_text(at, state(), call, (*s, Some(*set), 1), out),
            ("strncmp" | "strncasecmp", [a, b, size]) => {
                self.strncmp(at, state(), call, (*a, *b, *size), out)
            }
            ("strnlen", [s, size]) => self.strnlen(at, state(), call, (*s, *size), out),
            ("strncpy", [to, from, size]) => self.strncpy(at, state(), call, (*to, *from, *size), out),
            ("strncat", [to, from, size]) => {
                let texts = self.text_within(at, state(), (*from, *size), out);
                texts.and_then(|texts| self.append(at, texts, call, *to, out))
            }
            ("strndup", [s, size]) => {
                let texts = self.text_within(at, state(), (*s, *size), out);
                texts.and_then(|texts| self.duplicate(at, texts, call))
            }
            ("fgets", [to, size, stream]) => {
                self.to_stream(at, state(), *stream, out).and_then(|state| match state {
                    Some(state) => self.fgets(at, state, call, (*to, *size), out),
                    None => Ok(Vec::new()),
                })
            }
            (TEXT, [to, size]) => self.fgets(at, state(), call, (*to, *size), out),
            ("memcmp", [a, b, size]) => self.memcmp(at, state(), call, (*a, *b, *size), out),
            ("memchr", [s, _, size]) => self.memchr(at, state(), call, (*s, *size), out),
            _ => return None,
        })
    }

    fn strlen(
        &self,
        at: &Cursor<'_>,
        state: State,
        call: &Call,
        s: Operand,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let mut states = Vec::new();
        for (mut state, text) in self.text(at, state, s, out)? {
            receive(&mut state, call, text.length);
            states.push(state);
        }
        Ok(states)
    }

    fn strcpy(
        &self,
        at: &Cursor<'_>,
        state: State,
        call: &Call,
        (to, from): (Operand, Operand),
        gives_end: bool,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let mut states = Vec::new();
        for (mut state, text) in self.text(at, state, from, out)? {
            let size = text.bytes(1);
            let held = text.hold(&mut state);
            for (mut state, spot) in
                self.locate(at, state, &self.pointee(at, to), &size, Access::Write, out)?
            {
                let Some(text) = held.release(&mut state) else { continue };
                let Some((base, offset)) = spot.place() else {
                    return lost(at, "it is not known where the string is copied to");
                };
                let copy = Text { base, offset, ..text };
                self.write_text(at, &mut state, text, copy)?;
                let result = if gives_end { self.pointer_to(&mut state, copy, copy.length) } else { None };
                self.receive_pointer(at, &mut state, call, result, to);
                states.push(state);
            }
        }
        Ok(states)
    }

    /// Puts strings behind the one that is there.
    fn append(
        &self,
        at: &Cursor<'_>,
        texts: Vec<(State, Text)>,
        call: &Call,
        to: Operand,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let mut states = Vec::new();
        for (mut state, text) in texts {
            let held = text.hold(&mut state);
            for (mut state, front) in self.text(at, state, to, out)? {
                let Some(text) = held.release(&mut state) else { continue };
                let all = front.bytes(1).add_scaled(1, &text.length.form());
                let Some(all) = all else { return lost(at, "the strings are too long") };
                let held = (text.hold(&mut state), front.hold(&mut state));
                let place = self.pointee(at, to);
                for (mut state, _) in self.locate(at, state, &place, &all, Access::Write, out)? {
                    let (front, text) = (held.1.release(&mut state), held.0.release(&mut state));
                    let Some((text, front)) = text.zip(front) else { continue };
                    let behind = front.offset.form().add_scaled(1, &front.length.form());
                    let Some(behind) = behind else { return lost(at, "the strings are too long") };
                    let offset = self.offset_term(&mut state, front.base, &behind);
                    self.write_text(at, &mut state, text, Text { base: front.base, offset, ..text })?;
                    self.receive_pointer(at, &mut state, call, None, to);
                    states.push(state);
                }
            }
        }
        Ok(states)
    }

    /// Copies of strings in blocks of their own.
    fn duplicate(&self, at: &Cursor<'_>, texts: Vec<(State, Text)>, call: &Call) -> Outcome<Vec<State>> {
        let mut states = Vec::new();
        for (mut state, text) in texts {
            let bytes = self.named(&mut state, &text.bytes(1));
            let (failed, made) = self.allocated(state, bytes, Rest::Uninit);
            states.extend(failed.into_iter().map(|mut state| {
                receive(&mut state, call, Term::NULL);
                state
            }));
            if let Some((mut state, base)) = made {
                let copy = Text { base, offset: Term::NULL, length: text.length };
                self.write_text(at, &mut state, text, copy)?;
                receive(&mut state, call, Term::of(base));
                states.push(state);
            }
        }
        Ok(states)
    }

    /// Whatever the result is, these must be strings.
    pub(super) fn after_texts(
        &self,
        at: &Cursor<'_>,
        state: State,
        call: &Call,
        texts: &[Operand],
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let mut states = self.texts(at, Some(state), texts, out)?;
        for state in &mut states {
            self.receive_any(at, state, call);
        }
        Ok(states)
    }

    /// The result is a number of bytes of the string.
    fn count_in_text(
        &self,
        at: &Cursor<'_>,
        state: State,
        call: &Call,
        (s, other): (Operand, Option<Operand>),
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let mut states = Vec::new();
        for (mut state, text) in self.text_beside(at, state, (s, other), out)? {
            let Some(count) = self.count_up_to(at, &mut state, &text.length.form()) else { continue };
            receive(&mut state, call, count);
            states.push(state);
        }
        Ok(states)
    }

    /// The result is null, or a place in the string, at least so many bytes before its end.
    fn find_in_text(
        &self,
        at: &Cursor<'_>,
        state: State,
        call: &Call,
        (s, other, least): (Operand, Option<Operand>, i64),
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let mut states = Vec::new();
        for (mut state, text) in self.text_beside(at, state, (s, other), out)? {
            let mut nowhere = state.clone();
            receive(&mut nowhere, call, Term::NULL);
            states.push(nowhere);
            let count = self.count_up_to(at, &mut state, &text.bytes(-least));
            let found = count.and_then(|count| self.pointer_to(&mut state, text, count));
            let Some(found) = found else { continue };
            receive(&mut state, call, found);
            states.push(state);
        }
        Ok(states)
    }

    /// A string, where there must be another one as well.
    fn text_beside(
        &self,
        at: &Cursor<'_>,
        state: State,
        (s, other): (Operand, Option<Operand>),
        out: &mut Checks,
    ) -> Outcome<Vec<(State, Text)>> {
        let mut found = Vec::new();
        let states = match other {
            Some(other) => self.text(at, state, other, out)?.into_iter().map(|(state, _)| state).collect(),
            None => vec![state],
        };
        for state in states {
            found.extend(self.text(at, state, s, out)?);
        }
        Ok(found)
    }

    fn memcmp(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        call: &Call,
        (a, b, size): (Operand, Operand, Operand),
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let Some((size, _)) = self.byte_count(at, &mut state, size, out) else { return Ok(Vec::new()) };
        let mut states = Vec::new();
        for state in self.read_bytes(at, state, a, &size, out)? {
            for mut state in self.read_bytes(at, state, b, &size, out)? {
                self.receive_any(at, &mut state, call);
                states.push(state);
            }
        }
        Ok(states)
    }

    /// It stops where it finds something, so that there need not be all of the bytes; but then it must find something.
    fn memchr(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        call: &Call,
        (s, size): (Operand, Operand),
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let Some((size, _)) = self.byte_count(at, &mut state, size, out) else { return Ok(Vec::new()) };
        let mut states = Vec::new();
        let place = self.pointee(at, s);
        for (mut state, spot) in self.locate(at, state, &place, &Form::constant(1), Access::Read, out)? {
            let Some((base, offset)) = spot.place() else {
                return lost(at, "nothing is known of these bytes");
            };
            if !self.has_written(&mut state, (base, offset), &size) {
                self.say_endless(&state, (base, offset), "there may be fewer bytes than are looked at", out);
            }
            let mut nowhere = state.clone();
            receive(&mut nowhere, call, Term::NULL);
            states.push(nowhere);
            let most = size.plus(-1);
            let count = most.and_then(|most| self.count_up_to(at, &mut state, &most));
            let text = Text { base, offset, length: Term::NULL };
            let Some(found) = count.and_then(|count| self.pointer_to(&mut state, text, count)) else {
                continue;
            };
            receive(&mut state, call, found);
            states.push(state);
        }
        Ok(states)
    }

    /// The states in which so many bytes can be read, and were written.
    fn read_bytes(
        &self,
        at: &Cursor<'_>,
        state: State,
        pointer: Operand,
        size: &Form,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let mut states = Vec::new();
        for (mut state, spot) in
            self.locate(at, state, &self.pointee(at, pointer), size, Access::Read, out)?
        {
            let Some((base, from)) = spot.place() else { return lost(at, "nothing is known of these bytes") };
            let Some(to) = from.form().add_scaled(1, size) else { continue };
            let to = self.offset_term(&mut state, base, &to);
            if !self.is_written_range(&state, base, (from, to)) {
                return lost(at, "some of these bytes may never have been written");
            }
            states.push(state);
        }
        Ok(states)
    }

    /// Copies a string to where there is room for it.
    fn write_text(&self, at: &Cursor<'_>, state: &mut State, text: Text, copy: Text) -> Outcome<()> {
        if text.base == copy.base {
            return lost(at, "a string is copied within one object: the two may overlap");
        }
        match self.put_text(state, copy) {
            Some(()) => Ok(()),
            None => lost(at, "it is not known which part of the object the string is copied to"),
        }
    }

    /// A pointer so many bytes into a string.
    pub(super) fn pointer_to(&self, state: &mut State, text: Text, count: Term) -> Option<Term> {
        let begin = Term { base: Some(text.base), offset: 0 }.form().add_scaled(1, &text.offset.form())?;
        let place = begin.add_scaled(1, &count.form())?;
        Some(self.named(state, &place))
    }

    /// The result of a call: a pointer, or what was given to it.
    pub(super) fn receive_pointer(
        &self,
        at: &Cursor<'_>,
        state: &mut State,
        call: &Call,
        pointer: Option<Term>,
        given: Operand,
    ) {
        match pointer.or_else(|| self.operand(at, state, given).term()) {
            Some(pointer) => receive(state, call, pointer),
            None => self.receive_any(at, state, call),
        }
    }
}

/// Whether an operand is a character that ends no string.
fn is_not_zero(character: Operand) -> bool {
    match character {
        Operand::Const(Const { value: ConstValue::Int(value), .. }) => value.rem_euclid(256) != 0,
        _ => false,
    }
}
