use super::printf::{self, Conversion, Count, Output};
use super::{Length, Machine, scanf};

const MACHINE: Machine = Machine { long_bytes: 8, pointer_bytes: 8, wide_bytes: 4, long_double_bytes: 16 };

fn one(format: &str) -> printf::Directive {
    match printf::pieces(format.as_bytes()).as_deref() {
        Ok([printf::Piece::Directive(directive)]) => *directive,
        other => panic!("{format}: {other:?}"),
    }
}

fn printed(format: &str) -> Output {
    one(format).output(MACHINE)
}

fn passed(format: &str) -> Result<Vec<String>, &'static str> {
    let pieces = printf::pieces(format.as_bytes()).map_err(|error| error.why)?;
    let wanted = printf::arguments(&pieces).map_err(|error| error.why)?;
    Ok(wanted.iter().map(|wanted| wanted.argument.c_type()).collect())
}

fn stored(format: &str) -> Option<Vec<(String, Option<u64>)>> {
    let pieces = scanf::pieces(format.as_bytes()).ok()?;
    let wanted = scanf::arguments(&pieces).ok()?;
    Some(wanted.iter().map(|wanted| (wanted.argument.c_type(), wanted.argument.bytes(MACHINE))).collect())
}

#[test]
fn text_and_directives_alternate() {
    let pieces = printf::pieces(b"a%d%%b").expect("a format");
    assert_eq!(pieces.len(), 4);
    assert_eq!(pieces[0], printf::Piece::Text(b"a"));
    assert!(
        matches!(pieces[2], printf::Piece::Directive(directive) if directive.conversion == Conversion::Percent)
    );
    assert_eq!(printf::pieces(b"").expect("a format"), []);
}

#[test]
fn widths_and_precisions_are_arguments_before_their_own() {
    assert_eq!(passed("%*.*f|%-*s").expect("a format"), ["int", "int", "double", "int", "char *"]);
    assert_eq!(
        passed("%hhd%hu%ld%lld%jd%zu%td%Lf%lf").expect("a format").join(","),
        "signed char,unsigned short,long,long long,intmax_t,size_t,ptrdiff_t,long double,double"
    );
    assert_eq!(
        passed("%c%lc%s%ls%p%n%hhn").expect("a format").join(","),
        "int,wint_t,char *,wchar_t *,void *,int *,signed char *"
    );
}

#[test]
fn numbered_arguments_come_in_their_order() {
    assert_eq!(passed("%2$s %1$d %1$d").expect("a format"), ["int", "char *"]);
    assert_eq!(passed("%1$*2$d").expect("a format"), ["int", "int"]);
    assert!(passed("%1$d %d").is_err());
    assert!(passed("%1$d %1$s").is_err());
    assert!(passed("%2$d").is_err());
    assert!(passed("%0$d").is_err());
    assert!(passed("%99999$d").is_err());
}

#[test]
fn a_precision_without_a_number_is_zero() {
    assert_eq!(one("%.f").precision, Count::Given(0));
    assert_eq!(one("%-05d").width, Count::Given(5));
    assert!(one("%-05d").flags.left && one("%-05d").flags.zero);
}

#[test]
fn what_nobody_understands_is_malformed() {
    for format in ["%", "%5", "%l", "%.", "%y", "%-", "%99999999999d", "%d%", "100% sure%"] {
        assert!(printf::pieces(format.as_bytes()).is_err(), "{format}");
    }
    for format in ["%", "%[", "%[]", "%[^]", "%md", "%y"] {
        assert!(scanf::pieces(format.as_bytes()).is_err(), "{format}");
    }
}

#[test]
fn undefined_directives_are_told_from_others() {
    for format in ["%#x", "%05d", "%.3s", "%lf", "%ls", "%hhn", "%%", "%+d", "%-5c", "%'d", "%5p"] {
        assert!(one(format).is_defined(), "{format}");
    }
    for format in
        ["%#d", "%+u", "%0s", "%.3c", "%Ld", "%hs", "%5n", "%5%", "%lp", "%m", "%'x", "%hf", "%.2p", "%Id"]
    {
        assert!(!one(format).is_defined(), "{format}");
    }
}

#[test]
fn what_is_printed_is_bounded() {
    assert_eq!(printed("%d"), Output::AtMost(11));
    assert_eq!(printed("%u"), Output::AtMost(10));
    assert_eq!(printed("%ld"), Output::AtMost(21));
    assert_eq!(printed("%hhu"), Output::AtMost(3));
    assert_eq!(printed("%#o"), Output::AtMost(12));
    assert_eq!(printed("%#llx"), Output::AtMost(18));
    assert_eq!(printed("%.30d"), Output::AtMost(31));
    assert_eq!(printed("%40d"), Output::AtMost(40));
    assert_eq!(printed("%*d"), Output::Unknown);
    assert_eq!(printed("%.*d"), Output::Unknown);
    assert_eq!(printed("%'d"), Output::Unknown);
    assert_eq!(printed("%5c"), Output::AtMost(5));
    assert_eq!(printed("%n"), Output::AtMost(0));
    assert_eq!(printed("%8.3s"), Output::Text { least: 8, most: Some(3) });
    assert_eq!(printed("%s"), Output::Text { least: 0, most: None });
    assert_eq!(printed("%ls"), Output::Unknown);
    assert_eq!(printed("%.3ls"), Output::Text { least: 0, most: Some(3) });
    assert_eq!(printed("%.*s"), Output::Unknown);
    assert_eq!(printed("%p"), Output::Address { least: 0 });
}

#[test]
fn scanned_values_go_where_they_fit() {
    let stored = |format: &str| stored(format).expect("a format");
    let of = |ty: &str, bytes: Option<u64>| (ty.to_owned(), bytes);
    assert_eq!(
        stored("%d,%ld %hhu%%%*d %5c"),
        [of("int *", Some(4)), of("long *", Some(8)), of("unsigned char *", Some(1)), of("char *", Some(5)),]
    );
    assert_eq!(
        stored("%31s %[^]\n] %[]x]%s"),
        [of("char *", Some(32)), of("char *", None), of("char *", None), of("char *", None),]
    );
    assert_eq!(
        stored("%lf%f%Lf%n"),
        [
            of("double *", Some(8)),
            of("float *", Some(4)),
            of("long double *", Some(16)),
            of("int *", Some(4)),
        ]
    );
    assert_eq!(
        stored("%ms%3mlc%7ls%p"),
        [
            of("char **", Some(8)),
            of("wchar_t **", Some(8)),
            of("wchar_t *", Some(32)),
            of("void **", Some(8)),
        ]
    );
    assert_eq!(stored("%2$d%1$s").len(), 2);
}

#[test]
fn sets_have_ranges_and_brackets() {
    let set = |format: &'static str| match scanf::pieces(format.as_bytes()).as_deref() {
        Ok([scanf::Piece::Directive(scanf::Directive { conversion: scanf::Conversion::Set(set), .. })]) => {
            *set
        }
        other => panic!("{format}: {other:?}"),
    };
    assert!(set("%[a-z]").contains(b'm') && !set("%[a-z]").contains(b'-'));
    assert!(set("%[a-]").contains(b'-') && set("%[-a]").contains(b'-'));
    assert!(set("%[]a]").contains(b']') && !set("%[^]a]").contains(b']') && set("%[^]a]").contains(b'b'));
    assert!(set("%[^a-c]").contains(b'd') && !set("%[^a-c]").contains(b'b'));
}

#[test]
fn blanks_are_pieces_of_their_own_where_they_are_read() {
    let pieces = scanf::pieces(b"a \n\t%d b").expect("a format");
    assert_eq!(pieces.len(), 5);
    assert_eq!(pieces[1], scanf::Piece::Blank);
}

#[test]
fn wide_formats_are_the_same_language() {
    let wide: Vec<u32> = "\u{e9}%-5ld\u{20ac}".chars().map(u32::from).collect();
    let pieces = printf::pieces(&wide).expect("a format");
    assert_eq!(pieces.len(), 3);
    assert!(matches!(pieces[1], printf::Piece::Directive(directive) if directive.length == Length::Long));
    // A character that happens to end in the same bits is another.
    let other: Vec<u32> = vec![0x100 + u32::from(b'%'), u32::from(b'd')];
    assert_eq!(printf::pieces(&other).expect("a format").len(), 1);
}

#[test]
fn an_old_directive_may_ask_for_memory() {
    let is_old = |format: &'static str| match scanf::pieces(format.as_bytes()).as_deref() {
        Ok([scanf::Piece::Directive(directive), ..]) => directive.is_old,
        other => panic!("{format}: {other:?}"),
    };
    assert!(is_old("%as") && is_old("%a[x]") && !is_old("%a") && !is_old("%las"));
}
