//! What somebody might type: texts that runs of programs are given which read their input byte by byte.
//!
//! Numbers at random hardly ever make a line that a program accepts. These do: small numbers, which are words as well; words; the words and
//! characters that the program itself speaks of, each on a line of its own and several on one; and numbers with its signs between them.

use ir::{Callee, Program, StmtKind};

use crate::command_line::own_words;

/// Functions that read bytes.
const READERS: [&str; 14] = [
    "scanf",
    "fscanf",
    "vscanf",
    "vfscanf",
    "fgets",
    "gets",
    "getchar",
    "getc",
    "fgetc",
    "getchar_unlocked",
    "getc_unlocked",
    "getline",
    "getdelim",
    "fread",
];

/// Texts that fit many programs.
const TEXTS: [&str; 4] = [
    "3 1 2 3 1 0 2 1 1 3 0 1 2 4\n",
    "1 5 1 3 1 8 2 5 1 4 3 3 2 8 2 9 0 0\n",
    "ab c\ndef 12\n\nab\nlonger than most\n7\nc",
    "ab 1 2.5\nc 30 1\ndef 4 0.5\nab 2 1\n",
];

/// So many signs of a program are put between numbers.
const SIGNS: usize = 8;

/// The texts worth trying with a program; none if it reads no bytes.
pub(crate) fn texts(program: &Program, constants: &[i128]) -> Vec<Vec<u8>> {
    if !reads_bytes(program) {
        return Vec::new();
    }
    let mut texts: Vec<Vec<u8>> = TEXTS.iter().map(|text| text.as_bytes().to_vec()).collect();
    let letter = |constant: &i128| {
        u8::try_from(*constant).ok().filter(|byte| byte.is_ascii_graphic() && !byte.is_ascii_digit())
    };
    let mut own = own_words(program);
    own.extend(constants.iter().filter_map(letter).map(|byte| vec![byte]));
    let numbers: Vec<Vec<u8>> = constants
        .iter()
        .filter(|constant| (-99..=9999).contains(*constant))
        .map(|constant| constant.to_string().into_bytes())
        .collect();
    if !own.is_empty() {
        let lines = own.iter().flat_map(|word| [word, &b" ab\n"[..], word, b" 1\n"].concat());
        texts.push(lines.collect());
        // Commands with a number each.
        texts.push(own.iter().flat_map(|word| [word, &b" 1\n"[..]].concat()).collect());
    }
    if !numbers.is_empty() {
        texts.push(numbers.join(&b" "[..]));
    }
    let signs: Vec<u8> =
        constants.iter().filter_map(letter).filter(u8::is_ascii_punctuation).take(SIGNS).collect();
    if !signs.is_empty() {
        texts.push(formulas(&signs));
    }
    texts
}

/// Lines with the signs of a program between numbers, before and behind them: what somebody types whose program computes.
fn formulas(signs: &[u8]) -> Vec<u8> {
    let two = signs.iter().flat_map(|sign| [&[b'1', *sign, b'2', b'\n'][..], &[*sign, b'3', b'\n']].concat());
    let pairs = signs.iter().flat_map(|first| signs.iter().map(move |second| (*first, *second)));
    let three = pairs.flat_map(|(first, second)| [b'1', first, b'2', second, b'3', b'\n']);
    two.chain(three).collect()
}

/// Whether a program calls something that reads bytes.
fn reads_bytes(program: &Program) -> bool {
    let name = |name: &str| {
        let plain = name.strip_prefix("__isoc99_").or_else(|| name.strip_prefix("__isoc23_"));
        READERS.contains(&plain.unwrap_or(name))
    };
    let bodies = program.defined().filter_map(|(_, function)| function.body.as_ref());
    bodies.flat_map(|body| &body.blocks).flat_map(|block| &block.stmts).any(|stmt| match &stmt.kind {
        StmtKind::Call(call) => match call.callee {
            Callee::Function(function) => name(&program.functions[function].name),
            Callee::Pointer(_) => false,
        },
        _ => false,
    })
}
