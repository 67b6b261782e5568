//! The domain of equations and bounds: known results, and laws against brute force over small points.

mod common;
mod histories;
mod hull;
mod laws;
mod program;
mod reference;
