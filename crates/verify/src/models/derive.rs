//! Derivations: ways in which all that a function requires can hold of objects that are made for it.
//!
//! A draft begins with the parameters, of which nothing is known. Each clause adds what one of its rules asks;
//! each call of a checker is a goal, which one of the checker's rules replaces by objects, relations and further
//! goals. A draft is done when it has no goals left.

use checkers::definition::{self as rules, Atom, Call, Definitions, Name, Rule};
use ir::{FunctionId, GlobalId, Program};

use super::draft::{Called, Content, Draft, Fact, Goal, Relation, Sum, Var};

/// The most steps that are taken to find the drafts of one size.
const STEPS: u32 = 3_000;

/// The most drafts of one size.
const DRAFTS: usize = 400;

/// What derivations are made of.
struct Source<'a> {
    program: &'a Program,
    definitions: &'a Definitions,
}

/// The drafts of what a function requires with so many objects on the heap.
pub(super) fn drafts(
    program: &Program,
    definitions: &Definitions,
    function: FunctionId,
    size: usize,
) -> Vec<Draft> {
    let Some(contract) = &program.functions[function].contract else { return Vec::new() };
    let usable = |rule: &Rule| {
        let ends = rule.segments.iter().flat_map(|(from, to)| [from, to]);
        rule.calls.iter().chain(ends).all(|call| !definitions[call.definition].refused)
    };
    let clauses: Vec<&[Rule]> = contract
        .requires
        .iter()
        .filter_map(|clause| definitions.clauses.iter().find(|known| known.function == clause.predicate))
        .map(|clause| clause.rules.as_slice())
        .filter(|rules| rules.iter().all(usable))
        .collect();
    if clauses.is_empty() && !contract.requires.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let source = Source { program, definitions };
    let mut todo = vec![(Draft::new(program, function), 0)];
    let mut steps = STEPS;
    while let Some((mut draft, clause)) = todo.pop() {
        if steps == 0 || found.len() >= DRAFTS {
            break;
        }
        steps -= 1;
        let mut next: Vec<(Draft, usize)> = if let Some(goal) = draft.goals.pop_front() {
            source.satisfy(&draft, &goal).into_iter().map(|next| (next, clause)).collect()
        } else if let Some(rules) = clauses.get(clause) {
            let args: Vec<Content> = (0..draft.params).map(|n| Content::of(Var(n as u32))).collect();
            let add = |rule| source.add(draft.clone(), rule, None, &args, None);
            rules.iter().filter_map(add).map(|next| (next, clause + 1)).collect()
        } else {
            found.extend((draft.n_heap_objects() == size).then(|| draft.finish()).flatten());
            continue;
        };
        next.retain(|(draft, _)| draft.n_heap_objects() <= size);
        todo.extend(next.into_iter().rev());
    }
    found
}

impl Source<'_> {
    /// The ways to satisfy a goal.
    fn satisfy(&self, draft: &Draft, goal: &Goal) -> Vec<Draft> {
        let (called, until) = match goal {
            Goal::Whole(called) => (called, None),
            Goal::Part(called, until) => (called, Some(until)),
        };
        let mut ways = Vec::new();
        if let Some(until) = until.filter(|until| until.definition == called.definition) {
            let mut draft = draft.clone();
            let pairs = called.args.iter().zip(&until.args).chain([(&called.root, &until.root)]);
            ways.extend(pairs.into_iter().try_for_each(|(a, b)| draft.unify(*a, *b)).map(|()| draft));
        }
        for rule in &self.definitions[called.definition].rules {
            let add = || self.add(draft.clone(), rule, Some(called.root), &called.args, None);
            match until {
                None => ways.extend(add()),
                // One of the calls leads on to the end.
                Some(until) => ways.extend((0..rule.calls.len()).filter_map(|on| {
                    self.add(draft.clone(), rule, Some(called.root), &called.args, Some((on, until)))
                })),
            }
        }
        ways
    }

    /// Adds what a rule asks; nothing if that cannot be.
    fn add(
        &self,
        mut draft: Draft,
        rule: &Rule,
        root: Option<Content>,
        args: &[Content],
        on: Option<(usize, &Called)>,
    ) -> Option<Draft> {
        let first = draft.sorts.len() as u32;
        for sort in &rule.locals {
            draft.fresh(*sort);
        }
        for id in globals(rule) {
            draft.global(id)?;
        }
        let known = draft.globals.clone();
        let value = |name: Name| match name {
            Name::Root => root,
            Name::Param(n) => args.get(n as usize).copied(),
            Name::Local(n) => Some(Content::of(Var(first + n))),
            // Where functions are is not for a model to say.
            Name::Code(_) => None,
            Name::Global(id) => {
                known.iter().find(|(global, _)| *global == id).map(|(_, var)| Content::of(*var))
            }
        };
        let term = |term: rules::Term| match term.name {
            None => Some(Content { var: None, offset: term.offset }),
            Some(name) => value(name)?.plus(term.offset),
        };
        let called = |call: &Call| {
            let args = call.args.iter().map(|arg| term(*arg)).collect::<Option<Vec<_>>>()?;
            Some(Called { definition: call.definition, root: term(call.root)?, args })
        };
        // Equations first: they say which pointers are the same before anything is made of them.
        for atom in &rule.pure {
            let mut sum = Sum { terms: Vec::new(), constant: atom.form().constant };
            for &(name, factor) in &atom.form().terms {
                sum.add(value(name)?, factor)?;
            }
            let relation = match atom {
                Atom::Zero(_) => Relation::Zero,
                Atom::NonZero(_) => Relation::NonZero,
                Atom::AtLeastZero(_) => Relation::AtLeastZero,
            };
            draft.ask(Fact { relation, sum })?;
        }
        for object in &rule.objects {
            let mut cells = Vec::new();
            for cell in &object.cells {
                let content = term(cell.value)?;
                if let (Some(var), Some(ty)) = (content.var, self.program.types.pointee(cell.ty)) {
                    draft.pointees[var.index()].get_or_insert(ty);
                }
                cells.push((cell.offset, content));
            }
            draft.own(term(object.at)?, object.ty, i64::try_from(object.size).ok()?, cells)?;
        }
        for read in &rule.reads {
            let Content { var: Some(var), offset: 0 } = value(read.value)? else { return None };
            draft.reads.push((term(read.at)?, var));
        }
        for (n, call) in rule.calls.iter().enumerate() {
            let call = called(call)?;
            draft.goals.push_back(match on {
                Some((on, until)) if on == n => Goal::Part(call, until.clone()),
                _ => Goal::Whole(call),
            });
        }
        for (from, to) in &rule.segments {
            draft.goals.push_back(Goal::Part(called(from)?, called(to)?));
        }
        Some(draft)
    }
}

/// The globals that a rule names.
fn globals(rule: &Rule) -> Vec<GlobalId> {
    let cells =
        rule.objects.iter().flat_map(|object| object.cells.iter().map(|cell| cell.value).chain([object.at]));
    let ends = rule.segments.iter().flat_map(|(from, to)| [from, to]);
    let calls = rule.calls.iter().chain(ends).flat_map(|call| call.args.iter().copied().chain([call.root]));
    let reads = rule.reads.iter().map(|read| read.at);
    let terms = cells.chain(calls).chain(reads).filter_map(|term| term.name);
    let atoms = rule.pure.iter().flat_map(|atom| atom.form().terms.iter().map(|(name, _)| *name));
    let mut found: Vec<GlobalId> = terms
        .chain(atoms)
        .filter_map(|name| match name {
            Name::Global(id) => Some(id),
            _ => None,
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}
