//! What a definition does with its parameters along a structure, found once.
//!
//! - A parameter that *only says where to stop*: `to(x, h)` holds at once if x is h, else it owns x and goes on in one place, where h is
//!   passed on. Definitions that call each other share it, and none but the one it is a habit of stops there: where it stops, it goes
//!   on as what it was.
//! - A parameter that *names the last element*: it never changes, and a rule that ends the structure says that it is the element
//!   before (`prev == last`), or the root of what it owns.
//! - A parameter that is only *carried*: the rules by which the structure goes on pass it on and do not look at it. A segment of such a
//!   structure is one whatever the parameter is, as only the end of the structure looks at it. Segments hold null in its place.
//! - A parameter that is only *avoided*: these rules say besides that no element is it. A segment is one for every such parameter that is
//!   none of its elements.
//! - A *passed place*: the place in its own object that every element hands on to the next (`dll(l->next, l)`).

use rustc_hash::FxHashMap;

use crate::Checkers;
use crate::definition::{Atom, DefinitionId, Definitions, Form, Kind, Name, Rule, Term as RuleTerm};
use crate::heap::apart::owns_byte;
use crate::heap::{Checker, Region, Segment, Term};
use crate::unfold::two_terms;

/// What the rules by which a structure goes on do with a parameter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Use {
    /// They pass it on.
    Carried,
    /// They pass it on and say that the element is not it.
    Avoided,
    /// Something else.
    Used,
}

/// The habits of one definition.
#[derive(Clone, Debug, Default)]
pub(crate) struct Habits {
    /// The parameter that only says where to stop.
    end: Option<usize>,
    /// Whether the way goes through no other definition, and no other parameter changes on it.
    plain: bool,
    /// The parameters that name the last element.
    last: Vec<usize>,
    /// What the rules by which it goes on to each definition it leads to do with each parameter.
    use_on_the_way: FxHashMap<DefinitionId, Vec<Use>>,
    /// For each parameter the place in the object before that it is within the structure.
    passed: Vec<Option<i64>>,
}

impl Habits {
    pub(crate) fn of(definitions: &Definitions, reachable: &[Vec<DefinitionId>], id: DefinitionId) -> Self {
        let definition = &definitions[id];
        let params = 0..definition.params.len();
        let passed: Vec<_> =
            params.clone().map(|param| passed_place(definitions, reachable, id, id, param)).collect();
        let goes_on = |rule: &Rule| {
            rule.calls
                .iter()
                .any(|call| call.definition == id || reachable[call.definition.0 as usize].contains(&id))
        };
        let constant = |param: usize| definition.params[param].kind == Kind::Constant;
        Self {
            end: params
                .clone()
                .find(|param| constant(*param) && only_stops(definitions, reachable, id, *param)),
            plain: params.clone().all(constant)
                && reachable[id.0 as usize]
                    .iter()
                    .all(|other| *other == id || !reachable[other.0 as usize].contains(&id)),
            last: params
                .clone()
                .filter(|param| {
                    let mut ending = definition.rules.iter().filter(|rule| !goes_on(rule));
                    constant(*param) && ending.any(|rule| names_last(rule, *param, &passed))
                })
                .collect(),
            use_on_the_way: std::iter::once(id)
                .chain(reachable[id.0 as usize].iter().copied())
                .map(|hole| (hole, uses_on_the_way(definitions, reachable, id, hole)))
                .collect(),
            passed,
        }
    }
}

impl Checkers {
    /// The parameter that only says where to stop.
    pub(crate) fn end_param(&self, definition: DefinitionId) -> Option<usize> {
        self.habits[definition.0 as usize].end
    }

    /// Where a structure ends, if something says so: it is not empty if it begins elsewhere.
    pub(crate) fn end_of(&self, region: &Region) -> Option<Term> {
        match region {
            Region::Checker(checker) => checker.args.get(self.end_param(checker.definition)?).copied(),
            Region::Segment(segment) => Some(segment.to),
            Region::Block(_) => None,
        }
    }

    /// The same if nothing else must be known to go on behind the end.
    pub(crate) fn plain_end(&self, definition: DefinitionId) -> Option<usize> {
        self.end_param(definition).filter(|_| self.habits[definition.0 as usize].plain)
    }

    /// The arguments of a structure that name its last element.
    pub(crate) fn ends_of<'a>(&'a self, checker: &'a Checker) -> impl Iterator<Item = Term> + 'a {
        let last = &self.habits[checker.definition.0 as usize].last;
        last.iter().filter_map(|param| checker.args.get(*param).copied())
    }

    /// Whether it does not matter for a segment what a parameter is.
    pub(crate) fn is_carried(&self, from: DefinitionId, hole: DefinitionId, param: usize) -> bool {
        self.use_on_the_way(from, hole, param) == Use::Carried
    }

    /// What a segment does with a parameter.
    pub(crate) fn use_on_the_way(&self, from: DefinitionId, hole: DefinitionId, param: usize) -> Use {
        let known = self.habits[from.0 as usize].use_on_the_way.get(&hole);
        known.and_then(|uses| uses.get(param).copied()).unwrap_or(Use::Used)
    }

    /// Puts null where it does not matter what an argument is.
    pub(crate) fn forget_carried(&self, segment: &mut Segment) {
        let (definition, hole) = (segment.definition, segment.hole);
        for (param, (arg, end)) in segment.args.iter_mut().zip(&mut segment.hole_args).enumerate() {
            if arg == end && self.is_carried(definition, hole, param) {
                *arg = Term::NULL;
                *end = Term::NULL;
            }
        }
    }

    /// Whether wherever `hole` is reached from `from`, this argument is the root of a structure that is owned beside it, which is empty only
    /// if the root is null.
    pub(crate) fn is_root_beside(&self, from: DefinitionId, hole: DefinitionId, arg: usize) -> bool {
        let mut called = false;
        for definition in self.reachable(from) {
            for rule in &self.definitions[definition].rules {
                for (at, call) in rule.calls.iter().enumerate().filter(|(_, call)| call.definition == hole) {
                    let Some(value) = call.args.get(arg) else { return false };
                    let passed_on = definition == hole && *value == RuleTerm::of(param(arg));
                    let mut others = rule.calls.iter().enumerate().filter(|(other, _)| *other != at);
                    let beside = others
                        .any(|(_, other)| other.root == *value && self.is_null_or_begins(other.definition));
                    called |= beside;
                    if !passed_on && !beside {
                        return false;
                    }
                }
            }
        }
        called
    }

    /// Whether a structure is empty only if its root is null, and else begins with an object.
    fn is_null_or_begins(&self, definition: DefinitionId) -> bool {
        let is_null = |atom: &Atom| match atom {
            Atom::Zero(form) => matches!(form.terms.as_slice(), [(Name::Root, 1 | -1)]) && form.constant == 0,
            _ => false,
        };
        self.definitions[definition].rules.iter().all(|rule| {
            rule.objects.iter().any(|object| owns_byte(object, 0)) || rule.pure.iter().any(is_null)
        })
    }

    /// Whether every call of `hole`, wherever it is reached from `from`, passes the root of the caller as this argument,
    /// and the caller owns the object there.
    pub(crate) fn passes_root(&self, from: DefinitionId, hole: DefinitionId, arg: usize) -> bool {
        self.passed_place(from, hole, arg) == Some(0)
    }

    /// How far from its root the place in the caller's object is that every call of `hole`, wherever it is reached from `from`,
    /// passes as this argument.
    pub(crate) fn passed_place(&self, from: DefinitionId, hole: DefinitionId, arg: usize) -> Option<i64> {
        if from == hole {
            return self.habits[from.0 as usize].passed.get(arg).copied().flatten();
        }
        passed_place(&self.definitions, &self.reachable, from, hole, arg)
    }
}

fn passed_place(
    definitions: &Definitions,
    reachable: &[Vec<DefinitionId>],
    from: DefinitionId,
    hole: DefinitionId,
    arg: usize,
) -> Option<i64> {
    let mut place = None;
    let within = reachable[from.0 as usize].iter().filter(|id| **id != from);
    for definition in std::iter::once(&from).chain(within) {
        for rule in &definitions[*definition].rules {
            for call in rule.calls.iter().filter(|call| call.definition == hole) {
                match call.args.get(arg) {
                    Some(RuleTerm { name: Some(Name::Root), offset })
                        if owns_root(rule) && place.is_none_or(|known| known == *offset) =>
                    {
                        place = Some(*offset);
                    }
                    _ => return None,
                }
            }
        }
    }
    place
}

/// Whether a rule owns the object its root is in.
fn owns_root(rule: &Rule) -> bool {
    rule.objects.iter().any(|object| object.at.name == Some(Name::Root))
}

fn param(index: usize) -> Name {
    Name::Param(u32::try_from(index).unwrap_or(u32::MAX))
}

/// Whether a rule says that a parameter is the element before, or the root of what it owns.
fn names_last(rule: &Rule, index: usize, passed: &[Option<i64>]) -> bool {
    let name = Some(param(index));
    let is_last = |other: RuleTerm| match other.name {
        Some(Name::Root) => owns_root(rule),
        Some(Name::Param(other)) => passed.get(other as usize).copied().flatten().is_some(),
        _ => false,
    };
    rule.pure.iter().any(|atom| {
        let Atom::Zero(form) = atom else { return false };
        two_terms(form).is_some_and(|(a, b)| a.name == name && is_last(b) || b.name == name && is_last(a))
    })
}

/// What the rules on the way from a structure to what it lacks do with each parameter, which is the same one all along the way.
fn uses_on_the_way(
    definitions: &Definitions,
    reachable: &[Vec<DefinitionId>],
    from: DefinitionId,
    hole: DefinitionId,
) -> Vec<Use> {
    let leads = |id: DefinitionId| id == hole || reachable[id.0 as usize].contains(&hole);
    let on_the_way = |id: DefinitionId| leads(id) && (id == from || reachable[from.0 as usize].contains(&id));
    let within = reachable[from.0 as usize].iter().copied().filter(|id| *id != from && leads(*id));
    let all: Vec<DefinitionId> = std::iter::once(from).chain(within).collect();
    let rules = || all.iter().flat_map(|id| &definitions[*id].rules);
    let going = || rules().filter(|rule| rule.calls.iter().any(|call| on_the_way(call.definition)));
    (0..definitions[from].params.len())
        .map(|param| going().map(|rule| use_in(&on_the_way, rule, param)).max().unwrap_or(Use::Used))
        .collect()
}

/// What a rule that goes on does with a parameter.
fn use_in(on_the_way: &dyn Fn(DefinitionId) -> bool, rule: &Rule, index: usize) -> Use {
    let name = param(index);
    let mentions = |term: &RuleTerm| term.name == Some(name);
    let objects = rule.objects.iter();
    let held = objects
        .flat_map(|object| std::iter::once(&object.at).chain(object.cells.iter().map(|cell| &cell.value)))
        .any(mentions);
    let passed = rule.calls.iter().all(|call| {
        let goes_on = on_the_way(call.definition);
        !mentions(&call.root)
            && (!goes_on || call.args.get(index) == Some(&RuleTerm::of(name)))
            && call.args.iter().enumerate().all(|(place, arg)| !mentions(arg) || goes_on && place == index)
    });
    let in_sets = rule.sets.iter().flat_map(|atom| &atom.items).any(|(item, _)| mentions(&item.term()));
    if held || in_sets || !passed || !rule.segments.is_empty() || !rule.reads.is_empty() {
        return Use::Used;
    }
    let asks = rule.pure.iter().filter(|atom| atom.form().terms.iter().any(|(known, _)| *known == name));
    let owns = rule.objects.iter().any(|object| owns_byte(object, 0));
    let in_atom = |atom: &Atom| match atom {
        Atom::NonZero(form) if is_root_against(form, index) && owns => Use::Avoided,
        _ => Use::Used,
    };
    asks.map(in_atom).max().unwrap_or(Use::Carried)
}

/// `root - parameter`.
fn is_root_against(form: &Form, index: usize) -> bool {
    match form.terms.as_slice() {
        [(Name::Root, a), (Name::Param(k), b)] => {
            *k as usize == index && form.constant == 0 && a + b == 0 && a.abs() == 1
        }
        _ => false,
    }
}

/// Whether the rules of a definition, and of those it shares the way with, own their root and go on in one place, with a parameter
/// that they only pass on or say the root is not; or are, in this definition alone, the end: the root is the parameter, and nothing else.
fn only_stops(
    definitions: &Definitions,
    reachable: &[Vec<DefinitionId>],
    id: DefinitionId,
    index: usize,
) -> bool {
    let reaches = |from: DefinitionId, to: DefinitionId| reachable[from.0 as usize].contains(&to);
    let together = |other: DefinitionId| other == id || reaches(id, other) && reaches(other, id);
    let goes_on = |rule: &Rule| {
        rule.calls.iter().filter(|call| together(call.definition)).count() == 1
            && rule.objects.iter().any(|object| owns_byte(object, 0))
            && use_in(&together, rule, index) < Use::Used
    };
    let others = reachable[id.0 as usize].iter().filter(|other| **other != id && together(**other));
    let rules = &definitions[id].rules;
    rules.iter().all(|rule| is_end(rule, index) || goes_on(rule))
        && rules.iter().any(|rule| is_end(rule, index))
        && others.flat_map(|other| &definitions[*other].rules).all(goes_on)
}

/// Whether a rule owns nothing and says that the root is a parameter, and nothing else.
fn is_end(rule: &Rule, index: usize) -> bool {
    rule.objects.is_empty()
        && rule.calls.is_empty()
        && rule.segments.is_empty()
        && rule.sets.is_empty()
        && matches!(rule.pure.as_slice(), [Atom::Zero(form)] if is_root_against(form, index))
}
