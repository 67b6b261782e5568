//! Prototypes, as manual pages have them.
//!
//! What is read here is not all of C: no function gives back a pointer to a function unless a typedef says so, and parameters have names.

/// A prototype taken apart.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Prototype<'t> {
    pub(crate) name: &'t str,
    pub(crate) returns: &'t str,
    pub(crate) params: Vec<Declared<'t>>,
    pub(crate) variadic: bool,
}

/// A parameter.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Declared<'t> {
    pub(crate) name: &'t str,
    pub(crate) ty: String,
    pub(crate) is_pointer: bool,
}

/// Types of the library that are pointers, though they do not look like it. A `va_list` is an array, or is passed as if.
const POINTERS: [&str; 4] = ["va_list", "sighandler_t", "jmp_buf", "sigjmp_buf"];

/// Takes a prototype apart; `None` if it is none.
pub(crate) fn read(text: &str) -> Option<Prototype<'_>> {
    let open = text.find('(')?;
    let inside = text.get(open + 1..)?.strip_suffix(')')?;
    let (returns, name) = cut_name(text[..open].trim_end())?;
    let (mut params, mut variadic) = (Vec::new(), false);
    for one in split(inside) {
        match one {
            "void" | "" => {}
            "..." => variadic = true,
            one => params.push(param(one)?),
        }
    }
    Some(Prototype { name, returns, params, variadic })
}

/// A declarator without parentheses: what is before its name, and the name.
fn cut_name(text: &str) -> Option<(&str, &str)> {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let begin = text.rfind(|c| !is_name(c))? + 1;
    let (before, name) = text.split_at(begin);
    (!name.is_empty()).then_some((before.trim_end(), name))
}

fn param(text: &str) -> Option<Declared<'_>> {
    if let Some(begin) = text.find("(*") {
        let rest = &text[begin + 2..];
        let end = rest.find(')')?;
        let ty = format!("{}{}", &text[..begin + 2], &rest[end..]);
        return Some(Declared { name: &rest[..end], ty, is_pointer: true });
    }
    let (element, brackets) = text.split_at(text.find('[').unwrap_or(text.len()));
    let (before, name) = cut_name(element)?;
    let is_pointer = before.ends_with('*')
        || before.trim_end_matches("const").trim_end().ends_with('*')
        || !brackets.is_empty()
        || POINTERS.contains(&before);
    Some(Declared { name, ty: format!("{before}{brackets}"), is_pointer })
}

/// The parts between commas that are in no parentheses.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut begin, mut parts) = (0_u32, 0, Vec::new());
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                parts.push(text[begin..at].trim());
                begin = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[begin..].trim());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_may_be_functions_and_arrays() {
        let read =
            read("void qsort(void *base, size_t n, int (*compare)(const void *, const void *), int end[2])");
        let read = read.expect("a prototype");
        assert_eq!((read.name, read.returns), ("qsort", "void"));
        let names: Vec<&str> = read.params.iter().map(|param| param.name).collect();
        assert_eq!(names, ["base", "n", "compare", "end"]);
        let pointers: Vec<bool> = read.params.iter().map(|param| param.is_pointer).collect();
        assert_eq!(pointers, [true, false, true, true]);
        assert_eq!(read.params[2].ty, "int (*)(const void *, const void *)");
    }

    #[test]
    fn what_follows_may_be_anything() {
        let read = read("char **f(const char *format, ...)").expect("a prototype");
        assert_eq!((read.returns, read.variadic, read.params.len()), ("char **", true, 1));
        assert!(super::read("int f").is_none());
    }
}
