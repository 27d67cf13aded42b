// rigidc.h for C++17: models and functions that free themselves, views of arrays whose sizes are checked, exceptions.
//
//     rigidc::Model arm = rigidc::Model::load("arm.rig");
//     rigidc::Function rnea = arm.function("rnea");
//     std::vector<double> q(arm.nq()), qd(arm.nv()), qdd(arm.nv()), tau(arm.nv());
//     rnea({ q, qd, qdd }, { tau });
//
// What begins with try_ throws nothing and returns a status; the rest throws rigidc::Error, and is not there with
// -fno-exceptions. Only that which says noexcept is for programs that may not allocate.
//
// A function keeps its model. Threads: as rigidc.h says. Pointers in the structs of rigidc.h live as long as the model.
#ifndef RIGIDC_HPP
#define RIGIDC_HPP

#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__cpp_exceptions)
#include <stdexcept>
#endif

#include "rigidc.h"

namespace rigidc {

using Status = rigidc_status;
using Tier = rigidc_tier;

// Numbers that lie one after the other and belong to somebody else: of a pointer and a count, an array of C, or what has data() and
// size(), as std::vector, std::array and std::span have.
template <class T> class View {
public:
	constexpr View() noexcept = default;
	constexpr View(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
	template <std::size_t N> constexpr View(T (&array)[N]) noexcept : data_(array), size_(N) {}
	template <class Container, class = std::enable_if_t<
	                               std::is_convertible_v<decltype(std::declval<Container &>().data()), T *> &&
	                               std::is_convertible_v<decltype(std::declval<Container &>().size()), std::size_t>>>
	constexpr View(Container &&container) noexcept
		: data_(container.data()), size_(static_cast<std::size_t>(container.size())) {}

	constexpr T *data() const noexcept { return data_; }
	constexpr std::size_t size() const noexcept { return size_; }

private:
	T *data_ = nullptr;
	std::size_t size_ = 0;
};

using Input = View<const double>;
using Output = View<double>;

// rigidc_diagnostic with texts of its own; an empty text: none.
struct Diagnostic {
	rigidc_severity severity;
	std::string check, file;
	int line, column, length;
	std::string text, help, note, note_file;
	int note_line, note_column;
};

#if defined(__cpp_exceptions)
// what() is all that the library said, with the lines of the model and carets below them.
class Error : public std::runtime_error {
public:
	Error(Status status, const std::string &message, std::vector<Diagnostic> diagnostics = {})
		: std::runtime_error(message), status_(status),
		  diagnostics_(std::make_shared<const std::vector<Diagnostic>>(std::move(diagnostics))) {}

	Status status() const noexcept { return status_; }
	const std::vector<Diagnostic> &diagnostics() const noexcept { return *diagnostics_; }

private:
	Status status_;
	std::shared_ptr<const std::vector<Diagnostic>> diagnostics_; // shared: exceptions are copied without throwing
};
#endif

// rigidc_options with lists of its own. What has no list is set in `plain`.
struct Options {
	rigidc_options plain{};
	std::vector<std::string> wrench, define, lock, parametrize, warning, no_pass, sensor, include, contact, phase, idle, without;
};

class Function;

class Model {
public:
	Model() noexcept = default; // of nothing
	Model(Model &&) noexcept = default;
	Model &operator=(Model &&) noexcept = default;
	Model(const Model &) = delete;
	Model &operator=(const Model &) = delete;

	// Where these fail messages() and diagnostics() say why.
	Status try_load(const char *path, const Options &options = {});
	Status try_read(const std::string &text, const char *name = "<text>", const Options &options = {});
	Status try_function(const char *name, Function &made); // by libtcc, or where that is not to be had the evaluator
	Status try_function(const char *name, Function &made, Tier tier);
	Status try_emit(const char *functions, std::string &header);
	Status try_emit(const char *functions, const char *include, std::string &header, std::string &source);
	Status try_dump(const char *functions, const char *pass, std::string &text);

	int nq() const noexcept { return rigidc_nq(get()); }
	int nv() const noexcept { return rigidc_nv(get()); }
	int nu() const noexcept { return rigidc_nu(get()); }
	int ns() const noexcept { return rigidc_ns(get()); }
	const char *messages() const noexcept { return rigidc_messages(get()); }
	std::vector<Diagnostic> diagnostics() const;

	// As structs of rigidc.h; lists are empty for a model of nothing.
	rigidc_model_info info() const noexcept;
	std::vector<rigidc_body_info> bodies() const { return all<rigidc_body_info>(rigidc_get_body); }
	std::vector<rigidc_joint_info> joints() const { return all<rigidc_joint_info>(rigidc_get_joint); }
	std::vector<rigidc_frame_info> frames() const { return all<rigidc_frame_info>(rigidc_get_frame); }
	std::vector<rigidc_coordinate_info> coordinates() const { return all<rigidc_coordinate_info>(rigidc_get_coordinate); }
	std::vector<rigidc_coordinate_info> velocities() const { return all<rigidc_coordinate_info>(rigidc_get_velocity); }
	std::vector<rigidc_param_info> params() const { return all<rigidc_param_info>(rigidc_get_param); }
	// Inputs that the model declares: numbers of u.
	std::vector<rigidc_param_info> declared_inputs() const { return all<rigidc_param_info>(rigidc_get_declared_input); }
	// Inputs with a rate: numbers of s.
	std::vector<rigidc_param_info> states() const { return all<rigidc_param_info>(rigidc_get_state); }
	std::vector<rigidc_pose_info> poses() const { return all<rigidc_pose_info>(rigidc_get_pose); }
	std::vector<rigidc_contact_info> contacts() const { return all<rigidc_contact_info>(rigidc_get_contact); }
	std::vector<rigidc_phase_info> phases() const { return all<rigidc_phase_info>(rigidc_get_phase); }
	std::vector<rigidc_strut_info> struts() const { return all<rigidc_strut_info>(rigidc_get_strut); }
	std::vector<rigidc_group_info> groups() const { return all<rigidc_group_info>(rigidc_get_group); }
	// Names of the fused functions of `generate`.
	std::vector<std::string> fused() const
	{
		std::vector<std::string> names;
		while (const char *name = rigidc_fused_name(get(), names.size()))
			names.emplace_back(name);
		return names;
	}

	rigidc_model *get() const noexcept { return model_.get(); }
	explicit operator bool() const noexcept { return model_ != nullptr; }

#if defined(__cpp_exceptions)
	static Model load(const std::string &path, const Options &options = {})
	{
		Model model;
		model.check(model.try_load(path.c_str(), options));
		return model;
	}
	static Model read(const std::string &text, const std::string &name = "<text>", const Options &options = {})
	{
		Model model;
		model.check(model.try_read(text, name.c_str(), options));
		return model;
	}
	Function function(const std::string &name);
	Function function(const std::string &name, Tier tier);
	// C of functions, "rnea,crba"; "": those the model names.
	std::string emit(const std::string &functions = "")
	{
		std::string header;
		check(try_emit(functions.c_str(), header));
		return header;
	}
	// The header, which the source includes by this name, and the source.
	std::pair<std::string, std::string> emit_pair(const std::string &functions, const std::string &include)
	{
		std::pair<std::string, std::string> made;
		check(try_emit(functions.c_str(), include.c_str(), made.first, made.second));
		return made;
	}
	std::string dump(const std::string &functions, const std::string &pass)
	{
		std::string text;
		check(try_dump(functions.c_str(), pass.c_str(), text));
		return text;
	}
#endif

private:
	using Shared = std::shared_ptr<rigidc_model>;

	template <class Info, class Get> std::vector<Info> all(Get get_one) const
	{
		std::vector<Info> found;
		Info info{};
		for (int i = 0; one(get_one, i, info) == RIGIDC_OK; i++)
			found.push_back(info);
		return found;
	}
	template <class Info> Status one(Status (*get_one)(const rigidc_model *, int, Info *), int i, Info &info) const noexcept
	{
		return get_one(get(), i, &info);
	}
	template <class Info> Status one(Status (*get_one)(const rigidc_model *, std::size_t, Info *), int i, Info &info) const noexcept
	{
		return get_one(get(), static_cast<std::size_t>(i), &info);
	}

	template <class Read> Status take(const Options &options, Read read);
#if defined(__cpp_exceptions)
	void check(Status status) const
	{
		if (status != RIGIDC_OK)
			throw Error(status, *messages() ? messages() : rigidc_strerror(status), diagnostics());
	}
#endif

	Shared model_;
};

class Function {
public:
	Function() noexcept = default; // of nothing: calls return RIGIDC_USAGE
	Function(Function &&) noexcept = default;
	Function &operator=(Function &&other) noexcept
	{
		function_ = std::move(other.function_); // which goes before its model does
		model_ = std::move(other.model_);
		return *this;
	}

	// Inputs and outputs in the order of the C signature. RIGIDC_USAGE, and nothing is written: one has another size, or
	// they are more or fewer.
	Status try_call(std::initializer_list<Input> inputs, std::initializer_list<Output> outputs) const noexcept
	{
		return try_call_many(1, inputs, outputs);
	}
	// Of `count` states, one right behind the other; an input of one state is the same for all.
	Status try_call_many(std::size_t count, std::initializer_list<Input> inputs, std::initializer_list<Output> outputs) const noexcept;
	// All parameters, in the order of their numbers; and one as text, "payload=3 kg".
	Status try_set_params(Input numbers) noexcept;
	Status try_set_param(const char *text) noexcept { return rigidc_set_param(get(), text); }
	void reset_params() noexcept { rigidc_set_params(get(), nullptr); }

	int inputs() const noexcept { return rigidc_inputs(get()); }
	int outputs() const noexcept { return rigidc_outputs(get()); }
	rigidc_array_info input(int number) const noexcept;
	rigidc_array_info output(int number) const noexcept;
	rigidc_code code() const noexcept { return rigidc_function_code(get()); }
	rigidc_function *get() const noexcept { return function_.get(); }
	explicit operator bool() const noexcept { return function_ != nullptr; }

#if defined(__cpp_exceptions)
	void operator()(std::initializer_list<Input> inputs, std::initializer_list<Output> outputs) const
	{
		call_many(1, inputs, outputs);
	}
	void call_many(std::size_t count, std::initializer_list<Input> inputs, std::initializer_list<Output> outputs) const
	{
		Status status = try_call_many(count, inputs, outputs);
		if (status != RIGIDC_OK)
			throw Error(status, status == RIGIDC_USAGE ? wanted(count) : rigidc_strerror(status));
	}
	void set_params(Input numbers)
	{
		Status status = try_set_params(numbers);
		if (status != RIGIDC_OK)
			throw Error(status, "parameters are " + std::to_string(params()) + " numbers, not " + std::to_string(numbers.size()));
	}
	void set_param(const std::string &text)
	{
		Status status = try_set_param(text.c_str());
		if (status != RIGIDC_OK)
			throw Error(status, model_ ? rigidc_messages(model_.get()) : rigidc_strerror(status));
	}
#endif

private:
	friend class Model;
	struct Free {
		void operator()(rigidc_function *function) const noexcept { rigidc_function_free(function); }
	};

	std::size_t params() const noexcept;
	std::string wanted(std::size_t count) const;

	std::shared_ptr<rigidc_model> model_; // before the function, which goes first
	std::unique_ptr<rigidc_function, Free> function_;
};

// --- how ---

template <class Read> Status Model::take(const Options &options, Read read)
{
	rigidc_options plain = options.plain;
	std::vector<const char *> text;
	const std::vector<std::string> *const lists[] = { &options.wrench, &options.define, &options.lock, &options.parametrize,
	                                                  &options.warning, &options.no_pass, &options.sensor, &options.include,
	                                                  &options.contact, &options.phase, &options.idle, &options.without };
	const char *const **const items[] = { &plain.wrench, &plain.define, &plain.lock, &plain.parametrize, &plain.warning,
	                                      &plain.no_pass, &plain.sensor, &plain.include, &plain.contact, &plain.phase, &plain.idle,
	                                      &plain.without };
	std::size_t *const counts[] = { &plain.wrenches, &plain.defines, &plain.locks, &plain.parametrizes, &plain.warnings,
	                                &plain.no_passes, &plain.sensors, &plain.includes, &plain.contacts, &plain.phases, &plain.idles,
	                                &plain.withouts };
	for (const auto *list : lists)
		for (const std::string &each : *list)
			text.push_back(each.c_str());
	for (std::size_t i = 0, at = 0; i < sizeof lists / sizeof *lists; at += lists[i]->size(), i++)
		if (!lists[i]->empty()) {
			*items[i] = text.data() + at;
			*counts[i] = lists[i]->size();
		}
	rigidc_model *model = nullptr;
	Status status = read(&plain, &model);
	model_ = Shared(model, rigidc_model_free);
	return status;
}

inline Status Model::try_load(const char *path, const Options &options)
{
	return take(options, [&](const rigidc_options *plain, rigidc_model **model) { return rigidc_load(path, plain, model); });
}

inline Status Model::try_read(const std::string &text, const char *name, const Options &options)
{
	return take(options, [&](const rigidc_options *plain, rigidc_model **model) {
		return rigidc_read(text.data(), text.size(), name, plain, model);
	});
}

inline Status Model::try_function(const char *name, Function &made, Tier tier)
{
	rigidc_function *function = nullptr;
	Status status = rigidc_function_new(get(), name, tier, &function);
	if (status == RIGIDC_OK) {
		made.function_.reset(function);
		made.model_ = model_;
	}
	return status;
}

inline Status Model::try_function(const char *name, Function &made)
{
	Status status = try_function(name, made, RIGIDC_TCC);
	return status == RIGIDC_UNAVAILABLE ? try_function(name, made, RIGIDC_EVALUATOR) : status;
}

inline Status Model::try_emit(const char *functions, std::string &header)
{
	const char *text = nullptr;
	Status status = rigidc_emit(get(), functions && *functions ? functions : nullptr, nullptr, &text, nullptr);
	if (status == RIGIDC_OK)
		header = text;
	return status;
}

inline Status Model::try_emit(const char *functions, const char *include, std::string &header, std::string &source)
{
	const char *prototypes = nullptr, *text = nullptr;
	Status status = rigidc_emit(get(), functions && *functions ? functions : nullptr, include ? include : "", &prototypes, &text);
	if (status == RIGIDC_OK) {
		header = prototypes;
		source = text;
	}
	return status;
}

inline Status Model::try_dump(const char *functions, const char *pass, std::string &text)
{
	const char *found = nullptr;
	Status status = rigidc_dump(get(), functions && *functions ? functions : nullptr, pass, &found);
	if (status == RIGIDC_OK)
		text = found;
	return status;
}

inline rigidc_model_info Model::info() const noexcept
{
	rigidc_model_info info{};
	info.name = info.doc = "";
	rigidc_get_model(get(), &info);
	return info;
}

inline std::vector<Diagnostic> Model::diagnostics() const
{
	std::vector<Diagnostic> found;
	const auto text = [](const char *each) { return std::string(each ? each : ""); };
	for (std::size_t i = 0, count = rigidc_diagnostics(get()); i < count; i++) {
		rigidc_diagnostic d{};
		if (rigidc_get_diagnostic(get(), i, &d) != RIGIDC_OK)
			break;
		found.push_back({ d.severity, text(d.check), text(d.file), d.line, d.column, d.length, text(d.text), text(d.help),
		                  text(d.note), text(d.note_file), d.note_line, d.note_column });
	}
	return found;
}

inline Status Function::try_call_many(std::size_t count, std::initializer_list<Input> inputs,
                                      std::initializer_list<Output> outputs) const noexcept
{
	constexpr int MOST = 64; // arrays of one kind; more are refused
	const double *in[MOST];
	double *out[MOST];
	std::ptrdiff_t stride[MOST];
	if (!function_ || inputs.size() > MOST || outputs.size() > MOST || inputs.size() != static_cast<std::size_t>(this->inputs()) ||
	    outputs.size() != static_cast<std::size_t>(this->outputs()))
		return RIGIDC_USAGE;
	const auto fits = [count](std::size_t all, std::size_t size) { return size ? all % size == 0 && all / size == count : !all; };
	int i = 0;
	for (const Input &each : inputs) {
		const std::size_t size = rigidc_input_size(get(), i);
		const bool shared = each.size() == size;
		if (!shared && !fits(each.size(), size))
			return RIGIDC_USAGE;
		stride[i] = shared ? 0 : static_cast<std::ptrdiff_t>(size);
		in[i++] = each.data();
	}
	i = 0;
	for (const Output &each : outputs) {
		if (!fits(each.size(), rigidc_output_size(get(), i)))
			return RIGIDC_USAGE;
		out[i++] = each.data();
	}
	return count ? rigidc_call_many(get(), count, in, stride, out, nullptr) : RIGIDC_OK;
}

inline Status Function::try_set_params(Input numbers) noexcept
{
	return !function_ || numbers.size() != params() ? RIGIDC_USAGE : rigidc_set_params(get(), numbers.data());
}

inline rigidc_array_info Function::input(int number) const noexcept
{
	rigidc_array_info info{};
	rigidc_get_input(get(), number, &info);
	return info;
}

inline rigidc_array_info Function::output(int number) const noexcept
{
	rigidc_array_info info{};
	rigidc_get_output(get(), number, &info);
	return info;
}

inline std::size_t Function::params() const noexcept
{
	std::size_t numbers = 0;
	for (std::size_t i = 0; i < rigidc_param_count(model_.get()); i++)
		numbers += rigidc_param_size(model_.get(), i);
	return numbers;
}

// What a call is to be given: "1 state of q[6] qd[6] -> tau[6]".
inline std::string Function::wanted(std::size_t count) const
{
	std::string text = "wanted " + std::to_string(count) + (count == 1 ? " state of" : " states of");
	for (int i = 0; i < inputs(); i++)
		text += std::string(" ") + rigidc_input_name(get(), i) + "[" + std::to_string(rigidc_input_size(get(), i)) + "]";
	text += " ->";
	for (int i = 0; i < outputs(); i++)
		text += std::string(" ") + rigidc_output_name(get(), i) + "[" + std::to_string(rigidc_output_size(get(), i)) + "]";
	return text;
}

#if defined(__cpp_exceptions)
inline Function Model::function(const std::string &name)
{
	Function made;
	check(try_function(name.c_str(), made));
	return made;
}

inline Function Model::function(const std::string &name, Tier tier)
{
	Function made;
	check(try_function(name.c_str(), made, tier));
	return made;
}
#endif

} // namespace rigidc

#endif
