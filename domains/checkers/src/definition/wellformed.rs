//! Checkers that cannot be understood as definitions although each rule can.
//!
//! *R4*: a checker that calls itself on the same root without owning anything never gets further. *R5*: a
//! rule that owns an object and calls a checker on it, or calls two on the same root, claims memory twice; no
//! memory satisfies that.

use super::facts::sorts;
use super::kinds::rule_calls;
use super::satisfy::Known;
use super::{Atom, Call, Definition, Definitions, Form, Name, Object, Problem, Rule, Sort, Term};
use engine::components;

/// Refuses what is wrong.
pub(super) fn check(definitions: &mut Definitions) {
    let mut problems = unguarded(&definitions.list);
    for definition in definitions.list.iter().filter(|definition| !definition.refused) {
        for rule in &definition.rules {
            let sort = sorts(definition, rule);
            let found = twice(definitions, rule, &sort).zip(definition.function);
            problems.extend(found.map(|((span, message), function)| Problem {
                code: "R5",
                function,
                span,
                message,
            }));
        }
    }
    for problem in &problems {
        let named = |definition: &&mut Definition| definition.function == Some(problem.function);
        for definition in definitions.list.iter_mut().filter(named) {
            definition.refused = true;
        }
    }
    for clause in std::mem::take(&mut definitions.clauses) {
        let problem = clause.rules.iter().find_map(|rule| {
            let sort = |name| match name {
                Name::Local(n) => rule.locals.get(n as usize).copied().unwrap_or(Sort::Opaque),
                _ => Sort::Pointer,
            };
            let (span, message) = twice(definitions, rule, &sort)?;
            Some(Problem { code: "R5", function: clause.function, span, message })
        });
        match problem {
            None => definitions.clauses.push(clause),
            Some(problem) => {
                definitions.unreadable.push((clause.function, problem.clone()));
                problems.push(problem);
            }
        }
    }
    definitions.problems.extend(problems);
}

/// R4: cycles of calls that pass the root on before anything is owned.
fn unguarded(list: &[Definition]) -> Vec<Problem> {
    let stays = |call: &&Call| !matches!(call.root.name, Some(Name::Local(_)));
    let edges: Vec<Vec<usize>> = list
        .iter()
        .map(|definition| {
            let calls = definition.rules.iter().flat_map(rule_calls).filter(stays);
            calls.map(|call| call.definition.0 as usize).collect()
        })
        .collect();
    let mut problems = Vec::new();
    for component in components(&edges) {
        let Some(&first) = component.first() else { continue };
        if component.len() == 1 && !edges[first].contains(&first) {
            continue;
        }
        for &member in &component {
            let definition = &list[member];
            let call = definition.rules.iter().find_map(|rule| {
                let back = |call: &Call| stays(&call) && component.contains(&(call.definition.0 as usize));
                let at = rule.calls.iter().position(back)?;
                Some(rule.call_spans.get(at).copied().unwrap_or(rule.span))
            });
            let message = format!(
                "`{}` calls itself without having moved on: expected a call on something that was read from the first \
                 parameter",
                definition.name
            );
            let span = call.unwrap_or(definition.span);
            let problem = |function| Problem { code: "R4", function, span, message };
            problems.extend(definition.function.map(problem));
        }
    }
    problems
}

/// R5: where a rule claims something a second time.
fn twice(definitions: &Definitions, rule: &Rule, sort: &dyn Fn(Name) -> Sort) -> Option<(ir::Span, String)> {
    let span = |at: usize| rule.call_spans.get(at).copied().unwrap_or(rule.span);
    for (at, call) in rule.calls.iter().enumerate() {
        if definitions[call.definition].refused {
            continue;
        }
        let name = &definitions[call.definition].name;
        let owned = definitions.facts(call.definition).owned;
        if rule.objects.iter().any(|object| inside(object, call.root))
            && owned.is_some()
            && !may_be_empty(definitions, rule, call, sort)
        {
            let message = format!(
                "`{name}` is called on an object that was read here already: each object is read once, by one checker"
            );
            return Some((span(at), message));
        }
        let earlier =
            rule.calls[..at].iter().find(|other| other.root == call.root && call.root.name.is_some());
        let Some(other) = earlier.filter(|other| !definitions[other.definition].refused) else { continue };
        let both = owned.is_some() && definitions.facts(other.definition).owned.is_some();
        let null = Atom::NonZero(call.root.into());
        let can_be_there = Known::of(rule.pure.iter().chain([&null]), sort).is_feasible();
        if both && can_be_there {
            let message = format!(
                "`{name}` is called on what another checker was called on: each object is read once, by one checker"
            );
            return Some((span(at), message));
        }
    }
    None
}

fn inside(object: &Object, term: Term) -> bool {
    let distance = i128::from(term.offset) - i128::from(object.at.offset);
    term.name.is_some() && term.name == object.at.name && (0..i128::from(object.size)).contains(&distance)
}

/// Whether a call can hold without owning anything.
fn may_be_empty(definitions: &Definitions, rule: &Rule, call: &Call, sort: &dyn Fn(Name) -> Sort) -> bool {
    let empty = &definitions.facts(call.definition).empty;
    empty.iter().any(|empty| {
        let guard: Vec<Atom> = empty.guard.iter().map(|atom| instance(atom, call)).collect();
        Known::of(rule.pure.iter().chain(&guard), sort).is_feasible()
    })
}

/// What a callee asks of its root and parameters, with the arguments of a call; trivial if it speaks of
/// something else or is out of range.
pub(super) fn instance(atom: &Atom, call: &Call) -> Atom {
    let argument = |name: Name| match name {
        Name::Root => Some(call.root),
        Name::Param(n) => call.args.get(n as usize).copied(),
        Name::Global(_) | Name::Code(_) => Some(Term::of(name)),
        Name::Local(_) => None,
    };
    let sum =
        atom.form().terms.iter().try_fold(Form::constant(atom.form().constant), |sum, &(name, factor)| {
            sum.plus(factor, &argument(name)?.into())
        });
    sum.map_or(Atom::Zero(Form::default()), |form| atom.with(form).normal())
}
