//! A stack whose copies share what they have in common: a choice between rules costs the same however much is left to be found behind it.

use std::rc::Rc;

/// A stack.
#[derive(Debug)]
pub(super) struct Chain<T>(Option<Rc<Link<T>>>);

#[derive(Debug)]
struct Link<T> {
    item: T,
    rest: Chain<T>,
}

impl<T> Chain<T> {
    pub(super) fn push(&mut self, item: T) {
        let rest = Self(self.0.take());
        self.0 = Some(Rc::new(Link { item, rest }));
    }

    /// The item that was put there last, and the stack without it.
    pub(super) fn split(&self) -> Option<(&T, &Self)> {
        self.0.as_deref().map(|link| (&link.item, &link.rest))
    }

    pub(super) fn contains(&self, item: &T) -> bool
    where
        T: PartialEq,
    {
        let mut at = self;
        while let Some((top, rest)) = at.split() {
            if top == item {
                return true;
            }
            at = rest;
        }
        false
    }
}

impl<T> Default for Chain<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> Clone for Chain<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T> FromIterator<T> for Chain<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut chain = Self::default();
        items.into_iter().for_each(|item| chain.push(item));
        chain
    }
}

/// One link after the other: a long stack does not need a deep one of the machine.
impl<T> Drop for Chain<T> {
    fn drop(&mut self) {
        let mut next = self.0.take();
        while let Some(link) = next.and_then(Rc::into_inner) {
            let mut rest = link.rest;
            next = rest.0.take();
        }
    }
}
