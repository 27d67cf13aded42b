# The benchmark: against textbook loops and other programs (tests/bench/README.md).

BENCH         = $(BUILD)/bench
BENCH_OBJECTS = $(addprefix $(BUILD)/obj/tests/bench/,contest.o contestant.o functions.o robot.o mujoco_contestant.o kdl_contestant.o) \
                $(addprefix $(BUILD)/obj/tests/peers/,mujoco_peer.o write_mjcf.o) $(TEST_OBJECTS)

$(BUILD)/obj/tests/bench/%.o: tests/bench/%.cpp $(BUILD)/flags | $(INSTALLED)
	@mkdir -p $(@D)
	$(call said,CXX)
	$(Q)$(CXX) $(CXXFLAGS) $(CPPFLAGS) -isystem /usr/include/eigen3 -MMD -MP -c -o $@ $<

$(BENCH)/contest: $(BENCH_OBJECTS) $(LIBRARY_OBJECTS)
	@mkdir -p $(@D)
	$(call said,LINK)
	$(Q)$(CXX) $(CXXFLAGS) $(LDFLAGS) -o $@ $^ -lmujoco -lorocos-kdl $(LIBS)

$(BENCH)/bodies: $(BUILD)/obj/tests/bench/robot.o $(TEST_OBJECTS)

$(BENCH)/bodies $(BENCH)/scale $(BENCH)/robots $(BENCH)/same_text: $(BENCH)/%: $(BUILD)/obj/tests/bench/%.o $(LIBRARY_OBJECTS)
	@mkdir -p $(@D)
	$(call said,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

bench: $(BUILD)/rigidc $(BENCH)/contest
	RIGIDC=$(BUILD)/rigidc perl tests/bench/bench.pl $(BENCH)

scale: $(BENCH)/scale
	$(BENCH)/scale $(BENCH) $(SCALE)

# Many states at once: make batch ROBOTS="MODEL..."
batch: $(BUILD)/rigidc
	@RIGIDC=$(BUILD)/rigidc sh tests/bench/batch.sh $(BENCH)/batch $(or $(ROBOTS),$(addprefix examples/,$(addsuffix .rig, \
	    ur5 iiwa14 panda solo12 anymal_b)))

# One state after the other, in all forms: make forms ROBOTS="MODEL..."
forms: $(BUILD)/rigidc
	@RIGIDC=$(BUILD)/rigidc CFLAGS="$(FORMS_CFLAGS)" sh tests/bench/forms.sh $(BENCH)/forms $(or $(ROBOTS),$(addprefix examples/, \
	    ur5.rig anymal_b.rig hand.rig))

# As a controller calls, now and then: make pauses ROBOTS="MODEL..."
pauses: $(BUILD)/rigidc
	@RIGIDC=$(BUILD)/rigidc sh tests/bench/pauses.sh $(BENCH)/pauses $(or $(ROBOTS),$(addprefix examples/,$(addsuffix .rig, \
	    ur5 iiwa14 solo12)))

# Bytes of machine code, beside the time of a call: make small ROBOTS="MODEL..."
small: $(BUILD)/rigidc
	@RIGIDC=$(BUILD)/rigidc sh tests/bench/small.sh $(BENCH)/small $(or $(ROBOTS),$(addprefix examples/, \
	    iiwa14.rig solo12.rig anymal_b.rig))

# What a call executes: make events ROBOTS="MODEL..." FORM="OPTIONS" COMPILER="gcc -O2"
events: $(BUILD)/rigidc
	@RIGIDC=$(BUILD)/rigidc sh tests/bench/events.sh $(BENCH)/events "$(FORM)" "$(or $(COMPILER),gcc -O2)" \
	    $(or $(ROBOTS),$(addprefix examples/,ur5.rig anymal_b.rig))

# Forward dynamics in float by both of its forms: make float ROBOTS="MODEL..."
float: $(BUILD)/rigidc
	@RIGIDC=$(BUILD)/rigidc sh tests/bench/float_fd.sh $(BENCH)/float $(or $(ROBOTS),$(addprefix examples/,$(addsuffix .rig, \
	    ur5 puma560_akb iiwa14 panda general6r solo12 anymal_b)))

# Errors in double and in float, beside fd and articulated bodies differentiated by dual numbers: make accuracy ROBOTS="MODEL..."
accuracy: $(BUILD)/rigidc $(BENCH)/bodies
	@RIGIDC=$(BUILD)/rigidc BODIES=$(BENCH)/bodies sh tests/bench/accuracy.sh $(BENCH)/accuracy $(or $(ROBOTS),$(addprefix examples/,$(addsuffix .rig, \
	    ur5 iiwa14 panda solo12)))

# Forward dynamics in contact beside fd, a row a phase: make contacts ROBOTS="MODEL [--OPTION...] PHASE... -- MODEL ..."
ON_FEET = examples/anymal_b.rig $(foreach foot,LF RF LH RH,--contact=$(foot)=$(foot)_FOOT) \
          --phase=two=LF,RH --phase=four=LF,RF,LH,RH LF two four
contacts: $(BUILD)/rigidc
	@RIGIDC=$(BUILD)/rigidc sh tests/bench/contacts.sh $(BENCH)/contacts $(or $(ROBOTS),$(ON_FEET))

# Steps of time and their derivatives beside MuJoCo: make steps ROBOTS="MODEL..."
steps: $(BUILD)/rigidc
	@RIGIDC=$(BUILD)/rigidc sh tests/bench/steps.sh $(BENCH)/steps $(or $(ROBOTS),$(addprefix examples/,$(addsuffix .rig, \
	    ur5 iiwa14 panda solo12 anymal_b)))

# The same function through Eigen, CasADi, FMI, JavaScript and PyTorch: make doors ROBOTS=MODEL
doors: $(BUILD)/rigidc
	@RIGIDC=$(BUILD)/rigidc sh tests/bench/doors.sh $(BENCH)/doors $(or $(ROBOTS),examples/ur5.rig)

# what frax asks for
FRAX_FLAGS = "--xla_cpu_multi_thread_eigen=false --xla_cpu_scheduler_type=CPU_SCHEDULER_TYPE_MEMORY_OPTIMIZED"

# Many states at once through rigidc.torch and rigidc.jax, beside the library's own batch: make learning ROBOTS=MODEL
learning: all $(CLIENTS)/torch/requirements.txt $(CLIENTS)/jax/requirements.txt
	@mkdir -p $(BENCH)/learning
	@$(BUILD)/rigidc export $(or $(ROBOTS),examples/ur5.rig) -o $(BENCH)/learning/robot.urdf
	@for each in torch jax; do \
	    $(BUILD)/rigidc compile $(or $(ROBOTS),examples/ur5.rig) -f fd --prefix=arm --array=$$each -o $(BENCH)/learning/module_$$each.py || exit 1; done
	@echo '| 4096 states of fd | us | times the batch |'
	@echo '|---|---|---|'
	@for each in torch jax; do JAX_PLATFORMS=cpu JAX_ENABLE_X64=1 XLA_FLAGS=$(FRAX_FLAGS) OPENBLAS_NUM_THREADS=1 RIGIDC_LIBRARY=$(BUILD)/librigidc.so PYTHONPATH=runtime/python \
	    $(CLIENTS)/$$each/bin/python tests/bench/learning.py $$each $(or $(ROBOTS),examples/ur5.rig) $(BENCH)/learning || exit 1; done

# From text to the first result, and a call, by each executor: make tiers ROBOTS="MODEL..."
$(BENCH)/tiers: $(BUILD)/obj/tests/bench/tiers.o $(BUILD)/librigidc.a
	@mkdir -p $(@D)
	$(call said,LINK)
	$(Q)$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

tiers: $(BENCH)/tiers
	@$(BENCH)/tiers $(ROBOTS)

# The code of libtcc beside that of gcc, of one text: make same-text ROBOTS="MODEL..."
same-text: $(BENCH)/same_text
	@$(BENCH)/same_text $(BENCH) $(or $(ROBOTS),$(addprefix examples/,ur5.rig iiwa14.rig anymal_b.rig))

# A row for every URDF of a folder: make robots ROBOTS=FOLDER
robots: $(BENCH)/robots
	@$(BENCH)/robots $(ROBOTS)/*.urdf

# Beside Pinocchio, C that CasADi writes of its templates, and MuJoCo 4, all of PyPI: make bench-peers ROBOTS="ur5 solo12" FUNCTIONS="rnea fd"
# ROUNDS=100. Two programs take minutes and 6 GB each to compile.
PEERS       = $(BENCH)/peers
PEERS_VENV  = $(BUILD)/tests/bench/peers
PEERS_SITE  = $(abspath $(wildcard $(PEERS_VENV)/lib/python3.*/site-packages))
PEERS_CXX   = nice -n 10 $(CXX) -std=c++17 -w -DBOOST_MPL_LIMIT_LIST_SIZE=30 -DBOOST_MPL_LIMIT_VECTOR_SIZE=30 -DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS \
              -DBOOST_FUSION_INVOKE_MAX_ARITY=12 -I$(PEERS_SITE)/cmeel.prefix/include -isystem /usr/include/eigen3
PEERS_LINK  = -L$(PEERS_SITE)/cmeel.prefix/lib -Wl,-rpath,$(PEERS_SITE)/cmeel.prefix/lib:$(PEERS_SITE)/casadi -lboost_serialization
PEERS_MADE  = $(addprefix $(PEERS)/,peers_casadi peers_pinocchio.so peers_mujoco.so peers_contest)

$(BUILD)/tests/bench/%/requirements.txt: tests/bench/requirements-%.txt
	@mkdir -p $(dir $(@D))
	$(call said,VENV)
	$(Q)python3 -m venv $(@D)
	$(Q)$(@D)/bin/pip install --quiet --disable-pip-version-check -r $< || { \
	    echo 'bench-$*: PyPI, or a mirror that pip knows, has what $< lists' >&2; exit 1; }
	@cp $< $@

# The templates over casadi::SX: what they compute is optimised later, in the C that they write.
$(PEERS)/peers_casadi: tests/bench/peers_casadi.cpp tests/bench/peers_held.h
	@mkdir -p $(@D)
	$(call said,CXX)
	$(Q)$(PEERS_CXX) -O0 -DPINOCCHIO_WITH_CASADI_SUPPORT -I$(PEERS_SITE)/casadi/include -o $@ $< -L$(PEERS_SITE)/casadi $(PEERS_LINK) -lcasadi

$(PEERS)/peers_pinocchio.so: tests/bench/peers_pinocchio.cpp tests/bench/peers_held.h
	@mkdir -p $(@D)
	$(call said,CXX)
	$(Q)$(PEERS_CXX) -O3 -march=native -DNDEBUG -shared -fPIC -fvisibility=hidden -o $@ $< $(PEERS_LINK)

$(PEERS)/peers_mujoco.so: tests/bench/peers_mujoco.c
	@mkdir -p $(@D)
	$(call said,CC)
	$(Q)$(CC) -O2 -shared -fPIC -I$(PEERS_SITE)/mujoco/include -o $@ $< $(wildcard $(PEERS_SITE)/mujoco/libmujoco.so.*) -Wl,-rpath,$(PEERS_SITE)/mujoco

$(PEERS)/peers_contest: tests/bench/peers_contest.c tests/bench/rounds.h
	@mkdir -p $(@D)
	$(call said,CC)
	$(Q)$(CC) -O2 $(WARNINGS) -o $@ $< -ldl

# The first make installs the packages, the second one knows where.
bench-peers: $(BUILD)/rigidc $(PEERS_VENV)/requirements.txt
	@$(MAKE) --no-print-directory $(PEERS_MADE)
	@RIGIDC=$(BUILD)/rigidc FUNCTIONS="$(FUNCTIONS)" ROUNDS=$(or $(ROUNDS),100) $(PEERS_VENV)/bin/python tests/bench/peers.py $(PEERS) $(ROBOTS)

# An NLP by the package for CasADi beside Pinocchio's graph: make nlp
nlp: $(BUILD)/rigidc $(PEERS_VENV)/requirements.txt
	@$(MAKE) --no-print-directory $(PEERS)/peers_casadi
	@rm -rf $(PEERS)/nlp && mkdir -p $(PEERS)/nlp
	@$(BUILD)/rigidc export examples/ur5.rig -o $(PEERS)/nlp/free.urdf 2>/dev/null
	@sed '/type="continuous"/{s/continuous/revolute/;s/$$/<limit lower="-10" upper="10" effort="0" velocity="0"\/>/}' $(PEERS)/nlp/free.urdf >$(PEERS)/nlp/ur5.urdf # else Pinocchio has cosines and sines of them
	@$(PEERS_VENV)/bin/python -c 'import sys, pinocchio; pinocchio.buildModelFromUrdf(sys.argv[1]).saveToBinary(sys.argv[2])' \
	    $(PEERS)/nlp/ur5.urdf $(PEERS)/nlp/ur5.bin
	@$(PEERS)/peers_casadi $(PEERS)/nlp/ur5.bin tool0 $(PEERS)/nlp/ fd
	@$(BUILD)/rigidc package examples/ur5.rig --for=casadi -f fd -o $(PEERS)/nlp/package && $(MAKE) --no-print-directory -C $(PEERS)/nlp/package >$(PEERS)/nlp/log
	@$(PEERS_VENV)/bin/python tests/bench/nlp.py $(PEERS)/nlp/package/ur5.so $(PEERS)/nlp/fd.casadi

# Kernels beside those of GRiD on a GPU: make bench-gpu ROBOTS="iiwa14 solo12" ARCH=sm_90. nvcc of PyPI compiles without a GPU, and the
# programs need nothing but a driver.
GPU_VENV = $(BUILD)/tests/bench/gpu

bench-gpu: $(BUILD)/rigidc $(GPU_VENV)/requirements.txt
	@RIGIDC=$(BUILD)/rigidc ARCH=$(or $(ARCH),sm_90) sh tests/bench/gpu.sh $(BENCH)/gpu $(GPU_VENV) $(or $(ROBOTS),iiwa14 solo12)
