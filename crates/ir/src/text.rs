//! The text of a file, which need not be in memory before somebody looks at it.
//!
//! Most of a program that was kept is never shown to anybody, so its files are read when a report wants to show a line. What
//! every run wants to know of all of them, whether there are remarks to us, is known before.

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock};

/// What a remark to us begins with.
pub const REMARK: &str = "shapewright:";

/// The text of a file, lossily decoded.
#[derive(Clone)]
pub struct Text(Arc<Inner>);

struct Inner {
    text: OnceLock<Arc<str>>,
    read: Option<Reading>,
    remarked: OnceLock<bool>,
}

/// How a text is read.
type Reading = Box<dyn Fn() -> Arc<str> + Send + Sync>;

impl Text {
    /// A text that is read when somebody looks at it, and whether there are remarks in it.
    pub fn later(remarked: bool, read: impl Fn() -> Arc<str> + Send + Sync + 'static) -> Self {
        let (text, remarked) = (OnceLock::new(), OnceLock::from(remarked));
        Self(Arc::new(Inner { text, read: Some(Box::new(read)), remarked }))
    }

    /// Whether something in it looks like a remark to us.
    pub fn is_remarked(&self) -> bool {
        *self.0.remarked.get_or_init(|| self.contains(REMARK))
    }
}

/// A text from a line on, the first being 1. Lines before it are counted many bytes at a time: files are long, and reports show lines of
/// them one by one.
pub fn from_line(text: &str, line: u32) -> Option<&str> {
    const AT_ONCE: usize = 512;
    let (mut left, mut at) = (line.checked_sub(1)? as usize, 0);
    for chunk in text.as_bytes().chunks(AT_ONCE) {
        let count: usize = chunk.iter().map(|byte| usize::from(*byte == b'\n')).sum();
        if count >= left {
            break;
        }
        left -= count;
        at += chunk.len();
    }
    while left > 0 {
        at += 1 + text.as_bytes()[at..].iter().position(|byte| *byte == b'\n')?;
        left -= 1;
    }
    text.get(at..).filter(|rest| !rest.is_empty())
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        self.0.text.get_or_init(|| self.0.read.as_ref().map_or_else(|| "".into(), |read| read()))
    }
}

impl From<Arc<str>> for Text {
    fn from(text: Arc<str>) -> Self {
        Self(Arc::new(Inner { text: OnceLock::from(text), read: None, remarked: OnceLock::new() }))
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Arc::<str>::from(text).into()
    }
}

impl From<Cow<'_, str>> for Text {
    fn from(text: Cow<'_, str>) -> Self {
        Arc::<str>::from(text).into()
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Arc::<str>::from(text).into()
    }
}

impl PartialEq for Text {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || **self == **other
    }
}

impl Eq for Text {}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[test]
    fn lines_are_found_where_they_are() {
        for text in [String::new(), "a".into(), "a\nb".into(), "\n\n".into(), "µ\r\nline\n".repeat(300)] {
            for line in 1..=610 {
                let found = from_line(&text, line).map(|rest| rest.lines().next());
                assert_eq!(found, text.lines().nth(line as usize - 1).map(Some), "line {line} of {text:?}");
            }
        }
        assert_eq!(from_line("a", 0), None);
    }

    #[test]
    fn a_text_is_read_once_and_only_if_somebody_looks() {
        static READ: AtomicU32 = AtomicU32::new(0);
        let text = Text::later(true, || {
            READ.fetch_add(1, Ordering::Relaxed);
            "int x;\n".into()
        });
        assert!(text.is_remarked());
        assert_eq!(READ.load(Ordering::Relaxed), 0);
        assert_eq!((&*text, text.clone().len()), ("int x;\n", 7));
        assert_eq!(text, Text::from("int x;\n"));
        assert_eq!(READ.load(Ordering::Relaxed), 1);
        assert!(Text::from("/* shapewright: allow(leak) */").is_remarked() && !Text::from("").is_remarked());
    }
}
