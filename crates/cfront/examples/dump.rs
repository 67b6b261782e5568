fn main() {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let commands: Vec<_> = files
        .iter()
        .map(|f| shapewright_cfront::Command { file: f.into(), options: Default::default() })
        .collect();
    let budget = shapewright_cfront::Budget { time: std::time::Duration::from_secs(20), memory: 4 << 30 };
    match shapewright_cfront::load(&commands, &budget) {
        Ok(l) => print!("{}", ir::ProgramText::new(&l.program)),
        Err(e) => {
            for d in &e.diagnostics {
                eprintln!("{}:{}:{}: {}", e.sources.path(d.span.file), d.span.line, d.span.column, d.message)
            }
        }
    }
}
