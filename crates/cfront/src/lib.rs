//! cfront
