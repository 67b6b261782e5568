//! Command lines that runs are given: few words, long and short ones, options and numbers among them.

use ir::{FunctionId, GlobalKind, Program};

/// The words after the program's name, one command line after the other.
const LINES: [&[&str]; 4] = [&[], &["a", "longer"], &["3"], &["-v", "name", "", "a=b", "12345678"]];

/// The most words of the program's own.
const OWN: usize = 6;

/// The command lines worth trying with a function: only that without words if it cannot see any.
pub(crate) fn command_lines(program: &Program, function: FunctionId) -> Vec<Vec<Vec<u8>>> {
    let function = &program.functions[function];
    let words = |line: &&[&str]| line.iter().map(|word| word.as_bytes().to_vec()).collect();
    if &*function.name != "main" || function.signature.params.len() < 2 {
        return LINES[..1].iter().map(words).collect();
    }
    let mut lines: Vec<Vec<Vec<u8>>> = LINES.iter().map(words).collect();
    lines.extend(Some(own_words(program)).filter(|own| !own.is_empty()));
    lines
}

/// What the program may compare its words with: its string literals that look like words.
pub(crate) fn own_words(program: &Program) -> Vec<Vec<u8>> {
    let literals = program.globals.iter().filter(|global| global.kind == GlobalKind::String);
    let text = literals.filter_map(|global| {
        let [(0, bytes)] = global.init.as_ref()?.bytes.as_slice() else { return None };
        let word: Vec<u8> = bytes.iter().copied().take_while(|byte| *byte != 0).collect();
        let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_=+./".contains(byte);
        (1..=16).contains(&word.len()).then_some(word).filter(|word| word.iter().all(plain))
    });
    text.take(OWN).collect()
}

/// The options of `run` that give it these words.
pub(crate) fn replay(line: &[Vec<u8>]) -> impl Iterator<Item = String> {
    line.iter().map(|word| format!("--arg={}", String::from_utf8_lossy(word)))
}
