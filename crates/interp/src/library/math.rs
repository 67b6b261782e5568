//! `math.h`, by way of `double`.
//!
//! A function of `float` or `long double` is the one of `double` with its arguments and result
//! converted; the last bits of a `long double` are lost that way.

use ir::FloatFormat;
use model::Value;

use super::{Args, Native, Outcome, Table, int};
use crate::float::{from_f64, to_f64};
use crate::machine::Interpreter;
use crate::repr::Class;
use crate::stop::{Exec, Stop};

/// The arguments as numbers, and the format of the first.
fn numbers<const N: usize>(_: &Interpreter<'_>, args: &Args) -> Exec<([f64; N], FloatFormat)> {
    let mut values = [0.0; N];
    let mut format = None;
    for (index, value) in values.iter_mut().enumerate() {
        let bits = args.defined(index)?.bits;
        let (_, repr) = args.value(index)?;
        let Class::Float(found) = repr.class else {
            return Err(Stop::unsupported(format!(
                "`{}` of something that is not a floating number",
                args.name
            )));
        };
        format.get_or_insert(found);
        *value = to_f64(found, bits).ok_or_else(|| Stop::unsupported("decimal floating numbers"))?;
    }
    Ok((values, format.unwrap_or(FloatFormat::Binary64)))
}

fn give(format: FloatFormat, value: f64) -> Exec<Outcome> {
    let bits = from_f64(format, value).ok_or_else(|| Stop::unsupported("decimal floating numbers"))?;
    Ok(Outcome::Value(Value::new(bits)))
}

macro_rules! one {
    ($x:ident => $result:expr) => {{
        fn compute(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
            let ([$x], format) = numbers(machine, args)?;
            give(format, $result)
        }
        compute as Native
    }};
}

macro_rules! two {
    ($x:ident, $y:ident => $result:expr) => {{
        fn compute(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
            let ([$x, $y], format) = numbers(machine, args)?;
            give(format, $result)
        }
        compute as Native
    }};
}

macro_rules! functions {
    ($($name:literal => $native:expr,)*) => {
        pub(super) const TABLE: Table = &[
            $(($name, $native), (concat!($name, "f"), $native), (concat!($name, "l"), $native),)*
            ("lround", to_long), ("lroundf", to_long), ("lrint", rint_long), ("llround", to_long),
            ("ldexp", ldexp), ("ldexpf", ldexp), ("ldexpl", ldexp), ("scalbn", ldexp),
            ("frexp", frexp), ("frexpf", frexp), ("modf", modf), ("fma", fma), ("fmaf", fma),
        ];
    };
}

functions! {
    "sqrt" => one!(x => x.sqrt()),
    "cbrt" => one!(x => x.cbrt()),
    "fabs" => one!(x => x.abs()),
    "floor" => one!(x => x.floor()),
    "ceil" => one!(x => x.ceil()),
    "trunc" => one!(x => x.trunc()),
    "round" => one!(x => x.round()),
    "rint" => one!(x => x.round_ties_even()),
    "nearbyint" => one!(x => x.round_ties_even()),
    "exp" => one!(x => x.exp()),
    "exp2" => one!(x => x.exp2()),
    "expm1" => one!(x => x.exp_m1()),
    "log" => one!(x => x.ln()),
    "log2" => one!(x => x.log2()),
    "log10" => one!(x => x.log10()),
    "log1p" => one!(x => x.ln_1p()),
    "sin" => one!(x => x.sin()),
    "cos" => one!(x => x.cos()),
    "tan" => one!(x => x.tan()),
    "asin" => one!(x => x.asin()),
    "acos" => one!(x => x.acos()),
    "atan" => one!(x => x.atan()),
    "sinh" => one!(x => x.sinh()),
    "cosh" => one!(x => x.cosh()),
    "tanh" => one!(x => x.tanh()),
    "asinh" => one!(x => x.asinh()),
    "acosh" => one!(x => x.acosh()),
    "atanh" => one!(x => x.atanh()),
    "pow" => two!(x, y => x.powf(y)),
    "atan2" => two!(x, y => x.atan2(y)),
    "hypot" => two!(x, y => x.hypot(y)),
    "fmod" => two!(x, y => x % y),
    "fmax" => two!(x, y => x.max(y)),
    "fmin" => two!(x, y => x.min(y)),
    "fdim" => two!(x, y => if x > y { x - y } else { 0.0 }),
    "copysign" => two!(x, y => x.copysign(y)),
}

fn to_long(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let ([x], _) = numbers(machine, args)?;
    Ok(int(x.round() as i64))
}

fn rint_long(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let ([x], _) = numbers(machine, args)?;
    Ok(int(x.round_ties_even() as i64))
}

fn fma(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let ([x, y, z], format) = numbers(machine, args)?;
    give(format, x.mul_add(y, z))
}

fn ldexp(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let ([mut x], format) = numbers(machine, args)?;
    let mut power = args.int(1)?.clamp(-5000, 5000);
    // In steps, so that neither overflow nor underflow comes early.
    while power != 0 && x != 0.0 && x.is_finite() {
        let step = power.clamp(-512, 512);
        x *= 2f64.powi(step);
        power -= step;
    }
    give(format, x)
}

fn frexp(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let ([mut x], format) = numbers(machine, args)?;
    let mut power = 0i32;
    if x != 0.0 && x.is_finite() {
        while x.abs() >= 1.0 {
            x /= 2.0;
            power += 1;
        }
        while x.abs() < 0.5 {
            x *= 2.0;
            power -= 1;
        }
    }
    let to = args.pointer(machine, 1)?;
    machine.write_range(&args.name, to, &power.to_le_bytes())?;
    give(format, x)
}

fn modf(machine: &mut Interpreter<'_>, args: &Args) -> Exec<Outcome> {
    let ([x], format) = numbers(machine, args)?;
    let to = args.pointer(machine, 1)?;
    machine.write_range(&args.name, to, &x.trunc().to_bits().to_le_bytes())?;
    give(format, if x.is_infinite() { 0f64.copysign(x) } else { x - x.trunc() })
}
