//! What `shapewright.h` says of sets: noted, and judged when the condition was evaluated.

use model::Value;

use super::{Args, Outcome, Table};
use crate::machine::Interpreter;
use crate::sets::{Said, SetId, Sets, element};
use crate::stop::{Exec, Stop};

pub(super) const TABLE: Table = &[
    ("sw_any", any),
    ("sw_empty", empty),
    ("__sw_in", is_in),
    ("__sw_with", |machine, args| sum(machine, args, 1, true)),
    ("__sw_bag_with", |machine, args| sum(machine, args, 1, false)),
    ("__sw_sum", |machine, args| sum(machine, args, 2, true)),
    ("__sw_bag_sum", |machine, args| sum(machine, args, 2, false)),
    ("sw_union", union),
    ("sw_subset", subset),
    ("sw_same", same),
];

fn sets<'m>(machine: &'m mut Interpreter<'_>) -> Exec<&'m mut Sets> {
    machine.sets().ok_or_else(|| Stop::unsupported("a set outside of contracts and assertions"))
}

fn any(machine: &mut Interpreter<'_>, _: &Args) -> Exec<Outcome> {
    let set = sets(machine)?.any();
    Ok(Outcome::Value(Value::new(u128::from(set.bits()))))
}

fn set(machine: &mut Interpreter<'_>, args: &Args, index: usize) -> Exec<SetId> {
    let bits = args.size(machine, index)?;
    let found = sets(machine)?.get(bits);
    found.ok_or_else(|| Stop::unsupported("a set that is neither a parameter nor from `sw_any`"))
}

fn said(machine: &mut Interpreter<'_>, said: Said) -> Exec<Outcome> {
    sets(machine)?.say(said);
    Ok(Outcome::Value(Value::new(1)))
}

fn value(args: &Args, index: usize) -> Exec<i128> {
    let (_, repr) = args.value(index)?;
    Ok(element(args.defined(index)?.bits, repr))
}

fn empty(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let whole = set(machine, args, 0)?;
    said(machine, Said::Sum { whole, parts: Vec::new(), element: None, once: false })
}

fn same(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (whole, part) = (set(machine, args, 0)?, set(machine, args, 1)?);
    said(machine, Said::Sum { whole, parts: vec![part], element: None, once: false })
}

/// The whole, so many parts, and perhaps an element.
fn sum(machine: &mut Interpreter<'_>, args: &Args, parts: usize, once: bool) -> Exec<Outcome> {
    let whole = set(machine, args, 0)?;
    let parts: Vec<SetId> = (1..=parts).map(|index| set(machine, args, index)).collect::<Exec<_>>()?;
    let behind = parts.len() + 1;
    let element = if args.values.len() > behind { Some(value(args, behind)?) } else { None };
    said(machine, Said::Sum { whole, parts, element, once })
}

fn union(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let whole = set(machine, args, 0)?;
    let parts = [set(machine, args, 1)?, set(machine, args, 2)?];
    said(machine, Said::Union { whole, parts })
}

fn subset(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let (part, whole) = (set(machine, args, 0)?, set(machine, args, 1)?);
    said(machine, Said::Subset { part, whole })
}

fn is_in(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let set = set(machine, args, 0)?;
    let element = value(args, 1)?;
    said(machine, Said::In { element, set })
}
