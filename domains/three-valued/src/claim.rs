//! What a requires gives: structures for a pointer of which a predicate is true.
//!
//! A pointer of which nothing is known yet is *unclaimed*. The first [predicate](crate::checker) that a requires calls on it claims what it leads to: nothing, one cell, or
//! one cell and others behind it, which are one summary. Cells are new, so that what two predicates claim has nothing in common.

use engine::Cursor;
use ir::{Place, TypeId, TypeKind, Types};

use crate::ThreeValued;
use crate::checker::Checker;
use crate::contract::Mode;
use crate::focus::{Attempt, NO_ROOM};
use crate::formula::{Formula, VARS};
use crate::kleene::{Column, Kleene};
use crate::state::{Kind, Root, State, Value};
use crate::structure::Unary;
use crate::vocabulary::{Instrumentation, Pointer};

const CONSTRAINED: &str =
    "the constraints of the predicates are not known to hold of what the contract gives";
const OTHER_WAY: &str = "the predicate follows other links than the analysis";

impl ThreeValued {
    /// The states in which a predicate holds of a pointer that was not claimed yet.
    pub(crate) fn claim(&self, state: &State, which: u8, checker: &Checker) -> Attempt<Vec<State>> {
        if !self.asked.clauses.is_empty() {
            return Err(CONSTRAINED);
        }
        let mut states = Vec::new();
        let nonnull = state.env.iter().any(|(_, value)| *value == Value::Unclaimed(which, true));
        if checker.empty && !nonnull {
            states.push(settled(state, which, Value::Null));
        }
        for rest in [false, true].into_iter().filter(|_| checker.filled) {
            if rest && checker.links.is_empty() {
                continue;
            }
            let mut state = state.clone();
            let first = self.claim_cells(&mut state, checker, rest)?;
            let mut state = settled(&state, which, Value::Cell(first as u8));
            if self.coerce(&mut state, false, true) {
                states.push(state);
            }
        }
        Ok(states)
    }

    /// Whether a clause may claim the variable of a caller by reading a pointer there. There is one at most, as two could be the same, and no global pointer that it could be.
    pub(crate) fn may_lend(&self, at: &Cursor<'_>, state: &State, place: &Place) -> bool {
        let types = &at.program.types;
        let is_pointer = place.path.is_empty() && place.offset == 0 && types.is_pointer(place.base_ty);
        let mut globals = at.program.globals.iter().filter(|global| !global.read_only);
        self.mode.get() == Mode::Claiming
            && self.is_clause(at)
            && is_pointer
            && !globals.any(|global| holds_pointer(types, global.ty))
            && !state.env.iter().any(|(root, _)| matches!(root, Root::Lent(..)))
    }

    /// The state in which an unclaimed pointer leads to the variable of a caller.
    pub(crate) fn lend(&self, at: &Cursor<'_>, state: &State, which: u8) -> State {
        let mut lent = settled(state, which, Value::Lent(0));
        lent.put(Root::Lent(0, at.program.target.pointer_bytes), Value::Unclaimed(u8::MAX, false));
        lent
    }

    /// A new cell, with others behind it or without, of which a predicate holds.
    fn claim_cells(&self, state: &mut State, checker: &Checker, rest: bool) -> Attempt<usize> {
        let sort = self.vocabulary.sort(checker.record).ok_or(OTHER_WAY)?;
        let pointer = |offset: u64| {
            let member = sort.members.iter().find(|member| member.offset == offset)?;
            member.pointer.filter(|pointer| pointer.to == Some(checker.record))
        };
        let is_back = |pointer: &Pointer| self.vocabulary.is_back(pointer.field);
        let links = checker.links.iter().map(|link| pointer(*link).filter(|pointer| !is_back(pointer)));
        let links: Vec<Pointer> = links.collect::<Option<_>>().ok_or(OTHER_WAY)?;
        let backs = checker.backs.iter().map(|(back, _)| pointer(*back).filter(is_back));
        let backs: Vec<Pointer> = backs.collect::<Option<_>>().ok_or(OTHER_WAY)?;
        let first = self.allocate(state, Kind::Record(checker.record)).ok_or(NO_ROOM)?;
        let others = if rest {
            Some(self.allocate(state, Kind::Record(checker.record)).ok_or(NO_ROOM)?)
        } else {
            None
        };
        for cell in [Some(first), others].into_iter().flatten() {
            for member in sort.members.iter().filter(|member| member.pointer.is_none()) {
                self.store_number(state, cell, member, Value::ANY);
            }
        }
        let cells = 1 << first | others.map_or(0, |others| 1u64 << others);
        if let Some(others) = others {
            let structure = &mut *state.structure;
            structure.summary |= 1 << others;
            let doubt = |these: u64| Column { is: 0, may: these };
            for link in &links {
                *structure.row_mut(link.field, first) = doubt(1 << others);
                *structure.row_mut(link.field, others) = doubt(1 << others);
            }
            for back in &backs {
                *structure.row_mut(back.field, others) = doubt(cells);
            }
            let t = self.vocabulary.path;
            *structure.row_mut(t, first) = Column::exactly(cells);
            *structure.row_mut(t, others) = doubt(1 << others);
            if let Some(dle) = self.vocabulary.order {
                structure.set_pair(dle, others, others, Kleene::Unknown);
            }
        }
        self.claim_predicates(state, checker, (&links, &backs), cells);
        Ok(first)
    }

    /// The instrumentation predicates of cells that were claimed.
    fn claim_predicates(
        &self,
        state: &mut State,
        checker: &Checker,
        (links, backs): (&[Pointer], &[Pointer]),
        cells: u64,
    ) {
        let vocabulary = &self.vocabulary;
        let followed = |field: &crate::structure::Binary| links.iter().any(|link| link.field == *field);
        let mut certain: Vec<Unary> = Vec::new();
        for inverse in &vocabulary.inverses {
            let answered = backs.iter().any(|back| back.field == inverse.back);
            // Where the link back is null it is, and where it is not it leads to the cell before.
            certain.push(inverse.here);
            let there = inverse.forward.iter().zip(&inverse.there);
            certain.extend(there.filter(|(field, _)| answered || !followed(field)).map(|(_, there)| *there));
        }
        for known in &vocabulary.instrumentation {
            if known.predicate != vocabulary.shared && !self.says_order(known, checker) {
                let now = state.structure.values(&known.definition, &[0; VARS], 0);
                set_where(state, known.predicate, cells, now);
            } else if known.predicate != vocabulary.shared {
                certain.push(known.predicate);
            }
        }
        for predicate in certain {
            set_where(state, predicate, cells, Column::exactly(cells));
        }
    }

    /// Whether a predicate is one of order that a checker says of all cells.
    fn says_order(&self, known: &Instrumentation, checker: &Checker) -> bool {
        let (Some(dle), Some(sort)) = (self.vocabulary.order, self.vocabulary.sort(checker.record)) else {
            return false;
        };
        let of = |offset: u64| sort.members.iter().find(|member| member.offset == offset);
        let says = |(link, datum): &(u64, u64), compared: Formula| {
            let field = of(*link).and_then(|member| member.pointer).map(|pointer| pointer.field);
            let leads = field.map(|field| Formula::Pair(field, 0, 1).negated());
            let is_datum = of(*datum).is_some_and(|member| member.is_datum);
            let definition = leads.map(|leads| Formula::forall(1, Formula::or([leads, compared])));
            is_datum && definition.is_some_and(|definition| definition == known.definition)
        };
        let rising = checker.rising.iter().any(|pair| says(pair, Formula::Pair(dle, 0, 1)));
        rising || checker.falling.iter().any(|pair| says(pair, Formula::Pair(dle, 1, 0)))
    }
}

/// A predicate has these values for some individuals.
fn set_where(state: &mut State, predicate: Unary, cells: u64, values: Column) {
    let column = state.structure.unary_mut(predicate);
    *column =
        Column { is: column.is & !cells | values.is & cells, may: column.may & !cells | values.may & cells };
}

/// All variables with a pointer that was not claimed get a value.
pub(crate) fn settled(state: &State, which: u8, to: Value) -> State {
    let mut state = state.clone();
    for (_, value) in &mut state.env {
        if matches!(value, Value::Unclaimed(known, _) if *known == which) {
            *value = to;
        }
    }
    state
}

/// Whether there may be a pointer in an object of a type.
fn holds_pointer(types: &Types, ty: TypeId) -> bool {
    match types.kind(ty) {
        TypeKind::Record(record) => {
            types.record(*record).fields.iter().any(|field| holds_pointer(types, field.ty))
        }
        TypeKind::Array { elem, .. } => holds_pointer(types, *elem),
        _ => types.is_pointer(ty),
    }
}
