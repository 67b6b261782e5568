//! Models of which only the types are known: trees of objects in which no two pointers lead to the same place.
//!
//! This is what a contract gets that no rules were read from. It asks for structures of its own for whatever it
//! speaks of, so nothing is shared; whether they are as it asks is seen when it is evaluated.

use interp::given::{Choose, Holder, Part, Target, Targets, walk};
use ir::{FunctionId, Program};

use super::Random;

/// The most objects.
const OBJECTS: usize = 8;

/// The most objects where callers are made up: what they pass is larger than what contracts speak of.
const MORE_OBJECTS: usize = 24;

/// The most bytes of a string.
const LONGEST: u64 = 12;

/// What strings consist of: what programs that take text apart look for.
const LETTERS: &[u8] = b"ab=/:.,- 01%\n\"{[";

/// The inputs that make some model.
pub(super) fn model(program: &Program, function: FunctionId, seed: u64) -> Vec<i128> {
    let mut random = Random(seed);
    // Small ones first, on the whole.
    let goal = random.below((2 + seed / 4).min(OBJECTS as u64 + 1)) as usize;
    made(program, function, Writer { random, goal, as_caller: false, texts: Vec::new(), inputs: Vec::new() })
}

/// The inputs of a caller that nobody wrote: arguments mostly lead somewhere, and pointers to characters to strings.
pub(super) fn call(program: &Program, function: FunctionId, seed: u64) -> Vec<i128> {
    let mut random = Random(seed);
    let goal = random.below((2 + 2 * seed).min(MORE_OBJECTS as u64 + 1)) as usize;
    made(program, function, Writer { random, goal, as_caller: true, texts: Vec::new(), inputs: Vec::new() })
}

fn made(program: &Program, function: FunctionId, mut writer: Writer) -> Vec<i128> {
    walk(program, function, &mut writer);
    writer.inputs
}

struct Writer {
    random: Random,
    /// How many objects to make, about.
    goal: usize,
    /// Whether it is a caller that is made up.
    as_caller: bool,
    /// The strings, by their place among the objects, with the number of their bytes.
    texts: Vec<(u32, u64)>,
    inputs: Vec<i128>,
}

impl Writer {
    fn letter(&mut self, place: u32, offset: u64) -> Option<i128> {
        let (_, bytes) = self.texts.iter().find(|(text, _)| *text == place)?;
        if offset + 1 == *bytes {
            return Some(0);
        }
        Some(i128::from(LETTERS[self.random.below(LETTERS.len() as u64) as usize]))
    }

    /// Where a pointer leads that has no code to lead to.
    fn place(&mut self, holder: Holder, targets: &Targets<'_>) -> i128 {
        let wanted = targets.n_objects() < self.goal && self.random.below(4) > 0;
        if !self.as_caller {
            return i128::from(wanted);
        }
        let wanted = wanted || matches!(holder, Holder::Param(_)) && self.random.below(8) > 0;
        if !wanted {
            return 0;
        }
        if targets.is_text() {
            let count = 1 + self.random.below(LONGEST);
            if let Some(code) = targets.encode(Target::Row { count }) {
                self.texts.push((targets.n_objects() as u32, count));
                return code;
            }
        }
        1
    }
}

impl Choose for Writer {
    fn number(&mut self, holder: Holder, part: Part, bits: u32, signed: bool) -> i128 {
        let letter = match holder {
            Holder::Object(place) => self.letter(place, part.offset),
            _ => None,
        };
        let value = letter.unwrap_or_else(|| {
            let small = self.random.below(if bits == 1 { 2 } else { 4 }) as i128;
            if signed && bits > 1 && self.random.below(8) == 0 { -1 } else { small }
        });
        self.inputs.push(value);
        value
    }

    fn pointer(&mut self, holder: Holder, _: Part, targets: &Targets<'_>) -> i128 {
        let functions = targets.n_functions() as u64;
        let code = if functions > 0 {
            self.random.below(functions) as i128 + 1
        } else {
            self.place(holder, targets)
        };
        let code = if targets.decode(code).is_some() { code } else { 0 };
        self.inputs.push(code);
        code
    }
}
