// SPDX-License-Identifier: MIT
#include "kinds/own/game.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <set>
#include <utility>

#include "gen/error.h"
#include "kinds/own/read.h"
#include "kinds/own/watch.h"
#include "probe/own_game.h"

namespace zermelo {
namespace {

constexpr std::string_view hex_prefix = "hex:";

const char* player_name(int player) { return colour_name(colour_of(player == 1)); }

GameSpec spec_of(const OwnProgram& program) {
  GameSpec spec{own_game_name, program.parameters()};
  for (const char* taken : {"name", "version"}) {
    if (spec.parameters.contains(taken))
      throw UsageError(
          fmt::format("{}: a parameter cannot be called '{}', which tables use "
                      "themselves.",
                      program.where(), taken));
  }
  spec.parameters["name"] = program.traits().name;
  spec.parameters["version"] = program.traits().version;
  return spec;
}

}  // namespace

std::string own_state_hex(const OwnState& state, std::size_t state_bytes) {
  return std::string(hex_prefix) + hex_text(state, state_bytes);
}

std::string own_state_text(OwnRules& rules, const OwnState& state) {
  if (rules.notation() != nullptr) return rules.notation()->text(state);
  if (rules.traits().has_parse) {
    std::string text = rules.text(state);
    if (rules.parse(text) == state && !text.starts_with(hex_prefix)) return text;
  }
  return own_state_hex(state, rules.traits().state_bytes);
}

std::string own_state_text(const OwnProgram* program, const OwnState& state,
                           std::size_t state_bytes) {
  if (program == nullptr) return own_state_hex(state, state_bytes);
  const OwnProgram::Lease rules = program->lease();
  return own_state_text(*rules, state);
}

OwnState read_own_state(OwnRules* rules, std::string_view text, std::size_t state_bytes) {
  if (text.starts_with(hex_prefix)) {
    if (const auto state = read_hex(text.substr(hex_prefix.size()), state_bytes)) return *state;
    throw IllegalPosition(
        fmt::format("A state of this game is hex: and {} hexadecimal digits, not '{}'.",
                    2 * state_bytes, text));
  }
  if (rules == nullptr) {
    throw IllegalPosition(fmt::format(
        "Without the game's rules, a state is hex: and {} hexadecimal digits, not '{}'.",
        2 * state_bytes, text));
  }
  if (rules->notation() != nullptr) return rules->notation()->read(text);
  if (rules->traits().has_parse) {
    if (const auto state = rules->parse(text)) return *state;
    throw IllegalPosition(
        fmt::format("The game says that this is not one of its states: '{}'.", text));
  }
  throw IllegalPosition(
      fmt::format("This game does not read texts of states, so a state is hex: and "
                  "{} hexadecimal digits, not '{}'.",
                  2 * state_bytes, text));
}

std::vector<OwnLegalMove> own_legal_moves(OwnRules& rules, const OwnState& state) {
  std::vector<OwnLegalMove> moves;
  std::set<OwnState> seen;
  for (const OwnMove& move : rules.expand(state)) {
    if (seen.insert(move.next).second) moves.push_back({move.move, move.next, {}, 0});
  }
  for (OwnLegalMove& move : moves) {
    move.result = rules.result(move.next);
    if (!move.result.is_over) move.mover = rules.mover(move.next);
  }
  return moves;
}

bool is_solved_start(OwnRules& rules, const OwnState& state) {
  if (!rules.traits().is_puzzle() || rules.result(state).score <= 0) return false;
  const OwnState image = rules.canonical(state);
  for (std::uint64_t number = 0;; ++number) {
    const std::optional<OwnState> start = rules.start_at(number);
    if (!start || rules.canonical(*start) == image) return start.has_value();
  }
}

OwnProgram::Lease own_rules(const OwnProgram* program, const std::string& hint) {
  if (program != nullptr) return program->lease();
  throw RulesMissing(fmt::format(
      "The rules of this game are code that is not here ({}): give it with --game-code.", hint));
}

OwnGame::OwnGame(std::shared_ptr<const OwnProgram> program)
    : program_(std::move(program)), spec_(spec_of(*program_)) {
  const OwnTraits& t = program_->traits();
  header_ = {.players = t.players, .state_bytes = t.state_bytes, .hint = program_->where()};
  add_own_kind(kinds_, *this, t.metric());
}

OwnGame::OwnGame(GameSpec spec, OwnHeader known)
    : spec_(std::move(spec)), header_(std::move(known)) {
  for (const Metric metric : {Metric::distance, Metric::score, Metric::moves})
    add_own_kind(kinds_, *this, metric);
}

std::string OwnGame::start() const {
  const OwnProgram::Lease rules = this->rules();
  return own_state_text(*rules, rules->start());
}

std::vector<LegalMove> OwnGame::moves(std::string_view text) const {
  const OwnProgram::Lease rules = this->rules();
  const OwnState state = read_own_state(&*rules, text, header_.state_bytes);
  if (!is_solved_start(*rules, state)) require_to_move(own_status(*rules, state));
  const int mover = rules->mover(state);
  std::vector<LegalMove> legal;
  for (const OwnLegalMove& move : own_legal_moves(*rules, state)) {
    LegalMove& l = legal.emplace_back();
    l.move = rules->move_text(state, move.move);
    l.shape = own_shape(*rules, state, move.move, move.next, mover);
    l.after = own_state_text(*rules, move.next);
    if (move.result.is_over) {
      l.ending = own_ending(move.result, mover, is_puzzle());
    } else {
      l.result = l.after;
    }
  }
  return legal;
}

MoveShape own_shape(OwnRules& rules, const OwnState& before, std::uint64_t move,
                    const OwnState& after, int mover) {
  if (rules.notation() != nullptr) return rules.notation()->shape(before, move);
  if (!rules.traits().has_board) return {};
  const OwnBoard b = rules.board(before), a = rules.board(after);
  if (a.columns != b.columns || a.rows != b.rows) return {};
  return own_shape(b, a, rules.traits().is_puzzle() ? -1 : mover);
}

MoveShape own_shape(const OwnBoard& before, const OwnBoard& after, int mover) {
  assert(before.cells.size() == after.cells.size());
  const auto is_piece = [](Cell cell) { return cell != Cell::empty && cell != Cell::blocked; };
  // (In a puzzle no piece is another player's.)
  const Cell::Kind of_other = mover == 0   ? Cell::Kind::white
                              : mover == 1 ? Cell::Kind::black
                                           : Cell::Kind::empty;
  MoveShape shape;
  for (int square = 0; square < before.columns * before.rows; ++square) {
    const std::size_t at = own_board_index(before, square);
    const Cell b = own_cell(before.cells[at]), a = own_cell(after.cells[at]);
    if (a == b) continue;
    if (is_piece(a) && a.kind != of_other) {
      shape.to.push_back(square);
    } else if (is_piece(b) && b.kind != of_other) {
      shape.from.push_back(square);
    } else {
      shape.taken.push_back(square);
    }
  }
  if (shape.from.size() == 1 && shape.to.size() == 1) {
    shape.dx = shape.to.front() % before.columns - shape.from.front() % before.columns;
    shape.dy = shape.to.front() / before.columns - shape.from.front() / before.columns;
  }
  return shape;
}

std::size_t own_board_index(const OwnBoard& board, int square) {
  const int rank = square / board.columns;
  return static_cast<std::size_t>((board.rows - 1 - rank) * board.columns + square % board.columns);
}

PositionStatus own_status(OwnRules& rules, const OwnState& state) {
  const OwnResult result = rules.result(state);
  if (!result.is_over) return {};
  if (rules.traits().is_puzzle()) {
    return result.score > 0 ? PositionStatus::over(Colour::black, Colour::black, "It is solved.")
                            : PositionStatus::drawn("It cannot be solved any more.");
  }
  if (result.score == 0) return PositionStatus::drawn("The game is drawn.");
  const Colour winner = colour_of(result.score < 0);
  return PositionStatus::over(winner, opponent_of(winner),
                              fmt::format("{} has won.", colour_name(winner)));
}

PositionStatus OwnGame::status(std::string_view text) const {
  const OwnProgram::Lease rules = this->rules();
  return status_of(
      [&] { return own_status(*rules, read_own_state(&*rules, text, header_.state_bytes)); });
}

Colour OwnGame::to_move(std::string_view text) const {
  const OwnProgram::Lease rules = this->rules();
  const OwnState state = read_own_state(&*rules, text, header_.state_bytes);
  if (is_puzzle()) return Colour::black;
  const OwnResult result = rules->result(state);
  return colour_of(result.is_over ? result.score > 0 : rules->mover(state) == 1);
}

Diagram own_diagram(OwnRules& rules, const OwnState& state) {
  if (rules.notation() != nullptr) return rules.notation()->diagram(state);
  Diagram d;
  if (rules.traits().has_board) {
    const OwnBoard board = rules.board(state);
    d.columns = board.columns;
    d.rows = board.rows;
    for (int square = 0; square < board.columns * board.rows; ++square)
      d.cells.push_back(own_cell(board.cells[own_board_index(board, square)]));
  } else {
    d.picture = rules.text(state);
  }
  const PositionStatus status = own_status(rules, state);
  d.caption = status.is_over() ? status.why
              : rules.traits().is_puzzle()
                  ? "Not solved yet"
                  : fmt::format("{} to move", player_name(rules.mover(state)));
  return d;
}

Diagram OwnGame::diagram(std::string_view text) const {
  const OwnProgram::Lease rules = this->rules();
  return own_diagram(*rules, read_own_state(&*rules, text, header_.state_bytes));
}

std::string OwnGame::state_from(const std::vector<Cell>&, Colour,
                                const std::vector<PiecesInHand>&) const {
  throw IllegalPosition(
      "Positions of a game whose rules are code cannot be set up square by square.");
}

std::string OwnGame::normal_form(std::string_view text, const Diagram&) const {
  const OwnProgram::Lease rules = this->rules();
  return own_state_text(*rules, read_own_state(&*rules, text, header_.state_bytes));
}

std::string OwnGame::canonical(std::string_view text) const {
  const OwnProgram::Lease rules = this->rules();
  return own_state_text(*rules,
                        rules->canonical(read_own_state(&*rules, text, header_.state_bytes)));
}

std::shared_ptr<const Game> load_own_game(const std::string& path,
                                          const ParameterTexts& parameters) {
  return std::make_shared<const OwnGame>(load_own_program(path, parameters));
}

std::shared_ptr<const Game> load_own_game(const std::string& path, const ParameterTexts& parameters,
                                          OwnCalls& calls) {
  return std::make_shared<const OwnGame>(load_own_program(path, parameters, &calls));
}

std::optional<OwnGameInfo> own_game_info(const Game& game) {
  const auto* const own = dynamic_cast<const OwnGame*>(&game);
  if (own == nullptr) return std::nullopt;
  const auto parameter = [&](const char* name) {
    const auto found = own->spec().parameters.find(name);
    return found == own->spec().parameters.end() ? std::string() : found->second;
  };
  OwnGameInfo info{.name = parameter("name"),
                   .version = parameter("version"),
                   .has_rules = own->program() != nullptr,
                   .code = own->header().hint,
                   .players = own->is_puzzle() ? 1 : 2};
  if (!info.has_rules) return info;
  const OwnTraits& traits = own->program()->traits();
  info.one_thread = traits.one_thread;
  info.has_parse = traits.has_parse;
  info.has_move_text = traits.has_move_text;
  info.has_board = traits.has_board;
  return info;
}

std::shared_ptr<const Game> make_own_game(zermelo_own_game_opener open,
                                          const ParameterTexts& parameters,
                                          const std::string& where) {
  return std::make_shared<const OwnGame>(own_program(open, parameters, where));
}

std::shared_ptr<const Game> make_own_game(std::shared_ptr<OwnInterpreter> interpreter,
                                          const ParameterTexts& parameters,
                                          const std::string& where) {
  return std::make_shared<const OwnGame>(
      std::make_shared<const OwnProgram>(std::move(interpreter), parameters, where));
}

std::shared_ptr<const Game> make_own_game(std::shared_ptr<OwnInterpreter> interpreter,
                                          const ParameterTexts& parameters,
                                          const std::string& where, OwnCalls& calls) {
  return make_own_game(watched(std::move(interpreter), calls), parameters, where);
}

ParameterTexts own_game_parameters(const GameSpec& of_table) {
  if (of_table.name != own_game_name) {
    throw UsageError(fmt::format(
        "This is a table of {}, whose rules this program has; it takes no code.", of_table.name));
  }
  ParameterTexts parameters = of_table.parameters;
  parameters.erase("name");
  parameters.erase("version");
  return parameters;
}

std::size_t own_state_bytes(const Game& game) {
  if (!game.is_own()) {
    throw UsageError(
        fmt::format("Positions of {} are texts; only states of rules that are code "
                    "are bytes.",
                    game.spec().name));
  }
  return dynamic_cast<const OwnGame&>(game).header().state_bytes;
}

std::shared_ptr<const Game> own_game_of(const TableFile& file) {
  const TableHeader& header = file.header();
  const bool sane = header.own && header.game.name == own_game_name &&
                    (header.own->players == 1 || header.own->players == 2) &&
                    header.own->state_bytes >= 1 &&
                    header.own->state_bytes <= ZERMELO_MOST_STATE_BYTES;
  if (!sane) file.damaged("what it says of its game makes no sense");
  return std::make_shared<const OwnGame>(header.game, *header.own);
}

}  // namespace zermelo
