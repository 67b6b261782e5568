//! What is asked at places of the program.
//!
//! A check evaluates its formula in each state that comes to its place: if that is not 1 in all of them it is an open
//! `assert-fail`. A snapshot gives its predicate the formula's values there. A constraint has a formula of what would break
//! it for each change of a core predicate.

use engine::{Checks, Cursor, Point};
use ir::{Body, FunctionId, LocalId, Operand, Program};
use model::Rule;
use rustc_hash::FxHashMap;

use super::resolve::{Named, OWN};
use super::{Declarations, Mistake, Name, Position, Scope, When};
use crate::ThreeValued;
use crate::constraints::{Clause, Literal};
use crate::definitions::{forbidden, impossible};
use crate::difference::{Change, SOURCE, TARGET, fall};
use crate::formula::{Assignment, Formula, VARS, Var};
use crate::kleene::{Kleene, members};
use crate::state::{Root, State, Value};
use crate::vocabulary::Vocabulary;

/// Where something is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    Before(Vec<Point>),
    Exit(FunctionId),
}

/// The variables of formulas from here on stand for program variables.
const PROGRAM: Var = TARGET + 1;

/// What a file of predicates asks of a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked {
    declared: Declarations,
    checks: Vec<Place>,
    snapshots: Vec<Place>,
    /// The clauses that constraints are for sharpening.
    pub(crate) clauses: Vec<Clause>,
    /// For each constraint what must not be.
    forbidden: Vec<Vec<Literal>>,
    /// For each change the formulas of what breaks a constraint.
    breaks: FxHashMap<Change, Vec<Formula>>,
    /// The names of the program variables that formulas speak of.
    variables: Vec<String>,
}

impl Asked {
    pub(crate) fn new(
        program: &Program,
        vocabulary: &Vocabulary,
        declared: &Declarations,
    ) -> Result<Self, Mistake> {
        let mut asked = Self { declared: declared.clone(), ..Self::default() };
        for (snapshot, when) in &declared.snapshots {
            let place = place(program, when, snapshot.name.at)?;
            asked.try_out(program, vocabulary, &place, |scope| {
                scope.of_parameter(&snapshot.parameter, &snapshot.formula)
            })?;
            asked.snapshots.push(place);
        }
        for (at, formula, when) in &declared.checks {
            let place = place(program, when, *at)?;
            asked.try_out(program, vocabulary, &place, |scope| scope.closed(formula))?;
            asked.checks.push(place);
        }
        asked.constrain(vocabulary)?;
        Ok(asked)
    }

    /// Whether the value of a variable is needed where nothing in the program reads it any more.
    pub(crate) fn speaks_of(&self, name: &str) -> bool {
        self.variables.iter().any(|known| known == name)
    }

    /// Reads a formula once, so that what is wrong with it is told before the analysis.
    fn try_out(
        &mut self,
        program: &Program,
        vocabulary: &Vocabulary,
        place: &Place,
        read: impl Fn(&Scope<'_>) -> Result<Formula, Mistake>,
    ) -> Result<(), Mistake> {
        let functions: Vec<FunctionId> = match place {
            Place::Before(points) => points.iter().map(|point| point.function).collect(),
            Place::Exit(function) => vec![*function],
        };
        let used = std::cell::RefCell::new(Vec::new());
        let variables = |name: &Name| {
            let known = functions.iter().any(|function| {
                let body = program.functions[*function].body.as_ref();
                name.text == "result" || body.is_some_and(|body| has_variable(body, &name.text))
            });
            if !known && !program.globals.iter().any(|global| *global.name == *name.text) {
                return Err(name.at.mistake(format!("there is no variable `{}` here", name.text)));
            }
            used.borrow_mut().push(name.text.clone());
            if used.borrow().len() > VARS - PROGRAM as usize {
                return Err(name.at.mistake("the formula speaks of too many variables of the program"));
            }
            Ok(Named::Unknown)
        };
        let names = vocabulary.names_of_user(&self.declared);
        read(&Scope { names: &names, declared: &self.declared, variables: Some(&variables) })?;
        self.variables.extend(used.into_inner());
        Ok(())
    }

    fn constrain(&mut self, vocabulary: &Vocabulary) -> Result<(), Mistake> {
        let names = vocabulary.names_of_user(&self.declared);
        let none = |name: &Name| Err(name.at.mistake(format!("`{}` stands for nothing here", name.text)));
        for (at, constraint) in &self.declared.constraints {
            let core =
                Scope { names: &names, declared: &self.declared, variables: None }.closed(constraint)?;
            let stored = Scope { names: &names, declared: &self.declared, variables: Some(&none) };
            let literals = impossible(&stored.closed(constraint)?);
            let Some(literals) = literals else {
                return Err(at.mistake("a constraint has the form `all v, w: a and b and … implies c`"));
            };
            forbidden(&literals, &mut self.clauses);
            self.forbidden.push(literals);
            for change in vocabulary.changes() {
                let breaking = fall(&core, change);
                if breaking != Formula::FALSE {
                    self.breaks.entry(change).or_default().push(breaking);
                }
            }
        }
        Ok(())
    }
}

fn has_variable(body: &Body, name: &str) -> bool {
    let is = |known: &Option<std::sync::Arc<str>>| known.as_deref() == Some(name);
    body.locals.iter().any(|local| is(&local.name)) || body.slots.iter().any(|slot| is(&slot.name))
}

fn place(program: &Program, when: &When, at: Position) -> Result<Place, Mistake> {
    let function = |name: &Name| {
        let known = program.function_named(&name.text).filter(|id| program.functions[*id].body.is_some());
        known.ok_or_else(|| name.at.mistake(format!("the program defines no function `{}`", name.text)))
    };
    match when {
        When::Entry(name) => {
            let entry = Point { function: function(name)?, block: Body::ENTRY, stmt: 0 };
            Ok(Place::Before(vec![entry]))
        }
        When::Exit(name) => Ok(Place::Exit(function(name)?)),
        When::Line(line) => {
            let points = first_on(program, *line);
            if points.is_empty() {
                return Err(at.mistake(format!("no statement is on line {line}")));
            }
            Ok(Place::Before(points))
        }
    }
}

/// Where execution comes to a line.
fn first_on(program: &Program, line: u32) -> Vec<Point> {
    let mut points = Vec::new();
    for (function, known) in program.functions.enumerate() {
        for (block, code) in known.body.iter().flat_map(|body| body.blocks.enumerate()) {
            let spans = code.stmts.iter().map(|stmt| stmt.span).chain([code.span]);
            let mut before = None;
            for (stmt, span) in spans.enumerate() {
                if span.line == line && before != Some(line) {
                    points.push(Point { function, block, stmt: stmt as u32 });
                }
                before = Some(span.line);
            }
        }
    }
    points
}

impl ThreeValued {
    /// Asks what is to be asked before a statement.
    pub(crate) fn ask(&self, at: &Cursor<'_>, state: State, out: &mut Checks) -> State {
        let here = |place: &Place| matches!(place, Place::Before(points) if points.contains(&at.point));
        self.ask_where(at, state, None, &here, out)
    }

    /// Asks what is to be asked where a function returns.
    pub(crate) fn ask_at_exit(
        &self,
        at: &Cursor<'_>,
        state: State,
        result: Option<Operand>,
        out: &mut Checks,
    ) -> State {
        let here = |place: &Place| *place == Place::Exit(at.point.function);
        self.ask_where(at, state, result, &here, out)
    }

    fn ask_where(
        &self,
        at: &Cursor<'_>,
        mut state: State,
        result: Option<Operand>,
        here: &dyn Fn(&Place) -> bool,
        out: &mut Checks,
    ) -> State {
        let asked = &self.asked;
        if asked.checks.is_empty() && asked.snapshots.is_empty() {
            return state;
        }
        let names = self.vocabulary.names_of_user(&asked.declared);
        let checks = asked.declared.checks.iter().zip(&asked.checks).filter(|(_, place)| here(place));
        for ((position, formula, _), _) in checks {
            let value = self.value_in(at, &state, result, |scope| scope.closed(formula), &names, None);
            if value.get(0) != Kleene::True {
                let line = position.line;
                out.open(
                    Rule::AssertFail,
                    format!("the check on line {line} of the predicates may not hold here"),
                );
            }
        }
        let taken = asked.declared.snapshots.iter().zip(&asked.snapshots).zip(&self.vocabulary.snapshots);
        let taken: Vec<_> = taken.filter(|((_, place), _)| here(place)).collect();
        for (((snapshot, _), _), predicate) in &taken {
            let read = |scope: &Scope<'_>| scope.of_parameter(&snapshot.parameter, &snapshot.formula);
            let value = self.value_in(at, &state, result, read, &names, Some(0));
            *state.structure.unary_mut(**predicate) = value;
        }
        if !taken.is_empty() {
            crate::blur::blur(&self.vocabulary, &mut state);
        }
        state
    }

    /// The values of a formula about the program's variables; of one without a parameter, the value is that of the first.
    fn value_in(
        &self,
        at: &Cursor<'_>,
        state: &State,
        result: Option<Operand>,
        read: impl Fn(&Scope<'_>) -> Result<Formula, Mistake>,
        names: &super::Names,
        parameter: Option<Var>,
    ) -> crate::kleene::Column {
        let assigned = std::cell::RefCell::new(([0; VARS], PROGRAM));
        let variables = |name: &Name| {
            let value = match result {
                Some(operand) if name.text == "result" => Some(self.held(at, state, operand)),
                _ => self.variable_named(at, state, &name.text),
            };
            let mut assigned = assigned.borrow_mut();
            Ok(match value {
                Some(Value::Null) => Named::Null,
                Some(Value::Cell(cell)) if (assigned.1 as usize) < VARS => {
                    let var = assigned.1;
                    assigned.0[var as usize] = cell;
                    assigned.1 += 1;
                    Named::Cell(var)
                }
                _ => Named::Unknown,
            })
        };
        let formula = read(&Scope { names, declared: &self.asked.declared, variables: Some(&variables) });
        let formula = formula.unwrap_or(Formula::Truth(Kleene::Unknown));
        let assignment: Assignment = assigned.into_inner().0;
        match parameter {
            Some(var) => state.structure.values(&formula, &assignment, var),
            None => crate::kleene::Column::all(state.structure.value(&formula, &assignment), 1),
        }
    }

    fn variable_named(&self, at: &Cursor<'_>, state: &State, name: &str) -> Option<Value> {
        let body = at.body();
        let is = |known: &Option<std::sync::Arc<str>>| known.as_deref() == Some(name);
        let locals = body.locals.enumerate().filter(|(_, local)| is(&local.name));
        let held = |local: LocalId| state.get(self.register(at, local));
        let register = locals.filter_map(|(local, _)| held(local)).next_back();
        register.or_else(|| {
            let slot = body.slots.enumerate().find(|(_, slot)| is(&slot.name)).map(|(slot, _)| slot);
            let global = at.program.globals.enumerate().find(|(_, global)| *global.name == *name);
            state.env.iter().find_map(|(root, value)| match root {
                Root::Slot(function, of, 0, _) if *function == at.point.function && Some(*of) == slot => {
                    Some(*value)
                }
                Root::Global(of, 0, _) if global.map(|(id, _)| id) == Some(*of) => Some(*value),
                _ => None,
            })
        })
    }

    /// Whether a change of a core predicate may break a constraint.
    pub(crate) fn may_break(&self, state: &State, change: Change, source: usize, target: usize) -> bool {
        let Some(breaking) = self.asked.breaks.get(&change) else { return false };
        let mut at = [0; VARS];
        (at[SOURCE as usize], at[TARGET as usize]) = (source as u8, target as u8);
        breaking.iter().any(|formula| state.structure.value(formula, &at) != Kleene::False)
    }

    /// Whether a new cell may break a constraint.
    pub(crate) fn may_break_by(&self, state: &State, cell: usize) -> bool {
        let universe = state.structure.universe();
        self.asked.forbidden.iter().any(|literals| {
            let formula = Formula::and(literals.iter().map(|literal| literal.formula()));
            (0..OWN).any(|var| {
                // The others are quantified; one that does not occur makes no difference.
                let others = (0..OWN).filter(|other| *other != var);
                let exists = others.fold(formula.clone(), |body, other| Formula::exists(other, body));
                let mut at = [0; VARS];
                at[var as usize] = cell as u8;
                members(universe).next().is_some() && state.structure.value(&exists, &at) != Kleene::False
            })
        })
    }
}
