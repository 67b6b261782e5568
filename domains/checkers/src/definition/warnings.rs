//! Checkers that can be understood and are probably not what was meant (W1 to W7 of the dossier).

use ir::{Program, Span, Var};

use super::facts::{FACTS_RULES, is_empty, sorts};
use super::inhabited::Uses;
use super::satisfy::Known;
use super::{
    Atom, Definition, DefinitionId, Definitions, Form, Item, Kind, Name, Problem, Rule, SetAtom, Sort, Term,
    Weakening,
};

/// Says what is questionable.
pub(super) fn warn(program: &Program, definitions: &mut Definitions) {
    let uses = Uses::of(definitions);
    unsatisfiable(program, definitions, &uses);
    let mut found = Vec::new();
    for (n, definition) in definitions.list.iter().enumerate() {
        let Some(function) = definition.function.filter(|_| !definition.refused) else { continue };
        let id = DefinitionId(n as u32);
        let mut say = |code, span, message| found.push(Problem { code, function, span, message });
        if let Some(param) = emptied(definitions, id) {
            let message = format!(
                "only the empty structure satisfies `{}`: where it ends `{}` must be empty, and elsewhere something is in it",
                definition.name, definition.params[param].name
            );
            say("W1", definition.span, message);
        }
        if let Some((code, message)) = vacuous(definitions, id, &uses.usable[n]) {
            say(code, definition.span, message);
            if definition.rules.is_empty() {
                continue;
            }
        }
        for (at, rule) in definition.rules.iter().enumerate() {
            let earlier = &definition.rules[..if definition.rules.len() > FACTS_RULES { 0 } else { at }];
            if let Some(other) = earlier.iter().find(|other| overlap(definition, other, rule)) {
                let message = format!(
                    "two cases of `{}` can hold at once (the other one ends in line {}): the analysis has to try both",
                    definition.name, other.span.line
                );
                say("W2", rule.span, message);
            }
            if is_empty(rule) && rule.pure.is_empty() && rule.reads.is_empty() {
                let message = format!("`{}` holds here whatever its arguments are", definition.name);
                say("W3", rule.span, message);
            }
            if let Some(param) = reaches_end(definition, rule) {
                let (name, root) = (&definition.params[param].name, definition.root_name(program));
                let message = format!(
                    "the structure ends at `{name}`, and this case does not ask for `{root} != {name}`: it may go past it"
                );
                say("W7", rule.span, message);
            }
        }
        for (k, param) in definition.params.iter().enumerate() {
            let span = parameter_span(program, definition, k);
            if definitions.facts[n].weakenings[k] == Weakening::Any {
                say("W4", span, format!("`{}` does not use its parameter `{}`", definition.name, param.name));
            } else if param.kind == Kind::Free
                && matches!(param.sort, Sort::Integer { .. } | Sort::Set { .. })
            {
                let line = breaking_line(definitions, id, k);
                let message = format!(
                    "`{}` changes from call to call in a way that is not understood{line}: less can be proved about it",
                    param.name
                );
                say("W6", span, message);
            }
        }
    }
    definitions.problems.extend(found);
}

/// R9: a function that requires what nothing satisfies can never be called.
fn unsatisfiable(program: &Program, definitions: &mut Definitions, uses: &Uses) {
    let required: Vec<ir::FunctionId> = program
        .functions
        .iter()
        .flat_map(|function| &function.contract)
        .flat_map(|contract| contract.requires.iter().map(|clause| clause.predicate))
        .collect();
    for clause in std::mem::take(&mut definitions.clauses) {
        let sorts = clause_sorts(program, clause.function);
        let satisfied = clause.rules.iter().any(|rule| {
            let sort = |name| match name {
                Name::Local(n) => rule.locals.get(n as usize).copied().unwrap_or(Sort::Opaque),
                Name::Param(n) => sorts.get(n as usize).copied().unwrap_or(Sort::Opaque),
                Name::Root | Name::Global(_) | Name::Code(_) => Sort::Pointer,
            };
            !uses.ways(rule, &sort).is_empty()
        });
        if satisfied || !required.contains(&clause.function) {
            definitions.clauses.push(clause);
            continue;
        }
        let name = &program.functions[program.owner(clause.function)].name;
        let message = format!("nothing satisfies what `{name}` requires here: it can never be called");
        let span = program.functions[clause.function].span;
        let problem = Problem { code: "R9", function: clause.function, span, message };
        definitions.unreadable.push((clause.function, problem.clone()));
        definitions.problems.push(problem);
    }
}

fn clause_sorts(program: &Program, function: ir::FunctionId) -> Vec<Sort> {
    let body = program.functions[function].body.iter();
    body.flat_map(ir::Body::parameters).map(|(_, ty)| super::names::sort_of(&program.types, ty)).collect()
}

/// W5 and W1: nothing, or only the empty structure, satisfies it.
fn vacuous(definitions: &Definitions, id: DefinitionId, usable: &[bool]) -> Option<(&'static str, String)> {
    let definition = &definitions[id];
    let name = &definition.name;
    let component =
        (0..definitions.list.len()).filter(|other| definitions.reach.joins(id.0 as usize, *other));
    let never_ends = |member: usize| {
        let member = DefinitionId(member as u32);
        definitions[member].rules.iter().all(|rule| !definitions.spine(member, rule).is_empty())
    };
    if !definition.rules.is_empty() && component.into_iter().all(never_ends) {
        let message =
            format!("`{name}` never ends: no case holds without a further call, so nothing satisfies it");
        return Some(("W5", message));
    }
    if usable.iter().all(|usable| !usable) {
        return Some((
            "W1",
            format!("nothing satisfies `{name}`: its cases contradict themselves or each other"),
        ));
    }
    let owning = |(at, rule): &(usize, &Rule)| !is_empty(rule) && !usable[*at];
    let mut rules = definition.rules.iter().enumerate().filter(|(_, rule)| !is_empty(rule));
    let any = definition.rules.iter().any(|rule| !is_empty(rule));
    if any && rules.all(|rule| owning(&rule)) {
        let message = format!(
            "only the empty structure satisfies `{name}`: its other cases contradict the one that ends it"
        );
        return Some(("W1", message));
    }
    None
}

/// W1 for sets: the parameter that never changes, must be empty where the structure ends, and contains something where it goes on.
fn emptied(definitions: &Definitions, id: DefinitionId) -> Option<usize> {
    let definition = &definitions[id];
    let (ends, goes_on): (Vec<&Rule>, Vec<&Rule>) =
        definition.rules.iter().partition(|rule| definitions.spine(id, rule).is_empty());
    let is_constant = |param: &usize| {
        let param = &definition.params[*param];
        matches!(param.sort, Sort::Set { .. }) && param.kind == Kind::Constant
    };
    (0..definition.params.len()).filter(is_constant).find(|param| {
        let set = Item::Set(Term::of(Name::Param(*param as u32)));
        let has_something = |rule: &Rule| {
            let mut items = rule.sets.iter().flat_map(|atom| &atom.items).map(|(item, _)| *item);
            items.any(|item| matches!(item, Item::Point(_)) && rule.entails(&SetAtom::within(item, set)))
        };
        !ends.is_empty()
            && !goes_on.is_empty()
            && ends.iter().all(|rule| rule.entails(&SetAtom::sum(set, [])))
            && goes_on.iter().all(|rule| has_something(rule))
    })
}

/// W2: whether two rules can hold of the same root, arguments and memory.
fn overlap(definition: &Definition, a: &Rule, b: &Rule) -> bool {
    let shift = a.locals.len() as u32;
    let mut moved = |name: Name| match name {
        Name::Local(n) => Name::Local(n + shift),
        other => other,
    };
    let mut atoms = a.pure.clone();
    atoms.extend(b.pure.iter().map(|atom| atom.with(atom.form().rename(&mut moved))));
    for object in a.objects.iter().filter(|object| object.at.name == Some(Name::Root)) {
        for other in b.objects.iter().filter(|other| other.at.name == Some(Name::Root)) {
            for cell in &object.cells {
                let place = i128::from(object.at.offset) + i128::from(cell.offset);
                let same = |twin: &&super::Cell| {
                    i128::from(other.at.offset) + i128::from(twin.offset) == place && twin.size == cell.size
                };
                let Some(twin) = other.cells.iter().find(same) else { continue };
                let difference = Form::from(cell.value).minus(&twin.value.rename(&mut moved).into());
                atoms.extend(difference.map(Atom::Zero));
            }
        }
    }
    let sort = |name: Name| match name {
        Name::Local(n) if n >= shift => b.locals.get((n - shift) as usize).copied().unwrap_or(Sort::Opaque),
        name => sorts(definition, a)(name),
    };
    Known::of(&atoms, &sort).is_feasible()
}

/// W7: the parameter at which the structure ends, and which a rule that owns something may be at.
fn reaches_end(definition: &Definition, rule: &Rule) -> Option<usize> {
    if is_empty(rule) {
        return None;
    }
    (0..definition.params.len()).find(|param| {
        let at_end = Form::of(Name::Root).minus(&Term::of(Name::Param(*param as u32)).into());
        let Some(at_end) = at_end.map(|form| Atom::Zero(form).normal()) else { return false };
        let ends = |other: &&Rule| is_empty(other) && other.pure.contains(&at_end);
        definition.rules.iter().filter(ends).any(|other| overlap(definition, other, rule))
    })
}

/// Where a parameter is declared.
fn parameter_span(program: &Program, definition: &Definition, param: usize) -> Span {
    let body = definition.function.and_then(|function| program.functions[function].body.as_ref());
    let name = &definition.params[param].name;
    let declared = body.and_then(|body| {
        body.params.iter().find_map(|var| match var {
            Var::Local(local) if body.locals[*local].name.as_ref() == Some(name) => {
                Some(body.locals[*local].span)
            }
            _ => None,
        })
    });
    declared.unwrap_or(definition.span)
}

/// The line of the call that makes a parameter change in a way that has no name.
fn breaking_line(definitions: &Definitions, id: DefinitionId, param: usize) -> String {
    let definition = &definitions[id];
    let plain = |term: Term| term.name == Some(Name::Param(param as u32));
    let line = definition.rules.iter().find_map(|rule| {
        let at = rule
            .calls
            .iter()
            .position(|call| call.definition == id && !call.args.get(param).is_some_and(|arg| plain(*arg)))?;
        rule.call_spans.get(at).map(|span| span.line)
    });
    line.map_or_else(String::new, |line| format!(" (in line {line})"))
}
