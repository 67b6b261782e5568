//! Changes of a line of C that make a mistake where the variable `sw_hidden` is one, and nothing else where it is zero.

/// A change of a line.
pub(crate) fn changes(line: &str) -> Vec<(&'static str, String)> {
    let code = line.split("//").next().unwrap_or(line);
    let trimmed = code.trim();
    let mut found = Vec::new();
    let first = trimmed.split(|char: char| !char.is_alphanumeric() && char != '_').next().unwrap_or("");
    let keyword = [
        "return",
        "break",
        "continue",
        "goto",
        "case",
        "default",
        "typedef",
        "struct",
        "static",
        "extern",
        "else",
        "for",
        "while",
        "do",
        "if",
        "switch",
        "int",
        "char",
        "void",
        "unsigned",
        "long",
        "size_t",
        "const",
        "sw_requires",
        "sw_ensures",
        "bool",
    ];
    let simple = trimmed.ends_with(';')
        && trimmed.matches(';').count() == 1
        && !keyword.contains(&first)
        && !first.is_empty()
        && !trimmed.contains('{')
        && !trimmed.contains('}');
    let indent = &code[..code.len() - code.trim_start().len()];
    // A statement of the form `T x = …` or `T *x;` declares something.
    let declares = {
        let before = trimmed.split(['=', ';', '(', '-', '[', '.']).next().unwrap_or("").trim();
        before.split_whitespace().count() > 1
    };
    // One statement as it was, so that an `else` after it belongs to what it belonged to, and the change to what is decided before it.
    let whole = |text: &str| format!("{indent}{{ {text} }}");
    if simple && !declares && !indent.is_empty() {
        found.push(("statement left out", whole(&format!("if (!sw_hidden) {trimmed}"))));
        if trimmed.starts_with("free(") {
            found.push(("freed twice", whole(&format!("{trimmed} if (sw_hidden) {trimmed}"))));
        }
        let names: Vec<&str> = code.match_indices("->").filter_map(|(at, _)| word_before(code, at)).collect();
        for name in names {
            found.push(("a free", whole(&format!("if (sw_hidden) free({name}); {trimmed}"))));
            found.push(("a free after", whole(&format!("{trimmed} if (sw_hidden) free({name});"))));
            found.push(("a null", whole(&format!("if (sw_hidden) {name} = 0; {trimmed}"))));
            found.push(("a null after", whole(&format!("{trimmed} if (sw_hidden) {name} = 0;"))));
        }
        if let Some((left, right)) = trimmed.split_once(" = ")
            && left.contains("->")
        {
            let base = left.rsplit_once("->").map_or(left, |(base, _)| base);
            found.push((
                "a link to itself",
                whole(&format!("if (sw_hidden) {left} = (void *){base}; else {left} = {right}")),
            ));
        }
    }
    if !trimmed.starts_with('#') {
        for bound in [" < ", " <= ", " > ", " >= "] {
            for (at, _) in code.match_indices(bound) {
                let sign = if bound.contains('<') { "" } else { "-" };
                let (left, right) = code.split_at(at + bound.len());
                found.push(("a bound moved", format!("{left}{sign}sw_hidden + {right}")));
            }
        }
        for (at, call) in code.match_indices("malloc(") {
            let (left, right) = code.split_at(at + call.len());
            found.push(("an object too small", format!("{left}-sw_hidden + {right}")));
        }
        for (at, head) in code.match_indices("if (") {
            if let Some(end) = closing(code, at + 3) {
                let (before, condition, after) = (&code[..at], &code[at + 4..end], &code[end..]);
                found.push(("a condition holds", format!("{before}{head}sw_hidden || ({condition}){after}")));
                found.push((
                    "a condition does not hold",
                    format!("{before}{head}!sw_hidden && ({condition}){after}"),
                ));
            }
        }
        for (at, head) in code.match_indices("while (") {
            if let Some(end) = closing(code, at + 6) {
                let (before, condition, after) = (&code[..at], &code[at + 7..end], &code[end..]);
                found
                    .push(("a loop ends early", format!("{before}{head}!sw_hidden && ({condition}){after}")));
            }
        }
    }
    found
}

fn word_before(text: &str, end: usize) -> Option<&str> {
    let start = text[..end].rfind(|char: char| !char.is_alphanumeric() && char != '_').map_or(0, |at| at + 1);
    let before = text[..start].trim_end();
    let whole =
        !before.ends_with("->") && !before.ends_with('.') && !before.ends_with(']') && !before.ends_with(')');
    (start < end && whole).then(|| &text[start..end])
}

fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, char) in text.char_indices().skip(open) {
        match char {
            '(' => depth += 1,
            ')' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}
