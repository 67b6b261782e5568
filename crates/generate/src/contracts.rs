//! What functions say of their lists and trees: checkers, and contracts that use them.
//!
//! A checker is the predicate people would write to test a structure. What a function with a contract
//! claims is what its idioms keep, so in an orderly program all contracts hold.

use std::rc::Rc;

use crate::ast::{Block, Expr, Function, Program, Stmt, Type};
use crate::build::declare;
use crate::calls::{Role, param};
use crate::config::Config;
use crate::idioms;
use crate::random::Random;
use crate::scene::{Cell, Kind, List, Scene};
use crate::sorts::Sort;

/// What ordered lists and trees of the programs hold is between these.
const BOUNDS: (i32, i32) = (-1000, 1000);

/// The checker of a sort of lists or trees, if it has one.
fn checker_of(kind: Kind, cell: &Cell) -> Option<&'static str> {
    Some(match kind {
        Kind::Singly if cell.inner.is_some() => "lists",
        Kind::Singly => "list",
        Kind::Doubly => "dll",
        Kind::Sorted => "sorted",
        Kind::Tree if cell.prev.is_some() => "ptree",
        Kind::Tree => "tree",
        // Order and parents at once are too much to ask of one checker.
        Kind::Search if cell.prev.is_some() => "ptree",
        Kind::Search => "bst",
        Kind::Circular | Kind::Queue => return None,
    })
}

fn name(stem: &str, cell: &Cell) -> String {
    format!("{}_{stem}", cell.record)
}

/// That what starts at a place is as its sort says.
fn claim(sort: &Sort, place: &Expr) -> Option<Expr> {
    let stem = checker_of(sort.kind, &sort.cell)?;
    let mut args = vec![place.clone()];
    match stem {
        "dll" | "ptree" => args.push(Expr::Null),
        "sorted" => args.push(Expr::Int(BOUNDS.0)),
        "bst" => args.extend([Expr::Int(BOUNDS.0), Expr::Int(BOUNDS.1)]),
        _ => {}
    }
    Some(Expr::Call(name(stem, &sort.cell), args))
}

/// The checker with this stem for such cells.
fn checker(stem: &'static str, cell: &Cell) -> Function {
    let name = name(stem, cell);
    let again = |args: Vec<Expr>| Expr::Call(name.clone(), args);
    let x = Expr::var("x");
    let next = x.arrow(&cell.next);
    let other = cell.other.as_ref().map_or(Expr::Null, |other| x.arrow(other));
    let back = cell.prev.as_ref().map_or(Expr::Null, |prev| x.arrow(prev));
    let data = x.arrow(&cell.data);
    let (up, low, high, n) = (Expr::var("up"), Expr::var("low"), Expr::var("high"), Expr::var("n"));
    let none = x.is_null();
    let mut params = vec![param("x", cell.pointer())];
    let holds = match stem {
        "lists" => {
            let items = cell
                .inner
                .as_ref()
                .map(|(field, inner)| Expr::Call(self::name("list", inner), vec![x.arrow(field)]));
            let rest = again(vec![next]);
            none.or(&items.map_or(rest.clone(), |items| items.and(&rest)))
        }
        "dll" => {
            params.push(param("up", cell.pointer()));
            none.or(&back.eq(&up).and(&again(vec![next, x])))
        }
        "sorted" => {
            params.push(param("low", Type::Int));
            none.or(&low.le(&data).and(&again(vec![next, data])))
        }
        "len" => {
            params.push(param("n", Type::Int));
            let fewer = n.plus(&Expr::Int(-1));
            none.and(&n.eq(&Expr::Int(0))).or(&x.not_null().and(&again(vec![next, fewer])))
        }
        "tree" => none.or(&again(vec![next]).and(&again(vec![other]))),
        "ptree" => {
            params.push(param("up", cell.pointer()));
            let below = again(vec![next, x.clone()]).and(&again(vec![other, x.clone()]));
            none.or(&back.eq(&up).and(&below))
        }
        "bst" => {
            params.extend([param("low", Type::Int), param("high", Type::Int)]);
            let here = low.le(&data).and(&data.le(&high));
            let below = again(vec![next, low, data.clone()]).and(&again(vec![other, data, high]));
            none.or(&here.and(&below))
        }
        _ => none.or(&again(vec![next])),
    };
    Function { name, result: Some(Type::Bool), params, body: vec![Stmt::Return(Some(holds))] }
}

/// Adds a checker to a program that does not have it.
fn provide(program: &mut Program, stem: &'static str, cell: &Cell) {
    let missing = |program: &Program, name: &str| program.functions.iter().all(|known| known.name != name);
    if let (Some((_, inner)), "lists") = (&cell.inner, stem) {
        provide(program, "list", inner);
    }
    if missing(program, &name(stem, cell)) {
        program.functions.push(checker(stem, cell));
    }
}

/// Gives a function a contract, if it is to have one and there are words for it.
pub(crate) fn add(
    random: &mut Random,
    config: &Config,
    program: &mut Program,
    sort: &Sort,
    role: Role,
    function: &mut Function,
) {
    if role == Role::Measured {
        return provide(program, "len", &sort.cell);
    }
    let Some(stem) = checker_of(sort.kind, &sort.cell) else { return };
    if config.contracts == 0 || !random.percent(config.contracts) {
        return;
    }
    let (x, y) = (Expr::var("x"), Expr::var("y"));
    let (before, after) = match role {
        Role::Change { .. } => (vec![x], Some(Expr::Result)),
        Role::Look => (vec![x.clone()], Some(x)),
        Role::Consume => (vec![x], None),
        Role::Create => (Vec::new(), Some(Expr::Result)),
        Role::Update => (vec![x.deref()], Some(x.deref())),
        Role::Join => (vec![x, y], Some(Expr::Result)),
        Role::Global | Role::Measured => return,
    };
    let calls_itself = {
        let mut found = false;
        crate::visit::exprs_in(&function.body, &mut |expr| {
            found |= matches!(expr, Expr::Call(name, _) if *name == function.name);
        });
        found
    };
    // Below the first call the link back or the bounds are others than the contract says.
    if calls_itself && (sort.cell.prev.is_some() || matches!(sort.kind, Kind::Sorted | Kind::Search)) {
        return;
    }
    let mut clauses: Block =
        before.iter().filter_map(|place| claim(sort, place)).map(Stmt::Requires).collect();
    if role == Role::Look && random.percent(30) {
        clauses.push(Stmt::Ensures(Expr::Int(-1).le(&Expr::Result)));
    }
    clauses.extend(after.iter().filter_map(|place| claim(sort, place)).map(Stmt::Ensures));
    provide(program, stem, &sort.cell);
    function.body.splice(0..0, clauses);
}

/// Whether functions may say how long their lists are.
pub(crate) fn counts(config: &Config, sort: &Sort) -> bool {
    config.contracts > 0 && sort.kind == Kind::Singly && sort.cell.inner.is_none()
}

/// A function that is told how long its list is, and keeps it so.
pub(crate) fn measured(s: &mut Scene, function: &str, cell: &Rc<Cell>) -> (Function, Role) {
    let (x, n) = (Expr::var("x"), Expr::var("n"));
    let len = |place: &Expr| Expr::Call(name("len", cell), vec![place.clone(), n.clone()]);
    let mut body = vec![Stmt::Requires(len(&x)), Stmt::Ensures(len(&Expr::Result))];
    for name in ["p", "q"] {
        body.push(declare(name, cell.pointer(), Some(Expr::Null)));
        s.cursors.push((Expr::var(name), cell.clone()));
    }
    body.extend(idioms::keep_length(s, &List::new(x.clone(), cell, Kind::Singly)));
    body.push(Stmt::Return(Some(x)));
    let params = vec![param("x", cell.pointer()), param("n", Type::Int)];
    (Function { name: function.into(), result: Some(cell.pointer()), params, body }, Role::Measured)
}
