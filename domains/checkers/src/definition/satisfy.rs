//! Whether anything satisfies what a rule asks, and between which bounds a sum lies.
//!
//! Equations and inequalities go to the domain of affine equations with bounds; a disequality fails
//! where that domain knows its sides to be equal. "Feasible" may be wrong, "infeasible" is not.

use logic::{AffineBox, Dim, Linear};

use super::{Atom, Form, Name, Sort};

/// The least and the greatest value of a sort.
pub(super) fn range(sort: Sort) -> (i128, i128) {
    match sort {
        Sort::Pointer => (0, (1 << 64) - 1),
        Sort::Integer { bits, signed: false } => (0, (1_i128 << bits.min(100)) - 1),
        Sort::Integer { bits, signed: true } => {
            let half = 1_i128 << bits.clamp(1, 100).saturating_sub(1);
            (-half, half - 1)
        }
        Sort::Opaque | Sort::Set { .. } => (-(1 << 100), 1 << 100),
    }
}

/// What is known of some names.
#[derive(Clone)]
pub(super) struct Known {
    names: Vec<Name>,
    numbers: AffineBox,
    /// What must not be zero.
    nonzero: Vec<Linear>,
    feasible: bool,
}

impl Known {
    /// What these atoms say.
    pub(super) fn of<'a>(atoms: impl IntoIterator<Item = &'a Atom>, sort: &dyn Fn(Name) -> Sort) -> Self {
        let mut known =
            Self { names: Vec::new(), numbers: AffineBox::new(), nonzero: Vec::new(), feasible: true };
        for atom in atoms {
            known.add(atom, sort);
        }
        known
    }

    /// Learns something more.
    pub(super) fn add(&mut self, atom: &Atom, sort: &dyn Fn(Name) -> Sort) {
        let Some(form) = self.linear(atom.form(), sort) else { return };
        if !self.feasible {
            return;
        }
        match atom {
            Atom::Zero(_) => self.feasible = self.numbers.meet_eq(&form),
            Atom::AtLeastZero(_) => self.feasible = self.numbers.meet_ge(&form),
            Atom::NonZero(_) => self.nonzero.push(form),
        }
    }

    /// Whether some values do it, as far as can be seen.
    pub(super) fn is_feasible(&self) -> bool {
        self.feasible && !self.nonzero.iter().any(|form| self.numbers.proves_eq(form))
    }

    /// The least and the greatest value of a sum.
    pub(super) fn bounds(&mut self, form: &Form, sort: &dyn Fn(Name) -> Sort) -> (i128, i128) {
        let (mut least, mut greatest) = (form.constant, form.constant);
        for &(name, a) in &form.terms {
            let (lo, hi) = range(sort(name));
            let (lo, hi) = (lo.saturating_mul(a.into()), hi.saturating_mul(a.into()));
            least = least.saturating_add(lo.min(hi));
            greatest = greatest.saturating_add(lo.max(hi));
        }
        let linear = self.linear(form, sort).filter(|_| self.feasible);
        let Some(linear) = linear else { return (least, greatest) };
        if let Some(known) = self.numbers.minimum(&linear) {
            least = least.max(known.into());
        }
        if let Some(known) = self.numbers.maximum(&linear) {
            greatest = greatest.min(known.into());
        }
        (least, greatest)
    }

    /// The form over dimensions; new names come with the bounds of their sorts.
    fn linear(&mut self, form: &Form, sort: &dyn Fn(Name) -> Sort) -> Option<Linear> {
        let mut linear = Linear::constant(i64::try_from(form.constant).ok()?);
        for &(name, a) in &form.terms {
            linear = linear.add_scaled(a, &Linear::from(self.dim(name, sort(name))))?;
        }
        Some(linear)
    }

    fn dim(&mut self, name: Name, sort: Sort) -> Dim {
        if let Some(at) = self.names.iter().position(|known| *known == name) {
            return Dim(at as u32);
        }
        let dim = Dim(self.names.len() as u32);
        self.names.push(name);
        self.numbers.add(dim);
        let (lo, hi) = range(sort);
        // The address of a global object or a function is not null.
        let lo = if matches!(name, Name::Global(_) | Name::Code(_)) { 1 } else { lo };
        let above = i64::try_from(-lo)
            .ok()
            .and_then(|least| Linear::from(dim).add_scaled(1, &Linear::constant(least)));
        let below =
            i64::try_from(hi).ok().and_then(|most| Linear::constant(most).add_scaled(-1, &Linear::from(dim)));
        for bound in [above, below].into_iter().flatten() {
            self.feasible = self.feasible && self.numbers.meet_ge(&bound);
        }
        dim
    }
}
