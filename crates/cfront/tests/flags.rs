//! What flags make of the macros a program can ask for, compared with gcc.

mod common;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use common::{dir, load_with, write};
use testkit::gcc::targets;

/// Flags, each compared with none.
const FLAGS: &[&str] = &[
    "-O0",
    "-O1",
    "-O2",
    "-O3",
    "-Os",
    "-Og",
    "-Ofast",
    "-ffast-math",
    "-ffinite-math-only",
    "-fno-math-errno",
    "-frounding-math",
    "-fsignaling-nans",
    "-funsafe-math-optimizations",
    "-msse3",
    "-mssse3",
    "-msse4.1",
    "-msse4.2",
    "-msse4",
    "-mavx",
    "-mavx2",
    "-mavx512f",
    "-mavx512bw",
    "-mfma",
    "-mbmi",
    "-mbmi2",
    "-mpopcnt",
    "-mlzcnt",
    "-maes",
    "-mpclmul",
    "-msha",
    "-mrdrnd",
    "-mf16c",
    "-mmovbe",
    "-mcx16",
    "-mno-sse2",
    "-mavx2 -mno-avx",
    "-march=x86-64-v2",
    "-march=x86-64-v3",
    "-funsigned-char",
    "-fshort-wchar",
    "-mlong-double-64",
    "-ffreestanding",
    "-fno-pie",
    "-fPIC",
    "-fPIE",
    "-fpic",
    "-fpie",
    "-fpic -fPIC",
    "-mcmodel=medium",
    "-mcmodel=large",
    "-fnon-call-exceptions",
    "-mno-sse",
    "-mtune=haswell",
    "-std=c99",
    "-std=gnu99",
    "-std=gnu89",
    "-ansi",
    "-pthread",
    "-fstack-protector",
    "-fstack-protector-strong",
    "-fstack-protector-all",
    "-fexceptions",
    "-fsanitize=address",
    "-fsanitize=thread",
    "-fcf-protection=full",
    "-fgnu89-inline",
    "-fwrapv",
    "-ftrapv",
    "-fpack-struct=1",
];

/// Of compilers, versions and processors, which are gcc's own affair.
const IGNORED: &[&str] =
    &["__tune_", "__GCC_ASM_FLAG", "__k8", "__GCC_IEC_559", "__DEC64_SUBNORMAL", "__VERSION__"];

type Macros = BTreeMap<String, String>;

/// The macros without parameters that gcc defines.
fn of_gcc(flags: &[&str], file: &Path) -> Option<Macros> {
    let output = Command::new("gcc").args(["-std=gnu17", "-dM", "-E"]).args(flags).arg(file).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let defined = text.lines().filter_map(|line| line.strip_prefix("#define ")?.split_once(' '));
    let plain = defined.filter(|(name, _)| !name.contains('('));
    output.status.success().then(|| plain.map(|(name, value)| (name.to_owned(), value.to_owned())).collect())
}

#[test]
fn macros_are_those_of_gcc() {
    let place = dir("flags");
    if !targets(&place).contains(&"-m64") {
        return;
    }
    let empty = write(&place, "empty.c", "");
    let without = of_gcc(&[], &empty).expect("gcc was there before");
    let mut wrong = Vec::new();
    for given in FLAGS {
        let flags: Vec<&str> = given.split(' ').collect();
        // What this gcc does not know cannot be compared.
        let Some(with) = of_gcc(&flags, &empty) else { continue };
        let differs = |name: &&String| with.get(*name) != without.get(*name);
        let all: Vec<&String> = with.keys().chain(without.keys()).filter(differs).collect();
        let mut text = String::new();
        for name in all.iter().filter(|name| !IGNORED.iter().any(|start| name.starts_with(start))) {
            let known = if with.contains_key(*name) { "ifdef" } else { "ifndef" };
            let both = format!("#{known} {name}\nint right_{name};\n#else\nint wrong_{name};\n#endif\n");
            text.push_str(&both);
        }
        text += "int there;\n";
        let file = write(&place, "asks.c", &text);
        let loaded = load_with(&file, &flags).unwrap_or_else(|why| panic!("{given}: {why}"));
        for global in &loaded.program.globals {
            if let Some(name) = global.name.strip_prefix("wrong_") {
                wrong.push(format!("{given}: {name}"));
            }
        }
    }
    assert!(wrong.is_empty(), "gcc has it otherwise:\n{}", wrong.join("\n"));
}
