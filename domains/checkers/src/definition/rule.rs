//! From a way through a predicate to a rule.
//!
//! Equations that fix a value that was read are used up: the cell then holds what the value equals (so
//! `l->p == prev` makes a cell that holds `prev`, which is what backward navigation needs). Reads of one
//! object become one object with several cells. What no memory satisfies is dropped.

use ir::{FunctionId, Types};

use super::names::Names;
use super::path::{Access, Ended, Path};
use super::satisfy::{Known, range};
use super::{Atom, Call, Form, Item, Name, Object, Problem, Read, Rule, SetAtom, Sort, Term};
use super::{bodies, footers, footprint, moves};

/// A rule in the making.
struct Draft<'a> {
    types: &'a Types,
    names: &'a Names,
    subject: FunctionId,
    /// Whether it is a rule of a checker, not of a clause.
    is_checker: bool,
    accesses: Vec<Access>,
    calls: Vec<Call>,
    segments: Vec<(Call, Call)>,
    bodies: Vec<(Term, Form)>,
    atoms: Vec<Atom>,
    sets: Vec<SetAtom>,
    value: Option<Form>,
}

/// The rule a path stands for, with the value it gives; nothing if it cannot be taken.
pub(super) fn rule(
    types: &Types,
    names: &Names,
    subject: FunctionId,
    is_checker: bool,
    ended: &Ended<'_>,
) -> Result<Option<(Rule, Option<Form>)>, Problem> {
    let Path { accesses, calls, atoms, around, .. } = &ended.path;
    let mut draft = Draft {
        types,
        names,
        subject,
        is_checker,
        accesses: accesses.clone(),
        calls: calls.iter().filter_map(|called| called.whole()).collect(),
        segments: calls.iter().filter_map(|called| called.part()).collect(),
        bodies: calls.iter().filter_map(|called| called.body()).collect(),
        atoms: atoms.clone(),
        sets: calls.iter().flat_map(|called| called.said()).cloned().collect(),
        value: ended.value.clone(),
    };
    draft.extend_objects(around);
    if draft.settle()?.is_none() || !Known::of(&draft.atoms, &|name| names.sort(name)).is_feasible() {
        return Ok(None);
    }
    draft.drop_implied();
    draft.finish(ended).map(Some)
}

impl Draft<'_> {
    fn problem(&self, code: &'static str, span: ir::Span, message: &str) -> Problem {
        Problem { code, function: self.subject, span, message: message.into() }
    }

    /// A read through the address of a member is a read of what the member is in.
    fn extend_objects(&mut self, around: &[(Name, i64, ir::TypeId)]) {
        for access in &mut self.accesses {
            for &(name, start, ty) in around {
                let (inner, outer) = (self.types.size(access.object), self.types.size(ty));
                let inside = start <= access.start
                    && i128::from(access.start) + i128::from(inner) <= i128::from(start) + i128::from(outer);
                if name == access.base && inside && outer > inner {
                    (access.start, access.object) = (start, ty);
                }
            }
        }
    }

    /// Uses up equations until none is left that fixes something. Nothing if they contradict.
    fn settle(&mut self) -> Result<Option<()>, Problem> {
        loop {
            self.claim_within();
            if self.unify()? {
                continue;
            }
            let mut atoms = Vec::new();
            for atom in std::mem::take(&mut self.atoms) {
                match atom.decided() {
                    Some(true) => {}
                    Some(false) => return Ok(None),
                    None if atoms.contains(&atom) => {}
                    None => atoms.push(atom),
                }
            }
            self.atoms = atoms;
            let found = self.atoms.iter().enumerate().find_map(|(at, atom)| Some((at, self.solved(atom)?)));
            let Some((at, (local, term))) = found else { return Ok(Some(())) };
            self.atoms.remove(at);
            if self.replace(local, term).is_none() {
                return Ok(None);
            }
        }
    }

    /// Drops what the rest says anyway about numbers.
    fn drop_implied(&mut self) {
        let sort = |name| self.names.sort(name);
        for at in (0..self.atoms.len()).rev() {
            let atom = &self.atoms[at];
            let numbers =
                atom.form().terms.iter().all(|(name, _)| matches!(sort(*name), Sort::Integer { .. }));
            let Some(opposite) = atom.negated().filter(|_| numbers && !matches!(atom, Atom::Zero(_))) else {
                continue;
            };
            let others = self.atoms.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, other)| other);
            if !Known::of(others.chain([&opposite]), &sort).is_feasible() {
                self.atoms.remove(at);
            }
        }
    }

    /// What an equation says a value is, if that can be put in its place.
    fn solved(&self, atom: &Atom) -> Option<(Name, Term)> {
        let Atom::Zero(form) = atom else { return None };
        // The value found last is the one that goes.
        form.terms.iter().rev().find_map(|&(name, factor)| {
            let free = matches!(name, Name::Local(_)) && !self.is_read(name) && !self.names.is_bits(name);
            let rest = form.plus(-factor, &Form::of(name))?.times(-factor)?;
            let term = rest.as_term()?;
            (free && factor.abs() == 1).then_some((name, term))
        })
    }

    /// Whether it is a number that is looked at and not owned: its name has to stay.
    fn is_read(&self, name: Name) -> bool {
        let holds = |access: &Access| access.cell.is_some_and(|(_, _, _, value)| value == Term::of(name));
        self.accesses.iter().any(|access| !access.claims && holds(access))
    }

    fn replace(&mut self, local: Name, by: Term) -> Option<()> {
        // What it could not be because of its type, it still cannot be.
        let (sort, other) = (self.names.sort(local), by.name.map(|name| self.names.sort(name)));
        if let (Sort::Integer { .. }, true) = (sort, other != Some(sort)) {
            let (lo, hi) = range(sort);
            self.atoms.push(Atom::AtLeastZero(Form::from(by).offset(-lo)?));
            self.atoms.push(Atom::AtLeastZero(Form::from(by).times(-1)?.offset(hi)?));
            let within = other.map(range);
            if within.is_some_and(|(least, most)| {
                lo <= least + i128::from(by.offset) && most + i128::from(by.offset) <= hi
            }) {
                self.atoms.truncate(self.atoms.len() - 2);
            }
        }
        for access in &mut self.accesses {
            if let Some((_, _, _, value)) = &mut access.cell {
                *value = value.replace(local, by)?;
            }
            if access.base == local {
                access.base = by.name?;
                access.start = access.start.checked_add(by.offset)?;
                if let Some((at, ..)) = &mut access.cell {
                    *at = at.checked_add(by.offset)?;
                }
            }
        }
        let segments = self.segments.iter_mut().flat_map(|(from, to)| [from, to]);
        for call in self.calls.iter_mut().chain(segments) {
            call.root = call.root.replace(local, by)?;
            for arg in &mut call.args {
                *arg = arg.replace(local, by)?;
            }
        }
        for (at, size) in &mut self.bodies {
            (*at, *size) = (at.replace(local, by)?, size.replace(local, by)?);
        }
        for atom in &mut self.atoms {
            *atom = atom.with(atom.form().replace(local, by)?).normal();
        }
        for atom in &mut self.sets {
            *atom = atom.map(|item| Some(item.with(item.term().replace(local, by)?)))?;
        }
        if let Some(value) = &mut self.value {
            *value = value.replace(local, by)?;
        }
        Some(())
    }

    /// A number in an object that is claimed is claimed with it.
    fn claim_within(&mut self) {
        let claimed: Vec<(Name, i64, i64)> =
            self.accesses.iter().filter(|access| access.claims).map(|access| self.extent(access)).collect();
        for access in &mut self.accesses {
            if let Some((at, size, ..)) = access.cell {
                let covers = |(base, from, to): &(Name, i64, i64)| {
                    *base == access.base && *from <= at && at.saturating_add(size as i64) <= *to
                };
                access.claims |= claimed.iter().any(covers);
            }
        }
    }

    fn extent(&self, access: &Access) -> (Name, i64, i64) {
        let size = i64::try_from(self.types.size(access.object)).unwrap_or(i64::MAX);
        (access.base, access.start, access.start.saturating_add(size))
    }

    /// Makes one of two reads of the same bytes; whether there were any.
    fn unify(&mut self) -> Result<bool, Problem> {
        for later in 1..self.accesses.len() {
            for earlier in 0..later {
                let (a, b) = (&self.accesses[earlier], &self.accesses[later]);
                let (Some((at, size, ty, x)), Some((other, width, kind, y))) = (a.cell, b.cell) else {
                    continue;
                };
                let apart =
                    at.saturating_add(size as i64) <= other || other.saturating_add(width as i64) <= at;
                if a.base != b.base
                    || apart
                    || (x == y && (at, size) == (other, width) && a.object != b.object)
                {
                    continue;
                }
                let alike = (at, size) == (other, width)
                    && super::names::sort_of(self.types, ty) == super::names::sort_of(self.types, kind);
                if !alike {
                    let message =
                        "the same bytes are read in two ways, as members of different types or sizes";
                    return Err(self.problem("R5", b.span, message));
                }
                if x != y {
                    let difference = Form::from(x).minus(&y.into());
                    self.atoms.extend(difference.map(Atom::Zero));
                }
                let gone = self.accesses.remove(later);
                self.accesses[earlier].claims |= gone.claims;
                if self.types.size(gone.object) > self.types.size(self.accesses[earlier].object) {
                    (self.accesses[earlier].start, self.accesses[earlier].object) = (gone.start, gone.object);
                }
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn finish(mut self, ended: &Ended<'_>) -> Result<(Rule, Option<Form>), Problem> {
        self.no_bits(ended)?;
        self.only_found(ended)?;
        let (owned, seen): (Vec<&Access>, Vec<&Access>) =
            self.accesses.iter().partition(|access| access.claims);
        let mut objects = footprint::objects(self.types, self.subject, &owned)?;
        let asked = bodies::attach(&mut objects, &self.bodies);
        let asked = asked.map_err(|why| self.problem("R5", body_span(ended), why))?;
        footers::attach(&mut objects, &mut self.atoms);
        moves::not_behind(self.subject, self.names, &objects, &self.accesses)?;
        let mut reads = Vec::new();
        for access in seen {
            let Some((offset, size, ty, Term { name: Some(value), offset: 0 })) = access.cell else {
                continue;
            };
            let at = Term { name: Some(access.base), offset };
            reads.push(Read { at, size: size as u8, value, ty });
        }
        self.atoms.extend(asked);
        self.drop_implied();
        self.drop_unused_moves(&objects);
        let is_bag = |item: &Item<Term>| {
            item.term().name.is_some_and(|name| self.names.sort(name) == Sort::Set { bag: true })
        };
        let mut sets = self.sets;
        for atom in &mut sets {
            atom.bag = atom.items.iter().any(|(item, _)| is_bag(item));
        }
        let held = |called: &std::rc::Rc<super::path::Called>| ended.path.calls.contains(called);
        let rule = Rule {
            denies: !ended.path.asked.iter().all(held),
            locals: Vec::new(),
            objects,
            calls: self.calls,
            call_spans: ended
                .path
                .calls
                .iter()
                .filter(|called| called.whole().is_some())
                .map(|called| called.span)
                .collect(),
            segments: self.segments,
            reads,
            pure: self.atoms,
            sets,
            span: ended.span,
        };
        Ok(renumber(self.names, rule, self.value))
    }

    /// An address that was computed to read a footer there is of no more use.
    fn drop_unused_moves(&mut self, objects: &[Object]) {
        let calls = self.calls.iter().chain(self.segments.iter().flat_map(|(from, to)| [from, to]));
        let mut used: Vec<Name> = objects.iter().filter_map(|object| object.at.name).collect();
        used.extend(calls.flat_map(|call| call.args.iter().chain([&call.root])).filter_map(|term| term.name));
        let counts = |name: Name| self.atoms.iter().filter(|atom| atom.form().factor(name) != 0).count();
        let unused = |atom: &Atom| {
            let Atom::Zero(form) = atom else { return false };
            form.terms
                .iter()
                .any(|(name, _)| self.names.is_moved(*name) && !used.contains(name) && counts(*name) == 1)
        };
        let gone: Vec<bool> = self.atoms.iter().map(unused).collect();
        let mut gone = gone.into_iter();
        self.atoms.retain(|_| gone.next() != Some(true));
    }

    /// What a checker follows may have turned out to be a further parameter.
    fn only_found(&self, ended: &Ended<'_>) -> Result<(), Problem> {
        let param =
            |access: &&Access| matches!(access.base, Name::Param(_)) && access.claims && self.is_checker;
        let Some(access) = self.accesses.iter().find(param) else { return Ok(()) };
        let span = if access.span.is_known() { access.span } else { ended.span };
        let message = "this equals a further parameter, which may be compared or passed on, not followed";
        Err(self.problem("R1", span, message))
    }

    /// The value of a bit-field is not in a cell of its own, so nothing may depend on it.
    fn no_bits(&self, ended: &Ended<'_>) -> Result<(), Problem> {
        let in_term = |term: &Term| term.name.is_some_and(|name| self.names.is_bits(name));
        let in_form = |form: &Form| form.terms.iter().any(|(name, _)| self.names.is_bits(*name));
        let used = self.atoms.iter().any(|atom| in_form(atom.form()))
            || self.value.iter().any(in_form)
            || self.sets.iter().flat_map(|atom| &atom.items).any(|(item, _)| in_term(&item.term()))
            || self
                .calls
                .iter()
                .chain(self.segments.iter().flat_map(|(from, to)| [from, to]))
                .any(|call| in_term(&call.root) || call.args.iter().any(in_term));
        if !used {
            return Ok(());
        }
        let span =
            ended.path.accesses.iter().find(|access| access.cell.is_none()).map_or(ended.span, |a| a.span);
        Err(self.problem(
            "R6",
            span,
            "a checker cannot depend on a bit-field: only whole members can be followed",
        ))
    }
}

/// Where the first body stands.
fn body_span(ended: &Ended<'_>) -> ir::Span {
    let found = ended.path.calls.iter().find(|called| called.body().is_some());
    found.map_or(ended.span, |called| called.span)
}

/// Numbers the values of a rule in the order in which it names them.
fn renumber(names: &Names, mut rule: Rule, value: Option<Form>) -> (Rule, Option<Form>) {
    let mut order: Vec<u32> = Vec::new();
    let mut to = |name: Name| match name {
        Name::Local(n) => {
            let at = order.iter().position(|known| *known == n).unwrap_or_else(|| {
                order.push(n);
                order.len() - 1
            });
            Name::Local(at as u32)
        }
        other => other,
    };
    for object in &mut rule.objects {
        object.at = object.at.rename(&mut to);
        for cell in &mut object.cells {
            cell.value = cell.value.rename(&mut to);
        }
        object.body = object.body.as_ref().map(|body| body.rename(&mut to));
        for cell in object.footer.iter_mut().flat_map(|footer| &mut footer.cells) {
            cell.value = cell.value.rename(&mut to);
        }
    }
    for read in &mut rule.reads {
        read.at = read.at.rename(&mut to);
        read.value = to(read.value);
    }
    let segments = rule.segments.iter_mut().flat_map(|(from, to)| [from, to]);
    for call in rule.calls.iter_mut().chain(segments) {
        call.root = call.root.rename(&mut to);
        for arg in &mut call.args {
            *arg = arg.rename(&mut to);
        }
    }
    for atom in &mut rule.pure {
        *atom = atom.with(atom.form().rename(&mut to)).normal();
    }
    for (item, _) in rule.sets.iter_mut().flat_map(|atom| &mut atom.items) {
        *item = item.with(item.term().rename(&mut to));
    }
    let value = value.map(|form| form.rename(&mut to));
    rule.locals = order.iter().map(|n| names.sort(Name::Local(*n))).collect();
    (rule, value)
}
