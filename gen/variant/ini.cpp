// SPDX-License-Identifier: MIT
#include "gen/variant/ini.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "gen/bddl/near_names.h"
#include "gen/error.h"
#include "gen/text/byte_order_mark.h"
#include "gen/text/notation_text.h"
#include "gen/text/whole_file.h"
#include "gen/variant/built_in.h"
#include "gen/variant/settle.h"

namespace zermelo::variant {
namespace {

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r\v\f";
  const std::size_t begin = text.find_first_not_of(blank);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(blank) - begin + 1);
}

// What is too long to be shown is cut; what a terminal might obey is shown as a number.
std::string in_quotes(std::string_view text) {
  constexpr std::size_t most = 40;
  std::string result = "\"";
  for (const char c : text.substr(0, most)) {
    if (static_cast<unsigned char>(c) < ' ' || c == 127)
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      result += c;
  }
  return result + (text.size() > most ? "...\"" : "\"");
}

const Section* find_section(std::span<const Section> sections, std::string_view name) {
  const auto found = std::find_if(sections.begin(), sections.end(),
                                  [&](const Section& s) { return s.name == name; });
  return found == sections.end() ? nullptr : &*found;
}

Section read_heading(std::string_view line, const std::string& place) {
  if (line.back() != ']')
    throw SyntaxError(fmt::format("{}: a section's name ends with ]: {}", place, in_quotes(line)));
  const std::string_view inside = line.substr(1, line.size() - 2);
  const std::size_t colon = inside.find(':');
  Section section;
  section.name = trimmed(inside.substr(0, colon));
  if (colon != inside.npos) section.parent = trimmed(inside.substr(colon + 1));
  section.place = place;
  if (section.name.empty()) throw SyntaxError(place + ": this section has no name");
  return section;
}

Setting read_setting(std::string_view line, const std::string& place) {
  const std::size_t equals = line.find('=');
  if (equals == line.npos)
    throw SyntaxError(fmt::format("{}: this line is not a section, a setting or a comment: {}",
                                  place, in_quotes(line)));
  return {std::string(trimmed(line.substr(0, equals))),
          std::string(trimmed(line.substr(equals + 1))), place};
}

}  // namespace

VariantFile::VariantFile(std::string_view text, std::string file_name)
    : VariantFile(text, std::move(file_name), false) {}

VariantFile::VariantFile(std::string_view text, std::string file_name, bool is_built_in)
    : file_name_(std::move(file_name)), is_built_in_(is_built_in) {
  if (text.substr(0, byte_order_mark.size()) == byte_order_mark)
    text.remove_prefix(byte_order_mark.size());
  std::size_t number = 0;
  for (const std::string_view whole : split(text, '\n')) {
    ++number;
    const std::string_view line = trimmed(whole);
    if (line.empty() || line[0] == '#' || line[0] == ';') continue;
    const std::string place = fmt::format("{}:{}", file_name_, number);
    if (line[0] == '[') {
      add_section(read_heading(line, place));
    } else if (sections_.empty()) {
      throw SyntaxError(fmt::format("{}: this stands before the first section, such as [{}]: {}",
                                    place, "name:chess", in_quotes(line)));
    } else {
      sections_.back().settings.push_back(read_setting(line, place));
    }
  }
}

void VariantFile::add_section(Section section) {
  if (const Section* const other = find_section(sections_, section.name))
    throw SyntaxError(fmt::format("{}: there is a section {} already, {}", section.place,
                                  in_quotes(section.name), other->place));
  section.built_in = is_built_in_;
  sections_.push_back(std::move(section));
}

std::vector<std::string> VariantFile::known() const {
  std::vector<std::string> all = names();
  if (!is_built_in_) {
    for (const std::string& name : built_in_variants().names()) all.push_back(name);
  }
  return all;
}

VariantFile VariantFile::read(const std::string& path) {
  return VariantFile(read_whole_file(path), path);
}

std::vector<std::string> VariantFile::names() const {
  std::vector<std::string> names;
  for (const Section& section : sections_) names.push_back(section.name);
  return names;
}

// A section behind all that it copies. Those are before it, or built in, so that this ends.
std::vector<const Section*> VariantFile::chain(std::string_view name) const {
  std::vector<const Section*> links;
  const Section* section = before(name, sections_.size());
  while (section != nullptr) {
    links.push_back(section);
    if (section->parent.empty()) break;
    const VariantFile& file = section->built_in ? built_in_variants() : *this;
    const Section* const parent =
        file.before(section->parent, static_cast<std::size_t>(section - file.sections_.data()));
    if (parent == nullptr)
      throw SyntaxError(
          fmt::format("{}: no section before this one, and nothing built in, is "
                      "called {}, which it copies{}.",
                      section->place, in_quotes(section->parent),
                      bddl::did_you_mean(section->parent, known())));
    section = parent;
  }
  if (links.empty())
    throw UsageError(fmt::format("{} has no variant {}{}.", file_name_, in_quotes(name),
                                 bddl::did_you_mean(name, known())));
  std::reverse(links.begin(), links.end());
  return links;
}

// The section of this name among the first ones, or the one that is built in.
const Section* VariantFile::before(std::string_view name, std::size_t first) const {
  const Section* const section = find_section(std::span(sections_).first(first), name);
  if (section != nullptr || is_built_in_) return section;
  return find_section(built_in_variants().sections_, name);
}

Variant VariantFile::variant(std::string_view name) const { return settle(chain(name)); }

std::string VariantFile::text_of(std::string_view name) const {
  // A section may copy one of the same name that is built in, which a single file cannot say.
  std::string text, parent;
  std::vector<std::string> taken;
  for (const Section* const section : chain(name)) {
    std::string called = section->name;
    while (std::ranges::find(taken, called) != taken.end()) called += "'";
    taken.push_back(called);
    text +=
        parent.empty() ? fmt::format("[{}]\n", called) : fmt::format("[{}:{}]\n", called, parent);
    for (const Setting& s : section->settings) text += fmt::format("{} = {}\n", s.name, s.value);
    parent = called;
  }
  return text;
}

const VariantFile& built_in_variants() {
  static const VariantFile file(built_in_text(), "variants.ini (built in)", true);
  return file;
}

namespace {

// Calls ask(file, name of the section).
template <class Ask>
auto in_file_of(std::string_view text, Ask&& ask) {
  const std::size_t colon = text.rfind(':');
  if (colon == text.npos) return ask(built_in_variants(), text);
  return ask(VariantFile::read(std::string(text.substr(0, colon))), text.substr(colon + 1));
}

}  // namespace

VariantText find_variant_text(std::string_view text) {
  return in_file_of(text, [](const VariantFile& file, std::string_view name) {
    return VariantText{std::string(name), file.text_of(name)};
  });
}

Variant find_variant(std::string_view text) {
  return in_file_of(
      text, [](const VariantFile& file, std::string_view name) { return file.variant(name); });
}

namespace {

Variant variant_with_rules(const ParameterTexts& parameters) {
  const auto name = parameters.find("name"), rules = parameters.find("rules");
  if (rules == parameters.end()) {
    if (name == parameters.end())
      throw UsageError("Which variant? Give its name, as in: variant name=chess.");
    return built_in_variants().variant(name->second);
  }
  const VariantFile file(rules->second, "variants.ini");
  if (file.names().empty()) throw UsageError("The rules of this variant are empty.");
  return file.variant(file.names().back());
}

}  // namespace

Variant variant_of(const ParameterTexts& parameters) {
  for (const auto& [key, value] : parameters) {
    if (key != "name" && key != "rules" && key != "endless")
      throw UsageError(fmt::format(
          "A chess variant has no parameter '{}': it has name, rules and endless.", key));
  }
  Variant variant = variant_with_rules(parameters);
  if (const auto endless = parameters.find("endless"); endless != parameters.end()) {
    if (endless->second != "draw")
      throw UsageError(
          fmt::format("Play without end can be a draw, and not '{}'.", endless->second));
    variant.endless = Outcome::draw;
    variant.perpetual_check_loses = false;
    variant.endless_rule.clear();
  }
  return variant;
}

}  // namespace zermelo::variant
