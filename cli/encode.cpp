// SPDX-License-Identifier: MIT
// zermelo encode: a game for other people's solvers.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/verbs.h"
#include "gen/error.h"
#include "proof/strategy.h"
#include "proof/turn_game.h"

namespace zermelo::cli {
namespace {

enum class Format { aiger, aiger_turn, qcir, qdimacs };
enum class Owner { black, white };

struct EncodeArguments {
  GameArgument game;
  Format format = Format::aiger;
  Owner owner = Owner::black;
  QbfChoice::Encoding encoding = QbfChoice::Encoding::lifted;
  int depth = 0;
  std::string output, turn_game;
  bool json = false;
};

void print_size(const EncodeArguments& o, const EncodingReport& r) {
  if (o.json) {
    Json json;
    json["file"] = o.output;
    json["inputs"] = r.inputs;
    json["controllable_inputs"] = r.controllable;
    json["latches"] = r.latches;
    json["gates"] = r.gates;
    json["bytes"] = r.bytes;
    return write_json(json);
  }
  const std::string inputs =
      o.format == Format::aiger_turn
          ? grouped(r.inputs, "input", "inputs")
          : fmt::format("{} of the other side, {} of the owner",
                        grouped(r.inputs, "input", "inputs"), r.controllable);
  print(fmt::format("{}: {}, {}, {}, {}.\n", o.output, inputs,
                    grouped(r.latches, "latch", "latches"), grouped(r.gates, "gate", "gates"),
                    bytes_text(r.bytes)));
}

// A game of Alice and Bob: the owner is Alice.
ExitCode run_encode_turn_game(EncodeArguments o) {
  const bool has_game = !o.game.words.empty() || !o.game.bddl.empty();
  if (has_game && !o.turn_game.empty())
    throw UsageError("--turn-game FILE is a complete game: give no other game.");
  if (!o.turn_game.empty()) refuse_overwriting(o.output, o.turn_game);
  const TurnGameFile game =
      o.turn_game.empty() ? TurnGameFile::of_board_game(o.game.spec(), o.owner == Owner::white)
                          : TurnGameFile::open(o.turn_game);
  const EncodingReport report = game.write(output_for_library(o.output));
  o.format = Format::aiger_turn;
  print_size(o, report);
  return success;
}

ExitCode run_encode_qbf(const EncodeArguments& o) {
  const auto format =
      o.format == Format::qcir ? QbfChoice::Format::qcir : QbfChoice::Format::qdimacs;
  const std::optional<int> depth = o.depth > 0 ? std::optional(o.depth) : std::nullopt;
  const QbfEncodingReport r =
      write_qbf(o.game.spec(), depth, o.encoding, format, output_for_library(o.output));
  if (o.json) {
    Json json;
    json["file"] = o.output;
    json["sane"] = r.sane ? Json(*r.sane) : Json();
    json["goals"] = r.goals;
    json["goals_left_out"] = r.goals_left_out;
    json["gates"] = r.gates;
    json["variables"] = r.variables;
    json["clauses"] = r.clauses;
    json["blocks"] = r.blocks;
    json["universals"] = r.universals;
    json["bytes"] = r.bytes;
    write_json(json);
    return success;
  }
  print(fmt::format("{}: {}; in QDIMACS {}, {}, {}, {}; {}.\n", o.output,
                    grouped(r.gates, "gate", "gates"),
                    grouped(r.variables, "variable", "variables"),
                    grouped(r.universals, "universal one", "universal ones"),
                    grouped(r.clauses, "clause", "clauses"), grouped(r.blocks, "block", "blocks"),
                    bytes_text(r.bytes)));
  if (r.in_version_2) return success;
  print(!r.sane ? "The sanity conditions are not checked on such a large board.\n"
        : *r.sane
            ? "The sanity conditions hold: no move fulfils a goal of the other side.\n"
            : "The sanity conditions do not hold: a move can fulfil a goal of the other side.\n");
  if (r.goals_left_out > 0) {
    print(fmt::format("{} left out, which cannot come about within the depth or contain another.\n",
                      grouped(r.goals_left_out, "goal was", "goals were")));
  }
  return success;
}

ExitCode run_encode(const EncodeArguments& o) {
  if (o.format == Format::aiger_turn || !o.turn_game.empty()) return run_encode_turn_game(o);
  if (o.format != Format::aiger) return run_encode_qbf(o);
  print_size(
      o, write_safety_game(o.game.spec(), o.owner == Owner::white, output_for_library(o.output)));
  return success;
}

}  // namespace

Verb add_encode(CommandLine& program) {
  Arguments verb = program.add_verb("encode", "Write a game for other solvers");
  const auto o = std::make_shared<EncodeArguments>();
  add_game_argument(verb, o->game);
  verb.choice<Format>(
          "--format", o->format,
          {{"aiger", Format::aiger},
           {"aiger-turn", Format::aiger_turn},
           {"qcir", Format::qcir},
           {"qdimacs", Format::qdimacs}},
          "aiger: a safety game (default); aiger-turn: with a turn and won sets; qcir, qdimacs: a "
          "quantified formula of a game in BDDL")
      .value_name("aiger|aiger-turn|qcir|qdimacs");
  verb.option("--turn-game", o->turn_game,
              "Instead of a game: a transition system of Alice and Bob, for aiger-turn")
      .value_name("FILE")
      .file({"txt", "aag", "aig"});
  verb.choice<QbfChoice::Encoding>(
          "--encoding", o->encoding,
          {{"lifted", QbfChoice::Encoding::lifted}, {"grounded", QbfChoice::Encoding::grounded}},
          "The encoding of a formula (default: lifted; in version 2 of BDDL only grounded)")
      .value_name("lifted|grounded");
  verb.option("--depth", o->depth,
              "For a formula: Black wins within this many steps, or plies in version 2 of BDDL "
              "(default: "
              "#depth)")
      .between(1, 1000)
      .value_name("N");
  verb.choice<Owner>("--owner", o->owner, {{"black", Owner::black}, {"white", Owner::white}},
                     "The side that must not lose, or, for aiger-turn, is to win (default: black)")
      .value_name("black|white");
  verb.option("-o,--output", o->output, "Where it goes; in ASCII if it ends in .aag; `-` is stdout")
      .required()
      .value_name("FILE")
      .file();
  add_json_option(verb, o->json);
  verb.footer(
      "The file is a safety game as in the synthesis competition: inputs whose names begin with\n"
      "controllable_ are the owner's, and the output is never 1 as long as the owner has not "
      "lost.\n"
      "A quantified formula is true if Black wins within that many steps: docs/qbf.md.\n"
      "Example: zermelo encode mnk columns=3 rows=3 k=3 --owner white -o tictactoe.aig");
  return {verb, [o] { return run_encode(*o); }};
}

}  // namespace zermelo::cli
