// SPDX-License-Identifier: MIT
// Games whose rules are the user's own code (probe/zermelo_game.h): solved, and their tables
// opened.
//
//     const auto game = zermelo::load_own_game("./mygame.so", {{"size", "3"}});
//     zermelo::solve(*game, "mygame.ztb");
//     const auto table = zermelo::Table::open("mygame.ztb", game);
//
// Rules in this program itself are a class; own_game_opener<Rules>() makes the functions from it:
//
//     struct Nim {
//       struct State { std::uint8_t heap, mover; };  // without padding
//       static constexpr const char* name = "nim";
//       static constexpr const char* version = "1";
//       static constexpr unsigned most_moves = 3;
//
//       // (Or without an argument. What it throws refuses the parameters.)
//       explicit Nim(const zermelo::ParameterTexts& parameters);
//
//       State start();
//       std::optional<int> result(const State&);  // player 0's, if the game is over
//       int mover(const State&);                  // not in puzzles
//       void moves(const State&, std::vector<std::uint64_t>& found);
//       State play(const State&, std::uint64_t move);
//       std::string text(const State&);
//     };
//     const auto game = zermelo::make_own_game(zermelo::own_game_opener<Nim>(), {}, "nim");
//
// What else a class may have, each if wanted (probe/zermelo_game.h says what it means):
//
//     static constexpr unsigned players = 1;                // a puzzle
//     static constexpr bool scores = true, one_thread = true;
//     std::optional<State> start_at(std::uint64_t number);  // from 1 on; nothing: no more starts
//     void expand(const State&, std::vector<std::pair<std::uint64_t, State>>& found);
//     State canonical(const State&);
//     std::vector<State> unmoves(const State&);
//     int layer(const State&);
//     std::optional<State> parse(std::string_view text);    // nothing: it is not a state
//     std::string move_text(const State&, std::uint64_t move);
//     std::vector<std::string> board(const State&);         // ranks of one length, from the top
//
// `found` is empty when it is passed. Members may be const or static. An exception that a member
// throws becomes a RulesError with the function's name and the state.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/game_spec.h"
#include "probe/game.h"
#include "probe/zermelo_game.h"

namespace zermelo {

// Thrown where something needs the rules of a game, which are not here.
class RulesMissing : public UsageError {
  using UsageError::UsageError;
};

// Thrown where a table would have to list its states, and knows them by hashes: they take more than
// 63 bits.
class StatesAreHashed : public UsageError {
  using UsageError::UsageError;
};

// The rules in a shared object, which this program then runs: only name a file that you trust.
// Throws FileError, RulesError, UsageError.
std::shared_ptr<const Game> load_own_game(const std::string& path,
                                          const ParameterTexts& parameters = {});
// Rules in this program; `where` begins messages. Throws RulesError, UsageError.
std::shared_ptr<const Game> make_own_game(zermelo_own_game_opener open,
                                          const ParameterTexts& parameters,
                                          const std::string& where);
// Thrown by rules that know only the states that they have met (hashes of a game's own objects)
// about another one. Such states are not compared when a table is opened.
class UnknownState : public RulesError {
  using RulesError::RulesError;
};

// Rules that an interpreter in this process runs (Python). Its lock is needed for every call and
// takes long to get, so it is held for many calls; another process would lack its threads, so the
// rules are tried out in this one; and they are used by one thread at a time.
class OwnInterpreter {
 public:
  virtual ~OwnInterpreter() = default;
  // An instance; there may be several at once, which may share what `self` leads to. Functions may
  // also throw what is derived from RulesError.
  virtual zermelo_own_game open() = 0;
  // Before and after calls of an instance's functions, on the thread that calls. Pairs may be
  // nested.
  virtual void enter() = 0;
  virtual void leave() noexcept = 0;
};
// `where` begins messages. Throws RulesError, UsageError.
std::shared_ptr<const Game> make_own_game(std::shared_ptr<OwnInterpreter> interpreter,
                                          const ParameterTexts& parameters,
                                          const std::string& where);
struct OwnCalls;
// As above, and every call of the rules is noted in `calls` (probe/own_calls.h), which must outlive
// the game.
std::shared_ptr<const Game> load_own_game(const std::string& path, const ParameterTexts& parameters,
                                          OwnCalls& calls);
std::shared_ptr<const Game> make_own_game(std::shared_ptr<OwnInterpreter> interpreter,
                                          const ParameterTexts& parameters,
                                          const std::string& where, OwnCalls& calls);

// What is known of a game whose rules are code, with the rules or without them.
struct OwnGameInfo {
  std::string name, version;  // that the rules give it
  bool has_rules = false;     // if not, nothing is known beyond `players`
  std::string code;           // the name of the rules' file, or of the one a table was made with
  int players = 2;
  bool one_thread = false, has_parse = false, has_move_text = false, has_board = false;
};
// Nothing for other games. Thread-safe.
std::optional<OwnGameInfo> own_game_info(const Game& game);

// The parameters that the rules of a table's game were opened with. Throws UsageError for a table
// of another kind of game.
ParameterTexts own_game_parameters(const GameSpec& of_table);
// How many bytes a state of such a game has; also without its rules. Throws UsageError for another
// kind of game.
std::size_t own_state_bytes(const Game& game);

namespace own {

// One instance of a class of rules behind the C structure.
template <class Rules>
struct Instance {
  using State = typename Rules::State;
  static_assert(std::is_trivially_copyable_v<State> && sizeof(State) <= ZERMELO_MOST_STATE_BYTES);
  static_assert(std::has_unique_object_representations_v<State>,
                "A state must not have padding, which would make equal states unequal.");

  explicit Instance(const ParameterTexts& parameters)
      : rules([&] {
          if constexpr (std::constructible_from<Rules, const ParameterTexts&>) {
            return Rules(parameters);
          } else {
            return Rules();
          }
        }()) {}

  static State read(const void* bytes) {
    State state;
    std::memcpy(&state, bytes, sizeof state);
    return state;
  }
  static void write(const State& state, void* bytes) { std::memcpy(bytes, &state, sizeof state); }

  // Calls body(instance); an exception becomes -1 and words for `error`.
  template <class Body>
  static auto guarded(void* self, const Body& body) -> decltype(body(std::declval<Instance&>())) {
    auto& instance = *static_cast<Instance*>(self);
    try {
      return body(instance);
    } catch (const std::exception& failure) {
      instance.words = failure.what();
    } catch (...) {
      instance.words = "an exception of an unknown type";
    }
    return -1;
  }
  static int put(const std::string& text, char* out, std::size_t size) {
    if (size > 0) {
      const std::size_t length = std::min(text.size(), size - 1);
      std::memcpy(out, text.data(), length);
      out[length] = '\0';
    }
    return static_cast<int>(text.size());
  }

  Rules rules;
  std::string words;
  std::vector<std::uint64_t> moves;
  std::vector<std::pair<std::uint64_t, State>> expanded;
};

template <class Rules>
constexpr unsigned players_of() {
  if constexpr (requires { Rules::players; }) {
    return Rules::players;
  } else {
    return 2;
  }
}
template <class Rules>
constexpr unsigned flags_of() {
  unsigned flags = 0;
  if constexpr (requires { Rules::scores; }) flags |= Rules::scores ? ZERMELO_SCORES : 0;
  if constexpr (requires { Rules::one_thread; })
    flags |= Rules::one_thread ? ZERMELO_ONE_THREAD : 0;
  return flags;
}

// Ranks from the top, as zermelo_own_game::board writes them.
inline std::string cells_of(const std::vector<std::string>& ranks) {
  std::string cells;
  for (const std::string& rank : ranks) {
    if (rank.size() != ranks.front().size())
      throw std::invalid_argument("its ranks differ in length");
    cells += rank;
  }
  return cells;
}

// Members that a class may have. Each is asked for by a call; one that is there but cannot be
// called so is refused when it is compiled, for it would otherwise be left out unnoticed.

template <class Rules>
void fill_starts(zermelo_own_game& game) {
  using I = Instance<Rules>;
  using State = typename Rules::State;
  if constexpr (requires(Rules & r) { r.start_at(std::uint64_t{1}); }) {
    game.start_at = [](void* self, std::uint64_t number, void* state) {
      return I::guarded(self, [&](I& i) {
        const std::optional<State> start = i.rules.start_at(number);
        if (start) I::write(*start, state);
        return start ? 1 : 0;
      });
    };
  } else {
    static_assert(
        !requires { &Rules::start_at; }, "start_at takes a std::uint64_t.");
  }
}

template <class Rules>
void fill_expand(zermelo_own_game& game) {
  using I = Instance<Rules>;
  using State = typename Rules::State;
  if constexpr (requires(Rules & r, const State& s,
                         std::vector<std::pair<std::uint64_t, State>>& found) {
                  r.expand(s, found);
                }) {
    game.expand = [](void* self, const void* state, std::uint64_t* moves, void* nexts) {
      return I::guarded(self, [&](I& i) {
        i.expanded.clear();
        i.rules.expand(I::read(state), i.expanded);
        if (i.expanded.size() <= Rules::most_moves) {
          auto* next = static_cast<char*>(nexts);
          for (const auto& [move, after] : i.expanded) {
            *moves++ = move;
            I::write(after, next);
            next += sizeof(State);
          }
        }
        return static_cast<int>(i.expanded.size());
      });
    };
  } else {
    static_assert(
        !requires { &Rules::expand; },
        "expand takes a const State& and a std::vector<std::pair<std::uint64_t, State>>&.");
  }
}

// What says more about the states than play needs.
template <class Rules>
void fill_structure(zermelo_own_game& game) {
  using I = Instance<Rules>;
  using State = typename Rules::State;
  if constexpr (requires(Rules & r, const State& s) { r.canonical(s); }) {
    game.canonical = [](void* self, const void* state, void* image) {
      return I::guarded(self, [&](I& i) {
        I::write(i.rules.canonical(I::read(state)), image);
        return 0;
      });
    };
  } else {
    static_assert(
        !requires { &Rules::canonical; }, "canonical takes a const State&.");
  }
  if constexpr (requires(Rules & r, const State& s) { r.unmoves(s); }) {
    game.unmoves = [](void* self, const void* state, void* befores, std::size_t room) {
      return I::guarded(self, [&](I& i) -> std::int64_t {
        const auto found = i.rules.unmoves(I::read(state));
        if (found.size() > room) return static_cast<std::int64_t>(found.size());
        std::size_t at = 0;
        for (const State& before : found)
          I::write(before, static_cast<char*>(befores) + sizeof(State) * at++);
        return static_cast<std::int64_t>(found.size());
      });
    };
  } else {
    static_assert(
        !requires { &Rules::unmoves; }, "unmoves takes a const State&.");
  }
  if constexpr (requires(Rules & r, const State& s) { r.layer(s); }) {
    game.layer = [](void* self, const void* state) {
      return I::guarded(self, [&](I& i) -> int { return i.rules.layer(I::read(state)); });
    };
  } else {
    static_assert(
        !requires { &Rules::layer; }, "layer takes a const State&.");
  }
}

template <class Rules>
void fill_notation(zermelo_own_game& game) {
  using I = Instance<Rules>;
  using State = typename Rules::State;
  if constexpr (requires(Rules & r, std::string_view text) { r.parse(text); }) {
    game.parse = [](void* self, const char* text, void* state) {
      return I::guarded(self, [&](I& i) {
        const std::optional<State> read = i.rules.parse(std::string_view(text));
        if (read) I::write(*read, state);
        return read ? 0 : 1;
      });
    };
  } else {
    static_assert(
        !requires { &Rules::parse; }, "parse takes a std::string_view.");
  }
  if constexpr (requires(Rules & r, const State& s) { r.move_text(s, std::uint64_t{}); }) {
    game.move_text = [](void* self, const void* state, std::uint64_t move, char* text,
                        std::size_t size) {
      return I::guarded(
          self, [&](I& i) { return I::put(i.rules.move_text(I::read(state), move), text, size); });
    };
  } else {
    static_assert(
        !requires { &Rules::move_text; }, "move_text takes a const State& and a std::uint64_t.");
  }
  if constexpr (requires(Rules & r, const State& s) { r.board(s); }) {
    game.board = [](void* self, const void* state, std::uint32_t* columns, std::uint32_t* rows,
                    char* cells, std::size_t size) {
      return I::guarded(self, [&](I& i) {
        const std::vector<std::string> ranks = i.rules.board(I::read(state));
        const std::string all = cells_of(ranks);
        *rows = static_cast<std::uint32_t>(ranks.size());
        *columns = ranks.empty() ? 0 : static_cast<std::uint32_t>(ranks.front().size());
        return I::put(all, cells, size);
      });
    };
  } else {
    static_assert(
        !requires { &Rules::board; }, "board takes a const State&.");
  }
}

template <class Rules>
void fill(zermelo_own_game& game, Instance<Rules>* instance) {
  using I = Instance<Rules>;
  game = {};
  game.abi = ZERMELO_GAME_ABI;
  game.size = sizeof game;
  game.name = Rules::name;
  game.version = Rules::version;
  game.players = players_of<Rules>();
  game.state_bytes = sizeof(typename Rules::State);
  game.most_moves = Rules::most_moves;
  game.flags = flags_of<Rules>();
  game.self = instance;
  game.start = [](void* self, void* state) {
    return I::guarded(self, [&](I& i) {
      I::write(i.rules.start(), state);
      return 0;
    });
  };
  game.result = [](void* self, const void* state, std::int32_t* score) {
    return I::guarded(self, [&](I& i) {
      const std::optional<int> result = i.rules.result(I::read(state));
      if (result) *score = *result;
      return result ? 1 : 0;
    });
  };
  if constexpr (players_of<Rules>() == 2) {
    game.mover = [](void* self, const void* state) {
      return I::guarded(self, [&](I& i) -> int { return i.rules.mover(I::read(state)); });
    };
  }
  game.moves = [](void* self, const void* state, std::uint64_t* moves) {
    return I::guarded(self, [&](I& i) {
      i.moves.clear();
      i.rules.moves(I::read(state), i.moves);
      if (i.moves.size() <= Rules::most_moves) std::ranges::copy(i.moves, moves);
      return static_cast<int>(i.moves.size());
    });
  };
  game.play = [](void* self, const void* state, std::uint64_t move, void* next) {
    return I::guarded(self, [&](I& i) {
      I::write(i.rules.play(I::read(state), move), next);
      return 0;
    });
  };
  game.text = [](void* self, const void* state, char* text, std::size_t size) {
    return I::guarded(self, [&](I& i) { return I::put(i.rules.text(I::read(state)), text, size); });
  };
  game.error = [](void* self) -> const char* { return static_cast<I*>(self)->words.c_str(); };
  game.close = [](void* self) { delete static_cast<I*>(self); };
  fill_starts<Rules>(game);
  fill_expand<Rules>(game);
  fill_structure<Rules>(game);
  fill_notation<Rules>(game);
}

template <class Rules>
int open(std::size_t parameters, const char* const* keys, const char* const* values,
         zermelo_own_game* game, char* message, std::size_t size) {
  try {
    ParameterTexts texts;
    for (std::size_t i = 0; i < parameters; ++i) texts[keys[i]] = values[i];
    fill<Rules>(*game, new Instance<Rules>(texts));
    return 0;
  } catch (const std::exception& failure) {
    std::snprintf(message, size, "%s", failure.what());
  }
  return 1;
}

}  // namespace own

// What opens instances of a class of rules; see above.
template <class Rules>
zermelo_own_game_opener own_game_opener() {
  return &own::open<Rules>;
}

}  // namespace zermelo
