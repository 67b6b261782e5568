//! Prints the program of a seed.
//!
//! `cargo run -p shapewright-generate --example program -- 42 [everything|structures|cursors|contracts|arrays|blocks|graphs|strings|whole [MODULE]|careful MODULE]`

#![allow(clippy::print_stdout)]

use generate::Config;

fn main() {
    let mut args = std::env::args().skip(1);
    let seed = args.next().and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let kind = args.next();
    let config = match kind.as_deref() {
        Some("arrays") => return print!("{}", generate::arrays(seed)),
        Some("blocks") => return print!("{}", generate::blocks(seed)),
        Some("strings") => return print!("{}", generate::strings(seed)),
        Some("graphs") => return print!("{}", generate::graphs(seed)),
        Some("whole") => {
            return print!(
                "{}",
                match args.next() {
                    Some(module) => generate::whole_of(seed, &[&module], false),
                    None => generate::whole(seed),
                }
            );
        }
        Some("careful") => {
            let module = args.next().unwrap_or_else(|| "list".into());
            return print!("{}", generate::whole_of(seed, &[&module], true));
        }
        Some("everything") => Config::everything(),
        Some("structures") => Config::structures(),
        Some("cursors") => Config::cursors(),
        Some("contracts") => Config::contracts(),
        _ => Config::lists(),
    };
    print!("{}", generate::program(seed, &config).to_c());
}
