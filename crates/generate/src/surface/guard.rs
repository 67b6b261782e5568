//! Guards: conditions that hold for one input in very many, which is known.
//!
//! A run that does not know the input does not get behind one, and neither does a solver that would have to invert a hash.

use std::fmt::Write as _;

use super::template::Expansion;

/// What guards of a program need before `main`, and at its beginning.
#[derive(Default)]
pub(super) struct Guards {
    pub(super) globals: String,
    /// Statements of `main`, executed first.
    pub(super) begin: String,
    /// Inputs that they consume.
    pub(super) inputs: Vec<i64>,
}

/// The hash of the guards, as C has it too.
fn mix(mut x: u32) -> u32 {
    x = x.wrapping_mul(2_654_435_761);
    x ^= x >> 15;
    x = x.wrapping_mul(2_246_822_519);
    x ^= x >> 13;
    x = x.wrapping_mul(3_266_489_917);
    x ^ (x >> 16)
}

/// A guard: an expression that may stand anywhere and be evaluated often. What decides it is read when `main` begins.
pub(super) fn guard(expansion: &mut Expansion) -> String {
    let suffix = expansion.suffix.clone();
    let input = expansion.random.within(1_000, 2_000_000_000) as u32;
    let key = mix(input);
    let guards = &mut expansion.guards;
    let hash = |guards: &mut Guards| {
        let _ = writeln!(
            guards.globals,
            "static unsigned mix{suffix}(unsigned x) {{ x *= 2654435761u; x ^= x >> 15; x *= 2246822519u; x ^= x >> 13; x *= 3266489917u; return x ^ (x >> 16); }}"
        );
    };
    match expansion.random.below(8) {
        0 => {
            let _ = writeln!(guards.globals, "static int hidden{suffix};");
            let _ = writeln!(guards.begin, "    hidden{suffix} = __VERIFIER_nondet_int();");
            let small = i64::from(input % 1_000);
            guards.inputs.push(small);
            format!("hidden{suffix} == {small}")
        }
        1 => {
            // Two inputs and a sum that both are needed for.
            let _ = writeln!(guards.globals, "static unsigned first{suffix}, second{suffix};");
            let _ = write!(
                guards.begin,
                "    first{suffix} = __VERIFIER_nondet_uint();\n    second{suffix} = __VERIFIER_nondet_uint();\n"
            );
            guards.inputs.extend([i64::from(input), i64::from(key)]);
            let sum = input.wrapping_mul(31).wrapping_add(key);
            let product = input.wrapping_mul(key | 1);
            format!(
                "(first{suffix} * 31u + second{suffix} == {sum}u && first{suffix} * (second{suffix} | 1u) == {product}u)"
            )
        }
        2 => {
            // Bytes one at a time.
            let bytes = input.to_le_bytes();
            let mut sum: u32 = 5381;
            for byte in bytes {
                sum = sum.wrapping_mul(33) ^ u32::from(byte);
            }
            let key = mix(sum);
            hash(guards);
            let _ = writeln!(guards.globals, "static unsigned digest{suffix} = 5381;");
            let _ = writeln!(
                guards.begin,
                "    for (int i = 0; i < 4; i++) digest{suffix} = digest{suffix} * 33u ^ __VERIFIER_nondet_uchar();"
            );
            guards.inputs.extend(bytes.iter().map(|byte| i64::from(*byte)));
            format!("mix{suffix}(digest{suffix}) == {key}u")
        }
        3..=5 => {
            hash(guards);
            let _ = writeln!(guards.globals, "static int hidden{suffix};");
            let _ = writeln!(
                guards.begin,
                "    hidden{suffix} = mix{suffix}(__VERIFIER_nondet_uint()) == {key}u;"
            );
            guards.inputs.push(i64::from(input));
            format!("hidden{suffix}")
        }
        _ => {
            hash(guards);
            let _ = writeln!(guards.globals, "static unsigned hidden{suffix};");
            let _ = writeln!(guards.begin, "    hidden{suffix} = __VERIFIER_nondet_uint();");
            guards.inputs.push(i64::from(input));
            format!("mix{suffix}(hidden{suffix}) == {key}u")
        }
    }
}
