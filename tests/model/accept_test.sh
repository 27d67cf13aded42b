#!/bin/sh
# `accept CHECK`: where it holds, what it leaves out, and that it changes neither the model nor its C.
. tests/tap.sh

cd "$SCRATCH" || exit
# said FILE OPTION...: "severity name line" of each diagnostic of `check`
said() {
	"$RIGIDC" check "$@" --json 2>/dev/null | perl -MJSON::PP -0777 -ne 'print join ", ", map { "$_->{severity} $_->{check} $_->{line}" } @{decode_json($_)}'
}
# tip BODY [STATEMENT]: a body without mass, with a statement in its block
tip() { printf 'body %s on world { joint %s_j : revolute(z); %s }\n' "$1" "$1" "${2-}"; }

{ echo 'model arm'; tip a; tip b; } >plain.rig
is 'without accept' 'warning massless-tip 2, warning massless-tip 3' "$(said plain.rig)"
{ echo 'model arm'; echo 'accept massless-tip'; tip a; tip b; } >top.rig
is 'at the top level: of the whole model' '' "$(said top.rig)"
{ echo 'model arm'; tip a; tip b; echo 'accept massless-tip'; } >end.rig
is 'at the end too' '' "$(said end.rig)"
{ echo 'model arm'; tip a 'accept massless-tip'; tip b; } >body.rig
is 'in a body: of this body' 'warning massless-tip 3' "$(said body.rig)"
{ echo 'model arm'; tip a 'accept massless-tip'; tip b 'accept massless-tip'; } >both.rig
is 'in each' '' "$(said both.rig)"
printf 'model arm\npart finger {\n  accept massless-tip\n  body tip on root { joint j : revolute(z) }\n}\nuse finger as a on world\nuse finger as b on world\nbody c on world { joint j : revolute(z) }\n' >part.rig
is 'in a part: of each use' 'warning massless-tip 8' "$(said part.rig)"
printf 'model arm\nfor k in 1..3 {\n  accept massless-tip\n  body tip[k] on world { joint j[k] : revolute(z) }\n}\nbody c on world { joint j : revolute(z) }\n' >for.rig
is 'in a for: of each turn' 'warning massless-tip 6' "$(said for.rig)"

# --- included files ---

{ echo 'accept massless-tip'; tip a; } >own.rig
{ echo 'model arm'; echo 'include "own.rig"'; tip b; } >includes.rig
is 'in an included file: of this file' 'warning massless-tip 3' "$(said includes.rig)"
tip a >theirs.rig
{ echo 'model arm'; echo 'include "theirs.rig"'; tip b; echo 'accept massless-tip'; } >all.rig
is 'in the file of the model: of included files too' '' "$(said all.rig)"
{ echo 'include "theirs.rig"'; echo 'accept massless-tip'; } >between.rig
{ echo 'model arm'; echo 'include "between.rig"'; tip b; } >chain.rig
is 'of what an included file includes' 'warning massless-tip 3' "$(said chain.rig)"
cat >lamp.urdf <<'END'
<robot name="lamp"><link name="base"/><link name="shade"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="neck" type="continuous"><parent link="base"/><child link="shade"/><axis xyz="0 0 1"/><dynamics damping="1"/></joint></robot>
END
printf 'model arm\ninclude "lamp.urdf"\n' >lamp.rig
is 'a note of a URDF' 'note damping-left-out 2' "$(said lamp.rig)"
printf 'model arm\ninclude "lamp.urdf"\naccept damping-left-out\n' >lamp.rig
is '  is accepted too, though it was found before' '' "$(said lamp.rig)"

# --- errors ---

"$RIGIDC" check top.rig -Werror >out 2>err
is '-Werror: an accepted warning is no error' '0 ' "$? $(cat err)"
"$RIGIDC" check top.rig -Werror=massless-tip >out 2>err
is '-Werror=NAME too' '0 ' "$? $(cat err)"
"$RIGIDC" check lamp.rig -Werror=damping-left-out >out 2>err
is '  of what was found before too' '0 ' "$? $(cat err)"
"$RIGIDC" check body.rig -Werror >out 2>err
is '  others are' 1 $?
printf 'model arm\naccept unknown-name\nbody a on world { joint j : revolute(z); mass M }\n' >error.rig
is 'of an error' 'error accept-check 2, error unknown-name 3' "$(said error.rig)"
printf 'model arm\naccept massles-tip\n' >mistyped.rig
is 'of no check' 'error accept-check 2' "$(said mistyped.rig)"
ok '  with the nearest one' sh -c '"$0" check mistyped.rig 2>&1 | grep -q "did you mean .massless-tip.?"' "$RIGIDC"
printf 'model arm\nbody a on world { joint j : revolute(z) { accept massless-tip }; mass 1 kg; inertia diag(1, 1, 1) }\n' >joint.rig
is 'in a joint' 'error misplaced-statement 2' "$(said joint.rig | cut -d, -f1)"

# --- what accepts nothing ---

{ echo 'model arm'; echo 'accept massless-tip'; tip a 'mass 1 kg; inertia diag(1, 1, 1)'; } >none.rig
is 'what accepts nothing' 'note accept-unused 2' "$(said none.rig)"
is '  of a check that is off is not noted' '' "$(said top.rig -W no-massless-tip)"
ok '  other commands do not tell' sh -c '! "$0" compile none.rig 2>&1 | grep -q accept-unused' "$RIGIDC"
{ echo 'model arm'; echo 'accept massless-tip'; echo 'accept accept-unused'; tip a 'mass 1 kg; inertia diag(1, 1, 1)'; } >unused.rig
is '  and can be accepted itself' '' "$(said unused.rig)"

# --- the model is the same ---

for file in plain top both; do "$RIGIDC" compile $file.rig --search=none -o $file.h >out 2>&1; done
ok 'the C is the same' cmp plain.h top.h
ok '  in bodies too' cmp plain.h both.h
printf 'model arm\naccept massless-tip; accept   near-quarter-turn\nbody a on world {\naccept massless-tip\njoint j : revolute(z)\n}\n' >wild.rig
is 'fmt' "$(printf 'model arm\naccept massless-tip; accept   near-quarter-turn\nbody a on world {\n  accept  massless-tip\n  joint   j : revolute(z)\n}')" "$("$RIGIDC" fmt wild.rig)"

# --- it is a word there alone ---

printf 'model accept\nconst accept = 2 kg\nbody accept on world { joint accept : revolute(z); mass accept; inertia diag(1, 1, 1) }\npose accept { accept = 1 rad }\n' >name.rig
is 'a name elsewhere' '' "$(said name.rig)"
finish
