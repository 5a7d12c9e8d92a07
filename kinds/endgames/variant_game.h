// SPDX-License-Identifier: MIT
// A chess variant behind the Game interface: positions are FENs, moves are written in SAN, and also
// read in UCI.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/lazy.h"
#include "gen/piece_set.h"
#include "gen/position_status.h"
#include "gen/variant/endgame_variant.h"
#include "gen/variant/ini.h"
#include "gen/variant/moves.h"
#include "probe/endgames.h"
#include "probe/game.h"

namespace zermelo::endgames {

// The spec of a variant: its parameters are its name, and its rules with all that they copy.
GameSpec spec_of(const variant::VariantText& text);

// Immutable and thread-safe.
class VariantGame final : public Game {
 public:
  // Throws UsageError for a spec that is not complete; SyntaxError for rules that are not
  // well-formed or not supported.
  explicit VariantGame(GameSpec spec);

  const variant::Rules& rules() const { return rules_; }
  // The rules in the form of endgame tables. Throws UsageError for a variant that cannot have them.
  const VariantRules& table_rules() const;

  // In the order of the variant's kinds. That no two have one letter is here alone: pictures, what
  // is set up by hand and the kinds that servers tell of all have them from here.
  const std::vector<VariantMan>& kinds_of_men() const { return men_; }

  // As tables number them; the men on the board and in hand alone count. Throws IllegalPosition if
  // a man is there that no play brings there, or if there are more than max_men.
  Men men(const variant::Position& position) const;
  // On the board and in hand.
  static int count_men(const variant::Position& position);

  // Throws IllegalPosition.
  variant::Position read(std::string_view text) const;
  PositionStatus status(const variant::Position& position) const;
  std::string text(const variant::Position& position) const;
  Diagram diagram(const variant::Position& position) const;
  // How a move that has been made ends the game, for the side that has made it.
  std::optional<Outcome> ending(const variant::Position& after) const;
  MoveShape shape(const variant::Position& before, const variant::Move& move) const;
  std::string san(const variant::Position& before, const variant::Move& move) const;

  const GameSpec& spec() const override { return spec_; }
  std::string start() const override;
  std::vector<LegalMove> moves(std::string_view state) const override;
  PositionStatus status(std::string_view state) const override;
  Colour to_move(std::string_view state) const override;
  Diagram diagram(std::string_view state) const override;
  std::string state_from(const std::vector<Cell>& cells, Colour to_move,
                         const std::vector<PiecesInHand>& hands) const override;
  std::string normal_form(std::string_view state, const Diagram& board) const override;
  // The position itself: which positions are one depends on the men that are on the board.
  std::string canonical(std::string_view state) const override;
  // (A PieceSet has few kinds, and boards of up to 64 squares.)
  const PieceSet* pieces() const override { return pieces_ ? &*pieces_ : nullptr; }
  const std::vector<std::unique_ptr<const TableKind>>& kinds() const override { return kinds_; }

 private:
  Cell cell_of(int kind, Colour side) const;
  // Throws IllegalPosition.
  int kind_shown_by(Cell cell) const;
  void put_in_hand(variant::Position& position, const PiecesInHand& held) const;

  GameSpec spec_;
  variant::Rules rules_;
  std::vector<VariantMan> men_;
  struct ForTables {
    VariantRules rules;
    std::vector<int> kinds;  // by kind of the variant: its number in those, or -1
  };
  const ForTables& for_tables() const;
  Lazy<ForTables> for_tables_;
  std::optional<PieceSet> pieces_;
  std::vector<std::unique_ptr<const TableKind>> kinds_;
};

}  // namespace zermelo::endgames
