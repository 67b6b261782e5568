//! Where headers are looked for.

use rucc_session::{SearchPath, runtime};

use crate::options::{Options, Width};

/// The search path of a unit, in gcc's order: `-iquote`, `-I`, `-isystem`, the system's own
/// directories, `-idirafter`.
pub(crate) fn search_path(options: &Options) -> SearchPath {
    let mut search = SearchPath::new();
    for dir in &options.quote_dirs {
        search.push_quote(dir);
    }
    for dir in &options.include_dirs {
        search.push_bracket(dir);
    }
    for dir in &options.system_dirs {
        search.push_system(dir);
    }
    if !options.no_standard_headers {
        search.push_system(runtime::DIR);
        search.push_system("/usr/local/include");
        match options.width {
            Width::Bits32 => search.push_system("/usr/include/i386-linux-gnu"),
            Width::Bits64 => {}
        }
        search.push_system("/usr/include/x86_64-linux-gnu");
        search.push_system("/usr/include");
    }
    for dir in &options.after_dirs {
        search.push_after(dir);
    }
    search.remove_duplicates();
    search
}
