#!/bin/sh
# Crates of `rigidc package --for=cargo` with `cc` of crates.io: tests, documentation, clippy without a word, and a program of a user with the
# lines of the README.
. tests/tap.sh
. tests/packages/packages.sh
. tests/clients/clients.sh
. tests/c/standing.sh
[ -e "$clients/cargo/Cargo.toml" ] || without cargo 'cc of crates.io'
export CARGO_TARGET_DIR="$SCRATCH/target" RUSTFLAGS='-D warnings' RUSTDOCFLAGS='-D warnings' CARGO_NET_OFFLINE=true

# crate MODEL OPTION...: all that cargo does with it, from the project of a user
crate() {
	package cargo "$@" --search=none
	rm -rf "$SCRATCH/user"
	mkdir -p "$SCRATCH/user/src"
	name=$(sed -n 's/^name = "\(.*\)"/\1/p' "$SCRATCH/cargo/Cargo.toml")
	{
		sed 's/^name = .*/name = "user"/' tests/clients/Cargo.toml
		printf '\n[dependencies]\n%s = { path = "../cargo" }\n' "$name"
	} >"$SCRATCH/user/Cargo.toml"
	{
		printf '#![allow(non_snake_case)] // of M\n\nfn main() {\n'
		sed -n '/^```rust/,/^```$/p' "$SCRATCH/cargo/README.md" | sed '/```/d'
		result=$(sed -n '/^```rust/,/^```$/p' "$SCRATCH/cargo/README.md" | sed -n 's/^let \(.*\) = .*::[a-z_]*(.*;/\1/p' | tail -n 1)
		printf 'println!("{:?}", %s);\n}\n' "$result"
	} >"$SCRATCH/user/src/main.rs"
	ok 'tests of the crate' sh -c 'cd "$1/user" && cargo test --quiet -p "$2"' sh "$SCRATCH" "$name"
	ok 'clippy has no word' sh -c 'cd "$1/user" && cargo clippy --quiet --all-targets -p "$2" -- -D warnings -D clippy::all 2>&1 | tee said && test ! -s said' sh "$SCRATCH" "$name"
	ok 'documentation' sh -c 'cd "$1/user" && cargo doc --quiet --no-deps -p "$2"' sh "$SCRATCH" "$name"
	ok 'the program of the README' sh -c 'cd "$1/user" && cargo run --quiet >../said && grep -q "[0-9]\.[0-9]" ../said' sh "$SCRATCH"
}
crate examples/ur5.rig -f rnea,crba,fk:tool0,energy --self-test
crate examples/scara.rig -f rnea,fd --batch=auto
crate examples/solo12.rig -f crba --real=float --matrix=packed
crate "$standing_model" -f fd:stand,lambda:stand
crate examples/iiwa14.rig -f rnea --parametrize=inertial
finish
