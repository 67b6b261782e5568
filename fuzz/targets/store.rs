//! Any bytes in the files of a store: in an entry, its note, the object of a unit, an answer, or the key.
//!
//! The first byte says which file, the second whether the rest is all of it or written over parts of it. What must not happen: an entry that is
//! believed although nobody who has the key wrote it, another program or another answer than without a store, a panic, a refusal without
//! a reason.
//!
//! A first byte of 128 or more says that the rest is a part of a program as it lies in an entry. Reading it is total, and what was read can
//! be written and read again.

#![no_main]

use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use cfront::{Model, Programs};
use ir::wire::{Moved, Reader, Relocation, Wire, Writer};
use ir::{FileId, Program, ProgramText};
use libfuzzer_sys::fuzz_target;
use shapewright_fuzz::{BUDGET, command, path};
use store::{Name, Store};
use verify::Domain;

const VERSION: [u8; 32] = [7; 32];
const FRONT: &[u8] = b"what is known of a thing";
const REST: &[u8] = b"what is seldom asked for";
const NOTE: [u8; 32] = [3; 32];

const PROGRAM: &str = "#include <stdlib.h>\n#define TWICE(x) ((x) + (x))\n\
    struct node { struct node *next; int data; };\n\
    static int count;\nint rand(void);\n\
    struct node *make(int data) {\n    struct node *made = malloc(sizeof *made);\n\
    \x20   if (made) { made->next = 0; made->data = TWICE(data); count++; }\n    return made;\n}\n\
    int main(void) {\n    struct node *first = make(rand());\n    if (!first) return 1;\n\
    \x20   first->next = make(2);\n    free(first);\n    return first->data;\n}\n";

/// A store as it was written, and what is so without one.
struct Kept {
    root: PathBuf,
    source: PathBuf,
    /// All its files, each with what was in it.
    files: Vec<(PathBuf, Vec<u8>)>,
    program: String,
    answer: String,
}

static KEPT: LazyLock<Kept> = LazyLock::new(|| {
    let (root, source) = (path("-store"), path("-program.c"));
    let _ = std::fs::remove_dir_all(&root);
    std::fs::write(&source, PROGRAM).expect("a temporary file");
    let (program, answer) = checked(&source, None);
    let store = Store::open(&root, &VERSION).map(Arc::new).unwrap_or_else(|why| panic!("{why}"));
    let shelf = store.shelf("things").expect("a shelf");
    assert!(shelf.put(&Name::of(b"a"), FRONT, &NOTE, &[REST]));
    // The first writes, the second reads.
    for _ in 0..2 {
        assert_eq!(checked(&source, Some(&store)), (program.clone(), answer.clone()));
    }
    let mut files = Vec::new();
    let mut open = vec![root.clone()];
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(directory).expect("a directory").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else {
                files.push((path.clone(), std::fs::read(path).expect("a file")));
            }
        }
    }
    files.sort();
    assert!(files.len() >= 4, "the key, a thing, a unit and an answer: {files:?}");
    Kept { root, source, files, program, answer }
});

fuzz_target!(|bytes: &[u8]| {
    let [which, how, rest @ ..] = bytes else { return };
    if *which >= 128 {
        part_of_a_program(*how, rest);
        return;
    }
    let Kept { root, source, files, program, answer } = &*KEPT;
    let (file, genuine) = &files[usize::from(*which) % files.len()];
    let other = if how & 1 == 0 { rest.to_owned() } else { written_over(genuine, rest) };
    put(file, &other);
    match Store::open(root, &VERSION).map(Arc::new) {
        Ok(store) => {
            things(&store, file.ends_with("key") && other != *genuine);
            let (now, told) = checked(source, Some(&store));
            assert!(now == *program, "another program: {now}");
            assert!(told == *answer, "another answer: {told}");
        }
        Err(refused) => assert!(!refused.to_string().is_empty(), "refused without a reason"),
    }
    for (file, bytes) in files {
        if std::fs::read(file).ok().as_ref() != Some(bytes) {
            put(file, bytes);
        }
    }
});

/// Reads bytes as one kind of part, as it was written and as if lines had moved since.
fn part_of_a_program(kind: u8, bytes: &[u8]) {
    let read = match kind % 8 {
        0 => read::<ir::Body>,
        1 => read::<Vec<ir::Type>>,
        2 => read::<Vec<ir::Record>>,
        3 => read::<ir::Initializer>,
        4 => read::<ir::Contract>,
        5 => read::<ir::Glance>,
        6 => read::<Vec<(String, ir::Span)>>,
        _ => |bytes: &[u8], _: &Relocation, _: Option<Moved>| {
            let count = u32::from(*bytes.first().unwrap_or(&0));
            let all = ir::Expansions::packed(count, Arc::new(bytes.to_owned().into()));
            let _ = (0..count).filter_map(|id| all.get(ir::ExpansionId(id))).count();
        },
    };
    let identity = Relocation::default();
    read(bytes, &identity, None);
    read(bytes, &identity, Some(Moved { file: FileId(0), after: 2, lines: -1, from: 1, expansions: 1 }));
    let linked = Relocation {
        types: vec![ir::TypeId(1), ir::TypeId(0), ir::TypeId(7)],
        records: vec![ir::RecordId(2)],
        globals: vec![ir::GlobalId(1), ir::GlobalId(Relocation::ABSENT)],
        functions: vec![ir::FunctionId(3)],
        files: vec![FileId(1), FileId(0)],
        expansions: 5,
        ..Relocation::default()
    };
    read(bytes, &linked, None);
}

fn read<T: Wire>(bytes: &[u8], relocation: &Relocation, moved: Option<Moved>) {
    let mut reader = Reader::new(bytes, relocation);
    if let Some(moved) = moved {
        reader = reader.moved(moved);
    }
    let Some(found) = T::read(&mut reader) else { return };
    let written = |found: &T| {
        let mut writer = Writer::default();
        found.write(&mut writer);
        writer.bytes
    };
    let once = written(&found);
    let again = T::read(&mut Reader::new(&once, &Relocation::default())).expect("it was written");
    assert!(written(&again) == once, "what is read again is something else");
}

/// A file of ours with some bytes written over: two bytes say where, one how many, and those follow.
fn written_over(genuine: &[u8], mut rest: &[u8]) -> Vec<u8> {
    let mut bytes = genuine.to_owned();
    while let [low, high, len, more @ ..] = rest {
        let at = usize::from(u16::from_le_bytes([*low, *high])) % (genuine.len() + 1);
        let (now, later) = more.split_at(usize::from(*len).min(more.len()));
        bytes.resize(bytes.len().max(at + now.len()), 0);
        bytes[at..at + now.len()].copy_from_slice(now);
        rest = later;
    }
    bytes
}

/// The entry that was put is what it was, or it is not there.
fn things(store: &Store, is_foreign: bool) {
    let Some(shelf) = store.shelf("things") else { return };
    let mut front = Vec::new();
    let Some(entry) = shelf.get(&Name::of(b"a"), &mut front) else { return };
    assert!(!is_foreign, "an entry under another key is believed");
    assert_eq!(front, FRONT, "what nobody sealed is believed");
    assert!(entry.note().is_none_or(|note| *note == NOTE), "a note that nobody sealed is believed");
    for len in [0, 1, REST.len() as u64, u64::MAX] {
        assert!(entry.part(1, len).is_none_or(|part| part.len() as u64 == len));
    }
}

/// A program and what is found in it, with or without a store.
fn checked(source: &Path, store: Option<&Arc<Store>>) -> (String, String) {
    let loaded = cfront::load_kept(&[command(source)], &[Model::Libc], Programs::One, store, &BUDGET);
    let program: Program = loaded.expect("the program is C").program;
    let options = verify::Options {
        domain: Domain::Regions,
        jobs: Some(1),
        store: store.cloned(),
        ..verify::Options::default()
    };
    let (found, _) = verify::check(&program, &options);
    let answer = report::report(&found, &program.sources, report::Style::Plain);
    (ProgramText::new(&program).to_string(), answer)
}

/// Writes a file of the store as the store would.
fn put(file: &Path, bytes: &[u8]) {
    let directory = file.parent().expect("it has one");
    std::fs::DirBuilder::new().recursive(true).mode(0o700).create(directory).expect("a directory");
    let mut options = std::fs::OpenOptions::new();
    let mut open = options.write(true).create(true).truncate(true).mode(0o600).open(file).expect("a file");
    std::io::Write::write_all(&mut open, bytes).expect("it is written");
}
