// SPDX-License-Identifier: MIT
#include "kinds/own/rules.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <condition_variable>
#include <cstddef>
#include <filesystem>

#include "kinds/own/watch.h"

namespace zermelo {
namespace {

// The structure, with members beyond those that it was compiled with empty.
zermelo_own_game checked_structure(const zermelo_own_game& given, const std::string& where) {
  if (given.abi != ZERMELO_GAME_ABI) {
    throw RulesError(
        fmt::format("{}: it is compiled for version {} of zermelo_game.h; this program knows "
                    "version {}.",
                    where, given.abi, ZERMELO_GAME_ABI));
  }
  if (!is_known_own_game(given))
    throw RulesError(fmt::format("{}: its structure is too short ({} bytes).", where, given.size));
  return with_known_members(given);
}

bool is_name(const char* text) {
  if (text == nullptr) return false;
  const std::string_view name(text);
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789-._";
  return !name.empty() && name.size() <= 64 && name.find_first_not_of(letters) == name.npos;
}

OwnTraits traits_of(const zermelo_own_game& game) {
  return {.name = game.name,
          .version = game.version,
          .players = static_cast<int>(game.players),
          .state_bytes = game.state_bytes,
          .most_moves = game.most_moves,
          .one_thread = (game.flags & ZERMELO_ONE_THREAD) != 0,
          .scores = (game.flags & ZERMELO_SCORES) != 0,
          .has_expand = game.expand != nullptr,
          .has_canonical = game.canonical != nullptr,
          .has_unmoves = game.unmoves != nullptr,
          .has_layer = game.layer != nullptr,
          .has_parse = game.parse != nullptr,
          .has_move_text = game.move_text != nullptr,
          .has_board = game.board != nullptr,
          .has_start_at = game.start_at != nullptr};
}

constexpr std::size_t longest_text = 4096;

}  // namespace

bool is_known_own_game(const zermelo_own_game& given) {
  // (The part of the structure that every version has.)
  return given.abi == ZERMELO_GAME_ABI && given.size >= offsetof(zermelo_own_game, error);
}

zermelo_own_game with_known_members(const zermelo_own_game& given) {
  assert(is_known_own_game(given));
  zermelo_own_game game{};
  std::memcpy(&game, &given, std::min<std::size_t>(given.size, sizeof game));
  game.size = sizeof game;
  return game;
}

OwnRules::OwnRules(const zermelo_own_game& game, std::string where, const OwnNotation* notation)
    : game_(checked_structure(game, where)), where_(std::move(where)), notation_(notation) {
  try {
    check_structure();
  } catch (const RulesError&) {
    if (game_.close != nullptr) game_.close(game_.self);
    throw;
  }
  traits_ = traits_of(game_);
  buffer_.resize(traits_.state_bytes);
  std::array<std::uint8_t, sizeof mask_> mask{};
  std::fill_n(mask.begin(), traits_.state_bytes, std::uint8_t{255});
  std::memcpy(mask_.data(), mask.data(), sizeof mask_);
  moves_.resize(traits_.most_moves);
  if (traits_.has_expand)
    nexts_.resize(traits_.most_moves * traits_.state_bytes + sizeof(OwnState));
}

OwnRules::~OwnRules() {
  if (game_.close != nullptr) game_.close(game_.self);
}

void OwnRules::check_structure() const {
  const auto require = [&](bool condition, const std::string& words) {
    if (!condition) throw RulesError(fmt::format("{}: {}.", where_, words));
  };
  require(is_name(game_.name),
          "its name must have 1 to 64 lower-case letters, digits, '-', '.' and '_'");
  require(is_name(game_.version),
          "its version must have 1 to 64 lower-case letters, digits, '-', '.' and '_'");
  require(game_.players == 1 || game_.players == 2,
          fmt::format("it has {} players, and must have 1 or 2", game_.players));
  require(game_.state_bytes >= 1 && game_.state_bytes <= ZERMELO_MOST_STATE_BYTES,
          fmt::format("its states have {} bytes, and must have 1 to {}", game_.state_bytes,
                      ZERMELO_MOST_STATE_BYTES));
  require(game_.most_moves >= 1 && game_.most_moves <= ZERMELO_MOST_MOVES,
          fmt::format("its most_moves is {}, and must be 1 to {}", game_.most_moves,
                      ZERMELO_MOST_MOVES));
  require((game_.flags & ~(ZERMELO_ONE_THREAD | ZERMELO_SCORES)) == 0,
          fmt::format("its flags ({}) are not all known", game_.flags));
  require(game_.players == 2 || (game_.flags & ZERMELO_SCORES) == 0,
          "a puzzle is solved or not, so ZERMELO_SCORES is for two players");
  const std::pair<const char*, bool> functions[] = {
      {"start", game_.start != nullptr},
      {"result", game_.result != nullptr},
      {"mover", game_.mover != nullptr || game_.players == 1},
      {"moves", game_.moves != nullptr},
      {"play", game_.play != nullptr},
      {"text", game_.text != nullptr}};
  for (const auto& [name, there] : functions)
    require(there, fmt::format("it has no function '{}'", name));
}

std::string OwnRules::own_words() const {
  const char* const words = game_.error != nullptr ? game_.error(game_.self) : nullptr;
  return words == nullptr ? "" : words;
}

std::string OwnRules::text_or_hex(const OwnState& state) {
  failing_ = true;
  std::string text;
  try {
    text = this->text(state);
  } catch (const RulesError&) {
  }
  failing_ = false;
  std::ranges::replace(text, '\n', '/');
  return text.empty() ? "hex:" + hex_text(state, traits_.state_bytes) : text;
}

void OwnRules::fail(std::string_view function, const OwnState* state, std::string_view words) {
  if (failing_) throw RulesError("");
  const std::string at = state != nullptr ? " at " + text_or_hex(*state) : "";
  std::string said(words.empty() ? "it failed" : words);
  if (said.back() != '.') said += '.';
  throw RulesError(fmt::format("{}: {}{}: {}", where_, function, at, said));
}

template <class Number>
Number OwnRules::checked(Number number, const char* function, const OwnState* state) {
  if (number < 0) fail(function, state, own_words());
  return number;
}

OwnState OwnRules::state_in_buffer() const {
  OwnState state;
  std::memcpy(state.bytes.data(), buffer_.data(), buffer_.size());
  return state;
}

// (Copying as many bytes for any game is faster; what follows the state is cut off.)
OwnState OwnRules::state_at(const std::uint8_t* from) const {
  constexpr std::size_t words = sizeof(OwnState) / sizeof(std::uint64_t);
  std::array<std::uint64_t, words> bits{};
  std::memcpy(bits.data(), from, sizeof bits);
  for (std::size_t i = 0; i < words; ++i) bits[i] &= mask_[i];
  OwnState state;
  std::memcpy(state.bytes.data(), bits.data(), sizeof bits);
  return state;
}

template <class Write>
std::string OwnRules::written(const char* function, const OwnState* state, const Write& write) {
  std::string text(256, '\0');
  int length = checked(write(text.data(), text.size()), function, state);
  if (static_cast<std::size_t>(length) >= longest_text)
    fail(function, state, fmt::format("its text has more than {} characters", longest_text));
  if (static_cast<std::size_t>(length) >= text.size()) {
    text.assign(static_cast<std::size_t>(length) + 1, '\0');
    length = std::min(length, checked(write(text.data(), text.size()), function, state));
  }
  text.resize(static_cast<std::size_t>(length));
  if (text.find('\0') != text.npos)
    fail(function, state, "it returned more characters than it wrote");
  return text;
}

OwnState OwnRules::start() {
  checked(game_.start(game_.self, buffer_.data()), "start", nullptr);
  return state_in_buffer();
}

std::optional<OwnState> OwnRules::start_at(std::uint64_t number) {
  if (number == 0) return start();
  if (game_.start_at == nullptr) return std::nullopt;
  const int set = checked(game_.start_at(game_.self, number, buffer_.data()), "start_at", nullptr);
  return set == 0 ? std::nullopt : std::optional(state_in_buffer());
}

OwnResult OwnRules::result(const OwnState& state) {
  std::int32_t score = 0;
  const int over = checked(game_.result(game_.self, state.bytes.data(), &score), "result", &state);
  if (over == 0) return {};
  if (over > 1) fail("result", &state, fmt::format("it returned {}, not 0 or 1", over));
  if (traits_.scores && (score > ZERMELO_MOST_SCORE || score < -ZERMELO_MOST_SCORE))
    fail("result", &state, fmt::format("a score of {} exceeds {}", score, ZERMELO_MOST_SCORE));
  return {true, score};
}

int OwnRules::mover(const OwnState& state) {
  if (traits_.is_puzzle()) return 0;
  const int mover = checked(game_.mover(game_.self, state.bytes.data()), "mover", &state);
  if (mover > 1) fail("mover", &state, fmt::format("it returned {}, not 0 or 1", mover));
  return mover;
}

std::span<const OwnMove> OwnRules::expand(const OwnState& state) {
  if (!traits_.has_expand) return expand_by_moves(state);
  const int count = checked(
      game_.expand(game_.self, state.bytes.data(), moves_.data(), nexts_.data()), "expand", &state);
  if (static_cast<std::size_t>(count) > traits_.most_moves)
    fail("expand", &state,
         fmt::format("it has {} moves, more than most_moves, {}", count, traits_.most_moves));
  if (count == 0) fail("expand", &state, "the game goes on, but there is no move");
  expanded_.resize(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < expanded_.size(); ++i) {
    expanded_[i].move = moves_[i];
    expanded_[i].next = state_at(nexts_.data() + i * traits_.state_bytes);
  }
  return expanded_;
}

std::span<const OwnMove> OwnRules::expand_by_moves(const OwnState& state) {
  const int count =
      checked(game_.moves(game_.self, state.bytes.data(), moves_.data()), "moves", &state);
  if (static_cast<std::size_t>(count) > traits_.most_moves)
    fail("moves", &state,
         fmt::format("it has {} moves, more than most_moves, {}", count, traits_.most_moves));
  if (count == 0) fail("moves", &state, "the game goes on, but there is no move");
  expanded_.resize(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < expanded_.size(); ++i) {
    expanded_[i] = {moves_[i], {}};
    const int played =
        game_.play(game_.self, state.bytes.data(), moves_[i], expanded_[i].next.bytes.data());
    if (played < 0) fail(fmt::format("play({})", moves_[i]), &state, own_words());
  }
  return expanded_;
}

OwnState OwnRules::canonical(const OwnState& state) {
  if (game_.canonical == nullptr) return state;
  OwnState image;
  checked(game_.canonical(game_.self, state.bytes.data(), image.bytes.data()), "canonical", &state);
  return image;
}

std::span<const OwnState> OwnRules::unmoves(const OwnState& state) {
  assert(traits_.has_unmoves);
  constexpr std::size_t least = 256, most = std::size_t{1} << 24;
  befores_.resize(std::max(befores_.size(), least * traits_.state_bytes));
  const auto ask = [&] {
    const std::size_t room = befores_.size() / traits_.state_bytes;
    return static_cast<std::size_t>(checked(
        game_.unmoves(game_.self, state.bytes.data(), befores_.data(), room), "unmoves", &state));
  };
  std::size_t count = ask();
  if (count > most) fail("unmoves", &state, fmt::format("it says that there are {}", count));
  if (count * traits_.state_bytes > befores_.size()) {
    befores_.resize(count * traits_.state_bytes);
    if (ask() != count) fail("unmoves", &state, "it returns another number when asked again");
  }
  before_states_.assign(count, {});
  for (std::size_t i = 0; i < count; ++i) {
    std::memcpy(before_states_[i].bytes.data(), befores_.data() + i * traits_.state_bytes,
                traits_.state_bytes);
  }
  return before_states_;
}

int OwnRules::layer(const OwnState& state) {
  assert(traits_.has_layer);
  const int layer = checked(game_.layer(game_.self, state.bytes.data()), "layer", &state);
  if (layer > 65535) fail("layer", &state, fmt::format("a layer of {} exceeds 65535", layer));
  return layer;
}

std::optional<OwnState> OwnRules::parse(std::string_view text) {
  assert(traits_.has_parse);
  const std::string whole(text);
  const int failed =
      checked(game_.parse(game_.self, whole.c_str(), buffer_.data()), "parse", nullptr);
  return failed != 0 ? std::nullopt : std::optional(state_in_buffer());
}

OwnBoard OwnRules::board(const OwnState& state) {
  assert(traits_.has_board);
  std::uint32_t columns = 0, rows = 0;
  std::string cells = written("board", &state, [&](char* text, std::size_t size) {
    return game_.board(game_.self, state.bytes.data(), &columns, &rows, text, size);
  });
  constexpr std::uint32_t most = 26;
  if (columns < 1 || columns > most || rows < 1 || rows > most ||
      cells.size() != std::size_t{columns} * rows) {
    fail("board", &state,
         fmt::format("{} columns and {} rows do not go with {} characters", columns, rows,
                     cells.size()));
  }
  return {static_cast<int>(columns), static_cast<int>(rows), std::move(cells)};
}

std::string OwnRules::text(const OwnState& state) {
  return written("text", &state, [&](char* text, std::size_t size) {
    return game_.text(game_.self, state.bytes.data(), text, size);
  });
}

std::string OwnRules::move_text(const OwnState& state, std::uint64_t move) {
  if (game_.move_text == nullptr) return std::to_string(move);
  return written("move_text", &state, [&](char* text, std::size_t size) {
    return game_.move_text(game_.self, state.bytes.data(), move, text, size);
  });
}

std::string hex_text(const OwnState& state, std::size_t state_bytes) {
  std::string text;
  for (std::size_t i = 0; i < state_bytes; ++i) text += fmt::format("{:02x}", state.bytes[i]);
  return text;
}

std::optional<OwnState> read_hex(std::string_view text, std::size_t state_bytes) {
  if (text.size() != 2 * state_bytes) return std::nullopt;
  OwnState state;
  for (std::size_t i = 0; i < text.size(); ++i) {
    constexpr std::string_view digits = "0123456789abcdef";
    const std::size_t digit = digits.find(text[i]);
    if (digit == digits.npos) return std::nullopt;
    state.bytes[i / 2] = static_cast<std::uint8_t>(state.bytes[i / 2] << 4 | digit);
  }
  return state;
}

// Instances that nobody uses.
struct OwnProgram::Pool {
  std::mutex mutex;
  std::condition_variable returned;
  std::vector<std::unique_ptr<OwnRules>> idle;
};

OwnProgram::OwnProgram(std::function<zermelo_own_game()> open, ParameterTexts parameters,
                       std::string where)
    : open_(std::move(open)),
      parameters_(std::move(parameters)),
      where_(std::move(where)),
      pool_(std::make_unique<Pool>()) {
  open_first();
}
OwnProgram::OwnProgram(std::function<zermelo_own_game()> open,
                       std::shared_ptr<const OwnNotation> notation, std::string where)
    : notation_(std::move(notation)),
      open_(std::move(open)),
      where_(std::move(where)),
      pool_(std::make_unique<Pool>()) {
  open_first();
}
OwnProgram::OwnProgram(std::shared_ptr<OwnInterpreter> interpreter, ParameterTexts parameters,
                       std::string where)
    : OwnProgram([interpreter] { return interpreter->open(); }, std::move(parameters),
                 std::move(where)) {
  interpreter_ = std::move(interpreter);
}
OwnProgram::~OwnProgram() = default;

void OwnProgram::open_first() {
  auto first = std::make_unique<OwnRules>(open_(), where_, notation());
  traits_ = first->traits();
  pool_->idle.push_back(std::move(first));
}

std::unique_ptr<OwnRules> OwnProgram::opened() const {
  auto rules = std::make_unique<OwnRules>(open_(), where_, notation());
  if (rules->traits() != traits_)
    throw RulesError(fmt::format("{}: two instances say different things about the game.", where_));
  return rules;
}

OwnProgram::Lease OwnProgram::lease() const {
  std::unique_lock lock(pool_->mutex);
  if (traits_.one_thread) pool_->returned.wait(lock, [&] { return !pool_->idle.empty(); });
  if (pool_->idle.empty()) {
    lock.unlock();
    return {*this, opened()};
  }
  std::unique_ptr<OwnRules> rules = std::move(pool_->idle.back());
  pool_->idle.pop_back();
  return {*this, std::move(rules)};
}

void OwnProgram::give_back(std::unique_ptr<OwnRules> rules) const {
  {
    const std::lock_guard lock(pool_->mutex);
    pool_->idle.push_back(std::move(rules));
  }
  pool_->returned.notify_one();
}

namespace {

zermelo_own_game open_instance(zermelo_own_game_opener open, const ParameterTexts& parameters,
                               const std::string& where) {
  std::vector<const char*> keys, values;
  for (const auto& [key, value] : parameters) {
    keys.push_back(key.c_str());
    values.push_back(value.c_str());
  }
  zermelo_own_game game{};
  std::array<char, 512> message{};
  const int failed =
      open(keys.size(), keys.data(), values.data(), &game, message.data(), message.size());
  if (failed == 0) return game;
  message.back() = '\0';
  std::string words = message.front() == '\0' ? "it cannot be opened with these parameters"
                                              : std::string(message.data());
  if (words.back() != '.') words += '.';
  throw UsageError(fmt::format("{}: {}", where, words));
}

}  // namespace

std::shared_ptr<const OwnProgram> own_program(zermelo_own_game_opener open,
                                              const ParameterTexts& parameters,
                                              const std::string& where) {
  return std::make_shared<const OwnProgram>([=] { return open_instance(open, parameters, where); },
                                            parameters, where);
}

std::shared_ptr<const OwnProgram> load_own_program(const std::string& path,
                                                   const ParameterTexts& parameters,
                                                   OwnCalls* calls) {
  std::error_code failed;
  const std::filesystem::path absolute = std::filesystem::canonical(path, failed);
  if (failed) throw FileError(fmt::format("{}: {}.", path, failed.message()));
  // (An absolute path: for a bare name, the system's own folders would be searched.)
  void* const library = dlopen(absolute.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw FileError(fmt::format("{} cannot be loaded: {}.", path, dlerror()));
  const auto open =
      reinterpret_cast<zermelo_own_game_opener>(dlsym(library, "zermelo_own_game_open"));
  if (open == nullptr) {
    throw RulesError(fmt::format(
        "{} exports no function zermelo_own_game_open, so it is not a game (docs/own-code.md).",
        path));
  }
  const std::string where = absolute.filename().string();
  if (calls == nullptr) return own_program(open, parameters, where);
  const auto watch = std::make_shared<OwnWatch>(*calls);
  return std::make_shared<const OwnProgram>(
      [=] { return watch->opened([&] { return open_instance(open, parameters, where); }); },
      parameters, where);
}

}  // namespace zermelo
