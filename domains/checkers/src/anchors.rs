//! Where in an object the links of structures lead to.
//!
//! The nodes of an intrusive list are found by the address of the link inside of them: `&node->link`, some bytes behind the begin. A region is
//! known by one address, and a structure's is where its links lead, so a block that may become a node of such a structure is known by that address
//! from the start.

use rustc_hash::FxHashMap;

use crate::definition::{Definitions, Name};

/// For sizes of objects how far behind their begin the links of all structures lead that own such objects.
pub(crate) fn anchors(definitions: &Definitions) -> FxHashMap<u64, i64> {
    let mut found: FxHashMap<u64, Option<i64>> = FxHashMap::default();
    let rules = definitions.list.iter().filter(|definition| !definition.refused).flat_map(|def| &def.rules);
    let whole =
        rules.flat_map(|rule| &rule.objects).filter(|object| object.body.is_none() && object.text.is_none());
    for object in whole.filter(|object| object.at.name == Some(Name::Root)) {
        let anchor = object.at.offset.checked_neg();
        let known = found.entry(object.size).or_insert(anchor);
        *known = known.filter(|known| Some(*known) == anchor);
    }
    let apart = |(size, anchor): (u64, Option<i64>)| anchor.filter(|at| *at != 0).map(|at| (size, at));
    found.into_iter().filter_map(apart).collect()
}
