//! Nodes told apart by what follows them to the end.
//!
//! A list that is turned round has 1 before 2 at first and 2 before 1 in the end, and halfway both parts have neither. What may follow a
//! node by its own tag alone (automata) mixes all of these. So variants are split further, by the *word* of their tail: the variants of the nodes from there
//! on, each run of equal ones written once. A run at the very end of which there may be any number is left out, as it may as well be empty.

use std::collections::{BTreeMap, BTreeSet};

use super::View;
use super::kinds::{KindId, Member};
use super::template::{Lead, Shape, Variant};

/// The most variants of a kind that are told apart so.
const TAILS: usize = 10;

/// Words with more letters are given up.
const LETTERS: usize = 8;

/// A word of variants.
type Word = Vec<usize>;

impl View<'_> {
    /// Splits the variants of lists by the words of their tails, where there are few.
    pub(super) fn split_by_tails(&self, kind: KindId, shape: &mut Shape) {
        let [along] = self.spine(kind)[..] else { return };
        let variant_of: BTreeMap<Member, usize> = (shape.variants.iter().enumerate())
            .flat_map(|(at, variant)| variant.members.iter().map(move |member| (*member, at)))
            .collect();
        let follows = |member: &Member| match self.lead(*member, along) {
            Lead::Owned(to) => variant_of.get(&to).copied(),
            _ => None,
        };
        let repeated: BTreeSet<usize> = (variant_of.iter())
            .filter(|(member, variant)| follows(member) == Some(**variant))
            .map(|(_, variant)| *variant)
            .collect();
        let mut groups: BTreeMap<(usize, Word), Vec<Member>> = BTreeMap::new();
        for (member, variant) in &variant_of {
            if let Some(word) = self.word(*member, along, &variant_of, &repeated) {
                groups.entry((*variant, word)).or_default().push(*member);
            }
        }
        if (shape.variants.len() + 1..=TAILS).contains(&groups.len()) {
            let split = groups
                .into_iter()
                .map(|((variant, _), members)| Variant { members, ..shape.variants[variant].clone() });
            shape.variants = split.collect();
        }
    }

    /// The word of a node's tail; nothing if it does not come to an end.
    fn word(
        &self,
        from: Member,
        along: usize,
        variant_of: &BTreeMap<Member, usize>,
        repeated: &BTreeSet<usize>,
    ) -> Option<Word> {
        let mut word = Word::new();
        let mut at = from;
        loop {
            let variant = *variant_of.get(&at)?;
            if word.last() != Some(&variant) {
                word.push(variant);
            }
            match self.lead(at, along) {
                Lead::Owned(to) if word.len() <= LETTERS => at = to,
                Lead::Null | Lead::End(_) => break,
                _ => return None,
            }
        }
        if word.last().is_some_and(|last| repeated.contains(last)) {
            word.pop();
        }
        Some(word)
    }
}
