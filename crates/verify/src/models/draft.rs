//! A derivation in the making: objects, which pointers are the same, and what is asked of values.
//!
//! What a rule owns is always something new, or a part of a global that nothing else owns: that is what
//! keeps claims apart.

use std::collections::VecDeque;

use checkers::definition::{DefinitionId, Sort};
use ir::{FunctionId, GlobalId, Program, TypeId};

use super::pointers::{Classes, Known, Place};

/// A value that a derivation speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Var(pub(super) u32);

impl Var {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A value and how far from it, or a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Content {
    pub(super) var: Option<Var>,
    pub(super) offset: i64,
}

impl Content {
    pub(super) fn of(var: Var) -> Self {
        Self { var: Some(var), offset: 0 }
    }

    pub(super) fn plus(self, offset: i64) -> Option<Self> {
        Some(Self { offset: self.offset.checked_add(offset)?, ..self })
    }
}

/// A sum of variables with factors, and a constant.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Sum {
    pub(super) terms: Vec<(Var, i64)>,
    pub(super) constant: i128,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    Zero,
    NonZero,
    AtLeastZero,
}

/// What is asked of a sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fact {
    pub(super) relation: Relation,
    pub(super) sum: Sum,
}

/// An object that a rule owns.
#[derive(Clone, Debug)]
pub(super) struct Owned {
    /// The global it is a part of and where; else it is on the heap.
    global: Option<(GlobalId, i64)>,
    pub(super) ty: TypeId,
    size: i64,
    /// By offset from its start.
    cells: Vec<(i64, Content)>,
}

/// What has cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Whose {
    Object(usize),
    Global(GlobalId),
}

/// Something that is still to be satisfied.
#[derive(Clone, Debug)]
pub(super) enum Goal {
    Whole(Called),
    /// From the first up to the second.
    Part(Called, Called),
}

#[derive(Clone, Debug)]
pub(super) struct Called {
    pub(super) definition: DefinitionId,
    pub(super) root: Content,
    pub(super) args: Vec<Content>,
}

/// A derivation in the making.
#[derive(Clone, Debug, Default)]
pub(super) struct Draft {
    /// The variables: parameters first.
    pub(super) sorts: Vec<Sort>,
    /// What a pointer points to, where it is known.
    pub(super) pointees: Vec<Option<TypeId>>,
    pub(super) classes: Classes,
    pub(super) objects: Vec<Owned>,
    pub(super) params: usize,
    pub(super) globals: Vec<(GlobalId, Var)>,
    facts: Vec<Fact>,
    /// Pointers that must not be equal.
    apart: Vec<Sum>,
    pub(super) reads: Vec<(Content, Var)>,
    pub(super) goals: VecDeque<Goal>,
}

impl Draft {
    pub(super) fn new(program: &Program, function: FunctionId) -> Self {
        let mut draft = Self::default();
        let body = program.functions[function].body.as_ref();
        for (_, ty) in body.into_iter().flat_map(ir::Body::parameters) {
            let sort = match program.types.integer(ty) {
                Some(_) if program.types.is_pointer(ty) => Sort::Pointer,
                Some((bits, signed)) => Sort::Integer { bits, signed },
                None => Sort::Opaque,
            };
            let var = draft.fresh(sort);
            draft.pointees[var.index()] = program.types.pointee(ty);
        }
        draft.params = draft.sorts.len();
        draft
    }

    pub(super) fn fresh(&mut self, sort: Sort) -> Var {
        self.sorts.push(sort);
        self.pointees.push(None);
        self.classes.add();
        Var(self.sorts.len() as u32 - 1)
    }

    pub(super) fn n_heap_objects(&self) -> usize {
        self.objects.iter().filter(|object| object.global.is_none()).count()
    }

    pub(super) fn is_pointer(&self, var: Var) -> bool {
        self.sorts[var.index()] == Sort::Pointer
    }

    /// What is asked of numbers.
    pub(super) fn numbers(&self) -> impl Iterator<Item = &Fact> {
        self.facts.iter()
    }

    /// What a parameter is, unless it is a struct.
    pub(super) fn param(&self, n: u32) -> Option<Content> {
        let sort = self.sorts.get(n as usize).filter(|_| (n as usize) < self.params)?;
        (*sort != Sort::Opaque).then(|| Content::of(Var(n)))
    }

    /// What is at a place, if a rule speaks of it.
    pub(super) fn content(&self, whose: Whose, offset: u64) -> Option<Content> {
        let offset = i64::try_from(offset).ok()?;
        let within = |object: &Owned, at: i64| {
            let cell = object.cells.iter().find(|(known, _)| Some(*known) == offset.checked_sub(at))?;
            (!self.is_opaque(cell.1)).then_some(cell.1)
        };
        match whose {
            Whose::Object(index) => within(&self.objects[index], 0),
            Whose::Global(id) => self.objects.iter().find_map(|object| match object.global {
                Some((global, at)) if global == id => within(object, at),
                _ => None,
            }),
        }
    }

    fn is_opaque(&self, content: Content) -> bool {
        content.var.is_some_and(|var| self.sorts[var.index()] == Sort::Opaque)
    }

    /// The address of a global.
    pub(super) fn global(&mut self, id: GlobalId) -> Option<()> {
        if !self.globals.iter().any(|(known, _)| *known == id) {
            let var = self.fresh(Sort::Pointer);
            self.classes.learn(var, Known::Global { id, at: 0 })?;
            self.globals.push((id, var));
        }
        Some(())
    }

    /// Makes an object at a place, where nothing else is owned.
    pub(super) fn own(
        &mut self,
        at: Content,
        ty: TypeId,
        size: i64,
        cells: Vec<(i64, Content)>,
    ) -> Option<()> {
        let var = at.var?;
        let global = match self.classes.known(var)? {
            Known::Free => {
                let index = self.objects.len();
                self.classes.learn(var, Known::Object { index, at: at.offset.checked_neg()? })?;
                None
            }
            Known::Global { id, at: start } => {
                let start = start.checked_add(at.offset)?;
                let apart = |object: &Owned| match object.global {
                    Some((known, other)) if known == id => {
                        other.saturating_add(object.size) <= start || start.saturating_add(size) <= other
                    }
                    _ => true,
                };
                if !self.objects.iter().all(apart) {
                    return None;
                }
                Some((id, start))
            }
            Known::Number(_) | Known::Object { .. } => return None,
        };
        self.objects.push(Owned { global, ty, size, cells });
        Some(())
    }

    /// Two values are the same.
    pub(super) fn unify(&mut self, a: Content, b: Content) -> Option<()> {
        let mut sum = Sum::default();
        sum.add(a, 1)?;
        sum.add(b, -1)?;
        self.ask(Fact { relation: Relation::Zero, sum })
    }

    /// Takes in what is asked of values; nothing if it cannot be.
    pub(super) fn ask(&mut self, fact: Fact) -> Option<()> {
        let Fact { relation, sum } = &fact;
        if sum.terms.is_empty() {
            let holds = match relation {
                Relation::Zero => sum.constant == 0,
                Relation::NonZero => sum.constant != 0,
                Relation::AtLeastZero => sum.constant >= 0,
            };
            return holds.then_some(());
        }
        let pointers = sum.terms.iter().filter(|(var, _)| self.is_pointer(*var)).count();
        if pointers == 0 {
            if sum.terms.iter().any(|(var, _)| self.sorts[var.index()] == Sort::Opaque) {
                return None;
            }
            self.facts.push(fact);
            return Some(());
        }
        let constant = i64::try_from(sum.constant).ok()?;
        match (relation, sum.terms.as_slice()) {
            (Relation::Zero, [(p, 1)]) => self.classes.learn(*p, Known::Number(-constant)),
            (Relation::Zero, [(p, -1)]) => self.classes.learn(*p, Known::Number(constant)),
            (Relation::Zero, [(p, 1), (q, -1)]) => self.classes.equate(*p, *q, -constant),
            (Relation::Zero, [(p, -1), (q, 1)]) => self.classes.equate(*q, *p, -constant),
            (Relation::NonZero, [(_, 1 | -1)] | [(_, 1), (_, -1)] | [(_, -1), (_, 1)]) => {
                self.apart.push(sum.clone());
                self.still_apart().then_some(())
            }
            _ => None,
        }
    }

    /// Whether what must differ can.
    fn still_apart(&self) -> bool {
        self.apart.iter().all(|sum| {
            let known: Option<Vec<(Known, i64)>> =
                sum.terms.iter().map(|(var, a)| Some((self.classes.known(*var)?, *a))).collect();
            let distance = i64::try_from(sum.constant).ok();
            match (known.as_deref(), distance) {
                (Some([(Known::Number(n), a)]), Some(c)) => a * n + c != 0,
                (Some([(first, a), (second, _)]), Some(c)) => {
                    *first == Known::Free || *second == Known::Free || first.plus(a * c) != Some(*second)
                }
                _ => true,
            }
        })
    }

    /// Numbers that are looked at are those in the objects.
    pub(super) fn finish(mut self) -> Option<Self> {
        for (at, var) in std::mem::take(&mut self.reads) {
            let (whose, start) = match self.classes.known(at.var?)? {
                Known::Object { index, at: start } => (Whose::Object(index), start),
                Known::Global { id, at: start } => (Whose::Global(id), start),
                Known::Free | Known::Number(_) => return None,
            };
            let offset = start.checked_add(at.offset)?;
            if let Some(content) = self.content(whose, u64::try_from(offset).ok()?) {
                self.unify(content, Content::of(var))?;
                continue;
            }
            let cell = Content::of(var);
            match whose {
                Whose::Object(index) => self.objects[index].cells.push((offset, cell)),
                Whose::Global(id) => {
                    let global = Some((id, 0));
                    self.objects.push(Owned {
                        global,
                        ty: ir::Types::VOID,
                        size: 0,
                        cells: vec![(offset, cell)],
                    });
                }
            }
        }
        self.still_apart().then_some(self)
    }

    /// Whether pointers that must differ do.
    pub(super) fn differs(&self, places: &[Option<Place>]) -> bool {
        let at = |var: Var| places[var.index()];
        self.apart.iter().all(|sum| match sum.terms.as_slice() {
            [(var, _)] => sum.constant != 0 || at(*var) != Some(Place::Null),
            [(p, a), (q, _)] => {
                let distance = i64::try_from(sum.constant).ok().and_then(|c| c.checked_mul(*a));
                let moved = at(*p).zip(distance).and_then(|(place, by)| place.plus(by));
                moved != at(*q)
            }
            _ => true,
        })
    }

    /// Whether a pointer must not be null.
    pub(super) fn must_differ_from_null(&self, var: Var) -> bool {
        let same = |other: Var| self.classes.find(other) == self.classes.find(var);
        self.apart
            .iter()
            .any(|sum| matches!(sum.terms.as_slice(), [(other, _)] if sum.constant == 0 && same(*other)))
    }

    /// Where a pointer can lead that is owned already.
    pub(super) fn places_for(&self, program: &Program, var: Var) -> Vec<Place> {
        let pointee = self.pointees[var.index()];
        let wanted = |ty: TypeId| pointee.is_none_or(|pointee| pointee == ty || pointee == ir::Types::VOID);
        let objects = self.objects.iter().enumerate().filter(|(_, object)| object.global.is_none());
        let mut places: Vec<Place> = objects
            .filter(|(_, object)| wanted(object.ty))
            .map(|(index, _)| Place::Object { index, at: 0 })
            .collect();
        let globals = self.globals.iter().filter(|(id, _)| wanted(program.globals[*id].ty));
        places.extend(globals.map(|(id, _)| Place::Global { id: *id, at: 0 }));
        places
    }
}

impl Sum {
    pub(super) fn add(&mut self, content: Content, factor: i64) -> Option<()> {
        self.constant = self.constant.checked_add(i128::from(content.offset) * i128::from(factor))?;
        let Some(var) = content.var else { return Some(()) };
        match self.terms.iter().position(|(known, _)| *known == var) {
            None => self.terms.push((var, factor)),
            Some(at) => {
                self.terms[at].1 = self.terms[at].1.checked_add(factor)?;
                if self.terms[at].1 == 0 {
                    self.terms.remove(at);
                }
            }
        }
        Some(())
    }
}
