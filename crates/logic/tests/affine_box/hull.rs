//! The join of points is their hull, the best description there is, in whatever order they come.

use crate::common::{
    Point, assigned, assignment, bounds, contains, dims, grid, hull, lattice, points, value,
};
use crate::program::gcd;
use logic::{AffineBox, Bounds, Dim};
use proptest::prelude::*;

/// The determinant, by the first row.
fn determinant(rows: &[Vec<i128>]) -> i128 {
    let Some((first, rest)) = rows.split_first() else { return 1 };
    let minor = |k: usize| -> Vec<Vec<i128>> {
        let without =
            |row: &Vec<i128>| row.iter().enumerate().filter(|(j, _)| *j != k).map(|(_, v)| *v).collect();
        rest.iter().map(without).collect()
    };
    (0..first.len()).map(|k| if k % 2 == 0 { first[k] } else { -first[k] } * determinant(&minor(k))).sum()
}

/// All ways to choose `k` of the numbers below `n`.
fn choices(n: usize, k: usize) -> Vec<Vec<usize>> {
    if k == 0 {
        return vec![Vec::new()];
    }
    let longer = |last: usize| {
        choices(last, k - 1).into_iter().map(move |mut choice| {
            choice.push(last);
            choice
        })
    };
    (0..n).flat_map(longer).collect()
}

/// The rank of the vectors, and the greatest common divisor of their minors of this size.
///
/// A vector belongs to the lattice that others generate exactly if adding it changes neither.
fn rank_and_index(vectors: &[Vec<i64>], width: usize) -> (usize, i128) {
    for size in (1..=width.min(vectors.len())).rev() {
        let mut index = 0_i128;
        for rows in choices(vectors.len(), size) {
            for columns in choices(width, size) {
                let entry = |&r: &usize| columns.iter().map(|&c| i128::from(vectors[r][c])).collect();
                index = gcd(index, determinant(&rows.iter().map(entry).collect::<Vec<_>>()));
            }
        }
        if index != 0 {
            return (size, index);
        }
    }
    (0, 1)
}

fn differences(points: &[Point]) -> Vec<Vec<i64>> {
    let minus_first = |point: &Point| point.iter().zip(&points[0]).map(|(a, b)| a - b).collect();
    points[1..].iter().map(minus_first).collect()
}

/// The same equations and congruences without bounds: each dimension goes away and is tied in again.
fn without_bounds(state: &AffineBox) -> AffineBox {
    let mut loose = crate::common::unknown(state.dims().len());
    for equation in state.equations() {
        assert!(loose.meet_eq(&equation));
    }
    for (k, (form, modulus)) in state.congruences().into_iter().enumerate() {
        let quotient = Dim(100 + k as u32);
        loose.add(quotient);
        assert!(loose.meet_eq(&(form - quotient * modulus)));
        loose.remove(quotient);
    }
    loose
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_order_of_joins_does_not_matter(points in points(4, 6, 5), seed in any::<prop::sample::Index>()) {
        let mut turned = points.clone();
        turned.rotate_left(seed.index(points.len()));
        turned.reverse();
        prop_assert_eq!(hull(&points), hull(&turned));
        let (left, right) = points.split_at(seed.index(points.len()).max(1).min(points.len()));
        if !right.is_empty() {
            prop_assert_eq!(hull(&points), hull(right).join(&hull(left)));
        }
    }

    #[test]
    fn the_hull_is_the_lattice_that_the_points_generate(points in points(3, 4, 4)) {
        let state = hull(&points);
        let loose = without_bounds(&state);
        prop_assert_eq!(lattice(&loose), lattice(&state));
        let vectors = differences(&points);
        let before = rank_and_index(&vectors, 3);
        prop_assert_eq!(state.equations().len(), 3 - before.0);
        for point in grid(3, 4) {
            let mut more = vectors.clone();
            more.push(point.iter().zip(&points[0]).map(|(a, b)| a - b).collect());
            prop_assert_eq!(contains(&loose, &point), rank_and_index(&more, 3) == before, "{:?}", point);
        }
    }

    #[test]
    fn the_bounds_of_a_hull_are_the_extremes(points in points(3, 9, 5)) {
        let extremes = (0..3).map(|k| Bounds {
            lo: points.iter().map(|p| p[k]).min(),
            hi: points.iter().map(|p| p[k]).max(),
        });
        prop_assert_eq!(bounds(&hull(&points)), extremes.collect::<Vec<_>>());
    }

    #[test]
    fn equations_are_reduced_and_hold(points in points(5, 5, 4)) {
        let equations = hull(&points).equations();
        let leading: Vec<Dim> = equations.iter().map(|e| e.dims().next().unwrap()).collect();
        prop_assert!(leading.is_sorted_by(|a, b| a < b));
        for equation in &equations {
            prop_assert!(points.iter().all(|point| value(equation, point) == 0));
            prop_assert!(equation.terms()[0].1 > 0);
            prop_assert!(equation.dims().skip(1).all(|dim| !leading.contains(&dim)));
            let all = equation.terms().iter().fold(equation.offset().into(), |all, t| gcd(all, t.1.into()));
            prop_assert_eq!(all, 1);
        }
    }

    #[test]
    fn congruences_hold(points in points(4, 9, 3)) {
        for (form, modulus) in hull(&points).congruences() {
            prop_assert!(points.iter().all(|point| value(&form, point) % i128::from(modulus) == 0));
        }
    }

    #[test]
    fn projection_of_a_hull_is_the_hull_of_the_projections(points in points(4, 6, 4), gone in 0_u32..4) {
        let mut state = hull(&points);
        state.remove(Dim(gone));
        let mut expected = points.iter().map(|point| {
            let mut state = AffineBox::new();
            for dim in dims(4).filter(|dim| dim.0 != gone) {
                state.add_equal(dim, &point[dim.0 as usize].into());
            }
            state
        });
        let first = expected.next().unwrap();
        prop_assert_eq!(state, expected.fold(first, |all, state| all.join(&state)));
    }

    #[test]
    fn the_image_of_a_hull_is_the_hull_of_the_images(points in points(4, 6, 4), values in assignment(4, 3)) {
        let mut state = hull(&points);
        state.assign(&values);
        let images: Vec<Point> = points.iter().map(|point| assigned(point, &values).unwrap()).collect();
        let expected = hull(&images);
        prop_assert_eq!(lattice(&state), lattice(&expected));
        prop_assert!(state.covers(&expected));
    }

    #[test]
    fn renaming_commutes_with_the_hull(points in points(4, 6, 4), turn in 1_u32..4) {
        let name = |dim: Dim| Dim((dim.0 + turn) % 4);
        let mut state = hull(&points);
        state.rename(name);
        let renamed = points.iter().map(|point| {
            let mut moved = point.clone();
            dims(4).for_each(|dim| moved[name(dim).0 as usize] = point[dim.0 as usize]);
            moved
        });
        prop_assert_eq!(state, hull(&renamed.collect::<Vec<_>>()));
    }

    #[test]
    fn a_form_of_the_dimensions_added_and_dropped_changes_nothing(
        points in points(3, 6, 4), extra in crate::common::form(3, 3, 5), at in 0_u32..2,
    ) {
        let state = hull(&points);
        let mut more = state.clone();
        // Before all others, and after them.
        let (dim, shift) = if at == 0 { (Dim(0), 1) } else { (Dim(9), 0) };
        more.rename(|d| Dim(d.0 + shift));
        let mut moved = logic::Linear::constant(extra.offset());
        for &(d, a) in extra.terms() {
            moved = moved + Dim(d.0 + shift) * a;
        }
        more.add_equal(dim, &moved);
        prop_assert!(more.proves_eq(&(moved - dim)));
        more.remove(dim);
        more.rename(|d| Dim(d.0 - shift));
        prop_assert_eq!(more, state);
    }
}
