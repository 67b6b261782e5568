//! From a program to verdicts: what to analyze, with which domains, and what the answer is.
//!
//! Every function with a contract is analyzed on its own, and the program from `main`. The checks
//! each analysis leaves open become findings; a function is proved if none is left.
//!
//! Reading order: [`Options`], [`Conventions`], [`check`], `entries`, `session`, `hunt`, `answer`, `combine`, `findings`, `predicates`, `specification`, `reliance`, [`self_check`].

mod answer;
mod claims;
mod combine;
mod command_line;
mod confirm;
mod conventions;
mod dice;
mod entries;
mod explore;
mod findings;
mod hunt;
mod kept;
mod known;
mod models;
mod observer;
mod options;
mod oracle;
mod papers;
mod parallel;
mod predicates;
mod recall;
mod regions;
mod reliance;
mod retell;
mod samples;
mod session;
mod set_time;
mod shapes;
mod shares;
mod specification;
mod states;
mod structures;
mod task;
mod triage;
mod trials;
mod typed;

pub use checkers::{Canonical, Folding, SetChoice};
pub use claims::claimed;
pub use conventions::{Conventions, Goal};
pub use kept::Kept;
pub use known::Known;
pub use models::Models;
pub use observer::{Event, Observer};
pub use options::{Domain, Options};
pub use oracle::{SelfCheck, Unsound, compare, compare_run, self_check};
pub use papers::{Counts, Measured, Row, Strategy, measure, rows, strategies};
pub use predicates::{impure_conditions, predicates};
pub use reliance::IF_IT_RETURNS;
pub use retell::retell;
pub use samples::learned;
pub use session::{Session, check};
pub use set_time::SetTime;
pub use shapes::{shapes, shapes_observed};
pub use states::{Shown, StatesAt, states_at};
pub use structures::understand;
pub use three_valued::{Declarations, Mistake};
pub use triage::{Allowed, Baseline, Changes, LeftOut, triage};
