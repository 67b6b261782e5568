//! The names in a rule.

use crate::definition::{Atom, Name, Rule, Term};

impl Rule {
    /// Calls `see` with every name the rule mentions.
    pub(crate) fn names(&self, mut see: impl FnMut(Name)) {
        let mut term = |term: Term| {
            if let Some(name) = term.name {
                see(name);
            }
        };
        for object in &self.objects {
            term(object.at);
            object.cells.iter().for_each(|cell| term(cell.value));
            let named = object.body.iter().flat_map(|body| &body.terms);
            named.for_each(|(name, _)| term(Term::of(*name)));
            object.footer.iter().flat_map(|footer| &footer.cells).for_each(|cell| term(cell.value));
        }
        let ends = self.segments.iter().flat_map(|(from, to)| [from, to]);
        for call in self.calls.iter().chain(ends) {
            term(call.root);
            call.args.iter().for_each(|arg| term(*arg));
        }
        self.reads.iter().for_each(|read| term(read.at));
        self.sets.iter().flat_map(|atom| &atom.items).for_each(|(item, _)| term(item.term()));
        for atom in &self.pure {
            let (Atom::Zero(form) | Atom::NonZero(form) | Atom::AtLeastZero(form)) = atom;
            form.terms.iter().for_each(|(name, _)| see(*name));
        }
    }
}
