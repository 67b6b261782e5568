//! What a predicate reads.
//!
//! A read names a part of an outermost object, which the predicate then owns as a whole. The object
//! is found from the root by reading: not through what a checker gets besides (R1), not through globals or
//! made-up addresses (R2).

use ir::{Base, Operand, Place, Span, Step};

use super::enumerate::{Enumerate, Mode};
use super::evaluate::Got;
use super::names::sort_of;
use super::path::{Access, Path, Value};
use super::read::parameters;
use super::satisfy::Known;
use super::{Atom, Form, Name, Problem, Sort, Term};

impl<'p> Enumerate<'p, '_> {
    /// The value at a place; nothing if it is read through a null pointer.
    pub(super) fn load(
        &mut self,
        path: &mut Path<'p>,
        place: &Place,
        span: Span,
    ) -> Result<Option<Got>, Problem> {
        if place.volatile {
            return Err(self.refuse("R3", span, "a volatile value may change while it is checked".into()));
        }
        let (base, offset) = match self.locate(path, place, span)? {
            Located::At(base, offset) => (base, offset),
            Located::Decide(local) => return Ok(Some(Got::Decide(local))),
        };
        let Some(name) = base.name else {
            if base.offset == 0 {
                return Ok(None);
            }
            return Err(self.refuse(
                "R2",
                span,
                "a constant address is read: a checker reads what its first parameter leads to".into(),
            ));
        };
        let (name, base) = self.owner(path, name, base, span)?;
        let object = self.program.types.size(place.base_ty);
        let size = place.size(&self.program.types);
        if offset < 0 || (offset as u64).saturating_add(size) > object {
            let message = "an element beyond the first of an array whose length is not known: a checker reads whole objects";
            return Err(self.refuse("R2", span, message.into()));
        }
        if !self.not_null(path, base, object) {
            return Ok(None);
        }
        let sort = sort_of(&self.program.types, place.ty);
        let global = matches!(name, Name::Global(_));
        let claims = match self.mode {
            Mode::Checker => true,
            Mode::Clause => sort == Sort::Pointer && !global,
            Mode::Old => false,
        };
        let (value, cell) = match (place.bits, base.offset.checked_add(offset)) {
            (Some(bits), _) => {
                let narrow = match sort {
                    Sort::Integer { signed, .. } => Sort::Integer { bits: bits.width.into(), signed },
                    other => other,
                };
                (self.names.bits(narrow), None)
            }
            (None, Some(at)) => {
                let value = self.names.cell(name, at, size, sort);
                (value, Some((at, size, place.ty, Term::of(value))))
            }
            (None, None) => return Err(self.refuse("R2", span, "an address that is too far away".into())),
        };
        let access = Access { base: name, start: base.offset, object: place.base_ty, cell, claims, span };
        let same = |known: &&Access| {
            (known.base, known.start, known.object, &known.cell)
                == (access.base, access.start, access.object, &access.cell)
        };
        if !path.accesses.iter().any(|known| same(&known)) {
            path.accesses.push(access);
        }
        Ok(Some(Got::Value(match sort {
            Sort::Pointer => Value::Pointer(Term::of(value)),
            Sort::Integer { .. } => Value::Number(Form::of(value)),
            Sort::Opaque | Sort::Set { .. } => Value::Opaque,
        })))
    }

    /// `&place`.
    pub(super) fn address(&mut self, path: &mut Path<'p>, place: &Place, span: Span) -> Result<Got, Problem> {
        match self.locate(path, place, span)? {
            Located::Decide(local) => Ok(Got::Decide(local)),
            Located::At(base, offset) => {
                let around = base.name.map(|name| (name, base.offset, place.base_ty));
                if let Some(around) = around.filter(|around| !path.around.contains(around)) {
                    path.around.push(around);
                }
                match base.plus(offset) {
                    Some(term) => Ok(Got::Value(Value::Pointer(term))),
                    None => Err(self.refuse("R2", span, "an address that is too far away".into())),
                }
            }
        }
    }

    /// Where the object begins that a place is in, and how far in the place is.
    fn locate(&self, path: &Path<'p>, place: &Place, span: Span) -> Result<Located, Problem> {
        let base = match place.base {
            Base::Slot(_) => return Err(self.address_taken(self.subject, span)),
            Base::Global(id) if self.mode == Mode::Checker => {
                let name = &self.program.globals[id].name;
                let message = format!(
                    "the variable `{name}` is not reached from the first parameter: pass it as a parameter"
                );
                return Err(self.refuse("R2", span, message));
            }
            Base::Global(id) => Term::of(Name::Global(id)),
            Base::Pointer(pointer) => match self.operand(path, pointer, span)? {
                Value::Pointer(term) => term,
                Value::Undefined => {
                    return Err(self.refuse(
                        "R3",
                        span,
                        "a pointer is followed that was not given a value".into(),
                    ));
                }
                _ => return Err(self.refuse("R6", span, "a checker follows pointers only".into())),
            },
        };
        let mut offset = place.offset;
        for step in &place.path {
            let Step::Index { index: index @ Operand::Local(local), stride, .. } = step else { continue };
            let moved = match self.operand(path, *index, span)? {
                Value::Truth(_) => return Ok(Located::Decide(*local)),
                Value::Number(form) => form.as_constant().and_then(|n| i64::try_from(n).ok()),
                _ => None,
            };
            let further = moved
                .and_then(|n| n.checked_mul(i64::try_from(*stride).ok()?))
                .and_then(|n| offset.checked_add(n));
            let Some(further) = further else {
                return Err(self.refuse(
                    "R6",
                    span,
                    "an element that is chosen by a variable: a checker can name elements by constants only"
                        .into(),
                ));
            };
            offset = further;
        }
        Ok(Located::At(base, offset))
    }

    /// What a read is counted from: the name itself, or for a parameter what is known to be the same.
    fn owner(&self, path: &Path<'p>, name: Name, base: Term, span: Span) -> Result<(Name, Term), Problem> {
        let Name::Param(n) = name else { return Ok((name, base)) };
        if self.mode != Mode::Checker {
            return Ok((name, base));
        }
        let Some(same) = same(path, name) else { return Err(self.traverses(n, span)) };
        match (same.name, same.plus(base.offset)) {
            (Some(name), Some(base)) => Ok((name, base)),
            _ => Err(self.traverses(n, span)),
        }
    }

    pub(super) fn traverses(&self, param: u32, span: Span) -> Problem {
        let body = self.program.functions[self.subject].body.as_ref();
        let locals = body.map(|body| {
            let params = parameters(self.program, self.subject, self.from);
            let name = params.get(param as usize + 1).and_then(|local| body.locals[*local].name.clone());
            name.unwrap_or_else(|| "…".into())
        });
        let name = locals.unwrap_or_else(|| "…".into());
        let message = format!(
            "`{name}` is a further parameter: it may be compared or passed on, not followed; a checker follows its first parameter"
        );
        self.refuse("R1", span, message)
    }

    /// What is read through is not null; whether that can be.
    fn not_null(&self, path: &mut Path<'p>, base: Term, size: u64) -> bool {
        if matches!(base.name, Some(Name::Global(_))) {
            return true;
        }
        let inside = base.offset <= 0 && base.offset.unsigned_abs() < size;
        let offset = if inside { 0 } else { base.offset };
        path.ask(Atom::NonZero(Term { name: base.name, offset }.into()));
        Known::of(&path.atoms, &|name| self.names.sort(name)).is_feasible()
    }
}

enum Located {
    At(Term, i64),
    Decide(ir::LocalId),
}

/// What a parameter equals on this path that was found by reading, or the root.
pub(super) fn same(path: &Path<'_>, param: Name) -> Option<Term> {
    path.atoms.iter().find_map(|atom| {
        let Atom::Zero(form) = atom else { return None };
        let factor = form.factor(param);
        let rest = form.plus(-factor, &Form::of(param))?.times(-factor)?.as_term()?;
        (factor.abs() == 1 && matches!(rest.name, Some(Name::Root | Name::Local(_)))).then_some(rest)
    })
}
