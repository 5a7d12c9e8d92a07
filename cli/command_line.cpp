// SPDX-License-Identifier: MIT
#include "cli/command_line.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <utility>

#include "gen/error.h"

namespace zermelo::cli {
namespace {

template <class Check>
void add_check(CLI::Option& option, Check check, InHelp help) {
  if (help == InHelp::name_only) check.description("");
  option.check(std::move(check));
}

// CLI11 complains of a missing verb even if one was given that it does not know.
std::string parse_failure(const CLI::App& program, const CLI::ParseError& error) {
  if (!program.get_subcommands().empty()) return error.what();
  const auto rest = program.remaining();
  return rest.empty() ? "Name a verb"
                      : fmt::format("There is no verb or option '{}'", rest.front());
}

// (In the help, some continue on a second line.)
std::string without_line_breaks(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

OptionShape shape_of(const CLI::Option& option, const ValueKind& kind) {
  OptionShape shape;
  shape.is_word = option.get_positional();
  shape.meaning = without_line_breaks(option.get_description());
  shape.value_name = option.get_type_name();
  shape.kind = kind;
  const int most = option.get_items_expected_max();  // (very many, where there is no limit)
  shape.repeats = most >= CLI::detail::expected_max_vector_size;
  shape.values = shape.repeats ? 1 : most;
  if (shape.is_word) {
    shape.names = {option.get_name(true, false)};
    return shape;
  }
  for (const std::string& name : option.get_snames()) shape.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) shape.names.push_back("--" + name);
  return shape;
}

VerbShape shape_of(const CLI::App& verb, const ValueKinds& kinds) {
  VerbShape shape{verb.get_name(), verb.get_description(), {}};
  for (const CLI::Option* option : verb.get_options()) {
    const auto kind = kinds.find(option);
    shape.options.push_back(shape_of(*option, kind == kinds.end() ? ValueKind{} : kind->second));
  }
  return shape;
}

}  // namespace

// --- Option --------------------------------------------------------------------------------------

Option& Option::required() {
  option_->required();
  return *this;
}

Option& Option::value_name(const std::string& name) {
  option_->type_name(name);
  return *this;
}

Option& Option::values(int count) {
  option_->expected(count)->allow_extra_args(false);
  return *this;
}

Option& Option::one_value() {
  option_->allow_extra_args(false);
  return *this;
}

Option& Option::between(int least, int most, InHelp help) {
  add_check(*option_, CLI::Range(least, most), help);
  return *this;
}

Option& Option::between(std::int64_t least, std::int64_t most, InHelp help) {
  add_check(*option_, CLI::Range(least, most), help);
  return *this;
}

Option& Option::between(double least, double most, InHelp help) {
  add_check(*option_, CLI::Range(least, most), help);
  return *this;
}

Option& Option::above_zero() {
  // (The message of CLI::PositiveNumber has the 309 digits of the largest double.)
  option_->check(CLI::Validator(
      [](const std::string& text) {
        double value = 0;
        const bool is_number = CLI::detail::lexical_cast(text, value);
        return is_number && std::isfinite(value) && value > 0
                   ? std::string()
                   : fmt::format("'{}' is not a number above 0", text);
      },
      "POSITIVE"));
  return *this;
}

Option& Option::one_of(const Words& words, InHelp help) {
  add_check(*option_, CLI::IsMember(words), help);
  return suggests(words);
}

Option& Option::group(const std::string& name) {
  option_->group(name);
  return *this;
}

Option& Option::excludes(const Option& other) {
  option_->excludes(other.option_);
  return *this;
}

Option& Option::suggests(const Words& words) {
  *kind_ = {ValueKind::Kind::words, words};
  return *this;
}

Option& Option::file(const Words& endings) {
  *kind_ = {ValueKind::Kind::file, endings};
  return *this;
}

Option& Option::folder() {
  *kind_ = {ValueKind::Kind::folder, {}};
  return *this;
}

Option& Option::game(const Words& names) {
  *kind_ = {ValueKind::Kind::game, names};
  return *this;
}

// --- Arguments -----------------------------------------------------------------------------------

Option Arguments::keep(CLI::Option* option) { return Option(option, &(*kinds_)[option]); }

Option Arguments::option(const std::string& name, std::string& value, const std::string& meaning) {
  return keep(verb_->add_option(name, value, meaning));
}

Option Arguments::option(const std::string& name, Words& value, const std::string& meaning) {
  return keep(verb_->add_option(name, value, meaning));
}

Option Arguments::option(const std::string& name, int& value, const std::string& meaning) {
  return keep(verb_->add_option(name, value, meaning));
}

Option Arguments::option(const std::string& name, std::int64_t& value, const std::string& meaning) {
  return keep(verb_->add_option(name, value, meaning));
}

Option Arguments::option(const std::string& name, double& value, const std::string& meaning) {
  return keep(verb_->add_option(name, value, meaning));
}

Option Arguments::flag(const std::string& name, bool& value, const std::string& meaning) {
  return keep(verb_->add_flag(name, value, meaning));
}

// (By functions, because CLI11 takes an empty text for an absent option.)
Option Arguments::text(const std::string& name, const TakeText& take, const std::string& meaning) {
  return keep(verb_->add_option_function<std::string>(name, take, meaning));
}

Option Arguments::numbers(const std::string& name, const TakeNumbers& take,
                          const std::string& meaning) {
  return keep(verb_->add_option_function<std::vector<int>>(name, take, meaning));
}

Option Arguments::flag(const std::string& name, std::function<void()> take,
                       const std::string& meaning) {
  return keep(verb_->add_flag_callback(name, std::move(take), meaning));
}

void Arguments::footer(const std::string& text) { verb_->footer(text); }

bool Arguments::given() const { return verb_->parsed(); }

// --- CommandLine ---------------------------------------------------------------------------------

CommandLine::CommandLine(const Texts& texts)
    : program_(std::make_unique<CLI::App>(texts.description, texts.name)),
      kinds_(std::make_unique<ValueKinds>()) {
  program_->set_version_flag("--version", texts.version, "Print the version and exit");
  program_->require_subcommand(1);
  program_->get_formatter()->column_width(34);
  program_->footer(texts.footer);
}

CommandLine::~CommandLine() = default;

Arguments CommandLine::add_verb(const std::string& name, const std::string& meaning) {
  return Arguments(program_->add_subcommand(name, meaning), kinds_.get());
}

std::string CommandLine::parse(int argc, const char* const* argv) {
  try {
    program_->parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return program_->help();
  } catch (const CLI::CallForVersion& version) {
    return std::string(version.what()) + "\n";
  } catch (const CLI::ParseError& error) {
    std::string sentence = parse_failure(*program_, error);
    if (!sentence.ends_with('.')) sentence += '.';
    throw UsageError(sentence);
  }
  return "";
}

std::string CommandLine::verb() const {
  const auto verbs = program_->get_subcommands();
  return verbs.empty() ? "" : verbs.front()->get_name();
}

std::vector<VerbShape> CommandLine::shapes() const {
  std::vector<VerbShape> shapes = {shape_of(*program_, *kinds_)};
  shapes.front().name.clear();
  const CLI::App& program = *program_;
  for (const CLI::App* verb : program.get_subcommands([](const CLI::App*) { return true; }))
    shapes.push_back(shape_of(*verb, *kinds_));
  return shapes;
}

}  // namespace zermelo::cli
