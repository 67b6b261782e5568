//! Numbers: `<math.h>`, `<complex.h>` and `<fenv.h>`.
//!
//! Results depend on the rounding mode and leave flags behind. Both are the floating-point environment, which is part of the world; a program that never names
//! it cannot tell, so functions of `<math.h>` count as apart from the world.

use crate::entry::{ONE, function};
use crate::function::{Dialect, Extent, Function};

/// The three types, with what the names of their functions end in.
const TYPES: [(&str, &str); 3] = [("double", ""), ("float", "f"), ("long double", "l")];

/// Functions of one number that may be out of range or domain, and then set `errno`.
const ONE_OR_ERROR: &str =
    "acos asin atanh acosh cosh sinh exp exp2 expm1 log log10 log1p log2 logb sqrt tgamma lgamma sin cos tan";

/// Functions of one number.
const UNARY: &str = "atan asinh tanh cbrt ceil erf erfc fabs floor nearbyint rint round trunc";

/// Functions of two numbers, the first of which may set `errno`.
const BINARY: &str = "atan2 copysign fdim fmax fmin fmod hypot nextafter pow remainder";

pub(super) fn functions() -> Vec<Function> {
    let mut all = Vec::new();
    for (ty, end) in TYPES {
        let entry = |text: String| function("math.h", Dialect::C, &text).alone();
        for name in ONE_OR_ERROR.split(' ') {
            let one = entry(format!("{ty} {name}{end}({ty} x)")).errno();
            // It leaves the sign in a variable of the library's.
            all.push(if name == "lgamma" { one.changes() } else { one });
        }
        all.extend(UNARY.split(' ').map(|name| entry(format!("{ty} {name}{end}({ty} x)"))));
        all.extend(BINARY.split(' ').map(|name| entry(format!("{ty} {name}{end}({ty} x, {ty} y)")).errno()));
        all.push(entry(format!("{ty} fma{end}({ty} x, {ty} y, {ty} z)")));
        all.push(entry(format!("{ty} nexttoward{end}({ty} x, long double y)")).errno());
        all.push(entry(format!("{ty} ldexp{end}({ty} x, int power)")).errno());
        all.push(entry(format!("{ty} scalbn{end}({ty} x, int power)")).errno());
        all.push(entry(format!("{ty} scalbln{end}({ty} x, long power)")).errno());
        all.push(entry(format!("{ty} frexp{end}({ty} x, int *power)")).fills("power", ONE));
        all.push(entry(format!("{ty} modf{end}({ty} x, {ty} *whole)")).fills("whole", ONE));
        all.push(
            entry(format!("{ty} remquo{end}({ty} x, {ty} y, int *quotient)")).fills("quotient", ONE).errno(),
        );
        all.push(entry(format!("{ty} nan{end}(const char *text)")).reads("text", Extent::String));
        all.push(entry(format!("int ilogb{end}({ty} x)")).errno());
        for (result, name) in
            [("long", "lrint"), ("long long", "llrint"), ("long", "lround"), ("long long", "llround")]
        {
            all.push(entry(format!("{result} {name}{end}({ty} x)")).errno());
        }
        let gnu = |text: String| function("math.h", Dialect::Extension, &text).alone();
        all.push(
            gnu(format!("void sincos{end}({ty} x, {ty} *sine, {ty} *cosine)"))
                .fills("sine", ONE)
                .fills("cosine", ONE),
        );
        all.push(gnu(format!("{ty} exp10{end}({ty} x)")).errno());
        all.push(gnu(format!("{ty} pow10{end}({ty} x)")).errno().without_header());
        all.push(gnu(format!("{ty} drem{end}({ty} x, {ty} y)")).errno());
        all.push(gnu(format!("{ty} gamma{end}({ty} x)")).errno().changes());
        all.push(gnu(format!("{ty} lgamma{end}_r({ty} x, int *sign)")).fills("sign", ONE).errno());
        for name in ["j0", "j1", "y0", "y1"] {
            all.push(gnu(format!("{ty} {name}{end}({ty} x)")).errno());
        }
        for name in ["jn", "yn"] {
            all.push(gnu(format!("{ty} {name}{end}(int n, {ty} x)")).errno());
        }
        // What the macros of the header stand for.
        all.push(gnu(format!("int finite{end}({ty} x)")));
        for name in ["isinf", "isnan"] {
            all.push(gnu(format!("int {name}{end}({ty} x)")));
        }
        for name in ["__finite", "__isinf", "__isnan", "__fpclassify", "__signbit"] {
            all.push(gnu(format!("int {name}{end}({ty} x)")));
        }
        complex(ty, end, &mut all);
    }
    // A macro for all three types, which compilers know as a function.
    all.push(function("", Dialect::Compiler, "int signbit(double x)").alone());
    environment(&mut all);
    all
}

fn complex(ty: &str, end: &str, all: &mut Vec<Function>) {
    let entry = |text: String| function("complex.h", Dialect::C, &text).alone();
    for name in
        "cacos casin catan ccos csin ctan cacosh casinh catanh ccosh csinh ctanh cexp clog csqrt conj cproj"
            .split(' ')
    {
        all.push(entry(format!("{ty} _Complex {name}{end}({ty} _Complex z)")).errno());
    }
    for name in "cabs carg cimag creal".split(' ') {
        all.push(entry(format!("{ty} {name}{end}({ty} _Complex z)")).errno());
    }
    all.push(entry(format!("{ty} _Complex cpow{end}({ty} _Complex z, {ty} _Complex w)")).errno());
}

fn environment(all: &mut Vec<Function>) {
    let c = |prototype| function("fenv.h", Dialect::C, prototype);
    all.extend([
        c("int feclearexcept(int which)"),
        c("int feraiseexcept(int which)"),
        c("int fetestexcept(int which)").asks(),
        c("int fegetround(void)").asks(),
        c("int fesetround(int mode)"),
        c("int fegetexceptflag(fexcept_t *flags, int which)").writes("flags", ONE).asks(),
        c("int fesetexceptflag(const fexcept_t *flags, int which)").reads("flags", ONE),
        c("int fegetenv(fenv_t *environment)").writes("environment", ONE).asks(),
        c("int feholdexcept(fenv_t *environment)").writes("environment", ONE),
        // The macro `FE_DFL_ENV` is such a pointer, too.
        c("int fesetenv(const fenv_t *environment)").reads("environment", ONE),
        c("int feupdateenv(const fenv_t *environment)").reads("environment", ONE),
    ]);
}
