// SPDX-License-Identifier: MIT
#include "cli/arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <charconv>

#include "cli/output.h"
#include "gen/error.h"
#include "probe/game.h"

namespace zermelo::cli {

namespace {

GameSpec with_warnings(GameSpec game) {
  for (const std::string& sentence : rule_warnings(game)) warn(sentence);
  return game;
}

}  // namespace

GameSpec GameArgument::spec() const {
  if (bddl.empty()) {
    if (!stuck.empty()) throw UsageError("--stuck is for games in BDDL; add --bddl.");
    if (words.empty() || !words.front().ends_with(".bddl")) return parse_game_spec(words);
    std::vector<std::string> parameters = words;
    parameters.front() = "bddl";
    return with_warnings(bddl::read_game(words.front(), parse_game_spec(parameters).parameters));
  }
  if (!words.empty())
    throw UsageError(fmt::format("Give a game's name or --bddl, not both ('{}').", words.front()));
  return with_warnings(bddl::read_game(bddl[0], bddl[1], stuck));
}

void add_game_argument(Arguments& verb, GameArgument& game) {
  verb.option("GAME", game.words, "The game and its parameters; `zermelo games` lists them")
      .value_name("[key=value]")
      .game();
  add_bddl_options(verb, game);
}

void add_bddl_options(Arguments& verb, GameArgument& game) {
  verb.option("--bddl", game.bddl, "A game in BDDL instead: its domain and its problem")
      .values(2)
      .value_name("DOMAIN PROBLEM")
      .file({"bddl"});
  verb.option("--stuck", game.stuck,
              "The result of a side that cannot move, in BDDL: loss or draw (default: loss "
              "if there are no goals)")
      .one_of({"loss", "draw"}, InHelp::name_only)
      .value_name("loss|draw");
}

void add_table_argument(Arguments& verb, std::string& path) {
  verb.option("FILE", path, "The table").required().value_name("").file({"ztb"});
}

void add_threads_option(Arguments& verb, int& threads) {
  verb.option("--threads", threads, "Number of threads (default: one per processor)")
      .between(1, 1024)
      .value_name("N");
}

void add_json_option(Arguments& verb, bool& json) {
  verb.flag("--json", json, "Print JSON, for programs");
}

void add_style_option(Arguments& verb, Style& style) {
  verb.choice<Style>("--style", style, {{"plain", Style::plain}, {"lure", Style::lure}},
                     "lure: of equally good moves, one after which the other side errs easily")
      .value_name("plain|lure");
}

QbfChoice SolverArgument::choice() const {
  using Solver = QbfChoice::Solver;
  if (solver == "expansion") return {Solver::expansion, encoding, format, ""};
  if (solver == "depqbf") return {Solver::depqbf, encoding, format, ""};
  return {Solver::command, encoding, format, solver};
}

void add_solver_options(Arguments& verb, SolverArgument& argument) {
  verb.option("--solver", argument.solver,
              "For qbf: expansion (ours; the default), depqbf, or another solver's command")
      .value_name("SOLVER")
      .suggests({"expansion", "depqbf"});
  verb.choice<QbfChoice::Encoding>(
          "--encoding", argument.encoding,
          {{"grounded", QbfChoice::Encoding::grounded}, {"lifted", QbfChoice::Encoding::lifted}},
          "The encoding for other solvers (default: grounded)")
      .value_name("grounded|lifted");
  verb.choice<QbfChoice::Format>(
          "--solver-format", argument.format,
          {{"qdimacs", QbfChoice::Format::qdimacs}, {"qcir", QbfChoice::Format::qcir}},
          "The format for another solver's command (default: qdimacs)")
      .value_name("qdimacs|qcir");
}

std::uint64_t parse_size(std::string_view text) {
  constexpr std::string_view units = "KMGT";
  double number = 0;
  const char* const end = text.data() + text.size();
  auto [rest, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  double unit = 1;
  if (error == std::errc() && rest != end) {
    const auto letter = static_cast<char>(std::toupper(static_cast<unsigned char>(*rest)));
    if (const auto power = units.find(letter); power != std::string_view::npos) {
      for (std::size_t i = 0; i <= power; ++i) unit *= 1024;
      ++rest;
    }
  }
  const std::string_view suffix(rest, static_cast<std::size_t>(end - rest));
  const bool known_suffix =
      suffix.empty() || suffix == "B" || suffix == "b" || (unit > 1 && suffix == "iB");
  constexpr double most = 1e18;
  if (error != std::errc() || !known_suffix || !(number * unit >= 1 && number * unit <= most)) {
    throw UsageError(fmt::format("'{}' is not a size; write 8G, 512M or a number of bytes.", text));
  }
  return static_cast<std::uint64_t>(number * unit);
}

std::string join_position(const Words& words, const std::string& start) {
  std::string text = fmt::format("{}", fmt::join(words, " "));
  return text == "start" ? start : text;
}

GameAndPosition split_game_and_position(const GameArgument& argument) {
  GameAndPosition split{argument, {}};
  Words& game = split.game.words;
  game.clear();
  for (const std::string& word : argument.words) {
    const bool parameter =
        word.find('=') != std::string::npos && word.find('/') == std::string::npos;
    const bool of_game = argument.bddl.empty() && (game.empty() || parameter);
    (of_game ? game : split.position).push_back(word);
  }
  return split;
}

}  // namespace zermelo::cli
