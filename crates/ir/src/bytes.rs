//! Bytes that need not be in memory before somebody looks at them.
//!
//! Most of a program that was kept is never looked at again: what code and macro expansions are unpacked from stays where
//! it is until the first of them is wanted.

use std::fmt;
use std::ops::Deref;
use std::sync::LazyLock;

/// Bytes, or a way to come by them.
pub struct Bytes(LazyLock<Vec<u8>, Reading>);

/// How bytes are read.
type Reading = Box<dyn FnOnce() -> Vec<u8> + Send>;

impl Bytes {
    /// Bytes that are read when somebody looks at them.
    pub fn later(read: impl FnOnce() -> Vec<u8> + Send + 'static) -> Self {
        Self(LazyLock::new(Box::new(read)))
    }

    /// Reads them now, and lets go of what they are read from.
    pub fn fetch(&self) {
        LazyLock::force(&self.0);
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self::later(move || bytes)
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn bytes_are_read_once_and_only_if_somebody_looks() {
        static READ: AtomicU32 = AtomicU32::new(0);
        let bytes = Bytes::later(|| {
            READ.fetch_add(1, Ordering::Relaxed);
            vec![1, 2]
        });
        assert_eq!(READ.load(Ordering::Relaxed), 0);
        assert_eq!((&*bytes, bytes.len()), (&[1, 2][..], 2));
        assert_eq!(&*bytes, &*Bytes::from(vec![1, 2]));
        assert_eq!(READ.load(Ordering::Relaxed), 1);
    }
}
