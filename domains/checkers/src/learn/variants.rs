//! Whole-node variants: which members of a kind look alike.
//!
//! Cells that change together must not be weakened one by one: a node with tag 2 owns a block, one with tag 1 points to itself. Members are told
//! apart by the numbers the program compares with constants, by which functions they know, and by whether a pointer leads into the node itself.

use std::collections::{BTreeMap, BTreeSet};

use ir::FunctionId;

use super::kinds::{KindId, Member};
use super::layout::Part;
use super::sample::Value;
use super::{Detail, View};

/// The most variants of a kind.
const VARIANTS: usize = 6;

/// What is said of one part of all members of a variant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Mark {
    /// It is this number.
    Number(i128),
    /// It is none of the numbers that it is compared with.
    OtherNumber,
    /// It leads so far into the node itself.
    Itself(i64),
    /// It does not.
    Elsewhere,
    /// It is the address of this function.
    Code(FunctionId),
}

/// By part, what the members of a variant have in common that others do not.
pub(super) type Marks = BTreeMap<usize, Mark>;

impl View<'_> {
    /// The variants of a kind with their members; those of which a mark is not known are left out.
    pub(super) fn variants(&self, kind: KindId) -> BTreeMap<Marks, Vec<Member>> {
        let parts = &self.class(kind).parts;
        let mut tags: Vec<(usize, BTreeSet<i128>)> =
            if self.detail == Detail::Plain { Vec::new() } else { self.tags_of(kind) };
        let inner: Vec<usize> = (0..parts.len()).filter(|at| self.leads_inside(kind, &parts[*at])).collect();
        let mut code: Vec<usize> =
            if self.detail == Detail::Plain { Vec::new() } else { self.functions_in(kind) };
        loop {
            // What is still being made, or a head of the same layout, need not fit.
            let (first, then) = self.told_apart(kind);
            let mut found: BTreeMap<Marks, Vec<Member>> = BTreeMap::new();
            for member in first {
                if let Some(marks) = self.marks(member, parts, &tags, (&inner, &code)) {
                    found.entry(marks).or_default().push(member);
                }
            }
            for member in then {
                let marks = self.marks(member, parts, &tags, (&inner, &code));
                if let Some(members) = marks.and_then(|marks| found.get_mut(&marks)) {
                    members.push(member);
                }
            }
            if found.len() <= VARIANTS || tags.pop().is_none() && code.pop().is_none() {
                return found;
            }
        }
    }

    /// The members by which variants are told, and those that only may belong to one: those that variables point to, and those whose next one is
    /// gone already, if there are others.
    fn told_apart(&self, kind: KindId) -> (Vec<Member>, Vec<Member>) {
        let class = self.kinds.list[kind].class;
        let leads_on =
            |part: &&Part| self.forest.link(class, part.offset).is_some_and(|link| link.to == class);
        let spine: Vec<&Part> = self.class(kind).parts.iter().filter(leads_on).collect();
        let is_cut = |member: Member| spine.iter().any(|part| self.read(member, part) == Value::Gone);
        let members = self.kinds.list[kind].members.iter().copied();
        let (held, loose): (Vec<Member>, Vec<Member>) =
            members.partition(|member| self.is_held(*member) || is_cut(*member));
        if loose.len() < 2 { (loose.into_iter().chain(held).collect(), Vec::new()) } else { (loose, held) }
    }

    /// The numbers of a kind that tell cases apart, each with the constants that it is compared with. A number beyond them that is
    /// always the same counts as one of them.
    fn tags_of(&self, kind: KindId) -> Vec<(usize, BTreeSet<i128>)> {
        let class = self.class(kind);
        let Some(ty) = class.ty else { return Vec::new() };
        let numbers =
            class.parts.iter().enumerate().filter(|(_, part)| part.integer.is_some() && !part.pointer);
        numbers
            .filter_map(|(at, part)| {
                let mut constants = self.tags.constants(ty, part.offset)?.clone();
                let (members, _) = self.told_apart(kind);
                let unwritten =
                    |member: &Member| self.read(*member, part) == Value::Unwritten && !self.is_held(*member);
                if members.iter().any(unwritten) {
                    return None;
                }
                let others: BTreeSet<i128> = members
                    .iter()
                    .filter_map(|member| match self.read(*member, part) {
                        Value::Number(number) if !constants.contains(&number) => Some(number),
                        _ => None,
                    })
                    .collect();
                if others.len() <= 2 {
                    constants.extend(others);
                }
                (constants.len() <= VARIANTS).then_some((at, constants))
            })
            .collect()
    }

    /// The parts of a kind that hold functions, or null.
    fn functions_in(&self, kind: KindId) -> Vec<usize> {
        let (members, _) = self.told_apart(kind);
        let parts = self.class(kind).parts.iter().enumerate();
        let holds = |(_, part): &(usize, &Part)| {
            let known: BTreeSet<Value> = members.iter().map(|member| self.read(*member, part)).collect();
            known.iter().any(|value| matches!(value, Value::Code(_)))
                && known.iter().all(|value| matches!(*value, Value::Code(_) | Value::NULL))
        };
        parts.filter(holds).map(|(at, _)| at).collect()
    }

    /// Whether a pointer leads into its own node in some members. The head of a ring that is part of a node does so too, if the ring is empty; otherwise it
    /// leads to nodes that lead back to it. That is no variant of its own.
    fn leads_inside(&self, kind: KindId, part: &Part) -> bool {
        let (members, _) = self.told_apart(kind);
        let places = members.iter().filter_map(|member| match self.read(*member, part) {
            Value::To(to, distance) if to == member.node => Some(distance),
            _ => None,
        });
        let places: BTreeSet<i64> = places.collect();
        let leads_back = |member: &Member| match self.read(*member, part) {
            Value::To(to, _) if to != member.node => {
                let mut pointers = self.samples[member.sample].nodes[to].pointers();
                pointers.any(|(_, back)| matches!(back, Value::To(node, place) if node == member.node && places.contains(&place)))
            }
            _ => false,
        };
        let of_ring = self.forest.rings.contains(&(self.kinds.list[kind].class, part.offset));
        part.pointer
            && !of_ring
            && !places.is_empty()
            && !self.kinds.list[kind].members.iter().any(leads_back)
    }

    fn marks(
        &self,
        member: Member,
        parts: &[Part],
        tags: &[(usize, BTreeSet<i128>)],
        (inner, code): (&[usize], &[usize]),
    ) -> Option<Marks> {
        let mut marks = Marks::new();
        for (at, constants) in tags {
            let mark = match self.read(member, &parts[*at]) {
                Value::Number(number) if constants.contains(&number) => Mark::Number(number),
                Value::Number(_) => Mark::OtherNumber,
                _ => return None,
            };
            marks.insert(*at, mark);
        }
        for at in inner {
            let mark = match self.read(member, &parts[*at]) {
                Value::To(to, distance) if to == member.node => Mark::Itself(distance),
                Value::Unwritten if self.is_held(member) => return None,
                _ => Mark::Elsewhere,
            };
            marks.insert(*at, mark);
        }
        for at in code {
            let mark = match self.read(member, &parts[*at]) {
                Value::Code(function) => Mark::Code(function),
                Value::NULL => Mark::Number(0),
                _ => return None,
            };
            marks.insert(*at, mark);
        }
        Some(marks)
    }
}
