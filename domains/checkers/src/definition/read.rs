//! Which predicates there are, and their definitions.
//!
//! Clauses of contracts are read first; what they call is a checker, and so is what a checker calls. A
//! predicate that is asserted or assumed is one if it has the form of one.

use std::sync::Arc;

use ir::{BlockId, Body, FunctionId, LocalId, Program, Span, Var};

use super::asserted::{asserted, recursive, speaks_of_predicates};
use super::enumerate::{Enumerate, Mode};
use super::facts::FACTS_RULES;
use super::functions::Functions;
use super::merge::merge;
use super::names::{Names, sort_of};
use super::path::{Frame, Path, Value};
use super::purity;
use super::range::merge_ranges;
use super::rule::rule;
use super::{
    Clause, Definition, DefinitionId, Definitions, Facts, Form, Kind, Name, Old, Parameter, Problem, Reach,
    Rule, Sort, Term, kinds, loops, warnings, wellformed,
};

/// The most definitions of a program.
const DEFINITIONS: usize = 512;

/// What a definition is read from: a function or a loop of one, with the functions it is given.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Key {
    pub(super) function: FunctionId,
    /// Where the loop begins.
    pub(super) from: Option<BlockId>,
    /// The parameters that are functions, and which.
    pub(super) functions: Vec<(LocalId, FunctionId)>,
}

/// The definitions that are asked for; the place is the id.
#[derive(Default)]
pub(super) struct Keys {
    list: Vec<Key>,
}

impl Keys {
    /// The id of a definition, unless there are too many.
    pub(super) fn request(&mut self, key: Key) -> Option<DefinitionId> {
        let known = self.list.iter().position(|known| *known == key);
        let at = known.unwrap_or_else(|| {
            self.list.push(key);
            self.list.len() - 1
        });
        (at < DEFINITIONS).then_some(DefinitionId(at as u32))
    }
}

/// The registers that hold root and parameters, before functions among them are left out.
pub(super) fn parameters(program: &Program, function: FunctionId, from: Option<BlockId>) -> Vec<LocalId> {
    let Some(body) = &*program.functions[function].body else { return Vec::new() };
    match from {
        None => body
            .params
            .iter()
            .filter_map(|param| match param {
                Var::Local(local) => Some(*local),
                Var::Slot(_) => None,
            })
            .collect(),
        Some(head) => loops::cursor(body, head)
            .map_or_else(Vec::new, |cursor| [cursor.root].into_iter().chain(cursor.others).collect()),
    }
}

/// The ways a predicate can hold, each with the value it gives.
type Ways = Vec<(Rule, Option<Form>)>;

struct Reader<'p> {
    program: &'p Program,
    functions: Functions,
    keys: Keys,
}

impl Definitions {
    /// Reads the contracts of a program and the checkers they need.
    pub fn read(program: &Program) -> Self {
        Self::read_with(program, false)
    }

    /// Reads besides all predicates that follow a structure, whether or not anything uses them.
    pub fn read_all(program: &Program) -> Self {
        Self::read_with(program, true)
    }

    fn read_with(program: &Program, unused: bool) -> Self {
        let mut found = Self::default();
        if !unused && !speaks_of_predicates(program) {
            return found;
        }
        let mut reader = Reader { program, functions: Functions::of(program), keys: Keys::default() };
        for function in &program.functions {
            let Some(contract) = &function.contract else { continue };
            let clauses = contract.requires.iter().chain(&contract.ensures);
            for clause in clauses {
                match reader.clause(clause.predicate, Mode::Clause) {
                    Ok(ways) => {
                        let rules = ways.into_iter().map(|(rule, _)| rule).collect();
                        found.clauses.push(Clause { function: clause.predicate, rules });
                    }
                    Err(problem) => found.unreadable.push((clause.predicate, problem)),
                }
            }
            for &old in &contract.old {
                match reader.clause(old, Mode::Old) {
                    Ok(ways) => {
                        let ways =
                            ways.into_iter().filter_map(|(rule, value)| Some((rule, value?))).collect();
                        found.old.push(Old { function: old, ways });
                    }
                    Err(problem) => found.unreadable.push((old, problem)),
                }
            }
        }
        reader.translate(&mut found);
        let wanted = reader.keys.list.len();
        let more = if unused { recursive(program, &reader.functions) } else { Vec::new() };
        for function in program.assertion_clauses() {
            match reader.clause(function, Mode::Clause) {
                Ok(ways) => {
                    let rules = ways.into_iter().map(|(rule, _)| rule).collect();
                    found.clauses.push(Clause { function, rules });
                }
                Err(problem) => found.unreadable.push((function, problem)),
            }
        }
        for function in asserted(program, &reader.functions).into_iter().chain(more) {
            reader.keys.request(Key { function, from: None, functions: Vec::new() });
        }
        reader.translate_asserted(&mut found, wanted);
        found.refuse_callers();
        found.infer();
        wellformed::check(&mut found);
        found.problems.extend(purity::impure(program));
        found.refuse_callers();
        warnings::warn(program, &mut found);
        found
    }

    /// Finds what follows from the definitions: once they are read, and again where some were added.
    pub fn infer(&mut self) {
        self.reach = Reach::of(&self.list);
        let weakenings = kinds::infer(self);
        let facts = weakenings.into_iter().enumerate().map(|(n, weakenings)| Facts::of(self, n, weakenings));
        self.facts = facts.collect();
    }

    /// Refuses what calls something that was refused, and forgets clauses that do.
    fn refuse_callers(&mut self) {
        loop {
            let refused: Vec<bool> = self.list.iter().map(|definition| definition.refused).collect();
            let bad = |rule: &Rule| kinds::rule_calls(rule).any(|call| refused[call.definition.0 as usize]);
            let mut changed = false;
            for definition in &mut self.list {
                if !definition.refused && definition.rules.iter().any(bad) {
                    definition.refused = true;
                    changed = true;
                }
            }
            if changed {
                continue;
            }
            let names: Vec<Arc<str>> = self.list.iter().map(|definition| definition.name.clone()).collect();
            let culprit = |clause: &Clause| {
                let calls = clause
                    .rules
                    .iter()
                    .flat_map(|rule| kinds::rule_calls(rule).map(move |call| (rule.span, call)));
                let mut calls = calls.map(|(span, call)| (span, call.definition.0 as usize));
                calls.find(|(_, callee)| refused[*callee])
            };
            for clause in std::mem::take(&mut self.clauses) {
                match culprit(&clause) {
                    None => self.clauses.push(clause),
                    Some((span, callee)) => {
                        let message = format!("`{}` is not a checker", names[callee]);
                        let problem = Problem { code: "R3", function: clause.function, span, message };
                        self.unreadable.push((clause.function, problem));
                    }
                }
            }
            return;
        }
    }
}

impl<'p> Reader<'p> {
    /// Reads what was asked for and not read yet; that may ask for more.
    fn translate(&mut self, found: &mut Definitions) {
        while let Some(key) =
            self.keys.list.get(found.list.len()).filter(|_| found.list.len() < DEFINITIONS).cloned()
        {
            let (definition, problem) = self.definition(&key);
            found.problems.extend(problem);
            found.list.push(definition);
        }
    }

    /// The same for predicates of assertions: those that have another form are no checkers, and that
    /// is no fault.
    fn translate_asserted(&mut self, found: &mut Definitions, wanted: usize) {
        while let Some(key) =
            self.keys.list.get(found.list.len()).filter(|_| found.list.len() < DEFINITIONS).cloned()
        {
            debug_assert!(found.list.len() >= wanted, "contracts are read first");
            let (definition, problem) = self.definition(&key);
            found.unreadable.extend(problem.map(|problem| (key.function, problem)));
            found.list.push(definition);
        }
    }

    /// The definition a function, or a loop of one, is.
    fn definition(&mut self, key: &Key) -> (Definition, Option<Problem>) {
        let function = &self.program.functions[key.function];
        let locals = parameters(self.program, key.function, key.from);
        let locals: Vec<LocalId> = locals
            .into_iter()
            .filter(|local| !key.functions.iter().any(|(given, _)| given == local))
            .collect();
        let types = &self.program.types;
        let mut parameters = Vec::new();
        let (mut root, mut root_variable) = (ir::Types::VOID, None);
        if let Some(body) = &*function.body {
            root = locals.first().map_or(root, |local| body.locals[*local].ty);
            root_variable = locals.first().and_then(|local| body.locals[*local].name.clone());
            for local in locals.iter().skip(1) {
                let name = body.locals[*local].name.clone().unwrap_or_else(|| "…".into());
                let sort = sort_of(types, body.locals[*local].ty);
                parameters.push(Parameter { name, sort, kind: Kind::Free });
            }
        }
        let read = self.checker(key, &locals);
        let (rules, problem) = match read {
            Ok(ways) => (ways.into_iter().map(|(rule, _)| rule).collect(), None),
            Err(problem) => (Vec::new(), Some(problem)),
        };
        let definition = Definition {
            name: self.name(key),
            function: Some(key.function),
            root,
            root_variable,
            whole: key.from.is_none() && key.functions.is_empty(),
            params: parameters,
            rules,
            refused: problem.is_some(),
            span: function.span,
        };
        (definition, problem)
    }

    fn name(&self, key: &Key) -> Arc<str> {
        let functions = &self.program.functions;
        let mut name = functions[key.function].name.to_string();
        if key.from.is_some() {
            let loops =
                self.keys.list.iter().filter(|other| other.function == key.function && other.from.is_some());
            let mut heads: Vec<BlockId> = loops.filter_map(|other| other.from).collect();
            heads.sort_unstable();
            heads.dedup();
            let number = heads.iter().position(|head| Some(*head) == key.from).unwrap_or(0);
            name += ".loop";
            if number > 0 {
                name += &(number + 1).to_string();
            }
        }
        if !key.functions.is_empty() {
            let given: Vec<&str> = key.functions.iter().map(|(_, id)| &*functions[*id].name).collect();
            name = format!("{name}<{}>", given.join(", "));
        }
        name.into()
    }

    fn checker(&mut self, key: &Key, locals: &[LocalId]) -> Result<Ways, Problem> {
        let Some(body) = &*self.program.functions[key.function].body else { return Ok(Vec::new()) };
        let types = &self.program.types;
        let sorts: Vec<Sort> = locals.iter().map(|local| sort_of(types, body.locals[*local].ty)).collect();
        let root = sorts.first().copied().unwrap_or(Sort::Opaque);
        let names = Names::new(root, sorts.iter().skip(1).copied().collect());
        let mut frame = Frame::new(key.function, body, None);
        for (n, local) in locals.iter().enumerate() {
            let name = if n == 0 { Name::Root } else { Name::Param(n as u32 - 1) };
            frame.set(*local, symbol(sorts[n], name));
        }
        for (local, function) in &key.functions {
            frame.set(*local, Value::Function(*function));
        }
        frame.block = key.from.unwrap_or(Body::ENTRY);
        let slots = key.from.is_none() && locals.len() + key.functions.len() != body.params.len();
        self.enumerate(key.function, Mode::Checker, names, frame, key.from, slots)
    }

    fn clause(&mut self, function: FunctionId, mode: Mode) -> Result<Ways, Problem> {
        let Some(body) = &*self.program.functions[function].body else { return Ok(Vec::new()) };
        let types = &self.program.types;
        let sorts: Vec<Sort> = body.parameters().map(|(_, ty)| sort_of(types, ty)).collect();
        let names = Names::new(Sort::Opaque, sorts.clone());
        let mut frame = Frame::new(function, body, None);
        for (n, (var, _)) in body.parameters().enumerate() {
            if let Var::Local(local) = var {
                frame.set(local, symbol(sorts[n], Name::Param(n as u32)));
            }
        }
        self.enumerate(function, mode, names, frame, None, false)
    }

    fn enumerate(
        &mut self,
        subject: FunctionId,
        mode: Mode,
        names: Names,
        frame: Frame<'p>,
        from: Option<BlockId>,
        slots: bool,
    ) -> Result<Ways, Problem> {
        let program = self.program;
        let mut run = Enumerate {
            program,
            functions: &self.functions,
            keys: &mut self.keys,
            mode,
            subject,
            names,
            from,
            ended: Vec::new(),
            work: Vec::new(),
            steps: 0,
            n_paths: 0,
            heads: rustc_hash::FxHashMap::default(),
        };
        if slots {
            return Err(run.address_taken(subject, program.functions[subject].span));
        }
        let accesses = Vec::new();
        let path = Path {
            frames: vec![frame],
            accesses,
            around: Vec::new(),
            calls: Vec::new(),
            asked: Vec::new(),
            denied: Vec::new(),
            atoms: Vec::new(),
        };
        run.run(path)?;
        run.only_positive()?;
        let mut ways: Ways = Vec::new();
        for ended in &run.ended {
            let Some(way) = rule(&program.types, &run.names, subject, mode == Mode::Checker, ended)? else {
                continue;
            };
            let spanless = |way: &(Rule, Option<Form>)| {
                (Rule { span: Span::NONE, call_spans: Vec::new(), ..way.0.clone() }, way.1.clone())
            };
            if !ways.iter().any(|known| spanless(known) == spanless(&way)) {
                ways.push(way);
            }
        }
        if ways.iter().all(|(_, value)| value.is_none()) && ways.len() <= FACTS_RULES {
            let mut rules: Vec<Rule> = ways.into_iter().map(|(rule, _)| rule).collect();
            merge(&mut rules, &|name| run.names.sort(name));
            merge_ranges(&mut rules, &program.types);
            ways = rules.into_iter().map(|rule| (rule, None)).collect();
        }
        ways.sort_by_key(|(rule, _)| !rule.objects.is_empty());
        Ok(ways)
    }
}

fn symbol(sort: Sort, name: Name) -> Value {
    match sort {
        Sort::Pointer => Value::Pointer(Term::of(name)),
        Sort::Integer { .. } => Value::Number(Form::of(name)),
        Sort::Set { .. } => Value::Set(Term::of(name)),
        Sort::Opaque => Value::Opaque,
    }
}

impl Enumerate<'_, '_> {
    /// Fails if a way holds because a checker does not. Where it holds as well if the checker does
    /// (`list(x) || tree(x)`), nothing depends on that.
    fn only_positive(&self) -> Result<(), Problem> {
        for (n, ended) in self.ended.iter().enumerate() {
            for denied in &ended.path.denied {
                let covers = self.ended.iter().enumerate().any(|(other, twin)| {
                    let (path, twin) = (&ended.path, &twin.path);
                    other != n
                        && twin.atoms.iter().all(|atom| path.atoms.contains(atom))
                        && twin.calls.iter().all(|call| call.what == denied.what || path.calls.contains(call))
                        && twin
                            .denied
                            .iter()
                            .all(|call| call.what != denied.what && path.denied.contains(call))
                });
                if !covers {
                    let message =
                        "this holds if a checker does not: a checker can be required, not denied or compared";
                    return Err(self.refuse("R3", denied.span, message.into()));
                }
            }
        }
        Ok(())
    }
}
