//! Membership looks at sets: a memory is described only if there are sets of which everything holds that the state says.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use engine::{Engine, Entry, Limits, Point, ShapeDomain};
use interp::{Inputs, Interpreter};
use ir::Program;
use shapewright_checkers::definition::{Definitions, Item, SetAtom};
use shapewright_checkers::heap::{Region, Root, State, Sym, Term};
use shapewright_checkers::{Checkers, Options};

/// A graph of three nodes with an edge from `p`, a node `q` of its own, and a list that holds 2, 2 and 5.
const TEXT: &str = "\
#include <shapewright.h>
#include <stdlib.h>
struct edge { struct edge *next; struct node *dest; };
struct node { struct node *next; struct edge *edges; };
struct item { struct item *next; int value; };
static bool edges(struct edge *e, sw_set all) {
    return e == NULL || (sw_in(e->dest, all) && edges(e->next, all));
}
static bool nodes(struct node *n, sw_set all, sw_set here) {
    sw_set rest;
    if (n == NULL) return sw_empty(here);
    return sw_split(here, n, &rest) && edges(n->edges, all) && nodes(n->next, all, rest);
}
static bool holds(struct item *l, sw_bag values) {
    sw_bag rest;
    return l == NULL ? sw_empty(values) : sw_split(values, l->value, &rest) && holds(l->next, rest);
}
static void work(struct node *g, struct node *p, struct node *q, struct item *l) {
    sw_set all = sw_any(), other = sw_any();
    sw_bag values = sw_any();
    sw_requires(nodes(g, all, all) && sw_in(p, all) && nodes(q, other, other) && holds(l, values));
    if (p->edges != NULL)
        p->edges->dest = q;
    p = NULL;
}
static void alone(struct node *g, struct node *p) {
    sw_set all = sw_any(), others = sw_any();
    sw_requires(nodes(g, all, all) && sw_in(p, others));
    if (p != NULL)
        malloc(sizeof *p);
    else
        g->next = NULL;
}
static struct node *node(struct node *next) {
    struct node *n = malloc(sizeof *n);
    n->next = next;
    n->edges = NULL;
    return n;
}
static struct item *item(struct item *next, int value) {
    struct item *i = malloc(sizeof *i);
    i->next = next;
    i->value = value;
    return i;
}
int main(void) {
    struct node *a = node(NULL), *p = node(a), *g = node(p), *q = node(NULL);
    p->edges = malloc(sizeof *p->edges);
    p->edges->next = NULL;
    p->edges->dest = a;
    work(g, p, q, item(item(item(NULL, 2), 5), 2));
    return 0;
}
";

/// Tests run side by side: each has its own file.
static FILES: AtomicU32 = AtomicU32::new(0);

fn load() -> Program {
    let directory = std::env::temp_dir().join(format!("shapewright-admits-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let file: PathBuf = directory.join(format!("sets{}.c", FILES.fetch_add(1, Ordering::Relaxed)));
    std::fs::write(&file, TEXT).expect("the program is written");
    let command = cfront::Command { file, options: cfront::Options::default() };
    cfront::load(&[command], &cfront::Budget::default()).expect("the program is valid").program
}

/// The memory when `work` begins, and when it has changed an edge.
fn machines(program: &Program) -> [Interpreter<'_>; 2] {
    let function = program.defined().find(|(_, f)| &*f.name == "work").expect("it is there").0;
    let run = |skip: usize| {
        let mut options = interp::Options::new(program.main().expect("there is a `main`"));
        options.inputs = Inputs::Seed(0);
        let mut machine = Interpreter::new(program, &options);
        let mut inside = 0;
        while let Some((at, ..)) = machine.location() {
            if at == function {
                inside += 1;
                if inside > skip {
                    break;
                }
            }
            assert!(machine.step(), "the run gets to `work`: {:?}", machine.findings());
        }
        machine
    };
    // Statements in `work` until `p` is null.
    let all = {
        let mut options = interp::Options::new(program.main().expect("there is a `main`"));
        options.inputs = Inputs::Seed(0);
        let mut machine = Interpreter::new(program, &options);
        let mut inside = 0;
        while let Some((at, ..)) = machine.location() {
            inside += usize::from(at == function);
            if !machine.step() {
                break;
            }
        }
        inside
    };
    [run(0), run(all - 2)]
}

/// `alone` runs by itself with these inputs: the memory when it begins, and when it is about to return.
fn alone<'p>(program: &'p Program, inputs: &[i128]) -> [Interpreter<'p>; 2] {
    let function = program.function_named("alone").expect("it is there");
    let definitions = Definitions::read(program);
    let options = interp::Options {
        inputs: Inputs::List(inputs.to_vec()),
        malloc_may_fail: false,
        checkers: Arc::new(interp::Checkers {
            functions: definitions.checkers().collect(),
            clauses: definitions.clauses.iter().map(|clause| clause.function).collect(),
        }),
        ..interp::Options::new(function)
    };
    let inside = |machine: &Interpreter<'_>| machine.location().is_some_and(|(at, ..)| at == function);
    let run = |steps: usize| {
        let mut machine = Interpreter::new(program, &options);
        let mut seen = 0;
        while !inside(&machine) || seen < steps {
            seen += usize::from(inside(&machine));
            assert!(machine.step(), "it runs on: {:?}", machine.findings());
        }
        machine
    };
    let mut whole = run(0);
    let mut steps = 0;
    while inside(&whole) {
        steps += 1;
        if !whole.step() {
            break;
        }
    }
    [run(0), run(steps - 1)]
}

struct Scene<'p> {
    program: &'p Program,
    domain: Checkers,
    point: Point,
    states: Vec<State>,
}

impl<'p> Scene<'p> {
    /// The states in which a function begins.
    fn new(program: &'p Program, function: &str) -> Self {
        let domain = Checkers::new(program, Options { malloc_may_fail: false });
        let function = program.function_named(function).expect("it is there");
        let entry = Entry { function, program_start: false };
        let point = Point { function, block: ir::Body::ENTRY, stmt: 0 };
        let analysis = Engine::new(program, &domain, Limits::default()).run(&entry);
        let known = analysis.points().get(&point).expect("it begins");
        assert!(known.lost.is_none());
        let states = known.states.iter().map(|(_, state)| state.clone()).collect();
        Self { program, domain, point, states }
    }

    /// Whether a memory is still described if a state is told something.
    fn admits(&self, machine: &Interpreter<'_>, fact: impl Fn(&Names) -> Option<SetAtom<Term>>) -> bool {
        self.states.iter().any(|state| {
            let mut told = state.clone();
            let names = Names::of(state, self.program, self.point);
            if let Some(fact) = fact(&names)
                && !told.assume_sets(&fact)
            {
                return false;
            }
            self.domain.admits(self.program, self.point, &told, machine.memory())
        })
    }
}

/// What the state calls things.
struct Names {
    params: Vec<Term>,
    all: Term,
    values: Term,
}

impl Names {
    fn of(state: &State, program: &Program, point: Point) -> Self {
        let body = program.functions[point.function].body.as_ref().expect("it has a body");
        let param = |var: &ir::Var| match var {
            ir::Var::Local(local) => {
                state.root(Root::Register(*local)).and_then(shapewright_checkers::heap::Value::term)
            }
            ir::Var::Slot(_) => None,
        };
        let params: Vec<Term> = body.params.iter().map(|var| param(var).expect("a register")).collect();
        let argument = |at: Term| {
            let region = at.base.and_then(|base: Sym| state.region(base));
            match region {
                Some(Region::Checker(checker)) => checker.args[0],
                other => panic!("a structure: {other:?}"),
            }
        };
        Self { all: argument(params[0]), values: argument(params[3]), params }
    }
}

fn point(term: Term) -> Item<Term> {
    Item::Point(term)
}

#[test]
fn a_wrong_fact_is_refused_and_a_right_one_is_not() {
    let program = load();
    let scene = Scene::new(&program, "work");
    let [begin, _] = machines(&program);
    assert!(scene.admits(&begin, |_| None));
    let all = |names: &Names| Item::Set(names.all);
    let outside = |names: &Names, n: usize| SetAtom {
        items: vec![(all(names), -1), (point(names.params[n]), -1)],
        constant: 1,
        equal: false,
        bag: false,
    };
    // `g` and `p` are nodes of the graph, `q` is not.
    assert!(scene.admits(&begin, |names| Some(SetAtom::within(point(names.params[0]), all(names)))));
    assert!(scene.admits(&begin, |names| Some(outside(names, 2))));
    assert!(!scene.admits(&begin, |names| Some(SetAtom::within(point(names.params[2]), all(names)))));
    assert!(!scene.admits(&begin, |names| Some(outside(names, 1))));
    // There are three nodes.
    assert!(!scene.admits(&begin, |names| Some(SetAtom::sum(all(names), []))));
    let two = |names: &Names| SetAtom::sum(all(names), [point(names.params[0]), point(names.params[1])]);
    assert!(!scene.admits(&begin, |names| Some(two(names))));
}

#[test]
fn bags_are_counted() {
    let program = load();
    let scene = Scene::new(&program, "work");
    let [begin, _] = machines(&program);
    let held = |twos: i64, fives: i64| {
        move |names: &Names| {
            let items = vec![
                (Item::Set(names.values), 1),
                (point(Term::constant(2)), -twos),
                (point(Term::constant(5)), -fives),
            ];
            Some(SetAtom { items, constant: 0, equal: true, bag: true })
        }
    };
    assert!(scene.admits(&begin, held(2, 1)));
    for (twos, fives) in [(1, 1), (2, 0), (3, 1), (2, 2), (0, 0)] {
        assert!(!scene.admits(&begin, held(twos, fives)), "{twos} twos and {fives} fives");
    }
}

#[test]
fn an_edge_that_leads_outside_is_refused() {
    let program = load();
    let scene = Scene::new(&program, "work");
    let [begin, changed] = machines(&program);
    assert!(scene.admits(&begin, |_| None));
    assert!(!scene.admits(&changed, |_| None), "the edge leads to a node of another graph");
}

/// The states of `alone` describe a memory.
fn describes(scene: &Scene<'_>, machine: &Interpreter<'_>) -> bool {
    scene.states.iter().any(|state| scene.domain.admits(scene.program, scene.point, state, machine.memory()))
}

#[test]
fn elements_that_a_function_is_given_need_no_region_but_a_block_of_its_own_does() {
    let program = load();
    let scene = Scene::new(&program, "alone");
    // A graph of one node, and a node of which it is only said that it is in a set.
    let [begin, end] = alone(&program, &[1, 1, 0, 0, 0, 0]);
    assert!(describes(&scene, &begin));
    assert!(!describes(&scene, &end), "nothing describes the block that was allocated");
}

#[test]
fn a_node_that_the_requires_claim_must_have_a_region() {
    let program = load();
    let scene = Scene::new(&program, "alone");
    // A graph of two nodes, the second of which is cut off.
    let [begin, end] = alone(&program, &[1, 0, 1, 0, 0, 0]);
    assert!(describes(&scene, &begin));
    assert!(!describes(&scene, &end), "nothing describes the second node");
}
