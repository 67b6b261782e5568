//! Where the bodies of functions lie in a unit's own file and in its object: what is needed to read one of them again and leave the rest.
//!
//! A unit is lowered body by body. Each finds tables of types, records, functions, global objects, files and expansions, and adds to
//! their ends what nobody named before it. If in the text of the unit nothing but one body has changed, and it adds what it added before, all other
//! bodies are what they were, with the same ids. `lower/again` sees to that; here is what it goes by: how long the tables were when the
//! lowering of a body began, what the body asked of other units, and digests of the text of every body and of what lies between them.
//!
//! Digests of tokens are there as well. They tell where the same text came to mean something else: a line number, a counter,
//! a macro that is put away and back.

use std::sync::Arc;

use ir::FunctionId;
use ir::wire::{Reader, Wire, Writer};

use crate::files::Fleeting;

/// What is known of all bodies of a unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Seams {
    /// The bodies, in the order in which they were lowered.
    pub(crate) bodies: Vec<Seam>,
    /// The tables when all were.
    pub(crate) end: Sizes,
    /// The tables before anything was.
    pub(crate) start: Sizes,
    /// What comes behind the last body in the file.
    pub(crate) rest: Stretch,
    /// Whether no entry of a table changed once it was there.
    pub(crate) steady: bool,
    /// Whether some record of the unit has an enum as a bit-field.
    pub(crate) enum_bit_fields: bool,
}

/// One body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Seam {
    /// Whose it is.
    pub(crate) function: FunctionId,
    /// The tables when its lowering began.
    pub(crate) before: Sizes,
    /// What it asked of other units.
    pub(crate) asked: Vec<Arc<str>>,
    /// Whether nothing in it is declared that other bodies could see, and it has no contract.
    pub(crate) plain: bool,
    /// Where it lies in the unit's own file, if it was written there.
    pub(crate) written: Option<Written>,
}

/// How long tables are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sizes {
    pub(crate) types: u32,
    pub(crate) records: u32,
    pub(crate) functions: u32,
    pub(crate) globals: u32,
    pub(crate) files: u32,
    pub(crate) expansions: u32,
    /// String literals so far.
    pub(crate) strings: u32,
    /// Bodies that are known to be needed.
    pub(crate) bodies: u32,
}

/// A body in the unit's own file, from its opening to its closing brace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Written {
    /// Where it begins, in bytes.
    pub(crate) at: u32,
    /// What lies between the body before it and this one.
    pub(crate) gap: Stretch,
    pub(crate) body: Stretch,
    /// The lines of the braces.
    pub(crate) lines: (u32, u32),
}

/// Some text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Stretch {
    /// How many bytes.
    pub(crate) len: u32,
    /// A digest of these.
    pub(crate) text: u64,
    /// A digest of the tokens that came of it.
    pub(crate) tokens: u64,
}

impl Seams {
    /// The tables when a body and all that comes with it was lowered.
    pub(crate) fn after(&self, body: usize) -> Sizes {
        self.bodies.get(body + 1).map_or(self.end, |next| next.before)
    }

    /// The bodies in the unit's own file, as they come in it.
    pub(crate) fn in_text(&self) -> Vec<(usize, Written)> {
        let mut written: Vec<(usize, Written)> =
            self.bodies.iter().enumerate().filter_map(|(n, seam)| Some((n, seam.written?))).collect();
        written.sort_unstable_by_key(|(_, written)| written.at);
        written
    }

    /// The body that is another one in this text, and which bytes it is there, if all the rest is the same.
    pub(crate) fn changed(&self, text: &[u8]) -> Option<(usize, std::ops::Range<usize>)> {
        let written = self.in_text();
        let same = |at: usize, stretch: &Stretch| {
            let bytes = text.get(at..)?.get(..stretch.len as usize)?;
            (digest(bytes) == stretch.text).then_some(at + bytes.len())
        };
        let (mut at, mut changed) = (0, None);
        for (nth, (n, body)) in written.iter().enumerate() {
            at = same(at, &body.gap)?;
            if changed.is_none() && same(at, &body.body).is_none() {
                let behind: usize =
                    written[nth + 1..].iter().map(|(_, body)| (body.gap.len + body.body.len) as usize).sum();
                let end = text.len().checked_sub(behind + self.rest.len as usize)?;
                changed = (at + 2 <= end).then_some((*n, at..end));
                at = changed.as_ref()?.1.end;
            } else {
                at = same(at, &body.body)?;
            }
        }
        (same(at, &self.rest)? == text.len()).then_some(changed?)
    }
}

impl Seams {
    /// A text in which one body has changed, with nothing in the others. Nothing if they may be missed: if the rest of the unit, or that body,
    /// depends on anything in them.
    pub(crate) fn alone(&self, text: &[u8], fleeting: Fleeting) -> Option<Vec<u8>> {
        let (changed, bytes) = self.changed(text)?;
        let before = self.bodies.get(changed)?.written?;
        let lines = text[bytes.clone()].split(|byte| *byte == b'\n').count() as u32;
        let moves = lines != before.lines.1 - before.lines.0 + 1;
        let independent = self.bodies.iter().all(|seam| seam.plain) && !self.enum_bit_fields;
        if !independent || fleeting.counts || fleeting.lines && moves {
            return None;
        }
        let mut alone = text.to_vec();
        let longer = bytes.len() as i64 - i64::from(before.body.len);
        for (_, written) in self.in_text().iter().filter(|(n, _)| *n != changed) {
            let moved = if written.at > before.at { longer } else { 0 };
            let at = usize::try_from(i64::from(written.at) + moved).ok()?;
            let inner = alone.get_mut(at + 1..(at + written.body.len as usize).checked_sub(1)?)?;
            inner.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        }
        Some(alone)
    }
}

/// A digest of bytes.
pub(crate) fn digest(bytes: &[u8]) -> u64 {
    let hash = blake3::hash(bytes);
    hash.as_bytes().iter().take(8).fold(0, |digest, byte| digest << 8 | u64::from(*byte))
}

macro_rules! wire {
    ($($name:ident { $($field:ident),* })*) => {$(
        impl Wire for $name {
            fn write(&self, to: &mut Writer) {
                let Self { $($field),* } = self;
                $($field.write(to);)*
            }
            fn read(from: &mut Reader<'_>) -> Option<Self> {
                Some(Self { $($field: Wire::read(from)?),* })
            }
        }
    )*};
}

wire! {
    Seams { bodies, end, start, rest, steady, enum_bit_fields }
    Seam { function, before, asked, plain, written }
    Sizes { types, records, functions, globals, files, expansions, strings, bodies }
    Written { at, gap, body, lines }
    Stretch { len, text, tokens }
}
