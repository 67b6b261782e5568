//! Any bytes, cut at the zeros, as the arguments of a C compiler.

#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let args: Vec<String> =
        bytes.split(|byte| *byte == 0).map(|arg| String::from_utf8_lossy(arg).into_owned()).collect();
    let read = cfront::Options::from_args(&args, Path::new("/nowhere"));
    assert!(read.files.iter().all(|file| file.is_absolute()));
});
