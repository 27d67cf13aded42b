# Folders of `rigidc package`: `. tests/packages/packages.sh` after tests/tap.sh. They lie in $SCRATCH.

PATH=$(dirname "$RIGIDC"):$PATH
HOSTS=$PWD/tests/packages/hosts
python=/usr/bin/python3

# package KIND MODEL OPTION...: writes $SCRATCH/KIND
package() {
	package_kind=$1
	shift
	rm -rf "$SCRATCH/$package_kind"
	ok "$package_kind: $(basename "$1") $(echo "$*" | cut -s -d ' ' -f 2-)" \
	    "$RIGIDC" package "$@" --for="$package_kind" -o "$SCRATCH/$package_kind"
}

# blocks FOLDER SECTION: the commands of its README in that section, those that are for this machine
blocks() {
	awk -v section="## $2" '/^## / { inside = $0 == section } /^```/ { code = inside && $0 == "```sh"; next } code' "$1/README.md"
}

# follow FOLDER SECTION: runs them, in the folder
follow() {
	blocks "$@" >"$SCRATCH/commands"
	test -s "$SCRATCH/commands" && (cd "$1" && sh -e "$SCRATCH/commands")
}

# again FOLDER: what its README says makes the C again, and it is the same
again() {
	cp -R "$1" "$SCRATCH/before" &&
	    follow "$1" 'Where it comes from' 2>/dev/null &&
	    diff -r "$SCRATCH/before" "$1" &&
	    rm -rf "$SCRATCH/before"
}

# refused TEXT MODEL OPTION...: no package is written, and an error has the text
refused() {
	refused_text=$1
	shift
	exits "refused: $*" 2 "$RIGIDC" package "$@" --search=none -o "$SCRATCH/none"
	ok "$refused_text" grep -q -e "$refused_text" "$SCRATCH/err"
	ok 'there is nothing' test ! -e "$SCRATCH/none"
}

# right COMMAND...: an example runs and says that all is well
right() {
	"$@" >"$SCRATCH/said" && grep -q '^all as it should be' "$SCRATCH/said" || { cat "$SCRATCH/said"; false; }
}
