//! The macro expansions of a program, or the bytes they can be read from.
//!
//! This is a list of expansions by number. Each unit has its own, one after the other in the program, and hardly any is ever
//! looked at: only what is reported is shown with the macros it came out of. So those of a unit that was kept are read
//! when somebody first asks for one of them.
//!
//! Invariant: nobody can tell whether a part was read. Bytes that cannot be read are expansions that nobody knows of: spans
//! then keep their places and lose the names of macros.

use std::fmt;
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use crate::wire::{Reader, Relocation, Wire, Writer};
use crate::{Bytes, Expansion, ExpansionId};

/// Expansions, by [`ExpansionId`].
#[derive(Clone, Default)]
pub struct Expansions {
    /// By increasing first numbers, without gaps, none of them empty.
    parts: Vec<Part>,
    len: u32,
}

/// Expansions in a row.
#[derive(Clone)]
struct Part {
    first: u32,
    read: OnceLock<Vec<Expansion>>,
    packed: Option<Packed>,
}

/// Expansions as bytes.
#[derive(Clone)]
struct Packed {
    bytes: Arc<Bytes>,
    count: u32,
    relocation: Arc<Relocation>,
}

impl Expansions {
    /// None.
    pub const fn new() -> Self {
        Self { parts: Vec::new(), len: 0 }
    }

    /// How many there are.
    pub fn len(&self) -> u32 {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The one with this number.
    pub fn get(&self, id: ExpansionId) -> Option<&Expansion> {
        let after = self.parts.partition_point(|part| part.first <= id.0);
        let part = self.parts.get(after.checked_sub(1)?)?;
        part.items().get((id.0 - part.first) as usize)
    }

    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Expansion> {
        self.parts.iter().flat_map(Part::items)
    }

    /// Adds one at the end.
    pub fn push(&mut self, expansion: Expansion) -> ExpansionId {
        let id = ExpansionId(self.len);
        self.len += 1;
        match self.parts.last_mut().filter(|part| part.packed.is_none()).and_then(|part| part.read.get_mut())
        {
            Some(items) => items.push(expansion),
            None => self.parts.push(Part { first: id.0, read: vec![expansion].into(), packed: None }),
        }
        id
    }

    /// Adds those of a unit at the end. What is packed stays packed.
    pub fn append(&mut self, unit: &Self, relocation: &Arc<Relocation>) {
        for part in &unit.parts {
            match &part.packed {
                Some(packed) if packed.relocation.is_identity() => {
                    let moved = Packed { relocation: relocation.clone(), ..packed.clone() };
                    let (first, count) = (self.len, packed.count);
                    self.parts.push(Part { first, read: OnceLock::new(), packed: Some(moved) });
                    self.len += count;
                }
                _ => part.items().iter().for_each(|expansion| {
                    self.push(Expansion {
                        name: expansion.name.clone(),
                        spelled: relocation.place(expansion.spelled),
                        outer: expansion.outer.map(|id| ExpansionId(id.0 + relocation.expansions)),
                    });
                }),
            }
        }
    }

    /// The bytes that stand for them: each name once, then who has which, how far before it the one around it is, and where
    /// it is spelled.
    pub fn pack(&self) -> Vec<u8> {
        let (mut names, mut numbers) = (Vec::new(), FxHashMap::default());
        for Expansion { name, .. } in self.iter() {
            numbers.entry(name.clone()).or_insert_with(|| {
                names.push(name.clone());
                names.len() - 1
            });
        }
        let mut items = Writer::default();
        names.write(&mut items);
        for (number, Expansion { name, spelled, outer }) in (0_i64..).zip(self.iter()) {
            numbers[name].write(&mut items);
            outer.map_or(0, |outer| number - i64::from(outer.0)).write(&mut items);
            spelled.write(&mut items);
        }
        items.bytes
    }

    /// So many, which are unpacked when somebody first asks for one of them.
    pub fn packed(count: u32, bytes: Arc<Bytes>) -> Self {
        let packed = Packed { bytes, count, relocation: Arc::default() };
        let part = Part { first: 0, read: OnceLock::new(), packed: Some(packed) };
        Self { parts: if count == 0 { Vec::new() } else { vec![part] }, len: count }
    }
}

impl Part {
    fn items(&self) -> &[Expansion] {
        self.read.get_or_init(|| self.packed.as_ref().and_then(Packed::unpack).unwrap_or_default())
    }
}

impl Packed {
    fn unpack(&self) -> Option<Vec<Expansion>> {
        let mut reader = Reader::new(&self.bytes, &self.relocation);
        let names: Vec<Arc<str>> = Wire::read(&mut reader)?;
        let mut read = |number: i64| {
            let name = names.get(usize::read(&mut reader)?)?.clone();
            let outer = match i64::read(&mut reader)? {
                0 => None,
                before => Some(ExpansionId(number.checked_sub(before)?.try_into().ok()?)),
            };
            Some(Expansion { name, spelled: Wire::read(&mut reader)?, outer })
        };
        let first = i64::from(self.relocation.expansions);
        (first..first + i64::from(self.count)).map(&mut read).collect()
    }
}

impl PartialEq for Expansions {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Expansions {}

impl fmt::Debug for Expansions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FileId, Span, Types};

    fn expansion(name: &str, line: u32, outer: Option<u32>) -> Expansion {
        let spelled = Span { file: FileId(1), line, end_line: line, column: 3, end_column: 5, ..Span::NONE };
        Expansion { name: name.into(), spelled, outer: outer.map(ExpansionId) }
    }

    #[test]
    fn what_is_packed_reads_like_what_is_not() {
        let mut unit = Expansions::new();
        unit.push(expansion("OUTER", 4, None));
        unit.push(expansion("INNER", 9, Some(0)));
        let packed = Expansions::packed(unit.len(), Arc::new(unit.pack().into()));
        assert_eq!(packed, unit);

        let linked = |unit: &Expansions| {
            let mut all = Expansions::new();
            all.push(expansion("FIRST", 1, None));
            let files = vec![FileId(8), FileId(5)];
            let relocation =
                Relocation { files, expansions: 1, types: vec![Types::VOID], ..Relocation::default() };
            all.append(unit, &Arc::new(relocation));
            all.push(expansion("LAST", 2, Some(2)));
            all
        };
        let (all, same) = (linked(&packed), linked(&unit));
        assert_eq!(all, same);
        assert_eq!((all.len(), all.get(ExpansionId(4))), (4, None));
        let inner = all.get(ExpansionId(2)).expect("it is there");
        assert_eq!(
            (&*inner.name, inner.outer, inner.spelled.file),
            ("INNER", Some(ExpansionId(1)), FileId(5))
        );
        assert_eq!(all.get(ExpansionId(3)), same.iter().last());
    }

    #[test]
    fn damage_costs_names_only() {
        let mut unit = Expansions::new();
        unit.push(expansion("OUTER", 4, None));
        let bytes = unit.pack();
        let mut damaged = bytes.clone();
        damaged[1] = 0xff;
        for damaged in [damaged, bytes[..4].to_vec(), Vec::new()] {
            let read = Expansions::packed(1, Arc::new(damaged.into()));
            assert_eq!((read.len(), read.get(ExpansionId(0))), (1, None));
        }
    }
}
