//! The predicates of a program.
//!
//! An individual is a heap block. Blocks that hold a record of some type are of that *sort*, and the pointers in them are its
//! *fields*. Core predicates, from the types of the program:
//! - `f(v, w)` for each field: f of v points to the start of w (functional; the null pointer is no pair at all);
//! - `unset_f(v)`: f was never written; `dangling_f(v)`: it points to a block that is gone;
//! - `x(v)` for each variable, which is kept definite and is stored with the variable (see [`State`](crate::State)).
//!
//! Fields are *forward* or *back* links; which, is a guess that only precision depends on, and several may be tried. D is the
//! union of the forward fields. Instrumentation predicates, with their defining formulas:
//!
//! | | | |
//! |---|---|---|
//! | `t(v, w)` | D*(v, w) | reachability; `r_x(v)` is its row at x |
//! | `is(v)` | two different forward fields of cells lead to v | sharing |
//! | `c(v)` | ∃w. D(v, w) ∧ t(w, v) | being on a cycle |
//! | `c_fb(v)` | ∀w. f(v, w) → b(w, v) | the link back of the next leads here |
//! | `c_bf(v)` | ∀w. b(v, w) → ⋁f(w, v) | and the other way round |
//! | `some_f(v)` | ∃w. f(v, w) | where cells have several forward fields, so that a test for null is remembered |
//! | `inOrder_f(v)` | ∀w. f(v, w) → dle(v, w) | and its like for the other comparisons |
//!
//! What [`demand`](crate::demand) finds asked for adds core predicates of what members hold: `dle(v, w)`, the number in v is at most that in
//! w (a cell without a number counts as below all, so that this is a total order), and `m=k(v)`, the flag m of v is k.
//!
//! All unary predicates are abstraction predicates, but for `some_f` and `inOrder_f`.

use std::collections::BTreeMap;

use ir::{Program, RecordId, RecordKind, TypeId, TypeKind, Types};
use rustc_hash::FxHashMap;

use crate::constraints::Touched;
use crate::demand::{Demand, Neighbours};
use crate::difference::{Change, maintained};
use crate::formula::Formula;
use crate::predicates::{Declarations, Mistake, Names, Scope, is_guarded};
use crate::structure::{Binary, Unary};

/// A member of a record that holds one number or pointer.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) offset: u64,
    pub(crate) size: u64,
    pub(crate) unset: Unary,
    /// The predicates of a pointer.
    pub(crate) pointer: Option<Pointer>,
    /// The type of a number.
    pub(crate) number: Option<(u16, bool)>,
    /// The values of a flag, each with its predicate.
    pub(crate) flags: Vec<(i64, Unary)>,
    /// Whether it is the number that `dle` compares.
    pub(crate) is_datum: bool,
}

/// The predicates of a field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pointer {
    pub(crate) field: Binary,
    pub(crate) dangling: Unary,
    /// The sort of the blocks it is declared to lead to.
    pub(crate) to: Option<RecordId>,
}

/// The layout of the blocks of a sort.
#[derive(Clone, Debug)]
pub(crate) struct Sort {
    pub(crate) size: u64,
    pub(crate) members: Vec<Member>,
}

/// A field, for constraints and pictures.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) predicate: Binary,
    pub(crate) unset: Unary,
    pub(crate) dangling: Unary,
    pub(crate) back: bool,
    owner: RecordId,
    offset: u64,
    to: Option<RecordId>,
}

/// A unary predicate with a defining formula, whose variable is 0.
#[derive(Clone, Debug)]
pub(crate) struct Instrumentation {
    pub(crate) name: String,
    pub(crate) predicate: Unary,
    pub(crate) definition: Formula,
    /// Whether individuals that it tells apart are kept apart.
    pub(crate) abstraction: bool,
    /// Whether constraints are made of its definition.
    pub(crate) constrained: bool,
    /// The predicates of its definition.
    pub(crate) touched: Touched,
}

/// Two fields that lead there and back: `c_fb` and `c_bf`.
#[derive(Clone, Debug)]
pub(crate) struct Inverse {
    pub(crate) forward: Vec<Binary>,
    pub(crate) back: Binary,
    /// For each forward field its `c_fb`.
    pub(crate) there: Vec<Unary>,
    pub(crate) here: Unary,
}

/// Which fields are taken for links back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// Of the fields of a record that lead to records of its type, the first is forward.
    First,
    /// The last is forward.
    Last,
    /// All are.
    All,
}

/// The predicates of a program.
#[derive(Clone, Debug)]
pub(crate) struct Vocabulary {
    sorts: BTreeMap<RecordId, Sort>,
    pub(crate) fields: Vec<Field>,
    /// `t`.
    pub(crate) path: Binary,
    /// `is`.
    pub(crate) shared: Unary,
    /// `c`.
    pub(crate) cyclic: Unary,
    pub(crate) inverses: Vec<Inverse>,
    /// Fields with their `some_f`.
    pub(crate) somes: Vec<(Binary, Unary)>,
    /// All that are kept by finite differencing.
    pub(crate) instrumentation: Vec<Instrumentation>,
    /// For each change of a field the new values of the predicates it concerns.
    updates: FxHashMap<Change, Vec<(Unary, Formula)>>,
    /// Names of the unary predicates that say what a member holds.
    pub(crate) names: Vec<(Unary, String)>,
    pub(crate) unary: usize,
    pub(crate) binary: usize,
    /// Whether no cell has two forward fields.
    pub(crate) functional: bool,
    /// `dle`, if order is asked for.
    pub(crate) order: Option<Binary>,
    /// Which individuals are numbers, if order is asked for.
    pub(crate) number: Option<Unary>,
    /// What the user declares: predicates, and snapshots.
    pub(crate) declared: Vec<Unary>,
    pub(crate) snapshots: Vec<Unary>,
    /// For each unary predicate whether it is an abstraction predicate.
    abstraction: Vec<bool>,
}

/// Records with more members than this are not looked into.
const MEMBERS: usize = 64;

impl Vocabulary {
    pub(crate) fn of(
        program: &Program,
        direction: Direction,
        declared: &Declarations,
    ) -> Result<Self, Mistake> {
        let types = &program.types;
        let demand = Demand::of(program, declared);
        let order = demand.is_ordered().then_some(Binary(1));
        let binary = 1 + usize::from(order.is_some());
        let mut builder = Builder { unary: 2, binary, names: Vec::new(), fields: Vec::new() };
        let mut sorts = BTreeMap::new();
        for (id, record) in types.records().filter(|(_, r)| r.complete && r.kind == RecordKind::Struct) {
            let mut members = Vec::new();
            flatten(types, id, 0, "", &mut members);
            if members.len() > MEMBERS || record.size == 0 {
                continue;
            }
            let back = backs(types, id, &members, direction);
            let members =
                members.into_iter().map(|scalar| builder.member(types, id, &back, scalar, &demand)).collect();
            sorts.insert(id, Sort { size: record.size, members });
        }
        let number = order.map(|_| builder.unary("number".into()));
        let snapshots = declared.snapshots.iter();
        let snapshots = snapshots.map(|(snapshot, _)| builder.unary(snapshot.name.text.clone())).collect();
        let Builder { unary, binary, names, fields } = builder;
        let mut vocabulary = Self {
            sorts,
            path: Binary(0),
            shared: Unary(0),
            cyclic: Unary(1),
            inverses: Vec::new(),
            somes: Vec::new(),
            instrumentation: Vec::new(),
            updates: FxHashMap::default(),
            names,
            unary,
            binary,
            functional: has_one_way(&fields),
            fields,
            order,
            number,
            snapshots,
            declared: Vec::new(),
            abstraction: Vec::new(),
        };
        vocabulary.define(&demand, declared)?;
        Ok(vocabulary)
    }

    pub(crate) fn sort(&self, record: RecordId) -> Option<&Sort> {
        self.sorts.get(&record)
    }

    /// All numbers and pointers of records.
    pub(crate) fn members(&self) -> impl Iterator<Item = &Member> {
        self.sorts.values().flat_map(|sort| &sort.members)
    }

    /// The forward fields.
    pub(crate) fn forward(&self) -> impl Iterator<Item = &Field> {
        self.fields.iter().filter(|field| !field.back)
    }

    pub(crate) fn is_back(&self, predicate: Binary) -> bool {
        self.fields.iter().any(|field| field.predicate == predicate && field.back)
    }

    /// Whether a field is neither forward nor the way back of one.
    pub(crate) fn is_astray(&self, predicate: Binary) -> bool {
        self.is_back(predicate) && !self.inverses.iter().any(|inverse| inverse.back == predicate)
    }

    /// Whether cells of which a predicate does not say the same are kept apart.
    pub(crate) fn is_abstraction(&self, predicate: Unary) -> bool {
        self.abstraction[predicate.0 as usize]
    }

    /// The new values of the predicates that a change concerns.
    pub(crate) fn updates(&self, change: Change) -> &[(Unary, Formula)] {
        self.updates.get(&change).map_or(&[], Vec::as_slice)
    }

    /// Makes up the instrumentation predicates, and how each changes.
    fn define(&mut self, demand: &Demand, declared: &Declarations) -> Result<(), Mistake> {
        let forward: Vec<Binary> = self.forward().map(|field| field.predicate).collect();
        self.instrumentation.push(Instrumentation {
            name: "is".into(),
            predicate: self.shared,
            definition: sharing(&forward),
            abstraction: true,
            constrained: false,
            touched: Touched::default(),
        });
        // Whoever declares predicates about a field says what it is good for.
        let spoken_of = declared.links();
        let guessed = |field: &&Field| field.back && !spoken_of.contains(&field.name.as_str());
        let backs: Vec<Field> = self.fields.iter().filter(guessed).cloned().collect();
        for back in backs {
            self.define_inverse(&back);
        }
        let forward = if self.functional { Vec::new() } else { self.forward().cloned().collect() };
        for field in forward {
            let definition = Formula::exists(1, Formula::Pair(field.predicate, 0, 1));
            let some = self.add(format!("{} set", field.name), definition);
            self.somes.push((field.predicate, some));
            self.settle(some, false, false);
        }
        for neighbours in &demand.neighbours {
            self.define_order(neighbours);
        }
        self.define_declared(declared)?;
        self.abstraction = vec![true; self.unary];
        for known in self.instrumentation.iter().filter(|known| !known.abstraction) {
            self.abstraction[known.predicate.0 as usize] = false;
        }
        for change in self.changes() {
            let concerned = self.instrumentation.iter().filter_map(|known| {
                let stored = Formula::Is(known.predicate, 0);
                Some((known.predicate, maintained(stored, &known.definition, change)?))
            });
            let concerned = concerned.collect();
            self.updates.insert(change, concerned);
        }
        Ok(())
    }

    /// The predicates that the user declares.
    fn define_declared(&mut self, declared: &Declarations) -> Result<(), Mistake> {
        let fields: Vec<Binary> = self.fields.iter().map(|field| field.predicate).collect();
        for known in &declared.predicates {
            let name = &known.name;
            let taken = declared.predicates.iter().filter(|other| other.name.text == name.text).count() > 1;
            if taken || ["shared", "cyclic"].contains(&name.text.as_str()) {
                return Err(name.at.mistake(format!("`{}` is something else already", name.text)));
            }
            let names = self.names_of_user(declared);
            let scope = Scope { names: &names, declared, variables: None };
            let definition = scope.of_parameter(&known.parameter, &known.formula)?;
            if !is_guarded(&definition, &fields, &[0]) {
                let why = "a quantifier of a definition must be bound to the cell by links, as in `all w: v->f = w implies …`";
                return Err(name.at.mistake(why));
            }
            let predicate = self.add(name.text.clone(), definition);
            self.settle(predicate, true, true);
            self.declared.push(predicate);
        }
        Ok(())
    }

    /// What names stand for in formulas of the user.
    pub(crate) fn names_of_user(&self, declared: &Declarations) -> Names {
        let named = |predicates: &[Unary]| -> Vec<(String, Unary)> {
            let names = declared.predicates.iter().map(|known| known.name.text.clone());
            names.zip(predicates.iter().copied()).collect()
        };
        let snapshots = declared.snapshots.iter().map(|(snapshot, _)| snapshot.name.text.clone());
        let snapshots = snapshots.zip(self.snapshots.iter().copied());
        let own = [("shared".to_owned(), self.shared), ("cyclic".to_owned(), self.cyclic)];
        let members = || self.members();
        Names {
            fields: self.fields.iter().map(|field| (field.name.clone(), field.predicate)).collect(),
            flags: members()
                .flat_map(|member| {
                    member.flags.iter().map(|(value, flag)| (member.name.clone(), *value, *flag))
                })
                .collect(),
            ordered: members().filter(|member| member.is_datum).map(|member| member.name.clone()).collect(),
            dle: self.order,
            number: self.number,
            path: Some(self.path),
            stored: own.into_iter().chain(named(&self.declared)).chain(snapshots).collect(),
        }
    }

    /// All that statements do to core predicates.
    pub(crate) fn changes(&self) -> Vec<Change> {
        let of_field = |field: &Field| {
            let predicate = field.predicate;
            [Change::Insert(predicate), Change::DeleteFrom(predicate), Change::DeleteTo(predicate)]
        };
        let flags = self.members().flat_map(|member| &member.flags);
        let of_flag = |(_, flag): &(i64, Unary)| [Change::Doubt(*flag)];
        let reorder = self.order.map(Change::Reorder);
        self.fields.iter().flat_map(of_field).chain(flags.flat_map(of_flag)).chain(reorder).collect()
    }

    /// `inOrder` and the like: what a comparison of neighbours says, and what its contrary does.
    fn define_order(&mut self, neighbours: &Neighbours) {
        let linking = |field: &&Field| field.owner == neighbours.record && field.offset == neighbours.link;
        let (Some(dle), Some(field)) = (self.order, self.fields.iter().find(linking).cloned()) else {
            return;
        };
        let (at_most, at_least) = (Formula::Pair(dle, 0, 1), Formula::Pair(dle, 1, 0));
        let kinds = if neighbours.rising {
            [("in order", at_most.clone()), ("falling", at_most.negated())]
        } else {
            [("in reverse order", at_least.clone()), ("rising", at_least.negated())]
        };
        for (name, compared) in kinds {
            let leads = Formula::Pair(field.predicate, 0, 1);
            let definition = Formula::forall(1, Formula::or([leads.negated(), compared]));
            let predicate = self.add(format!("{name}[{}]", field.name), definition);
            self.settle(predicate, false, true);
        }
    }

    /// Says how the predicate that was added last is used.
    fn settle(&mut self, predicate: Unary, abstraction: bool, constrained: bool) {
        if let Some(known) = self.instrumentation.iter_mut().find(|known| known.predicate == predicate) {
            (known.abstraction, known.constrained) = (abstraction, constrained);
        }
    }

    /// `c_fb` and `c_bf` for a link back and the forward fields between cells of the same sorts.
    fn define_inverse(&mut self, back: &Field) {
        let partners: Vec<Field> = self
            .forward()
            .filter(|field| Some(field.owner) == back.to && field.to == Some(back.owner))
            .cloned()
            .collect();
        if partners.is_empty() {
            return;
        }
        let forward: Vec<Binary> = partners.iter().map(|field| field.predicate).collect();
        let mut there = Vec::new();
        for field in &partners {
            let leads = Formula::Pair(field.predicate, 0, 1);
            let returns = Formula::Pair(back.predicate, 1, 0);
            let definition = Formula::forall(1, Formula::or([leads.negated(), returns]));
            there.push(self.add(format!("c[{}.{}]", field.name, back.name), definition));
        }
        let leads = Formula::Pair(back.predicate, 0, 1);
        let returns = Formula::or(forward.iter().map(|field| Formula::Pair(*field, 1, 0)));
        let definition = Formula::forall(1, Formula::or([leads.negated(), returns]));
        let name = format!("c[{}.{}]", back.name, partners[0].name);
        let here = self.add(name, definition);
        self.inverses.push(Inverse { forward, back: back.predicate, there, here });
    }

    fn add(&mut self, name: String, definition: Formula) -> Unary {
        let predicate = Unary(self.unary as u16);
        self.unary += 1;
        let mut touched = Touched::INDIVIDUALS;
        definition.predicates(&mut |atom| touched = touched.with(atom));
        let (abstraction, constrained) = (true, false);
        self.instrumentation.push(Instrumentation {
            name,
            predicate,
            definition,
            abstraction,
            constrained,
            touched,
        });
        predicate
    }

    /// The predicates that hold of a cell none of whose fields is set: those that speak of all its fields.
    pub(crate) fn vacuous(&self) -> impl Iterator<Item = Unary> {
        self.inverses.iter().flat_map(|inverse| inverse.there.iter().copied().chain([inverse.here]))
    }
}

/// Two different forward fields of cells lead to 0.
fn sharing(forward: &[Binary]) -> Formula {
    let mut ways = Vec::new();
    for (index, f) in forward.iter().enumerate() {
        let (first, second) = (Formula::Pair(*f, 1, 0), Formula::Pair(*f, 2, 0));
        let apart = Formula::Equal(1, 2).negated();
        ways.push(Formula::exists(1, Formula::exists(2, Formula::and([first, second, apart]))));
        for g in &forward[..index] {
            let leads = |field: Binary| Formula::exists(1, Formula::Pair(field, 1, 0));
            ways.push(Formula::and([leads(*f), leads(*g)]));
        }
    }
    Formula::or(ways)
}

/// A number or pointer of a record: its name, place and type.
type Scalar = (String, u64, u64, TypeId);

struct Builder {
    unary: usize,
    binary: usize,
    names: Vec<(Unary, String)>,
    fields: Vec<Field>,
}

impl Builder {
    fn unary(&mut self, name: String) -> Unary {
        let predicate = Unary(self.unary as u16);
        self.unary += 1;
        self.names.push((predicate, name));
        predicate
    }

    fn member(
        &mut self,
        types: &Types,
        owner: RecordId,
        back: &[u64],
        scalar: Scalar,
        demand: &Demand,
    ) -> Member {
        let (name, offset, size, ty) = scalar;
        let unset = self.unary(format!("{name} unset"));
        let number = types.integer(ty).filter(|_| !types.is_pointer(ty));
        let flags = demand.flags(owner, offset).iter();
        let flags = flags.map(|value| (*value, self.unary(format!("{name} = {value}")))).collect();
        let is_datum = number.is_some() && demand.is_datum(owner, offset);
        let called = name.clone();
        let pointer = types.is_pointer(ty).then(|| {
            let dangling = self.unary(format!("{name} dangling"));
            let field = Binary(self.binary as u16);
            self.binary += 1;
            let to = pointed_record(types, ty);
            let back = back.contains(&offset);
            self.fields.push(Field { name, predicate: field, unset, dangling, back, owner, offset, to });
            Pointer { field, dangling, to }
        });
        Member { name: called, offset, size, unset, pointer, number, flags, is_datum }
    }
}

fn pointed_record(types: &Types, ty: TypeId) -> Option<RecordId> {
    match types.kind(types.pointee(ty)?) {
        TypeKind::Record(record) => Some(*record),
        _ => None,
    }
}

/// The offsets of the fields of a record that are links back.
fn backs(types: &Types, id: RecordId, members: &[Scalar], direction: Direction) -> Vec<u64> {
    let own = members.iter().filter(|(.., ty)| pointed_record(types, *ty) == Some(id));
    let mut own: Vec<u64> = own.map(|(_, offset, ..)| *offset).collect();
    match direction {
        Direction::All => own.clear(),
        Direction::First => {}
        Direction::Last => own.reverse(),
    }
    own.into_iter().skip(1).collect()
}

/// Whether no sort has two forward fields.
fn has_one_way(fields: &[Field]) -> bool {
    let forward = || fields.iter().filter(|field| !field.back);
    forward().all(|field| forward().filter(|other| other.owner == field.owner).count() == 1)
}

/// The numbers and pointers of a record, those of nested records included; arrays, unions and bit-fields are left out.
fn flatten(types: &Types, id: RecordId, base: u64, prefix: &str, found: &mut Vec<Scalar>) {
    let record = types.record(id);
    if record.kind == RecordKind::Union {
        return;
    }
    for field in record.fields.iter().filter(|field| field.bits.is_none()) {
        let name =
            if prefix.is_empty() { field.name.to_string() } else { format!("{prefix}.{}", field.name) };
        match types.kind(field.ty) {
            TypeKind::Record(inner) => flatten(types, *inner, base + field.offset, &name, found),
            _ if types.is_scalar(field.ty) => {
                found.push((name, base + field.offset, types.size(field.ty), field.ty));
            }
            _ => {}
        }
    }
}
