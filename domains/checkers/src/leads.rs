//! To which of its arguments a structure surely leads.
//!
//! An argument is only a name: `owned(l, o)` leads to `o` if it has an element that holds it, and not if it is empty; a parameter that is
//! compared and never stored is not led to at all. Whether memory that only an argument names is lost depends on it.
//!
//! A definition leads to a parameter if each of its rules does: it stores it in an object, says that its root is it, or passes it on to a
//! checker that leads to it. Derivations are finite, so the largest relation of which this holds step by step will do.

use crate::Checkers;
use crate::definition::{Atom, DefinitionId, Definitions, Name, Rule, Term as RuleTerm};
use crate::unfold::two_terms;

/// For each definition and parameter, when it is surely led to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Leads {
    /// From every structure.
    always: Vec<Vec<bool>>,
    /// From one whose root is not null.
    begun: Vec<Vec<bool>>,
    /// From each element of a segment: it holds it.
    stored: Vec<Vec<bool>>,
}

impl Leads {
    pub(crate) fn of(definitions: &Definitions) -> Self {
        let every = |holds: &dyn Fn(&Rule, usize) -> bool, among: &dyn Fn(&Rule) -> bool| -> Vec<Vec<bool>> {
            let of = |id: usize| {
                let definition = &definitions.list[id];
                let rules = || definition.rules.iter().filter(|rule| among(rule));
                (0..definition.params.len()).map(|param| rules().all(|rule| holds(rule, param))).collect()
            };
            (0..definitions.list.len()).map(of).collect()
        };
        let mut always: Vec<Vec<bool>> =
            definitions.list.iter().map(|definition| vec![true; definition.params.len()]).collect();
        loop {
            let next = every(&|rule, param| leads_to(rule, param, &always), &|_| true);
            if next == always {
                break;
            }
            always = next;
        }
        let begun = every(&|rule, param| leads_to(rule, param, &always), &|rule| !is_null(rule));
        let stored = every(&stores, &|rule| !rule.calls.is_empty());
        Self { always, begun, stored }
    }
}

impl Checkers {
    /// Whether a structure, of which it may be known that its root is not null, surely leads to an argument.
    pub(crate) fn leads_to(&self, definition: DefinitionId, param: usize, begun: bool) -> bool {
        let table = if begun { &self.leads.begun } else { &self.leads.always };
        table[definition.0 as usize].get(param) == Some(&true)
    }

    /// Whether every element by which a structure goes on holds an argument.
    pub(crate) fn stores(&self, definition: DefinitionId, param: usize) -> bool {
        self.leads.stored[definition.0 as usize].get(param) == Some(&true)
    }
}

fn name(param: usize) -> Option<Name> {
    u32::try_from(param).ok().map(Name::Param)
}

fn stores(rule: &Rule, param: usize) -> bool {
    let mut cells = rule.objects.iter().flat_map(|object| &object.cells);
    cells.any(|cell| cell.value.name == name(param))
}

fn leads_to(rule: &Rule, param: usize, always: &[Vec<bool>]) -> bool {
    let is_root = |atom: &Atom| {
        let Atom::Zero(form) = atom else { return false };
        let (root, param) = (Some(Name::Root), name(param));
        two_terms(form)
            .is_some_and(|(a, b)| (a.name, b.name) == (root, param) || (a.name, b.name) == (param, root))
    };
    let passed = rule.calls.iter().any(|call| {
        matches!(call.root.name, Some(Name::Root | Name::Local(_)))
            && call.args.iter().enumerate().any(|(place, arg): (usize, &RuleTerm)| {
                arg.name == name(param) && always[call.definition.0 as usize].get(place) == Some(&true)
            })
    });
    stores(rule, param) || passed || rule.pure.iter().any(is_root)
}

/// Whether a rule holds only where the root is null.
fn is_null(rule: &Rule) -> bool {
    rule.pure.iter().any(|atom| match atom {
        Atom::Zero(form) => matches!(form.terms.as_slice(), [(Name::Root, 1 | -1)]) && form.constant == 0,
        _ => false,
    })
}
