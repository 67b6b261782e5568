//! Variables and what must hold of them.

use logic::{Fact, Form};

use super::branch::Branch;
use super::divide::open_variable;
use super::search::Search;
use crate::definition::{DefinitionId, Item, Kind, SetAtom};
use crate::habits::Use;
use crate::heap::state::difference;
use crate::heap::{Args, Region, Segment, Sym, Term};

impl Branch {
    /// A value of the left side nobody has named so far.
    pub(super) fn anything(&mut self) -> Term {
        self.next += 1;
        Term::of(Sym(self.next - 1))
    }
}

/// So many symbols are looked at to find one for a sum, the youngest first.
const NAMES: usize = 64;

impl Search<'_> {
    /// A term over variables stands for a term of the left.
    pub(super) fn unify(&self, branch: &mut Branch, term: Term, left: Term) -> bool {
        match (branch.meaning(term), term.base) {
            (Some(meaning), _) => self.domain.proves_eq(self.left, meaning, left),
            (None, Some(variable)) => match term.offset.checked_neg().and_then(|back| left.plus(back)) {
                Some(value) => {
                    branch.bound[variable.0 as usize] = Some(value);
                    true
                }
                None => false,
            },
            (None, None) => false,
        }
    }

    /// Two terms over variables stand for one value.
    pub(super) fn unify_terms(&self, branch: &mut Branch, a: Term, b: Term) -> bool {
        match (branch.meaning(a), branch.meaning(b)) {
            (Some(value), _) => self.unify(branch, b, value),
            (None, Some(value)) => self.unify(branch, a, value),
            (None, None) => {
                branch.facts.extend(difference(a, b).map(Fact::Eq));
                true
            }
        }
    }

    /// Arguments of a checker on the left serve for those of a goal: they are equal, or a bound that is stronger.
    pub(super) fn same_args(
        &self,
        branch: &mut Branch,
        definition: DefinitionId,
        goal: &Args,
        left: &Args,
    ) -> bool {
        let params = &self.domain.definitions[definition].params;
        goal.iter().zip(left).enumerate().all(|(index, (goal, left))| {
            let Some(meaning) = branch.meaning(*goal) else {
                return self.may_be_larger(branch, definition, index, *goal, *left)
                    || self.unify(branch, *goal, *left);
            };
            if self.is_set_param(definition, index) {
                return self.serves(branch, definition, index, meaning, *left);
            }
            match params.get(index).map(|param| param.kind) {
                Some(Kind::Lower) => difference(*left, meaning).is_some_and(|f| self.left.pure.proves_ge(&f)),
                Some(Kind::Upper) => difference(meaning, *left).is_some_and(|f| self.left.pure.proves_ge(&f)),
                _ => self.domain.proves_eq(self.left, meaning, *left),
            }
        })
    }

    /// A segment of the left begins as a goal with these arguments does.
    pub(super) fn begins(&self, branch: &mut Branch, goal: &Args, left: &Segment) -> bool {
        let mut args = left.args.clone();
        let mut wanted = goal.clone();
        for (param, (arg, goal)) in args.iter_mut().zip(&mut wanted).enumerate() {
            if self.is_shifted(left, param) {
                // What is still open is as it is on the left, unless the contract will say what it is.
                if branch.meaning(*goal).is_none() && !self.is_ghost(*goal) && !self.shifting {
                    self.unify(branch, *goal, *arg);
                }
                (*arg, *goal) = (Term::NULL, Term::NULL);
                continue;
            }
            if self.is_any(branch, left, param, *goal) {
                // What is still open is not bound to what just stands there.
                if branch.meaning(*goal).is_none() {
                    branch.apart.push(*goal);
                }
                (*arg, *goal) = (Term::NULL, Term::NULL);
                continue;
            }
            // A larger set serves only where it is the same all along: behind the segment the goal goes on with its own.
            if self.is_set_param(left.definition, param) && !self.is_same_all_along(left, param) {
                let same = match branch.meaning(*goal) {
                    Some(meaning) => self.shows(branch, &SetAtom::sum(Item::Set(meaning), [Item::Set(*arg)])),
                    None => self.unify(branch, *goal, *arg),
                };
                if !same {
                    return false;
                }
                (*arg, *goal) = (Term::NULL, Term::NULL);
            }
        }
        self.same_args(branch, left.definition, &wanted, &args)
    }

    /// The arguments a goal has behind a segment of the left with which it begins.
    pub(super) fn behind(&self, branch: &mut Branch, goal: &Args, left: &Segment) -> Args {
        let args = left.hole_args.iter().enumerate();
        args.map(|(param, arg)| {
            if self.is_shifted(left, param)
                && let Some(goal) = goal.get(param)
                && branch.meaning(*goal) != Some(left.args[param])
            {
                return self.goes_on_with(branch, *goal, left, param);
            }
            if self.is_same_all_along(left, param)
                && let Some(goal) = goal.get(param)
            {
                return *goal;
            }
            match goal.get(param).filter(|goal| self.is_any(branch, left, param, **goal)) {
                Some(goal) => *goal,
                None => branch.import(*arg),
            }
        })
        .collect()
    }

    /// Whether a segment is also one with another argument at both ends.
    fn is_any(&self, branch: &Branch, segment: &Segment, param: usize, goal: Term) -> bool {
        segment.args.get(param) == segment.hole_args.get(param)
            && match self.domain.use_on_the_way(segment.definition, segment.hole, param) {
                Use::Carried => true,
                // None of the elements is it.
                Use::Avoided => match branch.meaning(goal) {
                    Some(place) => {
                        let is_it = |region: &Region| matches!(region, Region::Segment(it) if it == segment);
                        self.domain.is_elsewhere(self.left, place, &is_it)
                            || self.is_behind(segment.definition, param, place, segment.to)
                    }
                    None => segment.args.get(param) == Some(&Term::NULL),
                },
                Use::Used => false,
            }
    }

    /// Arguments a structure has at a place serve for those a hole there asks for: they are equal, or a bound of the hole is
    /// the stronger one, as what fits a weaker bound is asked to fit more.
    pub(super) fn fills(
        &self,
        branch: &mut Branch,
        definition: DefinitionId,
        there: &Args,
        hole: &Args,
    ) -> bool {
        let params = &self.domain.definitions[definition].params;
        there.iter().zip(hole).enumerate().all(|(index, (there, hole))| {
            let (Some(a), Some(b)) = (branch.meaning(*there), branch.meaning(*hole)) else {
                if self.is_set_param(definition, index)
                    && (branch.meaning(*there), branch.meaning(*hole)) == (None, None)
                {
                    let same = SetAtom::sum(Item::Set(*there), [Item::Set(*hole)]);
                    branch.asked.push(SetAtom { bag: self.is_bag_param(definition, index), ..same });
                    return true;
                }
                return self.unify_terms(branch, *there, *hole);
            };
            if self.is_set_param(definition, index) {
                return a == b || self.shows(branch, &SetAtom::sum(Item::Set(a), [Item::Set(b)]));
            }
            match params.get(index).map(|param| param.kind) {
                Some(Kind::Lower) => difference(b, a).is_some_and(|form| self.left.pure.proves_ge(&form)),
                Some(Kind::Upper) => difference(a, b).is_some_and(|form| self.left.pure.proves_ge(&form)),
                _ => self.domain.proves_eq(self.left, a, b),
            }
        })
    }

    /// What a term over variables stands for; a variable that stands for nothing yet gets a new value.
    pub(super) fn name(&self, branch: &mut Branch, term: Term) -> Option<Term> {
        if let Some(meaning) = branch.meaning(term) {
            return Some(meaning);
        }
        // Of a value that only has to differ from others a new one is told that.
        if let Some(variable) = term.base
            && branch.facts.iter().all(|fact| matches!(fact, Fact::Ne(_)) || !is_about(fact, variable))
            && self.choose_value(branch, variable)
        {
            return branch.meaning(term);
        }
        let value = branch.anything();
        self.unify(branch, term, value).then_some(value)
    }

    /// Proves the facts whose variables are bound and binds what an equation determines; false if one does not hold.
    pub(super) fn discharge(&self, branch: &mut Branch) -> bool {
        loop {
            let open = std::mem::take(&mut branch.facts);
            let before = open.len();
            for fact in open {
                match self.examine(branch, &fact) {
                    Verdict::Holds => {}
                    Verdict::Open => branch.facts.push(fact),
                    Verdict::Fails => return false,
                }
            }
            if branch.facts.len() == before {
                return true;
            }
        }
    }

    fn examine(&self, branch: &mut Branch, fact: &Fact) -> Verdict {
        match unbound(branch, form(fact)) {
            0 => {
                let Some(meaning) = translate(branch, form(fact)) else { return Verdict::Fails };
                if self.holds(fact, &meaning) { Verdict::Holds } else { Verdict::Fails }
            }
            1 if matches!(fact, Fact::Eq(_)) => match self.solution(branch, form(fact)) {
                Some((variable, value)) => {
                    branch.bound[variable.0 as usize] = Some(value);
                    Verdict::Holds
                }
                None if self.divides(branch, form(fact)) == Some(false) => Verdict::Fails,
                None => Verdict::Open,
            },
            _ => Verdict::Open,
        }
    }

    /// Whether a fact about values of the left holds.
    pub(super) fn holds(&self, fact: &Fact, meaning: &Form) -> bool {
        match fact {
            Fact::Eq(_) => self.left.pure.proves_eq(meaning),
            Fact::Ge(_) => self.left.pure.proves_ge(meaning),
            Fact::Ne(_) => match as_terms(meaning) {
                Some((a, b)) => self.domain.proves_ne(self.left, a, b),
                None => self.left.pure.proves_ne(meaning),
            },
        }
    }

    /// The one variable of an equation that stands for nothing yet, and what it must stand for.
    fn solution(&self, branch: &Branch, equation: &Form) -> Option<(Sym, Term)> {
        let (variable, factor) = open_variable(branch, equation)?;
        if factor.abs() != 1 {
            return None;
        }
        let others = equation.add_scaled(-factor, &Form::of(variable.dim()))?;
        // factor · v + others = 0.
        let value = Form::constant(0).add_scaled(-factor, &translate(branch, &others)?)?;
        let beginning = self.beginning(&value).map(Term::of);
        Some((variable, beginning.or_else(|| as_term(&value)).or_else(|| self.name_of(&value))?))
    }

    /// A sum in words of one symbol: `8·i + 8` may be eight more than where a row ends.
    fn name_of(&self, sum: &Form) -> Option<Term> {
        (0..self.left.next).rev().take(NAMES).find_map(|number| {
            let name = Term::of(Sym(number));
            let distance = self.left.pure.constant(&sum.add_scaled(-1, &name.form())?)?;
            name.plus(i64::try_from(distance).ok()?)
        })
    }

    /// Gives every variable a value: what remains must be satisfiable, whatever the left values are.
    pub(super) fn conclude(&self, branch: &mut Branch) -> bool {
        loop {
            if !self.discharge(branch) {
                return false;
            }
            let open = branch.facts.iter().flat_map(|fact| form(fact).terms());
            let Some(variable) =
                open.map(|(dim, _)| Sym(dim.0)).find(|sym| branch.bound[sym.0 as usize].is_none())
            else {
                return true;
            };
            if !self.choose_value(branch, variable) {
                return false;
            }
        }
    }

    /// Chooses a value for a variable: a bound that makes all facts about it hold; else, if it is bounded from one
    /// side only, a new value with these bounds.
    fn choose_value(&self, branch: &mut Branch, variable: Sym) -> bool {
        let facts: Vec<Fact> = branch.facts.iter().filter(|fact| is_about(fact, variable)).cloned().collect();
        let mut candidates = Vec::new();
        let (mut below, mut above, mut linked) = (false, false, false);
        for fact in &facts {
            let Some(factor) = form(fact).terms().iter().find(|(dim, _)| dim.0 == variable.0).map(|t| t.1)
            else {
                continue;
            };
            match fact {
                Fact::Eq(equation) => linked |= unbound(branch, equation) == 1,
                Fact::Ge(_) if factor > 0 => below = true,
                Fact::Ge(_) => above = true,
                Fact::Ne(_) => {}
            }
            if !matches!(fact, Fact::Ne(_)) && unbound(branch, form(fact)) == 1 {
                candidates.extend(self.solution(branch, form(fact)).map(|(_, value)| value));
            }
        }
        for value in candidates {
            let mut next = branch.clone();
            next.bound[variable.0 as usize] = Some(value);
            if self.discharge(&mut next) {
                *branch = next;
                return true;
            }
        }
        if let [Fact::Eq(equation)] = facts.as_slice()
            && self.quotient(branch, variable, equation)
        {
            return true;
        }
        if linked || below && above {
            return false;
        }
        let value = branch.anything();
        branch.bound[variable.0 as usize] = Some(value);
        // An equation with another variable will determine that one.
        let is_given = |fact: &Fact| is_about(fact, variable) && !matches!(fact, Fact::Eq(_));
        if (below || above) && facts.iter().any(|fact| matches!(fact, Fact::Eq(_))) {
            return true;
        }
        let (about, others) = std::mem::take(&mut branch.facts).into_iter().partition(is_given);
        branch.facts = others;
        let about: Vec<Fact> = about;
        for fact in about {
            let Some(meaning) = translate(branch, form(&fact)) else { return false };
            branch.given.push(match fact {
                Fact::Eq(_) => Fact::Eq(meaning),
                Fact::Ge(_) => Fact::Ge(meaning),
                Fact::Ne(_) => Fact::Ne(meaning),
            });
        }
        true
    }
}

enum Verdict {
    Holds,
    Open,
    Fails,
}

pub(super) fn form(fact: &Fact) -> &Form {
    let (Fact::Eq(form) | Fact::Ge(form) | Fact::Ne(form)) = fact;
    form
}

/// Whether a fact speaks of a variable.
pub(super) fn is_about(fact: &Fact, variable: Sym) -> bool {
    form(fact).terms().iter().any(|(dim, _)| dim.0 == variable.0)
}

pub(super) fn unbound(branch: &Branch, form: &Form) -> usize {
    form.terms().iter().filter(|(dim, _)| branch.bound[dim.0 as usize].is_none()).count()
}

/// A form over variables as a form over values of the left; `None` if a variable stands for nothing.
pub(super) fn translate(branch: &Branch, form: &Form) -> Option<Form> {
    let mut sum = Form::constant(form.offset());
    for (dim, factor) in form.terms() {
        sum = sum.add_scaled(*factor, &branch.bound[dim.0 as usize]?.form())?;
    }
    Some(sum)
}

/// A form that is a symbol and a constant.
pub(crate) fn as_term(form: &Form) -> Option<Term> {
    let offset = i64::try_from(form.offset()).ok()?;
    match form.terms() {
        [] => Some(Term::constant(offset)),
        [(dim, 1)] => Some(Term { base: Some(Sym(dim.0)), offset }),
        _ => None,
    }
}

/// The two terms whose difference a form is.
pub(crate) fn as_terms(form: &Form) -> Option<(Term, Term)> {
    let offset = i64::try_from(form.offset()).ok()?;
    let sym = |dim: &logic::Dim| Some(Sym(dim.0));
    match form.terms() {
        [(a, 1)] => Some((Term { base: sym(a), offset }, Term::NULL)),
        [(a, -1)] => Some((Term { base: sym(a), offset: offset.checked_neg()? }, Term::NULL)),
        [(a, 1), (b, -1)] => Some((Term { base: sym(a), offset }, Term { base: sym(b), offset: 0 })),
        [(a, -1), (b, 1)] => Some((Term { base: sym(b), offset }, Term { base: sym(a), offset: 0 })),
        _ => None,
    }
}
