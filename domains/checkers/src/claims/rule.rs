//! One rule of a definition as a way.
//!
//! The names of a rule become values: the root, the parameters, then the locals. The cells of its objects and what it asks of numbers decide
//! whether it is this rule; what it owns and what it calls follows then.

use ir::Program;
use model::{Instance, Known, Probe, Relation, Sum, Way};

use crate::Checkers;
use crate::definition::{Atom, Definition, Form, Name, Object, Room, Rule, Sort, Term};

struct Draft<'a> {
    program: &'a Program,
    params: usize,
    way: Way,
    known: Vec<bool>,
    /// The bytes after the root that its object has by every rule.
    sure: i64,
    /// What the rule asks of numbers and is not written yet.
    atoms: Vec<&'a Atom>,
}

impl Checkers {
    /// What a rule says of its definition's root and parameters.
    pub(super) fn way_of_rule(&self, program: &Program, definition: &Definition, rule: &Rule) -> Way {
        let known = |name: &str, sort: Sort| Known { name: name.to_owned(), range: range(sort) };
        let mut values = vec![known(&definition.root_name(program), Sort::Pointer)];
        values.extend(definition.params.iter().map(|param| known(&param.name, param.sort)));
        let params = values.len();
        let locals = rule.locals.iter().enumerate();
        values.extend(locals.map(|(index, sort)| known(&format!("e{index}"), *sort)));
        let mut draft = Draft {
            program,
            params,
            known: (0..values.len()).map(|index| index < params).collect(),
            way: Way {
                text: self.definitions.display_rule(definition, rule, program).to_string(),
                values,
                ..Way::default()
            },
            sure: 0,
            atoms: rule.pure.iter().collect(),
        };
        // Bytes that the root's object has only by some rules are read by none: which rule it is is not known yet.
        let at_root = definition.rules.iter().flat_map(|rule| &rule.objects);
        let at_root = at_root.filter(|object| object.at.name == Some(Name::Root));
        draft.sure = at_root.map(|object| object.at.offset + object.size as i64).min().unwrap_or(0);
        draft.numbers();
        let mut left: Vec<&Object> = rule.objects.iter().collect();
        while let Some(index) = left.iter().position(|object| draft.is_known(object.at)) {
            draft.object(left.remove(index));
        }
        // A call of the definition itself comes last: it goes on where this ends.
        let (own, others): (Vec<_>, Vec<_>) = rule
            .calls
            .iter()
            .partition(|call| std::ptr::eq(&raw const self.definitions[call.definition], definition));
        for call in others.into_iter().chain(own) {
            if !draft.is_known(call.root) {
                continue;
            }
            let args = std::iter::once(&call.root).chain(&call.args).map(|arg| draft.sum(*arg)).collect();
            draft.way.steps.push(Probe::Whole(Instance { predicate: call.definition.0 as usize, args }));
        }
        draft.way
    }
}

impl Draft<'_> {
    fn value(&self, name: Name) -> Option<usize> {
        match name {
            Name::Root => Some(0),
            Name::Param(index) => Some(1 + index as usize),
            Name::Local(index) => Some(self.params + index as usize),
            Name::Global(_) | Name::Code(_) => None,
        }
    }

    /// A term; one whose name is no value is a value that nothing is known of.
    fn sum(&mut self, term: Term) -> Sum {
        let Some(name) = term.name else { return Sum::constant(term.offset) };
        let base = self.value(name).unwrap_or_else(|| self.fresh("_"));
        Sum { base: Some(base), offset: term.offset }
    }

    fn fresh(&mut self, name: &str) -> usize {
        self.way.values.push(Known { name: name.to_owned(), range: None });
        self.known.push(false);
        self.way.values.len() - 1
    }

    fn is_known(&self, term: Term) -> bool {
        term.name.is_none_or(|name| self.value(name).is_some_and(|value| self.known[value]))
    }

    /// Reads the cells of an object; claims it, once it is decided that this rule holds.
    fn object(&mut self, object: &Object) {
        let at = self.sum(object.at);
        self.way.choice.push(Probe::Object { at });
        for cell in &object.cells {
            let end = object.at.offset + cell.offset + i64::from(cell.size);
            if cell.size > 8 || object.at.name == Some(Name::Root) && end > self.sure {
                continue;
            }
            let is = self.sum(cell.value);
            let signed = self.program.types.integer(cell.ty).is_some_and(|(_, signed)| signed);
            self.way.choice.push(Probe::Read { at, offset: cell.offset, size: cell.size, signed, is });
            if let Some(base) = is.base {
                self.known[base] = true;
            }
            self.numbers();
        }
        let whole = object.body.is_none() && !object.is_of_any_size();
        let bytes = whole.then(|| (0, Sum::constant(object.size as i64)));
        if object.size > 0 {
            self.way.steps.push(Probe::Claim { at, bytes });
        }
        if let Some(room) = object.text {
            let room = (room == Room::Fixed).then_some(object.size);
            self.way.steps.push(Probe::Text { at, offset: 0, room });
        }
        for &(offset, size) in &object.texts {
            self.way.steps.push(Probe::Text { at, offset, room: Some(size) });
        }
        for row in &object.rows {
            let element = self.fresh("element");
            let mut steps = Vec::new();
            for slot in &row.slots {
                let held = self.fresh("slot");
                let (at, is) = (Sum::of(element), Sum::of(held));
                steps.push(Probe::Read { at, offset: slot.offset, size: slot.size, signed: false, is });
                let args =
                    std::iter::once(is).chain(slot.args.iter().map(|arg| Sum::constant(*arg))).collect();
                steps.push(Probe::Whole(Instance { predicate: slot.definition.0 as usize, args }));
            }
            let (from, to) = (Sum::constant(row.from), Sum::constant(row.to));
            self.way.steps.push(Probe::Each { at, from, to, stride: row.stride, element, steps });
        }
    }

    /// Writes what is asked of numbers that are known by now; an address that an equation determines becomes known.
    fn numbers(&mut self) {
        loop {
            let before = self.atoms.len();
            let mut left = Vec::new();
            for atom in std::mem::take(&mut self.atoms) {
                let form = atom.form();
                let open: Vec<Name> = form
                    .terms
                    .iter()
                    .map(|(name, _)| *name)
                    .filter(|name| !self.is_known(Term::of(*name)))
                    .collect();
                match open.as_slice() {
                    [] => {
                        let terms = self.terms(form, None);
                        let (relation, constant) = (relation(atom), form.constant);
                        self.way.choice.push(Probe::Number { relation, terms, constant });
                    }
                    [name] if matches!(atom, Atom::Zero(_)) && matches!(form.factor(*name), 1 | -1) => {
                        let Some(value) = self.value(*name) else { continue };
                        let terms = self.terms(form, Some(*name));
                        let (factor, constant) = (form.factor(*name), form.constant);
                        self.way.choice.push(Probe::Solve { value, factor, terms, constant });
                        self.known[value] = true;
                    }
                    _ => left.push(atom),
                }
            }
            self.atoms = left;
            if self.atoms.len() == before {
                return;
            }
        }
    }

    fn terms(&self, form: &Form, without: Option<Name>) -> Vec<(usize, i64)> {
        let terms = form.terms.iter().filter(|(name, _)| Some(*name) != without);
        terms.filter_map(|(name, factor)| Some((self.value(*name)?, *factor))).collect()
    }
}

fn relation(atom: &Atom) -> Relation {
    match atom {
        Atom::Zero(_) => Relation::Zero,
        Atom::NonZero(_) => Relation::NonZero,
        Atom::AtLeastZero(_) => Relation::AtLeastZero,
    }
}

fn range(sort: Sort) -> Option<(u16, bool)> {
    match sort {
        Sort::Integer { bits, signed } => Some((bits, signed)),
        Sort::Pointer | Sort::Set { .. } | Sort::Opaque => None,
    }
}
