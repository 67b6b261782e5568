//! What the comparisons with other compilers share; for tests only.
//!
//! Programs are made by a generator with a fixed seed ([`Rng`]), given to gcc ([`gcc`], [`objects`])
//! and to us, and whatever differs fails the test with the text of the program ([`settle`]). A machine
//! without gcc compares nothing and says so.
//!
//! `SHAPEWRIGHT_DIFF_SEED` and `SHAPEWRIGHT_DIFF_COUNT` choose other programs and more of them.

pub mod browser;
pub mod gcc;
pub mod objects;
pub mod process;
mod random;
pub mod words;

pub use random::{Rng, count};

/// Fails the test if something differed, showing a few of the differences.
pub fn settle(what: &str, tried: usize, differences: &[String]) {
    eprintln!("{what}: {tried} compared, {} differ", differences.len());
    let shown: Vec<&str> = differences.iter().take(12).map(String::as_str).collect();
    assert!(differences.is_empty(), "{} of {tried} {what} differ:\n{}", differences.len(), shown.join("\n"));
}
