//! Copies of whole objects: `*x = *y` between cells of one struct, member by member, and between variables.

use engine::{Checks, Cursor, Outcome};
use ir::{Base, Operand, Place};

use crate::ThreeValued;
use crate::access::is_same_variable;
use crate::difference::Change;
use crate::focus::{Attempt, CASES, NO_ROOM};
use crate::kleene::Kleene;
use crate::state::{Kind, Root, State, Value};
use crate::vocabulary::Member;

const PARTLY: &str = "only whole structs can be copied, from cell to cell or from variable to variable";

impl ThreeValued {
    /// `*to = *from`.
    pub(crate) fn copy(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        (to, from): (&Place, &Place),
        size: Operand,
        out: &mut Checks,
    ) -> Outcome<Vec<State>> {
        let Value::Known(size) = self.held(at, &state, size) else { return self.lost(at, PARTLY) };
        let is_whole = |place: &Place| place.offset == 0 && place.is_fixed() && place.bits.is_none();
        if !is_whole(to) || !is_whole(from) || to.volatile || from.volatile {
            return self.lost(at, PARTLY);
        }
        match (to.base, from.base) {
            (Base::Pointer(target), Base::Pointer(source)) => {
                let (target, source) = (self.held(at, &state, target), self.held(at, &state, source));
                let (Value::Cell(target), Value::Cell(source)) = (target, source) else {
                    return self.lost(at, PARTLY);
                };
                let (target, source) = (usize::from(target), usize::from(source));
                if let ir::TypeKind::Record(record) = at.program.types.kind(to.base_ty) {
                    self.become_record(&mut state, target, *record);
                }
                let sort = match (state.kinds[target], state.kinds[source]) {
                    (Kind::Record(one), Kind::Record(other)) if one == other => self.vocabulary.sort(one),
                    _ => None,
                };
                let Some(sort) = sort.filter(|sort| i64::try_from(sort.size) == Ok(size)) else {
                    return self.lost(at, PARTLY);
                };
                let states = self.or_lost(at, self.copy_members(state, target, source, &sort.members))?;
                self.finish_heap(at, states, out)
            }
            (Base::Slot(target), Base::Slot(source)) => {
                let slots = &at.body().slots;
                let whole = |slot| i64::try_from(at.program.types.size(slots[slot].ty)) == Ok(size);
                if !whole(target) || !whole(source) || slots[target].ty != slots[source].ty {
                    return self.lost(at, PARTLY);
                }
                let function = at.point.function;
                let into = Root::Slot(function, target, 0, 0);
                let parts: Vec<(Root, Value)> = state
                    .env
                    .iter()
                    .filter_map(|(root, value)| match root {
                        Root::Slot(of, slot, offset, size) if *of == function && *slot == source => {
                            Some((Root::Slot(function, target, *offset, *size), *value))
                        }
                        _ => None,
                    })
                    .collect();
                if target != source {
                    state.env.retain(|(root, _)| !is_same_variable(*root, into));
                }
                for (root, value) in parts {
                    state.put(root, value);
                }
                self.finish(at, state, out)
            }
            _ => self.lost(at, PARTLY),
        }
    }

    /// The states in which all members of a single cell are those of another.
    fn copy_members(&self, state: State, to: usize, from: usize, members: &[Member]) -> Attempt<Vec<State>> {
        let mut states = vec![state];
        if to == from {
            return Ok(states);
        }
        for member in members {
            let mut copied = Vec::new();
            for mut state in states {
                let Some(pointer) = member.pointer else {
                    self.copy_number(&mut state, to, from, member);
                    copied.push(state);
                    continue;
                };
                for (state, target) in self.focus(state, from, member.unset, pointer)? {
                    copied.extend(self.store_field(state, to, member, pointer, target)?);
                }
                if copied.len() > CASES {
                    return Err(NO_ROOM);
                }
            }
            states = copied;
        }
        Ok(states)
    }

    fn copy_number(&self, state: &mut State, to: usize, from: usize, member: &Member) {
        let value = match state.structure.unary(member.unset).get(from) {
            Kleene::True => Value::Uninit,
            Kleene::Unknown => Value::Any { written: false },
            Kleene::False => {
                let number = member.is_datum.then(|| self.add_number(state, from)).flatten();
                number.map_or(Value::ANY, |number| Value::Number(number as u8))
            }
        };
        self.store_number(state, to, member, value);
        for (_, flag) in &member.flags {
            let is = state.structure.unary(*flag).get(from);
            self.maintain(state, Change::Doubt(*flag), to, to, |structure| {
                structure.unary_mut(*flag).set(to, is);
            });
        }
    }
}
