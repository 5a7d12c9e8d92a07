// SPDX-License-Identifier: MIT
#include "proof/check/strategy_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/text/notation_text.h"
#include "proof/aiger/aiger.h"
#include "symbolic/model/game_model.h"

namespace zermelo::proof {
namespace {

using symbolic::Literal;

// The part of a file's text that is short enough to be quoted.
std::string shown(std::string_view text) {
  constexpr std::size_t most = 40;
  return std::string(text.substr(0, most)) + (text.size() > most ? "..." : "");
}

[[noreturn]] void refuse(const std::string& sentence) { throw SyntaxError(sentence); }

int parse_count(std::string_view text, const char* what) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0)
    refuse(fmt::format("The strategy's {} is not a number: '{}'.", what, shown(text)));
  return value;
}

// What the comment of a file says about its strategy.
class CommentReader {
 public:
  explicit CommentReader(const std::vector<std::string>& lines) {
    if (lines.empty() || lines.front() != strategy_first_line) {
      refuse(fmt::format("The file is not a strategy: its comment does not begin with '{}'.",
                         strategy_first_line));
    }
    for (std::size_t n = 1; n < lines.size(); ++n) read(lines[n]);
    for (const char* needed : {"game", "owner", "claim"}) {
      if (!seen_.contains(needed))
        refuse(fmt::format("The strategy's comment has no line '{}'.", needed));
    }
  }

  Strategy strategy;
  std::map<int, std::string> move_names;

 private:
  void read(const std::string& line) {
    const std::size_t space = line.find(' ');
    const std::string key = line.substr(0, space);
    const std::string rest = space == std::string::npos ? "" : line.substr(space + 1);
    if (key == "move") return read_move(rest);
    if (is_text_parameter(key)) return read_text_line(key, rest);
    if (!seen_.emplace(key, rest).second)
      refuse(fmt::format("The strategy's comment has two lines '{}'.", shown(key)));
    if (key == "game") return read_game(rest);
    if (key == "start")
      strategy.start = rest;
    else if (key == "owner")
      strategy.owner = read_owner(rest);
    else if (key == "claim")
      strategy.claim.kind = read_claim(rest);
    else if (key == "depth")
      strategy.claim.plies = parse_count(rest, "depth");
    else if (key == "creator")
      strategy.creator = rest;
    else
      refuse(
          fmt::format("The strategy's comment has a line '{}', which means nothing.", shown(key)));
  }
  void read_game(const std::string& text) {
    std::vector<std::string> words;
    for (const std::string_view word : words_of(text)) words.emplace_back(word);
    const GameSpec spec = parse_game_spec(words);
    strategy.game.name = spec.name;
    strategy.game.parameters.insert(spec.parameters.begin(), spec.parameters.end());
  }
  // (Lines are joined by the ends that separate them.)
  void read_text_line(const std::string& name, const std::string& line) {
    const auto [found, is_new] = strategy.game.parameters.try_emplace(name, line);
    if (!is_new) found->second += '\n' + line;
  }
  static symbolic::Side read_owner(const std::string& text) {
    if (text != "black" && text != "white")
      refuse(fmt::format("The strategy's owner must be black or white, not '{}'.", shown(text)));
    return text == "black" ? symbolic::black : symbolic::white;
  }
  static Claim::Kind read_claim(const std::string& text) {
    if (text != "wins" && text != "does-not-lose")
      refuse(fmt::format("The strategy's claim must be wins or does-not-lose, not '{}'.",
                         shown(text)));
    return text == "wins" ? Claim::Kind::wins : Claim::Kind::does_not_lose;
  }
  void read_move(const std::string& text) {
    const std::size_t space = text.find(' ');
    const int number = parse_count(std::string_view(text).substr(0, space), "number of a move");
    const std::string name = space == std::string::npos ? "" : text.substr(space + 1);
    if (!move_names.emplace(number, name).second)
      refuse(fmt::format("The strategy names move {} twice.", number));
  }

  std::map<std::string, std::string> seen_;
};

// "rank[3]" has the place 3 in the list "rank".
std::optional<std::size_t> place_in(const std::string& name, std::string_view list) {
  if (!name.starts_with(list) || !name.ends_with(']') || name.size() < list.size() + 3) return {};
  if (name[list.size()] != '[') return {};
  const std::string_view digits =
      std::string_view(name).substr(list.size() + 1, name.size() - list.size() - 2);
  std::size_t place = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), place);
  if (error != std::errc() || end != digits.data() + digits.size() || place >= 64) return {};
  return place;
}

class StrategyReader {
 public:
  explicit StrategyReader(const AigerFile& file) : file_(file), comment_(file.comments) {}

  Strategy read() {
    require_shape();
    const Strategy& said = comment_.strategy;
    const auto model = symbolic::find_game_model(said.game);
    if (!model)
      throw UsageError(fmt::format("There is no Boolean model of {}.", shown(said.game.name)));
    result_ = empty_strategy(said.game, model->model, said.owner, said.claim);
    result_.start = said.start;
    result_.creator = said.creator;
    require_moves();
    read_outputs(add_to_graph(file_, result_.aig, inputs()));
    assert(result_.check());
    return std::move(result_);
  }

 private:
  void require_shape() const {
    const bool only_outputs = file_.latches.empty() && file_.bad.empty() &&
                              file_.constraints.empty() && file_.fairness.empty() &&
                              file_.justice.empty();
    if (!only_outputs) refuse("A strategy has only inputs and outputs; this file has more.");
  }

  void require_moves() const {
    for (const auto& [number, name] : comment_.move_names) {
      if (static_cast<std::size_t>(number) >= result_.moves.size()) {
        throw UsageError(fmt::format("The strategy names a move {}; {} has only {}.", number,
                                     result_.game.name, result_.moves.size()));
      }
      const std::string& right = result_.moves[static_cast<std::size_t>(number)];
      if (name != right) {
        throw UsageError(fmt::format("The strategy calls move {} '{}'; it is '{}'.", number,
                                     shown(name), right));
      }
    }
    require_all_named();
  }
  // All moves must have names, even those that the circuit never chooses: whether it does is hard
  // to tell.
  void require_all_named() const {
    for (std::size_t n = 0; n < result_.moves.size(); ++n) {
      if (comment_.move_names.contains(static_cast<int>(n))) continue;
      refuse(
          fmt::format("The strategy's comment does not say how its move {0} is written: there is "
                      "no line 'move {0} {1}'.",
                      n, result_.moves[n]));
    }
  }

  // Matched by their names.
  std::vector<Literal> inputs() const {
    std::map<std::string, Literal> known;
    for (std::size_t k = 0; k < result_.variables.size(); ++k)
      known[result_.variables[k]] = result_.inputs[k];
    std::vector<Literal> result;
    for (std::uint32_t n = 0; n < file_.inputs; ++n) {
      const auto name = file_.input_names.find(n);
      if (name == file_.input_names.end())
        refuse(fmt::format("Input {} of the strategy has no name.", n));
      const auto found = known.find(name->second);
      if (found == known.end()) {
        throw UsageError(
            fmt::format("{} has no state variable '{}', or the strategy names it twice.",
                        result_.game.name, shown(name->second)));
      }
      result.push_back(found->second);
      known.erase(found);
    }
    return result;
  }

  void read_outputs(const std::vector<Literal>& variables) {
    bool has_member = false;
    std::map<std::size_t, Literal> rank, move;
    for (std::uint32_t n = 0; n < file_.outputs.size(); ++n) {
      const auto name = file_.output_names.find(n);
      if (name == file_.output_names.end())
        refuse(fmt::format("Output {} of the strategy has no name.", n));
      const Literal value = aiger_literal(variables, file_.outputs[n]);
      bool is_new = false;
      if (name->second == "member") {
        is_new = !std::exchange(has_member, true);
        result_.member = value;
      } else if (const auto place = place_in(name->second, "rank")) {
        is_new = rank.emplace(*place, value).second;
      } else if (const auto number = place_in(name->second, "move")) {
        is_new = move.emplace(*number, value).second;
      } else {
        refuse(fmt::format("A strategy has no output '{}'.", shown(name->second)));
      }
      if (!is_new) refuse(fmt::format("The strategy has two outputs '{}'.", shown(name->second)));
    }
    if (!has_member) refuse("The strategy has no output 'member'.");
    result_.rank = bits_of(rank);
    result_.move = bits_of(move);
  }
  // Missing bits are false.
  static std::vector<Literal> bits_of(const std::map<std::size_t, Literal>& places) {
    std::vector<Literal> result;
    for (const auto& [place, literal] : places) {
      result.resize(place + 1, symbolic::false_literal);
      result[place] = literal;
    }
    return result;
  }

  const AigerFile& file_;
  CommentReader comment_;
  Strategy result_;
};

}  // namespace

Strategy parse_strategy(std::string_view bytes) {
  const AigerFile file = parse_aiger(bytes);
  return StrategyReader(file).read();
}

}  // namespace zermelo::proof
