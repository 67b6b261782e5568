//! The tableau against the bounded simplex of this crate, and against itself in wider numbers.

use proptest::prelude::*;

use super::super::inequalities::fill;
use super::{Minimum, Tableau};
use crate::bounds::Bounds;
use crate::linear::Dim;
use crate::number::narrow;
use crate::pure::Form;
use crate::simplex::{Outcome, Problem};

const COUNT: usize = 5;

fn form() -> impl Strategy<Value = Form> {
    let factor = prop_oneof![4 => Just(0_i64), 4 => -2..=2_i64, 1 => -9..=9_i64];
    (prop::collection::vec(factor, COUNT), -20..=20_i128).prop_map(|(factors, constant)| {
        let mut terms: Vec<(Dim, i128)> = (0..).map(Dim).zip(factors.iter().map(|&a| a.into())).collect();
        Form::collect(constant, &mut terms).expect("small numbers")
    })
}

/// The least value, rounded up, by another method.
fn reference(rows: &[Form], form: &Form) -> Outcome {
    let mut problem = Problem::new((0..COUNT).map(|_| Bounds::ALL));
    let terms = |form: &Form| form.terms().to_vec().into_iter().map(|(dim, a)| (dim.0 as usize, a));
    for row in rows {
        problem.row(Bounds { lo: narrow(-row.offset()), hi: None }, 0, terms(row));
    }
    problem.objective(terms(&form.negated().expect("small numbers")));
    problem.maximise()
}

proptest! {
    #[test]
    fn it_agrees_with_another_method(rows in prop::collection::vec(form(), 0..12), asked in form()) {
        let rows: Vec<Form> = rows.into_iter().filter(|row| row.as_constant().is_none()).collect();
        let narrow: Option<Tableau<i64>> = fill(&rows);
        let wide: Option<Tableau<i128>> = fill(&rows);
        prop_assert_eq!(narrow.is_some(), wide.is_some());
        match (narrow, reference(&rows, &asked)) {
            (_, Outcome::Unknown) => {}
            (None, outcome) => prop_assert_eq!(outcome, Outcome::Infeasible),
            (Some(tableau), outcome) => {
                // A variable in no row is unknown to the tableau.
                let minimum = tableau.minimum(&asked, None).expect("small numbers");
                prop_assert_eq!(wide.expect("as the narrow one").minimum(&asked, None), Ok(minimum));
                match minimum {
                    Minimum::Unbounded => prop_assert_eq!(outcome, Outcome::Unbounded),
                    Minimum::Between(_, least) => {
                        prop_assert_eq!(outcome, Outcome::Optimum(asked.offset() - least));
                    }
                }
            }
        }
    }
}
