#!/usr/bin/env bash
# Puts the sources of everything that Shapewright is built from into a directory, for builds that use no network and no registry:
#   contrib/vendor.sh vendor
#   cargo build --release --offline --locked --config vendor/config.toml
# The sources are those of Cargo.lock, whose checksums cargo compares again when it builds.
set -euo pipefail
if [ $# != 1 ]; then
    echo "usage: contrib/vendor.sh DIRECTORY" >&2
    exit 2
fi
if [ -e "$1" ] && [ -n "$(ls -A "$1")" ]; then
    echo "$1: there is something already; name a new directory" >&2
    exit 2
fi
mkdir -p "$1"
directory="$(cd "$1" && pwd)"
root="$(cd "$(dirname "$0")/.." && pwd)"
cargo vendor --quiet --locked --versioned-dirs --manifest-path "$root/Cargo.toml" "$directory/sources" > /dev/null
# The configuration names the directory as a whole path, so that it can be used from anywhere.
cat > "$directory/config.toml" <<END
[source.crates-io]
replace-with = "vendored"

[source.vendored]
directory = "$directory/sources"
END
echo "the sources are in $directory/sources; build with: cargo build --offline --locked --config $directory/config.toml"
