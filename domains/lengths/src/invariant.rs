//! Loop invariants in the paper's notation, and whether an equation follows from them.
//!
//! All states at the head of a loop are joined to one system of equations over counters, inputs and
//! integer variables. A counter is written `t^0110`, with one bit for each list variable in
//! alphabetical order, the first variable right-most.

use std::collections::BTreeSet;

use engine::Analysis;
use ir::Program;
use logic::{AffineBox, Dim, Linear};

use crate::Lengths;
use crate::names::{Number, Root, RootId};
use crate::state::State;
use crate::vrv::Vrv;

/// What holds whenever a loop begins a round.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// The line of the loop.
    pub line: u32,
    /// The list variables, in the order of the bits.
    pub variables: Vec<String>,
    /// The equations, in the paper's notation.
    pub equations: Vec<String>,
    numbers: AffineBox,
}

impl Lengths {
    /// The invariants of the loops of the entry function, in the order of the text.
    pub fn invariants(&self, analysis: &mut Analysis<'_, Self>) -> Vec<Invariant> {
        let program = analysis.program();
        let root = analysis.root();
        let mut invariants = Vec::new();
        for report in analysis.loops().into_iter().filter(|report| report.context == root) {
            let function = analysis.function(report.context);
            let Some(body) = &program.functions[function].body else { continue };
            let Some(numbers) = self.joined(&report.states) else { continue };
            let variables = self.list_variables(program, &numbers);
            let name = |dim: Dim| self.paper_name(program, &variables, dim);
            let equations = numbers
                .equations()
                .iter()
                .map(|equation| equation.display_equation(name).to_string())
                .collect();
            let line = body.blocks[report.head].span.line;
            invariants.push(Invariant { line, variables, equations, numbers });
        }
        invariants.sort_by_key(|invariant| invariant.line);
        invariants
    }

    /// One system for all states, over what people want to see.
    fn joined(&self, states: &[State]) -> Option<AffineBox> {
        let common = |dim: &Dim| match self.names.number_of(*dim) {
            Number::Count(..) | Number::Freed(_) => true,
            Number::Input(_) => true,
            Number::Value(root) => {
                let named = match self.names.root_of(root) {
                    Root::Register(..) => self.called.borrow().contains_key(&root),
                    Root::Formal(_) => true,
                    _ => false,
                };
                named && states.iter().all(|state| state.numbers.contains(*dim))
            }
            _ => false,
        };
        let mut dims: BTreeSet<Dim> = BTreeSet::new();
        for state in states {
            dims.extend(state.numbers.dims().iter().copied().filter(common));
        }
        let mut joined: Option<AffineBox> = None;
        for state in states {
            let mut numbers = AffineBox::clone(&state.numbers);
            let rest: Vec<Dim> = numbers.dims().iter().copied().filter(|dim| !dims.contains(dim)).collect();
            numbers.remove_all(&rest);
            for dim in &dims {
                if !numbers.contains(*dim) {
                    numbers.add_equal(*dim, &Linear::constant(0));
                }
            }
            joined = Some(joined.map_or_else(|| numbers.clone(), |known| known.join(&numbers)));
        }
        joined
    }

    /// The names of the variables that the counters speak of.
    fn list_variables(&self, program: &Program, numbers: &AffineBox) -> Vec<String> {
        let mut names = BTreeSet::new();
        for dim in numbers.dims() {
            if let Number::Count(_, vrv) = self.names.number_of(*dim) {
                names.extend(vrv.roots().map(|root| self.plain_name(program, root)));
            }
        }
        names.into_iter().collect()
    }

    /// A variable's name as in the text, whether it stands for its value now or on entry.
    fn plain_name(&self, program: &Program, root: RootId) -> String {
        self.root_name(program, root).trim_end_matches('₀').to_owned()
    }

    fn paper_name(&self, program: &Program, variables: &[String], dim: Dim) -> String {
        match self.names.number_of(dim) {
            Number::Count(_, vrv) => {
                let names = self.plain_names(program, &vrv);
                let bits: String =
                    variables.iter().rev().map(|name| if names.contains(name) { '1' } else { '0' }).collect();
                format!("t^{bits}")
            }
            Number::Value(root) => self.plain_name(program, root),
            _ => self.number_name(program, dim),
        }
    }

    fn plain_names(&self, program: &Program, vrv: &Vrv) -> BTreeSet<String> {
        vrv.roots().map(|root| self.plain_name(program, root)).collect()
    }

    /// Whether an equation such as `|x| + 2*|x y| = len(x)` follows from an invariant. A counter is
    /// named by its variables; one that does not occur is zero. `None` if the text is no equation.
    pub fn follows(&self, program: &Program, invariant: &Invariant, equation: &str) -> Option<bool> {
        let (left, right) = equation.split_once('=')?;
        let left = self.read_sum(program, &invariant.numbers, left)?;
        let right = self.read_sum(program, &invariant.numbers, right)?;
        Some(invariant.numbers.proves_eq(&left.add_scaled(-1, &right)?))
    }

    fn read_sum(&self, program: &Program, numbers: &AffineBox, text: &str) -> Option<Linear> {
        text.split('+').try_fold(Linear::constant(0), |sum, term| {
            let term = term.trim();
            let (factor, name) = match term.split_once('*') {
                Some((factor, name)) => (factor.trim().parse().ok()?, name.trim()),
                None => (1, term),
            };
            if let Ok(constant) = name.parse::<i64>() {
                return sum.add_scaled(factor, &Linear::constant(constant));
            }
            match self.find_number(program, numbers, name)? {
                Some(dim) => sum.add_scaled(factor, &Linear::from(dim)),
                None => Some(sum),
            }
        })
    }

    /// The number with a name; inner `None` for a counter that does not occur.
    #[allow(clippy::option_option)]
    fn find_number(&self, program: &Program, numbers: &AffineBox, name: &str) -> Option<Option<Dim>> {
        if let Some(variables) = name.strip_prefix('|').and_then(|rest| rest.strip_suffix('|')) {
            let wanted: BTreeSet<String> = variables.split_whitespace().map(str::to_owned).collect();
            let counter = numbers.dims().iter().copied().find(|dim| match self.names.number_of(*dim) {
                Number::Count(_, vrv) => self.plain_names(program, &vrv) == wanted,
                _ => false,
            });
            return Some(counter);
        }
        let named = |dim: &Dim| match self.names.number_of(*dim) {
            Number::Count(..) => false,
            Number::Value(root) => self.plain_name(program, root) == name,
            _ => self.number_name(program, *dim) == name,
        };
        numbers.dims().iter().copied().find(named).map(Some)
    }
}
