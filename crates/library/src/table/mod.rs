//! The entries, header by header.

mod bytes;
mod characters;
mod checked;
mod directories;
mod files;
mod math;
mod memory;
mod messages;
mod numbers;
mod printing;
mod processes;
mod scanning;
mod signals;
mod sockets;
mod sorting;
mod streams;
mod strings;
mod system;
mod threads;
mod time;
mod verifiers;
mod wide;

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::function::Function;

/// All entries, in the order of the table.
static TABLE: LazyLock<Vec<Function>> = LazyLock::new(|| {
    let parts: [fn() -> Vec<Function>; 22] = [
        bytes::functions,
        strings::functions,
        wide::functions,
        characters::functions,
        memory::functions,
        numbers::functions,
        sorting::functions,
        math::functions,
        streams::functions,
        printing::functions,
        scanning::functions,
        messages::functions,
        time::functions,
        files::functions,
        directories::functions,
        processes::functions,
        signals::functions,
        threads::functions,
        sockets::functions,
        system::functions,
        checked::functions,
        verifiers::functions,
    ];
    parts.iter().flat_map(|part| part()).collect()
});

/// All entries, in the order of the table.
pub fn all() -> &'static [Function] {
    &TABLE
}

/// Whether a function of this name that the program does not define ends the program. Names that a program may use for something else are not believed.
pub fn ends_program(name: &str) -> bool {
    find(name).is_some_and(|function| function.is_reserved() && function.ends_program())
}

/// The entry of a name as it is, be it an alias.
pub fn find_exactly(name: &str) -> Option<&'static Function> {
    static NAMES: LazyLock<FxHashMap<&'static str, &'static Function>> = LazyLock::new(|| {
        let names = |function: &'static Function| {
            std::iter::once(&*function.name)
                .chain(function.aliases.iter().copied())
                .map(move |name| (name, function))
        };
        TABLE.iter().flat_map(names).collect()
    });
    NAMES.get(name).copied()
}

/// What compilers and headers put before the name of a function that means the same.
const PREFIXES: [&str; 3] = ["__builtin_", "__isoc99_", "__isoc23_"];

/// The entry of a name, also with what compilers and headers put before it.
///
/// C23 lets `strtol` and its relatives, and `scanf`, read binary numbers; as far as the table is concerned they do the same.
pub fn find(name: &str) -> Option<&'static Function> {
    find_exactly(name).or_else(|| find_exactly(PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix))?))
}
