//! C that the generated programs have in common.

/// The enumerations the programs speak of: one of unsigned values, one with a negative one.
pub const ENUMS: &str = "enum E { E0, E1, E5 = 5 }; enum N { NM = -1, N1 = 1 };";

/// The integer types, but for enumerations and `unsigned long long`.
pub const INTEGERS: [&str; 11] = [
    "_Bool",
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
];
