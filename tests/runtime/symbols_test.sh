#!/bin/sh
# What a program that links the library can collide with: names that begin with rigidc_, all that rigidc.h declares
# among them, and no others.
. tests/tap.sh

library=$(dirname "$RIGIDC")/librigidc.a
nm -g --defined-only "$library" 2>&1 | awk 'NF == 3 { print $3 }' | sort >"$SCRATCH/exported"
sed -n 's/^[a-z].*[ *]\(rigidc_[a-z_]*\)(.*/\1/p' runtime/rigidc.h | sort >"$SCRATCH/declared"

is 'only rigidc_* is exported' '' "$(grep -v '^rigidc_' "$SCRATCH/exported")"
ok 'rigidc.h declares functions' grep -qx rigidc_call "$SCRATCH/declared"
is 'all of them are exported' '' "$(comm -13 "$SCRATCH/exported" "$SCRATCH/declared")"
# libtcc's memory goes through names of ours, which the linker sees but no header declares
comm -23 "$SCRATCH/exported" "$SCRATCH/declared" >"$SCRATCH/rest"
is 'the rest is what libtcc calls' '' "$(grep -v '^rigidc_tcc_' "$SCRATCH/rest")"

# The shared library shows what the header declares and nothing else, and lies in memory as it is in the file.
shared=$(dirname "$RIGIDC")/librigidc.so
nm -D --defined-only "$shared" 2>&1 | awk 'NF == 3 { print $3 }' | sort >"$SCRATCH/shown"
is 'the shared library shows what rigidc.h declares' "$(cat "$SCRATCH/declared")" "$(cat "$SCRATCH/shown")"
is 'and needs no relocation of code, and no stack that runs' '' \
    "$(readelf -dW "$shared" | grep TEXTREL; readelf -lW "$shared" | grep 'GNU_STACK.*E')"
version=$("$RIGIDC" --version | sed 's/^rigidc //; s/,.*//')
is 'the version is that of rigidc.h' "$version" \
    "$(sed -n 's/^#define RIGIDC_VERSION_[A-Z]* //p' runtime/rigidc.h | paste -s -d .)"
is 'and that of the name the loader looks for' "librigidc.so.${version%.*}" \
    "$(readelf -dW "$shared" | sed -n 's/.*SONAME.*\[\(.*\)\].*/\1/p')"
finish
