// SPDX-License-Identifier: MIT
// A folder of endgame tables behind the interface of a table.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "kinds/endgames/folder.h"
#include "kinds/endgames/moves.h"
#include "kinds/many_answers.h"
#include "kinds/state_answers.h"
#include "probe/table_reader.h"

namespace zermelo::endgames {

// How positions are read and looked up: a view for StateAnswers. Thread-safe.
class EndgameView {
 public:
  using Chooser = zermelo::Chooser<EndgameMoves>;
  using State = variant::Position;

  explicit EndgameView(std::shared_ptr<const EndgameFolder> folder)
      : folder_(std::move(folder)), rules_(*folder_) {}

  const EndgameFolder& folder() const { return *folder_; }
  Chooser chooser() const { return Chooser(EndgameMoves(*folder_)); }
  const EndgamePuzzleRules& rules() const { return rules_; }

  // Throws IllegalPosition and GameOver.
  State read(std::string_view text) const {
    State position = folder_->game()->read(text);
    require_to_move(folder_->game()->status(position));
    return position;
  }
  Value value(const State& state) const { return value_of(*folder_, state); }
  FileOrder order(const State& state) const {
    const EndgameFolder::Place place = folder_->find(state);
    return {static_cast<std::uint32_t>(folder_->slice(place)), place.index};
  }
  static constexpr bool has_shapes = true, may_win_in_circles = true;
  MoveShape shape(const MadeMove& made) const {
    return folder_->game()->shape(made.before, made.move);
  }
  std::string after(const State&, const MadeMove& made) const {
    return folder_->game()->text(made.after);
  }
  // (Counters do not count.)
  std::string mark(const State& state) const {
    State plain = state;
    plain.quiet_plies = 0;
    plain.move_number = 1;
    return folder_->game()->text(plain);
  }

 private:
  std::shared_ptr<const EndgameFolder> folder_;
  EndgamePuzzleRules rules_;
};

// A slice is a material with a side to move, as EndgameFolder counts them.
class EndgameReader final : public TableReader, public StateAnswers<EndgameView> {
 public:
  explicit EndgameReader(std::shared_ptr<const EndgameFolder> folder)
      : StateAnswers(std::move(folder)) {}

  using StateAnswers::view;
  const EndgameFolder& folder() const { return view().folder(); }

  const ValueReader* values() const override { return this; }
  bool solves_by_result() const override { return true; }
  std::uint64_t indices(std::size_t slice) const override;
  std::optional<std::string> position_at(TableIndex number) const override;
  std::optional<TableIndex> index_of(std::string_view position) const override;
  std::string canonical(std::string_view position) const override;
  bool was_cut() const override;
  void check_files() const override;
};

}  // namespace zermelo::endgames
