//! Whole-node variants: which members of a kind look alike.
//!
//! Cells that change together must not be weakened one by one: a node with tag 2 owns a block, one with tag 1 points to itself. Members are told
//! apart by the numbers the program compares with constants, and by whether a pointer leads into the node itself.

use std::collections::{BTreeMap, BTreeSet};

use super::View;
use super::kinds::{KindId, Member};
use super::layout::Part;
use super::sample::Value;

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
}

/// By part, what the members of a variant have in common that others do not.
pub(super) type Marks = BTreeMap<usize, Mark>;

impl View<'_> {
    /// The variants of a kind with their members; those of which a mark is not known are left out.
    pub(super) fn variants(&self, kind: KindId, with_tags: bool) -> BTreeMap<Marks, Vec<Member>> {
        let parts = &self.class(kind).parts;
        let mut tags: Vec<(usize, BTreeSet<i128>)> = if with_tags { self.tags_of(kind) } else { Vec::new() };
        let inner: Vec<usize> = (0..parts.len()).filter(|at| self.leads_inside(kind, &parts[*at])).collect();
        loop {
            let mut found: BTreeMap<Marks, Vec<Member>> = BTreeMap::new();
            for member in &self.kinds.list[kind].members {
                if let Some(marks) = self.marks(*member, parts, &tags, &inner) {
                    found.entry(marks).or_default().push(*member);
                }
            }
            if found.len() <= VARIANTS || tags.pop().is_none() {
                return found;
            }
        }
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
                let members = self.kinds.list[kind].members.iter();
                let others: BTreeSet<i128> = members
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

    fn leads_inside(&self, kind: KindId, part: &Part) -> bool {
        let inside =
            |member: &Member| matches!(self.read(*member, part), Value::To(to, _) if to == member.node);
        part.pointer && self.kinds.list[kind].members.iter().any(inside)
    }

    fn marks(
        &self,
        member: Member,
        parts: &[Part],
        tags: &[(usize, BTreeSet<i128>)],
        inner: &[usize],
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
        Some(marks)
    }
}
