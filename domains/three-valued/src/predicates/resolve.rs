//! From what is written to formulas over the vocabulary.
//!
//! In a *definition* declared predicates stand for their own definitions, so that it speaks of core predicates only, and every
//! quantifier is *guarded* by a link: what a cell has to do with cells that no link leads to or from cannot change when such a cell comes or
//! goes. In a *question* declared predicates are the stored ones, program variables may be named, and reachability may be asked for.

use super::{Comparison, Declarations, Expression, Mistake, Name};
use crate::formula::{Formula, Var};
use crate::kleene::Kleene;
use crate::structure::{Binary, Unary};

/// Formulas have at most so many variables of their own.
pub(crate) const OWN: Var = 6;

/// What names stand for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    pub(crate) fields: Vec<(String, Binary)>,
    pub(crate) flags: Vec<(String, i64, Unary)>,
    /// The members that `dle` compares.
    pub(crate) ordered: Vec<String>,
    pub(crate) dle: Option<Binary>,
    /// Which individuals are numbers and no cells.
    pub(crate) number: Option<Unary>,
    pub(crate) path: Option<Binary>,
    /// `shared`, `cyclic`, and what is declared.
    pub(crate) stored: Vec<(String, Unary)>,
}

/// What a program variable stands for in a formula.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Named {
    /// The variable of the formula that is assigned its cell.
    Cell(Var),
    Null,
    Unknown,
}

/// Tells what a program variable stands for.
pub(crate) type Variables<'a> = dyn Fn(&Name) -> Result<Named, Mistake> + 'a;

/// How a formula is read.
pub(crate) struct Scope<'a> {
    pub(crate) names: &'a Names,
    pub(crate) declared: &'a Declarations,
    /// What a program variable stands for; `None` in definitions.
    pub(crate) variables: Option<&'a Variables<'a>>,
}

struct Reader<'a> {
    scope: &'a Scope<'a>,
    bound: Vec<(&'a str, Var)>,
    next: Var,
    /// Declared predicates that are being replaced by their definitions.
    depth: usize,
}

impl<'a> Scope<'a> {
    /// The formula of something declared, whose parameter is variable 0.
    pub(crate) fn of_parameter(
        &'a self,
        parameter: &'a Name,
        formula: &'a Expression,
    ) -> Result<Formula, Mistake> {
        let bound = vec![(parameter.text.as_str(), 0)];
        Reader { scope: self, bound, next: 1, depth: 0 }.formula(formula)
    }

    /// The formula of something that has no parameter.
    pub(crate) fn closed(&'a self, formula: &'a Expression) -> Result<Formula, Mistake> {
        Reader { scope: self, bound: Vec::new(), next: 0, depth: 0 }.formula(formula)
    }
}

impl<'a> Reader<'a> {
    fn formula(&mut self, expression: &'a Expression) -> Result<Formula, Mistake> {
        let names = self.scope.names;
        Ok(match expression {
            Expression::Constant(value) => Formula::Truth((*value).into()),
            Expression::Not(inner) => self.formula(inner)?.negated(),
            Expression::And(parts) => Formula::and(self.all_of(parts)?),
            Expression::Or(parts) => Formula::or(self.all_of(parts)?),
            Expression::Implies(parts) => {
                let [if_so, then] = &**parts;
                Formula::or([self.formula(if_so)?.negated(), self.formula(then)?])
            }
            Expression::Iff(parts) => {
                let (left, right) = (self.formula(&parts[0])?, self.formula(&parts[1])?);
                let both = Formula::and([left.clone(), right.clone()]);
                Formula::or([both, Formula::and([left.negated(), right.negated()])])
            }
            Expression::All(variables, body) => self.quantified(variables, body, true)?,
            Expression::Some(variables, body) => self.quantified(variables, body, false)?,
            Expression::Link(from, field, to) => {
                let fields = self.fields(field)?;
                let (from, to) = (self.term(from)?, self.term(to)?);
                pair(from, to, |v, w| Formula::or(fields.iter().map(|f| Formula::Pair(*f, v, w))))
            }
            Expression::Null(from, field) => {
                let fields = self.fields(field)?;
                let (from, to) = (self.term(from)?, self.fresh(field)?);
                let leads = |v| Formula::or(fields.iter().map(|f| Formula::Pair(*f, v, to)));
                single(from, |v| Formula::exists(to, leads(v)).negated())
            }
            Expression::Flag(of, field, value) => {
                let same = |(name, known, _): &&(String, i64, Unary)| is_named(name, field) && known == value;
                let flags: Vec<Unary> = names.flags.iter().filter(same).map(|(.., flag)| *flag).collect();
                if flags.is_empty() {
                    return Err(field.at.mistake(format!("no struct has a number `{}`", field.text)));
                }
                single(self.term(of)?, |v| Formula::or(flags.iter().map(|flag| Formula::Is(*flag, v))))
            }
            Expression::Compare(left, field, comparison, right, of) => {
                let known = names.ordered.iter().any(|name| is_named(name, field)) && field.text == of.text;
                let Some(dle) = names.dle.filter(|_| known) else {
                    let why = "only one number of each struct can be compared, with the same of another cell";
                    return Err(field.at.mistake(why));
                };
                let (left, right) = (self.term(left)?, self.term(right)?);
                pair(left, right, |v, w| match comparison {
                    Comparison::AtMost => Formula::Pair(dle, v, w),
                    Comparison::AtLeast => Formula::Pair(dle, w, v),
                    Comparison::Below => Formula::Pair(dle, w, v).negated(),
                    Comparison::Above => Formula::Pair(dle, v, w).negated(),
                })
            }
            Expression::Equal(left, right) => match (self.term(left)?, self.term(right)?) {
                (Named::Null, Named::Null) => Formula::TRUE,
                (left, right) => pair(left, right, Formula::Equal),
            },
            Expression::IsNull(of) => match self.term(of)? {
                Named::Null => Formula::TRUE,
                Named::Cell(_) => Formula::FALSE,
                Named::Unknown => Formula::Truth(Kleene::Unknown),
            },
            Expression::Reaches(from, to) => {
                let Some(path) = names.path.filter(|_| self.scope.variables.is_some()) else {
                    return Err(from.at.mistake("a predicate or constraint cannot speak of `reaches`"));
                };
                pair(self.term(from)?, self.term(to)?, |v, w| Formula::Pair(path, v, w))
            }
            Expression::Holds(predicate, of) => self.holds(predicate, of)?,
        })
    }

    fn all_of(&mut self, parts: &'a [Expression]) -> Result<Vec<Formula>, Mistake> {
        parts.iter().map(|part| self.formula(part)).collect()
    }

    /// A declared predicate: what is stored, or in a definition its own definition.
    fn holds(&mut self, predicate: &'a Name, of: &'a Name) -> Result<Formula, Mistake> {
        let term = self.term(of)?;
        if self.scope.variables.is_some() {
            let stored = self.scope.names.stored.iter().find(|(name, _)| *name == predicate.text);
            let Some((_, stored)) = stored else {
                return Err(predicate.at.mistake(format!("nothing is called `{}`", predicate.text)));
            };
            return Ok(single(term, |v| Formula::Is(*stored, v)));
        }
        let declared = self.scope.declared.predicates.iter().find(|known| known.name.text == predicate.text);
        let Some(declared) = declared else {
            let why =
                format!("`{}` is no declared predicate; a definition can use nothing else", predicate.text);
            return Err(predicate.at.mistake(why));
        };
        let Named::Cell(var) = term else { return Ok(Formula::FALSE) };
        if self.depth > self.scope.declared.predicates.len() {
            return Err(predicate.at.mistake(format!("`{}` is defined by itself", predicate.text)));
        }
        let outer = std::mem::replace(&mut self.bound, vec![(declared.parameter.text.as_str(), var)]);
        self.depth += 1;
        let formula = self.formula(&declared.formula);
        self.depth -= 1;
        self.bound = outer;
        formula
    }

    fn quantified(
        &mut self,
        variables: &'a [Name],
        body: &'a Expression,
        all: bool,
    ) -> Result<Formula, Mistake> {
        let before = self.bound.len();
        let mut vars = Vec::new();
        for name in variables {
            let var = self.fresh(name)?;
            self.bound.push((&name.text, var));
            vars.push(var);
        }
        let mut formula = self.formula(body)?;
        self.bound.truncate(before);
        // Numbers that variables hold are individuals and no cells.
        let numbers = |var: Var| self.scope.names.number.map(|number| Formula::Is(number, var));
        for var in vars.into_iter().rev() {
            formula = match (all, numbers(var)) {
                (true, Some(number)) => Formula::forall(var, Formula::or([number, formula])),
                (true, None) => Formula::forall(var, formula),
                (false, Some(number)) => Formula::exists(var, Formula::and([number.negated(), formula])),
                (false, None) => Formula::exists(var, formula),
            };
        }
        Ok(formula)
    }

    fn fresh(&mut self, at: &Name) -> Result<Var, Mistake> {
        if self.next >= OWN {
            return Err(at.at.mistake("the formula has too many variables"));
        }
        self.next += 1;
        Ok(self.next - 1)
    }

    fn term(&self, name: &Name) -> Result<Named, Mistake> {
        if let Some((_, var)) = self.bound.iter().rev().find(|(known, _)| *known == name.text) {
            return Ok(Named::Cell(*var));
        }
        match self.scope.variables {
            Some(variables) => variables(name),
            None => Err(name.at.mistake(format!("`{}` stands for nothing here", name.text))),
        }
    }

    fn fields(&self, field: &Name) -> Result<Vec<Binary>, Mistake> {
        let named = self.scope.names.fields.iter().filter(|(name, _)| is_named(name, field));
        let fields: Vec<Binary> = named.map(|(_, predicate)| *predicate).collect();
        if fields.is_empty() {
            return Err(field.at.mistake(format!("no struct has a pointer `{}`", field.text)));
        }
        Ok(fields)
    }
}

/// Members of nested structs may be named without the outer ones.
pub(crate) fn is_named(member: &str, name: &Name) -> bool {
    member.rsplit('.').next() == Some(name.text.as_str()) || member == name.text
}

fn single(of: Named, formula: impl FnOnce(Var) -> Formula) -> Formula {
    match of {
        Named::Cell(var) => formula(var),
        Named::Null => Formula::FALSE,
        Named::Unknown => Formula::Truth(Kleene::Unknown),
    }
}

fn pair(left: Named, right: Named, formula: impl FnOnce(Var, Var) -> Formula) -> Formula {
    match (left, right) {
        (Named::Cell(v), Named::Cell(w)) => formula(v, w),
        (Named::Null, _) | (_, Named::Null) => Formula::FALSE,
        _ => Formula::Truth(Kleene::Unknown),
    }
}

/// Whether every quantifier of a definition looks only at cells that a field connects with one that is known.
pub(crate) fn is_guarded(formula: &Formula, fields: &[Binary], known: &[Var]) -> bool {
    match formula {
        Formula::Truth(_) | Formula::Is(..) | Formula::Pair(..) | Formula::Equal(..) => true,
        Formula::Not(inner) => is_guarded(inner, fields, known),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().all(|part| is_guarded(part, fields, known)),
        Formula::If(parts) => parts.iter().all(|part| is_guarded(part, fields, known)),
        Formula::Exists(var, body) => {
            let with: Vec<Var> = known.iter().copied().chain([*var]).collect();
            guards(body, true, *var, fields, known) && is_guarded(body, fields, &with)
        }
        Formula::Closure { .. } => false,
    }
}

/// Whether a formula holds, or fails, only for values of a variable that a field connects with a known one.
fn guards(formula: &Formula, positive: bool, var: Var, fields: &[Binary], known: &[Var]) -> bool {
    let guards = |formula: &Formula, positive: bool| guards(formula, positive, var, fields, known);
    match (formula, positive) {
        (Formula::Pair(field, v, w), true) => {
            let connects = *v == var && known.contains(w) || *w == var && known.contains(v);
            fields.contains(field) && connects
        }
        (Formula::Not(inner), _) => guards(inner, !positive),
        (Formula::And(parts), true) | (Formula::Or(parts), false) => {
            parts.iter().any(|part| guards(part, positive))
        }
        (Formula::And(parts), false) | (Formula::Or(parts), true) => {
            parts.iter().all(|part| guards(part, positive))
        }
        (Formula::Exists(_, body), true) => guards(body, true),
        _ => false,
    }
}
