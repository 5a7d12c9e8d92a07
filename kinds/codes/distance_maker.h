// SPDX-License-Identifier: MIT
// Tables that list the positions that play can lead to with their distances from the start: made,
// verified and counted. Included by one source file per game.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gen/grid/game.h"
#include "gen/parallel.h"
#include "kinds/codes/code_reach.h"
#include "kinds/codes/code_table.h"
#include "kinds/codes/count_kinds.h"
#include "kinds/codes/folding_counter.h"
#include "kinds/codes/index_header.h"
#include "kinds/codes/loaded_codes.h"
#include "kinds/codes/played_moves.h"
#include "probe/table_maker.h"
#include "tablebase/format/table_file.h"
#include "tablebase/greatest_states.h"
#include "tablebase/reports.h"
#include "tablebase/verify/table_verifier.h"

namespace zermelo {

// Verifies such a table: the start, and nothing else, is at distance 0; no move leads from a listed
// position to one that is not listed, or that is listed later than one ply after it; and each other
// position is reached by a move from one that is a ply nearer. By induction over plies, the
// distances are right, and the positions are those that play leads to. There is one round per slice
// that makes its moves, and then one per slice that looks for positions that no move has reached.
template <class Game>
class CodeDistanceVerifier {
 public:
  // The game must outlive the verifier.
  CodeDistanceVerifier(const Game& game, Verification& v) : game_(game), v_(v) {}

  void prepare() {
    members_ = std::make_unique<LoadedCodes>(
        v_.file, v_.threads, [this] { v_.progress.look(); }, game_.codes().size());
    for (std::size_t slice = 0; slice < slices(); ++slice) {
      const SliceRecord& record = v_.file.slices()[slice];
      const std::uint64_t members = set(slice).size();
      if (record.positions != members || record.indices != members)
        v_.failure.note(fmt::format("Slice '{}': the table lists {} positions, and says {}.",
                                    record.name, members, record.positions));
      reached_.emplace_back((members + 63) / 64);
      v_.progress.expect(2 * members);
    }
    const Located start = locate(game_, game_.start());
    if (distance(start) != 0)
      v_.failure.note("The start of the game is not at distance 0.");
    else
      mark(start);
  }
  bool next_round() {
    if (++slice_ < static_cast<std::int64_t>(slices())) return true;
    if (is_looking_) return false;
    is_looking_ = true;
    slice_ = 0;
    return slices() > 0;
  }
  std::uint64_t tasks() const { return (set(number()).size() + chunk - 1) / chunk; }
  auto worker() {
    return [this](std::uint64_t task) {
      const std::uint64_t begin = task * chunk;
      const std::uint64_t end = std::min(set(number()).size(), begin + chunk);
      set(number()).for_each(begin, end, [&](std::uint64_t member, std::uint64_t code) {
        is_looking_ ? look(member, code) : make_moves(member, code);
      });
      v_.progress.add(end - begin);
    };
  }
  void end_round() {
    if (is_looking_) verified_ += set(number()).size();
  }
  std::uint64_t verified() const { return verified_; }

 private:
  static constexpr std::uint64_t chunk = 4096;

  std::size_t slices() const { return v_.file.slices().size(); }
  std::size_t number() const { return static_cast<std::size_t>(slice_); }
  const CodeSet& set(std::size_t slice) const { return members_->members(slice); }
  int plies(std::size_t slice, std::uint64_t member) const {
    return v_.file.slices()[slice].arrivals[members_->kind(slice, member)].first;
  }
  // Nothing if the table does not list it.
  std::optional<int> distance(const Located& p) const {
    if (p.layer < 0 || static_cast<std::size_t>(p.layer) >= slices()) return std::nullopt;
    const auto slice = static_cast<std::size_t>(p.layer);
    const std::optional<std::uint64_t> member = set(slice).find(p.code);
    return member ? std::optional(plies(slice, *member)) : std::nullopt;
  }
  // For a position that is listed.
  void mark(const Located& p) {
    const auto slice = static_cast<std::size_t>(p.layer);
    const std::uint64_t member = *set(slice).find(p.code);
    std::atomic_ref(reached_[slice][member / 64])
        .fetch_or(std::uint64_t{1} << member % 64, std::memory_order_relaxed);
  }

  void make_moves(std::uint64_t member, std::uint64_t code) {
    const PositionOf<Game> p = game_.codes().decode(code);
    if (game_.codes().encode(p) != code || !game_.status(p).goes_on())
      return note(p, "it is not a position in which the game goes on");
    if (!is_played_on(game_, p)) return;
    const int plies = this->plies(number(), member) + 1;
    game_.for_each_successor(p, [&](const PositionOf<Game>& next, Ending ending) {
      if (ending == Ending::none) arrive(next, plies);
    });
  }
  // A move leads to p so many plies after the start.
  void arrive(const PositionOf<Game>& p, int plies) {
    const Located place = locate(game_, p);
    const std::optional<int> listed = distance(place);
    if (!listed) {
      note(p, "it is not in the table, but play can lead to it");
    } else if (*listed > plies) {
      note(p, fmt::format("the table says that it is {} plies from the start, but a move leads "
                          "there in {}",
                          *listed, plies));
    } else if (*listed == plies) {
      mark(place);
    }
  }
  void look(std::uint64_t member, std::uint64_t code) {
    if ((reached_[number()][member / 64] >> member % 64 & 1) == 0)
      note(game_.codes().decode(code),
           fmt::format("no move leads to it in {} plies, as the table says",
                       plies(number(), member)));
  }
  void note(const PositionOf<Game>& p, const std::string& what) {
    v_.failure.note(fmt::format("{}: {}.", format_position(p, board_of(game_)), what));
  }

  const Game& game_;
  Verification& v_;
  std::unique_ptr<LoadedCodes> members_;
  std::vector<std::vector<std::uint64_t>> reached_;  // by slice: bits, by member
  bool is_looking_ = false;
  std::int64_t slice_ = -1;
  std::uint64_t verified_ = 0;
};

// How many positions are at each distance. Throws DamagedTable.
template <class Game>
ReachReport code_distance_statistics(const Game& game, const TableFile& file, int threads,
                                     WorkProgress progress) {
  std::vector<std::uint64_t> counts;  // by plies
  GreatestStates farthest(1);         // the start alone is not worth noting
  const auto plies_of = [&](std::size_t slice, std::size_t kind) {
    return file.slices()[slice].arrivals[kind].first;
  };
  FoldingCounter<Game> folding(game);
  count_kinds(
      file, game.codes().size(), threads, std::move(progress),
      [&](std::size_t slice, const CodeMembers& block) {
        folding.add(block.codes);
        for (std::size_t m = 0; m < block.codes.size(); ++m) {
          const int plies = plies_of(slice, block.values[m]);
          if (farthest.wants(plies)) farthest.add(plies, {slice, block.codes[m], 0});
        }
      },
      [&](std::size_t slice, const std::vector<std::uint64_t>& by_kind) {
        for (std::size_t kind = 0; kind < by_kind.size(); ++kind) {
          if (by_kind[kind] == 0) continue;
          const auto plies = static_cast<std::size_t>(plies_of(slice, kind));
          if (counts.size() <= plies) counts.resize(plies + 1);
          counts[plies] += by_kind[kind];
        }
      });
  ReachReport report;
  for (std::size_t plies = 0; plies < counts.size(); ++plies) {
    if (counts[plies] == 0) continue;
    report.histogram[static_cast<int>(plies)] = counts[plies];
    report.states += counts[plies];
    report.farthest = static_cast<int>(plies);
  }
  report.positions = report.states;
  report.folding = folding.report(file);
  for (const PlacedState& s : farthest.first())
    report.farthest_states.push_back(format_position(position_of(game, s.index), board_of(game)));
  return report;
}

template <class Rules>
class CodeDistanceMaker final : public TableMaker, public DistanceWork {
 public:
  // `spec` is that of its tables, with all parameters filled in.
  CodeDistanceMaker(GameSpec spec, std::shared_ptr<const Rules> rules)
      : spec_(std::move(spec)), rules_(std::move(rules)) {}

  std::string metric() const override { return reach_metric; }
  SolveReport solve(const std::string& path, const SolveOptions& options) const override {
    return CodeReach<Rules>(*rules_, codes_header(*rules_, spec_, metric(), creator()), path,
                            options)
        .run();
  }
  VerifyReport verify(const OpenTable& table, const WorkOptions& options) const override {
    Verification verification(*table.file, options.threads, options.progress);
    CodeDistanceVerifier<Rules> verifier(*rules_, verification);
    return verify_table(verifier, verification);
  }

  const DistanceWork* distances() const override { return this; }
  ReachReport stats(const OpenTable& table, const WorkOptions& options) const override {
    return code_distance_statistics(*rules_, *table.file, options.threads, options.progress);
  }

 private:
  GameSpec spec_;
  std::shared_ptr<const Rules> rules_;
};

}  // namespace zermelo
