//! From shapes to definitions.
//!
//! A kind becomes one definition, with a rule for each variant and one for the end. If what may follow a variant depends on the variant, it becomes several
//! that call each other (an automaton on tags): one for each set of variants that may come next, and one for any start.

use std::collections::BTreeSet;

use ir::{Program, Span, TypeId, TypeKind, Types};

use super::kinds::KindId;
use super::layout::Part;
use super::names;
use super::predicate::identifier;
use super::rows;
use super::template::{Lead, Param, Role, Shape, Word};
use super::{Detail, View};
use crate::definition::{
    Atom, Call, Cell, Definition, DefinitionId, Form, Kind, Name, Object, Parameter, Row, Rule, Slot, Sort,
    Term,
};

/// What may come next: variants, and the end.
type Followers = BTreeSet<Option<usize>>;

/// The most definitions of a kind.
const STATES: usize = 8;

/// So often something must have been seen to follow before it is believed that nothing else does.
const SEEN: usize = 2;

/// Writes the definitions of kinds.
pub(super) struct Writer<'a> {
    view: &'a View<'a>,
    shapes: &'a [Shape],
    /// For each kind what may be asked of its begin, with the number of the definition.
    states: Vec<Vec<(Followers, DefinitionId)>>,
    /// For each kind the number of the definition of its rings, if there are any.
    rings: Vec<Option<DefinitionId>>,
}

impl<'a> Writer<'a> {
    /// Gives numbers to definitions, from a first one on.
    pub(super) fn new(view: &'a View<'a>, shapes: &'a [Shape], first: u32) -> Self {
        let (states, rings) = (vec![Vec::new(); shapes.len()], vec![None; shapes.len()]);
        let mut writer = Self { view, shapes, states, rings };
        let mut next = first;
        for (kind, shape) in shapes.iter().enumerate() {
            if !writer.is_owned(kind) {
                continue;
            }
            let full: Followers = (0..shape.variants.len()).map(Some).chain([None]).collect();
            let mut sets = vec![full];
            for set in writer.asked(kind) {
                if !sets.contains(&set) && sets.len() < STATES {
                    sets.push(set);
                }
            }
            // What is folded is folded to the first one that fits: here the one that says most.
            if view.detail == Detail::Tails {
                sets.reverse();
            }
            for set in sets {
                writer.states[kind].push((set, DefinitionId(next)));
                next += 1;
            }
            if writer.has(|role| *role == Role::Ring(kind)) {
                writer.rings[kind] = Some(DefinitionId(next));
                next += 1;
            }
        }
        writer
    }

    /// The definitions, in the order of their numbers.
    pub(super) fn write(&self) -> Vec<Definition> {
        let mut definitions = Vec::new();
        for (kind, states) in self.states.iter().enumerate() {
            definitions.extend(states.iter().map(|(set, _)| self.definition(kind, set)));
            definitions.extend(self.rings[kind].map(|_| self.ring(kind)));
        }
        definitions
    }

    /// Whether what follows may depend on the variant.
    fn automata(&self) -> bool {
        self.view.detail <= Detail::Tails
    }

    /// Whether some structure owns one of this kind, and nobody else has described it.
    fn is_owned(&self, kind: KindId) -> bool {
        let owns =
            |role: &Role| matches!(role, Role::Owns(target, _) | Role::Ring(target) if *target == kind);
        !self.view.is_described(kind) && self.has(owns)
    }

    /// Whether some part of some variant has such a role.
    fn has(&self, role: impl Fn(&Role) -> bool) -> bool {
        let variants = self.shapes.iter().flat_map(|shape| &shape.variants);
        let rows = self.shapes.iter().flat_map(|shape| shape.rows.values());
        variants.flat_map(|variant| &variant.roles).any(&role)
            || rows.map(|kind| Role::Owns(*kind, false)).any(|owns| role(&owns))
    }

    /// Rings of a kind: the first element is where the others end, and knows the last one if elements know the one before.
    fn ring(&self, kind: KindId) -> Definition {
        let shape = &self.shapes[kind];
        let mut definition = self.definition(kind, &(0..shape.variants.len()).map(Some).collect());
        for rule in &mut definition.rules {
            // What elements hold of others is some value; the end is the first element, and the last is what it holds in place of the one before.
            let mut places: Vec<Term> = Vec::new();
            for param in &shape.params {
                places.push(match param {
                    Param::Cell(_) => {
                        rule.locals.push(Sort::Pointer);
                        Term::of(Name::Local(rule.locals.len() as u32 - 1))
                    }
                    Param::End => Term::of(Name::Root),
                    Param::Last(previous) => {
                        let held = shape.params.iter().position(|param| *param == Param::Cell(*previous));
                        held.and_then(|held| places.get(held).copied()).unwrap_or(Term::ZERO)
                    }
                });
            }
            let place = |term: Term| match term.name {
                Some(Name::Param(param)) => places[param as usize],
                _ => term,
            };
            for object in &mut rule.objects {
                object.cells.iter_mut().for_each(|cell| cell.value = place(cell.value));
            }
            for call in &mut rule.calls {
                call.args.iter_mut().for_each(|arg| *arg = place(*arg));
            }
            rule.pure.truncate(1);
        }
        definition.rules.insert(0, Rule { pure: vec![Atom::Zero(Form::of(Name::Root))], ..Rule::default() });
        Definition { name: format!("ring of {}", definition.name).into(), params: Vec::new(), ..definition }
    }

    /// What is asked of the begins of structures of a kind.
    fn asked(&self, kind: KindId) -> Vec<Followers> {
        let mut found = Vec::new();
        for (by, shape) in self.shapes.iter().enumerate().filter(|(by, _)| self.is_owned(*by)) {
            for (variant, template) in shape.variants.iter().enumerate() {
                for (at, role) in template.roles.iter().enumerate() {
                    if matches!(role, Role::Owns(target, _) if *target == kind) {
                        found.extend(self.followers(by, variant, at, kind));
                    }
                }
            }
        }
        found
    }

    /// What was seen behind a part, if that is to be believed.
    fn followers(&self, by: KindId, variant: usize, at: usize, kind: KindId) -> Option<Followers> {
        if !self.automata() || self.shapes[kind].variants.len() < 2 {
            return None;
        }
        let (mut set, mut count) = (Followers::new(), 0);
        for member in &self.shapes[by].variants[variant].members {
            let follower = match self.view.lead(*member, at) {
                Lead::Null if self.view.detail == Detail::Strict && self.view.is_held(*member) => continue,
                Lead::Null | Lead::End(_) => None,
                Lead::Owned(to) | Lead::Shared(to) => {
                    let mut variants = self.shapes[kind].variants.iter();
                    let Some(found) = variants.position(|variant| variant.members.contains(&to)) else {
                        continue;
                    };
                    Some(found)
                }
                Lead::Unknown | Lead::Lost => continue,
            };
            count += 1;
            set.insert(follower);
        }
        (count >= SEEN).then_some(set)
    }

    /// The definition that is called for what a part owns.
    fn called(&self, by: KindId, variant: usize, at: usize) -> Option<DefinitionId> {
        let kind = match self.shapes[by].variants[variant].roles[at] {
            Role::Owns(target, _) => target,
            Role::Ring(target) => return self.rings[target],
            _ => return None,
        };
        let asked = self.followers(by, variant, at, kind);
        let states = &self.states[kind];
        let found = asked.and_then(|asked| states.iter().find(|(set, _)| *set == asked));
        found.or_else(|| states.iter().max_by_key(|(set, _)| set.len())).map(|(_, id)| *id)
    }

    fn definition(&self, kind: KindId, set: &Followers) -> Definition {
        let (view, shape) = (self.view, &self.shapes[kind]);
        let mut rules = Vec::new();
        if set.contains(&None) {
            rules.push(end(shape));
        }
        rules.extend(set.iter().flatten().map(|variant| self.rule(kind, *variant)));
        let params = shape.params.iter().map(|param| Parameter {
            name: match param {
                Param::Cell(offset) => identifier(&names::member(view, kind, *offset)).into(),
                Param::End => "end".into(),
                Param::Last(_) => "last".into(),
            },
            sort: Sort::Pointer,
            kind: Kind::Free,
        });
        let begins: Vec<usize> = set.iter().flatten().copied().collect();
        Definition {
            name: names::of(view, self.shapes, kind, &begins).into(),
            function: None,
            root: root_type(view, kind),
            root_variable: None,
            whole: false,
            params: params.collect(),
            rules,
            refused: false,
            span: Span::NONE,
        }
    }

    /// The rule of a variant.
    fn rule(&self, kind: KindId, index: usize) -> Rule {
        let (shape, class) = (&self.shapes[kind], self.view.class(kind));
        let variant = &shape.variants[index];
        let mut rule = Rule { pure: vec![Atom::NonZero(Form::of(Name::Root))], ..Rule::default() };
        if let Some(end) = shape.params.iter().position(|param| *param == Param::End) {
            rule.pure.push(Atom::NonZero(difference(Name::Root, param(end))));
        }
        let named: Vec<i64> = variant
            .args
            .iter()
            .flatten()
            .filter_map(|word| if let Word::Cell(offset) = word { Some(*offset) } else { None })
            .collect();
        let mut cells: Vec<Cell> = Vec::new();
        let mut owned: Vec<(usize, DefinitionId)> = Vec::new();
        for (at, part) in class.parts.iter().enumerate() {
            let value = match variant.roles[at] {
                Role::Number(number) => Term::constant(i64::try_from(number).unwrap_or_default()),
                Role::Itself(distance) => Term { name: Some(Name::Root), offset: distance },
                Role::Code(function) => Term::of(Name::Code(function)),
                Role::Given(index) => Term::of(param(index)),
                Role::Anything if !named.contains(&part.offset) => continue,
                Role::Owns(..) | Role::Ring(_) if self.called(kind, index, at).is_none() => continue,
                role => {
                    let local = Name::Local(rule.locals.len() as u32);
                    rule.locals.push(sort(&self.view.program.types, part));
                    owned.extend(self.called(kind, index, at).map(|called| (at, called)));
                    // Other variants lead into the node itself there.
                    let inside = shape.variants.iter().filter_map(|variant| match variant.roles[at] {
                        Role::Itself(distance) => Some(distance),
                        _ => None,
                    });
                    let inside: BTreeSet<i64> = inside.collect();
                    rule.pure.extend(inside.into_iter().map(|distance| {
                        let form = difference(Name::Root, local);
                        Atom::NonZero(Form { constant: distance.into(), ..form })
                    }));
                    match role {
                        // What was never missing is believed to be there.
                        Role::Owns(_, true) if self.view.detail != Detail::Plain => {
                            rule.pure.push(Atom::NonZero(Form::of(local)));
                        }
                        Role::OtherNumber => {
                            let others = self.view.tag_constants(kind, part.offset);
                            let apart = |constant: i128| Form { constant: -constant, ..Form::of(local) };
                            rule.pure
                                .extend(others.into_iter().map(|constant| Atom::NonZero(apart(constant))));
                        }
                        _ => {}
                    }
                    Term::of(local)
                }
            };
            cells.push(Cell { offset: part.offset, size: part.size as u8, value, ty: part.ty });
        }
        for (at, definition) in owned {
            let held = |offset: i64| cells.iter().find(|cell| cell.offset == offset).map(|cell| cell.value);
            let words =
                variant.args[at].iter().enumerate().filter(|_| matches!(variant.roles[at], Role::Owns(..)));
            let args = words.map(|(position, word)| match word {
                Word::Itself(distance) => Term { name: Some(Name::Root), offset: *distance },
                Word::Null => Term::ZERO,
                Word::Same => Term::of(param(position)),
                Word::Cell(offset) => held(*offset).unwrap_or(Term::ZERO),
            });
            let root = held(class.parts[at].offset).unwrap_or(Term::ZERO);
            rule.calls.push(Call { definition, root, args: args.collect() });
            rule.call_spans.push(Span::NONE);
        }
        rule.objects.push(self.object(kind, cells));
        rule
    }

    fn object(&self, kind: KindId, cells: Vec<Cell>) -> Object {
        let class = self.view.class(kind);
        let spoken = |offset: i64| cells.iter().any(|cell| cell.offset == offset);
        let mut rest: Vec<(i64, u64)> = class
            .parts
            .iter()
            .filter(|part| !spoken(part.offset) && !class.texts.contains(&part.offset))
            .map(|part| (part.offset, part.size))
            .collect();
        let texts = class.parts.iter().filter(|part| class.texts.contains(&part.offset));
        let rows = class.rows.iter().map(|row| self.row(kind, row));
        let (rows, bytes): (Vec<Row>, Vec<Row>) = rows.partition(|row| !row.slots.is_empty());
        rest.extend(bytes.iter().map(|row| (row.from, row.to.abs_diff(row.from))));
        rest.sort_unstable();
        let text = class.text;
        if class.parts.is_empty() && class.rows.is_empty() && class.size > 0 && text.is_none() {
            rest.push((0, class.size));
        }
        let at = Term { name: Some(Name::Root), offset: -self.view.kinds.list[kind].entry };
        Object {
            at,
            size: class.size,
            ty: class.ty.unwrap_or(Types::VOID),
            cells,
            rest,
            rows,
            texts: texts.map(|part| (part.offset, part.size)).collect(),
            body: None,
            footer: None,
            text,
        }
    }

    /// A row of a kind: the pointers in it that own something.
    fn row(&self, kind: KindId, row: &rows::Row) -> Row {
        let slot = |part: &Part| {
            let target = *self.shapes[kind].rows.get(&part.offset)?;
            let definition = self.states[target].iter().max_by_key(|(set, _)| set.len())?.1;
            let args = vec![0; self.shapes[target].params.len()];
            Some(Slot {
                offset: part.offset - row.from,
                size: u8::try_from(part.size).ok()?,
                definition,
                args,
            })
        };
        Row {
            from: row.from,
            to: row.to,
            stride: row.stride,
            slots: row.parts.iter().filter_map(slot).collect(),
        }
    }
}

/// The rule for the end of a structure.
fn end(shape: &Shape) -> Rule {
    let place = |wanted: Param| shape.params.iter().position(|param| *param == wanted);
    let is_end = match place(Param::End) {
        None => Form::of(Name::Root),
        Some(end) => difference(Name::Root, param(end)),
    };
    let mut pure = vec![Atom::Zero(is_end)];
    for (last, known) in shape.params.iter().enumerate() {
        if let Param::Last(previous) = known
            && let Some(previous) = place(Param::Cell(*previous))
        {
            pure.push(Atom::Zero(difference(param(previous), param(last))));
        }
    }
    Rule { pure, ..Rule::default() }
}

fn param(index: usize) -> Name {
    Name::Param(index as u32)
}

/// One name minus another.
fn difference(a: Name, b: Name) -> Form {
    let mut terms = vec![(a, 1), (b, -1)];
    terms.sort_unstable();
    Form { terms, constant: 0 }
}

fn sort(types: &Types, part: &Part) -> Sort {
    match types.integer(part.ty).filter(|_| !part.pointer) {
        Some((bits, signed)) => Sort::Integer { bits, signed },
        None if part.pointer => Sort::Pointer,
        None => Sort::Opaque,
    }
}

/// The type of pointers to where links lead in a node.
fn root_type(view: &View<'_>, kind: KindId) -> TypeId {
    let (types, class) = (&view.program.types, view.class(kind));
    let entry = view.kinds.list[kind].entry;
    let inner = class.ty.map_or(Types::VOID, |ty| record_at(view.program, ty, entry));
    let is_pointer =
        |(_, ty): &(TypeId, &ir::Type)| matches!(&ty.kind, TypeKind::Pointer(to) if *to == inner);
    types.iter().find(is_pointer).map_or(inner, |(id, _)| id)
}

/// The struct that begins at an offset of another, which may be itself.
pub(super) fn record_at(program: &Program, ty: TypeId, offset: i64) -> TypeId {
    let types = &program.types;
    let (mut found, mut rest) = (ty, offset);
    while rest != 0 {
        let TypeKind::Record(id) = types.kind(found) else { return ty };
        let inside = |field: &&ir::Field| {
            (0..types.size(field.ty).cast_signed()).contains(&(rest - field.offset.cast_signed()))
        };
        let Some(field) = types.record(*id).fields.iter().find(inside) else { return ty };
        (found, rest) = (field.ty, rest - field.offset.cast_signed());
    }
    found
}
