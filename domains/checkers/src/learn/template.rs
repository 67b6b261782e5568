//! Templates: what all members of a variant have in common, each part described from where the node stands.
//!
//! A part may hold a constant, lead into the node itself, own what it leads to, or hold a *parameter*: something that whoever owns the node
//! can name. So the predecessor in a doubly linked list, the parent in a tree, the address of the link that leads here, and a record that all
//! nodes share are one and the same thing: for each way to get to the node, the sets of names that its owners have for the value are
//! intersected, and if a name is left everywhere, the part holds a parameter and that name is passed. What cannot be described in any of these
//! ways is anything. A further parameter is where a structure ends, if that is not always null, and one the last node before it.

use std::collections::{BTreeMap, BTreeSet};

use ir::FunctionId;

use super::forest::Link;
use super::kinds::{Kind, KindId, Member};
use super::layout::Part;
use super::sample::{Origin, Value};
use super::variants::{Mark, Marks};
use super::{Detail, View};

/// What a part of a node holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Anything,
    Number(i128),
    /// A number that is none of those it is compared with.
    OtherNumber,
    /// This function.
    Code(FunctionId),
    /// So many bytes behind where links lead to in the node itself.
    Itself(i64),
    /// A parameter.
    Given(usize),
    /// It owns a structure of this kind; whether that is never missing.
    Owns(KindId, bool),
    /// It owns a ring of this kind.
    Ring(KindId),
}

/// A parameter of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Param {
    /// What the part at this offset holds.
    Cell(i64),
    /// Where the structure ends.
    End,
    /// What the part at this offset would hold in a node at the end.
    Last(i64),
}

/// What an owner can call a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Word {
    /// So many bytes behind where links lead to in itself.
    Itself(i64),
    /// Null.
    Null,
    /// What its part at this offset holds.
    Cell(i64),
    /// Its own parameter.
    Same,
}

/// The members of a variant and what they have in common.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    pub(super) marks: Marks,
    pub(super) members: Vec<Member>,
    /// By part.
    pub(super) roles: Vec<Role>,
    /// By part, what is passed to the structure that it owns.
    pub(super) args: Vec<Vec<Word>>,
}

/// What is known of a kind.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape {
    pub(super) variants: Vec<Variant>,
    pub(super) params: Vec<Param>,
    /// What the pointers in rows own, by their offset in the first element.
    pub(super) rows: BTreeMap<i64, KindId>,
}

/// Where a link leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lead {
    Null,
    /// To a node that it owns.
    Owned(Member),
    /// To a node that is owned otherwise.
    Shared(Member),
    /// To something else: an end.
    End(Value),
    /// Nobody has written it yet.
    Unknown,
    /// Nowhere.
    Lost,
}

/// A way to get to a node: the kind and variant of the owner, and which part of it.
type Way = (KindId, usize, usize);

impl View<'_> {
    /// The shapes of all kinds.
    pub(super) fn shapes(&self) -> Vec<Shape> {
        let kinds = 0..self.kinds.list.len();
        let mut shapes: Vec<Shape> = kinds.clone().map(|kind| self.shape(kind)).collect();
        for kind in kinds.clone() {
            self.find_rings(kind, &mut shapes);
        }
        for kind in kinds.clone() {
            self.find_params(kind, &mut shapes);
        }
        for kind in kinds.clone() {
            self.find_ends(kind, &mut shapes);
        }
        if self.detail == Detail::Tails {
            kinds.for_each(|kind| self.split_by_tails(kind, &mut shapes[kind]));
        }
        shapes
    }

    /// Variants with the roles that depend on nothing else. What may be a parameter is anything for now.
    fn shape(&self, kind: KindId) -> Shape {
        let variants = self.variants(kind).into_iter().map(|(marks, members)| {
            let parts = &self.class(kind).parts;
            let witnesses = self.witnesses(&members);
            let role = |part: usize| {
                let leads_on =
                    members.iter().any(|member| matches!(self.lead(*member, part), Lead::Owned(_)));
                // Where variables point to all inner nodes, only leaves are left to look at.
                match self.role(kind, part, &marks, &witnesses) {
                    Role::Number(0) if leads_on => {
                        self.target(kind, part).map_or(Role::Anything, |target| Role::Owns(target, false))
                    }
                    role => role,
                }
            };
            let roles = (0..parts.len()).map(role).collect();
            Variant { marks, members, roles, args: vec![Vec::new(); parts.len()] }
        });
        Shape { variants: variants.collect(), params: Vec::new(), rows: self.owned_by_rows(kind) }
    }

    /// The members that are looked at: those that variables point to may be half made, and count only if there are few others.
    fn witnesses(&self, members: &[Member]) -> Vec<Member> {
        let loose: Vec<Member> = members.iter().copied().filter(|member| !self.is_held(*member)).collect();
        if loose.len() < 2 { members.to_vec() } else { loose }
    }

    fn role(&self, kind: KindId, at: usize, marks: &Marks, members: &[Member]) -> Role {
        let part = &self.class(kind).parts[at];
        match marks.get(&at) {
            Some(Mark::Number(number)) => return Role::Number(*number),
            Some(Mark::OtherNumber) => return Role::OtherNumber,
            Some(Mark::Code(function)) => return Role::Code(*function),
            Some(Mark::Itself(distance)) => return Role::Itself(distance - self.kinds.list[kind].entry),
            Some(Mark::Elsewhere) | None => {}
        }
        if !part.pointer {
            return Role::Anything;
        }
        let values = members.iter().map(|member| self.read(*member, part));
        let known: BTreeSet<Value> = values.filter(|value| *value != Value::Unwritten).collect();
        let unwritten =
            |member: &Member| self.read(*member, part) == Value::Unwritten && !self.is_held(*member);
        if members.iter().any(unwritten) {
            return Role::Anything;
        }
        let expected = self.forest.is_only_expected(self.kinds.list[kind].class, part.offset);
        if known.iter().eq([&Value::NULL]) && !expected {
            return Role::Number(0);
        }
        if let Some(target) = self.target(kind, at) {
            let leads = members.iter().map(|member| self.lead(*member, at));
            let (mut null, mut lost) = (false, false);
            for lead in leads {
                null |= lead == Lead::Null;
                lost |= lead == Lead::Lost;
            }
            if !lost {
                // The last node of a list has nothing behind it on any level.
                let may_miss = null || target == kind || self.kinds.list[kind].height > 0;
                return Role::Owns(target, !may_miss && members.len() > 2);
            }
        }
        Role::Anything
    }

    /// The kind of what a part owns, where it owns something.
    pub(super) fn target(&self, kind: KindId, at: usize) -> Option<KindId> {
        let class = self.kinds.list[kind].class;
        let offset = self.class(kind).parts[at].offset;
        let link = self.forest.link(class, offset)?;
        if let Some(level) = self.levels.level(class, offset) {
            return self.on_level(kind, level);
        }
        if self.forest.is_only_expected(class, offset) {
            let of_class = |kind: &KindId| self.kinds.list[*kind].class == link.to;
            let kinds = std::iter::once(kind).chain(0..self.kinds.list.len());
            return kinds.into_iter().find(of_class);
        }
        let mut votes: BTreeMap<KindId, usize> = BTreeMap::new();
        for member in &self.kinds.list[kind].members {
            if let Lead::Owned(to) = self.lead(*member, at)
                && let Some(target) = self.kind_of(to)
            {
                *votes.entry(target).or_default() += 1;
            }
        }
        // A structure that goes on as it began is likelier than one that changes.
        votes.into_iter().max_by_key(|(target, count)| (*count, *target == kind)).map(|(target, _)| target)
    }

    /// The kind of the nodes of a level below which, or on which, nodes of a kind are.
    fn on_level(&self, kind: KindId, level: usize) -> Option<KindId> {
        let Kind { class, height, .. } = self.kinds.list[kind];
        let is_there = |other: &KindId| {
            self.kinds.list[*other].class == class && self.kinds.list[*other].height == level
        };
        let found = std::iter::once(kind).chain(0..self.kinds.list.len()).find(is_there);
        found.filter(|_| level <= height)
    }

    /// Where a part that may own something leads.
    pub(super) fn lead(&self, member: Member, at: usize) -> Lead {
        let Some(kind) = self.kind_of(member) else { return Lead::Lost };
        let part = &self.class(kind).parts[at];
        let Some(link) = self.forest.link(self.kinds.list[kind].class, part.offset) else {
            return Lead::Lost;
        };
        self.lead_along(member, part, link)
    }

    /// The same for a part that is such a link.
    pub(super) fn lead_along(&self, member: Member, part: &Part, link: Link) -> Lead {
        let place = (member.node, part.offset);
        let closes =
            self.forest.owners[member.sample].as_ref().is_some_and(|owners| owners.closing.contains(&place));
        match self.read(member, part) {
            Value::NULL => Lead::Null,
            Value::Number(_) | Value::Code(_) => Lead::Lost,
            Value::Unwritten | Value::Gone if self.is_held(member) => Lead::Unknown,
            Value::Unwritten | Value::Gone => Lead::Lost,
            value @ Value::To(..) if closes => Lead::End(value),
            value @ Value::To(node, _) => {
                let to = Member { node, ..member };
                match self.layouts.of[member.sample][node] {
                    Some(class) if class == link.to && self.owner(to) == Some((member, part.offset)) => {
                        Lead::Owned(to)
                    }
                    Some(class) if class == link.to => Lead::Shared(to),
                    _ => Lead::End(value),
                }
            }
        }
    }

    /// The parts of a kind through which it goes on as the same kind.
    pub(super) fn spine(&self, kind: KindId) -> Vec<usize> {
        (0..self.class(kind).parts.len()).filter(|at| self.target(kind, *at) == Some(kind)).collect()
    }

    /// Which parts lead into rings: lists that end where they begin.
    fn find_rings(&self, kind: KindId, shapes: &mut [Shape]) {
        let spine = self.spine(kind);
        for by in (0..shapes.len()).filter(|by| *by != kind) {
            for at in (0..self.class(by).parts.len()).filter(|at| self.target(by, *at) == Some(kind)) {
                let leads = self.kinds.list[by].members.iter().map(|member| self.lead(*member, at));
                let owned =
                    leads.filter_map(|lead| if let Lead::Owned(first) = lead { Some(first) } else { None });
                let mut owned = owned.peekable();
                let entry = self.kinds.list[kind].entry;
                if owned.peek().is_some()
                    && owned.all(|first| self.end(first, &spine) == Some(Value::To(first.node, entry)))
                {
                    for variant in &mut shapes[by].variants {
                        if matches!(variant.roles[at], Role::Owns(..)) {
                            variant.roles[at] = Role::Ring(kind);
                        }
                    }
                }
            }
        }
    }

    /// Which parts are parameters, and what is passed for them.
    fn find_params(&self, kind: KindId, shapes: &mut [Shape]) {
        for at in 0..self.class(kind).parts.len() {
            let part = self.class(kind).parts[at];
            let open: Vec<usize> = (0..shapes[kind].variants.len())
                .filter(|variant| part.pointer && shapes[kind].variants[*variant].roles[at] == Role::Anything)
                .collect();
            let members =
                open.iter().flat_map(|variant| self.witnesses(&shapes[kind].variants[*variant].members));
            let values: Vec<(Member, Value)> = members
                .map(|member| (member, self.read(member, &part)))
                .filter(|(member, value)| *value != Value::Unwritten || !self.is_held(*member))
                .collect();
            let Some(words) = self.words(kind, &values, Some(part.offset), shapes) else { continue };
            let param = shapes[kind].params.len();
            shapes[kind].params.push(Param::Cell(part.offset));
            for variant in &open {
                shapes[kind].variants[*variant].roles[at] = Role::Given(param);
            }
            pass(shapes, kind, &words, Word::Null);
        }
    }

    /// Where structures of a kind end, if that is not always null.
    fn find_ends(&self, kind: KindId, shapes: &mut [Shape]) {
        let Kind { class, height, .. } = self.kinds.list[kind];
        if let Some(above) = self.levels.links(class).get(height).filter(|_| height > 0) {
            self.end_on_level(kind, *above, shapes);
            return;
        }
        let spine = self.spine(kind);
        let members = &self.kinds.list[kind].members;
        let ends: Vec<(Member, Value)> =
            members.iter().filter_map(|member| Some((*member, self.end(*member, &spine)?))).collect();
        if spine.is_empty() || ends.iter().all(|(_, end)| *end == Value::NULL) {
            return;
        }
        let from_outside = |member: &Member| {
            let owner = self.owner(*member).and_then(|(owner, offset)| Some((self.kind_of(owner)?, offset)));
            owner.is_some_and(|(by, offset)| by != kind && !self.owns_rings(&shapes[by], by, offset))
        };
        // What ends in null is not closed yet.
        let closed = ends.iter().copied().filter(|(_, end)| *end != Value::NULL);
        let outer: Vec<(Member, Value)> = closed.filter(|(member, _)| from_outside(member)).collect();
        let Some(words) =
            self.words(kind, &outer, None, shapes).or_else(|| outer.is_empty().then(BTreeMap::new))
        else {
            return;
        };
        shapes[kind].params.push(Param::End);
        pass(shapes, kind, &words, Word::Same);
        // Who comes to the end from behind wants to know the last node.
        let [along] = spine[..] else { return };
        let is_previous = |param: &Param| match param {
            Param::Cell(offset) => Some(*offset).filter(|offset| self.passes_itself(kind, shapes, *offset)),
            _ => None,
        };
        let Some(previous) = shapes[kind].params.iter().find_map(is_previous) else { return };
        let last: Vec<(Member, Value)> =
            outer.iter().map(|(member, _)| (*member, self.last(*member, along))).collect();
        let Some(words) =
            self.words(kind, &last, None, shapes).or_else(|| last.is_empty().then(BTreeMap::new))
        else {
            return;
        };
        shapes[kind].params.push(Param::Last(previous));
        pass(shapes, kind, &words, Word::Same);
    }

    /// What is below the highest level ends where the next level leads.
    fn end_on_level(&self, kind: KindId, above: i64, shapes: &mut [Shape]) {
        let Kind { class, height, .. } = self.kinds.list[kind];
        let mut words: BTreeMap<Way, Word> = BTreeMap::new();
        for (by, shape) in shapes.iter().enumerate().filter(|(by, _)| self.kinds.list[*by].class == class) {
            let word = if self.kinds.list[by].height == height { Word::Same } else { Word::Cell(above) };
            for (index, variant) in shape.variants.iter().enumerate() {
                let owns = |at: &usize| matches!(variant.roles[*at], Role::Owns(target, _) if target == kind);
                words.extend((0..variant.roles.len()).filter(owns).map(|at| ((by, index, at), word)));
            }
        }
        shapes[kind].params.push(Param::End);
        pass(shapes, kind, &words, Word::Same);
    }

    /// Whether a part of a kind owns rings.
    fn owns_rings(&self, shape: &Shape, kind: KindId, offset: i64) -> bool {
        let part = self.class(kind).parts.iter().position(|part| part.offset == offset);
        part.is_some_and(|at| shape.variants.iter().any(|variant| matches!(variant.roles[at], Role::Ring(_))))
    }

    /// Whether every node of a kind passes itself to the next for a parameter.
    fn passes_itself(&self, kind: KindId, shapes: &[Shape], offset: i64) -> bool {
        let Some(param) = shapes[kind].params.iter().position(|param| *param == Param::Cell(offset)) else {
            return false;
        };
        self.spine(kind).iter().all(|at| {
            let mut variants = shapes[kind].variants.iter();
            variants.all(|variant| variant.args[*at].get(param).is_none_or(|word| *word == Word::Itself(0)))
        })
    }

    /// Where a structure ends; nothing if that is not one place.
    fn end(&self, root: Member, spine: &[usize]) -> Option<Value> {
        let mut ends = BTreeSet::new();
        let mut todo = vec![root];
        let kind = self.kind_of(root);
        while let Some(member) = todo.pop() {
            for at in spine {
                match self.lead(member, *at) {
                    Lead::Null => drop(ends.insert(Value::NULL)),
                    Lead::End(end) => drop(ends.insert(end)),
                    Lead::Owned(to) if self.kind_of(to) == kind => todo.push(to),
                    Lead::Owned(_) | Lead::Shared(_) | Lead::Unknown | Lead::Lost => {}
                }
            }
        }
        ends.pop_first().filter(|_| ends.is_empty())
    }

    /// The last node of a list.
    fn last(&self, root: Member, along: usize) -> Value {
        let mut member = root;
        while let Lead::Owned(to) = self.lead(member, along) {
            member = to;
        }
        let entry = self.kind_of(member).map_or(0, |kind| self.kinds.list[kind].entry);
        Value::To(member.node, entry)
    }

    /// For each way to get to these nodes, what the owner calls the value. Nothing if there is no way, or no name.
    fn words(
        &self,
        kind: KindId,
        values: &[(Member, Value)],
        own: Option<i64>,
        shapes: &[Shape],
    ) -> Option<BTreeMap<Way, Word>> {
        let mut ways: BTreeMap<Way, BTreeSet<Word>> = BTreeMap::new();
        for (member, value) in values {
            if matches!(value, Value::Unwritten | Value::Gone | Value::Code(_) | Value::Number(1..=i128::MAX | i128::MIN..=-1))
            {
                return None;
            }
            let Some((owner, offset)) = self.owner(*member) else { continue };
            let Some(by) = self.kind_of(owner) else { continue };
            let variant = shapes[by].variants.iter().position(|variant| variant.members.contains(&owner));
            let part = self.class(by).parts.iter().position(|part| part.offset == offset);
            let (Some(variant), Some(part)) = (variant, part) else { continue };
            if !matches!(shapes[by].variants[variant].roles[part], Role::Owns(target, _) if target == kind) {
                continue;
            }
            let words = self.names(owner, by, offset, *value);
            let known = ways.entry((by, variant, part)).or_insert_with(|| words.clone());
            known.retain(|word| words.contains(word));
        }
        let choose = |(way, words): (Way, BTreeSet<Word>)| {
            let same = own.map(Word::Cell).filter(|same| way.0 == kind && words.contains(same));
            let first = words.first().copied();
            let itself = first.filter(|word| matches!(word, Word::Itself(_)));
            Some((way, itself.or(same).or(first)?))
        };
        let chosen: Option<BTreeMap<Way, Word>> = ways.into_iter().map(choose).collect();
        chosen.filter(|chosen| !chosen.is_empty())
    }

    /// What a node can call a value.
    fn names(&self, owner: Member, kind: KindId, via: i64, value: Value) -> BTreeSet<Word> {
        let mut names = BTreeSet::new();
        match value {
            Value::NULL => drop(names.insert(Word::Null)),
            Value::To(to, distance) if to == owner.node => {
                names.insert(Word::Itself(distance - self.kinds.list[kind].entry));
            }
            _ => {}
        }
        if value != Value::NULL {
            let cells = self.class(kind).parts.iter().filter(|part| part.pointer && part.offset != via);
            let holds = cells.filter(|part| self.read(owner, part) == value);
            names.extend(holds.map(|part| Word::Cell(part.offset)));
        }
        names
    }

    pub(super) fn is_held(&self, member: Member) -> bool {
        let node = &self.samples[member.sample].nodes[member.node];
        node.held || node.origin != Origin::Heap || node.left && self.detail == Detail::Strict
    }
}

/// Passes a parameter that a kind has got wherever it is owned: what was found, and where nobody was seen what nodes of the kind itself pass.
fn pass(shapes: &mut [Shape], kind: KindId, words: &BTreeMap<Way, Word>, within: Word) {
    let usual = words.iter().find(|((by, ..), _)| *by == kind).map_or(within, |(_, word)| *word);
    for (by, shape) in shapes.iter_mut().enumerate() {
        for (index, variant) in shape.variants.iter_mut().enumerate() {
            for at in 0..variant.roles.len() {
                if matches!(variant.roles[at], Role::Owns(target, _) if target == kind) {
                    let unseen = if by == kind { usual } else { Word::Null };
                    variant.args[at].push(words.get(&(by, index, at)).copied().unwrap_or(unseen));
                }
            }
        }
    }
}
