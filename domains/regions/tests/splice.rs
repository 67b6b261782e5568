//! The lecture's example: from the published input configurations come the published output configurations, and one for the
//! way on which the loop is not entered.

mod support;

use engine::{Limits, Point};
use shapewright_regions::{Analysis, Configuration, Prepared};

const SPLICE: &str = include_str!("../../../tests/c/regions/papers/splice.c");

/// The index of each configuration before the function returns.
fn outputs(prepared: &Prepared<'_>, analysis: &mut Analysis<'_>, program: &ir::Program) -> Vec<String> {
    let function = program.function_named("splice").expect("it is there");
    let body = program.functions[function].body.as_ref().expect("it has a body");
    let (block, _) = body
        .blocks
        .enumerate()
        .find(|(_, block)| matches!(block.terminator, ir::Terminator::Return(_)))
        .expect("it returns");
    let points = analysis.points();
    let at = Point { function, block, stmt: body.blocks[block].stmts.len() as u32 };
    let mut found: Vec<String> = points[&at]
        .iter()
        .map(|known| prepared.draw(function, &Configuration::new(known.index.clone())))
        .collect();
    found.sort();
    found.dedup();
    found
}

fn inputs(prepared: &Prepared<'_>, program: &ir::Program) -> Vec<Configuration> {
    let mut given = prepared.given(program.function_named("splice").expect("it is there"));
    for known in &mut given {
        known.index.held = false;
    }
    given
}

#[test]
fn the_published_configurations_are_found() {
    let program = support::load(SPLICE);
    let function = program.function_named("splice").expect("it is there");
    let prepared = Prepared::new(&program);
    let given = inputs(&prepared, &program);
    let drawn: Vec<String> = given.iter().map(|known| prepared.draw(function, known)).collect();
    assert_eq!(drawn, ["x¹", "y¹", "[t->n]¹"]);
    let mut analysis = prepared.run_from(function, given, &Limits::default());
    assert!(analysis.occurrences().is_empty());
    let found = outputs(&prepared, &mut analysis, &program);
    assert_eq!(found, ["[t->n]¹", "t¹ [t->n]¹", "y¹ [t->n]¹", "y¹ z¹", "z¹"]);
}

#[test]
fn a_cyclic_input_adds_one_context_and_only_variants_of_it() {
    let program = support::load(SPLICE);
    let function = program.function_named("splice").expect("it is there");
    let prepared = Prepared::new(&program);
    let mut given = inputs(&prepared, &program);
    let before =
        outputs(&prepared, &mut prepared.run_from(function, given.clone(), &Limits::default()), &program);
    let mut twice = given[2].clone();
    let region = twice.index.counts().next().expect("one region").0;
    twice.index.set(region, 2);
    given.push(twice);
    let mut analysis = prepared.run_from(function, given, &Limits::default());
    assert_eq!(analysis.size().0, 4);
    let after = outputs(&prepared, &mut analysis, &program);
    let more: Vec<&String> = after.iter().filter(|known| !before.contains(known)).collect();
    assert!(
        !more.is_empty() && more.iter().all(|known| known.contains("]²") || known.contains("]^∞")),
        "{more:?}"
    );
}
