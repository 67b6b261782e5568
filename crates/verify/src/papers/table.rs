//! The programs of the tables, with what the papers report of them.

use lengths::Spot;

use super::Row;
use crate::Domain;
use crate::set_time::SetTime;

macro_rules! row {
    ($name:literal, $published:literal, $peak:literal, [$($invariant:expr),*]) => {
        Row {
            paper: "004",
            domain: Domain::Lengths,
            program: $name,
            function: $name,
            text: include_str!(concat!("../../../../tests/c/lengths/contracts/", $name, ".c")),
            invariants: &[$($invariant),*],
            points: &[],
            peak: $peak,
            published_ms: Some($published),
            published_counts: None,
            published_return: None,
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
            text: include_str!(concat!("../../../../tests/c/checkers/papers/", $name, ".c")),
            invariants: &[],
            points: &[],
            peak: "",
            published_ms: Some($published),
            published_counts: Some($counts),
            published_return: None,
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
            text: include_str!(concat!("../../../../tests/c/sets/", $file, ".c")),
            invariants: &[],
            points: &[],
            peak: "",
            published_ms: Some($published),
            published_counts: None,
            published_return: None,
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
/// loop invariant (of the outer loop, if there are two), its time, its states on return and its memory.
macro_rules! allocator {
    ($name:literal, $file:literal, $function:literal, $published:literal, $states:literal, $return:expr) => {
        Row {
            published_parts: &[],
            paper: "001",
            domain: Domain::Checkers,
            program: $name,
            function: $function,
            text: include_str!(concat!("../../../../tests/c/blocks/", $file, ".c")),
            invariants: &[],
            points: &[],
            peak: "",
            published_ms: Some($published),
            published_counts: Some(($states, 0)),
            published_return: Some($return),
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
    text: include_str!("../../../../tests/c/lengths/contracts/copy_and_delete1.c"),
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
    published_return: None,
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
    text: include_str!("../../../../tests/c/regions/papers/splice.c"),
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

/// The published output configurations of [`SPLICE`], and `y¹ z¹` for the way on which the loop is not entered. `[t->n]` is the
/// region of the list's links.
pub(super) const SPLICED: [&str; 5] = ["[t->n]¹", "t¹ [t->n]¹", "y¹ [t->n]¹", "y¹ z¹", "z¹"];

/// The rows but those of three-valued structures.
pub(super) const ROWS: &[Row] = &[
    checked!("list_reverse", 7.0, (1, 3)),
    checked!("list_remove", 16.0, (4, 6)),
    checked!("list_insertion_sort", 21.0, (4, 7)),
    checked!("tree_find", 10.0, (2, 4)),
    checked!("skip_rebalance", 87.0, (6, 7)),
    allocator!("malloc_firstfit_acyclic", "malloc_firstfit_acyclic", "ff_alloc", 50.0, 18, (3, 240)),
    allocator!("free_acyclic", "free_acyclic", "ff_free", 90.0, 6, (2, 240)),
    allocator!("malloc_bestfit_acyclic", "malloc_bestfit_acyclic", "bf_alloc", 1190.0, 90, (3, 480)),
    allocator!("malloc_roving", "malloc_roving", "rv_alloc", 130.0, 33, (5, 240)),
    allocator!("free_roving", "free_roving", "rv_free", 840.0, 16, (2, 720)),
    allocator!("malloc_K&R", "malloc_kr", "kr_alloc", 502_230.0, 384, (66, 26_880)),
    allocator!("free_K&R", "free_kr", "kr_free", 9690.0, 89, (5, 3840)),
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
