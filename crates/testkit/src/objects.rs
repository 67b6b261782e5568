//! The objects of a file as gcc writes them.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use crate::gcc::gcc;

/// One object as gcc wrote it: its bytes, and where addresses of what go into it.
#[derive(Debug, Default)]
pub struct Written {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// By offset, of what and how far into it.
    pub addresses: BTreeMap<u64, (String, i64)>,
}

/// The data objects of a file as gcc compiles it, by name.
pub fn objects(dir: &Path, file: &Path, target: &str) -> BTreeMap<String, Written> {
    let object = dir.join("object.o");
    let output = gcc(
        &[
            target,
            "-w",
            "-c",
            "-fno-zero-initialized-in-bss",
            "-fno-common",
            "-O0",
            "-fno-pic",
            "-o",
            object.to_str().expect("a path of the test"),
        ],
        file,
    );
    assert!(output.status.success(), "gcc refuses:\n{}", String::from_utf8_lossy(&output.stderr));
    let raw = dir.join("object.bin");
    let tool = |name: &str, args: &[&Path]| {
        let output = Command::new(name).args(args).output().expect("the tools that come with gcc");
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    tool("objcopy", &["-Obinary".as_ref(), "-j.data".as_ref(), &object, &raw]);
    let data = std::fs::read(&raw).expect("the data objcopy wrote");
    let mut found = BTreeMap::new();
    let mut starts = BTreeMap::new();
    for line in tool("nm", &["-S".as_ref(), "--defined-only".as_ref(), &object]).lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [start, size, kind, name] = words[..] else { continue };
        if kind != "D" && kind != "d" {
            continue;
        }
        let number = |text| usize::from_str_radix(text, 16).expect("a hexadecimal number");
        let (start, size) = (number(start), number(size));
        let bytes = data.get(start..start + size).unwrap_or_default().to_vec();
        found.insert(name.to_owned(), Written { bytes, addresses: BTreeMap::new() });
        starts.insert(start as u64, (size as u64, name.to_owned()));
    }
    let mut in_data = false;
    for line in tool("readelf", &["-rW".as_ref(), &object]).lines() {
        if line.starts_with("Relocation section") {
            in_data = line.contains(".data'");
        }
        let words: Vec<&str> = line.split_whitespace().collect();
        if !in_data || words.len() < 5 {
            continue;
        }
        let Ok(at) = u64::from_str_radix(words[0], 16) else { continue };
        let addend = match words[5..] {
            [sign, number] => {
                let number = i64::from_str_radix(number, 16).expect("an addend");
                if sign == "-" { -number } else { number }
            }
            _ => 0,
        };
        if let Some((start, (size, name))) = starts.range(..=at).next_back()
            && at < start + size
        {
            let object = found.get_mut(name).expect("entered above");
            object.addresses.insert(at - start, (words[4].to_owned(), addend));
        }
    }
    found
}
