//! Small models: states in which a function may be called, built from what its requires mean.
//!
//! A clause that was read as rules ([`checkers::definition`]) is satisfied by choosing a rule, making the objects
//! it owns, and doing the same for the checkers it calls, until nothing is left to satisfy (`derive`). What
//! remains open is chosen: where pointers lead that own nothing (`pointers`), and numbers that keep the
//! relations the rules ask for (`numbers`). The result is a list of inputs in the order in which a function that
//! runs by itself consumes them (`inputs`, [`interp::given`]).
//!
//! Where no rules were read, the types alone say what to make (`typed`).
//!
//! Nothing here has to be believed: a run evaluates the requires again and rejects what does not satisfy them. So a
//! clause that is not understood is left out, and the models are then only likely to satisfy it.
//!
//! Invariant: deterministic. The models of a function depend on the program alone.

mod derive;
mod draft;
mod inputs;
mod numbers;
mod pointers;
mod typed;

use std::collections::BTreeSet;

use checkers::definition::Definitions;
use interp::Inputs;
use ir::{FunctionId, Program};

use derive::drafts;
use draft::Draft;

/// The most objects of a model.
const OBJECTS: usize = 6;

/// The most shapes of one size that are used; of more, some all over are taken.
const SHAPES: usize = 24;

/// How many models are made of a shape: they differ in numbers, and in where pointers lead that own nothing.
const VARIANTS: u64 = 8;

/// The most models.
pub(crate) const MODELS: usize = 240;

/// How often inputs are drawn that satisfy what is required, before a seed is given up.
const ATTEMPTS: u64 = 64;

/// How many models are made where only the types are known.
const TYPED: u64 = MODELS as u64;

/// States in which a function may be called.
pub struct Models<'p> {
    program: &'p Program,
    function: FunctionId,
    /// The shapes of each size; none if no rules were read from what is required.
    shapes: Vec<Vec<Draft>>,
}

impl<'p> Models<'p> {
    /// The models of what a function requires.
    pub fn new(program: &'p Program, function: FunctionId) -> Self {
        Self::of_definitions(program, &Definitions::read(program), function)
    }

    /// The same for definitions that were read before.
    pub(crate) fn of_definitions(
        program: &'p Program,
        definitions: &Definitions,
        function: FunctionId,
    ) -> Self {
        let shapes =
            (0..=OBJECTS).map(|size| spread(drafts(program, definitions, function, size), SHAPES)).collect();
        Self { program, function, shapes }
    }

    /// The same, by the types alone: structures of which nothing is shared.
    pub fn by_types(program: &'p Program, function: FunctionId) -> Self {
        Self { program, function, shapes: Vec::new() }
    }

    fn has_rules(&self) -> bool {
        self.shapes.iter().any(|shapes| !shapes.is_empty())
    }

    /// The inputs that make each model, small ones first.
    pub fn all(&self) -> Vec<Vec<i128>> {
        if self.has_rules() {
            let mut seen = BTreeSet::new();
            let models = self.of_rules().filter(|inputs| seen.insert(inputs.clone()));
            return models.take(MODELS).collect();
        }
        Self::different((0..TYPED).map(|seed| typed::model(self.program, self.function, seed)))
    }

    /// What so many callers might pass of whom nothing is known but the types.
    pub(crate) fn of_callers(program: &Program, function: FunctionId, most: u64) -> Vec<Vec<i128>> {
        Self::different((0..most).map(|seed| typed::call(program, function, seed)))
    }

    fn different(typed: impl Iterator<Item = Vec<i128>>) -> Vec<Vec<i128>> {
        let mut seen = BTreeSet::new();
        let mut models: Vec<Vec<i128>> = typed.filter(|inputs| seen.insert(inputs.clone())).collect();
        models.sort_by_key(Vec::len);
        models
    }

    fn of_rules(&self) -> impl Iterator<Item = Vec<i128>> {
        self.shapes.iter().flatten().zip(0..).flat_map(move |(shape, n): (&Draft, u64)| {
            (0..VARIANTS).filter_map(move |variant| self.model(shape, variant + VARIANTS * n, variant))
        })
    }

    /// The inputs that make some model; nothing if anything may be one.
    fn any(&self, seed: u64) -> Option<Vec<i128>> {
        if !self.has_rules() {
            let required = self.program.functions[self.function].contract.is_some();
            return required.then(|| typed::model(self.program, self.function, seed));
        }
        let mut random = Random(seed);
        let sizes: Vec<&Vec<Draft>> = self.shapes.iter().filter(|shapes| !shapes.is_empty()).collect();
        // Some attempts fail: what a shape asks of numbers may be found out late.
        (0..16).find_map(|_| {
            let shapes = sizes.get(random.below(sizes.len() as u64) as usize)?;
            let shape = &shapes[random.below(shapes.len() as u64) as usize];
            self.model(shape, random.next(), random.below(VARIANTS))
        })
    }

    /// Inputs to try for a seed, until a run with them is not rejected: models, or any where nothing is required.
    pub fn attempts(&self, seed: u64) -> impl Iterator<Item = Inputs> {
        let mut random = Random(seed);
        (0..ATTEMPTS).map(move |attempt| {
            let seed = if attempt == 0 { seed } else { random.next() };
            match self.any(seed) {
                Some(list) => Inputs::Started { list, seed },
                None => Inputs::Seed(seed),
            }
        })
    }

    fn model(&self, shape: &Draft, seed: u64, variant: u64) -> Option<Vec<i128>> {
        let mut random = Random(seed);
        let places = pointers::place(self.program, shape, variant, &mut random)?;
        let numbers = numbers::solve(shape, variant, &mut random)?;
        inputs::encode(self.program, self.function, shape, &places, &numbers, variant, &mut random)
    }
}

/// So many of a list, all over.
pub(crate) fn spread<T>(list: Vec<T>, most: usize) -> Vec<T> {
    let len = list.len();
    if len <= most {
        return list;
    }
    let wanted: Vec<usize> = (0..most).map(|n| n * len / most).collect();
    list.into_iter()
        .enumerate()
        .filter(|(n, _)| wanted.binary_search(n).is_ok())
        .map(|(_, item)| item)
        .collect()
}

/// Numbers from a seed: `SplitMix64`.
#[derive(Clone, Debug)]
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below a bound; 0 if there is none.
    fn below(&mut self, bound: u64) -> u64 {
        if bound == 0 { 0 } else { self.next() % bound }
    }
}
