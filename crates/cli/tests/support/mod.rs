//! What the tests over the C corpus share.

// Each test target uses a part of it.
#![allow(dead_code)]

pub(crate) mod answer;
pub(crate) mod bless;
pub(crate) mod cases;
pub(crate) mod expect;
pub(crate) mod replay;
pub(crate) mod reports;
pub(crate) mod tool;
