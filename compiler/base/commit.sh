#!/bin/sh
# The commit of these sources as macros of C, for version.c: of git, else of `.version`, where `git archive` has put it.
#
#   sh commit.sh VERSION      in the root of the project
if [ -e .git ]; then
	set -- "$1" $(git log -1 --format='%H %cs %(describe:match=v[0-9]*,abbrev=12)' 2>/dev/null)
	changed=$(git status --porcelain --untracked-files=no 2>/dev/null)
elif ! grep -q '^\$' .version 2>/dev/null; then
	set -- "$1" $(cat .version 2>/dev/null)
	changed=
fi
mark=+unknown text='commit unknown'
if [ "${2-}" ]; then
	commit=$(echo "$2" | cut -c 1-12)
	mark=+$commit${changed:+.changed} text="commit $commit of $3${changed:+, changed since}"
	[ "${4-}" = "v$1" ] && [ -z "$changed" ] && mark=
fi
printf '#define COMMIT_MARK "%s"\n#define COMMIT_TEXT "%s"\n' "$mark" "$text"
