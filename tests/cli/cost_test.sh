#!/bin/sh
# rigidc info --cost: what it says that figures cost is what editing them saves; the same seed gives the same errors, which
# are those of eval; and nothing is changed by asking.
. tests/tap.sh

# costs MODEL OPTIONS...: as JSON
costs() {
	"$RIGIDC" info "$@" --search=none --cost --json >"$SCRATCH/cost.json" 2>"$SCRATCH/err"
}

# edited MODEL: every simplification, made by hand in the text, saves what was said
edited() {
	costs "$1" -f rnea,crba || return 1
	perl -MJSON::PP -CS -e '
		my ($rigidc, $model, $costs, $scratch) = @ARGV;
		my $slurp = sub { open my $in, "<:utf8", shift or die; local $/; <$in> };
		my $counts = sub {
			my $info = decode_json(scalar `$rigidc info $_[0] -f rnea,crba --search=none --json 2>/dev/null`);
			return map { $info->{functions}{$_}{mul} + $info->{functions}{$_}{add} } "rnea", "crba";
		};
		my @plain = $counts->($model);
		my $simple = decode_json($slurp->($costs))->{cost}{simplifications};
		@$simple or die "there are none\n";
		for my $s (@$simple) {
			my @line = split /^/, $slurp->($model);
			substr($line[$s->{line} - 1], $s->{column} - 1, length $s->{was}) eq $s->{was} or die "$s->{line}: not $s->{was}\n";
			substr($line[$s->{line} - 1], $s->{column} - 1, length $s->{was}) = $s->{becomes};
			my $edited = "$scratch/edited" . ($model =~ /(\.csv)$/ ? $1 : "");
			open my $out, ">:utf8", $edited or die;
			print $out @line;
			close $out;
			my @now = $counts->($edited);
			my @said = @{$s->{operations}}{"rnea", "crba"};
			$said[$_] == $plain[$_] - $now[$_] or die "$s->{line}:$s->{column}: said $said[$_], is $plain[$_] - $now[$_]\n" for 0, 1;
			$s->{error} > 0 && $s->{error} < $s->{of} or die "$s->{line}: an error of $s->{error} of $s->{of}\n";
		}' "$RIGIDC" "$1" "$SCRATCH/cost.json" "$SCRATCH"
}

cat >"$SCRATCH/crane.urdf" <<'END'
<robot name="crane">
  <link name="mast"/>
  <link name="boom"><inertial>
      <origin xyz="0.9 0.002 0"/>
      <mass value="12.50"/>
      <inertia ixx="0.04" ixy="0" ixz="0.01" iyy="3.41" iyz="0" izz="3.42"/>
  </inertial></link>
  <joint name="slew" type="revolute">
    <parent link="mast"/><child link="boom"/>
    <origin xyz="0 0 2.4" rpy="-1.5708 0 0"/>
    <axis xyz="0 1 0"/>
    <limit lower="-2.9" upper="2.9" effort="90" velocity="1"/>
  </joint>
</robot>
END
cat >"$SCRATCH/tilted.rig" <<'END'
model tilted
const off = 0.3 mm
param load = 0 kg
body upper on world at rx(89.5 deg) { joint shoulder : revolute(y)
  mass 2 kg + load
  com (0.1, 0.002, -0.3) m
  inertia tensor(xx = 0.2, yy = 0.3, zz = 0.2, xz = -0.0001) kg m^2
}
body lower on upper at (off, 0, -0.5 m), rz(-90.2 deg), ry(30 deg) { joint elbow : revolute(y)
  mass 1 kg
  com (0, 0, -0.25) m
  inertia diag(0.05, 0.05, 0.001) kg m^2
}
END
# a table whose gear ratio is behind the rotor that it multiplies
cat >"$SCRATCH/arm.csv" <<'END'
# standard
joint,theta,d,a,alpha,mass,cx,cy,cz,Ixx,Iyy,Izz,Jm,G
shoulder,0,0.4,0.02,pi/2,9,0.001,-0.2,0,0.4,0.1,0.4,1e-7,50
elbow,0,0,0.6,0,4,-0.3,0.0004,0,0.02,0.3,0.3,2e-7,40
END
for model in examples/solo12.rig examples/panda.rig "$SCRATCH/arm.csv" "$SCRATCH/crane.urdf" "$SCRATCH/tilted.rig"; do
	ok "$(basename "$model"): simplifications made by hand save as much" edited "$model"
done

# line MODEL NUMBER FROM TO: leaving a line's figures out is that edit
line() {
	costs "$1" -f rnea || return 1
	sed "$2s|$3|$4|" "$1" >"$SCRATCH/edited"
	cmp -s "$1" "$SCRATCH/edited" && { echo 'nothing was edited'; return 1; }
	count='my $f = decode_json($_)->{functions}{rnea}; print $f->{mul} + $f->{add}'
	before=$("$RIGIDC" info "$1" -f rnea --search=none --json 2>/dev/null | perl -MJSON::PP -0777 -ne "$count")
	after=$("$RIGIDC" info "$SCRATCH/edited" -f rnea --search=none --json 2>/dev/null | perl -MJSON::PP -0777 -ne "$count")
	said=$(perl -MJSON::PP -0777 -ne "print +(grep { \$_->{line} == $2 } @{decode_json(\$_)->{cost}{lines}})[0]{operations}{rnea}" "$SCRATCH/cost.json")
	echo "$before - $after, said $said"
	[ $((before - after)) = "$said" ] && [ "$said" != 0 ]
}
ok 'a line: centre of mass' line "$SCRATCH/tilted.rig" 11 '(.*)' '(0, 0, 0)'
ok 'a line: inertia' line "$SCRATCH/tilted.rig" 12 'diag(.*)' 'diag(0, 0, 0)'
ok 'a line: offset and angles, which become quarter turns' line "$SCRATCH/tilted.rig" 9 'at .* {' 'at (0, 0, 0), rz(-90 deg), ry(0 deg) {'
ok 'a line: const' line "$SCRATCH/tilted.rig" 2 '0.3 mm' '0 mm'

# what depends on parameters is no simplification, whatever its default
ok 'no parameter is left out' sh -c "! grep -q '\"was\": \"load\"' $SCRATCH/cost.json"

seeded() { "$RIGIDC" info "$SCRATCH/tilted.rig" --cost --seed="$1" | sed 's/seed [0-9]*//'; }
is 'the same seed' "$(seeded 7)" "$(seeded 7)"
ok 'another seed' [ "$(seeded 7)" != "$(seeded 8)" ]
ok 'the seed is said' sh -c "$RIGIDC info $SCRATCH/tilted.rig --cost | grep -q 'seed 1\$'"
exits 'no seed' 2 "$RIGIDC" info "$SCRATCH/tilted.rig" --cost --seed=x
exits 'of info alone' 2 "$RIGIDC" compile "$SCRATCH/tilted.rig" --cost

# small is what eval finds, with and without
error_of_eval() {
	costs "$SCRATCH/tilted.rig" -f rnea --seed=3
	sed '2s/0.3/0/' "$SCRATCH/tilted.rig" >"$SCRATCH/edited"
	perl -e 'srand 4; print join(" ", map({ 6 * rand() - 3 } 1, 2), map { 2 * rand() - 1 } 1 .. 4), "\n" for 1 .. 500' >"$SCRATCH/states"
	for model in tilted.rig edited; do
		"$RIGIDC" eval "$SCRATCH/$model" -f rnea <"$SCRATCH/states" >"$SCRATCH/$model.tau" || return 1
	done
	paste "$SCRATCH/tilted.rig.tau" "$SCRATCH/edited.tau" | perl -MJSON::PP -ane '
		for (0, 1) { my $d = abs($F[$_] - $F[$_ + 2]); $most = $d if $d > $most }
		END { open my $in, "<", $ENV{COSTS} or die; local $/; my $json = decode_json(<$in>);
			my ($s) = grep { $_->{line} == 2 } @{$json->{cost}{simplifications}};
			print "$most, said $s->{error}\n";
			exit !($most > 0 && $s->{error} > $most / 3 && $s->{error} < $most * 3) }'
}
COSTS=$SCRATCH/cost.json
export COSTS
ok 'errors are of the size that eval finds' error_of_eval

# models with nothing, with free joints, wrenches, what is given
for options in '--wrench=all' '--sincos=given' '--real=float --matrix=packed' '--parametrize=inertial'; do
	exits "with $options" 0 "$RIGIDC" info examples/scara.rig --cost -f rnea,fd --search=none $options
done
echo 'model empty' >"$SCRATCH/empty.rig"
exits 'no body' 0 "$RIGIDC" info "$SCRATCH/empty.rig" --cost
finish
