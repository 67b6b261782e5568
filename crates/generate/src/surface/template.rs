//! Templates of C programs with choices, numbers, inputs and places for mistakes.
//!
//! - `@` is the number of the scene, so that names are its own;
//! - `«a¦b¦c»` is one of several texts;
//! - `‹k:2..9›` is a number, chosen here, and `‹k›`, `‹k+1›`, `‹k-1›`, `‹k*2›` are made of it afterwards;
//! - `N(3)` reads an input, which is 3 in the run that is meant; `N(k)` one that is the number `k`; `L(3)` reads 1, 1, 1 and 0 in the course of a loop;
//! - `⟦s rule¦right¦wrong⟧` is a statement and what it is by mistake, `⟦e …⟧` an expression, `⟦r …⟧` a part that cannot stand behind a guard.
//!
//! What is written in `main` is executed in the order of the text, and once, unless a loop says how often; so inputs are known when it is written.

use std::collections::BTreeMap;

use super::guard::{self, Guards};
use crate::random::Random;

/// One expansion of the templates of a program.
pub(super) struct Expansion {
    pub(super) random: Random,
    /// What stands behind names.
    pub(super) suffix: String,
    /// The inputs of the run that is meant.
    pub(super) inputs: Vec<i64>,
    pub(super) numbers: BTreeMap<String, i64>,
    /// How many places for mistakes there were.
    pub(super) sites: usize,
    /// The place where the mistake is made.
    pub(super) wrong: Option<usize>,
    /// Its rule, once it is made.
    pub(super) planted: Option<String>,
    pub(super) guards: Guards,
}

impl Expansion {
    /// The text of a template.
    pub(super) fn expand(&mut self, template: &str) -> String {
        let chars: Vec<char> = template.chars().collect();
        self.part(&chars)
    }

    fn part(&mut self, chars: &[char]) -> String {
        let mut text = String::new();
        let mut at = 0;
        while at < chars.len() {
            match chars[at] {
                '@' => text.push_str(&self.suffix),
                '«' => {
                    let end = closing(chars, at, '«', '»');
                    let parts = parts(&chars[at + 1..end]);
                    let chosen = parts[self.random.below(parts.len())].to_vec();
                    text.push_str(&self.part(&chosen));
                    at = end;
                }
                '⟦' => {
                    let end = closing(chars, at, '⟦', '⟧');
                    let parts = parts(&chars[at + 1..end]);
                    let kind: String = parts[0].iter().collect();
                    let (right, wrong) = (parts[1].to_vec(), parts[2].to_vec());
                    text.push_str(&self.site(&kind, &right, &wrong));
                    at = end;
                }
                '‹' => {
                    let end = closing(chars, at, '‹', '›');
                    let inner: String = chars[at + 1..end].iter().collect();
                    text.push_str(&self.number(&inner).to_string());
                    at = end;
                }
                what @ ('N' | 'L') if is_call(chars, at) => {
                    let end = closing(chars, at + 1, '(', ')');
                    let inner: String = chars[at + 2..end].iter().collect();
                    let value = self.number(&inner);
                    if what == 'L' {
                        self.inputs.extend((0..value).map(|_| 1));
                        self.inputs.push(0);
                    } else {
                        self.inputs.push(value);
                    }
                    text.push_str("__VERIFIER_nondet_int()");
                    at = end;
                }
                other => text.push(other),
            }
            at += 1;
        }
        text
    }

    /// A number: a literal, a choice `name:low..high`, a name, or a name with an operation.
    fn number(&mut self, what: &str) -> i64 {
        let what = what.trim_matches(|char: char| char == '‹' || char == '›' || char == ' ');
        if let Some((name, range)) = what.split_once(':') {
            let (low, high) = range.split_once("..").expect("a range");
            let (low, high): (usize, usize) =
                (low.parse().expect("a number"), high.parse().expect("a number"));
            let value = self.random.within(low, high) as i64;
            self.numbers.insert(name.to_owned(), value);
            return value;
        }
        for (sign, apply) in [('+', i64::wrapping_add as fn(i64, i64) -> i64), ('*', i64::wrapping_mul)] {
            if let Some((a, b)) = what.split_once(sign) {
                return apply(self.number(a), self.number(b));
            }
        }
        if let Some((a, b)) = what.rsplit_once('-').filter(|(a, _)| !a.is_empty()) {
            return self.number(a) - self.number(b);
        }
        what.parse()
            .ok()
            .or_else(|| self.numbers.get(what).copied())
            .unwrap_or_else(|| panic!("no number `{what}`"))
    }

    fn site(&mut self, kind: &str, right: &[char], wrong: &[char]) -> String {
        let (form, rule) = kind.split_once(' ').expect("a form and a rule");
        let here = self.wrong == Some(self.sites);
        self.sites += 1;
        if !here {
            return self.part(right);
        }
        self.planted = Some(rule.to_owned());
        // An operator cannot stand behind a guard.
        let is_operator =
            right.first().is_some_and(|char| "<>=".contains(*char)) || right.starts_with(&['!', '=']);
        if form == "r" || is_operator || self.random.percent(25) {
            return self.part(wrong);
        }
        let guard = guard::guard(self);
        let (wrong, right) = (self.part(wrong), self.part(right));
        if form == "e" {
            format!("({guard} ? ({wrong}) : ({right}))")
        } else if right.trim().is_empty() {
            format!("if ({guard}) {{ {wrong} }}")
        } else {
            format!("if ({guard}) {{ {wrong} }} else {{ {right} }}")
        }
    }
}

fn is_call(chars: &[char], at: usize) -> bool {
    chars.get(at + 1) == Some(&'(') && (at == 0 || !(chars[at - 1].is_alphanumeric() || chars[at - 1] == '_'))
}

/// Where what begins here ends.
fn closing(chars: &[char], at: usize, open: char, close: char) -> usize {
    let mut depth = 0;
    for (index, &char) in chars.iter().enumerate().skip(at) {
        if char == open {
            depth += 1;
        } else if char == close {
            depth -= 1;
            if depth == 0 {
                return index;
            }
        }
    }
    panic!("`{open}` is never closed: {}", chars[at..].iter().collect::<String>())
}

/// What stands between bars that are not inside of something.
fn parts(chars: &[char]) -> Vec<&[char]> {
    let (mut found, mut depth, mut from) = (Vec::new(), 0, 0);
    for (index, char) in chars.iter().enumerate() {
        match char {
            '«' | '⟦' => depth += 1,
            '»' | '⟧' => depth -= 1,
            '¦' if depth == 0 => {
                found.push(&chars[from..index]);
                from = index + 1;
            }
            _ => {}
        }
    }
    found.push(&chars[from..]);
    found
}
