#!/bin/sh
# The sources of an archive know their commit without git, and no log is among them; at the level long: `make dist` writes the same archive in two folders.
. tests/tap.sh

[ -e .git ] && command -v git >/dev/null || {
	skip 'sources of an archive' 'git is missing, or this is no working copy of git'
	finish
}
commit=$(git rev-parse --short=12 HEAD)
sources=$SCRATCH/open

# version: macros that a build of the archive has
version() {
	(cd "$sources" && sh compiler/base/commit.sh 9.9.9 | paste -s -d ' ')
}

# some programs write a log where they run, such as MuJoCo
is 'no file is one that .gitignore names' '' "$(git ls-files --cached --ignored --exclude-standard)"

git archive --format=tar --prefix=open/ HEAD .version compiler/base/commit.sh | tar -x -C "$SCRATCH"
is 'its sources know the commit' "#define COMMIT_MARK \"+$commit\" #define COMMIT_TEXT \"commit $commit of $(git log -1 --format=%cs)\"" "$(version)"
printf '%s 2030-01-02 v9.9.9\n' "$(git rev-parse HEAD)" >"$sources/.version"
is 'those of a release have its number alone' "#define COMMIT_MARK \"\" #define COMMIT_TEXT \"commit $commit of 2030-01-02\"" "$(version)"
rm "$sources/.version"
is 'without the file it is unknown' '#define COMMIT_MARK "+unknown" #define COMMIT_TEXT "commit unknown"' "$(version)"

if long && command -v xz >/dev/null; then
	first=$(make --no-print-directory -s dist "BUILD=$SCRATCH/one")
	git clone -q --shared . "$SCRATCH/clone"
	second=$(cd "$SCRATCH/clone" && git checkout -q "$commit" && make --no-print-directory -s dist "BUILD=$SCRATCH/two")
	ok 'it is written' test -s "$first"
	is 'two folders give one name' "$(basename "$first")" "$(basename "$second")"
	ok 'and the same bytes' cmp "$first" "$second"
	tar -xf "$first" -C "$SCRATCH"
	is 'all files of the commit are there' "$(git ls-tree -r --name-only HEAD | LC_ALL=C sort)" \
	    "$(cd "$SCRATCH/$(basename "$first" .tar.xz)" && find . ! -type d | sed 's|^\./||' | LC_ALL=C sort)"
	# sources without git, which a build has left things in
	tree=$SCRATCH/$(basename "$first" .tar.xz)
	mkdir -p "$tree/build" "$tree/runtime/python/rigidc/__pycache__"
	touch "$tree/build/rigidc" "$tree/runtime/python/rigidc/__pycache__/model.pyc"
	third=$(cd "$tree" && make --no-print-directory -s dist)
	is 'sources of an archive make one of its name' "$(basename "$first")" "$(basename "$third")"
	mkdir "$SCRATCH/third"
	tar -xf "$tree/$third" -C "$SCRATCH/third"
	made=$SCRATCH/third/$(basename "$first" .tar.xz)
	if python3 -c 'import setuptools.build_meta, wheel' 2>/dev/null; then
		(cd "$tree/runtime/python" && python3 -c "import setuptools.build_meta as build; build.build_sdist('$SCRATCH')") >"$SCRATCH/sdist" 2>&1
		mkdir "$SCRATCH/pip"
		tar -xf "$SCRATCH"/rigidc-*.tar.gz --strip-components=1 -C "$SCRATCH/pip"
		ok 'the archive for pip has all sources' diff -r --no-dereference "$made" "$SCRATCH/pip/source"
	else
		skip 'the archive for pip has all sources' 'python3-setuptools or python3-wheel is missing'
	fi
	rm -rf "$tree/build" "$tree/runtime/python/rigidc/__pycache__" "$tree"/runtime/python/*.egg-info
	ok 'an archive of the archive has the same files' diff -r --no-dereference "$tree" "$made"
fi
finish
