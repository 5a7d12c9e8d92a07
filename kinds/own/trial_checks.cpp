// SPDX-License-Identifier: MIT
#include "kinds/own/trial_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/stopwatch.h"
#include "probe/split_mix.h"

namespace zermelo {
namespace {

// Fills the stack below the caller, where a function's own variables will be. (The empty statement
// looks at all of it, as far as the compiler knows.)
[[gnu::noinline]] void fill_stack(std::uint8_t pattern) {
  std::array<std::uint8_t, 1 << 15> below;
  std::memset(below.data(), pattern, below.size());
  asm volatile("" : : "r"(below.data()) : "memory");
}

// A buffer for bytes that a function writes, with guards on both sides.
class Guarded {
 public:
  Guarded(std::size_t bytes, std::uint8_t pattern)
      : all_(bytes + 2 * guard, pattern), pattern_(pattern) {}
  std::uint8_t* data() { return all_.data() + guard; }
  std::size_t size() const { return all_.size() - 2 * guard; }
  bool intact() const {
    const auto is_untouched = [&](std::uint8_t byte) { return byte == pattern_; };
    return std::all_of(all_.begin(), all_.begin() + guard, is_untouched) &&
           std::all_of(all_.end() - guard, all_.end(), is_untouched);
  }

 private:
  static constexpr std::ptrdiff_t guard = 64;
  std::vector<std::uint8_t> all_;
  std::uint8_t pattern_;
};

// One thing that was wrong.
struct Wrong {
  std::string sentence;
};

// All that an instance says of a state.
struct Said {
  OwnResult result;
  int mover = 0;
  std::string text;
  std::vector<OwnMove> moves;
  bool operator==(const Said& other) const {
    const auto key = [](const OwnMove& m) { return std::pair(m.move, m.next); };
    return result == other.result && mover == other.mover && text == other.text &&
           std::ranges::equal(moves, other.moves, {}, key, key);
  }
};

class Trial {
 public:
  Trial(const OwnProgram& program, const OwnTrialOptions& options, OwnCalls::Call& now)
      : program_(program),
        options_(options),
        now_(now),
        leases_(leased(program)),
        first_(leases_.front()->structure()),
        second_(leases_.back()->structure()),
        random_(options.seed) {}

  OwnTrialReport run() {
    try {
      list_checks();
      const OwnState start = checked_start();
      check_more_starts();
      note_solved_starts(start);
      for (int game = 0; game < options_.games; ++game) {
        if (!play()) {
          report_.in_time = false;
          break;
        }
        ++report_.games;
      }
      if (options_.perft_depth >= 0) count_perft(start);
    } catch (const Wrong& wrong) {
      report_.failure = wrong.sentence;
    } catch (const Error& error) {
      if (program_.is_interpreted()) throw;
      report_.failure = error.what();
    }
    report_.states = seen_.size();
    return std::move(report_);
  }

 private:
  static constexpr std::uint8_t one = 0xA5, other = 0x5A;
  std::size_t width() const { return program_.traits().state_bytes; }

  // Two instances; one, if the game does not allow more.
  static std::vector<OwnProgram::Lease> leased(const OwnProgram& program) {
    std::vector<OwnProgram::Lease> leases;
    leases.push_back(program.lease());
    if (!program.traits().one_thread) leases.push_back(program.lease());
    return leases;
  }

  void list_checks() {
    const OwnTraits& t = program_.traits();
    report_.checked = {"start", "result"};
    if (!t.is_puzzle()) report_.checked.emplace_back("mover");
    for (const char* name : {"moves", "play", "text"}) report_.checked.emplace_back(name);
    const std::pair<const char*, bool> optional[] = {
        {"expand", t.has_expand}, {"canonical", t.has_canonical}, {"unmoves", t.has_unmoves},
        {"layer", t.has_layer},   {"parse", t.has_parse},         {"move_text", t.has_move_text},
        {"board", t.has_board},   {"start_at", t.has_start_at}};
    for (const auto& [name, there] : optional)
      if (there) report_.checked.emplace_back(name);
  }

  // --- Calls ---

  void note(std::string_view function, const OwnState* state) {
    if (state != nullptr && noted_ != *state) note_text(*state);
    note(function, state, text_noted_);
  }
  void note(std::string_view function, const OwnState* state, std::string_view text) {
    begin_call(now_, function, state == nullptr ? nullptr : state->bytes.data(), width(), text);
  }
  // Asks for the text of a state, on one line, which then is that of all notes about it.
  void note_text(const OwnState& state) {
    note("text", &state, {});
    noted_ = state;
    text_noted_.clear();
    std::array<char, 256> text{};
    if (first_.text(first_.self, state.bytes.data(), text.data(), text.size()) <= 0) return;
    text_noted_ = text.data();
    std::ranges::replace(text_noted_, '\n', '/');
  }
  std::string where(const OwnState& state) {
    note("text", &state);
    return state_of_call(now_);
  }
  [[noreturn]] void wrong(std::string_view function, const OwnState* state,
                          std::string_view words) {
    throw Wrong{fmt::format("{}: {}{}: {}.", program_.where(), function,
                            state != nullptr ? " at " + where(*state) : "", words)};
  }
  template <class Number>
  Number checked(const zermelo_own_game& game, Number number, std::string_view function,
                 const OwnState* state) {
    if (number >= 0) return number;
    const char* const words = game.error != nullptr ? game.error(game.self) : nullptr;
    std::string said = words == nullptr || *words == '\0' ? "it failed" : words;
    if (said.ends_with('.')) said.pop_back();
    wrong(function, state, said);
  }

  // Calls a function that writes a state.
  template <class Call>
  OwnState written(const zermelo_own_game& game, std::uint8_t pattern, const char* function,
                   const OwnState* of, const Call& call) {
    Guarded buffer(width(), pattern);
    Guarded input(width(), 0);
    if (of != nullptr) std::memcpy(input.data(), of->bytes.data(), width());
    note(function, of);
    fill_stack(pattern);
    const int done = call(input.data(), buffer.data());
    checked(game, done, function, of);
    if (!buffer.intact()) wrong(function, of, "it writes beyond the state");
    if (of != nullptr && std::memcmp(input.data(), of->bytes.data(), width()) != 0)
      wrong(function, of, "it changes the state that it is asked about");
    OwnState state;
    std::memcpy(state.bytes.data(), buffer.data(), width());
    return state;
  }

  OwnState start_of(const zermelo_own_game& game, std::uint8_t pattern) {
    return written(game, pattern, "start", nullptr,
                   [&](const void*, void* state) { return game.start(game.self, state); });
  }
  OwnState played(const zermelo_own_game& game, std::uint8_t pattern, const OwnState& state,
                  std::uint64_t move) {
    return written(
        game, pattern, fmt::format("play({})", move).c_str(), &state,
        [&](const void* from, void* next) { return game.play(game.self, from, move, next); });
  }
  OwnState canonical(const zermelo_own_game& game, std::uint8_t pattern, const OwnState& state) {
    if (game.canonical == nullptr) return state;
    return written(game, pattern, "canonical", &state, [&](const void* from, void* image) {
      return game.canonical(game.self, from, image);
    });
  }
  OwnResult result_of(const zermelo_own_game& game, std::uint8_t pattern, const OwnState& state) {
    note("result", &state);
    fill_stack(pattern);
    std::int32_t score = 0;
    const int over =
        checked(game, game.result(game.self, state.bytes.data(), &score), "result", &state);
    if (over > 1) wrong("result", &state, fmt::format("it returned {}, not 0 or 1", over));
    return over == 0 ? OwnResult{} : OwnResult{true, score};
  }
  int mover_of(const zermelo_own_game& game, std::uint8_t pattern, const OwnState& state) {
    if (program_.traits().is_puzzle()) return 0;
    note("mover", &state);
    fill_stack(pattern);
    const int mover = checked(game, game.mover(game.self, state.bytes.data()), "mover", &state);
    if (mover > 1) wrong("mover", &state, fmt::format("it returned {}, not 0 or 1", mover));
    return mover;
  }
  std::string text_of(const zermelo_own_game& game, std::uint8_t pattern, const OwnState& state) {
    note("text", &state);
    fill_stack(pattern);
    std::vector<char> buffer(4096, static_cast<char>(pattern));
    const int length =
        checked(game, game.text(game.self, state.bytes.data(), buffer.data(), buffer.size()),
                "text", &state);
    if (static_cast<std::size_t>(length) >= buffer.size())
      wrong("text", &state, "it has more than 4096 characters");
    if (std::strlen(buffer.data()) != static_cast<std::size_t>(length))
      wrong("text", &state, "it returned another number of characters than it wrote");
    return buffer.data();
  }
  std::vector<std::uint64_t> moves_of(const zermelo_own_game& game, std::uint8_t pattern,
                                      const OwnState& state) {
    note("moves", &state);
    const std::size_t most = program_.traits().most_moves;
    Guarded buffer(most * sizeof(std::uint64_t), pattern);
    fill_stack(pattern);
    const int count = checked(
        game,
        game.moves(game.self, state.bytes.data(), reinterpret_cast<std::uint64_t*>(buffer.data())),
        "moves", &state);
    if (static_cast<std::size_t>(count) > most || !buffer.intact())
      wrong("moves", &state, fmt::format("it has more moves than most_moves, {}", most));
    if (count == 0) wrong("moves", &state, "the game goes on, but there is no move");
    std::vector<std::uint64_t> moves(static_cast<std::size_t>(count));
    std::memcpy(moves.data(), buffer.data(), moves.size() * sizeof(std::uint64_t));
    return moves;
  }

  Said asked(const zermelo_own_game& game, std::uint8_t pattern, const OwnState& state,
             bool backwards) {
    Said said;
    if (backwards) said.text = text_of(game, pattern, state);
    said.result = result_of(game, pattern, state);
    if (goes_on(state, said.result)) {
      if (!said.result.is_over) said.mover = mover_of(game, pattern, state);
      for (const std::uint64_t move : moves_of(game, pattern, state))
        said.moves.push_back({move, {}});
      if (backwards) std::ranges::reverse(said.moves);
      for (OwnMove& move : said.moves) move.next = played(game, pattern, state, move.move);
      if (backwards) std::ranges::reverse(said.moves);
    }
    if (!backwards) said.text = text_of(game, pattern, state);
    return said;
  }

  // --- Checks ---

  OwnState checked_start() {
    const OwnState start = start_of(first_, one);
    for (const zermelo_own_game* game : {&first_, &second_, &first_}) {
      for (const std::uint8_t pattern : {other, one}) {
        if (start_of(*game, pattern) != start)
          wrong("start", &start,
                "it sets another state each time (random, or bytes that it does not set)");
      }
    }
    return start;
  }

  // Instances agree on the other starts, and on how many there are.
  void check_more_starts() {
    if (first_.start_at == nullptr) return;
    constexpr std::uint64_t most_looked_at = 1000;
    for (std::uint64_t number = 1; number <= most_looked_at; ++number) {
      const auto [there, start] = start_at(first_, one, number);
      if (start_at(second_, other, number) != std::pair(there, start))
        wrong(fmt::format("start_at({})", number), nullptr,
              "it sets another state each time (random, or bytes that it does not set)");
      if (!there) return;
      starts_.push_back(start);
    }
  }
  std::pair<bool, OwnState> start_at(const zermelo_own_game& game, std::uint8_t pattern,
                                     std::uint64_t number) {
    bool there = false;
    const std::string function = fmt::format("start_at({})", number);
    const OwnState start =
        written(game, pattern, function.c_str(), nullptr, [&](const void*, void* state) {
          const int set = game.start_at(game.self, number, state);
          there = set > 0;
          return set;
        });
    return {there, there ? start : OwnState{}};
  }

  // A puzzle's start that is a goal is played on from, as when solving.
  void note_solved_starts(const OwnState& start) {
    starts_.insert(starts_.begin(), start);
    if (!program_.traits().is_puzzle()) return;
    for (const OwnState& state : starts_) solved_starts_.insert(canonical(first_, one, state));
  }
  bool goes_on(const OwnState& state, OwnResult result) {
    if (!result.is_over) return true;
    return result.score > 0 && !solved_starts_.empty() &&
           solved_starts_.contains(canonical(first_, one, state));
  }

  bool is_time_for_games_up() const { return watch_.seconds() > options_.seconds * 0.8; }

  // Plays at random, from each start in turn; false if the time is up.
  bool play() {
    OwnState state = starts_[report_.games % starts_.size()];
    for (int ply = 0; ply < options_.most_plies; ++ply) {
      if (is_time_for_games_up()) return false;
      if (options_.stop != nullptr && *options_.stop) throw Interrupted("The trial was stopped.");
      const Said& said = look_at(state);
      if (said.moves.empty()) return true;
      state = said.moves[random_.below(said.moves.size())].next;
    }
    return true;
  }

  // What is said of any state, which is asked once: states are before and after many others.
  const Said& said_of(const OwnState& state) {
    if (const auto found = seen_.find(state); found != seen_.end()) return found->second;
    const auto [found, is_new] = beside_.try_emplace(state);
    if (is_new) found->second = asked(first_, one, state, false);
    return found->second;
  }

  const Said& look_at(const OwnState& state) {
    const auto [found, is_new] = seen_.try_emplace(state);
    Said& said = found->second;
    if (!is_new) return said;
    said = asked(first_, one, state, false);
    compare(state, said, asked(first_, other, state, true),
            "asked again, in another order and with other bytes in its buffers and on the stack");
    compare(state, said, asked(second_, other, state, false), "asked in another instance");
    check_text(state, said);
    check_board(state);
    if (!said.moves.empty()) {
      check_expand(state, said);
      check_move_texts(state, said);
      check_layer(state, said);
    }
    check_canonical(state, said);
    check_unmoves(state, said);
    check_parse(state, said);
    return said;
  }

  void compare(const OwnState& state, const Said& a, const Said& b, std::string_view when) {
    if (a == b) return;
    if (a.result != b.result)
      wrong("result", &state, fmt::format("it says something else when {}", when));
    if (a.mover != b.mover)
      wrong("mover", &state, fmt::format("it says something else when {}", when));
    if (a.text != b.text)
      wrong("text", &state, fmt::format("it says something else when {}", when));
    if (!std::ranges::equal(a.moves, b.moves, {}, &OwnMove::move, &OwnMove::move))
      wrong("moves", &state, fmt::format("there are others when {}", when));
    for (std::size_t i = 0; i < a.moves.size(); ++i) {
      if (a.moves[i].next != b.moves[i].next) {
        wrong(name_of_play(state, a.moves[i].move), &state,
              fmt::format("it leads elsewhere when {}: byte {} of the state differs", when,
                          first_difference(a.moves[i].next, b.moves[i].next)));
      }
    }
  }
  // With the move as people know it.
  std::string name_of_play(const OwnState& state, std::uint64_t move) {
    std::array<char, 512> text{};
    if (first_.move_text != nullptr)
      first_.move_text(first_.self, state.bytes.data(), move, text.data(), text.size());
    return fmt::format("play({})", text.front() != '\0' ? text.data() : std::to_string(move));
  }
  static std::size_t first_difference(const OwnState& a, const OwnState& b) {
    return static_cast<std::size_t>(std::ranges::mismatch(a.bytes, b.bytes).in1 - a.bytes.begin());
  }

  void check_text(const OwnState& state, const Said& said) {
    const auto [found, is_new] = texts_.try_emplace(said.text, state);
    if (is_new || found->second == state) return;
    wrong("text", &state,
          fmt::format(
              "two states have this text, and differ in byte {}: something counts that the text "
              "does not show",
              first_difference(state, found->second)));
  }

  void check_board(const OwnState& state) {
    if (first_.board == nullptr) return;
    constexpr std::uint32_t most = 26;
    std::array<std::string, 2> boards;
    for (const bool again : {false, true}) {
      const zermelo_own_game& game = again ? second_ : first_;
      note("board", &state);
      fill_stack(again ? other : one);
      std::vector<char> cells(4096, static_cast<char>(again ? other : one));
      std::uint32_t columns = 0, rows = 0;
      const int length = checked(
          game,
          game.board(game.self, state.bytes.data(), &columns, &rows, cells.data(), cells.size()),
          "board", &state);
      if (columns < 1 || columns > most || rows < 1 || rows > most ||
          static_cast<std::uint32_t>(length) != columns * rows ||
          std::memchr(cells.data(), '\0', cells.size()) != cells.data() + length) {
        wrong("board", &state,
              fmt::format("{} columns and {} rows do not go with {} characters", columns, rows,
                          length));
      }
      boards[again ? 1 : 0] = fmt::format("{} {} {}", columns, rows, cells.data());
      for (const char* cell = cells.data(); *cell != '\0'; ++cell) {
        const bool is_piece = (*cell >= 'a' && *cell <= 'z') || (*cell >= 'A' && *cell <= 'Z') ||
                              (*cell >= '0' && *cell <= '9');
        if (!is_piece && *cell != '.' && *cell != '#')
          wrong("board", &state,
                fmt::format("'{}' is neither a letter or digit nor '.' nor '#'", *cell));
      }
    }
    if (boards[0] != boards[1])
      wrong("board", &state, "it says something else when asked in another instance");
  }

  void check_expand(const OwnState& state, const Said& said) {
    if (first_.expand == nullptr) return;
    note("expand", &state);
    const std::size_t most = program_.traits().most_moves;
    Guarded moves(most * sizeof(std::uint64_t), other), nexts(most * width(), other);
    fill_stack(other);
    const int count =
        checked(first_,
                first_.expand(first_.self, state.bytes.data(),
                              reinterpret_cast<std::uint64_t*>(moves.data()), nexts.data()),
                "expand", &state);
    if (!moves.intact() || !nexts.intact() || static_cast<std::size_t>(count) > most)
      wrong("expand", &state, fmt::format("it has more moves than most_moves, {}", most));
    std::set<std::pair<std::uint64_t, OwnState>> by_expand, by_play;
    for (int i = 0; i < count; ++i) {
      std::uint64_t move = 0;
      OwnState next;
      std::memcpy(&move, moves.data() + static_cast<std::size_t>(i) * sizeof move, sizeof move);
      std::memcpy(next.bytes.data(), nexts.data() + static_cast<std::size_t>(i) * width(), width());
      by_expand.emplace(move, next);
    }
    for (const OwnMove& move : said.moves) by_play.emplace(move.move, move.next);
    if (by_expand != by_play) wrong("expand", &state, "it disagrees with moves and play");
  }

  void check_move_texts(const OwnState& state, const Said& said) {
    if (first_.move_text == nullptr) return;
    std::map<std::string, OwnState> texts;
    for (const OwnMove& move : said.moves) {
      const std::string function = fmt::format("move_text({})", move.move);
      note(function, &state);
      std::array<char, 512> buffer{};
      checked(first_,
              first_.move_text(first_.self, state.bytes.data(), move.move, buffer.data(),
                               buffer.size()),
              function, &state);
      const auto [found, is_new] = texts.try_emplace(buffer.data(), move.next);
      if (!is_new && found->second != move.next)
        wrong(function, &state, fmt::format("another move is written '{}', too", found->first));
    }
  }

  int layer_of(const OwnState& state) {
    note("layer", &state);
    return checked(first_, first_.layer(first_.self, state.bytes.data()), "layer", &state);
  }
  void check_layer(const OwnState& state, const Said& said) {
    if (first_.layer == nullptr) return;
    const int layer = layer_of(state);
    if (layer > 65535) wrong("layer", &state, "it exceeds 65535");
    for (const OwnMove& move : said.moves) {
      if (layer_of(move.next) < layer)
        wrong("layer", &state, fmt::format("move {} leads to a lower one", move.move));
    }
  }

  // What moves lead to, up to symmetry.
  std::set<OwnState> images(const Said& said) {
    std::set<OwnState> all;
    for (const OwnMove& move : said.moves) all.insert(canonical(first_, one, move.next));
    return all;
  }
  void check_canonical(const OwnState& state, const Said& said) {
    if (first_.canonical == nullptr) return;
    const OwnState image = canonical(first_, one, state);
    if (canonical(second_, other, state) != image)
      wrong("canonical", &state, "it says something else when asked again");
    if (canonical(first_, other, image) != image)
      wrong("canonical", &state, "the state that it gives is not represented by itself");
    if (image == state) return;
    const Said& there = said_of(image);
    if (there.result != said.result)
      wrong("canonical", &state, "the state that it gives has another result");
    if (there.mover != said.mover)
      wrong("canonical", &state, "the state that it gives has another mover");
    if (images(there) != images(said))
      wrong("canonical", &state, "the moves of the state that it gives lead elsewhere");
  }

  const std::set<OwnState>& befores(const OwnState& state) {
    const auto [found, is_new] = befores_.try_emplace(state);
    if (is_new) found->second = asked_befores(state);
    return found->second;
  }
  std::set<OwnState> asked_befores(const OwnState& state) {
    note("unmoves", &state);
    std::size_t room = 1024;
    for (;;) {
      Guarded buffer(room * width(), other);
      fill_stack(other);
      const std::int64_t count =
          checked(first_, first_.unmoves(first_.self, state.bytes.data(), buffer.data(), room),
                  "unmoves", &state);
      if (!buffer.intact())
        wrong("unmoves", &state, "it writes more states than there is room for");
      if (static_cast<std::size_t>(count) > room) {
        room = static_cast<std::size_t>(count);
        continue;
      }
      std::set<OwnState> all;
      for (std::int64_t i = 0; i < count; ++i) {
        OwnState before;
        std::memcpy(before.bytes.data(), buffer.data() + static_cast<std::size_t>(i) * width(),
                    width());
        all.insert(canonical(first_, one, before));
      }
      return all;
    }
  }
  // Each move is among the unmoves of what it leads to, and each unmove has the move.
  void check_unmoves(const OwnState& state, const Said& said) {
    if (first_.unmoves == nullptr) return;
    const OwnState image = canonical(first_, one, state);
    // (A puzzle's start that is a goal is not among the unmoves of what comes after it.)
    const std::set<OwnState> nexts = said.result.is_over ? std::set<OwnState>{} : images(said);
    for (const OwnState& next : nexts) {
      if (!befores(next).contains(image))
        wrong("unmoves", &next,
              fmt::format("it lacks {}, from which a move leads there", where(image)));
    }
    for (const OwnState& before : befores(image)) {
      const Said& there = said_of(before);
      if (there.result.is_over)
        wrong("unmoves", &image,
              fmt::format("it has {}, in which the game is over", where(before)));
      if (!images(there).contains(image))
        wrong("unmoves", &image,
              fmt::format("it has {}, from which no move leads there", where(before)));
    }
  }

  void check_parse(const OwnState& state, const Said& said) {
    if (first_.parse == nullptr) return;
    Guarded buffer(width(), other);
    note("parse", &state);
    fill_stack(other);
    const int failed = checked(first_, first_.parse(first_.self, said.text.c_str(), buffer.data()),
                               "parse", &state);
    if (!buffer.intact()) wrong("parse", &state, "it writes beyond the state");
    if (failed != 0 || std::memcmp(buffer.data(), state.bytes.data(), width()) != 0)
      wrong("parse", &state, "it does not read what text writes");
  }

  // Sequences of moves from the start.
  void count_perft(const OwnState& start) {
    constexpr std::uint64_t enough = 1000000;
    std::map<OwnState, std::uint64_t> ways = {{start, 1}};
    report_.perft = {1};
    const int depth = options_.perft_depth == 0 ? 64 : options_.perft_depth;
    for (int ply = 0; ply < depth && !ways.empty(); ++ply) {
      if (options_.perft_depth == 0 && (report_.perft.back() > enough || ways.size() > 100000))
        return;
      std::map<OwnState, std::uint64_t> after;
      std::uint64_t all = 0;
      for (const auto& [state, count] : ways) {
        if (watch_.seconds() > options_.seconds * 0.9) return;
        if (!goes_on(state, result_of(first_, one, state))) continue;
        for (const std::uint64_t move : moves_of(first_, one, state)) {
          after[played(first_, one, state, move)] += count;
          all += count;
        }
      }
      if (all == 0) return;
      report_.perft.push_back(all);
      ways = std::move(after);
    }
  }

  const OwnProgram& program_;
  OwnTrialOptions options_;
  OwnCalls::Call& now_;
  std::vector<OwnProgram::Lease> leases_;
  const zermelo_own_game& first_;
  const zermelo_own_game& second_;
  SplitMix random_;
  Stopwatch watch_;
  OwnTrialReport report_;
  std::optional<OwnState> noted_;  // whose text is
  std::string text_noted_;
  std::vector<OwnState> starts_;
  std::set<OwnState> solved_starts_;  // of a puzzle, up to symmetry: goals that are played on from
  std::map<OwnState, Said> seen_;
  std::map<OwnState, Said> beside_;  // of states that are only compared with those
  std::map<OwnState, std::set<OwnState>> befores_;
  std::map<std::string, OwnState> texts_;
};

}  // namespace

OwnTrialReport run_trial(const OwnProgram& program, const OwnTrialOptions& options,
                         OwnCalls::Call& now) {
  return Trial(program, options, now).run();
}

}  // namespace zermelo
