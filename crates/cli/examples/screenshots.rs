//! Makes the pictures of the documentation: reports as they look in a browser, and drawings alone.
//!
//! `cargo run -p shapewright --example screenshots [NAME…]`, from the top of the repository, with Chromium.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::json;
use testkit::browser::Browser;

/// A picture.
struct Shot {
    name: &'static str,
    /// What is checked, and how.
    args: &'static [&'static str],
    /// The part of the page that the address names.
    at: &'static str,
    /// The element that is in the picture; the window if there is none.
    of: Option<&'static str>,
    size: (u32, u32),
}

/// A line of a report with its shapes beside it.
const fn line(name: &'static str, args: &'static [&'static str], at: &'static str) -> Shot {
    Shot { name, args, at, of: None, size: (1400, 560) }
}

const SHOTS: &[Shot] = &[
    line("report", &["examples/list.c"], "#f0l31"),
    Shot {
        name: "story",
        args: &["examples/list.c"],
        at: "#finding0",
        of: Some("#finding0"),
        size: (900, 1200),
    },
    line("list", &["tests/c/checkers/lists/reverse.c", "--domain=checkers"], "#f0l21"),
    line("doubly", &["tests/c/checkers/doubly/insert.c"], "#f0l49"),
    line("tree", &["tests/c/checkers/trees/rotate.c"], "#f0l21"),
    line("skip-list", &["tests/c/checkers/composite/skip2.c"], "#f0l27"),
    line("graph", &["tests/c/sets/edge_iteration.c"], "#f0l40"),
    line("allocator", &["tests/c/blocks/malloc_firstfit_acyclic.c"], "#f0l51"),
    line("three-valued", &["tests/c/three-valued/lists/reverse.c", "--domain=three-valued"], "#f0l29"),
    line("lengths", &["tests/c/lengths/doubly/deque.c", "--domain=lengths"], "#f0l25"),
];

/// States alone, as `show --svg` draws them: a name, a file, a line and a domain.
const DRAWINGS: &[(&str, &str, &str, &str)] = &[
    ("list", "checkers/lists/reverse.c", "21", "checkers"),
    ("doubly", "checkers/doubly/insert.c", "49", "checkers"),
    ("tree", "checkers/trees/rotate.c", "21", "checkers"),
    ("nested", "checkers/composite/list_of_lists.c", "76", "checkers"),
    ("skip-list", "checkers/composite/skip2.c", "27", "checkers"),
    ("graph", "sets/edge_iteration.c", "40", "checkers"),
    ("ring", "checkers/doubly/kernel_splice.c", "57", "checkers"),
    ("array", "checkers/arrays/owned_blocks.c", "17", "checkers"),
    ("allocator", "blocks/malloc_firstfit_acyclic.c", "51", "checkers"),
    ("lengths", "lengths/doubly/deque.c", "25", "lengths"),
    ("three-valued", "three-valued/lists/reverse.c", "29", "three-valued"),
    ("regions", "regions/ownership_to_list.c", "16", "regions"),
];

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let target = std::env::var("SHOTS").unwrap_or_else(|_| "docs/user/pictures".into());
    let target = Path::new(&target);
    std::fs::create_dir_all(target).expect("a directory for the pictures");
    for shot in SHOTS.iter().filter(|shot| wanted.is_empty() || wanted.iter().any(|name| name == shot.name)) {
        let file = target.join(format!("{}.png", shot.name));
        let bytes = take(shot);
        std::fs::write(&file, smaller(&bytes).unwrap_or(bytes)).expect("the picture is written");
        let _ = writeln!(std::io::stdout(), "{}", file.display());
    }
    for (name, program, line, domain) in DRAWINGS {
        if wanted.is_empty() || wanted.iter().any(|known| known == name) {
            let program = format!("tests/c/{program}");
            let mut show = Command::new(tool());
            show.args(["show", &program, "--at", line, "--domain", domain, "--svg", "--no-config"]);
            let shown = show.output().expect("the tool runs");
            assert!(shown.status.success(), "{}", String::from_utf8_lossy(&shown.stderr));
            std::fs::write(target.join(format!("{name}.svg")), shown.stdout).expect("the picture is written");
        }
    }
}

/// The report in a browser.
fn take(shot: &Shot) -> Vec<u8> {
    let page = std::env::temp_dir().join(format!("screenshot-{}-{}.html", std::process::id(), shot.name));
    let tool = tool();
    let done = Command::new(&tool)
        .arg("check")
        .args(shot.args)
        .args(["--no-config", "--html"])
        .arg(&page)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    assert!(done.is_ok(), "{} runs", tool.display());
    let mut browser = Browser::start(shot.size.0, shot.size.1).expect("Chromium");
    browser.ask("Emulation.setScrollbarsHidden", &json!({ "hidden": true }));
    browser.open(&format!("file://{}{}", page.display(), shot.at));
    // Rows are laid out when they come near; what was scrolled to may have moved since.
    for _ in 0..3 {
        browser.value("document.querySelector(location.hash).scrollIntoView({ block: 'center' })");
        std::thread::sleep(std::time::Duration::from_millis(150));
    }
    let clip = match shot.of {
        None => json!({ "format": "png" }),
        Some(selector) => {
            let place = browser.value(&format!(
                "(() => {{ const r = document.querySelector('{selector}').getBoundingClientRect(); \
                 return [r.x + scrollX, r.y + scrollY, r.width, r.height]; }})()"
            ));
            let at = |index: usize| place[index].as_f64().unwrap_or(0.0);
            let (x, y, width, height) = (at(0) - 6.0, at(1) - 6.0, at(2) + 12.0, at(3) + 12.0);
            let clip = json!({ "x": x, "y": y, "width": width, "height": height, "scale": 1 });
            json!({ "format": "png", "clip": clip, "captureBeyondViewport": true })
        }
    };
    let picture = browser.ask("Page.captureScreenshot", &clip);
    let _ = std::fs::remove_file(page);
    decoded(picture["data"].as_str().expect("a picture"))
}

/// The tool that was built with this.
fn tool() -> PathBuf {
    let own = std::env::current_exe().expect("this program");
    let directory = own.parent().and_then(Path::parent).expect("it is below the directory of the tool");
    directory.join("shapewright")
}

/// The picture with a palette: the most frequent colours, and for every other one the nearest of them.
fn smaller(png: &[u8]) -> Option<Vec<u8>> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().ok()?;
    let mut pixels = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut pixels).ok()?;
    let each = info.color_type.samples();
    // Shades that nobody can tell apart are one.
    let shades = pixels.chunks_exact(each).map(|pixel| [0, 1, 2].map(|at| pixel[at.min(each - 1)] & 0xf8));
    let shades: Vec<[u8; 3]> = shades.collect();
    let mut counts: BTreeMap<[u8; 3], usize> = BTreeMap::new();
    for shade in &shades {
        *counts.entry(*shade).or_default() += 1;
    }
    let mut frequent: Vec<[u8; 3]> = counts.keys().copied().collect();
    frequent.sort_by_key(|shade| std::cmp::Reverse(counts[shade]));
    frequent.truncate(64);
    let far =
        |a: &[u8; 3], b: &[u8; 3]| (0..3).map(|at| u32::from(a[at].abs_diff(b[at])).pow(2)).sum::<u32>();
    let nearest = |shade: &[u8; 3]| (0..frequent.len()).min_by_key(|at| far(&frequent[*at], shade));
    let numbers: BTreeMap<[u8; 3], u8> =
        counts.keys().map(|shade| (*shade, nearest(shade).unwrap_or(0) as u8)).collect();
    let mut small = Vec::new();
    let mut encoder = png::Encoder::new(&mut small, info.width, info.height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_compression(png::Compression::High);
    // White is white although it was rounded.
    let palette = frequent.iter().flatten().map(|part| part | part >> 5);
    encoder.set_palette(palette.collect::<Vec<u8>>());
    let mut writer = encoder.write_header().ok()?;
    writer.write_image_data(&shades.iter().map(|shade| numbers[shade]).collect::<Vec<u8>>()).ok()?;
    writer.finish().ok()?;
    Some(small)
}

/// What a text in base 64 stands for.
fn decoded(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let (mut bits, mut count, mut bytes) = (0_u32, 0, Vec::with_capacity(text.len() / 4 * 3));
    for digit in text.bytes().filter_map(digit) {
        (bits, count) = (bits << 6 | u32::from(digit), count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}
