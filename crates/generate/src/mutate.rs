//! Small mistakes, of the kinds people make: a statement too early, twice or not at all, a test
//! forgotten, the wrong variable, one link too far, a bound off by one.

use crate::ast::{Block, Expr, Op, Program, Stmt};
use crate::check::check;
use crate::random::Random;
use crate::visit;

/// How often a mistake is tried before the program is left as it is: many give no valid program.
const TRIES: usize = 40;

type Mistake = fn(&mut Program, &mut Random);

const MISTAKES: &[(u32, Mistake)] = &[
    (5, exchange),
    (5, forget),
    (3, repeat),
    (6, unguard),
    (4, rename),
    (4, relink),
    (3, off_by_one),
    (2, compare_otherwise),
    (4, free_early),
    (3, free_again),
    (3, intrude),
];

/// Makes one mistake in a valid program, which stays valid.
pub(crate) fn mutate(program: &mut Program, random: &mut Random) {
    for _ in 0..TRIES {
        let mut changed = program.clone();
        if let Some(mistake) = random.weighted(MISTAKES) {
            mistake(&mut changed, random);
        }
        if changed != *program && check(&changed).is_ok() {
            *program = changed;
            return;
        }
    }
}

/// Changes a random block.
fn in_block(program: &mut Program, random: &mut Random, change: impl FnOnce(&mut Block, &mut Random)) {
    let mut all = 0;
    visit::blocks_mut(program, &mut |_| all += 1);
    visit::at_block(program, random.below(all), |block| {
        if !block.is_empty() {
            change(block, random);
        }
    });
}

/// Changes a random expression of those that can be changed.
fn in_expr(program: &mut Program, random: &mut Random, change: impl Fn(&Expr) -> Option<Expr>) {
    let (mut seen, mut fit) = (0, Vec::new());
    visit::exprs_mut(program, &mut |expr| {
        if let Some(changed) = change(expr) {
            fit.push((seen, changed));
        }
        seen += 1;
    });
    if let Some((n, changed)) = random.choose(&fit) {
        visit::at_expr(program, *n, |expr| *expr = changed.clone());
    }
}

/// Exchanges two statements that follow each other.
fn exchange(program: &mut Program, random: &mut Random) {
    in_block(program, random, |block, random| {
        if block.len() > 1 {
            let n = random.below(block.len() - 1);
            block.swap(n, n + 1);
        }
    });
}

/// Leaves a statement out.
fn forget(program: &mut Program, random: &mut Random) {
    in_block(program, random, |block, random| {
        let n = random.below(block.len());
        if !matches!(block[n], Stmt::Declare(_) | Stmt::Return(_)) {
            block.remove(n);
        }
    });
}

/// Does something twice.
fn repeat(program: &mut Program, random: &mut Random) {
    in_block(program, random, |block, random| {
        let n = random.below(block.len());
        if matches!(block[n], Stmt::Free(_) | Stmt::Assign(..) | Stmt::If(..)) {
            block.insert(n, block[n].clone());
        }
    });
}

/// Drops a test: a branch is always taken, or half of a condition is gone.
fn unguard(program: &mut Program, random: &mut Random) {
    if random.percent(50) {
        in_expr(program, random, |expr| match expr {
            Expr::Binary(Op::And, lhs, rhs) => Some(if matches!(**lhs, Expr::Binary(Op::Ne, ..)) {
                (**rhs).clone()
            } else {
                (**lhs).clone()
            }),
            _ => None,
        });
        return;
    }
    in_block(program, random, |block, random| {
        let branches: Vec<usize> = (0..block.len()).filter(|&n| matches!(block[n], Stmt::If(..))).collect();
        if let Some(&n) = random.choose(&branches)
            && let Stmt::If(_, then, other) = &block[n]
        {
            let taken = if other.is_empty() || random.percent(50) { then } else { other };
            let taken = taken.clone();
            block.splice(n..=n, taken);
        }
    });
}

/// Takes another variable.
fn rename(program: &mut Program, random: &mut Random) {
    let mut names = Vec::new();
    visit::exprs(program, &mut |expr| {
        if let Expr::Var(name) = expr {
            names.push(name.clone());
        }
    });
    let Some(name) = random.choose(&names).cloned() else { return };
    in_expr(program, random, |expr| match expr {
        Expr::Var(own) if *own != name => Some(Expr::Var(name.clone())),
        _ => None,
    });
}

/// Follows a link too many, one too few, or none.
fn relink(program: &mut Program, random: &mut Random) {
    let further = random.below(3);
    in_expr(program, random, |expr| match (expr, further) {
        (Expr::Arrow(pointer, _), 0) => Some((**pointer).clone()),
        (Expr::Arrow(_, field), 1) => Some(expr.arrow(field)),
        (Expr::Arrow(..) | Expr::Var(_), 2) => Some(Expr::Null),
        _ => None,
    });
}

/// Counts one too many or one too few.
fn off_by_one(program: &mut Program, random: &mut Random) {
    let by = if random.percent(50) { 1 } else { -1 };
    in_expr(program, random, |expr| match expr {
        Expr::Int(value) => Some(Expr::Int(value + by)),
        _ => None,
    });
}

/// Takes a neighbouring comparison.
fn compare_otherwise(program: &mut Program, random: &mut Random) {
    in_expr(program, random, |expr| {
        let Expr::Binary(op, lhs, rhs) = expr else { return None };
        let other = match op {
            Op::Lt => Op::Le,
            Op::Le => Op::Lt,
            Op::Eq => Op::Ne,
            Op::Ne => Op::Eq,
            Op::And => Op::Or,
            Op::Or => Op::And,
            Op::Add => Op::Sub,
            Op::Sub => Op::Add,
        };
        Some(Expr::Binary(other, lhs.clone(), rhs.clone()))
    });
}

/// Frees before what should come first: often before the link is read.
fn free_early(program: &mut Program, random: &mut Random) {
    let Some((block, from)) = some_free(program, random) else { return };
    let to = random.below(from);
    visit::at_block(program, block, |block| {
        let stmt = block.remove(from);
        block.insert(to, stmt);
    });
}

/// Frees once more, soon after or somewhere else.
fn free_again(program: &mut Program, random: &mut Random) {
    let Some((holder, from)) = some_free(program, random) else { return };
    let mut stmt = None;
    visit::at_block(program, holder, |block| {
        let again = block[from].clone();
        let to = random.within(from + 1, block.len());
        if random.percent(50) {
            block.insert(to, again);
        } else {
            stmt = Some(again);
        }
    });
    if let Some(stmt) = stmt {
        in_block(program, random, |block, random| block.insert(random.below(block.len() + 1), stmt));
    }
}

/// A place where something is freed: which block, and where in it.
fn some_free(program: &mut Program, random: &mut Random) -> Option<(usize, usize)> {
    let mut holders = Vec::new();
    let mut seen = 0;
    visit::blocks_mut(program, &mut |block| {
        holders.extend((0..block.len()).filter(|&n| matches!(block[n], Stmt::Free(_))).map(|n| (seen, n)));
        seen += 1;
    });
    random.choose(&holders).copied()
}

/// Does something to a pointer in a place that has nothing to do with it.
fn intrude(program: &mut Program, random: &mut Random) {
    let mut pointers = Vec::new();
    visit::exprs(program, &mut |expr| {
        if let Expr::Arrow(pointer, _) = expr {
            pointers.push((expr.clone(), (**pointer).clone()));
        }
    });
    let Some((link, pointer)) = random.choose(&pointers).cloned() else { return };
    let stmt = match random.below(4) {
        0 => Stmt::Free(pointer),
        1 => Stmt::Assign(pointer, Expr::Null),
        2 => Stmt::Assign(pointer, link),
        _ => Stmt::Assign(link, pointer),
    };
    in_block(program, random, |block, random| block.insert(random.below(block.len() + 1), stmt));
}
