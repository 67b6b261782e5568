//! Any bytes as a `compile_commands.json`.

#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    match cfront::CompileDb::parse(text, Path::new("/nowhere/compile_commands.json")) {
        Ok(db) => {
            for command in &db.commands {
                assert!(command.file.is_absolute(), "relative to what? {:?}", command.file);
            }
        }
        Err(refused) => {
            let said = report::diagnostics(&refused.diagnostics, &refused.sources, report::Style::Plain);
            assert!(said.contains("error:"), "refused without a reason: {said}");
        }
    }
});
