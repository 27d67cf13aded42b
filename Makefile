# rigidc: rigid-body dynamics as straight-line C.
#
#   make             build/rigidc and build/librigidc.a
#   make deps        install the Debian packages that are missing (or print the command, without root)
#   make demo        compile examples/puma560.rig, build its C with cc, run it
#   make running-leg joint moments of a runner, from examples/running_leg.csv
#   make check       all tests, in TAP, by prove
#   make check-asan  the same under the address and undefined-behaviour sanitizers
#   make check-long  more random trees than `check`, and hard ones
#   make check-peers the dynamics against those of MuJoCo and KDL, which `make deps-peers` installs
#   make bench       times against textbook loops, MuJoCo and KDL; `make deps-bench` installs what it needs
#   make scale       how the compiler's time and memory grow, up to 10,000 bodies
#   make robots      ROBOTS=FOLDER: sizes, operations, times and lints of every URDF there
#   make fuzz-urdf   libFuzzer on the reader of URDF, for SECONDS=60
#   make install     PREFIX=/usr/local DESTDIR=
#
# WITHOUT_TCC=1 builds without libtcc: the evaluator and cc serve.

CC       = cc
CXX      = c++
PREFIX   = /usr/local
BUILD    = build
CFLAGS   = -O2 -g
WARNINGS = -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wconversion -Wvla
CPPFLAGS = -D_XOPEN_SOURCE=700 -Igrammar -Icompiler -Iruntime -I$(BUILD)/gen
BISON    = bison
FLEX     = flex
OBJCOPY  = objcopy

ALL_CFLAGS = -std=c11 $(WARNINGS) $(CPPFLAGS) $(CFLAGS) -MMD -MP

ifdef WITHOUT_TCC
ALL_CFLAGS += -DWITHOUT_TCC
LIBS = -lexpat -ldl -lpthread -lm
else
LIBS = -lexpat -ltcc -ldl -lpthread -lm
endif

LIBRARY_SOURCES = $(wildcard grammar/*.c compiler/*.c runtime/*.c)
COMMAND_SOURCES = $(wildcard compiler/cli/*.c)
LIBRARY_OBJECTS = $(LIBRARY_SOURCES:%.c=$(BUILD)/obj/%.o) $(BUILD)/obj/gen/parse.o $(BUILD)/obj/gen/scan.o
COMMAND_OBJECTS = $(COMMAND_SOURCES:%.c=$(BUILD)/obj/%.o)

.PHONY: all deps deps-peers deps-bench demo running-leg check check-asan check-long check-peers bench scale robots fuzz-urdf \
        install clean
.DELETE_ON_ERROR:

# `make deps demo` is one call: what deps installs must be there before anything is built.
ifneq ($(filter deps deps-peers deps-bench,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif

all: $(BUILD)/rigidc $(BUILD)/librigidc.a

# The command and the unit tests see the library's inside; its users see what rigidc.h declares.
$(BUILD)/rigidc: $(COMMAND_OBJECTS) $(LIBRARY_OBJECTS)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(COMMAND_OBJECTS) $(LIBRARY_OBJECTS) -ljansson $(LIBS)

$(BUILD)/librigidc.a: $(LIBRARY_OBJECTS)
	rm -f $@
	$(LD) -r -o $(BUILD)/librigidc.o $(LIBRARY_OBJECTS)
	$(OBJCOPY) --wildcard --keep-global-symbol='rigidc_*' $(BUILD)/librigidc.o
	$(AR) rcs $@ $(BUILD)/librigidc.o

$(BUILD)/gen/parse.c $(BUILD)/gen/parse.h &: grammar/parse.y
	@mkdir -p $(@D)
	$(BISON) -Wall -Werror --header=$(BUILD)/gen/parse.h -o $(BUILD)/gen/parse.c $<

$(BUILD)/gen/scan.c $(BUILD)/gen/scan.h &: grammar/scan.l
	@mkdir -p $(@D)
	$(FLEX) --header-file=$(BUILD)/gen/scan.h -o $(BUILD)/gen/scan.c $<

# the prelude as a C string, a line a line
$(BUILD)/gen/prelude.inc: grammar/prelude.rig
	@mkdir -p $(@D)
	sed 's/[\\"]/\\&/g; s/.*/"&\\n"/' $< > $@

GENERATED = $(BUILD)/gen/parse.h $(BUILD)/gen/scan.h $(BUILD)/gen/prelude.inc

$(BUILD)/obj/gen/%.o: $(BUILD)/gen/%.c $(GENERATED)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -Wno-unused-function -c -o $@ $<

$(BUILD)/obj/%.o: %.c Makefile | $(GENERATED)
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -c -o $@ $<

# contracted, its bits would not be those of the generated text
$(BUILD)/obj/compiler/sincos.o: ALL_CFLAGS += -ffp-contract=off

# What the build and the tests need, and why, is in README.md.
PACKAGES = gcc g++ libc6-dev make flex bison libtcc-dev tcc libexpat1-dev libjansson-dev libmpfr-dev check clang perl locales
# what `make check-peers` compares with
PEER_PACKAGES = libmujoco-dev liborocos-kdl-dev

# what `make bench` measures with, beside
BENCH_PACKAGES = $(PEER_PACKAGES) valgrind

deps: WANTED = $(PACKAGES)
deps-peers: WANTED = $(PEER_PACKAGES)
deps-bench: WANTED = $(BENCH_PACKAGES)

deps deps-peers deps-bench:
	@missing=; for p in $(WANTED); do \
	    dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'install ok installed' || missing="$$missing $$p"; \
	done; \
	if [ -z "$$missing" ]; then echo "$@: nothing is missing"; exit 0; fi; \
	echo "$@: missing:$$missing"; \
	if [ "$$(id -u)" != 0 ]; then \
	    echo "$@: run as root:  apt-get install -y --no-install-recommends$$missing"; exit 1; \
	fi; \
	apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
	    apt-get install -y -qq --no-install-recommends $$missing

# where the numbers of compiler/sincos.def come from
$(BUILD)/minimax: compiler/tools/minimax.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CFLAGS) -o $@ $<

include tests/tests.mk

DEMO = $(BUILD)/demo

$(DEMO)/%.h: examples/%.rig $(BUILD)/rigidc
	@mkdir -p $(@D)
	$(BUILD)/rigidc compile $< -o $@

$(DEMO)/%_demo: examples/%_demo.c $(DEMO)/%.h
	$(CC) -O2 -Wall -I$(DEMO) -o $@ $< -lm

.PRECIOUS: $(DEMO)/%.h

running-leg: $(DEMO)/running_leg_demo
	@echo
	@$(DEMO)/running_leg_demo

demo: $(DEMO)/puma560_demo
	@echo
	@$(DEMO)/puma560_demo
	@echo
	@$(BUILD)/rigidc info examples/puma560.rig 2>/dev/null | tail -n 3

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib $(DESTDIR)$(PREFIX)/include
	install -m 755 $(BUILD)/rigidc $(DESTDIR)$(PREFIX)/bin/rigidc
	install -m 644 $(BUILD)/librigidc.a $(DESTDIR)$(PREFIX)/lib/librigidc.a
	install -m 644 runtime/rigidc.h $(DESTDIR)$(PREFIX)/include/rigidc.h

clean:
	rm -rf $(BUILD)

-include $(shell find $(BUILD)/obj -name '*.d' 2>/dev/null)
