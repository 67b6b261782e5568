//! Checkers for structs that the user wrote none for, learned from runs.
//!
//! A definition is never assumed: it only says to what cells may be folded, and whether they are such a structure is proved each time. So any
//! source of definitions is sound, and the best one is what the program does: it is run a little before it is analyzed, and what
//! the memory looked like ([`Sample`]) is generalized. Nodes of one layout (`layout`) are linked by pointers that own (`forest`), perhaps on several levels (`levels`); nodes that
//! are reached alike (`kinds`) and look alike (`variants`) are described by what they have in common (`template`), and that
//! is written down (`write`), also as a C predicate (`predicate`).
//!
//! This is anti-unification of neighbours (dossier §1.3) on concrete heaps. Structs that no run has shown are guessed from their
//! declarations (`declared`).

mod declared;
mod forest;
mod kinds;
mod layout;
mod levels;
mod names;
mod predicate;
mod rows;
mod sample;
mod tags;
mod tails;
mod template;
mod unseen;
mod variants;
mod write;

use std::collections::BTreeSet;

use ir::{Program, TypeId};

use crate::arguments;
use crate::definition::{DefinitionId, Definitions};
use forest::Forest;
use kinds::{KindId, Kinds, Member};
use layout::{Class, Layouts};
pub(crate) use layout::{Part, parts};
use levels::Levels;
pub use sample::Sample;
use sample::Value;
use tags::Tags;
use write::Writer;

/// How much definitions say. Those that say more prove more, where they fit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Detail {
    /// As with automata, and nodes that variables point to do not show where structures end, as they may be the last ones made so far; nor do
    /// those that variables were left at show what nodes look like.
    Strict,
    /// What follows a node depends on its tag.
    Automata,
    /// What follows a node depends on its tag and on all tags behind it.
    Tails,
    /// Nodes with different tags look different.
    Variants,
    /// Tags are numbers like others, and all nodes of a layout are alike.
    Plain,
}

impl Detail {
    /// All, those that say most first; only the last does not tell nodes of one layout apart.
    pub(crate) const ALL: &'static [Self] =
        &[Self::Strict, Self::Automata, Self::Tails, Self::Variants, Self::Plain];
}

/// What is known while definitions are learned.
struct View<'a> {
    program: &'a Program,
    samples: &'a [Sample],
    layouts: &'a Layouts,
    levels: &'a Levels,
    forest: &'a Forest,
    kinds: &'a Kinds,
    tags: &'a Tags,
    /// The structs that somebody else has described.
    described: &'a [TypeId],
    detail: Detail,
}

impl View<'_> {
    fn class(&self, kind: KindId) -> &Class {
        &self.layouts.classes[self.kinds.list[kind].class]
    }

    fn read(&self, member: Member, part: &Part) -> Value {
        part.read(&self.samples[member.sample].nodes[member.node])
    }

    fn is_described(&self, kind: KindId) -> bool {
        self.class(kind).ty.is_some_and(|ty| self.described.contains(&ty))
    }

    /// What the number at an offset is compared with.
    fn tag_constants(&self, kind: KindId, offset: i64) -> BTreeSet<i128> {
        let constants = self.class(kind).ty.and_then(|ty| self.tags.constants(ty, offset));
        constants.cloned().unwrap_or_default()
    }
}

/// What samples show, before it is said how much of it is told.
pub(crate) struct Shown<'a> {
    program: &'a Program,
    samples: &'a [Sample],
    layouts: Layouts,
    levels: Levels,
    forest: Forest,
    kinds: Kinds,
    tags: Tags,
}

impl<'a> Shown<'a> {
    /// Whether nodes of one layout may differ in what they are depends on the detail; all but the least have that in common.
    pub(crate) fn of(program: &'a Program, samples: &'a [Sample], detail: Detail) -> Self {
        let differ = detail != Detail::Plain;
        let layouts = Layouts::of(program, samples, differ);
        let leads_back = |class: &Class, offset: i64| {
            class.ty.is_some_and(|ty| declared::leads_back(program, ty, offset.cast_unsigned()))
        };
        let levels = if differ { Levels::of(samples, &layouts) } else { Levels::default() };
        let mut forest = Forest::of(samples, &layouts, &levels, &leads_back);
        forest.expect(unseen::links(program, samples, &layouts, &forest));
        let kinds = Kinds::of(samples, &layouts, &levels, &forest, differ);
        let tags = if samples.is_empty() || !differ { Tags::default() } else { Tags::of(program) };
        Self { program, samples, layouts, levels, forest, kinds, tags }
    }
}

/// The checkers of a program as they were read, and definitions for structs that no checker is about: those that samples show, then those that
/// look like lists or trees.
pub(crate) fn definitions(shown: &Shown<'_>, mut definitions: Definitions, detail: Detail) -> Definitions {
    let Shown { program, samples, layouts, levels, forest, kinds, tags } = shown;
    let of_user: Vec<TypeId> = definitions
        .list
        .iter()
        .filter(|definition| !definition.refused)
        .filter_map(|definition| program.types.pointee(definition.root))
        .collect();
    let view = View { program, samples, layouts, levels, forest, kinds, tags, described: &of_user, detail };
    let shapes = view.shapes();
    let first = definitions.list.len() as u32;
    let writer = Writer::new(&view, &shapes, first);
    let learned = writer.write();
    let objects = learned.iter().flat_map(|definition| &definition.rules).flat_map(|rule| &rule.objects);
    let roots = learned.iter().filter_map(|definition| program.types.pointee(definition.root));
    let shown = objects.map(|object| object.ty).chain(roots);
    let described: Vec<TypeId> = of_user.iter().copied().chain(shown).collect();
    definitions.list.extend(learned);
    let with_texts = detail != Detail::Plain && declared::puts_texts(program);
    declared::derive(program, &described, with_texts, &mut definitions);
    if let Some(argument) = arguments::definition(program) {
        definitions.arguments = Some(DefinitionId(definitions.list.len() as u32));
        definitions.list.push(argument);
    }
    definitions.infer();
    definitions
}
