//! The names of one enumeration.
//!
//! A value that is read is named after the place it is read from, so that two paths which read the
//! same places name them alike and can be compared.

use ir::{GhostKind, TypeId, TypeKind, Types};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Form, Name, Sort};

/// The sort of the values of a type.
pub(super) fn sort_of(types: &Types, ty: TypeId) -> Sort {
    match types.kind(ty) {
        TypeKind::Pointer(_) if let Some(kind) = types.ghost(ty) => Sort::Set { bag: kind == GhostKind::Bag },
        TypeKind::Pointer(_) => Sort::Pointer,
        TypeKind::Bool => Sort::Integer { bits: 1, signed: false },
        TypeKind::Int { bits, signed } => Sort::Integer { bits: *bits, signed: *signed },
        _ => Sort::Opaque,
    }
}

/// Root, parameters, and the values that were met so far.
pub(super) struct Names {
    root: Sort,
    params: Vec<Sort>,
    locals: Vec<Sort>,
    cells: FxHashMap<(Name, i64, u64, Sort), u32>,
    /// Those that are a part of what they were read from.
    partial: FxHashSet<u32>,
    /// Addresses that were computed.
    moved: Vec<(Form, u32)>,
    /// How often a number goes into another.
    quotients: Vec<(Form, i64, Name)>,
}

impl Names {
    pub(super) fn new(root: Sort, params: Vec<Sort>) -> Self {
        Self {
            root,
            params,
            locals: Vec::new(),
            cells: FxHashMap::default(),
            partial: FxHashSet::default(),
            moved: Vec::new(),
            quotients: Vec::new(),
        }
    }

    pub(super) fn sort(&self, name: Name) -> Sort {
        match name {
            Name::Root => self.root,
            Name::Param(n) => self.params.get(n as usize).copied().unwrap_or(Sort::Opaque),
            Name::Local(n) => self.locals.get(n as usize).copied().unwrap_or(Sort::Opaque),
            Name::Global(_) | Name::Code(_) => Sort::Pointer,
        }
    }

    /// A value that exists.
    pub(super) fn fresh(&mut self, sort: Sort) -> Name {
        self.locals.push(sort);
        Name::Local(self.locals.len() as u32 - 1)
    }

    /// A set is one of this sort.
    pub(super) fn becomes(&mut self, name: Name, sort: Sort) {
        if let Name::Local(n) = name
            && let (Some(known @ Sort::Set { .. }), Sort::Set { .. }) =
                (self.locals.get_mut(n as usize), sort)
        {
            *known = sort;
        }
    }

    /// What is read at so many bytes from a name.
    pub(super) fn cell(&mut self, base: Name, offset: i64, size: u64, sort: Sort) -> Name {
        if let Some(&known) = self.cells.get(&(base, offset, size, sort)) {
            return Name::Local(known);
        }
        let name = self.fresh(sort);
        if let Name::Local(n) = name {
            self.cells.insert((base, offset, size, sort), n);
        }
        name
    }

    /// The address that a sum is.
    pub(super) fn moved(&mut self, address: &Form) -> Name {
        if let Some((_, known)) = self.moved.iter().find(|(form, _)| form == address) {
            return Name::Local(*known);
        }
        let name = self.fresh(Sort::Pointer);
        if let Name::Local(n) = name {
            self.moved.push((address.clone(), n));
        }
        name
    }

    /// Whether it is an address that was computed.
    pub(super) fn is_moved(&self, name: Name) -> bool {
        matches!(name, Name::Local(n) if self.moved.iter().any(|(_, known)| *known == n))
    }

    /// How often a number goes into a sum.
    pub(super) fn quotient(&mut self, of: &Form, unit: i64, sort: Sort) -> Name {
        if let Some((.., known)) = self.quotients.iter().find(|(form, by, _)| form == of && *by == unit) {
            return *known;
        }
        let name = self.fresh(sort);
        self.quotients.push((of.clone(), unit, name));
        name
    }

    /// The numbers of which it is named how often they go into a sum.
    pub(super) fn quotients(&self, of: &Form) -> impl Iterator<Item = (i64, Name)> {
        self.quotients.iter().filter(move |(form, ..)| form == of).map(|(_, unit, name)| (*unit, *name))
    }

    /// The value of a bit-field.
    pub(super) fn bits(&mut self, sort: Sort) -> Name {
        let name = self.fresh(sort);
        if let Name::Local(n) = name {
            self.partial.insert(n);
        }
        name
    }

    /// Whether it is a bit-field's value.
    pub(super) fn is_bits(&self, name: Name) -> bool {
        matches!(name, Name::Local(n) if self.partial.contains(&n))
    }
}
