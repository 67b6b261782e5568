//! One state as a way.

use engine::{Point, ShapeDomain};
use ir::Program;
use logic::{Dim, Fact, Form, is_parameter};
use model::{CodePlace, Given, Instance, Known, Probe, Relation, Sum, Way};

use super::root_of;
use crate::Checkers;
use crate::definition::{DefinitionId, Sort};
use crate::heap::{Block, Cell, Content, Origin, Owned, Region, Run, Segment, State, Sym, Term, Value};

/// Writes the way one state is.
pub(super) struct Writer<'a> {
    domain: &'a Checkers,
    program: &'a Program,
    at: CodePlace,
    state: &'a State,
    way: Way,
    /// The value of each symbol that was spoken of.
    values: Vec<Option<usize>>,
    known: Vec<bool>,
    facts: Vec<Fact>,
    omitted: Vec<String>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(domain: &'a Checkers, program: &'a Program, at: CodePlace, state: &'a State) -> Self {
        let values = vec![None; state.next as usize];
        let facts = state.pure.facts();
        let (known, omitted) = (Vec::new(), Vec::new());
        Self { domain, program, at, state, way: Way::default(), values, known, facts, omitted }
    }

    /// The way, and what it leaves out; some regions may not be read.
    pub(super) fn way(mut self, given: &[Given], unread: &[Sym]) -> (Way, Vec<String>) {
        let point = Point { function: self.at.function, block: self.at.block, stmt: self.at.stmt };
        self.way.text = self.domain.draw(self.program, point, self.state).text();
        let mut choice = Vec::new();
        for (number, item) in given.iter().enumerate() {
            if let Some(Value::Known(term)) = self.state.root(root_of(*item)) {
                let is = self.learned(term);
                self.note_sign(*item, is);
                choice.push(Probe::Given { given: number, is });
            }
        }
        self.numbers(&mut choice);
        self.way.choice = choice;
        self.way.steps = self.regions(unread);
        if !unread.is_empty() {
            self.omit("memory, where cases are told apart only by what may be gone");
        }
        (self.way, self.omitted)
    }

    /// A number of no known type is the one that a register of a signed type has.
    fn note_sign(&mut self, given: Given, is: Sum) {
        let (Given::Register(local), Some(base)) = (given, is.base) else { return };
        let body = self.program.functions[self.at.function].body.as_ref();
        let ty = body.and_then(|body| body.locals.get(local)).map(|local| local.ty);
        let signed = ty.and_then(|ty| self.program.types.integer(ty)).is_some_and(|(_, signed)| signed);
        if signed && self.way.values[base].range.is_none() {
            self.way.values[base].range = Some((64, true));
        }
    }

    /// The regions whose address is known, until none is left.
    fn regions(&mut self, unread: &[Sym]) -> Vec<Probe> {
        let state = self.state;
        let mut steps = Vec::new();
        let readable = state.regions.iter().filter(|(at, _)| !unread.contains(at));
        let mut left: Vec<(Sym, &Region)> = readable.map(|(at, region)| (*at, region)).collect();
        loop {
            let ready = |this: &Self, (at, _): &(Sym, &Region)| this.is_known(Term::of(*at));
            let plain =
                |(_, region): &(Sym, &Region)| region.block().is_none_or(|block| block.runs.is_empty());
            let first = left.iter().position(|item| ready(self, item) && plain(item));
            let Some(index) = first.or_else(|| left.iter().position(|item| ready(self, item))) else { break };
            let (at, region) = left.remove(index);
            let at = Sum::of(self.value(at));
            match region {
                Region::Block(block) => self.block(at, block, &mut steps),
                Region::Checker(checker) => {
                    let instance = self.instance(at, checker.definition, &checker.args);
                    steps.push(Probe::Whole(instance));
                }
                Region::Segment(segment) if self.is_known(segment.to) => {
                    let from = self.instance(at, segment.definition, &segment.args);
                    let to = self.sum(segment.to);
                    let to = self.instance(to, segment.hole, &segment.hole_args);
                    steps.push(Probe::Part { from, to });
                }
                Region::Segment(segment) => {
                    if let Some(rest) = self.goes_on(segment) {
                        left.retain(|(at, _)| !rest.contains(at));
                        let instance = self.instance(at, segment.definition, &segment.args);
                        steps.push(Probe::Whole(instance));
                    } else {
                        self.omit("a part of a structure whose end nothing names");
                    }
                }
            }
            self.numbers(&mut steps);
        }
        if !left.is_empty() {
            self.omit("memory that only leads to what can be named, or that nothing in scope leads to");
        }
        for (sym, member) in &state.members {
            if self.is_known(Term::of(*sym)) && left.is_empty() && unread.is_empty() {
                let at = Sum::of(self.value(*sym));
                let or = member.or.map(|or| self.sum(or));
                steps.push(Probe::Among { at, or });
            }
        }
        steps
    }

    /// The regions that a part of a structure goes on with, if all of them together are a whole one: where each ends the next begins with what is
    /// missing there, the last of them whole.
    fn goes_on(&self, segment: &Segment) -> Option<Vec<Sym>> {
        let mut rest = Vec::new();
        let (mut to, mut hole, mut args) = (segment.to, segment.hole, &segment.hole_args);
        loop {
            let base = to.base.filter(|base| to.offset == 0 && !rest.contains(base))?;
            rest.push(base);
            match self.state.region(base)? {
                Region::Checker(checker) => {
                    return (checker.definition == hole && checker.args == *args).then_some(rest);
                }
                Region::Segment(next) if next.definition == hole && next.args == *args => {
                    (to, hole, args) = (next.to, next.hole, &next.hole_args);
                }
                _ => return None,
            }
        }
    }

    fn block(&mut self, at: Sum, block: &Block, steps: &mut Vec<Probe>) {
        match block.origin {
            Origin::Code(_) => return,
            Origin::Stream => return self.omit("what a stream is"),
            Origin::Heap | Origin::Part | Origin::Slot(_) | Origin::Fixed(..) | Origin::Global(_) => {}
            Origin::Passing | Origin::Foreign => {}
        }
        steps.push(Probe::Object { at });
        let size = self.is_known(block.size).then(|| self.sum(block.size));
        // A part may be of any size, and an array of variable length may have none.
        let bytes = size.map(|size| (block.start, size));
        // Constants may be one object with others, and what has no bytes may lie where something else does.
        let constant = matches!(block.origin, Origin::Global(id) if self.program.globals[id].is_mergeable());
        let some = self.state.least(&block.size.form()).is_some_and(|least| least > 0);
        if !constant && (some || block.origin == Origin::Heap) {
            steps.push(Probe::Claim { at, bytes });
        }
        for cell in &block.cells {
            self.cell(at, cell, steps);
        }
        for run in &block.runs {
            self.row(at, run, steps);
        }
    }

    fn cell(&mut self, at: Sum, cell: &Cell, steps: &mut Vec<Probe>) {
        let Value::Known(term) = cell.value else { return };
        if cell.size > 8 {
            return;
        }
        let Some(signed) = self.signed(term, cell.size) else {
            return self.omit("a number whose sign nothing tells");
        };
        let is = self.learned(term);
        steps.push(Probe::Read { at, offset: cell.offset, size: cell.size, signed, is });
    }

    /// Whether the bytes of a term are a signed number; nothing if its value cannot be told from them.
    fn signed(&self, term: Term, size: u8) -> Option<bool> {
        let Some(sym) = term.base else { return Some(false) };
        if size == 8 {
            return Some(false);
        }
        if let Ok(index) = self.state.ranges.binary_search_by_key(&sym, |(sym, ..)| *sym) {
            let (_, bits, signed) = self.state.ranges[index];
            if bits <= 8 * u16::from(size) {
                return Some(signed);
            }
        }
        let form = Form::of(sym.dim());
        if self.state.pure.minimum(&form).is_some_and(|least| least >= 0) {
            return Some(false);
        }
        let most = self.state.pure.maximum(&form)?;
        (most < 1 << (8 * u32::from(size) - 1)).then_some(true)
    }

    fn row(&mut self, at: Sum, run: &Run, steps: &mut Vec<Probe>) {
        if run.each.slots.is_empty() {
            return;
        }
        if !self.is_known(run.from) || !self.is_known(run.to) {
            return self.omit("a row whose bounds nothing names");
        }
        let (from, to) = (self.sum(run.from), self.sum(run.to));
        let element = self.fresh("element");
        let mut inside = Vec::new();
        for slot in &run.each.slots {
            let place = Sum::of(element);
            match &slot.content {
                Content::Value(Value::Known(term)) => {
                    // A value that is found in the first element would have to be kept for the others.
                    if slot.size <= 8 && self.is_known(*term) {
                        let (offset, size, is) = (slot.offset, slot.size, self.sum(*term));
                        let signed = self.signed(*term, size).unwrap_or(false);
                        inside.push(Probe::Read { at: place, offset, size, signed, is });
                    }
                }
                Content::Value(_) => {}
                Content::Owned(owned) => {
                    let held = self.fresh("slot");
                    let (offset, size, is) = (slot.offset, slot.size, Sum::of(held));
                    inside.push(Probe::Read { at: place, offset, size, signed: false, is });
                    let own = self.owned(is, owned);
                    if owned.or_null {
                        inside.push(Probe::Unless { null: held, steps: own });
                    } else {
                        inside.extend(own);
                    }
                }
            }
        }
        if !inside.is_empty() {
            steps.push(Probe::Each { at, from, to, stride: run.each.stride, element, steps: inside });
        }
    }

    fn owned(&mut self, at: Sum, owned: &Owned) -> Vec<Probe> {
        match &*owned.region {
            Region::Checker(checker) => {
                vec![Probe::Whole(self.instance(at, checker.definition, &checker.args))]
            }
            Region::Block(block) => {
                let size = self.is_known(block.size).then(|| self.sum(block.size));
                let mut steps = vec![Probe::Object { at }];
                steps.push(Probe::Claim { at, bytes: size.map(|size| (block.start, size)) });
                for cell in &block.cells {
                    if matches!(cell.value, Value::Known(term) if self.is_known(term)) {
                        self.cell(at, cell, &mut steps);
                    }
                }
                steps
            }
            Region::Segment(_) => Vec::new(),
        }
    }

    fn instance(&mut self, root: Sum, definition: DefinitionId, args: &[Term]) -> Instance {
        let params = &self.domain.definitions[definition].params;
        let set = |index: usize| matches!(params.get(index).map(|param| param.sort), Some(Sort::Set { .. }));
        let mut all = vec![root];
        for (index, arg) in args.iter().enumerate() {
            all.push(if set(index) { Sum::of(self.fresh("set")) } else { self.sum(*arg) });
        }
        Instance { predicate: definition.0 as usize, args: all }
    }

    /// Writes the facts all of whose numbers are known by now; one that an equation determines becomes known.
    fn numbers(&mut self, steps: &mut Vec<Probe>) {
        loop {
            let before = self.facts.len();
            let mut left = Vec::new();
            for fact in std::mem::take(&mut self.facts) {
                let form = fact.form();
                let open: Vec<Dim> = form.dims().filter(|dim| !self.is_known_dim(*dim)).collect();
                match open.as_slice() {
                    [] => {
                        let terms = self.terms(form, None);
                        let relation = match fact {
                            Fact::Eq(_) => Relation::Zero,
                            Fact::Ge(_) => Relation::AtLeastZero,
                            Fact::Ne(_) => Relation::NonZero,
                        };
                        steps.push(Probe::Number { relation, terms, constant: form.offset() });
                    }
                    [dim] if matches!(fact, Fact::Eq(_)) && !is_parameter(*dim) => {
                        let factor = form.coefficient(*dim);
                        // Where an object is that only numbers lead to is another place in another case.
                        if factor.abs() != 1 || self.state.region(Sym(dim.0)).is_some() {
                            left.push(fact);
                            continue;
                        }
                        let terms = self.terms(form, Some(*dim));
                        let value = self.value(Sym(dim.0));
                        self.known[value] = true;
                        steps.push(Probe::Solve { value, factor, terms, constant: form.offset() });
                    }
                    _ => left.push(fact),
                }
            }
            self.facts = left;
            if self.facts.len() == before {
                return;
            }
        }
    }

    fn terms(&mut self, form: &Form, without: Option<Dim>) -> Vec<(usize, i64)> {
        let terms = form.terms().iter().filter(|(dim, _)| Some(*dim) != without);
        terms.map(|(dim, factor)| (self.value(Sym(dim.0)), *factor)).collect()
    }

    fn omit(&mut self, what: &str) {
        if !self.omitted.iter().any(|known| known == what) {
            self.omitted.push(what.to_owned());
        }
    }

    fn is_known_dim(&self, dim: Dim) -> bool {
        !is_parameter(dim) && self.is_known(Term::of(Sym(dim.0)))
    }

    fn is_known(&self, term: Term) -> bool {
        let known = |sym: Sym| {
            let value = self.values.get(sym.0 as usize).copied().flatten();
            value.is_some_and(|value| self.known[value])
        };
        term.base.is_none_or(known)
    }

    /// A term that becomes known.
    fn learned(&mut self, term: Term) -> Sum {
        let sum = self.sum(term);
        if let Some(base) = sum.base {
            self.known[base] = true;
        }
        sum
    }

    fn sum(&mut self, term: Term) -> Sum {
        Sum { base: term.base.map(|base| self.value(base)), offset: term.offset }
    }

    /// The value that stands for a symbol.
    fn value(&mut self, sym: Sym) -> usize {
        if let Some(value) = self.values[sym.0 as usize] {
            return value;
        }
        let value = self.fresh(&format!("a{}", sym.0));
        let range = self.state.ranges.binary_search_by_key(&sym, |(sym, ..)| *sym);
        self.way.values[value].range = range.ok().map(|index| {
            let (_, bits, signed) = self.state.ranges[index];
            (bits, signed)
        });
        self.values[sym.0 as usize] = Some(value);
        value
    }

    fn fresh(&mut self, name: &str) -> usize {
        self.way.values.push(Known { name: name.to_owned(), range: None });
        self.known.push(false);
        self.way.values.len() - 1
    }
}
