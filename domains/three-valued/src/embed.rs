//! Embedding: which structures another one describes.
//!
//! A map `h` from the individuals of S onto those of S' embeds S in S' if every value in S' is that of the preimages or ½, and
//! only a summary is hit more than once or by a summary. Then S' describes all that S does.

use crate::kleene::members;
use crate::structure::{Binary, Structure};

/// The most assignments of an individual that are tried.
const TRIALS: u32 = 20_000;

/// Whether some map embeds a structure in another, where each individual may go to some of the others only. `None`
/// if that was not found out.
pub fn embeds(small: &Structure, large: &Structure, allowed: &[u64]) -> Option<bool> {
    let fits = |(individual, allowed): (usize, &u64)| {
        let possible = |image: &usize| {
            let unary = small.unaries().iter().zip(large.unaries());
            unary.into_iter().all(|(s, l)| l.get(*image).covers(s.get(individual)))
                && (large.is_summary(*image) || !small.is_summary(individual))
        };
        members(allowed & large.universe()).filter(possible).fold(0, |set, image| set | 1 << image)
    };
    let allowed: Vec<u64> = allowed.iter().enumerate().map(fits).collect();
    // Those with the fewest possibilities first.
    let mut order: Vec<usize> = (0..small.size()).collect();
    order.sort_by_key(|individual| allowed[*individual].count_ones());
    let mut search = Search { small, large, allowed, order, images: vec![0; small.size()], left: TRIALS };
    match search.extend(0, 0) {
        true => Some(true),
        false if search.left == 0 => None,
        false => Some(false),
    }
}

/// Whether a map embeds a structure in another.
pub fn is_embedding(small: &Structure, large: &Structure, map: &[usize]) -> bool {
    let allowed: Vec<u64> = map.iter().map(|image| 1 << image).collect();
    embeds(small, large, &allowed) == Some(true)
}

struct Search<'a> {
    small: &'a Structure,
    large: &'a Structure,
    allowed: Vec<u64>,
    /// The order in which individuals are assigned.
    order: Vec<usize>,
    images: Vec<usize>,
    left: u32,
}

impl Search<'_> {
    /// Assigns the individuals from a place of the order on, where these were hit.
    fn extend(&mut self, place: usize, hit: u64) -> bool {
        let Some(&individual) = self.order.get(place) else { return hit == self.large.universe() };
        for image in members(self.allowed[individual]) {
            if self.left == 0 {
                return false;
            }
            self.left -= 1;
            if hit >> image & 1 == 1 && !self.large.is_summary(image) {
                continue;
            }
            self.images[individual] = image;
            if self.agrees(place) && self.extend(place + 1, hit | 1 << image) {
                return true;
            }
        }
        false
    }

    /// Whether the individual assigned last is related to those before as its image is.
    fn agrees(&self, place: usize) -> bool {
        let last = self.order[place];
        self.order[..=place].iter().all(|other| {
            (0..self.small.relations()).map(|index| Binary(index as u16)).all(|predicate| {
                let covers = |a: usize, b: usize| {
                    let large = self.large.pair(predicate, self.images[a], self.images[b]);
                    large.covers(self.small.pair(predicate, a, b))
                };
                covers(last, *other) && covers(*other, last)
            })
        })
    }
}
