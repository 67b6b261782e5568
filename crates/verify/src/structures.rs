//! Three-valued structures: the domains that are tried, and the table of paper 002: whole programs, each proved, or found to have the errors that were put
//! into it. Beside stand the time and the number of structures of the reference implementation, measured on a machine of ours.

use std::time::Duration;

use engine::{Analysis, Engine, Entry, ShapeDomain};
use ir::Program;
use three_valued::{Declarations, Mistake, ThreeValued};

use crate::papers::{Measured, Row};
use crate::task::limits;
use crate::{Domain, Options};

macro_rules! row {
    ($folder:literal, $name:literal, $published:expr, { $($field:ident: $value:expr),* }) => {
        Row {
            $($field: $value,)*
            ..row!($folder, $name, $published)
        }
    };
    ($folder:literal, $name:literal, $published:expr) => {
        Row {
            program: concat!($folder, "/", $name),
            text: include_str!(concat!("../../../tests/c/three-valued/", $folder, "/", $name, ".c")),
            published_ms: published($published).0,
            published_counts: published($published).1,
            published_return: None,
            ..PLAIN
        }
    };
}

/// Seconds and structures of the reference implementation.
type Reference = Option<(f64, u64)>;

const fn published(reference: Reference) -> (Option<f64>, Option<(u64, u64)>) {
    match reference {
        Some((seconds, structures)) => (Some(seconds * 1000.0), Some((structures, 0))),
        None => (None, None),
    }
}

const PLAIN: Row = Row {
    paper: "002",
    domain: Domain::ThreeValued,
    program: "",
    function: "main",
    text: "",
    invariants: &[],
    points: &[],
    peak: "",
    published_ms: None,
    published_counts: None,
    published_return: None,
    malloc_never_fails: false,
    predicates: "",
    seeded: &[],
    published_parts: &[],
};

const SORT: &str = include_str!("../../../tests/c/three-valued/sorts/sort.predicates");
const SWEEP: &str = include_str!("../../../tests/c/three-valued/marks/mark_and_sweep.predicates");

/// The rows of the table. The structures in a function that is not `main` are shown statement by statement.
pub(crate) const ROWS: &[Row] = &[
    row!("lists", "create", Some((0.10, 24))),
    row!("lists", "delete", Some((0.62, 145))),
    row!("lists", "delete_all", Some((0.08, 14))),
    row!("lists", "get_last", Some((0.23, 44))),
    row!("lists", "insert", Some((0.25, 72))),
    row!("lists", "merge", Some((0.61, 327))),
    row!("lists", "reverse", Some((0.27, 73)), { function: "reverse" }),
    row!("lists", "rotate", Some((0.14, 29))),
    row!("lists", "search", Some((0.17, 27))),
    row!("bugs", "search_null_deref", Some((0.16, 49)), { seeded: &[(36, "null-deref")] }),
    row!("lists", "swap", Some((0.14, 38))),
    row!("bugs", "swap_unchecked", None, { seeded: &[(37, "null-deref")] }),
    row!("cyclic", "create", Some((0.09, 24))),
    row!("cyclic", "insert", Some((0.29, 72))),
    row!("cyclic", "delete", Some((0.53, 145))),
    row!("cyclic", "reverse", Some((0.26, 73))),
    row!("doubly", "splice", Some((0.19, 22))),
    row!("doubly", "insert", None),
    row!("doubly", "delete", None),
    row!("sorts", "insertion_sort", Some((25.7, 15597)), { predicates: SORT }),
    row!("sorts", "insertion_backwards", Some((77.1, 25364)), { seeded: &[(61, "assert-fail")] }),
    row!("sorts", "insertion_one_step", Some((49.2, 9062)), { seeded: &[(61, "assert-fail")] }),
    row!("sorts", "bubble_sort", None, { predicates: SORT }),
    row!("sorts", "bubble_once", None, { seeded: &[(66, "assert-fail")] }),
    row!("sorts", "bubble_backwards", None, { seeded: &[(67, "assert-fail")] }),
    row!("marks", "mark_and_sweep", Some((2.1, 5317)), { predicates: SWEEP }),
    row!("trees", "insert", Some((2.7, 2459))),
    row!("trees", "deutsch_schorr_waite", Some((16.0, 11524))),
];

/// The domains of three-valued structures to be tried one after the other.
pub(crate) fn three_valued(program: &Program, options: &Options) -> Vec<ThreeValued> {
    guesses(program, options).expect("whoever declares predicates asks whether they are understood")
}

/// Whether the predicates that are declared mean something in a program.
pub fn understand(program: &Program, options: &Options) -> Result<(), Mistake> {
    guesses(program, options).map(|_| ())
}

fn guesses(program: &Program, options: &Options) -> Result<Vec<ThreeValued>, Mistake> {
    let (malloc_may_fail, direction) = (options.malloc_may_fail, three_valued::Direction::First);
    let told = three_valued::Options { malloc_may_fail, joining: three_valued::Joining::Partial, direction };
    ThreeValued::candidates(program, told, &options.predicates)
}

/// Analyzes a program, with each guess at which links lead back until one gives what the row asks for.
pub(crate) fn measure(
    row: Row,
    program: &Program,
    options: Options,
    clock: &dyn Fn() -> Duration,
) -> Measured {
    let predicates = Declarations::parse(row.predicates).expect("the table's predicates are well formed");
    let options = Options { domain: Domain::ThreeValued, predicates: predicates.into(), ..options };
    let function = program.main().expect("the program is a whole one");
    let entry = Entry { function, program_start: true };
    let started = clock();
    let (mut ok, mut spent, mut shown) = (false, engine::Spent::default(), Vec::new());
    let mut analysis_ms = 0.0;
    for domain in three_valued(program, &options) {
        let analysis = Engine::new(program, &domain, limits(&options)).run(&entry);
        analysis_ms = clock().saturating_sub(started).as_secs_f64() * 1000.0;
        let stored: usize = analysis.points().values().map(|point| point.states.len()).sum();
        shown = vec![format!("{stored} structures at all places of the whole program")];
        spent = analysis.spent();
        ok = analysis.lost().is_none() && found(program, &analysis) == row.seeded;
        if ok {
            shown.extend(row.seeded.iter().map(|(line, rule)| format!("line {line}: {rule}")));
            shown.extend(walk_through(row, program, &domain, &analysis));
            break;
        }
    }
    let verdict = match row.seeded {
        _ if !ok => "unknown",
        [] => "proved",
        _ => "found",
    };
    Measured {
        row,
        property: shown.join(" / "),
        verdict,
        ok,
        analysis_ms,
        peak_disjuncts: spent.peak_disjuncts,
        iterations: spent.iterations,
        variables: 0,
        lines: row.text.lines().count(),
        terminates: false,
        peak: None,
        parts: Vec::new(),
        endings: Vec::new(),
        counts: None,
    }
}

/// The lines and rules of the checks that stay open.
fn found(program: &Program, analysis: &Analysis<'_, ThreeValued>) -> Vec<(u32, &'static str)> {
    let checks = analysis.checks().iter();
    let mut found: Vec<_> =
        checks.map(|(check, _)| (check.point.span(program).line, check.rule.id())).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The structures before each statement of the function that a row shows, as a lecture would go through it.
fn walk_through(
    row: Row,
    program: &Program,
    domain: &ThreeValued,
    analysis: &Analysis<'_, ThreeValued>,
) -> Vec<String> {
    let shown = program.function_named(row.function).filter(|shown| Some(*shown) != program.main());
    let points = analysis.points().iter().filter(|(point, _)| Some(point.function) == shown);
    points
        .map(|(point, known)| {
            let mut texts: Vec<String> =
                known.states.iter().map(|(_, state)| domain.draw(program, *point, state).text()).collect();
            texts.sort();
            texts.dedup();
            let span = point.span(program);
            format!("line {}, column {}: {}", span.line, span.column, texts.join("; or "))
        })
        .collect()
}
