//! What an object holds: for each byte its value and the mask of its undefined bits.
//!
//! Most objects are small and are kept *whole*: all bytes, and after them all masks. A large object is *sparse*: it is kept as runs
//! of equal bytes, and as pages that are written out. Pages have [`PAGE`] bytes. A *run* says with what all pages from its first
//! one up to the next run are filled; a page of its own is written out and hides the run it lies in. So an object costs what was
//! written to it, however large it is, and filling or copying a range costs the pages and runs in it.
//!
//! Invariants of sparse contents:
//! * there is a run at page 0, and no two runs that follow each other are filled with the same;
//! * a byte that leads to an object (see `provenance`) is in a page of its own, since only single writes make it lead there;
//! * bytes after the end of the object in its last page have no meaning: filling up to the end fills the whole last page.
//!
//! Whether an object is sparse depends on the size it was made with alone.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use rustc_hash::FxHashMap;

/// Bytes of a page; a multiple of a word's.
const PAGE: usize = 128;
/// Larger objects are sparse.
pub(super) const LARGE: u64 = 1 << 20;
/// What a page and a run cost, about, with the tables they are in.
const PAGE_COST: u64 = 2 * PAGE as u64 + 48;
const RUN_COST: u64 = 48;
/// A search looks at so many bytes first, and at twice as many each time it goes on.
const WINDOW: usize = 1 << 12;

/// Bytes of an object, and for each the mask of its undefined bits.
pub type Bytes<'a> = (Cow<'a, [u8]>, Cow<'a, [u8]>);

/// A byte and the mask of its undefined bits.
pub(super) type Filling = (u8, u8);

/// What an object holds. It is whole or sparse, so one of the fields is empty.
#[derive(Clone, Debug, Default)]
pub(super) struct Contents {
    /// The bytes, and after them the masks.
    pub(super) whole: Vec<u8>,
    pub(super) sparse: Option<Box<Sparse>>,
}

/// Pages and runs.
#[derive(Clone, Debug)]
pub(super) struct Sparse {
    size: usize,
    /// The pages that are written out: their bytes, and after them their masks.
    pages: FxHashMap<usize, Box<[u8; 2 * PAGE]>>,
    /// What pages from this one on are filled with.
    runs: BTreeMap<usize, Filling>,
}

/// A range of bytes as it is kept.
#[derive(Clone, Debug)]
pub(super) struct Piece<'a> {
    pub(super) range: Range<usize>,
    pub(super) held: Held<'a>,
}

#[derive(Clone, Debug)]
pub(super) enum Held<'a> {
    /// Bytes and their masks.
    Bytes(Cow<'a, [u8]>, Cow<'a, [u8]>),
    /// All bytes are the same.
    Run(Filling),
}

impl<'a> Piece<'a> {
    /// The same, to be kept while the contents change.
    fn into_owned(self) -> Piece<'static> {
        let held = match self.held {
            Held::Bytes(bytes, undefined) => {
                Held::Bytes(bytes.into_owned().into(), undefined.into_owned().into())
            }
            Held::Run(filling) => Held::Run(filling),
        };
        Piece { range: self.range, held }
    }

    /// The same as ranges of equal bytes, each with a byte and its mask.
    pub(super) fn stretches(self) -> impl Iterator<Item = (Range<usize>, u8, u8)> + use<'a> {
        let Self { range, held } = self;
        let step = if matches!(held, Held::Run(_)) { range.len().max(1) } else { 1 };
        let starts = range.clone().step_by(step);
        starts.map(move |start| {
            let (byte, undefined) = held.at(start - range.start);
            (start..start + step, byte, undefined)
        })
    }
}

impl Held<'_> {
    /// The byte at a place of the piece.
    pub(super) fn at(&self, at: usize) -> Filling {
        match self {
            Self::Bytes(bytes, undefined) => (bytes[at], undefined[at]),
            Self::Run(filling) => *filling,
        }
    }
}

impl Contents {
    /// What so many bytes cost that were never written.
    pub(super) fn cost(size: u64) -> Option<u64> {
        if size > LARGE { Some(RUN_COST) } else { size.checked_mul(2) }
    }

    /// So many bytes that were never written.
    pub(super) fn new(size: usize) -> Self {
        let mut contents = Self::default();
        if size as u64 > LARGE {
            contents.sparse = Some(Box::new(Sparse::new(size)));
        } else {
            contents.whole = vec![0; size * 2];
            contents.whole[size..].fill(0xff);
        }
        contents
    }

    /// Becomes so many bytes that were never written.
    pub(super) fn renew(&mut self, size: usize) {
        if size as u64 > LARGE {
            *self = Self::new(size);
        } else {
            self.sparse = None;
            self.whole.clear();
            self.whole.resize(size, 0);
            self.whole.resize(size * 2, 0xff);
        }
    }

    /// Becomes empty, but keeps a little storage for the next object.
    pub(super) fn clear(&mut self) {
        self.sparse = None;
        if self.whole.capacity() > 4096 {
            self.whole = Vec::new();
        }
        self.whole.clear();
    }

    /// How many bytes there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.sparse.as_ref().map_or(self.whole.len() / 2, |sparse| sparse.size)
    }

    /// What they cost.
    #[inline]
    pub(super) fn cost_now(&self) -> u64 {
        match &self.sparse {
            None => self.whole.len() as u64,
            Some(sparse) => sparse.pages.len() as u64 * PAGE_COST + sparse.runs.len() as u64 * RUN_COST,
        }
    }

    /// One byte.
    pub(super) fn byte(&self, at: usize) -> Option<Filling> {
        if let Some(sparse) = &self.sparse {
            return (at < sparse.size).then(|| sparse.byte(at));
        }
        let half = self.whole.len() / 2;
        (at < half).then(|| (self.whole[at], self.whole[half + at]))
    }

    /// The bytes of a range, if they are there.
    pub(super) fn bytes(&self, range: Range<usize>) -> Option<Bytes<'_>> {
        if range.start > range.end || range.end > self.len() {
            return None;
        }
        let Some(sparse) = &self.sparse else {
            let (bytes, undefined) = self.whole.split_at(self.whole.len() / 2);
            return Some((bytes[range.clone()].into(), undefined[range].into()));
        };
        let (mut bytes, mut undefined) = (Vec::with_capacity(range.len()), Vec::with_capacity(range.len()));
        for piece in sparse.pieces(range) {
            match piece.held {
                Held::Bytes(held, masks) => {
                    bytes.extend_from_slice(&held);
                    undefined.extend_from_slice(&masks);
                }
                Held::Run((byte, mask)) => {
                    bytes.resize(bytes.len() + piece.range.len(), byte);
                    undefined.resize(undefined.len() + piece.range.len(), mask);
                }
            }
        }
        Some((bytes.into(), undefined.into()))
    }

    /// The pieces a range consists of, in order. The range must be inside.
    pub(super) fn pieces(&self, range: Range<usize>) -> Vec<Piece<'_>> {
        if let Some(sparse) = &self.sparse {
            return sparse.pieces(range);
        }
        if range.is_empty() {
            return Vec::new();
        }
        let (bytes, undefined) = self.whole.split_at(self.whole.len() / 2);
        let held = Held::Bytes(bytes[range.clone()].into(), undefined[range.clone()].into());
        vec![Piece { range, held }]
    }

    /// The first place in a range where a byte and its mask are what is wanted.
    pub(super) fn position_of(&self, range: Range<usize>, wanted: impl Fn(u8, u8) -> bool) -> Option<usize> {
        let end = range.end.min(self.len());
        let mut from = range.start.min(end);
        let Some(sparse) = &self.sparse else {
            let (bytes, undefined) = self.whole.split_at(self.whole.len() / 2);
            let mut held = bytes[from..end].iter().zip(&undefined[from..end]);
            return held.position(|(byte, mask)| wanted(*byte, *mask)).map(|found| from + found);
        };
        let mut window = WINDOW;
        while from < end {
            let upto = from.saturating_add(window).min(end);
            for Piece { range, held } in sparse.pieces(from..upto) {
                let found = match held {
                    Held::Run((byte, mask)) => wanted(byte, mask).then_some(0),
                    Held::Bytes(bytes, undefined) => {
                        bytes.iter().zip(&*undefined).position(|(byte, mask)| wanted(*byte, *mask))
                    }
                };
                if let Some(found) = found {
                    return Some(range.start + found);
                }
            }
            (from, window) = (upto, window.saturating_mul(2));
        }
        None
    }

    /// Gives every byte of a range the same value.
    pub(super) fn fill(&mut self, range: Range<usize>, filling: Filling) {
        if let Some(sparse) = &mut self.sparse {
            return sparse.fill(range, filling);
        }
        let half = self.whole.len() / 2;
        self.whole[range.clone()].fill(filling.0);
        self.whole[half + range.start..half + range.end].fill(filling.1);
    }

    /// Writes bytes and their masks.
    pub(super) fn write(&mut self, at: usize, bytes: &[u8], undefined: &[u8]) {
        if let Some(sparse) = &mut self.sparse {
            return sparse.write(at, bytes, undefined);
        }
        let half = self.whole.len() / 2;
        self.whole[at..at + bytes.len()].copy_from_slice(bytes);
        self.whole[half + at..half + at + bytes.len()].copy_from_slice(undefined);
    }

    /// Writes bytes that have a value.
    pub(super) fn write_defined(&mut self, at: usize, bytes: &[u8]) {
        if self.sparse.is_some() {
            return self.write(at, bytes, &vec![0; bytes.len()]);
        }
        let half = self.whole.len() / 2;
        self.whole[at..at + bytes.len()].copy_from_slice(bytes);
        self.whole[half + at..half + at + bytes.len()].fill(0);
    }

    /// Copies a range of another object.
    pub(super) fn copy_from(&mut self, source: &Contents, range: Range<usize>, to: usize) {
        if self.sparse.is_some() || source.sparse.is_some() {
            return self.write_pieces(to, range.start, &source.pieces(range));
        }
        let (half, source_half) = (self.whole.len() / 2, source.whole.len() / 2);
        let end = to + range.len();
        self.whole[to..end].copy_from_slice(&source.whole[range.clone()]);
        let masks = &source.whole[source_half + range.start..source_half + range.end];
        self.whole[half + to..half + end].copy_from_slice(masks);
    }

    /// Copies a range, which may overlap where it goes.
    pub(super) fn copy_within(&mut self, range: Range<usize>, to: usize) {
        if let Some(sparse) = &self.sparse {
            let from = range.start;
            let pieces = sparse.pieces(range).into_iter().map(Piece::into_owned).collect::<Vec<_>>();
            return self.write_pieces(to, from, &pieces);
        }
        let half = self.whole.len() / 2;
        self.whole.copy_within(range.clone(), to);
        self.whole.copy_within(half + range.start..half + range.end, half + to);
    }

    /// Writes pieces as far from where they were as `to` is from `from`.
    fn write_pieces(&mut self, to: usize, from: usize, pieces: &[Piece<'_>]) {
        for Piece { range, held } in pieces {
            let (start, end) = (range.start - from + to, range.end - from + to);
            match held {
                Held::Bytes(bytes, undefined) => self.write(start, bytes, undefined),
                Held::Run(filling) => self.fill(start..end, *filling),
            }
        }
    }

    /// Gives bits without a value those of a byte.
    pub(super) fn define(&mut self, range: Range<usize>, byte: u8) {
        let defined = |(old, mask): Filling| (old & !mask | byte & mask, 0);
        if let Some(sparse) = &mut self.sparse {
            return sparse.change(range, defined);
        }
        let half = self.whole.len() / 2;
        let (bytes, undefined) = self.whole.split_at_mut(half);
        for (old, mask) in bytes[range.clone()].iter_mut().zip(&mut undefined[range]) {
            (*old, *mask) = defined((*old, *mask));
        }
    }
}

#[cfg(test)]
impl Contents {
    /// So many bytes that were never written, kept as those of a large object.
    pub(super) fn new_sparse(size: usize) -> Self {
        Self { whole: Vec::new(), sparse: Some(Box::new(Sparse::new(size))) }
    }

    /// Panics unless the invariants hold, with these bytes in pages of their own.
    pub(super) fn check(&self, mut own: impl Iterator<Item = usize>) {
        let sparse = self.sparse.as_ref().expect("it is sparse");
        let runs: Vec<_> = sparse.runs.iter().collect();
        assert_eq!(runs[0].0, &0);
        assert!(runs.windows(2).all(|pair| pair[0].1 != pair[1].1), "{runs:?}");
        let pages = sparse.size.div_ceil(PAGE);
        assert!(sparse.runs.keys().chain(sparse.pages.keys()).all(|page| *page < pages));
        assert!(own.all(|at| sparse.pages.contains_key(&(at / PAGE))));
    }
}

impl Sparse {
    fn new(size: usize) -> Self {
        Self { size, pages: FxHashMap::default(), runs: BTreeMap::from([(0, (0, 0xff))]) }
    }

    /// Up to eight bytes and their masks.
    pub(super) fn load(&self, at: usize, size: usize) -> (u64, u64) {
        let inside = at % PAGE;
        let first = size.min(PAGE - inside);
        let (bits, undefined) = self.load_in_page(at / PAGE, inside, first);
        if first == size {
            return (bits, undefined);
        }
        let (rest, rest_undefined) = self.load_in_page(at / PAGE + 1, 0, size - first);
        (bits | rest << (8 * first), undefined | rest_undefined << (8 * first))
    }

    fn load_in_page(&self, page: usize, at: usize, size: usize) -> (u64, u64) {
        let mut words = ([0; 8], [0; 8]);
        if let Some(held) = self.pages.get(&page) {
            words.0[..size].copy_from_slice(&held[at..at + size]);
            words.1[..size].copy_from_slice(&held[PAGE + at..PAGE + at + size]);
        } else {
            let (byte, mask) = self.run(page);
            words.0[..size].fill(byte);
            words.1[..size].fill(mask);
        }
        (u64::from_le_bytes(words.0), u64::from_le_bytes(words.1))
    }

    fn byte(&self, at: usize) -> Filling {
        let held = self.pages.get(&(at / PAGE)).map(|page| (page[at % PAGE], page[PAGE + at % PAGE]));
        held.unwrap_or_else(|| self.run(at / PAGE))
    }

    /// What a page is filled with that is not written out.
    fn run(&self, page: usize) -> Filling {
        self.runs.range(..=page).next_back().map_or((0, 0xff), |(_, filling)| *filling)
    }

    /// The pages among these that are written out, in order.
    fn own(&self, pages: Range<usize>) -> Vec<usize> {
        if pages.len() <= self.pages.len() {
            return pages.filter(|page| self.pages.contains_key(page)).collect();
        }
        let mut own: Vec<usize> = self.pages.keys().copied().filter(|page| pages.contains(page)).collect();
        own.sort_unstable();
        own
    }

    fn pieces(&self, range: Range<usize>) -> Vec<Piece<'_>> {
        let end = range.end.div_ceil(PAGE);
        let mut page = range.start / PAGE;
        let mut pieces = Vec::new();
        if range.is_empty() {
            return pieces;
        }
        let mut own = self.own(page..end).into_iter().peekable();
        while page < end {
            let is_own = own.next_if_eq(&page).is_some();
            let next = if is_own {
                page + 1
            } else {
                let run = self.runs.range(page + 1..).next().map_or(end, |(next, _)| *next);
                own.peek().copied().unwrap_or(end).min(run).min(end)
            };
            let piece = range.start.max(page * PAGE)..range.end.min(next * PAGE);
            let held = match self.pages.get(&page).filter(|_| is_own) {
                Some(held) => {
                    let (from, upto) = (piece.start - page * PAGE, piece.end - page * PAGE);
                    Held::Bytes(held[from..upto].into(), held[PAGE + from..PAGE + upto].into())
                }
                None => Held::Run(self.run(page)),
            };
            pieces.push(Piece { range: piece, held });
            page = next;
        }
        pieces
    }

    /// A page, written out.
    fn page(&mut self, page: usize) -> &mut [u8; 2 * PAGE] {
        let runs = &self.runs;
        self.pages.entry(page).or_insert_with(|| {
            let (byte, mask) = runs.range(..=page).next_back().map_or((0, 0xff), |(_, filling)| *filling);
            let mut held = Box::new([byte; 2 * PAGE]);
            held[PAGE..].fill(mask);
            held
        })
    }

    pub(super) fn write(&mut self, mut at: usize, mut bytes: &[u8], mut undefined: &[u8]) {
        while !bytes.is_empty() {
            let inside = at % PAGE;
            let len = bytes.len().min(PAGE - inside);
            let page = self.page(at / PAGE);
            page[inside..inside + len].copy_from_slice(&bytes[..len]);
            page[PAGE + inside..PAGE + inside + len].copy_from_slice(&undefined[..len]);
            at += len;
            (bytes, undefined) = (&bytes[len..], &undefined[len..]);
        }
    }

    /// The whole pages of a range, and the parts of pages at its ends.
    fn split(&self, range: Range<usize>) -> (Range<usize>, [Range<usize>; 2]) {
        let first = range.start.div_ceil(PAGE);
        let last = if range.end == self.size { range.end.div_ceil(PAGE) } else { range.end / PAGE };
        let begin = (first * PAGE).min(range.end);
        let end = (last * PAGE).max(begin).min(range.end);
        (first..last.max(first), [range.start..begin, end..range.end])
    }

    fn fill(&mut self, range: Range<usize>, filling: Filling) {
        if range.is_empty() {
            return;
        }
        let (pages, parts) = self.split(range);
        for part in parts.into_iter().filter(|part| !part.is_empty()) {
            let (page, from) = (part.start / PAGE, part.start % PAGE);
            if self.pages.contains_key(&page) || self.run(page) != filling {
                let held = self.page(page);
                held[from..from + part.len()].fill(filling.0);
                held[PAGE + from..PAGE + from + part.len()].fill(filling.1);
            }
        }
        if !pages.is_empty() {
            for page in self.own(pages.clone()) {
                self.pages.remove(&page);
            }
            if self.pages.len() < self.pages.capacity() / 8 {
                self.pages.shrink_to_fit();
            }
            self.set_run(pages, filling);
        }
    }

    fn set_run(&mut self, pages: Range<usize>, filling: Filling) {
        let after = self.run(pages.end);
        let covered: Vec<usize> = self.runs.range(pages.clone()).map(|(page, _)| *page).collect();
        for page in covered {
            self.runs.remove(&page);
        }
        if pages.start == 0 || self.run(pages.start - 1) != filling {
            self.runs.insert(pages.start, filling);
        }
        if after == filling {
            self.runs.remove(&pages.end);
        } else if pages.end < self.size.div_ceil(PAGE) {
            self.runs.insert(pages.end, after);
        }
    }

    /// Changes every byte of a range.
    fn change(&mut self, range: Range<usize>, change: impl Fn(Filling) -> Filling) {
        let pieces = self.pieces(range).into_iter();
        let held: Vec<_> = pieces
            .map(|Piece { range, held }| match held {
                Held::Bytes(..) => (range, None),
                Held::Run(filling) => (range, Some(filling)),
            })
            .collect();
        for (range, run) in held {
            if let Some(filling) = run {
                let changed = change(filling);
                if changed != filling {
                    self.fill(range, changed);
                }
                continue;
            }
            let page = self.page(range.start / PAGE);
            let from = range.start % PAGE;
            for at in from..from + range.len() {
                (page[at], page[PAGE + at]) = change((page[at], page[PAGE + at]));
            }
        }
    }
}
