// rigidc.hpp as a program uses it, with and without exceptions. Says what is wrong and ends with 1 where something is.
// Called by cpp_test.sh, from the project's root.
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>
#if __cplusplus >= 202002L
#include <span>
#endif

#include "rigidc.hpp"

static int faults;

#define EXPECT(condition) ((condition) ? (void)0 : (void)(faults++, std::fprintf(stderr, "line %d: %s\n", __LINE__, #condition)))

static const char *const BAD = "model t\nbody link on world { joint a : revolute(z)\n  mass lentgh }\nconst length = 1 m\n";
static const double AT[6] = { 0.1, 0.2, 0.3, 0.4, 0.5, 0.6 };

static void functions_outlive_models()
{
	rigidc::Function rnea;
	std::array<double, 6> tau{}, again{};
	EXPECT(!rnea && rnea.try_call({ AT, AT, AT }, { tau }) == RIGIDC_USAGE);
	{
		rigidc::Model model;
		EXPECT(!model && model.nq() == 0 && model.info().bodies == 0 && model.bodies().empty());
		EXPECT(model.try_load("examples/ur5.rig") == RIGIDC_OK);
		EXPECT(model && model.nq() == 6 && std::strcmp(model.info().name, "ur5") == 0);
		EXPECT(model.try_function("rnea", rnea, RIGIDC_EVALUATOR) == RIGIDC_OK);
		EXPECT(model.try_function("rnes", rnea) == RIGIDC_INVALID && rnea);
		rigidc::Model other = std::move(model);
		EXPECT(other && !model);
		EXPECT(other.joints().size() == other.bodies().size() && other.coordinates().size() == 6 && other.velocities().size() == 6);
		EXPECT(other.frames().size() == 3 && other.params().empty() && other.fused().empty());
		EXPECT(other.contacts().empty() && other.phases().empty());
	}
	EXPECT(rnea.try_call({ AT, AT, AT }, { tau }) == RIGIDC_OK);
	rigidc::Function moved = std::move(rnea);
	EXPECT(moved.try_call({ AT, AT, AT }, { again }) == RIGIDC_OK && tau == again);
	EXPECT(moved.inputs() == 3 && moved.outputs() == 1 && moved.input(1).numbers == 6 && moved.output(0).rows == 6);
	EXPECT(moved.code() == nullptr);
	moved = rigidc::Function();
	EXPECT(!moved);
}

static void contacts_and_phases()
{
	rigidc::Model model;
	rigidc::Function push;
	EXPECT(model.try_load("tests/c/standing.rig") == RIGIDC_OK);
	const auto contacts = model.contacts();
	const auto phases = model.phases();
	EXPECT(contacts.size() == 7 && phases.size() == 3 && model.info().contacts == 7);
	EXPECT(std::strcmp(contacts[4].name, "rail") == 0 && contacts[4].rows == 1 && std::strcmp(contacts[4].row[0], "fz") == 0);
	EXPECT(phases[1].rows == 4 && phases[1].contact[1] == 4);
	EXPECT(model.try_function("rnea:lean", push, RIGIDC_EVALUATOR) == RIGIDC_OK);
	EXPECT(push.inputs() == 4 && std::strcmp(push.input(3).phase, "lean") == 0 && push.output(0).phase == nullptr);
}

static void fused_by_the_model()
{
	const std::string text = "model t\ngenerate rnea, dyn = crba + bias, e = energy\n"
	                         "body link on world { joint a : revolute(y); mass 2 kg; com (1, 0, 0) }\n";
	rigidc::Model model;
	rigidc::Function dyn, crba;
	double q[1] = { 0.1 }, qd[1] = { 0.2 }, M[2], h[1];
	EXPECT(model.try_read(text, "t.rig") == RIGIDC_OK);
	EXPECT((model.fused() == std::vector<std::string>{ "dyn", "e" }));
	EXPECT(model.try_function("dyn", dyn) == RIGIDC_OK && model.try_function("crba", crba) == RIGIDC_OK);
	EXPECT(dyn.try_call({ { q, 1 }, { qd, 1 } }, { { M, 1 }, { h, 1 } }) == RIGIDC_OK);
	EXPECT(crba.try_call({ { q, 1 } }, { { M + 1, 1 } }) == RIGIDC_OK && M[0] == M[1] && M[0] > 1.9);
}

static void views()
{
	rigidc::Model model;
	rigidc::Function rnea;
	EXPECT(model.try_load("examples/ur5.rig") == RIGIDC_OK && model.try_function("rnea", rnea) == RIGIDC_OK);
	const std::vector<double> q(AT, AT + 6);
	std::array<double, 6> qd{};
	double qdd[6] = { 0 }, c_tau[6];
	std::vector<double> tau(6), many(18), wrong(5);
	EXPECT(rnea.try_call({ q, qd, qdd }, { tau }) == RIGIDC_OK);
	EXPECT(rnea.try_call({ { AT, 6 }, qd, qdd }, { c_tau }) == RIGIDC_OK && std::memcmp(c_tau, tau.data(), sizeof c_tau) == 0);
	EXPECT(rnea.try_call({ q, qd, wrong }, { tau }) == RIGIDC_USAGE);
	EXPECT(rnea.try_call({ q, qd, qdd }, { wrong }) == RIGIDC_USAGE);
	EXPECT(rnea.try_call({ q, qd }, { tau }) == RIGIDC_USAGE);
	EXPECT(rnea.try_call({ q, qd, qdd }, {}) == RIGIDC_USAGE);
	std::vector<double> three(18, 0.0);
	std::copy(q.begin(), q.end(), three.begin() + 12);
	EXPECT(rnea.try_call_many(3, { three, qd, qdd }, { many }) == RIGIDC_OK);
	EXPECT(std::memcmp(many.data() + 12, tau.data(), sizeof c_tau) == 0 && many[1] != many[13]);
	EXPECT(rnea.try_call_many(3, { q, qd, qdd }, { many }) == RIGIDC_OK && many[0] == tau[0] && many[17] == tau[5]);
	EXPECT(rnea.try_call_many(3, { three, qd, qdd }, { tau }) == RIGIDC_USAGE);
	EXPECT(rnea.try_call_many(2, { three, qd, qdd }, { many }) == RIGIDC_USAGE);
	EXPECT(rnea.try_call_many(0, { q, qd, qdd }, { rigidc::Output() }) == RIGIDC_OK);
#if __cplusplus >= 202002L
	EXPECT(rnea.try_call({ std::span<const double>(AT), std::span<double>(qd), qdd }, { std::span<double>(tau) }) == RIGIDC_OK);
#endif
	static_assert(noexcept(rnea.try_call({ q }, { tau })), "");
	static_assert(!std::is_copy_constructible_v<rigidc::Function> && !std::is_copy_constructible_v<rigidc::Model>, "");
	static_assert(!std::is_convertible_v<const std::vector<double> &, rigidc::Output>, "what is const is no output");
	static_assert(!std::is_convertible_v<std::vector<float> &, rigidc::Input>, "");
}

static void what_is_wrong()
{
	rigidc::Model model;
	EXPECT(model.try_read(BAD, "robot.rig") == RIGIDC_INVALID);
	std::vector<rigidc::Diagnostic> said = model.diagnostics();
	EXPECT(said.size() == 1 && said[0].check == "unknown-name" && said[0].file == "robot.rig" && said[0].line == 3);
	EXPECT(said[0].severity == RIGIDC_ERROR && said[0].help.find("length") != std::string::npos && said[0].note.empty());
	EXPECT(std::strstr(model.messages(), "^~~~~~"));
	EXPECT(model.try_load("no/such/file") == RIGIDC_SYSTEM);
}

static void params_and_texts()
{
	rigidc::Model model;
	rigidc::Function rnea;
	rigidc::Options options;
	options.define = { "payload=1 kg" };
	options.lock = { "roll", "lift=-10 mm" };
	options.idle = { "elbow" };
	options.without = { "damping", "friction" };
	options.plain.prefix = "robot";
	const double zero[2] = { 0, 0 };
	double tau[2], numbers[12] = { 0 };
	std::string header, source, text;
	EXPECT(model.try_load("examples/scara.rig", options) == RIGIDC_OK && model.nq() == 2);
	EXPECT(model.params().size() == 3 && model.params()[0].usual[2] == -0.03);
	EXPECT(model.try_function("rnea", rnea) == RIGIDC_OK);
	EXPECT(rnea.try_set_params(numbers) == RIGIDC_OK && rnea.try_set_params(zero) == RIGIDC_USAGE);
	EXPECT(rnea.try_set_param("down=(0, 0, -9)") == RIGIDC_OK && rnea.try_set_param("down=(0, 0, -9) m") == RIGIDC_INVALID);
	EXPECT(rnea.try_set_param("payload=2 kg") == RIGIDC_INVALID);
	rnea.reset_params();
	EXPECT(rnea.try_call({ zero, zero, zero }, { tau }) == RIGIDC_OK);
	EXPECT(model.try_emit("rnea", header) == RIGIDC_OK && header.find("robot_rnea(") != std::string::npos);
	EXPECT(model.try_emit("rnea", "arm.h", header, source) == RIGIDC_OK && source.find("#include \"arm.h\"") != std::string::npos);
	EXPECT(model.try_emit("", header) == RIGIDC_OK);
	EXPECT(model.try_dump("rnea", "regroup", text) == RIGIDC_OK && !text.empty());
	EXPECT(model.try_dump("rnea", "no such", text) == RIGIDC_USAGE);
}

#if defined(__cpp_exceptions)
// What an action throws; of status RIGIDC_OK if nothing.
template <class Action> static rigidc::Error thrown(Action action)
{
	try {
		action();
	} catch (const rigidc::Error &error) {
		return error;
	}
	return rigidc::Error(RIGIDC_OK, "");
}

static void exceptions()
{
	rigidc::Model model = rigidc::Model::load("examples/ur5.rig");
	rigidc::Function both = model.function("both=crba+bias");
	std::vector<double> M(36), h(6), five(5);
	both({ AT, AT }, { M, h });
	EXPECT(M[0] > 0 && M[1] == M[6]);
	rigidc::Error sizes = thrown([&] { both({ AT, five }, { M, h }); });
	EXPECT(sizes.status() == RIGIDC_USAGE && std::strcmp(sizes.what(), "wanted 1 state of q[6] qd[6] -> M[36] h[6]") == 0);
	rigidc::Error bad = thrown([] { rigidc::Model::read(BAD, "robot.rig"); });
	EXPECT(bad.status() == RIGIDC_INVALID && bad.diagnostics().size() == 1 && std::strstr(bad.what(), "robot.rig:3:8: error"));
	EXPECT(thrown([&] { model.function("rnes"); }).status() == RIGIDC_INVALID);
	EXPECT(thrown([&] { model.dump("rnea", "no such"); }).status() == RIGIDC_USAGE);
	EXPECT(std::strstr(thrown([&] { both.set_params(AT); }).what(), "parameters are 0 numbers, not 6"));
	EXPECT(model.emit("rnea").find("ur5_rnea") != std::string::npos && !model.emit_pair("rnea", "a.h").second.empty());
	rigidc::Function rnea = rigidc::Model::load("examples/scara.rig").function("rnea");
	EXPECT(std::strstr(thrown([&] { rnea.set_param("payload=2 m"); }).what(), "payload=2 m"));
	rnea.set_param("payload=2 kg");
}
#else
static void exceptions() {}
#endif

int main()
{
	functions_outlive_models();
	contacts_and_phases();
	fused_by_the_model();
	views();
	what_is_wrong();
	params_and_texts();
	exceptions();
	return faults != 0;
}
