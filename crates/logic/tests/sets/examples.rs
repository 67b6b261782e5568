//! Examples worked out by hand: the paper's, and the mistakes that an earlier tool made.

use logic::sets::facts::{difference, disjoint, empty, equal, included, union};
use logic::sets::{Bdd, Kind, Lin, Linear, SetDomain};
use logic::{Dim, Fact};

const E: Dim = Dim(0);
const F: Dim = Dim(1);
const G: Dim = Dim(2);
const H: Dim = Dim(3);
const X0: Dim = Dim(4);
const X1: Dim = Dim(5);
const ALPHA: Dim = Dim(10);
const BETA: Dim = Dim(11);

fn state<D: SetDomain>(facts: &[Fact]) -> D {
    let mut state = D::default();
    for set in [E, F, G, H, X0, X1] {
        state.declare(set, Kind::Set);
    }
    for point in [ALPHA, BETA] {
        state.declare(point, Kind::Point);
    }
    for fact in facts {
        state.guard(fact);
    }
    state
}

macro_rules! in_each_domain {
    ($($(#[$doc:meta])* fn $name:ident<$domain:ident>() $body:block)*) => {
        $(
            $(#[$doc])*
            #[test]
            fn $name() {
                fn check<$domain: SetDomain>() $body
                check::<Linear>();
                check::<Lin>();
                check::<Bdd>();
            }
        )*
    };
}

in_each_domain! {
    /// Figure 8 (b): the relation between the sets of a segment and of what follows it is found by the join, and is stable.
    fn a_join_finds_the_split<D>() {
        let left = state::<D>(&[equal(E, &[F]), equal(X1, &[F]), empty(X0)]);
        let right = state::<D>(&[equal(E, &[ALPHA, G, H]), equal(X1, &[H]), equal(X0, &[ALPHA, G])]);
        let mut joined = left.join(&right);
        joined.forget(&[F, G, H, ALPHA]);
        assert!(joined.proves(&equal(E, &[X0, X1])), "{:?}", joined.facts());
        // The next iterate: another node moves from the rest to the segment.
        let mut next = joined.clone();
        next.declare(F, Kind::Set);
        next.declare(G, Kind::Set);
        next.declare(BETA, Kind::Point);
        assert!(next.guard(&equal(X1, &[BETA, F])) && next.guard(&equal(G, &[X0, BETA])));
        next.forget(&[X0, X1, BETA]);
        next.rename(&|dim| match dim { G => X0, F => X1, other => other });
        assert!(joined.widen(&next).proves(&equal(E, &[X0, X1])));
    }

    /// The earlier tool generalized although one side did not agree.
    fn a_join_asks_both_sides<D>() {
        let left = state::<D>(&[equal(E, &[F]), empty(G)]);
        let right = state::<D>(&[equal(E, &[ALPHA, F])]);
        assert!(!left.join(&right).proves(&equal(E, &[F, G])));
        assert!(!right.join(&left).proves(&equal(E, &[F, G])));
        let right = state::<D>(&[equal(E, &[ALPHA, F]), equal(G, &[ALPHA])]);
        assert!(left.join(&right).proves(&equal(E, &[F, G])));
    }

    /// The earlier tool let a second equation replace the first.
    fn a_second_equation_takes_nothing_away<D>() {
        let state = state::<D>(&[equal(E, &[ALPHA, F]), equal(E, &[BETA, G])]);
        assert!(state.proves(&equal(E, &[ALPHA, F])) || state.proves(&equal(E, &[BETA, G])));
        assert!(state.proves(&included(ALPHA, E)));
    }

    /// The earlier tool did not know that nothing is a member of the empty set.
    fn contradictions_are_seen<D>() {
        assert!(state::<D>(&[empty(E), included(ALPHA, E)]).is_unsat());
        assert!(state::<D>(&[included(ALPHA, E), empty(E)]).is_unsat());
        assert!(state::<D>(&[equal(E, &[ALPHA, BETA]), equal(ALPHA, &[BETA])]).is_unsat());
        assert!(state::<D>(&[equal(E, &[ALPHA, F]), empty(E)]).is_unsat());
        assert!(state::<D>(&[included(F, E), included(ALPHA, F), empty(E)]).is_unsat());
    }

    fn what_does_not_follow_is_not_proved<D>() {
        assert!(!state::<D>(&[included(F, E)]).proves(&included(E, F)));
        let two = state::<D>(&[included(ALPHA, E), included(BETA, E)]);
        assert!(!two.proves(&equal(ALPHA, &[BETA])) && !two.proves(&disjoint(ALPHA, BETA)));
        assert!(!state::<D>(&union(E, F, G)).proves(&disjoint(F, G)));
        assert!(!state::<D>(&[]).proves(&included(ALPHA, E)));
    }

    fn forgetting_a_part_leaves_an_inclusion<D>() {
        let mut state = state::<D>(&[equal(E, &[F, G]), included(ALPHA, F)]);
        state.forget(&[G]);
        assert!(state.proves(&included(F, E)) && state.proves(&included(ALPHA, E)));
        state.forget(&[F]);
        assert!(state.proves(&included(ALPHA, E)));
    }

    /// A node is somewhere in the set of all: in the segment, it is the cursor, or in the rest.
    fn the_places_of_a_member_are_covered<D>() {
        let state = state::<D>(&[equal(E, &[F, ALPHA, G]), included(BETA, E)]);
        let sum = [(F, 1), (ALPHA, 1), (G, 1), (BETA, -1)].into_iter();
        let form = sum.fold(logic::Form::default(), |sum, (name, factor)| {
            sum.add_scaled(factor, &logic::Form::of(name)).expect("small numbers")
        });
        assert!(state.proves(&Fact::Ge(form)));
    }
}

/// Members of disjoint parts differ, and what is known of unions and differences.
#[test]
fn linear_relations_and_diagrams_know_more() {
    fn check<D: SetDomain>() {
        let places = [equal(E, &[F, ALPHA, G]), included(BETA, G)];
        assert!(state::<D>(&places).proves(&disjoint(ALPHA, BETA)));
        assert!(
            state::<D>(&[included(ALPHA, F), included(ALPHA, G), disjoint(F, G)]).is_unsat(),
            "a member of two sets that are apart"
        );
        let united = state::<D>(&union(E, F, G));
        assert!(united.proves(&included(F, E)) && united.proves(&included(G, E)));
        let mut rest = state::<D>(&difference(E, F, G));
        assert!(rest.proves(&included(E, F)) && rest.proves(&disjoint(E, G)));
        assert!(rest.guard(&included(ALPHA, F)) && rest.guard(&disjoint(ALPHA, G)));
        assert!(rest.proves(&included(ALPHA, E)), "what is in the whole and not taken away is left");
        assert!(state::<D>(&[equal(E, &[ALPHA]), equal(E, &[BETA, G]), disjoint(ALPHA, BETA)]).is_unsat());
    }
    check::<Linear>();
    check::<Bdd>();
}

/// Union–find: a node's parent is in the pool; compressing the path keeps it there.
#[test]
fn union_find() {
    let mut pool = state::<Linear>(&[equal(E, &[F, ALPHA, G]), equal(G, &[BETA, H])]);
    assert!(pool.proves(&disjoint(ALPHA, BETA)));
    pool.declare(Dim(12), Kind::Point);
    assert!(pool.guard(&included(Dim(12), F)));
    assert!(pool.proves(&included(Dim(12), E)) && pool.proves(&disjoint(Dim(12), ALPHA)));
}

#[test]
fn a_name_that_nobody_declared_is_not_taken_for_one_that_gets_its_name() {
    let (other, mut state) = (Dim(50), Linear::default());
    state.declare(E, Kind::Set);
    state.declare(F, Kind::Set);
    state.guard(&equal(E, &[other]));
    state.forget(&[]);
    state.rename(&|name| if name == F { other } else { name });
    assert!(!state.proves(&equal(E, &[other])));
}
