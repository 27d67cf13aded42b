#!/bin/sh
# eval of a file whose first line names its columns: in any order, made of others by --map, with others carried along.
. tests/tap.sh

scara=examples/scara.rig
eval_of() { "$RIGIDC" eval "$@" 2>"$SCRATCH/err"; }
# the inputs that --help=columns lists, and after an empty line the outputs
inputs_of() { eval_of "$@" --help=columns | sed '/^$/,$d'; }
outputs_of() { eval_of "$@" --help=columns | sed '1,/^$/d'; }

is 'the names of the results' 'tau.shoulder,tau.elbow,tau.lift,tau.roll' "$(eval_of $scara -f rnea --header </dev/null)"
is 'of a matrix, packed' 'M.shoulder.shoulder,M.elbow.shoulder,M.elbow.elbow' \
    "$(eval_of $scara -f crba --matrix=packed --header </dev/null | cut -d , -f 1-3)"
is 'of a matrix, sparse' 'M.shoulder.shoulder,M.shoulder.elbow,M.shoulder.roll,M.elbow.shoulder' \
    "$(eval_of $scara -f crba --matrix=sparse --header </dev/null | cut -d , -f 1-4)"
is 'of a matrix, sparse: all that are answered' "$(echo 0 0 0 0 | eval_of $scara -f crba --matrix=sparse | wc -w)" \
    "$(eval_of $scara -f crba --matrix=sparse --header </dev/null | tr , '\n' | wc -l)"
is 'of a frame' 'R.gripper.11,R.gripper.12,p.gripper.z' "$(eval_of $scara -f fk:gripper --header </dev/null | cut -d , -f 1,2,12)"
is 'of a Jacobian' 'J.gripper.vx.shoulder,J.gripper.wz.roll' \
    "$(eval_of $scara -f jac:gripper --header </dev/null | cut -d , -f 1,24)"
is 'of several functions' 'kinetic,potential,mass,c.x' \
    "$(eval_of $scara -f all=energy+com --header </dev/null | cut -d , -f 1-4)"
is 'of a free joint' 'h.base.vx,h.base.wz,h.FL_HAA' \
    "$(eval_of examples/solo12.rig -f bias --header </dev/null | cut -d , -f 1,6,7)"
is 'of reactions' 'w.shoulder.fx,w.shoulder.nz' "$(eval_of $scara -f reaction --header </dev/null | cut -d , -f 1,6)"
is 'of regressors' 'Y.shoulder.upper_arm.m,Y.shoulder.upper_arm.Izz,Y.shoulder.forearm.m' \
    "$(eval_of $scara -f regressor --header </dev/null | cut -d , -f 1,10,11)"
is 'of base parameters' 'beta.0,beta.9' "$(eval_of $scara -f base_parameters --header </dev/null | cut -d , -f 1,10)"
is 'of slopes by parameters' 'J.shoulder.payload,J.shoulder.payload_centre.x' \
    "$(eval_of $scara -f param_jacobian --header </dev/null | cut -d , -f 1,2)"
is 'of forces of contacts' 'lambda.FL.fx,lambda.HR.fz' \
    "$(eval_of examples/solo12.rig -f lambda:left_diagonal --header </dev/null | cut -d , -f 1,6)"
is 'forces of contacts as an input' 'lambda.right_plate.fx lambda.left_plate.nz' \
    "$(eval_of examples/gait/plates.rig -f rnea:both --help=columns | awk '/^lambda/ { print $1 }' | sed -n '1p; 12p' | paste -s -d ' ')"

# --- functions of phases ---

standing=tests/c/standing.rig
is 'of the forces of a phase' 'lambda.R.toe.fx,lambda.R.toe.fy,lambda.R.toe.fz,lambda.rail.fz' \
    "$(eval_of $standing -f lambda:lean --header </dev/null)"
is 'of slanting rows' 'lambda.front_edge.fx,lambda.front_edge.fy,lambda.front_edge.fz,lambda.front_edge.n1,lambda.front_edge.n2' \
    "$(eval_of $standing -f lambda:front_edge --header </dev/null)"
is 'of an impact' 'qd_plus.base.vx,impulse.R.toe.fx,impulse.rail.fz' \
    "$(eval_of $standing -f impact:lean --header </dev/null | cut -d , -f 1,16,19)"
is 'of the Jacobian of a phase' 'J.R.toe.fx.base.vx,J.rail.fz.shoulder.wz' "$(eval_of $standing -f jac:lean --header </dev/null | cut -d , -f 1,60)"
is 'of the Jacobian of a phase, sparse: all that are answered' \
    "$(echo 0 0 0 0 0 0 1 0 0 0 0 0 0 0 0 0 1 | eval_of $standing -f jac:lean --matrix=sparse | wc -w)" \
    "$(eval_of $standing -f jac:lean --matrix=sparse --header </dev/null | tr , '\n' | wc -l)"
is 'of its drift' 'd.R.toe.fx,d.rail.fz' "$(eval_of $standing -f drift:lean --header </dev/null | cut -d , -f 1,4)"
is 'of two phases at once' 'lambda_stand.L.toe.fx,J_lean.R.toe.fx.base.vx,J_stand.L.toe.fx.base.vx' \
    "$(eval_of $standing -f push=rnea:lean+lambda:stand+jac:lean+jac:stand --header </dev/null | cut -d , -f 16,22,82)"
is '--help=columns of forces' 'N force of row fz of contact rail, of the ground on arm, along z of world' \
    "$(eval_of $standing -f rnea:lean --help=columns | sed -n 's/^lambda\.rail\.fz  *N  */N /p')"
is '--help=columns of moments' 'N m moment of row n2 of contact front_edge, of the ground on trunk, about (NUMBERS) of contact front_edge' \
    "$(eval_of $standing -f rnea:front_edge --help=columns | sed -n 's/^lambda\.front_edge\.n2  *N m  */N m /p' | sed 's/([-0-9., ]*)/(NUMBERS)/')"
# at rest, with forces as numbers, by their names in another order, by --map
rest='0,0,0.3,0,0,0,1,0,0.1,-0.2,0,0,0,0,0,0,1'
zeros=$(seq 30 | sed 's/.*/0/' | paste -s -d ,)
names=$(inputs_of $standing -f rnea:lean | sed 's/  .*//; /^lambda/d' | paste -s -d ,)
plain=$(echo "$rest,$zeros,1,2,3,4" | eval_of $standing -f rnea:lean)
is 'forces by their names' "$plain" "$(printf 'lambda.rail.fz,lambda.R.toe.fz,%s,lambda.R.toe.fx,lambda.R.toe.fy\n4,3,%s,1,2\n' "$names" "$rest,$zeros" |
    eval_of $standing -f rnea:lean)"
is 'forces by --map' "$plain" "$(printf '%s,side,down\n%s,1,3\n' "$names" "$rest,$zeros" | eval_of $standing -f rnea:lean \
    --map 'lambda.R.toe.fx = side' --map 'lambda.R.toe.fy = 2 * side' --map 'lambda.R.toe.fz = down' --map 'lambda.rail.fz = down + side')"
printf '%s,lambda.R.toe.fx,lambda.R.toe.fy,lambda.R.toe.fz\n%s,1,2,3\n' "$names" "$rest,$zeros" | eval_of $standing -f rnea:lean >"$SCRATCH/out"
is 'a force without a column' 1 $?
ok 'a force without a column: which' grep -q '^  *lambda.rail.fz$' "$SCRATCH/err"
printf '%s,lambda.R.toe.fx,lambda.R.toe.fy,lambda.R.toe.fz,lambda.rail.fz,lambda.rail.fx\n%s,1,2,3,4,5\n' "$names" "$rest,$zeros" |
    eval_of $standing -f rnea:lean >"$SCRATCH/out"
is 'a column of a row that is not there is a warning' "$plain" "$(cat "$SCRATCH/out")"
ok 'and says which' grep -q "takes no 'lambda.rail.fx': this column is ignored" "$SCRATCH/err"
for jit in none tcc cc; do
	is "forces, --jit=$jit" "$plain" "$(echo "$rest,$zeros,1,2,3,4" | eval_of $standing -f rnea:lean --jit=$jit)"
done

# --- any order, others carried along ---

plain=$(echo '0.1 0.2 -0.03 0.4' | eval_of $scara -f gravity --param payload=2)
is 'columns in any order' "$plain" "$(printf 'q.roll,q.shoulder,what,q.lift,q.elbow\n0.4,0.1,pick it up,-0.03,0.2\n' |
    eval_of $scara -f gravity --param payload=2)"
is 'blanks between them' "$plain" "$(printf 'q.roll q.shoulder q.lift q.elbow\n0.4 0.1 -0.03 0.2\n' |
    eval_of $scara -f gravity --param payload=2)"
is 'parameters are columns too' "$plain" "$(printf 'param.payload,q.roll,q.shoulder,q.lift,q.elbow\n2,0.4,0.1,-0.03,0.2\n' |
    eval_of $scara -f gravity)"
is '--keep=columns carries others along' "what,g.shoulder,g.elbow,g.lift,g.roll
pick it up,$(echo "$plain" | tr ' ' ,)" "$(printf 'q.roll,q.shoulder,what,q.lift,q.elbow\n0.4,0.1,pick it up,-0.03,0.2\n' |
    eval_of $scara -f gravity --param payload=2 --keep=columns)"
is 'comments and empty lines are passed over' "$plain" \
    "$(printf '# measured\n\nq.roll,q.shoulder,q.lift,q.elbow\n# first\n0.4,0.1,-0.03,0.2\n\n' |
    eval_of $scara -f gravity --param payload=2)"
is 'a mark before the first name is none of it' "$plain" "$(printf '\357\273\277q.roll,q.shoulder,q.lift,q.elbow\r\n0.4,0.1,-0.03,0.2\r\n' |
    eval_of $scara -f gravity --param payload=2)"
is 'nor is it of a number' "$plain" "$(printf '\357\273\2770.1 0.2 -0.03 0.4\n' | eval_of $scara -f gravity --param payload=2)"
is 'numbers alone need no names' "$plain" "$(echo '0.1,0.2,-0.03,0.4' | eval_of $scara -f gravity --param payload=2)"
is 'nan is a number' 1 "$(echo 'nan 0 0 0' | eval_of $scara -f gravity | wc -l)"

is 'names in quotation marks, as R writes them' "$plain" \
    "$(printf '"","q.roll","q.shoulder","q.lift","q.elbow"\n"1",0.4,0.1,"-0.03",0.2\n' | eval_of $scara -f gravity --param payload=2)"
is 'and with blanks between them' "$plain" "$(printf '"q.roll" "q.shoulder" "a, b" "q.lift" "q.elbow"\n0.4 0.1 x -0.03 "0.2"\n' |
    eval_of $scara -f gravity --param payload=2)"
is 'what is in them is one cell, and is so again' '"a, ""b""","5"" pipe",g.shoulder,g.elbow,g.lift,g.roll
"1, 2","""3"" ",'"$(echo "$plain" | tr ' ' ,)" \
    "$(printf '"a, ""b""",q.roll,q.shoulder,q.lift, "q.elbow" ,5" pipe\n"1, 2",0.4,0.1,-0.03,0.2,"""3"" "\n' |
    eval_of $scara -f gravity --param payload=2 --keep=columns)"

# --- --map ---

is '--map makes one of others' "$plain" "$(printf 'a,b,lift mm,q.elbow\n50,0.4,-30,0.2\n' |
    eval_of $scara -f gravity --param payload=2 --map 'q.shoulder = a / 500' --map 'q.roll = b' --map 'q.lift = "lift mm" * 1 mm')"

# refuses CODE INPUT WHAT EXPECTED MODEL-AND-OPTIONS
refuses() {
	code=$1 what=$3 wanted=$4
	printf "$2" >"$SCRATCH/in"
	shift 4
	"$RIGIDC" eval "$@" <"$SCRATCH/in" >"$SCRATCH/out" 2>"$SCRATCH/err"
	is "$what: exit" "$code" $?
	ok "$what: says so" grep -q "$wanted" "$SCRATCH/err"
}
# fails INPUT WHAT EXPECTED MODEL-AND-OPTIONS: what is wrong with data is said once
fails() {
	refuses 1 "$@"
	is "$what: once" 1 "$(grep -c 'error:' "$SCRATCH/err")"
}
fails 'q.shoulder,q.elbow,q.lift\n1,2,3\n' 'a column is missing' '1 column is missing' $scara -f gravity
is 'a column is missing: its name' '        q.roll' "$(tail -n 1 "$SCRATCH/err")"
fails '# measured\n\nq.shoulder,q.elbow,q.lift\n1,2,3\n' 'the line of the names' 'stdin:3:1: error: 1 column is missing' $scara -f gravity
fails '# measured\nq.elbow,"a\nb",q.lift\n1,2,3\n' 'names over two lines' 'stdin:2:1: error: 2 columns are missing' $scara -f gravity
fails 'x\n1\n' 'many columns are missing' '12 columns are missing' $scara -f rnea
is 'many columns are missing: all names, one a line' "$(for a in q qd qdd; do for j in shoulder elbow lift roll; do echo "        $a.$j"; done; done)" \
    "$(sed 1,4d "$SCRATCH/err")"
fails 'q.shoulder,q.elbow,q.elbow\n' 'a column is there twice' "'q.elbow' is there twice" $scara -f gravity
fails 'q.shoulder,q.elbow,q.lift,q.roll\n1,2,3\n' 'a field is missing' '3 fields, the header has 4' $scara -f gravity
fails 'q.shoulder,q.elbow,q.lift,q.roll\n1,two,3,4\n' 'a word for a number' "stdin:2: error: 'two' in column 'q.elbow'" $scara -f gravity
fails 'q.shoulder,q.elbow,q.lift,q.roll\n1,,3,4\n' 'a gap' "stdin:2: error: column 'q.elbow' is empty" $scara -f gravity
fails '0,0,0,x\n' 'a word among numbers' "stdin:1: error: 'x' is not a number (number 4)" $scara -f gravity
fails 'zero,0,0,0\n' 'a word before numbers' "stdin:1: error: 'zero' is not a number (number 1)" $scara -f gravity
fails 'q.roll,0,q.lift,1\n' 'as many words as numbers' '2 columns are missing' $scara -f gravity
fails 'x,0,1,2\n' 'a word among numbers, where names are needed' '3 columns are missing' $scara -f gravity --map 'q.roll = x'
fails 'a,q.elbow,q.lift,q.roll\n' 'a map of what is not taken' "takes no 'q.shuolder'" $scara -f gravity --map 'q.shuolder = a'
fails 'a,q.elbow,q.lift,q.roll\n' 'a map without a value' "write --map" $scara -f gravity --map 'q.shoulder'
fails 'a,q.elbow,q.lift,q.roll\n' 'a map to a vector' 'a number belongs here' $scara -f gravity --map 'q.shoulder = (a, a, a)'
fails 'hip_a,q.elbow\n' 'a map of a column that is not there' "help: did you mean 'hip_a'" $scara -f gravity --map 'q.roll = hipa'
ok 'a column, it says' grep -q "there is no column 'hipa'" "$SCRATCH/err"
fails 'hip_a,q.elbow\n' 'a map of what nothing is like' 'help: columns: hip_a, q.elbow' $scara -f gravity --map 'q.roll = knee.x / 2'
fails 'hip_a,q.elbow\n' 'a unit behind a column' 'help: .* hip_a \* 1 deg$' $scara -f gravity --map 'q.roll = hip_a deg'
fails '"lift mm",q.elbow\n' 'a unit behind a name in quotation marks' 'help: .* "lift mm" \* 1 mm$' $scara -f gravity --map 'q.roll = 2 + "lift mm" mm'
echo '1 2 3 4' | "$RIGIDC" eval $scara -f gravity --keep=columns >"$SCRATCH/out" 2>&1
is '--keep=columns of numbers alone' 2 $?

# --- --help=columns ---

is '--help=columns lists the inputs: name, unit, meaning' 'q.shoulder                rad      coordinate of joint shoulder
q.lift                    m        coordinate of joint lift
param.payload_centre.z    m        parameter payload_centre, of the payload, from the jaws; -0.03 without a column' \
    "$(eval_of $scara -f rnea --help=columns | grep -e '^q\.[sl]' -e 'centre\.z')"
is '--help=columns of a joint with several coordinates' 'coordinate qw of joint base' \
    "$(eval_of examples/solo12.rig -f gravity --help=columns | sed -n 's/^q\.base\.qw  *1  *//p')"
is '--help=columns of a force and a torque' 'N force, N m torque' \
    "$(eval_of $scara -f fd --help=columns | sed -n 's/^tau\.lift  *N  *\(force\) of joint lift/N \1,/p; s/^tau\.roll  *N m  *\(torque\) of joint roll/N m \1/p' | paste -s -d ' ')"
is '--help=columns of wrenches' 'f_ext.ground.fz  N        force of wrench ground along z of the world; 0 without a column
f_ext.ground.ny  N m      moment of wrench ground along y of the world; 0 without a column
f_ext.ground.px  m        point of wrench ground along x of the world; 0 without a column' \
    "$(eval_of examples/running_leg.rig -f rnea --help=columns | grep -e '\.fz' -e '\.ny' -e '\.px')"
is '--help=columns of a wrench on a body' 'moment of wrench gripper along x of body gripper; 0 without a column' \
    "$(eval_of $scara -f rnea --wrench=gripper --help=columns | sed -n 's/^f_ext\.gripper\.nx  *N m  *//p')"
is '--help=columns of inertial parameters' 'kg m^2 Ixy about the origin of body forearm' \
    "$(eval_of $scara -f base_parameters --help=columns | sed -n 's/^pi\.forearm\.Ixy  *kg m^2  */kg m^2 /p')"
is '--help=columns of given sines' 'sc.1 cosine of angle 0' "$(eval_of $scara -f rnea --sincos=given --help=columns | sed -n 's/^\(sc\.1\)  *1  */\1 /p')"
is '--help=columns of --param' '2 without a column' "$(eval_of $scara -f gravity --param payload=2 --help=columns | sed -n 's/^param\.payload .*; //p')"
is '--help=columns of a series' 't s time' "$(eval_of $scara -f gravity --differentiate --help=columns | sed -n 's/^t  *s  */t s /p')"
is '--help=columns of a model from standard input' 4 "$(eval_of - -f gravity --help=columns <$scara | grep -c '^q\.')"
# a file with just these columns is read: of every function, with a zero in each
for fn in $("$RIGIDC" --list=functions | sed 's/ .*//'); do
	model=$scara
	case $fn in *:PHASE) model=tests/c/standing.rig ;; *:STRUT | lengths | arms | length_rates) model=examples/struts/crane.rig ;; *:GROUP) model=tests/grammar/functions.rig ;; *:NAME) model=examples/forces/mount.rig ;; rates) model=examples/forces/drive.rig ;; esac
	fn=$(echo "$fn" | sed 's/:FRAME/:gripper/; s/:FRAME/:quill/; s/^id:PHASE/id:sole/; s/:PHASE/:lean/; s/:STRUT/:hoist/; s/:GROUP/:jacks/; s/:NAME/:rubber/')
	inputs_of $model -f $fn --wrench=all | sed 's/  .*//' >"$SCRATCH/names"
	{ paste -s -d , "$SCRATCH/names"; sed 's/.*/0/' "$SCRATCH/names" | paste -s -d ,; } | eval_of $model -f $fn --wrench=all >"$SCRATCH/out"
	is "--help=columns of $fn are those that are read" '0 1' "$? $(wc -l <"$SCRATCH/out")"
	is "--help=columns of $fn has the outputs as the header" "$(eval_of $model -f $fn --wrench=all --header </dev/null)" \
		"$(outputs_of $model -f $fn --wrench=all | sed 's/  .*//' | paste -s -d ,)"
done
inputs_of $scara -f rnea --sincos=given | sed 's/  .*//' >"$SCRATCH/names"
{ paste -s -d , "$SCRATCH/names"; sed 's/.*/0/' "$SCRATCH/names" | paste -s -d ,; } | eval_of $scara -f rnea --sincos=given >"$SCRATCH/out"
is '--help=columns of --sincos=given are those that are read' '0 1' "$? $(wc -l <"$SCRATCH/out")"
printf 'model t\nbody arm on world { joint "a, b" : revolute(z); mass 1 kg }\n' >"$SCRATCH/odd.rig"
is '--help=columns of an odd name: as in a header' '"q.a, b"  rad  coordinate of joint a, b' "$(inputs_of "$SCRATCH/odd.rig" -f gravity)"
is '--help=columns of outputs' 'tau.lift      N    joint forces and torques
tau.roll      N m  joint forces and torques' "$(outputs_of $scara -f rnea | tail -n 2)"
is '--help=columns of joint wrenches' 'w.elbow.fy     N    force on forearm through joint elbow, along y of forearm
w.elbow.nz     N m  moment on forearm through joint elbow, about z of forearm at the joint' \
    "$(outputs_of $scara -f reaction | grep -e elbow.fy -e elbow.nz)"
is '--help=columns of a pose' 'p.gripper.z' "$(outputs_of $scara -f fk:gripper | sed -n 's/^\(p.gripper.z\)  *m  .*/\1/p')"
pin='model pin
body arm on world { joint j : revolute(y); mass 1 kg; inertia diag(1, 1, 1) kg m^2; frame tip at (0, 0, 1 m) }
body rod on world at (0, 0, 1 m) { joint k : spherical; mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
frame slope on world at rpy(0, 0.2, 0)
'
for loop in 'universal:n:moment of row n of loop tie, of arm on rod, about x of tip cross y of rod' \
    'face((0.6, 0, 0.8)):f:force of row f of loop tie, of arm on rod, along (0.6, 0, 0.8) of tip' \
    'distance(1 m):f:force of row f of loop tie, of arm on rod, along the line from tip to rod' \
    'revolute(-x):nz:moment of row nz of loop tie, of arm on rod, about z of tip'; do
	printf '%sloop tie : %s from tip to rod\n' "$pin" "${loop%%:*}" >"$SCRATCH/pin.rig"
	row=${loop#*:}
	is "--help=columns of ${loop%%:*}" "${row#*:}" "$(outputs_of "$SCRATCH/pin.rig" -f lambda | sed -n "s/^lambda\.tie\.${row%%:*}  *N[ m]*  //p")"
done
is '--help=columns of closures' 'distance of row fx of loop tie, of rod from tip, along x of tip
turn of row ny of loop tie, of rod from tip, about y of tip' \
    "$(outputs_of "$SCRATCH/pin.rig" -f closure | sed -n 's/^c\.tie\.fx  *m  *//p; s/^c\.tie\.ny  *rad  *//p')"
printf '%scontact foot on rod { ground slope }\n' "$pin" >"$SCRATCH/pin.rig"
is '--help=columns of impulses on a slope' 'impulse of row fx of contact foot, of the ground on rod, along x of slope' \
    "$(outputs_of "$SCRATCH/pin.rig" -f impact:foot | sed -n 's/^impulse\.foot\.fx  *N s  *//p')"
refuses 2 '' '--help=columns with another value' "takes nothing, columns or all, not 'columnz'" $scara -f gravity --help=columnz
refuses 1 '' '--help=columns of a function that is not there' "there is no function" $scara -f gravty --help=columns
"$RIGIDC" plot --columns >"$SCRATCH/out" 2>"$SCRATCH/err"
ok '--columns of plot still takes a value' grep -q "option '--columns' needs a value" "$SCRATCH/err"

# --- wrenches that are left out ---

# at "0.1 ... 1.2" of rnea with one wrench of which two numbers are given
row='0.1,0.2,-0.03,0.4,0.5,0.6,0.7,0.8,0.9,1,1.1,1.2'
head=$(inputs_of $scara -f rnea | sed 's/  .*//; /^param/d' | paste -s -d ,)
is 'numbers of wrenches without a column are 0' "$(echo "$row,0,0,30,0,0,-2" | eval_of $scara -f rnea --wrench=gripper)" \
    "$(printf '%s,f_ext.gripper.nz,f_ext.gripper.fz\n%s,-2,30\n' "$head" "$row" | eval_of $scara -f rnea --wrench=gripper)"
is 'and nothing is said' '' "$(cat "$SCRATCH/err")"
is 'all of them without a column' "$(echo "$row,0,0,0,0,0,0" | eval_of $scara -f rnea --wrench=gripper)" \
    "$(printf '%s\n%s\n' "$head" "$row" | eval_of $scara -f rnea --wrench=gripper)"
printf '%s,f_ext.griper.fz\n%s,30\n' "$head" "$row" | eval_of $scara -f rnea --wrench=gripper >"$SCRATCH/out"
is 'a mistyped wrench column is a warning, and exit 0' 0 $?
ok 'it says which' grep -q "stdin:1:[0-9]*: warning: the function takes no 'f_ext.griper.fz': this column is ignored \[ignored-column\]" "$SCRATCH/err"
ok 'and what is near' grep -q "did you mean 'f_ext.gripper.fz'" "$SCRATCH/err"
printf '%s,param.paylod,qd.wrist,tau.elbow\n%s,1,2,3\n' "$head" "$row" | eval_of $scara -f rnea >"$SCRATCH/out" 2>"$SCRATCH/err"
is 'mistyped columns of parameters and coordinates' 'param.paylod qd.wrist' \
    "$(sed -n "s/.*the function takes no '\(.*\)': this column is ignored .*/\1/p" "$SCRATCH/err" | xargs)"
printf '%s,f_ext.griper.fz\n%s,30\n' "$head" "$row" | eval_of $scara -f rnea --wrench=gripper -W no-ignored-column >"$SCRATCH/out"
is 'it can be switched off' '' "$(cat "$SCRATCH/err")"
printf '%s,push\n%s,30\n' "$head" "$row" | eval_of $scara -f rnea --wrench=gripper --map 'f_ext.gripper.fz = push' >"$SCRATCH/out"
is 'of a map nothing is said' '' "$(cat "$SCRATCH/err")"
printf '%s,f_ext.hand.fz\n%s,30\n' "$head" "$row" | eval_of $scara -f gravity --wrench=gripper >"$SCRATCH/out"
is 'nor of a function without wrenches' '' "$(cat "$SCRATCH/err")"

# a parameter, and a wrench, by names without what is before the point
cat >"$SCRATCH/pull.rig" <<'END'
model t
param pull = 0 N
body b on world { joint j : prismatic(x) { passive pull }; mass 1 kg }
END
# told COLUMNS OPTIONS: names of ignored columns, of the help, and the note.
told() {
    told_names=$1
    shift
    printf '%s\n%s\n' "$told_names" "$(echo "$told_names" | sed 's/[^,]*/1/g')" | eval_of "$SCRATCH/pull.rig" -f rnea "$@" >"$SCRATCH/out"
    sed -n -e "s/.*takes no '\(.*\)': this.*/\1/p" -e "s/.*did you mean '\(.*\)'?/-> \1/p" -e 's/.*note: \(.*\) \[extra-column\]/\1/p' "$SCRATCH/err" | xargs
}
is 'pull is param.pull: nothing is told' '' "$(told q.j,qd.j,qdd.j,pull)"
pulled() { printf '%s\n0,0,0,%s\n' "$@" | eval_of "$SCRATCH/pull.rig" -f rnea; }
is 'and taken' -3 "$(pulled q.j,qd.j,qdd.j,pull 3)"
is 'but for param.pull' -2 "$(pulled q.j,qd.j,qdd.j,pull,param.pull 3,2)"
sed 's/pull/t/g' "$SCRATCH/pull.rig" >"$SCRATCH/time.rig"
is 'a parameter t: t is the time' 0 "$(printf 't,q.j,qd.j,qdd.j\n5,0,0,0\n' | eval_of "$SCRATCH/time.rig" -f rnea)"
is 'beside param.pull' 'no input takes the column pull' "$(told q.j,qd.j,qdd.j,pull,param.pull)"
is 'for a mistyped first word' 'params.pull -> param.pull' "$(told q.j,qd.j,qdd.j,params.pull --keep=columns)"
is 'for a wrench' 'b.fx -> f_ext.b.fx' "$(told q.j,qd.j,qdd.j,b.fx --wrench=b)"
is 'columns of sensors' 'no input takes the columns emg, plate' "$(told q.j,qd.j,qdd.j,emg,plate)"
is 'many of them' 'no input takes the columns a, b, c, d, e, f, g, h and 2 more' "$(told q.j,qd.j,qdd.j,a,b,c,d,e,f,g,h,i,k)"
is 'which are kept' '' "$(told q.j,qd.j,qdd.j,emg,plate --keep=columns)"
is 'a map takes it' '' "$(told q.j,qd.j,qdd.j,pull --map 'param.pull = pull')"
is 'time, torques and accelerations' '' "$(told t,q.j,qd.j,qdd.j,tau.j)"
printf 't,tau.j,tau_k\n0,1,5\n1,1,5\n' >"$SCRATCH/in.csv"
printf 'body c on b { joint k : prismatic(x); mass 1 kg }\n' | cat "$SCRATCH/pull.rig" - >"$SCRATCH/two.rig"
"$RIGIDC" sim "$SCRATCH/two.rig" --input="$SCRATCH/in.csv" --time=1 --dt=1 >"$SCRATCH/out" 2>"$SCRATCH/err"
ok 'sim: a mistyped torque' grep -qF "did you mean 'tau.k'?" "$SCRATCH/err"
printf 't,tau.j,pull,param.pull,tau.k\n0,1,5,5,1\n1,1,5,5,1\n' >"$SCRATCH/in.csv"
"$RIGIDC" sim "$SCRATCH/pull.rig" --input="$SCRATCH/in.csv" --time=1 --dt=1 >"$SCRATCH/out" 2>"$SCRATCH/err"
is 'sim: columns that no input takes' 'no input takes the column pull param.pull tau.k' \
    "$(sed -n -e "s/.*takes no '\(.*\)': this.*/\1/p" -e 's/.*note: \(.*\) \[extra-column\]/\1/p' "$SCRATCH/err" | xargs)"

# axes of vectors
cat >"$SCRATCH/axes.rig" <<'END'
model t
body trunk on world { joint base : free; mass 1 kg; inertia diag(1, 1, 1) }
body arm on trunk { joint j : revolute(x); mass 1 kg; inertia diag(1, 1, 1); frame tool at (1, 0, 0) m }
END
# axes FUNCTION COLUMN: what is said of its axes
axes() { eval_of "$SCRATCH/axes.rig" -f "$1" --help=columns | sed -n "s/^$2 .*\(axes of\|, \)/\1/p" | sed 's/^, //'; }
is 'axes of the base, of its velocity' 'axes of trunk' "$(axes fd qd.base.wy)"
is 'and its torque' 'axes of trunk' "$(axes fd tau.base.vz)"
is 'a Jacobian' 'world axes' "$(axes jac:tool J.tool.wx.j)"
is 'another one' 'axes of the frame' "$(axes jac_local:tool J.tool.wx.j)"
is 'of two frames' 'axes of the second frame' "$(axes jac:tool:trunk J.tool.trunk.wx.j)"
is 'a velocity' 'world axes' "$(axes vel:tool v.tool.vx)"
is 'of two frames' 'axes of the second frame' "$(axes vel:tool:trunk v.tool.trunk.vx)"
is 'a momentum' 'world axes' "$(axes momentum h.wx)"

# inputs of operators: f_ext is after weights and directions, as in the C
for operator in 'jvp:fd q qd tau q_dot qd_dot tau_dot f_ext_dot params_dot f_ext param' 'vjp:rnea q qd qdd tau_bar f_ext param' \
    'hvp:fd q qd tau qdd_bar q_dot qd_dot tau_dot f_ext_dot params_dot f_ext param'; do
    is "inputs of ${operator%% *}" "${operator#* }" \
        "$(eval_of $scara -f "${operator%% *}" --wrench=gripper --help=columns | sed '/^$/q; s/[. ].*//' | uniq | xargs)"
done

# --- --map=@FILE ---

cat >"$SCRATCH/names.maps" <<'END'
// The columns of the old recorder.
q.shoulder = a / 500   // comments are those of a model

/* one over
   two lines */ q.roll = b /* or within one */ * 1
	q.lift = "lift // mm" * 1 mm
END
mapped() { printf 'a,b,lift // mm,q.elbow\n50,0.4,-30,0.2\n' | eval_of $scara -f gravity --param payload=2 "$@"; }
is '--map=@FILE: a file of maps' "$plain" "$(mapped --map="@$SCRATCH/names.maps")"
sed 's/$/\r/; 1s/^/\xEF\xBB\xBF/' "$SCRATCH/names.maps" >"$SCRATCH/windows.maps"
is '--map=@FILE with a byte order mark and CR LF' "$plain" "$(mapped --map "@$SCRATCH/windows.maps")"
printf 'q.roll = b' >"$SCRATCH/roll.maps"
: >"$SCRATCH/empty.maps"
is 'several files, and --map' "$plain" "$(mapped --map "@$SCRATCH/roll.maps" --map 'q.lift = "lift // mm" * 1 mm' --map="@$SCRATCH/empty.maps" --map 'q.shoulder = a / 500')"

cat >"$SCRATCH/bad.maps" <<'END'
q.shoulder = aa / 500
q.shuolder = a
q.elbow = (a +
q.roll
  q.roll =
= 3
/* a comment
   of two lines */ q.lift = a deg
q.lift = (a, a, a)
q.elbow = 1
q.elbow = a
"q.roll" = "a
a b c = 3
/* and no end
END
printf 'a,b,c\n' | eval_of $scara -f gravity --map "@$SCRATCH/bad.maps" >"$SCRATCH/out"
is 'mistakes in a file of maps: exit' 1 $?
is 'mistakes in a file of maps: each with its place' "1:14: there is no column 'aa' [unknown-column]
2:1: the function takes no 'q.shuolder' [unknown-column]
3:11: this '(' is not closed [unclosed-bracket]
4:1: write 'NAME = EXPRESSION' [syntax]
5:3: write 'NAME = EXPRESSION' [syntax]
6:1: write 'NAME = EXPRESSION' [syntax]
8:31: 'deg' is a unit; it follows a number, ) or ], and nothing is named like it [unit-name]
9:10: a number belongs here, this is a vector [wrong-kind]
11:1: 'q.elbow' is mapped twice [duplicate]
12:12: this quoted name has no closing quote [unterminated]
13:1: the function takes no 'a b c' [unknown-column]
14:1: this comment has no end [unterminated]" "$(sed -n "s|^$SCRATCH/bad.maps:\([0-9:]*\) error: |\1 |p" "$SCRATCH/err")"
is 'mistakes in a file of maps: with the line and a caret' '       of two lines */ q.lift = a deg
                                  ^~~' "$(grep -A 1 'two lines' "$SCRATCH/err")"
fails 'a,b\n' '--map=@FILE and --map of the same' "'q.roll' is mapped twice" $scara -f gravity --map 'q.roll = a' --map "@$SCRATCH/roll.maps"
fails 'a,b\n' 'a map without a name' "write --map 'NAME = EXPRESSION'" $scara -f gravity --map '= a'
printf '\377\376q' >"$SCRATCH/utf16.maps"
fails 'a,b\n' '--map=@FILE of UTF-16' "utf16.maps:1:1: error: this is UTF-16" $scara -f gravity --map "@$SCRATCH/utf16.maps"
refuses 2 'a,b\n' '--map=@FILE of a file that is not there' "cannot read $SCRATCH/no.maps: No such file" $scara -f gravity --map "@$SCRATCH/no.maps"
refuses 2 'a,b\n' '--map=@FILE of a folder' "cannot read $SCRATCH: Is a directory" $scara -f gravity --map "@$SCRATCH"
refuses 2 'a,b\n' '--map=@FILE of standard input' 'so --map=@FILE needs a file' $scara -f gravity --map @-
refuses 2 '1 2 3 4\n' '--map=@FILE of numbers alone' 'are for input whose first line names its columns' $scara -f gravity --map "@$SCRATCH/empty.maps"
perl -e 'print "q.roll = b // $_\n" x 20000' >"$SCRATCH/many.maps"
ok 'many maps do not take long' sh -c 'ulimit -t 10; printf "a,b\n" | "$0" eval '"$scara"' -f gravity --map "@$1" 2>&1 | grep -q "is mapped twice"' "$RIGIDC" "$SCRATCH/many.maps"

# --- measured motion, straight from its file ---

leg() {
	grep -v '^#' examples/running_leg.csv | eval_of examples/running_leg.rig -f rnea "$@" \
	    --map 'q.hip.x = hip_x' --map 'q.hip.y = hip_y' --map 'q.hip.theta = th_thigh' \
	    --map 'q.knee = th_shank - th_thigh' --map 'q.ankle = th_foot - th_shank' \
	    --map 'qd.hip.x = 0' --map 'qd.hip.y = 0' --map 'qd.hip.theta = w_thigh' \
	    --map 'qd.knee = w_shank - w_thigh' --map 'qd.ankle = w_foot - w_shank' \
	    --map 'qdd.hip.x = hip_ax' --map 'qdd.hip.y = hip_ay' --map 'qdd.hip.theta = al_thigh' \
	    --map 'qdd.knee = al_shank - al_thigh' --map 'qdd.ankle = al_foot - al_shank' \
	    --map 'f_ext.ground.fx = Fx' --map 'f_ext.ground.fy = Fy' --map 'f_ext.ground.px = COPx'
}
leg >"$SCRATCH/by_names"
# the same by a program that puts the numbers in order
grep -v '^[#t]' examples/running_leg.csv | perl -F, -ane '
	printf "%.17g " x 24 . "\n", @F[1, 2, 11], $F[12] - $F[11], $F[13] - $F[12], 0, 0, $F[14], $F[15] - $F[14], $F[16] - $F[15],
	    @F[9, 10, 17], $F[18] - $F[17], $F[19] - $F[18], @F[20, 21], 0, 0, 0, 0, $F[22], 0, 0' |
    eval_of examples/running_leg.rig -f rnea >"$SCRATCH/in_order"
ok 'measured motion by names is the same to the bit' cmp "$SCRATCH/by_names" "$SCRATCH/in_order"
ok 'moments are those of the data within 0.1 N m' sh -c "$(cat <<'END'
	perl -F, -ane 'next if $. == 1; @M = @F[7 .. 9]; @tau = @F[-3 .. -1];
		for (0 .. 2) { $bad = 1, print "$.: $M[$_] $tau[$_]\n" if abs($M[$_] - $tau[$_]) > 0.1 } END { exit $bad || $. != 29 }' "$0"
END
)" "$(leg --keep=columns >"$SCRATCH/kept"; echo "$SCRATCH/kept")"

# --- positions alone: smooth, and differentiated ---

# wave HZ SECONDS RATE: a swing of one joint, 0.5 rad
wave() {
	perl -e '($f, $s, $r) = @ARGV; print "t,angle\n"; printf "%.17g,%.17g\n", $_ / $r, 0.5 * sin(2 * 3.14159265358979 * $f * $_ / $r) for 0 .. $s * $r' "$@"
}
model=$SCRATCH/one.rig
printf 'model one\ngravity (0, 0, 0)\nbody bar on world { joint j : revolute(z) { armature 1 kg m^2 } }\n' >"$model"
# tau is the acceleration then
accelerations() { eval_of "$model" -f rnea --differentiate --keep=columns --map 'q.j = angle' "$@"; }
# within HZ TOLERANCE: of the true acceleration, away from the ends
within() {
	perl -F, -ane 'BEGIN { ($f, $allowed) = splice @ARGV, 0, 2; $w = 2 * 3.14159265358979 * $f }
		next if $. < 30; $bad = abs($F[1] + 0.5 * $w * $w * sin($w * $F[0])); $worst = $bad if $bad > $worst && $F[0] < 3.5;
		END { print "$worst\n"; exit !($worst < $allowed * 0.5 * $w * $w) }' "$@"
}
wave 1 4 100 | accelerations >"$SCRATCH/wave"
ok 'accelerations of a swing of 1 Hz, within 0.05 %' within 1 0.0005 "$SCRATCH/wave"
wave 1 4 100 | accelerations --filter=6 >"$SCRATCH/wave"
ok 'the filter at 6 Hz leaves them within 0.1 %' within 1 0.001 "$SCRATCH/wave"
wave 6 4 200 | eval_of "$model" -f energy --differentiate --filter=6 --keep=columns --map 'q.j = angle' |
    perl -F, -ane 'next if $. < 100 || $F[0] > 3.5; $most = $F[1] if $F[1] > $most; END { printf "%.3f\n", sqrt(2 * $most) / (3.14159265358979 * 6) }' \
    >"$SCRATCH/amplitude"
is 'and at its own frequency 1/sqrt 2 of the amplitude' 0.707 "$(cat "$SCRATCH/amplitude")"
printf 't,angle,qd.j\n0,1,7\n1,2,7\n2,3,7\n3,4,7\n' | eval_of "$model" -f energy --differentiate --map 'q.j = angle' >"$SCRATCH/out"
is 'a column that is there is not computed' '24.5 0' "$(head -n 1 "$SCRATCH/out")"
slow=$(printf 't,q.j\n0,0\n0.01,0.1\n0.02,0.3\n0.03,0.2\n0.05,0\n' | eval_of "$model" -f rnea --differentiate)
for name in time '"Time (ms)"'; do
	printf '%s,q.j\n0,0\n10,0.1\n20,0.3\n30,0.2\n50,0\n' "$name" |
	    eval_of "$model" -f rnea --differentiate --map "t = $name * 1 ms" --keep=columns >"$SCRATCH/timed"
	is "the time is made of $name, which is carried along" "$(echo "$name" | tr -d '"'),tau.j" "$(head -n 1 "$SCRATCH/timed")"
	is "and the same comes out of $name" "$slow" "$(sed 1d "$SCRATCH/timed" | cut -d , -f 2)"
done

PATH=$(dirname "$RIGIDC"):$PATH examples/gait/runner.sh >"$SCRATCH/positions"
paste -d ' ' "$SCRATCH/positions" "$SCRATCH/by_names" | perl -ane '
	for (2 .. 4) { $sum[$_ - 2] += ($F[$_] - $F[$_ + 5])**2 }
	END { printf "%.0f %.0f %.0f\n", map { sqrt($_ / $.) } @sum }' >"$SCRATCH/errors"
ok 'moments of the runner from positions alone, at 100 Hz through an impact: hip, knee, ankle are off by 40, 20, 5 N m rms at most' \
    perl -ane 'exit !($F[0] <= 40 && $F[1] <= 20 && $F[2] <= 5)' "$SCRATCH/errors"
sed 's/^/# /' "$SCRATCH/errors"

# --- angles that wrap ---

cat >"$SCRATCH/encoder.rig" <<'END'
model encoder
gravity (0, 0, 0)
body arm on world { joint hinge : revolute(z) { limits (-180, 180) deg; armature 1 kg m^2; spring 1 N m/rad }; mass 1 kg }
body tool on arm { joint twist : cylindrical(z); mass 1 kg; inertia diag(1, 1, 1) kg m^2 }
body lid on world { joint flap : revolute(z) { limits (-170, 170) deg; armature 1 kg m^2 }; mass 1 kg }
END
# encoder RATE: hinge and twist turn at that many rad/s for 3 s, as encoders count that go on at -pi; flap swings from side to side
encoder() {
	perl -e 'print "t,q.hinge,q.twist.theta,q.twist.d,q.flap\n"; my $pi = 3.14159265358979323846; for (0 .. 300) {
		my $angle = $ARGV[0] * $_ / 100; my $turns = sprintf "%.0f", $angle / (2 * $pi);
		printf "%.17g,%.17g,%.17g,%g,%g\n", $_ / 100, ($angle - 2 * $pi * $turns) x 2, $_ % 2 ? 10 : -10, $_ % 2 ? 2.9 : -2.9 }' -- "$1"
}
for rate in 1.7 -1.7; do
	encoder $rate | eval_of "$SCRATCH/encoder.rig" -f energy --differentiate >/dev/null
	sign=${rate%%[0-9]*}
	is "an angle that wraps at $rate rad/s is warned of, once each, with the row" \
	    "$(for name in hinge twist.theta; do echo "stdin:187: warning: q.$name jumps by $( [ "$sign" ] || echo -)6.27 rad from the row before, more than half a turn: --unwrap takes whole turns out"; done)" \
	    "$(cat "$SCRATCH/err")"
done
# tau is that of the spring: the motion has no acceleration, and a turn too many would be 6.28 N m
printf 'model one\ngravity (0, 0, 0)\nbody arm on world { joint hinge : revolute(z) { armature 1 kg m^2; spring 1 N m/rad } }\n' >"$SCRATCH/hinge.rig"
for rate in 1.7 -1.7 9; do
	encoder $rate | cut -d , -f 1,2 | eval_of "$SCRATCH/hinge.rig" -f rnea --differentiate --unwrap --keep=columns >"$SCRATCH/out"
	is "--unwrap at $rate rad/s: nothing is warned of" '' "$(cat "$SCRATCH/err")"
	ok "--unwrap at $rate rad/s: the spring and the acceleration of one motion" \
	    perl -F, -ane 'next if $. == 1; $n++; $bad = abs($F[-1] - '$rate' * $F[0]); $worst = $bad if $bad > $worst; END { print "$n $worst\n"; exit !($n == 301 && $worst < 1e-9) }' "$SCRATCH/out"
done
encoder 1.7 | eval_of "$SCRATCH/encoder.rig" -f gravity --keep=columns >/dev/null
is 'without derivatives it is warned of as well' 2 "$(grep -c 'jumps by' "$SCRATCH/err")"
printf 'q.hinge\n3\nnan\n-3\n-3\n3\n' | eval_of "$SCRATCH/hinge.rig" -f gravity --unwrap >"$SCRATCH/out"
is 'what is no number is passed over' '3 nan 3.28319 3.28319 3' "$(perl -pe 's/(-?nan|[-0-9.e]+)/$1 =~ m{nan} ? "nan" : sprintf "%g", $1/e' "$SCRATCH/out" | paste -s -d ' ')"
printf 'q.hinge\n-1.5707963267948966\n1.5707963267948966\n' | eval_of "$SCRATCH/hinge.rig" -f gravity --unwrap >"$SCRATCH/out"
is 'half a turn is no jump' 1.5707963267948966 "$(tail -n 1 "$SCRATCH/out")"
refuses 2 '1\n' '--unwrap without names' 'unwrap, --filter, --differentiate, --loads and -o NAME.sto are for input whose first line names its columns' "$SCRATCH/hinge.rig" -f gravity --unwrap

refuses 2 'q.j\n1\n' 'no column of times' 'need a column t' "$model" -f energy --differentiate
fails 't,q.j\n0,1\n1,2\n1,3\n' 'times that do not rise' 'stdin:4: .*the time t does not rise' "$model" -f energy --differentiate
fails 't,q.j\n0,1\n1,2\n2,nan\n3,nan\n4,1\n' 'a cell that is no number' "stdin:4: error: 'nan' in column 'q.j' is not finite" "$model" -f energy --differentiate
fails 'b,t,a\nnan,0,1\nnan,1,-1\n' 'a column that another is made of' "stdin:2: error: 'nan' in column 'b' is not finite" "$model" -f energy --differentiate --map 'q.j = a + b'
fails 't,a\n0,1\n1,0\n2,1\n3,1\n' 'a quotient that is none' "stdin:3: error: q.j is inf" "$model" -f energy --differentiate --map 'q.j = 1 / a'
fails 't,q.j\n0,1\nx,2\n1,3\n' 'a word for a time' "stdin:3: .*'x' in column 't' is not a number" "$model" -f energy --differentiate
refuses 1 't,q.j\n0,1\n' 'a time that nothing takes' 'no .t.' "$model" -f energy --map 't = q.j'
refuses 2 't,q.j\n0,1\n1,2\n' 'few rows' 'at least 4 rows' "$model" -f energy --differentiate
refuses 2 't,q.j\n0,1\n1,2\n2,3\n4,4\n' 'uneven times' 'even steps' "$model" -f energy --differentiate --filter=0.2
refuses 2 't,q.j\n0,1\n1,2\n2,3\n3,4\n' 'a filter above half the rate' 'below half the rate' "$model" -f energy --differentiate --filter=2
quaternion=$(eval_of examples/solo12.rig -f gravity --header </dev/null | tr , '\n' | sed -n 's/^g\.\(.*\)/--map q.\1=x/p' | sed '/base/d')
refuses 2 't,x,q.base.x,q.base.y,q.base.z,q.base.qx,q.base.qy,q.base.qz,q.base.qw\n' 'a quaternion' 'has a quaternion' examples/solo12.rig -f gravity --differentiate $quaternion
finish
