//! What a check has found so far, for whoever must tell it before the check is done.
//!
//! Answers come from several threads, and are told by one more: the watchdog of a command whose budget is over. What is in
//! here is complete answers for entries; the others are told to be unknown, with the reason.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use ir::FunctionId;
use model::{Finding, FunctionReport};

/// The answers for entries so far, by their functions.
#[derive(Debug, Default)]
pub struct Known(Mutex<BTreeMap<FunctionId, (FunctionReport, Vec<Finding>)>>);

impl Known {
    /// An entry is answered.
    pub(crate) fn add(&self, entry: FunctionId, said: (FunctionReport, Vec<Finding>)) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(entry, said);
    }

    /// What is known now.
    pub(crate) fn now(&self) -> BTreeMap<FunctionId, (FunctionReport, Vec<Finding>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
