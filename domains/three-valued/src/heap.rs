//! What statements do to cells.
//!
//! A store first takes the old link away and then puts the new one in, so that each change is of one pair; instrumentation
//! predicates follow by finite differencing ([`difference`](crate::difference)) and reachability by its own rules ([`reach`](crate::reach)), all in terms of the values before. `free`
//! takes away the links of the cell, and whoever points to it dangles from then on.

use crate::ThreeValued;
use crate::coerce::{Roots, coerce};
use crate::constraints::Touched;
use crate::difference::{Change, SOURCE, TARGET};
use crate::focus::{Attempt, CASES, NO_ROOM, Target};
use crate::formula::VARS;
use crate::kleene::{Column, Kleene, members};
use crate::reach;
use crate::state::{Kind, Root, Sharp, State, Value};
use crate::structure::Binary;
use crate::vocabulary::{Instrumentation, Member, Pointer};

/// What became of the cells that nothing leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Garbage {
    None,
    /// Some cells are lost.
    Lost,
}

impl ThreeValued {
    /// Sharpens a state, in which individuals may have been split since it was last done. Whether it describes anything.
    pub(crate) fn coerce(&self, state: &mut State, split: bool, reach_all: bool) -> bool {
        let roots = Roots { pointed: state.pointed(), reach_all };
        let changed = state.sharp.0.as_ref().map_or(Touched::ALL, |sharp| state.structure.changed(sharp));
        let touched = if split { changed.with(Touched::INDIVIDUALS) } else { changed };
        if touched.is_empty() {
            return true;
        }
        let feasible = coerce(&self.vocabulary, &self.clauses, &mut state.structure, roots, touched).is_ok();
        state.sharp = Sharp(Some(state.structure.clone()));
        feasible
    }

    /// A new cell. Its fields are unset, or null if it is filled with zeros once it is known what it is.
    pub(crate) fn allocate(&self, state: &mut State, kind: Kind) -> Option<usize> {
        let cell = state.structure.add()?;
        state.kinds.push(kind);
        state.structure.set_pair(self.vocabulary.path, cell, cell, Kleene::True);
        for predicate in self.vocabulary.vacuous() {
            state.structure.unary_mut(predicate).set(cell, Kleene::True);
        }
        self.place_lowest(state, cell);
        for known in self.vocabulary.instrumentation.iter().filter(|known| known.constrained) {
            let value = state.structure.values(&known.definition, &[0; VARS], 0).get(cell);
            state.structure.unary_mut(known.predicate).set(cell, value);
        }
        if let Some(number) = self.vocabulary.number {
            state.structure.unary_mut(number).set(cell, (kind == Kind::Number).into());
        }
        state.broken |= self.may_break_by(state, cell);
        Some(cell)
    }

    /// A fresh block becomes a record, if it is large enough for one.
    pub(crate) fn become_record(&self, state: &mut State, cell: usize, record: ir::RecordId) {
        let (Kind::Raw { size, zero }, Some(sort)) = (state.kinds[cell], self.vocabulary.sort(record)) else {
            return;
        };
        if size != Some(sort.size) {
            return;
        }
        state.kinds[cell] = Kind::Record(record);
        if zero {
            self.zero_numbers(state, cell, &sort.members);
        }
        for member in sort.members.iter().filter(|_| !zero) {
            state.structure.unary_mut(member.unset).set(cell, Kleene::True);
        }
    }

    /// The states in which a field of a single cell holds something else.
    pub(crate) fn store_field(
        &self,
        state: State,
        cell: usize,
        member: &Member,
        pointer: Pointer,
        target: Target,
    ) -> Attempt<Vec<State>> {
        let mut states = Vec::new();
        for (mut state, old) in self.focus(state, cell, member.unset, pointer)? {
            self.set_field(&mut state, cell, member, pointer, (old, target));
            states.push(state);
        }
        Ok(states)
    }

    /// A field of a single cell holds something else than what it is known to hold.
    pub(crate) fn set_field(
        &self,
        state: &mut State,
        cell: usize,
        member: &Member,
        pointer: Pointer,
        (old, new): (Target, Target),
    ) {
        if let Target::Cell(old) = old {
            self.unlink(state, cell, pointer.field, old);
        }
        let is = |wanted: Target| Kleene::from(new == wanted);
        state.structure.unary_mut(member.unset).set(cell, is(Target::Unset));
        state.structure.unary_mut(pointer.dangling).set(cell, is(Target::Dangling));
        if let Target::Cell(new) = new {
            self.link(state, cell, pointer.field, new);
        }
    }

    /// The field of a cell leads nowhere any more.
    fn unlink(&self, state: &mut State, cell: usize, field: Binary, old: usize) {
        self.maintain(state, Change::DeleteFrom(field), cell, old, |structure| {
            if !self.vocabulary.is_back(field) {
                reach::delete(&self.vocabulary, structure, cell, old);
            }
            *structure.row_mut(field, cell) = Column::FALSE;
        });
    }

    /// The field of a cell, which leads nowhere, leads to another one.
    fn link(&self, state: &mut State, cell: usize, field: Binary, new: usize) {
        self.maintain(state, Change::Insert(field), cell, new, |structure| {
            if !self.vocabulary.is_back(field) {
                reach::insert(&self.vocabulary, structure, cell, new);
            }
            structure.set_pair(field, cell, new, Kleene::True);
        });
    }

    /// Makes a change, with what follows from it for instrumentation predicates.
    pub(crate) fn maintain(
        &self,
        state: &mut State,
        change: Change,
        source: usize,
        target: usize,
        make: impl FnOnce(&mut crate::structure::Structure),
    ) {
        let mut at = [0; VARS];
        (at[SOURCE as usize], at[TARGET as usize]) = (source as u8, target as u8);
        state.broken |= self.may_break(state, change, source, target);
        let updates = self.vocabulary.updates(change);
        let after: Vec<Column> =
            updates.iter().map(|(_, formula)| state.structure.values(formula, &at, 0)).collect();
        make(&mut state.structure);
        for ((predicate, _), column) in updates.iter().zip(after) {
            *state.structure.unary_mut(*predicate) = column;
        }
    }

    /// The states in which a single cell is gone and whatever pointed to it dangles.
    pub(crate) fn release(&self, state: State, cell: usize) -> Attempt<Vec<State>> {
        let mut states = self.clear_links(state, cell)?;
        states.retain_mut(|state| self.coerce(state, false, false));
        for state in &mut states {
            self.remove(state, cell);
        }
        Ok(states)
    }

    /// The states in which all bytes of a single cell, which is a record, are zero.
    pub(crate) fn zero(&self, state: State, cell: usize) -> Attempt<Vec<State>> {
        let members = self.members_of(&state, cell).to_vec();
        let mut states = self.clear_links(state, cell)?;
        for state in &mut states {
            self.zero_numbers(state, cell, &members);
            for member in &members {
                let dangling = member.pointer.map(|pointer| pointer.dangling);
                for predicate in dangling.into_iter().chain([member.unset]) {
                    state.structure.unary_mut(predicate).set(cell, Kleene::False);
                }
            }
        }
        Ok(states)
    }

    fn members_of(&self, state: &State, cell: usize) -> &[Member] {
        match state.kinds[cell] {
            Kind::Record(record) => self.vocabulary.sort(record).map_or(&[], |sort| &sort.members),
            Kind::Raw { .. } | Kind::Bytes { .. } | Kind::Number => &[],
        }
    }

    /// The states in which no field of a single cell leads anywhere.
    fn clear_links(&self, state: State, cell: usize) -> Attempt<Vec<State>> {
        let members = self.members_of(&state, cell);
        // All its fields are looked at before the first is cleared: then cells may be out of reach.
        let mut cases = self.focus_all(state, cell, members)?;
        for (state, targets) in &mut cases {
            for (member, target) in members.iter().zip(targets) {
                if let (Some(pointer), Some(Target::Cell(to))) = (member.pointer, target) {
                    self.unlink(state, cell, pointer.field, *to);
                }
            }
        }
        Ok(cases.into_iter().map(|(state, _)| state).collect())
    }

    /// The cases of where the fields among some members of a single cell lead; `None` for numbers.
    pub(crate) fn focus_all(
        &self,
        state: State,
        cell: usize,
        members: &[Member],
    ) -> Attempt<Vec<(State, Vec<Option<Target>>)>> {
        let mut cases = vec![(state, Vec::new())];
        for member in members {
            let mut focused = Vec::new();
            for (state, targets) in cases {
                let with = |target: Option<Target>| targets.iter().copied().chain([target]).collect();
                match member.pointer {
                    Some(pointer) => {
                        let leads = self.focus(state, cell, member.unset, pointer)?;
                        focused.extend(leads.into_iter().map(|(state, to)| (state, with(Some(to)))));
                    }
                    None => focused.push((state, with(None))),
                }
            }
            if focused.len() > CASES {
                return Err(NO_ROOM);
            }
            cases = focused;
        }
        Ok(cases)
    }

    /// Takes a cell without links away.
    fn remove(&self, state: &mut State, cell: usize) {
        for field in &self.vocabulary.fields {
            let pointing = state.structure.column(field.predicate, cell);
            if pointing.may == 0 {
                continue;
            }
            self.maintain(state, Change::DeleteTo(field.predicate), cell, cell, |structure| {
                let dangling = structure.unary_mut(field.dangling);
                *dangling = *dangling | pointing;
                for from in members(pointing.may) {
                    structure.set_pair(field.predicate, from, cell, Kleene::False);
                }
            });
        }
        for (_, value) in &mut state.env {
            if value.cell() == Some(cell as u8) {
                *value = Value::Dead;
            }
        }
        let order: Vec<usize> = (0..state.structure.size()).filter(|other| *other != cell).collect();
        state.select(&order);
    }

    /// Drops the cells that nothing leads to, in cases where it is certain which they are.
    pub(crate) fn collect(&self, state: State) -> Attempt<Vec<(State, Garbage)>> {
        let t = self.vocabulary.path;
        let (mut pending, mut collected) = (vec![state], Vec::new());
        while let Some(mut state) = pending.pop() {
            if pending.len() + collected.len() > CASES {
                return Err(NO_ROOM);
            }
            let reached = members(state.pointed()).map(|root| state.structure.row(t, root));
            let reached = reached.fold(Column::FALSE, |all, row| all | row);
            let universe = state.structure.universe();
            if let Some(doubtful) = members(reached.unknown()).next() {
                let column = state.structure.column(t, doubtful);
                let root = members(state.pointed() & column.may).next();
                pending.extend(self.focus_reaches(state, root.unwrap_or_default(), false)?);
                continue;
            }
            let garbage = universe & !reached.may;
            if garbage == 0 {
                collected.push((state, Garbage::None));
                continue;
            }
            let lost = members(garbage).any(|individual| state.kinds[individual] != Kind::Number);
            self.drop_cells(&mut state, garbage)?;
            collected.push((state, if lost { Garbage::Lost } else { Garbage::None }));
        }
        Ok(collected)
    }

    /// Takes cells away to which no forward field leads from the others.
    fn drop_cells(&self, state: &mut State, garbage: u64) -> Attempt<()> {
        let kept: Vec<usize> = members(state.structure.universe() & !garbage).collect();
        for field in &self.vocabulary.fields {
            if kept.iter().any(|from| state.structure.row(field.predicate, *from).may & garbage != 0) {
                return Err("only links back lead to some cells from here on, which is not followed");
            }
        }
        let mut fields = self.vocabulary.fields.iter();
        let into = fields.any(|field| {
            members(garbage).any(|from| state.structure.row(field.predicate, from).may & !garbage != 0)
        });
        state.select(&kept);
        // What is defined by links to a cell may have been so because of them.
        let declared = |known: &&Instrumentation| into && self.vocabulary.declared.contains(&known.predicate);
        for known in self.vocabulary.instrumentation.iter().filter(declared) {
            let now = state.structure.values(&known.definition, &[0; VARS], 0);
            *state.structure.unary_mut(known.predicate) = now;
        }
        // They may have been what made others shared.
        let shared = self.vocabulary.shared;
        let known = self.vocabulary.instrumentation.iter().find(|known| known.predicate == shared);
        if let Some(known) = known {
            let now = state.structure.values(&known.definition, &[0; VARS], 0);
            let stored = state.structure.unary_mut(shared);
            *stored = *stored & now;
        }
        Ok(())
    }

    /// Whether a variable is not needed for any cell to be reached.
    pub(crate) fn is_spare(&self, state: &State, root: Root) -> bool {
        let Some(cell) = state.get(root).and_then(Value::cell) else { return true };
        let t = self.vocabulary.path;
        let others = state.env.iter().filter(|(other, _)| *other != root);
        let certain = others
            .filter_map(|(_, value)| value.cell())
            .fold(0, |set, other| set | state.structure.row(t, usize::from(other)).is);
        state.structure.row(t, usize::from(cell)).may & !certain == 0
    }
}
