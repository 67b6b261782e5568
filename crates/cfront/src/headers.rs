//! Where headers are looked for: what `cc` would search, found without running it.
//!
//! The headers that belong to a compiler rather than to the C library (`stddef.h`, `stdarg.h`,
//! `limits.h`, …) are built into the front end and come first, so that no compiler need be
//! installed. The directory of an installed one comes last, for what is not built in.

use std::path::{Path, PathBuf};

use rucc_session::{SearchPath, runtime};

use crate::files::{OWN, STAND_INS};
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
    search.push_system(OWN);
    for dir in &options.system_dirs {
        search.push_system(dir);
    }
    if !options.no_standard_headers {
        search.push_system(runtime::DIR);
        let root = options.sysroot.as_deref().unwrap_or(Path::new("/"));
        for dir in system_dirs(root, options.width) {
            search.push_system(dir);
        }
    }
    for dir in &options.after_dirs {
        search.push_after(dir);
    }
    if !options.no_standard_headers {
        search.push_after(STAND_INS);
    }
    search.remove_duplicates();
    search
}

/// The directories of the C library and of an installed compiler that exist under `root`.
fn system_dirs(root: &Path, width: Width) -> Vec<PathBuf> {
    // A 64-bit system's own headers serve both widths where those for 32 bits are not installed.
    let multiarch: &[&str] = match width {
        Width::Bits32 => &["i386-linux-gnu", "i686-linux-gnu", "x86_64-linux-gnu"],
        Width::Bits64 => &["x86_64-linux-gnu"],
    };
    let include = root.join("usr/include");
    let mut dirs = vec![root.join("usr/local/include")];
    dirs.extend(multiarch.iter().map(|triple| include.join(triple)));
    dirs.push(include);
    dirs.retain(|dir| dir.is_dir());
    dirs.extend(compiler_dir(root, width));
    dirs
}

/// The header directory of the newest gcc, else of the newest clang.
fn compiler_dir(root: &Path, width: Width) -> Option<PathBuf> {
    let arches: &[&str] = match width {
        Width::Bits32 => &["i386", "i486", "i586", "i686", "x86_64"],
        Width::Bits64 => &["x86_64"],
    };
    let triples = entries(&root.join("usr/lib/gcc"));
    let gcc = arches.iter().find_map(|arch| {
        let triple = triples.iter().find(|dir| name_of(dir).starts_with(arch))?;
        newest(triple).map(|version| version.join("include"))
    });
    let gcc = gcc.filter(|dir| dir.is_dir());
    gcc.or_else(|| {
        let llvm = newest(&root.join("usr/lib")).map(|llvm| llvm.join("lib/clang"));
        let resources = [Some(root.join("usr/lib/clang")), llvm];
        let dirs = resources.iter().flatten().filter_map(|dir| newest(dir));
        dirs.map(|dir| dir.join("include")).find(|dir| dir.is_dir())
    })
}

/// The entry of `dir` with the highest version: `12`, `12.2.0`, `llvm-14`.
fn newest(dir: &Path) -> Option<PathBuf> {
    let versioned = entries(dir).into_iter().filter_map(|path| Some((version(&name_of(&path))?, path)));
    versioned.max().map(|(_, path)| path)
}

fn version(name: &str) -> Option<Vec<u32>> {
    let number = name.strip_prefix("llvm-").unwrap_or(name);
    number.split('.').map(|part| part.parse().ok()).collect()
}

fn entries(dir: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(dir) else { return Vec::new() };
    let mut entries: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    entries
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::version;

    #[test]
    fn versions_are_numbers() {
        assert!(version("12") > version("9"));
        assert!(version("12.2.0") > version("12.1.9"));
        assert_eq!(version("llvm-14"), version("14"));
        assert_eq!(version("python3"), None);
    }
}
