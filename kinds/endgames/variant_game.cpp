// SPDX-License-Identifier: MIT
#include "kinds/endgames/variant_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <utility>

#include "gen/error.h"
#include "gen/variant/fen.h"
#include "gen/variant/kinds_in_play.h"
#include "kinds/whole/program.h"
#include "probe/endgames.h"
#include "probe/games.h"
#include "tablebase/format/table_file.h"

namespace zermelo::endgames {
namespace {

// Of kinds for which the alphabet has none left.
constexpr char no_letter = '?';

constexpr std::size_t most_in_hand = variant::most_kinds_in_hand;

// With the rules as text, whatever it said.
GameSpec completed(GameSpec spec) {
  if (spec.parameters.contains("rules") || !spec.parameters.contains("name")) return spec;
  spec.parameters["rules"] = variant::built_in_variants().text_of(spec.parameters["name"]);
  return spec;
}

// A kind of table for each metric: of the whole game in one file, or of endgames, a folder with a
// file for each material.
class VariantKind final : public TableKind {
 public:
  VariantKind(GameSpec spec, const char* metric) : spec_(std::move(spec)), metric_(metric) {}
  const GameSpec& game() const override { return spec_; }
  std::string metric() const override { return metric_; }
  std::unique_ptr<const TableReader> open(std::shared_ptr<const TableFile> file) const override {
    if (file->header().own) return whole::open_whole_game(spec_, file);
    if (file->header().states != TableHeader::States::numbered) return nullptr;
    throw UsageError(fmt::format("{} is the table of one material: name the folder that it is in.",
                                 file->path()));
  }

 private:
  GameSpec spec_;
  const char* metric_;
};

// A cell shows one letter, and a symbol such as "+P" is more: it gets the first letter that no
// other kind has.
std::vector<char> letters_of(const std::vector<variant::Kind>& kinds) {
  std::vector<char> letters;
  std::string free = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  for (const variant::Kind& kind : kinds) {
    letters.push_back(kind.symbol.size() == 1 ? kind.symbol.front() : no_letter);
    std::erase(free, letters.back());
  }
  for (char& letter : letters) {
    if (letter != no_letter || free.empty()) continue;
    letter = free.front();
    free.erase(0, 1);
  }
  return letters;
}

std::vector<VariantMan> men_of(const variant::Rules& rules) {
  const std::vector<variant::Kind>& kinds = rules.variant().kinds;
  const std::vector<char> letters = letters_of(kinds);
  const variant::KindsInPlay in_play(rules);
  std::vector<VariantMan> men;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    const auto can_be_held = [&](Colour side) {
      return in_play.in_hand(static_cast<int>(k), side);
    };
    // (FENs have no promoted men in hand.)
    const bool in_hand = kinds[k].demotes_to == variant::no_kind &&
                         (can_be_held(Colour::white) || can_be_held(Colour::black));
    men.push_back({kinds[k].name, letters[k], kinds[k].symbol, in_hand});
  }
  return men;
}

// Nothing if they do not fit into one.
std::optional<PieceSet> piece_set_of(const variant::Board& board,
                                     const std::vector<VariantMan>& men) {
  std::vector<PieceKind> kinds;
  for (const VariantMan& man : men) {
    if (man.symbol.size() != 1) return std::nullopt;
    kinds.push_back({man.name, man.letter, man.in_hand});
  }
  if (board.size() > 64 || kinds.size() > PieceSet::most_kinds ||
      std::ranges::count(men, true, &VariantMan::in_hand) > PieceSet::most_kinds_in_hand)
    return std::nullopt;
  const std::uint64_t squares = ~std::uint64_t{0} >> (64 - board.size());
  return PieceSet(board.files, board.ranks, std::move(kinds), squares);
}

std::string without_check_marks(std::string san) {
  while (!san.empty() && (san.back() == '+' || san.back() == '#')) san.pop_back();
  return san;
}

}  // namespace

GameSpec spec_of(const variant::VariantText& text) {
  return {variant_game_name, {{"name", text.name}, {"rules", text.rules}}};
}

VariantGame::VariantGame(GameSpec spec)
    : spec_(completed(std::move(spec))),
      rules_(variant::variant_of(spec_.parameters)),
      men_(men_of(rules_)) {
  for (const char* const metric : {distance_metric, outcome_metric, zeroing_metric})
    kinds_.push_back(std::make_unique<VariantKind>(spec_, metric));
  pieces_ = piece_set_of(rules_.board(), men_);
}

const VariantGame::ForTables& VariantGame::for_tables() const {
  return for_tables_.get([&] {
    ForTables made{endgame_rules(rules_), {}};
    made.kinds.assign(rules_.variant().kinds.size(), -1);
    for (std::size_t k = 0; k < made.rules.kinds.size(); ++k)
      made.kinds[static_cast<std::size_t>(made.rules.kinds[k])] = static_cast<int>(k);
    return made;
  });
}

const VariantRules& VariantGame::table_rules() const { return for_tables().rules; }

Men VariantGame::men(const variant::Position& position) const {
  const ForTables& tables = for_tables();
  if (count_men(position) > max_men)
    throw IllegalPosition("There are more men than in any endgame table.");
  Men men;
  men.checks = {static_cast<std::uint8_t>(position.checks.white),
                static_cast<std::uint8_t>(position.checks.black)};
  for (const variant::Square square : position.occupied()) {
    const variant::Man man = position.men[square];
    const int kind = tables.kinds[static_cast<std::size_t>(variant::kind_of_man(man))];
    if (kind < 0) throw IllegalPosition("A man is on the board that no play brings there.");
    const Side side = variant::colour_of_man(man) == Colour::white ? first_side : second_side;
    if (!has(tables.rules.rules.kind(kind).region[side], square))
      throw IllegalPosition("A man stands where no play brings it.");
    men.add(man_of(kind, side), square);
  }
  for (const Colour side : {Colour::white, Colour::black}) {
    for (std::size_t k = 0; k < variant::most_kinds_in_hand; ++k) {
      if (position.hands[side][k] == 0) continue;
      const int kind = k < tables.kinds.size() ? tables.kinds[k] : -1;
      if (kind < 0) throw IllegalPosition("A man is in hand that no play brings there.");
      for (int i = 0; i < position.hands[side][k]; ++i)
        men.add_to_hand(man_of(kind, side == Colour::white ? first_side : second_side));
    }
  }
  return men;
}

int VariantGame::count_men(const variant::Position& position) {
  int count = position.occupied().count();
  for (const Colour side : {Colour::white, Colour::black}) {
    for (const std::uint8_t held : position.hands[side]) count += held;
  }
  return count;
}

variant::Position VariantGame::read(std::string_view text) const {
  variant::Position position = variant::parse_fen(text, rules_.variant());
  if (!rules_.possible(position)) {
    throw IllegalPosition(
        "No play leads to this position: a king is missing, or men stand where they cannot, or "
        "the side that has moved is in check.");
  }
  return position;
}

PositionStatus VariantGame::status(const variant::Position& position) const {
  std::vector<variant::Move> scratch;
  const variant::Status status = rules_.status(position, scratch);
  switch (status.kind) {
    case variant::Status::Kind::goes_on:
      return {};
    case variant::Status::Kind::impossible:
      return PositionStatus::impossible("No play leads to this position.");
    case variant::Status::Kind::ended:
      break;
  }
  if (status.outcome == Outcome::draw) return PositionStatus::drawn("The game is drawn.");
  const Colour winner =
      status.outcome == Outcome::win ? position.to_move : opponent_of(position.to_move);
  return PositionStatus::over(winner, position.to_move,
                              fmt::format("{} has won.", colour_name(winner)));
}

std::string VariantGame::text(const variant::Position& position) const {
  return variant::format_fen(position, rules_.variant());
}

Cell VariantGame::cell_of(int kind, Colour side) const {
  return {side == Colour::white ? Cell::Kind::white : Cell::Kind::black,
          men_[static_cast<std::size_t>(kind)].letter};
}

int VariantGame::kind_shown_by(Cell cell) const {
  const auto man = cell.letter == no_letter
                       ? men_.end()
                       : std::ranges::find(men_, cell.letter, &VariantMan::letter);
  if (man == men_.end())
    throw IllegalPosition(
        fmt::format("{} has no men with the letter {}.", rules_.variant().name, cell.letter));
  return static_cast<int>(man - men_.begin());
}

Diagram VariantGame::diagram(const variant::Position& position) const {
  const variant::Board& board = rules_.board();
  Diagram diagram;
  diagram.columns = board.files;
  diagram.rows = board.ranks;
  for (int square = 0; square < board.size(); ++square) {
    const variant::Man man = position.men[static_cast<std::size_t>(square)];
    if (man == variant::no_man) {
      diagram.cells.push_back(Cell::empty);
      continue;
    }
    diagram.cells.push_back(cell_of(variant::kind_of_man(man), variant::colour_of_man(man)));
  }
  for (const Colour side : {Colour::black, Colour::white}) {
    for (std::size_t k = 0; k < std::min(men_.size(), most_in_hand); ++k) {
      const int number = position.hands[side][k];
      if (number > 0) diagram.hands.push_back({cell_of(static_cast<int>(k), side), number});
    }
  }
  const PositionStatus found = status(position);
  diagram.caption =
      found.goes_on() ? fmt::format("{} to move", colour_name(position.to_move)) : found.why;
  return diagram;
}

std::optional<Outcome> VariantGame::ending(const variant::Position& after) const {
  std::vector<variant::Move> scratch;
  const variant::Status status = rules_.status(after, scratch);
  if (status.kind != variant::Status::Kind::ended) return std::nullopt;
  return opposite(status.outcome);
}

MoveShape VariantGame::shape(const variant::Position& before, const variant::Move& move) const {
  MoveShape shape;
  if (move.type == variant::Move::Type::pass) return shape;
  variant::Position after = before;
  rules_.apply(after, move);
  const Colour mover = before.to_move;
  if (move.type == variant::Move::Type::drop)
    shape.dropped = cell_of(rules_.kind_dropped(move), mover);
  for (int square = 0; square < rules_.board().size(); ++square) {
    const auto at = static_cast<std::size_t>(square);
    if (before.men[at] == after.men[at]) continue;
    const bool own_before =
        before.men[at] != variant::no_man && variant::colour_of_man(before.men[at]) == mover;
    const bool own_after =
        after.men[at] != variant::no_man && variant::colour_of_man(after.men[at]) == mover;
    if (own_after) shape.to.push_back(square);
    if (!own_after) (own_before ? shape.from : shape.taken).push_back(square);
  }
  if (shape.from.size() == 1 && shape.to.size() == 1) {
    const int files = rules_.board().files;
    shape.dx = shape.to.front() % files - shape.from.front() % files;
    shape.dy = shape.to.front() / files - shape.from.front() / files;
  }
  return shape;
}

std::string VariantGame::san(const variant::Position& before, const variant::Move& move) const {
  std::vector<variant::Move> scratch;
  return variant::format_san(move, before, rules_, scratch);
}

std::string VariantGame::start() const { return rules_.variant().start; }

std::vector<LegalMove> VariantGame::moves(std::string_view state) const {
  const variant::Position position = read(state);
  require_to_move(status(position));
  std::vector<variant::Move> legal;
  rules_.legal_moves(position, legal);
  std::vector<LegalMove> moves;
  for (const variant::Move& move : legal) {
    variant::Position next = position;
    rules_.apply(next, move);
    LegalMove& l = moves.emplace_back();
    l.move = san(position, move);
    l.after = text(next);
    l.ending = ending(next);
    if (!l.ending) l.result = l.after;
    l.shape = shape(position, move);
    l.also = {variant::format_uci(move, position, rules_)};
    if (const std::string plain = without_check_marks(l.move); plain != l.move)
      l.also.push_back(plain);
  }
  return moves;
}

PositionStatus VariantGame::status(std::string_view state) const {
  return status_of([&] { return status(read(state)); });
}

Colour VariantGame::to_move(std::string_view state) const { return read(state).to_move; }

Diagram VariantGame::diagram(std::string_view state) const { return diagram(read(state)); }

std::string VariantGame::state_from(const std::vector<Cell>& cells, Colour to_move,
                                    const std::vector<PiecesInHand>& hands) const {
  const variant::Board& board = rules_.board();
  if (cells.size() != static_cast<std::size_t>(board.size()))
    throw IllegalPosition(fmt::format("{} has {} squares, and {} are given.", rules_.variant().name,
                                      board.size(), cells.size()));
  // (What is set up by hand has the counters of the start.)
  variant::Position position;
  if (rules_.variant().counts_checks) position.checks = rules_.variant().checks;
  position.to_move = to_move;
  for (int square = 0; square < board.size(); ++square) {
    const Cell cell = cells[static_cast<std::size_t>(square)];
    if (cell == Cell::empty) continue;
    position.put(static_cast<variant::Square>(square),
                 variant::man_of(kind_shown_by(cell), colour_of(cell.kind == Cell::Kind::white)));
  }
  for (const PiecesInHand& held : hands) put_in_hand(position, held);
  return text(position);
}

void VariantGame::put_in_hand(variant::Position& position, const PiecesInHand& held) const {
  const auto kind = static_cast<std::size_t>(kind_shown_by(held.piece));
  if (!men_[kind].in_hand)
    throw IllegalPosition(
        fmt::format("A {} of {} cannot be in hand.", men_[kind].name, rules_.variant().name));
  const int all = count_men(position) - position.occupied().count();
  if (held.number < 0 || all + held.number > variant::most_men_in_hand)
    throw IllegalPosition("There are too many men in hand.");
  std::uint8_t& number = position.hands[colour_of(held.piece.kind == Cell::Kind::white)][kind];
  number = static_cast<std::uint8_t>(number + held.number);
}

std::string VariantGame::normal_form(std::string_view state, const Diagram&) const {
  return text(read(state));
}

std::string VariantGame::canonical(std::string_view state) const { return text(read(state)); }

}  // namespace zermelo::endgames

namespace zermelo {

namespace {

const endgames::VariantGame& as_variant(const Game& game) {
  const auto* const variant = dynamic_cast<const endgames::VariantGame*>(&game);
  if (variant == nullptr) throw UsageError("This is not a chess variant.");
  return *variant;
}

}  // namespace

std::vector<VariantMan> variant_men(const Game& game) { return as_variant(game).kinds_of_men(); }

int plies_of_n_move_rule(const Game& game) {
  return 2 * as_variant(game).rules().variant().n_move_rule;
}

bool has_royal_men(const Game& game) {
  return std::ranges::any_of(as_variant(game).rules().variant().kinds, &variant::Kind::royal);
}

std::string variant_piece_letters(const Game& game) {
  std::string letters;
  for (const VariantMan& man : variant_men(game)) {
    if (man.letter != endgames::no_letter) letters += man.letter;
  }
  return letters;
}

std::shared_ptr<const Game> variant_game_of(const GameSpec& spec) {
  return std::make_shared<const endgames::VariantGame>(spec);
}

}  // namespace zermelo
