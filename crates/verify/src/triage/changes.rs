//! The lines that were changed: a shortest edit script between two texts, by Myers ("An O(ND) difference algorithm and its
//! variations", 1986).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ir::{FileId, Program};
use model::Finding;

/// After so many edits, all that is between the first and the last difference counts as changed.
const EDITS: usize = 1000;

/// Lines that were changed, by file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// First and last lines; all lines if there are none.
    files: BTreeMap<PathBuf, Vec<(u32, u32)>>,
}

impl Changes {
    /// A file read so in the past, and reads so now.
    pub fn compare(&mut self, file: PathBuf, old: &str, new: &str) {
        let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
        let changed = changed(&old, &new);
        if !changed.is_empty() {
            self.files.insert(file, changed);
        }
    }

    /// All of a file is new.
    pub fn add_file(&mut self, file: PathBuf) {
        self.files.insert(file, Vec::new());
    }

    /// Whether a finding is in a function of which a line was changed.
    pub(super) fn touch(&self, program: &Program, finding: &Finding) -> bool {
        let named = || program.functions.iter().filter(|f| f.body.is_some() && f.name == finding.function);
        // A function that has one name in several files is meant where the finding is.
        let is_here = |function: &ir::Function| function.span.file == finding.span.file;
        let here = named().any(is_here);
        named()
            .filter(|function| !here || is_here(function))
            .any(|function| self.changed(program, function.span.file, function.span.line, function.end.line))
    }

    fn changed(&self, program: &Program, file: FileId, first: u32, last: u32) -> bool {
        let path = Path::new(program.sources.path(file));
        // The root is a path without links.
        let path =
            path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or_else(|_| path.to_owned());
        self.files.get(&path).is_some_and(|lines| {
            lines.is_empty() || lines.iter().any(|(from, to)| *from <= last && first <= *to)
        })
    }
}

/// The lines of the new text that are not in the old one, and those around lines that are gone, counted from 1.
fn changed(old: &[&str], new: &[&str]) -> Vec<(u32, u32)> {
    let first = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[first..], &new[first..]);
    let last = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[..old.len() - last], &new[..new.len() - last]);
    let line = |at: usize| (first + at + 1) as u32;
    if old.is_empty() && new.is_empty() {
        return Vec::new();
    }
    let Some(edits) = edits(old, new) else {
        return vec![(line(0).saturating_sub(1).max(1), line(new.len()))];
    };
    let mut changed: Vec<(u32, u32)> = Vec::new();
    for (at, is_new) in edits {
        let lines = if is_new { (line(at), line(at)) } else { (line(at).saturating_sub(1).max(1), line(at)) };
        match changed.last_mut() {
            Some(known) if lines.0 <= known.1 + 1 => known.1 = known.1.max(lines.1),
            _ => changed.push(lines),
        }
    }
    changed
}

/// The edits of a shortest script, in order: a line of the new text that is new, or before which lines of the old one are gone.
/// Nothing if there are too many.
fn edits(old: &[&str], new: &[&str]) -> Option<Vec<(usize, bool)>> {
    // For each number of edits, how far into the old text each diagonal was come; diagonal `k` is in place `k + edits`.
    let mut reached: Vec<Vec<usize>> = Vec::new();
    let at = |reached: &[usize], edits: usize, k: isize| -> Option<usize> {
        usize::try_from(k + edits as isize).ok().and_then(|place| reached.get(place).copied())
    };
    for count in 0..=EDITS.min(old.len() + new.len()) {
        let mut now = vec![0; 2 * count + 1];
        for k in (-(count as isize)..=count as isize).step_by(2) {
            let before = reached.last().map_or(&[][..], Vec::as_slice);
            let mut x =
                match (at(before, count.wrapping_sub(1), k - 1), at(before, count.wrapping_sub(1), k + 1)) {
                    _ if count == 0 => 0,
                    // One line of the old text is gone, or one of the new text is there.
                    (Some(gone), Some(there)) if gone < there => there,
                    (Some(gone), _) => gone + 1,
                    (None, Some(there)) => there,
                    (None, None) => 0,
                };
            let y = |x: usize| (x as isize - k) as usize;
            while x < old.len() && y(x) < new.len() && old[x] == new[y(x)] {
                x += 1;
            }
            now[(k + count as isize) as usize] = x;
            if x >= old.len() && x as isize - k >= new.len() as isize {
                reached.push(now);
                return Some(script(&reached, old.len(), new.len()));
            }
        }
        reached.push(now);
    }
    None
}

/// The way back from the end of both texts.
fn script(reached: &[Vec<usize>], old: usize, new: usize) -> Vec<(usize, bool)> {
    let (mut x, mut y) = (old as isize, new as isize);
    let mut edits = Vec::new();
    for count in (1..reached.len()).rev() {
        let (before, k) = (&reached[count - 1], x - y);
        let at = |k: isize| {
            let place = usize::try_from(k + count as isize - 1).ok()?;
            before.get(place).map(|x| *x as isize)
        };
        let is_new = match (at(k - 1), at(k + 1)) {
            (Some(gone), Some(there)) => gone < there,
            (gone, _) => gone.is_none(),
        };
        let from = if is_new { k + 1 } else { k - 1 };
        x = at(from).unwrap_or_default();
        y = x - from;
        edits.push((y.max(0) as usize, is_new));
    }
    edits.reverse();
    edits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(old: &str, new: &str) -> Vec<(u32, u32)> {
        changed(&old.lines().collect::<Vec<_>>(), &new.lines().collect::<Vec<_>>())
    }

    #[test]
    fn lines_that_are_new_and_the_places_of_those_that_are_gone_are_told() {
        assert_eq!(of("a\nb\nc\n", "a\nb\nc\n"), []);
        assert_eq!(of("a\nb\nc\nd\n", "a\nx\nc\nd\ne\n"), [(1, 2), (5, 5)]);
        assert_eq!(of("a\nb\nc\nd\n", "a\nd\n"), [(1, 2)]);
        assert_eq!(of("", "a\nb\n"), [(1, 2)]);
        assert_eq!(of("a\nb\n", ""), [(1, 1)]);
        assert_eq!(of("a\r\nb\r\n", "a\nb\n"), [], "ends of lines do not count");
    }

    /// What is not told has not changed: without the lines that are told, the new text is a part of the old one.
    #[test]
    fn what_is_left_of_the_new_text_is_in_the_old_one() {
        let mut state: u32 = 1;
        let mut below = |most: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % most
        };
        for _ in 0..500 {
            let lines = |count: u32, below: &mut dyn FnMut(u32) -> u32| -> Vec<String> {
                (0..count).map(|_| below(4).to_string()).collect()
            };
            let (old_count, new_count) = (below(12), below(12));
            let (old, new) = (lines(old_count, &mut below), lines(new_count, &mut below));
            let (old, new): (Vec<&str>, Vec<&str>) =
                (old.iter().map(String::as_str).collect(), new.iter().map(String::as_str).collect());
            let told = changed(&old, &new);
            let mut rest = old.iter();
            for (number, line) in (1..).zip(&new) {
                let is_told = told.iter().any(|(from, to)| (*from..=*to).contains(&number));
                assert!(is_told || rest.any(|known| known == line), "{old:?} {new:?} {told:?}");
            }
            assert_eq!(told.is_empty(), old == new);
        }
    }

    #[test]
    fn findings_in_functions_that_were_touched_are_shown() {
        let text = super::super::tests::leaking("");
        let (program, report) = super::super::tests::report(&text);
        let file = Path::new(program.sources.path(report.findings[0].span.file)).to_owned();
        let touch = |lines: Vec<(u32, u32)>| {
            let changes = Changes { files: BTreeMap::from([(file.clone(), lines)]) };
            changes.touch(&program, &report.findings[0])
        };
        assert!(touch(vec![(3, 3)]) && touch(vec![(1, 2)]) && touch(Vec::new()));
        assert!(!touch(vec![(1, 1), (7, 9)]));
        assert!(!Changes::default().touch(&program, &report.findings[0]));
    }
}
