// SPDX-License-Identifier: MIT
#include "gen/bddl/spec.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <cstddef>
#include <optional>
#include <string_view>

#include "gen/bddl/version1_parser.h"
#include "gen/bddl/version2_parser.h"
#include "gen/error.h"

namespace zermelo::bddl {
namespace {

std::string parameter(const GameSpec& spec, const char* name) {
  const auto found = spec.parameters.find(name);
  return found == spec.parameters.end() ? std::string() : found->second;
}

std::optional<tree::Result> parse_stuck(const std::string& word) {
  if (word.empty()) return std::nullopt;
  if (word == "draw") return tree::Result::draw;
  if (word == "loss") return tree::Result::loss;
  throw UsageError(fmt::format("stuck is draw or loss, not '{}'.", word));
}

// How many bytes make the character of UTF-8 that begins here; 0 if none does.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t n) { return static_cast<unsigned char>(text[n]); };
  if (byte(0) < 0x80) return 1;
  const std::size_t length = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
  if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < length) return 0;
  for (std::size_t n = 1; n < length; ++n)
    if (byte(n) < 0x80 || byte(n) > 0xbf) return 0;
  const bool too_long = (byte(0) == 0xe0 && byte(1) < 0xa0) || (byte(0) == 0xf0 && byte(1) < 0x90);
  const bool no_character =
      (byte(0) == 0xed && byte(1) > 0x9f) || (byte(0) == 0xf4 && byte(1) > 0x8f);
  return too_long || no_character ? 0 : length;
}

// Tables hold the texts, and text read from tables must be UTF-8.
void require_utf8(const std::string& text, const std::string& file) {
  int line = 1, column = 1;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(std::string_view(text).substr(at));
    if (length == 0) {
      throw SyntaxError(fmt::format("{}:{}:{}: the byte {:#04x} is not part of UTF-8.", file, line,
                                    column, static_cast<unsigned char>(text[at])));
    }
    const bool ends_line =
        text[at] == '\n' || (text[at] == '\r' && text.compare(at, 2, "\r\n") != 0);
    column = ends_line ? 1 : column + static_cast<int>(length);
    if (ends_line) ++line;
    at += length;
  }
}

}  // namespace

std::string in_utf8(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = character_length(std::string_view(text).substr(at));
    if (length == 0) {
      const auto byte = static_cast<unsigned char>(text[at++]);
      result += static_cast<char>(0xc0 | byte >> 6);
      result += static_cast<char>(0x80 | (byte & 0x3f));
    } else {
      result.append(text, at, length);
      at += length;
    }
  }
  return result;
}

const GameInfo& info() {
  static const GameInfo game = {
      "bddl",
      "any game whose rules you write in a short file or two (docs/bddl.md): --bddl DOMAIN PROBLEM",
      "A move is the square where a piece is placed, or the squares that it leaves and reaches: "
      "a2-b3, with x where it takes something.",
      {{"domain", "text", "", "how the sides move"},
       {"problem", "text", "", "board, start and goals"},
       {"stuck", "loss|draw", "loss if there are no goals, or else draw",
        "what happens to a side that cannot move"},
       {"expand", "all|lean|lean-first", "all",
        "which positions that are won at once play goes on from, in version 2: all, none, or those "
        "that the first goal does not win"},
       {"fold", "yes|no", "yes",
        "whether positions that differ only by an exchange of the colours are one, in version 2, "
        "if the rules of both sides are the same"}},
      {},
      {},
      [](const ParameterTexts& texts) {
        return tree_of(GameSpec{"bddl", texts}).name;
      }};
  return game;
}

std::string hash_of(const std::string& domain, const std::string& problem) {
  const std::string both = domain + '\0' + problem;
  const XXH128_hash_t hash = XXH3_128bits(both.data(), both.size());
  return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
}

namespace {

// Throws what is wrong with a spec apart from the rules that it holds.
void check_parameters(const GameSpec& spec) {
  for (const auto& [name, text] : spec.parameters) {
    const bool known = name == "domain" || name == "problem" || name == "stuck" ||
                       name == "expand" || name == "fold" || name == "domain-file" ||
                       name == "problem-file" || name == "hash";
    if (!known) {
      throw UsageError(fmt::format("A game in BDDL has no parameter '{}'.", name));
    }
  }
  const std::string hash = parameter(spec, "hash");
  if (!hash.empty() && hash != hash_of(parameter(spec, "domain"), parameter(spec, "problem")))
    throw UsageError("The rules do not match their hash.");
  for (const char* key : {"domain", "problem"})
    require_utf8(parameter(spec, key), parameter(spec, (std::string(key) + "-file").c_str()));
}

}  // namespace

bool has_version_2(const GameSpec& spec) {
  return spec.name == "bddl" &&
         is_version_2(parameter(spec, "domain"), parameter(spec, "domain-file"));
}

namespace {

tree::Game tree_of_version_1(const GameSpec& spec) {
  for (const char* name : {"expand", "fold"}) {
    if (!parameter(spec, name).empty())
      throw UsageError(fmt::format("The parameter {} is for games in version 2 of BDDL.", name));
  }
  tree::Game game = parse_version_1(parameter(spec, "domain"), parameter(spec, "domain-file"),
                                    parameter(spec, "problem"), parameter(spec, "problem-file"));
  if (const auto stuck = parse_stuck(parameter(spec, "stuck")))
    game.stuck.push_back({*stuck, tree::Whose::both, {}});
  return game;
}

}  // namespace

tree::Game tree_of(const GameSpec& spec) {
  check_parameters(spec);
  if (!has_version_2(spec)) return tree_of_version_1(spec);
  if (!parameter(spec, "stuck").empty())
    throw UsageError(
        "What happens to a side that cannot move is said by #stuck in version 2 of BDDL.");
  const std::string domain = parameter(spec, "domain"), file = parameter(spec, "domain-file"),
                    problem = parameter(spec, "problem");
  if (problem.empty()) return parse_version_2(domain, file);
  return parse_version_2(domain, file, problem, parameter(spec, "problem-file"));
}

Expand expand_of(const GameSpec& spec) {
  const std::string word = parameter(spec, "expand");
  if (word.empty() || word == "all") return Expand::all;
  if (word == "lean") return Expand::lean;
  if (word == "lean-first") return Expand::lean_by_first_goal;
  throw UsageError(fmt::format("expand is all, lean or lean-first, not '{}'.", word));
}

bool folds_mover(const GameSpec& spec) {
  const std::string word = parameter(spec, "fold");
  if (word.empty() || word == "yes") return true;
  if (word == "no") return false;
  throw UsageError(fmt::format("fold is yes or no, not '{}'.", word));
}

std::optional<zermelo::Colour> endless_winner(const GameSpec& spec) {
  if (spec.name != info().name || !has_version_2(spec)) return std::nullopt;
  const tree::Endless endless = tree_of(spec).endless;
  if (endless == tree::Endless::draw) return std::nullopt;
  return colour_of(endless == tree::Endless::white);
}

}  // namespace zermelo::bddl
