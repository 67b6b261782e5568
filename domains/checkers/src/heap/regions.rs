//! The regions of a state, shared with the states before and after it.
//!
//! The engine keeps a state at every statement, and from one statement to the next little of the heap changes. So states share
//! what they have in common: regions are a list sorted by address, cut into chunks, and both chunks and regions belong to
//! all states that have them. To copy a state is to count one more owner; what is changed is copied first, unless nobody
//! else has it.
//!
//! Invariants: addresses increase from the first chunk to the last and within each; no chunk is empty or longer than
//! `CHUNK`; `len` is the number of all regions.

use std::fmt;
use std::slice;
use std::sync::Arc;

use super::region::Region;
use super::value::Sym;

/// So many regions at most are in a chunk: changing one copies as many pointers.
const CHUNK: usize = 32;

type Chunk = Vec<(Sym, Arc<Region>)>;

/// Regions by address.
#[derive(Clone, Default)]
pub struct Regions {
    chunks: Arc<Vec<Arc<Chunk>>>,
    len: usize,
}

impl Regions {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All of them, by increasing address.
    pub fn iter(&self) -> Iter<'_> {
        Iter { chunks: self.chunks.iter(), here: [].iter() }
    }

    /// All of them, by increasing address, for one more owner each.
    pub fn shared(&self) -> impl Iterator<Item = (Sym, Arc<Region>)> + '_ {
        self.chunks.iter().flat_map(|chunk| chunk.iter()).map(|(at, region)| (*at, Arc::clone(region)))
    }

    /// The region at an address.
    pub fn get(&self, at: Sym) -> Option<&Region> {
        let (chunk, place) = self.find(at).ok()?;
        Some(&self.chunks[chunk][place].1)
    }

    /// The region at an address, to change it.
    pub fn get_mut(&mut self, at: Sym) -> Option<&mut Region> {
        let (chunk, place) = self.find(at).ok()?;
        Some(Arc::make_mut(&mut self.chunk_mut(chunk)[place].1))
    }

    /// The region at an address, and how many others lie before it.
    pub fn locate(&self, at: Sym) -> Option<(usize, &Region)> {
        let (chunk, place) = self.find(at).ok()?;
        let before: usize = self.chunks[..chunk].iter().map(|chunk| chunk.len()).sum();
        Some((before + place, &self.chunks[chunk][place].1))
    }

    /// The region before which so many others lie.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn nth(&self, mut index: usize) -> (Sym, &Region) {
        for chunk in self.chunks.iter() {
            match chunk.get(index) {
                Some((at, region)) => return (*at, region),
                None => index -= chunk.len(),
            }
        }
        panic!("there are only {} regions", self.len);
    }

    /// Puts a region at an address. The one that was there is gone.
    pub fn insert(&mut self, at: Sym, region: Region) {
        let (chunk, place) = match self.find(at) {
            Ok((chunk, place)) => {
                self.chunk_mut(chunk)[place].1 = Arc::new(region);
                return;
            }
            Err(found) => found,
        };
        self.len += 1;
        let chunks = Arc::make_mut(&mut self.chunks);
        let Some(known) = chunks.get_mut(chunk) else {
            chunks.push(Arc::new(vec![(at, Arc::new(region))]));
            return;
        };
        let known = Arc::make_mut(known);
        known.insert(place, (at, Arc::new(region)));
        if known.len() > CHUNK {
            // New addresses are the greatest ones: a chunk that grows at its end stays full.
            let keep = if place == CHUNK { CHUNK } else { CHUNK / 2 };
            let rest = known.split_off(keep);
            chunks.insert(chunk + 1, Arc::new(rest));
        }
    }

    /// Takes the region at an address away.
    pub fn remove(&mut self, at: Sym) -> Option<Region> {
        let (chunk, place) = self.find(at).ok()?;
        self.len -= 1;
        let (_, region) = self.chunk_mut(chunk).remove(place);
        if self.chunks[chunk].is_empty() {
            Arc::make_mut(&mut self.chunks).remove(chunk);
        }
        Some(Arc::unwrap_or_clone(region))
    }

    /// Keeps the regions that are wanted, which is asked by increasing address.
    pub fn retain(&mut self, mut wanted: impl FnMut(Sym, &Region) -> bool) {
        let unwanted: Vec<Sym> =
            self.iter().filter(|(at, region)| !wanted(**at, region)).map(|(at, _)| *at).collect();
        for at in unwanted {
            self.remove(at);
        }
    }

    /// Changes the regions that a change concerns; the others stay shared.
    pub fn change(&mut self, concerned: impl Fn(&Region) -> bool, mut change: impl FnMut(&mut Region)) {
        let places: Vec<Sym> =
            self.iter().filter(|(_, region)| concerned(region)).map(|(at, _)| *at).collect();
        for at in places {
            self.get_mut(at).map(&mut change);
        }
    }

    fn chunk_mut(&mut self, index: usize) -> &mut Chunk {
        Arc::make_mut(&mut Arc::make_mut(&mut self.chunks)[index])
    }

    /// The chunk and the place in it where an address is, or would be.
    fn find(&self, at: Sym) -> Result<(usize, usize), (usize, usize)> {
        let chunk = self.chunks.partition_point(|chunk| chunk[0].0 <= at).saturating_sub(1);
        let Some(known) = self.chunks.get(chunk) else { return Err((0, 0)) };
        match known.binary_search_by_key(&at, |(sym, _)| *sym) {
            Ok(place) => Ok((chunk, place)),
            Err(place) => Err((chunk, place)),
        }
    }
}

impl PartialEq for Regions {
    fn eq(&self, other: &Self) -> bool {
        let same = |(a, b): (&Region, &Region)| std::ptr::eq(a, b) || a == b;
        Arc::ptr_eq(&self.chunks, &other.chunks)
            || self.len == other.len && self.iter().zip(other).all(|(a, b)| a.0 == b.0 && same((a.1, b.1)))
    }
}

impl Eq for Regions {}

impl fmt::Debug for Regions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self).finish()
    }
}

impl<'a> IntoIterator for &'a Regions {
    type Item = (&'a Sym, &'a Region);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

/// Regions one after the other.
#[derive(Clone)]
pub struct Iter<'a> {
    chunks: slice::Iter<'a, Arc<Chunk>>,
    here: slice::Iter<'a, (Sym, Arc<Region>)>,
}

impl<'a> Iterator for Iter<'a> {
    type Item = (&'a Sym, &'a Region);

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((at, region)) = self.here.next() {
                return Some((at, region));
            }
            self.here = self.chunks.next()?.iter();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use smallvec::SmallVec;

    use super::super::region::{Block, Origin, Rest};
    use super::super::value::Term;
    use super::*;

    fn object(size: i64) -> Region {
        let size = Term::constant(size);
        Region::Block(Block {
            start: 0,
            size,
            origin: Origin::Heap,
            cells: SmallVec::new(),
            runs: Vec::new(),
            rest: Rest::Any,
            hint: None,
            set: None,
        })
    }

    /// Looks like the map, in every respect.
    fn assert_same(regions: &Regions, map: &BTreeMap<Sym, Region>) {
        assert_eq!(regions.len(), map.len());
        assert!(regions.iter().eq(map));
        for (index, (at, region)) in map.iter().enumerate() {
            assert_eq!(regions.get(*at), Some(region));
            assert_eq!(regions.locate(*at), Some((index, region)));
            assert_eq!(regions.nth(index), (*at, region));
        }
        let sizes = regions.chunks.iter().map(|chunk| chunk.len());
        assert!(sizes.clone().all(|len| (1..=CHUNK).contains(&len)));
        assert_eq!(sizes.sum::<usize>(), regions.len());
    }

    #[test]
    fn regions_are_a_sorted_map_that_copies_share() {
        let (mut regions, mut map) = (Regions::default(), BTreeMap::new());
        let mut kept = Vec::new();
        for step in 0..600_u32 {
            // Scattered addresses, most of them new, some of them taken away again.
            let at = Sym(step.wrapping_mul(2_654_435_761) >> 22);
            if step % 5 == 4 {
                assert_eq!(regions.remove(at), map.remove(&at));
            } else {
                regions.insert(at, object(step.into()));
                map.insert(at, object(step.into()));
            }
            if step % 97 == 0 {
                kept.push((regions.clone(), map.clone()));
            }
        }
        assert_same(&regions, &map);
        regions.change(|region| region == &object(7), |region| *region = object(-7));
        map.values_mut().filter(|region| **region == object(7)).for_each(|region| *region = object(-7));
        regions.retain(|at, _| at.0 % 3 != 0);
        map.retain(|at, _| at.0 % 3 != 0);
        assert_same(&regions, &map);
        // What happened since then has not changed the copies.
        for (regions, map) in &kept {
            assert_same(regions, map);
        }
        let same: Regions = {
            let mut other = Regions::default();
            map.iter().rev().for_each(|(at, region)| other.insert(*at, region.clone()));
            other
        };
        assert_eq!(regions, same);
    }
}
