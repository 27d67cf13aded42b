# The tests: programs in C over the library (Check prints their TAP), and shell scripts over the command.

# In rooms like the compiler's; a new file of tests is found by its name.
TEST_SOURCES  = tests/dynamics/random_trees.c tests/program/sincos_error.c \
                $(filter-out tests/peers/%,$(wildcard tests/*/*_test.c))
TEST_PROGRAMS = $(TEST_SOURCES:tests/%.c=%)
TEST_SCRIPTS  = $(filter-out tests/peers/% tests/clients/%,$(wildcard tests/*_test.pl tests/*/*_test.sh tests/*/*_test.pl))
TEST_BINARIES = $(TEST_PROGRAMS:%=$(BUILD)/tests/%)
TEST_LIBS     = -lcheck -lsubunit -lrt $(LIBS)
# the independent references and the generator of trees, shared by the programs
TEST_SHARED   = $(addprefix reference/,dense dense_joint dense_kinematics dense_relative dense_whole dense_dynamics dense_derivatives dense_regressor \
                                      dense_rows dense_rows_bounds dense_rows_system dense_rows_forces dense_rows_balance \
                                      dense_spline dense_state) \
                reference/sampled \
                $(addprefix trees/,random_tree hard_tree random_couple random_regressor random_write random_wrench random_rows random_contact random_loop random_linkage literal)
TEST_OBJECTS  = $(TEST_SHARED:%=$(BUILD)/obj/tests/%.o)

$(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(TEST_OBJECTS) $(BUILD)/librigidc.a
	@mkdir -p $(@D)
	$(call said,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $< $(TEST_OBJECTS) $(BUILD)/librigidc.a $(TEST_LIBS)

$(BUILD)/obj/tests/%.o: CPPFLAGS += -Itests -Iruntime

# What tests is compiled in two thirds of the time, and runs for a moment.
$(TEST_PROGRAMS:%=$(BUILD)/obj/tests/%.o): ALL_CFLAGS += $(patsubst -O2,-O1,$(filter -O2,$(CFLAGS)))

# these look inside
INSIDE = algebra/polynomial_test base/arena_test base/base_test base/elementary_test base/linear_test dag/growth_test grammar/same_reading_test grammar/print_rig_test grammar/format_test dag/dag_test rewrite/fold_sums_test rewrite/annealing_test rewrite/contract_fma_test \
         dynamics/random_trees dynamics/frames_test dynamics/assembly_test dynamics/contacts_test dynamics/linkages_test dynamics/loops_test dynamics/loop_identities_test dynamics/knees_test dynamics/kkt_test dynamics/postures_test dynamics/contact_identities_test dynamics/functions_test dynamics/identities_test dynamics/derivatives_test dynamics/operators_test dynamics/row_operators_test dynamics/steps_test \
         dynamics/params_test dynamics/inertial_test dynamics/payload_test dynamics/base_parameters_test dynamics/singular_test program/program_test program/sincos_test program/sincos_error c/sincos_text_test c/reserved_test \
         pipeline/passes_test pipeline/validate_test packages/template_test
INSIDE_OBJECTS = $(TEST_OBJECTS) $(addprefix $(BUILD)/obj/tests/trees/,configuration.o subject.o row_functions.o derivative_checks.o given_text.o model_tree.o) $(LIBRARY_OBJECTS)
$(INSIDE:%=$(BUILD)/tests/%): $(BUILD)/tests/%: $(BUILD)/obj/tests/%.o $(INSIDE_OBJECTS)
	@mkdir -p $(@D)
	$(call said,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(TEST_LIBS)

$(BUILD)/tests/packages/template_test: $(BUILD)/obj/compiler/cli/package/template.o $(BUILD)/obj/compiler/cli/package/values.o

$(BUILD)/tests/algebra/polynomial_test $(BUILD)/tests/base/elementary_test $(BUILD)/tests/dag/growth_test $(BUILD)/tests/program/sincos_error $(BUILD)/tests/dynamics/state_space_test: TEST_LIBS += -lmpfr -lgmp

# random trees for the scripts
$(BUILD)/tests/trees/draw: $(BUILD)/obj/tests/trees/draw.o $(TEST_OBJECTS)
	@mkdir -p $(@D)
	$(call said,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ -lm

# so do the harnesses of libFuzzer, and what calls them for a few files: NAME.seeds says in which folders; one is of
# a command
FUZZERS = $(patsubst tests/fuzz/%.seeds,%,$(wildcard tests/fuzz/*.seeds))
REPLAYS = $(FUZZERS:%=$(BUILD)/tests/fuzz/%_replay)
FUZZED_OBJECTS = $(LIBRARY_OBJECTS) $(filter-out %/main.o,$(COMMAND_OBJECTS))
$(FUZZERS:%=$(BUILD)/tests/fuzz/%): $(BUILD)/tests/fuzz/%: $(BUILD)/obj/tests/fuzz/%.o $(FUZZED_OBJECTS)
	@mkdir -p $(@D)
	$(call said,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(COMMAND_LIBS) $(LIBS)

$(REPLAYS): $(BUILD)/tests/fuzz/%_replay: $(BUILD)/obj/tests/fuzz/%.o $(BUILD)/obj/tests/fuzz/replay.o $(FUZZED_OBJECTS)
	@mkdir -p $(@D)
	$(call said,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(COMMAND_LIBS) $(LIBS)

# the command many times, its main under another name
COMMANDS = $(BUILD)/tests/model/commands
$(BUILD)/obj/tests/model/command_main.o: $(BUILD)/obj/compiler/cli/main/main.o
	@mkdir -p $(@D)
	$(Q)$(OBJCOPY) --redefine-sym main=command_main $< $@

$(COMMANDS): $(BUILD)/obj/tests/model/commands.o $(BUILD)/obj/tests/model/command_main.o $(FUZZED_OBJECTS)
	@mkdir -p $(@D)
	$(call said,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(COMMAND_LIBS) $(LIBS)

.SECONDARY: $(INSIDE_OBJECTS) $(TEST_PROGRAMS:%=$(BUILD)/obj/tests/%.o)

# What is missing is said before anything is built.
ifneq ($(filter check check-programs check-quick check-long,$(MAKECMDGOALS)),)
ifeq ($(INSTALLED),)
HASH    := \#
MISSING := $(shell for tool in perl prove flex bison; do command -v $$tool >/dev/null || echo $$tool; done; \
             for header in check mpfr expat jansson; do \
                 echo "$(HASH)include <$$header.h>" | $(CC) -E -x c - >/dev/null 2>&1 || echo $$header.h; done)
$(if $(MISSING),$(error the tests need $(MISSING): `make deps check` installs what is missing))
endif
endif

# Three levels, which RIGIDC_LEVEL tells the tests: level.h, tap.sh, Shell.pm. The longest come first, so that two at once end
# together.
LONGEST = c/every_function_test.sh pipeline/counts_test.sh runtime/builds_test.sh c/modes_test.sh c/limb_lanes_test.sh cli/readme_test.pl gpu/kernels_test.sh \
          c/batch_test.sh cli/hostile_test.pl c/compact_test.sh c/eigen_test.sh runtime/python_test.sh module/module_test.sh \
          dynamics/row_operators_test dynamics/operators_test packages/package_test.sh model/wrong_test.sh c/generated_c_test.sh \
          packages/fmi_test.sh c/self_test.sh c/stages_test.sh model/bounds_test.sh cli/examples_test.sh grammar/urdf_test.sh \
          dynamics/platforms_test.pl dynamics/random_trees dynamics/params_test targets/subset_test.sh \
          packages/optimal_control_test.sh runtime/reproducible_test.sh c/bytes_test.sh dynamics/loops_test dynamics/functions_test \
          cli/lsp_test.pl cli/equations_test.pl model/order_test.pl runtime/cpp_test.sh dynamics/squeezer_test.sh pipeline/passes_test grammar/osim_test.pl \
          model/strut_test dynamics/linkages_test cli/linearize_test.pl packages/casadi_test.sh dynamics/knees_test grammar/language_test.pl \
          cli/faults_test.sh dynamics/contacts_test runtime/memory_test.sh proof/proof_test.sh dynamics/cassie_test.pl cli/report_test.sh \
          c/sincos_text_test cli/cli_test.sh c/phases_test.sh c/prepare_sines_test.pl dynamics/closed_forms_test.pl
QUICK   = $(addprefix $(BUILD)/tests/,base/arena_test base/base_test dag/dag_test grammar/same_reading_test dynamics/examples_test dynamics/functions_test \
              dynamics/contacts_test dynamics/derivatives_test dynamics/random_trees program/program_test) \
          $(addprefix tests/,rooms_test.pl order_test.pl links_test.pl c/clashes_test.pl model/wrong_test.sh cli/examples_test.sh pipeline/counts_test.sh)
# tests of what others compare with
OF_TESTS = $(filter $(BUILD)/tests/reference/%,$(TEST_BINARIES))
TESTS    = $(TEST_BINARIES) $(TEST_SCRIPTS)
ORDERED = $(foreach test,$(LONGEST),$(filter $(BUILD)/tests/$(test) tests/$(test),$(TESTS)))
# Programs that tests compile have no flags of the build under test.
PROVE   = env -u MAKEFLAGS -u CFLAGS -u LDFLAGS RIGIDC=$(BUILD)/rigidc RIGIDC_SCRATCH=$(BUILD)/tests prove -j2 --timer -e ""

# what `check` runs; -j builds several at once
check-programs: all $(filter-out $(OF_TESTS),$(TEST_BINARIES)) $(REPLAYS) $(BUILD)/tests/trees/draw $(COMMANDS)

check: check-programs
	@$(PROVE) $(ORDERED) $(filter-out $(ORDERED) $(OF_TESTS),$(TESTS))

check-quick: all $(filter $(BUILD)/%,$(QUICK)) $(COMMANDS)
	@RIGIDC_LEVEL=quick $(PROVE) $(QUICK)

# what LANGUAGE.md and DIAGNOSTICS.md have of the compiler's tables, and all rules of the grammar together
language: $(BUILD)/rigidc
	@RIGIDC=$(BUILD)/rigidc perl tests/grammar/language.pl

# the types of the functions of a model in Python
python-types: $(BUILD)/rigidc
	@python3 runtime/python/stubs.py $(BUILD)/rigidc

# the layout of all C, as in .clang-format
format:
	@find compiler runtime grammar tests examples -name '*.[ch]' | xargs clang-format -i

# comments that are made of pronouns, the worst first; FILES="..." of these
prose:
	@perl tests/prose.pl $(or $(FILES),$(shell git ls-files "compiler/*.[ch]" "runtime/*.[ch]" "grammar/*.[chyl]"))

# for compiler/OPERATIONS.md
operations: $(BUILD)/rigidc
	@RIGIDC=$(BUILD)/rigidc perl tests/pipeline/operations.pl

# What is no success, with the name of the target; fails unless all is well and the plan at the end was reached,
# which is 1..0 where the trees could not be set up.
FAILED = awk -v target=$@ '/^not ok/ { bad = 1 } /^1\.\.[1-9]/ { plan = 1 } \
         !/^ok/ { print target ": " $$0 } END { exit bad || !plan }'

# All tests at that level, from another seed each time; and random trees and hard ones at every -O of both C compilers.
# -j runs several at once.
LEVELS      = 0 1 2 3
LONG_RANDOM = $(LEVELS:%=long-random-%)
LONG_HARD   = $(LEVELS:%=long-hard-%)
.PHONY: long-tests $(LONG_RANDOM) $(LONG_HARD)

check-long: long-tests $(LONG_RANDOM) $(LONG_HARD)

long-tests: all $(TEST_BINARIES) $(REPLAYS) $(BUILD)/tests/trees/draw $(COMMANDS)
	RIGIDC_LEVEL=long RIGIDC_SEED=$$(date +%s) $(PROVE) $(ORDERED) $(filter-out $(ORDERED),$(TESTS))

$(LONG_RANDOM) $(LONG_HARD): $(BUILD)/tests/dynamics/random_trees
	@mkdir -p $(BUILD)/$@
	RIGIDC_LEVEL=long RIGIDC_SCRATCH=$(BUILD)/$@ RIGIDC_SEED=$$(date +%s) $< -O$(lastword $(subst -, ,$@)) $(filter hard,$(subst -, ,$@)) | $(FAILED)

# Comparisons with other programs, which need their libraries.
PEER_TESTS  = mujoco_test export_test conventions_test kdl_test simbody_test osim_test sdf_test
PEER_SHARED = $(TEST_OBJECTS) $(addprefix $(BUILD)/obj/tests/peers/,peers.o compare.o urdf_scan.o) $(BUILD)/librigidc.a
CXXFLAGS    = $(CFLAGS) -std=c++17 -Wall -Wextra

# MuJoCo 4, whose library and headers are in its package for Python. Their folder has the version of Python in its name.
MUJOCO         = $(shell echo $(BUILD)/tests/peers/dynamics/lib/python3*/site-packages/mujoco)
MUJOCO_LIBRARY = -L$(MUJOCO) -Wl,-rpath,$(abspath $(MUJOCO)) -l:$(notdir $(shell echo $(MUJOCO)/libmujoco.so.*))
MUJOCO_TESTS   = $(addprefix $(BUILD)/tests/peers/,mujoco_test export_test conventions_test)

$(BUILD)/obj/tests/mujoco/%.o: tests/peers/%.c $(BUILD)/flags $(BUILD)/tests/peers/dynamics/requirements.txt | $(INSTALLED)
	@mkdir -p $(@D)
	$(call said,CC)
	$(Q)$(CC) $(ALL_CFLAGS) -isystem $(MUJOCO)/include -c -o $@ $<

$(BUILD)/tests/peers/mujoco_test: $(addprefix $(BUILD)/obj/tests/mujoco/,mujoco_peer.o mujoco_derivatives.o write_mjcf.o)
$(MUJOCO_TESTS): $(BUILD)/tests/peers/%: $(BUILD)/obj/tests/mujoco/%.o $(PEER_SHARED)
	@mkdir -p $(@D)
	$(call said,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(MUJOCO_LIBRARY) $(LIBS)

$(BUILD)/tests/peers/kdl_test: $(BUILD)/obj/tests/peers/kdl_test.o $(PEER_SHARED)
	@mkdir -p $(@D)
	$(call said,LINK)
	$(Q)$(CXX) $(CXXFLAGS) $(LDFLAGS) -o $@ $^ -lorocos-kdl $(LIBS)

# looks inside, for trees of examples
$(BUILD)/tests/peers/simbody_test: $(addprefix $(BUILD)/obj/tests/,peers/simbody_test.o peers/simbody_peer.o peers/peers.o peers/urdf_scan.o trees/model_tree.o) \
                                   $(TEST_OBJECTS) $(LIBRARY_OBJECTS)
	@mkdir -p $(@D)
	$(call said,LINK)
	$(Q)$(CXX) $(CXXFLAGS) $(LDFLAGS) -o $@ $^ -lSimTKsimbody -lSimTKmath -lSimTKcommon $(LIBS)

$(BUILD)/tests/peers/osim_test: $(BUILD)/obj/tests/peers/osim_test.o $(PEER_SHARED)
	@mkdir -p $(@D)
	$(call said,LINK)
	$(Q)$(CXX) $(CXXFLAGS) $(LDFLAGS) -o $@ $^ -lSimTKsimbody -lSimTKmath -lSimTKcommon $(LIBS)

$(BUILD)/tests/peers/sdf_test: $(BUILD)/obj/tests/peers/sdf_test.o $(PEER_SHARED)
	@mkdir -p $(@D)
	$(call said,LINK)
	$(Q)$(CXX) $(CXXFLAGS) $(LDFLAGS) -o $@ $^ -ldart -lsdformat12 -lignition-math6 $(LIBS)

# pkg-config alone knows the folders of this library
$(BUILD)/obj/tests/peers/sdf_test.o: CPPFLAGS += $(patsubst -I%,-isystem %,$(filter -I%,$(shell pkg-config --cflags sdformat12)))

$(BUILD)/obj/tests/peers/%.o: tests/peers/%.cpp $(BUILD)/flags | $(INSTALLED)
	@mkdir -p $(@D)
	$(call said,CXX)
	$(Q)$(CXX) $(CXXFLAGS) $(CPPFLAGS) -isystem /usr/include/eigen3 -isystem /usr/include/simbody -MMD -MP -c -o $@ $<

# Programs of others from PyPI: each group is an environment of its own, as the versions it needs exclude those of the others.
PEER_GROUPS       = dynamics opensim models
PIP_OF_models     = --no-deps
PEER_ENVIRONMENTS = $(PEER_GROUPS:%=$(BUILD)/tests/peers/%/requirements.txt)

.PHONY: peer-environments

peer-environments: $(PEER_ENVIRONMENTS)
	@du -sh $(PEER_GROUPS:%=$(BUILD)/tests/peers/%)

$(BUILD)/tests/peers/%/requirements.txt: tests/peers/requirements-%.txt | $(INSTALLED)
	@mkdir -p $(@D)
	$(call said,PIP)
	$(Q)python3 -m venv $(@D)
	$(Q)$(@D)/bin/pip install --disable-pip-version-check $(PIP_OF_$*) -r $< >$(@D)/pip.log 2>&1 || { \
	    echo '$<: pip cannot install it. It needs PyPI, or a mirror named by `pip config set global.index-url URL`. See $(@D)/pip.log' >&2; exit 1; }
	@cp $< $@

# Tests of a group are run by its own Python.
PEERS_OF_dynamics = $(filter-out $(PEERS_OF_opensim),$(wildcard tests/peers/*_test.py))
PEERS_OF_opensim  = $(wildcard tests/peers/opensim_test.py)

define prove_group
	RIGIDC=$(BUILD)/rigidc RIGIDC_LIBRARY=$(BUILD)/librigidc.so PYTHONPATH=runtime/python \
	    prove --timer -e $(BUILD)/tests/peers/$(1)/bin/python $(PEERS_OF_$(1))

endef

.PHONY: check-peers-python

check-peers-python: $(BUILD)/librigidc.so $(BUILD)/rigidc $(PEER_ENVIRONMENTS)
	$(foreach group,$(PEER_GROUPS),$(if $(PEERS_OF_$(group)),$(call prove_group,$(group))))

check-peers: $(PEER_TESTS:%=$(BUILD)/tests/peers/%) $(BUILD)/rigidc $(BUILD)/librigidc.so check-peers-python
	RIGIDC=$(BUILD)/rigidc RIGIDC_SCRATCH=$(BUILD)/tests/peers prove --timer -e "" $(filter %_test,$^)
	RIGIDC=$(BUILD)/rigidc RIGIDC_LIBRARY=$(BUILD)/librigidc.so RIGIDC_PEER_PYTHON=$(BUILD)/tests/peers/dynamics/bin/python \
	    PYTHONPATH=runtime/python prove --timer tests/peers/mjcf_peer_test.pl

# Formulas of textbooks and of 200 random models, read by SymPy, Maxima and LaTeX.
SYMPY = $(BUILD)/tests/sympy
$(SYMPY)/bin/isympy: | $(INSTALLED)
	@mkdir -p $(@D)
	$(call said,PIP)
	$(Q)python3 -m venv $(SYMPY) && $(SYMPY)/bin/pip install --quiet --disable-pip-version-check sympy==1.14.0

check-equations: all $(SYMPY)/bin/isympy
	RIGIDC_LEVEL=long RIGIDC_ALL_READERS=1 $(PROVE) -v tests/cli/equations_test.pl

# All models of packages, each format out and back: a table.
PACKAGES_OF  = $(wildcard $(BUILD)/tests/peers/$(1)/lib/python3*/site-packages/$(2))
CORPORA      = $(foreach name,pybullet_data rtbdata cmeel.prefix/share/example-robot-data pydrake/share/drake,$(call PACKAGES_OF,dynamics,$(name))) \
               $(wildcard $(BUILD)/tests/peers/dynamics/share/iCub) \
               $(foreach name,dm_control gymnasium_robotics myo_sim bioscout msk_modelling_python Pose2Sim,$(call PACKAGES_OF,models,$(name)))
.PHONY: corpora

corpora: $(BUILD)/rigidc $(PEER_ENVIRONMENTS)
	RIGIDC=$(BUILD)/rigidc python3 tests/peers/corpora.py $(CORPORA)

# Shapes of the same models, as MuJoCo and Drake count them in exports: a table.
SHAPE_ENVIRONMENTS = $(foreach group,dynamics models,$(BUILD)/tests/peers/$(group)/requirements.txt)
check-shapes: $(BUILD)/rigidc $(SHAPE_ENVIRONMENTS)
	RIGIDC=$(BUILD)/rigidc $(BUILD)/tests/peers/dynamics/bin/python tests/peers/shapes.py $(CORPORA)

# What other tools can prove of generated C: of one model, told line by line, or of all examples in double, by Eva in
# float, and with --size=on; and that faults in it are found.
PROOF_EXAMPLES = $(wildcard examples/*.rig)
PROVE_PROOF    = RIGIDC=$(BUILD)/rigidc prove -j2 --timer -e "perl tests/proof/prove.pl"
check-proof: all
ifneq ($(MODEL),)
	@RIGIDC=$(BUILD)/rigidc perl tests/proof/prove.pl $(MODEL) $(OPTIONS)
else
	RIGIDC=$(BUILD)/rigidc prove --timer -e "" tests/proof/faults.sh
	$(PROVE_PROOF) $(PROOF_EXAMPLES)
	$(PROVE_PROOF) $(PROOF_EXAMPLES) :: --real=float --only=eva
	$(PROVE_PROOF) $(PROOF_EXAMPLES) :: --size=on -f rnea,crba,bias,gravity,fd
endif

# The page of a report in a browser: Chromium is Debian's, the rest npm's, in $(BUILD)/page. RIGIDC_SCREENSHOT=FILE leaves a
# picture of the first model's posture there; compiler/cli/page/posture.png is that of examples/iiwa14.rig in 64 colours.
PAGE_MODELS = examples/ur5.rig $(filter-out examples/ur5.rig,$(wildcard examples/*.rig)) $(wildcard examples/struts/*.rig examples/loops/*.rig examples/forces/*.rig examples/mechanisms/*.rig) \
              examples/gait/plates.rig tests/page/bars.rig tests/page/inputs.rig tests/page/rolling.rig tests/page/capped.rig tests/page/hostile.rig
CHROMIUM    = /usr/bin/chromium
$(BUILD)/page/node_modules/axe-core/axe.min.js:
	@mkdir -p $(@D)
	npm install --no-fund --no-audit --prefix $(BUILD)/page puppeteer-core@24.43.1 axe-core@4.14.1

check-page: all $(BUILD)/page/node_modules/axe-core/axe.min.js
	node tests/page/check.mjs $(BUILD)/page $(CHROMIUM) $(BUILD)/rigidc $(BUILD)/page $(PAGE_MODELS)

# The language server, by a client from npm, in $(BUILD)/lsp: EDITS=2000 random edits of each example.
LSP_MODELS = $(wildcard examples/*.rig examples/*/*.rig)
$(BUILD)/lsp/node_modules/vscode-languageserver-protocol/package.json:
	@mkdir -p $(@D)
	npm install --no-fund --no-audit --prefix $(BUILD)/lsp vscode-languageserver-protocol@3.17.5

check-lsp: all $(BUILD)/lsp/node_modules/vscode-languageserver-protocol/package.json
	node tests/lsp/extension.mjs $(BUILD)/lsp $(BUILD)/rigidc
	node tests/lsp/check.mjs $(BUILD)/lsp $(BUILD)/rigidc $(or $(EDITS),2000) $(or $(RIGIDC_SEED),1) $(LSP_MODELS)

# Times from a key to an answer: KEYS=1000 keys in each of ROBOTS="MODEL...".
lsp-times: $(BUILD)/rigidc
	@RIGIDC=$(BUILD)/rigidc perl tests/bench/lsp.pl $(or $(KEYS),1000) $(or $(ROBOTS),examples/ur5.rig examples/anymal_b.rig)

# Folders of `rigidc package`, with all that there is to build them.
check-packages: all
	RIGIDC=$(BUILD)/rigidc prove --timer -e "" tests/packages/package_test.sh tests/packages/more.sh

# The build and the quick tests in bare systems, as root.
SYSTEMS = bookworm trixie noble
check-systems:
	@sh tests/systems/check.sh $(BUILD)/systems $(SYSTEMS)

# Kernels on the devices that there are: an OpenCL device, which pocl makes of the processor, and a GPU with nvcc.
check-gpu: all $(BUILD)/tests/trees/draw
	RIGIDC=$(BUILD)/rigidc prove --timer -e "" tests/gpu/on_device.sh

# Other build directories, so that nothing is mixed. float-cast-overflow: a NaN or a large number cast to an integer.
UNDEFINED = undefined,float-cast-overflow
ASAN = $(MAKE) --no-print-directory BUILD=$(BUILD)/asan \
       CFLAGS='-O1 -g -DRIGIDC_VALIDATE -fsanitize=address,$(UNDEFINED) -fno-sanitize-recover=$(UNDEFINED)'
TSAN = $(MAKE) --no-print-directory BUILD=$(BUILD)/tsan CFLAGS='-O1 -g -fsanitize=thread'

check-asan:
	RIGIDC_TIMEOUT=120 $(ASAN) check

# Threads, watched: a race ends the program with an exit code of its own.
TSAN_TESTS = $(addprefix $(BUILD)/tsan/tests/runtime/,threads_test describe_test upgrade_test)
check-tsan:
	$(TSAN) $(TSAN_TESTS)
	RIGIDC_LEVEL=long prove --timer -e "" $(TSAN_TESTS)

# Callers over what `make install` installs of each of these builds.
check-callers: all
	$(ASAN) all
	$(TSAN) all
	for build in $(BUILD) $(BUILD)/asan $(BUILD)/tsan; do \
	    RIGIDC=$$build/rigidc prove --timer -e "" tests/runtime/callers.sh || failed=1; \
	done; exit $${failed:-0}

# libFuzzer for SECONDS, from the files of tests/fuzz/NAME.seeds on; what is found grows in $(BUILD)/fuzz/corpus, and
# an input that ends the program lies beside it.
SECONDS = 60
FUZZING = -fsanitize=fuzzer-no-link,address,$(UNDEFINED)
FUZZED  = $(FUZZERS:%=fuzz-%)
.PHONY: fuzz $(FUZZED)
$(FUZZED): fuzz-%:
	$(MAKE) --no-print-directory BUILD=$(BUILD)/fuzz CC=clang CFLAGS='-O1 -g -fno-sanitize-recover=$(UNDEFINED) $(FUZZING)' \
	    LDFLAGS=-fsanitize=fuzzer $(BUILD)/fuzz/tests/fuzz/$*
	@mkdir -p $(BUILD)/fuzz/corpus/$*
	$(BUILD)/fuzz/tests/fuzz/$* -max_total_time=$(SECONDS) -timeout=60 -max_len=4096 -dict=tests/fuzz/$*.dict \
	    -artifact_prefix=$(BUILD)/fuzz/$*- -print_final_stats=1 $(BUILD)/fuzz/corpus/$* \
	    $$(cat tests/fuzz/$*.seeds) >$(BUILD)/fuzz/$*.log 2>&1; code=$$?; \
	    grep -E 'ERROR|SUMMARY|abort|runtime error|Test unit|executed_units|average_exec|#[0-9]+.*DONE' $(BUILD)/fuzz/$*.log; \
	    exit $$code

# One after the other, all of them even if one finds something.
fuzz:
	@for name in $(FUZZERS); do $(MAKE) --no-print-directory fuzz-$$name || failed=1; done; exit $${failed:-0}

include tests/clients/clients.mk
include tests/bench/bench.mk
include tests/targets/targets.mk
