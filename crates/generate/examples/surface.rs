//! Prints a program over the surface of C: `cargo run -p shapewright-generate --example surface -- 42`.

fn main() {
    let seed = std::env::args().nth(1).and_then(|seed| seed.parse().ok()).unwrap_or(0);
    let program = generate::surface(seed, "");
    let text = program.text();
    let wrong = program.planted.unwrap_or_default();
    let inputs: Vec<String> = program.inputs.iter().map(ToString::to_string).collect();
    #[allow(clippy::print_stdout, reason = "that is what it is for")]
    {
        println!("// {}; inputs {}; {wrong}\n{text}", program.scenes.join(", "), inputs.join(","));
    }
}
