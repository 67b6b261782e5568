//! How large things are, in pixels. Text is set in a font whose characters are all equally wide, so that a picture can be
//! laid out without asking anybody who knows fonts.

/// Width of a character of names and values.
pub(crate) const CHAR: f64 = 7.25;
/// Width of a character of small print.
pub(crate) const SMALL_CHAR: f64 = 6.36;
/// Height of the title of a box.
pub(crate) const TITLE: f64 = 22.0;
/// Height of a row of a box.
pub(crate) const ROW: f64 = 19.0;
/// Height of a line of small print.
pub(crate) const SMALL: f64 = 14.0;
/// Height of the label of a variable above a box.
pub(crate) const TAG: f64 = 26.0;
/// Space inside a box at its sides.
pub(crate) const PAD: f64 = 9.0;
/// Space between columns.
pub(crate) const GUTTER: f64 = 56.0;
/// Space between boxes above each other.
pub(crate) const GAP: f64 = 22.0;
/// Space around everything.
pub(crate) const MARGIN: f64 = 14.0;
/// Characters in a line of small print.
pub(crate) const SMALL_LINE: usize = 28;

/// How many characters wide a text is.
pub(crate) fn columns(text: &str) -> usize {
    text.chars().map(|c| if ('\u{1100}'..'\u{ffef}').contains(&c) { 2 } else { 1 }).sum()
}

/// A text in lines of so many characters, broken at spaces where there are any; at most so many lines.
pub(crate) fn wrapped(text: &str, width: usize, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        if !line.is_empty() && columns(line) + 1 + columns(word) > width {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    if lines.len() > most {
        lines.truncate(most);
        lines[most - 1].push_str(" …");
    }
    lines.into_iter().map(|line| shortened(&line, width + width / 2)).collect()
}

/// A text that is cut if it is longer than so many characters.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_spaces_and_end() {
        assert_eq!(wrapped("one two three", 7, 9), ["one two", "three"]);
        assert_eq!(wrapped("one two three four", 7, 1), ["one two …"]);
        assert_eq!(wrapped(&"x".repeat(99), 10, 2)[0].chars().count(), 15);
        assert_eq!(shortened("abcdef", 4), "abc…");
    }
}
