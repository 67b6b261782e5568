//! to come
use super::template::Expansion;
pub(super) fn values(expansion: &mut Expansion, globals: &mut String, calls: &mut String, _flags: &mut Vec<String>) -> &'static str {
    let name = format!("value{}", expansion.suffix);
    globals.push_str(&format!("static void {name}(void) {{ }}\n"));
    calls.push_str(&format!("    {name}();\n"));
    "values"
}
