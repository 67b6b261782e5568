//! Functions that take, change and give lists, and calls of them.
//!
//! A function does to its parameter what idioms do to a list of `main`, so a call is an idiom too:
//! it takes a well-formed list and leaves one.

use std::rc::Rc;

use crate::ast::{Block, Expr, Function, Program, Stmt, Type, Variable};
use crate::build::{declare, set, when};
use crate::config::Config;
use crate::random::Random;
use crate::scene::{Cell, Kind, List, Scene};
use crate::sorts::{Sort, queue_of};
use crate::{contracts, idioms, recursive, recursive_trees, wild};

/// What a function does with lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// `x = f(x)`, and with an integer `x = f(x, i)`.
    Change { number: bool },
    /// `i = f(x)`
    Look,
    /// `f(x)`, and the list is gone.
    Consume,
    /// `x = f(i)`
    Create,
    /// `f(&x)`
    Update,
    /// `x = f(x, y)`, and the second list is gone.
    Join,
    /// `f()` does something to a global list.
    Global,
    /// `x = f(x, n)`, where `n` is how long the list is.
    Measured,
}

/// A function of the program that works on lists of one sort.
#[derive(Clone, Debug)]
pub(crate) struct Helper {
    pub(crate) name: String,
    pub(crate) role: Role,
    pub(crate) kind: Kind,
    pub(crate) cell: Rc<Cell>,
}

/// Adds a few functions to a program. In wild programs they do things at random too.
pub(crate) fn helpers(
    random: &mut Random,
    config: &Config,
    program: &mut Program,
    sorts: &[Sort],
    globals: &[List],
    wild: bool,
) -> Vec<Helper> {
    let mut helpers: Vec<Helper> = Vec::new();
    for n in 0..random.within(1, 3) {
        let sort = random.pick(sorts).clone();
        let name = format!("f{}", n + 1);
        let recursive = config.recursion && sort.cell.inner.is_none();
        let (mut function, role) = if recursive && sort.kind == Kind::Singly && random.percent(40) {
            recursive::function(random, &name, &sort.cell)
        } else if recursive && sort.cell.other.is_some() && random.percent(50) {
            recursive_trees::function(random, &name, &sort)
        } else if contracts::counts(config, &sort) && random.percent(25) {
            let mut scene = Scene::new(random, config);
            contracts::measured(&mut scene, &name, &sort.cell)
        } else {
            let mut scene = Scene::new(random, config);
            scene.helpers.clone_from(&helpers);
            write(&mut scene, &name, &sort, globals, wild)
        };
        contracts::add(random, config, program, &sort, role, &mut function);
        program.functions.push(function);
        helpers.push(Helper { name, role, kind: sort.kind, cell: sort.cell });
    }
    helpers
}

/// A parameter.
pub(crate) fn param(name: &str, ty: Type) -> Variable {
    Variable { name: name.into(), ty, init: None }
}

/// A function whose body is made of idioms.
fn write(s: &mut Scene, name: &str, sort: &Sort, globals: &[List], wild: bool) -> (Function, Role) {
    let cell = &sort.cell;
    let globals: Vec<List> = globals.iter().filter(|list| list.is_like(sort.kind, cell)).cloned().collect();
    let queue = sort.kind == Kind::Queue;
    let roles = [
        (4, Role::Change { number: false }),
        (3, Role::Change { number: true }),
        (2, Role::Look),
        (2, Role::Consume),
        (2, Role::Create),
        (if matches!(sort.kind, Kind::Sorted | Kind::Search) { 0 } else { 2 }, Role::Join),
        (if s.config.links { 3 } else { 0 }, Role::Update),
        (if globals.is_empty() { 0 } else { 3 }, Role::Global),
    ];
    // A queue is passed by its address, or its last cell could not be changed.
    let role = if queue { Role::Update } else { *s.random.weighted(&roles).unwrap_or(&Role::Look) };
    let (x, i) = (Expr::var("x"), Expr::var("i"));
    let list = match role {
        Role::Update if queue => List::of_queue(&x, cell),
        Role::Update => List::new(x.deref(), cell, sort.kind),
        Role::Global => s.random.pick(&globals).clone(),
        _ => List::new(x.clone(), cell, sort.kind),
    };
    let pointer = cell.pointer();
    let (params, result) = match role {
        Role::Change { number: false } => (vec![param("x", pointer.clone())], Some(pointer)),
        Role::Change { number: true } => {
            (vec![param("x", pointer.clone()), param("i", Type::Int)], Some(pointer))
        }
        Role::Join => (vec![param("x", pointer.clone()), param("y", pointer.clone())], Some(pointer)),
        Role::Look => (vec![param("x", pointer)], Some(Type::Int)),
        Role::Consume => (vec![param("x", pointer)], None),
        Role::Create => (vec![param("i", Type::Int)], Some(pointer)),
        Role::Update if queue => (vec![param("x", Type::to(&queue_of(cell)))], None),
        Role::Update => (vec![param("x", pointer.pointer())], None),
        Role::Global | Role::Measured => (Vec::new(), None),
    };
    let mut body = Vec::new();
    if matches!(role, Role::Change { number: true } | Role::Create) {
        s.counters.push(i);
    }
    for name in ["p", "q"].iter().take(s.random.within(1, 2)) {
        body.push(declare(name, cell.pointer(), Some(Expr::Null)));
        s.cursors.push((Expr::var(*name), cell.clone()));
    }
    if role == Role::Create {
        body.push(declare("x", cell.pointer(), Some(Expr::Null)));
    }
    let ends = match role {
        Role::Change { .. } | Role::Create | Role::Join => Some(Stmt::Return(Some(x))),
        Role::Update | Role::Global | Role::Look | Role::Consume | Role::Measured => None,
    };
    s.way_out = match role {
        Role::Update | Role::Global => Some(Stmt::Return(None)),
        _ => ends.clone(),
    };
    s.lists.push(list.clone());
    body.extend(work(s, role, &list, wild));
    body.extend(ends);
    (Function { name: name.into(), result, params, body }, role)
}

/// What the function does.
fn work(s: &mut Scene, role: Role, list: &List, wild: bool) -> Block {
    match role {
        Role::Look => {
            let n = Expr::var("n");
            let mut body = vec![declare("n", Type::Int, Some(Expr::Int(0)))];
            body.extend(idioms::count_into(s, list, &n));
            body.push(Stmt::Return(Some(n)));
            body
        }
        Role::Consume => idioms::free_all(s, list),
        Role::Create => idioms::build(s, list),
        Role::Join => idioms::join(s, list, &List::new(Expr::var("y"), &list.cell, list.kind)),
        Role::Change { .. } | Role::Update | Role::Global | Role::Measured => {
            let n = s.random.within(1, 2);
            if wild {
                return wild::statements(s, 2 * n, 1);
            }
            (0..n).flat_map(|_| idioms::one(s)).collect()
        }
    }
}

/// A call of some function for this list, if there is one.
pub(crate) fn call(s: &mut Scene, list: &List) -> Option<Block> {
    let fitting: Vec<Helper> =
        s.helpers.iter().filter(|helper| list.is_like(helper.kind, &helper.cell)).cloned().collect();
    let Helper { name, role, kind, cell } = s.random.choose(&fitting)?.clone();
    let head = &list.head;
    let apply = |args: Vec<Expr>| Expr::Call(name.clone(), args);
    Some(match role {
        Role::Change { number: false } => vec![set(head, &apply(vec![head.clone()]))],
        Role::Change { number: true } => {
            let value = s.value();
            vec![set(head, &apply(vec![head.clone(), value]))]
        }
        Role::Look => match s.random.choose(&s.counters).cloned() {
            Some(counter) => vec![set(&counter, &apply(vec![head.clone()]))],
            None => vec![Stmt::Call(apply(vec![head.clone()]))],
        },
        Role::Consume => vec![Stmt::Call(apply(vec![head.clone()])), set(head, &Expr::Null)],
        Role::Create => {
            let value = s.value();
            let empty = s.missing(head);
            vec![when(empty, vec![set(head, &apply(vec![value]))])]
        }
        // The address of the struct that `head` is a field of, or of `head` itself.
        Role::Update => {
            let arg = match head {
                Expr::Dot(queue, _) if kind == Kind::Queue => queue.address(),
                Expr::Arrow(queue, _) if kind == Kind::Queue => (**queue).clone(),
                place => place.address(),
            };
            vec![Stmt::Call(apply(vec![arg]))]
        }
        Role::Join => {
            let others: Vec<Expr> = s
                .lists
                .iter()
                .filter(|other| other.is_like(kind, &cell) && other.head != *head)
                .map(|other| other.head.clone())
                .collect();
            let other = s.random.choose(&others)?.clone();
            vec![set(head, &apply(vec![head.clone(), other.clone()])), set(&other, &Expr::Null)]
        }
        Role::Global => vec![Stmt::Call(apply(Vec::new()))],
        Role::Measured => s.idiom(|s| {
            let mut out = Vec::new();
            let n = s.counter(&mut out);
            out.extend(idioms::count_into(s, list, &n));
            out.push(set(head, &apply(vec![head.clone(), n])));
            out
        }),
    })
}
