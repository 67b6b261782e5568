//! The runs of an object: every element is what they say, byte by byte.

use std::ops::Range;

use logic::Fact;
use model::ObjectId;
use smallvec::SmallVec;

use super::Match;
use super::chain::Chain;
use super::concrete::Concrete;
use super::object::holds;
use super::structure::Structure;
use crate::definition::Row;
use crate::heap::lub::is_nothing_where_null;
use crate::heap::{Block, Content, Element, Marks, Owned, Region, Rest, Sym, Term};

impl Match<'_> {
    /// Which bytes of an object belong to its runs; `None` if they are not what these say. If it cannot be found out where a run is, all
    /// bytes are taken for one: then nothing is said of them.
    pub(super) fn rows(&mut self, block: &Block, id: ObjectId, at: i64) -> Option<Vec<Range<i64>>> {
        let mut rows = Vec::new();
        if block.runs.is_empty() {
            return Some(rows);
        }
        self.solve();
        for run in &block.runs {
            let number = |term: Term| self.known(term).map(|value| value.bits.cast_signed());
            let (Some(from), Some(to)) = (number(run.from), number(run.to)) else {
                self.vague = true;
                return Some(std::iter::once(i64::MIN..i64::MAX).collect());
            };
            if from > to || (to - from) % run.each.stride != 0 {
                return None;
            }
            let mut element = from;
            while element < to {
                if !self.element(block, &run.each, (id, at), element) {
                    return None;
                }
                element += run.each.stride;
            }
            rows.push(from..to);
        }
        Some(rows)
    }

    /// Finds the numbers that equations determine. An address that follows from a pointer into the object is one of that object.
    pub(super) fn solve(&mut self) {
        let facts = self.state.pure.facts();
        loop {
            let mut found = None;
            for fact in &facts {
                let Fact::Eq(form) = fact else { continue };
                let mut sum = Some(form.offset());
                // Distances within an object are no addresses: what is left over says whose address it is.
                let mut open = None;
                let mut addresses: SmallVec<[(ObjectId, i64); 2]> = SmallVec::new();
                for (dim, factor) in form.terms() {
                    match self.value_of(Sym(dim.0)) {
                        Some(value) => {
                            let from = self.values[dim.0 as usize].and_then(|value| value.provenance);
                            if let Some(from) = from {
                                match addresses.iter_mut().find(|(known, _)| *known == from) {
                                    Some((_, times)) => *times += factor,
                                    None => addresses.push((from, *factor)),
                                }
                            }
                            sum =
                                sum.and_then(|sum| sum.checked_add(value.checked_mul(i128::from(*factor))?));
                        }
                        None if open.is_none() => open = Some((*dim, i128::from(*factor))),
                        None => sum = None,
                    }
                }
                if let (Some(sum), Some((dim, factor))) = (sum, open)
                    && (dim.0 as usize) < self.values.len()
                    && sum % factor == 0
                {
                    let left = addresses.iter().find(|(_, times)| *times != 0).map(|(from, _)| *from);
                    found = Some((dim, -(sum / factor), left));
                    break;
                }
            }
            let Some((dim, value, provenance)) = found else { return };
            // A number of some type is none, whatever it was computed from; another name of an address is.
            let is_address =
                self.state.region(Sym(dim.0)).is_some() || self.state.range(Sym(dim.0)).is_none();
            let provenance = provenance.filter(|_| is_address);
            self.values[dim.0 as usize] = Some(Concrete { bits: value as u64, provenance });
        }
    }

    /// The number that a symbol is, whatever type it has.
    fn value_of(&self, sym: Sym) -> Option<i128> {
        let value = self.values.get(sym.0 as usize).copied().flatten()?;
        Some(self.number(sym).unwrap_or(i128::from(value.bits.cast_signed())))
    }

    /// One element is what it must be; what it owns is found, or will be.
    fn element(&mut self, block: &Block, each: &Element, (id, at): (ObjectId, i64), element: i64) -> bool {
        for slot in &each.slots {
            let Some(word) = self.read(id, at + element + slot.offset, slot.size.min(8)) else {
                return false;
            };
            match &slot.content {
                Content::Value(_) if slot.size > 8 => {}
                Content::Value(value) => {
                    if !self.value(*value, word, slot.size) {
                        return false;
                    }
                }
                Content::Owned(owned) => {
                    let root = Concrete { bits: word.bits, provenance: word.provenance };
                    if !word.is_defined() || !self.owned_by_slot(owned, root) {
                        return false;
                    }
                }
            }
        }
        if !each.has_bare_bytes() {
            return true;
        }
        let Some(object) = self.memory.live(id) else { return false };
        let bare = (element..element + each.stride).filter(|byte| {
            !each.slots.iter().any(|slot| (element + slot.offset..element + slot.end()).contains(byte))
        });
        for byte in bare {
            let Ok(index) = usize::try_from(at + byte) else { return false };
            let Some((held, undefined)) = object.byte(index) else { return false };
            let fits =
                holds(each.rest, held, undefined) || each.rest == Rest::Any && !self.is_member(block, byte);
            if !fits {
                return false;
            }
        }
        true
    }

    /// A row that a rule owns: each of its pointers leads to a structure, which is looked at later.
    pub(super) fn row_of_rule(
        &mut self,
        row: &Row,
        id: ObjectId,
        marks: Marks,
        todo: &mut Chain<Structure>,
    ) -> bool {
        let mut element = row.from;
        while element < row.to {
            for slot in &row.slots {
                let Some(word) = self.read(id, element + slot.offset, slot.size) else { return false };
                if !word.is_defined() {
                    return false;
                }
                let root = Concrete { bits: word.bits, provenance: word.provenance };
                if word.bits == 0 && is_nothing_where_null(&self.domain.definitions[slot.definition]) {
                    continue;
                }
                let constant = |arg: &i64| Some(Concrete { bits: arg.cast_unsigned(), provenance: None });
                let args = slot.args.iter().map(constant).collect();
                let marks = Marks { set: None, ..marks };
                let definition = slot.definition;
                todo.push(Structure { definition, root, args, sets: Vec::new(), hole: None, marks });
            }
            element += row.stride;
        }
        true
    }

    fn owned_by_slot(&mut self, owned: &Owned, root: Concrete) -> bool {
        if owned.or_null && root.bits == 0 {
            return true;
        }
        match &*owned.region {
            Region::Block(block) => self.block(block, root),
            Region::Checker(checker) => {
                let args = checker.args.iter().map(|arg| self.known(*arg)).collect();
                let (definition, marks) = (checker.definition, checker.marks);
                let sets = self.sets_among(&checker.args);
                self.pending.push(Structure { definition, root, args, sets, hole: None, marks });
                true
            }
            Region::Segment(_) => true,
        }
    }
}
