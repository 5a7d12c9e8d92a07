// SPDX-License-Identifier: MIT
#include "cli/arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>

#include "cli/output.h"
#include "gen/error.h"
#include "probe/endgames.h"
#include "probe/game.h"
#include "probe/own_game.h"
#include "probe/table_info.h"

namespace zermelo::cli {

namespace {

void show_warnings(const std::vector<std::string>& warnings) {
  for (const std::string& sentence : warnings) warn(sentence);
}

bool names_code(const Words& words) { return !words.empty() && words.front().ends_with(".so"); }

// "variants.ini:mine", or a variant that is built in and has not the name of another game.
bool names_variant(const Words& words) {
  if (words.empty()) return false;
  const std::string& word = words.front();
  if (word.find(".ini:") != std::string::npos) return true;
  const std::vector<std::string> names = built_in_variant_names();
  return info_of_game(word).summary.empty() && std::ranges::find(names, word) != names.end();
}

// What the arguments say, without its warnings.
GameSpec spec_of(const GameArgument& argument) {
  const auto& [words, bddl, stuck, variant, endless] = argument;
  const bool endless_is_draw = endless == "draw";
  if (!variant.empty()) {
    if (!words.empty() || !bddl.empty())
      throw UsageError("Give a game's name, --bddl or --variant, and not two of them.");
    return variant_spec(variant, endless_is_draw);
  }
  if (bddl.empty()) {
    if (names_code(words)) {
      throw UsageError(
          fmt::format("{}: this verb needs rules that it can read, and not code; only rules in "
                      "BDDL can be proved or "
                      "turned into formulas.",
                      words.front()));
    }
    if (!words.empty() && words.front().ends_with(".py")) {
      throw UsageError(
          fmt::format("{}: this program has no Python; `python3 -m zermelo` takes rules in Python.",
                      words.front()));
    }
    if (!stuck.empty()) throw UsageError("--stuck is for games in BDDL; add --bddl.");
    if (names_variant(words)) {
      if (words.size() > 1)
        throw UsageError(fmt::format("A chess variant has no parameters ('{}').", words[1]));
      return variant_spec(words.front(), endless_is_draw);
    }
    if (endless_is_draw) throw UsageError("--endless is for chess variants; add --variant.");
    if (words.empty() || !words.front().ends_with(".bddl")) return parse_game_spec(words);
    std::vector<std::string> parameters = words;
    parameters.front() = "bddl";
    return bddl::read_game(words.front(), parse_game_spec(parameters).parameters);
  }
  if (!words.empty())
    throw UsageError(fmt::format("Give a game's name or --bddl, not both ('{}').", words.front()));
  return bddl::read_game(bddl[0], bddl[1], stuck);
}

}  // namespace

GameSpec GameArgument::spec() const {
  GameSpec spec = spec_of(*this);
  show_warnings(rule_warnings(spec));
  return spec;
}

std::shared_ptr<const Game> GameArgument::game() const {
  if (bddl.empty() && names_code(words)) {
    std::vector<std::string> parameters = words;
    parameters.front() = own_game_name;
    return load_own_game(words.front(), parse_game_spec(parameters).parameters);
  }
  const GameSpec spec = spec_of(*this);
  std::shared_ptr<const Game> game;
  try {
    game = make_game(spec);
  } catch (const SyntaxError&) {
    throw;  // (It says all that there is, and to read hostile rules twice would take twice as
            // long.)
  } catch (const Error&) {
    show_warnings(rule_warnings(spec));  // (They may tell why.)
    throw;
  }
  show_warnings(game->warnings());
  return game;
}

void add_game_argument(Arguments& verb, GameArgument& game) {
  verb.option("GAME", game.words, "The game and its parameters; `zermelo games` lists them")
      .value_name("[key=value]")
      .game();
  add_bddl_options(verb, game);
}

void add_variant_options(Arguments& verb, GameArgument& game) {
  verb.option("--variant", game.variant,
              "A chess variant instead: one that is built in, or a section of a file in the format "
              "of variants.ini")
      .value_name("[FILE.ini:]NAME");
  verb.option("--endless", game.endless,
              "draw: leave out the variant's rules about play that never ends, such as that of "
              "perpetual check in shogi, so that it is a draw")
      .one_of({"draw"});
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

Table TableArgument::open() const {
  if (game_code.empty()) return Table::open(path);
  const ParameterTexts parameters = own_game_parameters(read_table_info(path).game);
  return Table::open(path, load_own_game(game_code, parameters));
}

void add_table_argument(Arguments& verb, TableArgument& table) {
  add_table_argument(verb, table.path);
  add_game_code_option(verb, table.game_code);
}

void add_game_code_option(Arguments& verb, std::string& game_code) {
  verb.option(
          "--game-code", game_code,
          "The game's rules, if they are code: the file that the table was made with, which is run")
      .value_name("FILE")
      .file({"so"});
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

void add_start_option(Arguments& verb, std::string& start, const std::string& meaning) {
  verb.text(
          "--start", [&start](const std::string& typed) { start = typed == "start" ? "" : typed; },
          meaning)
      .value_name("POSITION")
      .suggests({"start"});
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

std::string join_position(const Words& words, const Game& game) {
  std::string text = join_position(words, std::string("start"));
  return text == "start" ? game.start() : text;
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
