//! Rules that differ in one number only.
//!
//! `t->color == RED || t->color == BLACK` makes two rules that are the same but for what one member holds. If the numbers follow one
//! another they are one rule in which the member holds something between two bounds: fewer cases are fewer states to analyze, and a
//! member of which only the bounds are known fits it.

use ir::Types;

use super::names::sort_of;
use super::satisfy::range;
use super::{Atom, Form, Name, Rule, Sort, Term};

/// Makes one rule of two as long as there are two.
pub(super) fn merge_ranges(rules: &mut Vec<Rule>, types: &Types) {
    while let Some((kept, gone, merged)) = pair(rules, types) {
        rules[kept] = merged;
        rules.remove(gone);
    }
}

fn pair(rules: &[Rule], types: &Types) -> Option<(usize, usize, Rule)> {
    for (at, one) in rules.iter().enumerate() {
        for (later, other) in rules.iter().enumerate().skip(at + 1) {
            let same = one.denies == other.denies && one.objects.len() == other.objects.len();
            let places = (0..one.objects.len())
                .filter(|_| same)
                .flat_map(|object| (0..one.objects[object].cells.len()).map(move |cell| (object, cell)));
            for place in places {
                let (Some((a, x)), Some((b, y))) = (between(one, place, types), between(other, place, types))
                else {
                    continue;
                };
                let follow = a.0 <= b.1.saturating_add(1) && b.0 <= a.1.saturating_add(1);
                if follow && alike(&x, &y) {
                    let all = (a.0.min(b.0), a.1.max(b.1));
                    return Some((at, later, with_bounds(x, place, all)?));
                }
            }
        }
    }
    None
}

/// The bounds of what a member holds, and the rule with a last local in its place of which nothing is asked. Only for members that
/// hold a constant, or a last local that nothing else speaks of.
fn between(rule: &Rule, (object, cell): (usize, usize), types: &Types) -> Option<((i128, i128), Rule)> {
    let found = rule.objects.get(object)?.cells.get(cell)?;
    let sort = sort_of(types, found.ty);
    let Sort::Integer { .. } = sort else { return None };
    let mut open = rule.clone();
    let Some(name) = found.value.name else {
        let local = Name::Local(u32::try_from(rule.locals.len()).ok()?);
        open.locals.push(sort);
        open.objects[object].cells[cell].value = Term::of(local);
        let value = i128::from(found.value.offset);
        return Some(((value, value), open));
    };
    let last = rule.locals.len().checked_sub(1)?;
    if name != Name::Local(u32::try_from(last).ok()?) || found.value.offset != 0 || rule.locals[last] != sort
    {
        return None;
    }
    let (mut least, mut most) = range(sort);
    open.pure.clear();
    for atom in &rule.pure {
        match (atom, atom.form().terms.as_slice()) {
            (Atom::AtLeastZero(form), [(known, 1)]) if *known == name => least = least.max(-form.constant),
            (Atom::AtLeastZero(form), [(known, -1)]) if *known == name => most = most.min(form.constant),
            _ => open.pure.push(atom.clone()),
        }
    }
    let mut mentioned = 0;
    open.names(|known| mentioned += usize::from(known == name));
    (mentioned == 1).then_some(((least, most), open))
}

fn with_bounds(mut rule: Rule, (object, cell): (usize, usize), (least, most): (i128, i128)) -> Option<Rule> {
    let name = rule.objects[object].cells[cell].value.name?;
    let sort = *rule.locals.last()?;
    if least > range(sort).0 {
        rule.pure.push(Atom::AtLeastZero(Form::of(name).offset(-least)?));
    }
    if most < range(sort).1 {
        rule.pure.push(Atom::AtLeastZero(Form::of(name).times(-1)?.offset(most)?));
    }
    Some(rule)
}

/// Whether two rules are the same, wherever they stand.
fn alike(one: &Rule, other: &Rule) -> bool {
    one.locals == other.locals
        && one.objects == other.objects
        && one.calls == other.calls
        && one.segments == other.segments
        && one.reads == other.reads
        && one.pure == other.pure
        && one.sets == other.sets
}
