//! What a pointer can lead to, and the number that says so.

use ir::{FunctionId, Program, RecordId, Role, TypeId, TypeKind};

use super::parts::places;
use super::{Holder, Made};

/// What a pointer leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// Nothing.
    Null,
    /// An object of its type that is gone.
    Gone,
    /// A new object.
    New {
        /// The object's type.
        ty: TypeId,
        /// Where in it.
        offset: u64,
    },
    /// The first of new objects in a row.
    Row {
        /// How many.
        count: u64,
    },
    /// Something that is there.
    There {
        /// In which.
        holder: Holder,
        /// Where in it.
        offset: u64,
    },
    /// A function.
    Function(FunctionId),
}

/// The number that stands for no objects in a row.
const ROWS: i128 = 1 << 32;

/// The most objects in a row.
const LONGEST: u64 = 1024;

/// What a pointer to one type can lead to.
pub struct Targets<'a> {
    pub(super) program: &'a Program,
    /// What it points to.
    pub pointee: TypeId,
    pub(super) globals: &'a [ir::GlobalId],
    pub(super) objects: &'a [Made],
}

impl Targets<'_> {
    /// What a number stands for; nothing if it stands for nothing.
    pub fn decode(&self, code: i128) -> Option<Target> {
        if code == 0 {
            return Some(Target::Null);
        }
        if self.is_code() {
            let nth = usize::try_from(code - 1).ok()?;
            return self.functions().nth(nth).map(Target::Function);
        }
        match code {
            1 => Some(Target::New { ty: self.pointee, offset: 0 }),
            -1 => Some(Target::Gone),
            ROWS.. => {
                let count = u64::try_from(code - ROWS).ok().filter(|count| (1..=LONGEST).contains(count))?;
                (self.program.types.size(self.pointee) > 0).then_some(Target::Row { count })
            }
            2.. => {
                let (holder, offset) = self.there().nth(usize::try_from(code - 2).ok()?)?;
                Some(Target::There { holder, offset })
            }
            _ => {
                let (ty, offset) = self.inside().nth(usize::try_from(-2 - code).ok()?)?;
                Some(Target::New { ty, offset })
            }
        }
    }

    /// The number that stands for a target, if there is one.
    pub fn encode(&self, target: Target) -> Option<i128> {
        let at = |nth: Option<usize>| Some(nth? as i128);
        match target {
            Target::Null => Some(0),
            Target::Function(id) => Some(at(self.functions().position(|known| known == id))? + 1),
            _ if self.is_code() => None,
            Target::Gone => Some(-1),
            Target::Row { count } => Some(ROWS + i128::from(count)),
            Target::New { ty, offset: 0 } if ty == self.pointee => Some(1),
            Target::New { ty, offset } => {
                Some(-2 - at(self.inside().position(|known| known == (ty, offset)))?)
            }
            Target::There { holder, offset } => {
                Some(2 + at(self.there().position(|known| known == (holder, offset)))?)
            }
        }
    }

    /// Whether it points to characters.
    pub fn is_text(&self) -> bool {
        matches!(self.program.types.integer(self.pointee), Some((8, _)))
    }

    /// How many places there are that it can lead to.
    pub fn n_there(&self) -> usize {
        if self.is_code() { 0 } else { self.there().count() }
    }

    /// How many objects were made.
    pub fn n_objects(&self) -> usize {
        self.objects.len()
    }

    /// How many functions there are that it can lead to.
    pub fn n_functions(&self) -> usize {
        if self.is_code() { self.functions().count() } else { 0 }
    }

    fn is_code(&self) -> bool {
        matches!(self.program.types.kind(self.pointee), TypeKind::Function(_))
    }

    /// Whether it can lead to the beginning of anything.
    fn is_untyped(&self) -> bool {
        match self.program.types.kind(self.pointee) {
            TypeKind::Void => true,
            TypeKind::Record(id) => !self.program.types.record(*id).complete,
            _ => false,
        }
    }

    fn functions(&self) -> impl Iterator<Item = FunctionId> {
        let all = self.program.functions.enumerate();
        all.filter(|(_, function)| {
            function.ty == self.pointee && function.body.is_some() && function.role == Role::Ordinary
        })
        .map(|(id, _)| id)
    }

    fn places_in(&self, ty: TypeId) -> Vec<u64> {
        if self.is_untyped() { vec![0] } else { places(&self.program.types, ty, self.pointee) }
    }

    fn there(&self) -> impl Iterator<Item = (Holder, u64)> {
        let globals = self.globals.iter().map(|id| (Holder::Global(*id), self.program.globals[*id].ty));
        let objects = self.objects.iter().enumerate().map(|(n, made)| (Holder::Object(n as u32), made.ty));
        globals
            .chain(objects)
            .flat_map(|(holder, ty)| self.places_in(ty).into_iter().map(move |offset| (holder, offset)))
    }

    /// The structs that have such a member.
    fn inside(&self) -> impl Iterator<Item = (TypeId, u64)> {
        let record = |(ty, known): (TypeId, &ir::Type)| match known.kind {
            TypeKind::Record(id) if self.is_whole(id) && ty != self.pointee => Some(ty),
            _ => None,
        };
        let records = self.program.types.iter().filter_map(record);
        records.flat_map(|ty| self.places_in(ty).into_iter().map(move |offset| (ty, offset)))
    }

    fn is_whole(&self, id: RecordId) -> bool {
        let record = self.program.types.record(id);
        record.complete && record.size > 0
    }
}
