// SPDX-License-Identifier: MIT
// Rules that are the user's own code (probe/zermelo_game.h), called safely: what a function may
// return is checked, and an error names the function, the state and the move.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/game_spec.h"
#include "gen/text/diagram.h"
#include "gen/value.h"
#include "probe/own_game.h"
#include "probe/puzzle.h"
#include "probe/zermelo_game.h"

namespace zermelo {

// The bytes of a state, and zeros after them; so states of one game are equal if all bytes are.
struct OwnState {
  std::array<std::uint8_t, ZERMELO_MOST_STATE_BYTES> bytes{};
  auto operator<=>(const OwnState&) const = default;
};

// How a game is over.
struct OwnResult {
  bool is_over = false;
  int score = 0;  // of player 0
  bool operator==(const OwnResult&) const = default;
};

// A move and the state that it leads to.
struct OwnMove {
  std::uint64_t move = 0;
  OwnState next;
};

// What a game says about itself once.
struct OwnTraits {
  std::string name, version;
  int players = 2;
  std::size_t state_bytes = 0;
  std::size_t most_moves = 0;
  bool one_thread = false, scores = false;
  bool has_expand = false, has_canonical = false, has_unmoves = false, has_layer = false;
  bool has_parse = false, has_move_text = false, has_board = false, has_start_at = false;

  bool is_puzzle() const { return players == 1; }
  // What tables count.
  Metric metric() const {
    return scores ? Metric::score : is_puzzle() ? Metric::moves : Metric::distance;
  }
  bool operator==(const OwnTraits&) const = default;
};

// A state as a board: cells as zermelo_own_game::board writes them.
struct OwnBoard {
  int columns = 0, rows = 0;
  std::string cells;
};

// What players of rules that this program has in itself know states and moves by, where that is
// more than zermelo_own_game can say. Immutable and thread-safe.
class OwnNotation {
 public:
  virtual ~OwnNotation() = default;
  // Throws IllegalPosition, and NotInTable for a position that no play from the start leads to.
  virtual OwnState read(std::string_view text) const = 0;
  virtual std::string text(const OwnState& state) const = 0;
  virtual Diagram diagram(const OwnState& state) const = 0;
  virtual MoveShape shape(const OwnState& before, std::uint64_t move) const = 0;
  // The men on the board, first of that player.
  virtual PieceCounts pieces(const OwnState& state, int player) const = 0;
  // Whether a move gives check; whether it lets the man that has moved be taken.
  virtual bool threatens(const OwnState& before, std::uint64_t move) const = 0;
  virtual bool gives_up(const OwnState& before, std::uint64_t move) const = 0;
};

// Whether a structure is of a version that this program knows, so that its members may be read.
bool is_known_own_game(const zermelo_own_game& given);
// Such a structure with the members beyond its size empty.
zermelo_own_game with_known_members(const zermelo_own_game& given);

// One instance of a game, for one thread at a time. All members throw RulesError.
class OwnRules {
 public:
  // Takes the instance over, and closes it. `where` begins messages: "mygame.so". `notation`, if
  // there is one, must outlive it. Throws RulesError for a structure that makes no sense.
  OwnRules(const zermelo_own_game& game, std::string where, const OwnNotation* notation = nullptr);
  OwnRules(const OwnRules&) = delete;
  OwnRules& operator=(const OwnRules&) = delete;
  ~OwnRules();

  const OwnTraits& traits() const { return traits_; }
  // Null if there is none; where there is one, it is asked instead of the structure.
  const OwnNotation* notation() const { return notation_; }
  // The instance, with nothing between the caller and it.
  const zermelo_own_game& structure() const { return game_; }

  OwnState start();
  // Start number 0 is start().
  std::optional<OwnState> start_at(std::uint64_t number);
  OwnResult result(const OwnState& state);
  int mover(const OwnState& state);
  // The moves of a state in which the game goes on, in the game's order: at least one. Uses
  // `expand` if there is one; valid until the next call.
  std::span<const OwnMove> expand(const OwnState& state);
  // The same by `moves` and `play`.
  std::span<const OwnMove> expand_by_moves(const OwnState& state);
  // The state itself if there is no `canonical`.
  OwnState canonical(const OwnState& state);
  // Only if there are such functions. What unmoves returns is valid until its next call.
  std::span<const OwnState> unmoves(const OwnState& state);
  int layer(const OwnState& state);
  std::optional<OwnState> parse(std::string_view text);  // nothing: it is not a state
  OwnBoard board(const OwnState& state);

  std::string text(const OwnState& state);
  // Its number if there is no `move_text`.
  std::string move_text(const OwnState& state, std::uint64_t move);

  // "mygame.so: play(3) at ..x/.o./...: words". `function` is its name, with its argument if it has
  // one; `words` may be empty.
  [[noreturn]] void fail(std::string_view function, const OwnState* state, std::string_view words);

 private:
  void check_structure() const;
  std::string own_words() const;
  std::string text_or_hex(const OwnState& state);
  // Throws if the number is negative.
  template <class Number>
  Number checked(Number number, const char* function, const OwnState* state);
  OwnState state_in_buffer() const;
  // The state that begins there; as many bytes as an OwnState has can be read.
  OwnState state_at(const std::uint8_t* from) const;
  // What `write(text, size)` writes as snprintf does.
  template <class Write>
  std::string written(const char* function, const OwnState* state, const Write& write);

  zermelo_own_game game_{};
  std::string where_;
  const OwnNotation* notation_;
  OwnTraits traits_;
  std::array<std::uint64_t, sizeof(OwnState) / 8> mask_{};  // ones where a state has bytes
  std::vector<std::uint8_t> buffer_;                        // of one state
  std::vector<std::uint64_t> moves_;                        // as the game writes them
  std::vector<std::uint8_t> nexts_;                         // the same
  std::vector<OwnMove> expanded_;
  std::vector<std::uint8_t> befores_;  // as the game writes them
  std::vector<OwnState> before_states_;
  bool failing_ = false;  // writing a message
};

// The bytes of a state in hexadecimal digits: "0a1b".
std::string hex_text(const OwnState& state, std::size_t state_bytes);
// The reverse; nothing for anything else.
std::optional<OwnState> read_hex(std::string_view text, std::size_t state_bytes);

// Where instances come from. Thread-safe.
class OwnProgram {
 public:
  // Opens an instance with these parameters; `where` begins messages. The first one is opened at
  // once. Throws RulesError, and UsageError for parameters that the game does not take.
  OwnProgram(std::function<zermelo_own_game()> open, ParameterTexts parameters, std::string where);
  // The same for rules that this program has in itself, with such a notation.
  OwnProgram(std::function<zermelo_own_game()> open, std::shared_ptr<const OwnNotation> notation,
             std::string where);
  // The same for rules that an interpreter runs.
  OwnProgram(std::shared_ptr<OwnInterpreter> interpreter, ParameterTexts parameters,
             std::string where);
  ~OwnProgram();

  const OwnTraits& traits() const { return traits_; }
  const ParameterTexts& parameters() const { return parameters_; }
  const std::string& where() const { return where_; }
  // At most that many threads may use instances at once.
  int most_threads(int wanted) const { return traits_.one_thread || is_interpreted() ? 1 : wanted; }
  bool is_interpreted() const { return interpreter_ != nullptr; }
  // Null for rules that are the user's code.
  const OwnNotation* notation() const { return notation_.get(); }

  // An instance to use for a while, on one thread, which holds the interpreter's lock if there is
  // one. For a game with ONE_THREAD there is one, for which others wait.
  class Lease {
   public:
    Lease(const OwnProgram& program, std::unique_ptr<OwnRules> rules)
        : program_(&program), rules_(std::move(rules)) {
      if (program_->interpreter_) program_->interpreter_->enter();
    }
    Lease(Lease&& other) noexcept = default;
    Lease& operator=(Lease&&) = delete;
    ~Lease() {
      if (!rules_) return;
      if (program_->interpreter_) program_->interpreter_->leave();
      program_->give_back(std::move(rules_));
    }
    OwnRules* operator->() const { return rules_.get(); }
    OwnRules& operator*() const { return *rules_; }

   private:
    const OwnProgram* program_;
    std::unique_ptr<OwnRules> rules_;
  };
  Lease lease() const;

 private:
  struct Pool;
  void open_first();
  std::unique_ptr<OwnRules> opened() const;
  void give_back(std::unique_ptr<OwnRules> rules) const;

  std::shared_ptr<OwnInterpreter> interpreter_;  // null if there is none
  std::shared_ptr<const OwnNotation> notation_;  // likewise
  std::function<zermelo_own_game()> open_;
  ParameterTexts parameters_;
  std::string where_;
  OwnTraits traits_;
  std::unique_ptr<Pool> pool_;
};

// Rules that a program has in itself.
std::shared_ptr<const OwnProgram> own_program(zermelo_own_game_opener open,
                                              const ParameterTexts& parameters,
                                              const std::string& where);
// Rules in a shared object, which is loaded by its absolute path and stays loaded. Throws FileError
// for a file that cannot be loaded, RulesError, UsageError.
// `calls`, if there is one, notes every call (probe/own_calls.h).
std::shared_ptr<const OwnProgram> load_own_program(const std::string& path,
                                                   const ParameterTexts& parameters,
                                                   OwnCalls* calls = nullptr);

}  // namespace zermelo
