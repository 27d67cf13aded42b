#!/bin/sh
# Names hold any bytes. On a terminal they do nothing: whatever the command prints shows controls, and what is no UTF-8,
# as \xHH. In JSON a name is itself, or if it is no UTF-8 what is shown.
. tests/tap.sh

cat >"$SCRATCH/odd.rig" <<'END'
model "o\x1B[0md"
joint "k\x1B[31mred"(turn) { rotate z by turn }
const "n\x1B[7m" = 2 kg
body "b\x1B[2Jx\xFF" on world {
  joint "j\xC2\x9B" : "k\x1B[31mred"
  mass "n\x1B[7m"
  inertia diag(1, 1, 1) kg m^2
  frame "f\x1B]0;t\x07" at (0, 0, 1 m)
}
wrench "w\x7F" on "b\x1B[2Jx\xFF" in world
body tip on "b\x1B[2Jx\xFF" {
  joint "free\xE2\x80\xAE" : free
  mass 1 kg
  inertia diag(1, 1, 1) kg m^2
}
END
ODD=$(printf 'a\033[1mb\377\302\233')

# harmless NAME CODE COMMAND...: ends with that, and nothing it prints is for the terminal alone
harmless() {
	harmless_name=$1 harmless_code=$2
	shift 2
	"$@" >"$SCRATCH/out" 2>"$SCRATCH/err" </dev/null
	is "$harmless_name: exit" "$harmless_code" $?
	ok "$harmless_name: nothing for the terminal" perl -e '
		local $/; my $all = join "", <>;
		utf8::decode($all) or die "no UTF-8\n";
		$all =~ /[^\n\t\x20-\x7e\xa0-\x{200d}\x{2010}-\x{2029}\x{202f}-\x{2065}\x{206a}-\x{10ffff}]/ and die sprintf "%x\n", ord $&' \
	    "$SCRATCH/out" "$SCRATCH/err"
}

M=$SCRATCH/odd.rig
for command in info compile check 'check --json' 'info --json' 'eval -f rnea' 'eval -f rnea --jit=none'; do
	harmless "$command" 0 "$RIGIDC" $command "$M"
done
for pass in $("$RIGIDC" --list=passes | cut -d' ' -f1); do
	harmless "--dump=$pass" 0 "$RIGIDC" compile "$M" -f "$ODD=rnea" --search=none --dump="$pass"
done
harmless 'info of a function' 0 "$RIGIDC" info "$M" -f "$ODD=rnea"
harmless 'info --json of a function' 0 "$RIGIDC" info --json "$M" -f "$ODD=rnea"
ok 'its key' perl -MJSON::PP -e 'local $/; my $f = decode_json(<>)->{functions};
	join(",", keys %$f) eq "a\\x1B[1mb\\xFF\\xC2\\x9B" or die keys %$f' "$SCRATCH/out"
for option in lock define wrench functions contact phase idle; do
	harmless "--$option that is not there" 1 "$RIGIDC" check "$M" --$option "$ODD=1"
done
harmless 'a quaternion that is none' 0 sh -c "yes 0.5 | head -n 28 | tr '\n' ' ' | '$RIGIDC' eval '$M' -f rnea"
for command in "$ODD" "compile $ODD" "compile --search=$ODD $M" "compile --no-pass $ODD $M" "compile -W $ODD $M" \
    "compile $M -o $ODD.x" "compile $M -o $SCRATCH/$ODD/x.h" "--list=$ODD" "--explain=$ODD" "compile --$ODD"; do
	harmless "$(printf '%s' "$command" | tr -dc 'a-zA-Z./ =-' | sed "s,/tmp/[^/]*/,,g")" 2 "$RIGIDC" $command
done

"$RIGIDC" info --json "$M" >"$SCRATCH/out"
ok 'JSON: names are themselves, or made visible' perl -MJSON::PP -e '
	local $/; my $j = decode_json(<>);
	sub is { $_[0] eq $_[1] or die "$_[0]\n" }
	is($j->{model}, "o\e[0md");
	is($j->{bodies}[0]{name}, "b\\x1B[2Jx\\xFF");
	is($j->{bodies}[1]{parent}, "b\\x1B[2Jx\\xFF");
	is($j->{joints}[0]{name}, "j\x{9b}");
	is($j->{joints}[0]{type}, "k\e[31mred");
	is($j->{joints}[1]{name}, "free\x{202e}");
	is($j->{frames}[0]{name}, "f\e]0;t\a")' "$SCRATCH/out"
sed 's/k.x1B.31mred/k\\xFFred/' "$M" >"$SCRATCH/kind.rig"
"$RIGIDC" info --json "$SCRATCH/kind.rig" >"$SCRATCH/out"
ok 'JSON: nothing is left out' perl -MJSON::PP -e '
	local $/; my $j = decode_json(<>);
	@{$j->{joints}} == 2 && $j->{joints}[0]{type} eq "k\\xFFred" or die' "$SCRATCH/out"
finish
