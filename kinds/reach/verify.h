// SPDX-License-Identifier: MIT
// Verifying a table of arrivals: every checksum; that its members are what the rules say; that no
// move arrives anywhere earlier than the table says; and that some move arrives exactly when the
// table says. By induction over plies this proves the distances.
#pragma once

#include <fmt/format.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "gen/move_kind.h"
#include "kinds/dense/block_members.h"
#include "kinds/reach/arrival_word.h"
#include "kinds/reach/state_distances.h"
#include "tablebase/format/table_file.h"
#include "tablebase/sets/huge_array.h"
#include "tablebase/verify/table_verifier.h"

namespace zermelo {

// Takes four bytes per index. There are three rounds per slice: first one for each slice that reads
// it; then one that makes its moves; then one that checks whether moves arrive where they should.
template <class Game>
class ReachVerifier {
 public:
  using Position = typename Game::Position;
  using Move = std::decay_t<decltype(Game::no_move)>;
  // A position's text, with a forbidden move (or Game::no_move).
  using Print = std::function<std::string(const Position&, Move)>;

  // `start` is the position at the beginning of the game, which must outlive the verifier.
  ReachVerifier(const Game& game, const Position& start, Print print, Verification& v)
      : game_(game), file_(v.file), v_(v), start_(start), print_(std::move(print)) {}

  void prepare() {
    for (const SliceRecord& slice : file_.slices()) v_.progress.expect(2 * slice.blocks());
  }

  bool next_round() {
    if (++slice_ == game_.slice_count()) {
      if (part_ == Part::support) return false;
      part_ = part_ == Part::read ? Part::moves : Part::support;
      slice_ = 0;
    }
    if (part_ == Part::read) begin_reading();
    return true;
  }
  std::uint64_t tasks() const { return record(slice_).blocks(); }
  auto worker() {
    return [this, reader = Reader(*this),
            cursor = typename Game::Cursor(game_.index(slice_))](std::uint64_t block) mutable {
      if (part_ == Part::read) return read(block, reader);
      for_each_position(block, cursor, [this](std::uint64_t index, const auto& at) {
        part_ == Part::moves ? check_moves(slice_, index, at)
                             : check_support(slice_, index, at.position());
      });
      v_.progress.add(1);
    };
  }
  void end_round() {
    const SliceRecord& r = record(slice_);
    if (part_ != Part::read) return;
    if (read_ == r.positions && read_ == r.members) return;
    v_.failure.note(fmt::format("Slice {}: the number of positions is {}; the table says {}.",
                                r.name, read_.load(), r.positions));
  }
  std::uint64_t verified() const { return file_.positions(); }

 private:
  using SearchedMove = typename Game::SearchedMove;
  using Slot = std::uint8_t;
  static constexpr Slot no_slot = 0xff;
  // What has been found about a position: that some move arrives when the table says that it is
  // first reached, and so on; and whether its slot is the stored one, and not only that of an
  // arrival.
  enum Mark : std::uint8_t { first = 1, complete = 2, unrestricted = 4, stored_slot = 8 };

  struct Slice {
    HugeArray<PaletteCode> codes;  // by index
    HugeArray<Slot> slots;
    HugeArray<std::uint8_t> marks;
  };

  const SliceRecord& record(int slice) const {
    return file_.slices()[static_cast<std::size_t>(slice)];
  }

  // --- Reading ----------------------------------------------------------------------------------

  struct Reader {
    BlockCodec codec;
    BlockContents contents;
    BlockMembers<Game> members;

    explicit Reader(const ReachVerifier& v) : members(v.game_, v.file_, v.slice_) {}
  };

  void begin_reading() {
    const SliceRecord& r = record(slice_);
    check_record(r);
    slices_.push_back({HugeArray<PaletteCode>(r.indices), HugeArray<Slot>(r.indices),
                       HugeArray<std::uint8_t>(r.indices)});
    read_ = 0;
  }

  void read(std::uint64_t b, Reader& reader) {
    const SliceRecord& r = record(slice_);
    Slice& s = slices_.back();
    BlockContents& block = reader.contents;
    file_.read_block(reader.codec, static_cast<std::size_t>(slice_), b, block);
    reader.members.for_each(b, block, [&](std::uint64_t index, std::uint32_t member) {
      s.codes[index] = block.first[member];
      const SecondValue* second = block.find_second(member);
      s.slots[index] = second != nullptr ? second->slot : no_slot;
      if (second != nullptr) s.marks[index] = Mark::stored_slot;
      const Arrival& says = r.arrivals[block.first[member]];
      if ((second != nullptr) != (says.complete != says.first))
        file_.damaged("a move must wait exactly where not all can be played at first");
    });
    read_ += block.first.size();
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

  // --- Comparing --------------------------------------------------------------------------------

  // Calls body(index, cursor) for every canonical position of a block.
  template <class Body>
  void for_each_position(std::uint64_t b, typename Game::Cursor& cursor, Body&& body) {
    const std::uint64_t begin = b * block_indices;
    const std::uint64_t end = begin + record(slice_).indices_in_block(b);
    for (std::uint64_t index = begin; index < end && !v_.failure.happened(); ++index) {
      cursor.at(index);
      if (cursor.is_canonical()) body(index, std::as_const(cursor));
    }
  }

  Slice& slice_at(int slice) { return slices_[static_cast<std::size_t>(slice)]; }
  const Arrival& arrival(int slice, std::uint64_t index) {
    return record(slice).arrivals[slice_at(slice).codes[index]];
  }
  // Other threads set marks meanwhile.
  static unsigned marks_of(Slice& s, std::uint64_t index) {
    return std::atomic_ref(s.marks[index]).load(std::memory_order_relaxed);
  }
  static void mark(Slice& s, std::uint64_t index, int marks) {
    std::atomic_ref(s.marks[index])
        .fetch_or(static_cast<std::uint8_t>(marks), std::memory_order_relaxed);
  }

  void check_moves(int slice, std::uint64_t index, const typename Game::Cursor& cursor) {
    Slice& s = slice_at(slice);
    StoredArrival stored{arrival(slice, index), {}};
    if (marks_of(s, index) & Mark::stored_slot) stored.slot = s.slots[index];
    if (stored.arrival.first < 0) return;
    const Position& position = cursor.position();
    if (!game_.moves_are_plain(position)) {
      return v_.failure.note(fmt::format("{}: its moves are not those of the rules.",
                                         print_(position, Game::no_move)));
    }
    game_.for_each_searched_move(
        slice, position, cursor.stabiliser(), [&](const SearchedMove& step) {
          if (step.kind == MoveKind::exit)
            return arrive(step, stored.arrival.first + 1, ArrivalKind::unrestricted, no_slot);
          if (step.kind != MoveKind::inner) return;
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

  // A move arrives at a position after this many plies.
  void arrive(const SearchedMove& step, int plies, ArrivalKind kind, Slot slot) {
    const std::uint64_t index = game_.locate(step.slice, step.position).index;
    Slice& s = slice_at(step.slice);
    const Arrival& says = arrival(step.slice, index);
    const bool frees =
        kind != ArrivalKind::restricted || frees_with_others(s, index, slot, plies, says);
    expect(step, "", says.first, plies);
    if (frees) expect(step, " with all moves possible", says.complete, plies);
    if (kind == ArrivalKind::unrestricted)
      expect(step, " with nothing forbidden", says.unrestricted, plies);
    mark(s, index,
         (says.first == plies ? Mark::first : 0) |
             (frees && says.complete == plies ? Mark::complete : 0) |
             (kind == ArrivalKind::unrestricted && says.unrestricted == plies ? Mark::unrestricted
                                                                              : 0));
  }

  // Whether an arrival that forbids a move leaves none forbidden together with the earliest
  // arrivals.
  bool frees_with_others(Slice& s, std::uint64_t index, Slot slot, int plies, const Arrival& says) {
    if (marks_of(s, index) & Mark::stored_slot) return slot != s.slots[index];
    // All moves can be played at once, so two of the earliest arrivals must forbid different moves.
    if (plies > says.first) return true;
    Slot known = no_slot;
    return !std::atomic_ref(s.slots[index]).compare_exchange_strong(known, slot) && known != slot;
  }

  void expect(const SearchedMove& step, const char* how, int says, int plies) {
    if (says >= 0 && says <= plies) return;
    v_.failure.note(fmt::format("{}: a move arrives in ply {}; according to the table it is {}.",
                                print_(step.position, Game::no_move), plies,
                                says < 0 ? fmt::format("never reached{}", how)
                                         : fmt::format("reached{} only in ply {}", how, says)));
  }

  void check_support(int slice, std::uint64_t index, const Position& position) {
    const unsigned marks = marks_of(slice_at(slice), index);
    const Arrival& says = arrival(slice, index);
    const auto unsupported = [&](int plies, Mark m) { return plies >= 0 && !(marks & m); };
    const bool is_start = game_.slice_of(start_) == slice && says == Arrival{0, 0, 0} &&
                          game_.locate(slice, start_).index == index;
    if (!is_start &&
        (unsupported(says.first, Mark::first) || unsupported(says.complete, Mark::complete) ||
         unsupported(says.unrestricted, Mark::unrestricted))) {
      v_.failure.note(fmt::format("{}: no move arrives when the table says that it is reached.",
                                  print_(position, Game::no_move)));
    }
  }

  const Game& game_;
  const TableFile& file_;
  Verification& v_;
  Position start_;
  Print print_;
  enum class Part { read, moves, support } part_ = Part::read;
  int slice_ = -1;
  std::atomic<std::uint64_t> read_ = 0;  // positions of the slice
  std::vector<Slice> slices_;
};

}  // namespace zermelo
