// SPDX-License-Identifier: MIT
// Verifying a table that lists positions by code (see tablebase/verify/table_verifier.h). What play
// can lead to is explored again: every such position that is not won at once must be listed, and
// nothing else. Values are looked up in the table in memory.
//
// Where endless play is a side's win, that each value is the best of its moves is not enough: draws
// could follow each other in circles. So the draws are also gone through from their ends
// (drawn_ends.h). Wins and losses by endless play need no more: each move of the loser's keeps
// them, and so does some move of the winner's, who can go on for ever.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/grid/game.h"
#include "kinds/codes/drawn_ends.h"
#include "kinds/codes/explore.h"
#include "kinds/codes/loaded_codes.h"
#include "tablebase/verify/grid_check.h"
#include "tablebase/verify/table_verifier.h"

namespace zermelo {

// One round per slice.
template <class Game, class Metric>
class CodeVerifier {
 public:
  // The game must outlive the verifier.
  CodeVerifier(const Game& game, Verification& v) : game_(game), v_(v), check_(game, v.failure) {}

  bool endless_play_can_win() const { return endless_winner_of(game_).has_value(); }

  void prepare() {
    members_ = std::make_unique<LoadedCodes>(
        v_.file, v_.threads, [this] { v_.progress.look(); }, game_.codes().size());
    CodeSpace space(explored_memory, std::filesystem::temp_directory_path().string());
    layers_ = explore(game_, WonAtOnce::left_out_if_easy, space, v_.threads, [](const auto&) {});
    drop_empty_layers(layers_);
    for (const ExploredLayer& layer : layers_) v_.progress.expect(layer.positions.size());
  }

  bool next_round() {
    const auto next = static_cast<std::size_t>(++slice_);
    if (next > 0 || layers_.size() == slices()) return next < slices();
    v_.failure.note(fmt::format("The table's number of slices is {}, but play goes through {}.",
                                slices(), layers_.size()));
    return false;
  }
  std::uint64_t tasks() const { return (explored().size() + chunk - 1) / chunk; }

  auto worker() {
    return [this](std::uint64_t task) {
      const std::uint64_t end = std::min(explored().size(), (task + 1) * chunk);
      std::uint64_t found = 0;
      explored().for_each(task * chunk, end, [&](std::uint64_t, std::uint64_t code) {
        found += verify(code) ? 1 : 0;
      });
      found_ += found;
      v_.progress.add(end - task * chunk);
    };
  }

  void end_round() {
    if (const std::optional<Colour> winner = endless_winner_of(game_);
        winner && !v_.failure.happened()) {
      verify_draws(*winner);
    }
    const std::uint64_t found = found_.exchange(0);
    verified_ += found;
    const CodeSet& listed = members_->members(number());
    if (found < listed.size()) return note_surplus(listed);
    const SliceRecord& record = v_.file.slices()[number()];
    if (record.positions != layers_[number()].reached) {
      v_.failure.note(
          fmt::format("Slice '{}': the table's number of positions is {}, but play leads to {}.",
                      record.name, record.positions, layers_[number()].reached));
    }
  }
  std::uint64_t verified() const { return verified_; }

 private:
  static constexpr std::uint64_t chunk = 4096;
  // Lists of codes that take more than this go to a file.
  static constexpr std::uint64_t explored_memory = std::uint64_t{4} << 30;

  std::size_t slices() const { return v_.file.slices().size(); }
  std::size_t number() const { return static_cast<std::size_t>(slice_); }
  const CodeSet& explored() const { return layers_[number()].positions; }

  // Returns whether the position is listed.
  bool verify(std::uint64_t code) {
    const PositionOf<Game> p = game_.codes().decode(code);
    const std::optional<Value> stored = members_->find(number(), code);
    const std::optional<Value> value =
        check_.by_replies(p, [this](const PositionOf<Game>& next) { return value_of(next); });
    if (!value) return stored.has_value();
    const bool known = Metric::knows_wins_at_once && *value == Value::win(1);
    if (stored && known) {
      check_.note(p, "it is won at once and needs no value");
    } else if (stored) {
      check_.compare(p, *stored, *value);
      verify_winner(p, *stored);
    } else if (!known) {
      check_.note(p, "it is not in the table, but play can lead to it");
    }
    return stored.has_value();
  }

  std::optional<Value> value_of(const PositionOf<Game>& p) const {
    const Located place = locate(game_, p);
    if (place.layer < 0 || static_cast<std::size_t>(place.layer) >= slices()) return std::nullopt;
    const std::optional<Value> stored =
        members_->find(static_cast<std::size_t>(place.layer), place.code);
    if (stored || !Metric::knows_wins_at_once) return stored;
    return wins_at_once(game_, p) ? std::optional(Value::win(1)) : std::nullopt;
  }

  // Endless play can be won by one side only, if at all. (The wrong winner would be right all round
  // a circle.)
  void verify_winner(const PositionOf<Game>& p, Value stored) {
    if (Metric::kind != zermelo::Metric::distance || !stored.is_endless()) return;
    const std::optional<Colour> winner = endless_winner_of(game_);
    if (winner && (colour_of(p.white_to_move) == *winner) == stored.is_win()) return;
    check_.note(p, fmt::format("the table says {}, but the rules do not let that side win so",
                               to_string(stored)));
  }

  // Each draw of the slice must have an end that the side that does not win by endless play can
  // force.
  void verify_draws(Colour winner) {
    if constexpr (GameWithEndlessWins<Game>) {
      const auto value_of_reply = [this](const PositionOf<Game>& p) { return value_of(p); };
      DrawnEnds<Game> ends(game_, members_->members(number()), opponent_of(winner));
      const std::optional<std::uint64_t> code = ends.find_endless(
          static_cast<int>(number()),
          [this](std::uint64_t member) { return members_->value(number(), member).is_draw(); },
          value_of_reply, v_.threads);
      if (!code) return;
      check_.note(
          game_.codes().decode(*code),
          fmt::format("the table says draw, but {} cannot force a drawn end, and {} wins if "
                      "play never ends",
                      colour_name(opponent_of(winner)), colour_name(winner)));
    }
  }

  void note_surplus(const CodeSet& listed) {
    listed.for_each(0, listed.size(), [&](std::uint64_t, std::uint64_t code) {
      if (v_.failure.happened() || explored().contains(code)) return;
      check_.note(game_.codes().decode(code),
                  fmt::format("it is listed under {}, but play does not lead to it there",
                              v_.file.slices()[number()].name));
    });
  }

  const Game& game_;
  Verification& v_;
  GridCheck<Game, Metric> check_;
  std::unique_ptr<LoadedCodes> members_;
  std::vector<ExploredLayer> layers_;
  std::int64_t slice_ = -1;
  std::atomic<std::uint64_t> found_ = 0;  // in this round
  std::uint64_t verified_ = 0;
};

}  // namespace zermelo
