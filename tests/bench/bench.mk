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
