#!/bin/sh
# What make installs and takes away again; programs in C and C++ that find the library through pkg-config and CMake; the
# manual pages; completion.
. tests/tap.sh
. tests/runtime/prefix.sh

stage="$SCRATCH/a stage"
version=$("$RIGIDC" --version | sed 's/^rigidc //; s/,.*//')
soversion=${version%.*}

# files FOLDER: all that is no folder
files() {
	(cd "$1" && find . ! -type d | sort)
}

ok 'install' into install-strip "PREFIX=$prefix"
ok 'install elsewhere, for a package' into install PREFIX=/usr LIBDIR=/usr/lib/machine "DESTDIR=$stage"
cat >"$SCRATCH/wanted" <<END
./bin/rigidc
./include/rigidc.h
./include/rigidc.hpp
./lib/cmake/rigidc/rigidc-config-version.cmake
./lib/cmake/rigidc/rigidc-config.cmake
./lib/librigidc.a
./lib/librigidc.so
./lib/librigidc.so.$soversion
./lib/librigidc.so.$version
./lib/pkgconfig/rigidc.pc
./lib/rigidc/librigidc.o.gz
./lib/rigidc/relink.txt
./share/bash-completion/completions/rigidc
./share/doc/rigidc/DIAGNOSTICS.md
./share/doc/rigidc/LANGUAGE.md
./share/doc/rigidc/laws.rig
./share/doc/rigidc/LICENSE
./share/man/man1/rigidc.1
./share/man/man3/rigidc.3
./share/man/man5/rigidc.5
./share/zsh/site-functions/_rigidc
END
tcc=yes
[ -f "$prefix/lib/rigidc/relink.txt" ] || tcc=no
[ $tcc = yes ] || sed -i '/lib\/rigidc\//d' "$SCRATCH/wanted"
is 'what is installed' "$(sort "$SCRATCH/wanted")" "$(files "$prefix")"
debugging() {
	for file in bin/rigidc lib/librigidc.a "lib/librigidc.so.$version"; do
		[ ! -e "$prefix/$file" ] || readelf -SW "$prefix/$file" | grep -o ' \.debug_info' || :
	done
}
is 'without symbols of a debugger' '' "$(debugging)"
is 'elsewhere the same' "$(sort "$SCRATCH/wanted")" "$(files "$stage/usr" | sed 's|/lib/machine/|/lib/|' | sort)"
is 'no text names the folder of a package' '' "$(grep -rlI "$SCRATCH" "$stage")"
is 'or has a name that is not filled in' '' "$(grep -rlI '@[A-Z_]*@' "$stage" "$prefix")"
is 'the links lead to the library' "librigidc.so.$version" \
    "$(basename "$(readlink -f "$stage/usr/lib/machine/librigidc.so")")"
is 'rigidc.pc for /usr' "/usr \${prefix}/lib/machine $version" \
    "$(sed -n 's/^prefix=//p; s/^libdir=//p; s/^Version: //p' "$stage/usr/lib/machine/pkgconfig/rigidc.pc" | paste -s -d ' ')"
is 'the command runs' "$("$RIGIDC" --version)" "$("$prefix/bin/rigidc" --version)"

# --- programs: the example of the manual page, which is C and C++ ---

ok 'there are torques' write_hold
cp "$SCRATCH/hold.c" "$SCRATCH/hold.cpp"
shared() {
	readelf -dW "$1" | sed -n 's/.*NEEDED.*\[\(librigidc.*\)\].*/\1/p'
}

if have pkg-config cc; then
	ok 'C, shared' cc -std=c99 $warnings $sanitize "$SCRATCH/hold.c" -o "$SCRATCH/c" $(flags --cflags --libs)
	is 'by its name' "librigidc.so.$soversion" "$(shared "$SCRATCH/c")"
	ok 'runs' holds "$SCRATCH/c" "$prefix/lib"
	ok 'C, with the archive' cc -std=c99 $warnings $sanitize "$SCRATCH/hold.c" -o "$SCRATCH/s" $(static_flags)
	is 'without the library' '' "$(shared "$SCRATCH/s")"
	ok 'runs so' holds "$SCRATCH/s" ''
else
	skip 'programs in C' 'there is no pkg-config'
fi
if have pkg-config c++; then
	ok 'C++17, shared' c++ -std=c++17 $warnings $sanitize "$SCRATCH/hold.cpp" -o "$SCRATCH/cc" $(flags --cflags --libs)
	ok 'runs as C++' holds "$SCRATCH/cc" "$prefix/lib"
	ok 'C++17, with the archive' c++ -std=c++17 $warnings $sanitize "$SCRATCH/hold.cpp" -o "$SCRATCH/ss" $(static_flags)
	ok 'runs as C++ so' holds "$SCRATCH/ss" ''
else
	skip 'programs in C++' 'there is no pkg-config or no c++'
fi

# from the folder of the package, which is not where it says it is
if have cmake c++; then
	ok 'find_package' configure cmake "$soversion" 'hold.c;hold.cpp' \
	    "-DCMAKE_PREFIX_PATH=$stage/usr/lib/machine;$stage/usr" -Drigidc_DIR="$stage/usr/lib/machine/cmake/rigidc"
	ok 'builds' cmake --build "$SCRATCH/cmake" -j 2
	for program in shared_hold_c shared_hold_cpp static_hold_c static_hold_cpp; do
		ok "$program runs" holds "$SCRATCH/cmake/$program" ''
	done
	is 'shared by name' "librigidc.so.$soversion" "$(shared "$SCRATCH/cmake/shared_hold_c")"
	# what a version file says of a version, without a project
	# found MODE: what `cmake --find-package` prints
	found() {
		(cd / && cmake --find-package -DNAME=rigidc -DCOMPILER_ID=GNU -DLANGUAGE=C -DMODE="$1" "-DCMAKE_PREFIX_PATH=$prefix" 2>&1)
	}
	is 'cmake --find-package: the flags of a compiler' "-I$prefix/include" "$(found COMPILE | sed 's/ *$//')"
	ok '  and of a linker' grep -q "lib/librigidc.so.$version" <<-END
		$(found LINK)
	END
	cat >"$SCRATCH/version.cmake" <<'END'
string(REGEX MATCH "^[0-9]+" PACKAGE_FIND_VERSION_MAJOR "${PACKAGE_FIND_VERSION}")
include("${FILE}")
message("${PACKAGE_VERSION_COMPATIBLE}")
END
	serves() {
		cmake "-DPACKAGE_FIND_VERSION=$1" "-DFILE=$prefix/lib/cmake/rigidc/rigidc-config-version.cmake" \
		    -P "$SCRATCH/version.cmake" 2>&1
	}
	is 'it serves for its version' 'TRUE TRUE' "$(serves "$soversion") $(serves "$version")"
	is 'not for a later or another' 'FALSE FALSE' "$(serves "$version.1") $(serves 99.0)"
else
	skip 'programs through CMake' 'there is no cmake or no c++'
fi

# relink.txt is true: a library made from the object and a libtcc serves
if [ $tcc = no ] || [ "$sanitize" ]; then
	skip 'linked again' 'this build has no libtcc, or is one under the sanitizers'
else
	cp -r "$prefix/lib/rigidc" "$SCRATCH/again"
	sed -n 's/^    //p' "$SCRATCH/again/relink.txt" >"$SCRATCH/again/commands"
	ok 'linked again' sh -ec "cd '$SCRATCH/again'; . ./commands; ln -s librigidc.so.$version librigidc.so.$soversion"
	[ ! -x "$SCRATCH/c" ] || ok 'runs with that' holds "$SCRATCH/c" "$SCRATCH/again"
fi

# --- manual pages ---

for page in 1 3 5; do
	file=$prefix/share/man/man$page/rigidc.$page
	if have groff; then
		is "rigidc($page) is well formed" '' "$(groff -man -Tutf8 -ww -z "$file" 2>&1)"
	else
		skip "rigidc($page) is well formed" 'there is no groff'
	fi
	if have mandoc; then # sources that know no commit have no date
		is "mandoc has no word about rigidc($page)" '' "$(mandoc -T lint "$file" 2>&1 | if grep -q '^\.TH RIGIDC . ""' "$file"; then grep -v 'missing date'; else cat; fi)"
	else
		skip "mandoc has no word about rigidc($page)" 'there is no mandoc'
	fi
done
# missing PAGE: which of the words on standard input it does not have
missing() {
	sed 's/\\fB//g; s/\\fR//g; s/\\-/-/g' "$prefix/share/man/man$1/rigidc.$1" >"$SCRATCH/page"
	while read -r word; do grep -qwF -e "$word" "$SCRATCH/page" || echo "$word"; done
}
for command in compile eval sim plot check info import; do
	"$RIGIDC" $command --help=all
done | sed -n 's/^  \(-.*\)/\1/p' | sed 's/[ =[].*//' | sort -u >"$SCRATCH/options"
ok 'there are options' grep -qx -e --search "$SCRATCH/options"
is 'rigidc(1) has all options' '' "$(missing 1 <"$SCRATCH/options")"
is 'and all functions' '' "$("$RIGIDC" --list=functions | sed 's/ .*//' | missing 1)"
is 'rigidc(3) has all that rigidc.h declares' '' "$(grep -o '\brigidc_[a-z_]*(' runtime/rigidc.h | tr -d '(' | missing 3)"
is 'rigidc(5) has all kinds of joints' '' "$("$RIGIDC" --list=joints | sed 's/[( ].*//' | missing 5)"
is 'and all units' '' "$(sed -n 's/^UNIT("\([^"]*\)".*/\1/p' compiler/base/units.def | missing 5)"
example "$prefix/share/man/man5/rigidc.5" >"$SCRATCH/arm.rig"
is 'its example is right' '' "$("$RIGIDC" check "$SCRATCH/arm.rig" 2>&1; grep -q '^model arm' "$SCRATCH/arm.rig" || echo none)"

# --- completion ---

if have bash; then
	cat >"$SCRATCH/tab" <<'END'
. "$1/share/bash-completion/completions/rigidc"
PATH=$1/bin:$PATH
COMP_LINE=$2 COMP_POINT=${#2} COMP_WORDS=($2) COMP_CWORD=1
_rigidc rigidc
echo "${COMPREPLY[*]}"
END
	# tab LINE WANTED
	tab() {
		is "$1<TAB>" "$2" "$(bash "$SCRATCH/tab" "$prefix" "$1" 2>&1)"
	}
	tab 'rigidc comp' 'compile compare'
	tab 'rigidc --list=p' 'passes packages properties presets'
	tab 'rigidc --explain near-q' near-quarter-turn
	tab 'rigidc check examples/ur' examples/ur5.rig
	tab 'rigidc compile examples/ur5.rig --se' '--self-test --sensor= --search='
	tab 'rigidc compile examples/ur5.rig --search=' 'none quick thorough'
	tab 'rigidc eval examples/ur5.rig --jit t' tcc
	tab 'rigidc sim examples/ur5.rig --method=' 'cvode arkode rk4 zoh euler'
	tab 'rigidc import robot.csv --dh=' 'standard modified'
	tab 'rigidc import robot.urdf --keep=damping,r' damping,rotors
	tab 'rigidc sim examples/ur5.rig --animate=examples/double_pendulum.s' examples/double_pendulum.svg
	tab 'rigidc eval examples/ur5.rig --help' '--help --help=all --help=columns'
	tab 'rigidc plot examples/running_leg.c' examples/running_leg.csv
	tab 'rigidc check --ji' ''
	tab 'rigidc compile examples/ur5.rig -f rnea,cr' 'rnea,crba'
	tab 'rigidc compile examples/ur5.rig -f dyn=crba+j' 'crba+jac: crba+jcom crba+jac_local:'
	tab 'rigidc compile examples/ur5.rig -f rnea,fk:tool' tool0
	tab 'rigidc eval tests/c/standing.rig -f lambda:l' lean
	tab 'rigidc eval tests/c/standing.rig -f impact:rai' rail
	tab 'rigidc eval examples/struts/excavator.rig -f length:boom_c' boom_cylinder
	tab 'rigidc eval tests/grammar/functions.rig -f arms:jac' 'jack jacks'
	tab 'rigidc eval tests/grammar/functions.rig -f wrench:dr' drag
	tab 'rigidc compile examples/ur5.rig -f rnea,la' 'rnea,lambda: rnea,lambda_derivatives:'
	tab 'rigidc compile examples/ur5.rig -f rnea,step:r' 'rk4 rk4:'
	tab 'rigidc info examples/ur5.rig --wrench=tool0,u' tool0,upper_arm_link
	tab 'rigidc info -f rnea examples/ur5.rig --lock=el' elbow_joint
	tab 'rigidc eval examples/scara.rig --param d' down=
	tab 'rigidc compile examples/ur5.rig --parametrize=gravity,p' gravity,payload:
	tab 'rigidc compile examples/ur5.rig --parametrize=gravity,b' gravity,body:
	tab 'rigidc compile examples/ur5.rig --parametrize=payload:too' tool0
	tab 'rigidc check -Wno-quart' -Wno-quarter-turn
	tab 'rigidc check -W near-quarter-turn,massless-t' near-quarter-turn,massless-tip
	tab 'rigidc compile -O' '-O0 -O1 -O2 -O3'
	tab 'rigidc compile --no-pass=sch' schedule
	tab 'rigidc compile examples/ur5.rig -o READ' README.md
	tab 'rigidc compile examples/ur5.rig --fma=' 'on auto off compiler'
	tab 'rigidc package examples/ur5.rig --preset=m' microcontroller
	tab 'rigidc package examples/ur5.rig --for=cas' casadi
	tab 'rigidc compile examples/ur5.rig --for=t' torch
	tab 'rigidc compile examples/ur5.rig --parametrize=no' none
	tab 'rigidc import robot.xml --from=' 'rig urdf osim mjcf sdf dh'
	tab 'rigidc sim examples/ur5.rig --without=friction,l' friction,limits
else
	skip 'completion in bash' 'there is no bash'
fi
if have zsh; then
	ok 'completion in zsh is well formed' zsh -n "$prefix/share/zsh/site-functions/_rigidc"
	# with stand-ins for what zsh has during a completion
	zsh -fc 'words=("$1" ""); CURRENT=2
		compset() { return 1 }
		compadd() { : }
		_describe() { print -rl -- ${(P)2} }
		. "$2"' zsh "$RIGIDC" "$prefix/share/zsh/site-functions/_rigidc" >"$SCRATCH/described"
	"$RIGIDC" --help | sed -n 's/^  rigidc \([a-z]*\) .*  *\([^ ].*\)/\1/p' | sort >"$SCRATCH/commands"
	is 'zsh: all commands' "$(cat "$SCRATCH/commands")" "$(sed 's/:.*//' "$SCRATCH/described" | sort)"
	ok 'zsh: a command without a model has its whole summary' grep -qx 'lsp:language server for editors' "$SCRATCH/described"
	ok 'zsh: a command with two models too' grep -qx 'compare:tell where two models of a robot differ' "$SCRATCH/described"
else
	skip 'completion in zsh is well formed' 'there is no zsh'
fi

is 'each document is in a package of Debian' "$(sed -n 's,.*$(DOCDIR)/,,p' runtime/install.mk | grep -vx LICENSE | sort)" \
    "$(sed -n 's,^usr/share/doc/rigidc/,,p' runtime/debian/*.install | sort)"

# --- the release, where a file names it ---

is 'Python and Debian have the release' "$version $version" \
    "$(sed -n 's/^__version__ = "\(.*\)"/\1/p' runtime/python/rigidc/_version.py) $(sed -n '1s/.*(\([0-9.]*\)-.*/\1/p' runtime/debian/changelog)"
is 'packages of Debian have the binary interface' "librigidc$soversion" "$(sed -n 's/^Package: \(librigidc[0-9].*\)/\1/p' runtime/debian/control)"
# named PATTERN: what pages have of it, but the one of changes, whose lines stay
named() {
	find README.md compiler runtime grammar examples tests -name '*.md' ! -name CHANGELOG.md -exec grep -ohE "$1" {} + | sort -u
}
is 'pages ask CMake for it' "find_package(rigidc $soversion" "$(named 'find_package\(rigidc [0-9.]*[0-9]')"
is 'and name the library by it' "librigidc.so.$soversion" "$(named 'librigidc\.so\.[0-9.]*[0-9]')"
is 'and other files by the release' "rigidc $version|rigidc-$version" "$(named '\brigidc[- ][0-9]+\.[0-9]+\.[0-9]+' | paste -s -d '|')"

# --- and away ---

echo mine >"$prefix/share/doc/rigidc/mine"
ok 'uninstall' into uninstall "PREFIX=$prefix"
ok 'uninstall elsewhere' into uninstall PREFIX=/usr LIBDIR=/usr/lib/machine "DESTDIR=$stage"
is 'nothing is left' '' "$(files "$stage"; find "$stage" -name '*rigidc*')"
is 'but what is not ours' ./share/doc/rigidc/mine "$(files "$prefix")"
ok 'uninstall where nothing is' into uninstall "PREFIX=$prefix"
finish
