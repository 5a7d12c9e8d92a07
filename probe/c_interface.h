// SPDX-License-Identifier: MIT
// What the functions of the C interface (probe/zermelo.h) have in common: every one that can fail
// runs its work in guarded() or hand_out(), which turn exceptions into status codes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/game_spec.h"
#include "gen/value.h"
#include "probe/game.h"
#include "probe/probe_status.h"
#include "probe/table.h"
#include "probe/zermelo.h"

namespace zermelo {

// Empty if the rules are code that is not here.
inline std::string start_or_none(const Game& game) { return game.has_rules() ? game.start() : ""; }

// The pointer lives as long as the text. NULL stands for no text.
inline const char* c_text_or_null(const std::string& text) {
  return text.empty() ? nullptr : text.c_str();
}

}  // namespace zermelo

struct zermelo_table {
  explicit zermelo_table(zermelo::Table opened)
      : table(std::move(opened)),
        spec(table.game().spec()),
        game(to_string(spec)),
        start(zermelo::start_or_none(table.game())) {}

  zermelo::Table table;
  zermelo::GameSpec spec;
  std::string game, start;
};

struct zermelo_rules {
  explicit zermelo_rules(std::shared_ptr<const zermelo::Game> rules)
      : game(std::move(rules)),
        name(to_string(game->spec())),
        start(zermelo::start_or_none(*game)),
        warnings(game->warnings()) {
    const zermelo::PieceSet* const pieces = game->pieces();
    for (int kind = 0; pieces != nullptr && kind < pieces->size(); ++kind) {
      const zermelo::PieceKind& k = (*pieces)[kind];
      kinds.push_back({k.name.c_str(), k.letter, k.in_hand ? 1 : 0});
    }
  }

  std::shared_ptr<const zermelo::Game> game;
  std::string name, start;
  std::vector<std::string> warnings;
  std::vector<zermelo_piece_kind> kinds;  // their names are the game's
};

namespace zermelo {

// Keeps the message of the exception that is being handled as this thread's last error.
zermelo_status status_of_current_exception() noexcept;

template <class Work>
zermelo_status guarded(Work&& work) noexcept {
  try {
    std::forward<Work>(work)();
    return ZERMELO_OK;
  } catch (...) {
    return status_of_current_exception();
  }
}

inline void need(const void* argument, const char* name) {
  if (argument == nullptr) throw UsageError(std::string("The argument ") + name + " is NULL.");
}

// Makes a result for the caller: checks the pointer that it is stored through, and stores NULL if
// `make` throws.
template <class Result, class Make>
zermelo_status hand_out(Result** where, const char* name, Make&& make) noexcept {
  if (where != nullptr) *where = nullptr;
  return guarded([&] {
    need(where, name);
    *where = std::forward<Make>(make)();
  });
}

// --- Results -------------------------------------------------------------------------------------

inline zermelo_value c_value(Value value, Metric metric) {
  return {static_cast<std::int32_t>(value.outcome()), value.amount(metric)};
}
zermelo_status c_status(ProbeStatus status);
inline zermelo_side c_side(Colour colour) {
  return colour == Colour::black ? ZERMELO_BLACK : ZERMELO_WHITE;
}
inline zermelo_side c_winner(const GameResult& result) {
  return result.winner ? c_side(*result.winner) : ZERMELO_NOBODY;
}
// To be freed with zermelo_free_text.
char* c_text(const std::string& text);

// The pointers live as long as the texts.
inline std::vector<const char*> c_texts(const std::vector<std::string>& texts) {
  std::vector<const char*> items(texts.size());
  std::transform(texts.begin(), texts.end(), items.begin(),
                 [](const std::string& text) { return text.c_str(); });
  return items;
}

// To be freed with zermelo_free_positions.
struct PositionList : zermelo_position_list {
  explicit PositionList(std::vector<std::string> drawn)
      : zermelo_position_list{}, texts(std::move(drawn)), items(c_texts(texts)) {
    count = items.size();
    positions = items.data();
  }
  std::vector<std::string> texts;
  std::vector<const char*> items;
};

// --- Arguments -----------------------------------------------------------------------------------

// Texts may be NULL where an empty text means that there is none.
inline std::string text_or_none(const char* text) { return text == nullptr ? "" : text; }

// Copies from a caller's structure of options, which begins with its size, the options that this
// library knows. `first_size` is the size that it had in its first version; `options` has
// `known_size` bytes, all with their defaults. Throws UsageError: see "Options" in probe/zermelo.h.
void copy_options(const char* name, const void* given, std::size_t first_size, void* options,
                  std::size_t known_size);

// For each structure of options, its name and where its first version ended. Later members go after
// all the present ones, and not into the padding at the end, which older callers may not have
// initialized.
template <class Options>
struct OptionsType;
template <>
struct OptionsType<zermelo_many_options> {
  static constexpr const char* name = "zermelo_many_options";
  static constexpr std::size_t first_size =
      offsetof(zermelo_many_options, threads) + sizeof(zermelo_many_options::threads);
};
template <>
struct OptionsType<zermelo_solve_options> {
  static constexpr const char* name = "zermelo_solve_options";
  static constexpr std::size_t first_size =
      offsetof(zermelo_solve_options, metric) + sizeof(zermelo_solve_options::metric);
};
template <>
struct OptionsType<zermelo_check_options> {
  static constexpr const char* name = "zermelo_check_options";
  static constexpr std::size_t first_size =
      offsetof(zermelo_check_options, threads) + sizeof(zermelo_check_options::threads);
};
template <>
struct OptionsType<zermelo_strategy_options> {
  static constexpr const char* name = "zermelo_strategy_options";
  static constexpr std::size_t first_size =
      offsetof(zermelo_strategy_options, user) + sizeof(zermelo_strategy_options::user);
};
template <>
struct OptionsType<zermelo_proof_options> {
  static constexpr const char* name = "zermelo_proof_options";
  static constexpr std::size_t first_size =
      offsetof(zermelo_proof_options, user) + sizeof(zermelo_proof_options::user);
};
template <>
struct OptionsType<zermelo_way_options> {
  static constexpr const char* name = "zermelo_way_options";
  static constexpr std::size_t first_size =
      offsetof(zermelo_way_options, seconds) + sizeof(zermelo_way_options::seconds);
};
template <>
struct OptionsType<zermelo_solution_options> {
  static constexpr const char* name = "zermelo_solution_options";
  static constexpr std::size_t first_size =
      offsetof(zermelo_solution_options, max_nodes) + sizeof(zermelo_solution_options::max_nodes);
};
template <>
struct OptionsType<zermelo_puzzle_conditions> {
  static constexpr const char* name = "zermelo_puzzle_conditions";
  static constexpr std::size_t first_size =
      offsetof(zermelo_puzzle_conditions, own_count) + sizeof(zermelo_puzzle_conditions::own_count);
};
template <>
struct OptionsType<zermelo_mine_options> {
  static constexpr const char* name = "zermelo_mine_options";
  static constexpr std::size_t first_size =
      offsetof(zermelo_mine_options, user) + sizeof(zermelo_mine_options::user);
};
template <>
struct OptionsType<zermelo_trial_options> {
  static constexpr const char* name = "zermelo_trial_options";
  static constexpr std::size_t first_size =
      offsetof(zermelo_trial_options, user) + sizeof(zermelo_trial_options::user);
};
template <>
struct OptionsType<zermelo_crosscheck_options> {
  static constexpr const char* name = "zermelo_crosscheck_options";
  static constexpr std::size_t first_size =
      offsetof(zermelo_crosscheck_options, user) + sizeof(zermelo_crosscheck_options::user);
};
template <>
struct OptionsType<zermelo_endgame_options> {
  static constexpr const char* name = "zermelo_endgame_options";
  static constexpr std::size_t first_size =
      offsetof(zermelo_endgame_options, user) + sizeof(zermelo_endgame_options::user);
};

// Reads a caller's options; NULL stands for the defaults. Throws UsageError.
template <class Options>
Options given_or_default(const Options* given) {
  static_assert(offsetof(Options, size) == 0);
  using Type = OptionsType<Options>;
  Options options{};
  if (given != nullptr) copy_options(Type::name, given, Type::first_size, &options, sizeof options);
  return options;
}

// Throws UsageError if the number is negative.
int threads_of(std::int32_t threads);
inline int threads_in(const zermelo_many_options* options) {
  return threads_of(given_or_default(options).threads);
}

// Reads the `count` texts of the argument with that name, none of which may be NULL. The results
// live as long as the caller's texts.
template <class Text>
std::vector<Text> texts_of(const char* const* texts, std::size_t count, const char* name) {
  if (count > 0) need(texts, name);
  std::vector<Text> result;
  result.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (texts[i] == nullptr)
      throw UsageError(std::string("The argument ") + name + " holds a NULL.");
    result.emplace_back(texts[i]);
  }
  return result;
}

// The caller's number, or, if that is 0, the default. Throws UsageError if it is negative (or, of a
// number of seconds, not a number).
template <class Number, class Default>
Default number_or(Number given, Default by_default, const char* name) {
  if (!(given >= 0)) throw UsageError(std::string("The option ") + name + " is negative.");
  return given == 0 ? by_default : static_cast<Default>(given);
}
// For a number that is none of an enumeration.
[[noreturn]] inline void refuse_choice(const std::string& name, const std::string& type) {
  throw UsageError("The argument " + name + " is not a " + type + ".");
}

// Parses a text like "ostle size=4 start=3". Throws UsageError.
GameSpec spec_of(const char* words);

}  // namespace zermelo
