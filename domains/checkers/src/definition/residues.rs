//! The lowest bits of numbers: `h->size & ~7` and `h->size & 1`.
//!
//! Sizes that are multiples of a power of two leave bits free, and allocators keep flags there. What such a mask leaves of a number is linear
//! once the number's remainder is known: so a way that masks one splits into as many as there are remainders, and on each of them the number
//! is a multiple and a constant, `m = 8·k + 1`. What the way asks of the flags takes away those that cannot be.

use super::enumerate::Enumerate;
use super::path::Path;
use super::{Atom, Form, Name, Rule, Sort};

/// The largest number of remainders that are told apart.
const CASES: i64 = 16;

/// What a mask keeps of a number.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mask {
    /// All but its lowest bits: the multiple of this number.
    Multiple(i64),
    /// Its lowest bits: the remainder.
    Remainder(i64),
}

impl Mask {
    /// What the bits of a mask of a type are.
    pub(super) fn of(mask: i128, sort: Sort) -> Option<Self> {
        let Sort::Integer { bits, signed } = sort else { return None };
        let power = |unit: i128| {
            i64::try_from(unit).ok().filter(|unit| (2..=CASES).contains(unit) && unit.count_ones() == 1)
        };
        // The mask as a negative number: the same bits.
        let negative = if signed || mask < 0 { mask } else { mask - (1_i128 << bits.min(100)) };
        let remainder = (mask > 0).then(|| power(mask + 1)).flatten();
        remainder.map(Self::Remainder).or_else(|| power(negative.checked_neg()?).map(Self::Multiple))
    }

    fn unit(self) -> i64 {
        let (Self::Multiple(unit) | Self::Remainder(unit)) = self;
        unit
    }
}

/// What is left of a number, or the cases there are.
pub(super) enum Masked {
    Form(Option<Form>),
    Cases(Vec<Atom>),
}

impl<'p> Enumerate<'p, '_> {
    /// What a mask leaves of a number on a way.
    pub(super) fn masked(&mut self, path: &Path<'p>, number: &Form, mask: Mask, sort: Sort) -> Masked {
        let unit = mask.unit();
        if let Some(remainder) = self.remainder(path, number, unit) {
            return Masked::Form(match mask {
                Mask::Multiple(_) => number.offset(-i128::from(remainder)),
                Mask::Remainder(_) => Some(Form::constant(remainder.into())),
            });
        }
        let quotient = self.names.quotient(number, unit, sort);
        let multiple = Form::of(quotient).times(-unit).and_then(|multiple| multiple.plus(1, number));
        let case = |remainder: i64| {
            multiple.as_ref()?.offset(-i128::from(remainder)).map(|form| Atom::Zero(form).normal())
        };
        match (0..unit).map(case).collect() {
            Some(cases) => Masked::Cases(cases),
            None => Masked::Form(None),
        }
    }

    /// The remainder of a number, if the way has decided it.
    fn remainder(&self, path: &Path<'p>, number: &Form, unit: i64) -> Option<i64> {
        if let Some(constant) = number.as_constant() {
            return i64::try_from(constant.rem_euclid(unit.into())).ok();
        }
        let known = self.names.quotients(number).filter(|(known, _)| known % unit == 0);
        known.into_iter().find_map(|(known, quotient)| {
            (0..known).find_map(|remainder| {
                let form =
                    Form::of(quotient).times(-known)?.plus(1, number)?.offset(-i128::from(remainder))?;
                path.atoms.contains(&Atom::Zero(form).normal()).then_some(remainder % unit)
            })
        })
    }
}

impl Rule {
    /// The sums that it asks to be multiples of a number: equations in which a local that nothing else speaks of says how often it goes into
    /// them.
    pub(crate) fn divisions(&self) -> impl Iterator<Item = (Form, i64)> {
        let held = |name: Name| {
            let mut cells = self.objects.iter().flat_map(|object| &object.cells);
            cells.any(|cell| cell.value.name == Some(name))
        };
        self.pure.iter().filter_map(move |atom| {
            let Atom::Zero(form) = atom else { return None };
            let mut terms = form.terms.iter();
            let &(name, unit) = terms
                .find(|(name, factor)| factor.abs() > 1 && matches!(name, Name::Local(_)) && !held(*name))?;
            Some((form.plus(-unit, &Form::of(name))?, unit.abs()))
        })
    }
}
