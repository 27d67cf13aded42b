# The benchmark: against textbook loops and other programs (tests/bench/README.md).

BENCH         = $(BUILD)/bench
BENCH_OBJECTS = $(addprefix $(BUILD)/obj/tests/bench/,contest.o contestant.o robot.o mujoco_contestant.o kdl_contestant.o) \
                $(addprefix $(BUILD)/obj/tests/peers/,mujoco_peer.o write_mjcf.o) $(TEST_OBJECTS)

$(BUILD)/obj/tests/bench/%.o: CPPFLAGS += -Itests/peers

$(BUILD)/obj/tests/bench/%.o: tests/bench/%.cpp Makefile
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS) $(CPPFLAGS) -isystem /usr/include/eigen3 -MMD -MP -c -o $@ $<

$(BENCH)/contest: $(BENCH_OBJECTS) $(LIBRARY_OBJECTS)
	@mkdir -p $(@D)
	$(CXX) $(CXXFLAGS) $(LDFLAGS) -o $@ $^ -lmujoco -lorocos-kdl $(LIBS)

$(BENCH)/scale: $(BUILD)/obj/tests/bench/scale.o $(LIBRARY_OBJECTS)
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS)

bench: $(BUILD)/rigidc $(BENCH)/contest
	RIGIDC=$(BUILD)/rigidc perl tests/bench/bench.pl $(BENCH)

scale: $(BENCH)/scale
	$(BENCH)/scale $(BENCH) $(SCALE)
