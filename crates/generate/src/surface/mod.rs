//! Random programs over the whole surface of C, as text, with inputs of a run that is meant, for comparisons with compilers.
//!
//! Half of the programs have one mistake, most often behind a guard that only one input in very many passes ([`guard`]); that input is
//! among those of the run that is meant. Programs do not depend on the order of evaluation, on layouts that C leaves open, or on what
//! signed arithmetic does when it overflows. Most are small: one thing in a few variations ([`scenes`]), numbers of all types
//! ([`values`]) and nodes that lead to each other ([`links`]), of which what C makes of them is computed here, once more, by rules written down for this purpose.

mod features;
mod guard;
mod integers;
mod links;
mod scenes;
mod template;
mod values;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::random::Random;
use guard::Guards;
use template::Expansion;

/// A program, and what is known of it.
#[derive(Clone, Debug)]
pub struct Surface {
    /// All of it but the inclusions: what is outside of functions is named with the tag.
    pub body: String,
    /// What its scenes are called.
    pub scenes: Vec<String>,
    /// The inputs of the run that is meant, in the order in which they are read.
    pub inputs: Vec<i64>,
    /// The rule of the mistake that was made, if one was.
    pub planted: Option<String>,
    /// Flags that it needs, of the compiler and of us.
    pub flags: Vec<String>,
}

/// What the programs include.
pub const SURFACE_INCLUDES: &str = "#include <assert.h>
#include <shapewright.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
";

impl Surface {
    /// The whole text.
    pub fn text(&self) -> String {
        format!("{SURFACE_INCLUDES}{}", self.body)
    }
}

/// The program of a seed. Names outside of functions end with the tag, `main` too: many programs fit into one file.
pub fn surface(seed: u64, tag: &str) -> Surface {
    let first = Random::new(seed ^ 0x5eed_0f5c_afe5);
    let faulty = Random::new(seed.wrapping_mul(3)).percent(42);
    let right = draft(first.clone(), tag, None);
    if !faulty || right.1 == 0 {
        return right.0;
    }
    let site = Random::new(seed.wrapping_mul(7)).below(right.1);
    draft(first, tag, Some(site)).0
}

/// A program and how many places for mistakes there are in it.
fn draft(random: Random, tag: &str, wrong: Option<usize>) -> (Surface, usize) {
    let mut expansion = Expansion {
        random,
        suffix: String::new(),
        inputs: Vec::new(),
        numbers: BTreeMap::new(),
        sites: 0,
        wrong,
        planted: None,
        guards: Guards::default(),
    };
    let mut scenes = Vec::new();
    let (mut globals, mut calls, mut flags) = (String::new(), String::new(), Vec::new());
    let wanted = if expansion.random.percent(80) { 1 } else { 2 };
    for at in 0..wanted {
        expansion.suffix = format!("{at}{tag}");
        expansion.numbers.clear();
        let kind = expansion.random.below(100);
        if kind < 20 {
            scenes.push(links::links(&mut expansion, &mut globals, &mut calls).to_owned());
            continue;
        }
        if kind < 50 {
            let name = values::values(&mut expansion, &mut globals, &mut calls, &mut flags);
            scenes.push(name.to_owned());
            continue;
        }
        let choices: Vec<(u32, &scenes::Scene)> =
            scenes::SCENES.iter().chain(features::FEATURES).map(|scene| (scene.weight, scene)).collect();
        let scene = *expansion.random.weighted(&choices).expect("there are scenes");
        scenes.push(scene.name.to_owned());
        let outside = expansion.expand(scene.globals);
        let body = expansion.expand(scene.body);
        globals.push_str(&outside);
        let name = format!("scene{}", expansion.suffix);
        let _ = writeln!(globals, "static void {name}(void) {{");
        for line in body.lines() {
            let _ = writeln!(globals, "    {line}");
        }
        globals.push_str("}\n");
        let _ = writeln!(calls, "    {name}();");
    }
    let guards = std::mem::take(&mut expansion.guards);
    let mut inputs = guards.inputs;
    inputs.append(&mut expansion.inputs);
    let body = format!(
        "{}{globals}int main{tag}(void) {{\n{}{calls}    return 0;\n}}\n",
        guards.globals, guards.begin
    );
    (Surface { body, scenes, inputs, planted: expansion.planted, flags }, expansion.sites)
}
