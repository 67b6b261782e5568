//! How long an analysis takes for shapes and for sets, with each domain of sets: the columns of seed 003's table.

use std::time::{Duration, Instant};

use checkers::metered;
use engine::{Engine, Entry};
use ir::Program;

use crate::task::{checkers, limits};
use crate::{Options, SetChoice};

/// How long an analysis took with one of the domains of sets.
#[derive(Clone, Copy, Debug)]
pub struct SetTime {
    /// The domain.
    pub sets: &'static str,
    /// Milliseconds for shapes.
    pub shape_ms: f64,
    /// Milliseconds for sets.
    pub sets_ms: f64,
}

const DOMAINS: [(&str, SetChoice); 3] =
    [("linear", SetChoice::Linear), ("lin", SetChoice::Lin), ("bdd", SetChoice::Bdd)];

/// Analyzes a function once with each domain of sets, and tells the time of sets from the rest.
///
/// Both are times of the clock on the wall, so that one is a part of the other.
pub(crate) fn in_parts(program: &Program, options: &Options, entry: &Entry) -> Vec<SetTime> {
    let ms = |time: Duration| time.as_secs_f64() * 1000.0;
    let once = |(name, sets): (&'static str, SetChoice)| {
        let options = Options { sets, ..options.clone() };
        let started = Instant::now();
        let ((), on_sets) = metered(|| {
            let domain = checkers(program, &options);
            Engine::new(program, &domain, limits(&options)).run(entry);
        });
        let all = started.elapsed();
        SetTime { sets: name, shape_ms: ms(all.saturating_sub(on_sets)), sets_ms: ms(on_sets) }
    };
    DOMAINS.into_iter().map(once).collect()
}
