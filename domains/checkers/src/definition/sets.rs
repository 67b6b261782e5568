//! What a rule says of sets.
//!
//! A set parameter stands for a set of values that is nowhere in memory: the nodes of a graph, what a list holds. What a rule says of it is
//! *pointwise* (`logic::sets`): sums of sets and of points `{x}` that are zero, or not negative, at every value. So `F = {x} ⊎ F₁` is
//! `F − {x} − F₁ = 0`, and `d ∈ E` is `E − {d} ≥ 0`.
//!
//! The conditions of `shapewright.h` are read here. They can be required, not denied: that a set is not empty says nothing about every value.

use std::rc::Rc;

use ir::{Argument, LocalId, Operand, Span};
use logic::sets::{Kind, Linear, SetDomain};
use logic::{Dim, Fact};

use super::enumerate::{Enumerate, Flow, top};
use super::path::{Called, Claim, Path, Truth, Value};
use super::{Atom, Form, Problem, Rule, Sort, Term};

/// A set, or the set of one value. Named as its surroundings name things: in rules by [`Term`], in states by the heap's terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Item<T> {
    /// A set or a bag.
    Set(T),
    /// The set of this value alone.
    Point(T),
}

impl<T: Copy> Item<T> {
    /// What it is named by.
    pub fn term(self) -> T {
        match self {
            Self::Set(term) | Self::Point(term) => term,
        }
    }

    /// The same with another name.
    pub fn with<U>(self, term: U) -> Item<U> {
        match self {
            Self::Set(_) => Item::Set(term),
            Self::Point(_) => Item::Point(term),
        }
    }
}

/// A relation between sets: at every value, the sum with these factors is zero, or at least zero.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SetAtom<T = Term> {
    /// The sets and points, each with its factor.
    pub items: Vec<(Item<T>, i64)>,
    /// Added to them.
    pub constant: i64,
    /// Whether the sum is zero, not just not negative.
    pub equal: bool,
    /// Whether it is about bags.
    pub bag: bool,
}

impl<T: Copy> SetAtom<T> {
    /// `whole = part ⊎ part ⊎ …`.
    pub fn sum(whole: Item<T>, parts: impl IntoIterator<Item = Item<T>>) -> Self {
        let items = std::iter::once((whole, 1)).chain(parts.into_iter().map(|part| (part, -1)));
        Self { items: items.collect(), constant: 0, equal: true, bag: false }
    }

    /// `part ⊆ whole`; of a point: it is in it.
    pub fn within(part: Item<T>, whole: Item<T>) -> Self {
        Self { items: vec![(whole, 1), (part, -1)], constant: 0, equal: false, bag: false }
    }

    /// `F = {x} ⊎ G`, `x ∈ E`, `A ⊆ E`, with the names that the caller gives sets and values.
    pub fn text(&self, name: impl Fn(Item<T>) -> String) -> String {
        let shown = |item: &Item<T>| match item {
            Item::Set(_) => name(*item),
            Item::Point(_) => format!("{{{}}}", name(*item)),
        };
        let side = |sign: i64| {
            let of_sign = self.items.iter().filter(|(_, factor)| factor.signum() == sign);
            let times = |(item, factor): &(Item<T>, i64)| match factor.abs() {
                1 => shown(item),
                times => format!("{times}·{}", shown(item)),
            };
            let constant = self.constant * sign;
            let all: Vec<String> =
                of_sign.map(times).chain((constant > 0).then(|| constant.to_string())).collect();
            if all.is_empty() { "∅".to_owned() } else { all.join(" ⊎ ") }
        };
        match (self.items.as_slice(), self.equal) {
            (
                [(whole, 1), (point @ Item::Point(_), -1)] | [(point @ Item::Point(_), -1), (whole, 1)],
                false,
            ) if self.constant == 0 => {
                format!("{} ∈ {}", name(*point), shown(whole))
            }
            (_, true) => format!("{} = {}", side(1), side(-1)),
            (_, false) => format!("{} ⊆ {}", side(-1), side(1)),
        }
    }

    /// With other names; `None` if one has none.
    pub fn map<U>(&self, mut to: impl FnMut(Item<T>) -> Option<Item<U>>) -> Option<SetAtom<U>> {
        let items = self.items.iter().map(|(item, factor)| Some((to(*item)?, *factor)));
        let items = items.collect::<Option<_>>()?;
        Some(SetAtom { items, constant: self.constant, equal: self.equal, bag: self.bag })
    }
}

impl Rule {
    /// Whether what the rule says of sets implies a relation.
    pub(super) fn entails(&self, asked: &SetAtom) -> bool {
        let mut items: Vec<Item<Term>> = Vec::new();
        for (item, _) in self.sets.iter().chain([asked]).flat_map(|atom| &atom.items) {
            if !items.contains(item) {
                items.push(*item);
            }
        }
        let mut known = Linear::default();
        for (n, item) in items.iter().enumerate() {
            // Nothing that follows for bags is wrong for sets.
            let kind = if matches!(item, Item::Point(_)) { Kind::Point } else { Kind::Bag };
            known.declare(Dim(n as u32), kind);
        }
        let fact = |atom: &SetAtom| {
            let mut sum = logic::Form::constant(i128::from(atom.constant));
            for (item, factor) in &atom.items {
                let n = items.iter().position(|known| known == item)?;
                sum = sum.add_scaled(*factor, &logic::Form::of(Dim(n as u32)))?;
            }
            Some(if atom.equal { Fact::Eq(sum) } else { Fact::Ge(sum) })
        };
        for atom in &self.sets {
            if let Some(fact) = fact(atom) {
                known.guard(&fact);
            }
        }
        fact(asked).is_some_and(|fact| known.proves(&fact))
    }
}

/// A condition of our header.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Condition {
    Any,
    Empty,
    In,
    With,
    Sum,
    Union,
    Subset,
    Same,
}

const CONDITIONS: [(&str, Condition, usize); 10] = [
    ("sw_any", Condition::Any, 0),
    ("sw_empty", Condition::Empty, 1),
    ("__sw_in", Condition::In, 2),
    ("__sw_with", Condition::With, 3),
    ("__sw_bag_with", Condition::With, 3),
    ("__sw_sum", Condition::Sum, 3),
    ("__sw_bag_sum", Condition::Sum, 3),
    ("sw_union", Condition::Union, 3),
    ("sw_subset", Condition::Subset, 2),
    ("sw_same", Condition::Same, 2),
];

/// Whether a function without a body is a condition about sets.
pub(super) fn is_condition(name: &str) -> bool {
    CONDITIONS.iter().any(|(known, ..)| *known == name)
}

impl<'p> Enumerate<'p, '_> {
    /// A call of something that speaks of sets.
    pub(super) fn set_call(
        &mut self,
        mut path: Path<'p>,
        name: &str,
        args: &'p [Argument],
        dst: Option<LocalId>,
        span: Span,
    ) -> Result<Flow<'p>, Problem> {
        let known = CONDITIONS.iter().find(|(known, _, count)| *known == name && *count == args.len());
        let Some((_, condition, _)) = known else {
            return Err(self.refuse("R7", span, format!("`{name}` is given other arguments than it takes")));
        };
        let mut values = Vec::new();
        for arg in args {
            let Argument::Value(operand) = arg else {
                return Err(self.refuse("R3", span, "a checker cannot use a struct as a whole".into()));
            };
            let value = self.operand(&path, *operand, span)?;
            if let (Value::Truth(_), Operand::Local(local)) = (&value, operand) {
                return self.decide_register(path, *local);
            }
            values.push(value);
        }
        let result = if *condition == Condition::Any {
            // Whether it is a bag is known when it is given to a variable.
            Value::Set(Term::of(self.names.fresh(Sort::Set { bag: false })))
        } else {
            let said = self.said(&mut path, *condition, &values, span)?;
            Value::Truth(Truth::Holds(Rc::new(Called { what: Claim::Sets(said), span })))
        };
        let frame = top(&mut path);
        if let Some(dst) = dst {
            frame.set(dst, result);
        }
        frame.stmt += 1;
        Ok(Flow::Next(path))
    }

    /// What a condition says.
    fn said(
        &mut self,
        path: &mut Path<'p>,
        condition: Condition,
        values: &[Value],
        span: Span,
    ) -> Result<Vec<SetAtom>, Problem> {
        let set = |this: &Self, n: usize| match &values[n] {
            Value::Set(term) => Ok(Item::Set(*term)),
            _ => Err(this.refuse("R3", span, "expected a set that is a parameter or from `sw_any`".into())),
        };
        let first = set(self, 0)?;
        Ok(match condition {
            Condition::Any => Vec::new(),
            Condition::Empty => vec![SetAtom::sum(first, [])],
            Condition::In => vec![SetAtom::within(self.point(path, &values[1], span)?, first)],
            Condition::With => {
                let (part, point) = (set(self, 1)?, self.point(path, &values[2], span)?);
                vec![SetAtom::sum(first, [part, point])]
            }
            Condition::Sum => vec![SetAtom::sum(first, [set(self, 1)?, set(self, 2)?])],
            Condition::Union => {
                let (a, b) = (set(self, 1)?, set(self, 2)?);
                let items = vec![(a, 1), (b, 1), (first, -1)];
                let no_more = SetAtom { items, constant: 0, equal: false, bag: false };
                vec![SetAtom::within(a, first), SetAtom::within(b, first), no_more]
            }
            Condition::Subset => vec![SetAtom::within(first, set(self, 1)?)],
            Condition::Same => vec![SetAtom::sum(first, [set(self, 1)?])],
        })
    }

    /// The set of one value.
    fn point(&mut self, path: &mut Path<'p>, value: &Value, span: Span) -> Result<Item<Term>, Problem> {
        match value {
            Value::Pointer(term) => Ok(Item::Point(*term)),
            Value::Number(form) => {
                if let Some(term) = form.as_term() {
                    return Ok(Item::Point(term));
                }
                let name = self.names.fresh(Sort::Integer { bits: 64, signed: true });
                let Some(difference) = Form::of(name).minus(form) else {
                    return Err(self.refuse("R6", span, "the numbers are too large".into()));
                };
                path.ask(Atom::Zero(difference));
                Ok(Item::Point(Term::of(name)))
            }
            _ => Err(self.refuse("R6", span, "a set is of pointers or of numbers".into())),
        }
    }
}
