// SPDX-License-Identifier: MIT
// Verifying a table of arrivals: every checksum; that its members are what the rules say; that no
// move arrives anywhere earlier than the table says; and that for everything it says some move
// arrives just then. By induction over plies that proves the distances.
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "gen/edge.h"
#include "tablebase/arrival_word.h"
#include "tablebase/block_members.h"
#include "tablebase/first_failure.h"
#include "tablebase/huge_array.h"
#include "tablebase/parallel.h"
#include "tablebase/progress_counter.h"
#include "tablebase/reports.h"
#include "tablebase/state_distances.h"
#include "tablebase/table_file.h"

namespace zermelo {

// Takes four bytes an index. One use an object.
template <class Game>
class ReachVerifier {
 public:
  using Position = typename Game::Position;
  using Move = std::decay_t<decltype(Game::no_move)>;
  // A position's text, with a forbidden move (or Game::no_move).
  using Print = std::function<std::string(const Position&, Move)>;

  // `start` is the position at the beginning of the game.
  ReachVerifier(const Game& game, const TableFile& file, const Position& start, Print print,
                int threads, WorkProgress progress)
      : game_(game),
        file_(file),
        start_(start),
        print_(std::move(print)),
        threads_(thread_count(threads)),
        progress_(std::move(progress)) {}

  // Throws DamagedTable for anything wrong with the file as such.
  VerifyReport run() {
    file_.check_whole();
    for (const SliceRecord& slice : file_.slices()) progress_.expect(2 * slice.blocks());
    for (int slice = 0; slice < game_.slice_count(); ++slice) load(slice);
    for_each_position([this](int slice, std::uint64_t index, const auto& cursor) {
      check_moves(slice, index, cursor);
    });
    for_each_position([this](int slice, std::uint64_t index, const auto& cursor) {
      check_support(slice, index, cursor.position());
    });
    return {file_.positions(), failure_.text()};
  }

 private:
  using Step = typename Game::Step;
  using Slot = std::uint8_t;
  static constexpr Slot no_slot = 0xff;
  // What has been found of a position: some move arrives when the table says that it is first
  // reached, and so on; and whether its slot is stored, and not only that of an arrival.
  enum Mark : std::uint8_t { first = 1, complete = 2, unrestricted = 4, stored_slot = 8 };

  struct Slice {
    HugeArray<PaletteCode> codes;  // by index
    HugeArray<Slot> slots;
    HugeArray<std::uint8_t> marks;
  };

  const SliceRecord& record(int slice) const {
    return file_.slices()[static_cast<std::size_t>(slice)];
  }

  void load(int number) {
    const SliceRecord& r = record(number);
    check_record(r);
    Slice s{HugeArray<PaletteCode>(r.indices), HugeArray<Slot>(r.indices),
            HugeArray<std::uint8_t>(r.indices)};
    std::atomic<std::uint64_t> positions{0};
    parallel_tasks(r.blocks(), threads_, [&] {
      return [&, codec = BlockCodec(), block = BlockContents(),
              walk = BlockMembers(game_, file_, number)](std::uint64_t b) mutable {
        file_.read_block(codec, static_cast<std::size_t>(number), b, block);
        walk.for_each(b, block, [&](std::uint64_t index, std::uint32_t member) {
          s.codes[index] = block.first[member];
          const SecondValue* second = block.find_second(member);
          s.slots[index] = second != nullptr ? second->slot : no_slot;
          if (second != nullptr) s.marks[index] = Mark::stored_slot;
          const Arrival& says = r.arrivals[block.first[member]];
          if ((second != nullptr) != (says.complete != says.first))
            file_.damaged("a move must wait exactly where not all can be played at first");
        });
        positions += block.first.size();
      };
    });
    if (positions != r.positions || positions != r.members) {
      failure_.note(fmt::format("Slice {} has {} positions; the table says {}.", r.name,
                                positions.load(), r.positions));
    }
    slices_.push_back(std::move(s));
  }

  void check_record(const SliceRecord& r) const {
    for (const Arrival& a : r.arrivals) {
      const auto later = [](int early, int late) {
        return late < 0 || (early >= 0 && early <= late);
      };
      if (!later(a.first, a.complete) || !later(a.complete, a.unrestricted))
        file_.damaged("its arrivals contradict each other");
    }
  }

  // Calls body(slice, index, cursor) for every canonical position, in parallel.
  template <class Body>
  void for_each_position(Body&& body) {
    for (int slice = 0; slice < game_.slice_count() && !failure_.happened(); ++slice) {
      const SliceRecord& r = record(slice);
      parallel_tasks(r.blocks(), threads_, [&] {
        return [&, cursor = typename Game::Cursor(game_.index(slice))](std::uint64_t b) mutable {
          const std::uint64_t begin = b * block_indices, end = begin + r.indices_in_block(b);
          for (std::uint64_t index = begin; index < end && !failure_.happened(); ++index) {
            cursor.at(index);
            if (cursor.is_canonical()) body(slice, index, std::as_const(cursor));
          }
          progress_.add(1);
        };
      });
    }
  }

  Slice& slice_at(int slice) { return slices_[static_cast<std::size_t>(slice)]; }
  const Arrival& arrival(int slice, std::uint64_t index) {
    return record(slice).arrivals[slice_at(slice).codes[index]];
  }
  static void mark(Slice& s, std::uint64_t index, int marks) {
    std::atomic_ref(s.marks[index])
        .fetch_or(static_cast<std::uint8_t>(marks), std::memory_order_relaxed);
  }

  void check_moves(int slice, std::uint64_t index, const typename Game::Cursor& cursor) {
    const Slice& s = slice_at(slice);
    StoredArrival stored{arrival(slice, index), {}};
    if (s.marks[index] & Mark::stored_slot) stored.slot = s.slots[index];
    if (stored.arrival.first < 0) return;
    const Position& position = cursor.position();
    game_.for_each_step(slice, position, cursor.stabiliser(), [&](const Step& step) {
      if (step.kind == EdgeKind::exit)
        return arrive(step, stored.arrival.first + 1, ArrivalKind::unrestricted, no_slot);
      if (step.kind != EdgeKind::inner) return;
      const int played = stored.played(step.slot);
      if (played < 0) return;
      const Move reply = game_.reply_after(step, position);
      if (reply == Game::no_move)
        return arrive(step, played + 1, ArrivalKind::unrestricted, no_slot);
      const auto place = game_.locate(step.slice, step.position);
      const bool harmless =
          file_.header().moves() == SearchedMoves::all || game_.reply_has_twin(place, reply);
      arrive(step, played + 1, harmless ? ArrivalKind::harmless : ArrivalKind::restricted,
             static_cast<Slot>(game_.slot_in(place, reply, step.position.hole)));
    });
  }

  // A move arrives at a position after so many plies.
  void arrive(const Step& step, int plies, ArrivalKind kind, Slot slot) {
    const std::uint64_t index = game_.locate(step.slice, step.position).index;
    Slice& s = slice_at(step.slice);
    const Arrival& says = arrival(step.slice, index);
    const bool frees =
        kind != ArrivalKind::restricted || frees_with_others(s, index, slot, plies, says);
    expect(step, "first", says.first, plies);
    if (frees) expect(step, "completely", says.complete, plies);
    if (kind == ArrivalKind::unrestricted) expect(step, "unrestricted", says.unrestricted, plies);
    mark(s, index,
         (says.first == plies ? Mark::first : 0) |
             (frees && says.complete == plies ? Mark::complete : 0) |
             (kind == ArrivalKind::unrestricted && says.unrestricted == plies ? Mark::unrestricted
                                                                              : 0));
  }

  // Whether an arrival that forbids a move, together with the earliest, leaves none forbidden.
  bool frees_with_others(Slice& s, std::uint64_t index, Slot slot, int plies, const Arrival& says) {
    if (std::atomic_ref(s.marks[index]).load(std::memory_order_relaxed) & Mark::stored_slot)
      return slot != s.slots[index];
    // All moves can be played at once: two of the earliest arrivals must forbid different moves.
    if (plies > says.first) return true;
    Slot known = no_slot;
    return !std::atomic_ref(s.slots[index]).compare_exchange_strong(known, slot) && known != slot;
  }

  void expect(const Step& step, const char* how, int says, int plies) {
    if (says >= 0 && says <= plies) return;
    failure_.note(
        fmt::format("{}: a move arrives after {} plies; the table says that it is {} reached {}.",
                    print_(step.position, Game::no_move), plies, how,
                    says < 0 ? "never" : fmt::format("after {}", says)));
  }

  void check_support(int slice, std::uint64_t index, const Position& position) {
    const Slice& s = slice_at(slice);
    const Arrival& says = arrival(slice, index);
    const auto unsupported = [&](int plies, Mark m) { return plies >= 0 && !(s.marks[index] & m); };
    const bool is_start = game_.slice_of(start_) == slice && says == Arrival{0, 0, 0} &&
                          game_.locate(slice, start_).index == index;
    if (!is_start &&
        (unsupported(says.first, Mark::first) || unsupported(says.complete, Mark::complete) ||
         unsupported(says.unrestricted, Mark::unrestricted))) {
      failure_.note(fmt::format("{}: no move arrives when the table says that it is reached.",
                                print_(position, Game::no_move)));
    }
  }

  const Game& game_;
  const TableFile& file_;
  Position start_;
  Print print_;
  int threads_;
  ProgressCounter progress_;
  std::vector<Slice> slices_;
  FirstFailure failure_;
};

}  // namespace zermelo
