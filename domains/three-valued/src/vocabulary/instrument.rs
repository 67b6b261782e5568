//! The instrumentation predicates of a program, and how each changes.

use super::{Field, Instrumentation, Inverse, Vocabulary};
use crate::constraints::Touched;
use crate::demand::{Demand, Neighbours};
use crate::difference::{Change, maintained};
use crate::formula::Formula;
use crate::predicates::{Declarations, Mistake, Names, Scope, is_guarded};
use crate::structure::{Binary, Unary};

impl Vocabulary {
    /// Makes up the instrumentation predicates, and how each changes.
    pub(super) fn define(&mut self, demand: &Demand, declared: &Declarations) -> Result<(), Mistake> {
        let forward: Vec<Binary> = self.forward().map(|field| field.predicate).collect();
        self.instrumentation.push(Instrumentation {
            name: "is".into(),
            predicate: self.shared,
            definition: sharing(&forward),
            abstraction: true,
            constrained: false,
            touched: Touched::default(),
        });
        // Whoever declares predicates about a field says what it is good for.
        let spoken_of = declared.links();
        let guessed = |field: &&Field| field.back && !spoken_of.contains(&field.name.as_str());
        let backs: Vec<Field> = self.fields.iter().filter(guessed).cloned().collect();
        for back in backs {
            self.define_inverse(&back);
        }
        let forward = if self.functional { Vec::new() } else { self.forward().cloned().collect() };
        for field in forward {
            let definition = Formula::exists(1, Formula::Pair(field.predicate, 0, 1));
            let some = self.add(format!("{} set", field.name), definition);
            self.somes.push((field.predicate, some));
            self.settle(some, false, false);
        }
        for neighbours in &demand.neighbours {
            self.define_order(neighbours);
        }
        self.define_declared(declared)?;
        self.abstraction = vec![true; self.unary];
        for known in self.instrumentation.iter().filter(|known| !known.abstraction) {
            self.abstraction[known.predicate.0 as usize] = false;
        }
        for change in self.changes() {
            let concerned = self.instrumentation.iter().filter_map(|known| {
                let stored = Formula::Is(known.predicate, 0);
                Some((known.predicate, maintained(stored, &known.definition, change)?))
            });
            let concerned = concerned.collect();
            self.updates.insert(change, concerned);
        }
        Ok(())
    }

    /// The predicates that the user declares.
    fn define_declared(&mut self, declared: &Declarations) -> Result<(), Mistake> {
        let fields: Vec<Binary> = self.fields.iter().map(|field| field.predicate).collect();
        for known in &declared.predicates {
            let name = &known.name;
            let taken = declared.predicates.iter().filter(|other| other.name.text == name.text).count() > 1;
            if taken || ["shared", "cyclic"].contains(&name.text.as_str()) {
                return Err(name.at.mistake(format!("`{}` is something else already", name.text)));
            }
            let names = self.names_of_user(declared);
            let scope = Scope { names: &names, declared, variables: None };
            let definition = scope.of_parameter(&known.parameter, &known.formula)?;
            if !is_guarded(&definition, &fields, &[0]) {
                let why = "a quantifier of a definition must be bound to the cell by links, as in `all w: v->f = w implies …`";
                return Err(name.at.mistake(why));
            }
            let predicate = self.add(name.text.clone(), definition);
            self.settle(predicate, true, true);
            self.declared.push(predicate);
        }
        Ok(())
    }

    /// What names stand for in formulas of the user.
    pub(crate) fn names_of_user(&self, declared: &Declarations) -> Names {
        let named = |predicates: &[Unary]| -> Vec<(String, Unary)> {
            let names = declared.predicates.iter().map(|known| known.name.text.clone());
            names.zip(predicates.iter().copied()).collect()
        };
        let snapshots = declared.snapshots.iter().map(|(snapshot, _)| snapshot.name.text.clone());
        let snapshots = snapshots.zip(self.snapshots.iter().copied());
        let own = [("shared".to_owned(), self.shared), ("cyclic".to_owned(), self.cyclic)];
        let members = || self.members();
        Names {
            fields: self.fields.iter().map(|field| (field.name.clone(), field.predicate)).collect(),
            flags: members()
                .flat_map(|member| {
                    member.flags.iter().map(|(value, flag)| (member.name.clone(), *value, *flag))
                })
                .collect(),
            ordered: members().filter(|member| member.is_datum).map(|member| member.name.clone()).collect(),
            dle: self.order,
            number: self.number,
            path: Some(self.path),
            stored: own.into_iter().chain(named(&self.declared)).chain(snapshots).collect(),
        }
    }

    /// All that statements do to core predicates.
    pub(crate) fn changes(&self) -> Vec<Change> {
        let of_field = |field: &Field| {
            let predicate = field.predicate;
            [Change::Insert(predicate), Change::DeleteFrom(predicate), Change::DeleteTo(predicate)]
        };
        let flags = self.members().flat_map(|member| &member.flags);
        let of_flag = |(_, flag): &(i64, Unary)| [Change::Doubt(*flag)];
        let reorder = self.order.map(Change::Reorder);
        self.fields.iter().flat_map(of_field).chain(flags.flat_map(of_flag)).chain(reorder).collect()
    }

    /// `inOrder` and the like: what a comparison of neighbours says, and what its contrary does.
    fn define_order(&mut self, neighbours: &Neighbours) {
        let linking = |field: &&Field| field.owner == neighbours.record && field.offset == neighbours.link;
        let (Some(dle), Some(field)) = (self.order, self.fields.iter().find(linking).cloned()) else {
            return;
        };
        let (at_most, at_least) = (Formula::Pair(dle, 0, 1), Formula::Pair(dle, 1, 0));
        let kinds = if neighbours.rising {
            [("in order", at_most.clone()), ("falling", at_most.negated())]
        } else {
            [("in reverse order", at_least.clone()), ("rising", at_least.negated())]
        };
        for (name, compared) in kinds {
            let leads = Formula::Pair(field.predicate, 0, 1);
            let definition = Formula::forall(1, Formula::or([leads.negated(), compared]));
            let predicate = self.add(format!("{name}[{}]", field.name), definition);
            self.settle(predicate, false, true);
        }
    }

    /// Says how the predicate that was added last is used.
    fn settle(&mut self, predicate: Unary, abstraction: bool, constrained: bool) {
        if let Some(known) = self.instrumentation.iter_mut().find(|known| known.predicate == predicate) {
            (known.abstraction, known.constrained) = (abstraction, constrained);
        }
    }

    /// `c_fb` and `c_bf` for a link back and the forward fields between cells of the same sorts.
    fn define_inverse(&mut self, back: &Field) {
        let partners: Vec<Field> = self
            .forward()
            .filter(|field| Some(field.owner) == back.to && field.to == Some(back.owner))
            .cloned()
            .collect();
        if partners.is_empty() {
            return;
        }
        let forward: Vec<Binary> = partners.iter().map(|field| field.predicate).collect();
        let mut there = Vec::new();
        for field in &partners {
            let leads = Formula::Pair(field.predicate, 0, 1);
            let returns = Formula::Pair(back.predicate, 1, 0);
            let definition = Formula::forall(1, Formula::or([leads.negated(), returns]));
            there.push(self.add(format!("c[{}.{}]", field.name, back.name), definition));
        }
        let leads = Formula::Pair(back.predicate, 0, 1);
        let returns = Formula::or(forward.iter().map(|field| Formula::Pair(*field, 1, 0)));
        let definition = Formula::forall(1, Formula::or([leads.negated(), returns]));
        let name = format!("c[{}.{}]", back.name, partners[0].name);
        let here = self.add(name, definition);
        self.inverses.push(Inverse { forward, back: back.predicate, there, here });
    }

    fn add(&mut self, name: String, definition: Formula) -> Unary {
        let predicate = Unary(self.unary as u16);
        self.unary += 1;
        let mut touched = Touched::INDIVIDUALS;
        definition.predicates(&mut |atom| touched = touched.with(atom));
        let (abstraction, constrained) = (true, false);
        self.instrumentation.push(Instrumentation {
            name,
            predicate,
            definition,
            abstraction,
            constrained,
            touched,
        });
        predicate
    }
}

/// Two different forward fields of cells lead to 0.
fn sharing(forward: &[Binary]) -> Formula {
    let mut ways = Vec::new();
    for (index, f) in forward.iter().enumerate() {
        let (first, second) = (Formula::Pair(*f, 1, 0), Formula::Pair(*f, 2, 0));
        let apart = Formula::Equal(1, 2).negated();
        ways.push(Formula::exists(1, Formula::exists(2, Formula::and([first, second, apart]))));
        for g in &forward[..index] {
            let leads = |field: Binary| Formula::exists(1, Formula::Pair(field, 1, 0));
            ways.push(Formula::and([leads(*f), leads(*g)]));
        }
    }
    Formula::or(ways)
}
