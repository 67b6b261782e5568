//! The seed papers' tables, measured here.
//!
//! Each row is a program of our own that does what the paper's program does, with the facts the paper
//! reports about it. Nothing is stored: a row is analyzed when it is asked for, and its facts are
//! looked up in what the analysis found.

use std::time::Duration;

use engine::{Engine, Entry, Point, ShapeDomain};
use ir::Program;
use lengths::{Invariant, Spot};
use regions::Prepared;

use crate::allocators::{Counts, published};
use crate::set_time::{self, SetTime};
use crate::structures;
use crate::task::{checkers, domain, limits};
use crate::{Domain, Options};

/// A program of a table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The paper, by the number of its seed.
    pub paper: &'static str,
    /// Which of our analyses is the paper's.
    pub domain: Domain,
    /// The program's name there.
    pub program: &'static str,
    /// The function that is analyzed.
    pub function: &'static str,
    /// Its text.
    pub text: &'static str,
    /// The invariants of its loops, each with the number of the loop.
    pub invariants: &'static [(usize, &'static str)],
    /// What holds at other places.
    pub points: &'static [(Spot, &'static str)],
    /// Most cells at once.
    pub peak: &'static str,
    /// What the paper reports, if it does.
    pub published_ms: Option<f64>,
    /// Most states at one place, and rounds of loops, as the paper reports them.
    pub published_counts: Option<(u64, u64)>,
    /// Whether allocation always succeeds, as in the paper.
    pub malloc_never_fails: bool,
    /// Predicates for three-valued structures.
    pub predicates: &'static str,
    /// Errors that the program was given on purpose: lines and rules.
    pub seeded: &'static [(u32, &'static str)],
    /// The time of shapes and of sets in milliseconds, with each of the paper's domains of sets.
    pub published_parts: &'static [SetTime],
}

/// What came of a row.
#[derive(Clone, Debug)]
pub struct Measured {
    /// The row.
    pub row: Row,
    /// What was to be shown, in the paper's notation, as it was found.
    pub property: String,
    /// `proved` or `unknown`.
    pub verdict: &'static str,
    /// Whether everything the row asks for was found.
    pub ok: bool,
    /// Processor time of the analysis in milliseconds, the front end not counted.
    pub analysis_ms: f64,
    /// Most states at one place.
    pub peak_disjuncts: u64,
    /// Rounds of loops.
    pub iterations: u64,
    /// List variables in the invariants.
    pub variables: usize,
    /// Lines of the program.
    pub lines: usize,
    /// Whether all its loops were shown to end.
    pub terminates: bool,
    /// Most cells at once, as found.
    pub peak: Option<String>,
    /// The time of shapes and of sets, with each domain of sets.
    pub parts: Vec<SetTime>,
    /// States at loops and on return, where the paper has these.
    pub counts: Option<Counts>,
}

macro_rules! row {
    ($name:literal, $published:literal, $peak:literal, [$($invariant:expr),*]) => {
        Row {
            paper: "004",
            domain: Domain::Lengths,
            program: $name,
            function: $name,
            text: include_str!(concat!("../../../tests/c/lengths/contracts/", $name, ".c")),
            invariants: &[$($invariant),*],
            points: &[],
            peak: $peak,
            published_ms: Some($published),
            published_counts: None,
            malloc_never_fails: false,
            predicates: "",
            seeded: &[],
            published_parts: &[],
        }
    };
}

/// A row of the table of structural checkers: everything is proved, and the states at the heads of the loops are shown.
macro_rules! checked {
    ($name:literal, $published:literal, $counts:expr) => {
        Row {
            paper: "000",
            domain: Domain::Checkers,
            program: $name,
            function: $name,
            text: include_str!(concat!("../../../tests/c/checkers/papers/", $name, ".c")),
            invariants: &[],
            points: &[],
            peak: "",
            published_ms: Some($published),
            published_counts: Some($counts),
            malloc_never_fails: false,
            predicates: "",
            seeded: &[],
            published_parts: &[],
        }
    };
}

/// A row of the table of graphs: the function keeps the graph. Beside stands the time of the paper's faster domain of sets.
macro_rules! graph_row {
    ($name:literal, $file:literal, $function:literal, $published:literal, $lin:expr, $bdd:expr) => {
        Row {
            paper: "003",
            domain: Domain::Checkers,
            program: $name,
            function: $function,
            text: include_str!(concat!("../../../tests/c/sets/", $file, ".c")),
            invariants: &[],
            points: &[],
            peak: "",
            published_ms: Some($published),
            published_counts: None,
            malloc_never_fails: false,
            predicates: "",
            seeded: &[],
            published_parts: &[
                SetTime { sets: "lin", shape_ms: $lin.0, sets_ms: $lin.1 },
                SetTime { sets: "bdd", shape_ms: $bdd.0, sets_ms: $bdd.1 },
            ],
        }
    };
}

/// A row of the table of allocators: memory safety, no block lost, and the function keeps its list. Beside stand the states of the paper's
/// loop invariant (of the outer loop, if there are two) and its time.
macro_rules! allocator {
    ($name:literal, $file:literal, $function:literal, $published:literal, $states:literal) => {
        Row {
            published_parts: &[],
            paper: "001",
            domain: Domain::Checkers,
            program: $name,
            function: $function,
            text: include_str!(concat!("../../../tests/c/blocks/", $file, ".c")),
            invariants: &[],
            points: &[],
            peak: "",
            published_ms: Some($published),
            published_counts: Some(($states, 0)),
            malloc_never_fails: false,
            predicates: "",
            seeded: &[],
        }
    };
}

/// Figure 6: the program with what holds at every place of it. The paper has a list of 9 cells and gives
/// `|x|` the lower bound 1 at and in the first loop; its own equations make that 0, as they say that
/// `|x| = |p q|`. In the body of that loop `q` is overwritten before it is read, and so in no vector.
const FIGURE_6: Row = Row {
    paper: "004",
    domain: Domain::Lengths,
    program: "copy_and_delete1",
    function: "copy_and_delete1",
    text: include_str!("../../../tests/c/lengths/contracts/copy_and_delete1.c"),
    invariants: &[],
    points: &[
        (Spot::Before(15), "|xList| = len(xList)"),
        (Spot::Loop(17), "|xList| + |xList yList| = len(xList)"),
        (Spot::Loop(17), "|pList qList| + |xList yList| = len(xList)"),
        (Spot::Before(18), "|xList| + |xList yList| = len(xList)"),
        (Spot::Before(18), "|pList| + |xList yList| = len(xList)"),
        (Spot::Before(23), "|pList qList| = len(xList)"),
        (Spot::Before(23), "|xList| = len(xList)"),
        (Spot::Loop(24), "|pList qList| = |xList yList|"),
        (Spot::Before(25), "|pList qList| = |xList yList|"),
        (Spot::Exit, "|xList| + |yList| + |pList| + |qList| = 0"),
    ],
    peak: "2*len(xList)",
    published_ms: None,
    published_counts: None,
    malloc_never_fails: true,
    predicates: "",
    seeded: &[],
    published_parts: &[],
};

/// The lecture's example of regions: what is known of one cell before the function returns.
const SPLICE: Row = Row {
    paper: "002",
    domain: Domain::Regions,
    program: "splice",
    function: "splice",
    text: include_str!("../../../tests/c/regions/papers/splice.c"),
    invariants: &[],
    points: &[],
    peak: "",
    published_ms: None,
    published_counts: None,
    malloc_never_fails: false,
    predicates: "",
    seeded: &[],
    published_parts: &[],
};

/// The published output configurations of [`SPLICE`], and `y¹ z¹` for the way on which the loop is not entered. `[t->n]` is the
/// region of the list's links.
const SPLICED: [&str; 5] = ["[t->n]¹", "t¹ [t->n]¹", "y¹ [t->n]¹", "y¹ z¹", "z¹"];

/// The rows but those of three-valued structures.
const ROWS: &[Row] = &[
    checked!("list_reverse", 7.0, (1, 3)),
    checked!("list_remove", 16.0, (4, 6)),
    checked!("list_insertion_sort", 21.0, (4, 7)),
    checked!("tree_find", 10.0, (2, 4)),
    checked!("skip_rebalance", 87.0, (6, 7)),
    allocator!("malloc_firstfit_acyclic", "malloc_firstfit_acyclic", "ff_alloc", 50.0, 18),
    allocator!("free_acyclic", "free_acyclic", "ff_free", 90.0, 6),
    allocator!("malloc_bestfit_acyclic", "malloc_bestfit_acyclic", "bf_alloc", 1190.0, 90),
    allocator!("malloc_roving", "malloc_roving", "rv_alloc", 130.0, 33),
    allocator!("free_roving", "free_roving", "rv_free", 840.0, 16),
    allocator!("malloc_K&R", "malloc_kr", "kr_alloc", 502_230.0, 384),
    allocator!("free_K&R", "free_kr", "kr_free", 9690.0, 89),
    graph_row!("node add", "node_add", "add_node", 28.0, (0.3, 0.2), (0.3, 11.0)),
    graph_row!("edge add", "edge_add", "add_edge", 27.0, (0.2, 0.1), (0.2, 4.0)),
    graph_row!("edge delete", "edge_delete", "delete_edge", 30.0, (0.3, 0.2), (0.4, 16.0)),
    graph_row!("node list traversal", "traversal", "find", 28.0, (0.5, 0.3), (1.5, 87.0)),
    graph_row!("edge iteration", "edge_iteration", "look", 36.0, (3.5, 2.4), (2.7, 293.0)),
    graph_row!("path deterministic", "path_deterministic", "walk", 35.0, (2.4, 2.0), (2.7, 323.0)),
    graph_row!("path random", "path_random", "walk", 41.0, (4.1, 3.0), (7.1, 711.0)),
    row!("create", 2.0, "n₀", [(0, "|x| = i")]),
    row!("traverse", 3.0, "len(q)", [(0, "|q| + |p q| = len(q)")]),
    row!("reverse", 3.0, "len(x)", [(0, "|x| + |y| = len(x)")]),
    row!(
        "length_equal",
        8.0,
        "2*len(y)",
        [(0, "|x| + |x xi| = len(x)"), (0, "|x| = |y|"), (0, "|x xi| = |y yi|")]
    ),
    row!("merge", 32.0, "len(x) + len(y)", [(0, "|x| + |y| + |z| + |e z| = len(x) + len(y)")]),
    row!(
        "copy_and_delete",
        76.0,
        "2*len(x)",
        [
            (0, "|x| + |x y| = len(x)"),
            (0, "|p q| + |x y| = len(x)"),
            (1, "|x y| = |p q|"),
            (1, "2*|x y| + freed = 2*len(x)")
        ]
    ),
    row!("dispatch", 227.0, "len(xi)", [(0, "|xi| + |xlev| + |xgtv| = len(xi)")]),
    FIGURE_6,
    SPLICE,
];

/// All rows, by paper.
pub fn rows() -> Vec<Row> {
    let mut rows: Vec<Row> = ROWS.iter().chain(structures::ROWS).copied().collect();
    rows.sort_by_key(|row| row.paper);
    rows
}

/// Analyzes a row's program, which was read from its text.
pub fn measure(row: Row, program: &Program, clock: &dyn Fn() -> Duration) -> Measured {
    let mut options = Options::default();
    options.malloc_may_fail &= !row.malloc_never_fails;
    match row.domain {
        Domain::Checkers => return measure_checked(row, program, &options, clock),
        Domain::ThreeValued => return structures::measure(row, program, options, clock),
        Domain::Regions => return measure_regions(row, program, &options, clock),
        Domain::Lengths | Domain::Auto => {}
    }
    let function = program.function_named(row.function).expect("the program defines the function");
    let entry = Entry { function, program_start: false };
    let started = clock();
    let lengths = domain(&options);
    let mut analysis = Engine::new(program, &lengths, limits(&options)).run(&entry);
    let analysis_ms = clock().saturating_sub(started).as_secs_f64() * 1000.0;
    let proved = analysis.lost().is_none() && analysis.checks().iter().next().is_none();
    let invariants = lengths.invariants(&mut analysis);
    let held = row.invariants.iter().all(|(index, equation)| {
        invariants.get(*index).is_some_and(|known| lengths.follows(program, known, equation) == Some(true))
    });
    let mut at_points = Vec::new();
    let mut held_at = true;
    for (spot, equation) in row.points {
        let known = lengths.invariant_at(&mut analysis, *spot);
        held_at &=
            known.as_ref().is_some_and(|known| lengths.follows(program, known, equation) == Some(true));
        if let Some(known) = known.filter(|_| at_points.last().is_none_or(|(last, _)| last != spot)) {
            at_points.push((*spot, known));
        }
    }
    let endings = lengths.endings(&mut analysis);
    let terminates = endings.iter().all(|ending| ending.measure.is_some());
    let peak = lengths.peak_memory(&analysis);
    let shown = |known: &Invariant| {
        format!("line {} ({}): {}", known.line, known.variables.join(", "), known.equations.join("; "))
    };
    let shown: Vec<String> = if at_points.is_empty() {
        invariants.iter().map(shown).collect()
    } else {
        at_points.iter().map(|(_, known)| format!("{}; {}", shown(known), known.bounds.join(", "))).collect()
    };
    let spent = analysis.spent();
    Measured {
        row,
        property: shown.join(" / "),
        verdict: if proved { "proved" } else { "unknown" },
        ok: proved && held && held_at && terminates && peak.as_deref() == Some(row.peak),
        analysis_ms,
        peak_disjuncts: spent.peak_disjuncts,
        iterations: spent.iterations,
        variables: invariants.iter().map(|known| known.variables.len()).max().unwrap_or(0),
        lines: row.text.lines().count(),
        terminates,
        peak,
        parts: Vec::new(),
        counts: None,
    }
}

/// Analyzes the lecture's example from the published input configurations: a cell that `x`, that `y` or that a link refers to.
fn measure_regions(row: Row, program: &Program, options: &Options, clock: &dyn Fn() -> Duration) -> Measured {
    let function = program.function_named(row.function).expect("the program defines the function");
    let started = clock();
    let prepared = Prepared::new(program);
    let mut given = prepared.given(function);
    for known in &mut given {
        known.index.held = false;
    }
    let mut analysis = prepared.run_from(function, given, &limits(options));
    let analysis_ms = clock().saturating_sub(started).as_secs_f64() * 1000.0;
    let clean = analysis.occurrences().is_empty();
    let spent = analysis.spent();
    let body = program.functions[function].body.as_ref();
    let returns = |point: &Point| {
        let block = body.map(|body| &body.blocks[point.block]);
        block.is_some_and(|block| {
            matches!(block.terminator, ir::Terminator::Return(_)) && block.stmts.len() == point.stmt as usize
        })
    };
    let mut shown: Vec<String> = Vec::new();
    for (_, known) in analysis.points().iter().filter(|(point, _)| returns(point)) {
        // The lecture shows the index; of two with one index, only the facts differ.
        shown.extend(
            known
                .iter()
                .map(|known| prepared.draw(function, &regions::Configuration::new(known.index.clone()))),
        );
    }
    shown.sort();
    shown.dedup();
    Measured {
        row,
        property: shown.join(" / "),
        verdict: "unknown",
        ok: clean && shown == SPLICED,
        analysis_ms,
        peak_disjuncts: spent.peak_disjuncts,
        iterations: spent.iterations,
        variables: 0,
        lines: row.text.lines().count(),
        terminates: false,
        peak: None,
        parts: Vec::new(),
        counts: None,
    }
}

/// Analyzes a program of the table of structural checkers.
fn measure_checked(row: Row, program: &Program, options: &Options, clock: &dyn Fn() -> Duration) -> Measured {
    let function = program.function_named(row.function).expect("the program defines the function");
    let entry = Entry { function, program_start: false };
    let started = clock();
    let domain = checkers(program, options);
    let mut analysis = Engine::new(program, &domain, limits(options)).run(&entry);
    let analysis_ms = clock().saturating_sub(started).as_secs_f64() * 1000.0;
    let proved = analysis.lost().is_none() && analysis.checks().iter().next().is_none();
    let spent = analysis.spent();
    let mut shown = Vec::new();
    let mut counts = Counts { at_loop: 0, on_return: analysis.exits().count() };
    for report in analysis.loops() {
        counts.at_loop = counts.at_loop.max(report.states.len());
        let head = Point { function, block: report.head, stmt: 0 };
        // The paper on sets has formulas, the others pictures.
        let text = |state: &checkers::State| match row.paper {
            "003" => domain.formula(program, head, state),
            _ => domain.draw(program, head, state).text(),
        };
        let texts: Vec<String> = report.states.iter().map(text).collect();
        shown.push(format!("line {}: {}", head.span(program).line, texts.join(" or ")));
    }
    let parts = if row.published_parts.is_empty() {
        Vec::new()
    } else {
        set_time::in_parts(program, options, &entry)
    };
    Measured {
        row,
        property: shown.join(" / "),
        verdict: if proved { "proved" } else { "unknown" },
        ok: proved,
        analysis_ms,
        peak_disjuncts: spent.peak_disjuncts,
        iterations: spent.iterations,
        variables: 0,
        lines: row.text.lines().count(),
        terminates: false,
        peak: None,
        parts,
        counts: published(row.program).map(|_| counts),
    }
}
