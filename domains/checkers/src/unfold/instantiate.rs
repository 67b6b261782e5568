//! One rule of a checker as a piece of a state.

use logic::Form;

use crate::Checkers;
use crate::definition::{self, Atom, DefinitionId, Name, Room, Rule, SetAtom};
use crate::heap::text::text_pieces;
use crate::heap::{
    Args, Block, Cell, Checker, Marks, NodeSet, Origin, Region, Rest, Root, Run, Segment, State, Term, Value,
};

/// What becomes of one call of a rule that belongs to a segment.
#[derive(Clone, Copy)]
pub(crate) enum Spine<'a> {
    /// All calls are complete structures.
    None,
    /// The call is the rest of the segment.
    Continue {
        /// Its index.
        call: usize,
        /// What is unfolded.
        segment: &'a Segment,
        /// A call whose objects form a set of their own.
        beside: Option<(usize, NodeSet)>,
    },
    /// The call is the rest of the segment, which is of one kind from here on: what never changes is what the segment lacks.
    Turn {
        /// Its index.
        call: usize,
        /// What is unfolded.
        segment: &'a Segment,
    },
    /// The call is what the segment lacks: it ends here.
    Close {
        /// Its index.
        call: usize,
        /// What is unfolded.
        segment: &'a Segment,
    },
}

/// What a rule is an instance of.
#[derive(Clone, Copy)]
pub(crate) struct Instance<'a> {
    /// The checker whose rule it is; none for a clause.
    pub(crate) definition: Option<DefinitionId>,
    pub(crate) root: Term,
    pub(crate) args: &'a [Term],
    pub(crate) marks: Marks,
}

/// The names of a rule, each held by the state, so that they follow when symbols are merged.
struct Names {
    root: Root,
    params: Vec<Root>,
    locals: Vec<Root>,
}

impl Names {
    fn term(&self, state: &State, term: definition::Term) -> Option<Term> {
        let Some(name) = term.name else { return Some(Term::constant(term.offset)) };
        self.name(state, name)?.plus(term.offset)
    }

    fn name(&self, state: &State, name: Name) -> Option<Term> {
        let root = match name {
            Name::Root => self.root,
            Name::Param(index) => *self.params.get(index as usize)?,
            Name::Local(index) => *self.locals.get(index as usize)?,
            Name::Global(global) => Root::Global(global),
            Name::Code(function) => Root::Code(function),
        };
        state.root(root)?.term()
    }

    /// The arguments of a call; one that is too large a number to be told is any.
    fn args(&self, state: &mut State, call: &definition::Call) -> Args {
        let mut args = Args::new();
        for arg in &call.args {
            args.push(self.term(state, *arg).unwrap_or_else(|| Term::of(state.fresh())));
        }
        args
    }

    fn release(&self, state: &mut State) {
        for root in self.locals.iter().chain(&self.params).chain([&self.root]) {
            state.take_root(*root);
        }
    }
}

impl Checkers {
    /// The states in which a rule holds at a root with these arguments, beside what a state has.
    pub(crate) fn instantiate(
        &self,
        state: State,
        rule: &Rule,
        of: Instance<'_>,
        spine: Spine<'_>,
    ) -> Vec<State> {
        let (mut states, names, ends) = self.instantiate_named(state, rule, of, spine);
        for state in &mut states {
            for root in &ends {
                state.take_root(*root);
            }
            names.release(state);
        }
        states
    }

    /// The same for a clause, with the value of a sum in each case.
    pub(crate) fn instantiate_value(
        &self,
        state: State,
        rule: &Rule,
        args: &[Term],
        form: &definition::Form,
    ) -> Vec<(State, Option<Form>)> {
        let of = Instance { definition: None, root: Term::NULL, args, marks: Marks::GIVEN };
        let (states, names, _) = self.instantiate_named(state, rule, of, Spine::None);
        let value = |mut state: State| {
            let form = self.form_of(&state, &names, form);
            names.release(&mut state);
            (state, form)
        };
        states.into_iter().map(value).collect()
    }

    fn instantiate_named(
        &self,
        mut state: State,
        rule: &Rule,
        of: Instance<'_>,
        spine: Spine<'_>,
    ) -> (Vec<State>, Names, Vec<Root>) {
        let Instance { definition: from, root, args, marks } = of;
        let names = Names {
            root: state.hold(root),
            params: args.iter().map(|arg| state.hold(*arg)).collect(),
            locals: rule
                .locals
                .iter()
                .map(|sort| {
                    let local = self.fresh_of(&mut state, *sort);
                    state.hold(Term::of(local))
                })
                .collect(),
        };
        rule.names(|name| {
            if let Name::Code(function) = name {
                self.code(&mut state, function);
            }
        });
        // The ends of the segment follow merges too.
        let ends: Vec<Root> = match spine {
            Spine::None => Vec::new(),
            Spine::Continue { segment, .. } | Spine::Turn { segment, .. } | Spine::Close { segment, .. } => {
                let ends = std::iter::once(segment.to).chain(segment.hole_args.iter().copied());
                ends.map(|term| state.hold(term)).collect()
            }
        };
        let mut states = vec![state];
        for atom in &rule.pure {
            states = states.into_iter().flat_map(|state| self.assume_atom(state, &names, atom)).collect();
        }
        for atom in &rule.sets {
            states.retain_mut(|state| self.assume_set_atom(state, &names, atom));
        }
        for object in &rule.objects {
            states = each(states, |mut state| {
                let Some(at) = names.term(&state, object.at) else { return unplaced(state) };
                let Some(block) = self.block_of(&mut state, &names, object, marks, from) else {
                    return unplaced(state);
                };
                self.insert(state, at, Region::Block(block))
            });
        }
        for (index, call) in rule.calls.iter().enumerate() {
            if matches!(spine, Spine::Turn { call, .. } if call == index) {
                let params = &self.definitions[call.definition].params;
                states = each(states, |mut state| {
                    let args = names.args(&mut state, call);
                    let end = |root: &Root| state.root(*root).and_then(Value::term).unwrap_or(Term::NULL);
                    let pairs = args.iter().copied().zip(ends[1..].iter().map(end)).zip(params);
                    let constant = pairs.filter(|(_, param)| param.kind == definition::Kind::Constant);
                    let pairs: Vec<_> = constant.map(|(pair, _)| pair).collect();
                    self.equate_all(state, &pairs)
                });
            }
            states = each(states, |mut state| {
                let Some(at) = names.term(&state, call.root) else { return unplaced(state) };
                let args = names.args(&mut state, call);
                let end = |root: &Root| state.root(*root).and_then(Value::term).unwrap_or(Term::NULL);
                let definition = call.definition;
                match spine {
                    Spine::Continue { call, segment, .. } | Spine::Turn { call, segment }
                        if call == index =>
                    {
                        let (to, hole_args) = (end(&ends[0]), ends[1..].iter().map(end).collect());
                        let hole = segment.hole;
                        let rest = Segment { definition, args, to, hole, hole_args, marks };
                        self.assume_segment_upward(&mut state, at, &rest);
                        let rest = Region::Segment(rest);
                        self.assume_segment_sets(&mut state, &rest);
                        self.insert(state, at, rest)
                    }
                    Spine::Close { call, .. } if call == index => {
                        let mut pairs = vec![(at, end(&ends[0]))];
                        pairs.extend(args.iter().copied().zip(ends[1..].iter().map(end)));
                        self.equate_all(state, &pairs)
                    }
                    Spine::Continue { beside: Some((call, set)), .. } if call == index => {
                        let marks = Marks { set: Some(set), ..marks };
                        self.assume_upward(&mut state, at, definition, &args);
                        self.insert(state, at, Region::Checker(Checker { definition, args, marks }))
                    }
                    _ => {
                        self.assume_upward(&mut state, at, definition, &args);
                        self.insert(state, at, Region::Checker(Checker { definition, args, marks }))
                    }
                }
            });
        }
        for (from, to) in &rule.segments {
            states = each(states, |mut state| {
                let (Some(at), Some(end)) = (names.term(&state, from.root), names.term(&state, to.root))
                else {
                    return unplaced(state);
                };
                let (args, hole_args) = (names.args(&mut state, from), names.args(&mut state, to));
                let mut segment = Segment {
                    definition: from.definition,
                    args,
                    to: end,
                    hole: to.definition,
                    hole_args,
                    marks,
                };
                self.forget_carried(&mut segment);
                self.assume_segment_upward(&mut state, at, &segment);
                self.insert(state, at, Region::Segment(segment))
            });
        }
        for read in &rule.reads {
            states = each(states, |state| {
                let Some(at) = names.term(&state, read.at) else { return vec![state] };
                let mut read_states = Vec::new();
                for (state, value) in self.look_at(state, at, read.size) {
                    let local = names.name(&state, read.value);
                    match value.zip(local) {
                        Some((value, local)) => read_states.extend(self.equate(state, local, value)),
                        None => read_states.push(state),
                    }
                }
                read_states
            });
        }
        (states, names, ends)
    }

    fn assume_atom(&self, mut state: State, names: &Names, atom: &Atom) -> Vec<State> {
        let (Atom::Zero(form) | Atom::NonZero(form) | Atom::AtLeastZero(form)) = atom;
        let pair = two_terms(form).and_then(|(a, b)| Some((names.term(&state, a)?, names.term(&state, b)?)));
        let Some(linear) = self.form_of(&state, names, form) else { return vec![state] };
        match (atom, pair) {
            (Atom::Zero(_), Some((a, b))) => self.equate(state, a, b),
            (Atom::NonZero(_), Some((a, b))) if a == b || self.proves_eq(&state, a, b) => Vec::new(),
            (Atom::NonZero(_), Some((a, b))) if self.proves_ne(&state, a, b) => vec![state],
            (Atom::Zero(_), None) => keep(state.pure.guard_eq(&linear), state),
            (Atom::NonZero(_), _) => keep(state.pure.guard_ne(&linear), state),
            (Atom::AtLeastZero(_), _) => keep(state.pure.guard_ge(&linear), state),
        }
    }

    /// Conjoins what a rule says of sets; false if it cannot hold.
    fn assume_set_atom(&self, state: &mut State, names: &Names, atom: &SetAtom) -> bool {
        let named = atom.map(|item| Some(item.with(names.term(state, item.term())?)));
        named.is_none_or(|atom| state.assume_sets(&atom))
    }

    fn form_of(&self, state: &State, names: &Names, form: &definition::Form) -> Option<Form> {
        let mut sum = Form::constant(form.constant);
        for (name, factor) in &form.terms {
            sum = sum.add_scaled(*factor, &names.name(state, *name)?.form())?;
        }
        Some(sum)
    }

    fn block_of(
        &self,
        state: &mut State,
        names: &Names,
        object: &definition::Object,
        marks: Marks,
        from: Option<DefinitionId>,
    ) -> Option<Block> {
        let size = if object.body.is_none() {
            Term::constant(i64::try_from(object.size).unwrap_or(i64::MAX))
        } else {
            let bytes = self.form_of(state, names, &object.extent()?)?;
            self.named(state, &bytes)
        };
        let runs = self.runs_of(state, object, marks)?;
        let cell = |cell: &definition::Cell| Cell {
            offset: cell.offset,
            size: cell.size,
            value: names.term(state, cell.value).map_or(Value::Any, Value::Known),
        };
        let mut block = Block {
            start: 0,
            size,
            origin: if marks.heap { Origin::Heap } else { Origin::Foreign },
            cells: object.cells.iter().map(cell).collect(),
            runs,
            rest: if marks.written { Rest::Any } else { Rest::Unsure },
            hint: (object.at.name == Some(Name::Root)).then_some(from).flatten(),
            set: marks.set,
        };
        if let Some(room) = object.text {
            block.size = if room == Room::Any { Term::of(state.fresh()) } else { size };
            block.runs = self.some_text(state, (0, block.size))?;
            block.rest = Rest::Unsure;
        }
        if object.body.is_some() {
            // What the body and members hold that the rule does not speak of, and whether they were ever written, is not said.
            (block.origin, block.rest) = (Origin::Part, Rest::Unsure);
        }
        if let Some(footer) = &object.footer {
            let held = |cell: &definition::Cell| {
                let value = names.term(state, cell.value).map_or(Value::Any, Value::Known);
                (cell.offset, cell.size, value)
            };
            block.runs.push(Run::footer(size, footer.size, footer.cells.iter().map(held))?);
        }
        Some(block)
    }

    /// The rows of an object, and its arrays that hold strings.
    fn runs_of(&self, state: &mut State, object: &definition::Object, marks: Marks) -> Option<Vec<Run>> {
        let rows = object.rows.iter().map(|row| (row.from, vec![Run::of_row(row, marks)]));
        let mut parts: Vec<(i64, Vec<Run>)> = rows.collect();
        for (offset, size) in &object.texts {
            let end = Term::constant(offset.checked_add_unsigned(*size)?);
            parts.push((*offset, self.some_text(state, (*offset, end))?));
        }
        parts.sort_by_key(|(offset, _)| *offset);
        Some(parts.into_iter().flat_map(|(_, runs)| runs).collect())
    }

    /// What bytes from an offset up to an end hold if there is a string in them.
    fn some_text(&self, state: &mut State, (from, to): (i64, Term)) -> Option<Vec<Run>> {
        let zero = state.fresh();
        let before = Form::of(zero.dim()).plus(-i128::from(from))?;
        let room = to.form().add_scaled(-1, &Form::of(zero.dim()))?.plus(-1)?;
        let possible = to.form().negated()?.plus(self.largest_object)?;
        for fact in [before, room, possible] {
            state.pure.guard_ge(&fact);
        }
        Some(text_pieces(Term::constant(from), Term::of(zero), to, Rest::Unsure)?.into())
    }

    /// What a number in memory is, whoever owns it, in each case of what must be unfolded to see it.
    fn look_at(&self, mut state: State, at: Term, size: u8) -> Vec<(State, Option<Term>)> {
        let held = state.hold(at);
        let mut found = Vec::new();
        let mut todo = vec![(state, 3_u32)];
        while let Some((mut state, fuel)) = todo.pop() {
            let at = state.root(held).and_then(Value::term).unwrap_or(Term::NULL);
            match at.base.map(|base| (base, state.region(base).is_some(), state.block(base).is_some())) {
                Some((base, true, false)) if fuel > 0 => {
                    todo.extend(self.unfold(&state, base).into_iter().map(|case| (case, fuel - 1)));
                    continue;
                }
                Some((base, _, true)) => {
                    state.take_root(held);
                    let cell = state.block(base).and_then(|block| block.cell(at.offset, size));
                    let value = if let Some(cell) = cell {
                        cell.value.term()
                    } else {
                        let fresh = state.fresh();
                        if let Some(block) = state.block_mut(base) {
                            block.put(at.offset, size, Value::of(fresh));
                        }
                        Some(Term::of(fresh))
                    };
                    found.push((state, value));
                    continue;
                }
                _ => {}
            }
            state.take_root(held);
            found.push((state, None));
        }
        found
    }

    /// The states that have a region more, at an address.
    pub(crate) fn insert(&self, mut state: State, at: Term, region: Region) -> Vec<State> {
        if let Some(base) = at.base
            && state.region(base).is_none()
            && !state.is_dead(base)
        {
            let mut region = region;
            let fits = match &mut region {
                _ if at.offset == 0 => true,
                Region::Block(block) => block.shift(at.offset),
                _ => false,
            };
            if !fits {
                return self.insert_anywhere(state, at, region);
            }
            state.add_region(base, region);
            return vec![state];
        }
        self.insert_anywhere(state, at, region)
    }

    fn insert_anywhere(&self, mut state: State, at: Term, region: Region) -> Vec<State> {
        let fresh = state.fresh();
        state.add_region(fresh, region);
        self.equate(state, Term::of(fresh), at)
    }
}

fn each(states: Vec<State>, step: impl FnMut(State) -> Vec<State>) -> Vec<State> {
    states.into_iter().flat_map(step).collect()
}

/// Something lies at an address that is too large a number to tell: nothing is known.
fn unplaced(mut state: State) -> Vec<State> {
    state.anything = true;
    vec![state]
}

fn keep(yes: bool, state: State) -> Vec<State> {
    if yes { vec![state] } else { Vec::new() }
}

/// `a = b` if a form is zero.
pub(crate) fn two_terms(form: &definition::Form) -> Option<(definition::Term, definition::Term)> {
    use definition::Term as T;
    let constant = i64::try_from(form.constant).ok()?;
    let named = |name: &Name, offset: i64| T { name: Some(*name), offset };
    match form.terms.as_slice() {
        [(name, 1)] => Some((named(name, 0), T::constant(constant.checked_neg()?))),
        [(name, -1)] => Some((named(name, 0), T::constant(constant))),
        [(a, 1), (b, -1)] => Some((named(a, constant), named(b, 0))),
        [(a, -1), (b, 1)] => Some((named(b, constant), named(a, 0))),
        _ => None,
    }
}
