#!/bin/sh
# What the header of an example says can be tried does what it should: it ends well.
. tests/tap.sh

ln -s "$PWD/examples" "$SCRATCH/examples"
ln -s "$RIGIDC" "$SCRATCH/rigidc"
cd "$SCRATCH" || exit 1
sed -n 's,^//   \(.*rigidc .*\),\1,p' examples/*.rig >commands
while read -r command; do
	ok "$command" sh -c "PATH=.:\$PATH; { $command; } </dev/null"
done <commands
ok 'there are some' test "$(wc -l <commands)" -gt 30
finish
