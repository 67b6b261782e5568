//! Sparse contents behave as whole ones: the same random accesses to two memories, one of which keeps every object as large ones
//! are kept.

use ir::Target;

use super::contents::Contents;
use super::{Fragments, Located, Memory, ObjectId, ObjectKind, SiteId, Word};

const TARGET: Target =
    Target { pointer_bytes: 8, little_endian: true, int_bytes: 4, long_bytes: 8, max_align: 16 };
/// Not a multiple of a page.
const SIZES: [usize; 3] = [3000, 1283, 129];

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n
    }

    /// A range in an object: often whole pages or up to the end.
    fn range(&mut self, size: usize) -> (usize, usize) {
        let (mut a, mut b) = (self.below(size + 1), self.below(size + 1));
        if self.below(3) == 0 {
            (a, b) = (a & !127, b & !127);
        }
        if self.below(5) == 0 {
            b = size;
        }
        (a.min(b), a.abs_diff(b))
    }
}

fn memory(sparse: bool) -> Memory {
    let mut memory = Memory::new(TARGET, 1 << 40);
    for size in SIZES {
        let id = memory.allocate(ObjectKind::Heap, size as u64, 16, SiteId::START).expect("there is room");
        if sparse {
            memory.change(id.index(), |object| {
                object.contents = Contents::new_sparse(size);
                object.fragments = Fragments::new(3, true);
            });
        }
    }
    memory
}

/// What has been seen of the memory by one access.
#[derive(PartialEq, Debug)]
enum Seen {
    Nothing,
    Word(Word),
    Place(Option<usize>),
    Holds(bool),
    Chunk(Vec<u8>, Vec<u8>, Vec<(usize, usize, ObjectId)>),
}

/// One access, the same for the same numbers.
fn access(memory: &mut Memory, random: &mut Random) -> Seen {
    let index = random.below(SIZES.len());
    let (offset, len) = random.range(SIZES[index]);
    let at = Located { index, offset };
    let other = random.below(SIZES.len());
    let (from, from_len) = random.range(SIZES[other]);
    let from = Located { index: other, offset: from };
    let common = len.min(from_len);
    let (byte, mask) = (random.below(3) as u8, [0, 0, 0xff, 0x0f][random.below(4)]);
    let word = Word {
        bits: random.below(usize::MAX) as u64,
        undefined: [0, 0, 0xf0, u64::MAX][random.below(4)],
        provenance: (random.below(2) == 0).then(|| ObjectId::first(random.below(3) as u32)),
    };
    match random.below(12) {
        0 | 1 => {
            let size = len.min(1 + random.below(8));
            let kept = if size == 8 { u64::MAX } else { (1 << (8 * size)) - 1 };
            let word = Word { bits: word.bits & kept, undefined: word.undefined & kept, ..word };
            memory.write(at, size, word);
        }
        2 => return Seen::Word(memory.read(at, len.min(1 + random.below(8)))),
        3 => memory.fill(at, len, byte, mask),
        4 => memory.copy(at, from, common),
        5 => {
            let chunk = memory.take(from, common);
            memory.put(at, &chunk);
        }
        6 => {
            let chunk = memory.take(at, len);
            let mut runs: Vec<(usize, usize, ObjectId)> = Vec::new();
            for (start, len, id) in chunk.fragments {
                match runs.last_mut() {
                    Some(last) if last.0 + last.1 == start && last.2 == id => last.1 += len,
                    _ => runs.push((start, len, id)),
                }
            }
            return Seen::Chunk(chunk.bytes, chunk.undefined, runs);
        }
        7 => memory.write_bytes(at, &vec![byte; len.min(200)]),
        8 if random.below(4) == 0 => memory.define(at, len, byte),
        8 => return Seen::Holds(memory.is_written(at, len)),
        9 => return Seen::Place(memory.first_difference(at, from, common)),
        10 => {
            let object = &memory.objects()[index];
            return Seen::Place(object.position_of(offset, len, |held, _| held == byte));
        }
        _ => {
            let object = &memory.objects()[index];
            let stretches = object.stretches(offset..offset + len);
            let sum = stretches.fold(0, |sum, (range, byte, mask)| {
                range.fold(sum, |sum, at| sum ^ (31 * (at << 16 | (byte as usize) << 8 | mask as usize)))
            });
            assert_eq!(object.byte(offset).is_some(), offset < SIZES[index]);
            return Seen::Place(Some(sum));
        }
    }
    Seen::Nothing
}

#[test]
fn sparse_contents_behave_as_whole_ones() {
    for seed in 1..=200_u64 {
        let (mut whole, mut sparse) = (memory(false), memory(true));
        let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let (mut one, mut other) = (Random(seed), Random(seed));
        let empty = sparse.used();
        for step in 0..300 {
            let (expected, seen) = (access(&mut whole, &mut one), access(&mut sparse, &mut other));
            assert_eq!(expected, seen, "seed {seed:#x}, step {step}");
        }
        for (index, size) in SIZES.into_iter().enumerate() {
            let all = |memory: &Memory| memory.take(Located { index, offset: 0 }, size);
            let (expected, seen) = (all(&whole), all(&sparse));
            assert_eq!((expected.bytes, expected.undefined), (seen.bytes, seen.undefined));
            assert_eq!(expected.fragments, seen.fragments);
            let object = &sparse.objects()[index];
            object.contents.check((0..size).filter(|at| object.fragments().byte(*at).is_some()));
            sparse.fill(Located { index, offset: 0 }, size, 0, 0);
        }
        assert_eq!(sparse.used(), empty, "an object of one run takes what it took at first");
    }
}
