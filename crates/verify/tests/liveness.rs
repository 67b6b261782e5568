//! Which registers are live through a block, asked in one pass and one by one.

mod support;

use generate::Config;
use ir::Liveness;
use support::load;

#[test]
fn one_pass_says_what_single_questions_say() {
    for seed in 0..20 {
        let program = load(&generate::program(seed, &Config::structures()));
        for body in program.functions.iter().filter_map(|function| function.body.as_ref()) {
            let liveness = Liveness::of(body);
            for (block, code) in body.blocks.enumerate() {
                let single: Vec<_> =
                    (0..=code.stmts.len()).map(|stmt| liveness.before(body, block, stmt)).collect();
                assert_eq!(liveness.throughout(body, block), single, "program {seed}, {block:?}");
            }
        }
    }
}
