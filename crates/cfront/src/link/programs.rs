//! Names that mean different things in different programs.
//!
//! A build compiles tools, tests and the libraries that they share; a compilation database lists the units of all of them and
//! does not say which are linked together. That there are several programs shows where a name has several strong definitions:
//! no program has two. Such a name is *contested*, and so is one with definitions of which one gives way to another, as a weak
//! function and a variable without a value do, or that differ in type: each may be all that its program has. Inline functions do
//! the same as each other, unless they stand in different places.
//!
//! - A unit that defines a contested function, not weakly, means its own. All others mean one of which nothing is known: no
//!   definition is picked.
//! - A contested variable that only units use which define it is a different one in each. If others use it too, it is one
//!   variable for all of them, since each may be linked with any other, and nothing is known of its first contents.
//! - Who declares a name with a type that fits nobody's definition means something else by it, of which nothing is known.
//!
//! Invariant: whatever units a program consists of, it is among what is left open here, as long as it means by a name that
//! is not contested what the only definition says.

use std::sync::Arc;

use ir::{
    Argument, Base, Block, Body, Code, FunctionId, Id, Local, Operand, Place, Role, Signature, Slot, Span,
    Stmt, StmtKind, Symbol, Terminator, TypeId, Types, Var,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{Linked, compatible};
use crate::object::{FunctionEntry, Object, Strength};

/// Whether units may be of several programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Programs {
    /// They are one program, as somebody said who named them: two definitions of a name are a mistake.
    #[default]
    One,
    /// They are what a build compiles.
    Several,
}

/// What a unit means by a name that means something else elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sense {
    /// What it defines itself.
    Own,
    /// Something of which nothing is known, the same for all units with this number.
    Unknown(usize),
}

/// What units mean by names with external linkage, where they differ.
#[derive(Default)]
pub(super) struct Senses {
    of: FxHashMap<(usize, Arc<str>), Sense>,
    /// The names that are contested, in order.
    names: Vec<Arc<str>>,
    /// How many different unknown things there are.
    unknown: usize,
}

/// How a unit defines a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Definition {
    Strong,
    /// A variable without a value: another definition may have one.
    Tentative,
    /// A weak function.
    Weak,
    /// An inline function, which stands here: it does what another definition does.
    Inline(Span),
}

/// A name in a unit.
struct Mention {
    unit: usize,
    entry: usize,
    ty: TypeId,
    /// Of a variable, whether it may not be written to.
    variable: Option<bool>,
    definition: Option<Definition>,
}

/// Whether some name is defined strongly by two units.
pub(super) fn are_several<'a>(units: impl Iterator<Item = &'a Object>) -> bool {
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    units.into_iter().any(|unit| {
        let functions = unit.functions.iter().filter(|entry| is_external(entry) && has_code(entry));
        let strong = functions.filter(|entry| entry.strength == Strength::Strong).map(|entry| &*entry.name);
        let globals = unit.globals.iter().filter(|entry| !entry.internal && entry.initialized);
        // All of a unit are entered before the next one is looked at.
        strong.chain(globals.map(|entry| &*entry.name)).filter(|name| !seen.insert(name)).count() > 0
    })
}

fn is_external(function: &FunctionEntry) -> bool {
    !function.internal && !matches!(function.role, Role::Clause { .. })
}

/// Whether the unit says what the function does; an alias has code, and defines nothing itself.
fn has_code(function: &FunctionEntry) -> bool {
    function.defines || function.body.is_some()
}

/// The names with external linkage of a unit.
fn mentions(unit: usize, linked: &Linked) -> impl Iterator<Item = (&Arc<str>, Mention)> {
    let Linked { object, relocation } = linked;
    let functions = object.functions.iter().enumerate().filter(|(_, function)| is_external(function));
    let functions = functions.map(move |(entry, function)| {
        let definition = match function.strength {
            Strength::Strong => Definition::Strong,
            Strength::Weak => Definition::Weak,
            Strength::Inline => {
                Definition::Inline(Span { expansion: None, ..relocation.place(function.defined) })
            }
        };
        let definition = has_code(function).then_some(definition);
        let ty = relocation.types[function.ty.index()];
        (&function.name, Mention { unit, entry, ty, variable: None, definition })
    });
    let variables = object.globals.iter().enumerate().filter(|(_, global)| !global.internal);
    functions.chain(variables.map(move |(entry, global)| {
        let definition = if global.initialized { Definition::Strong } else { Definition::Tentative };
        let definition = global.defines.then_some(definition);
        let (ty, variable) = (relocation.types[global.ty.index()], Some(global.read_only));
        (&global.name, Mention { unit, entry, ty, variable, definition })
    }))
}

impl Senses {
    /// What units of several programs mean.
    pub(super) fn of(units: &[Linked], types: &Types) -> Self {
        let mut order: Vec<&Arc<str>> = Vec::new();
        let mut named: FxHashMap<&Arc<str>, Vec<Mention>> = FxHashMap::default();
        for (name, mention) in units.iter().enumerate().flat_map(|(unit, linked)| mentions(unit, linked)) {
            let known = named.entry(name).or_default();
            if known.is_empty() {
                order.push(name);
            }
            known.push(mention);
        }
        let mut senses = Self::default();
        for name in order {
            let groups = alike(named.remove(name).unwrap_or_default(), types);
            senses.enter(name, &groups, units);
        }
        senses
    }

    fn enter(&mut self, name: &Arc<str>, groups: &[Vec<Mention>], units: &[Linked]) {
        let defining: Vec<usize> =
            (0..groups.len()).filter(|group| groups[*group].iter().any(|m| m.definition.is_some())).collect();
        // The group that means what everybody would mean if there were no others.
        let plain = match defining.as_slice() {
            [] => Some(0),
            [one] => (!clash(&groups[*one])).then_some(*one),
            _ => None,
        };
        if plain.is_some() && groups.len() == 1 {
            return;
        }
        self.names.push(name.clone());
        for group in (0..groups.len()).filter(|group| Some(*group) != plain) {
            let unknown = self.unknown;
            self.unknown += 1;
            let owns = owners(&groups[group], units);
            for (mention, owns) in groups[group].iter().zip(owns) {
                let sense = if owns { Sense::Own } else { Sense::Unknown(unknown) };
                self.of.insert((mention.unit, name.clone()), sense);
            }
        }
    }

    /// What a unit means by a name, if not what everybody does.
    pub(super) fn get(&self, unit: usize, name: &Arc<str>) -> Option<Sense> {
        if self.of.is_empty() {
            return None;
        }
        self.of.get(&(unit, name.clone())).copied()
    }

    /// Whether there are several programs.
    pub(super) fn are_several(&self) -> bool {
        !self.names.is_empty()
    }

    /// What the user is to know of this.
    pub(super) fn note(&self) -> Option<String> {
        let shown: Vec<String> = self.names.iter().take(SHOWN).map(|name| format!("`{name}`")).collect();
        let names = match (shown.as_slice(), self.names.len() - shown.len()) {
            ([], _) => return None,
            ([one], 0) => one.clone(),
            ([others @ .., last], 0) => format!("{} and {last}", others.join(", ")),
            (all, 1) => format!("{} and 1 more name", all.join(", ")),
            (all, more) => format!("{} and {more} more names", all.join(", ")),
        };
        let left_open = self.of.values().any(|sense| matches!(sense, Sense::Unknown(_)));
        let rest = if left_open { "; what others mean by that is not known" } else { "" };
        Some(format!("several files have their own {names}, as in different programs{rest}"))
    }
}

/// So many names are told.
const SHOWN: usize = 3;

/// The mentions of a name that may mean the same, by their types.
fn alike(mentions: Vec<Mention>, types: &Types) -> Vec<Vec<Mention>> {
    let mut groups: Vec<Vec<Mention>> = Vec::new();
    for mention in mentions {
        let fits = |group: &&mut Vec<Mention>| {
            group[0].variable == mention.variable && compatible(types, group[0].ty, mention.ty, 0)
        };
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(mention),
            None => groups.push(vec![mention]),
        }
    }
    groups
}

/// Whether definitions that may mean the same must be of different programs, or may be.
fn clash(group: &[Mention]) -> bool {
    let count = |definition| group.iter().filter(|mention| mention.definition == Some(definition)).count();
    let (strong, weak, tentative) =
        (count(Definition::Strong), count(Definition::Weak), count(Definition::Tentative));
    let mut inline = group.iter().filter_map(|mention| match mention.definition {
        Some(Definition::Inline(place)) => Some(place),
        _ => None,
    });
    let first = inline.next();
    strong + weak > 1 || strong > 0 && tentative > 0 || inline.any(|place| Some(place) != first)
}

/// Which of those that mention a contested name mean what they define themselves.
fn owners(group: &[Mention], units: &[Linked]) -> Vec<bool> {
    let defines = |mention: &Mention| match mention.variable {
        Some(_) => mention.definition.is_some(),
        None => matches!(mention.definition, Some(Definition::Strong | Definition::Inline(_))),
    };
    let own: Vec<bool> = group.iter().map(defines).collect();
    if own.iter().all(|own| *own) {
        return own;
    }
    // Somebody means another's, and addresses tell whether it is the same one.
    let compared = |owned: bool| {
        group.iter().zip(&own).any(|(mention, own)| {
            *own == owned && takes(&units[mention.unit].object, FunctionId::new(mention.entry))
        })
    };
    if group[0].variable.is_some() || compared(true) && compared(false) {
        vec![false; own.len()]
    } else {
        own
    }
}

/// Whether a unit takes the address of a function.
fn takes(unit: &Object, function: FunctionId) -> bool {
    let mut bodies = unit.functions.iter().filter_map(|entry| entry.body.as_ref());
    let mut contents = unit.globals.iter().filter_map(|entry| entry.init.as_ref());
    bodies.any(|(_, glance)| glance.takes.contains(&function))
        || contents.any(|init| init.addresses.iter().any(|at| at.symbol == Symbol::Function(function)))
}

/// The code of a function of which nothing is known, which may come back.
pub(super) fn unknown(why: &str, signature: &Signature, types: &Types, span: Span) -> Code {
    let mut body = Body::default();
    let variable = |body: &mut Body, ty: TypeId| {
        if types.is_scalar(ty) {
            Var::Local(body.locals.push(Local { name: None, ty, span }))
        } else {
            Var::Slot(body.slots.push(Slot {
                name: None,
                ty,
                align: types[ty].align,
                span,
                fixed: Vec::new(),
            }))
        }
    };
    body.params = signature.params.iter().map(|ty| variable(&mut body, *ty)).collect();
    let mut stmts = vec![Stmt { kind: StmtKind::Unsupported { why: why.into() }, span }];
    let result = (signature.ret != Types::VOID).then(|| match variable(&mut body, signature.ret) {
        Var::Local(dst) => {
            stmts.push(Stmt { kind: StmtKind::Nondet { dst, source: "unknown".into() }, span });
            Argument::Value(Operand::Local(dst))
        }
        Var::Slot(slot) => {
            stmts.push(Stmt { kind: StmtKind::Live { slot, size: None }, span });
            Argument::Object(Place::whole(Base::Slot(slot), signature.ret))
        }
    });
    body.blocks.push(Block { stmts, terminator: Terminator::Return(result), span });
    body.into()
}
