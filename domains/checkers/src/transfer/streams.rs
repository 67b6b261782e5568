//! Streams: those that are there when the program begins, and those that it opens.
//!
//! What is read and written is unknown. A stream that was opened is a block of the heap like any other (`fopen` of the models), which nothing but
//! its mark tells from others: its first word is the address of an object that no program can name.

use engine::{Checks, Cursor, Outcome};
use ir::{Call, Destination, Operand};
use model::Rule;

use super::formatted::{is_null, value};
use super::lost;
use crate::Checkers;
use crate::heap::state::difference;
use crate::heap::{Origin, Root, State, Term, Value};

/// The object whose address opened streams begin with.
const MARK: &str = "__shapewright_open_stream";

impl Checkers {
    /// A call of a function that is about a stream as such; `None` if it is not one of these.
    pub(super) fn stream_call(
        &self,
        at: &Cursor<'_>,
        state: &State,
        call: &Call,
        name: &str,
        out: &mut Checks,
    ) -> Option<Outcome<Vec<State>>> {
        let given: Option<Vec<Operand>> = call.args.iter().map(value).collect();
        let given = given?;
        if let ("fread" | "fwrite", [memory, size, count, stream]) = (name, given.as_slice()) {
            let elements = (*memory, *size, *count);
            return Some(self.to_stream(at, state.clone(), *stream, out).and_then(|state| match state {
                Some(state) if name == "fread" => self.fread(at, state, call, elements, out),
                Some(state) => self.fwrite(at, state, call, elements, out),
                None => Ok(Vec::new()),
            }));
        }
        let (stream, bounds) = match (name, given.as_slice()) {
            ("fflush", [stream]) if is_null(*stream) => (None, None),
            ("fgetc" | "getc", [stream]) | ("ungetc" | "fputc" | "putc", [_, stream]) => {
                (Some(*stream), Some((-1, 255)))
            }
            (
                "fflush" | "feof" | "ferror" | "clearerr" | "rewind" | "ftell" | "__shapewright_stream",
                [stream],
            )
            | ("fseek", [stream, _, _]) => (Some(*stream), None),
            _ => return None,
        };
        let state = match stream {
            Some(stream) => self.to_stream(at, state.clone(), stream, out),
            None => Ok(Some(state.clone())),
        };
        Some(state.map(|state| {
            let mut states: Vec<State> = state.into_iter().collect();
            for state in &mut states {
                self.receive_between(at, state, call, bounds);
            }
            states
        }))
    }

    /// The result of a call is any of its type, from one number to another if it is an `int`.
    pub(super) fn receive_between(
        &self,
        at: &Cursor<'_>,
        state: &mut State,
        call: &Call,
        bounds: Option<(i64, i64)>,
    ) {
        self.receive_any(at, state, call);
        let (Some(Destination::Local(dst)), Some((least, most))) = (&call.dst, bounds) else { return };
        let ty = at.body().locals[*dst].ty;
        let Some(Value::Known(result)) = state.root(Root::Register(*dst)) else { return };
        if at.program.types.integer(ty) != Some((32, true)) {
            return;
        }
        let over = |least: i64| difference(result, Term::constant(least));
        if let (Some(over), Some(under)) = (over(least), over(most).and_then(|over| over.negated())) {
            state.pure.guard_ge(&over);
            state.pure.guard_ge(&under);
        }
    }

    /// The state in which this is a stream: one of those that are there when the program begins, or one that was opened.
    pub(super) fn to_stream(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        stream: Operand,
        out: &mut Checks,
    ) -> Outcome<Option<State>> {
        let known = self.operand(at, &mut state, stream).term();
        if known.and_then(|term| term.base).is_some_and(|base| state.is_dead(base)) {
            out.open(Rule::UseAfterFree, "the stream was closed before");
            return Ok(None);
        }
        let Some(stream) = known
            .filter(|term| *term == Term::NULL || is_stream(&state, *term) || is_opened(at, &state, *term))
        else {
            return lost(at, "nothing is known of the stream");
        };
        if self.proves_eq(&state, stream, Term::NULL) {
            out.open(Rule::NullDeref, "the stream is null");
            return Ok(None);
        }
        if !self.proves_ne(&state, stream, Term::NULL) {
            out.open(Rule::NullDeref, "the stream may be null");
            if !state.pure.guard_ne(&stream.form()) {
                return Ok(None);
            }
        }
        Ok(Some(state))
    }
}

/// Whether a value leads to a stream that was there when the program began.
fn is_stream(state: &State, value: Term) -> bool {
    let block = value.base.filter(|_| value.offset == 0).and_then(|base| state.block(base));
    block.is_some_and(|block| block.origin == Origin::Stream)
}

/// Whether a value leads to a stream that was opened and not closed.
pub(super) fn is_opened(at: &Cursor<'_>, state: &State, value: Term) -> bool {
    let begin = value.base.filter(|_| value.offset == 0).and_then(|base| state.block(base));
    let begin = begin.filter(|block| block.origin == Origin::Heap && block.start == 0);
    let mark = begin.and_then(|block| block.cell(0, at.program.target.pointer_bytes)?.value.term()?.base);
    match mark.and_then(|mark| state.block(mark)).map(|block| block.origin) {
        Some(Origin::Global(global)) => &*at.program.globals[global].name == MARK,
        _ => false,
    }
}
