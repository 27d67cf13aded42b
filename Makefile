# rigidc: rigid-body dynamics as straight-line C.
#
#   make              build/rigidc, build/librigidc.a and build/librigidc.so
#   make deps         install the Debian packages that are missing (or print the command, without root); with `demo`
#                     beside it those that building and the demo need
#   make demo         compile examples/puma560.rig, build its C with cc, run it
#   make dist         an archive of the sources of the last commit
#   make install      PREFIX=/usr/local LIBDIR=PREFIX/lib DESTDIR=; `make uninstall` takes it away (runtime/install.mk)
#   make check        the tests, in TAP, by prove
#   make check-quick  those that take less than a minute together
#   make check-long   all that `check` leaves out, and more random cases
#   make bench        times against textbook loops, MuJoCo and KDL; `make deps-bench` installs what it needs
#
# `make help` prints these and all others, which are in tests/README.md.
#
# WITHOUT_TCC=1 builds without libtcc: the evaluator and cc serve; WITHOUT_SUNDIALS=1 without SUNDIALS: `sim` has steps of
# equal length; WITHOUT_ZIP=1 without minizip: `package --for=fmi` writes folders. V=1 shows the commands.

CC       = cc
CXX      = c++
PREFIX   = /usr/local
BUILD    = build
CFLAGS   = -O2 -g
WARNINGS = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wconversion -Wvla
CPPFLAGS = -D_XOPEN_SOURCE=700 -Icompiler -I. -I$(BUILD)/gen
BISON    = bison
FLEX     = flex
OBJCOPY  = objcopy
STRIP    = strip

# Contracted to one rounding, a*b + c would have other bits on other machines: in constants that are generated, in
# choices that follow from them, in the evaluator. gcc's vectorizer contracts a*b + c beside d*e - f all the same, for machines
# with fma.
# Objects serve the archive and the shared library; what is seen of that is what rigidc.h declares.
ALL_CFLAGS = -std=c11 $(WARNINGS) $(CPPFLAGS) $(CFLAGS) -ffp-contract=off -fno-tree-vectorize -fPIC -fvisibility=hidden -MMD -MP

VERSION = $(shell sed -n 's/.*RIGIDC_VERSION "\(.*\)".*/\1/p' compiler/base/version.h)
# of the binary interface: until 1.0 each minor version may have another
SOVERSION = $(basename $(VERSION))

LIBS = -lexpat -ldl -lpthread -lm

# libtcc ends the process where it gets no memory, and reaches for variables of the C library in a way that a shared library
# cannot: in a copy of it, both lead to runtime/tcc_host.c.
ifdef WITHOUT_TCC
ALL_CFLAGS += -DWITHOUT_TCC
else
LIBTCC = $(BUILD)/libtcc.o
endif

# `rigidc sim` alone: the library integrates nothing.
COMMAND_LIBS = -ljansson
ifdef WITHOUT_SUNDIALS
ALL_CFLAGS += -DWITHOUT_SUNDIALS
else
COMMAND_LIBS += -lsundials_cvode -lsundials_arkode -lsundials_sunlinsoldense -lsundials_sunmatrixdense -lsundials_nvecserial $(SUNDIALS_MORE)
# Version 7 has a library more. Its headers need those of MPI if it was built with MPI, as Debian's is: mpicc knows where.
SUNDIALS_MORE = $(shell $(CC) $(CPPFLAGS) $(CFLAGS) -E -dM -include sundials/sundials_config.h -x c /dev/null 2>/dev/null | \
                  awk '$$2 == "SUNDIALS_VERSION_MAJOR" && $$3 >= 7 { core = 1 } $$2 == "SUNDIALS_MPI_ENABLED" { mpi = $$3 } \
                       END { if (core) print "-lsundials_core"; if (core && mpi) system("mpicc -show") }' | tr ' ' '\n' | grep -e '^-[lILW]')
$(BUILD)/obj/compiler/cli/sim/integrate_sundials.o: ALL_CFLAGS += $(patsubst -I%,-isystem %,$(filter -I%,$(SUNDIALS_MORE)))
endif

# `rigidc package --for=fmi` alone
ifdef WITHOUT_ZIP
ALL_CFLAGS += -DWITHOUT_ZIP
else
COMMAND_LIBS += -lminizip
endif

COMMAND_SOURCES = $(filter-out compiler/cli/wasm/%,$(wildcard compiler/cli/*.c compiler/cli/*/*.c))
LIBRARY_SOURCES = $(filter-out $(COMMAND_SOURCES),$(wildcard grammar/*.c grammar/*/*.c compiler/*.c compiler/*/*.c compiler/dynamics/*/*.c compiler/model/*/*.c runtime/*.c))
LIBRARY_OBJECTS = $(LIBRARY_SOURCES:%.c=$(BUILD)/obj/%.o) $(BUILD)/obj/gen/parse.o $(BUILD)/obj/gen/scan.o $(LIBTCC)
COMMAND_OBJECTS = $(COMMAND_SOURCES:%.c=$(BUILD)/obj/%.o)

.PHONY: ALWAYS all dist deb wheel help deps deps-peers deps-equations deps-clients deps-bench deps-plot deps-control deps-page demo running-leg check check-programs check-quick check-long check-asan check-tsan \
        check-callers check-peers check-shapes check-equations check-clients client-programs vsix check-page check-lsp lsp-times check-targets targets-table deps-targets check-proof deps-proof check-packages deps-packages check-systems deps-systems check-gpu deps-gpu check-torch \
        bench bench-peers bench-gpu nlp contacts steps doors learning forms pauses small events tiers same-text float accuracy batch scale robots operations language python-types format prose pictures clean
.DELETE_ON_ERROR:

# A short line a file, $(call said,CC), in place of its command.
ifeq ($(V),1)
said = @:
else
said = @printf '  %-5s %s\n' $(1) $@
Q    = @
endif

# `make deps demo` is one call: what deps installs must be there before anything is built.
DEPS = deps deps-peers deps-equations deps-clients deps-bench deps-plot deps-control deps-page deps-targets deps-proof deps-packages deps-systems deps-gpu deps-wasm
INSTALLED = $(filter $(DEPS),$(MAKECMDGOALS))

# and the manual pages
all: $(BUILD)/rigidc $(BUILD)/librigidc.a $(BUILD)/librigidc.so $(if $(LIBTCC),$(BUILD)/relink.o.gz)

help:
	@sed -n 's/^#   /  /p' Makefile
	@sed -n 's/^| `make \([^`]*\)` | \(.*\) |$$/make \1\n        \2/p; s/^### /\n/p' tests/README.md | sed 's/\[\([^]]*\)\]([^)]*)/\1/g'

# The command and the unit tests see the library's inside; its users see what rigidc.h declares.
$(BUILD)/rigidc: $(COMMAND_OBJECTS) $(LIBRARY_OBJECTS)
	$(call said,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(COMMAND_OBJECTS) $(LIBRARY_OBJECTS) $(COMMAND_LIBS) $(LIBS)

# All but libtcc in one object, which can be linked again with another (its licence, LGPL, asks for that):
# runtime/relink.txt.in is what stands here, for others to do.
$(BUILD)/relink.o: $(filter-out $(LIBTCC),$(LIBRARY_OBJECTS))
	$(call said,LD)
	$(Q)$(LD) -r -o $@ $^

# without the symbols of a debugger: few will want it
$(BUILD)/relink.o.gz: $(BUILD)/relink.o
	$(call said,GZIP)
	$(Q)$(STRIP) --strip-unneeded -o $@.part $< && gzip -9n <$@.part >$@ && rm $@.part

$(BUILD)/librigidc.o: $(BUILD)/relink.o $(LIBTCC)
	$(call said,LD)
	$(Q)$(LD) -r -o $@ $^
	$(Q)$(OBJCOPY) --wildcard --keep-global-symbol='rigidc_*' --keep-global-symbol='!rigidc_tcc_*' $@

$(BUILD)/librigidc.a: $(BUILD)/librigidc.o
	$(call said,AR)
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $<

$(BUILD)/librigidc.so: $(BUILD)/librigidc.o
	$(call said,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -shared -Wl,-soname,librigidc.so.$(SOVERSION) -Wl,-z,text -Wl,-z,defs \
	    -Wl,-z,noexecstack -o $@ $< $(LIBS)

TCC_SYMBOLS = $(foreach f,malloc calloc realloc free exit stdout stderr environ,--redefine-sym $f=rigidc_tcc_$f)

$(BUILD)/libtcc.o: $(BUILD)/flags | $(INSTALLED)
	@mkdir -p $(@D)
	$(call said,LD)
	$(Q)$(LD) -r --whole-archive -o $@ $$($(CC) -print-file-name=libtcc.a)
	$(Q)$(OBJCOPY) $(TCC_SYMBOLS) $@

$(BUILD)/gen/parse.c $(BUILD)/gen/parse.h &: grammar/parse.y | $(INSTALLED)
	@mkdir -p $(@D)
	$(call said,BISON)
	$(Q)$(BISON) -Wall -Werror --header=$(BUILD)/gen/parse.h -o $(BUILD)/gen/parse.c $<

$(BUILD)/gen/scan.c $(BUILD)/gen/scan.h &: grammar/scan.l | $(INSTALLED)
	@mkdir -p $(@D)
	$(call said,FLEX)
	$(Q)$(FLEX) --header-file=$(BUILD)/gen/scan.h -o $(BUILD)/gen/scan.c $<

# as C strings, a line a line: the prelude, the laws, and the pages of `report` and of films, their scripts one behind the other
PICTURE_SCRIPTS = rotation.mjs closing.mjs view.mjs forces.mjs extent.mjs reading.mjs shapes.mjs
PAGE_SCRIPTS = $(addprefix compiler/cli/page/,$(PICTURE_SCRIPTS) data.mjs page.mjs posture.mjs shading.mjs picture.mjs controls.mjs frames.mjs tables.mjs)
FILM_SCRIPTS = $(addprefix compiler/cli/page/,$(PICTURE_SCRIPTS) motion.mjs data.mjs shading.mjs picture.mjs film.mjs)
$(BUILD)/gen/prelude.inc: grammar/prelude.rig
$(BUILD)/gen/laws.inc: grammar/laws.rig
$(BUILD)/gen/page_html.inc: compiler/cli/page/page.html
$(BUILD)/gen/page_style.inc: compiler/cli/page/page.css
$(BUILD)/gen/page_script.inc: $(PAGE_SCRIPTS)
$(BUILD)/gen/page_look.inc: compiler/cli/page/look.html
$(BUILD)/gen/page_film_html.inc: compiler/cli/page/film.html
$(BUILD)/gen/page_film_script.inc: $(FILM_SCRIPTS)
STRINGS = $(addprefix $(BUILD)/gen/,prelude.inc laws.inc page_html.inc page_style.inc page_script.inc page_look.inc page_film_html.inc page_film_script.inc)
$(STRINGS): | $(INSTALLED)
	@mkdir -p $(@D)
	$(call said,SED)
	$(Q)sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' $^ > $@

# Whatever `rigidc package` writes, { "cmake/CMakeLists.txt.in", "..." } a file; what is a link is a file each time.
PACKAGE_FILES := $(shell cd compiler/cli/package && find -L * -name '*.in' | LC_ALL=C sort)
$(BUILD)/gen/package_files.inc: $(PACKAGE_FILES:%=compiler/cli/package/%) $(sort $(dir $(PACKAGE_FILES:%=compiler/cli/package/%)))
	@mkdir -p $(@D)
	$(call said,SED)
	$(Q)for file in $(PACKAGE_FILES); do \
	    printf '{ "%s",\n' "$$file" && sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' "compiler/cli/package/$$file" && echo '},' || exit; \
	done >$@

GENERATED = $(BUILD)/gen/parse.h $(BUILD)/gen/scan.h $(BUILD)/gen/package_files.inc $(STRINGS)

# Objects depend on the lines of this file that make them: another edit of it compiles nothing again. Arguments of make
# are left out, so that `make install` after `make CFLAGS=-O3` installs what is there.
RULES = $(firstword $(MAKEFILE_LIST))
$(BUILD)/flags.seen: $(RULES)
	@mkdir -p $(@D)
	$(Q)grep -E '^[^#]*(CFLAGS|CPPFLAGS|WARNINGS|TCC_SYMBOLS)|^(CC|CXX|OBJCOPY) |-print-file-name' $< >$@
	$(Q)cmp -s $@ $(BUILD)/flags || cp $@ $(BUILD)/flags
$(BUILD)/flags: $(BUILD)/flags.seen ;

$(BUILD)/obj/gen/%.o: $(BUILD)/gen/%.c $(BUILD)/flags $(GENERATED)
	@mkdir -p $(@D)
	$(call said,CC)
	$(Q)$(CC) $(ALL_CFLAGS) -Wno-unused-function -c -o $@ $<

$(BUILD)/obj/%.o: %.c $(BUILD)/flags | $(GENERATED)
	@mkdir -p $(@D)
	$(call said,CC)
	$(Q)$(CC) $(ALL_CFLAGS) -c -o $@ $<

# Written anew only if the commit is another.
$(BUILD)/gen/commit.h: ALWAYS
	@mkdir -p $(@D)
	$(Q)sh compiler/base/commit.sh $(VERSION) >$@.new && if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
$(BUILD)/obj/compiler/base/version.o: $(BUILD)/gen/commit.h

# The sources of the last commit; they build without git. The same commit gives the same bytes anywhere. In sources of such an
# archive, which have no git, all files are those of the commit.
ARCHIVE = rigidc-$(VERSION)$(shell sed -n 's/^.define COMMIT_MARK "\([^.]*\).*"/\1/p' $(BUILD)/gen/commit.h)
SOURCES = $(if $(wildcard .git),git archive --format=tar --prefix=$(ARCHIVE)/ HEAD,\
            tar -c --sort=name --owner=root:0 --group=root:0 --exclude=build --exclude=__pycache__ --exclude='*.egg-info' --transform='flags=r;s,^\.,$(ARCHIVE),' .)
dist: $(BUILD)/gen/commit.h
	$(Q)$(SOURCES) | xz -T1 >$(BUILD)/$(ARCHIVE).tar.xz && echo $(BUILD)/$(ARCHIVE).tar.xz

# Packages of Debian, from that archive and runtime/debian, in $(BUILD)/deb.
deb: dist
	$(Q)rm -rf $(BUILD)/deb && mkdir -p $(BUILD)/deb/rigidc-$(VERSION) && \
	    tar -xf $(BUILD)/$(ARCHIVE).tar.xz --strip-components=1 -C $(BUILD)/deb/rigidc-$(VERSION) && \
	    cp $(BUILD)/$(ARCHIVE).tar.xz $(BUILD)/deb/rigidc_$(VERSION).orig.tar.xz && cd $(BUILD)/deb/rigidc-$(VERSION) && \
	    cp -r runtime/debian debian && env -u MAKEFLAGS -u MAKELEVEL DEB_BUILD_OPTIONS=parallel=2 dpkg-buildpackage -us -uc -b && ls ../*.deb

# A wheel for any Python 3 and an archive for pip, checked by twine, in $(BUILD)/wheel.
WHEEL = $(abspath $(BUILD))/wheel
$(BUILD)/wheel/bin/auditwheel: runtime/python/requirements-wheel.txt
	python3 -m venv $(WHEEL) && $(WHEEL)/bin/pip install --quiet --disable-pip-version-check -r $<
wheel: all $(BUILD)/wheel/bin/auditwheel
	rm -rf $(WHEEL)/made $(WHEEL)/*.whl $(WHEEL)/*.tar.gz runtime/python/build runtime/python/*.egg-info
	$(WHEEL)/bin/python -m build --sdist --no-isolation --outdir $(WHEEL) runtime/python
	RIGIDC_LIBRARY=$(abspath $(BUILD))/librigidc.so $(WHEEL)/bin/python -m build --wheel --no-isolation --outdir $(WHEEL)/made runtime/python
	PATH=$(WHEEL)/bin:$$PATH auditwheel repair --wheel-dir $(WHEEL) $(WHEEL)/made/*.whl
	$(WHEEL)/bin/twine check --strict $(WHEEL)/*.whl $(WHEEL)/*.tar.gz

# What it takes, and why, is in README.md: to build and for the demo; for the tests besides.
BUILD_PACKAGES = gcc libc6-dev make flex bison libtcc-dev libexpat1-dev libjansson-dev $(if $(WITHOUT_SUNDIALS),,libsundials-dev) $(if $(WITHOUT_ZIP),,libminizip-dev)
TEST_PACKAGES  = g++ clang libclang-rt-dev clang-format tcc check libmpfr-dev perl locales valgrind pkg-config cmake python3 python3-numpy nodejs gnuplot-nox \
                 lld qemu-system-arm qemu-user cppcheck libeigen3-dev unzip
# what `make check-peers` compares with; pip fetches the groups of tests/peers
PEER_PACKAGES = liborocos-kdl-dev libsimbody-dev libdart-dev libsdformat-dev pkg-config python3-venv nodejs
# what `make check-equations` reads formulas by; pip fetches SymPy
EQUATION_PACKAGES = maxima texlive-latex-base python3-venv
# what `make check-clients` installs and builds clients with; PyPI, npm and crates.io have the clients
CLIENT_PACKAGES = python3-venv nodejs $(if $(shell command -v npm),,npm) $(if $(shell command -v cargo),,cargo rustc) \
                  $(if $(shell cargo clippy --version 2>/dev/null),,rust-clippy) $(if $(shell command -v go),,golang-go)
# what `make bench` measures with, beside
BENCH_PACKAGES = libmujoco-dev liborocos-kdl-dev valgrind
# what `rigidc plot` draws with, and examples/design_sweep.py
PLOT_PACKAGES = gnuplot-nox python3-matplotlib
# what examples/balance computes its gains with
CONTROL_PACKAGES = python3-numpy python3-scipy
# what `make check-page` looks with
# npm is a package of its own, or comes with nodejs
PAGE_PACKAGES = chromium nodejs $(if $(shell command -v npm),,npm)
# what `make check-targets` compiles with and runs programs by
TARGETS_PACKAGES = clang lld nodejs qemu-system-arm qemu-user gcc-arm-none-eabi libnewlib-arm-none-eabi \
                   gcc-riscv64-unknown-elf lib32gcc-12-dev libc6-dev-i386 \
                   gcc-aarch64-linux-gnu libc6-dev-arm64-cross gcc-arm-linux-gnueabihf libc6-dev-armhf-cross \
                   gcc-s390x-linux-gnu libc6-dev-s390x-cross

# what `make check-proof` proves with
PROOF_PACKAGES = cppcheck clang-tidy frama-c-base perl python3

# what `make check-packages` builds with
FOLDER_PACKAGES = cmake cargo rustc librust-cc-dev python3-kconfiglib ament-cmake arduino-builder arduino-core-avr simavr octave octave-dev

# what `make check-systems` makes bare systems with
SYSTEMS_PACKAGES = debootstrap ca-certificates

# what `make check-gpu` runs OpenCL by: pocl, whose device is the processor
GPU_PACKAGES = pocl-opencl-icd ocl-icd-opencl-dev opencl-c-headers clang

# what `make wasm` builds with, and `make check-wasm` looks with
WASM_PACKAGES = clang lld wasi-libc libclang-rt-dev-wasm32 $(PAGE_PACKAGES)

# With nothing but goals that need no tests, theirs stay away.
OTHER_GOALS = $(filter-out deps,$(MAKECMDGOALS))
WITH_TESTS  = $(or $(filter-out all demo running-leg install,$(OTHER_GOALS)),$(if $(OTHER_GOALS),,deps))
deps: WANTED = $(BUILD_PACKAGES) $(if $(WITH_TESTS),$(TEST_PACKAGES))
deps-peers: WANTED = $(PEER_PACKAGES)
deps-peers: THEN = peer-environments
deps-equations: WANTED = $(EQUATION_PACKAGES)
deps-equations: THEN = $(BUILD)/tests/sympy/bin/isympy
deps-clients: WANTED = $(CLIENT_PACKAGES)
deps-clients: THEN = client-programs
deps-bench: WANTED = $(BENCH_PACKAGES)
deps-plot: WANTED = $(PLOT_PACKAGES)
deps-control: WANTED = $(CONTROL_PACKAGES)
deps-page: WANTED = $(PAGE_PACKAGES)
deps-targets: WANTED = $(TARGETS_PACKAGES)
deps-proof: WANTED = $(PROOF_PACKAGES)
deps-gpu: WANTED = $(GPU_PACKAGES)
deps-packages: WANTED = $(FOLDER_PACKAGES)
deps-systems: WANTED = $(SYSTEMS_PACKAGES)
deps-wasm: WANTED = $(WASM_PACKAGES)

$(DEPS):
	@missing=; for p in $(WANTED); do \
	    dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'install ok installed' || missing="$$missing $$p"; \
	done; \
	if [ -z "$$missing" ]; then echo "$@: nothing is missing"; exit 0; fi; \
	echo "$@: missing:$$missing"; \
	if [ "$$(id -u)" != 0 ]; then \
	    echo "$@: run as root:  apt-get install -y --no-install-recommends$$missing"; exit 1; \
	fi; \
	mkdir -p $(BUILD); log=$(BUILD)/$@.log; \
	echo "$@: installing them; what apt says is in $$log"; \
	{ apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq --no-install-recommends $$missing; } >$$log 2>&1 || { tail -n 20 $$log; exit 1; }; \
	echo "$@: done"
	$(if $(THEN),@$(MAKE) --no-print-directory $(THEN))

include runtime/install.mk
include compiler/cli/wasm/wasm.mk
include tests/tests.mk

DEMO = $(BUILD)/demo

$(DEMO)/%.h: examples/%.rig $(BUILD)/rigidc
	@mkdir -p $(@D)
	$(call said,RIG)
	$(Q)$(BUILD)/rigidc compile $< -o $@

$(DEMO)/%_demo: examples/%_demo.c $(DEMO)/%.h
	$(call said,CC)
	$(Q)$(CC) -O2 -Wall -I$(DEMO) -o $@ $< -lm

.PRECIOUS: $(DEMO)/%.h

running-leg: $(DEMO)/running_leg_demo
	@echo
	@$(DEMO)/running_leg_demo

demo: $(DEMO)/puma560_demo
	@echo
	@$(DEMO)/puma560_demo
	@echo
	@$(BUILD)/rigidc info examples/puma560.rig 2>/dev/null | tail -n 3

# what README.md and examples/struts show: the same bits wherever it is made
pictures: $(BUILD)/rigidc
	$(call said,SIM)
	$(Q)$(BUILD)/rigidc sim examples/double_pendulum.rig --time 6 --dt 0.04 --q '(2, 1)' --step '1 ms' \
	    --animate examples/double_pendulum.svg >$(BUILD)/double_pendulum.csv
	$(Q)$(BUILD)/rigidc sim examples/struts/crane.rig --time 5 --dt 0.1 --pose lifting --step '1 ms' \
	    --animate examples/struts/crane.svg >$(BUILD)/crane.csv

clean:
	rm -rf $(BUILD)

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)
