//! The files the preprocessor reads.

use std::io;
use std::path::Path;

use rucc_diag::SourceBytes;
use rucc_session::FileSystem;

/// The disk.
#[derive(Debug, Default)]
pub(crate) struct Files;

impl FileSystem for Files {
    fn read(&self, path: &Path) -> io::Result<SourceBytes> {
        std::fs::read(path).map(SourceBytes::new)
    }
}
