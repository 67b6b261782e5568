//! Equalities: classes and integer solved form.
//!
//! # Meaning
//! Two layers say what the dimensions are. A *class* is a set of dimensions with constant differences:
//! each member is its root plus an offset, and constants are the class without a root. The roots that are
//! not free have an *affine row*, a form over variables (`name`) with integer factors:
//!
//! ```text
//!   γ = { x : for some integers p₁ … pₖ,  member = root + offset,  root = c + Σ aᵢ·variableᵢ }
//! ```
//!
//! # Canonical form
//! The rows are in Hermite normal form in the order of the dimensions. The row of `d` mentions variables
//! of dimensions before `d` only, and perhaps a parameter of its own, whose factor `m ≥ 2` is then positive
//! and reduces all other numbers of the row to `0 … m − 1`. A dimension that is older than all others in
//! an equation therefore stays free: to define a new dimension by old ones changes nothing else.
//! A root is the oldest of its class, no row is a constant or a dimension plus a constant, and no two
//! rows have the same terms: these are classes.
//!
//! Given the order of the dimensions the form depends on nothing but the set of points. All questions about
//! equalities, congruences and constants are answered by reducing a form to variables.

use smallvec::SmallVec;

use super::form::{Form, times};
use super::list::List;
use super::name::{is_parameter, is_plain, owner_of};
use super::users::Users;
use crate::linear::Dim;

/// A dimension that is not the root of its class.
#[derive(Copy, Clone, Eq, PartialEq, Hash, Debug)]
pub(super) struct Member {
    pub(super) dim: Dim,
    /// None: the dimension is a constant.
    pub(super) root: Option<Dim>,
    pub(super) offset: i128,
}

#[derive(Clone, Eq, PartialEq, Hash, Debug, Default)]
pub(super) struct Equalities {
    /// Sorted by dimension.
    pub(super) members: List<Member>,
    /// Sorted by dimension.
    pub(super) affine: List<(Dim, Form)>,
}

impl Equalities {
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.members.is_same(&other.members) && self.affine.is_same(&other.affine)
    }

    /// The root of the dimension's class and the distance from it.
    pub(super) fn find(&self, dim: Dim) -> (Option<Dim>, i128) {
        match self.members.binary_search_by_key(&dim, |member| member.dim) {
            Ok(at) => (self.members[at].root, self.members[at].offset),
            Err(_) => (Some(dim), 0),
        }
    }

    /// The row of a root that is not free.
    pub(super) fn row(&self, root: Dim) -> Option<&Form> {
        self.place(root).ok().map(|at| &self.affine[at].1)
    }

    pub(super) fn place(&self, root: Dim) -> Result<usize, usize> {
        self.affine.binary_search_by_key(&root, |&(dim, _)| dim)
    }

    /// Whether the dimension is a variable: neither in another's class nor expressed by others.
    pub(super) fn is_free(&self, dim: Dim) -> bool {
        self.members.binary_search_by_key(&dim, |member| member.dim).is_err() && self.place(dim).is_err()
    }

    /// The form over variables, unless a number does not fit.
    ///
    /// It is the same for all forms that are equal because of the equalities.
    pub(super) fn reduce(&self, form: &Form) -> Option<Form> {
        if self.members.is_empty() && self.affine.is_empty() {
            return Some(form.clone());
        }
        let mut constant = form.offset();
        let mut terms = SmallVec::<[(Dim, i128); 8]>::new();
        let mut sorted = true;
        for &(dim, a) in form.terms() {
            let (root, offset) = self.find(dim);
            constant = constant.checked_add(times(a, offset)?)?;
            let Some(root) = root else { continue };
            match self.row(root) {
                None => {
                    sorted &= terms.last().is_none_or(|&(last, _)| last < root);
                    terms.push((root, a.into()));
                }
                Some(row) => {
                    sorted = false;
                    constant = constant.checked_add(times(a, row.offset())?)?;
                    terms.extend(row.terms().iter().map(|&(v, b)| (v, i128::from(a) * i128::from(b))));
                }
            }
        }
        if sorted { Form::from_sorted(constant, &terms) } else { Form::collect(constant, &mut terms) }
    }

    /// The row of a dimension over variables, whatever it is.
    pub(super) fn value(&self, dim: Dim) -> Option<Form> {
        let (root, offset) = self.find(dim);
        match root {
            None => Some(Form::constant(offset)),
            Some(root) => match self.row(root) {
                None => Form::of(root).plus(offset),
                Some(row) => row.plus(offset),
            },
        }
    }

    /// The dimensions that are in a class or have a row, sorted.
    pub(super) fn dims(&self) -> impl Iterator<Item = Dim> + '_ {
        self.members.iter().flat_map(|m| [Some(m.dim), m.root]).flatten().chain(
            self.affine.iter().flat_map(|(dim, row)| row.dims().filter(|v| is_plain(*v)).chain([*dim])),
        )
    }

    /// Puts the form in place of a variable, everywhere.
    ///
    /// A free dimension gets this form as its row. The form mentions variables.
    pub(super) fn assign(&mut self, variable: Dim, by: &Form, users: &mut Users) {
        self.substitute(0, variable, by, users);
        if is_plain(variable)
            && let Err(at) = self.place(variable)
        {
            self.affine.edit().insert(at, (variable, by.clone()));
        }
    }

    /// Puts the form in place of a variable in the rows from this place on, and in what uses them.
    ///
    /// A row that does not fit afterwards is forgotten: its dimension is a variable of its own.
    pub(super) fn substitute(&mut self, from: usize, variable: Dim, by: &Form, users: &mut Users) {
        for at in from..self.affine.len() {
            if self.affine[at].1.mentions(variable) {
                let row = self.affine[at].1.substitute(variable, by);
                self.affine.edit()[at].1 = row.unwrap_or_else(|| Form::of(users.fresh()));
            }
        }
        users.substitute(variable, by);
    }

    /// Makes a root, of which no row speaks any more, a member of another class or a constant.
    pub(super) fn join_class(&mut self, gone: Dim, root: Option<Dim>, offset: i128) {
        let members = self.members.edit();
        // An offset that does not fit is forgotten with its dimension.
        members.retain_mut(|member| {
            if member.root != Some(gone) {
                return true;
            }
            member.root = root;
            match member.offset.checked_add(offset) {
                Some(sum) => {
                    member.offset = sum;
                    true
                }
                None => false,
            }
        });
        let at = members.partition_point(|member| member.dim < gone);
        members.insert(at, Member { dim: gone, root, offset });
    }

    /// Whether the variable belongs to a dimension before this one.
    pub(super) fn has_owner(&self, variable: Dim, before: Dim) -> bool {
        let owner = owner_of(variable);
        if is_parameter(variable) {
            owner < before && self.row(owner).is_some_and(|row| row.mentions(variable))
        } else {
            is_plain(variable) && owner < before && self.place(owner).is_err()
        }
    }
}
