//! Files that we write: a new one, or the next version of one of ours.
//!
//! A report goes where the command line says, and a repository that nobody has looked at yet may have put something there: a link to a hook
//! of git, a pipe, a file of somebody else. So every file is written as a new one beside its place, which it then takes, and what
//! is there already is replaced only if it begins with a mark of ours or is empty.
//!
//! Invariant: nothing is written through a link, and nothing under a directory whose name begins with a dot, unless that is
//! where the tool was started.

use std::ffi::OsStr;
use std::fs::{File, OpenOptions, Permissions};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context, anyhow, bail};

/// What each kind of our files begins with, and what stands soon after that.
const MARKS: [(&str, &str); 8] = [
    (TEXT_MARK, ""),
    (GITHUB_MARK, ""),
    ("{\n  \"schema\": 1,\n", "\"tool\": \"shapewright\","),
    ("{\n  \"$schema\": ", "\"writtenBy\": \"shapewright\""),
    ("<!doctype html>\n<html lang=\"en\"><head>", "<meta name=\"generator\" content=\"shapewright "),
    ("# shapewright baseline ", ""),
    // With checks, and a witness.
    ("/* ", " with checks of what Shapewright claims: "),
    ("- entry_type: ", "    producer:\n      name: Shapewright\n"),
];

/// What a text report begins with if it is a file.
const TEXT_MARK: &str = "# shapewright report ";
/// What annotations begin with if they are a file: a command that shows nothing.
const GITHUB_MARK: &str = "::debug::shapewright ";

/// What lines of JSON begin with, and what the last of them does: only together they are a mark.
const LINES: (&str, &str) = ("{\"type\":\"", "{\"type\":\"summary\",\"schema\":1,\"tool\":\"shapewright\",");

/// More of a file is not looked at.
const LONGEST_MARK: u64 = 8 << 10;

/// Names that are tried for the new file.
const MOST_TRIES: u32 = 100;

/// The line that a text report in a file begins with.
pub(crate) fn text_head(version: &str, verdict: &str) -> String {
    format!("{TEXT_MARK}{version}: {verdict}\n")
}

/// The line that annotations in a file begin with.
pub(crate) fn github_head(version: &str) -> String {
    format!("{GITHUB_MARK}{version}\n")
}

/// Writes a file, if that is safe.
pub(crate) fn write(file: &Path, text: &str) -> anyhow::Result<()> {
    // Whoever wants to see nothing of it says so.
    if file == Path::new("/dev/null") {
        return Ok(());
    }
    let shown = || ir::shown_path(file);
    let target = place(file).with_context(shown)?;
    let permissions = replaceable(&target).with_context(shown)?;
    let (mut new, path) = beside(&target).with_context(shown)?;
    let written = new
        .write_all(text.as_bytes())
        .and_then(|()| permissions.map_or(Ok(()), |permissions| new.set_permissions(permissions)))
        .and_then(|()| std::fs::rename(&path, &target));
    written.with_context(shown).inspect_err(|_| {
        let _ = std::fs::remove_file(&path);
    })
}

/// Makes a directory for files that are written, if there is none.
pub(crate) fn directory(path: &Path) -> anyhow::Result<()> {
    let shown = || ir::shown_path(path);
    if path.is_dir() {
        return Ok(());
    }
    visible(path).with_context(shown)?;
    std::fs::create_dir_all(path).with_context(shown)
}

/// Where a file goes: links in the way to it are followed, and so is one in its place.
fn place(file: &Path) -> anyhow::Result<PathBuf> {
    let Some(name) = file.file_name() else { bail!("this names no file") };
    let directory = match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let whole = directory.canonicalize()?.join(name);
    let target = match whole.symlink_metadata() {
        Ok(known) if known.is_symlink() => {
            whole.canonicalize().map_err(|_| anyhow!("this is a link to a file that does not exist"))?
        }
        _ => whole,
    };
    visible(&target)?;
    Ok(target)
}

/// Whether a path leads through no directory whose name begins with a dot, those above where we were started aside.
fn visible(path: &Path) -> anyhow::Result<()> {
    let here = std::env::current_dir().and_then(|here| here.canonicalize()).unwrap_or_default();
    let known = path.components().zip(here.components()).take_while(|(a, b)| a == b).count();
    let directories = path.parent().into_iter().flat_map(Path::components).skip(known);
    let hidden = |part: &Component<'_>| matches!(part, Component::Normal(name) if begins_with_dot(name));
    match directories.into_iter().find(hidden) {
        Some(part) => bail!(
            "nothing is written under `{}`, a directory whose name begins with a dot",
            ir::shown_path(part.as_ref())
        ),
        None => Ok(()),
    }
}

fn begins_with_dot(name: &OsStr) -> bool {
    name.as_encoded_bytes().starts_with(b".")
}

/// Whether there is nothing at a place, or a file of ours, and the permissions it has.
fn replaceable(target: &Path) -> anyhow::Result<Option<Permissions>> {
    let known = match target.symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        known => known?,
    };
    if known.is_dir() {
        bail!("this is a directory");
    }
    if !known.is_file() {
        bail!("this is not a regular file");
    }
    if known.permissions().mode() & 0o111 != 0 {
        bail!("this is a program, which is not replaced by a report");
    }
    if known.len() > 0 && !is_ours(File::open(target)?)? {
        bail!(
            "this was not written by Shapewright and is not replaced; name another file, or remove it first"
        );
    }
    Ok(Some(known.permissions()))
}

/// Whether the beginning of a file says that we wrote it.
fn is_ours(mut file: File) -> std::io::Result<bool> {
    let mut begin = Vec::new();
    (&mut file).take(LONGEST_MARK).read_to_end(&mut begin)?;
    if begin.starts_with(LINES.0.as_bytes()) {
        let mut rest = Vec::new();
        file.read_to_end(&mut rest)?;
        begin.extend(rest);
        let mut lines = begin.trim_ascii_end().rsplit(|byte| *byte == b'\n');
        return Ok(lines.next().is_some_and(|last| last.starts_with(LINES.1.as_bytes())));
    }
    let text = String::from_utf8_lossy(&begin);
    Ok(MARKS.iter().any(|(first, then)| text.strip_prefix(first).is_some_and(|rest| rest.contains(then))))
}

/// A new file in the directory of another one, which nobody else has opened.
fn beside(target: &Path) -> std::io::Result<(File, PathBuf)> {
    let mut tries = 0;
    loop {
        let path = target.with_file_name(format!(".shapewright-{}-{tries}.part", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((file, path)),
            Err(error) if error.kind() != ErrorKind::AlreadyExists || tries >= MOST_TRIES => {
                return Err(error);
            }
            Err(_) => tries += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// A directory without a dot in its name, since temporary ones have one.
    fn directory() -> (tempfile::TempDir, PathBuf) {
        let directory = tempfile::Builder::new().prefix("written").tempdir().expect("a temporary directory");
        let path = directory.path().to_owned();
        (directory, path)
    }

    fn refused(file: &Path) -> String {
        format!("{:#}", write(file, "x").expect_err("it is not written"))
    }

    #[test]
    fn a_new_file_and_one_of_ours_are_written() {
        let (_kept, at) = directory();
        let file = at.join("out.txt");
        for text in [text_head("1", "proved"), github_head("1"), String::new()] {
            write(&file, &text).expect("it is written");
            assert_eq!(std::fs::read_to_string(&file).expect("it is there"), text);
        }
        for (first, then) in MARKS {
            std::fs::write(&file, format!("{first} and {then}")).expect("a file");
            write(&file, "x").expect("it is written");
            std::fs::remove_file(&file).expect("it is there");
        }
        std::fs::write(&file, format!("{}finding\"}}\n{}}}\n", LINES.0, LINES.1)).expect("a file");
        write(&file, "x").expect("it is written");
        assert_eq!(std::fs::read_dir(&at).expect("a directory").count(), 1, "nothing is left over");
    }

    #[test]
    fn what_is_not_ours_stays() {
        let (_kept, at) = directory();
        let file = at.join("main.c");
        for text in ["int x;\n", "{\"type\":\"finding\"}\n", "# shapewrigh"] {
            std::fs::write(&file, text).expect("a file");
            assert!(refused(&file).contains("was not written by Shapewright"), "{}", refused(&file));
            assert_eq!(std::fs::read_to_string(&file).expect("it is there"), text);
        }
        assert!(refused(&at).contains("is a directory"));
        assert!(refused(&at.join("no/x")).contains("No such file"));
        let program = at.join("hook");
        std::fs::write(&program, "").expect("a file");
        std::fs::set_permissions(&program, Permissions::from_mode(0o755)).expect("a program");
        assert!(refused(&program).contains("is a program"));
    }

    #[test]
    fn links_lead_to_files_of_ours_only() {
        let (_kept, at) = directory();
        let (link, file) = (at.join("link"), at.join("file"));
        symlink(&file, &link).expect("a link");
        assert!(refused(&link).contains("does not exist"));
        std::fs::write(&file, "int x;\n").expect("a file");
        assert!(refused(&link).contains("was not written by"));
        std::fs::write(&file, text_head("1", "proved")).expect("a file");
        write(&link, "new").expect("it is written");
        assert!(link.is_symlink());
        assert_eq!(std::fs::read_to_string(&file).expect("it is there"), "new");
        assert!(refused(Path::new("/dev/zero")).contains("not a regular file"));
        write(Path::new("/dev/null"), "x").expect("nothing is written");
    }

    #[test]
    fn nothing_is_written_under_dot_directories() {
        let (_kept, at) = directory();
        std::fs::create_dir_all(at.join(".git/hooks")).expect("directories");
        symlink(at.join(".git/hooks"), at.join("out")).expect("a link");
        symlink(at.join(".git/hooks/pre-push"), at.join("report.html")).expect("a link");
        std::fs::write(at.join(".git/hooks/pre-push"), "").expect("a file");
        for file in [".git/hooks/pre-commit", "out/pre-commit", ".git/HEAD", "report.html"] {
            let why = refused(&at.join(file));
            assert!(why.contains("under `.git`"), "{why}");
        }
        assert!(super::directory(&at.join(".git/new")).is_err());
        super::directory(&at.join("new/inner")).expect("it is made");
    }
}
