//! Global variables at the edges of a contract: they have values.
//!
//! A function with a contract begins in a state in which every global variable has some value, and so does its caller after the call.

use ir::{FunctionId, GlobalId, Program};

use crate::Lengths;
use crate::names::{Object, Root};
use crate::requires::globals_of;
use crate::state::{Contents, State, Value};

impl Lengths {
    /// Why the contract of a function is not kept at an edge of it: a global variable that it knows may have no value there, bytes
    /// that no member takes up aside.
    pub(crate) fn valueless_global(
        &self,
        program: &Program,
        function: FunctionId,
        state: &State,
    ) -> Option<String> {
        let known = globals_of(program, function);
        let known = |global: &GlobalId| known.as_ref().is_none_or(|known| known.contains(global));
        let globals = state.objects.iter().filter_map(|extent| match extent.object {
            Object::Global(global) => Some((global, extent.contents)),
            _ => None,
        });
        let valueless = globals
            .filter(|(global, _)| known(global))
            .find(|(global, contents)| !self.has_value(program, state, *global, *contents))?;
        Some(format!("`{}` may have no value", program.globals[valueless.0].name))
    }

    /// Whether every byte of the members of a global variable has a value: that of its part, or else what is said of the rest of it.
    fn has_value(&self, program: &Program, state: &State, global: GlobalId, contents: Contents) -> bool {
        let mut parts: Vec<(u64, u64, bool)> = state
            .env
            .iter()
            .filter_map(|(root, value)| match self.names.root_of(*root) {
                Root::Part(Object::Global(holder), offset, size) if holder == global => {
                    let start = u64::try_from(offset).ok()?;
                    let written = !matches!(value, Value::Uninit | Value::Any { written: false });
                    Some((start, start + u64::from(size), written))
                }
                _ => None,
            })
            .collect();
        parts.sort_unstable();
        let rest = !matches!(contents, Contents::Uninit | Contents::Unsure);
        program.types.members(program.globals[global].ty).into_iter().all(|member| {
            let mut at = member.start;
            for (start, end, written) in &parts {
                if *end <= at || member.end <= *start {
                    continue;
                }
                if !written || *start > at && !rest {
                    return false;
                }
                at = *end;
            }
            at >= member.end || rest
        })
    }
}
