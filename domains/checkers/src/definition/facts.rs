//! What follows from a definition, found once (§1.5 of the dossier).
//!
//! An analysis asks these questions at every step: when is a structure empty, what does a non-empty one
//! own at its root, along which fields does it go on, and which test tells its rules apart.

use super::kinds::rule_calls;
use super::satisfy::Known;
use super::{Atom, Definition, DefinitionId, Definitions, Form, Name, Rule, Sort};
use engine::components;

/// Rules are not compared with each other where there are more than this.
pub(super) const FACTS_RULES: usize = 40;

/// What follows from a definition.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The rules that own nothing, directly or by calls.
    pub empty: Vec<Empty>,
    /// The bytes from the root that every other rule owns; `None` if some rule owns none there.
    pub owned: Option<(i64, i64)>,
    /// The fields, from the root, that lead to calls.
    pub directions: Vec<Direction>,
    /// For each rule an atom over root and parameters that holds in it and in no other.
    pub guards: Vec<Option<Atom>>,
    /// Whether nothing is owned where the root is null.
    pub null_is_empty: bool,
    /// For each parameter, how it may be changed.
    pub weakenings: Vec<Weakening>,
}

/// A rule that owns nothing.
#[derive(Clone, Debug)]
pub struct Empty {
    /// Which.
    pub rule: usize,
    /// What it asks.
    pub guard: Vec<Atom>,
    /// The parameters it does not mention: they are arbitrary where the structure is empty.
    pub unmentioned: Vec<u32>,
}

/// A field that leads to a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Direction {
    /// Which rule has it.
    pub rule: usize,
    /// From the root, in bytes.
    pub offset: i64,
    /// Which of the rule's calls.
    pub call: usize,
    /// Whether the definition can be reached again from what is called.
    pub recursive: bool,
}

/// In which direction a parameter may be changed so that what held still holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weakening {
    /// Not at all.
    Exact,
    /// It may get smaller.
    Down,
    /// It may get greater.
    Up,
    /// It does not matter.
    Any,
}

/// Which definitions call which, directly or not.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// For each definition those it reaches by one call or more.
    reached: Vec<Vec<bool>>,
    /// For each the number of its component.
    component: Vec<usize>,
}

impl Reach {
    pub(super) fn of(list: &[Definition]) -> Self {
        let edges: Vec<Vec<usize>> = list
            .iter()
            .map(|definition| {
                let callees = definition.rules.iter().flat_map(|rule| {
                    rule_calls(rule)
                        .map(|call| call.definition)
                        .chain(rule.slots().map(|slot| slot.definition))
                });
                let mut callees: Vec<usize> = callees.map(|callee| callee.0 as usize).collect();
                callees.sort_unstable();
                callees.dedup();
                callees
            })
            .collect();
        let mut component = vec![0; list.len()];
        let mut reached = vec![vec![false; list.len()]; list.len()];
        for (number, members) in components(&edges).into_iter().enumerate() {
            for &member in &members {
                component[member] = number;
            }
            // Callees come first: what they reach is known.
            let mut row = vec![false; list.len()];
            for callee in members.iter().flat_map(|member| &edges[*member]) {
                row[*callee] = true;
                if component[*callee] != number || !members.contains(callee) {
                    row.iter_mut().zip(&reached[*callee]).for_each(|(to, from)| *to |= from);
                }
            }
            if members.len() > 1 {
                for &member in &members {
                    row[member] = true;
                }
            }
            for &member in &members {
                reached[member].clone_from(&row);
            }
        }
        Self { reached, component }
    }

    /// Whether `to` is called by `from`, or by something it calls.
    pub fn reaches(&self, from: DefinitionId, to: DefinitionId) -> bool {
        self.reached.get(from.0 as usize).is_some_and(|row| row.get(to.0 as usize) == Some(&true))
    }

    /// Whether each reaches the other, or they are the same.
    pub(super) fn joins(&self, a: usize, b: usize) -> bool {
        self.component[a] == self.component[b]
    }
}

impl Definitions {
    /// Whether `to` is called by `from`, or by something it calls.
    pub fn reaches(&self, from: DefinitionId, to: DefinitionId) -> bool {
        self.reach.reaches(from, to)
    }

    /// The calls of a rule from which its definition is reached again: along them a structure goes on.
    pub fn spine(&self, of: DefinitionId, rule: &Rule) -> Vec<usize> {
        let again = |callee| callee == of || self.reaches(callee, of);
        (0..rule.calls.len()).filter(|n| again(rule.calls[*n].definition)).collect()
    }

    /// The functions that are checkers.
    pub fn checkers(&self) -> impl Iterator<Item = ir::FunctionId> {
        self.list.iter().filter(|definition| !definition.refused).filter_map(|definition| definition.function)
    }

    /// What follows from a definition.
    pub fn facts(&self, id: DefinitionId) -> &Facts {
        &self.facts[id.0 as usize]
    }
}

impl Facts {
    pub(super) fn of(definitions: &Definitions, n: usize, weakenings: Vec<Weakening>) -> Self {
        let definition = &definitions.list[n];
        let id = DefinitionId(n as u32);
        let sort = |rule: usize| sorts(definition, &definition.rules[rule]);
        let mut facts = Self { weakenings, ..Self::default() };
        facts.owned = owned(definition);
        facts.null_is_empty = (0..definition.rules.len()).all(|rule| {
            let null = Atom::Zero(Form::of(Name::Root));
            is_empty(&definition.rules[rule])
                || !Known::of(definition.rules[rule].pure.iter().chain([&null]), &sort(rule)).is_feasible()
        });
        for (at, rule) in definition.rules.iter().enumerate() {
            if is_empty(rule) {
                let of_sets = |name: Name| {
                    let mut items = rule.sets.iter().flat_map(|atom| &atom.items);
                    items.any(|(item, _)| item.term().name == Some(name))
                };
                let unmentioned = (0..definition.params.len() as u32)
                    .filter(|param| {
                        let name = Name::Param(*param);
                        rule.pure.iter().all(|atom| atom.form().factor(name) == 0) && !of_sets(name)
                    })
                    .collect();
                facts.empty.push(Empty { rule: at, guard: rule.pure.clone(), unmentioned });
            }
            facts.directions.extend(directions(definitions, id, at, rule));
            facts.guards.push(guard(definition, at));
        }
        facts
    }
}

/// Whether a rule owns nothing.
pub(super) fn is_empty(rule: &Rule) -> bool {
    rule.objects.is_empty() && rule.calls.is_empty() && rule.segments.is_empty()
}

/// The sorts of the names of a rule.
pub(super) fn sorts<'a>(definition: &'a Definition, rule: &'a Rule) -> impl Fn(Name) -> Sort + use<'a> {
    move |name| match name {
        Name::Root | Name::Global(_) | Name::Code(_) => Sort::Pointer,
        Name::Param(n) => definition.params.get(n as usize).map_or(Sort::Opaque, |param| param.sort),
        Name::Local(n) => rule.locals.get(n as usize).copied().unwrap_or(Sort::Opaque),
    }
}

fn owned(definition: &Definition) -> Option<(i64, i64)> {
    let mut range: Option<(i64, i64)> = None;
    for rule in definition.rules.iter().filter(|rule| !is_empty(rule)) {
        let at_root = rule.objects.iter().filter(|object| object.at.name == Some(Name::Root));
        let mut extents = at_root.map(|object| {
            let from = object.at.offset;
            (from, from.saturating_add_unsigned(object.size))
        });
        let holds_root = |(from, to): &(i64, i64)| *from <= 0 && 0 < *to;
        let (from, to) = extents.find(holds_root)?;
        range = Some(range.map_or((from, to), |(lo, hi)| (lo.max(from), hi.min(to))));
    }
    range.filter(|(from, to)| from < to)
}

fn directions(definitions: &Definitions, of: DefinitionId, at: usize, rule: &Rule) -> Vec<Direction> {
    let spine = definitions.spine(of, rule);
    let mut found = Vec::new();
    for object in rule.objects.iter().filter(|object| object.at.name == Some(Name::Root)) {
        for cell in &object.cells {
            let leads =
                |(_, call): &(usize, &super::Call)| cell.value.name.is_some() && call.root == cell.value;
            for (call, _) in rule.calls.iter().enumerate().filter(leads) {
                let offset = object.at.offset.saturating_add(cell.offset);
                found.push(Direction { rule: at, offset, call, recursive: spine.contains(&call) });
            }
        }
    }
    found
}

/// An atom over root and parameters that is true in this rule only.
fn guard(definition: &Definition, of: usize) -> Option<Atom> {
    if definition.rules.len() > FACTS_RULES {
        return None;
    }
    let outside = |name: &Name| !matches!(name, Name::Local(_));
    let speaks = |atom: &&Atom| atom.form().terms.iter().all(|(name, _)| outside(name));
    let excluded = |atom: &&Atom| {
        definition.rules.iter().enumerate().all(|(n, other)| {
            let sort = sorts(definition, other);
            n == of || !Known::of(other.pure.iter().chain([*atom]), &sort).is_feasible()
        })
    };
    definition.rules[of].pure.iter().filter(speaks).find(excluded).cloned()
}
