//! Live ranges: where which register is still needed.
//!
//! A register is *live* at a place if some way forward reads it before it is written. Places are numbered through the whole
//! function, block after block, and for each register the ranges of places are kept at which it is live. Most registers are
//! live in one short range, so a function costs what its text is long, where a set for each block would cost blocks times registers.
//!
//! The ranges come from the reads: from each read backward to the write before it, or through the start of the block to the ends
//! of the blocks before (Boissinot and others, "Fast liveness checking for SSA-form programs", name this the computation by use;
//! it needs no SSA form). Each block is passed once for each register that is live in it.
//!
//! Invariant: the ranges of a register are sorted, not empty, and do not touch each other.

use crate::{BlockId, Body, Id, LocalId};

/// A set of registers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LocalSet {
    words: Vec<u64>,
}

impl LocalSet {
    /// The empty set with room for this many registers.
    pub fn with_len(len: usize) -> Self {
        Self { words: vec![0; len.div_ceil(64)] }
    }

    /// Whether it is in the set.
    pub fn contains(&self, local: LocalId) -> bool {
        self.words.get(local.index() / 64).is_some_and(|w| w >> (local.index() % 64) & 1 == 1)
    }

    /// Puts it in.
    pub fn insert(&mut self, local: LocalId) {
        self.words[local.index() / 64] |= 1 << (local.index() % 64);
    }
}

/// The places of a function at which each register is live.
#[derive(Clone, Debug, Default)]
pub struct Liveness {
    /// The number of the first place of each block, and at last the number of all places.
    starts: Vec<u32>,
    /// Where the ranges of each register begin, and at last where they end.
    of: Vec<u32>,
    /// From a place to before another one.
    ranges: Vec<(u32, u32)>,
}

/// The registers that are live at one place.
#[derive(Clone, Copy, Debug)]
pub struct LiveAt<'a> {
    liveness: Option<&'a Liveness>,
    place: u32,
    without: Option<LocalId>,
}

impl LiveAt<'_> {
    /// Where nothing is needed any more.
    pub const NOWHERE: LiveAt<'static> = LiveAt { liveness: None, place: 0, without: None };

    /// Whether a register is live here.
    pub fn contains(&self, local: LocalId) -> bool {
        self.without != Some(local)
            && self.liveness.is_some_and(|liveness| liveness.is_live(local, self.place))
    }

    /// The same without a register.
    #[must_use]
    pub fn without(self, local: LocalId) -> Self {
        Self { without: Some(local), ..self }
    }
}

/// What a statement does to a register.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Touch {
    Read,
    Write,
}

impl Liveness {
    /// Computes it for a function.
    pub fn of(body: &Body) -> Self {
        let starts = starts(body);
        let touches = touches(body, &starts);
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); body.blocks.len()];
        for (block, code) in body.blocks.enumerate() {
            for next in code.terminator.successors() {
                before[next.index()].push(block.0);
            }
        }
        let mut all = Self { starts, of: Vec::with_capacity(body.locals.len() + 1), ranges: Vec::new() };
        let mut walk =
            Walk { before: &before, passed: vec![0; body.blocks.len()], number: 0, found: Vec::new() };
        for touches in &touches {
            all.of.push(all.ranges.len() as u32);
            walk.number += 1;
            walk.register(&all.starts, touches);
            all.keep(&mut walk.found);
        }
        all.of.push(all.ranges.len() as u32);
        all
    }

    /// Keeps the ranges of the next register.
    fn keep(&mut self, found: &mut Vec<(u32, u32)>) {
        found.sort_unstable();
        let first = self.ranges.len();
        for (from, until) in found.drain(..) {
            match self.ranges[first..].last_mut() {
                Some(last) if last.1 >= from => last.1 = last.1.max(until),
                _ => self.ranges.push((from, until)),
            }
        }
    }

    /// The registers that are live just before statement number `stmt` of a block; the number of statements stands for the terminator.
    /// After the terminator nothing is.
    pub fn before(&self, block: BlockId, stmt: usize) -> LiveAt<'_> {
        let (from, until) = (self.starts[block.index()], self.starts[block.index() + 1]);
        let place = u64::from(from) + stmt as u64;
        if place >= u64::from(until) {
            return LiveAt::NOWHERE;
        }
        LiveAt { liveness: Some(self), place: place as u32, without: None }
    }

    /// The blocks at whose start a register is live, in order.
    pub fn live_starts(&self, local: LocalId) -> impl Iterator<Item = BlockId> + '_ {
        self.blocks_in(local, 0)
    }

    /// The blocks at whose terminator a register is live, in order.
    pub fn live_ends(&self, local: LocalId) -> impl Iterator<Item = BlockId> + '_ {
        self.blocks_in(local, 1)
    }

    /// The blocks with a place in a range of a register: their first, or the last, which is just before the first of the next block.
    fn blocks_in(&self, local: LocalId, further: usize) -> impl Iterator<Item = BlockId> + '_ {
        let places = &self.starts[further..];
        let back = further as u32;
        self.ranges_of(local).iter().flat_map(move |(from, until)| {
            let first = places.partition_point(|place| place - back < *from);
            let inside = places[first..].iter().take_while(move |place| *place - back < *until);
            let blocks = self.starts.len() - 1;
            (first..blocks).zip(inside).map(|(block, _)| BlockId(block as u32))
        })
    }

    fn ranges_of(&self, local: LocalId) -> &[(u32, u32)] {
        match self.of.get(local.index()..local.index() + 2) {
            Some([from, until]) => &self.ranges[*from as usize..*until as usize],
            _ => &[],
        }
    }

    fn is_live(&self, local: LocalId, place: u32) -> bool {
        match self.ranges_of(local) {
            [] => false,
            [(from, until)] => (*from..*until).contains(&place),
            many => {
                let next = many.partition_point(|(from, _)| *from <= place);
                next > 0 && place < many[next - 1].1
            }
        }
    }
}

/// The number of the first place of each block, and of all places: one before each statement, and one before the terminator.
fn starts(body: &Body) -> Vec<u32> {
    let mut next = 0;
    let mut starts: Vec<u32> = Vec::with_capacity(body.blocks.len() + 1);
    for code in &body.blocks {
        starts.push(next);
        next += code.stmts.len() as u32 + 1;
    }
    starts.push(next);
    starts
}

/// For each register what is done to it, in the order of the text. What a statement reads comes before what it writes.
fn touches(body: &Body, starts: &[u32]) -> Vec<Vec<(u32, Touch)>> {
    let mut touches: Vec<Vec<(u32, Touch)>> = vec![Vec::new(); body.locals.len()];
    for (code, start) in body.blocks.iter().zip(starts) {
        for (place, stmt) in (*start..).zip(&code.stmts) {
            stmt.reads(&mut |local| touches[local.index()].push((place, Touch::Read)));
            if let Some(local) = stmt.writes() {
                touches[local.index()].push((place, Touch::Write));
            }
        }
        let place = start + code.stmts.len() as u32;
        code.terminator.reads(&mut |local| touches[local.index()].push((place, Touch::Read)));
    }
    touches
}

/// The way backward from the reads of one register after the other.
struct Walk<'a> {
    /// The blocks before each block.
    before: &'a [Vec<u32>],
    /// The number of the register for which the end of each block was passed last.
    passed: Vec<u32>,
    number: u32,
    /// The ranges so far, in no order.
    found: Vec<(u32, u32)>,
}

impl Walk<'_> {
    fn register(&mut self, starts: &[u32], touches: &[(u32, Touch)]) {
        // Blocks at whose start it is live.
        let mut open: Vec<u32> = Vec::new();
        for (index, (place, touch)) in touches.iter().enumerate() {
            if *touch != Touch::Read {
                continue;
            }
            let block = starts.partition_point(|start| start <= place) - 1;
            let last = index.checked_sub(1).map(|last| touches[last]);
            match last.filter(|(last, _)| *last >= starts[block]) {
                // Written by the statement before, or read there, from where on it is known to be live.
                Some((last, Touch::Write)) => self.found.push((last + 1, place + 1)),
                Some((last, Touch::Read)) => self.found.push((last, place + 1)),
                None => {
                    self.found.push((starts[block], place + 1));
                    open.push(block as u32);
                }
            }
        }
        while let Some(block) = open.pop() {
            for before in &self.before[block as usize] {
                if std::mem::replace(&mut self.passed[*before as usize], self.number) == self.number {
                    continue;
                }
                let (start, end) = (starts[*before as usize], starts[*before as usize + 1]);
                let next = touches.partition_point(|(place, _)| *place < end);
                let last = next.checked_sub(1).map(|last| touches[last]).filter(|(last, _)| *last >= start);
                match last {
                    Some((last, Touch::Write)) => self.found.push((last + 1, end)),
                    // The way from the read to the start of the block is known.
                    Some((last, Touch::Read)) => self.found.push((last, end)),
                    None => {
                        self.found.push((start, end));
                        open.push(*before);
                    }
                }
            }
        }
    }
}
