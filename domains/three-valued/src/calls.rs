//! Calls.
//!
//! The callee sees all cells, with its parameters and the globals. Pointers of its callers it cannot name, but they keep cells
//! apart and alive: those to one cell are *hidden* behind one variable, whose value when the callee returns is theirs again. Variables of callers
//! that it is given the address of, directly or through another one, stay where they are.
//! Nothing is assumed of the callee, so that a call is exact; recursion that needs more and more hidden variables is given up.

use engine::{Checks, Cursor, Outcome};
use ir::{Argument, Call, Callee, Destination, FunctionId, Place, SlotId, Types, Var};

use crate::ThreeValued;
use crate::copy::{clear_part, parts_in};
use crate::state::{Kind, Root, State, Value};

const PASSED: &str = "a struct in memory is passed, which is not modelled";

/// More cells that callers point to are not told apart.
const HIDDEN: usize = 8;

/// What a call leaves behind.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The caller's variables.
    caller: Vec<(Root, Value)>,
    /// For each hidden variable the cell it stands for, in the caller's numbering.
    hidden: Vec<u8>,
    /// What the callee claims for the contract that is looked into, if it holds.
    claim: Option<Root>,
}

impl ThreeValued {
    pub(crate) fn called_functions(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        before: &State,
    ) -> Option<Vec<FunctionId>> {
        match call.callee {
            Callee::Function(function) => Some(vec![function]),
            Callee::Pointer(pointer) => match self.held(at, before, pointer) {
                Value::Code(function) => Some(vec![function]),
                _ => None,
            },
        }
    }

    pub(crate) fn enter_function(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        callee: FunctionId,
        before: &State,
    ) -> Outcome<Vec<(State, Frame)>> {
        let function = &at.program.functions[callee];
        let Some(body) = &*function.body else { return self.lost(at, "the function has no body") };
        if function.signature.variadic || call.args.len() != body.params.len() {
            return self.lost(at, "a call with unnamed or missing arguments is not modelled");
        }
        let mut state = before.clone();
        let lent = self.lent(at, call, before);
        let is_met = |(of, _): &(FunctionId, SlotId)| *of == callee;
        if lent.iter().any(is_met) {
            return self.lost(at, "a variable is pointed to while its function is called again");
        }
        let is_visible = |root: Root| match root {
            Root::Global(..) | Root::Lent(..) => true,
            Root::Slot(function, slot, ..) => lent.contains(&(function, slot)),
            _ => false,
        };
        state.env.retain(|(root, _)| is_visible(*root));
        let types = &at.program.types;
        for ((argument, param), wanted) in call.args.iter().zip(&body.params).zip(&function.signature.params)
        {
            let operand = match argument {
                Argument::Value(operand) => operand,
                Argument::Object(place) => {
                    let parts = self.passed_parts(at, before, place, types.size(*wanted));
                    let (Some(parts), Var::Slot(slot)) = (parts, param) else { return self.lost(at, PASSED) };
                    for (offset, bytes, value) in parts {
                        state.put(Root::Slot(callee, *slot, offset, bytes), value);
                    }
                    continue;
                }
            };
            if !is_passed_as(types, self.type_of(at, *operand), *wanted) {
                return self.lost(at, "an argument has another type than the function's parameter");
            }
            let root = match param {
                Var::Local(local) => Root::Register(callee, *local),
                Var::Slot(slot) => match u8::try_from(types.size(*wanted)) {
                    Ok(size) => Root::Slot(callee, *slot, 0, size),
                    Err(_) => return self.lost(at, PASSED),
                },
            };
            state.put(root, self.held(at, before, *operand));
        }
        if let Some(Destination::Local(dst)) = call.dst
            && !is_passed_as(types, function.signature.ret, at.body().locals[dst].ty)
        {
            return self.lost(at, "the result has another type than the function's");
        }
        // What the caller never reads again it keeps only if nothing else leads to its cells.
        let is_dead = |root: Root| matches!(root, Root::Register(of, local) if of == at.point.function && !at.live.contains(local));
        let (dead, mut caller): (Vec<_>, Vec<_>) =
            before.env.iter().filter(|(root, _)| !is_visible(*root)).partition(|(root, _)| is_dead(*root));
        let reached = |env: &[(Root, Value)]| {
            let rows = env.iter().filter_map(|(_, value)| value.individual());
            rows.fold(0, |set, cell| set | before.structure.row(self.vocabulary.path, usize::from(cell)).is)
        };
        for (root, value) in dead {
            let needed = value
                .individual()
                .map_or(0, |cell| before.structure.row(self.vocabulary.path, usize::from(cell)).may);
            if needed & !(reached(&state.env) | reached(&caller)) != 0 {
                caller.push((root, value));
            }
        }
        let claim = self.claimed_by_call(at, call, callee, before)?;
        caller.extend(claim);
        let mut hidden: Vec<u8> = caller.iter().filter_map(|(_, value)| value.individual()).collect();
        hidden.sort_unstable();
        hidden.dedup();
        if hidden.len() > HIDDEN {
            return self.lost(at, "pointers of callers lead to too many places");
        }
        for (index, cell) in hidden.iter().enumerate() {
            let is_number = state.kinds[usize::from(*cell)] == Kind::Number;
            let value = if is_number { Value::Number(*cell) } else { Value::Cell(*cell) };
            state.put(Root::Hidden(index as u32), value);
        }
        crate::blur::blur(&self.vocabulary, &mut state);
        Ok(vec![(state, Frame { caller, hidden, claim: claim.map(|(root, _)| root) })])
    }

    /// What is known of a struct that is passed or returned, if it is one of a variable: where in it, how many bytes, and the value.
    pub(crate) fn passed_parts(
        &self,
        at: &Cursor<'_>,
        state: &State,
        place: &Place,
        size: u64,
    ) -> Option<Vec<(u32, u8, Value)>> {
        let plain = place.is_fixed() && !place.volatile && place.size(&at.program.types) == size;
        let side =
            self.side(at, state, place).filter(|side| plain && self.is_variable(at, state, *side, size))?;
        let parts = parts_in(state, side, size).into_iter();
        parts.map(|(offset, bytes, value)| Some((u32::try_from(offset).ok()?, bytes, value))).collect()
    }

    /// The variables that a callee can get at through addresses.
    fn lent(&self, at: &Cursor<'_>, call: &Call, before: &State) -> Vec<(FunctionId, SlotId)> {
        let slot = |value: Value| match value {
            Value::Local(function, slot, _) => Some((function, slot)),
            _ => None,
        };
        let given = call.args.iter().flat_map(|argument| match argument {
            Argument::Value(operand) => vec![self.held(at, before, *operand)],
            Argument::Object(place) => {
                let parts = self.passed_parts(at, before, place, place.size(&at.program.types));
                parts.into_iter().flatten().map(|(.., value)| value).collect()
            }
        });
        let given = given.filter_map(slot);
        let global = before.env.iter().filter(|(root, _)| matches!(root, Root::Global(..) | Root::Lent(..)));
        let mut lent: Vec<_> = given.chain(global.filter_map(|(_, value)| slot(*value))).collect();
        let mut next = 0;
        while let Some((function, of)) = lent.get(next).copied() {
            next += 1;
            for (root, value) in &before.env {
                if let Some(other) = slot(*value)
                    && matches!(root, Root::Slot(f, s, ..) if (*f, *s) == (function, of))
                    && !lent.contains(&other)
                {
                    lent.push(other);
                }
            }
        }
        lent
    }

    pub(crate) fn return_to(
        &self,
        at: &Cursor<'_>,
        call: &Call,
        frame: &Frame,
        exit: &State,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let mut state = exit.clone();
        let result = state.take(Root::Result).unwrap_or(Value::Any { written: false });
        let returned = |cell: u8| {
            let index = frame.hidden.iter().position(|hidden| *hidden == cell)?;
            exit.get(Root::Hidden(index as u32))
        };
        // What is left of variables are those of callers.
        state.env.retain(|(root, _)| matches!(root, Root::Global(..) | Root::Slot(..) | Root::Lent(..)));
        for (root, value) in &frame.caller {
            let value = match (*value, value.individual().and_then(returned)) {
                (Value::Inside(_, offset), Some(Value::Cell(cell))) => Value::Inside(cell, offset),
                (_, Some(now)) => now,
                (_, None) if value.individual().is_some() => Value::Any { written: false },
                (value, None) => value,
            };
            state.put(*root, value);
        }
        match &call.dst {
            Some(Destination::Local(dst)) => {
                let Some(claim) = frame.claim else { return self.bind(at, state, *dst, result, out) };
                let mut states = Vec::new();
                // Whether the predicate holds or not is kept apart: it claims only if it does.
                for truth in [true, false] {
                    let mut state = state.clone();
                    if matches!(result, Value::Known(number) if (number != 0) != truth) {
                        continue;
                    }
                    if !truth {
                        state.take(claim);
                    }
                    states.extend(self.bind(at, state, *dst, Value::Known(truth.into()), out)?);
                }
                Ok(states)
            }
            Some(Destination::Object(place)) => {
                let size = place.size(&at.program.types);
                let side = self.side(at, &state, place).filter(|_| place.is_fixed() && !place.volatile);
                let Some(side) = side.filter(|side| self.is_variable(at, &state, *side, size)) else {
                    return self.lost(at, "a struct is returned into memory, which is not modelled");
                };
                clear_part(&mut state, side, size);
                for (root, value) in &exit.env {
                    if let Root::ResultPart(offset, bytes) = *root
                        && let Some(root) = side.part(offset.into(), bytes)
                    {
                        state.put(root, *value);
                    }
                }
                self.finish(at, state, out)
            }
            None => self.finish(at, state, out),
        }
    }
}

/// Whether a value of a type, given where another one is wanted, means the same there.
fn is_passed_as(types: &Types, given: ir::TypeId, wanted: ir::TypeId) -> bool {
    let class = |ty| (types.size(ty), types.integer(ty), types.is_pointer(ty), types.is_float(ty));
    given == wanted || class(given) == class(wanted)
}
