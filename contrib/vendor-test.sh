#!/usr/bin/env bash
# Vendors all sources, then has cargo resolve the whole workspace and check the C front end with nothing else: no network, and a home
# of cargo in which there is no registry.
set -euo pipefail
root="$(cd "$(dirname "$0")/.." && pwd)"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
bash "$root/contrib/vendor.sh" "$work/vendor"
export CARGO_HOME="$work/home" CARGO_TARGET_DIR="$work/target" CARGO_NET_OFFLINE=true CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0
cd "$root"
cargo metadata --format-version 1 --locked --offline --config "$work/vendor/config.toml" > /dev/null
cargo check --quiet --locked --offline --config "$work/vendor/config.toml" -p shapewright-cfront
# What was changed after it was vendored is refused: that the checksums are compared is what the plan rests on.
for file in "$work"/vendor/sources/rustc-hash-*/src/lib.rs; do
    echo "// changed" >> "$file"
done
export CARGO_TARGET_DIR="$work/again"
if cargo check --quiet --locked --offline --config "$work/vendor/config.toml" -p rustc-hash > "$work/said" 2>&1; then
    echo "a changed source was built" >&2
    exit 1
fi
grep -q "checksum" "$work/said" || { cat "$work/said" >&2; exit 1; }
echo "vendored sources build without a network, and changed ones are refused"
