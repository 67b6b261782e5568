//! The laws that everything rests on, tried on random structures and formulas: the embedding theorem, and that finite differencing
//! gives the value after a change.

use three_valued::difference::{Change, SOURCE, TARGET, after};
use three_valued::embed::is_embedding;
use three_valued::formula::{Assignment, Formula, VARS, Var};
use three_valued::kleene::Kleene;
use three_valued::structure::{Binary, Structure, Unary};

const UNARY: u16 = 2;
const BINARY: u16 = 2;

/// Numbers at random, always the same for a seed.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }

    fn truth(&mut self, values: &[Kleene]) -> Kleene {
        values[self.below(values.len())]
    }

    /// A structure with values of these kinds, in which only summaries are in doubt of themselves.
    fn structure(&mut self, values: &[Kleene]) -> Structure {
        let mut structure = Structure::new(UNARY.into(), BINARY.into());
        for _ in 0..=self.below(4) {
            let _ = structure.add();
        }
        if values.contains(&Kleene::Unknown) {
            structure.summary = self.below(16) as u64 & structure.universe();
        }
        for a in 0..structure.size() {
            for predicate in 0..UNARY {
                let value = self.truth(values);
                structure.unary_mut(Unary(predicate)).set(a, value);
            }
            for b in 0..structure.size() {
                for predicate in 0..BINARY {
                    let value = self.truth(values);
                    structure.set_pair(Binary(predicate), a, b, value);
                }
            }
        }
        structure
    }

    /// A formula over the variables 0 and 1; others are bound in it.
    fn formula(&mut self, depth: usize, vars: Var) -> Formula {
        let var = |random: &mut Self| random.below(vars.into()) as Var;
        if depth == 0 {
            return match self.below(3) {
                0 => Formula::Is(Unary(self.below(UNARY.into()) as u16), var(self)),
                1 => Formula::Pair(Binary(self.below(BINARY.into()) as u16), var(self), var(self)),
                _ => Formula::Equal(var(self), var(self)),
            };
        }
        let depth = depth - 1;
        match self.below(6) {
            0 => self.formula(depth, vars).negated(),
            1 => Formula::And(vec![self.formula(depth, vars), self.formula(depth, vars)]),
            2 => Formula::Or(vec![self.formula(depth, vars), self.formula(depth, vars)]),
            3 => Formula::If(Box::new(std::array::from_fn(|_| self.formula(depth, vars)))),
            4 if vars < 5 => Formula::exists(vars, self.formula(depth, vars + 1)),
            5 if vars < 4 => {
                let step = Box::new((vars, vars + 1, self.formula(depth, vars + 2)));
                Formula::Closure { step, from: var(self), to: var(self) }
            }
            _ => self.formula(depth, vars),
        }
    }
}

fn assignments(structure: &Structure) -> impl Iterator<Item = Assignment> {
    let size = structure.size();
    (0..size * size).map(move |pair| {
        let mut at = [0; VARS];
        (at[0], at[1]) = ((pair / size) as u8, (pair % size) as u8);
        at
    })
}

/// A structure in which another one embeds, and the map.
fn larger(random: &mut Random, small: &Structure) -> (Structure, Vec<usize>) {
    let mut classes: Vec<u64> = Vec::new();
    let map: Vec<usize> = (0..small.size())
        .map(|individual| {
            let class = random.below(classes.len() + 1);
            if class == classes.len() {
                classes.push(0);
            }
            classes[class] |= 1 << individual;
            class
        })
        .collect();
    let mut large = small.quotient(&classes);
    for a in 0..large.size() {
        if random.below(4) == 0 {
            large.summary |= 1 << a;
        }
        for predicate in 0..UNARY {
            if random.below(4) == 0 {
                large.unary_mut(Unary(predicate)).set(a, Kleene::Unknown);
            }
        }
        for b in 0..large.size() {
            if random.below(4) == 0 {
                large.set_pair(Binary(0), a, b, Kleene::Unknown);
            }
        }
    }
    (large, map)
}

#[test]
fn the_embedding_theorem_holds() {
    for seed in 1..4000 {
        let mut random = Random::new(seed);
        let values: &[Kleene] = if seed % 2 == 0 { &Kleene::ALL } else { &[Kleene::False, Kleene::True] };
        let small = random.structure(values);
        let (large, map) = larger(&mut random, &small);
        assert!(is_embedding(&small, &large, &map));
        let formula = random.formula(3, 2);
        for at in assignments(&small) {
            let image: Assignment = at.map(|individual| map[usize::from(individual)] as u8);
            let (precise, rough) = (small.value(&formula, &at), large.value(&formula, &image));
            assert!(rough.covers(precise), "seed {seed}: {formula:?} is {precise:?}, not {rough:?}");
        }
    }
}

#[test]
fn two_valued_structures_have_two_valued_formulas() {
    for seed in 1..2000 {
        let mut random = Random::new(seed);
        let structure = random.structure(&[Kleene::False, Kleene::True]);
        let formula = random.formula(3, 2);
        for at in assignments(&structure) {
            assert_ne!(structure.value(&formula, &at), Kleene::Unknown, "{formula:?}");
        }
    }
}

/// The value of all individuals at once is that of each.
#[test]
fn columns_are_values_side_by_side() {
    for seed in 1..2000 {
        let mut random = Random::new(seed);
        let structure = random.structure(&Kleene::ALL);
        let formula = random.formula(3, 2);
        for at in assignments(&structure) {
            for var in 0..2 {
                let column = structure.values(&formula, &at, var);
                let value = structure.value(&formula, &at);
                assert_eq!(column.get(usize::from(at[usize::from(var)])), value, "{formula:?}");
            }
        }
    }
}

#[test]
fn finite_differencing_gives_the_value_afterwards() {
    for seed in 1..4000 {
        let mut random = Random::new(seed);
        let before = random.structure(&[Kleene::False, Kleene::True]);
        let (source, target) = (random.below(before.size()), random.below(before.size()));
        let mut changed = before.clone();
        let change = match seed % 3 {
            0 => {
                changed.set_pair(Binary(0), source, target, Kleene::True);
                Change::Insert(Binary(0))
            }
            1 => {
                (0..before.size()).for_each(|to| changed.set_pair(Binary(0), source, to, Kleene::False));
                Change::DeleteFrom(Binary(0))
            }
            _ => {
                (0..before.size()).for_each(|from| changed.set_pair(Binary(0), from, target, Kleene::False));
                Change::DeleteTo(Binary(0))
            }
        };
        let formula = random.formula(3, 2);
        let updated = after(&formula, change);
        for mut at in assignments(&before) {
            (at[usize::from(SOURCE)], at[usize::from(TARGET)]) = (source as u8, target as u8);
            let (wanted, given) = (changed.value(&formula, &at), before.value(&updated, &at));
            assert!(given.covers(wanted), "seed {seed}: {formula:?} becomes {wanted:?}, not {given:?}");
            if !has_closure(&formula) {
                assert_eq!(given, wanted, "seed {seed}: {formula:?}");
            }
        }
    }
}

fn has_closure(formula: &Formula) -> bool {
    format!("{formula:?}").contains("Closure")
}
