# The tests: programs in C over the library (Check prints their TAP), and shell scripts over the command.

TEST_PROGRAMS = unit_test dense_test random_trees forces_test joints_test frames_test coupling_test wrench_test \
                expressions_test options_test examples_test passes_test shapes_test anneal_test sincos_test sincos_error \
                urdf_dense_test
TEST_SCRIPTS  = $(wildcard tests/*_test.sh tests/*_test.pl)
TEST_BINARIES = $(TEST_PROGRAMS:%=$(BUILD)/tests/%)
TEST_LIBS     = -lcheck -lsubunit -lrt $(LIBS)
# the independent references and the generator of trees, shared by the programs
TEST_SHARED   = dense dense_spline random_tree hard_tree random_couple random_write random_wrench literal
TEST_OBJECTS  = $(TEST_SHARED:%=$(BUILD)/obj/tests/%.o)

$(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(TEST_OBJECTS) $(BUILD)/librigidc.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< $(TEST_OBJECTS) $(BUILD)/librigidc.a $(TEST_LIBS)

$(BUILD)/obj/tests/%.o: CPPFLAGS += -Itests

# these look inside
INSIDE = unit_test passes_test shapes_test anneal_test random_trees sincos_test sincos_error
$(BUILD)/tests/unit_test: $(BUILD)/obj/tests/dense_spline.o
$(BUILD)/tests/shapes_test: $(TEST_OBJECTS)
$(BUILD)/tests/passes_test $(BUILD)/tests/random_trees: $(TEST_OBJECTS) $(BUILD)/obj/tests/configuration.o
$(INSIDE:%=$(BUILD)/tests/%): $(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(LIBRARY_OBJECTS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(TEST_LIBS)

$(BUILD)/tests/sincos_error: TEST_LIBS += -lmpfr -lgmp

# so do the table of robots and the fuzzer
$(BUILD)/tests/robots $(BUILD)/tests/fuzz/urdf: $(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(LIBRARY_OBJECTS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< $(LIBRARY_OBJECTS) $(LIBS)

.SECONDARY: $(TEST_OBJECTS) $(BUILD)/obj/tests/configuration.o $(TEST_PROGRAMS:%=$(BUILD)/obj/tests/%.o)

check: all $(TEST_BINARIES)
	RIGIDC=$(BUILD)/rigidc RIGIDC_SCRATCH=$(BUILD)/tests prove -j2 --timer -e "" $(TEST_BINARIES) $(TEST_SCRIPTS)

# What is no success, with the name of the target; fails unless all is well and the plan at the end was reached.
FAILED = awk -v target=$@ '/^not ok/ { bad = 1 } /^1\.\./ { plan = 1 } !/^ok/ { print target ": " $$0 } END { exit bad || !plan }'

# At every -O of the C compilers 500 random trees and 1250 hard ones; -j runs several at once.
LEVELS      = 0 1 2 3
LONG_RANDOM = $(LEVELS:%=long-random-%)
LONG_HARD   = $(LEVELS:%=long-hard-%)
.PHONY: long-sincos $(LONG_RANDOM) $(LONG_HARD)

check-long: long-sincos $(LONG_RANDOM) $(LONG_HARD)

long-sincos: $(BUILD)/tests/sincos_error
	RIGIDC_POINTS=10000000 RIGIDC_SEED=$$(date +%s) $<

$(LONG_RANDOM): SCOPE = RIGIDC_TREES=500
$(LONG_HARD): SCOPE = RIGIDC_SCOPE=hard RIGIDC_TREES=1250
$(LONG_RANDOM): LEVEL = $(@:long-random-%=-O%)
$(LONG_HARD): LEVEL = $(@:long-hard-%=-O%)
$(LONG_RANDOM) $(LONG_HARD): $(BUILD)/tests/random_trees
	@mkdir -p $(BUILD)/$@
	RIGIDC_SCRATCH=$(BUILD)/$@ RIGIDC_SEED=$$(date +%s) RIGIDC_OPT=$(LEVEL) $(SCOPE) $< | $(FAILED)

# Comparisons with other programs, which need their libraries.
PEER_TESTS  = mujoco_test kdl_test
PEER_SHARED = $(TEST_OBJECTS) $(BUILD)/obj/tests/peers/peers.o $(BUILD)/obj/tests/peers/urdf_scan.o $(BUILD)/librigidc.a
CXXFLAGS    = $(CFLAGS) -std=c++17 -Wall -Wextra

$(BUILD)/tests/peers/mujoco_test: $(addprefix $(BUILD)/obj/tests/peers/,mujoco_test.o mujoco_peer.o write_mjcf.o) $(PEER_SHARED)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lmujoco $(LIBS)

$(BUILD)/tests/peers/kdl_test: $(BUILD)/obj/tests/peers/kdl_test.o $(PEER_SHARED)
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS) $(LDFLAGS) -o $@ $^ -lorocos-kdl $(LIBS)

$(BUILD)/obj/tests/peers/%.o: tests/peers/%.cpp Makefile
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS) $(CPPFLAGS) -isystem /usr/include/eigen3 -MMD -MP -c -o $@ $<

check-peers: $(PEER_TESTS:%=$(BUILD)/tests/peers/%)
	RIGIDC_SCRATCH=$(BUILD)/tests/peers prove --timer -e "" $^

# Another build directory, so that nothing is mixed.
check-asan:
	RIGIDC_TREES=60 RIGIDC_TIMEOUT=120 $(MAKE) --no-print-directory BUILD=$(BUILD)/asan \
	    CFLAGS='-O1 -g -DRIGIDC_AUDIT -fsanitize=address,undefined -fno-sanitize-recover=undefined' check

# A row for every URDF of a folder: make robots ROBOTS=FOLDER
robots: $(BUILD)/tests/robots
	@$(BUILD)/tests/robots $(ROBOTS)/*.urdf

# libFuzzer for SECONDS, from the robots of tests/urdf on; what is found grows in $(BUILD)/fuzz/corpus.
SECONDS = 60
FUZZING = -fsanitize=fuzzer-no-link,address,undefined
fuzz-urdf:
	$(MAKE) --no-print-directory BUILD=$(BUILD)/fuzz CC=clang CFLAGS='-O1 -g -fno-sanitize-recover=undefined $(FUZZING)' \
	    LDFLAGS=-fsanitize=fuzzer $(BUILD)/fuzz/tests/fuzz/urdf
	@mkdir -p $(BUILD)/fuzz/corpus
	$(BUILD)/fuzz/tests/fuzz/urdf -max_total_time=$(SECONDS) -timeout=60 -max_len=4096 -dict=tests/fuzz/urdf.dict \
	    -artifact_prefix=$(BUILD)/fuzz/ -print_final_stats=1 -close_fd_mask=0 $(BUILD)/fuzz/corpus tests/urdf 2>&1 | \
	    grep -E 'ERROR|SUMMARY|abort|runtime error|Test unit|executed_units|average_exec|#[0-9]+.*DONE'

include tests/bench/bench.mk
