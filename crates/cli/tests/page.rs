//! The report with pictures, in a browser: what is on the page, how it is worked with, and that nothing of the program runs there.
//! Where no browser is installed nothing is tried, and that is said.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use testkit::browser::Browser;

const TOOL: &str = env!("CARGO_BIN_EXE_shapewright");

fn browser(width: u32) -> Option<Browser> {
    let browser = Browser::start(width, 900);
    if browser.is_none() {
        eprintln!("Chromium is not installed, the page is not tried in a browser");
    }
    browser
}

/// The page for a program in a file of this name.
fn page(directory: &Path, name: &str, text: &str, options: &[&str]) -> (String, PathBuf) {
    let page = directory.join("report.html");
    std::fs::write(directory.join(name), text).expect("a temporary file");
    let mut tool = Command::new(TOOL);
    tool.arg("check").args(options).arg("--html").arg(&page).arg(name).current_dir(directory);
    let said = tool.output().expect("the tool runs");
    assert!(page.exists(), "{}", String::from_utf8_lossy(&said.stderr));
    (format!("file://{}", page.display()), page)
}

const LISTS: &str = "#include <shapewright.h>
#include <stdlib.h>
struct node { struct node *next; int data; };
bool list(struct node *l) { return l == NULL || list(l->next); }
struct node *reverse(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(sw_result));
    struct node *r = NULL;
    while (l != NULL) {
        struct node *t = l->next;
        l->next = r;
        r = l;
        l = t;
    }
    return r;
}
int first(struct node *l) {
    sw_requires(list(l));
    sw_ensures(list(l));
    if (l != NULL && l->data > 3)
        l = l->next;
    return l->data;
}
int late(struct node *l) {
    sw_requires(l != NULL && l->next == NULL);
    sw_ensures(true);
    free(l);
    return l->data;
}
";

#[test]
fn lines_and_findings_can_be_looked_at() {
    let Some(mut browser) = browser(1200) else { return };
    let directory = tempfile::tempdir().expect("a temporary directory");
    let (address, _) = page(directory.path(), "lists.c", LISTS, &[]);
    browser.open(&address);
    // The summary and the marks in the source.
    assert_eq!(browser.value("document.querySelectorAll('#functions tbody tr').length"), json!(3));
    let marks = browser
        .value("[...document.querySelectorAll('.ln .badge')].map((mark) => mark.textContent.split(' ')[0])");
    assert_eq!(marks, json!(["proved", "violated", "violated"]));
    assert_eq!(browser.value("document.querySelector('.ln.bad').id"), json!("f0l22"));
    // A click on a line shows its shapes, and what has changed.
    assert_eq!(browser.value("document.getElementById('panel').hidden"), json!(true));
    browser.value("document.querySelector('#f0l12 code').click()");
    browser.wait("!document.getElementById('panel').hidden");
    let title = browser.value("document.getElementById('panel-title').textContent");
    assert_eq!(title, json!("Line 12, before, in reverse"));
    assert_eq!(browser.value("document.querySelectorAll('#panel-body svg').length"), json!(1));
    let text = browser.value("document.querySelector('#panel-body svg').textContent");
    assert!(text.as_str().is_some_and(|text| text.contains("next") && text.contains("list(")), "{text}");
    assert_eq!(browser.value("document.querySelectorAll('#panel-body svg .new').length > 0"), json!(true));
    // The loop's shapes are its invariant.
    browser.value("location.hash = '#f0l9'");
    browser.wait("document.getElementById('panel-title').textContent.includes('loop')");
    // Keys go from line to line, from state to state, and close.
    browser.press("j");
    browser.wait("document.getElementById('panel-title').textContent.startsWith('Line 10')");
    browser.press("k");
    browser.wait("document.getElementById('panel-title').textContent.startsWith('Line 9')");
    browser.value("location.hash = '#f0l22'");
    browser.wait("document.querySelectorAll('#panel-states [role=tab]').length > 1");
    let chosen = "document.querySelector('#panel-states [aria-selected=true]').textContent";
    assert_eq!(browser.value(chosen), json!("1"));
    browser.press("]");
    assert_eq!(browser.value(chosen), json!("2"));
    browser.press("Escape");
    browser.wait("document.getElementById('panel').hidden");
    // A story has steps, pictures, and how to see it again.
    assert_eq!(
        browser.value("document.querySelectorAll('.finding[open] .step svg').length > 0"),
        json!(true)
    );
    let story = browser.value("document.querySelector('.finding').textContent");
    let story = story.as_str().unwrap_or_default();
    assert!(story.contains("null") && story.contains("reproduce with shapewright run"), "{story}");
    browser.press("n");
    let focused = |browser: &mut Browser| {
        browser.value("[...document.querySelectorAll('.step')].indexOf(document.activeElement)")
    };
    assert_eq!(focused(&mut browser), json!(0));
    browser.press("n");
    assert_eq!(focused(&mut browser), json!(1));
}

#[test]
fn a_phone_is_wide_enough() {
    let Some(mut browser) = browser(390) else { return };
    let directory = tempfile::tempdir().expect("a temporary directory");
    let (address, _) = page(directory.path(), "lists.c", LISTS, &[]);
    browser.open(&format!("{address}#f0l12"));
    browser.wait("!document.getElementById('panel').hidden");
    let wide = browser.value("document.documentElement.scrollWidth");
    assert!(wide.as_u64().is_some_and(|wide| wide <= 390), "{wide} pixels");
}

/// A program that tries to be more than text: in its name, in comments, strings, identifiers and contracts.
const HOSTILE: &str =
    "/* </script></style></title><script>document.ran = 1</script><img src=x onerror='document.ran = 2'> */
#include <stdlib.h>
// \"><svg onload=\"document.ran = 3\"></svg> \u{e000}\u{e005} </pre><script>document.ran = 4</script>
struct größe { struct größe *nächste; const char *text; };
int main(void) {
    struct größe *\u{3b1}\u{3b2} = malloc(sizeof *\u{3b1}\u{3b2}); /* <b>x</b> */
    \u{3b1}\u{3b2}->text = \"<script>document.ran = 5</script>\"; // ]]> --> &lt;script&gt;
    free(\u{3b1}\u{3b2});
    return \u{3b1}\u{3b2}->text == NULL;
}
";

#[test]
fn nothing_of_the_program_runs_on_the_page() {
    let Some(mut browser) = browser(1200) else { return };
    let directory = tempfile::tempdir().expect("a temporary directory");
    let name = "<img src=x onerror=\"document.ran=6\">&'.c";
    for domain in ["auto", "checkers", "three-valued", "regions"] {
        let (address, file) = page(directory.path(), name, HOSTILE, &["--domain", domain]);
        browser.open(&address);
        browser.wait("document.querySelectorAll('.ln').length === 10");
        // Everything that can be opened is opened.
        let lines =
            browser.value("Object.keys(JSON.parse(document.getElementById('data').textContent).lines)");
        let lines: Vec<String> =
            lines.as_array().into_iter().flatten().filter_map(Value::as_str).map(Into::into).collect();
        assert!(!lines.is_empty(), "{domain} has shapes");
        for line in lines {
            browser.value(&format!("location.hash = '#{line}'"));
            browser.wait(&format!("document.getElementById('{line}').classList.contains('here')"));
        }
        browser.value("document.querySelectorAll('details').forEach((part) => { part.open = true; })");
        browser.value("new Promise((done) => setTimeout(done, 200))");
        assert_eq!(browser.value("document.ran === undefined"), json!(true), "{domain}");
        let strange = "document.querySelectorAll('img, body svg svg, script:not([nonce])').length";
        assert_eq!(browser.value(strange), json!(0), "{domain}");
        assert_eq!(browser.value("document.scripts.length"), json!(2));
        // What the program says is there, as text.
        let shown = browser.value("document.querySelector('#source h3').textContent");
        assert_eq!(shown, json!(name));
        let text = browser
            .value("document.getElementById('f0l1').textContent.includes(\"onerror='document.ran = 2'\")");
        assert_eq!(text, json!(true));
        std::fs::remove_file(file).expect("the page");
    }
}

/// Texts that try to become more than text on a page.
const PAYLOADS: [&str; 18] = [
    "</script><script>document.ran=1</script>",
    "</style><style>*{display:none}</style><script>document.ran=1</script>",
    "--><script>document.ran=1</script><!--",
    "]]><script>document.ran=1</script><![CDATA[",
    "</title></head><body onload=document.ran=1>",
    "'><img src=x onerror=document.ran=1>",
    "\\'><svg onload=document.ran=1></svg>",
    "</pre></code></div></td></table><img src=x onerror=document.ran=1>",
    "<svg><animate onbegin=document.ran=1 attributeName=x dur=1s></svg>",
    "<iframe srcdoc='<script>parent.document.ran=1</script>'></iframe>",
    "<base href='https://example.invalid/'><meta http-equiv=refresh content='0;url=about:blank'>",
    "<a href='javascript:document.ran=1' id=functions>x</a><form id=data><input name=textContent></form>",
    "&lt;script&gt;document.ran=1&lt;/script&gt; &#60;img src=x onerror=document.ran=1&#62;",
    "\\u003cscript\\u003edocument.ran=1\\u003c/script\\u003e ${document.ran=1} {{document.ran=1}}",
    "+ADw-script+AD4-document.ran=1+ADw-/script+AD4-",
    "\u{202e}\u{2066}<script>document.ran=1</script>\u{2028}\u{1b}[2J\u{200b}\u{feff}",
    "\u{e000}\u{e001}\u{e010}<script>document.ran=1</script>\u{f8ff}\u{fffe}",
    "`</code><img src=x onerror=document.ran=1>`<textarea><noscript><math><mtext><mglyph>",
];

/// A program with such a text in comments, strings, assertions and the name that a line of it gives to its file.
fn hostile(payload: &str) -> String {
    let text = payload.replace('\\', "\\\\").replace('"', "'");
    let comment = payload.replace("*/", "* /");
    format!(
        "#include <assert.h>
#include <stdlib.h>
struct node {{ struct node *next; const char *text; }};
int f(int n) {{
    struct node *p = malloc(sizeof *p); /* {comment} */
    if (p == NULL) return 1;
    p->text = \"{text}\";
    assert(n > 3 && \"{text}\");
    free(p); // {comment}
    return p->text == NULL;
}}
int main(int argc, char **argv) {{ return f(argc); }}
#line 1 \"{text}.c\"
int g(int *p) {{ __asm__(\"{text}\" : \"+r\"(*p)); return *p; }}
"
    )
}

#[test]
fn eighteen_hostile_programs_do_nothing_on_their_pages() {
    let Some(mut browser) = browser(1000) else { return };
    for (number, payload) in PAYLOADS.iter().enumerate() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        // A name has no slash in it and is not longer than a file system wants.
        let short: String = payload.replace('/', "\u{2215}").chars().take(60).collect();
        let name = format!("x{short}.c");
        let domain = ["auto", "checkers", "regions"][number % 3];
        let (address, _) = page(directory.path(), &name, &hostile(payload), &["--domain", domain]);
        browser.open(&address);
        browser.wait("document.querySelectorAll('.ln').length >= 13");
        let lines =
            browser.value("Object.keys(JSON.parse(document.getElementById('data').textContent).lines)");
        for line in lines.as_array().into_iter().flatten().filter_map(Value::as_str) {
            browser.value(&format!("location.hash = '#{line}'"));
            browser.wait(&format!("document.getElementById('{line}').classList.contains('here')"));
        }
        browser.value("document.querySelectorAll('details').forEach((part) => { part.open = true; })");
        browser.value("new Promise((done) => setTimeout(done, 50))");
        assert_eq!(browser.value("document.ran === undefined"), json!(true), "{payload:?}");
        let strange = "document.querySelectorAll('img, iframe, base, form, textarea, math, animate, body svg svg, body style, body meta, a[href^=javascript], script:not([nonce]), [onload], [onerror]').length";
        assert_eq!(browser.value(strange), json!(0), "{payload:?}");
        assert_eq!(browser.value("document.scripts.length"), json!(2), "{payload:?}");
        // What may act is not on the page at all, also where the script has written.
        let active = "/[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff]/.test(document.documentElement.textContent)";
        assert_eq!(browser.value(active), json!(false), "{payload:?}");
        assert_eq!(
            browser.value("getComputedStyle(document.querySelector('main')).display !== 'none'"),
            json!(true)
        );
        // It is there as text.
        let beginning: String =
            payload.chars().take_while(|c| c.is_ascii() && *c != '\'' && *c != '\\' && *c != '`').collect();
        let shown = format!("document.getElementById('source').textContent.includes({})", json!(beginning));
        assert_eq!(browser.value(&shown), json!(true), "{payload:?}");
    }
}
