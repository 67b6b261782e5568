//! Inductive predicates as C functions.
//!
//! Each rule has a function that says whether it may be this one, by the cells of its objects and what it asks of numbers. The first that may
//! be is taken: it claims its objects, and goes on with its calls. Where another one may be too nobody knows which was meant, and a check that
//! fails then says nothing. A call of the predicate itself at the end of a rule is a jump, so that lists take no stack.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use model::{Instance, Probe, Way};

use super::steps::Body;
use super::{Writer, comment};

impl Writer<'_> {
    pub(super) fn predicate(&self, out: &mut String, number: usize) {
        let predicate = &self.claimed.predicates[number];
        let params = predicate.params;
        for (which, way) in predicate.ways.iter().enumerate() {
            let _ = writeln!(
                out,
                "\n/* {} */\nSWC_FUNCTION int swc_p{number}_may_be_{which}_(swc_value_ *swc_v) {{\n    (void)swc_v;",
                comment(&way.text)
            );
            let mut body = Body::new(&way.values, 1);
            body.all(&way.choice);
            out.push_str(&body.text);
            out.push_str("    return 1;\n}\n");
        }
        let most = predicate.ways.iter().map(|way| way.values.len()).max().unwrap_or(0).max(params);
        let passed: String = predicate.passed_on.iter().map(|same| if *same { '1' } else { '0' }).collect();
        let _ = writeln!(
            out,
            "\n/* {} */\nSWC_FUNCTION int swc_p{number}_from_(const swc_value_ *swc_first, const swc_hole_ *swc_hole) {{\n    \
             swc_value_ swc_args[{params}], swc_v[{most}], swc_w[{most}];\n    int swc_i, swc_way;\n    \
             for (swc_i = 0; swc_i < {params}; swc_i++) swc_args[swc_i] = swc_first[swc_i];\n    goto swc_again;\nswc_again:\n    \
             if (!swc_args[0].swc_known) return swc_vague_ = 1;\n    \
             if (swc_at_hole_(swc_hole, {number}, swc_args, \"{passed}\")) return 1;\n    swc_way = -1;",
            comment(&predicate.text)
        );
        for which in 0..predicate.ways.len() {
            let _ = writeln!(
                out,
                "    for (swc_i = 0; swc_i < {most}; swc_i++)\n        if (swc_i < {params}) swc_w[swc_i] = swc_args[swc_i];\n        \
                 else swc_w[swc_i].swc_n = 0, swc_w[swc_i].swc_known = 0;\n    \
                 if (swc_p{number}_may_be_{which}_(swc_w)) {{\n        if (swc_way >= 0) swc_vague_ = 1;\n        \
                 else for (swc_way = {which}, swc_i = 0; swc_i < {most}; swc_i++) swc_v[swc_i] = swc_w[swc_i];\n    }}"
            );
        }
        out.push_str("    switch (swc_way) {\n");
        for (which, way) in predicate.ways.iter().enumerate() {
            let _ = writeln!(out, "    case {which}: {{");
            rule(out, number, params, way);
            out.push_str("    }\n");
        }
        out.push_str("    }\n    return 0;\n}\n");
        let _ = writeln!(
            out,
            "\nSWC_FUNCTION int swc_p{number}_(const swc_value_ *swc_args, const swc_hole_ *swc_hole) {{\n    int swc_holds;\n    \
             if (++swc_depth_ > SWC_DEEPEST) {{ swc_vague_ = 1; swc_depth_--; return 1; }}\n    \
             swc_holds = swc_p{number}_from_(swc_args, swc_hole);\n    swc_depth_--;\n    return swc_holds;\n}}"
        );
    }
}

/// Nothing is missing.
const NONE: &str = "(const swc_hole_ *)0";

/// What holds if it is this rule.
fn rule(out: &mut String, number: usize, params: usize, way: &Way) {
    let is_call = |step: &&Probe| matches!(step, Probe::Whole(_));
    let calls: Vec<&Instance> = way
        .steps
        .iter()
        .filter_map(|step| match step {
            Probe::Whole(instance) => Some(instance),
            _ => None,
        })
        .collect();
    let mut body = Body::new(&way.values, 2);
    for step in way.steps.iter().filter(|step| !is_call(step)) {
        body.all(std::slice::from_ref(step));
    }
    let Some((last, others)) = calls.split_last() else {
        out.push_str(&body.text);
        out.push_str("        return !swc_hole;\n");
        return;
    };
    let names: Vec<String> = calls.iter().map(|call| body.args(call)).collect();
    let asks = |at: usize, hole: &str| format!("swc_p{}_({}, {hole})", calls[at].predicate, names[at]);
    if !others.is_empty() {
        // The hole is in one of the parts: the others are whole.
        body.line("if (swc_hole) {");
        body.line("    unsigned swc_mark = swc_claimed_;");
        for at in 0..calls.len() {
            let rest: BTreeSet<usize> = (0..calls.len()).filter(|other| *other != at).collect();
            let rest: Vec<String> = rest.into_iter().map(|other| asks(other, NONE)).collect();
            body.line(&format!("    if ({} && {}) return 1;", asks(at, "swc_hole"), rest.join(" && ")));
            body.line("    swc_undo_(swc_mark);");
        }
        body.line("    return 0;");
        body.line("}");
        for at in 0..others.len() {
            body.line(&format!("if (!{}) return 0;", asks(at, NONE)));
        }
    }
    let name = &names[calls.len() - 1];
    if last.predicate == number {
        body.line(&format!("for (swc_i = 0; swc_i < {params}; swc_i++) swc_args[swc_i] = {name}[swc_i];"));
        body.line("goto swc_again;");
    } else {
        body.line(&format!("return swc_p{}_({name}, swc_hole);", last.predicate));
    }
    out.push_str(&body.text);
}
