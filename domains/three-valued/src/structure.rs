//! Three-valued structures.
//!
//! A structure has *individuals*, numbered from 0, and gives each predicate a value in {0, ½, 1} for each of them or each pair of
//! them. An individual stands for one cell of memory, or if it is a *summary* for one or more. A two-valued structure, one
//! without ½ and without summaries, is one concrete memory.
//!
//! γ(S) is the set of two-valued structures that embed in S (see [`embed`](crate::embed)).
//!
//! Invariant: at most [`MOST`] individuals; no column speaks of others. Rows that are not there are 0.

use smallvec::SmallVec;

use crate::constraints::Touched;
use crate::kleene::{Column, Kleene, members};

/// The most individuals of a structure.
pub const MOST: usize = 64;

/// A unary predicate, by its place in the vocabulary.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Unary(pub u16);

/// A binary predicate, by its place in the vocabulary.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Binary(pub u16);

/// For each individual, by number, how it is related to the others.
pub(crate) type Rows = SmallVec<[Column; 5]>;

/// A three-valued structure.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Structure {
    size: usize,
    /// The individuals that may stand for several cells.
    pub summary: u64,
    unary: Vec<Column>,
    binary: Vec<Rows>,
}

impl Structure {
    /// No individuals, for a vocabulary of so many unary and binary predicates.
    pub fn new(unary: usize, binary: usize) -> Self {
        Self {
            size: 0,
            summary: 0,
            unary: vec![Column::FALSE; unary],
            binary: (0..binary).map(|_| Rows::new()).collect(),
        }
    }

    /// How many individuals.
    pub fn size(&self) -> usize {
        self.size
    }

    /// All individuals.
    pub fn universe(&self) -> u64 {
        if self.size == MOST { u64::MAX } else { (1 << self.size) - 1 }
    }

    /// Whether an individual may stand for several cells.
    pub fn is_summary(&self, individual: usize) -> bool {
        self.summary >> individual & 1 == 1
    }

    /// The values of a unary predicate.
    pub fn unary(&self, predicate: Unary) -> Column {
        self.unary[predicate.0 as usize]
    }

    /// The values of a unary predicate.
    pub fn unary_mut(&mut self, predicate: Unary) -> &mut Column {
        &mut self.unary[predicate.0 as usize]
    }

    /// All unary predicates.
    pub fn unaries(&self) -> &[Column] {
        &self.unary
    }

    /// How an individual is related to the others.
    pub fn row(&self, predicate: Binary, from: usize) -> Column {
        self.binary[predicate.0 as usize].get(from).copied().unwrap_or_default()
    }

    /// How an individual is related to the others.
    pub fn row_mut(&mut self, predicate: Binary, from: usize) -> &mut Column {
        let rows = &mut self.binary[predicate.0 as usize];
        if rows.len() <= from {
            rows.resize(from + 1, Column::FALSE);
        }
        &mut rows[from]
    }

    /// How the others are related to an individual.
    pub fn column(&self, predicate: Binary, to: usize) -> Column {
        let mut column = Column::FALSE;
        for (from, row) in self.binary[predicate.0 as usize].iter().enumerate() {
            column.is |= (row.is >> to & 1) << from;
            column.may |= (row.may >> to & 1) << from;
        }
        column
    }

    /// The value of a binary predicate.
    pub fn pair(&self, predicate: Binary, from: usize, to: usize) -> Kleene {
        self.row(predicate, from).get(to)
    }

    /// Gives a binary predicate a value.
    pub fn set_pair(&mut self, predicate: Binary, from: usize, to: usize, value: Kleene) {
        if value != Kleene::False || self.row(predicate, from) != Column::FALSE {
            self.row_mut(predicate, from).set(to, value);
        }
    }

    /// Whether two individuals are the same cell: a summary may be different cells at once.
    pub fn equal(&self, a: usize, b: usize) -> Kleene {
        match a == b {
            true if self.is_summary(a) => Kleene::Unknown,
            same => same.into(),
        }
    }

    /// One more individual, of which nothing holds. `None` if there is no room.
    pub fn add(&mut self) -> Option<usize> {
        (self.size < MOST).then(|| {
            self.size += 1;
            self.size - 1
        })
    }

    /// A copy of an individual: related to others as it is, and to it as it is to itself.
    pub fn duplicate(&mut self, individual: usize) -> Option<usize> {
        let copy = self.add()?;
        self.summary |= (self.summary >> individual & 1) << copy;
        for column in &mut self.unary {
            column.set(copy, column.get(individual));
        }
        for rows in &mut self.binary {
            for row in rows.iter_mut() {
                row.set(copy, row.get(individual));
            }
            if let Some(row) = rows.get(individual).copied().filter(|row| row.may != 0) {
                rows.resize(copy, Column::FALSE);
                rows.push(row);
            }
        }
        Some(copy)
    }

    /// The structure of some of the individuals, in this order.
    #[must_use]
    pub fn select(&self, order: &[usize]) -> Self {
        let classes: Vec<u64> = order.iter().map(|individual| 1 << individual).collect();
        self.quotient(&classes)
    }

    /// The structure in which each of these sets of individuals is one: values that differ become ½ (the
    /// *tight* embedding). Of a set with several members it is a summary.
    #[must_use]
    pub fn quotient(&self, classes: &[u64]) -> Self {
        let narrow = |column: Column| {
            let mut narrowed = Column::FALSE;
            for (index, class) in classes.iter().enumerate() {
                narrowed.is |= u64::from(column.is & class == *class) << index;
                narrowed.may |= u64::from(column.may & class != 0) << index;
            }
            narrowed
        };
        let mut summary = 0;
        for (index, class) in classes.iter().enumerate() {
            summary |= u64::from(class.count_ones() > 1 || class & self.summary != 0) << index;
        }
        let rows = |rows: &Rows| -> Rows {
            if rows.iter().all(|row| row.may == 0) {
                return Rows::new();
            }
            let joined = |class: &u64| {
                let row = |individual| rows.get(individual).copied().unwrap_or_default();
                members(*class).map(row).reduce(Column::join).map_or(Column::FALSE, narrow)
            };
            classes.iter().map(joined).collect()
        };
        Self {
            size: classes.len(),
            summary,
            unary: self.unary.iter().map(|column| narrow(*column)).collect(),
            binary: self.binary.iter().map(rows).collect(),
        }
    }

    /// The join with a structure whose individuals correspond to these by number.
    #[must_use]
    pub fn join(&self, other: &Self) -> Self {
        let mut joined = self.clone();
        joined.summary |= other.summary;
        for (column, more) in joined.unary.iter_mut().zip(&other.unary) {
            *column = column.join(*more);
        }
        for predicate in (0..self.binary.len()).map(|index| Binary(index as u16)) {
            for from in 0..self.size {
                let row = self.row(predicate, from).join(other.row(predicate, from));
                if row != joined.row(predicate, from) {
                    *joined.row_mut(predicate, from) = row;
                }
            }
        }
        joined
    }

    /// Whether the identity embeds a structure of as many individuals in this one.
    pub fn covers(&self, other: &Self) -> bool {
        self.size == other.size
            && other.summary & !self.summary == 0
            && self.unary.iter().zip(&other.unary).all(|(larger, smaller)| larger.covers(*smaller))
            && (0..self.binary.len()).map(|index| Binary(index as u16)).all(|predicate| {
                (0..self.size).all(|from| self.row(predicate, from).covers(other.row(predicate, from)))
            })
    }

    /// The predicates that have other values than in a structure of the same individuals.
    pub(crate) fn changed(&self, since: &Self) -> Touched {
        if self.size != since.size {
            return Touched::ALL;
        }
        let individuals =
            if self.summary == since.summary { Touched::default() } else { Touched::INDIVIDUALS };
        let unary = (0..self.unary.len()).filter(|index| self.unary[*index] != since.unary[*index]);
        let changed = unary.fold(individuals, |all, index| all.with(Touched::unary(Unary(index as u16))));
        let binary = (0..self.binary.len()).map(|index| Binary(index as u16));
        let other = |predicate: &Binary| {
            (0..self.size).any(|from| self.row(*predicate, from) != since.row(*predicate, from))
        };
        binary.filter(other).fold(changed, |all, predicate| all.with(Touched::binary(predicate)))
    }

    /// How many binary predicates the vocabulary has.
    pub fn relations(&self) -> usize {
        self.binary.len()
    }
}
