//! Models of which only the types are known: trees of objects in which no two pointers lead to the same place.
//!
//! This is what a contract gets that no rules were read from. It asks for structures of its own for whatever it
//! speaks of, so nothing is shared; whether they are as it asks is seen when it is evaluated.

use interp::given::{Choose, Holder, Part, Targets, walk};
use ir::{FunctionId, Program};

use super::Random;

/// The most objects.
const OBJECTS: usize = 8;

/// The inputs that make some model.
pub(super) fn model(program: &Program, function: FunctionId, seed: u64) -> Vec<i128> {
    let mut random = Random(seed);
    // Small ones first, on the whole.
    let goal = random.below((2 + seed / 4).min(OBJECTS as u64 + 1)) as usize;
    let mut writer = Writer { random, goal, inputs: Vec::new() };
    walk(program, function, &mut writer);
    writer.inputs
}

struct Writer {
    random: Random,
    /// How many objects to make, about.
    goal: usize,
    inputs: Vec<i128>,
}

impl Choose for Writer {
    fn number(&mut self, _: Holder, _: Part, bits: u32, signed: bool) -> i128 {
        let small = self.random.below(if bits == 1 { 2 } else { 4 }) as i128;
        let value = if signed && bits > 1 && self.random.below(8) == 0 { -1 } else { small };
        self.inputs.push(value);
        value
    }

    fn pointer(&mut self, _: Holder, _: Part, targets: &Targets<'_>) -> i128 {
        let functions = targets.n_functions() as u64;
        let code = if functions > 0 {
            self.random.below(functions) as i128 + 1
        } else {
            i128::from(targets.n_objects() < self.goal && self.random.below(4) > 0)
        };
        let code = if targets.decode(code).is_some() { code } else { 0 };
        self.inputs.push(code);
        code
    }
}
