//! Conjoining facts.
//!
//! A fact may set off others: an equality rewrites inequalities, two inequalities make an equality, an
//! inequality next to a disequality is strict. Whatever is to be stated waits in a list until nothing
//! is left, equalities first, so that all else is seen in terms of them.

use super::form::Form;
use super::inequalities::Stance;
use super::name::{is_plain, is_temporary};
use super::project::eliminate;
use super::users::Users;
use super::{Contradiction, Pure};

/// Facts over variables that are still to be stated.
#[derive(Debug, Default)]
pub(super) struct Agenda {
    pub(super) zero: Vec<Form>,
    pub(super) not_negative: Vec<Form>,
    pub(super) not_zero: Vec<Form>,
    pub(super) manner: Manner,
}

/// What becomes of facts besides being stated.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Manner {
    /// Inequalities that follow from others are left out, and disequalities make inequalities strict.
    #[default]
    Sharp,
    /// Disequalities stay what they are. What a join says is then no more than each of its operands
    /// proves, fact by fact; what would follow from rounded bounds together they might not.
    Plain,
    /// Inequalities that follow from others stay as well: in a widening they protect what they say when
    /// the others give way.
    Whole,
}

impl Agenda {
    fn is_empty(&self) -> bool {
        self.zero.is_empty() && self.not_negative.is_empty() && self.not_zero.is_empty()
    }

    /// Projects away variables that no dimension owns.
    fn drop_temporaries(&mut self) {
        let known = |form: &Form| !form.dims().any(is_temporary);
        self.zero.retain(known);
        self.not_zero.retain(known);
        eliminate(&mut self.not_negative);
    }
}

impl Pure {
    /// Keeps the points where the form is zero. False: it is known that there are none.
    pub fn guard_eq(&mut self, form: &Form) -> bool {
        self.guard(form, |agenda, form| agenda.zero.push(form))
    }

    /// Keeps the points where the form is at least zero. False: it is known that there are none.
    pub fn guard_ge(&mut self, form: &Form) -> bool {
        self.guard(form, |agenda, form| agenda.not_negative.push(form))
    }

    /// Keeps the points where the form is not zero. False: it is known that there are none.
    pub fn guard_ne(&mut self, form: &Form) -> bool {
        self.guard(form, |agenda, form| agenda.not_zero.push(form))
    }

    fn guard(&mut self, form: &Form, add: impl FnOnce(&mut Agenda, Form)) -> bool {
        if self.unsat {
            return false;
        }
        self.age = 0;
        if let Some(form) = self.reduce(form) {
            let mut agenda = Agenda::default();
            add(&mut agenda, form);
            self.settle(agenda);
        }
        !self.unsat
    }

    /// The form over variables; nothing if a number does not fit or a name is not the caller's.
    pub(super) fn reduce(&self, form: &Form) -> Option<Form> {
        if form.dims().all(is_plain) { self.equalities.reduce(form) } else { None }
    }

    /// States everything on the agenda and whatever follows.
    pub(super) fn settle(&mut self, mut agenda: Agenda) {
        while !self.unsat {
            let step = if let Some(form) = agenda.zero.pop() {
                self.state_zero(form, &mut agenda)
            } else if let Some(form) = agenda.not_negative.pop() {
                self.state_not_negative(form, &mut agenda)
            } else if let Some(form) = agenda.not_zero.pop() {
                self.state_not_zero(form, &mut agenda)
            } else {
                return;
            };
            if step.is_err() {
                self.refute();
            }
        }
    }

    fn state_zero(&mut self, form: Form, agenda: &mut Agenda) -> Result<(), Contradiction> {
        if agenda.is_empty() && self.take_alias(&form) {
            return Ok(());
        }
        let definition = agenda.is_empty() && self.is_definition(&form);
        let mut users = Users::new(self.rows.list(), std::mem::take(&mut self.diseqs));
        // What waits must keep up with the variables, too.
        users.changed_rows = std::mem::take(&mut agenda.not_negative);
        users.changed_diseqs = std::mem::take(&mut agenda.not_zero);
        users.zero = std::mem::take(&mut agenda.zero);
        let outcome = self.equalities.assert_zero(form, &mut users);
        if definition {
            *agenda = Agenda { manner: agenda.manner, ..self.take_over(users) };
        } else {
            self.take_back(users, agenda);
        }
        outcome
    }

    /// Whether the equation says what a dimension is of which nothing is known.
    fn is_definition(&self, form: &Form) -> bool {
        let facts = self.rows.iter().chain(self.diseqs.iter());
        let forms = facts.chain(self.equalities.affine.iter().map(|(_, row)| row));
        let mut units = form.terms().iter().filter(|(v, a)| is_plain(*v) && a.unsigned_abs() == 1);
        units.any(|(v, _)| !forms.clone().any(|form| form.mentions(*v)))
    }

    /// Takes the lists back after variables were exchanged for others and nothing else became known.
    ///
    /// Each set of variables is then an integer combination of the other. That changes neither the content of
    /// a form nor what follows from what, and so the facts stay facts; but those with a variable that no
    /// dimension owns are projected, and are to be stated.
    pub(super) fn take_over(&mut self, users: Users) -> Agenda {
        let is_open = |form: &Form| form.dims().any(is_temporary);
        let (open, closed): (Vec<Form>, Vec<Form>) = users.changed_rows.into_iter().partition(is_open);
        let mut rows = users.rows;
        if !closed.is_empty() {
            rows.edit().extend(closed);
            rows.edit().sort_unstable();
        }
        self.rows.replace(rows);
        self.diseqs = users.diseqs;
        if !users.changed_diseqs.is_empty() {
            let closed = users.changed_diseqs.into_iter().filter(|form| !is_open(form));
            self.diseqs.edit().extend(closed.filter_map(|form| primitive(form).open()));
            self.diseqs.edit().sort_unstable();
        }
        let mut agenda = Agenda { zero: users.zero, not_negative: open, ..Agenda::default() };
        agenda.drop_temporaries();
        agenda
    }

    /// The common case that a dimension of which nothing is known is said to be another plus a constant: if
    /// it is the older one all facts speak of it from now on, and say what they said before.
    fn take_alias(&mut self, form: &Form) -> bool {
        let (x, y, offset) = match *form.terms() {
            [(x, 1), (y, -1)] if is_plain(x) && is_plain(y) => (x, y, Some(form.offset())),
            [(x, -1), (y, 1)] if is_plain(x) && is_plain(y) => (x, y, form.offset().checked_neg()),
            _ => return false,
        };
        let Some(offset) = offset else { return false };
        let rows = self.equalities.affine.iter().map(|(_, row)| row);
        let unknown = |form: &Form| !form.mentions(x);
        if !rows.clone().all(|row| unknown(row) && !row.mentions(y))
            || !self.rows.iter().all(unknown)
            || !self.diseqs.iter().all(unknown)
        {
            return false;
        }
        self.rows.replace_variable(y, x, offset);
        let by = Form::of(x).with_offset(offset);
        let concerned: Vec<Form> = self.diseqs.iter().filter(|form| form.mentions(y)).cloned().collect();
        if !concerned.is_empty() {
            let diseqs = self.diseqs.edit();
            diseqs.retain(|form| !form.mentions(y));
            let renamed = concerned.iter().filter_map(|form| primitive(form.substitute(y, &by)?).open());
            for form in renamed {
                let at = diseqs.partition_point(|other| *other < form);
                diseqs.insert(at, form);
            }
        }
        self.equalities.join_class(y, Some(x), offset);
        true
    }

    /// Takes the lists back after the equalities changed.
    pub(super) fn take_back(&mut self, users: Users, agenda: &mut Agenda) {
        self.rows.replace(users.rows);
        self.diseqs = users.diseqs;
        agenda.zero.extend(users.zero);
        agenda.not_negative.extend(users.changed_rows);
        agenda.not_zero.extend(users.changed_diseqs);
        agenda.drop_temporaries();
    }

    fn state_not_negative(&mut self, form: Form, agenda: &mut Agenda) -> Result<(), Contradiction> {
        if let Some(value) = form.as_constant() {
            return if value < 0 { Err(Contradiction) } else { Ok(()) };
        }
        let Some(content) = form.content() else { return Ok(()) };
        let form = form.divided(content);
        let Some(opposite) = form.negated() else { return Ok(()) };
        match self.rows.stance(&form, &opposite) {
            Stance::Implied if agenda.manner != Manner::Whole || self.rows.has(&form) => return Ok(()),
            Stance::Contradicted => return Err(Contradiction),
            Stance::Zero => {
                agenda.zero.push(form);
                return Ok(());
            }
            Stance::Implied | Stance::Open => {}
        }
        if agenda.manner != Manner::Sharp || !self.sharpen(&form, &opposite, agenda) {
            self.rows.insert(form);
        }
        Ok(())
    }

    /// Drops disequalities with the linear part of a row that follow from it. If one says that the row
    /// is not zero, the row is to be stated as a strict one instead.
    fn sharpen(&mut self, form: &Form, opposite: &Form, agenda: &mut Agenda) -> bool {
        if self.diseqs.is_empty() {
            return false;
        }
        let sides = |diseq: &Form| {
            let same = diseq.terms() == form.terms();
            let against = diseq.terms() == opposite.terms();
            // The value of the row where the disequality's form is zero.
            let sum = if same {
                form.offset().checked_sub(diseq.offset())
            } else {
                form.offset().checked_add(diseq.offset())
            };
            if same || against { sum } else { None }
        };
        let mut strict = false;
        if self.diseqs.iter().any(|diseq| sides(diseq).is_some_and(|value| value <= 0)) {
            self.diseqs.edit().retain(|diseq| {
                let value = sides(diseq);
                strict |= value == Some(0);
                value.is_none_or(|value| value > 0)
            });
        }
        if strict {
            agenda.not_negative.extend(form.plus(-1));
        }
        strict
    }

    fn state_not_zero(&mut self, form: Form, agenda: &mut Agenda) -> Result<(), Contradiction> {
        let form = match primitive(form) {
            Primitive::NotZero | Primitive::TooLarge => return Ok(()),
            Primitive::Zero => return Err(Contradiction),
            Primitive::Open(form) => form,
        };
        let Err(at) = self.diseqs.binary_search(&form) else { return Ok(()) };
        // Next to an inequality it makes that one strict, and says nothing more.
        if agenda.manner != Manner::Sharp {
            if !self.is_apart(&form) {
                self.diseqs.edit().insert(at, form);
            }
        } else if self.rows.prove(&form) {
            agenda.not_negative.extend(form.plus(-1));
        } else if let Some(opposite) = form.negated()
            && self.rows.prove(&opposite)
        {
            agenda.not_negative.extend(opposite.plus(-1));
        } else {
            self.diseqs.edit().insert(at, form);
        }
        Ok(())
    }
}

/// A form that is compared with zero, in its standard shape.
pub(super) enum Primitive {
    /// It is never zero.
    NotZero,
    /// It is zero.
    Zero,
    /// Coprime factors, the first of them positive.
    Open(Form),
    /// A number does not fit.
    TooLarge,
}

impl Primitive {
    /// The form, if it is open whether it is zero.
    pub(super) fn open(self) -> Option<Form> {
        match self {
            Self::Open(form) => Some(form),
            _ => None,
        }
    }
}

/// Divides by the content and makes the first factor positive.
pub(super) fn primitive(form: Form) -> Primitive {
    if let Some(value) = form.as_constant() {
        return if value == 0 { Primitive::Zero } else { Primitive::NotZero };
    }
    let Some(content) = form.content() else { return Primitive::TooLarge };
    if form.offset() % i128::from(content) != 0 {
        return Primitive::NotZero;
    }
    let form = form.divided(content);
    if form.terms()[0].1 > 0 {
        return Primitive::Open(form);
    }
    form.negated().map_or(Primitive::TooLarge, Primitive::Open)
}
