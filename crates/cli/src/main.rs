//! The `shapewright` command; all of it is in the library beside it.

use std::process::ExitCode;

/// Memory is counted, so that `--max-memory` can be kept.
#[global_allocator]
static ALLOCATOR: budget::Counting = budget::Counting;

fn main() -> ExitCode {
    shapewright_cli::main()
}
