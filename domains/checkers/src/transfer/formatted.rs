//! Output: `printf` and its relatives, whose format says what they are given, and what goes to streams.
//!
//! What is printed does not matter, but strings that are printed must end, and what is printed to memory must fit there. A format is read as the C
//! standard describes it; one that is not a literal, or that does not fit its arguments, is not modelled.

use engine::{Checks, Cursor, Outcome};
use ir::{Call, ConstValue, GlobalKind, Operand, Symbol};
use library::format::Machine;
use library::format::printf::{self, Argument, Conversion, Output, Piece};
use logic::Form;
use model::Rule;

use super::access::Access;
use super::lost;
use super::resize::receive;
use super::strings::{Held, Text};
use crate::Checkers;
use crate::heap::State;
use crate::heap::state::difference;

/// What the arguments of a format are.
struct Format {
    /// Those that are strings.
    texts: Vec<Operand>,
    /// So many bytes are printed at most, apart from strings; nothing if that is not known.
    most: Option<i64>,
    /// Whether a character is printed that may be zero: then the string ends there, and not what is written.
    characters: bool,
}

impl Format {
    /// So many bytes are printed at most, with these strings.
    fn most_with(&self, texts: &[Text]) -> Option<Form> {
        let start = Form::constant(i128::from(self.most?));
        texts.iter().try_fold(start, |sum, text| sum.add_scaled(1, &text.length.form()))
    }
}

/// The bytes an address takes at most: as many digits as 64 bits have in octal, a sign and a prefix.
const ADDRESS: i64 = 26;

impl Checkers {
    /// A call that prints; `None` if it is not one of these.
    pub(super) fn printing_call(
        &self,
        at: &Cursor<'_>,
        state: &State,
        call: &ir::Call,
        name: &str,
        out: &mut Checks,
    ) -> Option<Outcome<Vec<State>>> {
        let given: Option<Vec<Operand>> = call.args.iter().map(value).collect();
        let state = state.clone();
        let printed = match (name, given?.as_slice()) {
            ("printf", [format, args @ ..]) => self.print(at, state, (*format, args), out),
            ("fprintf", [stream, format, args @ ..]) => {
                self.to_stream(at, state, *stream, out).and_then(|state| match state {
                    Some(state) => self.print(at, state, (*format, args), out),
                    None => Ok(Vec::new()),
                })
            }
            ("fputs", [text, stream]) => {
                self.to_stream(at, state, *stream, out).and_then(|state| self.texts(at, state, &[*text], out))
            }
            ("perror", [text]) if is_null(*text) => Ok(vec![state]),
            ("puts" | "perror", [text]) => self.texts(at, Some(state), &[*text], out),
            ("sprintf", [to, format, args @ ..]) => {
                return Some(self.print_to(at, state, call, (*to, None), (*format, args), out));
            }
            ("snprintf", [to, size, format, args @ ..]) => {
                self.print_to(at, state, call, (*to, Some(*size)), (*format, args), out)
            }
            _ => return None,
        };
        Some(printed.map(|mut states| {
            for state in &mut states {
                self.receive_any(at, state, call);
            }
            states
        }))
    }

    fn print(
        &self,
        at: &Cursor<'_>,
        state: State,
        (format, args): (Operand, &[Operand]),
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let Some(format) = self.format(at, format, args) else { return lost(at, NO_FORMAT) };
        self.texts(at, Some(state), &format.texts, out)
    }

    /// The states in which these are strings.
    pub(super) fn texts(
        &self,
        at: &Cursor<'_>,
        state: Option<State>,
        texts: &[Operand],
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let mut states: Vec<State> = state.into_iter().collect();
        for text in texts {
            let mut next = Vec::new();
            for state in states {
                next.extend(self.text(at, state, *text, out)?.into_iter().map(|(state, _)| state));
            }
            states = next;
        }
        Ok(states)
    }

    #[allow(clippy::too_many_arguments)]
    /// Prints to memory: all of it, or at most so many bytes, the last of which ends the string.
    fn print_to(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        call: &Call,
        (to, size): (Operand, Option<Operand>),
        (format, args): (Operand, &[Operand]),
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let Some(format) = self.format(at, format, args) else { return lost(at, NO_FORMAT) };
        let mut limit = None;
        if let Some(size) = size {
            let Some((bytes, _)) = self.byte_count(at, &mut state, size, out) else { return Ok(Vec::new()) };
            if self.least(&state, &bytes).is_none_or(|least| least < 1) {
                return lost(at, "there may be no room for what is printed");
            }
            limit = Some(bytes);
        }
        let mut states = vec![(state, Vec::<Held>::new())];
        for text in &format.texts {
            let mut next = Vec::new();
            for (state, held) in states {
                for (mut state, text) in self.text(at, state, *text, out)? {
                    let mut held = held.clone();
                    held.push(text.hold(&mut state));
                    next.push((state, held));
                }
            }
            states = next;
        }
        let mut printed = Vec::new();
        for (state, held) in states {
            let place = self.pointee(at, to);
            for (mut state, spot) in self.locate(at, state, &place, &Form::constant(1), Access::Write, out)? {
                let texts = release_all(&mut state, held.clone());
                let Some((base, offset)) = spot.place() else { return lost(at, NOWHERE) };
                if texts.iter().any(|text| text.base == base) {
                    return lost(at, "a string is printed into its own object: the two may overlap");
                }
                let most = format.most_with(&texts);
                let end = state.block(base).and_then(|block| block.size.plus(block.start));
                let Some(room) = end.and_then(|end| difference(end, offset)) else {
                    return lost(at, NOWHERE);
                };
                // Neither what may be printed nor what may be written need be: whatever fits is possible.
                let fits =
                    |bytes: &Form| room.add_scaled(-1, bytes).is_some_and(|rest| state.pure.proves_ge(&rest));
                let all = most.as_ref().and_then(|most| most.plus(1));
                let bytes = limit.iter().chain(&all).find(|bytes| fits(bytes)).cloned();
                let bytes = bytes.unwrap_or_else(|| {
                    out.open(Rule::OutOfBounds, "what is printed may not fit into the object");
                    room.clone()
                });
                let length = bytes.plus(-1).and_then(|most| self.count_up_to(at, &mut state, &most));
                let Some(length) = length else { continue };
                let bounds = most.into_iter().chain(limit.as_ref().and_then(|limit| limit.plus(-1)));
                let mut short = bounds.filter_map(|bound| bound.add_scaled(-1, &length.form()));
                if !short.all(|short| state.pure.guard_ge(&short)) {
                    continue;
                }
                if format.characters && self.blur_bytes(&mut state, (base, offset), &bytes).is_none() {
                    return lost(at, NOWHERE);
                }
                if self.put_text(&mut state, Text { base, offset, length }).is_none() {
                    return lost(at, NOWHERE);
                }
                // Where all is printed the result is how much, and a character that is printed may end the string before.
                if limit.is_none() && !format.characters {
                    receive(&mut state, call, length);
                } else {
                    self.receive_any(at, &mut state, call);
                }
                printed.push(state);
            }
        }
        Ok(printed)
    }

    /// What a format says of its arguments, if it is a literal, is modelled and fits them.
    fn format(&self, at: &Cursor<'_>, format: Operand, args: &[Operand]) -> Option<Format> {
        let bytes = literal(at, format)?;
        let pieces = printf::pieces(&bytes).ok()?;
        let wanted = printf::arguments(&pieces).ok()?;
        let mut format = Format { texts: Vec::new(), most: Some(0), characters: false };
        for (index, wanted) in wanted.iter().enumerate() {
            let arg = *args.get(index)?;
            let ty = self.type_of(at, arg);
            if at.program.types.is_pointer(ty) != wanted.argument.is_pointer() {
                return None;
            }
            match wanted.argument {
                Argument::Integer(..) => drop(at.program.types.integer(ty)?),
                Argument::String => format.texts.push(arg),
                // Strings of wide characters are not bytes, and what is stored is not modelled.
                Argument::WideString | Argument::Store(_) => return None,
                _ => {}
            }
        }
        for piece in &pieces {
            let printed = match piece {
                Piece::Text(text) => i64::try_from(text.len()).ok(),
                // One argument may be printed twice.
                Piece::Directive(directive) if directive.position.is_some() => return None,
                Piece::Directive(directive) => {
                    format.characters |= directive.conversion == Conversion::Character;
                    most_printed(directive.output(machine(at.program.target)))
                }
            };
            format.most = format.most.zip(printed).and_then(|(most, printed)| most.checked_add(printed));
        }
        Some(format)
    }
}

/// How many bytes are printed at most, apart from a string; what it is padded with comes to its length.
fn most_printed(output: Output) -> Option<i64> {
    match output {
        Output::AtMost(most) => i64::try_from(most).ok(),
        Output::Text { least, .. } => i64::try_from(least).ok(),
        Output::Address { least } => Some(i64::try_from(least).ok()?.max(ADDRESS)),
        Output::Unknown => None,
    }
}

/// What of a target matters to formats. What is not said here is not modelled.
pub(super) fn machine(target: ir::Target) -> Machine {
    Machine {
        long_bytes: target.long_bytes,
        pointer_bytes: target.pointer_bytes,
        wide_bytes: 4,
        long_double_bytes: 16,
    }
}

/// The bytes of a string literal, without the one that ends it.
pub(super) fn literal(at: &Cursor<'_>, operand: Operand) -> Option<Vec<u8>> {
    let Operand::Const(ir::Const { value: ConstValue::Address { symbol, offset: 0 }, .. }) = operand else {
        return None;
    };
    let Symbol::Global(global) = symbol else { return None };
    let global = &at.program.globals[global];
    if global.kind != GlobalKind::String {
        return None;
    }
    let bytes = global.init.as_ref()?.bytes.iter().flat_map(|(_, run)| run.iter().copied());
    Some(bytes.take_while(|byte| *byte != 0).collect())
}

/// Strings that were held, the last one released first.
fn release_all(state: &mut State, mut held: Vec<Held>) -> Vec<Text> {
    let mut texts = Vec::new();
    while let Some(text) = held.pop() {
        texts.extend(text.release(state));
    }
    texts.reverse();
    texts
}

/// What is passed by value.
pub(super) fn value(argument: &ir::Argument) -> Option<Operand> {
    match argument {
        ir::Argument::Value(operand) => Some(*operand),
        ir::Argument::Object(_) => None,
    }
}

/// Whether an operand is a null pointer as it stands there.
pub(super) fn is_null(operand: Operand) -> bool {
    matches!(operand, Operand::Const(ir::Const { value: ConstValue::Int(0), .. }))
}

pub(super) const NO_FORMAT: &str =
    "the format is not a literal that fits its arguments, as far as is modelled";

const NOWHERE: &str = "it is not known which part of the object is printed to";
