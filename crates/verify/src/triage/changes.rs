//! The lines that were changed, as `git diff --unified=0` tells them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use ir::{FileId, Program};
use model::Finding;

/// Lines that were changed, by file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// First and last lines; all lines if there are none.
    files: BTreeMap<PathBuf, Vec<(u32, u32)>>,
}

impl Changes {
    /// Reads a diff without context whose paths begin at a directory.
    pub fn read(diff: &str, root: &Path) -> Result<Self, String> {
        let mut changes = Self::default();
        let mut file = None;
        for line in diff.lines() {
            if let Some(path) = line.strip_prefix("+++ ") {
                // A file that is gone has no lines.
                file = path.trim_end().strip_prefix("b/").map(|path| root.join(path));
            } else if let Some(hunk) = line.strip_prefix("@@ ") {
                let Some(file) = &file else { continue };
                let lines = after(hunk).ok_or_else(|| format!("`{line}` is not what a diff says"))?;
                changes.files.entry(file.clone()).or_default().push(lines);
            }
        }
        Ok(changes)
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

/// The lines that a hunk (`-1,2 +3,4 @@`) has now; of one that only takes lines away, those around it.
fn after(hunk: &str) -> Option<(u32, u32)> {
    let lines = hunk.split(' ').find_map(|part| part.strip_prefix('+'))?;
    let (start, count) = lines.split_once(',').unwrap_or((lines, "1"));
    let (start, count): (u32, u32) = (start.parse().ok()?, count.parse().ok()?);
    Some(if count == 0 { (start, start + 1) } else { (start, start.checked_add(count - 1)?) })
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIFF: &str = "diff --git a/src/a.c b/src/a.c\n--- a/src/a.c\n+++ b/src/a.c\n@@ -10,2 +12 @@ int f\n-x\n-y\n+z\n\
        @@ -20,3 +21,0 @@\n-x\n-y\n-z\ndiff --git a/old.c b/old.c\n--- a/old.c\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-x\n";

    #[test]
    fn a_diff_tells_which_lines_are_new_and_where_some_are_gone() {
        let changes = Changes::read(DIFF, Path::new("/r")).expect("it is a diff");
        assert_eq!(changes.files, BTreeMap::from([(PathBuf::from("/r/src/a.c"), vec![(12, 12), (21, 22)])]));
        assert!(Changes::read("+++ b/a.c\n@@ what @@\n", Path::new("/r")).is_err());
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
