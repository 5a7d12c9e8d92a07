// SPDX-License-Identifier: MIT
#include "kinds/endgames/variant_game.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "gen/error.h"
#include "gen/variant/fen.h"
#include "probe/endgames.h"
#include "probe/games.h"
#include "tablebase/format/table_file.h"

namespace zermelo::endgames {
namespace {

// With the rules as text, whatever it said.
GameSpec completed(GameSpec spec) {
  if (spec.parameters.contains("rules") || !spec.parameters.contains("name")) return spec;
  spec.parameters["rules"] = variant::built_in_variants().text_of(spec.parameters["name"]);
  return spec;
}

// The only kind of table: a folder with a file for each material.
class EndgameKind final : public TableKind {
 public:
  explicit EndgameKind(GameSpec spec) : spec_(std::move(spec)) {}
  const GameSpec& game() const override { return spec_; }
  std::string metric() const override { return distance_metric; }
  std::unique_ptr<const TableReader> open(std::shared_ptr<const TableFile> file) const override {
    if (file->header().states != TableHeader::States::numbered) return nullptr;
    throw UsageError(fmt::format("{} is the table of one material: name the folder that it is in.",
                                 file->path()));
  }

 private:
  GameSpec spec_;
};

char cell_letter_of(const variant::Kind& kind) {
  for (const char c : kind.symbol) {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) return c;
  }
  return '?';
}

// Nothing if they do not fit into one.
std::optional<PieceSet> piece_set_of(const variant::Variant& v) {
  std::vector<PieceKind> kinds;
  for (const variant::Kind& kind : v.kinds) {
    if (kind.symbol.size() != 1) return std::nullopt;
    kinds.push_back({kind.name, kind.symbol.front(), false});
  }
  if (v.board.size() > 64 || kinds.size() > PieceSet::most_kinds) return std::nullopt;
  const std::uint64_t squares = ~std::uint64_t{0} >> (64 - v.board.size());
  return PieceSet(v.board.files, v.board.ranks, std::move(kinds), squares);
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
    : spec_(completed(std::move(spec))), rules_(variant::variant_of(spec_.parameters)) {
  kinds_.push_back(std::make_unique<EndgameKind>(spec_));
  pieces_ = piece_set_of(rules_.variant());
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
  for (const variant::Square square : position.occupied()) {
    const variant::Man man = position.men[square];
    const int kind = tables.kinds[static_cast<std::size_t>(variant::kind_of_man(man))];
    if (kind < 0) throw IllegalPosition("A man is on the board that no play brings there.");
    men.add(man_of(kind, variant::colour_of_man(man) == Colour::white ? first_side : second_side),
            square);
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
    const auto kind = static_cast<std::size_t>(variant::kind_of_man(man));
    const bool is_white = variant::colour_of_man(man) == Colour::white;
    diagram.cells.push_back({is_white ? Cell::Kind::white : Cell::Kind::black,
                             cell_letter_of(rules_.variant().kinds[kind])});
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
  return static_cast<Outcome>(-static_cast<int>(status.outcome));
}

MoveShape VariantGame::shape(const variant::Position& before, const variant::Move& move) const {
  MoveShape shape;
  if (move.type == variant::Move::Type::pass) return shape;
  variant::Position after = before;
  rules_.apply(after, move);
  const Colour mover = before.to_move;
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
                                    const std::vector<PiecesInHand>&) const {
  const variant::Board& board = rules_.board();
  variant::Position position;
  position.to_move = to_move;
  for (int square = 0; square < board.size(); ++square) {
    const Cell cell = cells.at(static_cast<std::size_t>(square));
    if (cell == Cell::empty) continue;
    const int kind = rules_.variant().kind_of(std::string(1, cell.letter));
    if (kind == variant::no_kind)
      throw IllegalPosition(
          fmt::format("{} has no men with the letter {}.", rules_.variant().name, cell.letter));
    position.put(static_cast<variant::Square>(square),
                 variant::man_of(kind, colour_of(cell.kind == Cell::Kind::white)));
  }
  return text(position);
}

std::string VariantGame::normal_form(std::string_view state, const Diagram&) const {
  return text(read(state));
}

std::string VariantGame::canonical(std::string_view state) const { return text(read(state)); }

}  // namespace zermelo::endgames

namespace zermelo {

namespace {

const std::vector<variant::Kind>& kinds_of_men(const Game& game) {
  const auto* const variant = dynamic_cast<const endgames::VariantGame*>(&game);
  if (variant == nullptr) throw UsageError("This is not a chess variant.");
  return variant->rules().variant().kinds;
}

}  // namespace

std::vector<PieceKind> variant_men(const Game& game) {
  std::vector<PieceKind> men;
  for (const variant::Kind& kind : kinds_of_men(game))
    men.push_back({kind.name, endgames::cell_letter_of(kind), false});
  return men;
}

bool has_royal_men(const Game& game) {
  return std::ranges::any_of(kinds_of_men(game), &variant::Kind::royal);
}

std::shared_ptr<const Game> variant_game_of(const GameSpec& spec) {
  return std::make_shared<const endgames::VariantGame>(spec);
}

}  // namespace zermelo
