//! Names of learned definitions, for people: `list(node.next)`, `circular dll(item.link.next, item.link.prev)`, `tree(node.left, node.right)`,
//! `skip list(node.next, node.jump)` and for the nodes below its highest level `level 1 of skip list(node.next, node.jump)`.

use super::View;
use super::kinds::KindId;
use super::template::{Param, Role, Shape, Word};
use super::variants::Mark;
use crate::definition::{Room, field_name};

/// The member of a node at an offset, as C names it.
pub(super) fn member(view: &View<'_>, kind: KindId, offset: i64) -> String {
    let class = view.class(kind);
    let size = class.parts.iter().find(|part| part.offset == offset).map_or(1, |part| part.size);
    match class.ty {
        Some(ty) => field_name(&view.program.types, ty, offset.cast_unsigned(), size),
        None => format!("@{offset}"),
    }
}

/// The name of a definition: what the structure is, and which of its variants it may begin with, if not with all.
pub(super) fn of(view: &View<'_>, shapes: &[Shape], kind: KindId, begins: &[usize]) -> String {
    let shape = &shapes[kind];
    let name = structure(view, shape, kind);
    if begins.len() == shape.variants.len() {
        return name;
    }
    let tags = begins.iter().flat_map(|variant| shape.variants[*variant].marks.values());
    let tags = tags.map(|mark| match mark {
        Mark::Number(number) => number.to_string(),
        Mark::OtherNumber => "other".into(),
        Mark::Itself(_) => "itself".into(),
        Mark::Code(function) => view.program.functions[*function].name.to_string(),
        Mark::Elsewhere => "elsewhere".into(),
    });
    let tags: Vec<String> = tags.collect();
    format!("{name} from {}", if tags.is_empty() { "nothing".into() } else { tags.join(" or ") })
}

fn structure(view: &View<'_>, shape: &Shape, kind: KindId) -> String {
    let class = view.class(kind);
    let Some(ty) = class.ty else {
        return match class.text {
            Some(Room::Any) => "string".into(),
            Some(Room::Fixed) => format!("string({} bytes)", class.size),
            None => format!("block({} bytes)", class.size),
        };
    };
    let owner = view.program.types.display(ty).to_string();
    let owner = owner.strip_prefix("struct ").unwrap_or(&owner).to_string();
    let (levels, height) = (view.levels.links(view.kinds.list[kind].class), view.kinds.list[kind].height);
    if height > 0 {
        let links = levels.iter().map(|offset| format!("{owner}.{}", member(view, kind, *offset)));
        let name = format!("skip list({})", links.collect::<Vec<_>>().join(", "));
        return if height == levels.len() { name } else { format!("level {height} of {name}") };
    }
    let spine = view.spine(kind);
    let mut members: Vec<i64> = spine.iter().map(|at| class.parts[*at].offset).collect();
    let passes_itself = |param: usize| {
        spine.iter().all(|at| {
            let mut owning =
                shape.variants.iter().filter(|variant| matches!(variant.roles[*at], Role::Owns(..)));
            owning.all(|variant| matches!(variant.args[*at].get(param), Some(Word::Itself(_))))
        })
    };
    let back = shape.params.iter().enumerate().find_map(|(at, param)| match param {
        Param::Cell(offset) if passes_itself(at) => Some(*offset),
        _ => None,
    });
    let what = match (spine.len(), back) {
        (0, _) => "block",
        (1, None) => "list",
        (1, Some(_)) => "dll",
        _ => "tree",
    };
    members.extend(back.filter(|_| !spine.is_empty()));
    let members: Vec<String> =
        members.into_iter().map(|offset| format!("{owner}.{}", member(view, kind, offset))).collect();
    let circular = if shape.params.contains(&Param::End) { "circular " } else { "" };
    let inside = if members.is_empty() { owner } else { members.join(", ") };
    format!("{circular}{what}({inside})")
}
