//! Generated records: how they are laid out.

use std::fmt::Write;

use ir::TypeKind;
use testkit::words::ENUMS;

use super::support::{Rng, count, dir, gcc, lines, objects, read_lines, settle, targets};

const SCALARS: [&str; 14] = [
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "float",
    "double",
    "long double",
    "void *",
];
const BITS: [(&str, u64); 11] = [
    ("int", 32),
    ("unsigned", 32),
    ("signed char", 8),
    ("unsigned char", 8),
    ("short", 16),
    ("unsigned short", 16),
    ("long long", 64),
    ("unsigned long long", 64),
    ("_Bool", 1),
    ("enum E", 32),
    ("enum N", 32),
];

/// A record as C text, and the paths to its members that have a name and are no bit-fields.
pub(crate) struct Generated {
    pub(crate) text: String,
    pub(crate) members: Vec<String>,
    pub(crate) bit_fields: Vec<String>,
}

struct Maker<'a> {
    rng: &'a mut Rng,
    attributes: bool,
    next: usize,
    found: Generated,
}

/// Makes `struct S<n>` or `union S<n>`.
pub(crate) fn record(rng: &mut Rng, n: usize, attributes: bool) -> (String, Generated) {
    let keyword = if rng.chance(15) { "union" } else { "struct" };
    let found = Generated { text: String::new(), members: Vec::new(), bit_fields: Vec::new() };
    let mut maker = Maker { rng, attributes, next: 0, found };
    let body = maker.members("", 2);
    let after = maker.attribute(&["packed", "aligned(2)", "aligned(8)", "aligned(16)", "aligned"], 25);
    let mut found = maker.found;
    found.text = format!("{keyword} S{n} {body}{after};");
    (format!("{keyword} S{n}"), found)
}

impl Maker<'_> {
    fn name(&mut self) -> String {
        self.next += 1;
        format!("m{}", self.next)
    }

    fn attribute(&mut self, from: &[&str], chance: u64) -> String {
        if self.attributes && self.rng.chance(chance) {
            format!(" __attribute__(({}))", self.rng.pick(from))
        } else {
            String::new()
        }
    }

    fn members(&mut self, path: &str, depth: u32) -> String {
        let mut text = "{ ".to_owned();
        for _ in 0..=self.rng.below(5) {
            self.member(&mut text, path, depth);
        }
        text + "}"
    }

    fn member(&mut self, text: &mut String, path: &str, depth: u32) {
        match self.rng.below(if depth > 0 { 10 } else { 8 }) {
            0..=2 => {
                let (ty, most) = BITS[self.rng.below(BITS.len() as u64) as usize];
                if self.rng.chance(12) {
                    let width = if self.rng.chance(50) { 0 } else { 1 + self.rng.below(most) };
                    let _ = write!(text, "{ty} : {width}; ");
                    return;
                }
                let name = self.name();
                let width = 1 + self.rng.below(most);
                let attribute = self.attribute(&["packed", "aligned(8)", "aligned(16)"], 12);
                let _ = write!(text, "{ty} {name} : {width}{attribute}; ");
                self.found.bit_fields.push(format!("{path}{name}"));
            }
            3..=5 => {
                let ty = self.rng.pick(&SCALARS);
                let name = self.name();
                let attribute =
                    self.attribute(&["packed", "aligned(1)", "aligned(2)", "aligned(4)", "aligned(32)"], 15);
                let _ = write!(text, "{ty} {name}{attribute}; ");
                self.found.members.push(format!("{path}{name}"));
            }
            6 | 7 => {
                let ty = self.rng.pick(&SCALARS);
                let name = self.name();
                let _ = write!(text, "{ty} {name}[{}]; ", 1 + self.rng.below(4));
                self.found.members.push(format!("{path}{name}"));
            }
            kind => {
                let keyword = if self.rng.chance(40) { "union" } else { "struct" };
                if kind == 8 {
                    let body = self.members(path, depth - 1);
                    let attribute = self.attribute(&["packed", "aligned(4)"], 15);
                    let _ = write!(text, "{keyword} {body}{attribute}; ");
                } else {
                    let name = self.name();
                    self.found.members.push(format!("{path}{name}"));
                    let body = self.members(&format!("{path}{name}."), depth - 1);
                    let attribute = self.attribute(&["packed", "aligned(4)"], 15);
                    let _ = write!(text, "{keyword} {body}{attribute} {name}; ");
                }
            }
        }
    }
}

/// The offset of a member, and whether it was found.
fn offset_of(types: &ir::Types, ty: ir::TypeId, path: &str) -> Option<u64> {
    let (name, rest) = path.split_once('.').map_or((path, None), |(name, rest)| (name, Some(rest)));
    let TypeKind::Record(id) = types.kind(ty) else { return None };
    types.record(*id).fields.iter().find_map(|field| {
        if &*field.name == name {
            return rest.map_or(Some(field.offset), |rest| {
                offset_of(types, field.ty, rest).map(|inner| field.offset + inner)
            });
        }
        if field.name.is_empty() && field.bits.is_none() {
            return offset_of(types, field.ty, path).map(|inner| field.offset + inner);
        }
        None
    })
}

/// Sizes, alignments, offsets, and the bits of every bit-field.
#[test]
fn layouts() {
    let tried = count(1_500);
    for target in targets() {
        let dir = dir(&format!("layouts{target}"));
        let mut rng = Rng::new(3);
        let mut text = vec![ENUMS.to_owned()];
        let mut made = Vec::new();
        for n in 0..tried {
            let (name, record) = record(&mut rng, n, true);
            let pack = if rng.chance(20) { 1 << rng.below(5) } else { 0 };
            let packed = record.text.contains("packed");
            let mut line = record.text.clone();
            if pack > 0 && (pack == 1 || !packed || !record.text.contains(" : ")) {
                line = format!("_Pragma(\"pack(push, {pack})\") {line} _Pragma(\"pack(pop)\")");
            }
            let _ = write!(line, " {name} g{n};");
            for (k, path) in record.bit_fields.iter().enumerate() {
                let _ = write!(line, " {name} g{n}_{k} = {{ .{path} = -1 }};");
            }
            text.push(line);
            made.push((name, record));
        }
        let (loaded, mut differences) = read_lines(&dir, &mut text, target);
        let program = &loaded.program;
        let mut asserts = text.clone();
        for global in &program.globals {
            let Some(n) = global.name.strip_prefix('g').and_then(|n| n.parse::<usize>().ok()) else {
                continue;
            };
            let (name, record) = &made[n];
            let ty = &program.types[global.ty];
            let line = &mut asserts[n + 1];
            let _ = write!(
                line,
                " _Static_assert(sizeof({name}) == {}, \"size {}\"); _Static_assert(_Alignof({name}) == {}, \"align {}\");",
                ty.size, ty.size, ty.align, ty.align
            );
            for path in &record.members {
                match offset_of(&program.types, global.ty, path) {
                    Some(at) => {
                        let _ = write!(
                            line,
                            " _Static_assert(__builtin_offsetof({name}, {path}) == {at}, \"{path} {at}\");"
                        );
                    }
                    None => differences.push(format!("no member {path}: {line}")),
                }
            }
        }
        let file = dir.join("asserts.c");
        std::fs::write(&file, asserts.join("\n") + "\n").expect("a file");
        let (errors, _) = lines(&gcc(&[target, "-fsyntax-only", "-w"], &file).stderr);
        for (line, message) in &errors {
            differences.push(format!("{message}: {}", text[line - 1]));
            asserts[line - 1].clear();
            text[line - 1].clear();
        }
        std::fs::write(&file, text.join("\n") + "\n").expect("a file");
        let written = objects(&dir, &file, target);
        differences.extend(super::initializers::compare(program, &written, &text));
        settle(&format!("layouts {target}"), tried, &differences);
    }
}

/// The records of the C library's headers.
#[test]
fn headers() {
    const HEADERS: [&str; 13] = [
        "stdio.h",
        "stdlib.h",
        "time.h",
        "sys/stat.h",
        "sys/time.h",
        "netinet/in.h",
        "sys/socket.h",
        "pthread.h",
        "signal.h",
        "dirent.h",
        "pwd.h",
        "setjmp.h",
        "locale.h",
    ];
    for target in targets() {
        let dir = dir(&format!("headers{target}"));
        let include: String =
            HEADERS.iter().fold(String::new(), |text, header| text + "#include <" + header + ">\n");
        let file = dir.join("input.c");
        let text = format!("#define _GNU_SOURCE 1\n{include}");
        std::fs::write(&file, &text).expect("a file");
        if !gcc(&[target, "-fsyntax-only", "-w"], &file).status.success() {
            eprintln!("the headers for {target} are not there");
            continue;
        }
        // What is only declared does not enter the program, so every tagged record is used.
        let preprocessed = gcc(&[target, "-E", "-P"], &file).stdout;
        let mut tags: Vec<String> = Vec::new();
        let words: Vec<String> = String::from_utf8_lossy(&preprocessed)
            .replace('{', " { ")
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        for window in words.windows(3) {
            if (window[0] == "struct" || window[0] == "union") && window[2] == "{" {
                tags.push(format!("{} {}", window[0], window[1]));
            }
        }
        tags.sort();
        tags.dedup();
        let globals: String =
            tags.iter().enumerate().fold(String::new(), |text, (n, tag)| text + &format!("{tag} g{n};\n"));
        std::fs::write(&file, format!("{text}{globals}")).expect("a file");
        let loaded = super::support::read(&file, target).unwrap_or_else(|error| panic!("{error}"));
        let types = &loaded.program.types;
        let mut asserts = format!("{text}{globals}");
        let mut compared = 0;
        for global in &loaded.program.globals {
            let Some(n) = global.name.strip_prefix('g').and_then(|n| n.parse::<usize>().ok()) else {
                continue;
            };
            let TypeKind::Record(id) = types.kind(global.ty) else { continue };
            let (tag, ty) = (&tags[n], &types[global.ty]);
            let _ = writeln!(
                asserts,
                "_Static_assert(sizeof({tag}) == {} && _Alignof({tag}) == {}, \"{tag}\");",
                ty.size, ty.align
            );
            compared += 1;
            for field in
                types.record(*id).fields.iter().filter(|field| !field.name.is_empty() && field.bits.is_none())
            {
                let _ = writeln!(
                    asserts,
                    "_Static_assert(__builtin_offsetof({tag}, {}) == {}, \"{tag}\");",
                    field.name, field.offset
                );
            }
        }
        std::fs::write(&file, &asserts).expect("a file");
        let (errors, _) = lines(&gcc(&[target, "-fsyntax-only", "-w"], &file).stderr);
        let differences: Vec<String> = errors.values().cloned().collect();
        settle(&format!("records of headers {target}"), compared, &differences);
    }
}
