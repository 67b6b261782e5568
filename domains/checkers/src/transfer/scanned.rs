//! Input by a format: `scanf` and its relatives.
//!
//! What is read is unknown, so the call may stop before any of its conversions; those before have put their values where they were told, and the
//! result says how many these are. A string must fit in with its end: `%31s` may need 32 bytes, and `%s` any number of them.

use engine::{Checks, Cursor, Outcome};
use ir::{Call, Operand, TypeKind};
use library::format::scanf::{self, Argument};
use library::format::{Length, Machine};
use logic::Form;
use model::Rule;

use super::access::Access;
use super::formatted::{NO_FORMAT, literal, machine, value};
use super::lost;
use super::strings::Text;
use crate::Checkers;
use crate::heap::state::difference;
use crate::heap::{Rest, State};

/// A conversion that puts something somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Directive {
    puts: Puts,
    /// Whether the result counts it.
    counts: bool,
}

/// What a conversion puts where its argument points to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Puts {
    /// A number of so many bytes.
    Number(u64),
    /// So many characters.
    Characters(i64),
    /// A string of at most so many characters, and its end.
    Text(Option<i64>),
}

impl Checkers {
    /// A call that reads by a format; `None` if it is not one of these.
    pub(super) fn scanning_call(
        &self,
        at: &Cursor<'_>,
        state: &State,
        call: &Call,
        name: &str,
        out: &mut Checks,
    ) -> Option<Outcome<Vec<State>>> {
        let given: Option<Vec<Operand>> = call.args.iter().map(value).collect();
        let state = state.clone();
        let (begun, format, args) = match (name, given?.as_slice()) {
            ("scanf", [format, args @ ..]) => (Ok(vec![state]), *format, args.to_vec()),
            ("fscanf", [stream, format, args @ ..]) => {
                let begun = self.to_stream(at, state, *stream, out);
                (begun.map(|state| state.into_iter().collect()), *format, args.to_vec())
            }
            ("sscanf", [text, format, args @ ..]) => {
                (self.texts(at, Some(state), &[*text], out), *format, args.to_vec())
            }
            _ => return None,
        };
        Some(begun.and_then(|states| self.scan(at, states, call, (format, &args), out)))
    }

    fn scan(
        &self,
        at: &Cursor<'_>,
        mut states: Vec<State>,
        call: &Call,
        (format, args): (Operand, &[Operand]),
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let directives =
            literal(at, format).and_then(|format| directives(&format, machine(at.program.target)));
        let Some(directives) = directives.filter(|directives| directives.len() <= args.len()) else {
            return lost(at, NO_FORMAT);
        };
        let mut ended = Vec::new();
        let mut count = 0;
        for (directive, to) in directives.iter().zip(args) {
            for state in &states {
                for mut state in self.stopped(at, state.clone(), *directive, *to)? {
                    self.receive_count(at, &mut state, call, count);
                    ended.push(state);
                }
            }
            let mut next = Vec::new();
            for state in states {
                next.extend(self.scanned(at, state, *directive, *to, out)?);
            }
            states = next;
            count += i64::from(directive.counts);
        }
        for mut state in states {
            self.receive_count(at, &mut state, call, count);
            ended.push(state);
        }
        Ok(ended)
    }

    /// The states in which the call stops at a conversion: it has put nothing, or too few characters. Of a string there is all or nothing.
    fn stopped(
        &self,
        at: &Cursor<'_>,
        state: State,
        directive: Directive,
        to: Operand,
    ) -> Outcome<Vec<State>> {
        let Puts::Characters(most) = directive.puts else { return Ok(vec![state]) };
        // What goes wrong here does so where the conversion comes to its end, too.
        let mut unheard = Checks::default();
        let mut states = vec![state.clone()];
        let place = self.pointee(at, to);
        for (mut state, spot) in
            self.locate(at, state, &place, &Form::constant(1), Access::Write, &mut unheard)?
        {
            let Some((base, offset)) = spot.place() else { return lost(at, NOWHERE) };
            let end = state.block(base).and_then(|block| block.size.plus(block.start));
            let Some(room) = end.and_then(|end| difference(end, offset)) else { return lost(at, NOWHERE) };
            let bytes = self.fitting(&state, &room, Some(most)).unwrap_or(room);
            if self.blur_bytes(&mut state, (base, offset), &bytes).is_none() {
                return lost(at, NOWHERE);
            }
            states.push(state);
        }
        Ok(states)
    }

    /// The states in which a conversion has put what it read.
    fn scanned(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        directive: Directive,
        to: Operand,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let place = self.pointee(at, to);
        match directive.puts {
            Puts::Number(bytes) => {
                let types = &at.program.types;
                // A truth value would be any number of a byte.
                let is_number = types.is_scalar(place.ty) && !matches!(types.kind(place.ty), TypeKind::Bool);
                if types.size(place.ty) != bytes || !is_number {
                    return lost(at, NO_FORMAT);
                }
                let value = self.any_of_type(at.program, &mut state, place.ty);
                self.store_value(at, state, &place, value, out)
            }
            Puts::Characters(count) => {
                let bytes = Form::constant(i128::from(count));
                let mut states = Vec::new();
                for (mut state, spot) in self.locate(at, state, &place, &bytes, Access::Write, out)? {
                    let Some((base, offset)) = spot.place() else { return lost(at, NOWHERE) };
                    let end = offset.plus(count);
                    if end
                        .and_then(|end| self.fill_range(&mut state, base, (offset, end), Rest::Any))
                        .is_none()
                    {
                        return lost(at, NOWHERE);
                    }
                    states.push(state);
                }
                Ok(states)
            }
            Puts::Text(most) => self.scan_text(at, state, to, most, out),
        }
    }

    /// Reads some string of at most so many characters, any of which may be zero.
    fn scan_text(
        &self,
        at: &Cursor<'_>,
        state: State,
        to: Operand,
        most: Option<i64>,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let place = self.pointee(at, to);
        let mut states = Vec::new();
        for (mut state, spot) in self.locate(at, state, &place, &Form::constant(1), Access::Write, out)? {
            let Some((base, offset)) = spot.place() else { return lost(at, NOWHERE) };
            let end = state.block(base).and_then(|block| block.size.plus(block.start));
            let Some(room) = end.and_then(|end| difference(end, offset)) else { return lost(at, NOWHERE) };
            let bytes = self.fitting(&state, &room, most.map(|most| most.saturating_add(1)));
            let bytes = bytes.unwrap_or_else(|| {
                out.open(Rule::OutOfBounds, "what is read may not fit into the object");
                room
            });
            if self.blur_bytes(&mut state, (base, offset), &bytes).is_none() {
                return lost(at, NOWHERE);
            }
            let length = bytes.plus(-1).and_then(|most| self.count_up_to(at, &mut state, &most));
            let Some(length) = length else { continue };
            if self.put_text(&mut state, Text { base, offset, length }).is_none() {
                return lost(at, NOWHERE);
            }
            states.push(state);
        }
        Ok(states)
    }

    /// So many bytes, if there is room for them.
    fn fitting(&self, state: &State, room: &Form, bytes: Option<i64>) -> Option<Form> {
        let bytes = Form::constant(i128::from(bytes?));
        let rest = room.add_scaled(-1, &bytes)?;
        state.pure.proves_ge(&rest).then_some(bytes)
    }

    /// The result: how many conversions there were; none may also be the end of what can be read.
    fn receive_count(&self, at: &Cursor<'_>, state: &mut State, call: &Call, count: i64) {
        self.receive_between(at, state, call, Some((if count == 0 { -1 } else { count }, count)));
    }
}

/// What the conversions of a format put. `None` if it has one that is not modelled.
fn directives(format: &[u8], machine: Machine) -> Option<Vec<Directive>> {
    let mut found = Vec::new();
    for piece in scanf::pieces(format).ok()? {
        let scanf::Piece::Directive(directive) = piece else { continue };
        if directive.position.is_some() || !directive.is_defined() {
            return None;
        }
        let Some(stored) = directive.stores() else { continue };
        let puts = match stored {
            Argument::Integer(length, _) => Puts::Number(length.bytes(machine)),
            Argument::Floating(Length::None | Length::Long) => Puts::Number(stored.bytes(machine)?),
            Argument::Characters { most, is_wide: false } => Puts::Characters(most.into()),
            Argument::Text { most, is_wide: false } => Puts::Text(most.map(i64::from)),
            // Wide characters are not bytes, and neither a `long double` nor a pointer is any number.
            _ => return None,
        };
        found.push(Directive { puts, counts: directive.counts() });
    }
    Some(found)
}

const NOWHERE: &str = "it is not known which part of the object is read into";

#[cfg(test)]
mod tests {
    use super::*;

    fn puts(format: &str) -> Option<Vec<Puts>> {
        let target =
            ir::Target { pointer_bytes: 8, little_endian: true, int_bytes: 4, long_bytes: 8, max_align: 16 };
        let found = directives(format.as_bytes(), machine(target))?;
        Some(found.into_iter().map(|directive| directive.puts).collect())
    }

    #[test]
    fn conversions_are_read_as_the_standard_says() {
        use Puts::{Characters, Number, Text};
        assert_eq!(puts("%d,%ld %hhu%%%*d %5c"), Some(vec![Number(4), Number(8), Number(1), Characters(5)]));
        assert_eq!(
            puts("%31s %[^]\n] %[]x]%s"),
            Some(vec![Text(Some(31)), Text(None), Text(None), Text(None)])
        );
        assert_eq!(puts("%lf%f%n"), Some(vec![Number(8), Number(4), Number(4)]));
        assert_eq!(puts("%ms"), None);
        assert_eq!(puts("%ls"), None);
        assert_eq!(puts("%"), None);
    }
}
